// Steps through a game without loading the page anew, follows it live, and shows times in the reader's zone.

import { begin, follow } from "./follow.js";
import { look, slide } from "./motion.js";

const LANGUAGE = document.documentElement.lang;
const TIMES = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });
const DISTANCES = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "auto" });
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function distance(instant) {
  const seconds = (instant - Date.now()) / 1000;
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= 1.5 * length) ?? UNITS.at(-1);
  return DISTANCES.format(Math.round(seconds / length), unit);
}

export function showTimes() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const instant = new Date(time.dateTime);
    if (Number.isNaN(instant.getTime())) continue;
    const shown = "relative" in time.dataset ? distance(instant) : TIMES.format(instant);
    if (time.textContent !== shown) time.textContent = shown;
  }
}

setInterval(showTimes, 30_000);

/** Whether a choice is on: by its button in this browser, or by a page in this tab. */
export function isOn(choice) {
  try {
    return (localStorage.getItem(choice) ?? sessionStorage.getItem(choice)) === "on";
  } catch {
    return false;
  }
}

function showChoices() {
  for (const button of document.querySelectorAll("[data-choice]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(isOn(button.dataset.choice)));
  }
}

document.addEventListener("click", (event) => {
  const choice = event.target.closest?.("[data-choice]")?.dataset.choice;
  if (!choice) return;
  try {
    localStorage.setItem(choice, isOn(choice) ? "off" : "on");
  } catch {
    // A browser may keep nothing.
  }
  showChoices();
});

/** Below this, in milliseconds, a clock shows seconds. */
const SECONDS_BELOW = 15 * 60_000;

/** As the server writes it: the two largest units. */
function clockTime(millis, units) {
  const seconds = Math.floor(Math.max(millis, 0) / 1000);
  const minutes = Math.floor(seconds / 60);
  const parts = millis < SECONDS_BELOW
    ? [[minutes, units[2]], [seconds % 60, "s"]]
    : [[Math.floor(minutes / 1440), units[0]], [Math.floor(minutes / 60) % 24, units[1]], [minutes % 60, units[2]]];
  const first = parts.findIndex(([number]) => number > 0);
  const shown = first < 0 ? [parts.at(-1)] : parts.slice(first, first + 2).filter(([number]) => number > 0);
  return shown.map(([number, unit]) => `${number} ${unit}`).join(" ");
}

function showClocks() {
  for (const clock of document.querySelectorAll("[data-until]")) {
    const { until, units } = clock.dataset;
    const shown = clockTime(until - Date.now(), units.split(" "));
    if (clock.textContent !== shown) clock.textContent = shown;
  }
}

setInterval(showClocks, 1_000);

/** Keeps the move that is shown in sight, without moving the page. */
function showCurrentMove() {
  const list = document.querySelector(".moves ol");
  const move = list?.querySelector("[aria-current]");
  if (!move) return;
  list.scrollTop = move.offsetTop - (list.clientHeight - move.offsetHeight) / 2;
}

function start() {
  // A form's answer, and a page that chooses what it shows, have an address of their own, which would show something else later.
  if (!location.pathname.endsWith(`/${game().dataset.game}`)) history.replaceState(null, "", game().dataset.newest);
  showTimes();
  showClocks();
  showCurrentMove();
  showChoices();
  const form = document.querySelector("form.ask");
  if (form && review.of !== game().dataset.game && form.dataset.byItself !== undefined) askForReview(form);
  else sayReview();
}

const game = () => document.getElementById("game");

/** Where the scripts of a page come from: another place is another version of the program. */
const scriptOf = (page) => page.querySelector('script[src$="/page.js"]')?.getAttribute("src");

let loading = 0;

/** The page at this address with this main part; `undefined` once a later one has been asked for. */
export async function load(address, part = "game") {
  const mine = ++loading;
  const answer = await fetch(address, { headers: { accept: "text/html" } });
  // Signed out meanwhile: the page says so.
  if (answer.status === 401) location.reload();
  const text = await answer.text();
  return mine === loading ? read(text, part) : undefined;
}

function read(text, part = "game") {
  const page = new DOMParser().parseFromString(text, "text/html");
  if (!page.getElementById(part)) throw new Error(`no ${part}`);
  if (scriptOf(page) !== scriptOf(document)) location.reload();
  return page;
}

/** Takes over what stands around the main part of another page: its title, icon and pieces. */
export function takeOver(page) {
  document.title = page.title;
  for (const part of ["link[rel=icon]", "svg.pieces"]) {
    const [old, other] = [document, page].map((any) => any.querySelector(part));
    if (old && other && old.outerHTML !== other.outerHTML) old.replaceWith(other);
  }
}

/** Says to those who do not see it what has changed. */
export function announce(page) {
  const status = page.querySelector(".status")?.textContent.trim();
  const line = document.getElementById("announce");
  if (status && line.textContent !== status) line.textContent = status;
}

/** Shows what stands at this address in the place of the game. */
export async function show(address, { remember = false } = {}) {
  const page = await load(address);
  if (page) await put(page, remember && address);
}

/** Shows what came of a turn: the page in the answer, or else the newest one. */
export const showResult = ({ page }) => (page ? put(read(page)) : show(game().dataset.newest));

/** Puts this page in the place of the one that is shown. With an address, one can go back. */
async function put(page, address) {
  const next = page.getElementById("game");
  const focused = document.activeElement?.closest?.("[data-step]")?.dataset.step;
  const before = look(game());
  const isSame = next.dataset.game === game().dataset.game;
  game().replaceWith(next);
  takeOver(page);
  if (isSame) slide(before, next);
  else scrollTo(0, 0);
  if (address) history.pushState(null, "", address);
  if (focused) next.querySelector(`a[data-step="${focused}"]`)?.focus({ preventScroll: true });
  announce(next);
  start();
  follow();
  document.dispatchEvent(new Event("game"));
  const board = page.querySelector('script[src$="/board.js"]');
  if (board) await import(new URL(board.getAttribute("src"), location.href).href);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-step], a.next, a.back, .moves a, .chart a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const address = link.getAttribute("href");
  show(address, { remember: true }).catch(() => location.assign(address));
});

let review = {}; // Of which game it was asked for from this page, and what has come of it.

function sayReview() {
  const form = document.querySelector("form.ask");
  if (!form || review.of !== game().dataset.game) return;
  form.querySelector("[role=status]").textContent = review.says;
  form.querySelector("button").disabled = review.isAwaited;
}

/** Asks for the review of the game that is shown, and shows it once it is made. */
async function askForReview(form) {
  const mine = { of: game().dataset.game, says: form.dataset.says, isAwaited: true };
  review = mine;
  sayReview();
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(), headers: { accept: "application/json" } });
    mine.says = (await answer.json()).problem ?? "";
    let [address, page] = [];
    // The reader may go to another position meanwhile.
    while (answer.ok && address !== location.href && game().dataset.game === mine.of) {
      address = location.href;
      page = read(await (await fetch(address, { headers: { accept: "text/html" } })).text());
    }
    // A line that is tried on the board, and a note that is written, stay.
    const made = page?.querySelector(".review");
    if (made && game().dataset.game === mine.of) game().querySelector(".review")?.replaceWith(made);
  } catch {
    mine.says = form.dataset.fails;
  }
  mine.isAwaited = false;
  sayReview();
}

/** Sends what was typed; what is wrong with it is said beside its field. */
async function send(form) {
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } });
  // What is not about the text, or the one who typed it, has a page.
  if (![401, 422].includes(answer.status)) {
    if (!answer.ok) return form.submit();
    await showResult(await answer.json());
    return form.matches(".turn-form") && document.dispatchEvent(new Event("moved"));
  }
  const { problem } = await answer.json();
  form.querySelector("input:not([type=hidden])").setAttribute("aria-invalid", "true");
  form.querySelector(".problem").textContent = problem;
  return undefined;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches(".ask, .typed[method=post]")) return;
  event.preventDefault();
  if (form.matches(".ask")) askForReview(form);
  else send(form).catch(() => form.submit());
});

document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.('[data-do="copy"]');
  if (!button) return;
  const address = `${button.form.action}?${new URLSearchParams(new FormData(button.form))}`;
  try {
    await navigator.clipboard.writeText(address);
    button.textContent = document.getElementById("announce").textContent = button.dataset.done;
  } catch {
    // Where a page may copy nothing, its address is the link.
    location.assign(address);
  }
});

const KEYS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last", f: "flip" };

document.addEventListener("keydown", (event) => {
  const step = KEYS[event.key];
  if (!step || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, textarea, select, svg.board[data-ready]")) return;
  const link = document.querySelector(`a[data-step="${step}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});

addEventListener("popstate", () => show(location.href).catch(() => location.reload()));

/** Who looks at an earlier position stays there, and learns that there is more to see. */
function showThatItGoesOn() {
  const note = game().querySelector(".goes-on");
  if (!note?.hidden) return;
  note.hidden = false;
  document.getElementById("announce").textContent = note.querySelector("p").textContent;
}

/** The game has changed. A turn that is being entered stays as long as the board is the same. */
async function update() {
  const shown = game();
  if (!shown.dataset.current) return showThatItGoesOn();
  if (!shown.querySelector(".entry[data-begun]")) return show(shown.dataset.newest);
  const page = await load(shown.dataset.newest);
  const next = page?.getElementById("game");
  if (!next) return undefined;
  if (next.dataset.revision !== shown.dataset.revision) return show(shown.dataset.newest);
  shown.querySelector("aside").replaceWith(next.querySelector("aside"));
  shown.dataset.version = next.dataset.version;
  start();
  return undefined;
}

showTimes();
if (game()) {
  start();
  begin(update);
}
