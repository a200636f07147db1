-- The data model of Sumito.
--
-- The moves are the truth: a position is replayed from them. What a game stores beside its moves exists to be queried.
-- Times are Unix milliseconds, UTC. Discord's ids are unsigned 64-bit numbers, stored as signed integers.
-- Flags are 0 or 1. Texts compare by their bytes (collation "C"), as in SQLite.
-- Every key that belongs to a game leads with the game, so that the data could be sharded by game.

-- A game, from its challenge on.
create table game (
    game_id            bigint not null primary key,        -- random, 45 bits
    version            bigint not null,                    -- counts commits; a write names the version on which it was decided
    conditional_moves_version bigint not null default 0,   -- counts changes of conditional moves: they do not change the version
    phase              text collate "C" not null check (phase in ('offered', 'playing', 'over', 'void')),

    -- What was agreed in the challenge.
    setup              text collate "C" not null,          -- setup line of the rules: game, layout, options
    time_control       text collate "C" not null,          -- time control: `days:3`, `none`, …
    has_random_colors  bigint not null,                    -- 1: colors are assigned at random when everyone has accepted
    challenger         bigint not null,                    -- user id
    created_at         bigint not null,

    -- Where it is played.
    guild_id           bigint,                             -- null: in direct messages
    channel_id         bigint not null,                    -- where the challenge was made
    thread_id          bigint,                             -- where the boards are posted, once there is a thread

    -- The running turn.
    ply                bigint not null check (ply >= 0),   -- moves made and not taken back
    to_move            bigint,                             -- seat on turn; null: not playing
    turn_at            bigint not null,                    -- start of the turn, or of the challenge
    deadline_at        bigint,                             -- end of the turn, or of the challenge; null: no limit
    allowance_ms       bigint,                             -- length of the turn in milliseconds, where time control and clock do not give it
    clock_hours        text collate "C",                   -- time zone and sleep hours of the player on turn: `Europe/Paris 23:00-07:00`; null: UTC, no sleep
    pauses             text collate "C",                   -- spans in which the clock was paused: `1700000000000-1700000060000`, separated by commas; null: none
    reminded_until     bigint,                             -- every reminder step up to this instant is done
    wake_at            bigint,                             -- the one alarm of the game: when it has to be looked at next

    -- Proposals and state beside the moves.
    draw_offer         bigint,                             -- seat whose draw offer is open
    draw_offer_version bigint,                             -- version at which it was made: its buttons answer this offer and no later one
    agreements         text collate "C",                   -- JSON: further proposals, and what the players agreed on during the game; null: nothing

    -- The end.
    result             text collate "C",                   -- colors of the winning team, joined by `+` (`white`, `black+red`), or `draw`
    reason             text collate "C",                   -- why it ended
    loser              bigint,                             -- seat that resigned or ran out of time
    ended_at           bigint,
    excused            bigint not null default 0           -- 1: this loss on time does not count, because another one within a day does
);

-- The alarm loop reads only games that are due.
create index game_wake on game (wake_at) where wake_at is not null;
create index game_thread on game (thread_id) where thread_id is not null;
create index game_channel on game (channel_id) where phase = 'playing';

-- A player of a game. Seats exist from the challenge on.
create table seat (
    game_id bigint not null references game (game_id) on delete cascade,
    seat    bigint not null check (seat >= 0),   -- 0 moves first
    user_id bigint not null,
    name    text collate "C" not null,           -- display name at that time: untrusted text
    agreed  bigint not null default 0,           -- 1: agrees to what is open, the challenge or the draw offer
    clock   bigint,                              -- milliseconds on this player's clock when their turn begins; null: no clock
    primary key (game_id, seat)
);

create index seat_user on seat (user_id);

-- A move that stands: a takeback deletes its row.
create table ply (
    game_id   bigint not null references game (game_id) on delete cascade,
    number    bigint not null check (number > 0),  -- 1 is the first move
    notation  text collate "C" not null,           -- canonical form
    played_at bigint not null,
    user_id   bigint not null,
    version   bigint not null default 0,           -- the commit that made it; a later move of the same number has a later one
    primary key (game_id, number)
);

-- Conditional moves of one player in one game. Only their owner may see them.
create table conditional_moves (
    game_id bigint not null references game (game_id) on delete cascade,
    user_id bigint not null,
    tree    text collate "C" not null,             -- JSON: what the player answers to which move
    primary key (game_id, user_id)
);

-- One row for each commit: the audit log, and the key that makes a repeated request act once.
create table event (
    game_id    bigint not null references game (game_id) on delete cascade,
    version    bigint not null,
    request_id bigint not null,                -- Discord's interaction id, or derived from the alarm
    actor      bigint,                         -- user id; null: an alarm
    action     text collate "C" not null,      -- `accept`, `play`, `resign`, …
    at         bigint not null,
    detail     text collate "C",               -- what the change removed: the moves that were taken back
    primary key (game_id, version)
);

-- The one unique key that does not lead with the game: a request that reaches two processes must not make two games.
create unique index event_request on event (request_id);

-- Messages to send. A row says what to tell; the text and the picture are made when it is sent.
create table outbox (
    game_id       bigint not null references game (game_id) on delete cascade,
    version       bigint not null,
    seq           bigint not null,             -- order within one commit
    message_id    bigint not null,             -- also Discord's nonce; random, 63 bits
    notice        text collate "C" not null,   -- JSON
    created_at    bigint not null,
    available_at  bigint not null,             -- not to be sent before; a retry moves it
    claimed_until bigint,                      -- end of the lease of the process that is sending it; null: free
    attempts      bigint not null,             -- tries so far
    doubts        bigint not null default 0,   -- tries that Discord may or may not have carried out; a claim counts until its end is known
    problem       text collate "C",            -- of the last try
    dead          text collate "C",            -- why it will never be sent; null: it will
    primary key (game_id, version, seq)
);

create index outbox_message on outbox (message_id);
create index outbox_available on outbox (available_at) where dead is null;

-- Our messages at Discord that may have to be changed later. One notice may stand in several channels.
create table posted (
    game_id    bigint not null references game (game_id) on delete cascade,
    version    bigint not null,
    kind       text collate "C" not null,      -- of the notice
    channel_id bigint not null,
    discord_id bigint not null,                -- message id
    primary key (game_id, version, kind, channel_id)
);

-- Challenges that still have their buttons: few.
create index posted_challenge on posted (game_id) where kind = 'challenge';

-- A Discord user. No row: nothing is known, all defaults.
create table player (
    user_id      bigint not null primary key,
    locale       text collate "C",             -- as last seen in an interaction
    dm_closed    bigint not null,              -- 1: refuses direct messages
    preferences  text collate "C",             -- JSON; null: nothing was chosen
    ignored      bigint not null default 0,    -- reminders sent since this player last did anything
    digest_at    bigint,                       -- when the next digest is due; null: gets none
    timed_out_at bigint                        -- last loss on time that counts
);

create index player_digest on player (digest_at) where digest_at is not null;

-- A vacation of one player, in all of their games.
create table vacation (
    user_id    bigint not null,
    number     bigint not null check (number > 0),  -- 1, 2, 3 …; of two that are added at the same time, one finds its number taken
    from_at    bigint not null,
    until_at   bigint not null check (until_at >= from_at),  -- ended early: when it was ended
    automatic  bigint not null,                -- 1: began by itself, instead of a loss on time
    request_id bigint not null,
    ended_by   bigint,                         -- the request that ended it early
    wake_at    bigint,                         -- when the games of this player have to be looked at again
    primary key (user_id, number)
);

create index vacation_wake on vacation (wake_at) where wake_at is not null;

-- A Discord server. No row: all defaults.
create table guild (
    guild_id    bigint not null primary key,
    preferences text collate "C"               -- JSON; null: nothing was chosen
);

-- When a process of the bot last ran: one row, updated each minute by all of them.
create table heartbeat (
    one bigint not null primary key check (one = 1),
    at  bigint not null
);

-- A span in which no process ran for longer than the host's limit: no clock ran in it.
create table outage (
    from_at  bigint not null primary key,      -- the last heartbeat before it
    until_at bigint not null,
    credited bigint not null                   -- 1: all clocks have been corrected
);

-- Named values of the program: hash of the registered commands, …
create table note (
    key   text collate "C" not null primary key,
    value text collate "C" not null
);
