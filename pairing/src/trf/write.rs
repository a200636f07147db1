//! From a tournament to text.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Write as _;

use super::{Report, columns, letter};
use crate::{Bye, Color, Outcome, Player, PointSystem, Score, Slot};

pub(super) fn write(report: &Report) -> String {
    let tournament = &report.tournament;
    let mut lines = Vec::new();
    if !tournament.name.is_empty() {
        lines.push(format!("012 {}", one_line(&tournament.name)));
    }
    lines.extend(report.headers.iter().map(|(code, text)| format!("{code:03} {}", one_line(text))));
    let mut order: Vec<_> = tournament.players().map(|player| player.number).collect();
    order.sort_by_key(|number| (Reverse(tournament.score(*number)), *number));
    let ranks: HashMap<_, _> = (1..).zip(order).map(|(rank, number)| (number, rank)).collect();
    lines.extend(tournament.players().map(|player| write_player(report, player, ranks[&player.number])));
    if let Some(rounds) = tournament.planned_rounds {
        lines.push(format!("XXR {rounds}"));
    }
    match tournament.initial_color {
        Some(Color::White) => lines.push("XXC white1".to_owned()),
        Some(Color::Black) => lines.push("XXC black1".to_owned()),
        None => {}
    }
    lines.extend(tournament.forbidden().map(|[one, other]| format!("XXP {one} {other}")));
    let (points, usual) = (tournament.points, PointSystem::default());
    let mut point_line = |code: &str, points: u16, usual: u16| {
        if points != usual {
            lines.push(format!("{code} {:>4}", Score(points.into())));
        }
    };
    point_line("BBW", points.win, usual.win);
    point_line("BBD", points.draw, usual.draw);
    point_line("BBL", points.loss, usual.loss);
    point_line("BBU", points.pairing_allocated_bye, points.win);
    lines.push(String::new());
    lines.join("\n")
}

fn write_player(report: &Report, player: &Player, rank: usize) -> String {
    let tournament = &report.tournament;
    let width = columns::NAME.len();
    let name: String = one_line(&player.name).chars().take(width).collect();
    let rating = player.rating.map(|rating| rating.to_string()).unwrap_or_default();
    let score = tournament.score(player.number);
    let mut line = format!("001 {:>4}      {name:width$} {rating:>4}{:28}{score:>4} {rank:>4}", player.number, "");
    let absence = player.absence(tournament.next_round()).map(Slot::Bye);
    for slot in tournament.slots(player.number).into_iter().chain(absence) {
        let written = match slot {
            Slot::Bye(bye) => write!(line, "  0000 - {}", bye_letter(bye)),
            Slot::Game { opponent, color, outcome, .. } => {
                write!(line, "  {opponent:>4} {} {}", letter(color), result_letter(outcome, color))
            }
        };
        written.expect("text takes all that is written");
    }
    line
}

const fn bye_letter(bye: Bye) -> char {
    match bye {
        Bye::PairingAllocated => 'U',
        Bye::FullPoint => 'F',
        Bye::HalfPoint => 'H',
        Bye::ZeroPoint => 'Z',
    }
}

fn result_letter(outcome: Outcome, color: Color) -> char {
    match (outcome.is_forfeit(), outcome.winner()) {
        (false, None) => '=',
        (false, Some(winner)) if winner == color => '1',
        (false, Some(_)) => '0',
        (true, Some(winner)) if winner == color => '+',
        (true, _) => '-',
    }
}

/// A name cannot begin a line of its own.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}
