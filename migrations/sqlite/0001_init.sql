-- The data model of Sumito.
--
-- The moves are the truth: a position is replayed from them. What a game stores beside its moves exists to be queried.
-- Times are Unix milliseconds, UTC. Discord's ids are unsigned 64-bit numbers, stored as signed integers. Flags are 0 or 1.
-- Every key that belongs to a game leads with the game, so that the data could be sharded by game.

-- A game, from its challenge on.
create table game (
    game_id                   integer not null primary key,      -- random, 45 bits
    number                    integer,                           -- 1, 2, 3 … in its server or in direct messages; null: it has not begun
    version                   integer not null,                  -- counts commits; a write names the version on which it was decided
    conditional_moves_version integer not null default 0,        -- counts changes of conditional moves: they do not change the version
    phase                     text not null check (phase in ('offered', 'playing', 'over', 'void')),

    -- What was agreed in the challenge.
    setup                     text not null,                     -- setup line of the rules: game, layout, options
    time_control              text not null,                     -- `days:3`, `none`, …
    has_random_colors         integer not null,                  -- 1: colors are assigned at random when everyone has accepted
    is_rated                  integer not null default 0,        -- 1: its result changes ratings
    challenger                integer not null,                  -- user id
    created_at                integer not null,

    -- An open challenge: until it is accepted, one of its seats is missing.
    seek                      text,                              -- JSON: who may accept it; null: no open challenge
    seek_number               integer,                           -- 1, 2, 3 … in its server; null: no open challenge

    -- The competition that owns it.
    competition               text,                              -- `ladder`; null: none
    competition_id            integer,                           -- which one of its kind
    competition_label         text,                              -- what it was called when the game was opened: untrusted text
    competition_board         text,                              -- of a tournament: `3.2` is the second board of the third round

    -- Where it is played.
    guild_id                  integer,                           -- null: in direct messages
    channel_id                integer not null,                  -- where the challenge was made
    thread_id                 integer,                           -- where the boards are posted, once there is a thread

    -- The running turn.
    ply                       integer not null check (ply >= 0), -- moves made and not taken back
    to_move                   integer,                           -- seat on turn; null: not playing
    turn_at                   integer not null,                  -- start of the turn, or of the challenge
    deadline_at               integer,                           -- end of the turn, or of the challenge; null: no limit
    round_ends_at             integer,                           -- when its round closes, in a tournament; null: with its last game
    allowance_ms              integer,                           -- length of the turn, where time control and clock do not give it
    clock_hours               text,                              -- of the player on turn: `Europe/Paris 23:00-07:00`; null: UTC, no sleep
    pauses                    text,                              -- when the clock was paused: `FROM-UNTIL`, separated by commas; null: never
    reminded_until            integer,                           -- every reminder step up to this instant is done
    wake_at                   integer,                           -- the one alarm of the game: when it has to be looked at next

    -- Proposals and state beside the moves.
    draw_offer                integer,                           -- seat whose draw offer is open
    draw_offer_version        integer,                           -- version at which it was made: its buttons answer this offer and no later one
    agreements                text,                              -- JSON: further proposals, and what the players agreed on; null: nothing

    -- The end.
    result                    text,                              -- colors of the winning team, joined by `+` (`white`, `black+red`), or `draw`
    reason                    text,                              -- why it ended
    loser                     integer,                           -- seat that resigned or ran out of time
    ended_at                  integer,
    excused                   integer not null default 0,        -- 1: this loss on time counts for no reliability or rating, because another one within a day does
    is_counted                integer not null default 0,        -- 1: its result is counted in ratings, or counts for nothing
    is_tallied                integer not null default 0         -- 1: it is in `club_tally`, or nowhere because it was played in no server
) strict;

-- The alarm loop reads only games that are due.
create index game_wake on game (wake_at) where wake_at is not null;
create index game_thread on game (thread_id) where thread_id is not null;
create index game_channel on game (channel_id) where phase = 'playing';
create unique index game_numbered on game (number, coalesce(guild_id, 0)) where number is not null;
-- Games of a server, the newest first.
create index game_guild on game (guild_id, created_at) where guild_id is not null;
-- Of two open challenges that are made at the same time, one finds its number taken, so it cannot miss the other one.
create unique index game_seek on game (guild_id, seek_number) where seek_number is not null;
-- Those that wait: few.
create index game_open_seek on game (guild_id, seek_number) where phase = 'offered' and seek_number is not null;
-- Results that are not counted yet: few.
create index game_uncounted on game (ended_at) where phase = 'over' and is_rated = 1 and is_counted = 0;
create index game_untallied on game (ended_at) where phase = 'over' and is_tallied = 0;
-- Games that an organizer has annulled: few. Those whose results are still counted: fewer.
create index game_annulled_by_organizer on game (game_id) where phase = 'void' and reason = 'annulled';
create index game_annulled on game (game_id) where phase = 'void' and is_counted = 1;
create index game_to_untally on game (game_id) where phase = 'void' and is_tallied = 1;

-- The last number of a game in each server. A game takes the next one in the commit that begins it.
create table game_number (
    guild_id integer not null primary key, -- 0: the games of direct messages
    last     integer not null
) strict, without rowid;

-- A new phase of a game that its competition has not taken in yet. Whatever changes the phase stores it, in the same transaction;
-- the step of the competition that takes it in deletes it.
create table competition_inbox (
    game_id        integer not null references game (game_id) on delete cascade,
    version        integer not null, -- of the game that brought the phase about
    phase          text not null,
    competition    text not null,    -- as in `game`
    competition_id integer not null,
    primary key (game_id, version, phase)
) strict, without rowid;

create index competition_inbox_of on competition_inbox (competition, competition_id);

create trigger game_of_competition after update of phase on game
    when new.competition is not null and new.phase <> old.phase
begin
    insert into competition_inbox (game_id, version, phase, competition, competition_id)
    values (new.game_id, new.version, new.phase, new.competition, new.competition_id);
    -- The kinds of jobs have the names of the competitions.
    insert into job (kind, key, due_at, attempts) values (new.competition, new.competition_id, 0, 0)
    on conflict (kind, key) do update set due_at = 0, attempts = 0;
end;

-- A player of a game. Seats exist from the challenge on.
create table seat (
    game_id integer not null references game (game_id) on delete cascade,
    seat    integer not null check (seat >= 0), -- 0 moves first
    user_id integer,                            -- null: an engine
    engine  integer,                            -- its level; null: a person
    name    text not null,                      -- display name at that time: untrusted text
    agreed  integer not null default 0,         -- 1: agrees to what is open, the challenge or the draw offer
    clock   integer,                            -- milliseconds on this player's clock when their turn begins; null: no clock
    primary key (game_id, seat),
    check ((user_id is null) <> (engine is null))
) strict, without rowid;

create index seat_user on seat (user_id);

-- A move that stands: a takeback deletes its row.
create table ply (
    game_id   integer not null references game (game_id) on delete cascade,
    number    integer not null check (number > 0), -- 1 is the first move
    notation  text not null,                       -- canonical form
    played_at integer not null,
    user_id   integer,                             -- null: an engine
    engine    integer,                             -- its level; null: a person
    version   integer not null default 0,          -- the commit that made it; a later move of the same number has a later one
    primary key (game_id, number),
    check ((user_id is null) <> (engine is null))
) strict, without rowid;

-- Conditional moves of one player in one game. Only their owner may see them.
create table conditional_moves (
    game_id integer not null references game (game_id) on delete cascade,
    user_id integer not null,
    tree    text not null, -- JSON: what the player answers to which move
    primary key (game_id, user_id)
) strict, without rowid;

-- Who watches which games of others. Rows of finished games are deleted.
create table watch (
    game_id    integer not null references game (game_id) on delete cascade,
    user_id    integer not null,
    how        text not null,    -- `moves`, `end`; `closed`, `stopped`: their message has still to say so
    seen       integer not null, -- version of the game that they know of; -1: none
    channel_id integer,          -- the direct message that is edited
    message_id integer,
    next_at    integer not null, -- not to be looked at before: a claim, or a pause
    primary key (game_id, user_id)
) strict, without rowid;

create index watch_user on watch (user_id);
create index watch_next on watch (next_at);

-- Browsers in which people are signed in, the links that sign them in, and what they have opened inside Discord.
create table web_session (
    secret     text not null primary key, -- SHA-256 of what the link or the cookie holds, or of where a game was opened; in hexadecimal digits
    kind       text not null,             -- `link`, `used`, `session`; inside Discord `launch`, `opened`, `instance`, `seen`
    game_id    integer references game (game_id) on delete cascade, -- null: a session, or a link to all games of its person
    user_id    integer not null,
    expires_at integer not null
) strict, without rowid;

create index web_session_user on web_session (user_id);
create index web_session_game on web_session (game_id);
create index web_session_expires on web_session (expires_at);

-- One row for each commit: the audit log, and the key that makes a repeated request act once.
create table event (
    game_id    integer not null references game (game_id) on delete cascade,
    version    integer not null,
    request_id integer not null, -- Discord's interaction id, or derived from the alarm
    actor      integer,          -- user id; null: an alarm
    action     text not null,    -- `accept`, `play`, `resign`, …
    at         integer not null,
    detail     text,             -- what the change removed: the moves that were taken back
    primary key (game_id, version)
) strict, without rowid;

-- The one unique key that does not lead with the game: a request that reaches two processes must not make two games.
create unique index event_request on event (request_id);

-- Messages to send. A row says what to tell; the text and the picture are made when it is sent.
create table outbox (
    game_id          integer not null references game (game_id) on delete cascade,
    version          integer not null,
    seq              integer not null,           -- order within one commit
    message_id       integer not null,           -- also Discord's nonce; a hash of the key, 63 bits
    notice           text not null,              -- JSON
    is_personal      integer not null,           -- 1: for one player; boards do not wait for it
    may_be_overtaken integer not null,           -- 1: while it waits, what comes later in its game may go out
    created_at       integer not null,
    available_at     integer not null,           -- not to be sent before; a retry moves it
    claimed_until    integer,                    -- end of the lease of the process that is sending it; null: free
    attempts         integer not null,           -- tries so far
    doubts           integer not null default 0, -- tries that Discord may or may not have carried out; a claim counts until its end is known
    problem          text,                       -- of the last try
    dead             text,                       -- why it will never be sent; null: it will
    primary key (game_id, version, seq)
) strict, without rowid;

create unique index outbox_message on outbox (message_id);
create index outbox_available on outbox (available_at) where dead is null;

-- Our messages at Discord that may have to be changed later. One notice may stand in several channels.
create table posted (
    game_id    integer not null references game (game_id) on delete cascade,
    version    integer not null,
    kind       text not null,    -- of the notice
    channel_id integer not null,
    discord_id integer not null, -- message id
    primary key (game_id, version, kind, channel_id)
) strict, without rowid;

-- Challenges that still have their buttons: few.
create index posted_challenge on posted (game_id) where kind = 'challenge';

-- A Discord user. No row: nothing is known, all defaults.
create table player (
    user_id      integer not null primary key,
    locale       text,             -- as last seen in an interaction
    dm_closed    integer not null, -- 1: refuses direct messages
    preferences  text,             -- JSON; null: nothing was chosen
    timed_out_at integer,          -- last loss on time that counts
    silent_since integer           -- when the first reminder since their last action was sent; null: they have acted
) strict;

-- The direct message that lists the games of which a player was reminded.
create table reminder_message (
    user_id    integer not null,
    kind       text not null, -- 'reminder' or 'digest'
    channel_id integer not null,
    discord_id integer not null, -- message id
    posted_at  integer not null, -- when it pinged; edits do not
    shown      integer not null, -- fingerprint of what it says
    primary key (user_id, kind)
) strict;

-- A vacation of one player, in all of their games.
create table vacation (
    user_id    integer not null,
    number     integer not null check (number > 0),          -- 1, 2, 3 …; of two that are added at the same time, one finds its number taken
    from_at    integer not null,
    until_at   integer not null check (until_at >= from_at), -- ended early: when it was ended
    automatic  integer not null,                             -- 1: began by itself, instead of a loss on time
    request_id integer not null,
    ended_by   integer,                                      -- the request that ended it early
    primary key (user_id, number)
) strict, without rowid;

create index vacation_request on vacation (request_id);
create index vacation_until on vacation (until_at);

-- People who want their data deleted, until that is done: a few minutes at most.
create table deletion (
    user_id      integer not null primary key,
    anonymous_id integer not null, -- who they are in the games of others from then on: of no account at Discord
    resigns      integer not null, -- 1: what is still being played is resigned
    asked_at     integer not null
) strict;

-- A Discord server. No row: all defaults.
create table guild (
    guild_id    integer not null primary key,
    preferences text -- JSON; null: nothing was chosen
) strict;

-- What organizers of servers have done. Rows are only added.
create table audit (
    guild_id       integer not null,
    request_id     integer not null, -- Discord's interaction id, or random with the top bit set: a request is written once
    at             integer not null,
    actor          integer,          -- user id; null: the host
    action         text not null,
    game_id        integer,
    competition    text,             -- as in `game`
    competition_id integer,
    user_id        integer,          -- whom it is about
    detail         text,             -- what exactly
    reason         text,             -- untrusted text
    primary key (guild_id, request_id)
) strict, without rowid;

create index audit_at on audit (guild_id, at, request_id);

-- How an organizer wants to end a game, until they confirm it. Rows are deleted after some days.
create table organizer_question (
    request_id integer not null primary key, -- the command: its buttons name it
    guild_id   integer not null,
    actor      integer not null,             -- user id
    game_id    integer not null,
    version    integer not null,             -- of the game that the organizer was shown
    decision   text not null,                -- `win USER`, `draw`, `annul`, `remove COMPETITION USER`,
                                             -- `all COMPETITION pause 7 d`
    reason     text not null,                -- untrusted text
    at         integer not null,
    confirmed_at integer                     -- of a decision on many games: a job carries it out
) strict;

-- Finished games of servers, counted up soon after their ends.
create table club_tally (
    guild_id integer not null,
    kind     text not null, -- `total`, `week`, `layout`, `player`
    item     text not null, -- week: its number, 0 began on Monday 1969-12-29; player: user id
    games    integer not null,
    moves    integer not null,
    primary key (guild_id, kind, item)
) strict, without rowid;

create index club_tally_most on club_tally (guild_id, kind, games desc);

-- Rated games, and the ratings that they add up to.
--
-- Ratings, deviations and volatilities are stored in millionths, so that both engines hold exactly what was computed.
-- Everything but `rated_game` and the flags of a game can be computed again: `sumito ratings recompute`.

-- The end of the log of rated games: it changes with every write to the tables below, which is conditional on it. No row: 0.
create table rating_log (
    one         integer not null primary key check (one = 1),
    sequence    integer not null,          -- of the last rated game
    replaced    text,                      -- rating group that is replaced, some players at a time: results wait meanwhile; null: none
    lease_until integer not null default 0 -- until when a process works on it
) strict, without rowid;

-- A game in the order in which games were counted.
create table rated_game (
    sequence     integer not null primary key,
    game_id      integer not null unique references game (game_id) on delete cascade,
    rating_group text not null,             -- `standard`, `fast`, …
    guild_id     integer,                   -- null: it counts in no server
    ended_at     integer not null,
    first        text not null,             -- user ids of the team that moves first, separated by spaces
    second       text not null,             -- user ids of the other team
    score        text not null,             -- of the first team: `win`, `draw`, `loss`
    annulled     integer not null default 0 -- 1: counts as if it had not been played
) strict;

create index rated_game_guild on rated_game (guild_id, ended_at) where guild_id is not null;

-- The rating of a player after their last game.
create table rating (
    user_id       integer not null,
    rating_group  text not null,
    guild_id      integer not null,           -- 0: over all servers
    rating        integer not null,           -- millionths
    deviation     integer not null,           -- millionths, when the last game ended
    volatility    integer not null,           -- millionths
    games         integer not null,
    at            integer not null,           -- end of the last game
    settled_until integer not null default 0, -- until when it is not provisional, as a deviation grows with time; 0: it is provisional
    primary key (user_id, rating_group, guild_id)
) strict, without rowid;

-- The best of a server are found in the index alone.
create index rating_best on rating (guild_id, rating_group, rating desc, user_id, settled_until);

-- What a game made of the ratings of one of its players.
create table rating_change (
    user_id            integer not null,
    rating_group       text not null,
    sequence           integer not null, -- of the rated game
    guild_id           integer,          -- of the game
    at                 integer not null,
    rating             integer not null, -- after it, over all servers, millionths
    deviation          integer not null,
    club_rating        integer,          -- after it, in the server of the game
    club_deviation     integer,
    rating_before      integer not null,
    club_rating_before integer,
    primary key (user_id, rating_group, sequence)
) strict, without rowid;

-- What a player did in a month, a quarter or a year.
create table rating_period (
    guild_id     integer not null, -- 0: over all servers
    rating_group text not null,
    period       integer not null, -- 202611: a month; 202624: the fourth quarter; 202600: a year; by UTC
    user_id      integer not null,
    games        integer not null,
    won          integer not null,
    gained       integer not null, -- millionths, by the games before which the rating was not provisional
    primary key (guild_id, rating_group, period, user_id)
) strict, without rowid;

create index rating_period_best on rating_period (guild_id, rating_group, period, gained desc, won desc, user_id);
create index rating_period_user on rating_period (rating_group, user_id);

-- Ladders of servers: ordered lists of players who challenge those above them.
--
-- The events are the truth: the table is what they add up to. `table_json` is the table after `table_events` events, so that no
-- command has to add up all of them.

-- A ladder of a server.
create table ladder (
    ladder_id     integer not null primary key, -- random, 45 bits
    guild_id      integer not null,
    name          text not null,                -- untrusted text
    name_key      text not null,                -- the same in lower case: no two open ladders of a server share it
    preset        text not null,                -- what the rules began with
    rules         text not null,                -- JSON
    setup         text not null,                -- setup line of its games
    time_control  text not null,                -- of its games
    version       integer not null,             -- counts writes; a write names the version on which it was decided
    events        integer not null,             -- rows of `ladder_event`
    changes       integer not null,             -- rows of `ladder_change`
    advanced_at   integer not null,             -- silences and inactivities up to this instant have taken effect
    closed_at     integer,
    table_json    text not null,                -- JSON: the table after so many events
    table_events  integer not null
) strict;

create unique index ladder_name on ladder (guild_id, name_key) where closed_at is null;
create index ladder_guild on ladder (guild_id);

-- What happened on a ladder. Rows are only added.
create table ladder_event (
    ladder_id integer not null references ladder (ladder_id) on delete cascade,
    sequence  integer not null, -- 1 is the first one
    event     text not null,    -- JSON, with its instant
    at        integer not null,
    actor     integer,          -- user id; null: a game or the time
    note      text,             -- what an organizer says about it: untrusted text
    primary key (ladder_id, sequence)
) strict, without rowid;

-- Which places changed: the history, and the movements of the last week. It follows from the events.
create table ladder_change (
    ladder_id  integer not null references ladder (ladder_id) on delete cascade,
    number     integer not null, -- 1 is the first one
    user_id    integer not null,
    from_place integer,          -- null: was not on the ladder
    to_place   integer,          -- null: is no longer on it
    reason     text not null,
    at         integer not null,
    game_id    integer,          -- the game that caused it
    note       text,             -- what an organizer says about it: untrusted text
    primary key (ladder_id, number)
) strict, without rowid;

create index ladder_change_at on ladder_change (ladder_id, at);
create index ladder_change_user on ladder_change (ladder_id, user_id, number);

-- A season that is over, as it was at its end.
create table ladder_season (
    ladder_id integer not null references ladder (ladder_id) on delete cascade,
    number    integer not null, -- 1 is the first one
    began_at  integer not null,
    ended_at  integer not null,
    changes   integer not null, -- the last change of the ladder before its end
    standings text    not null, -- JSON: the players of the final table, from the top
    primary key (ladder_id, number)
) strict, without rowid;

-- Who is or was on a ladder.
create table ladder_player (
    ladder_id      integer not null references ladder (ladder_id) on delete cascade,
    user_id        integer not null,
    name           text not null, -- display name as last seen: untrusted text
    vacation_until integer,       -- the vacation that the ladder knows of
    primary key (ladder_id, user_id)
) strict, without rowid;

create index ladder_player_user on ladder_player (user_id);
create index ladder_player_vacation on ladder_player (vacation_until) where vacation_until is not null;

-- A game that a ladder has counted, also one that was lost by declining it.
create table ladder_result (
    game_id    integer not null primary key,
    ladder_id  integer not null references ladder (ladder_id) on delete cascade,
    challenger integer not null, -- user id
    defender   integer not null, -- user id
    result     text,             -- `won`, `lost` or `drawn` by the challenger; null: it was annulled
    ended_at   integer not null
) strict;

create index ladder_result_challenger on ladder_result (ladder_id, challenger, ended_at);
create index ladder_result_defender on ladder_result (ladder_id, defender, ended_at);

-- Tournaments of servers, events for their players.

create table tournament (
    tournament_id integer not null primary key, -- random, 45 bits
    guild_id      integer not null,
    channel_id    integer not null,             -- where it is announced and its games begin
    name          text not null,             -- untrusted text
    name_key      text not null,             -- the same in lower case: no two open ones of a server share it
    version       integer not null,             -- counts writes; a write names the version on which it was decided
    phase         text not null,             -- `draft`, `sign-up`, `running`, `over` or `cancelled`
    created_at    integer not null,
    state         text not null              -- JSON: players, rounds and results
) strict;

create unique index tournament_name on tournament (guild_id, name_key) where phase in ('sign-up', 'running');
create index tournament_guild on tournament (guild_id);

-- Who takes part in a tournament.
create table tournament_player (
    tournament_id integer not null references tournament (tournament_id) on delete cascade,
    user_id       integer not null,
    name          text not null,             -- display name as last seen: untrusted text
    primary key (tournament_id, user_id)
) strict, without rowid;

create index tournament_player_user on tournament_player (user_id);

-- A message that stands in a channel and is edited or replaced. A ladder has its own channel where it has a table here. No row of
-- `changes` or `puzzle`: the server has them posted nowhere.
create table post (
    key        integer not null, -- of a ladder, a tournament or a server
    kind       text    not null, -- of a ladder: table, season; of a server: changes, puzzle; of a tournament: all others
    number     integer not null, -- of the season, the round or the summary; 0 where there is one message of the kind
    guild_id   integer not null,
    channel_id integer not null,
    message_id integer,          -- the last message; null: not posted yet
    shown      integer not null, -- the version of the competition, the number of changes or the day that it shows; -1: none
    state      text,             -- JSON of `changes`: when the message began, the last change of each ladder before and in it
    next_at    integer not null, -- not to be looked at before: a claim, a pause, or after a failure
    problem    text,             -- of the last try
    primary key (key, kind, number)
) strict, without rowid;

-- The role that the leader of a ladder has.
create table leader_role (
    ladder_id integer not null primary key references ladder (ladder_id) on delete cascade,
    guild_id  integer not null,
    role_id   integer not null,
    set_by    integer not null,           -- who is told when it can no longer be given
    holder    integer,                    -- who has it
    given     integer,                    -- who is being given it: written before Discord is asked
    seen      integer not null,           -- changes of the ladder when the role was last looked at
    next_at   integer not null,           -- not to be looked at before: a claim, or a pause after a failure
    is_told   integer not null default 0, -- 1: the organizer knows that it cannot be given
    problem   text                        -- of the last try
) strict;

-- Puzzles: they are part of the program; here is what people have done with them.

-- A puzzle that a person has been shown. Their first try is rated.
create table puzzle_attempt (
    user_id   integer not null,
    puzzle    integer not null, -- its number
    opened_at integer not null,
    result    text,             -- of the first try: `solved` or `failed`; null: before it
    solved_at integer,          -- first solved, at whichever try; null: not yet
    shown_at  integer,          -- its solution was last shown; null: never
    primary key (user_id, puzzle)
) strict, without rowid;

-- How hard a puzzle is. No row: nobody has tried it, and the guess of the program counts.
create table puzzle_rating (
    puzzle     integer not null primary key,
    rating     integer not null, -- of Glicko-2, in millionths, as the next two
    deviation  integer not null,
    volatility integer not null,
    games      integer not null, -- first tries; a write names the number on which it was computed
    at         integer not null  -- of the last one
) strict, without rowid;

-- How strong a person is at puzzles.
create table puzzle_player (
    user_id     integer not null primary key,
    rating      integer not null,           -- of Glicko-2, in millionths, as the next two
    deviation   integer not null,
    volatility  integer not null,
    games       integer not null,           -- first tries; a write names the number on which it was computed
    at          integer not null,           -- of the last one
    streak      integer not null default 0, -- days in a row on which the daily puzzle was solved, up to the last one
    best_streak integer not null default 0,
    solved_on   integer                     -- the last of these days; null: none
) strict, without rowid;

-- The puzzle of a day. Written when it is first asked for, so other puzzles of a later program do not change it.
create table puzzle_day (
    day    integer not null primary key, -- days since 1970-01-01, UTC
    puzzle integer not null,             -- its number
    solved integer not null default 0    -- people who have solved it on its day
) strict, without rowid;

-- When a process of the bot last ran: one row, updated each minute by all of them.
create table heartbeat (
    one integer not null primary key check (one = 1),
    at  integer not null
) strict, without rowid;

-- A span in which no process ran for longer than the host's limit: no clock ran in it.
create table outage (
    from_at  integer not null primary key, -- the last heartbeat before it
    until_at integer not null,
    credited integer not null              -- 1: all clocks have been corrected
) strict, without rowid;

-- Work that becomes due by itself. A job that is done is deleted, or gets its next instant.
create table job (
    kind         text not null,    -- says what `key` is: `digest`, `deletion`, …
    key          integer not null, -- a user id, the id of a request, …
    due_at       integer not null,
    leased_until integer,          -- end of the lease of the process that does it; null: free
    attempts     integer not null, -- tries since it was scheduled
    primary key (kind, key)
) strict, without rowid;

-- The loop of jobs asks for the first of each kind. A claimed one comes back when its lease ends.
create index job_next on job (kind, (case when leased_until > due_at then leased_until else due_at end));

-- Named values of the program: hash of the registered commands, …
create table note (
    key   text not null primary key,
    value text not null
) strict, without rowid;
