//! People who play: challenges that are taken, refused, taken back and forgotten; moves by command and by buttons; draws, endings,
//! rematches; some in direct messages. Who gets no answer looks at the board, and asks again.

mod terms;

use std::sync::Arc;
use std::time::Duration;

use rules::rng::SeededRng;
use serde_json::{Value, json};

use super::check::letters;
use super::journal::{End, What};
use super::world::{Kind, Known, Standing, World};
use crate::controls;

/// Tries of somebody who gets no answer.
const TRIES: usize = 6;
/// How long a board that has to come is waited for.
const LONG: Duration = Duration::from_secs(40);

/// Two who sit down with each other again and again, until it is over.
pub async fn play(world: Arc<World>, people: Vec<String>, seed: u64) {
    let mut chance = SeededRng::new(seed);
    while !world.is_over() {
        let one = chance.below(people.len());
        let other = (one + 1 + chance.below(people.len() - 1)) % people.len();
        let mut pair = Pair {
            world: &world,
            chance: &mut chance,
            black: people[one].clone(),
            white: people[other].clone(),
            direct: false,
        };
        pair.direct = pair.chance.below(6) == 0;
        let Some(mut game) = pair.challenge().await else {
            pair.think().await;
            continue;
        };
        while let Some(next) = pair.game(game).await {
            // Who was second is first now.
            std::mem::swap(&mut pair.black, &mut pair.white);
            game = next;
        }
    }
}

/// Somebody who looks again and again whether the bot is there.
pub async fn look(world: Arc<World>, who: String) {
    let mut looks = tokio::task::JoinSet::new();
    while !world.is_over() {
        let (world, who) = (Arc::clone(&world), who.clone());
        looks.spawn(async move {
            let send = world.client.slash(&who, &world.channel, "help", Value::Null);
            world.ask(&who, None, What::Look, send).await;
        });
        tokio::time::sleep(Duration::from_millis(400)).await;
        while looks.try_join_next().is_some() {}
    }
    while looks.join_next().await.is_some() {}
}

/// Somebody of these is away for a while, again and again.
pub async fn travel(world: Arc<World>, people: Vec<String>, seed: u64) {
    let mut chance = SeededRng::new(seed);
    while !world.is_over() {
        let who = &people[chance.below(people.len())];
        for (command, options, what) in
            [("vacation start", json!({ "days": 1 }), What::Leave), ("vacation stop", json!({}), What::Return)]
        {
            for _ in 0..TRIES {
                let send = world.client.slash(who, &world.channel, command, options.clone());
                if world.ask(who, None, what.clone(), send).await.0 != End::Unanswered || world.is_over() {
                    break;
                }
            }
            tokio::time::sleep(Duration::from_millis(400 + chance.below(3000) as u64)).await;
        }
    }
}

struct Pair<'a> {
    world: &'a World,
    chance: &'a mut SeededRng,
    black: String,
    white: String,
    /// They play by direct messages.
    direct: bool,
}

impl Pair<'_> {
    async fn think(&mut self) {
        tokio::time::sleep(Duration::from_millis(60 + self.chance.below(500) as u64)).await;
    }

    /// Black challenges White; gives the game.
    async fn challenge(&mut self) -> Option<i64> {
        let mut options = json!({ "user": self.white, "color": "black" });
        // Without a pace: the one of the run's settings, which is short.
        match self.chance.below(10) {
            0 | 1 => options["pace"] = json!("days:1"),
            2 => options["pace"] = json!("total:10m"),
            3 => options["pace"] = json!("none"),
            _ => {}
        }
        let mailbox = if self.direct { self.world.known().mailbox(&self.black) } else { None };
        let channel = mailbox.unwrap_or_else(|| self.world.channel.clone());
        let send = self.world.client.slash(&self.black, &channel, "challenge", options);
        let (end, message) = self.world.ask(&self.black, None, What::Challenge, send).await;
        (end == End::Done).then(|| game_of(&message)).flatten()
    }

    /// From the challenge to the end, or so far as these two care; gives the next game, when they play another.
    async fn game(&mut self, game: i64) -> Option<i64> {
        let world = self.world;
        let (black, white) = (self.black.clone(), self.white.clone());
        let (who, verb, what) = match self.chance.below(20) {
            0 => (&white, "decline", What::Decline),
            1 => (&black, "withdraw", What::Withdraw),
            // Nobody answers: it expires.
            2 | 3 => return None,
            _ => (&white, "accept", What::Accept),
        };
        let offer = world.until(LONG, |known| known.standing(Kind::Challenge, game, who).cloned()).await?;
        self.think().await;
        if !self.until_done(who, game, verb, &offer, what).await || verb != "accept" {
            return None;
        }
        let mut table = rules::open("abalone").ok()?;
        let mut played: Vec<String> = Vec::new();
        let mut left = 3 + self.chance.below(14);
        loop {
            let ply = table.ply() as usize;
            let (mover, other) = if ply.is_multiple_of(2) { (&black, &white) } else { (&white, &black) };
            let board = world
                .until(LONG, |known| known.standing(Kind::Board, game, mover).filter(|board| board.ply == ply).cloned())
                .await?;
            self.think().await;
            let choice = self.chance.below(60);
            if left == 0 || choice == 0 {
                return self.end(game, &board, mover, other).await;
            }
            left -= 1;
            let goes_on = match choice {
                1 => self.draw(game, &board, mover, other).await,
                2 | 3 if ply < 2 => self.abort(game, if choice == 2 { mover } else { other }).await,
                2..6 if ply > 0 => {
                    let asks = if choice > 3 && ply > 1 { mover } else { other };
                    let answers = if asks == mover { other } else { mover };
                    let taken_back = self.take_back(game, asks, answers).await?;
                    if taken_back {
                        played.truncate(ply - if asks == mover { 2 } else { 1 });
                        table = rules::open("abalone").ok()?;
                        for notation in &played {
                            table.play(notation).ok()?;
                        }
                        continue;
                    }
                    true
                }
                6 | 7 => self.adjourn(game, mover, other).await,
                _ => true,
            };
            if !goes_on {
                return None;
            }
            let legal = table.legal_moves();
            let notation = legal[self.chance.below(legal.len())].clone();
            let mut turns = vec![notation.clone()];
            if (8..14).contains(&choice) {
                let mut after = table.after("").ok()?;
                after.play(&notation).ok()?;
                let answers = after.legal_moves();
                if !answers.is_empty() {
                    turns.push(answers[self.chance.below(answers.len())].clone());
                    self.decide(game, other, &turns).await;
                }
            }
            let notation =
                if self.chance.below(3) == 0 { legal[self.chance.below(legal.len())].clone() } else { notation };
            if !self.make(game, &board, mover, ply, &notation, choice > 53).await {
                return None;
            }
            // Whether a line answered is seen on the board: both moves come at once.
            if turns.len() > 1 && turns[0] == notation {
                let stands = |known: &Known| {
                    known.standing(Kind::Board, game, other).filter(|board| board.ply > ply).map(|board| board.ply)
                };
                turns.truncate(world.until(LONG, stands).await? - ply);
            } else {
                turns = vec![notation];
            }
            for turn in turns {
                table.play(&turn).ok()?;
                played.push(turn);
            }
        }
    }

    /// Makes a move, whatever it takes; gives whether it stands.
    async fn make(
        &mut self,
        game: i64,
        board: &Standing,
        mover: &str,
        ply: usize,
        notation: &str,
        by_buttons: bool,
    ) -> bool {
        let world = self.world;
        let stands =
            |known: &Known| known.standing(Kind::Board, game, mover).filter(|board| board.ply > ply).map(|_| ());
        for attempt in 0..TRIES {
            let pressed = if by_buttons && attempt == 0 {
                self.press_through(game, board, mover, ply, notation).await
            } else {
                None
            };
            let end = if let Some(end) = pressed {
                end
            } else {
                let channel = board.message["channel_id"].as_str().unwrap_or_default();
                let options = json!({ "move": notation, "game": letters(game) });
                let send = world.client.slash(mover, channel, "move", options);
                let what = What::Move { notation: notation.to_owned(), after: None };
                world.ask(mover, Some(game), what, send).await.0
            };
            match end {
                End::Done => return true,
                End::Refused(why) if why.contains("turn") || why.contains("moved on") => return true,
                End::Refused(why) if why.contains("wrong on our side") || why == "not sent" => {}
                End::Refused(_) => return false,
                End::Unanswered => {
                    if world.until(Duration::from_millis(800), stands).await.is_some() {
                        return true;
                    }
                }
            }
            if world.is_over() {
                return false;
            }
            self.think().await;
        }
        false
    }

    /// Move…, what, where to, Play. `None` when it was cut off before the last of them.
    async fn press_through(
        &mut self,
        game: i64,
        board: &Standing,
        mover: &str,
        ply: usize,
        notation: &str,
    ) -> Option<End> {
        let world = self.world;
        let client = &world.client;
        let entry = find(&board.controls, "move")?;
        let (end, message) =
            world.ask(mover, Some(game), What::Look, client.press(mover, &board.message, &entry)).await;
        let select = (end == End::Done).then(|| find(&controls(&message), "from")).flatten()?;
        let from = &notation[..notation.len() - 2];
        let (end, message) =
            world.ask(mover, Some(game), What::Look, client.select(mover, &message, &select, &[from])).await;
        let arrow = (end == End::Done)
            .then(|| controls(&message).into_iter().find(|id| id.ends_with(&format!(":{notation}"))))
            .flatten()?;
        let (end, message) = world.ask(mover, Some(game), What::Look, client.press(mover, &message, &arrow)).await;
        let play = (end == End::Done).then(|| find(&controls(&message), "play")).flatten()?;
        let what = What::Move { notation: notation.to_owned(), after: Some(ply) };
        let (end, _) = world.ask(mover, Some(game), what.clone(), client.press(mover, &message, &play)).await;
        // A second click on the same button.
        if end == End::Done && self.chance.below(4) == 0 {
            world.ask(mover, Some(game), what, client.press(mover, &message, &play)).await;
        }
        Some(end)
    }

    /// A draw is offered, and not taken; gives whether the game goes on.
    async fn draw(&mut self, game: i64, board: &Standing, mover: &str, other: &str) -> bool {
        let world = self.world;
        let channel = board.message["channel_id"].as_str().unwrap_or_default();
        let send = world.client.slash(mover, channel, "draw", json!({ "game": letters(game) }));
        if world.ask(mover, Some(game), What::Draw, send).await.0 != End::Done {
            return true;
        }
        let Some(offer) = world.until(LONG, |known| known.standing(Kind::Offer, game, other).cloned()).await else {
            return true;
        };
        let (verb, what) = if self.chance.below(3) == 0 { ("draw-yes", What::Draw) } else { ("draw-no", What::NoDraw) };
        let is_done = self.until_done(other, game, verb, &offer, what.clone()).await;
        !(is_done && what == What::Draw)
    }

    /// The game is given up, or forgotten; gives the rematch.
    async fn end(&mut self, game: i64, board: &Standing, mover: &str, other: &str) -> Option<i64> {
        let world = self.world;
        if self.chance.below(4) == 0 {
            // It is lost on time.
            return None;
        }
        for _ in 0..TRIES {
            let channel = board.message["channel_id"].as_str().unwrap_or_default();
            let ask = world.client.slash(mover, channel, "resign", json!({ "game": letters(game) }));
            let (_, message) = world.ask(mover, Some(game), What::Look, ask).await;
            let Some(yes) = find(&controls(&message), "resign!") else {
                self.think().await;
                continue;
            };
            if world.ask(mover, Some(game), What::Resign, world.client.press(mover, &message, &yes)).await.0
                == End::Done
            {
                break;
            }
        }
        if self.chance.below(2) == 0 {
            return None;
        }
        // Who asks has the other color: Black becomes White, and White challenges.
        let asks = if mover == self.white { mover } else { other };
        let over = world
            .until(LONG, |known| {
                let board = known.standing(Kind::Board, game, asks);
                board.filter(|board| find(&board.controls, "rematch").is_some()).cloned()
            })
            .await?;
        let again = find(&over.controls, "rematch")?;
        let (end, message) =
            world.ask(asks, None, What::Challenge, world.client.press(asks, &over.message, &again)).await;
        (end == End::Done && asks == self.white).then(|| game_of(&message)).flatten()
    }

    /// Presses until it is done, or refused; gives whether it is done.
    async fn until_done(&mut self, who: &str, game: i64, verb: &str, standing: &Standing, what: What) -> bool {
        let Some(id) = find(&standing.controls, verb) else { return false };
        for _ in 0..TRIES {
            let send = self.world.client.press(who, &standing.message, &id);
            match self.world.ask(who, Some(game), what.clone(), send).await.0 {
                End::Done => return true,
                End::Refused(why) if why.contains("wrong on our side") => {}
                // It was done, and only the answer was lost.
                End::Refused(why) => {
                    return why == "not sent"
                        || why.contains("accepted")
                        || why.contains("closed")
                        || why.contains("nothing to answer");
                }
                End::Unanswered => {}
            }
            if self.world.is_over() {
                return false;
            }
            self.think().await;
        }
        false
    }
}

fn find(controls: &[String], verb: &str) -> Option<String> {
    controls.iter().find(|id| id.split(':').nth(1) == Some(verb)).cloned()
}

/// The game that the answer to a challenge speaks of.
fn game_of(message: &Value) -> Option<i64> {
    super::check::number(find(&controls(message), "withdraw")?.split(':').nth(2)?)
}
