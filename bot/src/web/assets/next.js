// After a move, the next game that waits follows by itself: for those who came from the list of their games, or have chosen it.

import { isOn, show } from "./page.js";

/** How long one's own move is seen, in milliseconds. */
const LOOK_MS = 900;

const game = () => document.getElementById("game");

let moved; // The game in which a move was made, until the person does something else.
let back; // The link to the game that was left.
let timer;

/** The link to the next game, once the move is shown, unless there is something to read. */
function next() {
  const { game: shown, events } = game().dataset;
  return shown === moved && events && !game().querySelector(".question") && game().querySelector("a.next");
}

async function goOn() {
  timer = undefined;
  const link = next();
  if (!link) return;
  moved = undefined;
  back = document.createElement("a");
  back.className = "back";
  back.href = game().dataset.newest;
  back.innerHTML = '<span aria-hidden="true">← </span>';
  back.append(game().querySelector("h1").firstChild.textContent.trim());
  try {
    await show(link.getAttribute("href"), { remember: true });
    game().querySelector("svg.board[data-ready]")?.focus({ preventScroll: true });
  } catch {
    // The link is still there.
  }
}

function check() {
  if (next()) timer ??= setTimeout(goOn, LOOK_MS);
}

document.addEventListener("moved", () => {
  if (!isOn("next")) return;
  moved = game().dataset.game;
  check();
});

document.addEventListener("game", () => {
  if (back && back.getAttribute("href") !== game().dataset.newest) game().querySelector("header .games")?.after(back);
  check();
});

for (const act of ["pointerdown", "keydown"]) addEventListener(act, () => (moved = undefined));
