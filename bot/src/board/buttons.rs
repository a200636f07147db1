//! The buttons below a board, and those that answer the open questions of a game. Their custom ids hold all state:
//! game, position and orientation. They therefore work after a restart, for anyone who may see the game.

use std::fmt::Display;

use base::clean::clean;
use discord::custom_id::CustomId;
use discord::{CreateActionRow, CreateButton, Style, button, row};
use games::domain::{BoardRevision, Game, GameId, GameRecord, GameSummary, Phase, SeatedPlayer, UserId};
use games::{OpenQuestion, Question, ReplayedGame, Side};

use crate::board::button::{
    AnalysisButton, BoardButton, ChallengeButton, DrawButton, Facing, ForkButton, GamePress, HistoryButton,
    PanelButton, PlayButton, ProposalButton, RecordButton, ReplayButton, WatchButton, Way,
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
    let text_button = type_button(language, id, Facing { position: revision, flip }, "");
    open.into_iter().chain(menu).chain([text_button]).collect()
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

/// The answers that this person can give in a game of this name, to its challenge or to questions of others: one row
/// or none.
pub fn to_answer(language: Language, name: &str, summary: &GameSummary, user: UserId) -> Vec<CreateActionRow> {
    let game = &summary.game;
    let has_answered = |seat: &SeatedPlayer| seat.player == user && seat.agreed && game.challenge.challenger != user;
    if game.phase == Phase::Offered && !summary.seats.iter().any(has_answered) {
        if game.is_seek() {
            return vec![row(answers(language, game, user, name))];
        }
        let names = summary.opponents(user).map(|seat| clean(&seat.name, 28));
        let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
        let names: String = names.join(", ").chars().take(28).collect();
        // There may be several challenges by one person.
        let whose = if names.is_empty() { name.to_owned() } else { format!("{names} · {name}") };
        return vec![row(answers(language, game, user, &whose))];
    }
    let questions = summary.open_questions(user).into_iter().filter(|open| open.side == Side::Answers);
    // At most a draw and a proposal, which fit into one row.
    let buttons: Vec<_> = questions.flat_map(|open| answers_to(language, summary, open)).collect();
    if buttons.is_empty() { Vec::new() } else { vec![row(buttons)] }
}

/// The buttons that answer a question. Each names what it answers, because a screen reader does not show its row.
fn answers_to(language: Language, summary: &GameSummary, open: OpenQuestion) -> [CreateButton; 2] {
    let (id, version) = (summary.game.game_id, open.version);
    let proposal = [ProposalButton::Agree { proposal: version }, ProposalButton::Refuse { proposal: version }];
    let proposal = proposal.map(|press| press.about(id).to_string());
    let ([yes, no], agree, refuse) = match open.question {
        Question::Draw => {
            let draw = [DrawButton::Accept { offer: version }, DrawButton::Decline { offer: version }];
            (draw.map(|press| press.about(id).to_string()), "button-draw-yes", "button-refuse-draw")
        }
        Question::Takeback => (proposal, "button-agree-takeback", "button-refuse-takeback"),
        Question::Adjourn => (proposal, "button-agree-adjourn", "button-refuse-adjourn"),
    };
    let name = summary.seats.iter().find(|seat| seat.player == open.by).map(|seat| clean(&seat.name, 30));
    // There may be several games with one person, and people whose name cannot be shown.
    let name = name.filter(|name| !name.is_empty()).map_or_else(String::new, |name| format!(" · {name}"));
    let label = |key| format!("{}{name} · {}", language.localize(key, &[]), summary.game.name());
    [button(&yes, label(agree), Style::Success), button(&no, label(refuse), Style::Secondary)]
}

/// The buttons for this person below a challenge.
pub fn offer_buttons(language: Language, record: &GameRecord, user: UserId) -> Vec<CreateActionRow> {
    let game = &record.game;
    let has_answered = record.challenged().any(|seat| seat.player == user && seat.agreed);
    if game.phase == Phase::Offered && !has_answered {
        vec![row(answers(language, game, user, ""))]
    } else {
        Vec::new()
    }
}

/// The buttons of a challenge for this person; `whose` is appended if several challenges are listed.
fn answers(language: Language, game: &Game, user: UserId, whose: &str) -> Vec<CreateButton> {
    let all = if game.challenge.challenger == user {
        vec![(ChallengeButton::Withdraw, "button-withdraw", Style::Danger)]
    } else {
        let accept = (ChallengeButton::Accept, "button-accept", Style::Success);
        vec![accept, (ChallengeButton::Decline, "button-decline", Style::Secondary)]
    };
    let label = |key: &str| {
        let word = language.localize(key, &[]);
        if whose.is_empty() { word } else { format!("{word} · {whose}") }
    };
    all.into_iter().map(|(press, key, style)| button(&press.about(game.game_id), label(key), style)).collect()
}
