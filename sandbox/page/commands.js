// The bot's registered commands that are available in this channel.

import { localized } from "./options.js";

/** Each command, or subcommand of one, that can be sent in the channel shown. */
export function offered(app) {
  const channel = app.channel;
  const context = !channel || channel.guild_id ? 0 : app.botIsIn(channel) ? 1 : 2;
  const all = [];
  for (const command of app.commands) {
    if ((command.type ?? 1) !== 1 || !isOffered(command, context) || !isAllowed(command, context, app.users.get(app.me))) continue;
    const walk = (node, path, label) => {
      const nested = (node.options ?? []).filter((option) => option.type === 1 || option.type === 2);
      if (nested.length > 0) {
        for (const each of nested) walk(each, [...path, each.name], [...label, localized(each, "name", app.locale)]);
      } else {
        all.push({ command, path, options: node.options ?? [], label: label.join(" "), detail: localized(node, "description", app.locale) });
      }
    };
    walk(command, [command.name], [localized(command, "name", app.locale)]);
  }
  return all;
}

/** Whether a person has the permissions that a command wants in a server, or a role to which the server allows all. */
function isAllowed(command, context, me) {
  if (context !== 0 || !command.default_member_permissions || me?.every_command) return true;
  const wanted = BigInt(command.default_member_permissions);
  return (BigInt(me?.permissions ?? 0) & wanted) === wanted;
}

/** Whether a command is there in a server (0), with the bot (1), or between people (2). */
function isOffered(command, context) {
  if (command.guild_id) return context === 0;
  if (context === 1 && command.dm_permission === false) return false;
  const listed = Array.isArray(command.contexts) ? command.contexts.includes(context) : context < 2;
  // A DM between two users has no bot, unless one of them has installed it for their account.
  return listed && (context < 2 || (command.integration_types ?? []).includes(1));
}
