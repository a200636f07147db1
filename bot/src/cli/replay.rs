//! `sumito replay`: a game from a file as a GIF.

use std::borrow::Cow;
use std::io::Read as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use render::{Frame, Orientation, Replay as Animation, Theme};
use rules::record::{GameResult, Record, seat_tags};
use rules::{AnyGame, SeatInfo, team_name};

use crate::cli::sheet::capitalize;
use crate::cli::{CommandResult, Failure, records};

#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// A file of games: records, APGN, JSON, `PlayStrategy`'s FEN with moves, or moves alone; `-` reads standard input.
    record: PathBuf,
    /// Which of its games, counted from 1.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
    #[command(flatten)]
    rules: records::DefaultRules,
    /// How it looks: wood, slate, contrast or paper.
    #[arg(long, default_value = "wood")]
    theme: String,
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
        let theme: Theme =
            self.theme.parse().map_err(|error: render::UnknownTheme| Failure::Input(error.to_string()))?;
        let reader = self.rules.reader()?;
        let text = self.text()?;
        let name = self.record.display();
        let index = self.game as usize - 1;
        let game = reader.games(&text).nth(index).ok_or_else(|| {
            let count = reader.games(&text).count();
            Failure::Input(match count {
                0 => format!("{name}: there is no game in this file"),
                _ => format!("{name}: there is no game {} in this file, it has {count}", self.game),
            })
        })?;
        let game = game.map_err(|failure| Failure::Input(format!("{name}: {failure}")))?;
        let gif = render::replay(&Animation {
            orientation: if self.flip { Orientation::WhiteAtBottom } else { Orientation::BlackAtBottom },
            coordinates: !self.no_coordinates,
            theme,
            ..animation(game.record())?
        });
        std::fs::write(&self.out, gif).map_err(|error| anyhow::anyhow!("writing {}: {error}", self.out.display()))?;
        Ok(ExitCode::SUCCESS)
    }

    fn text(&self) -> Result<String, Failure> {
        if self.record.as_os_str() != "-" {
            return records::read(&self.record);
        }
        let mut text = String::new();
        let input = std::io::stdin().lock().take(records::LARGEST);
        { input }.read_to_string(&mut text).map_err(|error| Failure::Input(format!("standard input: {error}")))?;
        Ok(text)
    }
}

/// The game, position by position.
fn animation(record: &Record) -> Result<Animation<'static>, Failure> {
    let mut any_game = record.open()?;
    let seat_infos = any_game.seats();
    let mut names: Vec<String> =
        seat_tags(&seat_infos).iter().map(|tag| record.tag(tag).unwrap_or_default().to_owned()).collect();
    for (name, place) in names.iter_mut().zip(&seat_infos) {
        if name.is_empty() {
            *name = capitalize(place.color.name());
        }
    }
    // The end shows all, and all that went before.
    if record.result() != GameResult::Open {
        any_game.reveal_colors();
    }
    let mut frames = vec![Frame { diagram: Cow::Owned(any_game.diagram()), caption: String::new() }];
    for text in record.moves() {
        let number = any_game.ply() + 1;
        let mover = any_game.to_move().and_then(|seat| names.get(usize::from(seat))).cloned().unwrap_or_default();
        let notation = any_game.play(text)?;
        frames
            .push(Frame { diagram: Cow::Owned(any_game.diagram()), caption: format!("{number}. {mover}: {notation}") });
    }
    if let (Some(last), Some(end)) = (frames.last_mut(), end(record, &*any_game, &seat_infos)) {
        last.caption = if last.caption.is_empty() { end } else { format!("{} – {end}", last.caption) };
    }
    Ok(Animation {
        frames,
        names,
        abridged: "abridged".to_owned(),
        orientation: Orientation::default(),
        coordinates: true,
        theme: Theme::default(),
    })
}

/// How it ended, by the rules or as the record has it.
fn end(record: &Record, any_game: &dyn AnyGame, seat_infos: &[SeatInfo]) -> Option<String> {
    match any_game.outcome() {
        Some(outcome) => Some(match outcome.winner {
            Some(team) => format!("{} wins", capitalize(&team_name(seat_infos, team))),
            None => "Draw".to_owned(),
        }),
        None if record.result() == GameResult::Open => None,
        None => Some(record.result().to_string()),
    }
}
