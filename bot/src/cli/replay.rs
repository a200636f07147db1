//! `sumito replay`: a game from a file as a GIF.

use std::borrow::Cow;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use render::{Frame, Replay as Animation, Theme};
use rules::record::{GameResult, Record};

use crate::board::pictures::orientation;
use crate::cli::board::{format_outcome, write};
use crate::cli::{CommandResult, Failure, records};

#[derive(Debug, Args)]
pub(crate) struct Replay {
    #[command(flatten)]
    game: records::OneGame,
    /// Theme: wood, slate, felt, contrast or paper.
    #[arg(long, default_value = "wood")]
    theme: Theme,
    /// White at the bottom.
    #[arg(long)]
    flip: bool,
    /// No letters and numbers on the frame.
    #[arg(long)]
    no_coordinates: bool,
    /// The GIF to write.
    #[arg(long)]
    out: PathBuf,
}

impl Replay {
    pub(crate) fn run(&self) -> CommandResult {
        write(&self.out, &render::replay(&self.animation(&self.game.read()?)?))?;
        Ok(ExitCode::SUCCESS)
    }

    fn animation(&self, record: &Record) -> Result<Animation<'static>, Failure> {
        let mut any_game = record.open()?;
        let seats = any_game.seats();
        let names = records::player_names(record, &seats);
        // A finished game reveals all colors, also of earlier positions.
        if record.result() != GameResult::Open {
            any_game.reveal_colors();
        }
        let mut frames = vec![Frame { diagram: Cow::Owned(any_game.diagram()), caption: String::new() }];
        for text in record.moves() {
            let number = any_game.ply() + 1;
            let mover = any_game.to_move().and_then(|seat| names.get(usize::from(seat))).cloned().unwrap_or_default();
            let notation = any_game.play(text)?;
            let caption = format!("{number}. {}: {notation}", render::isolate(&mover));
            frames.push(Frame { diagram: Cow::Owned(any_game.diagram()), caption });
        }
        // The record's result, if the rules give none.
        let result = Some(record.result()).filter(|result| *result != GameResult::Open);
        let end = format_outcome(&*any_game, &seats).or_else(|| result.map(|result| result.to_string()));
        if let (Some(last), Some(end)) = (frames.last_mut(), end) {
            last.caption = if last.caption.is_empty() { end } else { format!("{} – {end}", last.caption) };
        }
        Ok(Animation {
            frames,
            names,
            abridged: "abridged".to_owned(),
            orientation: orientation(self.flip),
            coordinates: !self.no_coordinates,
            theme: self.theme,
        })
    }
}
