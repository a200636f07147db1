//! The buttons that step through a game. Their custom ids hold all state: game, position and orientation.
//! They therefore work after a restart, for anyone who may see the game.

use std::fmt::Display;

use discord::custom_id::CustomId;
use discord::{CreateActionRow, CreateButton, Style, button, row};
use games::ReplayedGame;
use games::domain::{BoardRevision, Game, GameId, Phase};

use crate::board::button::{
    AnalysisButton, BoardButton, ChallengeButton, Facing, ForkButton, GamePress, HistoryButton, PanelButton,
    PlayButton, RecordButton, ReplayButton, WatchButton, Way,
};
use crate::board::viewer::Viewer;
use crate::context::App;
use crate::localization::{Language, localize};

/// The step buttons of a game; none before the first move, nor where earlier positions are hidden.
pub fn step_row(language: Language, game: &Game, shown: u32, flip: Option<bool>) -> Option<CreateActionRow> {
    let is_hidden = game.hides_colors() && game.phase != Phase::Over;
    if game.ply == 0 || is_hidden || !matches!(game.phase, Phase::Playing | Phase::Over) {
        return None;
    }
    let facing = |position| Facing { position, flip };
    let steps = step_buttons(game, shown, |ply, way| BoardButton::Step { ply: facing(ply), way });
    let go_to = BoardButton::GoTo { from: facing(shown) };
    let go_to = button(&go_to.about(game.game_id), localize!(language, "button-go-to"), Style::Secondary);
    Some(row(steps.into_iter().chain([go_to])))
}

/// *⏮ ◀ ▶ ⏭*; `press` gives the id for a ply and a direction.
pub fn step_buttons<B: CustomId>(game: &Game, shown: u32, press: impl Fn(u32, Way) -> B) -> [CreateButton; 4] {
    let last = game.ply;
    [
        (Way::First, 0, "⏮"),
        (Way::Back, shown.saturating_sub(1), "◀"),
        (Way::Forward, (shown + 1).min(last), "▶"),
        (Way::Last, last, "⏭"),
    ]
    .map(|(way, ply, label)| {
        button(&GamePress { subject: game.game_id, button: press(ply, way) }, label, Style::Secondary)
            .disabled(ply == shown)
    })
}

/// The buttons to enter a move: on the page of the game, if there are web pages, then in Discord. With hidden colors
/// there is no menu, because it would reveal what can move.
pub fn move_buttons(app: &App, language: Language, game: &Game, flip: Option<bool>) -> Vec<CreateButton> {
    let (id, revision) = (game.game_id, game.revision());
    let open = open_button(app, language, game);
    let style = if open.is_some() { Style::Secondary } else { Style::Primary };
    let menu = PlayButton::Move.below(id, revision, flip);
    let menu = (!game.hides_colors()).then(|| button(&menu, localize!(language, "button-move"), style));
    let typed = type_button(language, id, Facing { position: revision, flip }, "");
    open.into_iter().chain(menu).chain([typed]).collect()
}

/// *Open board*, if there are web pages. While a game goes on, that is the best way to look and to move.
pub fn open_button(app: &App, language: Language, game: &Game) -> Option<CreateButton> {
    let style = match game.phase {
        Phase::Playing => Style::Primary,
        Phase::Over => Style::Secondary,
        Phase::Offered | Phase::Void => return None,
    };
    let open = || button(&BoardButton::Open.about(game.game_id), localize!(language, "button-open"), style);
    app.games.has_pages().then(open)
}

/// *Open board*, if there are web pages, and *Show picture*.
pub fn look_buttons(app: &App, language: Language, game: &Game) -> Vec<CreateButton> {
    let show = button(&BoardButton::SHOW.about(game.game_id), localize!(language, "button-board"), Style::Secondary);
    open_button(app, language, game).into_iter().chain([show]).collect()
}

/// *Type a move…*. Its form starts with the earlier input if that fits into the id.
pub fn type_button(language: Language, game: GameId, board: Facing<BoardRevision>, typed: &str) -> CreateButton {
    let with = |typed: &str| PlayButton::Type { typed: typed.to_owned() }.about(board).about(game);
    let filled = with(typed);
    let id = if filled.fits() { filled } else { with("") };
    button(&id, localize!(language, "button-type"), Style::Secondary)
}

/// The rows below one person's board who may watch the game: actions, then navigation.
pub fn rows(
    app: &App,
    language: Language,
    replayed: &ReplayedGame,
    reader: &Viewer,
    is_watching: bool,
) -> Vec<CreateActionRow> {
    let (flip, facing) = (reader.flips(Some(replayed)), reader.facing);
    let (game, shown) = (&replayed.record.game, replayed.any_game.ply());
    let id: GameId = game.game_id;
    let mut own = Vec::new();
    let is_current = game.phase == Phase::Playing && shown == game.ply && game.agreements.adjourned.is_none();
    let is_on_turn = replayed.record.on_turn().is_some_and(|seat| reader.is(seat.player));
    if is_current && is_on_turn {
        own.extend(move_buttons(app, language, game, facing));
    } else {
        own.extend(open_button(app, language, game));
    }
    if game.phase == Phase::Over && reader.plays(&replayed.record) {
        own.push(button(&ChallengeButton::Rematch.about(id), localize!(language, "button-rematch"), Style::Primary));
    }
    // `shown` may be an earlier position.
    own.push(button(
        &BoardButton::Show { ply: Facing { position: Some(shown), flip: Some(!flip) } }.about(id),
        localize!(language, "button-flip"),
        Style::Secondary,
    ));
    if game.phase == Phase::Playing && !reader.plays(&replayed.record) {
        own.push(if is_watching {
            button(&WatchButton::StopBelowBoard { game: id }, localize!(language, "button-unwatch"), Style::Secondary)
        } else {
            button(&WatchButton::Watch { game: id }, localize!(language, "button-watch"), Style::Secondary)
        });
    }
    let plays = reader.plays(&replayed.record);
    if game.phase == Phase::Playing && plays {
        own.push(button(&PanelButton::Show.about(id), localize!(language, "button-game"), Style::Secondary));
    }
    let mut whole_game = Vec::new();
    if game.ply > 0 && !replayed.any_game.hides_colors() {
        let mut look = |press: &dyn Display, label: &str| {
            whole_game.push(button(&press, language.localize(label, &[]), Style::Secondary));
        };
        look(&HistoryButton::LAST.about(id), "button-history");
        look(&ReplayButton::Replay.about(id), "button-replay");
        if game.phase == Phase::Over {
            look(&AnalysisButton::GAME.about(id), "button-analyze");
        }
        if game.phase == Phase::Over || plays {
            look(&RecordButton::Export.about(id), "button-export");
        }
    }
    let can_be_forked = game.phase == Phase::Over && replayed.record.seats.len() == 2 && !game.hides_colors();
    if can_be_forked && replayed.any_game.to_move().is_some() {
        let fork = ForkButton::Ask { ply: shown }.about(id);
        whole_game.push(button(&fork, localize!(language, "button-fork"), Style::Secondary));
    }
    let rows = [own, whole_game].into_iter().filter(|buttons| !buttons.is_empty()).map(row);
    step_row(language, game, shown, facing).into_iter().chain(rows).collect()
}
