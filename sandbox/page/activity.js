// The client's side of an Activity: a frame with pages of the bot, and answers to what its Embedded App SDK asks.

import * as api from "./api.js";
import { fill, h, icon } from "./dom.js";

const [HANDSHAKE, FRAME, CLOSE] = [0, 1, 2];
const INVALID_CLIENT = 4000;
const INVALID_COMMAND = 4002;
const OAUTH2_ERROR = 5000;

export class Activity {
  #app;
  #node;
  #open = null;
  #button = document.getElementById("launch");

  constructor(app, node) {
    this.#app = app;
    this.#node = node;
    this.#button.addEventListener("click", () => app.attempt(async () => this.open(await api.launch(app.me, app.channelId))));
    addEventListener("message", (event) => this.#receive(event));
  }

  showButton() {
    this.#button.hidden = !this.#app.hasActivity;
  }

  /** Shows an instance; the one that is open stays. */
  open({ instance, origin, address, client_id }) {
    if (this.#open?.instance === instance) return;
    this.close();
    const frame = h("iframe", { src: address, title: "Activity", "data-test": "activity-frame", allow: "autoplay; encrypted-media", referrerpolicy: "origin" });
    this.#open = { instance, origin, client: client_id, id: new URL(address).searchParams.get("frame_id"), frame, user: this.#app.me };
    fill(this.#node, h("button", { type: "button", class: "icon-button activity-close", "data-test": "activity-close", "aria-label": "Close the Activity", onclick: () => this.close() }, icon("close", 20)), frame);
    this.#node.hidden = false;
  }

  close() {
    const open = this.#open;
    if (!open) return;
    this.#open = null;
    this.#node.hidden = true;
    this.#node.replaceChildren();
    api.leaveActivity(open.user, open.instance).catch(() => {});
  }

  #send(code, content) {
    this.#open?.frame.contentWindow.postMessage([code, content], this.#open.origin);
  }

  /** Only the frame itself is heard, as long as it shows pages of the bot. */
  #receive(event) {
    const open = this.#open;
    if (!open || event.source !== open.frame.contentWindow || event.origin !== open.origin || !Array.isArray(event.data)) return;
    const [code, content] = event.data;
    if (code === HANDSHAKE) this.#greet(content, open);
    else if (code === FRAME) this.#answer(content, open);
    else if (code === CLOSE) this.close();
  }

  #greet({ v, encoding, client_id, frame_id }, open) {
    if (v !== 1 || encoding !== "json" || client_id !== open.client || frame_id !== open.id) {
      this.#send(CLOSE, { code: INVALID_CLIENT, message: "Invalid Client ID" });
      return;
    }
    open.greeted = true;
    const config = { cdn_host: "cdn.discordapp.com", api_endpoint: "//discord.com/api", environment: "production" };
    this.#send(FRAME, { cmd: "DISPATCH", evt: "READY", data: { v: 1, config }, nonce: null });
  }

  async #answer({ cmd, args, nonce }, open) {
    const refuse = (code, message) => this.#send(FRAME, { cmd, evt: "ERROR", data: { code, message }, nonce });
    if (!open.greeted || cmd !== "AUTHORIZE") return refuse(INVALID_COMMAND, `Invalid command: ${cmd}`);
    if (args?.response_type !== "code" || !args.scope?.includes("identify")) return refuse(OAUTH2_ERROR, "Invalid scope");
    try {
      const { code } = await api.authorize(open.user, args.client_id);
      return this.#send(FRAME, { cmd, evt: null, data: { code }, nonce });
    } catch (error) {
      return refuse(OAUTH2_ERROR, error.message);
    }
  }
}
