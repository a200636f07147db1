// Builds DOM nodes. Untrusted text becomes text nodes and attribute values only;
// nothing on this page parses markup from a string.

/** An element with attributes (`class`, `data-…`, `on…` listeners) and children. */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...present(children));
  return node;
}

/** The children that are there: `null`, `undefined` and `false` stand for none. */
export function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/** Empties a node and fills it again. */
export function fill(node, ...children) {
  node.replaceChildren(...present(children));
}

const ICONS = {
  hash: "M9 4 7 20M17 4l-2 16M4 9h16M3 15h16",
  thread: "M5 4v9a3 3 0 0 0 3 3h11M15 12l4 4-4 4",
  at: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM16 8v5a2.5 2.5 0 0 0 5 0v-1a9 9 0 1 0-4 7.5",
  menu: "M4 6h16M4 12h16M4 18h16",
  send: "M4 12 20 4l-5 16-3.5-6.5L4 12Zm7.500 1.500L20 4",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3.500 2",
  bolt: "M13 3 5 14h6l-1 7 8-11h-6l1-7Z",
  gear: "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6 6 18",
  eye: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Z",
  chevron: "M6 9l6 6 6-6",
  lock: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  box: "M4 5h16v4H4zM5.500 9v10h13V9M10 13h4",
  link: "M9 5H5v14h14v-4M13 5h6v6M19 5l-8 8",
  check: "M5 12.500l4.500 4.500L19 7.500",
  more: "M6 12h.010M12 12h.010M18 12h.010",
  warn: "M12 4 2.500 20h19L12 4ZM12 10v4.500M12 17.300v.010",
  down: "M12 5v14M6 13l6 6 6-6",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
};

/** One of the page's own line icons; decoration, so hidden from readers. */
export function icon(name, size = 20) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("width", String(size));
  svg.setAttribute("height", String(size));
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

let last = 0;
/** A fresh element id, for labels and lists that point at one another. */
export function freshId(prefix) {
  last += 1;
  return `${prefix}-${last}`;
}

/** A color as CSS text, whatever form it came in; `fallback` when it is none. */
export function cssColor(color, fallback) {
  if (typeof color === "number") return `#${(color & 0xffffff).toString(16).padStart(6, "0")}`;
  if (typeof color === "string" && /^#[0-9a-f]{6}$/i.test(color)) return color;
  return fallback;
}

const WHEEL = ["#5b8def", "#d9822b", "#2fa37c", "#b667d6", "#d65c7f", "#3aa0b8", "#8f9c33", "#c2694a"];

/** A person's color: the given one, else one that follows from the id. */
export function personColor(user) {
  const digits = [...String(user?.id ?? "0")].reduce((sum, digit) => sum * 3 + digit.charCodeAt(0), 0);
  return cssColor(user?.color, WHEEL[Math.abs(digits) % WHEEL.length]);
}

/** Up to two letters for a round picture. */
export function initials(name) {
  const words = String(name).trim().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return "?";
  const first = [...words[0]][0];
  return (words.length > 1 ? first + [...words[words.length - 1]][0] : first).toUpperCase();
}

/** A person's colored disc. The name stands next to it, so readers skip it. */
export function avatar(user, name, size = "") {
  const disc = h("span", { class: `avatar ${size} ${user?.bot ? "is-bot" : ""}`, "aria-hidden": "true" }, initials(name));
  const color = personColor(user);
  disc.style.setProperty("--person", color);
  disc.style.setProperty("--initials", luminance(color) > 0.36 ? "#12141a" : "#ffffff");
  return disc;
}

function luminance(hex) {
  const part = (at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

/** Arrow keys walk through `selector` inside `container`; only one item is a tab stop. */
export function roving(container, selector) {
  container.addEventListener("keydown", (event) => {
    const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    const items = [...container.querySelectorAll(selector)];
    const here = items.indexOf(document.activeElement);
    if (here < 0 || items.length === 0) return;
    let next;
    if (event.key in steps && !event.altKey) next = (here + steps[event.key] + items.length) % items.length;
    else if (event.key === "Home") next = 0;
    else if (event.key === "End") next = items.length - 1;
    else return;
    event.preventDefault();
    items.forEach((item, index) => item.setAttribute("tabindex", index === next ? "0" : "-1"));
    items[next].focus();
  });
}

/** A panel by an anchor, closed by Escape or a press elsewhere; focus returns. */
export function openPanel(anchor, label, build, { test, className = "" } = {}) {
  const wasOpen = anchor.getAttribute("aria-expanded") === "true";
  document.querySelectorAll("[popover].panel").forEach((panel) => panel.hidePopover());
  if (wasOpen) return null;
  const panel = h("div", { class: `panel ${className}`, popover: "auto", role: "dialog", "aria-label": label, "data-test": test });
  const close = () => panel.hidePopover();
  fill(panel, build(close));
  document.body.append(panel);
  panel.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    const held = panel.contains(document.activeElement) || document.activeElement === document.body;
    panel.remove();
    anchor.setAttribute("aria-expanded", "false");
    if (held) (anchor.isConnected ? anchor : twin(anchor))?.focus();
  });
  panel.showPopover();
  anchor.setAttribute("aria-expanded", "true");
  place(panel, anchor);
  const first = panel.querySelector("[autofocus]") ?? panel.querySelector("input, select, button");
  first?.focus();
  // Typing replaces what a field holds.
  if (first?.matches("input")) first.select();
  return panel;
}

/** What stands in the place of a button that has been built anew. */
function twin(button) {
  const test = button.getAttribute("data-test");
  return test && document.querySelector(`[data-test="${CSS.escape(test)}"]`);
}

/** Below the anchor where there is room, else above; never past the window. */
export function place(panel, anchor) {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const left = Math.max(8, Math.min(at.left, window.innerWidth - width - 8));
  const below = at.bottom + 6;
  const top = below + height + 8 <= window.innerHeight ? below : Math.max(8, at.top - height - 6);
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
}
