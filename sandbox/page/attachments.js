// Attachments. Only pictures of the sandbox are loaded. An external address
// is shown as a link, so that opening a channel sends no request to other hosts.

import { h, icon } from "./dom.js";
import { link } from "./markup.js";
import { openPicture } from "./dialogs.js";

/** A message's attachments with an address this page may load. */
export function attachmentsOf(message) {
  return (message.attachments ?? []).map((file) => ({
    ...file,
    address: ownAddress(file.url),
    isPicture: /^image\//.test(file.content_type ?? "") || /\.(png|jpe?g|gif|webp)$/i.test(file.filename ?? ""),
  }));
}

/** The path of an attachment on this very sandbox, or null. */
function ownAddress(url) {
  try {
    const target = new URL(url, location.href);
    return target.pathname.startsWith("/attachments/") ? target.pathname + target.search : null;
  } catch {
    return null;
  }
}

/** A picture that opens large; its description stands for it where it is not seen. */
export function pictureNode(file, className = "") {
  if (!file.address) return fileNode(file);
  const words = file.description || "";
  const image = h("img", { src: file.address, alt: words || file.filename || "picture", width: file.width ?? null, height: file.height ?? null, loading: "lazy", decoding: "async" });
  if (file.width > 0 && file.height > 0) {
    image.classList.add("is-sized");
    image.style.setProperty("--w", file.width);
    image.style.setProperty("--h", file.height);
  }
  return h("button", {
    type: "button", class: `picture ${className}`, "data-test": "picture", title: words || null,
    "aria-label": `Open picture: ${words || file.filename || "picture"}`, onclick: () => openPicture(file.address, words || file.filename),
  }, image);
}

/** Any other file, to download. */
export function fileNode(file) {
  const size = typeof file.size === "number" ? ` · ${Math.max(1, Math.round(file.size / 1024))} KB` : "";
  const name = file.filename ?? "file";
  return h("div", { class: "file" }, icon("file", 26), h("div", {},
    file.address ? h("a", { href: file.address, download: name }, name) : name, h("span", { class: "file-size" }, size)));
}

/** The picture of a component: `attachment://`, or a file of the sandbox. */
export function mediaNode({ message, used }, media, className = "") {
  if (!media?.url) return null;
  const files = attachmentsOf(message);
  const name = /^attachment:\/\/(.+)$/.exec(media.url)?.[1];
  const own = ownAddress(media.url);
  const file = files.find((each) => (name ? each.filename === name : own !== null && each.address === own));
  if (file) {
    used.add(file.filename);
    return pictureNode({ ...file, description: media.description ?? file.description }, className);
  }
  if (own) return pictureNode({ address: own, description: media.description, width: media.width, height: media.height }, className);
  return name ? h("p", { class: "missing-picture" }, icon("warn", 16), `No attachment is called ${name}`) : link(media.url, [document.createTextNode(media.url)]);
}
