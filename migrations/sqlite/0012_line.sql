-- Conditional moves: what a player answers to what, as a tree in JSON. Their owner's secret.
create table line (
    game_id integer not null references game (game_id) on delete cascade,
    user_id integer not null,
    tree    text    not null,
    primary key (game_id, user_id)
) strict, without rowid;

-- Counts changes of the lines of a game: whoever decides on a game is to notice them, but the version tells everybody.
alter table game add column lines integer not null default 0;
