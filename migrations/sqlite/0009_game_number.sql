-- Short numbers of games. Games that have begun get theirs in the order in which they did; a database with a million games takes
-- some seconds.

-- 1, 2, 3 … in its server, or among the games of direct messages, from its first turn on; null: it has not begun.
alter table game add column number integer;

-- The last number of each server. A game takes the next one in the commit that begins it.
create table game_number (
    guild_id integer not null primary key,     -- 0: the games of direct messages
    last     integer not null
) strict, without rowid;

update game set number = begun.number from (
    select game_id, row_number() over (
        partition by coalesce(guild_id, 0) order by coalesce(began_at, created_at), game_id
    ) as number
    from (
        -- By the key of each game: there are many times more events than games.
        select game_id, guild_id, phase, created_at, (
            select at from event where event.game_id = game.game_id and action = 'accept' order by version limit 1
        ) as began_at from game
    ) as known
    where phase in ('playing', 'over') or began_at is not null
) as begun where begun.game_id = game.game_id;

insert into game_number (guild_id, last)
    select coalesce(guild_id, 0), max(number) from game where number is not null group by coalesce(guild_id, 0);

create unique index game_numbered on game (number, coalesce(guild_id, 0)) where number is not null;
