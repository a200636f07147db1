// Entering a turn by touch, mouse or keyboard. What can be done comes from the server, and what it would look like too: nothing here
// knows a rule.

import { keepEntered, listen, pitch, places, shape, takeEntered } from "./input.js";
import { look, slide } from "./motion.js";
import "./next.js";
import { show, showResult } from "./page.js";

let entry; // What can be done now.
let position; // What boards and players look like now, as it came.
let trail = []; // What could be done, and how it looked, before each step of the turn.
let ahead = []; // The same of the steps of a line that were taken back, the last one at the end.
let revision; // Of the game that is shown.
let ply; // Of its position, where a finished game is shown.
let picked; // Places that are taken: none, one, or the group of a step as the step has it.
let plan; // Where lines are tried: the turns so far, who plays next, and whether the line can be kept.
let busy = 0; // Answers that are awaited: until they are here, nothing is begun.

const root = () => document.getElementById("game");
const controls = () => root()?.querySelector(".entry");
const bar = (what) => controls().querySelector(`[data-do="${what}"]`);
const words = () => JSON.parse(controls().querySelector("[data-words]").textContent);

/** The board on which the next step is made. */
function board() {
  const boards = root().querySelector(".boards");
  return boards.querySelector(`[data-board="${boards.dataset.active}"] svg`);
}

/** What is shown now. */
const shown = () => ({ entry, position, plan });

/** The beginnings of the turn that is entered, one longer than the other. */
function beginnings() {
  const ofTurn = [...trail, shown()].filter((state) => state.plan?.turns.length === plan?.turns.length);
  return ofTurn.map((state) => state.entry?.turn).filter(Boolean);
}

/** Keeps this turn, with all before it. */
function keepTurn(turn, turns = plan?.turns) {
  const begun = turns === plan?.turns ? [...beginnings(), turn] : [turn];
  keepEntered(root().dataset.game, { revision, planned: turns, begun: [...new Set(begun)].filter(Boolean) });
}

function start() {
  const kept = entry || plan ? undefined : takeEntered(root().dataset.game, controls().dataset.revision);
  const [planned, isSameBoard] = [plan?.turns, revision === controls().dataset.revision && ply === controls().dataset.ply];
  const [begun, taken, isSame] = [beginnings(), picked, entry && isSameBoard];
  ({ revision, ply } = controls().dataset);
  [trail, ahead] = [[], []];
  plan = undefined;
  position = root().querySelector(".position").outerHTML;
  if (controls().querySelector(".planning")) {
    bar("plan-back").onclick = pressBack;
    bar("plan-next").onclick = () => tryTurn("", [...plan.turns, entry.turn]);
    if (!ply) bar("plan-keep").onclick = keepPlan;
    bar("plan-end").onclick = () => {
      // Until the game is back, a tap would play on the board of the line.
      plan = undefined;
      busy++;
      show(ply ? location.href : root().dataset.newest)
        .catch(() => location.reload())
        .finally(() => busy--);
    };
  }
  const data = controls().querySelector("[data-entry]");
  entry = undefined;
  if (data) {
    begin(JSON.parse(data.textContent));
    controls().querySelector(".bar").hidden = false;
    bar("back").onclick = pressBack;
    bar("confirm").onclick = () => play(entry.turn);
  }
  // The board was turned, or left and found again: what was begun on it goes on.
  if (planned && isSameBoard) beginPlan(planned, () => resume(begun, taken));
  else if (isSame && data) resume(begun, taken);
  else if (kept?.planned) beginPlan(kept.planned, () => resume(kept.begun));
  else if (kept && data) resume(kept.begun);
  else if (planned?.length > 0 && !ply) {
    const hint = controls().querySelector(".hint");
    [controls().hidden, hint.hidden] = [false, false];
    hint.textContent = words().gone.replace("{line}", planned.join(" "));
  }
}

/** Makes these turns one after the other, as long as this page is shown and lines are tried on it as before. */
async function tryTurns(turns) {
  const [main, tries] = [root(), Boolean(plan)];
  for (const turn of turns) {
    if (root() !== main || Boolean(plan) !== tries) return;
    await tryTurn(turn, plan?.turns, false);
  }
}

async function resume(begun, taken) {
  if (begun.length > 0) return tryTurns(begun);
  picked = taken ?? [];
  paint();
}

/** From here on turns of all players are tried, and none is played. */
async function beginPlan(turns, goOn) {
  if (busy || !controls().querySelector(".planning")) return;
  controls().dataset.plans = "yes";
  controls().hidden = false;
  controls().querySelector(".hint").hidden = false;
  controls().querySelector(".planning").hidden = false;
  root().querySelector(".boards").scrollIntoView({ block: "nearest" });
  plan = { turns: [], can_be_kept: false };
  const main = root();
  await tryTurn("", []);
  if (root() !== main || !plan) return;
  trail = [];
  for (const turn of turns) {
    if (root() !== main || !plan) return;
    await tryTurn("", [...plan.turns, turn], false);
  }
  if (root() === main && plan) await goOn?.();
}

/** Keeps the line that is tried as conditional moves. */
async function keepPlan() {
  if (busy) return;
  busy++;
  const body = new URLSearchParams({ moves: plan.turns.join(" "), revision });
  const options = { method: "POST", body, headers: { accept: "application/json" } };
  const answer = await ask(`${controls().dataset.base}/lines`, options, () => keepTurn(""));
  if (answer) {
    plan = undefined;
    await show(root().dataset.newest).catch(() => location.reload());
  }
  busy--;
}

function begin(next) {
  entry = next;
  prepare();
  picked = forced();
  paint();
}

/** A piece that has to go on is taken already, and stays taken. */
function forced() {
  const origins = new Set(entry.steps.flatMap((step) => step.taps.map(([from]) => from)));
  return entry.turn && origins.size === 1 && !origins.has("") ? [...origins] : [];
}

/** The steps of exactly these marbles. */
const stepsOf = (group) => entry.steps.filter((step) => step.group.join() === group.join());

/** Steps by what is taken: those of exactly these marbles, or those that begin at the one that is taken. */
function candidates() {
  if (picked.length === 0) return entry.steps.flatMap((step) => step.taps.filter(([from]) => from === "").map(([, to]) => ({ step, to })));
  if (picked.length === 1) {
    return entry.steps.flatMap((step) => step.taps.filter(([from]) => from === picked[0]).map(([, to]) => ({ step, to })));
  }
  return stepsOf(picked).map((step) => ({ step, direction: step.direction }));
}

const canBeTaken = () => new Set(entry.steps.flatMap((step) => [...step.taps.map(([from]) => from), ...step.group]).filter(Boolean));

/** Where the handle of a group stands for a direction. */
function handle(all, group, direction) {
  const size = pitch(all);
  const angle = ((direction * 60 + (controls().dataset.flip === "true" ? 180 : 0)) * Math.PI) / 180;
  const way = { x: Math.cos(angle), y: -Math.sin(angle) };
  const middles = group.map((at) => all.get(at));
  const middle = { x: middles.reduce((sum, at) => sum + at.x, 0) / group.length, y: middles.reduce((sum, at) => sum + at.y, 0) / group.length };
  // Beyond the marbles, so that each direction has a place of its own.
  const reach = Math.max(...middles.map((at) => (at.x - middle.x) * way.x + (at.y - middle.y) * way.y)) + size * 0.95;
  return { x: middle.x + way.x * reach, y: middle.y + way.y * reach, angle: (-angle * 180) / Math.PI };
}

function drawHandle(all, group, direction, layer) {
  const at = handle(all, group, direction);
  const mark = shape("g", { class: "handle", transform: `translate(${at.x} ${at.y})rotate(${at.angle})` }, layer);
  shape("circle", { r: pitch(all) * 0.32 }, mark);
  shape("path", { d: "M-3 -10L11 0L-3 10M11 0H-11" }, mark);
  return mark;
}

/** Lights what a finger would move if it let go now, and where to. */
function aim(over, end, angle) {
  const svg = board();
  svg.querySelector(".aim")?.remove();
  svg.classList.toggle("aims", Boolean(over));
  if (!over || busy) return;
  const { group, steps } = end.turn ? { steps: entry.steps.filter(({ turn }) => turn === end.turn) } : meant(over, end.at, angle);
  const turns = new Set(steps?.map(({ turn }) => turn));
  const [step] = turns.size === 1 ? steps : [];
  const layer = shape("g", { class: "aim" }, svg);
  const all = places(svg);
  const r = pitch(all) * 0.44;
  for (const at of step?.group ?? group ?? picked) shape("circle", { class: "lit", cx: all.get(at).x, cy: all.get(at).y, r }, layer);
  if (!step) return;
  const goal = all.get(step.taps[0]?.[1]);
  if (step.direction !== null && step.group.length > 1) drawHandle(all, step.group, step.direction, layer);
  else if (goal) shape("circle", { class: "goal", cx: goal.x, cy: goal.y, r }, layer);
}

function paint() {
  const svg = board();
  svg.querySelector(".touch")?.remove();
  const layer = shape("g", { class: "touch" }, svg);
  const all = places(svg);
  for (const at of picked) {
    const { x, y, radius } = all.get(at);
    // On the board of points, a place is a dot and a piece is not.
    shape("circle", { class: "taken", cx: x, cy: y, r: Math.max(radius, pitch(all) * 0.38) }, layer);
  }
  const possible = candidates();
  for (const { step, to, direction } of possible) {
    if (to) {
      const { x, y } = all.get(to);
      shape("circle", { class: "target", cx: x, cy: y, r: pitch(all) * (picked.length ? 0.2 : 0.12) }, layer);
    } else {
      drawHandle(all, step.group, direction, layer).dataset.turn = step.turn;
    }
  }
  if (plan || canGoBack()) controls().dataset.begun = "yes";
  else delete controls().dataset.begun;
  const can = canBeTaken();
  for (const cell of svg.querySelectorAll(".place")) {
    const { at } = cell.dataset;
    cell.classList.toggle("can", can.has(at) || possible.some(({ to }) => to === at));
    cell.setAttribute("aria-selected", picked.includes(at) ? "true" : "false");
  }
  enable("back", !plan && canGoBack());
  enable("confirm", !plan && entry.is_complete);
  if (plan) {
    enable("plan-back", canGoBack());
    enable("plan-keep", plan.can_be_kept && !entry.turn);
    bar("plan-next").hidden = !entry.is_complete;
    controls().querySelector(".line").textContent = plan.turns.join(" ");
    // In the forms that make a link of it, or go on from it.
    for (const field of root().querySelectorAll("input[name=line]")) field.value = plan.turns.join(" ");
  }
  const which = controls().querySelector(".which");
  which.hidden = true;
  which.replaceChildren();
  say();
}

function enable(what, isPossible) {
  const button = bar(what);
  if (button) button.disabled = !isPossible;
}

const canGoBack = () => entry.turn !== "" || picked.length > 0 || plan?.turns.length > 0;

function say(text) {
  const { take, where, goOn, ready, planTake, over } = words();
  const done = entry?.steps.length === 0;
  const next = plan ? planTake.replace("{player}", plan.to_move ?? "") : take;
  const hint = text ?? (done ? (plan ? over : ready) : picked.length > 0 ? where : entry.turn ? goOn : next);
  const line = controls().querySelector(".hint");
  const shown = entry?.turn ? `${entry.turn} · ${hint}` : hint;
  if (line.textContent !== shown) line.textContent = shown;
  // What would be cut off is written smaller, so that nothing below it moves.
  line.classList.remove("long");
  line.classList.toggle("long", line.scrollHeight > line.clientHeight + 1);
}

function goBack() {
  if (picked.length > forced().length) {
    picked = [];
    return paint();
  }
  ahead.push(shown());
  lay(trail.pop());
}

function pressBack() {
  goBack();
  // The button is disabled now.
  if (!canGoBack()) board().focus({ preventScroll: true });
}

function goForward() {
  trail.push(shown());
  lay(ahead.pop());
}

/** Shows boards and players, and what can be done on them. */
function lay(next) {
  const hadFocus = document.activeElement === board();
  ({ position, plan } = next);
  const before = look(root());
  root().querySelector(".position").outerHTML = position;
  slide(before, root());
  begin(next.entry);
  if (hadFocus) board().focus({ preventScroll: true });
}

/** A finger on this place. */
function tap(at) {
  if (busy) return undefined;
  const fits = candidates().filter(({ to }) => to === at);
  if (fits.length > 0) return choose(fits.map(({ step }) => step));
  if (picked.includes(at)) {
    picked = picked.length === 1 ? forced() : [at];
    return paint();
  }
  if (!canBeTaken().has(at)) {
    const touched = [...picked, at];
    picked = forced();
    paint();
    return entry.steps.length > 0 ? explain(touched) : undefined;
  }
  return take(at);
}

/** Says why no step is made of these places, unless the player has gone on meanwhile. */
async function explain(touched) {
  const [now, taken] = [entry, picked];
  const address = tryAddress(entry.turn, plan?.turns, { why: touched.join(" ") });
  await ask(address, {}, () => {}, () => entry === now && picked === taken);
}

/** A finger on the handle of a group, or one that came there from this place. */
function press(turn, from) {
  if (!busy && (!from || picked.includes(from))) choose(entry.steps.filter((step) => step.turn === turn));
}

/** What a finger means that went over places to this one, or beyond all, at this angle: marbles that it takes, steps that it makes. */
function meant(over, end, angle) {
  const [from] = over;
  if (picked.length > 1 && picked.includes(from)) return { group: picked, steps: towards(stepsOf(picked), angle) };
  const target = entry.steps.filter((step) => step.taps.some(([one, to]) => one === from && to === end));
  if (target.length > 0) return { steps: target };
  const can = canBeTaken();
  const own = over.filter((at) => can.has(at));
  // A finger that slips touches others on its way.
  if (own.length > 1 && own.at(-1) === end) return { group: groupOf(own) ?? groupOf([own[0], end]) ?? [end] };
  if (!can.has(from)) return {};
  // From the last marble of a row it pushes the row along.
  return { group: [from], steps: towards(entry.steps.filter((step) => step.is_inline && step.taps[0]?.[0] === from), angle) };
}

/** A finger went over places to this one, or beyond all, at this angle. */
function draw(over, end, angle) {
  if (busy) return undefined;
  const { group, steps = [] } = meant(over, end, angle);
  if (group) picked = group;
  if (steps.length > 0) return choose(steps);
  if (group) paint();
  const isInVain = end && entry.steps.length > 0 && !canBeTaken().has(end);
  return isInVain ? explain(group ? [...group, end] : [over[0]]) : undefined;
}

/** How far a swipe may be from one of the six directions, in degrees: between two of them, as when a page is scrolled, it means none. */
const SWIPE_TOLERANCE = 20;

/** Those of these steps that go this way. */
function towards(steps, angle) {
  const turned = controls().dataset.flip === "true" ? 180 : 0;
  const nearest = Math.round((angle - turned) / 60);
  const isClear = Math.abs(angle - turned - nearest * 60) <= SWIPE_TOLERANCE;
  return isClear ? steps.filter((step) => step.direction === ((nearest % 6) + 6) % 6) : [];
}

/** The smallest group with all of these places. */
function groupOf(all) {
  const groups = entry.steps.map((step) => step.group).filter((group) => all.every((each) => group.includes(each)));
  const [smallest] = groups.sort((one, other) => one.length - other.length);
  return smallest && [...smallest];
}

/** Takes this place, together with what is taken if all belong to one group. */
function take(at) {
  picked = (picked.length > 0 && groupOf([...picked, at])) || [at];
  paint();
}

/** Goes on with this step; asks which one is meant where one finger means several. */
function choose(steps) {
  const turns = [...new Set(steps.map((step) => step.turn))];
  if (turns.length === 1) return tryTurn(turns[0]);
  const which = controls().querySelector(".which");
  which.replaceChildren(...turns.map((turn) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = steps.find((step) => step.turn === turn).words;
    button.onclick = () => tryTurn(turn);
    return button;
  }));
  which.hidden = false;
  say(words().which);
  which.firstChild.focus({ preventScroll: true });
}

/** Asks the server, as long as this page is shown and the answer is wanted. `undefined`: it is not any more, or the answer was said. */
async function ask(address, options, onExpired, isWanted = () => true) {
  const main = root();
  let answer;
  try {
    const response = await fetch(address, options);
    answer = { status: response.status, ...(await response.json()) };
  } catch {
    if (root() === main && isWanted()) say(words().offline);
    return undefined;
  }
  if (root() !== main || !isWanted()) return undefined;
  if (!answer.problem) return answer;
  const { problem } = answer;
  if (answer.status === 401) onExpired();
  // The board is old: the sentence stands beside the new one.
  if (answer.status === 409) await show(main.dataset.newest).catch(() => {});
  if (controls()?.querySelector(".hint")) say(problem);
  else document.getElementById("announce").textContent = problem;
  return undefined;
}

/** The address of the board after this beginning of a turn, and after these turns where lines are tried. */
function tryAddress(turn, turns, more = {}) {
  const { base, flip } = controls().dataset;
  const at = ply ? { ply } : {};
  const line = turns ? { line: turns.join(" ") } : {};
  return `${base}/try?${new URLSearchParams({ turn, flip, revision, ...at, ...line, ...more })}`;
}

/** Shows the board after this beginning of a turn; where lines are tried, after these turns and it. Only what `isNew` is played at once. */
async function tryTurn(turn, turns = plan?.turns, isNew = true) {
  if (busy) return;
  busy++;
  root().setAttribute("aria-busy", "true");
  const answer = await ask(tryAddress(turn, turns), {}, () => keepTurn(turn, turns));
  busy--;
  root()?.removeAttribute("aria-busy");
  // Lines may be left while the answer is on its way.
  if (!answer || Boolean(turns) !== Boolean(plan)) return;
  if (entry) trail.push(shown());
  ahead = [];
  lay({ ...answer, plan: turns && { ...answer.line, to_move: answer.to_move } });
  if (plan || !entry.is_complete || entry.steps.length > 0) return;
  if (controls().dataset.atOnce && isNew) return play(entry.turn);
  bar("confirm").focus({ preventScroll: true });
}

async function play(turn) {
  if (busy) return;
  busy++;
  bar("confirm").disabled = true;
  const body = new URLSearchParams({ turn, revision: controls().dataset.revision });
  const options = { method: "POST", body, headers: { accept: "application/json" } };
  const answer = await ask(`${controls().dataset.base}/moves`, options, () => keepTurn(turn));
  if (answer) await showResult(answer).then(() => document.dispatchEvent(new Event("moved")), () => location.reload());
  busy--;
  if (answer && !controls()) {
    // It was played, so it does not go on where the same board comes again.
    [entry, trail] = [undefined, []];
    root().querySelector("a.next")?.focus({ preventScroll: true });
  }
  if (!answer && controls()?.querySelector(".bar")) bar("confirm").disabled = !entry.is_complete;
}

/** Makes the board something that can be used. */
function prepare() {
  const escape = () => !busy && canGoBack() && goBack();
  listen(board(), { tap, press, draw, aim, escape }, { names: words().stones, first: [...canBeTaken()][0] });
}

// While a line is tried, the keys that step through the game step through the line.

const LINE_KEYS = {
  ArrowLeft: () => canGoBack() && goBack(),
  ArrowRight: () => ahead.length > 0 && goForward(),
  Home: () => { while (canGoBack()) goBack(); },
  End: () => { while (ahead.length > 0) goForward(); },
};

function lineKey(event) {
  const step = LINE_KEYS[event.key];
  if (!step || !plan || !entry || !controls()?.dataset.plans || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input") || (event.key.startsWith("Arrow") && event.target === board())) return;
  event.preventDefault();
  if (!busy) step();
}

function restart() {
  if (controls()) start();
}

document.addEventListener("click", (event) => {
  if (!event.target.closest?.('[data-do="plan"]')) return;
  beginPlan(controls().dataset.line?.split(" ").filter(Boolean) ?? []);
  bar("plan-end").focus({ preventScroll: true });
});
// Before others take the keys for the game.
document.addEventListener("keydown", lineKey, true);
document.addEventListener("game", restart);
restart();
