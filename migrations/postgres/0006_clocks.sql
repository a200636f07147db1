-- Paces with a clock for each player: what it shows when the player's turn begins, in milliseconds. Null: no clock runs down.
alter table seat add column clock bigint;
