// Discord's markup as DOM nodes: a small recursive parser, without HTML in between.

import { h, icon } from "./dom.js";

/**
 * What the reader needs to know of the world around a text.
 * @typedef {{userName: (id: string) => string|null, channelName: (id: string) => string|null, roleName: (id: string) => string|null, isThread: (id: string) => boolean,
 *   openChannel: (id: string) => void, me: string, locale: string, now: () => number}} World
 */

/** A whole message: code blocks, headings, quotes, lists, and text in between. */
export function blocks(text, world) {
  const nodes = [];
  const fence = /```(?:([A-Za-z0-9_+.#-]+)\n)?\n?([\s\S]+?)\n?```/g;
  let from = 0;
  for (const found of text.matchAll(fence)) {
    nodes.push(...lines(text.slice(from, found.index).replace(/\n$/, ""), world));
    nodes.push(h("pre", { class: "code-block", "data-language": found[1] }, h("code", {}, found[2])));
    from = found.index + found[0].length;
    if (text[from] === "\n") from += 1;
  }
  nodes.push(...lines(text.slice(from), world));
  return nodes;
}

function lines(text, world, quoted = false) {
  if (text === "") return [];
  const all = text.split("\n");
  const nodes = [];
  let plain = [];
  const flush = () => {
    if (plain.length > 0) nodes.push(h("div", { class: "text" }, inline(plain.join("\n"), world)));
    plain = [];
  };
  for (let at = 0; at < all.length; at += 1) {
    const line = all[at];
    let found;
    if ((found = /^(#{1,3})\s+(\S.*)$/.exec(line))) {
      flush();
      // Levels below the page's own headings.
      nodes.push(h("div", { class: `heading level-${found[1].length}`, role: "heading", "aria-level": found[1].length + 2 }, inline(found[2], world)));
    } else if ((found = /^-#\s+(\S.*)$/.exec(line))) {
      flush();
      nodes.push(h("div", { class: "small-print" }, inline(found[1], world)));
    } else if (!quoted && (found = /^>>>\s?([\s\S]*)$/.exec(line))) {
      flush();
      const rest = [found[1], ...all.slice(at + 1)].join("\n");
      nodes.push(h("blockquote", {}, lines(rest, world, true)));
      return nodes;
    } else if (!quoted && /^>\s/.test(line)) {
      flush();
      const said = [];
      while (at < all.length && /^>\s/.test(all[at])) said.push(all[at++].slice(2));
      at -= 1;
      // A quote within a quote is plain text.
      nodes.push(h("blockquote", {}, lines(said.join("\n"), world, true)));
    } else if (LIST.test(line)) {
      flush();
      const items = [];
      const first = LIST.exec(line);
      while (at < all.length && LIST.test(all[at])) {
        const item = LIST.exec(all[at]);
        // Numbers after bullets begin a new list, unless they are indented.
        if (item[1].length <= first[1].length && /\d/.test(item[2]) !== /\d/.test(first[2])) break;
        items.push(item);
        at += 1;
      }
      at -= 1;
      nodes.push(list(items, world));
    } else {
      plain.push(line);
    }
  }
  flush();
  return nodes;
}

const LIST = /^(\s*)([-*]|\d{1,9}\.)\s+(\S.*)$/;

function list(items, world) {
  const numbered = /\d/.test(items[0][2]);
  const node = h(numbered ? "ol" : "ul", numbered ? { start: parseInt(items[0][2], 10) } : {});
  const indent = items[0][1].length;
  for (let at = 0; at < items.length; at += 1) {
    const item = h("li", {}, inline(items[at][3], world));
    const deeper = [];
    while (at + 1 < items.length && items[at + 1][1].length > indent) deeper.push(items[++at]);
    if (deeper.length > 0) item.append(list(deeper, world));
    node.append(item);
  }
  return node;
}

const PAIRS = [
  ["**", () => h("strong")],
  ["__", () => h("u")],
  ["~~", () => h("s")],
  ["||", spoiler],
  ["*", () => h("em")],
  ["_", () => h("em")],
];

function spoiler() {
  const node = h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler, press to show" });
  const show = () => {
    node.classList.add("shown");
    node.removeAttribute("role");
    node.removeAttribute("aria-label");
  };
  node.addEventListener("click", show);
  node.addEventListener("keydown", (event) => event.key === "Enter" && show());
  return node;
}

/** Text within a line: emphasis, code, mentions, times, links. */
export function inline(text, world, depth = 0) {
  const nodes = [];
  let plain = "";
  const push = (node) => {
    if (plain !== "") nodes.push(document.createTextNode(plain));
    plain = "";
    nodes.push(node);
  };
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at, at + 2100);
    const special = SPECIAL.test(text[at]) ? read(rest, plain === "" ? (nodes.length > 0 ? " " : "") : plain.at(-1), world, depth) : null;
    if (special) {
      if (special.node) push(special.node);
      else plain += special.text;
      at += special.length;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  if (plain !== "") nodes.push(document.createTextNode(plain));
  return nodes;
}

const SPECIAL = /[\\`<[h@*_~|]/;

function read(rest, before, world, depth) {
  let found;
  if (rest[0] === "\\") {
    return /^\\[^\sA-Za-z0-9]/.test(rest) ? { text: rest[1], length: 2 } : null;
  }
  if ((found = /^`([^`]+)`(?!`)/.exec(rest) ?? /^``([\s\S]*?[^`])``(?!`)/.exec(rest))) {
    return { node: h("code", { class: "code" }, found[1]), length: found[0].length };
  }
  if (rest[0] === "<") return angle(rest, world);
  if (rest[0] === "[" && (found = /^\[([^\]\n]{1,400})\]\(<?(https?:\/\/[^\s<>)]+)>?\)/.exec(rest))) {
    const node = depth < 8 ? link(found[2], inline(found[1], world, depth + 1)) : null;
    return node && { node, length: found[0].length };
  }
  if (rest[0] === "h" && !/\w/.test(before) && (found = /^https?:\/\/[^\s<>"]+/.exec(rest))) {
    const address = trimmed(found[0]);
    const node = link(address, [document.createTextNode(address)]);
    return node && { node, length: address.length };
  }
  if (rest[0] === "@" && (found = /^@(everyone|here)\b/.exec(rest))) {
    return { node: h("span", { class: "mention" }, found[0]), length: found[0].length };
  }
  if (depth >= 8) return null;
  for (const [mark, make] of PAIRS) {
    if (!rest.startsWith(mark)) continue;
    const end = closing(rest, mark, before);
    if (end < 0) continue;
    const node = make();
    node.append(...inline(rest.slice(mark.length, end), world, depth + 1));
    return { node, length: end + mark.length };
  }
  return null;
}

/** An address without the punctuation of the sentence around it. */
function trimmed(address) {
  const bare = address.replace(/[.,:;!?'"*_~|]+$/, "");
  return bare.endsWith(")") && !bare.includes("(") ? trimmed(bare.slice(0, -1)) : bare;
}

/** Where a mark is closed again, or -1: not across an empty inside, and `_` only at words' ends. */
function closing(rest, mark, before) {
  if (mark === "_" && /\w/.test(before)) return -1;
  if (mark.length === 1 && /\s/.test(rest[1] ?? " ")) return -1;
  let at = mark.length;
  while (at < rest.length) {
    if (rest[at] === "\\") {
      at += 2;
      continue;
    }
    if (rest[at] === "`") {
      const code = rest.indexOf("`", at + 1);
      if (code > 0) {
        at = code + 1;
        continue;
      }
    }
    if (mark.length === 1 && rest.startsWith(mark + mark, at)) {
      const double = rest.indexOf(mark + mark, at + 2);
      if (double > 0) {
        at = double + 2;
        continue;
      }
    }
    if (rest.startsWith(mark, at) && at > mark.length) {
      const lone = mark.length === 2 || (rest[at - 1] !== " " && (mark !== "_" || !/\w/.test(rest[at + 1] ?? " ")));
      if (lone) return rest.startsWith(mark + mark[0], at) && mark.length === 2 && mark === "**" ? at + 1 : at;
    }
    at += 1;
  }
  return -1;
}

function angle(rest, world) {
  let found;
  if ((found = /^<@!?(\d{1,20})>/.exec(rest))) {
    const name = world.userName(found[1]);
    return { node: h("span", { class: `mention ${found[1] === world.me ? "is-me" : ""}`, "data-user": found[1] }, `@${name ?? "unknown-user"}`), length: found[0].length };
  }
  if ((found = /^<@&(\d{1,20})>/.exec(rest))) return { node: h("span", { class: "mention" }, `@${world.roleName(found[1]) ?? "role"}`), length: found[0].length };
  if ((found = /^<#(\d{1,20})>/.exec(rest))) {
    const id = found[1];
    const name = world.channelName(id);
    const node = name === null
      ? h("span", { class: "mention" }, "#unknown")
      : h("button", { class: "mention", type: "button", "data-channel": id, onclick: () => world.openChannel(id) },
        world.isThread(id) ? icon("thread", 14) : "#", name);
    return { node, length: found[0].length };
  }
  if ((found = /^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/.exec(rest))) {
    const node = time(Number(found[1]) * 1000, found[2] ?? "f", world);
    return node && { node, length: found[0].length };
  }
  if ((found = /^<\/([-_ '\p{L}\p{N}]{1,100}):(\d{1,20})>/u.exec(rest))) {
    return { node: h("span", { class: "mention" }, `/${found[1]}`), length: found[0].length };
  }
  if ((found = /^<a?:(\w{2,32}):\d{1,20}>/.exec(rest))) return { text: `:${found[1]}:`, length: found[0].length };
  if ((found = /^<(https?:\/\/[^\s<>]+)>/.exec(rest))) {
    const node = link(found[1], [document.createTextNode(found[1])]);
    return node && { node, length: found[0].length };
  }
  return null;
}

/** A link to a web address; `null` for anything else that calls itself one. */
export function link(address, children) {
  let target;
  try {
    target = new URL(address);
  } catch {
    return null;
  }
  if (target.protocol !== "http:" && target.protocol !== "https:") return null;
  return h("a", { href: target.href, target: "_blank", rel: "noopener noreferrer", title: target.href }, children);
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

function time(at, style, world) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  const full = new Intl.DateTimeFormat(world.locale, STYLES.F).format(date);
  const words = style === "R" ? relative(at, world.now(), world.locale) : new Intl.DateTimeFormat(world.locale, STYLES[style]).format(date);
  return h("time", { class: "stamp", datetime: date.toISOString(), title: full, "data-relative": style === "R" ? at : null }, words);
}

const STEPS = [
  ["year", 31536000000],
  ["month", 2592000000],
  ["day", 86400000],
  ["hour", 3600000],
  ["minute", 60000],
  ["second", 1000],
];

/** “in 3 days”, “2 hours ago”, by the sandbox's clock. */
export function relative(at, now, locale) {
  const away = at - now;
  const [unit, size] = STEPS.find(([, step]) => Math.abs(away) >= step) ?? STEPS.at(-1);
  return new Intl.RelativeTimeFormat(locale, { numeric: "always" }).format(Math.round(away / size), unit);
}

/** Text without its marks, for previews and titles. */
export function flat(text, world) {
  return h("span", {}, inline(text.replace(/```\w*\n?/g, " "), world)).textContent.replace(/\s+/g, " ").trim();
}
