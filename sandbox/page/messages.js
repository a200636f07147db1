// One message as nodes: who, when, text, pictures, components.

import { avatar, fill, h, icon } from "./dom.js";
import { blocks, flat } from "./markup.js";
import { rows, sections } from "./components.js";
import { attachmentsOf, pictureNode, fileNode } from "./attachments.js";

const EPHEMERAL = 1 << 6;
const COMPONENTS_V2 = 1 << 15;
const TOGETHER_MS = 7 * 60 * 1000;

/** Whether only one person sees a message. */
export const isPrivate = (message) => Boolean(message.ephemeral_for) || (message.flags & EPHEMERAL) !== 0;

/** The nodes of a channel's messages, kept in step with the messages by id. */
export class MessageList {
  #app;
  #node;
  #shown = new Map();

  constructor(app, node) {
    this.#app = app;
    this.#node = node;
  }

  /** Shows these messages, reusing what has not changed. `newFrom`: the first unread one. */
  show(messages, pending, { newFrom, intro }) {
    const app = this.#app;
    const wanted = [];
    const kept = new Map();
    const keep = (key, signature, build) => {
      const before = this.#shown.get(key);
      const entry = before?.signature === signature ? before : { signature, node: build(), replaces: before?.node };
      kept.set(key, entry);
      wanted.push(entry.node);
      return entry;
    };
    if (intro) keep(`intro`, JSON.stringify(intro), () => introNode(intro));
    let previous = null;
    for (const message of messages) {
      const day = dayOf(message.timestamp);
      if (previous === null || dayOf(previous.timestamp) !== day) {
        keep(`day-${day}`, app.locale, () => divider(longDay(message.timestamp, app.locale)));
        previous = null;
      }
      if (message.id === newFrom) {
        keep("new", "new", () => divider("New", "is-new"));
        previous = null;
      }
      const compact = previous !== null && together(previous, message);
      const failure = app.failures.get(message.id);
      const busy = app.busy.get(message.id);
      const signature = JSON.stringify([message, compact, failure, busy, app.locale, app.day()]);
      keep(message.id, signature, () => messageNode(app, message, { compact, failure, busy }));
      previous = message;
    }
    for (const wait of pending) keep(wait.key, JSON.stringify(wait), () => pendingNode(app, wait));
    this.#put(wanted, kept);
  }

  #put(wanted, kept) {
    const held = document.activeElement;
    let refocus = null;
    for (const entry of kept.values()) {
      if (entry.replaces?.contains(held) && held !== entry.replaces) {
        const id = held.getAttribute("data-custom-id");
        refocus = (id && [...entry.node.querySelectorAll("[data-custom-id]")].find((node) => node.getAttribute("data-custom-id") === id)) || entry.node;
      } else if (entry.replaces !== undefined && entry.replaces === held) {
        refocus = entry.node;
      }
      entry.replaces = undefined;
    }
    const keep = new Set(wanted);
    for (const child of [...this.#node.children]) if (!keep.has(child)) child.remove();
    wanted.forEach((node, at) => {
      if (this.#node.children[at] !== node) this.#node.insertBefore(node, this.#node.children[at] ?? null);
    });
    this.#shown = kept;
    if (refocus) refocus.focus({ preventScroll: true });
  }
}

const dayOf = (timestamp) => new Date(timestamp).toDateString();
const longDay = (timestamp, locale) => new Intl.DateTimeFormat(locale, { dateStyle: "long" }).format(new Date(timestamp));

function together(previous, message) {
  return previous.author.id === message.author.id
    && isPrivate(previous) === isPrivate(message)
    && !isSystem(previous) && !isSystem(message)
    && !usedCommand(message) && !message.message_reference
    && new Date(message.timestamp) - new Date(previous.timestamp) < TOGETHER_MS;
}

const isSystem = (message) => ![0, 19, 20, 23].includes(message.type ?? 0);
const usedCommand = (message) => message.interaction_metadata?.type === 2 ? message.interaction_metadata : null;

function divider(words, kind = "") {
  return h("div", { class: `divider ${kind}`, role: "separator" }, h("span", {}, words));
}

function introNode({ title, words, symbol }) {
  return h("div", { class: "intro" }, h("span", { class: "intro-symbol" }, icon(symbol, 34)), h("h2", {}, title), h("p", {}, words));
}

/** “14:02” today, else with the day before it. */
function stamp(app, timestamp) {
  const date = new Date(timestamp);
  const short = new Intl.DateTimeFormat(app.locale, { timeStyle: "short" }).format(date);
  const today = new Date(app.now());
  const yesterday = new Date(app.now() - 86400000);
  let words = new Intl.DateTimeFormat(app.locale, { dateStyle: "short", timeStyle: "short" }).format(date);
  if (date.toDateString() === today.toDateString()) words = short;
  else if (date.toDateString() === yesterday.toDateString()) words = `Yesterday at ${short}`;
  const full = new Intl.DateTimeFormat(app.locale, { dateStyle: "full", timeStyle: "short" }).format(date);
  return { short, node: h("time", { class: "when", datetime: date.toISOString(), title: full }, words) };
}

function messageNode(app, message, { compact, failure, busy }) {
  const author = app.users.get(message.author.id) ?? message.author;
  const name = app.nameOf(author);
  const hidden = isPrivate(message);
  const when = stamp(app, message.timestamp);
  const mentioned = !hidden && message.author.id !== app.me && app.mentionsMe(message);
  const kind = [compact && "is-compact", hidden && "is-private", mentioned && "is-mention"].filter(Boolean).join(" ");
  const node = h("article", {
    class: `message ${kind}`, "data-test": "message", "data-id": message.id, "data-author": message.author.id,
    "data-private": hidden || null, "data-thinking": message.thinking || null, tabindex: "-1",
    "aria-label": `${name}, ${when.node.textContent}${hidden ? ", only you can see this" : ""}`,
  });
  if (isSystem(message)) {
    fill(node, systemBody(app, message, name, when));
    node.classList.add("is-system");
    return node;
  }
  const above = replyLine(app, message);
  const gutter = compact ? h("span", { class: "gutter-time", "aria-hidden": "true" }, when.short) : avatar(author, name);
  const head = compact ? null : h("header", { class: "message-head" },
    h("span", { class: "name" }, name),
    author.bot && h("span", { class: "tag" }, icon("check", 10), "APP"),
    when.node);
  fill(node, above, gutter, h("div", { class: "message-body" }, head, bodyOf(app, message, busy), threadChip(app, message),
    failure && h("p", { class: "failure", role: "alert", "data-test": "failure" }, icon("warn", 16), failure),
    hidden && privateLine(app, message)));
  return node;
}

function bodyOf(app, message, busy) {
  if (message.thinking) {
    return h("div", { class: "thinking", "data-test": "thinking" }, dots(), h("span", {}, `${app.nameOf(message.author)} is thinking…`));
  }
  const used = new Set();
  const parts = [];
  const context = { app, message, busy, used };
  if ((message.flags & COMPONENTS_V2) !== 0) {
    parts.push(...sections(context, message.components ?? []));
  } else {
    if (message.content) parts.push(h("div", { class: "content" }, blocks(message.content, app.world)));
    parts.push(...attachmentsOf(message).filter((file) => !used.has(file.filename)).map((file) => file.isPicture ? pictureNode(file) : fileNode(file)));
    parts.push(...rows(context, message.components ?? []));
  }
  if (message.edited_timestamp) parts.push(editedMark(app, message, parts));
  return parts.filter(Boolean);
}

function editedMark(app, message, parts) {
  const full = new Intl.DateTimeFormat(app.locale, { dateStyle: "full", timeStyle: "short" }).format(new Date(message.edited_timestamp));
  const mark = h("span", { class: "edited", title: full, "data-test": "edited" }, "(edited)");
  const text = parts[0]?.matches?.(".content") ? parts[0].lastElementChild : null;
  if (text?.matches(".text")) {
    text.append(" ", mark);
    return null;
  }
  return mark;
}

function replyLine(app, message) {
  const command = usedCommand(message);
  if (command) {
    const user = app.users.get(command.user?.id) ?? command.user;
    const name = app.nameOf(user);
    const said = command.name ?? message.interaction?.name;
    return h("p", { class: "reply-line" }, avatar(user, name, "tiny"), h("strong", {}, name), " used ",
      h("span", { class: "command-used" }, said ? `/${said}` : "a command"));
  }
  if ((message.type ?? 0) !== 19 || !message.message_reference) return null;
  const other = message.referenced_message ?? app.findMessage(message.message_reference.channel_id ?? message.channel_id, message.message_reference.message_id);
  if (!other) return h("p", { class: "reply-line" }, h("em", {}, "An earlier message"));
  const name = app.nameOf(app.users.get(other.author.id) ?? other.author);
  return h("p", { class: "reply-line" }, avatar(other.author, name, "tiny"), h("strong", {}, name), " ",
    h("span", { class: "reply-text" }, flat(other.content || "a picture", app.world)));
}

function threadChip(app, message) {
  const thread = message.thread ?? null;
  const known = app.channels.get(thread?.id);
  if (!thread) return null;
  return h("button", { type: "button", class: "thread-chip", "data-test": "thread-chip", "data-id": thread.id, onclick: () => app.openChannel(thread.id) },
    icon("thread", 18), h("span", { class: "thread-name" }, known?.name ?? thread.name ?? "Thread"),
    known?.archived ? h("span", { class: "thread-note" }, known.locked ? "Locked" : "Archived") : h("span", { class: "thread-note" }, "Open thread ›"));
}

function systemBody(app, message, name, when) {
  const body = [];
  let below = null;
  let symbol = "more";
  if (message.type === 21) {
    const reference = message.message_reference;
    const other = message.referenced_message ?? app.findMessage(reference?.channel_id, reference?.message_id);
    symbol = "thread";
    body.push("This thread was started from a message", other ? [" by ", h("strong", {}, app.nameOf(app.users.get(other.author.id) ?? other.author))] : null, " in ",
      h("button", { type: "button", class: "inline-link", onclick: () => app.openChannel(reference?.channel_id) }, `#${app.channelName(reference?.channel_id) ?? "its channel"}`));
    below = other?.content ? h("div", { class: "starter" }, blocks(other.content, app.world)) : null;
  } else {
    body.push(h("strong", {}, name), " ", ...blocks(message.content || "did something this page does not know", app.world));
  }
  return [h("span", { class: "system-symbol" }, icon(symbol, 18)), h("div", { class: "message-body" }, h("div", { class: "system-line" }, body, " ", when.node), below)];
}

function privateLine(app, message) {
  return h("p", { class: "private-line" }, icon("eye", 15), "Only you can see this · ",
    h("button", { type: "button", class: "inline-link", "data-test": "dismiss", onclick: () => app.dismiss(message) }, "Dismiss message"));
}

function dots() {
  return h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}

function pendingNode(app, wait) {
  const me = app.users.get(app.me);
  const bot = [...app.users.values()].find((user) => user.bot);
  const name = app.nameOf(bot);
  return h("article", { class: "message is-pending", "data-test": "pending", "data-state": wait.state },
    h("p", { class: "reply-line" }, avatar(me, app.nameOf(me), "tiny"), h("strong", {}, app.nameOf(me)), " used ", h("span", { class: "command-used" }, `/${wait.name}`)),
    avatar(bot, name),
    h("div", { class: "message-body" },
      h("header", { class: "message-head" }, h("span", { class: "name" }, name), h("span", { class: "tag" }, icon("check", 10), "APP")),
      wait.state === "sending"
        ? h("div", { class: "thinking" }, dots(), h("span", {}, "Sending the command…"))
        : [h("p", { class: "failure", role: "alert", "data-test": "failure" }, icon("warn", 16), wait.failure),
          h("p", { class: "private-line" }, icon("eye", 15), "Only you can see this · ",
            h("button", { type: "button", class: "inline-link", "data-test": "dismiss", onclick: () => app.dropPending(wait.key) }, "Dismiss message"))]));
}
