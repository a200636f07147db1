-- The data model of Sumito.
--
-- The moves are the truth: a position is replayed from them. What a game stores beside its moves exists to be queried.
-- Times are Unix milliseconds, UTC. Discord's ids are unsigned 64-bit numbers, stored as signed integers.
-- Flags are 0 or 1. Every key that belongs to a game leads with the game, so that the data could be sharded by game.

-- A game, from its challenge on.
create table game (
    game_id            integer not null primary key,       -- random, 45 bits
    version            integer not null,                   -- counts commits; a write names the version on which it was decided
    conditional_moves_version integer not null default 0,  -- counts changes of conditional moves: they do not change the version
    phase              text not null check (phase in ('offered', 'playing', 'over', 'void')),

    -- What was agreed in the challenge.
    setup              text not null,                      -- setup line of the rules: game, layout, options
    time_control       text not null,                      -- time control: `days:3`, `none`, …
    has_random_colors  integer not null,                   -- 1: colors are assigned at random when everyone has accepted
    challenger         integer not null,                   -- user id
    created_at         integer not null,

    -- Where it is played.
    guild_id           integer,                            -- null: in direct messages
    channel_id         integer not null,                   -- where the challenge was made
    thread_id          integer,                            -- where the boards are posted, once there is a thread

    -- The running turn.
    ply                integer not null check (ply >= 0),  -- moves made and not taken back
    to_move            integer,                            -- seat on turn; null: not playing
    turn_at            integer not null,                   -- start of the turn, or of the challenge
    deadline_at        integer,                            -- end of the turn, or of the challenge; null: no limit
    allowance_ms       integer,                            -- length of the turn in milliseconds, where time control and clock do not give it
    clock_hours        text,                               -- time zone and sleep hours of the player on turn: `Europe/Paris 23:00-07:00`; null: UTC, no sleep
    pauses             text,                               -- spans in which the clock was paused: `1700000000000-1700000060000`, separated by commas; null: none
    reminded_until     integer,                            -- every reminder step up to this instant is done
    wake_at            integer,                            -- the one alarm of the game: when it has to be looked at next

    -- Proposals and state beside the moves.
    draw_offer         integer,                            -- seat whose draw offer is open
    draw_offer_version integer,                            -- version at which it was made: its buttons answer this offer and no later one
    agreements         text,                               -- JSON: further proposals, and what the players agreed on during the game; null: nothing

    -- The end.
    result             text,                               -- colors of the winning team, joined by `+` (`white`, `black+red`), or `draw`
    reason             text,                               -- why it ended
    loser              integer,                            -- seat that resigned or ran out of time
    ended_at           integer,
    excused            integer not null default 0          -- 1: this loss on time does not count, because another one within a day does
) strict;

-- The alarm loop reads only games that are due.
create index game_wake on game (wake_at) where wake_at is not null;
create index game_thread on game (thread_id) where thread_id is not null;
create index game_channel on game (channel_id) where phase = 'playing';

-- A player of a game. Seats exist from the challenge on.
create table seat (
    game_id integer not null references game (game_id) on delete cascade,
    seat    integer not null check (seat >= 0),  -- 0 moves first
    user_id integer not null,
    name    text    not null,                    -- display name at that time: untrusted text
    agreed  integer not null default 0,          -- 1: agrees to what is open, the challenge or the draw offer
    clock   integer,                             -- milliseconds on this player's clock when their turn begins; null: no clock
    primary key (game_id, seat)
) strict, without rowid;

create index seat_user on seat (user_id);

-- A move that stands: a takeback deletes its row.
create table ply (
    game_id   integer not null references game (game_id) on delete cascade,
    number    integer not null check (number > 0), -- 1 is the first move
    notation  text    not null,                    -- canonical form
    played_at integer not null,
    user_id   integer not null,
    version   integer not null default 0,          -- the commit that made it; a later move of the same number has a later one
    primary key (game_id, number)
) strict, without rowid;

-- Conditional moves of one player in one game. Only their owner may see them.
create table conditional_moves (
    game_id integer not null references game (game_id) on delete cascade,
    user_id integer not null,
    tree    text    not null,                      -- JSON: what the player answers to which move
    primary key (game_id, user_id)
) strict, without rowid;

-- One row for each commit: the audit log, and the key that makes a repeated request act once.
create table event (
    game_id    integer not null references game (game_id) on delete cascade,
    version    integer not null,
    request_id integer not null,               -- Discord's interaction id, or derived from the alarm
    actor      integer,                        -- user id; null: an alarm
    action     text    not null,               -- `accept`, `play`, `resign`, …
    at         integer not null,
    detail     text,                           -- what the change removed: the moves that were taken back
    primary key (game_id, version)
) strict, without rowid;

create unique index event_request on event (request_id);

-- Messages to send. A row says what to tell; the text and the picture are made when it is sent.
create table outbox (
    game_id       integer not null references game (game_id) on delete cascade,
    version       integer not null,
    seq           integer not null,            -- order within one commit
    message_id    integer not null,            -- also Discord's nonce; random, 63 bits
    notice        text    not null,            -- JSON
    created_at    integer not null,
    available_at  integer not null,            -- not to be sent before; a retry moves it
    claimed_until integer,                     -- end of the lease of the process that is sending it; null: free
    attempts      integer not null,            -- tries so far
    doubts        integer not null default 0,  -- tries that Discord may or may not have carried out; a claim counts until its end is known
    problem       text,                        -- of the last try
    dead          text,                        -- why it will never be sent; null: it will
    primary key (game_id, version, seq)
) strict, without rowid;

create unique index outbox_message on outbox (message_id);
create index outbox_available on outbox (available_at) where dead is null;

-- Our messages at Discord that may have to be changed later. One notice may stand in several channels.
create table posted (
    game_id    integer not null references game (game_id) on delete cascade,
    version    integer not null,
    kind       text    not null,               -- of the notice
    channel_id integer not null,
    discord_id integer not null,               -- message id
    primary key (game_id, version, kind, channel_id)
) strict, without rowid;

-- Challenges that still have their buttons: few.
create index posted_challenge on posted (game_id) where kind = 'challenge';

-- A Discord user. No row: nothing is known, all defaults.
create table player (
    user_id      integer not null primary key,
    locale       text,                         -- as last seen in an interaction
    dm_closed    integer not null,             -- 1: refuses direct messages
    preferences  text,                         -- JSON; null: nothing was chosen
    ignored      integer not null default 0,   -- reminders sent since this player last did anything
    digest_at    integer,                      -- when the next digest is due; null: gets none
    timed_out_at integer                       -- last loss on time that counts
) strict;

create index player_digest on player (digest_at) where digest_at is not null;

-- A vacation of one player, in all of their games.
create table vacation (
    user_id    integer not null,
    number     integer not null check (number > 0), -- 1, 2, 3 …; of two that are added at the same time, one finds its number taken
    from_at    integer not null,
    until_at   integer not null check (until_at >= from_at), -- ended early: when it was ended
    automatic  integer not null,               -- 1: began by itself, instead of a loss on time
    request_id integer not null,
    ended_by   integer,                        -- the request that ended it early
    wake_at    integer,                        -- when the games of this player have to be looked at again
    primary key (user_id, number)
) strict, without rowid;

create index vacation_wake on vacation (wake_at) where wake_at is not null;

-- A Discord server. No row: all defaults.
create table guild (
    guild_id    integer not null primary key,
    preferences text                           -- JSON; null: nothing was chosen
) strict;

-- When a process of the bot last ran: one row, updated each minute by all of them.
create table heartbeat (
    one integer not null primary key check (one = 1),
    at  integer not null
) strict, without rowid;

-- A span in which no process ran for longer than the host's limit: no clock ran in it.
create table outage (
    from_at  integer not null primary key,     -- the last heartbeat before it
    until_at integer not null,
    credited integer not null                  -- 1: all clocks have been corrected
) strict, without rowid;

-- Named values of the program: hash of the registered commands, …
create table note (
    key   text not null primary key,
    value text not null
) strict, without rowid;
