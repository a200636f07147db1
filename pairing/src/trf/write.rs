//! Writing of reports.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Write as _;

use deunicode::{deunicode_char, deunicode_with_tofu};

use super::{Report, columns, letter};
use crate::{AbnormalKind, AbnormalPoints, Bye, Color, Outcome, Player, PointSystem, Score, Slot};

pub(super) fn write(report: &Report) -> String {
    let tournament = &report.tournament;
    let mut lines = Vec::new();
    if !tournament.name.is_empty() {
        lines.push(format!("012 {}", ascii(&tournament.name)));
    }
    lines.extend(report.headers.iter().map(|line| ascii_columns(line)));
    let mut order: Vec<_> = tournament.players().map(|player| player.number).collect();
    order.sort_by_key(|number| (Reverse(tournament.score(*number)), *number));
    let ranks: HashMap<_, _> = (1..).zip(order).map(|(rank, number)| (number, rank)).collect();
    lines.extend(tournament.players().map(|player| {
        let rank = report.ranks.get(&player.number).unwrap_or(&ranks[&player.number]);
        write_player(report, player, *rank)
    }));
    if let Some(rounds) = tournament.planned_rounds {
        lines.push(format!("XXR {rounds}"));
    }
    match tournament.initial_color {
        Some(Color::White) => lines.push("XXC white1".to_owned()),
        Some(Color::Black) => lines.push("XXC black1".to_owned()),
        None => {}
    }
    lines.extend(tournament.all_forbidden().map(|([one, other], first, last)| {
        if (first, last) == (1, u16::MAX) {
            format!("XXP {one} {other}")
        } else {
            format!("260 {first:03} {last:03} {one:>4} {other:>4}")
        }
    }));
    lines.extend(write_points(tournament.points));
    lines.extend(tournament.abnormal().iter().map(write_abnormal));
    lines.push(String::new());
    lines.join("\n")
}

/// The values that differ from the usual ones.
fn write_points(points: PointSystem) -> Option<String> {
    let usual = PointSystem::default();
    let values = [
        ('W', points.win, usual.win),
        ('D', points.draw, usual.draw),
        ('L', points.loss, usual.loss),
        ('A', points.absence, usual.absence),
        ('P', points.pairing_allocated_bye, points.win),
    ];
    let unusual = values.iter().filter(|(_, points, usual)| points != usual);
    let values: Vec<_> = unusual.map(|(symbol, points, _)| format!("{symbol}{:>4}", Score((*points).into()))).collect();
    (!values.is_empty()).then(|| format!("162  {}", values.join("    ")))
}

fn write_abnormal(abnormal: &AbnormalPoints) -> String {
    let kind = match abnormal.kind {
        AbnormalKind::Win => 'W',
        AbnormalKind::Draw => 'D',
        AbnormalKind::Loss => 'L',
        AbnormalKind::ForfeitWin => '+',
        AbnormalKind::ForfeitLoss => '-',
        AbnormalKind::Bye(bye) => bye_letter(bye),
        AbnormalKind::Extra => ' ',
    };
    let sign = if abnormal.halves < 0 { "-" } else { "" };
    let points = format!("{sign}{}", Score(abnormal.halves.unsigned_abs()));
    let round = abnormal.round.unwrap_or_default();
    let players = abnormal.players.iter().map(|number| format!(" {number:>4}")).collect::<Vec<_>>().concat();
    format!("299 {kind}       {points:>5}  {round:03}{players}")
}

fn write_player(report: &Report, player: &Player, rank: usize) -> String {
    let tournament = &report.tournament;
    let width = columns::NAME.len();
    let name: String = ascii(&player.name).chars().take(width).collect();
    let rating = player.rating.map(|rating| rating.to_string()).unwrap_or_default();
    let score = tournament.score(player.number);
    let person = report.people.get(&player.number);
    let title = person.map_or_else(String::new, |person| ascii_columns(&person.sex_and_title));
    let birth = person.map_or_else(String::new, |person| ascii_columns(&person.federation_to_birth));
    let mut line =
        format!("001 {:>4} {title:4} {name:width$} {rating:>4} {birth:26} {score:>4} {rank:>4}", player.number);
    // After the last round, programs refuse another column.
    let next = tournament.next_round();
    let is_ahead = tournament.planned_rounds.is_none_or(|planned| next <= planned);
    let absence = player.absence(next).filter(|_| is_ahead).map(Slot::Bye);
    for slot in tournament.slots(player.number).into_iter().chain(absence) {
        let result = match slot {
            Slot::Bye(bye) => write!(line, "  0000 - {}", bye_letter(bye)),
            Slot::Game { opponent, color, outcome, .. } => {
                write!(line, "  {opponent:>4} {} {}", letter(color), result_letter(outcome, color))
            }
        };
        result.expect("text takes all that is written");
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

/// A name in Latin letters, which cannot begin a new line.
fn ascii(text: &str) -> String {
    let latin = deunicode_with_tofu(text, "?");
    latin.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

/// A line in ASCII, each letter in its column.
fn ascii_columns(line: &str) -> String {
    let letter = |c: char| deunicode_char(c).and_then(|spelled| spelled.chars().next()).unwrap_or('?');
    line.chars().map(|c| if c.is_control() { ' ' } else { letter(c) }).collect()
}
