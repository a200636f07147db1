// Pieces slide to where they go, and who wants to hears them. Where each came from, the server says; nothing here knows a rule.

import { isOn } from "./page.js";

/** How long a piece slides, in milliseconds. */
const SLIDE_MS = 180;

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/** The pieces of each board: what it is, its place and its position, and its places before each step of the last turn. */
export function look(boards) {
  return [...boards.querySelectorAll("svg.board")].map((svg) =>
    [...svg.querySelectorAll("use[data-at], use[data-way]")].map((node) => {
      const [x, y] = node.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
      return { node, what: node.getAttribute("href"), at: node.dataset.at, x, y, way: node.dataset.way?.split(" ") ?? [] };
    }),
  );
}

/** The place of a piece before this step; `undefined`: it was off the board by then. */
const before = ({ at, way }, step) => (step < way.length ? way[step] : at);

/** The pieces of one position that stand elsewhere in the other, if they were where they were before this step. */
function misfits(pieces, step, others) {
  const known = new Map(others.map(({ at, what }) => [at, what]));
  return pieces.filter((piece) => piece.at && known.get(before(piece, step)) !== piece.what).length;
}

/** Pairs of a piece and the one that it was, where they are not at the same place: after a step, or after it was taken back. */
function moved(old, now) {
  const steps = (pieces) => [...Array(pieces.reduce((most, { way }) => Math.max(most, way.length), 0)).keys()];
  const at = (pieces, place) => pieces.find((piece) => piece.at === place);
  let best = { misfits: Math.min(misfits(now, Infinity, old), misfits(old, Infinity, now)), pairs: () => [] };
  const offer = (number, pairs) => {
    if (number < best.misfits) best = { misfits: number, pairs };
  };
  for (const step of steps(now)) {
    const came = now.filter((piece) => before(piece, step) !== piece.at);
    offer(misfits(now, step, old), () => came.map((piece) => [piece, at(old, before(piece, step))]));
  }
  for (const step of steps(old)) {
    const came = old.filter((piece) => before(piece, step) !== piece.at);
    offer(misfits(old, step, now), () => came.map((piece) => [at(now, before(piece, step)), piece]));
  }
  return best.pairs().filter(([piece, was]) => piece && was);
}

/** Lets the pieces of these boards slide from where they were when they were looked at. */
export function slide(old, boards) {
  const now = look(boards);
  const pairs = now.flatMap((pieces, board) => (old[board] ? moved(old[board], pieces) : []));
  if (pairs.length === 0) return;
  knock();
  if (isStill.matches) return;
  for (const [{ node, x, y }, was] of pairs) {
    node.animate([{ translate: `${was.x - x}px ${was.y - y}px` }, { translate: "0px 0px" }], { duration: SLIDE_MS, easing: "ease-out" });
  }
  for (const marks of boards.querySelectorAll(".last")) marks.animate([{ opacity: 0 }, { opacity: 1 }], { duration: SLIDE_MS, easing: "ease-in" });
}

let audio;

/** Two marbles touch, quietly. */
function knock() {
  if (!isOn("sound")) return;
  audio ??= new AudioContext();
  const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  tone.frequency.setValueAtTime(1500, now);
  tone.frequency.exponentialRampToValueAtTime(500, now + 0.05);
  volume.gain.setValueAtTime(0.08, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.08);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.08);
}

// Once the choice is made, it is heard.
document.addEventListener("click", (event) => event.target.closest?.('[data-choice="sound"]') && setTimeout(knock));
