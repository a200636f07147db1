// The sidebar: current user, channels and threads of the server, direct messages.

import * as api from "./api.js";
import { avatar, fill, h, icon, openPanel, roving } from "./dom.js";

const LOCALES = [["en-US", "English (US)"], ["en-GB", "English (UK)"], ["fr", "Français"], ["de", "Deutsch"], ["es-ES", "Español"], ["it", "Italiano"], ["nl", "Nederlands"], ["pt-BR", "Português"], ["pl", "Polski"], ["ja", "日本語"]];

export class Sidebar {
  #app;
  #people;
  #channels;
  #self;
  #openArchives = new Set();
  #signatures = new Map();

  constructor(app, { people, channels, self }) {
    this.#app = app;
    this.#people = people;
    this.#channels = channels;
    this.#self = self;
    roving(people, "button");
    roving(channels, ".channel, .archive-toggle");
  }

  show() {
    const app = this.#app;
    const users = [...app.users.values()];
    const unread = users.map((user) => app.unreadOf(user.id));
    const channels = [...app.channels.values()].map((channel) => [channel, app.unreadOf(app.me, channel.id), channel.guild_id ? null : app.channelName(channel.id)]);
    this.#rebuild(this.#people, [app.me, users, unread], () => this.#showPeople());
    this.#rebuild(this.#channels, [app.me, app.channelId, app.guilds, channels, [...this.#openArchives]], () => this.#showChannels());
    this.#rebuild(this.#self, [app.locale, app.users.get(app.me)], () => this.#showSelf());
  }

  /** Rebuilds a part if what it shows has changed, and puts the focus back on the same thing. */
  #rebuild(part, shown, build) {
    const signature = JSON.stringify(shown);
    if (this.#signatures.get(part) === signature) return;
    this.#signatures.set(part, signature);
    const key = part.contains(document.activeElement) ? document.activeElement.getAttribute("data-key") : null;
    build();
    if (key) [...part.querySelectorAll("[data-key]")].find((node) => node.getAttribute("data-key") === key)?.focus();
  }

  #showPeople() {
    const app = this.#app;
    const people = [...app.users.values()].filter((user) => !user.bot);
    fill(this.#people, h("span", { class: "rail-title", id: "rail-title" }, "Act as"), people.map((user) => {
      const name = app.nameOf(user);
      const mine = user.id === app.me;
      const { count, mentions } = app.unreadOf(user.id);
      const waiting = !mine && count > 0;
      return h("button", {
        type: "button", class: `person ${mine ? "is-current" : ""}`, "data-test": "person", "data-key": user.id, "data-id": user.id, "data-name": user.username, "aria-pressed": String(mine),
        tabindex: mine ? "0" : "-1", title: `${name} (${user.locale ?? "en-US"})`,
        "aria-label": `Act as ${name}${waiting ? (mentions > 0 ? `, ${mentions} new for them` : ", unread messages") : ""}`, onclick: () => app.actAs(user.id),
      }, avatar(user, name, "large"), waiting && h("span", { class: mentions > 0 ? "badge" : "badge is-dot" }, mentions > 0 ? String(Math.min(mentions, 99)) : ""), h("span", { class: "person-name" }, name));
    }), h("button", { type: "button", class: "person is-add", "data-test": "add-person", "data-key": "add", tabindex: "-1", "aria-label": "Add a person", title: "Add a person", onclick: (event) => this.#addPerson(event.currentTarget) },
      h("span", { class: "avatar large" }, icon("plus", 20)), h("span", { class: "person-name" }, "Add")));
  }

  #addPerson(anchor) {
    openPanel(anchor, "Add a person", (close) => {
      const name = h("input", { type: "text", id: "new-name", maxlength: 32, autocomplete: "off", required: true });
      const locale = localeSelect("fr", "new-locale");
      return h("form", { class: "panel-form", onsubmit: async (event) => {
        event.preventDefault();
        if (name.value.trim() === "") return;
        const user = await this.#app.attempt(() => api.addPerson(name.value.trim(), locale.value));
        if (!user) return;
        close();
        await this.#app.reload();
      } }, h("h2", {}, "Add a person"), field("Name", name), field("Language", locale), h("button", { type: "submit", class: "button primary" }, "Add"));
    });
  }

  #showChannels() {
    const app = this.#app;
    const byId = (one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1);
    const all = [...app.channels.values()];
    const parts = [];
    for (const guild of app.guilds) {
      const tops = all.filter((channel) => channel.guild_id === guild.id && !isThread(channel)).sort(byId);
      parts.push(h("div", { class: "group" }, h("h2", { class: "group-title" }, h("span", {}, guild.name)), h("ul", { class: "channels" }, tops.map((channel) => {
        const threads = all.filter((each) => isThread(each) && each.parent_id === channel.id).sort(byId).reverse();
        const live = threads.filter((each) => !each.archived || each.id === app.channelId);
        const put = threads.filter((each) => each.archived && each.id !== app.channelId);
        const open = this.#openArchives.has(channel.id);
        return h("li", {}, this.#row(channel), threads.length > 0 && h("ul", { class: "threads" },
          live.map((thread) => h("li", {}, this.#row(thread))),
          put.length > 0 && h("li", {}, h("button", { type: "button", class: "archive-toggle", "data-key": `archive-${channel.id}`, "aria-expanded": String(open), tabindex: "-1", onclick: () => {
            if (!this.#openArchives.delete(channel.id)) this.#openArchives.add(channel.id);
            this.show();
          } }, icon("box", 15), `${put.length} archived`)),
          open && put.map((thread) => h("li", {}, this.#row(thread)))));
      }))));
    }
    const direct = all.filter((channel) => !channel.guild_id).sort(byId).reverse();
    parts.push(h("div", { class: "group" },
      h("h2", { class: "group-title" }, h("span", {}, "Direct messages"), h("button", { type: "button", class: "icon-button mini", "aria-label": "New direct message", title: "New direct message", "data-test": "new-dm", "data-key": "new-dm", onclick: (event) => this.#newDirect(event.currentTarget) }, icon("plus", 16))),
      direct.length > 0 ? h("ul", { class: "channels" }, direct.map((channel) => h("li", {}, this.#row(channel)))) : h("p", { class: "nothing" }, "None yet. The bot may write to you here, or press + to begin.")));
    fill(this.#channels, parts);
    if (!this.#channels.querySelector(".channel[tabindex='0']")) this.#channels.querySelector(".channel")?.setAttribute("tabindex", "0");
  }

  #row(channel) {
    const app = this.#app;
    const current = channel.id === app.channelId;
    const { count, mentions } = app.unreadOf(app.me, channel.id);
    const unread = count > 0 && !current;
    const name = app.channelName(channel.id);
    const other = channel.guild_id ? null : app.otherIn(channel);
    const lead = other ? avatar(other, app.nameOf(other), "small") : icon(isThread(channel) ? "thread" : "hash", isThread(channel) ? 16 : 18);
    const state = channel.locked ? "locked" : channel.archived ? "archived" : "";
    return h("button", {
      type: "button", class: ["channel", current && "is-current", unread && "is-unread", channel.archived && "is-archived"].filter(Boolean).join(" "), "data-test": "channel", "data-key": channel.id, "data-id": channel.id, "data-name": name,
      "data-type": channel.type, "data-unread": unread ? count : null, "aria-current": current ? "page" : null, tabindex: current ? "0" : "-1",
      "aria-label": [isThread(channel) ? "Thread" : other ? "Direct messages with" : "Channel", name, state && `, ${state}`, unread && `, ${count} unread`].filter(Boolean).join(" "),
      onclick: () => app.openChannel(channel.id),
    }, lead, h("span", { class: "channel-name" }, name), state && icon(channel.locked ? "lock" : "box", 14), unread && mentions > 0 && h("span", { class: "badge" }, String(Math.min(mentions, 99))));
  }

  #newDirect(anchor) {
    const app = this.#app;
    openPanel(anchor, "New direct message", (close) => {
      const people = [...app.users.values()].filter((user) => user.id !== app.me);
      const list = h("div", { class: "list" }, people.map((user) => h("button", { type: "button", class: "list-item", "data-test": "dm-person", "data-id": user.id, onclick: async () => {
        const channel = await app.attempt(() => api.openDirect(app.me, user.id));
        if (!channel) return;
        close();
        app.channels.set(channel.id, { recipients: [app.me, user.id], ...app.channels.get(channel.id), ...normal(channel, app.me) });
        app.openChannel(channel.id);
      } }, avatar(user, app.nameOf(user), "small"), h("span", { class: "item-words" }, h("span", { class: "item-label" }, app.nameOf(user)), user.dm_closed && h("span", { class: "item-detail" }, "has closed direct messages")), user.bot && h("span", { class: "tag" }, "APP"))));
      roving(list, "button");
      return [h("h2", {}, "Write to"), list];
    });
  }

  #showSelf() {
    const app = this.#app;
    const me = app.users.get(app.me);
    if (!me) return;
    const name = app.nameOf(me);
    fill(this.#self, avatar(me, name), h("div", { class: "self-words" }, h("span", { class: "self-name", "data-test": "me", "data-id": me.id }, name), h("span", { class: "self-note" }, `${app.locale}${me.manages ? " · manages" : ""}${me.dm_closed ? " · DMs closed" : ""}`)),
      h("button", { type: "button", class: "icon-button", "aria-label": `Settings of ${name}`, "aria-expanded": "false", "data-test": "settings", "data-key": "settings", onclick: (event) => this.#settings(event.currentTarget, me, name) }, icon("gear")));
  }

  #settings(anchor, me, name) {
    const app = this.#app;
    const change = async (fields) => {
      const user = await app.attempt(() => api.changePerson(me.id, fields));
      if (user) app.putUser({ ...me, ...fields, ...user });
    };
    openPanel(anchor, `Settings of ${name}`, () => {
      const locale = localeSelect(me.locale, "my-locale");
      locale.addEventListener("change", () => change({ locale: locale.value }));
      const closed = h("input", { type: "checkbox", id: "dm-closed", role: "switch", class: "switch", checked: Boolean(me.dm_closed), "data-test": "dm-closed" });
      closed.addEventListener("change", () => change({ dm_closed: closed.checked }));
      const manages = h("input", { type: "checkbox", id: "manages", role: "switch", class: "switch", checked: Boolean(me.manages), "data-test": "manages" });
      manages.addEventListener("change", () => change({ manages: manages.checked }));
      const roles = app.roles.map((role) => {
        const has = h("input", { type: "checkbox", id: `role-${role.id}`, role: "switch", class: "switch", checked: (me.roles ?? []).includes(role.id), "data-test": "role", "data-id": role.id });
        has.addEventListener("change", () => change({ roles: boxes.filter((box) => box.checked).map((box) => box.dataset.id) }));
        return { has, line: h("div", { class: "panel-switch" }, h("label", { for: `role-${role.id}` }, `Role @${role.name}`, role.name === "Board" && h("span", { class: "form-hint" }, "The server has allowed it all commands.")), has) };
      });
      const boxes = roles.map((role) => role.has);
      return h("div", { class: "panel-form" }, h("h2", {}, name),
        h("div", { class: "panel-field" }, h("label", { for: "my-locale" }, "Language of the app"), locale, h("span", { class: "form-hint" }, "Commands and answers follow it.")),
        h("div", { class: "panel-switch" }, h("label", { for: "dm-closed" }, "Close direct messages", h("span", { class: "form-hint" }, "The bot's messages are refused with 50007.")), closed),
        h("div", { class: "panel-switch" }, h("label", { for: "manages" }, "Manage the server", h("span", { class: "form-hint" }, "Some commands are for those who do.")), manages),
        roles.map((role) => role.line),
        h("a", { class: "button secondary", href: `?user=${encodeURIComponent(me.id)}`, target: "_blank", rel: "noopener" }, "Open in another tab"));
    }, { test: "settings-panel" });
  }
}

/** Whether a channel is a thread, of any kind. */
export const isThread = (channel) => [10, 11, 12].includes(channel.type);

/** A channel as the state lists it, whichever form it came in. */
export function normal(channel, me) {
  const { thread_metadata: thread, recipients, ...rest } = channel;
  const value = { guild_id: null, parent_id: null, ...rest };
  if (thread) Object.assign(value, { archived: thread.archived, locked: thread.locked });
  if (Array.isArray(recipients)) {
    value.recipients = recipients.map((each) => (typeof each === "string" ? each : each.id));
    if (!value.recipients.includes(me)) value.recipients.push(me);
  }
  return value;
}

function field(words, input) {
  return h("div", { class: "panel-field" }, h("label", { for: input.id }, words), input);
}

function localeSelect(chosen, id) {
  const known = LOCALES.some(([code]) => code === chosen) || !chosen ? LOCALES : [...LOCALES, [chosen, chosen]];
  return h("select", { id, "data-test": "locale" }, known.map(([code, words]) => h("option", { value: code, selected: code === chosen }, `${words} · ${code}`)));
}
