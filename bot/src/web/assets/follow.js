// Follows what a page shows, by server-sent events with its versions. A hidden page holds no connection: it looks now and then, because
// its title says what waits.

let [update, events, timer] = [];

const shown = () => document.querySelector("main[data-version]")?.dataset ?? {};

const isHidden = () => document.visibilityState !== "visible";

/** Shows what has changed. What does not arrive is asked for again, less and less often. */
function catchUp(pause = 2_000) {
  clearTimeout(timer);
  update().catch(() => {
    timer = setTimeout(catchUp, pause * (1 + Math.random()), Math.min(2 * pause, 300_000));
  });
}

function glanceWhileHidden(pause = 60_000) {
  clearTimeout(timer);
  if (!isHidden() || !shown().glances) return;
  timer = setTimeout(() => update().catch(() => {}).finally(() => glanceWhileHidden(Math.min(1.5 * pause, 600_000))), pause);
}

/** Holds the connection that the page needs now. */
export function follow() {
  const { events: path } = shown();
  const address = path && !isHidden() ? new URL(path, location).href : undefined;
  if (events?.url === address) return;
  events?.close();
  events = address && new EventSource(address);
  if (!events) return;
  events.addEventListener("version", ({ data }) => data !== shown().version && catchUp());
  events.addEventListener("error", ({ target }) => {
    // A browser does not come back by itself to what was refused.
    if (target.readyState !== EventSource.CLOSED || target !== events) return;
    events = undefined;
    timer = setTimeout(() => update().catch(() => {}).finally(follow), 30_000 * (1 + Math.random()));
  });
}

/** From now on, `how` shows what has changed. */
export function begin(how) {
  update = how;
  document.addEventListener("visibilitychange", () => {
    follow();
    glanceWhileHidden();
  });
  follow();
}
