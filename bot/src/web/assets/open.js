// Uses the link behind `#`, which no server has seen, and goes to the board.

const main = document.getElementById("open");

async function open() {
  const code = location.hash.slice(1);
  // The link works once: it must not stay in the history.
  history.replaceState(null, "", location.pathname);
  const answer = await fetch("/open", { method: "POST", body: new URLSearchParams({ code }), headers: { accept: "application/json" } });
  const { board, problem } = await answer.json();
  if (board) location.replace(board);
  else throw new Error(problem);
}

open().catch((error) => {
  main.querySelector("h1").textContent = error instanceof TypeError ? main.dataset.failed : error.message;
});
