//! Mines puzzles from the engine's own games, and verifies those of a file.
//!
//! ```text
//! cargo run --release -p engine --features tools --example mine -- generate --seed 1 --puzzles 400 >puzzles.tsv
//! cargo run --release -p engine --features tools --example mine -- check puzzles.tsv
//! ```
//!
//! A line has the number, setup line, position line, goal, own turns, rating and solution of a puzzle, separated by
//! tabs. The first turn of a solution is also the engine's choice, so no other turn wins more later.

#[path = "common/opening.rs"]
mod opening;

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use clap::Parser;
use engine::puzzle::{Goal, Puzzle, count_solutions, prove};
use engine::{Engine, FORCED, Level, Limits, Question, Thought};
use rules::games::abalone::{Abalone, Move, Position};
use rules::rng::SeededRng;
use rules::{AnyGame, Ruleset as _, Seat};

use opening::balanced_opening;

#[derive(Debug, Parser)]
enum Args {
    /// Writes puzzles from games that the engine plays against itself
    Generate {
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long, default_value_t = 400)]
        puzzles: usize,
    },
    /// Proves every puzzle of a file, and lets the engine play its first turn
    Check { file: PathBuf },
}

const LAYOUTS: [&str; 6] = ["standard", "belgian-daisy", "german-daisy", "swiss-daisy", "dutch-daisy", "belgian-daisy"];

/// The greatest number of own turns of a puzzle.
const MOVES: u8 = 3;
/// Limits per 100 puzzles, for wins and for marbles, by own turns from 1 to 3.
const WINS: [usize; MOVES as usize] = [2, 12, 6];
const MARBLES: [usize; MOVES as usize] = [22, 44, 14];
/// Positions that the engine searches to choose its turn, which must be that of the solution.
const NODES: u64 = 20_000;
/// Limit of positions searched by a proof.
const LIMIT: u64 = 4_000_000;
/// Plies of a game skipped after a chosen position, because the next positions are similar.
const APART: usize = 10;

fn main() -> anyhow::Result<()> {
    match Args::parse() {
        Args::Generate { seed, puzzles } => generate(seed, puzzles),
        Args::Check { file } => check(&std::fs::read_to_string(file)?),
    }
}

struct Found {
    goal: Goal,
    moves: u8,
    line: Vec<Move>,
}

struct Collection {
    wanted: usize,
    /// The boards of chosen positions, normalized by symmetry.
    boards: HashSet<String>,
    /// Number of puzzles by own turns.
    wins: [usize; MOVES as usize],
    marbles: [usize; MOVES as usize],
    /// Puzzles of one own turn to win a marble in which only one marble can be ejected, by only one turn.
    plain: usize,
}

impl Collection {
    fn new(wanted: usize) -> Self {
        Self { wanted, boards: HashSet::new(), wins: [0; MOVES as usize], marbles: [0; MOVES as usize], plain: 0 }
    }

    fn count(&self) -> usize {
        self.wins.iter().chain(&self.marbles).sum()
    }

    /// The number of puzzles with this goal and number of own turns, and its limit.
    fn share(&mut self, goal: Goal, moves: u8) -> (&mut usize, usize) {
        let index = usize::from(moves) - 1;
        let (counts, shares) = match goal {
            Goal::Win => (&mut self.wins, WINS),
            Goal::Marble => (&mut self.marbles, MARBLES),
        };
        (&mut counts[index], (self.wanted * shares[index]).div_ceil(100))
    }

    fn has_room(&mut self, goal: Goal, moves: u8) -> bool {
        let (count, most) = self.share(goal, moves);
        *count < most
    }

    fn has_room_for_plain(&self) -> bool {
        (self.plain + 1) * 3 <= self.wanted * MARBLES[0] / 100
    }
}

fn generate(seed: u64, wanted: usize) -> anyhow::Result<()> {
    println!(
        "# Made by `cargo run --release -p engine --features tools --example mine -- generate --seed {seed} --puzzles {wanted}`."
    );
    println!("# number, setup line, position line, goal, own turns, rating, solution");
    let mut collection = Collection::new(wanted);
    for number in 0.. {
        mine_game(seed, number, &mut collection)?;
        let Collection { wins, marbles, .. } = &collection;
        eprintln!("{} games: by own turns, {wins:?} wins and {marbles:?} marbles", number + 1);
        if collection.count() >= wanted {
            break;
        }
    }
    Ok(())
}

/// Plays one game from a balanced opening and prints the puzzles in it.
fn mine_game(seed: u64, number: u64, collection: &mut Collection) -> anyhow::Result<()> {
    let mut rng = SeededRng::new(seed.wrapping_mul(1_000_003).wrapping_add(number));
    let setup = format!("abalone layout={}", LAYOUTS[number as usize % LAYOUTS.len()]);
    let rules: Abalone = setup.parse()?;
    // Players of different strength: the weaker one makes more mistakes to exploit.
    let players = [0, 1].map(|_| Level::new(6 + rng.below(5) as u8).expect("a level"));
    let engines = [Engine::open(&setup, players[0])?, Engine::open(&setup, players[1])?];
    let mut turns = balanced_opening(&setup, &engines[0], &[4, 5, 6, 7, 8, 9, 10, 11], &mut rng)?;
    let mut game = rules::open(&setup)?;
    for turn in &turns {
        game.play(turn)?;
    }
    let mut next = turns.len();
    while let (Some(seat), true) = (game.to_move(), turns.len() < 250 && collection.count() < collection.wanted) {
        let position = rules.read_position(&game.full_position())?;
        if turns.len() >= next && print_puzzle(&setup, &rules, &position, collection)? {
            next = turns.len() + APART;
        }
        let engine = &engines[usize::from(seat.0)];
        let question = Question { start: None, turns: &turns, seed: number };
        let thought = engine.think(&question, &engine.level().limits())?;
        turns.push(game.play(&thought.turn)?);
    }
    Ok(())
}

fn print_puzzle(setup: &str, rules: &Abalone, position: &Position, into: &mut Collection) -> anyhow::Result<bool> {
    let board = write_board(rules, position);
    if into.boards.contains(&board) {
        return Ok(false);
    }
    let best = judge(setup, position)?;
    if !promises_gain(setup, position, &best)? {
        return Ok(false);
    }
    let Some(Found { goal, moves, line }) = find_puzzle(rules, position, into) else { return Ok(false) };
    let is_plain = (goal, moves) == (Goal::Marble, 1) && rules.count_ejections(position, position.turn()) == 1;
    let line: Vec<String> = line.iter().map(ToString::to_string).collect();
    if line[0] != best.turn || is_plain && !into.has_room_for_plain() {
        return Ok(false);
    }
    let rating = guess_rating(rules, position, moves, &line[0])?;
    let number = into.count() + 1;
    println!("{number}\t{setup}\t{position}\t{goal}\t{moves}\t{rating:.0}\t{}", line.join(" "));
    *into.share(goal, moves).0 += 1;
    into.plain += usize::from(is_plain);
    into.boards.insert(board);
    Ok(true)
}

fn judge(setup: &str, position: &Position) -> anyhow::Result<Thought> {
    let line = position.to_string();
    let question = Question { start: Some(&line), ..Question::default() };
    Ok(Engine::open(setup, Level::STRONGEST)?.judge(&question, &Limits::nodes(NODES))?)
}

/// Whether the engine sees a win, a gain of marbles within a few turns, or more than a search of one move shows.
/// Otherwise a proof rarely succeeds, and it takes much longer than this check.
fn promises_gain(setup: &str, position: &Position, thought: &Thought) -> anyhow::Result<bool> {
    if thought.score >= FORCED {
        return Ok(true);
    }
    let line = position.to_string();
    let question = Question { start: Some(&line), ..Question::default() };
    let shallow = Engine::open(setup, Level::STRONGEST)?.judge(&question, &Limits::depth(1))?;
    if thought.score >= shallow.score + 50 {
        return Ok(true);
    }
    let lead = |game: &dyn AnyGame| {
        let sides = game.diagram().sides;
        i32::from(sides[0].ejected) - i32::from(sides[1].ejected)
    };
    let mut game = rules::open_at(setup, &line)?;
    let sign = if game.to_move() == Some(Seat(0)) { 1 } else { -1 };
    let before = lead(&*game);
    for turn in thought.line.iter().take(2 * usize::from(MOVES) + 1) {
        game.play(turn)?;
        if sign * (lead(&*game) - before) > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The least of the board's twelve symmetric forms, with solver and opponent in place of colors.
fn write_board(rules: &Abalone, position: &Position) -> String {
    let hexagon = rules.hexagon();
    let (mut one, mut forms) = (*position, Vec::with_capacity(12));
    for _ in 0..6 {
        one = one.map_cells(|cell| hexagon.rotated(cell));
        forms.extend([one, one.map_cells(|cell| hexagon.mirrored(cell))]);
    }
    let solver = position.turn().letter();
    let rows = |form: &Position| {
        let text = form.to_string();
        let rows = text.split(' ').next().unwrap_or_default();
        rows.replace(solver, "s").replace(['b', 'w'], "o")
    };
    forms.iter().map(rows).min().unwrap_or_default()
}

/// A goal that exactly one turn reaches, in the least number of own turns. If one marble wins the game, the goal is
/// the win.
fn find_puzzle(rules: &Abalone, position: &Position, collection: &mut Collection) -> Option<Found> {
    let goals: &[Goal] = match rules.target() - position.won(position.turn()) {
        1 => &[Goal::Win],
        2 | 3 => &[Goal::Win, Goal::Marble],
        _ => &[Goal::Marble],
    };
    goals.iter().find_map(|&goal| {
        // Search only as deep as puzzles are still wanted.
        let most = (1..=MOVES).rfind(|moves| collection.has_room(goal, *moves))?;
        let moves = (1..=most).find(|&moves| count_solutions(rules, position, goal, moves, 1, LIMIT) != Some(0))?;
        let proof = collection.has_room(goal, moves).then(|| prove(rules, position, goal, moves, LIMIT))??;
        Some(Found { goal, moves, line: proof.line })
    })
}

/// The rating: 900 for one own turn and 400 more for each other one; 200 more if the first turn ejects nothing,
/// otherwise 75 for each possible ejection beyond the first; and 100 for each doubling of the legal turns from 60.
fn guess_rating(rules: &Abalone, position: &Position, moves: u8, first: &str) -> anyhow::Result<f64> {
    let first = rules.read_move(position, first)?;
    let ejections = f64::from(rules.count_ejections(position, position.turn()));
    let is_quiet = !rules.tags(position, &first).contains(&"eject");
    let choice = if is_quiet { 200.0 } else { 75.0 * (ejections - 2.0).min(2.0) };
    let turns = rules.legal_moves(position).len() as f64;
    Ok(500.0 + 400.0 * f64::from(moves) + choice + 100.0 * (turns / 60.0).log2())
}

fn check(text: &str) -> anyhow::Result<()> {
    let text: &'static str = text.to_owned().leak();
    let (mut count, mut begun) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let puzzle = Puzzle::read(line).with_context(|| format!("no puzzle: {line}"))?;
        puzzle.check(u64::MAX).with_context(|| format!("puzzle {}", puzzle.number))?;
        let engine = Engine::open(puzzle.setup, Level::STRONGEST)?;
        let question = Question { start: Some(puzzle.position), ..Question::default() };
        let turn = engine.judge(&question, &Limits::nodes(NODES))?.turn;
        if turn == puzzle.solution[0] {
            begun += 1;
        } else {
            eprintln!("puzzle {}: the engine plays {turn}", puzzle.number);
        }
        count += 1;
    }
    ensure!(count > 0, "no puzzles");
    eprintln!("{count} puzzles have one solution each; the engine begins {begun} right");
    Ok(())
}
