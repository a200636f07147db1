-- Open challenges. Adding a column does not rewrite the table; the indexes read it once: seconds for a million games.

-- A game whose `seek` is not null began as an open challenge: until it is accepted, one of its seats is missing.
alter table game add column seek text;                     -- JSON: who may accept it
alter table game add column seek_number integer;           -- 1, 2, 3 … in its server; null: no open challenge

-- Of two that are made at the same time, one finds its number taken, so it cannot miss the other one.
create unique index game_seek on game (guild_id, seek_number) where seek_number is not null;
-- Those that wait: few.
create index game_open_seek on game (guild_id, seek_number) where phase = 'offered' and seek_number is not null;
