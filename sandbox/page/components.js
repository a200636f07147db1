// Buttons, selects and the layout parts of newer messages.

import { avatar, fill, freshId, h, icon, place } from "./dom.js";
import { blocks } from "./markup.js";
import { attachmentsOf, fileNode, mediaNode } from "./attachments.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };
const SELECTS = new Set([3, 5, 6]);

/** The rows of a classic message. */
export function rows(context, components) {
  return components.filter((row) => row.type === 1).map((row) => rowNode(context, row));
}

function rowNode(context, row) {
  return h("div", { class: "row" }, (row.components ?? []).map((part) => (part.type === 2 ? buttonNode(context, part) : SELECTS.has(part.type) ? selectNode(context, part) : null)));
}

export function buttonNode({ app, message, busy }, part) {
  if (part.style === 5) {
    return h("a", { class: "button secondary", href: part.url, target: "_blank", rel: "noreferrer", "data-test": "link" }, h("span", {}, part.label));
  }
  const style = STYLES[part.style] ?? "secondary";
  const waiting = busy === part.custom_id;
  return h("button", {
    type: "button", class: `button ${style} ${waiting ? "is-busy" : ""}`, "data-test": "button", "data-custom-id": part.custom_id,
    disabled: Boolean(part.disabled), "aria-busy": waiting ? "true" : null, 
    onclick: () => !waiting && app.component(message, { custom_id: part.custom_id, component_type: 2 }),
  }, h("span", {}, part.label), waiting && h("span", { class: "spinner", "aria-hidden": "true" }));
}

/** What a select offers: its own options, roles or people. */
export function selectOptions(app, part) {
  const defaults = new Set((part.default_values ?? []).map((each) => each.id));
  if (part.type === 3) {
    return (part.options ?? []).map((each) => ({ value: each.value, label: each.label, detail: each.description, chosen: Boolean(each.default) }));
  }
  if (part.type === 6) {
    return app.roles.map((role) => ({ value: role.id, label: `@${role.name}`, chosen: defaults.has(role.id) }));
  }
  return [...app.users.values()].map((user) => ({ value: user.id, label: app.nameOf(user), detail: `@${user.username}`, user, chosen: defaults.has(user.id) }));
}

function selectNode({ app, message, busy }, part) {
  return picker(app, part, {
    busy: busy === part.custom_id,
    onPick: (values) => app.component(message, { custom_id: part.custom_id, component_type: part.type, values }),
  });
}

/** A select as a button with a list below; `onPick` gets the chosen values. */
function picker(app, part, { busy = false, onPick }) {
  const options = selectOptions(app, part);
  const most = part.max_values ?? 1;
  const least = part.min_values ?? 1;
  let chosen = options.filter((each) => each.chosen).map((each) => each.value);
  const face = h("span", { class: "select-face" });
  const button = h("button", {
    type: "button", class: `select ${busy ? "is-busy" : ""}`, "data-test": "select", "data-custom-id": part.custom_id, disabled: Boolean(part.disabled),
    "aria-haspopup": "listbox", "aria-expanded": "false", "aria-busy": busy ? "true" : null,
  }, face, busy ? h("span", { class: "spinner", "aria-hidden": "true" }) : icon("chevron", 18));
  const paint = () => {
    const labels = options.filter((each) => chosen.includes(each.value)).map((each) => each.label);
    fill(face, labels.length > 0 ? labels.join(", ") : h("span", { class: "placeholder" }, part.placeholder || "Make a selection"));
  };
  paint();
  const finish = (values) => {
    chosen = values;
    paint();
    onPick(values);
  };
  button.addEventListener("click", () => !busy && openList(button, options, { chosen, least, most, label: part.placeholder || "Options", finish }));
  button.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    button.click();
  });
  return h("div", { class: "select-box" }, button);
}

function openList(button, options, { chosen, least, most, label, finish }) {
  const many = most > 1;
  let picked = [...chosen];
  let active = Math.max(0, options.findIndex((each) => picked.includes(each.value)));
  let typed = "";
  let typedAt = 0;
  const items = options.map((option) => h("div", {
    class: "list-item", role: "option", id: freshId("choice"), "data-test": "select-option", "data-value": option.value, "aria-selected": String(picked.includes(option.value)),
  }, option.user && avatar(option.user, option.label, "small"),
    h("span", { class: "item-words" }, h("span", { class: "item-label" }, option.label), option.detail && h("span", { class: "item-detail" }, option.detail)),
    h("span", { class: "item-check" }, icon("check", 18))));
  const list = h("div", { role: "listbox", tabindex: "0", class: "list", "aria-label": label, "aria-multiselectable": many ? "true" : null },
    items.length > 0 ? items : h("p", { class: "list-note" }, "Nothing to choose from"));
  const done = many && h("button", { type: "button", class: "button primary list-done", "data-test": "select-done" }, "Done");
  const panel = h("div", { class: "panel select-panel", popover: "auto", "data-test": "select-list" }, list, done || "");
  const paint = () => {
    items.forEach((item, at) => {
      item.classList.toggle("is-active", at === active);
      item.setAttribute("aria-selected", String(picked.includes(options[at].value)));
    });
    if (items[active]) list.setAttribute("aria-activedescendant", items[active].id);
    items[active]?.scrollIntoView({ block: "nearest" });
  };
  const send = () => {
    if (picked.length < least) return;
    const values = options.filter((each) => picked.includes(each.value)).map((each) => each.value);
    panel.hidePopover();
    button.focus();
    finish(values);
  };
  const choose = (at) => {
    active = at;
    const value = options[at]?.value;
    if (value === undefined) return;
    if (!many) {
      picked = [value];
      send();
      return;
    }
    if (picked.includes(value)) picked = picked.filter((each) => each !== value);
    else if (picked.length < most) picked.push(value);
    if (done) done.disabled = picked.length < least;
    paint();
  };
  items.forEach((item, at) => {
    item.addEventListener("click", () => choose(at));
    item.addEventListener("pointermove", () => {
      if (active === at) return;
      active = at;
      paint();
    });
  });
  list.addEventListener("keydown", (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps && items.length > 0) active = (active + steps[event.key] + items.length) % items.length;
    else if (event.key === "Home") active = 0;
    else if (event.key === "End") active = items.length - 1;
    else if (event.key === "Enter" || event.key === " ") choose(active);
    else if (event.key === "Tab" && !many) panel.hidePopover();
    else if (event.key.length === 1) {
      typed = Date.now() - typedAt < 700 ? typed + event.key : event.key;
      typedAt = Date.now();
      const hit = options.findIndex((each) => each.label.toLowerCase().startsWith(typed.toLowerCase()));
      if (hit >= 0) active = hit;
    } else return;
    if (event.key !== "Tab") event.preventDefault();
    if (panel.isConnected) paint();
  });
  if (done) {
    done.disabled = picked.length < least;
    done.addEventListener("click", send);
  }
  // A list that belongs to a dialog must be inside it to get the focus.
  (button.closest("dialog") ?? document.body).append(panel);
  panel.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    const held = panel.contains(document.activeElement);
    panel.remove();
    button.setAttribute("aria-expanded", "false");
    if (held) button.focus();
  });
  panel.style.minWidth = `${button.offsetWidth}px`;
  panel.showPopover();
  button.setAttribute("aria-expanded", "true");
  place(panel, button);
  paint();
  list.focus();
}

/** The parts of a message that is made of components altogether. */
export function sections(context, components) {
  return components.map((part) => partNode(context, part)).filter(Boolean);
}

function partNode(context, part) {
  const { app, message } = context;
  switch (part.type) {
    case 1: return rowNode(context, part);
    case 2: return buttonNode(context, part);
    case 10: return h("div", { class: "content" }, blocks(part.content ?? "", app.world));
    case 12: return h("div", { class: "gallery" }, (part.items ?? []).map((item) => mediaNode(context, { ...item.media, description: item.description })));
    case 13: {
      const file = attachmentsOf(message).find((each) => `attachment://${each.filename}` === part.file?.url);
      return file ? fileNode(file) : null;
    }
    default: return SELECTS.has(part.type) ? selectNode(context, part) : null;
  }
}
