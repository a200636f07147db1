-- Who is the best of a month, and what is played in a server. A database with a million rated games takes some seconds.

-- Until when a rating is not provisional: a deviation grows with time, so that is known when a game is counted. The best of a
-- server are found in the index alone.
alter table rating add column settled_until integer not null default 0; -- 0: provisional after the last game
update rating set settled_until = at + cast((110000000.0 * 110000000.0 - cast(deviation as real) * deviation)
    / (cast(volatility as real) * volatility * 173.7178 * 173.7178) / 0.21436 * 86400000.0 as integer)
    where deviation < 110000000 and volatility > 0;
drop index rating_order;
create index rating_best on rating (guild_id, rating_group, rating desc, user_id, settled_until);

-- What a rating was before a game; null for games that were counted before these columns were there.
alter table rating_change add column rating_before integer;
alter table rating_change add column club_rating_before integer;

-- What a player did in a month, a quarter or a year. It begins with the games that are counted from now on; `sumito ratings
-- recompute` computes it for all.
create table rating_period (
    guild_id     integer not null,             -- 0: over all servers
    rating_group text    not null,
    period       integer not null,             -- 202611: a month; 202624: the fourth quarter; 202600: a year; by UTC
    user_id      integer not null,
    games        integer not null,
    won          integer not null,
    gained       integer not null,             -- millionths, by the games before which the rating was not provisional
    primary key (guild_id, rating_group, period, user_id)
) strict, without rowid;

create index rating_period_best on rating_period (guild_id, rating_group, period, gained desc, won desc, user_id);

-- 1: the game is in `club_tally`, or nowhere because it was played in no server.
alter table game add column is_tallied integer not null default 0;
create index game_untallied on game (ended_at) where phase = 'over' and is_tallied = 0;

-- Finished games of servers, counted up soon after their ends.
create table club_tally (
    guild_id integer not null,
    kind     text    not null,                 -- `total`, `week`, `layout`, `player`
    item     text    not null,                 -- week: its number, 0 began on Monday 1969-12-29; player: user id
    games    integer not null,
    moves    integer not null,
    primary key (guild_id, kind, item)
) strict, without rowid;

create index club_tally_most on club_tally (guild_id, kind, games desc);
