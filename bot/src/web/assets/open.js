// Uses the link behind `#`, which no server has seen, and goes to the board.

const main = document.getElementById("open");
const [line, retry, back] = [main.querySelector("h1"), main.querySelector("button"), main.querySelector("p")];
const again = retry.textContent;

/** Whether the link's person takes the place of the one who is signed in. */
let instead = false;

/** A sentence of the server that says why the link does not open the board, where else to go, and what the button says if it does after all. */
class Refusal extends Error {
  constructor({ problem, ways, button }) {
    super(problem);
    this.ways = ways ?? {};
    this.button = button;
  }
}

async function open() {
  const body = new URLSearchParams({ code: location.hash.slice(1), instead });
  const answer = await fetch("/open", { method: "POST", body, headers: { accept: "application/json" } });
  const { board, ...refusal } = await answer.json();
  if (refusal.problem) throw new Refusal(refusal);
  // The link leaves the history with this.
  location.replace(board);
}

function showRefusal({ message, ways, button }) {
  line.textContent = message;
  for (const link of back.querySelectorAll("a")) {
    const address = ways[link.dataset.way];
    link.hidden = !address;
    if (address) link.href = address;
  }
  back.hidden = !back.querySelector("a:not([hidden])");
  if (!button) return;
  instead = true;
  retry.textContent = button;
  retry.hidden = false;
}

function start() {
  retry.hidden = back.hidden = true;
  open().catch((error) => {
    if (error instanceof Refusal) return showRefusal(error);
    line.textContent = main.dataset.failed;
    retry.textContent = again;
    retry.hidden = false;
    return undefined;
  });
}

retry.addEventListener("click", start);
start();
