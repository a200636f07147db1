-- Which offer is open: its buttons name the version it was made at, so that they answer this offer and no later one.
alter table game add column draw_offer_version bigint;

update game set draw_offer_version =
    (select max(event.version) from event where event.game_id = game.game_id and event.action = 'offer-draw')
 where draw_offer is not null;
