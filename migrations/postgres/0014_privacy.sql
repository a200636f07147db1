-- Deleted people, and watched games. The tables are empty.

-- People who want their data deleted, until that is done: a few minutes at most.
create table deletion (
    user_id      bigint not null primary key,
    anonymous_id bigint not null, -- who they are in the games of others from then on: of no account at Discord
    resigns      bigint not null, -- 1: what is still being played is resigned
    asked_at     bigint not null,
    next_at      bigint not null  -- not to be looked at before: a claim, or a pause
);

-- Who watches which games of others. Rows of finished games are deleted.
create table watch (
    game_id    bigint not null references game (game_id) on delete cascade,
    user_id    bigint not null,
    how        text not null,
    seen       bigint not null, -- version of the game that they know of; -1: none
    channel_id bigint,          -- the direct message that is edited
    message_id bigint,
    next_at    bigint not null, -- not to be looked at before: a claim, or a pause
    primary key (game_id, user_id)
);

create index watch_user on watch (user_id);
create index watch_next on watch (next_at);
