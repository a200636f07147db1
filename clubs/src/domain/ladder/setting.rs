//! Ladder parameters as `key=value`.

use std::str::FromStr;

use games::domain::competition::Pauses;
use games::domain::time_control::pace::{DAY_MS, HOUR_MS, MINUTE_MS};

use crate::domain::ladder::rules::{
    Again, Decided, DrawEffect, IncomingLimit, Join, LadderRules, LossEffect, PausedGames, Reach, SeasonReset, Silence,
    TimeOut, WinEffect,
};

const LONGEST_MS: i64 = 366 * DAY_MS;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LadderSettingError {
    UnknownKey {
        key: String,
        known: Vec<&'static str>,
    },
    /// The value is invalid; the example is a valid one.
    Value {
        key: &'static str,
        value: String,
        example: &'static str,
    },
    NoValue(String),
    /// Steps and places cannot be combined.
    Steps,
    /// `tier`, `step` and `all` cannot be combined with others.
    Reach,
    /// Only where silence accepts may there be no time to answer.
    Answer,
    /// Divisions need places, and at most half of one may change.
    Divisions,
}

impl LadderRules {
    /// All parameters with their keys and example values.
    fn parameters(&mut self) -> [(&'static str, &'static str, &mut dyn Value); 20] {
        [
            ("reach", "10,40%", &mut self.reach),
            ("out", "3", &mut self.outgoing),
            ("in", "5@5,4@10,3", &mut self.incoming),
            ("answer", "5d", &mut self.answer),
            ("silence", "forfeited", &mut self.silence),
            ("win", "insert", &mut self.win),
            ("draw", "below", &mut self.draw),
            ("loss", "none", &mut self.loss),
            ("timeout", "played", &mut self.time_out),
            ("again", "7d", &mut self.again),
            ("join", "last", &mut self.join),
            ("idle", "30d", &mut self.idle),
            ("first", "free", &mut self.is_first_challenge_free),
            ("decided", "end", &mut self.decided),
            ("pauses", "asked", &mut self.pauses),
            ("paused", "free", &mut self.paused),
            ("season", "90d", &mut self.season),
            ("reset", "keep", &mut self.reset),
            ("division", "10", &mut self.division),
            ("promoted", "2", &mut self.promoted),
        ]
    }

    /// Applies `key=value` settings. Fails if a value is invalid or if the resulting rules contradict each other.
    pub fn with<'a>(mut self, settings: impl IntoIterator<Item = &'a str>) -> Result<Self, LadderSettingError> {
        for setting in settings {
            let (key, value) =
                setting.split_once('=').ok_or_else(|| LadderSettingError::NoValue(setting.to_owned()))?;
            let (key, value) = (key.trim(), value.trim());
            let Some((key, example, parameter)) = self.parameters().into_iter().find(|(other, ..)| *other == key)
            else {
                let keys = self.parameters().map(|(key, ..)| key).to_vec();
                return Err(LadderSettingError::UnknownKey { key: key.to_owned(), known: keys });
            };
            let wrong = || LadderSettingError::Value { key, value: value.to_owned(), example };
            parameter.set(value).ok_or_else(wrong)?;
        }
        self.check()?;
        Ok(self)
    }

    /// Parses settings separated by spaces, which may also surround `=`.
    pub fn with_text(self, text: &str) -> Result<Self, LadderSettingError> {
        let parts: Vec<&str> = text.split('=').map(str::trim).collect();
        let text = parts.join("=");
        self.with(text.split_whitespace())
    }

    /// All parameters with their values, in the form that [`Self::with`] reads.
    pub fn settings(&self) -> [(&'static str, String); 20] {
        self.clone().parameters().map(|(key, _, value)| (key, value.write()))
    }

    fn check(&self) -> Result<(), LadderSettingError> {
        let has = |reach| self.reach.contains(&reach);
        if self.reach.len() > 1 && (has(Reach::Tier) || has(Reach::Step) || has(Reach::All)) {
            return Err(LadderSettingError::Reach);
        }
        if self.answer == 0 && !self.silence.accepts() {
            return Err(LadderSettingError::Answer);
        }
        if let Some(size) = self.division
            && (self.has_steps() || has(Reach::Tier) || self.promoted > size / 2)
        {
            return Err(LadderSettingError::Divisions);
        }
        let with_steps = self.has_steps();
        let is_consistent = has(Reach::Step) == with_steps
            && self.draw.fits(with_steps)
            && self.loss.fits(with_steps)
            && self.time_out.fits(with_steps)
            && self.join.fits(with_steps);
        if is_consistent { Ok(()) } else { Err(LadderSettingError::Steps) }
    }
}

/// A parameter value in the form organizers write.
trait Value {
    fn set(&mut self, text: &str) -> Option<()>;
    fn write(&self) -> String;
}

macro_rules! words {
    ($($word:ty),*) => {
        $(impl Value for $word {
            fn set(&mut self, text: &str) -> Option<()> {
                *self = text.parse().ok()?;
                Some(())
            }
            fn write(&self) -> String {
                self.to_string()
            }
        })*
    };
}

words!(Silence, WinEffect, DrawEffect, LossEffect, TimeOut, Join, Decided, Pauses, PausedGames, SeasonReset);

/// Alternatives, separated by commas.
impl Value for Vec<Reach> {
    fn set(&mut self, text: &str) -> Option<()> {
        let read = |part: &str| match part.trim() {
            "tier" => Some(Reach::Tier),
            "step" => Some(Reach::Step),
            "all" => Some(Reach::All),
            text => match (text.strip_prefix("rating+"), text.strip_suffix('%')) {
                (Some(places), _) => number(places).map(Reach::BeyondRatingOrder),
                (_, Some(percent)) => number(percent).filter(|percent| (1..=100).contains(percent)).map(Reach::Percent),
                (None, None) => number(text).filter(|places| *places > 0).map(Reach::Places),
            },
        };
        *self = text.split(',').map(read).collect::<Option<_>>()?;
        Some(())
    }
    fn write(&self) -> String {
        let write = |reach: &Reach| match *reach {
            Reach::Places(places) => places.to_string(),
            Reach::Percent(percent) => format!("{percent}%"),
            Reach::BeyondRatingOrder(places) => format!("rating+{places}"),
            Reach::Tier => "tier".to_owned(),
            Reach::Step => "step".to_owned(),
            Reach::All => "all".to_owned(),
        };
        self.iter().map(write).collect::<Vec<_>>().join(",")
    }
}

/// A limit from 1 to 100.
impl Value for u32 {
    fn set(&mut self, text: &str) -> Option<()> {
        *self = number(text).filter(|limit| (1..=100).contains(limit))?;
        Some(())
    }
    fn write(&self) -> String {
        self.to_string()
    }
}

impl Value for IncomingLimit {
    fn set(&mut self, text: &str) -> Option<()> {
        let (bands, below) = text.rsplit_once(',').unwrap_or(("", text));
        self.below.set(below.trim())?;
        let bands = bands.split(',').filter(|band| !band.is_empty()).map(|band| {
            let (at_most, last) = band.split_once('@')?;
            let mut limit = 0;
            limit.set(at_most.trim())?;
            Some((number(last.trim())?, limit))
        });
        self.bands = bands.collect::<Option<Vec<_>>>()?;
        self.bands.is_sorted_by(|one, next| one.0 < next.0).then_some(())
    }
    fn write(&self) -> String {
        let bands = self.bands.iter().map(|(last, limit)| format!("{limit}@{last}"));
        bands.chain([self.below.to_string()]).collect::<Vec<_>>().join(",")
    }
}

impl Value for i64 {
    fn set(&mut self, text: &str) -> Option<()> {
        *self = duration(text)?;
        Some(())
    }
    fn write(&self) -> String {
        match *self {
            0 => "0".to_owned(),
            days if days % DAY_MS == 0 => format!("{}d", days / DAY_MS),
            hours if hours % HOUR_MS == 0 => format!("{}h", hours / HOUR_MS),
            minutes => format!("{}m", minutes / MINUTE_MS),
        }
    }
}

impl Value for Again {
    fn set(&mut self, text: &str) -> Option<()> {
        *self = match text {
            "none" => Self::AtOnce,
            "other" => Self::OtherGameFirst,
            _ => match duration(text)? {
                0 => Self::AtOnce,
                pause => Self::After(pause),
            },
        };
        Some(())
    }
    fn write(&self) -> String {
        match self {
            Self::AtOnce => "none".to_owned(),
            Self::After(pause) => pause.write(),
            Self::OtherGameFirst => "other".to_owned(),
        }
    }
}

/// The time of inactivity or the length of a season: at least a day.
impl Value for Option<i64> {
    fn set(&mut self, text: &str) -> Option<()> {
        *self = if text == "off" { None } else { Some(duration(text).filter(|idle| *idle >= DAY_MS)?) };
        Some(())
    }
    fn write(&self) -> String {
        self.map_or_else(|| "off".to_owned(), |idle| idle.write())
    }
}

/// The size of divisions.
impl Value for Option<u32> {
    fn set(&mut self, text: &str) -> Option<()> {
        *self = if text == "off" { None } else { Some(number(text).filter(|size| (2..=100).contains(size))?) };
        Some(())
    }
    fn write(&self) -> String {
        self.map_or_else(|| "off".to_owned(), |size| size.to_string())
    }
}

/// Whether the first challenge may go to anybody.
impl Value for bool {
    fn set(&mut self, text: &str) -> Option<()> {
        *self = match text {
            "free" => true,
            "reach" => false,
            _ => return None,
        };
        Some(())
    }
    fn write(&self) -> String {
        if *self { "free" } else { "reach" }.to_owned()
    }
}

fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| u32::from_str(text).ok()).flatten().filter(|number| *number <= 1_000_000)
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

#[cfg(test)]
mod tests {
    use games::domain::time_control::pace::DAY_MS;

    use crate::domain::ladder::rules::RulePreset;

    use super::*;

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

    #[test]
    fn parameters_are_checked_together() {
        let rules = || LadderRules::of(RulePreset::Ogs);
        for setting in [
            "out=0",
            "in=3@5,2@4,1",
            "again=5",
            "answer=1000d",
            "reach=0",
            "reach=5é",
            "reach=,",
            "idle=é",
            "idle=1h",
            "first=x",
        ] {
            let error = rules().with([setting]).expect_err(setting);
            assert!(matches!(error, LadderSettingError::Value { .. }), "{setting}: {error:?}");
            let LadderSettingError::Value { key, example, .. } = error else { continue };
            rules().with([format!("{key}={example}").as_str()]).expect("an example is possible");
        }
        let steps = ["reach=step", "win=step", "loss=step", "timeout=played", "answer=12h", "silence=forfeited"];
        assert!(rules().with(steps).is_ok_and(|rules| rules.has_steps() && rules.answer == DAY_MS / 2));
    }
}
