-- Of a finished game: when it ended, and whether a loss on time counts against its player.
alter table game add column ended_at integer;
alter table game add column excused integer not null default 0;  -- 1: one of several lost on time within a day; the first one counts
update game set ended_at = (select max(at) from event where event.game_id = game.game_id) where phase = 'over';

-- When this person last lost a game on time that counts.
alter table player add column timed_out_at integer;
