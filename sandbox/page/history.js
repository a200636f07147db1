// Loaded messages of the channels that have been opened.

import * as api from "./api.js";

const PAGE = 50;

export class History {
  #messages = new Map();
  #whole = new Set();
  #loading = false;

  clear() {
    this.#messages.clear();
    this.#whole.clear();
  }

  has(channel) {
    return this.#messages.has(channel);
  }

  /** Whether the beginning of a channel is among what is known. */
  isWhole(channel) {
    return this.#whole.has(channel);
  }

  of(channel) {
    return this.#messages.get(channel) ?? [];
  }

  find(channel, id) {
    return this.of(channel).find((message) => message.id === id) ?? null;
  }

  /** Fetches the newest messages of a channel not opened yet. */
  async open(user, channel) {
    try {
      const { messages } = await api.messages(user, channel);
      this.#messages.set(channel, merged(messages, this.of(channel)));
      if (messages.length < PAGE) this.#whole.add(channel);
    } finally {
      if (!this.has(channel)) this.#messages.set(channel, []);
    }
  }

  /** Fetches messages from before the known ones; false when there was nothing to do. */
  async older(user, channel) {
    const known = this.of(channel);
    if (this.#loading || this.#whole.has(channel) || known.length === 0) return false;
    this.#loading = true;
    try {
      const { messages } = await api.messages(user, channel, known[0].id);
      if (messages.length === 0) this.#whole.add(channel);
      this.#messages.set(channel, merged(messages, this.of(channel)));
      return true;
    } finally {
      this.#loading = false;
    }
  }

  /** Takes in a message that was written or changed. */
  put(message, isChange) {
    if (!this.has(message.channel_id)) return;
    const known = this.of(message.channel_id);
    const at = known.findIndex((each) => each.id === message.id);
    if (at >= 0) {
      this.#messages.set(message.channel_id, known.with(at, { ...known[at], ...message, thinking: message.thinking ?? false }));
    } else if (!isChange || BigInt(message.id) > BigInt(known[0]?.id ?? 0)) {
      // A change of a message that is not loaded yet arrives when it is loaded.
      this.#messages.set(message.channel_id, merged(known, [message]));
    }
  }

  remove(channel, id) {
    if (this.has(channel)) this.#messages.set(channel, this.of(channel).filter((message) => message.id !== id));
  }
}

/** Two runs of messages as one, in order of their ids, the later run's version winning. */
function merged(first, second) {
  const all = new Map(first.map((message) => [message.id, message]));
  for (const message of second) all.set(message.id, { ...all.get(message.id), ...message });
  return [...all.values()].sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
}
