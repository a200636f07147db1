-- What the players have settled beside the moves, and what one of them proposes, as JSON; null: nothing.
alter table game add column terms text;

-- The commit that made a move: one of the same number that came after a takeback has a later one.
alter table ply add column version integer not null default 0;
update ply set version = made.version
  from (select game_id, version, row_number() over (partition by game_id order by version) as number
          from event where action = 'play') as made
 where made.game_id = ply.game_id and made.number = ply.number;

-- What a change did away with: the moves that were taken back.
alter table event add column detail text;
