// What fingers, mice and keys do on a board. Nothing here knows of turns: it says which places were meant.

/** How far a finger may slip, in pixels, and still have tapped. */
const SLOP = 9;

/** The middle of each place of a board. */
export function places(svg) {
  const found = new Map();
  for (const circle of svg.querySelectorAll(".place")) {
    found.set(circle.dataset.at, { x: Number(circle.getAttribute("cx")), y: Number(circle.getAttribute("cy")), radius: Number(circle.getAttribute("r")) });
  }
  return found;
}

/** The distance between neighbors. */
export function pitch(all) {
  const [first, ...others] = all.values();
  return Math.min(...others.map((at) => Math.hypot(at.x - first.x, at.y - first.y)));
}

/** Where a pointer is, in the units of the board. */
function locate(svg, event) {
  const matrix = svg.getScreenCTM();
  return matrix && new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
}

/** Whether a pointer is farther than a place away from the picture of the board. */
function isAway(svg, event) {
  const at = locate(svg, event);
  if (!at) return true;
  const { x, y, width, height } = svg.viewBox.baseVal;
  const room = pitch(places(svg));
  return at.x < x - room || at.y < y - room || at.x > x + width + room || at.y > y + height + room;
}

/** The handle under a pointer, or the nearest place, so that a finger need not hit a circle. */
function under(svg, event) {
  const pointer = locate(svg, event);
  if (!pointer) return undefined;
  const { x, y } = pointer;
  const all = places(svg);
  const size = pitch(all);
  for (const mark of svg.querySelectorAll(".handle")) {
    const box = mark.getBoundingClientRect();
    const [dx, dy] = [event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2];
    if (Math.hypot(dx, dy) < Math.max(box.width, box.height) * 0.6) return { turn: mark.dataset.turn };
  }
  let best;
  for (const [at, middle] of all) {
    const distance = Math.hypot(middle.x - x, middle.y - y);
    if (distance < size * 0.62 && (!best || distance < best.distance)) best = { at, distance };
  }
  return best;
}

let finger;

function down(event) {
  if (!event.isPrimary || event.button > 0) return;
  const svg = event.currentTarget;
  const from = under(svg, event);
  if (!from) return;
  finger = { id: event.pointerId, svg, x: event.clientX, y: event.clientY, from, places: from.at ? [from.at] : [] };
  svg.setPointerCapture(event.pointerId);
}

/** From where a pointer has gone, in pixels to the right and up, and at which angle. */
function way(began, event) {
  const [dx, dy] = [event.clientX - began.x, began.y - event.clientY];
  return { length: Math.hypot(dx, dy), angle: (Math.atan2(dy, dx) * 180) / Math.PI };
}

function move(event, acts) {
  if (!finger?.from.at || event.pointerId !== finger.id) return;
  const end = under(finger.svg, event);
  if (end?.at && !finger.places.includes(end.at)) finger.places.push(end.at);
  const { length, angle } = way(finger, event);
  if (length < SLOP || end?.at === finger.from.at || isAway(finger.svg, event)) acts.aim();
  else acts.aim(finger.places, end ?? {}, angle);
}

function up(event, acts) {
  const began = finger;
  if (!began || event.pointerId !== began.id) return undefined;
  finger = undefined;
  acts.aim();
  // The board was replaced under it.
  if (began.svg !== event.currentTarget) return undefined;
  const { length, angle } = way(began, event);
  const end = under(began.svg, event);
  if (length < SLOP || !began.from.at || end?.at === began.from.at) {
    return began.from.turn ? acts.press(began.from.turn) : acts.tap(began.from.at);
  }
  if (end?.turn) return acts.press(end.turn, began.from.at);
  // Who lets go beside the board wants nothing any more.
  if (isAway(began.svg, event)) return undefined;
  return acts.draw(began.places, end?.at, angle);
}

// Keyboard: the board is one stop; arrows go to the nearest place in that direction.

let cursor;

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest place in the direction of an arrow. */
function neighbor(all, [right, down]) {
  const from = all.get(cursor);
  let best;
  for (const [at, middle] of all) {
    const [dx, dy] = [middle.x - from.x, middle.y - from.y];
    const along = dx * right + dy * down;
    const across = Math.abs(dx * down) + Math.abs(dy * right);
    if (along < 1) continue;
    const cost = along + 0.9 * across;
    if (!best || cost < best.cost) best = { at, cost };
  }
  return best?.at;
}

function key(event, acts) {
  const svg = event.currentTarget;
  const arrow = ARROWS[event.key];
  if (arrow) {
    event.preventDefault();
    const next = neighbor(places(svg), arrow);
    if (next) point(svg, next);
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    acts.tap(cursor);
  } else if (event.key === "Escape") {
    event.preventDefault();
    acts.escape();
  }
}

const SVG = "http://www.w3.org/2000/svg";

export function shape(name, attributes, parent) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  parent.append(node);
  return node;
}

/** A ring around the keyboard's place, above what lies there: light with a dark edge, or the other way round, so that any marble shows it. */
function ring(svg, cell) {
  svg.querySelector(".here")?.remove();
  const layer = shape("g", { class: "here" }, svg);
  const r = pitch(places(svg)) * 0.46;
  for (const part of ["dark", "light"]) shape("circle", { class: part, cx: cell.getAttribute("cx"), cy: cell.getAttribute("cy"), r }, layer);
}

/** Puts the keyboard's place here, and says what stands there. */
function point(svg, at) {
  cursor = at;
  svg.querySelector(".cursor")?.classList.remove("cursor");
  const cell = svg.querySelector(`.place[data-at="${at}"]`);
  cell.classList.add("cursor");
  ring(svg, cell);
  svg.setAttribute("aria-activedescendant", cell.id);
}

/** For those who cannot touch it, a board was a picture: its places become a list, with the names of what lies on them. */
function describe(svg, names) {
  const picture = svg.parentElement;
  svg.setAttribute("role", "listbox");
  svg.setAttribute("aria-label", picture.getAttribute("aria-label"));
  picture.removeAttribute("role");
  picture.removeAttribute("aria-label");
  svg.setAttribute("tabindex", "0");
  const stones = new Map([...svg.querySelectorAll("use[data-at]")].map((use) => [use.dataset.at, use.getAttribute("href").slice(1).replace("-up", "")]));
  for (const cell of svg.querySelectorAll(".place")) {
    const { at } = cell.dataset;
    cell.id = `at-${at}`;
    cell.setAttribute("role", "option");
    cell.setAttribute("aria-label", stones.has(at) ? `${at} ${names[stones.get(at)] ?? ""}` : at);
  }
}

/**
 * Tells of what is done on a board: `tap` of a place, `press` of a handle, `draw` over places to the last one at this angle, and `escape`.
 * While a finger draws, `aim` is told what it would draw, and of nothing when it would draw nothing.
 * The keyboard stays where it was, or begins at the first place.
 */
export function listen(svg, acts, { names, first }) {
  if (svg.dataset.ready) return;
  svg.dataset.ready = "yes";
  describe(svg, names);
  const isThere = cursor && svg.querySelector(`.place[data-at="${cursor}"]`);
  if (!isThere) cursor = first ?? svg.querySelector(".place").dataset.at;
  svg.addEventListener("pointerdown", down);
  svg.addEventListener("pointermove", (event) => move(event, acts));
  // The page scrolls under a finger that touched the board beside its places.
  svg.addEventListener("touchmove", (event) => finger && event.touches.length === 1 && event.preventDefault(), { passive: false });
  svg.addEventListener("pointerup", (event) => up(event, acts));
  svg.addEventListener("pointercancel", () => {
    finger = undefined;
    acts.aim();
  });
  svg.addEventListener("keydown", (event) => key(event, acts));
  svg.addEventListener("focus", () => point(svg, cursor));
}

// What was entered when a link had expired: the browser keeps it until the board is opened once more.

const nameOf = (game) => `entered-${game}`;

export function keepEntered(game, entered) {
  try {
    localStorage.setItem(nameOf(game), JSON.stringify(entered));
  } catch {
    // A browser may keep nothing.
  }
}

/** What was entered on the board of this revision, once. */
export function takeEntered(game, revision) {
  try {
    const entered = JSON.parse(localStorage.getItem(nameOf(game)));
    localStorage.removeItem(nameOf(game));
    return entered?.revision === revision ? entered : undefined;
  } catch {
    return undefined;
  }
}
