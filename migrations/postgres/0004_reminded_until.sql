-- Reminders are remembered by the instant up to which they are done, not by their place in a list that the host may change.
alter table game add column reminded_until bigint;

-- The last reminder of the running turn is the last one of the game.
update game set reminded_until =
    (select max(event.at) from event where event.game_id = game.game_id and event.action = 'remind')
 where reminded > 0;

alter table game drop column reminded;
