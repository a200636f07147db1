// One option of a command: its chip, its suggestions, the check of its value.

import { avatar, freshId, h, icon } from "./dom.js";
import { fold, ranked } from "./suggestions.js";

export const KIND = { string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10, attachment: 11 };

const WORDS = { 3: "text", 4: "a whole number", 5: "true or false", 6: "a person", 7: "a channel", 8: "a role", 9: "a person", 10: "a number", 11: "a file" };

/** The name or description in the acting person's language. */
export function localized(thing, key, locale) {
  const all = thing[`${key}_localizations`] ?? {};
  return all[locale] ?? all[Object.keys(all).find((each) => each.split("-")[0] === locale.split("-")[0])] ?? thing[key] ?? "";
}

/** What may be written for an option, in words. */
export function range(option) {
  const { min_value: least, max_value: most, min_length: short, max_length: long } = option;
  const of = (low, high, unit) => (low !== undefined && high !== undefined ? `from ${low} to ${high}${unit}` : low !== undefined ? `at least ${low}${unit}` : high !== undefined ? `at most ${high}${unit}` : "");
  const bounds = option.type === KIND.string ? of(short ?? undefined, long ?? undefined, " characters") : of(least ?? undefined, most ?? undefined, "");
  return [WORDS[option.type] ?? "a value", bounds].filter(Boolean).join(", ");
}

/** A chip in the command line, with its field and its value. */
export class Chip {
  /** The value picked from a list: `{value, label}`. */
  picked = null;

  constructor(app, option, { onInput, onKey, onFocus, onBlur }) {
    this.app = app;
    this.option = option;
    this.label = localized(option, "name", app.locale);
    const id = freshId("option");
    this.input = h("input", {
      id, type: "text", class: "chip-input", role: "combobox", "aria-expanded": "false", "aria-controls": "suggestions", "aria-autocomplete": "list", "aria-required": String(Boolean(option.required)),
      "aria-describedby": "hint", autocomplete: "off", spellcheck: "false", autocapitalize: "off", enterkeyhint: "send", "data-test": "option-input", "data-option": option.name, placeholder: " ", size: 4,
      inputmode: option.type === KIND.integer ? "numeric" : option.type === KIND.number ? "decimal" : null,
    });
    this.node = h("span", { class: `chip ${option.required ? "is-required" : ""}`, "data-test": "option", "data-option": option.name },
      h("label", { for: id }, this.label), this.input);
    this.input.addEventListener("input", () => {
      this.picked = null;
      this.complain(null);
      this.#resize();
      onInput(this);
    });
    if (option.type === KIND.attachment) {
      this.input.type = "file";
      this.input.addEventListener("change", async () => {
        const [file] = this.input.files;
        this.picked = file ? { value: { filename: file.name, content: await file.text() }, label: file.name } : null;
        onInput(this);
      });
    }
    this.input.addEventListener("keydown", (event) => onKey(this, event));
    this.input.addEventListener("focus", () => onFocus(this));
    this.input.addEventListener("blur", () => onBlur(this));
    this.node.addEventListener("pointerdown", (event) => {
      if (event.target === this.input) return;
      event.preventDefault();
      this.input.focus();
    });
  }

  #resize() {
    this.input.size = Math.max(4, Math.min(48, [...this.input.value].length + 1));
  }

  get text() {
    return this.input.value;
  }

  get empty() {
    return this.text.trim() === "" && this.picked === null;
  }

  set(text) {
    this.picked = null;
    this.input.value = text;
    this.#resize();
  }

  pick(item) {
    this.picked = { value: item.value, label: item.label };
    this.input.value = item.label;
    this.complain(null);
    this.#resize();
  }

  complain(words) {
    this.node.classList.toggle("is-wrong", words !== null);
    this.input.setAttribute("aria-invalid", String(words !== null));
  }

  /** What the option itself offers; null when the bot is to be asked. */
  suggestions() {
    const { app, option } = this;
    const typed = this.picked ? "" : this.text;
    if (option.autocomplete) return null;
    if (option.choices?.length) {
      return ranked(typed, option.choices, (choice) => [localized(choice, "name", app.locale), choice.name])
        .map((choice) => ({ label: localized(choice, "name", app.locale), value: choice.value, key: String(choice.value), test: "option-item" }));
    }
    if (option.type === KIND.boolean) {
      return ranked(typed, ["True", "False"], (word) => [word]).map((word) => ({ label: word, value: word === "True", key: word.toLowerCase(), test: "option-item" }));
    }
    if (option.type === KIND.user || option.type === KIND.mentionable) {
      const here = app.peopleHere();
      return ranked(typed.replace(/^@/, ""), here, (user) => [app.nameOf(user), user.username])
        .map((user) => ({ label: app.nameOf(user), detail: `@${user.username}`, value: user.id, key: user.id, lead: avatar(user, app.nameOf(user), "small"), badge: user.id === app.me ? "you" : user.bot ? "app" : "", test: "option-item" }));
    }
    if (option.type === KIND.role) {
      return ranked(typed.replace(/^@/, ""), app.roles, (role) => [role.name])
        .map((role) => ({ label: `@${role.name}`, value: role.id, key: role.id, lead: icon("at", 18), test: "option-item" }));
    }
    if (option.type === KIND.channel) {
      const kinds = new Set(option.channel_types ?? []);
      const some = [...app.channels.values()].filter((channel) => channel.guild_id && (kinds.size === 0 || kinds.has(channel.type)));
      return ranked(typed.replace(/^#/, ""), some, (channel) => [channel.name])
        .map((channel) => ({ label: `#${channel.name}`, value: channel.id, key: channel.id, lead: icon("hash", 18), test: "option-item" }));
    }
    return [];
  }

  /** Whether only listed values will do. */
  get closed() {
    const { option } = this;
    return Boolean(option.choices?.length) || [KIND.boolean, KIND.user, KIND.channel, KIND.role, KIND.mentionable].includes(option.type);
  }

  /** `{value}` to send, `{}` for nothing, or `{problem}` in a sentence. */
  read() {
    const { option, label } = this;
    if (this.empty) return option.required ? { problem: `“${label}” is required: ${this.closed ? `choose ${WORDS[option.type] === "text" ? "one of the list" : WORDS[option.type]}` : `write ${range(option)}`}.` } : {};
    if (this.picked) return { value: this.picked.value };
    const text = this.text.trim();
    if (this.closed) {
      const exact = this.suggestions()?.find((item) => fold(item.label).replace(/^[@#]/, "") === fold(text).replace(/^[@#]/, "") || fold(item.detail ?? "") === fold(text) || item.key === text);
      return exact ? { value: exact.value } : { problem: `“${label}” has no such choice as “${text}”: choose ${WORDS[option.type] === "text" ? "one of the list" : WORDS[option.type]}.` };
    }
    if (option.type === KIND.integer || option.type === KIND.number) return this.#number(text);
    const length = [...this.text].length;
    if (length < (option.min_length ?? 0)) return { problem: `“${label}” needs at least ${option.min_length} characters; it has ${length}.` };
    if (length > (option.max_length ?? 6000)) return { problem: `“${label}” may have at most ${option.max_length ?? 6000} characters; it has ${length}.` };
    return { value: text };
  }

  #number(text) {
    const { option, label } = this;
    const whole = option.type === KIND.integer;
    const value = Number(text.replace(",", "."));
    const good = whole ? /^[+-]?\d{1,16}$/.test(text) && Number.isSafeInteger(value) : /^[+-]?\d+([.,]\d+)?$/.test(text) && Number.isFinite(value);
    if (!good) return { problem: `“${label}” has to be ${range(option)}; “${text}” is not.` };
    if (value < (option.min_value ?? -Infinity) || value > (option.max_value ?? Infinity)) return { problem: `“${label}” has to be ${range(option)}; ${text} is not.` };
    return { value };
  }
}
