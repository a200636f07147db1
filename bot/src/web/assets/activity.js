// The frame inside Discord. Its client says who looks, by the messages of Discord's Embedded App SDK: arrays of a number and an object.
// A code comes from there, and our server asks Discord whose it is.

const main = document.getElementById("activity");
const [line, retry] = [main.querySelector("h1"), main.querySelector("button")];
const { client, hosts, failed, unconfirmed, declined, cookies } = main.dataset;
const query = new URLSearchParams(location.search);

const [HANDSHAKE, FRAME, CLOSE] = [0, 1, 2];

/** Discord's number for what went wrong with OAuth2, such as a person who does not allow it. */
const OAUTH2_ERROR = 5000;

/** How long Discord's client may take to greet, and a person looks at one line without a button, in milliseconds. */
const PATIENCE = 10_000;

// On a phone there is no frame: Discord's app answers in our own window.
const isApp = parent === window;
// A window that the client has popped out hands on what the one says that it came from.
const discord = isApp ? [window] : [parent, parent.opener].filter(Boolean);
const origins = isApp ? [location.origin, "null", ...hosts.split(" ")] : hosts.split(" ");

/** A sentence that says why nothing opens. */
class Refusal extends Error {}

const isDiscords = (event) => origins.includes(event.origin) && (isApp || discord.includes(event.source));

/** To whom we speak: whoever has opened us, as far as it is Discord. */
function targets() {
  if (isApp) return [location.origin];
  const opener = document.referrer && new URL(document.referrer).origin;
  return origins.includes(opener) ? [opener] : origins;
}

function send(code, content) {
  for (const other of discord) for (const origin of targets()) other.postMessage([code, content], origin);
}

/** Waits for a message of Discord's client that fits. */
function receive(fits, limit) {
  return new Promise((resolve, reject) => {
    const listen = (event) => {
      if (!isDiscords(event) || !Array.isArray(event.data)) return;
      const [code, content] = event.data;
      if (code === CLOSE) end(reject, new Refusal(unconfirmed));
      // What we say ourselves names no event.
      else if (code === FRAME && content?.evt !== undefined && fits(content)) end(resolve, content);
    };
    const end = (then, what) => {
      removeEventListener("message", listen);
      then(what);
    };
    addEventListener("message", listen);
    if (limit) setTimeout(() => end(reject, new Refusal(unconfirmed)), limit);
  });
}

async function command(cmd, args) {
  const nonce = crypto.randomUUID();
  const answered = receive((frame) => frame.nonce === nonce);
  send(FRAME, { cmd, args, nonce });
  const { evt, data } = await answered;
  if (evt === "ERROR") throw new Refusal(data?.code === OAUTH2_ERROR ? declined : unconfirmed);
  return data;
}

let greeted = false;

/** Discord's client greets once. */
async function greet() {
  if (greeted) return;
  const greeting = receive((frame) => frame.cmd === "DISPATCH" && frame.evt === "READY", PATIENCE);
  send(HANDSHAKE, { v: 1, encoding: "json", client_id: client, frame_id: query.get("frame_id") });
  await greeting;
  greeted = true;
}

async function open() {
  await greet();
  const { code } = await command("AUTHORIZE", { client_id: client, response_type: "code", state: "", prompt: "none", scope: ["identify"] });
  const body = new URLSearchParams({ code, instance: query.get("instance_id") });
  const answer = await fetch("/activity", { method: "POST", body, headers: { accept: "application/json" } });
  const { board, problem } = await answer.json();
  if (problem) throw new Refusal(problem);
  // Not every browser keeps cookies in a frame.
  if ((await fetch("/me")).status === 401) throw new Refusal(cookies);
  location.replace(board);
}

const opening = line.textContent;
let newest = 0;

/** A try that is not done yet may still open the board; the newest one says what is wrong. */
async function start() {
  const number = ++newest;
  line.textContent = opening;
  retry.hidden = true;
  // A person may take their time to answer Discord.
  const waiting = setTimeout(() => number === newest && (retry.hidden = false), PATIENCE);
  try {
    await open();
  } catch (error) {
    if (number !== newest) return;
    line.textContent = error instanceof Refusal ? error.message : failed;
    retry.hidden = false;
  } finally {
    clearTimeout(waiting);
  }
}

retry.addEventListener("click", start);
start();
