-- Rated games, and the ratings that they add up to.
--
-- Ratings, deviations and volatilities are stored in millionths, so that both engines hold exactly what was computed.
-- Everything but `rated_game` and the flags of a game can be computed again: `sumito ratings recompute`.

alter table game add column is_rated integer not null default 0;   -- 1: its result changes ratings
alter table game add column is_counted integer not null default 0; -- 1: its result has been counted, or counts for nothing

-- Results that have not been counted: few.
create index game_uncounted on game (ended_at) where phase = 'over' and is_rated = 1 and is_counted = 0;

-- The number of the last entry in the log: it changes with every write to the tables below, which is conditional on it. No row: 0.
create table rating_log (
    one      integer not null primary key check (one = 1),
    sequence integer not null
) strict, without rowid;

-- A game in the order in which games were counted.
create table rated_game (
    sequence     integer not null primary key,
    game_id      integer not null unique references game (game_id) on delete cascade,
    rating_group text    not null,             -- `standard`, `fast`, …
    guild_id     integer,                      -- null: it counts in no server
    ended_at     integer not null,
    first        text    not null,             -- user ids of the team that moves first, separated by spaces
    second       text    not null,             -- user ids of the other team
    score        text    not null,             -- of the first team: `win`, `draw`, `loss`
    annulled     integer not null default 0    -- 1: counts as if it had not been played
) strict;

-- The rating of a player after their last game.
create table rating (
    user_id      integer not null,
    rating_group text    not null,
    guild_id     integer not null,             -- 0: over all servers
    rating       integer not null,             -- millionths
    deviation    integer not null,             -- millionths, when the last game ended
    volatility   integer not null,             -- millionths
    games        integer not null,
    at           integer not null,             -- end of the last game
    primary key (user_id, rating_group, guild_id)
) strict, without rowid;

create index rating_order on rating (guild_id, rating_group, rating desc);

-- What a game made of the ratings of one of its players.
create table rating_change (
    user_id        integer not null,
    rating_group   text    not null,
    sequence       integer not null,
    guild_id       integer,                    -- of the game
    at             integer not null,
    rating         integer not null,           -- after it, over all servers, millionths
    deviation      integer not null,
    club_rating    integer,                    -- after it, in the server of the game
    club_deviation integer,
    primary key (user_id, rating_group, sequence)
) strict, without rowid;
