-- Games that organizers annul after they were counted: ladders, statistics and ratings take them back. The indexes take seconds for
-- a million games.

-- Games that an organizer has annulled: few.
create index game_annulled_by_organizer on game (game_id) where phase = 'void' and reason = 'annulled';
-- Those that are still counted up in statistics: fewer.
create index game_to_untally on game (game_id) where phase = 'void' and is_tallied = 1;

-- The tables of ladders stay as organizers have left them who were told so.
update ladder_game set phase = 'void' where phase = 'over'
    and exists (select 1 from game where game.game_id = ladder_game.game_id and game.phase = 'void');

-- A group whose ratings are being replaced, some players at a time: results are counted when it is done. Null: none is.
alter table rating_log add column replaced text;
-- Until when a process works on it.
alter table rating_log add column lease_until integer not null default 0;

-- What a player did in each period, to be replaced.
create index rating_period_user on rating_period (rating_group, user_id);
