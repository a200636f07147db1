// The composer: plain text, and `/` for commands with their options as chips.

import * as api from "./api.js";
import { avatar, fill, h, icon } from "./dom.js";
import { offered } from "./commands.js";
import { Chip, localized, range } from "./options.js";
import { Suggestions, fold, ranked } from "./suggestions.js";

const TYPING_PAUSE_MS = 180;

export class Composer {
  #app;
  #node;
  #list;
  #text;
  #line;
  #hint;
  #command = null;
  #chips = [];
  #more = null;
  #asked = 0;
  #timer = null;
  #sending = false;
  #drafts = new Map();
  #draftOf = null;

  constructor(app, node) {
    this.#app = app;
    this.#node = node;
    const list = h("div", { id: "suggestions", class: "list suggestions", role: "listbox", "aria-label": "Suggestions", hidden: true, "data-test": "suggestions" });
    this.#list = new Suggestions(list);
    this.#hint = h("div", { class: "hint", id: "hint", role: "status", "data-test": "hint" });
    this.#text = h("textarea", {
      class: "composer-text", rows: 1, "data-test": "composer", role: "combobox", "aria-expanded": "false", "aria-controls": "suggestions", "aria-autocomplete": "list",
      "aria-haspopup": "listbox", enterkeyhint: "send", maxlength: 4000, autocomplete: "off",
    });
    this.#line = h("div", { class: "command-line", "data-test": "command-line", role: "group", hidden: true });
    const send = h("button", { type: "submit", class: "icon-button send", "aria-label": "Send", "data-test": "send" }, icon("send", 20));
    const slash = h("button", { type: "button", class: "icon-button slash", "aria-label": "Show the commands", "data-test": "show-commands", onclick: () => this.begin("/") }, h("span", { "aria-hidden": "true" }, "/"));
    fill(node, list, this.#hint, h("div", { class: "entry" }, slash, this.#text, this.#line, send));
    this.#text.addEventListener("input", () => this.#typed());
    this.#text.addEventListener("keydown", (event) => this.#textKey(event));
    this.#text.addEventListener("blur", () => !this.#command && this.#list.hide());
    this.#text.addEventListener("focus", () => this.#typed());
    node.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  get busy() {
    return this.#command !== null || this.#text.value !== "";
  }

  focus() {
    (this.#command ? (this.#more ?? this.#chips.at(-1)?.input ?? this.#line.querySelector("button")) : this.#text).focus();
  }

  /** Puts a beginning into the empty field, as a key pressed elsewhere would. */
  begin(text) {
    this.#leave("");
    this.#text.value = text;
    this.#text.focus();
    this.#typed();
  }

  /** Another channel or person: its own draft, its own rights. */
  refresh() {
    const { channel, me } = this.#app;
    const key = channel ? `${me} ${channel.id}` : null;
    if (key !== this.#draftOf) {
      if (this.#draftOf) this.#drafts.set(this.#draftOf, this.#command ? "" : this.#text.value);
      this.#leave("");
      this.#text.value = this.#drafts.get(key) ?? "";
      this.#draftOf = key;
      this.#grow();
    }
    const label = this.#app.title(channel);
    const shut = !channel || channel.locked;
    this.#text.disabled = shut;
    this.#node.classList.toggle("is-shut", Boolean(shut));
    this.#text.placeholder = !channel ? "Choose a channel" : channel.locked ? "This thread is locked" : `Message ${label}, or / for commands`;
    this.#text.setAttribute("aria-label", channel ? `Message ${label}` : "Message");
  }

  #say(words, wrong = false) {
    this.#hint.classList.toggle("is-wrong", wrong);
    this.#hint.setAttribute("role", wrong ? "alert" : "status");
    fill(this.#hint, wrong && words ? icon("warn", 16) : null, words);
  }

  #grow() {
    this.#text.style.height = "auto";
    this.#text.style.height = `${Math.min(this.#text.scrollHeight, 240)}px`;
  }

  // ---- plain text, and the list of commands ----

  #typed() {
    this.#grow();
    this.#say("");
    const text = this.#text.value;
    if (text.startsWith("/") && !text.includes("\n")) {
      const typed = text.slice(1);
      const all = offered(this.#app);
      const begun = all.find((line) => fold(typed).startsWith(`${fold(line.label)} `) || typed.startsWith(`${line.path.join(" ")} `))
        ?? (typed.endsWith(" ") ? all.find((line) => [fold(line.label), line.path.join(" ")].includes(fold(typed))) : undefined);
      if (begun) {
        const used = typed.startsWith(`${begun.path.join(" ")} `) ? begun.path.join(" ") : begun.label;
        this.#enter(begun, typed.slice(used.length).trim());
        return;
      }
      this.#listCommands(typed, all);
      return;
    }
    const mention = /(?:^|\s)@([^\s@]*)$/.exec(text.slice(0, this.#text.selectionStart));
    if (mention) {
      const people = ranked(mention[1], this.#app.peopleHere(), (user) => [this.#app.nameOf(user), user.username]);
      this.#list.show(this.#text, "People", people.map((user) => this.#person(user)), (item) => this.#mention(item, mention[1].length));
      return;
    }
    this.#list.hide();
  }

  #person(user) {
    const name = this.#app.nameOf(user);
    return { label: name, detail: `@${user.username}`, key: user.id, name, lead: avatar(user, name, "small"), test: "mention-item" };
  }

  #mention(item, typed) {
    const at = this.#text.selectionStart;
    this.#text.setRangeText(`${item.name} `, at - typed, at, "end");
    this.#list.hide();
    this.#grow();
  }

  #listCommands(typed, all) {
    const some = ranked(typed, all, (line) => [line.label, line.path.join(" "), ...(typed.length > 2 ? [line.detail] : [])]);
    const items = some.map((line) => ({
      line, key: line.path.join(" "), test: "command-item", detail: line.detail,
      label: [h("span", { class: "command-name" }, `/${line.label}`), line.options.map((option) => h("span", { class: option.required ? "parameter" : "parameter is-optional" }, localized(option, "name", this.#app.locale)))],
    }));
    const note = all.length === 0 ? "The bot has no commands here." : items.length === 0 ? `No command is called “${typed}”.` : "";
    this.#list.show(this.#text, "Commands", items, (item) => this.#enter(item.line, ""), { note });
  }

  #textKey(event) {
    if (this.#list.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.#submit();
    } else if (event.key === "Escape" && this.#text.value.startsWith("/")) {
      this.#leave("");
    }
  }

  // ---- a command with its options ----

  #enter(line, rest) {
    this.#command = line;
    this.#chips = [];
    this.#text.hidden = true;
    this.#line.hidden = false;
    this.#node.classList.add("has-command");
    this.#line.setAttribute("aria-label", `Command ${line.label}`);
    fill(this.#line, h("span", { class: "command-name", "data-test": "command-name" }, `/${line.label}`));
    for (const option of line.options.filter((each) => each.required)) this.#addChip(option);
    this.#placeMore();
    this.#next();
    if (rest !== "") this.#spread(rest);
  }

  /** Text pasted behind the name: `option:value` pairs, or the first option's value. */
  #spread(rest) {
    const names = new Map(this.#command.options.flatMap((option) => [[fold(option.name), option], [fold(localized(option, "name", this.#app.locale)), option]]));
    const parts = rest.split(/\s+(?=[^\s:]+:)/u);
    for (const part of parts) {
      const pair = /^([^\s:]+):\s*([\s\S]*)$/u.exec(part);
      const option = pair && names.get(fold(pair[1]));
      const chip = option ? (this.#chips.find((each) => each.option === option) ?? this.#addChip(option)) : this.#chips.find((each) => each.empty);
      chip?.set(option ? pair[2] : part);
    }
    this.#placeMore();
    this.#next();
  }

  #addChip(option) {
    const chip = new Chip(this.#app, option, {
      onInput: (each) => this.#chipTyped(each),
      onKey: (each, event) => this.#chipKey(each, event),
      onFocus: (each) => this.#chipFocused(each),
      onBlur: () => this.#list.hide(),
    });
    this.#chips.push(chip);
    this.#line.insertBefore(chip.node, this.#more?.parentNode === this.#line ? this.#more : null);
    return chip;
  }

  #rest() {
    return this.#command.options.filter((option) => !this.#chips.some((chip) => chip.option === option));
  }

  /** The field behind the last chip, where the options not yet used are offered. */
  #placeMore() {
    const left = this.#rest();
    if (left.length === 0) {
      this.#more?.remove();
      this.#more = null;
      if (this.#chips.length === 0) this.#placeEnd();
      return;
    }
    if (this.#more?.isConnected) {
      this.#more.placeholder = `+${left.length} optional`;
      return;
    }
    this.#more = h("input", {
      type: "text", class: "more-options", "data-test": "more-options", role: "combobox", "aria-expanded": "false", "aria-controls": "suggestions", "aria-label": "More options", "aria-describedby": "hint",
      autocomplete: "off", placeholder: `+${left.length} optional`, size: 12, enterkeyhint: "send",
    });
    const offer = () => {
      const typed = this.#more?.value ?? "";
      const items = ranked(typed, this.#rest(), (option) => [localized(option, "name", this.#app.locale), option.name]).map((option) => ({
        option, key: option.name, label: localized(option, "name", this.#app.locale), detail: localized(option, "description", this.#app.locale), badge: option.required ? "required" : "optional", test: "option-name",
      }));
      if (this.#more) this.#list.show(this.#more, "Options", items, (item) => this.#use(item.option), { active: typed === "" ? -1 : 0, note: items.length === 0 ? `No option is called “${typed}”.` : "" });
    };
    this.#more.addEventListener("input", () => {
      const named = /^([^\s:]+):/u.exec(this.#more.value);
      const option = named && this.#rest().find((each) => [each.name, localized(each, "name", this.#app.locale)].some((name) => fold(name) === fold(named[1])));
      if (option) this.#use(option);
      else offer();
    });
    this.#more.addEventListener("focus", () => {
      this.#describe();
      offer();
    });
    this.#more.addEventListener("blur", () => this.#list.hide());
    this.#more.addEventListener("keydown", (event) => {
      if (this.#list.key(event)) return;
      if (event.key === "Backspace" && this.#more.value === "") {
        event.preventDefault();
        if (this.#chips.length > 0) this.#chips.at(-1).input.focus();
        else this.#leave(`/${this.#command.label}`);
      } else this.#commonKey(event, this.#more);
    });
    this.#line.append(this.#more);
  }

  /** A command without options still needs a place for the focus. */
  #placeEnd() {
    const end = h("button", { type: "button", class: "command-end", "data-test": "command-end", onclick: () => this.#submit() }, "Press Enter to send");
    end.addEventListener("keydown", (event) => {
      if (event.key === "Backspace") {
        event.preventDefault();
        this.#leave(`/${this.#command.label}`);
      } else if (event.key === "Escape") this.#commonKey(event, end);
    });
    this.#line.append(end);
  }

  #use(option) {
    if (this.#more) this.#more.value = "";
    const chip = this.#addChip(option);
    this.#placeMore();
    chip.input.focus();
  }

  #next() {
    const open = this.#chips.find((chip) => chip.option.required && chip.empty);
    (open?.input ?? this.#more ?? this.#chips.at(-1)?.input ?? this.#line.querySelector(".command-end"))?.focus();
  }

  #describe(chip) {
    const { locale } = this.#app;
    if (!chip) {
      this.#say(h("span", {}, h("strong", {}, `/${this.#command.label}`), " ", this.#command.detail));
      return;
    }
    const { option } = chip;
    this.#say(h("span", {}, h("strong", {}, chip.label), " ", localized(option, "description", locale),
      h("span", { class: "hint-kind" }, ` ${option.required ? "required" : "optional"} · ${option.choices?.length ? "one of the list" : range(option)}`)));
  }

  #chipFocused(chip) {
    this.#describe(chip);
    if (!chip.picked) this.#suggest(chip, 0);
  }

  #chipTyped(chip) {
    // `name:` typed into the field of this option or of another one.
    const named = /^([^\s:]+):\s?(.*)$/u.exec(chip.text);
    const option = named && this.#command.options.find((each) => [each.name, localized(each, "name", this.#app.locale)].some((name) => fold(name) === fold(named[1])));
    if (option === chip.option) chip.set(named[2]);
    else if (option && chip.text === named[0]) {
      chip.set("");
      const other = this.#chips.find((each) => each.option === option) ?? this.#addChip(option);
      other.set(named[2]);
      other.input.focus();
      return;
    }
    this.#describe(chip);
    this.#suggest(chip, TYPING_PAUSE_MS);
  }

  #suggest(chip, pause) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const items = chip.suggestions();
    if (items !== null) {
      const nothing = chip.closed && items.length === 0;
      if (items.length === 0 && !nothing) this.#list.hide();
      else this.#list.show(chip.input, chip.label, items, (item) => this.#picked(chip, item), { note: nothing ? "Nothing in the list fits." : "", active: chip.empty && !chip.option.required ? -1 : 0 });
      return;
    }
    const turn = this.#asked;
    this.#list.stale(chip.input, chip.label, "Asking the bot…");
    this.#timer = setTimeout(() => this.#ask(chip, turn), pause);
  }

  async #ask(chip, turn) {
    let answer;
    try {
      answer = await api.interact(this.#body("autocomplete", this.#data(chip)));
    } catch (error) {
      answer = { failure: error.message };
    }
    // Only the latest request counts, and only while its field is still in use.
    if (turn !== this.#asked || document.activeElement !== chip.input) return;
    const choices = answer.choices ?? null;
    const items = (choices ?? []).map((choice) => ({ label: localized(choice, "name", this.#app.locale), value: choice.value, key: String(choice.value), test: "option-item" }));
    const note = choices === null ? (answer.failure ?? "The bot gave no suggestions in time.") : items.length === 0 ? "The bot has nothing to suggest." : "";
    this.#list.show(chip.input, chip.label, items, (item) => this.#picked(chip, item), { note, active: chip.empty && !chip.option.required ? -1 : 0 });
  }

  #picked(chip, item) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    chip.pick(item);
    this.#list.hide();
    this.#next();
  }

  #chipKey(chip, event) {
    if (this.#list.key(event)) return;
    const { input } = chip;
    const at = this.#chips.indexOf(chip);
    if (event.key === "Backspace" && chip.text === "") {
      event.preventDefault();
      if (!chip.option.required) {
        this.#chips.splice(at, 1);
        this.#placeMore();
        (this.#chips[at - 1]?.input ?? this.#more)?.focus();
        chip.node.remove();
      } else if (at > 0) this.#chips[at - 1].input.focus();
      else this.#leave(`/${this.#command.label}`);
    } else if (event.key === "ArrowLeft" && input.selectionEnd === 0 && at > 0) {
      event.preventDefault();
      this.#chips[at - 1].input.focus();
    } else if (event.key === "ArrowRight" && input.selectionStart === chip.text.length && (this.#chips[at + 1] || this.#more)) {
      event.preventDefault();
      (this.#chips[at + 1]?.input ?? this.#more).focus();
    } else this.#commonKey(event, input);
  }

  #commonKey(event) {
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      this.#submit();
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.#leave("");
      this.#text.focus();
    }
  }

  /** Back to plain text, holding `text`. */
  #leave(text) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#command = null;
    this.#chips = [];
    this.#more = null;
    this.#list.hide();
    this.#line.hidden = true;
    this.#text.hidden = false;
    this.#node.classList.remove("has-command");
    fill(this.#line);
    this.#say("");
    this.#text.value = text;
    this.#grow();
    if (text !== "") {
      this.#text.focus();
      this.#typed();
    }
  }

  // ---- sending ----

  #data(focused) {
    const options = [];
    for (const chip of this.#chips) {
      if (chip === focused) {
        options.push({ name: chip.option.name, type: chip.option.type, value: chip.text, focused: true });
        continue;
      }
      const { value } = chip.read();
      if (value !== undefined) options.push({ name: chip.option.name, type: chip.option.type, value });
    }
    const [name, ...subs] = this.#command.path;
    const nested = subs.reduceRight((inner, sub, depth) => [{ name: sub, type: depth === subs.length - 1 ? 1 : 2, options: inner }], options);
    return { id: this.#command.command.id, name, type: 1, options: nested };
  }

  #body(kind, data) {
    const { me, channel, locale } = this.#app;
    return { user: me, channel: channel.id, kind, data, locale };
  }

  async #submit() {
    if (this.#sending || !this.#app.channel) return;
    this.#sending = true;
    try {
      await (this.#command ? this.#sendCommand() : this.#sendText());
    } finally {
      this.#sending = false;
    }
  }

  async #sendCommand() {
    for (const chip of this.#chips) {
      const { problem } = chip.read();
      chip.complain(problem ?? null);
      if (problem) {
        chip.input.focus();
        this.#list.hide();
        this.#say(problem, true);
        return;
      }
    }
    clearTimeout(this.#timer);
    this.#list.hide();
    const body = this.#body("command", this.#data(null));
    const name = this.#command.path.join(" ");
    await this.#app.runCommand(body, name, (refusal) => {
      if (refusal) this.#say(refusal, true);
      else {
        this.#leave("");
        this.#text.focus();
      }
    });
  }

  async #sendText() {
    const text = this.#text.value.trim();
    if (text === "") return;
    if (text.startsWith("/") && offered(this.#app).some((line) => fold(line.label) === fold(text.slice(1)) || line.path.join(" ") === text.slice(1))) {
      this.#text.value = `${text} `;
      this.#typed();
      return;
    }
    const names = [...this.#app.users.values()].flatMap((user) => [[this.#app.nameOf(user), user.id], [user.username, user.id]]).sort((one, other) => other[0].length - one[0].length);
    let content = text;
    for (const [name, id] of names) content = content.replaceAll(new RegExp(`(^|\\s)@${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "gu"), `$1<@${id}>`);
    if (content.length > 2000) {
      this.#say(`A message may have at most 2000 characters; this one has ${content.length}.`, true);
      return;
    }
    try {
      await api.write(this.#app.me, this.#app.channel.id, content);
      this.#text.value = "";
      this.#grow();
      this.#list.hide();
    } catch (error) {
      this.#say(error.message, true);
    }
  }
}
