//! `perft`, `moves`, `play`, `render`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use render::{Scene, Theme};
use rules::{AnyGame, Refusal, Seat, SeatInfo, team_name};

use crate::board::description::{DescriptionContext, describe};
use crate::board::pictures::orientation;
use crate::cli::out::{print, print_error};
use crate::cli::{CommandResult, Failure};
use crate::commands::rules_refusal::capitalized;
use crate::localization::Language;

/// The first position of a game.
#[derive(Debug, Args)]
pub(crate) struct Start {
    /// Setup line: `abalone layout=belgian-daisy sprint=25`.
    #[arg(long)]
    setup: String,
    /// Position line; the start of the setup when left out.
    #[arg(long)]
    position: Option<String>,
}

impl Start {
    fn open(&self) -> Result<Box<dyn AnyGame>, Refusal> {
        match &self.position {
            Some(position) => rules::open_at(&self.setup, position),
            None => rules::open(&self.setup),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    start: Start,
    /// Moves in a row; more than 20 would outlast everybody.
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=20))]
    depth: u32,
}

impl Perft {
    pub(crate) fn run(&self) -> CommandResult {
        print(self.start.open()?.perft(self.depth))?;
        Ok(ExitCode::SUCCESS)
    }
}

#[derive(Debug, Args)]
pub(crate) struct Moves {
    #[command(flatten)]
    start: Start,
    /// The most turns to list; in Fliporona a position can have hundreds of thousands.
    #[arg(long, default_value_t = 100_000)]
    limit: usize,
}

impl Moves {
    pub(crate) fn run(&self) -> CommandResult {
        let any_game = self.start.open()?;
        if any_game.hides_colors() {
            print_error("with hidden colors the legal moves are hidden too: play a turn to see whether it is legal");
        }
        let (turns, more) = any_game.turns(self.limit);
        for turn in turns {
            print(turn)?;
        }
        if more {
            print_error(&format!("stopped after {} turns: there are more", self.limit));
        }
        Ok(ExitCode::SUCCESS)
    }
}

#[derive(Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    start: Start,
    /// Moves, in any accepted spelling.
    moves: Vec<String>,
}

impl Play {
    pub(crate) fn run(&self) -> CommandResult {
        let mut any_game = self.start.open()?;
        for (number, mv) in self.moves.iter().enumerate() {
            any_game.play(mv).map_err(|refusal| Failure::Input(format!("move {}, `{mv}`: {refusal}", number + 1)))?;
        }
        let outcome = any_game.outcome();
        let result = match outcome.map(|outcome| outcome.winner) {
            None => "open".to_owned(),
            Some(None) => "draw".to_owned(),
            Some(Some(team)) => team_name(&any_game.seats(), team),
        };
        print(format!("position: {}", any_game.position()))?;
        print(format!("result: {result}"))?;
        print(format!("reason: {}", outcome.map_or("-", |outcome| outcome.reason.as_str())))?;
        Ok(ExitCode::SUCCESS)
    }
}

#[derive(Debug, Args)]
pub(crate) struct Render {
    #[command(flatten)]
    start: Start,
    /// A move to play before drawing; it is shown as the last one.
    #[arg(long)]
    last: Option<String>,
    /// Theme: wood, slate, felt (light), paper (for printing) or contrast.
    #[arg(long, default_value = "wood")]
    theme: Theme,
    /// White at the bottom.
    #[arg(long)]
    flip: bool,
    /// The picture to write, as PNG.
    #[arg(long, required_unless_present = "alt")]
    out: Option<PathBuf>,
    /// Print the description for those who do not see the picture.
    #[arg(long)]
    alt: bool,
}

impl Render {
    pub(crate) fn run(&self) -> CommandResult {
        let mut any_game = self.start.open()?;
        if let Some(last) = &self.last {
            any_game.play(last)?;
        }
        let (diagram, seats) = (any_game.diagram(), any_game.seats());
        if self.alt {
            print(describe(Language::ENGLISH, &diagram, self.flip, DescriptionContext::default()))?;
        }
        if let Some(out) = &self.out {
            let winner = any_game.outcome().and_then(|outcome| outcome.winner);
            let winning_seats = seats.iter().zip(0..).filter(|(place, _)| Some(place.team) == winner);
            let picture = render::png(&Scene {
                names: seats.iter().map(|place| capitalized(place.color.name())).collect(),
                notes: vec![String::new(); seats.len()],
                winners: winning_seats.map(|(_, seat)| Seat(seat)).collect(),
                headline: format_outcome(&*any_game, &seats).unwrap_or_else(|| format!("Move {}", any_game.ply() + 1)),
                detail: diagram.last.as_ref().map_or_else(String::new, |last| format!("Last {last}")),
                orientation: orientation(self.flip),
                theme: self.theme,
                marked: Vec::new(),
                targets: Vec::new(),
                labels: Vec::new(),
                coordinates: true,
                diagram: &diagram,
            });
            write(out, &picture)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

pub(super) fn format_outcome(any_game: &dyn AnyGame, seats: &[SeatInfo]) -> Option<String> {
    Some(match any_game.outcome()?.winner {
        Some(team) => format!("{} wins", capitalized(&team_name(seats, team))),
        None => "Draw".to_owned(),
    })
}

pub(super) fn write(file: &Path, picture: &[u8]) -> anyhow::Result<()> {
    std::fs::write(file, picture).with_context(|| format!("writing {}", file.display()))
}
