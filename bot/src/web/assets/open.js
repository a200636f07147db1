// Uses the link behind `#`, which no server has seen, and goes to the board.

const main = document.getElementById("open");
const [line, retry, back] = [main.querySelector("h1"), main.querySelector("button"), main.querySelector("p")];

/** A sentence of the server that says why the link does not open the board, and where else the game is. */
class Refusal extends Error {
  constructor({ problem, ways }) {
    super(problem);
    this.ways = ways ?? {};
  }
}

async function open() {
  const body = new URLSearchParams({ code: location.hash.slice(1) });
  const answer = await fetch("/open", { method: "POST", body, headers: { accept: "application/json" } });
  const { board, ...refusal } = await answer.json();
  if (refusal.problem) throw new Refusal(refusal);
  // The link leaves the history with this.
  location.replace(board);
}

function showRefusal({ message, ways }) {
  line.textContent = message;
  for (const link of back.querySelectorAll("a")) {
    const address = ways[link.dataset.way];
    if (address) link.href = address;
    else link.remove();
  }
  back.hidden = !back.querySelector("a");
}

function start() {
  retry.hidden = true;
  open().catch((error) => {
    if (error instanceof Refusal) return showRefusal(error);
    line.textContent = main.dataset.failed;
    retry.hidden = false;
    return undefined;
  });
}

retry.addEventListener("click", start);
start();
