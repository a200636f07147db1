//! `perft`, `moves`, `play`, `render`.

use crate::commands::board::description::describe;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use render::{Orientation, Scene, Theme};
use rules::{AnyGame, team_name};

use crate::cli::out::{print, print_error};
use crate::cli::sheet::capitalize;
use crate::cli::{CommandResult, Failure, Start, sheet};
use crate::commands::board::description::DescriptionContext;
use crate::discord::localization::Language;

fn open(start: &Start) -> Result<Box<dyn AnyGame>, Failure> {
    Ok(match &start.position {
        Some(position) => rules::open_at(&start.setup, position)?,
        None => rules::open(&start.setup)?,
    })
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
        print(open(&self.start)?.perft(self.depth))?;
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
        let any_game = open(&self.start)?;
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
        let mut any_game = open(&self.start)?;
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
#[command(override_usage = "sumito render --setup <SETUP> [OPTIONS] --out <OUT>\n       \
    sumito render --setup <SETUP> [OPTIONS] --alt\n       \
    sumito render --sheet [--theme <THEME>] --out <OUT>")]
pub(crate) struct Render {
    /// Setup line: `abalone layout=belgian-daisy sprint=25`; required but with `--sheet`.
    #[arg(long, required_unless_present = "sheet")]
    setup: Option<String>,
    /// Position line; the start of the setup when left out.
    #[arg(long)]
    position: Option<String>,
    /// Everything that a picture can show, on one sheet.
    #[arg(long, requires = "out", conflicts_with_all = ["setup", "position", "last", "flip", "alt"])]
    sheet: bool,
    /// A move to play before drawing; it is shown as the last one.
    #[arg(long)]
    last: Option<String>,
    /// How it looks: wood, slate, paper, which is for printing, or contrast.
    #[arg(long, default_value = "wood")]
    theme: String,
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
        let theme: Theme =
            self.theme.parse().map_err(|error: render::UnknownTheme| Failure::Input(error.to_string()))?;
        let Some(setup) = self.setup.clone() else {
            return self.write(sheet::draw(theme)?).map(|()| ExitCode::SUCCESS);
        };
        let mut any_game = open(&Start { setup, position: self.position.clone() })?;
        if let Some(last) = &self.last {
            any_game.play(last)?;
        }
        let diagram = any_game.diagram();
        let headline = match any_game.outcome() {
            Some(outcome) => match outcome.winner {
                Some(team) => format!("{} wins", capitalize(&team_name(&any_game.seats(), team))),
                None => "Draw".to_owned(),
            },
            None => format!("Move {}", any_game.ply() + 1),
        };
        if self.alt {
            print(describe(Language::ENGLISH, &diagram, self.flip, DescriptionContext::default()))?;
        }
        if self.out.is_some() {
            self.write(render::png(&Scene {
                names: any_game.seats().iter().map(|place| capitalize(place.color.name())).collect(),
                notes: vec![String::new(); any_game.seats().len()],
                winners: sheet::winners(&*any_game),
                headline,
                detail: diagram.last.as_ref().map_or_else(String::new, |last| format!("Last {last}")),
                orientation: if self.flip { Orientation::WhiteAtBottom } else { Orientation::BlackAtBottom },
                theme,
                marked: Vec::new(),
                targets: Vec::new(),
                labels: Vec::new(),
                coordinates: true,
                diagram: &diagram,
            }))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn write(&self, png: Vec<u8>) -> Result<(), Failure> {
        let Some(out) = &self.out else { return Ok(()) };
        std::fs::write(out, png).map_err(|error| anyhow::anyhow!("writing {}: {error}", out.display()))?;
        Ok(())
    }
}
