// Unread messages of each user by channel, since this tab was opened.

export class Unread {
  #marks = new Map();

  #of(user) {
    if (!this.#marks.has(user)) this.#marks.set(user, new Map());
    return this.#marks.get(user);
  }

  /** Unread messages of a person, in one channel or altogether. */
  count(user, channel) {
    const marks = channel ? [this.#of(user).get(channel)].filter(Boolean) : [...this.#of(user).values()];
    return marks.reduce((sum, mark) => ({ count: sum.count + mark.count, mentions: sum.mentions + mark.mentions }), { count: 0, mentions: 0 });
  }

  /** The first unread message of a channel. */
  first(user, channel) {
    return this.#of(user).get(channel)?.first ?? null;
  }

  add(user, message, forThem) {
    const mark = this.#of(user).get(message.channel_id) ?? { count: 0, mentions: 0, first: message.id };
    mark.count += 1;
    if (forThem) mark.mentions += 1;
    this.#of(user).set(message.channel_id, mark);
  }

  /** Takes over what the sandbox says was there before, unless more is known here. */
  begin(user, channel, count) {
    if (count > 0 && !this.#of(user).has(channel)) this.#of(user).set(channel, { count, mentions: 0, first: null });
  }

  clear(user, channel) {
    this.#of(user).delete(channel);
  }
}
