-- Games of more than two: what wins is a team, told by its colors (`white`, `black+red`), so any word may stand here.
alter table game drop constraint game_result_check;

-- Who agrees to what is open: the challenge while it is offered, the draw while one is offered.
alter table seat add column agreed bigint not null default 0;
update seat set agreed = 1 where exists (
    select 1 from game where game.game_id = seat.game_id
       and ((game.phase = 'offered' and game.challenger = seat.user_id) or (game.draw_offer = seat.seat)));

-- Of several players, who gave up or ran out of time.
alter table game add column loser bigint;      -- seat
update game set loser = case result when 'black' then 1 else 0 end
 where reason in ('resignation', 'time') and result in ('black', 'white');
