//! Fills a database with games by plain SQL, a thousand times faster than one commit each.

use anyhow::Context as _;

use crate::database::Connection;

const GAMES_AT_ONCE: u32 = 20_000;

/// Games with alarms, numbered from 0, each in a turn that ends three days after its beginning.
#[derive(Debug, Clone, Copy)]
pub struct WaitingGames<'m> {
    pub games: u32,
    /// The number of first games that have moves.
    pub played: u32,
    /// Their moves, an even number.
    pub moves: &'m [String],
    /// Milliseconds since 1970: the alarm of game 0.
    pub first: i64,
    /// Milliseconds from one alarm to the next.
    pub apart: i64,
    /// Milliseconds from each alarm to the end of the turn.
    pub left: i64,
}

/// Games in progress: each has moves, a history, a board at Discord and an alarm. They are numbered from 0.
#[derive(Debug, Clone, Copy)]
pub struct RunningGames<'m> {
    pub games: u32,
    /// Moves with which each game begins: at least [`RunningGames::MOST_MOVES`].
    pub moves: &'m [String],
    /// Milliseconds since 1970. The newest turns begin now, the oldest a week ago. Each lasts for two weeks.
    pub now: i64,
}

impl RunningGames<'_> {
    /// The maximum number of moves; the minimum is 20.
    pub const MOST_MOVES: usize = 40;

    /// The number of games of each person.
    pub const GAMES_OF_A_PERSON: u32 = 40;

    const GAMES_OF_A_GUILD: u32 = 200;

    /// People with these ids and the following play.
    pub const FIRST_PERSON: u64 = 1_000;

    const FIRST_GUILD: u64 = 100;
    const FIRST_THREAD: u64 = 1 << 32;

    pub const fn people(games: u32) -> u32 {
        let people = games / (Self::GAMES_OF_A_PERSON / 2);
        if people < 2 { 2 } else { people }
    }

    const fn guilds(games: u32) -> u32 {
        let guilds = games / Self::GAMES_OF_A_GUILD;
        if guilds < 1 { 1 } else { guilds }
    }

    /// The players of a game, Black first.
    pub fn players(games: u32, game: u32) -> [u64; 2] {
        let people = Self::people(games);
        let black = game % people;
        let white = (black + 1 + game / people % (people - 1)) % people;
        [black, white].map(|person| Self::FIRST_PERSON + u64::from(person))
    }

    /// The server and the thread of a game.
    pub fn place(games: u32, game: u32) -> (u64, u64) {
        (Self::FIRST_GUILD + u64::from(game % Self::guilds(games)), Self::FIRST_THREAD + u64::from(game))
    }
}

/// The numbers of games, in chunks for one statement each.
fn parts(games: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..games).step_by(GAMES_AT_ONCE as usize).map(move |from| (from, games.min(from + GAMES_AT_ONCE)))
}

/// The beginning of a statement: the numbers from `from` to before `to` as `n(i)`.
fn numbers(from: u32, to: u32) -> String {
    format!("with recursive n(i) as (select cast({from} as bigint) union all select i + 1 from n where i + 1 < {to})")
}

impl Connection {
    /// Writes games into a database that has the bot's tables and no games. Needs a superuser of PostgreSQL.
    pub async fn fill_waiting(&mut self, waiting: WaitingGames<'_>) -> anyhow::Result<()> {
        let WaitingGames { games, played, moves, first, apart, left } = waiting;
        let plies = moves.len();
        self.begin_filling().await?;
        for (from, to) in parts(games) {
            let n = numbers(from, to);
            self.run(&format!(
                "{n} insert into game (game_id, version, phase, setup, time_control, channel_id, ply, to_move, \
                 challenger, has_random_colors, created_at, turn_at, deadline_at, wake_at) \
                 select i, 1, 'playing', 'abalone', 'days:3', 1 + i % 5000, case when i < {played} then {plies} else 0 end, 0, \
                 1000000 + i, 0, {first} + i * {apart} + {left} - 259200000, {first} + i * {apart} + {left} - 259200000, \
                 {first} + i * {apart} + {left}, {first} + i * {apart} from n"
            ))
            .await?;
            self.run(&format!(
                "{n} insert into seat (game_id, seat, user_id, name) \
                 select i, seat, (1 + seat) * 10000000 + i, 'player' from n cross join \
                 (select 0 as seat union all select 1) as two"
            ))
            .await?;
            if from < played {
                let (n, moves) = (numbers(from, to.min(played)), list(moves));
                self.run(&format!(
                    "{n}, m(number, notation) as (values {moves}) \
                     insert into ply (game_id, number, notation, played_at, user_id) \
                     select i, number, notation, 0, (1 + (number - 1) % 2) * 10000000 + i from n cross join m"
                ))
                .await?;
            }
        }
        self.end_filling().await
    }

    /// Writes games into a database that has the bot's tables and no games. Needs a superuser of PostgreSQL.
    pub async fn fill_running(&mut self, running: RunningGames<'_>) -> anyhow::Result<()> {
        let RunningGames { games, now, .. } = running;
        let (people, guilds) = (RunningGames::people(games), RunningGames::guilds(games));
        let moves = list(running.moves.get(..RunningGames::MOST_MOVES).context("too few moves")?);
        self.begin_filling().await?;
        for (from, to) in parts(games) {
            let g = format!(
                "{}, g(i, ply, turn_at, guild, channel, thread, black, white) as (select i, 20 + i * 7919 % 21, \
                 {now} - i * 7919 % 604800 * 1000, 100 + i % {guilds}, 1000000 + i % {guilds}, 4294967296 + i, \
                 1000 + i % {people}, 1000 + (i % {people} + 1 + i / {people} % ({people} - 1)) % {people} from n)",
                numbers(from, to)
            );
            for statement in [
                format!(
                    "{g} insert into game (game_id, version, phase, setup, time_control, guild_id, channel_id, thread_id, \
                     ply, to_move, challenger, has_random_colors, created_at, turn_at, deadline_at, wake_at, number) \
                     select i, ply + 1, 'playing', 'abalone', 'days:14', guild, channel, thread, ply, ply % 2, black, 0, \
                     turn_at - (ply + 1) * 10800000, turn_at, turn_at + 1209600000, turn_at + 1209600000, 1 + i / {guilds} \
                     from g"
                ),
                format!(
                    "{g}, two(seat) as (select 0 union all select 1) insert into seat (game_id, seat, user_id, name) \
                     select i, seat, case when seat = 0 then black else white end, \
                     'person ' || case when seat = 0 then black else white end from g cross join two"
                ),
                format!(
                    "{g}, v(version) as (select 0 union all select version + 1 from v where version < 41) \
                     insert into event (game_id, version, request_id, actor, action, at) \
                     select i, version, 1125899906842624 + i * 64 + version, case when version % 2 = 0 then black else white end, \
                     case version when 0 then 'challenge' when 1 then 'accept' else 'play' end, \
                     turn_at - (ply + 1 - version) * 10800000 from g cross join v where version <= ply + 1"
                ),
                format!(
                    "{g}, two(version, kind) as (select 0, 'closed_challenge' union all select 1, 'board') \
                     insert into posted (game_id, version, kind, channel_id, discord_id) select i, version * (ply + 1), kind, \
                     case version when 0 then channel else thread end, 8589934592 + 2 * i + version from g cross join two"
                ),
                format!(
                    "{g}, m(number, notation) as (values {moves}) \
                     insert into ply (game_id, number, notation, played_at, user_id, version) \
                     select i, number, notation, turn_at - (ply - number) * 10800000, \
                     case when number % 2 = 1 then black else white end, number + 1 from g cross join m where number <= ply"
                ),
            ] {
                self.run(&statement).await?;
            }
        }
        self.run(&format!(
            "{} insert into player (user_id, locale, dm_closed) select 1000 + i, 'en-US', 0 from n",
            numbers(0, people)
        ))
        .await?;
        self.run(&format!(
            "{} insert into game_number (guild_id, last) select 100 + i, 1 + ({games} - 1 - i) / {guilds} from n",
            numbers(0, guilds)
        ))
        .await?;
        self.end_filling().await
    }

    /// Disables checks per row.
    async fn begin_filling(&mut self) -> anyhow::Result<()> {
        self.run(match self {
            Self::Sqlite(_) => "pragma foreign_keys = off; pragma synchronous = off; pragma cache_size = -262144",
            Self::Postgres(_) => "set session_replication_role = replica",
        })
        .await
    }

    /// Updates statistics, which a database in use has.
    async fn end_filling(&mut self) -> anyhow::Result<()> {
        self.run("analyze").await
    }
}

/// Moves with their numbers, as SQL values.
fn list(moves: &[String]) -> String {
    let rows = (1..).zip(moves).map(|(number, notation): (u32, _)| format!("({number}, '{notation}')"));
    rows.collect::<Vec<_>>().join(", ")
}
