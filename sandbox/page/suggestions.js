// The list above the composer: commands, choices, users. The focus stays in the
// text field; the arrow keys move through the list.

import { fill, freshId, h } from "./dom.js";

export class Suggestions {
  #node;
  #owner = null;
  #items = [];
  #active = -1;
  #onPick = null;

  constructor(node) {
    this.#node = node;
  }

  get open() {
    return !this.#node.hidden;
  }

  /** The item that Enter would take, if there is one. */
  get active() {
    return this.open && this.#active >= 0 ? this.#items[this.#active] : null;
  }

  /**
   * Shows items `{label, detail, badge, lead, test, key}` for a field. Nothing is
   * preselected when `active` is -1, so that Enter stays the field's own.
   */
  show(owner, title, items, onPick, { active = 0, note = "" } = {}) {
    this.#owner = owner;
    this.#items = items;
    this.#onPick = onPick;
    this.#active = items.length > 0 ? Math.min(active, items.length - 1) : -1;
    fill(this.#node,
      h("div", { class: "suggestions-title", role: "presentation" }, title),
      items.map((item, at) => {
        item.id = freshId("suggestion");
        const node = h("div", { class: "list-item", role: "option", id: item.id, "data-test": item.test, "data-name": item.key, "data-index": at, "aria-selected": "false" },
          item.lead, h("span", { class: "item-words" }, h("span", { class: "item-label" }, item.label), item.detail && h("span", { class: "item-detail" }, item.detail)),
          item.badge && h("span", { class: "item-badge" }, item.badge));
        // A press must not take the focus from the text field.
        node.addEventListener("pointerdown", (event) => event.preventDefault());
        node.addEventListener("click", () => this.#take(at));
        node.addEventListener("pointermove", () => this.#active !== at && this.#mark(at, false));
        return node;
      }),
      note && h("p", { class: "list-note", role: "status" }, note));
    this.#node.hidden = items.length === 0 && note === "";
    this.#node.scrollTop = 0;
    owner.setAttribute("aria-expanded", String(this.open));
    this.#mark(this.#active, true);
  }

  /** A list on its way: what is there stays visible, but Enter no longer takes from it. */
  stale(owner, title, note) {
    if (this.open && this.#owner === owner && this.#items.length > 0) {
      this.#items = [];
      this.#active = -1;
      this.#node.classList.add("is-stale");
      owner.removeAttribute("aria-activedescendant");
    } else {
      this.show(owner, title, [], null, { note });
    }
  }

  hide() {
    this.#node.hidden = true;
    this.#items = [];
    this.#active = -1;
    this.#owner?.setAttribute("aria-expanded", "false");
    this.#owner?.removeAttribute("aria-activedescendant");
    this.#owner = null;
  }

  #mark(at, scroll) {
    this.#node.classList.remove("is-stale");
    this.#active = at;
    this.#node.querySelectorAll(".list-item").forEach((node, index) => {
      node.classList.toggle("is-active", index === at);
      node.setAttribute("aria-selected", String(index === at));
      if (index === at && scroll) node.scrollIntoView({ block: "nearest" });
    });
    if (at >= 0) this.#owner?.setAttribute("aria-activedescendant", this.#items[at].id);
    else this.#owner?.removeAttribute("aria-activedescendant");
  }

  #take(at) {
    const item = this.#items[at];
    const onPick = this.#onPick;
    if (!item) return;
    onPick(item);
  }

  /** Handles a key of the owning field; true when it was for the list. */
  key(event) {
    if (!this.open || event.isComposing) return false;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps && !event.altKey && this.#items.length > 0) {
      const from = this.#active < 0 && event.key === "ArrowUp" ? 0 : this.#active;
      this.#mark((from + steps[event.key] + this.#items.length) % this.#items.length, true);
    } else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && this.#active >= 0) {
      this.#take(this.#active);
    } else if (event.key === "Escape") {
      this.hide();
    } else {
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}

/**
 * How well `typed` fits `text`: 0 is best, null does not fit. Beginnings before
 * beginnings of words, those before letters merely in order.
 */
export function fit(typed, text) {
  const query = fold(typed);
  const target = fold(text);
  if (query === "") return 3;
  if (target === query) return 0;
  if (target.startsWith(query)) return 1;
  if (new RegExp(`[\\s_/-]${query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`).test(target)) return 2;
  if (target.includes(query)) return 3;
  let at = -1;
  let gaps = 0;
  for (const letter of query) {
    const next = target.indexOf(letter, at + 1);
    if (next < 0) return null;
    gaps += next - at - 1;
    at = next;
  }
  return 4 + gaps / 10;
}

/** Lower case without accents, so that `chloe` finds Chloé. */
export function fold(text) {
  return String(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

/** The items whose texts fit, best first. */
export function ranked(typed, items, textsOf) {
  return items
    .map((item) => ({ item, rank: Math.min(...textsOf(item).map((text, at) => (fit(typed, text) ?? Infinity) + at * 0.01)) }))
    .filter(({ rank }) => rank !== Infinity)
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
