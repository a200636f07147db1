// The sandbox's client API: requests, and one event socket per user.

/** A refusal by the sandbox, in a sentence. */
export class Refusal extends Error {}

async function request(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("The sandbox does not answer. Is it still running?");
  }
  const text = await response.text();
  let value = null;
  try {
    value = text === "" ? null : JSON.parse(text);
  } catch {
    value = null;
  }
  if (!response.ok) {
    throw new Refusal(sentence(value?.message ?? value?.error ?? (text || `The sandbox answered ${response.status}`)));
  }
  return value;
}

function sentence(words) {
  const text = String(words);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const query = (fields) => new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)).toString();

export const state = (user) => request("GET", `/sandbox/state?${query({ user })}`);
export const messages = (user, channel, before) => request("GET", `/sandbox/messages?${query({ user, channel, limit: 50, before })}`);
export const write = (user, channel, content) => request("POST", "/sandbox/messages", { user, channel, content });
export const openDirect = (user, recipient) => request("POST", "/sandbox/dm", { user, recipient });
export const interact = (body) => request("POST", "/sandbox/interactions", body);
export const interaction = (id, timeout) => request("GET", `/sandbox/interactions/${encodeURIComponent(id)}?${query({ wait: "answered", timeout_ms: timeout })}`);
export const moveClock = (change) => request("POST", "/sandbox/clock", change);
export const faults = () => request("GET", "/sandbox/faults");
export const setFaults = (values) => request("POST", "/sandbox/faults", values);
export const disconnect = (kind) => request("POST", "/sandbox/faults/disconnect", { kind });
export const addPerson = (name, locale) => request("POST", "/sandbox/users", { name, locale });
export const changePerson = (id, change) => request("PATCH", `/sandbox/users/${encodeURIComponent(id)}`, change);
export const changeChannel = (id, change) => request("PATCH", `/sandbox/channels/${encodeURIComponent(id)}`, change);
export const addChannel = (guild_id, name) => request("POST", "/sandbox/channels", { guild_id, name, type: 0 });
export const deleteChannel = (id) => request("DELETE", `/sandbox/channels/${encodeURIComponent(id)}`);

export const launch = (user, channel) => request("POST", "/sandbox/activity", { user, channel });
export const authorize = (user, client_id) => request("POST", "/sandbox/activity/authorize", { user, client_id });
export const leaveActivity = (user, instance) => request("POST", "/sandbox/activity/leave", { user, instance });

/** A socket of one person's events, opened again for as long as it is wanted. */
export class Events {
  #user;
  #onEvent;
  #onStatus;
  #socket = null;
  #timer = null;
  #tries = 0;
  #wanted = true;

  constructor(user, onEvent, onStatus) {
    this.#user = user;
    this.#onEvent = onEvent;
    this.#onStatus = onStatus;
    this.#open();
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/sandbox/events?${query({ user: this.#user })}`);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      const again = this.#tries > 0;
      this.#tries = 0;
      this.#onStatus(true, again);
    });
    socket.addEventListener("message", (event) => {
      try {
        this.#onEvent(JSON.parse(event.data));
      } catch (error) {
        console.error("an event that could not be shown", error);
      }
    });
    socket.addEventListener("close", () => {
      if (!this.#wanted) return;
      this.#tries += 1;
      this.#onStatus(false, false);
      const pause = Math.min(8000, 250 * 2 ** Math.min(this.#tries, 6)) * (0.7 + Math.random() * 0.6);
      this.#timer = setTimeout(() => this.#open(), pause);
    });
  }

  close() {
    this.#wanted = false;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
}

const settled = new Map();
const waiting = new Map();
const own = new Set();
let sending = Promise.resolve();

/** Whether this tab has sent an interaction. Its events may arrive before its id. */
export async function isOwn(id) {
  await sending;
  return own.has(id);
}

/** Notes what became of an interaction, from whichever side it is heard first. */
export function settle({ id, state: outcome, failure, modal }) {
  if (outcome === "pending") return;
  const result = { state: outcome, failure, modal };
  if (waiting.has(id)) {
    waiting.get(id)(result);
    waiting.delete(id);
  } else {
    settled.set(id, result);
    if (settled.size > 200) settled.delete(settled.keys().next().value);
  }
}

/** Sends an interaction and waits until the bot has acknowledged it, or has not in time. */
export async function interactAndWait(body, onSent = () => {}) {
  const sent = interact(body).then(({ id }) => {
    own.add(id);
    return id;
  });
  sending = Promise.allSettled([sending, sent]);
  const id = await sent;
  onSent(id);
  if (settled.has(id)) {
    const result = settled.get(id);
    settled.delete(id);
    return result;
  }
  const heard = new Promise((resolve) => waiting.set(id, resolve));
  // The socket may be down at the moment, so this asks too.
  interaction(id, 6000)
    .then((found) => settle({ id, state: found.state === "pending" ? "failed" : found.state, failure: found.failure, modal: found.response?.data }))
    .catch(() => settle({ id, state: "failed" }));
  return heard;
}
