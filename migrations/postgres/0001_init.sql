-- The memory of Sumito. The moves are the truth; what stands beside them exists to be queried. Same numbers and meaning as
-- migrations/sqlite; texts compare by their bytes here too.
-- Times are unix milliseconds, UTC. Discord's ids are 64-bit numbers stored as signed integers. Keys lead with the game.

create table game (
    game_id     bigint not null primary key,    -- random, 45 bits
    version     bigint not null,                -- counts commits; a write names the version it was decided on
    phase       text collate "C" not null check (phase in ('offered', 'playing', 'over', 'void')),
    setup       text collate "C" not null,      -- setup line of the rules
    pace        text collate "C" not null,      -- days:3, none
    guild_id    bigint,                         -- null in a direct message
    channel_id  bigint not null,                -- where the challenge was made
    thread_id   bigint,                         -- where the game lives, once it has a thread
    ply         bigint not null check (ply >= 0),
    to_move     bigint,                         -- seat on turn while playing
    challenger  bigint not null,
    by_lot      bigint not null,                -- 1: colors are drawn at acceptance
    draw_offer  bigint,                         -- seat whose offer is open
    result      text collate "C" check (result in ('black', 'white', 'draw')),
    reason      text collate "C",               -- why it ended
    created_at  bigint not null,
    turn_at     bigint not null,                -- when the running turn, or the challenge, began
    deadline_at bigint,                         -- when it is lost, or expires
    reminded    bigint not null,                -- reminder steps done in this turn
    wake_at     bigint                          -- the next thing to happen by itself; the one alarm of the game
);

-- A tick costs what is due, never what waits.
create index game_wake on game (wake_at) where wake_at is not null;
create index game_thread on game (thread_id) where thread_id is not null;
create index game_channel on game (channel_id) where phase = 'playing';

create table seat (
    game_id bigint not null references game (game_id) on delete cascade,
    seat    bigint not null check (seat >= 0),   -- 0 moves first
    user_id bigint not null,
    name    text collate "C" not null,           -- as Discord showed it then: a stranger's text
    primary key (game_id, seat)
);

create index seat_user on seat (user_id);

create table ply (
    game_id   bigint not null references game (game_id) on delete cascade,
    number    bigint not null check (number > 0),  -- 1 is the first move
    notation  text collate "C" not null,           -- canonical form
    played_at bigint not null,
    user_id   bigint not null,
    primary key (game_id, number)
);

-- One row for each commit: the audit, and what makes a request that arrives twice act once.
create table event (
    game_id    bigint not null references game (game_id) on delete cascade,
    version    bigint not null,
    request_id bigint not null,                -- Discord's interaction, or derived from the alarm
    actor      bigint,                         -- null: nobody, an alarm
    action     text collate "C" not null,
    at         bigint not null,
    primary key (game_id, version)
);

-- The one unique key that does not lead with the game: a request that reaches two processes at once must not make two games.
create unique index event_request on event (request_id);

-- What has to be said. Rows hold what to say, never the words or the picture.
create table outbox (
    game_id      bigint not null references game (game_id) on delete cascade,
    version      bigint not null,
    seq          bigint not null,              -- order within one commit
    message_id   bigint not null,              -- also Discord's nonce; random, 63 bits
    notice       text collate "C" not null,    -- JSON
    created_at   bigint not null,
    available_at bigint not null,              -- a claim pushes it to the end of its lease
    attempts     bigint not null,
    problem      text collate "C",             -- of the last try
    dead         text collate "C",             -- why it will never be sent
    primary key (game_id, version, seq)
);

create index outbox_message on outbox (message_id);
create index outbox_available on outbox (available_at) where dead is null;

-- Messages of ours that stand in a channel and may have to be changed.
create table posted (
    game_id    bigint not null references game (game_id) on delete cascade,
    version    bigint not null,
    word       text collate "C" not null,      -- kind of notice
    channel_id bigint not null,
    discord_id bigint not null,
    primary key (game_id, version, word)
);

create table player (
    user_id   bigint not null primary key,
    locale    text collate "C",                -- as last seen in an interaction
    dm_closed bigint not null                  -- 1: direct messages are refused
);

-- Named values of the program's own: hash of the registered commands …
create table note (
    key   text collate "C" not null primary key,
    value text collate "C" not null
);
