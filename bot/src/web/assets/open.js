// Uses the link behind `#`, which no server has seen, and goes to the board.

const main = document.getElementById("open");
const [line, retry] = [main.querySelector("h1"), main.querySelector("button")];

/** A sentence of the server that says why the link does not open the board. */
class Refusal extends Error {}

async function open() {
  const body = new URLSearchParams({ code: location.hash.slice(1) });
  const answer = await fetch("/open", { method: "POST", body, headers: { accept: "application/json" } });
  const { board, problem } = await answer.json();
  if (problem) throw new Refusal(problem);
  // The link works once, and leaves the history with this.
  location.replace(board);
}

function start() {
  retry.hidden = true;
  open().catch((error) => {
    line.textContent = error instanceof Refusal ? error.message : main.dataset.failed;
    retry.hidden = error instanceof Refusal;
  });
}

retry.addEventListener("click", start);
start();
