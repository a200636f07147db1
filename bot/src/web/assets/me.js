// Follows the games of a person: shows their list anew when one of them changes.

import { begin } from "./follow.js";
import { announce, load, showTimes, takeOver } from "./page.js";

const games = () => document.getElementById("games");

/** Shows the list as it is now. The keyboard stays where it was. */
async function update() {
  const page = await load(location.href, "games");
  const next = page?.getElementById("games");
  if (!next || next.dataset.version === games().dataset.version) return;
  const focused = document.activeElement?.closest?.("a.card")?.getAttribute("href");
  games().replaceWith(next);
  next.querySelector(`a.card[href="${focused}"]`)?.focus({ preventScroll: true });
  takeOver(page);
  announce(next);
  showTimes();
}

begin(update);

try {
  // From here, one goes on from game to game.
  sessionStorage.setItem("next", "on");
} catch {
  // A browser may keep nothing.
}

// Pages inside Discord are no app of their own.
if (document.querySelector("link[rel=manifest]")) navigator.serviceWorker?.register("/worker.js").catch(() => {});
