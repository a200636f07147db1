-- Conditional moves: what a player answers to what, as a tree in JSON. Their owner's secret.
create table line (
    game_id bigint not null references game (game_id) on delete cascade,
    user_id bigint not null,
    tree    text collate "C" not null,
    primary key (game_id, user_id)
);

-- Counts changes of the lines of a game: whoever decides on a game is to notice them, but the version tells everybody.
alter table game add column lines bigint not null default 0;
