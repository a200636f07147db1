//! The parameters of a ladder as `key=value`.

use std::str::FromStr;

use crate::domain::clubs::ladder::rules::{
    Again, Decided, DrawEffect, IncomingLimit, Join, LadderRules, LossEffect, Reach, Silence, TimeOut, WinEffect,
};
use crate::domain::time_control::pace::{DAY_MS, HOUR_MS, MINUTE_MS};

/// The longest time that a parameter may be.
const LONGEST_MS: i64 = 366 * DAY_MS;

/// A parameter that cannot be set so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LadderSettingError {
    #[error("unknown parameter `{0}`; there are {KEYS}")]
    UnknownKey(String),
    #[error("`{key}={value}`: {key} is {form}")]
    Value { key: &'static str, value: String, form: &'static str },
    #[error("`{0}` has no value; write key=value")]
    NoValue(String),
    /// Steps and places do not mix.
    #[error("steps need `reach=step`, `win=step` and `loss=step` or `loss=none`")]
    Steps,
    #[error("`reach=tier`, `reach=step` and `reach=all` stand alone")]
    Reach,
    #[error("`answer=0` needs `silence=accepted`")]
    Answer,
}

const KEYS: &str = "reach, out, in, answer, silence, win, draw, loss, timeout, again, join, idle, first, decided";

impl LadderRules {
    /// Sets parameters as `key=value`; all of them hold together, or nothing is set.
    pub fn with<'a>(mut self, settings: impl IntoIterator<Item = &'a str>) -> Result<Self, LadderSettingError> {
        for setting in settings {
            let (key, value) =
                setting.split_once('=').ok_or_else(|| LadderSettingError::NoValue(setting.to_owned()))?;
            self.set(key.trim(), value.trim())?;
        }
        self.check()?;
        Ok(self)
    }

    /// All parameters with their values, as [`Self::with`] reads them.
    pub fn settings(&self) -> [(&'static str, String); 14] {
        let reach = |reach: &Reach| match *reach {
            Reach::Places(places) => places.to_string(),
            Reach::Percent(percent) => format!("{percent}%"),
            Reach::BeyondRatingOrder(places) => format!("rating+{places}"),
            Reach::Tier => "tier".to_owned(),
            Reach::Step => "step".to_owned(),
            Reach::All => "all".to_owned(),
        };
        let bands = self.incoming.bands.iter().map(|(last, limit)| format!("{limit}@{last}"));
        let incoming: Vec<String> = bands.chain([self.incoming.below.to_string()]).collect();
        let again = match self.again {
            Again::AtOnce => "none".to_owned(),
            Again::After(pause) => time(pause),
            Again::OtherGameFirst => "other".to_owned(),
        };
        let silence = match self.silence {
            Silence::Accepted => "accepted",
            Silence::Declined => "declined",
            Silence::Forfeited => "forfeited",
        };
        let win = match self.win {
            WinEffect::Insert => "insert",
            WinEffect::Swap => "swap",
            WinEffect::Step => "step",
        };
        let draw = match self.draw {
            DrawEffect::None => "none",
            DrawEffect::Below => "below",
        };
        let loss = match self.loss {
            LossEffect::None => "none",
            LossEffect::Step => "step",
            LossEffect::Last => "last",
        };
        let time_out = match self.time_out {
            TimeOut::AsPlayed => "played",
            TimeOut::Leaves => "leaves",
            TimeOut::Falls => "falls",
        };
        let join = match self.join {
            Join::Last => "last",
            Join::ByRating => "rating",
        };
        let decided = match self.decided {
            Decided::AtEnd => "end",
            Decided::AtChallenge => "challenge",
        };
        [
            ("reach", self.reach.iter().map(reach).collect::<Vec<_>>().join(",")),
            ("out", self.outgoing.to_string()),
            ("in", incoming.join(",")),
            ("answer", time(self.answer)),
            ("silence", silence.to_owned()),
            ("win", win.to_owned()),
            ("draw", draw.to_owned()),
            ("loss", loss.to_owned()),
            ("timeout", time_out.to_owned()),
            ("again", again),
            ("join", join.to_owned()),
            ("idle", self.idle.map_or_else(|| "off".to_owned(), time)),
            ("first", if self.is_first_challenge_free { "free" } else { "reach" }.to_owned()),
            ("decided", decided.to_owned()),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), LadderSettingError> {
        let (key, form, done) = match key {
            "reach" => (
                "reach",
                "a list of places (10), percent of those above (40%) and places beyond the order of ratings (rating+5), or tier, \
                 step, all",
                value.split(',').map(reach).collect::<Option<Vec<_>>>().map(|reach| self.reach = reach),
            ),
            "out" => ("out", "a number from 1 to 100", limit(value).map(|out| self.outgoing = out)),
            "in" => (
                "in",
                "a number, with limits of higher places before it: 5@5,4@10,3",
                incoming(value).map(|incoming| self.incoming = incoming),
            ),
            "answer" => (
                "answer",
                "a time as 5d, 12h or 30m; 0 where silence accepts",
                duration(value).map(|answer| self.answer = answer),
            ),
            "silence" => (
                "silence",
                "accepted, declined or forfeited",
                one_of(
                    value,
                    &[
                        ("accepted", Silence::Accepted),
                        ("declined", Silence::Declined),
                        ("forfeited", Silence::Forfeited),
                    ],
                )
                .map(|silence| self.silence = silence),
            ),
            "win" => (
                "win",
                "insert, swap or step",
                one_of(value, &[("insert", WinEffect::Insert), ("swap", WinEffect::Swap), ("step", WinEffect::Step)])
                    .map(|win| self.win = win),
            ),
            "draw" => (
                "draw",
                "none or below",
                one_of(value, &[("none", DrawEffect::None), ("below", DrawEffect::Below)]).map(|draw| self.draw = draw),
            ),
            "loss" => (
                "loss",
                "none, step or last",
                one_of(value, &[("none", LossEffect::None), ("step", LossEffect::Step), ("last", LossEffect::Last)])
                    .map(|loss| self.loss = loss),
            ),
            "timeout" => (
                "timeout",
                "played, leaves or falls",
                one_of(value, &[("played", TimeOut::AsPlayed), ("leaves", TimeOut::Leaves), ("falls", TimeOut::Falls)])
                    .map(|time_out| self.time_out = time_out),
            ),
            "again" => ("again", "none, other, or a time as 5d", again(value).map(|again| self.again = again)),
            "join" => (
                "join",
                "last or rating",
                one_of(value, &[("last", Join::Last), ("rating", Join::ByRating)]).map(|join| self.join = join),
            ),
            "idle" => {
                let time = || duration(value).filter(|idle| *idle >= DAY_MS).map(Some);
                let idle = (value == "off").then_some(None).or_else(time);
                ("idle", "off, or a day or more as 30d", idle.map(|idle| self.idle = idle))
            }
            "first" => (
                "first",
                "free or reach",
                one_of(value, &[("free", true), ("reach", false)]).map(|free| self.is_first_challenge_free = free),
            ),
            "decided" => (
                "decided",
                "end or challenge",
                one_of(value, &[("end", Decided::AtEnd), ("challenge", Decided::AtChallenge)])
                    .map(|decided| self.decided = decided),
            ),
            _ => return Err(LadderSettingError::UnknownKey(key.to_owned())),
        };
        done.ok_or_else(|| LadderSettingError::Value { key, value: value.to_owned(), form })
    }

    fn check(&self) -> Result<(), LadderSettingError> {
        let has = |reach| self.reach.contains(&reach);
        if self.reach.len() > 1 && (has(Reach::Tier) || has(Reach::Step) || has(Reach::All)) {
            return Err(LadderSettingError::Reach);
        }
        if self.answer == 0 && self.silence != Silence::Accepted {
            return Err(LadderSettingError::Answer);
        }
        let with_steps = has(Reach::Step) && matches!(self.loss, LossEffect::Step | LossEffect::None);
        let is_consistent = if self.has_steps() {
            with_steps && self.draw == DrawEffect::None && self.time_out != TimeOut::Falls && self.join == Join::Last
        } else {
            !has(Reach::Step) && self.loss != LossEffect::Step
        };
        if is_consistent { Ok(()) } else { Err(LadderSettingError::Steps) }
    }
}

fn reach(text: &str) -> Option<Reach> {
    let text = text.trim();
    match text {
        "tier" => return Some(Reach::Tier),
        "step" => return Some(Reach::Step),
        "all" => return Some(Reach::All),
        _ => {}
    }
    if let Some(places) = text.strip_prefix("rating+") {
        return number(places).map(Reach::BeyondRatingOrder);
    }
    match text.strip_suffix('%') {
        Some(percent) => number(percent).filter(|percent| (1..=100).contains(percent)).map(Reach::Percent),
        None => number(text).filter(|places| *places > 0).map(Reach::Places),
    }
}

fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| u32::from_str(text).ok()).flatten().filter(|number| *number <= 1_000_000)
}

fn limit(text: &str) -> Option<u32> {
    number(text).filter(|limit| (1..=100).contains(limit))
}

fn incoming(text: &str) -> Option<IncomingLimit> {
    let (bands, below) = text.rsplit_once(',').unwrap_or(("", text));
    let bands = bands.split(',').filter(|band| !band.is_empty()).map(|band| {
        let (at_most, last) = band.split_once('@')?;
        Some((number(last.trim())?, limit(at_most.trim())?))
    });
    let bands = bands.collect::<Option<Vec<_>>>()?;
    let ascending = bands.is_sorted_by(|one, next| one.0 < next.0);
    ascending.then_some(IncomingLimit { bands, below: limit(below.trim())? })
}

/// As [`duration`] reads it.
fn time(millis: i64) -> String {
    match millis {
        0 => "0".to_owned(),
        days if days % DAY_MS == 0 => format!("{}d", days / DAY_MS),
        hours if hours % HOUR_MS == 0 => format!("{}h", hours / HOUR_MS),
        minutes => format!("{}m", minutes / MINUTE_MS),
    }
}

/// `5d`, `12h`, `30m` or `0`, in milliseconds.
pub fn duration(text: &str) -> Option<i64> {
    if text == "0" {
        return Some(0);
    }
    let (count, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let unit = match unit {
        "d" => DAY_MS,
        "h" => HOUR_MS,
        "m" => MINUTE_MS,
        _ => return None,
    };
    Some(i64::from(number(count)?) * unit).filter(|time| *time <= LONGEST_MS)
}

fn again(text: &str) -> Option<Again> {
    match text {
        "none" => Some(Again::AtOnce),
        "other" => Some(Again::OtherGameFirst),
        _ => duration(text).map(|pause| if pause == 0 { Again::AtOnce } else { Again::After(pause) }),
    }
}

fn one_of<T: Copy>(text: &str, values: &[(&str, T)]) -> Option<T> {
    values.iter().find(|(name, _)| *name == text).map(|(_, value)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::clubs::ladder::rules::RulePreset;

    #[test]
    fn all_parameters_read_back_as_themselves() {
        let other = "in=5@5,4@10,3 answer=90m again=other idle=36h first=free decided=challenge draw=below";
        for preset in RulePreset::ALL.iter().copied() {
            let rules = LadderRules::of(preset);
            let edited = rules.clone().with(other.split(' '));
            for rules in [Some(rules), edited.ok()].into_iter().flatten() {
                let settings = rules.settings().map(|(key, value)| format!("{key}={value}"));
                let read = LadderRules::of(RulePreset::Swap).with(settings.iter().map(String::as_str));
                assert_eq!(read, Ok(rules), "{settings:?}");
            }
        }
    }
}
