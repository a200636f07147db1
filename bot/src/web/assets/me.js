// Follows the games of a person: shows their list anew when one of them changes.

import { announce, scriptOf, showTimes, takeOver } from "./page.js";

const games = () => document.getElementById("games");

let events;
let retry;

/** Shows the list as it is now. What does not arrive is asked for again, less and less often. */
async function update(pause = 2_000) {
  clearTimeout(retry);
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    if (answer.status === 401) return location.reload();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.getElementById("games");
    if (!next) throw new Error("no list");
    if (scriptOf(page) !== scriptOf(document)) return location.reload();
    if (next.dataset.seen !== games().dataset.seen) {
      games().replaceWith(next);
      takeOver(page);
      announce(next);
      showTimes();
    }
    follow();
  } catch {
    retry = setTimeout(() => update(Math.min(2 * pause, 300_000)), pause * (1 + Math.random()));
  }
  return undefined;
}

/** A page in the background holds no connection; it looks now and then, because its title says what waits. */
function follow(pause = 60_000) {
  clearTimeout(retry);
  events?.close();
  events = undefined;
  if (document.visibilityState !== "visible") {
    retry = setTimeout(() => update().finally(() => follow(Math.min(1.5 * pause, 600_000))), pause);
    return;
  }
  events = new EventSource(`/me/events?seen=${games().dataset.seen}`);
  events.addEventListener("change", () => {
    events?.close();
    events = undefined;
    update();
  });
  events.addEventListener("error", ({ target }) => {
    if (target.readyState === EventSource.CLOSED && target === events) retry = setTimeout(update, 30_000 * (1 + Math.random()));
  });
}

document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? update() : follow()));
follow();
