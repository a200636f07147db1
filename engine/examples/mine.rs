//! Mines puzzles from the engine's own games, and proves those of a file again.
//!
//! ```text
//! cargo run --release -p engine --example mine -- generate --seed 1 --puzzles 400 >puzzles.tsv
//! cargo run --release -p engine --example mine -- check puzzles.tsv
//! ```
//!
//! A line has the number, setup line, position line, goal, own turns, rating and solution of a puzzle, with tabs between them.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use clap::Parser;
use engine::puzzle::{Goal, Puzzle, count_solutions, prove};
use engine::{Engine, Level, Limits, Question};
use rules::Ruleset as _;
use rules::games::abalone::{Abalone, Move, Position};
use rules::rng::SeededRng;

#[derive(Debug, Parser)]
enum Args {
    /// Writes puzzles from games that the engine plays against itself
    Generate {
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long, default_value_t = 400)]
        puzzles: usize,
    },
    /// Proves every puzzle of a file
    Check { file: PathBuf },
}

const LAYOUTS: [&str; 6] = ["standard", "belgian-daisy", "german-daisy", "swiss-daisy", "dutch-daisy", "belgian-daisy"];

/// Most own turns of a puzzle.
const MOVES: u8 = 3;
/// Of 100 puzzles, at most so many take 1, 2 or 3 own turns.
const SHARES: [usize; MOVES as usize] = [12, 60, 28];
/// Positions that a proof may look at.
const LIMIT: u64 = 4_000_000;
/// Plies of a game after one that was taken, in which no other is: the next positions are much the same.
const APART: usize = 10;

fn main() -> anyhow::Result<()> {
    match Args::parse() {
        Args::Generate { seed, puzzles } => generate(seed, puzzles),
        Args::Check { file } => check(&std::fs::read_to_string(file)?),
    }
}

/// A position with a proven solution.
struct Found {
    goal: Goal,
    moves: u8,
    line: Vec<Move>,
}

/// The puzzles so far.
struct Collection {
    wanted: usize,
    /// The boards that are taken, with all that are the same but for symmetry.
    boards: HashSet<String>,
    /// By own turns.
    counts: [usize; MOVES as usize],
    /// Puzzles of one own turn in which only one marble can be ejected, by only one turn.
    plain: usize,
}

impl Collection {
    fn count(&self) -> usize {
        self.counts.iter().sum()
    }

    fn has_room(&self, moves: u8) -> bool {
        let index = usize::from(moves) - 1;
        self.counts[index] < (self.wanted * SHARES[index]).div_ceil(100)
    }
}

fn generate(seed: u64, wanted: usize) -> anyhow::Result<()> {
    println!("# Made by `cargo run --release -p engine --example mine -- generate --seed {seed} --puzzles {wanted}`.");
    println!("# number, setup line, position line, goal, own turns, rating, solution");
    let mut collection = Collection { wanted, boards: HashSet::new(), counts: [0; MOVES as usize], plain: 0 };
    for number in 0.. {
        mine_game(seed, number, &mut collection)?;
        eprintln!("{} games: {:?} puzzles by own turns", number + 1, collection.counts);
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
    // Two players of different strength: who is weaker leaves the other more to find.
    let players = [0, 1].map(|_| Level::new(4 + rng.below(5) as u8).expect("a level"));
    let engines = [Engine::open(&setup, players[0])?, Engine::open(&setup, players[1])?];
    let mut turns = balanced_opening(&setup, &engines[0], &mut rng)?;
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

/// Random turns after which a short search sees neither side ahead.
fn balanced_opening(setup: &str, judge: &Engine, rng: &mut SeededRng) -> anyhow::Result<Vec<String>> {
    loop {
        let (mut game, mut turns) = (rules::open(setup)?, Vec::new());
        for _ in 0..4 + rng.below(8) {
            let choices = game.legal_moves();
            turns.push(game.play(&choices[rng.below(choices.len())])?);
        }
        let question = Question { start: None, turns: &turns, seed: 0 };
        if game.to_move().is_some() && judge.think(&question, &Limits::nodes(3_000))?.score.abs() < 50 {
            return Ok(turns);
        }
    }
}

fn print_puzzle(setup: &str, rules: &Abalone, position: &Position, into: &mut Collection) -> anyhow::Result<bool> {
    let board = write_board(rules, position);
    if into.boards.contains(&board) {
        return Ok(false);
    }
    let Some(Found { goal, moves, line }) = find_puzzle(rules, position) else { return Ok(false) };
    let is_plain = moves == 1 && rules.count_ejections(position, position.turn()) == 1;
    if !into.has_room(moves) || is_plain && (into.plain + 1) * 3 > into.wanted * SHARES[0] / 100 {
        return Ok(false);
    }
    let line: Vec<String> = line.iter().map(ToString::to_string).collect();
    let rating = guess_rating(setup, rules, position, moves, &line[0])?;
    let number = into.count() + 1;
    println!("{number}\t{setup}\t{position}\t{goal}\t{moves}\t{rating:.0}\t{}", line.join(" "));
    into.counts[usize::from(moves) - 1] += 1;
    into.plain += usize::from(is_plain);
    into.boards.insert(board);
    Ok(true)
}

/// The board in its least form among the twelve symmetric ones, with the solver's marbles and the others in place of colors.
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

/// A goal that exactly one turn reaches, in as few own turns as can be. Who needs one marble more to win is asked for the win.
fn find_puzzle(rules: &Abalone, position: &Position) -> Option<Found> {
    let goals: &[Goal] = match rules.target() - position.won(position.turn()) {
        1 => &[Goal::Win],
        2 | 3 => &[Goal::Win, Goal::Marble],
        _ => &[Goal::Marble],
    };
    goals.iter().find_map(|&goal| {
        let moves = (1..=MOVES).find(|&moves| count_solutions(rules, position, goal, moves, 1, LIMIT) != Some(0))?;
        let proof = prove(rules, position, goal, moves, LIMIT)?;
        Some(Found { goal, moves, line: proof.line })
    })
}

/// Own turns count most; then how many positions the engine has to look at, and how many turns there are to choose from. An ejection is
/// seen first.
fn guess_rating(setup: &str, rules: &Abalone, position: &Position, moves: u8, first: &str) -> anyhow::Result<f64> {
    let engine = Engine::open(setup, Level::STRONGEST)?;
    let line = position.to_string();
    let question = Question { start: Some(&line), ..Question::default() };
    let mut doublings = 0;
    while doublings < 12 && engine.think(&question, &Limits::nodes(100 << doublings))?.turn != first {
        doublings += 1;
    }
    let choices = rules.legal_moves(position).len() as f64;
    let mv = rules.read_move(position, first)?;
    let is_ejection = rules.tags(position, &mv).contains(&"eject");
    let rating = 600.0 + 350.0 * f64::from(moves) + 50.0 * f64::from(doublings) + 100.0 * (choices / 60.0).log2();
    Ok(if is_ejection { rating - 100.0 } else { rating }.clamp(500.0, 2_800.0))
}

fn check(text: &str) -> anyhow::Result<()> {
    let text: &'static str = text.to_owned().leak();
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let puzzle = Puzzle::read(line).with_context(|| format!("no puzzle: {line}"))?;
        puzzle.check(u64::MAX).with_context(|| format!("puzzle {}", puzzle.number))?;
        count += 1;
    }
    ensure!(count > 0, "no puzzles");
    eprintln!("{count} puzzles have one solution each");
    Ok(())
}
