// The dialogs that cover the page: a picture in full, and a bot's form.

import { fill, freshId, h, icon } from "./dom.js";

/** Opens a dialog; when it closes, the focus is back where it was. */
function cover(dialog) {
  const before = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    const target = before?.isConnected && before !== document.body && !before.disabled ? before : document.querySelector("#composer textarea");
    // The browser restores the focus, but not always the caret with it.
    target?.blur();
    target?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** Shows a picture large, with its description. */
export function openPicture(address, words) {
  const dialog = h("dialog", { class: "lightbox", "data-test": "lightbox", "aria-label": words || "Picture" });
  fill(dialog,
    h("button", { type: "button", class: "icon-button lightbox-close", "aria-label": "Close", onclick: () => dialog.close() }, icon("close", 22)),
    h("figure", {}, h("img", { src: address, alt: words || "" }), words && h("figcaption", {}, words)));
  dialog.addEventListener("click", (event) => (event.target === dialog || event.target.matches("figure")) && dialog.close());
  cover(dialog);
}

/** Opens a bot's form. `submit(components)` resolves to a sentence when it failed, else to null. */
export function openForm(app, form, submit) {
  const inputs = (form.components ?? []).map(fieldOf).filter(Boolean);
  const titleId = freshId("form-title");
  const failureNote = h("p", { class: "failure", role: "alert", "data-test": "modal-failure", hidden: true });
  const send = h("button", { type: "submit", class: "button primary", "data-test": "modal-submit" }, "Submit");
  const dialog = h("dialog", { class: "form", "data-test": "modal", "data-custom-id": form.custom_id, "aria-labelledby": titleId });
  let sending = false;
  const say = (words) => {
    fill(failureNote, icon("warn", 16), words);
    failureNote.hidden = false;
  };
  const body = h("form", { novalidate: true, onsubmit: async (event) => {
    event.preventDefault();
    const wrong = inputs.map((input) => input.check()).find(Boolean);
    if (wrong) {
      say(wrong.words);
      wrong.focus();
      return;
    }
    if (sending) return;
    failureNote.hidden = true;
    sending = true;
    send.setAttribute("aria-busy", "true");
    const failure = await submit(inputs.map((input) => input.value()));
    sending = false;
    send.removeAttribute("aria-busy");
    if (failure) say(failure);
    else dialog.close();
  } },
    h("header", { class: "form-head" }, h("h2", { id: titleId }, form.title ?? "Form"),
      h("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => dialog.close() }, icon("close", 20))),
    h("div", { class: "form-fields" }, inputs.map((input) => input.node)),
    failureNote,
    h("footer", { class: "form-foot" }, h("button", { type: "button", class: "button quiet", onclick: () => dialog.close() }, "Cancel"), send));
  fill(dialog, body);
  cover(dialog);
  dialog.querySelector("input, textarea, .select")?.focus();
}

function fieldOf(part) {
  const text = (part.components ?? [])[0];
  const inner = text?.type === 4 ? textField(text, text.label ?? text.custom_id) : null;
  return inner && { ...inner, value: () => ({ type: 1, components: [inner.value()] }) };
}

const star = () => h("span", { class: "star", title: "required" }, " *");

function textField(part, label) {
  const id = freshId("field");
  const required = part.required !== false;
  const long = part.style === 2;
  const most = part.max_length ?? 4000;
  const least = part.min_length ?? 0;
  const hint = h("span", { class: "form-hint", id: `${id}-hint` });
  const input = h(long ? "textarea" : "input", {
    id, name: part.custom_id, "data-test": "modal-input", "data-custom-id": part.custom_id, placeholder: part.placeholder, maxlength: most,
    "aria-required": String(required), "aria-describedby": `${id}-hint`, rows: long ? 5 : null, type: long ? null : "text", autocomplete: "off",
  });
  input.value = part.value ?? "";
  const count = () => (hint.textContent = least > 0 || part.max_length ? `${input.value.length} of ${least > 0 ? `${least} to ` : "at most "}${most} characters` : "");
  input.addEventListener("input", count);
  count();
  const wrong = () => {
    const length = input.value.length;
    if (required && length === 0) return `“${label}” is missing: fill it in.`;
    if (length > 0 && length < least) return `“${label}” needs at least ${least} characters; it has ${length}.`;
    if (length > most) return `“${label}” may have at most ${most} characters; it has ${length}.`;
    return null;
  };
  return {
    node: h("div", { class: "form-field" }, h("label", { class: "form-label", for: id }, label, required && star()), input, hint),
    check: () => {
      const words = wrong();
      input.setAttribute("aria-invalid", String(words !== null));
      return words && { words, focus: () => input.focus() };
    },
    value: () => ({ type: 4, custom_id: part.custom_id, value: input.value }),
  };
}
