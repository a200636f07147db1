// Steps through a game without loading the page anew, follows it live, and shows times in the reader's zone.

const TIMES = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

const DISTANCES = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function distance(instant) {
  const seconds = (instant - Date.now()) / 1000;
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= 1.5 * length) ?? UNITS.at(-1);
  return DISTANCES.format(Math.round(seconds / length), unit);
}

function showTimes(within) {
  for (const time of within.querySelectorAll("time[datetime]")) {
    const instant = new Date(time.dateTime);
    if (Number.isNaN(instant.getTime())) continue;
    time.textContent = "relative" in time.dataset ? distance(instant) : TIMES.format(instant);
  }
}

/** Keeps the move that is shown in sight, without moving the page. */
function showCurrentMove(main) {
  const list = main.querySelector(".moves ol");
  const move = list?.querySelector("[aria-current]");
  if (!move) return;
  list.scrollTop = move.offsetTop - list.offsetTop - (list.clientHeight - move.offsetHeight) / 2;
}

function start(main) {
  showTimes(main);
  showCurrentMove(main);
}

let loading = 0;

/** Shows what stands at this address in the place of the game. */
export async function show(address, { remember = false } = {}) {
  const mine = ++loading;
  const answer = await fetch(address, { headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.getElementById("game");
  // A later step has been asked for, or the game is no longer there.
  if (mine !== loading) return;
  if (!next) return location.assign(address);
  const focused = document.activeElement?.closest?.("[data-step]")?.dataset.step;
  const main = document.getElementById("game");
  main.replaceWith(next);
  const pieces = page.querySelector("svg.pieces");
  if (pieces) document.querySelector("svg.pieces")?.replaceWith(pieces);
  document.title = page.title;
  if (remember) history.pushState(null, "", address);
  if (focused) next.querySelector(`a[data-step="${focused}"]`)?.focus({ preventScroll: true });
  start(next);
  document.dispatchEvent(new Event("game"));
  if (next.querySelector(".entry") && !document.querySelector('script[src$="board.js"]')) {
    const script = page.querySelector('script[src$="board.js"]');
    if (script) await import(new URL(script.getAttribute("src"), location.href).href);
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-step], .moves a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  show(link.href, { remember: true }).catch(() => location.assign(link.href));
});

const KEYS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last", f: "flip" };

document.addEventListener("keydown", (event) => {
  const step = KEYS[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, textarea, select, [role=grid]")) return;
  const link = document.querySelector(`a[data-step="${step}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});

addEventListener("popstate", () => show(location.href).catch(() => location.reload()));

let events;

/** Follows a game that goes on: who looks at its last position sees the next one. */
function follow() {
  events?.close();
  const main = document.getElementById("game");
  if (!main?.dataset.live) return;
  events = new EventSource(`/g/${main.dataset.game}/events`);
  events.addEventListener("version", (event) => {
    const now = document.getElementById("game");
    if (event.data === now.dataset.version) return;
    if (!now.dataset.current) return;
    // Who is entering a turn is asked first by the board itself.
    show(now.dataset.newest).catch(() => {});
  });
}

const main = document.getElementById("game");
if (main) {
  start(main);
  follow();
}
