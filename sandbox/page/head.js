// The header above the messages: channel name, thread settings, thread state.

import * as api from "./api.js";
import { fill, h, icon, openPanel } from "./dom.js";
import { isThread } from "./sidebar.js";

/** The title of the channel, with the channel a thread grew from before it. */
export function showHead(app, node, channel) {
  const parent = channel && isThread(channel) ? app.channels.get(channel.parent_id) : null;
  const key = JSON.stringify([channel, parent?.name, app.title(channel)]);
  if (node.dataset.shown === key) return;
  node.dataset.shown = key;
  const symbol = channel && !channel.guild_id ? "at" : parent ? "thread" : "hash";
  fill(node, icon(symbol, 22), h("h1", { "data-test": "channel-title", "data-id": channel?.id },
    parent && [h("button", { type: "button", class: "inline-link crumb", onclick: () => app.openChannel(parent.id) }, parent.name), h("span", { class: "crumb-sign", "aria-hidden": "true" }, "›")],
    h("span", { class: "head-name" }, channel ? app.channelName(channel.id) : "No channel")),
    channel && isThread(channel) && h("button", {
      type: "button", class: "icon-button mini", "aria-label": "Thread settings", "aria-expanded": "false", "data-test": "thread-settings", onclick: (event) => threadPanel(app, event.currentTarget, channel),
    }, icon("more", 20)));
}

function threadPanel(app, anchor, channel) {
  openPanel(anchor, "Thread settings", (close) => {
    const act = (words, action, kind = "secondary") => h("button", { type: "button", class: `button ${kind}`, onclick: () => {
      close();
      app.attempt(action);
    } }, words);
    const change = (words, fields) => act(words, () => api.changeChannel(channel.id, fields));
    return h("div", { class: "panel-form" }, h("h2", {}, channel.name),
      channel.archived ? change("Unarchive the thread", { archived: false, locked: false }) : change("Archive the thread", { archived: true }),
      channel.locked ? change("Unlock the thread", { locked: false }) : change("Lock and archive the thread", { locked: true, archived: true }),
      act("Delete the thread", () => api.deleteChannel(channel.id), "danger"));
  });
}

/** What stands at the very beginning of a channel. */
export function introOf(app, channel) {
  const name = app.channelName(channel.id);
  if (!channel.guild_id) return { symbol: "at", title: name, words: `This is where your messages with ${name} begin.` };
  if (isThread(channel)) return { symbol: "thread", title: name, words: "This is where the thread begins." };
  return { symbol: "hash", title: `Welcome to #${name}`, words: "This is where the channel begins. Type / to see what the bot can do." };
}

/** The line above the composer about a thread that is archived or locked. */
export function showBanner(node, channel) {
  const words = channel?.locked ? "This thread is locked." : channel?.archived ? "This thread is archived. A message opens it again." : "";
  if (node.dataset.words === words) return;
  node.dataset.words = words;
  node.hidden = words === "";
  fill(node, icon(channel?.locked ? "lock" : "box", 16), words);
}
