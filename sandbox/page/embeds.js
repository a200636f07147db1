// Embeds and attachments. Only pictures of the sandbox are loaded. An external address
// is shown as a link, so that opening a channel sends no request to other hosts.

import { cssColor, h, icon } from "./dom.js";
import { blocks, inline, link } from "./markup.js";
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

/** The picture of an embed or a component: `attachment://`, or a file of the sandbox. */
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

/** One embed: color bar, author, title, description, fields, pictures, footer. */
export function embedNode(context, embed) {
  const { world, locale } = context.app;
  const node = h("section", { class: "embed", "data-test": "embed", "aria-label": embed.title || "Embed" });
  node.style.setProperty("--bar", cssColor(embed.color, "var(--line-strong)"));
  const title = embed.title && h("div", { class: "embed-title" }, (embed.url && link(embed.url, inline(embed.title, world))) || inline(embed.title, world));
  const fields = (embed.fields ?? []).map((field) => h("div", { class: field.inline ? "field is-inline" : "field" },
    h("div", { class: "field-name" }, inline(field.name ?? "", world)), h("div", { class: "field-value" }, blocks(field.value ?? "", world))));
  const foot = [embed.footer?.text, embed.timestamp && new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "short" }).format(new Date(embed.timestamp))].filter(Boolean);
  const words = [
    embed.author?.name && h("div", { class: "embed-author" }, embed.author.name),
    title || null,
    embed.description && h("div", { class: "embed-text" }, blocks(embed.description, world)),
    fields.length > 0 && h("div", { class: "fields" }, fields),
  ].filter(Boolean);
  const thumbnail = mediaNode(context, embed.thumbnail, "thumbnail");
  if (words.length > 0 || thumbnail) node.append(h("div", { class: "embed-top" }, h("div", { class: "embed-words" }, words), thumbnail ?? ""));
  const image = mediaNode(context, embed.image, "embed-image");
  if (image) node.append(image);
  if (foot.length > 0) node.append(h("div", { class: "embed-foot" }, foot.join(" • ")));
  return node;
}
