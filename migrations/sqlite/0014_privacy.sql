-- Deleted people, and watched games. The tables are empty.

-- People who want their data deleted, until that is done: a few minutes at most.
create table deletion (
    user_id      integer not null primary key,
    anonymous_id integer not null, -- who they are in the games of others from then on: of no account at Discord
    resigns      integer not null, -- 1: what is still being played is resigned
    asked_at     integer not null,
    next_at      integer not null  -- not to be looked at before: a claim, or a pause
) strict;

-- Who watches which games of others. Rows of finished games are deleted.
create table watch (
    game_id    integer not null references game (game_id) on delete cascade,
    user_id    integer not null,
    how        text not null,
    seen       integer not null, -- version of the game that they know of; -1: none
    channel_id integer,          -- the direct message that is edited
    message_id integer,
    next_at    integer not null, -- not to be looked at before: a claim, or a pause
    primary key (game_id, user_id)
) strict, without rowid;

create index watch_user on watch (user_id);
create index watch_next on watch (next_at);
