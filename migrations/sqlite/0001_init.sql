-- The memory of Sumito. The moves are the truth; what stands beside them exists to be queried.
-- Times are unix milliseconds, UTC. Discord's ids are 64-bit numbers stored as signed integers. Keys lead with the game.

create table game (
    game_id     integer not null primary key,   -- random, 45 bits
    version     integer not null,               -- counts commits; a write names the version it was decided on
    phase       text    not null check (phase in ('offered', 'playing', 'over', 'void')),
    setup       text    not null,               -- setup line of the rules
    pace        text    not null,               -- days:3, none
    guild_id    integer,                        -- null in a direct message
    channel_id  integer not null,               -- where the challenge was made
    thread_id   integer,                        -- where the game lives, once it has a thread
    ply         integer not null check (ply >= 0),
    to_move     integer,                        -- seat on turn while playing
    challenger  integer not null,
    by_lot      integer not null,               -- 1: colors are drawn at acceptance
    draw_offer  integer,                        -- seat whose offer is open
    result      text check (result in ('black', 'white', 'draw')),
    reason      text,                           -- why it ended
    created_at  integer not null,
    turn_at     integer not null,               -- when the running turn, or the challenge, began
    deadline_at integer,                        -- when it is lost, or expires
    reminded    integer not null,               -- reminder steps done in this turn
    wake_at     integer                         -- the next thing to happen by itself; the one alarm of the game
) strict;

-- A tick costs what is due, never what waits.
create index game_wake on game (wake_at) where wake_at is not null;
create index game_thread on game (thread_id) where thread_id is not null;
create index game_channel on game (channel_id) where phase = 'playing';

create table seat (
    game_id integer not null references game (game_id) on delete cascade,
    seat    integer not null check (seat >= 0),  -- 0 moves first
    user_id integer not null,
    name    text    not null,                    -- as Discord showed it then: a stranger's text
    primary key (game_id, seat)
) strict, without rowid;

create index seat_user on seat (user_id);

create table ply (
    game_id   integer not null references game (game_id) on delete cascade,
    number    integer not null check (number > 0), -- 1 is the first move
    notation  text    not null,                    -- canonical form
    played_at integer not null,
    user_id   integer not null,
    primary key (game_id, number)
) strict, without rowid;

-- One row for each commit: the audit, and what makes a request that arrives twice act once.
create table event (
    game_id    integer not null references game (game_id) on delete cascade,
    version    integer not null,
    request_id integer not null,               -- Discord's interaction, or derived from the alarm
    actor      integer,                        -- null: nobody, an alarm
    action     text    not null,
    at         integer not null,
    primary key (game_id, version)
) strict, without rowid;

create unique index event_request on event (request_id);

-- What has to be said. Rows hold what to say, never the words or the picture.
create table outbox (
    game_id      integer not null references game (game_id) on delete cascade,
    version      integer not null,
    seq          integer not null,             -- order within one commit
    message_id   integer not null,             -- also Discord's nonce
    notice       text    not null,             -- JSON
    created_at   integer not null,
    available_at integer not null,             -- a claim pushes it to the end of its lease
    attempts     integer not null,
    problem      text,                         -- of the last try
    dead         text,                         -- why it will never be sent
    primary key (game_id, version, seq)
) strict, without rowid;

create unique index outbox_message on outbox (message_id);
create index outbox_available on outbox (available_at) where dead is null;

-- Messages of ours that stand in a channel and may have to be changed.
create table posted (
    game_id    integer not null references game (game_id) on delete cascade,
    version    integer not null,
    word       text    not null,               -- kind of notice
    channel_id integer not null,
    discord_id integer not null,
    primary key (game_id, version, word)
) strict, without rowid;

create table player (
    user_id   integer not null primary key,
    locale    text,                            -- as last seen in an interaction
    dm_closed integer not null                 -- 1: direct messages are refused
) strict;

-- Named values of the program's own: hash of the registered commands …
create table note (
    key   text not null primary key,
    value text not null
) strict, without rowid;
