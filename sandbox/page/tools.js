// The toolbar: state of the bot, clock of the sandbox, faults.

import * as api from "./api.js";
import { fill, h, icon, openPanel } from "./dom.js";

const HOUR = 3600000;
const STEPS = [["+1 h", HOUR, "1 hour"], ["+1 day", 24 * HOUR, "1 day"], ["+3 days", 72 * HOUR, "3 days"]];

export class Tools {
  #app;
  #time = h("span", { class: "clock-time" });
  #day = h("span", { class: "clock-day" });
  #clock;
  #bot = h("span", { class: "bot-state", "data-test": "bot-state", role: "status" });
  #faults;
  #values = {};

  constructor(app, node) {
    this.#app = app;
    this.#clock = h("button", { type: "button", class: "clock-face", "data-test": "clock", "aria-expanded": "false", title: "The sandbox's clock", onclick: (event) => this.#clockPanel(event.currentTarget) }, icon("clock", 18), h("span", { class: "clock-words" }, this.#time, this.#day));
    this.#faults = h("button", { type: "button", class: "icon-button", "data-test": "faults", "aria-expanded": "false", "aria-label": "Faults", title: "Faults: slow or failing answers", onclick: (event) => this.#faultPanel(event.currentTarget) }, icon("bolt"));
    fill(node, this.#bot, h("div", { class: "clock", role: "group", "aria-label": "Clock of the sandbox" }, this.#clock,
      STEPS.map(([words, step, spoken]) => this.#step(words, step, spoken, "clock-step"))), this.#faults);
    api.faults().then((values) => this.#keep(values)).catch(() => {});
    this.tick();
  }

  #step(words, step, spoken, className) {
    return h("button", { type: "button", class: className, "data-test": "advance", "data-ms": step, "aria-label": `Advance the clock by ${spoken}`, onclick: () => this.#advance(step) }, words);
  }

  async #advance(step) {
    const clock = await this.#app.attempt(() => api.moveClock({ advance_ms: step }));
    if (clock) this.#app.setClock(clock);
  }

  /** The time of now. */
  tick() {
    const { locale } = this.#app;
    const now = new Date(this.#app.now());
    const time = new Intl.DateTimeFormat(locale, { timeStyle: "medium" }).format(now);
    const day = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short" }).format(now);
    if (this.#time.textContent !== time) this.#time.textContent = time;
    if (this.#day.textContent !== day) this.#day.textContent = day;
    this.#clock.setAttribute("aria-label", `Clock: ${day}, ${new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(now)}`);
    this.#clock.setAttribute("data-now", String(now.getTime()));
    const moved = this.#app.offset !== 0;
    this.#clock.classList.toggle("is-moved", moved);
  }

  showBot() {
    const online = this.#app.botOnline;
    const bot = [...this.#app.users.values()].find((user) => user.bot);
    this.#bot.classList.toggle("is-online", online);
    this.#bot.setAttribute("data-online", String(online));
    const words = `${this.#app.nameOf(bot)} ${online ? "online" : "offline"}`;
    if (this.#bot.textContent !== words) fill(this.#bot, h("i", { "aria-hidden": "true" }), h("span", {}, words));
    this.#bot.title = words;
  }

  #clockPanel(anchor) {
    openPanel(anchor, "Clock", (close) => {
      const input = h("input", { type: "text", id: "clock-by", autofocus: true, placeholder: "2d 4h 30m", autocomplete: "off", "data-test": "clock-custom", "aria-describedby": "clock-hint" });
      const hint = h("span", { class: "form-hint", id: "clock-hint", role: "status" }, "Days, hours, minutes, seconds; a minus sign goes back.");
      return h("form", { class: "panel-form", onsubmit: async (event) => {
        event.preventDefault();
        const step = duration(input.value);
        if (step === null) {
          hint.textContent = `“${input.value}” is no span of time. Write it like 2d 4h 30m.`;
          hint.classList.add("is-wrong");
          return;
        }
        await this.#advance(step);
        close();
      } }, h("h2", {}, "Clock of the sandbox"), h("p", { class: "form-hint" }, this.#away()),
        h("div", { class: "steps" }, STEPS.map(([words, step, spoken]) => this.#step(words, step, spoken, "button secondary"))),
        h("div", { class: "panel-field" }, h("label", { for: "clock-by" }, "Advance by"), h("div", { class: "joined" }, input, h("button", { type: "submit", class: "button primary" }, "Move")), hint),
        h("button", { type: "button", class: "button quiet", "data-test": "clock-reset", onclick: async () => {
          const clock = await this.#app.attempt(() => api.moveClock({ offset_ms: 0 }));
          if (clock) this.#app.setClock(clock);
          close();
        } }, "Reset to real time"));
    }, { test: "clock-panel" });
  }

  #away() {
    const { offset } = this.#app;
    if (offset === 0) return "It shows the real time.";
    const minutes = Math.round(Math.abs(offset) / 60000);
    const parts = [[Math.floor(minutes / 1440), "d"], [Math.floor(minutes / 60) % 24, "h"], [minutes % 60, "min"]].filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
    return `It is ${parts.join(" ") || "a moment"} ${offset > 0 ? "ahead of" : "behind"} the real time.`;
  }

  #keep(values) {
    if (!values || typeof values !== "object") return;
    this.#values = values;
    const on = NUMBERS.some(([key]) => Number(values[key]) > 0) || values.reorder_events === true;
    this.#faults.classList.toggle("is-on", on);
    this.#faults.setAttribute("aria-label", on ? "Faults, some are on" : "Faults");
  }

  #faultPanel(anchor) {
    openPanel(anchor, "Faults", () => {
      const state = h("span", { class: "form-hint", role: "status" }, "Faults affect the bot only, not the users.");
      const save = async (change) => {
        // A request sets all faults, and another tab may have set some.
        const values = await this.#app.attempt(async () => api.setFaults({ ...(await api.faults()), ...change }));
        if (!values) return;
        this.#keep(values);
        state.textContent = "Saved.";
      };
      const inputs = NUMBERS.map(([key, words, unit, most]) => {
        const input = h("input", { type: "number", id: `fault-${key}`, min: 0, max: most, step: 1, value: this.#values[key] ?? 0, "data-test": `fault-${key}` });
        input.addEventListener("change", () => {
          const value = Math.round(Number(input.value));
          if (!Number.isFinite(value) || value < 0 || value > most) {
            state.textContent = `“${words}” goes from 0 to ${most}.`;
            return;
          }
          save({ [key]: value });
        });
        return h("div", { class: "fault" }, h("label", { for: input.id }, words), input, h("span", { class: "unit" }, unit));
      });
      const reorder = h("input", { type: "checkbox", role: "switch", class: "switch", id: "fault-reorder", checked: this.#values.reorder_events === true });
      reorder.addEventListener("change", () => save({ reorder_events: reorder.checked }));
      const cut = (words, kind) => h("button", { type: "button", class: "button secondary", "data-test": `cut-${kind}`, onclick: async () => {
        await this.#app.attempt(() => api.disconnect(kind));
        state.textContent = "Done.";
      } }, words);
      return h("div", { class: "panel-form" }, h("h2", {}, "Faults"), state, inputs,
        h("div", { class: "panel-switch" }, h("label", { for: "fault-reorder" }, "Reorder events"), reorder),
        h("p", { class: "form-label" }, "The bot's gateway connection"),
        h("div", { class: "steps" }, cut("Drop", "drop"), cut("Reconnect", "reconnect"), cut("Invalid session", "invalid_session")),
        h("button", { type: "button", class: "button quiet", onclick: async (event) => {
          await save({ ...Object.fromEntries(NUMBERS.map(([key]) => [key, 0])), reorder_events: false, fail_next: [] });
          event.target.closest(".panel").querySelectorAll("input").forEach((input) => (input.type === "checkbox" ? (input.checked = false) : (input.value = "0")));
        } }, "Turn all off"));
    }, { test: "faults-panel", className: "is-wide" });
  }
}

const NUMBERS = [
  ["latency_ms", "Latency", "ms", 60000],
  ["jitter_ms", "Jitter", "ms", 60000],
  ["fail_5xx_percent", "Server errors (5xx)", "%", 100],
  ["rate_limit_percent", "Too many requests (429)", "%", 100],
  ["drop_answer_percent", "Carried out, answer lost", "%", 100],
  ["hang_percent", "Carried out, then hangs", "%", 100],
  ["duplicate_events_percent", "Events sent twice", "%", 100],
];

const UNITS = { w: 7 * 24 * HOUR, d: 24 * HOUR, h: HOUR, m: 60000, min: 60000, s: 1000 };

/** “2d 4h 30m” in milliseconds, or null. */
function duration(text) {
  const words = text.trim().toLowerCase();
  const back = /^[-−]/.test(words);
  const body = words.replace(/^[+\-−]\s*/, "");
  if (!/^(\d{1,5}\s*(w|d|h|min|m|s)[a-z]*\s*)+$/.test(body)) return null;
  let sum = 0;
  for (const [, count, unit] of body.matchAll(/(\d{1,5})\s*(min|w|d|h|m|s)[a-z]*/g)) sum += Number(count) * UNITS[unit];
  return back ? -sum : sum;
}
