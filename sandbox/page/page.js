// The page: its state, its event handlers, and its parts.

import { Activity } from "./activity.js";
import * as api from "./api.js";
import { h, icon } from "./dom.js";
import { relative } from "./markup.js";
import { MessageList } from "./messages.js";
import { Composer } from "./composer.js";
import { Sidebar, isThread, normal } from "./sidebar.js";
import { Tools } from "./tools.js";
import { openForm } from "./dialogs.js";
import { History } from "./history.js";
import { Unread } from "./unread.js";
import { introOf, showBanner, showHead } from "./head.js";

const $ = (id) => document.getElementById(id);
const FAILED = "This interaction failed";

class App {
  me = null;
  users = new Map();
  guilds = [];
  channels = new Map();
  commands = [];
  channelId = null;
  hasActivity = false;
  botOnline = false;
  offset = 0;
  failures = new Map();
  busy = new Map();
  history = new History();
  unread = new Unread();
  #skew = 0;
  #pending = [];
  #newFrom = null;
  #sockets = new Map();
  #dismissed = new Set(JSON.parse(sessionStorage.getItem("dismissed") ?? "[]"));
  #atEnd = true;
  #scheduled = false;

  constructor() {
    const app = this;
    this.world = {
      get me() { return app.me; },
      get locale() { return app.locale; },
      now: () => this.now(),
      userName: (id) => (this.users.has(id) ? this.nameOf(this.users.get(id)) : null),
      channelName: (id) => this.channelName(id),
      roleName: (id) => this.roles.find((role) => role.id === id)?.name ?? null,
      isThread: (id) => isThread(this.channels.get(id) ?? {}),
      openChannel: (id) => this.openChannel(id),
    };
  }

  async start() {
    this.list = new MessageList(this, $("messages"));
    this.composer = new Composer(this, $("composer"));
    this.sidebar = new Sidebar(this, { people: $("people"), channels: $("channels"), self: $("self") });
    const asked = new URLSearchParams(location.search);
    const ready = await this.#load(asked.get("user"), asked.get("channel"));
    if (!ready) return;
    this.activity = new Activity(this, $("activity"));
    this.tools = new Tools(this, $("tools"));
    this.#wire();
    this.render();
    setInterval(() => this.#tick(), 1000);
    if (window.innerWidth > 760) this.composer.focus();
  }

  // ---- loading ----

  async #load(user, channel) {
    const state = await this.#firstState(user);
    if (!state) return false;
    this.#take(state);
    const wanted = channel && this.channels.has(channel) ? channel : (sessionStorage.getItem(`channel-${this.me}`) ?? "");
    const first = [...this.channels.values()].find((each) => each.guild_id && !isThread(each));
    this.channelId = this.channels.has(wanted) ? wanted : (first?.id ?? [...this.channels.keys()][0] ?? null);
    this.#address();
    this.#connect();
    await this.#open(this.channelId);
    return true;
  }

  /** The state of the person named in the address, or of the first person there is. */
  async #firstState(user) {
    try {
      const found = await api.state(user ?? undefined);
      if (found.me || user) return { ...found, me: typeof found.me === "object" && found.me ? found.me.id : found.me ?? user };
      const first = found.users.find((each) => !each.bot);
      return await this.#firstState(first.id);
    } catch (error) {
      if (user) {
        this.toast(error.message);
        return this.#firstState(null);
      }
      this.#status(false, `${error.message} This page tries again by itself.`);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return this.#firstState(null);
    }
  }

  #take(state) {
    this.me = state.me;
    this.users = new Map(state.users.map((user) => [user.id, user]));
    this.guilds = state.guilds;
    this.channels = new Map(state.channels.map((channel) => [channel.id, normal(channel, this.me)]));
    for (const channel of state.channels) {
      this.unread.begin(this.me, channel.id, channel.unread === true ? 1 : Number(channel.unread) || 0);
    }
    this.setCommands(state);
    this.botOnline = state.bot_online === true;
    this.setClock(state);
  }

  /** The entry point is no slash command: Discord has a button for it. */
  setCommands({ commands = [] }) {
    this.commands = commands.filter((command) => command.type !== 4);
    this.hasActivity = commands.length > this.commands.length;
    this.soon();
  }

  async reload() {
    try {
      const state = await api.state(this.me);
      this.#take({ ...state, me: this.me });
      if (!this.channels.has(this.channelId)) this.channelId = [...this.channels.keys()][0] ?? null;
      this.history.clear();
      this.#connect();
      await this.#open(this.channelId);
    } catch (error) {
      this.toast(error.message);
    }
    this.render();
  }

  async #open(id) {
    if (!id || this.history.has(id)) return;
    try {
      await this.history.open(this.me, id);
    } catch (error) {
      this.toast(error.message);
    }
  }

  async #older() {
    const scroller = $("scroller");
    const channel = this.channelId;
    try {
      if (!(await this.history.older(this.me, channel))) return;
    } catch (error) {
      this.toast(error.message);
    }
    if (channel !== this.channelId) return;
    const fromEnd = scroller.scrollHeight - scroller.scrollTop;
    this.render();
    if (!this.#atEnd) scroller.scrollTop = scroller.scrollHeight - fromEnd;
  }

  // ---- names ----

  /** What a person may be given; the role of everybody comes first, and all have it. */
  get roles() {
    return this.guilds.flatMap((guild) => guild.roles.slice(1));
  }

  get channel() {
    return this.channels.get(this.channelId) ?? null;
  }

  get locale() {
    const locale = this.users.get(this.me)?.locale ?? "en-US";
    return Intl.DateTimeFormat.supportedLocalesOf([locale]).length > 0 ? locale : "en-US";
  }

  nameOf(user) {
    return user?.global_name || user?.username || "Someone";
  }

  otherIn(channel) {
    const id = (channel.recipients ?? []).find((each) => each !== this.me);
    return this.users.get(id) ?? null;
  }

  channelName(id) {
    const channel = this.channels.get(id);
    if (!channel) return null;
    return channel.guild_id ? channel.name : this.nameOf(this.otherIn(channel)) || channel.name || "Direct message";
  }

  title(channel) {
    if (!channel) return "";
    const name = this.channelName(channel.id);
    return !channel.guild_id ? `@${name}` : isThread(channel) ? `“${name}”` : `#${name}`;
  }

  botIsIn(channel) {
    return this.otherIn(channel)?.bot === true;
  }

  peopleHere() {
    const { channel } = this;
    const place = (user) => (user.bot ? 2 : user.id === this.me ? 1 : 0);
    const all = [...this.users.values()].sort((one, other) => place(one) - place(other));
    return channel && !channel.guild_id ? all.filter((user) => (channel.recipients ?? []).includes(user.id)) : all;
  }

  mentionsMe(message, me = this.me) {
    return new RegExp(`<@!?${me}>`).test(message.content ?? "") || /@(everyone|here)\b/.test(message.content ?? "");
  }

  findMessage(channel, id) {
    return this.history.find(channel, id);
  }

  // ---- clock ----

  now() {
    return Date.now() + this.#skew;
  }

  day() {
    return new Date(this.now()).toDateString();
  }

  setClock({ now_ms, offset_ms }) {
    if (typeof now_ms === "number") this.#skew = now_ms - Date.now();
    this.offset = offset_ms ?? 0;
    this.tools?.tick();
    this.#stamps();
    this.soon();
  }

  #tick() {
    this.tools.tick();
    this.#stamps();
    if (this.day() !== this.shownDay) this.soon();
  }

  #stamps() {
    for (const node of document.querySelectorAll("time[data-relative]")) {
      const words = relative(Number(node.getAttribute("data-relative")), this.now(), this.locale);
      if (node.textContent !== words) node.textContent = words;
    }
  }

  // ---- unread ----

  unreadOf(user, channel) {
    return this.unread.count(user, channel);
  }

  #noteUnread(user, message, direct) {
    if (message.author.id === user) return;
    const here = user === this.me && message.channel_id === this.channelId;
    if (here && document.visibilityState === "visible" && this.#atEnd) return;
    this.unread.add(user, message, direct || message.ephemeral_for === user || this.mentionsMe(message, user));
    if (here) this.#newFrom ??= message.id;
  }

  // ---- events ----

  #connect() {
    const people = [...this.users.values()].filter((user) => !user.bot).map((user) => user.id);
    for (const [id, socket] of this.#sockets) {
      if (people.includes(id)) continue;
      socket.close();
      this.#sockets.delete(id);
    }
    for (const id of people) {
      if (this.#sockets.has(id)) continue;
      this.#sockets.set(id, new api.Events(id, (event) => (id === this.me ? this.#event(event) : this.#elsewhere(id, event)), (up, again) => id === this.me && this.#line(up, again)));
    }
  }

  #line(up, again) {
    this.#status(up, "Connection lost. Trying again…");
    if (up && again) this.reload();
  }

  #status(up, words) {
    const bar = $("connection");
    bar.hidden = up;
    bar.textContent = up ? "" : words;
  }

  /** What another person hears matters for the marks beside them. */
  #elsewhere(user, event) {
    if (event.type !== "message_create") return;
    const channel = this.channels.get(event.message.channel_id);
    this.#noteUnread(user, event.message, channel ? !channel.guild_id : !event.message.guild_id && !event.message.ephemeral_for);
    this.soon();
  }

  #event(event) {
    switch (event.type) {
      case "message_create": {
        const { message } = event;
        this.history.put(message, false);
        const channel = this.channels.get(message.channel_id);
        this.#noteUnread(this.me, message, channel ? !channel.guild_id : false);
        break;
      }
      case "message_update":
        this.history.put(event.message, true);
        this.failures.delete(event.message.id);
        break;
      case "message_delete": this.history.remove(event.channel_id, event.id); break;
      case "channel_create":
      case "channel_update": {
        const channel = normal(event.channel, this.me);
        this.channels.set(channel.id, { ...this.channels.get(channel.id), ...channel });
        break;
      }
      case "channel_delete":
        this.channels.delete(event.id);
        this.unread.clear(this.me, event.id);
        if (event.id === this.channelId) this.openChannel([...this.channels.keys()][0]);
        break;
      case "interaction": api.settle(event); break;
      case "clock": this.setClock(event); break;
      case "commands": api.state(this.me).then((state) => this.setCommands(state)).catch(() => {}); break;
      case "activity":
        // Other tabs of this person hear of it, too.
        api.isOwn(event.interaction).then((isOwn) => isOwn && this.activity.open(event));
        break;
      case "bot": this.botOnline = event.online === true; break;
      case "user": this.putUser(event.user); break;
      default: break;
    }
    this.soon();
  }

  putUser(user) {
    this.users.set(user.id, { ...this.users.get(user.id), ...user });
    this.#connect();
    this.soon();
  }

  // ---- actions ----

  /** Does something that may be refused; the refusal is shown, and null comes back. */
  async attempt(action) {
    try {
      return (await action()) ?? {};
    } catch (error) {
      this.toast(error.message);
      return null;
    }
  }

  toast(words) {
    const node = h("div", { class: "toast", role: "alert", "data-test": "toast" }, icon("warn", 18), h("span", {}, words),
      h("button", { type: "button", class: "icon-button mini", "aria-label": "Close", onclick: () => node.remove() }, icon("close", 16)));
    $("toasts").append(node);
    setTimeout(() => node.remove(), 8000);
  }

  async runCommand(body, name, onSent) {
    const key = `pending-${body.user}-${Date.now()}`;
    const wait = { key, user: body.user, channel: body.channel, name, state: "sending", failure: "" };
    let sent = false;
    try {
      const outcome = await api.interactAndWait(body, () => {
        sent = true;
        onSent(null);
        this.#pending.push(wait);
        this.#atEnd = true;
        this.soon();
      });
      if (outcome.state === "failed") Object.assign(wait, { state: "failed", failure: failureWords(outcome.failure || "the application did not respond") });
      else this.dropPending(key);
      if (outcome.state === "modal") this.#form(outcome.modal, body.channel, null);
    } catch (error) {
      if (sent) Object.assign(wait, { state: "failed", failure: error.message });
      else onSent(error.message);
    }
    this.soon();
  }

  dropPending(key) {
    this.#pending = this.#pending.filter((wait) => wait.key !== key);
    this.soon();
  }

  /** Presses a button or answers a select of a message. */
  async component(message, data) {
    this.busy.set(message.id, data.custom_id);
    this.failures.delete(message.id);
    this.render();
    try {
      const outcome = await api.interactAndWait({ user: this.me, channel: message.channel_id, kind: "component", data, message_id: message.id, locale: this.locale });
      if (outcome.state === "failed") this.failures.set(message.id, failureWords(outcome.failure));
      if (outcome.state === "modal") this.#form(outcome.modal, message.channel_id, message.id);
    } catch (error) {
      this.failures.set(message.id, error.message);
    }
    this.busy.delete(message.id);
    this.soon();
  }

  #form(form, channel, message_id) {
    if (!form) return;
    const { me, locale } = this;
    openForm(this, form, async (components) => {
      try {
        const body = { user: me, channel, kind: "modal", data: { custom_id: form.custom_id, components }, locale };
        if (message_id) body.message_id = message_id;
        const outcome = await api.interactAndWait(body);
        return outcome.state === "failed" ? `${failureWords(outcome.failure)}. Try again.` : null;
      } catch (error) {
        return error.message;
      }
    });
  }

  dismiss(message) {
    this.#dismissed.add(message.id);
    sessionStorage.setItem("dismissed", JSON.stringify([...this.#dismissed].slice(-500)));
    this.render();
    this.composer.focus();
  }

  async openChannel(id) {
    if (!this.channels.has(id)) {
      this.toast("You cannot see this channel.");
      return;
    }
    this.channelId = id;
    sessionStorage.setItem(`channel-${this.me}`, id);
    this.#newFrom = this.unread.first(this.me, id);
    this.unread.clear(this.me, id);
    this.#atEnd = true;
    this.#address();
    this.#drawer(false);
    this.render();
    await this.#open(id);
    this.render();
    if (window.innerWidth > 760) this.composer.focus();
  }

  async actAs(id) {
    if (id === this.me) return;
    const state = await this.attempt(() => api.state(id));
    if (!state) return;
    const channel = this.channelId;
    this.activity.close();
    this.failures.clear();
    this.busy.clear();
    this.history.clear();
    this.#take({ ...state, me: id });
    const wanted = sessionStorage.getItem(`channel-${id}`);
    this.channelId = [channel, wanted].find((each) => each && this.channels.has(each)) ?? [...this.channels.keys()][0] ?? null;
    this.tools.tick();
    await this.openChannel(this.channelId);
  }

  #address() {
    const query = new URLSearchParams({ user: this.me, ...(this.channelId ? { channel: this.channelId } : {}) });
    history.replaceState(null, "", `?${query}`);
  }

  // ---- rendering ----

  soon() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.render();
    });
  }

  render() {
    if (!this.me || !this.tools) return;
    const { channel } = this;
    this.shownDay = this.day();
    document.documentElement.lang = "en";
    this.sidebar.show();
    this.tools.showBot();
    this.activity.showButton();
    showHead(this, $("channel-head"), channel);
    const known = this.history.of(this.channelId).filter((message) => !this.#dismissed.has(message.id));
    const scroller = $("scroller");
    const waits = this.#pending.filter((wait) => wait.channel === this.channelId && wait.user === this.me);
    $("messages").setAttribute("aria-busy", String(channel !== null && !this.history.has(this.channelId)));
    this.list.show(known, waits, { newFrom: this.#newFrom, intro: channel && this.history.isWhole(channel.id) ? introOf(this, channel) : null });
    if (this.#atEnd) scroller.scrollTop = scroller.scrollHeight;
    this.#jump();
    showBanner($("banner"), channel);
    this.composer.refresh();
    const { mentions } = this.unreadOf(this.me);
    document.title = `${mentions > 0 ? `(${mentions}) ` : ""}${this.title(channel)} · ${this.nameOf(this.users.get(this.me))}`;
  }

  #jump() {
    $("jump").hidden = this.#atEnd;
  }

  #drawer(open) {
    document.body.classList.toggle("drawer-open", open);
    $("menu").setAttribute("aria-expanded", String(open));
    this.#inert();
    if (open) $("channels").querySelector(".channel.is-current, .channel")?.focus();
  }

  #inert() {
    const narrow = window.matchMedia("(max-width: 760px)").matches;
    const open = document.body.classList.contains("drawer-open");
    $("side").inert = narrow && !open;
    $("main").inert = narrow && open;
  }

  #wire() {
    const scroller = $("scroller");
    let before = 0;
    scroller.addEventListener("scroll", () => {
      const end = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 60;
      const up = scroller.scrollTop < before;
      before = scroller.scrollTop;
      // New content moves the end away; the view follows it unless the user has scrolled up.
      if (end !== this.#atEnd && (end || up)) {
        this.#atEnd = end;
        this.#jump();
        if (end && this.channelId) {
          this.unread.clear(this.me, this.channelId);
          this.soon();
        }
      }
      if (scroller.scrollTop < 120) this.#older();
    }, { passive: true });
    const stay = new ResizeObserver(() => {
      if (this.#atEnd) scroller.scrollTop = scroller.scrollHeight;
    });
    stay.observe($("messages"));
    stay.observe(scroller);
    $("jump").addEventListener("click", () => {
      this.#atEnd = true;
      scroller.scrollTop = scroller.scrollHeight;
      this.composer.focus();
    });
    $("menu").addEventListener("click", () => this.#drawer(!document.body.classList.contains("drawer-open")));
    $("shade").addEventListener("click", () => this.#drawer(false));
    window.addEventListener("resize", () => this.#inert());
    this.#inert();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible" || !this.#atEnd) return;
      this.unread.clear(this.me, this.channelId);
      this.soon();
    });
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    if (event.key === "Escape" && document.body.classList.contains("drawer-open") && !document.querySelector("[popover].panel")) {
      this.#drawer(false);
      $("menu").focus();
      return;
    }
    if (event.altKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const rows = [...$("channels").querySelectorAll(".channel")].map((node) => node.getAttribute("data-id"));
      const next = rows[(rows.indexOf(this.channelId) + (event.key === "ArrowDown" ? 1 : -1) + rows.length) % rows.length];
      event.preventDefault();
      if (next) this.openChannel(next);
      return;
    }
    const writing = event.target.closest?.("input, textarea, select, dialog, [popover], .list");
    if (event.key === "/" && !writing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.composer.begin("/");
    }
  }
}

const failureWords = (failure) => (failure && !failure.startsWith(FAILED) ? `${FAILED}: ${failure.charAt(0).toLowerCase()}${failure.slice(1)}` : failure || FAILED);

const app = new App();
app.start();
