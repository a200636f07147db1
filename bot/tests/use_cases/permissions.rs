//! Permissions: every command and every button, by every kind of person, in every state of a game.

use std::collections::{BTreeMap, BTreeSet};

use bot::features;
use bot::localization::Language;
use games::challenges;
use games::domain::{GameId, UserId};

use crate::use_cases::support::{ADA, ASK, BRUNO, CHLOE, Harness, SentMessage};

/// An action (subcommands follow a `+`; `*` is everything without a line of its own for the state) · the state of the
/// game · the answers for Ada, Bruno and Chloé, as keys of sentences, written once if all three are equal. Ada
/// challenged Bruno and plays Black; Chloé is not involved. The states: a challenge waits (`offered`); each has made
/// a move, so that it is Ada's turn (`playing`); then she has offered a draw (`asked`); she has moved, and the
/// buttons are those of the board before (`moved`); Bruno has resigned (`over`) or declined (`void`); there is no
/// such game (`unknown`).
const TABLE: &str = "
* offered  error-not-started  error-not-started  error-not-a-player
* over  error-over  error-over  error-not-a-player
* void  error-challenge-closed  error-challenge-closed  error-not-a-player
* unknown  error-no-such-game

/move playing,asked  you-played  error-turn-of  error-not-a-player
/move moved  error-turn-of  error-illegal  error-not-a-player
/board,board offered  challenge-posted-many  challenge-posted  error-not-for-you
/board,board playing,asked,moved  board-turn
/board,board over  result-beat
/board,board void  challenge-declined  challenge-declined  error-not-for-you
/game+show,game offered  error-not-started  error-not-started  error-not-for-you
/game+show,game playing,asked,moved,over  board-of
game-ask playing,asked,moved  draw-ask  draw-ask  error-not-a-player
/game+show,game void  error-challenge-closed  error-challenge-closed  error-not-for-you
/game+resign,resign playing,asked,moved  resign-ask  resign-ask  error-not-a-player
/game+abort,abort! playing,asked,moved  error-too-late-to-abort  error-too-late-to-abort  error-not-a-player
/game+line+add playing,asked  error-line-unanswered  you-saved-line  error-not-a-player
/game+line+add moved  error-line-illegal-theirs  error-line-own-first  error-not-a-player
/game+line+show,/game+line+remove playing,asked,moved  line-none  line-none  error-not-a-player
/game+hint playing,asked,moved  error-no-help  error-no-help  error-not-a-player
/game+claim,claim-win,claim-draw playing,asked,moved  error-has-deadline  error-has-deadline  error-not-a-player
/game+more-time playing,asked  error-own-time  you-gave-time  error-not-a-player
/game+more-time moved  you-gave-time  error-own-time  error-not-a-player
/game+adjourn playing,asked,moved  you-asked-to-adjourn  you-asked-to-adjourn  error-not-a-player
/game+resume,resume playing,asked,moved  error-not-adjourned  error-not-adjourned  error-not-a-player
/game+takeback playing,asked,moved  you-asked-takeback  you-asked-takeback  error-not-a-player
/game+draw playing,moved  you-offered  you-offered  error-not-a-player
/game+draw asked  error-already-offered  you-drew  error-not-a-player
/game+export,record offered  error-not-started  error-not-started  error-not-for-you
/game+export,record playing,asked,moved  export  export  error-not-a-player
/game+export,record over  export
/game+export,record void  error-challenge-closed  error-challenge-closed  error-not-for-you
/game+replay,replay offered  error-not-started  error-not-started  error-not-for-you
/game+replay,replay playing,asked,moved,over  replay
/game+replay,replay void  error-challenge-closed  error-challenge-closed  error-not-for-you
/game+history,history offered  error-not-started  error-not-started  error-not-for-you
/game+history,history playing,asked,moved,over  history-title
/game+history,history void  error-challenge-closed  error-challenge-closed  error-not-for-you
/game+analyze,analysis offered  error-not-started  error-not-started  error-not-for-you
/game+analyze,analysis playing,asked,moved  error-no-help
/game+analyze,analysis over  error-no-engine
/game+analyze,analysis void  error-challenge-closed  error-challenge-closed  error-not-for-you
engine offered  error-not-started  error-not-the-challenger  error-not-the-challenger
engine playing,asked,moved,over  error-challenge-closed  error-not-the-challenger  error-not-the-challenger
engine void  error-no-engine  error-not-the-challenger  error-not-the-challenger
rematch playing,asked,moved  error-not-over  error-not-over  error-not-a-player
rematch over  challenge-sent  challenge-sent  error-not-a-player
accept offered  error-own-challenge  you-accepted  error-not-for-you
accept playing,asked,moved  error-challenge-closed  =you-accepted  error-not-for-you
accept over,void  error-challenge-closed  error-challenge-closed  error-not-for-you
decline offered  error-own-challenge  you-declined  error-not-for-you
decline playing,asked,moved,over  error-challenge-closed  error-challenge-closed  error-not-for-you
decline void  error-challenge-closed  =you-declined  error-not-for-you
withdraw offered  you-withdrew  error-not-the-challenger  error-not-the-challenger
withdraw playing,asked,moved,over,void  error-challenge-closed  error-not-the-challenger  error-not-the-challenger
step offered  challenge-posted-many  challenge-posted  error-not-for-you
step playing,asked  board-turn
step moved  after-ply
step over  result-beat
step void  challenge-declined  challenge-declined  error-not-for-you
resign! playing,asked  you-resigned  you-resigned  error-not-a-player
resign! moved  error-stale  error-stale  error-not-a-player
agree,refuse playing,asked,moved  error-no-proposal  error-no-proposal  error-not-a-player
withdraw-proposal playing,asked,moved  error-nothing-to-withdraw  error-nothing-to-withdraw  error-not-a-player
withdraw-draw playing,moved  error-no-offer  error-no-offer  error-not-a-player
withdraw-draw asked  you-withdrew-draw  error-not-the-proposer  error-not-a-player
draw playing  you-offered  you-offered  error-not-a-player
draw asked  error-already-offered  you-drew  error-not-a-player
draw moved  error-stale  error-stale  error-not-a-player
draw-yes playing,moved  error-no-offer  error-no-offer  error-not-a-player
draw-yes asked  error-already-offered  you-drew  error-not-a-player
draw-no playing,moved  error-no-offer  error-no-offer  error-not-a-player
draw-no asked  error-already-offered  you-declined-draw  error-not-a-player
move,entry playing,asked  entry-choose  error-turn-of  error-not-a-player
move,entry moved  error-stale  error-stale  error-not-a-player
from playing,asked  entry-where-to  error-turn-of  error-not-a-player
from moved  error-stale  error-stale  error-not-a-player
dir playing,asked  entry-preview  error-turn-of  error-not-a-player
dir moved  error-stale  error-stale  error-not-a-player
play playing,asked  you-played  error-turn-of  error-not-a-player
play moved  error-stale  error-stale  error-not-a-player
type playing,asked  type-title  error-turn-of  error-not-a-player
type moved  error-stale  error-stale  error-not-a-player
stop-vacation always  error-no-such-vacation
next always  next-none
/game+watch,watch offered  error-not-started  error-not-started  error-not-for-you
/game+watch,watch playing,asked,moved  error-watch-own  error-watch-own  watch-begun-moves
/game+watch,watch over  error-over
/game+watch,watch void  error-challenge-closed  error-challenge-closed  error-not-for-you
/game+watch,watch unknown  error-watch-unknown
/game+watch+stop,unwatch,unwatch-below always  watch-not-watching
go-to always  go-to-title
open always  web-off
fork offered,playing,asked,moved,void  error-not-over
fork over  fork-ask
line always  line-form
fork-with always  error-no-such-person
";

/// Commands that are not about a game. `/setup` and `/organize` have permission tests of their own.
const OTHERS: [&str; 14] = [
    "challenge",
    "event",
    "games",
    "help",
    "ladder",
    "learn",
    "organize",
    "play",
    "profile",
    "puzzle",
    "rules",
    "seek",
    "settings",
    "setup",
];

/// A game in this state, and the version of its buttons.
async fn scene(harness: &Harness, state: &str) -> (GameId, i64) {
    if state == "unknown" {
        return (GameId(7), 3);
    }
    let game = harness.offered().await;
    if state == "void" {
        challenges::decline(&harness.games, harness.request(), game, BRUNO).await.expect("declined");
    }
    if !["offered", "void"].contains(&state) {
        harness.accept(game).await.expect("accepted");
        harness.play_all(game, &["a1b2", "i9h8"]).await;
    }
    match state {
        "asked" => drop(harness.draw(game, ADA, ASK).await.expect("offered")),
        "moved" => drop(harness.play(game, ADA, "d4c3").await.expect("legal")),
        "over" => harness.resign(game, BRUNO).await,
        _ => {}
    }
    (game, if state == "asked" { 4 } else { 3 })
}

/// Performs this action in this game. Buttons carry the state for which they were drawn: two plies, and this version.
async fn act(harness: &Harness, action: &str, (game, version): (GameId, i64), who: UserId) -> SentMessage {
    if let Some(command) = action.strip_prefix('/') {
        let line = match command {
            "move" => format!("move move:a2b3 game:{game}"),
            "game+line+add" => format!("game line add moves:d4c3 f6g7 game:{game}"),
            "game+watch+stop" => format!("game watch how:stop game:{game}"),
            _ => format!("{} game:{game}", command.replace('+', " ")),
        };
        return harness.say(who, &line).await;
    }
    let rest = match action {
        "stop-vacation" => return harness.press(who, "v1:stop-vacation:2").await,
        "accept" | "decline" | "withdraw" | "rematch" | "board" | "record" | "replay" | "history" | "next"
        | "engine" | "resign" | "open" | "line" | "game" | "watch" | "unwatch" | "unwatch-below" => String::new(),
        "resign!" | "abort!" | "agree" | "refuse" | "resume" | "claim-win" | "claim-draw" | "draw-yes" | "draw-no"
        | "withdraw-draw" | "withdraw-proposal" => {
            format!(":{version}")
        }
        "entry" => ":2:0".to_owned(),
        "step" => ":2:n".to_owned(),
        "game-ask" => ":draw".to_owned(),
        "dir" | "play" => ":2:a2b3".to_owned(),
        _ => ":2".to_owned(),
    };
    let id = format!("v1:{action}:{game}{rest}");
    if action == "from" { harness.choose(who, &id, "a2").await } else { harness.press(who, &id).await }
}

/// Whether the text is the sentence of this key, with any arguments.
fn says(text: &str, key: &str) -> bool {
    let sentence = Language::ENGLISH.localize(key, &[]);
    assert_ne!(sentence, key, "no such key");
    let mut rest = text;
    let mut parts = sentence.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after));
    // The first part begins the text; the others follow in order.
    parts.next().is_some_and(|first| {
        rest.strip_prefix(first).is_some_and(|after| {
            rest = after;
            parts.all(|part| rest.split_once(part).map(|(_, after)| rest = after).is_some())
        })
    })
}

const STATES: [&str; 7] = ["offered", "playing", "asked", "moved", "over", "void", "unknown"];

/// A line of a table: actions, states, and the keys that Ada, Bruno and Chloé read.
fn read_line(line: &'static str) -> (Vec<&'static str>, Vec<&'static str>, [&'static str; 3]) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (actions, states, keys) = match words.as_slice() {
        [actions, states, key] => (actions, states, [*key; 3]),
        [actions, states, ada, bruno, chloe] => (actions, states, [*ada, *bruno, *chloe]),
        _ => panic!("{line}"),
    };
    let states = if *states == "always" { STATES.to_vec() } else { states.split(',').collect() };
    (actions.split(',').collect(), states, keys)
}

/// The problem if this person acts: a wrong answer, a public one, a forbidden change or a missing one.
async fn problem_of(harness: &Harness, action: &str, game: (GameId, i64), who: UserId, key: &str) -> Option<String> {
    let before = harness.record(game.0).await;
    let reply = act(harness, action, game, who).await;
    // An answer with the key `you-…` confirms the action or, with a `=`, reports it as done before.
    let is_right = says(&reply.text, key.trim_start_matches('='))
        && (before != harness.record(game.0).await) == key.starts_with("you-")
        && reply.private;
    (!is_right).then(|| format!("{action} {}: {key} wanted, said {:?}", who.0, reply.text))
}

#[tokio::test]
async fn every_command_and_button_is_allowed_only_to_the_right_players() {
    let (mut usual, mut own) = (BTreeMap::new(), BTreeMap::new());
    for line in TABLE.lines().filter(|line| !line.is_empty()) {
        let (actions, states, keys) = read_line(line);
        for (action, state) in actions.iter().flat_map(|action| states.iter().map(move |state| (*action, *state))) {
            let is_new = match action {
                "*" => usual.insert(state, keys).is_none(),
                _ => own.insert((action, state), keys).is_none(),
            };
            assert!(is_new, "twice: {action} {state}");
        }
    }
    let mut wrong = Vec::new();
    let actions: BTreeSet<&str> = own.keys().map(|(action, _)| *action).collect();
    for (action, state) in actions.iter().flat_map(|action| STATES.map(|state| (*action, state))) {
        let keys = own.get(&(action, state)).or_else(|| usual.get(state));
        let keys = keys.unwrap_or_else(|| panic!("nothing is said of {action} {state}"));
        for (who, key) in [ADA, BRUNO, CHLOE].into_iter().zip(keys) {
            let harness = Harness::new();
            let game = scene(&harness, state).await;
            wrong.extend(problem_of(&harness, action, game, who, key).await.map(|why| format!("{state}: {why}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    let names = features::ALL.iter().flat_map(|feature| feature.commands()).flat_map(|command| command.names());
    let names = names.filter(|name| !OTHERS.contains(&name.split(' ').next().unwrap_or_default()));
    let commands = names.map(|name| format!("/{}", name.replace(' ', "+"))).chain(["/game+watch+stop".to_owned()]);
    let words = features::ALL.iter().flat_map(|feature| feature.words().all).copied();
    let others = [
        "decline!",
        "decline-no",
        "games",
        "live",
        "watch-game",
        "guide",
        "ladder-",
        "event-",
        "organize-",
        "learn-",
        "puzzle-",
        "privacy-",
        "rules",
        "hints-",
        "block!",
        "sign-out",
    ];
    let words = words.filter(|word| !others.iter().any(|other| word.starts_with(other)));
    let entries: BTreeSet<String> = commands.chain(words.map(str::to_owned)).collect();
    assert_eq!(
        entries.iter().map(String::as_str).collect::<BTreeSet<_>>(),
        actions,
        "a line is missing, or one too many"
    );
}

/// The same for an open challenge of Ada: it waits (`open`), Bruno has accepted (`taken`), or she has withdrawn it
/// (`closed`).
const OF_SEEKS: &str = "
/board    open    seek-posted              error-not-for-you        error-not-for-you
/board    closed  seek-withdrawn           error-not-for-you        error-not-for-you
/move     open    error-not-started        error-not-a-player       error-not-a-player
/game+resign   open    error-not-started        error-not-a-player       error-not-a-player
/game+export   open    error-not-started        error-not-for-you        error-not-for-you
/game+history  open    error-not-started        error-not-for-you        error-not-for-you
accept    open    error-own-seek           you-accepted             you-accepted
accept    taken   error-own-seek           =you-accepted            error-seek-taken
accept    closed  error-own-seek           error-challenge-closed   error-challenge-closed
decline   open    error-not-for-you        error-not-for-you        error-not-for-you
decline   closed  error-not-for-you        error-not-for-you        error-not-for-you
withdraw  open    you-withdrew             error-not-the-challenger error-not-the-challenger
withdraw  taken   error-challenge-closed   error-not-the-challenger error-not-the-challenger
withdraw  closed  =you-withdrew            error-not-the-challenger error-not-the-challenger
rematch   open    error-not-started        error-not-a-player       error-not-a-player
";

#[tokio::test]
async fn an_open_challenge_is_for_everybody_but_its_owner() {
    let mut wrong = Vec::new();
    for line in OF_SEEKS.lines().filter(|line| !line.is_empty()) {
        let (actions, states, keys) = read_line(line);
        for (who, key) in [ADA, BRUNO, CHLOE].into_iter().zip(keys) {
            let harness = Harness::new();
            let game = harness.sought().await;
            match states[0] {
                "taken" => drop(harness.accept(game).await.expect("accepted")),
                "closed" => {
                    drop(challenges::withdraw(&harness.games, harness.request(), game, ADA).await.expect("withdrawn"));
                }
                _ => {}
            }
            let problem = problem_of(&harness, actions[0], (game, 0), who, key).await;
            wrong.extend(problem.map(|why| format!("{}: {why}", states[0])));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn a_malformed_button_does_nothing() {
    let harness = Harness::new();
    let (game, _) = scene(&harness, "asked").await;
    let before = harness.record(game).await;
    for action in [
        "resign!",
        "abort!",
        "agree",
        "refuse",
        "resume",
        "claim-win",
        "claim-draw",
        "draw",
        "draw-yes",
        "draw-no",
        "withdraw-draw",
        "withdraw-proposal",
        "play",
    ] {
        for number in ["", ":", ":x", ":99999999999999999999"] {
            for who in [ADA, BRUNO, CHLOE] {
                let reply = harness.press(who, &format!("v1:{action}:{game}{number}")).await;
                assert!(says(&reply.text, "error-unknown-button"), "{action}{number}: {reply:?}");
            }
        }
    }
    for id in ["", "accept", "v1", "v1:accept", "v2:accept:000000007", "v1:accept:seven", "v1:abort:000000007"] {
        let reply = harness.press(ADA, id).await;
        assert!(reply.private && says(&reply.text, "error-unknown-button"), "{id}: {reply:?}");
    }
    assert_eq!(harness.record(game).await, before);
}
