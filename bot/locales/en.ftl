# Texts for players, in English.

color-of = { $color ->
    [black] Black
    [white] White
    [red] Red
    [green] Green
    [yellow] Yellow
   *[blue] Blue
}

# Challenges
challenge-posted = { $opponents }, <@{ $challenger }> challenges you to a game of { $game }.
challenge-posted-many = <@{ $challenger }> challenges { $opponents } to a game of { $game }.
challenge-layout = Layout: **{ $layout }**
name-abalone = Abalone
name-notalone = Notalone
name-fliporona = Fliporona
name-grand-abalone = Grand Abalone
about-notalone = Each player places a sister. When the sisters meet, the player with more marbles wins
about-fliporona = Each player places 22 pieces, then they move: contact flips rows. A player with no pieces or no legal move loses
about-grand-abalone = 91 cells and 21 marbles each; after the first move, a turn is two moves. Up to four marbles move in a line
challenge-layout-custom = Layout: **as shown**
challenge-pace-days = { $days ->
    [one] Pace: **1 day** per move
   *[other] Pace: **{ $days } days** per move
}
challenge-pace-fischer = Pace: **{ $start }** each, plus **{ $increment }** per move, **{ $cap }** at most
challenge-pace-total = Pace: **{ $total }** each for the whole game
challenge-pace-none = Pace: **no deadline**
challenge-weekends = Clocks pause **on weekends**
challenge-vacation-asked = **No automatic vacation** before a loss on time
challenge-vacation-off = **No vacation**: clocks keep running
challenge-sleep-off = Clocks keep running during sleeping hours
challenge-color-chosen = Seats: { $seats }
challenge-color-random = Colors are assigned at random when everyone has accepted
challenge-sprint = Sprint: **{ $moves } moves each**, then the player with more ejected marbles wins
challenge-target = { $target ->
    [one] The first ejection wins
   *[other] { $target } ejections win
}
option-turn = { $value ->
    [double] A turn is **two moves**
    [own-foe] A turn is one move with your marbles, then one with **your opponent's marbles**
    [foe-own] A turn is one move with **your opponent's marbles**, then one with yours
   *[mixed] A turn is one move with your marbles and one with **your opponent's marbles**, in either order
}
option-handicap = { $count ->
    [one] Handicap: { $color } starts with **one marble fewer**
   *[other] Handicap: { $color } starts with **{ $count } marbles fewer**
}
option-placement = **Placement**: players place their marbles first
option-obstacles = Obstacles: **{ $value }**
option-holes = Holes: **{ $value }**
option-pivot = Pivot: a neutral marble on **{ $cell }** (it can be ejected)
option-pivot-fixed = Pivot: a neutral marble on **{ $cell }** (it cannot be ejected)
option-ball = Ball: **{ $value }** (eject it to win)
option-triangles = **Triangles**: three marbles that touch can move together
option-colors = **Hidden colors**: all marbles look the same until the end
option-crown = **Crown**: the first player to lose it loses the game
option-seats = { $value ->
    [s2x2] **Two against two** on one board
    [s2x2x2] **Two against two** on two boards
    [s3] **Three players**
    [s4] **Four players**, opposite seats are partners
   *[s6] **Six players**, three against three
}
option-phase = Opponents change every round
challenge-expires = Open until <t:{ $at }:f> (<t:{ $at }:R>).
challenge-sent = Your challenge to { $opponents } is on its way. You can withdraw it until it is answered.
challenge-sent-directly = I cannot write in this channel, so your challenge to { $opponents } went out by direct message. You can withdraw it until it is answered.
challenge-accepted = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **Accepted.**
challenge-joined = <@{ $player }> accepts. Still waiting for { $waiting }.
challenge-declined = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **Declined** by <@{ $who }>.
challenge-withdrawn = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **Withdrawn.**
challenge-aborted = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **Aborted** by <@{ $who }> before everyone had made a move: there is no result.
challenge-left-ladder = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **Closed:** <@{ $who }> is no longer on the ladder.
challenge-ladder-closed = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **Closed:** the ladder was closed.
challenge-expired = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **No answer in time** from { $silent }.
you-accepted = You accepted the challenge. You play **{ $color }**.
you-accepted-wait = You accepted the challenge. Still waiting for { $waiting }.
you-declined = You declined the challenge.
you-withdrew = You withdrew the challenge.
error-opponent-cannot-see = <@{ $player }> cannot see this channel. Challenge them in a channel that you both see, or in a direct message with me.
error-opponent-is-bot = Bots do not play Abalone. Choose a person instead.
seek-posted = <@{ $challenger }> looks for an opponent in { $game }. The first to accept plays.
seek-reliability = For players with a reliability of **{ $percent }%** or more
seek-experienced = For players with **{ $count } finished games** or more
seek-ratings = For ratings **{ $range }** ({ $group })
seek-range = from { $lowest } to { $highest }
seek-range-from = from { $lowest } up
seek-range-to = up to { $highest }
choice-rating-close = close to mine: ±{ $points }
seek-sent = Your open challenge is on its way. It waits until <t:{ $until }:f>, and you can withdraw it until somebody accepts. An equal one of somebody else is matched with it.
seek-accepted = <@{ $challenger }> looked for an opponent in { $game }. **Accepted** by { $opponents }.
seek-withdrawn = <@{ $challenger }> looked for an opponent in { $game }. **Withdrawn.**
seek-expired = <@{ $challenger }> looked for an opponent in { $game }. **Nobody accepted in time.**
seek-aborted = <@{ $challenger }> looked for an opponent in { $game }, and { $opponents } accepted. **Aborted** by <@{ $who }> before everyone had made a move: there is no result.
seek-not-delivered = I cannot post your open challenge in this channel.
seek-still-open = It is still open: others can accept it with `/seeks`.
you-matched = You and <@{ $player }> look for the same game, so it begins now.
seek-begun = Your game against <@{ $player }> has begun. You play **{ $color }**. Go to the game: <#{ $channel }>
seeks-title = **Open challenges**
seeks-none = There are no open challenges here. Post one with `/seek`.
seeks-none-direct = You have no open challenges. Those of others are listed in a server: use `/seeks` or `/seek` there.
seeks-title-direct = **Your open challenges** · those of others are listed in their servers: use `/seeks` there
seeks-rated = rated
seeks-casual = casual
seeks-color = plays **{ $color }**
seeks-not-for-you = *not for you*
error-seek-needs-server = An open challenge needs a server where others can see it. Use `/seek` there, or name your opponent.
error-seek-for-two = Open challenges are for two players, and this game is for { $count }. Name the other players with `/challenge`.
error-seek-rating = Write a range of ratings: `1400-1700`, `1400+`, `-1700`, or `±200` for those close to yours.
error-seek-rating-mismatch = This challenge is open to ratings { $range }; yours is { $rating }.
error-seek-days = An open challenge can wait for 1 to 30 days.
error-seek-reliability = Reliability is a percentage from 1 to 100.
error-too-many-seeks = You already have { $count } open challenges for anybody. Withdraw one first: `/seeks` lists them.
error-own-seek = This is your own open challenge. Somebody else has to accept it.
error-seek-taken = Too late: this open challenge is taken. <@{ $player }> was faster.
error-seek-new = This open challenge is for players with { $needed } finished games or more. You have { $finished }.
error-seek-unreliable = This open challenge is for players with a reliability of { $needed }% or more. Yours is { $reliability }%.
error-not-matchable = You cannot play against <@{ $player }>: one of you does not take challenges from the other.
presets-title = **Presets** (`/challenge game:` and `/seek game:`)
preset-saved = Saved as `{ $name }`.
preset-replaced = `{ $name }` is replaced.
preset-removed = `{ $name }` is removed.
presets-none = You have no presets. `/settings presets save:` keeps what you have played or offered last under a name.
presets-none-server = This server has no presets. `/setup presets save:` keeps what you have played or offered last under a name.
error-preset-name = A preset needs a name of 1 to { $most } characters, other than `{ $word }` and the names of the games.
error-too-many-presets = There are { $most } presets already, which is the most. Remove one first.
error-no-such-preset = There is no game or preset of this name. Choose one from the list.
error-no-last-game = You have not played or offered a game yet.
error-preset-and-options = A preset says what is played. Leave out the options of the game, or the preset. Pace, pauses and color can be changed.
thread-name = { $names } · { $game }
# What became of a game, in the name of its thread.
thread-result-wins = { $colors } wins
thread-result-win-together = { $colors } win
thread-result-draw = draw
thread-result-none = no result

# Boards
board-of = `{ $id }` · { $players }
board-turn = **Move { $move }** · <@{ $player }> to move ({ $color })
board-start = **The game begins** · <@{ $player }> moves first ({ $color })
board-number = On board **{ $board }**
board-seated = On board { $board }: { $people }
board-place = { $game ->
    [notalone] To place: **a sister**, on your own half
    [fliporona] To place: **a piece**
   *[other] To place: **a marble**
}
board-two-moves = { $turn }: write both, separated by a comma, such as `a1b2,c3c4`
board-last = Last move: `{ $notation }` by { $color }
board-played-in-a-row = Played in a row: { $list }
board-ejects = Last move: `{ $notation }` by { $color }, **a marble is ejected!**
score = Ejected: { $list } (of { $target })
score-on-board = On the board: { $list }
score-of-board = Board { $board }, ejected: { $list } (of { $target })
score-in-hand = To place: { $list }
sprint-left = Sprint, moves left: { $list }
clocks = Time left: { $list }
deadline = Deadline <t:{ $at }:f> (<t:{ $at }:R>)
on-vacation = On vacation: <@{ $player }>, <t:{ $from }:f> – <t:{ $until }:f>. The clock is paused during that time
you-played = You played `{ $notation }` { $against }.
against = against { $opponents }
against-with = with { $partners } against { $opponents }
list-and = { $list } and { $last }
teams = Teams: { $list }
game-in = The game (`{ $id }`) is in <#{ $channel }>.
game-is = The game is `{ $id }`.
game-link = Go to the game: <#{ $channel }>
headline-move = Move { $move }
headline-start = { $color } moves first
headline-wins = { $color } wins
headline-win-together = { $colors } win
headline-player-wins = { $name } wins
headline-draw = Draw
detail-last = Last { $notation }
detail-last-by = Last { $notation } by { $name }
after-ply = { $ply ->
    [0] Position at the start
    [one] Position after 1 ply
   *[other] Position after { $ply } plies
}
ply-not-played = { $ply ->
    [0] No moves have been made yet.
    [one] Only 1 ply has been played.
   *[other] Only { $ply } plies have been played.
} Here is the current position.

# Results
result-wins = **{ $winners } ({ $colors }) wins**
result-win-together = **{ $winners } ({ $colors }) win**
result-draw = **The game is a draw**
ended-target = { $target ->
    [one] a marble ejected
   *[other] { $target } marbles ejected
}
ended-moves-made = all moves of the sprint made
ended-no-move = no legal move left
ended-ball = the ball ejected
ended-crown = the crown fell
ended-stuck = no one can move
ended-sisters = the sisters met
ended-no-pieces = no pieces left
ended-boards = both boards combined
ended-repetition = threefold repetition
ended-calm = 300 moves without an ejection
ended-resignation = { $name } resigned
ended-time = { $name } ran out of time
ended-agreement = by agreement
ended-silence = { $name } stopped playing
ended-adjudication = an organizer's decision
ended-claim = 200 moves without an ejection
reason-target = { $target ->
    [one] by ejecting a marble.
   *[other] by ejecting { $target } marbles.
}
reason-moves-made = after the last move of the sprint. Ejected: { $list }.
reason-moves-made-draw = after the last move of the sprint. Ejected: { $list }.
reason-no-move = because the opponent has no legal move.
reason-ball = by ejecting the ball.
reason-crown = because the opponent's crown fell.
reason-stuck = because no one can move.
reason-sisters = by having more marbles left when the sisters met.
reason-sisters-equal = because both sides have the same number of marbles left, and the other side brought the sisters together.
reason-no-pieces = because the opponent has no pieces left.
reason-boards = on both boards combined.
reason-repetition = by threefold repetition.
reason-calm = after 300 plies without an ejection.
reason-resignation = because <@{ $loser }> resigned.
reason-time = because <@{ $loser }> ran out of time.
reason-agreement = by agreement.
reason-silence = because <@{ $loser }> stopped playing.
reason-claim = claimed after 200 plies without an ejection.

# Draws, resignations, proposals, reminders
draw-offered = { $opponents }, <@{ $player }> offers a draw.
draw-agreed = <@{ $player }> agrees to the draw. Other players still have to answer.
draw-declined = <@{ $player }> declines the draw. The game goes on.
you-offered = You offered { $opponents } a draw in game `{ $id }`.
draw-withdrawn = <@{ $player }> withdraws the draw offer. The game goes on.
you-withdrew-draw = You withdrew your draw offer.
you-agreed = You agreed to the draw. Other players still have to answer.
you-declined-draw = You declined the draw.
resign-ask = Resign game `{ $id }` { $against }? This cannot be undone.
you-resigned = You resigned game `{ $id }` { $against }.
takeback-asked = { $opponents }, <@{ $player }> would like to take back { $moves }.
takeback-declined = <@{ $player }> declines the takeback. The game goes on.
takeback-withdrawn = <@{ $player }> withdraws the takeback request. The game goes on.
you-withdrew-proposal = You withdrew your proposal. The game goes on.
taken-back = <@{ $player }> takes back { $moves }. Here is the board again:
board-taken-back = The move on this board was taken back.
proposal-agreed = <@{ $player }> agrees. Other players still have to answer.
you-asked-takeback = You asked { $opponents } for a takeback in game `{ $id }`: your last turn, and everything played since. If anyone moves first, the request ends.
you-took-back = You took back your last move in game `{ $id }` { $against }. It is your turn.
you-agreed-done = You agreed, and it is done.
you-agreed-so-far = You agreed. Other players still have to answer.
you-declined-proposal = You declined. The game goes on.
you-saved-line = Saved. Only you can see this.
line-removed = Removed.
line-title = **Your conditional moves** in game `{ $id }` { $against }, your replies in bold:
line-theirs = if `{ $turn }`
line-own = then **`{ $turn }`**
line-none = You have no conditional moves in game `{ $id }` { $against }. Add some with `/line add`.
line-picture = The picture shows the board at the end of line { $number }.
line-board = The board at the end of line { $number }:
line-dropped = `{ $turn }` was played in game `{ $id }` { $against }. Your conditional moves did not cover it and have been removed.
line-dropped-takeback = Moves were taken back in game `{ $id }` { $against }. Your conditional moves there have been removed.
adjourn-asked = { $days ->
    [one] { $opponents }, <@{ $player }> proposes to adjourn the game for one day. All clocks would be paused.
   *[other] { $opponents }, <@{ $player }> proposes to adjourn the game for up to { $days } days. All clocks would be paused.
}
adjourn-declined = <@{ $player }> declines to adjourn the game. It goes on.
adjourn-withdrawn = <@{ $player }> withdraws the proposal to adjourn. The game goes on.
adjourned = { $players }, the game is adjourned until <t:{ $until }:f>. All clocks are paused, and no one can move. Any player can resume it earlier. The clocks then continue with the time they had.
resumed = <@{ $player }> resumes the game:
resumed-in-time = The game resumes:
board-adjourned = **Adjourned** until <t:{ $until }:f> (<t:{ $until }:R>)
you-asked-to-adjourn = { $days ->
    [one] You proposed to { $opponents } to adjourn game `{ $id }` for one day.
   *[other] You proposed to { $opponents } to adjourn game `{ $id }` for up to { $days } days.
}
you-resumed = You resumed game `{ $id }`.
claim-warning = <@{ $player }>, it has been your turn for a long time. If you do not move before <t:{ $until }:f> (<t:{ $until }:R>), your opponent can claim the game.
you-warned-opponent = Your opponent has been warned. If they do not move before <t:{ $until }:f>, use `/claim` again.
claim-ask = Despite the warning, your opponent has not moved in game `{ $id }` { $against }. What do you claim?
you-claimed = Game `{ $id }` { $against }:
abort-ask = Abort game `{ $id }` { $against }? It will have no result.
you-aborted = You aborted game `{ $id }` { $against }. It has no result.
aborted = { $opponents }, <@{ $player }> aborted the game before everyone had made a move. It has no result.
you-drew = Game `{ $id }` { $against }:
reminder = <@{ $player }>, it is your turn. Your deadline is <t:{ $at }:R>.
notice-vacation-began = <@{ $player }> is on vacation until <t:{ $until }:f>. The clock is paused. New deadline: <t:{ $at }:f>.
notice-vacation-planned = <@{ $player }> will be on vacation from <t:{ $from }:f> to <t:{ $until }:f>. The clock will be paused. New deadline: <t:{ $at }:f>.
notice-vacation-automatic = <@{ $player }>, your time ran out. You have not lost: your vacation started automatically and lasts until <t:{ $until }:f>. Move before <t:{ $at }:f>.
notice-vacation-ended = <@{ $player }> is back from vacation, and the clock is running. Deadline: <t:{ $at }:f>.
notice-vacation-changed = <@{ $player }> changed their vacation. New deadline: <t:{ $at }:f>.
notice-obsolete = This message no longer applies: the game has moved on.
challenge-not-delivered = I cannot reach <@{ $player }>: they do not accept direct messages from me. Please let them know yourself.
challenge-not-posted = I could not post your challenge to { $opponents }, so they have not seen it. Please let them know yourself.
challenge-still-open = The challenge is still open: they can accept it with `/games`.
game-moved = The game of { $players } continues here.

# Buttons
button-accept = Accept
button-decline = Decline
button-withdraw = Withdraw
button-move = Move…
button-board = Board
button-record = Record
button-rematch = Rematch
button-flip = Flip
button-draw = Draw
button-resign = Resign
button-resign-yes = Yes, resign
button-abort-yes = Yes, abort
button-agree = Agree
button-agree-takeback = Allow the takeback
button-agree-adjourn = Agree to adjourn
button-refuse = Decline
button-refuse-draw = Decline the draw
button-refuse-takeback = Decline the takeback
button-refuse-adjourn = Decline to adjourn
button-resume = Resume
button-claim-win = Claim the win
button-claim-draw = Claim a draw
button-draw-yes = Accept the draw
button-draw-no = Decline
button-play = Play
button-back = Back
button-stop-vacation = Stop it anyway
button-cancel-vacation = Cancel it anyway
button-again = Start over
button-more = More…

# Entering a move
entry-choose = What do you want to move?
entry-choose-piece = Choose a piece
entry-place = Where do you want to place it?
entry-place-row = Choose a row
entry-placeholder = Choose marbles
entry-inline = from { $cell }, along the line
entry-broadside = { $from }–{ $to }, sideways
entry-triangle = { $cells }, three together
entry-piece = from { $cell }
entry-row = row { $row }
entry-approach = flips ahead
entry-withdrawal = flips behind
entry-chain = continue
entry-so-far = So far: `{ $notation }`
entry-hidden-colors = Colors are hidden in this game, so I cannot show which marbles are yours. Enter your move with `/move`.
entry-where = Where to?
entry-preview = The board after `{ $notation }`:

# Lists
games-none = You have no games. Challenge someone with `/challenge`.
games-title = **Your games**
games-on-vacation = <@{ $player }> is on vacation until <t:{ $until }:f>.
games-on-vacation-you = You are on vacation until <t:{ $until }:f>. Your clocks are paused.
games-line = `{ $id }` you are { $color } · { $against } · move { $move }
games-your-turn = **your move**
games-their-turn = their move
games-over = finished
games-draw-asked = **<@{ $player }> offers a draw**
games-takeback-asked = **<@{ $player }> asks for a takeback**
games-adjourn-asked = **<@{ $player }> proposes to adjourn**
games-draw-own = you offered a draw
games-takeback-own = you asked for a takeback
games-adjourn-own = you proposed to adjourn
games-offer-in = `{ $id }` <@{ $challenger }> challenges you
games-offer-accepted = `{ $id }` challenge from <@{ $challenger }>: you accepted, still waiting for { $waiting }
games-offer-out = `{ $id }` your challenge to { $opponents }
games-seek = `{ $id }` your open challenge
games-more = { $count ->
    [one] … and one more.
   *[other] … and { $count } more.
}
choice-game = { $opponent } · move { $move } · { $id }
choice-offer = { $opponent } · challenge · { $id }
choice-seek = open challenge · { $id }
choice-last-game = same as your last game
choice-over = { $opponent } · finished · { $id }
choice-your-turn = your move
choice-default = default: clear my choice
choice-no-sleep = off: no sleeping hours
choice-no-digest = off: no daily digest
choice-no-quiet = off: no quiet hours
choice-no-steps = none: no reminders
choice-today = today
choice-tomorrow = tomorrow
choice-vacation = planned: { $from } – { $until }
choice-vacation-current = current: { $from } – { $until }
choice-push = push
choice-eject = ejection
choice-broadside = sideways
# Words that complete a move in /move, beside its notation
move-word-push = push, sumito
move-word-eject = eject, ejection, capture
move-word-inline = inline, line
move-word-broadside = broadside, sideways
move-word-flip = flip
move-word-approach = approach
move-word-withdrawal = withdrawal
move-word-place = place
move-word-stop = stop

# Alt text
alt-board = Abalone board, row { $last } at the top, row a at the bottom.
alt-board-turned = Abalone board, flipped: row a at the top, row { $last } at the bottom.
alt-fanorona-turned = Fanorona board, flipped: columns i to a, rows 1 to 5 from the top.
alt-fanorona = Fanorona board, columns a to i, rows 1 to 5 from the bottom.
alt-board-number = Board { $board }:
alt-board-active = Board { $board }, where the next move is played:
alt-seated = { $people }.
alt-to-move = { $color }{ $name } to move.
alt-over = The game is over.
alt-last = Last move { $notation }.
alt-last-by = Last move { $notation } by { $by }.
alt-ejects = { $color ->
    [black] A black marble is ejected.
    [white] A white marble is ejected.
    [red] A red marble is ejected.
    [green] A green marble is ejected.
    [yellow] A yellow marble is ejected.
    [blue] A blue marble is ejected.
   *[other] A marble is ejected.
}
alt-marbles = { $color ->
    [black] Black
    [white] White
    [red] Red
    [green] Green
    [yellow] Yellow
   *[blue] Blue
} marbles: { $cells }.
alt-pieces = { $color ->
    [black] Black
   *[white] White
} pieces: { $cells }.
alt-hidden = Marbles, all the same color: { $cells }.
alt-pivot = Neutral marble: { $cells }.
alt-ball = Ball: { $cells }.
alt-sisters = Sisters: { $cells }.
alt-obstacles = Obstacles: { $cells }.
alt-holes = Holes: { $cells }.
alt-crown = { $color }'s crown rests on { $cells }.
alt-crown-hidden = A crown rests on { $cells }.
alt-none = none
legend-black = black
legend-white = white
layout-random = Random, symmetric
layout-random-free = Random, any cells
legend-red = red
legend-green = green
legend-yellow = yellow
legend-blue = blue
legend-hidden = marble
legend-pivot = neutral marble
legend-ball = ball
legend-sister = sister
legend-obstacle = obstacle
legend-hole = hole

# Files
export = Game `{ $id }`: the game record as text, and the same with the time of each move as JSON.
export-too-large = This game is too long for a file in Discord.

# Refusals of the bot
error-no-such-game = That game does not exist. `/games` lists yours.
error-which-game = Which game? Use the command in the thread of the game, or choose it with the option `game`.
error-not-a-player = You are not a player in this game.
error-not-for-you = This challenge is not for you.
error-own-challenge = This is your own challenge, and only { $opponents } can answer it. Press *Withdraw* to take it back.
error-not-the-challenger = Only the challenger can withdraw this challenge.
error-not-your-turn = It is not your turn.
error-turn-of = It is { $players }'s turn. `/line` decides your answer in advance.
error-stale = The game has moved on. Here is the current board.
error-over = The game is over.
error-not-over = The game is not over yet.
error-challenge-closed = This challenge is closed.
error-not-started = This challenge has not been accepted yet.
error-aborted = This game was aborted.
error-too-late-to-abort = Everyone has made a move, so the game can no longer be aborted. Use `/draw` or `/resign` to end it.
error-hidden-colors = Colors are hidden in this game until it ends. Its record is available after that.
error-no-such-person = I cannot find that person. Choose them from the list that Discord shows.
error-yourself = You cannot challenge yourself. Choose someone else.
error-same-person = One person cannot take two seats. Choose someone else.
error-wrong-number = This game needs { $needed } players, including you, but there are { $given }. Add or remove players, or choose other seats.
error-five-people = There is no game for five players. Invite one, two, three, or five others.
error-layout-and-board = Choose either a `layout` or your own `board`, not both.
error-already-accepted = You have already accepted. The game starts when everyone has.
error-bad-setup = This game cannot be played: { $why }.
error-bad-pace = `{ $pace }` is not a pace I know. Choose one from the list.
error-line-no-moves = Enter what they play (`if`) and what you answer (`then`), or a whole line (`moves`).
error-line-hidden-colors = Colors are hidden in this game, and conditional moves would reveal which moves are legal.
error-line-on-turn = It is your turn: make your move first. Conditional moves answer what comes after it.
error-line-empty = This line has no moves.
error-line-illegal = Move { $number } of this line, `{ $turn }`, is not possible: { $why }.
error-line-contradicts = You already answer `{ $stands }` after `{ $after }`, so you cannot also answer `{ $new }`. Remove that line first.
error-line-unanswered = This line ends with your opponent's move `{ $turn }`. Add your answer.
error-line-too-many = All your lines in this game together can have at most { $count } moves.
error-line-too-long = A line can have at most { $count } moves.
error-line-none = That line does not exist. `/line show` lists yours.
error-adjourned = The game is adjourned until <t:{ $until }:f>. Use `/resume` to continue it earlier.
error-not-adjourned = This game is not paused.
error-no-clock = This game has no deadline, so there is no clock to pause.
error-adjourned-too-long = { $days ->
    [one] A game can be adjourned for one day.
   *[other] A game can be adjourned for 1 to { $days } days.
}
error-has-deadline = This game has a deadline: a player who does not move in time loses.
error-opponent-not-silent = It is not an opponent's turn, so no one is keeping you waiting.
error-not-silent-yet = They have until <t:{ $at }:f> (<t:{ $at }:R>). Use `/claim` after that.
error-no-proposal = There is nothing left to answer.
error-nothing-to-withdraw = There is nothing to withdraw: it has already been decided, or nothing was proposed.
error-not-the-proposer = Only the player who proposed this can withdraw it.
error-already-proposed = You already have an open proposal. It stays open until someone answers it or moves. To withdraw it, press *Withdraw* or use the option `withdraw` of the same command.
error-nothing-to-take-back = You have not made a move that you could take back.
error-never-takes-back = <@{ $player }> does not allow takebacks.
error-live-no-pauses = The clocks of a live game never pause: leave out `pauses`, or choose a slower pace.
error-vacation-past = A vacation cannot start in the past. Leave out `from` to start it now.
error-vacation-too-far = You can plan a vacation at most { $days } days ahead.
error-vacation-length = A vacation lasts 1 to { $days } days.
error-vacation-overlaps = You already have a vacation at that time: <t:{ $from }:f> – <t:{ $until }:f>. End or cancel it with `/vacation stop which:`.
error-no-such-vacation = That vacation is over, or was never planned. `/vacation status` lists yours.
error-vacation-none-left = You have no vacation left in { $year }.
error-vacation-too-little = You do not have enough vacation left in { $year }: { $left }. Choose fewer days.
error-no-vacation = You are not on vacation, and none is planned.
error-no-day = `{ $typed }` is not a date. Write `2026-12-24`, `24 december`, `tomorrow`, `friday` or `in 3 days`. You can add a time: `friday 18:00`.
error-either-day = `{ $typed }` could mean `{ $one }` or `{ $other }`. Write one of these instead.
error-time-not-once = The clocks change that night: `{ $typed }` does not exist, or occurs twice. Choose another time.
error-no-such-zone = There is no time zone `{ $typed }`. Type the name of a big city near you, and choose from the list.
error-no-such-zone-near = There is no time zone `{ $typed }`. Did you mean { $near }?
error-no-fixed-zone = No time zone is always `{ $typed }`. These are at that offset now: `{ $near }`. Type the name of a big city near you, and choose from the list.
error-no-time = `{ $typed }` is not a time of day. Write `23:00` or `7:30`.
error-sleep-empty = Sleeping hours cannot start and end at the same time. To remove them, use `sleep-from:default`.
error-sleep-too-long = Sleeping hours can last at most { $hours } hours a day.
error-sleep-half = Enter both when you go to sleep (`sleep-from`) and when you get up (`sleep-to`).
error-sleep-without-zone = Choose your time zone too: sleeping hours are in your local time.
error-thread-of-others = This is the thread of a game you do not play in, so only its players can show games here. Leave out `public` to see the replay privately.
error-no-offer = There is no draw offer.
error-own-side = Your own side proposed this. The other players answer it.
error-hidden-colors-past = Colors are hidden until the game ends. Until then you cannot see earlier positions, because they would reveal the colors move by move.
error-already-offered = There is already a draw offer. It stays open until it is answered or the opponent moves. To withdraw it, press *Withdraw* or use `/draw withdraw:`.
error-already-agreed = You have already agreed. Other players still have to answer.
error-too-many = You already have { $count } games and open challenges. Finish one first.
error-too-many-to-one = You already have { $count } open challenges to this person. Wait for an answer, or withdraw one.
error-too-fast = That was a lot at once. You can go on <t:{ $at }:R>.
error-too-many-lookups = You have asked for many replays, lists of moves and records in a short time. You can ask for the next one <t:{ $at }:R>.
error-too-many-challenges = You have sent many challenges in a short time. You can send the next one <t:{ $at }:R>.
error-too-many-challenges-to-one = You have often challenged <@{ $player }> in a short time. You can do so again <t:{ $at }:R>.
error-not-challengeable = You cannot challenge <@{ $player }>.
error-block-yourself = You cannot block yourself.
error-block-bot = Bots challenge nobody, so there is nothing to block. Name a person.
error-too-many-blocked = You block { $count } people, which is the most. Unblock one with `/settings unblock` first.
error-internal = Something went wrong on our side. Please try again in a moment.
error-unknown-button = This button no longer works, or is not mine. `/board` shows the game.
error-illegal = `{ $move }` is not possible: { $why }.
error-illegal-try = Legal are, for example, { $examples }. *Move…* below the board shows all.
error-illegal-next = Type a cell in the option `move` to see what is possible, or press *Move…* below the board.

# Refusals of the rules
refusal-bad-position = this is not a position: { $problem }
refusal-contradiction = `{ $first }` and `{ $second }` contradict each other
refusal-needs-two = `{ $first }` and `{ $second }` contradict each other, because `{ $first }` needs two players or `seats:2x2`
refusal-empty-setup = it names no game
refusal-no-value = `{ $option }` needs a value
refusal-twice = `{ $option }` is given twice
refusal-unknown-game = there is no game `{ $game }`
refusal-other-game = this is a setup of `{ $game }`, but another game is expected
refused-or = {" or "}
refusal-ambiguous = `{ $text }` can be read in more than one way; write { $suggestions }
refusal-bad-value = `{ $value }` is not possible for `{ $option }`; { $expected }
expected-cells = write cells of the board, such as `e5 d4`
expected-cell = write one cell of the board, such as `e5`
expected-pivot = write a cell of the board, such as `e5` or `e5 fixed`
expected-board = a board needs marbles of every color
expected-range = write a number from { $least } to { $most }
expected-choice = choose from the list
refusal-bad-record = this is not a game record: { $problem }
refusal-blocked = { $cell } is not empty, and a sideways move cannot push
refusal-empty-cell = { $cell } is empty
refusal-empty-text = there is no move in it
refusal-game-over = the game is over
refusal-not-adjacent = { $from } and { $to } are not next to each other
refusal-not-in-line = { $from } and { $to } are not in line
refusal-not-legal = that is not legal
refusal-turn-unfinished = the turn is not complete after `{ $text }`; add the next move
refusal-not-notation = `{ $text }` is not a move; write the rear cell and the cell ahead (`a1b2`), or both ends of a line and where the first one goes (`c3c5d3`)
refusal-not-sideways = { $first } to { $last } lie along that move; name only the rear cell and the cell ahead
refusal-not-yours = you have no marble on { $cell }
refusal-off-board = { $cell } is not on the board; its row goes from { $first } to { $last }
refusal-no-row = { $cell } is not on the board; rows go from a to { $last }
refusal-other-board = it is your turn on board { $now }, not on board { $board }
refusal-own-ejection = your own marble on { $cell } would leave the board
refusal-own-marble-ahead = your own marble on { $cell } is in the way
refusal-own-marble-behind = your own marble on { $cell } is behind the marbles you push
refusal-pac = { $own } cannot push { $theirs } (pac, no sumito)
refusal-same-cell = { $cell } is named twice
refusal-text-too-long = the text is too long
refusal-three-cannot-be-pushed = you can push at most { $most } marbles, not { $theirs } (pac, no sumito)
refusal-too-long = { $count } marbles are too many; a move takes { $most } at most
refusal-sister-alone = the sister on { $cell } moves only with a marble of yours in her line
refusal-sister-goes-back = the sister on { $cell } came there towards { $direction }; she cannot go straight back
refusal-sister-ejection = the sister on { $cell } would leave the board
refusal-place-first = place first; write @ and a free cell, such as `{ $example }`
refusal-nothing-to-place = there is nothing left to place
refusal-taken = { $cell } is not free
refusal-not-your-half = { $cell } is not in your half; choose a free cell of rows { $rows }
refusal-unknown-layout = there is no layout `{ $layout }`; choose one from the list
refusal-unknown-option = this game has no option `{ $option }`; leave it out
refusal-wrong-landing = from { $from } that way the front marble lands on { $lands }, not on { $to }
refusal-bad-board = the board cannot be read ({ $problem })
refusal-board-rows = a board has { $expected } rows joined by `/`, and this one has { $found }
refusal-board-row = row { $row } has { $width } cells, and your board gives it more or fewer
refusal-board-letter = `{ $letter }` in row { $row } is no marble; write `b` and `w` for marbles, and numbers for empty cells
refusal-overlap = `{ $first }` and `{ $second }` cannot be combined, because both use `{ $cells }`
refusal-too-few-marbles = `{ $target }` is out of reach with `{ $layout }`, because there are too few marbles to eject ({ $marbles })
refusal-no-crown = `{ $crown }` and `{ $layout }` cannot be combined, because { $color ->
    [black] Black
   *[white] White
} has no marbles on `{ $cells }`
refusal-over-at-once = the game would be over before the first move
refusal-no-point = { $point } is not on the board; columns go from a to i, rows from 1 to 5
refusal-not-a-path = `{ $text }` is not a move; place with `@d3`, move with `d3e3`, flip the row ahead with `d3e3+` or the one behind with `d3e3-`, continue with `d3e3+f4-`
refusal-center-stays-free = e3 stays free until all pieces are placed
refusal-not-your-piece = the piece on { $cell } is not yours
refusal-no-diagonal = no line leads from { $from } to { $to }; a weak point has no diagonals
refusal-must-flip = the step from { $from } to { $to } can flip, so it must; write `+` for the row ahead or `-` for the row behind
refusal-nothing-ahead = the step from { $from } to { $to } meets no opposing piece ahead; `+` flips nothing
refusal-nothing-behind = the step from { $from } to { $to } leaves no opposing piece behind; `-` flips nothing
refusal-flips-nothing = the step from { $from } to { $to } flips nothing, and a turn continues only with steps that flip
refusal-same-axis = the step from { $from } to { $to } follows the line of the step before; continue along another line
refusal-turn-goes-on = the turn continues with the piece on { $cell }, or ends
refusal-nothing-begun = no turn is in progress; write the point where your piece is, then where it goes
refusal-turn-over = the turn is over after `{ $text }`
refusal-wall = the obstacle on { $cell } cannot be moved
refusal-into-hole = your own marble on { $cell } would fall into the hole on { $hole }
refusal-pivot-stays = the neutral marble on { $cell } cannot be pushed off the board
refusal-partner-in-line = the marble on { $cell } is your partner's; it moves only to help with a push
refusal-partner-behind = your partner's marble on { $cell } is behind the marbles you push
refusal-other-color = this move is made with the other color, and the marble on { $cell } does not have that color
refusal-no-triangle = { $cells } do not form a triangle
refusal-no-triangles = triangles cannot move in this game
refusal-too-many-moves = a turn has at most { $count } in this game
refusal-not-drawn = the layout `{ $layout }` is random; add `seed=` and a number
refusal-no-board = `board` is empty; write its nine rows from i to a, joined by `/`

# Help
help = **Abalone by correspondence**
    Push your opponent's marbles off the board. The first to eject six wins.
    • `/challenge` someone: you choose layout, sprint, target, pace and color. `/seek` looks for an opponent, `/seeks` lists who does.
    • `/move` in the thread of the game, or **Move…** below the board. Along the line: `a1b2` (rear cell, next cell). Sideways: `c3c5d3` (both ends, then where the first one goes).
    • You move one, two or three marbles. **Sumito**: 2 push 1, 3 push 1 or 2. Equal forces are a *pac*: nothing moves.
    • `/board` shows a game, `/games` lists yours, `/draw` and `/resign` end one, `/export` gives its record.
    • `/replay` plays a game as an animation, `/history` shows its moves and score.
    • Away? `/vacation` pauses your clocks. `/line` answers for you, `/takeback` asks for your last turn back, `/adjourn` proposes a pause. `/abort` ends a game that has just begun, `/claim` one that your opponent has left.
    • `/settings`: board theme, time zone, sleeping hours, reminders, and who cannot challenge you. `/profile` shows how you play.
    • `/ladder` is the ladder of a server: join, and challenge those above you.
    • `/rules` teaches every game and every option, with pictures.
    • In a **sprint** each player makes 20 to 30 moves. Then the player with more ejected marbles wins.
    • The third occurrence of a position is a draw. A player who cannot move loses.

# Settings
settings-title = **Your settings**
settings-theme = Board theme: **{ $theme }**
settings-theme-default = Board theme: as chosen by the server or the host, here **{ $theme }**
settings-coordinates = { $shown ->
    [yes] Coordinates around the board: **shown**
   *[no] Coordinates around the board: **hidden**
}
settings-orientation = { $turned ->
    [own] At the bottom: **always your marbles**
    [black] At the bottom: **always the black marbles**
    [white] At the bottom: **always the white marbles**
   *[default] At the bottom: **your marbles** while you enter a move and in the reply, **black** otherwise
}
settings-style = { $style ->
    [text] Boards that only you see: **text**
   *[picture] Boards that only you see: **pictures**
}
settings-takeback-never = Takebacks: **never**, requests are declined right away
settings-takeback-casual = Takebacks: **ask me**
settings-takeback-always = Takebacks: **always**, requests are granted right away
settings-zone = Time zone: **{ $zone }** (it is { $time } there now)
settings-zone-none = Time zone: not set, so days and weekends follow UTC
settings-sleep = Sleeping hours: **{ $hours }** (your clocks pause then)
settings-sleep-none = Sleeping hours: none
settings-automatic = Automatic vacation before a loss on time: { $automatic ->
    [yes] **yes**, as long as you have vacation left
   *[no] **no**
}
settings-clock-next = In each game this takes effect on your next turn. A turn that has already started does not change.
vacation-started = Your vacation has started and lasts until <t:{ $until }:f>. Your clocks are paused in all games that allow vacation, and you can still move. End it with `/vacation stop`.
vacation-planned = Your vacation is planned: <t:{ $from }:f> – <t:{ $until }:f>. Cancel it with `/vacation stop which:`.
vacation-stopped = Your vacation is over. Your clocks are running again.
vacation-stopped-little-time = Your vacation is over. Your clocks are running again. Where you have almost no time left, move right away.
vacation-stop-warning = { $count ->
    [one] **Your vacation is still running.** If you stop it now, you have less than an hour left in this game:
   *[other] **Your vacation is still running.** If you stop it now, you have less than an hour left in these { $count } games:
}
vacation-cancel-warning = { $count ->
    [one] **Your vacation has not started yet.** If you cancel it, you have less than an hour left in this game:
   *[other] **Your vacation has not started yet.** If you cancel it, you have less than an hour left in these { $count } games:
}
vacation-warning-game = `{ $id }` { $against }: { $left }
vacation-warning-no-time = nothing
vacation-stop-advice = Move there first (you can move during a vacation), then stop it. Where your time is up, your next vacation starts automatically. If you have none left, you lose that game.
vacation-cancel-advice = Move there first, then cancel it. Where your time is up, your next vacation starts automatically. If you have none left, you lose that game.
vacation-canceled = Your vacation planned for <t:{ $from }:f> is canceled.
vacation-canceled-little-time = Your vacation planned for <t:{ $from }:f> is canceled. Where you have almost no time left, move right away.
vacation-current = You have been on vacation since <t:{ $from }:f>. It lasts until <t:{ $until }:f>.
vacation-current-automatic = An automatic vacation started <t:{ $from }:f>. It lasts until <t:{ $until }:f>.
vacation-next = Planned: <t:{ $from }:f> – <t:{ $until }:f>.
vacation-none = You are not on vacation, and none is planned.
vacation-uses = It uses { $one } of { $first } and { $other } of { $second }. Years change at midnight UTC.
vacation-left = Left in { $year }: { $left } of { $yearly }.
settings-blocked = You take no challenges from { $people }. They are not told. Your games with them go on.
settings-blocked-none = You take challenges from everyone.
settings-blocked-count = People whose challenges you do not take: { $count ->
    [0] **none**
   *[other] **{ $count }** (`/settings block` lists them)
}
settings-hint = `/settings picture` changes how boards look for you, `/settings clock` your time zone and sleeping hours. `/settings reminders` and `/settings digest` change when and where you are reminded, `/settings takeback` how you answer takeback requests, `/settings block` who can challenge you.
setup-title = **Settings of this server**
setup-theme-default = Board theme: as chosen by the host, **{ $theme }**
setup-hint = `/setup picture` changes how boards look on this server. Boards that only one person sees use that person's settings.
error-no-server = This command is for servers. Use it in a channel of your server.
error-not-the-manager = Only people who can manage this server can change its settings.
error-no-such-choice = That choice does not exist. Use the command again, and choose from the list.
theme-wood = Wood
theme-slate = Slate
theme-paper = Paper
theme-contrast = High contrast

## Results of a server

result-beat = **<@{ $one }> ({ $color }) beat <@{ $other }> ({ $othercolor }){ $score }**
result-drew = **<@{ $one }> ({ $color }) drew with <@{ $other }> ({ $othercolor }){ $score }**
result-moves = { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}
result-layout-custom = own layout
results-first = Results of games in this server will be posted here.
results-here = Results are posted in this channel from now on. `/setup results post:No longer` ends that.
results-off = Results are no longer posted in a channel of their own.
setup-results = Results: <#{ $channel }>
setup-results-off = Results: only in the threads of the games (`/setup results`)
error-results-unreachable = I may not post in this channel. Let me view it and send messages, then use the command again.
error-results-not-now = Discord does not take messages at the moment. Use the command again in a minute.

## Ratings

rating-group-standard = Standard
rating-group-fast = Sprint and blitz
rating-group-variants = Variants
rating-group-notalone = Notalone
rating-group-fliporona = Fliporona
rating-group-teams = Two against two
challenge-rated = Rated: { $group }
challenge-casual = Casual: the result changes no rating
challenge-stake = <@{ $player }> { $rating }: win { $win }, draw { $draw }, loss { $loss }
error-cannot-be-rated = Games with hidden colors or a handicap, and games of three or six players, are not rated. Leave out *rated*, or choose other options.
profile-rating = • { $group }: **{ $rating }** ± { $deviation } ({ $games ->
    [one] 1 rated game
   *[other] { $games } rated games
})
profile-rating-here = • { $group }: **{ $rating }** ± { $deviation } here ({ $games ->
    [one] 1 rated game
   *[other] { $games } rated games
}), { $overall } over all servers
profile-rating-plot = Rating: { $group }
top-here = **{ $group }: the best of this server**
top-everywhere = **{ $group }: the best of all servers**
top-line = { $place }. <@{ $player }> **{ $rating }** ({ $games ->
    [one] 1 game
   *[other] { $games } games
})
top-month-here = **{ $group }: this month in this server**
top-month-everywhere = **{ $group }: this month in all servers**
top-quarter-here = **{ $group }: this quarter in this server**
top-quarter-everywhere = **{ $group }: this quarter in all servers**
top-year-here = **{ $group }: this year in this server**
top-year-everywhere = **{ $group }: this year in all servers**
top-period-line = { $place }. <@{ $player }> **{ $gained }** · { $won } won of { $games ->
    [one] 1 game
   *[other] { $games } games
}
top-period-note = First who has gained most points, then who has won most. The first games of a new player find out the rating: they gain nothing. Months begin at 00:00 UTC.
top-period-nobody = Nobody has finished a rated game in this time.
ratings-changed = Ratings: { $list }
ratings-changed-one = <@{ $player }> { $before } → **{ $after }**
top-nobody = Nobody has a settled rating yet. It takes some ten rated games.
top-players = { $players ->
    [0] Nobody has played a rated game.
    [one] 1 player has a rating.
   *[other] { $players } players have a rating; those with a question mark in their profile are not listed.
}
top-distribution = Players by rating
top-rating = rating

## Statistics of a server

statistics-title = **Statistics of this server**
statistics-none = No game has been finished in this server yet. `/challenge` or `/seek` begins one.
statistics-games = • { $games ->
    [one] **1** finished game
   *[other] **{ $games }** finished games
}
statistics-moves = • { $moves ->
    [one] **1** move
   *[other] **{ $moves }** moves
}
statistics-players = • { $players ->
    [one] **1** player
   *[other] **{ $players }** players
}
statistics-layouts = • Most played: { $list }
statistics-active = • Most active: { $list }
statistics-week = • This week: { $games ->
    [0] no finished game yet
    [one] 1 finished game
   *[other] { $games } finished games
}
statistics-per-week = Finished games per week

## Profile

profile-title = **<@{ $player }>**
profile-reliability = • Reliability: **{ $percent }%** (games not lost on time, recent ones count more)
profile-reliability-new = • Reliability: not known before three finished games
profile-finished = • { $finished ->
    [0] No finished games yet
    [one] 1 finished game: { $won } won, { $lost } lost, { $drawn } drawn
   *[other] { $finished } finished games: { $won } won, { $lost } lost, { $drawn } drawn
}
profile-playing = • { $playing ->
    [0] No games in progress
    [one] 1 game in progress
   *[other] { $playing } games in progress
}
profile-games = • By game: { $list }
profile-colors = • By color: { $list }
profile-layouts = • By layout: { $list }
profile-own-layouts = own layouts
profile-streak-won = • Last { $games ->
    [one] game won
   *[other] { $games } games won
}, best streak { $best }
profile-streak-lost = • Last { $games ->
    [one] game lost
   *[other] { $games } games lost
}{ $best ->
    [0] {""}
   *[other] , best streak of wins { $best }
}
profile-streak-drawn = • Last { $games ->
    [one] game drawn
   *[other] { $games } games drawn
}{ $best ->
    [0] {""}
   *[other] , best streak of wins { $best }
}
profile-openings = • Favorite openings: { $list }
profile-pace = • Usually moves within { $span }
profile-ladder = • Ladder { $name }: place **{ $place }**, best place { $best }
profile-ladder-past = • Ladder { $name }: best place { $best }
profile-honors = • Honors: { $list }
profile-led = led the ladder { $names }
profile-in-a-row = { $games } wins in a row
profile-against = • Against <@{ $other }>: { $games ->
    [0] no finished games
    [one] 1 finished game, { $won } won, { $lost } lost, { $drawn } drawn
   *[other] { $games } finished games, { $won } won, { $lost } lost, { $drawn } drawn
}
profile-recent = **Last games**
profile-recent-won = { $number }. Won against { $opponents } · { $game } · <t:{ $at }:d>
profile-recent-lost = { $number }. Lost to { $opponents } · { $game } · <t:{ $at }:d>
profile-recent-drawn = { $number }. Drew with { $opponents } · { $game } · <t:{ $at }:d>
error-profile-of-bot = Bots do not play, so they have no profile. Choose a person.
error-profile-against-oneself = Choose another player to compare with: nobody plays against themselves.
reliability-of = <@{ $player }> { $percent }%
reliability-of-new = <@{ $player }> new
challenge-reliability = Reliability: { $list }

# Replay and history
replay = Replay of `{ $id }`: { $players }, { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
}.
replay-shown-by = <@{ $player }> shares a game:
replay-alt = { $plies ->
    [one] An animation of 1 ply. At its end:
   *[other] An animation of { $plies } plies. At its end:
}
replay-abridged = shortened
history-title = Moves of `{ $id }`: { $players }, { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
}.
history-none = No moves have been made yet.
history-page = Page { $page } of { $pages }
history-position = { $move }. { $mover } { $notation }
score-ejected = Marbles ejected
score-left = On the board
score-summary = { $count ->
    [0] { $who }: none.
    [one] { $who }: one, on move { $moves }.
   *[other] { $who }: { $count }, on moves { $moves }.
}
score-summary-initial = { $who }: { $count } counted from the start.
score-summary-left = { $who }: { $first } at the start, between { $least } and { $most } during the game, { $last } now.
score-axis = plies
button-replay = Replay
button-history = Moves
button-earlier = ◀ Earlier
button-later = Later ▶

## Reminders

turn = <@{ $player }>, it is your turn.
dm-turn = It is your turn in `{ $id }` { $against }: <#{ $channel }>.
dm-deadline = Your deadline is <t:{ $at }:R>.
dm-closed = <@{ $player }>, I cannot send you direct messages, so I will notify you here from now on. To get direct messages again, allow them and use `/settings reminders` once more.
reminder-last = You have not responded for a while. This is the last reminder until you use the bot again.
reminder-test = <@{ $player }>, this is what a reminder looks like. It is not about any of your games.
digest-title = { $count ->
    [one] **One game is waiting for you**
   *[other] **{ $count } games are waiting for you**
}
test-nowhere = Your reminders are turned off, so nothing was sent. Change that with `/settings reminders where:`.
test-dm-sent = I just sent you a reminder by direct message.
test-thread-sent = I just posted a reminder here.
test-no-thread = Nothing was posted, because this is not the thread of one of your games. There you would see:
test-closed = The reminder did not arrive: I am not allowed to write to you or in this place. Allow direct messages from this server, or choose another place with `/settings reminders where:`.
test-failed = The reminder did not arrive: Discord did not accept it. Try again in a minute.
settings-steps = Reminders before a deadline: **{ $steps }**
settings-steps-default = Reminders before a deadline: **{ $steps }**, as chosen by the host
settings-steps-none = Reminders before a deadline: **none**
settings-where = { $place ->
    [dm] Reminders are sent **by direct message**
    [both] Reminders are sent **in the thread and by direct message**
    [none] Reminders are **turned off**
   *[thread] Reminders are sent **in the thread of the game**
}
settings-turn = { $called ->
    [yes] Notify you when your turn starts: **yes**
   *[no] Notify you when your turn starts: **no**
}
settings-nowhere = Your reminder times and quiet hours are kept, but have no effect for now.
settings-quiet = No reminders during **{ $hours }** (`{ $zone }`): they come earlier instead
settings-quiet-none = No quiet hours
settings-digest = Daily digest at **{ $time }** (`{ $zone }`), when something is waiting for you
settings-digest-none = No daily digest
settings-steps-too-long = { $count ->
    [one] In game `{ $games }` your turn is too short for your earliest reminder, which is skipped there.
   *[other] In { $count } games your turn is too short for your earliest reminder, which is skipped there: `{ $games }`
}
error-no-step = `{ $step }` is not a time before a deadline. Write hours, days or minutes, such as `24h 3h`, `2d` or `90m`, or write `none`.
error-step-range = `{ $step }` is out of range: a reminder comes { $minutes } minutes to { $days } days before the deadline.
error-too-many-steps = { $count } reminders per turn are too many: choose { $most } at most.
error-no-time-of-day = `{ $time }` is not a time of day. Write `18:00`, `7:30` or `6 pm`.
error-no-hours = `{ $hours }` is not a range of hours. Write `22:00-07:00`, or `off`.
error-test-too-soon = You can send one test per minute. Try again shortly.
error-quiet-empty = Quiet hours cannot start and end at the same time. Write `22:00-07:00`, or `off`.
error-quiet-too-long = Quiet hours can last at most twelve hours. To turn reminders off, choose `where:` Nowhere.
error-no-zone = I do not know your time zone yet. Set it first with `/settings clock zone:`.

## Ladders

ladder-refused-self = You cannot challenge yourself.
ladder-refused-not-on-ladder = { $player } is not on this ladder.
ladder-refused-lower-level = { $player } does not stand above you; challenge somebody above.
ladder-refused-lower = { $player } is { $distance } below you; challenge somebody above.
ladder-refused-too-high = { $player } is { $distance } above you; you can challenge up to { $reach }.
ladder-refused-out-limit = { $open ->
    [one] You have 1 open challenge or game as a challenger. You can challenge again once it is answered and over.
   *[other] You have { $open } open challenges or games as a challenger. You can challenge again once one of them is over.
}
ladder-refused-in-limit = { $open ->
    [one] { $player } is already challenged by 1 player. Wait until that challenge or game is over.
   *[other] { $player } is already challenged by { $open } players. Wait until one of these challenges or games is over.
}
ladder-refused-already-playing = You and { $player } already have an open challenge or game on this ladder.
ladder-refused-too-soon = You and { $player } have played lately. You can challenge again from { $until } on.
ladder-refused-vacation = { $player } is on vacation until { $until }.
ladder-refused-last-pair = Your last game was against { $player }. Finish a game against somebody else first.
ladder-distance-places = { $count ->
    [one] 1 place
   *[other] { $count } places
}
ladder-distance-tiers = { $count ->
    [one] 1 tier
   *[other] { $count } tiers
}
ladder-distance-steps = { $count ->
    [one] 1 step
   *[other] { $count } steps
}

challenge-ladder-accepted = A game of the ladder **{ $name }**. Without an answer it begins by itself.
challenge-ladder-declined = A game of the ladder **{ $name }**. Without an answer it does not take place.
challenge-ladder-forfeited = A game of the ladder **{ $name }**. A player who declines it or does not answer in time loses it.
ladder-error-no-server = Ladders belong to a server. Use the command there.
ladder-error-none = This server has no ladder yet. An organizer creates one with `/setup ladder create`.
ladder-error-which = This server has several ladders: { $names }. Choose one with the option `ladder`.
ladder-error-no-such = No ladder of this server is called { $name }.
ladder-error-closed = This ladder is closed. Its table stays, but nobody can join, leave or challenge.
ladder-error-own-place = You cannot move yourself up. Another organizer has to move you.
ladder-error-name-taken = Another ladder of this server has this name. Choose another name.
ladder-error-no-name = Give the ladder a name with a letter or a digit.
ladder-error-too-many = A server can have { $most } open ladders. Close one first.
ladder-error-full = A ladder has room for { $most } players, and this one is full.
ladder-error-not-empty = This ladder already has players. Import into an empty one: `/setup ladder create` makes it.
ladder-error-already-on = { $player } is already on this ladder.
ladder-error-you-are-on = You are already on this ladder. `/ladder show` shows your place.
ladder-error-you-are-not-on = You are not on this ladder. Join it with `/ladder join`.
ladder-error-thread-of-others = This is the thread of a game you do not play in. Leave out `public` to see the ladder privately.
ladder-error-cannot-decline = Nobody can decline a challenge on this ladder. Without your answer the game begins by itself.
ladder-error-not-for-two = Games of a ladder are played by two. Choose a setup for two players.
ladder-error-no-such-day = { $typed } is not a past day. Write it as `2026-11-22`.
ladder-error-nothing = Name at least one thing to change.
ladder-error-not-here = <@{ $player }> is no longer in this server, or cannot see this channel. An organizer can take players off with `/setup ladder remove`.
ladder-error-set-key = There is no parameter { $key }. You can set { $known }.
ladder-error-set-value = { $setting } is not possible. An example that is: `{ $example }`.
ladder-error-set-no-value = { $setting } has no value. Write parameters as `key=value`, separated by spaces.
ladder-error-set-steps = Steps need `reach=step`, `win=step`, and `loss=step` or `loss=none`.
ladder-error-set-reach = `reach=tier`, `reach=step` and `reach=all` stand alone.
ladder-error-set-answer = `answer=0` needs `silence=accepted`.
ladder-title = **{ $name }** · { $players ->
    [one] 1 player
   *[other] { $players } players
} · { $open ->
    [one] 1 open game
   *[other] { $open } open games
}
ladder-is-closed = This ladder is closed.
ladder-empty = Nobody has joined yet. Be the first.
ladder-own-place = You are at place **{ $place }**.
ladder-shown-by = <@{ $player }> shows the ladder:
ladder-day-title = **{ $name }** on <t:{ $at }:d> · { $players ->
    [one] 1 player
   *[other] { $players } players
}
ladder-column-step = Step
ladder-column-player = Player
ladder-column-form = Last games
ladder-column-reliability = Reliability
ladder-form-won = W
ladder-form-lost = L
ladder-form-drawn = D
ladder-step = step { $step }
button-ladder-above = ▲ Above
button-ladder-below = ▼ Below
button-ladder-newer = ◀ Newer
button-ladder-older = Older ▶
button-ladder-leave-yes = Leave the ladder
button-ladder-close-yes = Close the ladder
button-ladder-decline-yes = Decline and lose
button-ladder-challenge = Challenge…
button-ladder-join = Join
button-ladder-leave = Leave
ladder-joined = You have joined **{ $name }** at place { $place }. Challenge somebody above you.
ladder-joined-first = You have joined **{ $name }** at place 1. Nobody stands above you: wait for a challenge.
ladder-left = You have left **{ $name }**. You were at place { $place }. Your open games go on without counting for the ladder.
ladder-ask-leave = { $open ->
    [0] Leave **{ $name }**? You lose place { $place }.
    [one] Leave **{ $name }**? You lose place { $place }, and your open challenge or game no longer counts for the ladder.
   *[other] Leave **{ $name }**? You lose place { $place }, and your { $open } open challenges and games no longer count for the ladder.
}
ladder-ask-close = { $open ->
    [0] Close **{ $name }**? Nobody can join or challenge any more. This cannot be undone.
    [one] Close **{ $name }**? Nobody can join or challenge any more, and its open challenge or game no longer counts. This cannot be undone.
   *[other] Close **{ $name }**? Nobody can join or challenge any more, and its { $open } open challenges and games no longer count. This cannot be undone.
}
ladder-ask-decline = Decline this challenge? On **{ $name }** that counts as a loss, and you may lose place { $place }.
ladder-kept = Nothing has changed.
ladder-told-up = { $player } moves up to place { $place }
ladder-told-down = { $player } drops to place { $place }
ladder-told-stays = { $player } stays at place { $place }
ladder-told-off = { $player } leaves the ladder
ladder-begun = Your game against { $player } on **{ $name }** has begun.
ladder-nobody = There is nobody on **{ $name }** whom you can challenge now. `/ladder challenge user:` says why for each player.
ladder-nobody-above = You are at the top of **{ $name }**: nobody stands above you. Wait for a challenge.
ladder-whom = **{ $name }**: you can challenge these players now.
ladder-whom-more = { $more ->
    [one] There is 1 more. Name that player with `/ladder challenge user:`.
   *[other] There are { $more } more. Name one of them with `/ladder challenge user:`.
}
ladder-choose = Whom do you challenge?
ladder-history = **{ $name }**: what has changed
ladder-history-player = **{ $name }**: what has changed for { $player }
ladder-history-none = Nothing has changed yet.
ladder-history-won = won against { $opponent }
ladder-history-won-place = won the place of { $opponent }
ladder-history-won-on-time = won on time against { $opponent }
ladder-history-won-on-time-place = won the place of { $opponent } on time
ladder-history-forfeit = { $opponent } did not take the challenge
ladder-history-forfeit-place = got the place of { $opponent }, who did not take the challenge
ladder-history-lost = lost against { $opponent }
ladder-history-forfeited = did not take the challenge of { $opponent }
ladder-history-drew = drew against { $opponent }
ladder-history-time = lost on time against { $opponent }
ladder-moves = { $player }: { $from } → **{ $to }** · { $reason }
ladder-stays = { $player }: stays at { $place } · { $reason }
ladder-comes = { $player }: → **{ $place }** · { $reason }
ladder-goes = { $player }: { $place } → off · { $reason }
ladder-reason-joined = joined
ladder-reason-left = left
ladder-reason-removed = removed by an organizer
ladder-reason-won = won
ladder-reason-lost = lost
ladder-reason-drew = drew
ladder-reason-time = lost on time
ladder-reason-won-on-time = won on time
ladder-reason-won-by-forfeit = got the place without a game
ladder-reason-forfeited = did not take a challenge
ladder-reason-inactive = no game for long
ladder-reason-moved = moved by an organizer
ladder-created = The ladder **{ $name }** is open. Players join with `/ladder join`.
ladder-edited = Changed. Challenges that are open keep what they were made with.
ladder-closed = The ladder **{ $name }** is closed. Its table stays; games that are being played go on without counting for it.
ladder-stands-there = { $player } already stands there on **{ $name }**.
ladder-rules-title = **{ $name }** · { $preset }
ladder-rules-games = Games: { $game } · { $pace }
ladder-rules-reach = You can challenge { $reach }.
ladder-rules-out = { $count ->
    [one] You can have 1 open challenge to others at a time.
   *[other] You can have { $count } open challenges to others at a time.
}
ladder-rules-in = A player can be challenged by { $count } at a time.
ladder-rules-at-once = A challenged player need not answer: the game begins at once.
ladder-rules-silence-accepted = A challenged player has { $time } to answer. Then the game begins by itself; nobody can decline.
ladder-rules-silence-declined = A challenged player has { $time } to answer. Then the challenge is closed.
ladder-rules-silence-forfeited = A challenged player has { $time } to answer. A player who declines or does not answer loses.
ladder-rules-win-insert = A challenger who wins takes the place of the defender. Those between move down by one.
ladder-rules-win-swap = A challenger who wins changes places with the defender.
ladder-rules-win-step = A challenger who wins goes one step up, and the defender one down.
ladder-rules-draw-none = A draw changes nothing.
ladder-rules-draw-below = A challenger who draws goes directly below the defender.
ladder-rules-loss-none = When the challenger loses, nothing changes.
ladder-rules-loss-step = A challenger who loses goes one step down, and the defender one up.
ladder-rules-loss-last = A challenger who loses goes last.
ladder-rules-time-played = A loss on time counts like any other loss.
ladder-rules-time-leaves = A player who loses on time leaves the ladder.
ladder-rules-time-falls = A defender who loses on time goes directly below the challenger. A challenger who loses on time goes last.
ladder-rules-again-at-once = The same two can play again at once.
ladder-rules-again = The same two can play again after { $pause }.
ladder-rules-again-other = Before the same two play again, the challenger finishes a game against somebody else.
ladder-rules-join-last = New players come last.
ladder-rules-join-rating = New players are placed by their rating.
ladder-rules-idle = A player who finishes no game for { $time } drops one place. Vacations do not count.
ladder-rules-first = The first challenge after joining may go to anybody above.
ladder-rules-decided = A game is about the place that the defender had when it was made.
ladder-reach-places = { $count ->
    [one] the player directly above you
   *[other] players up to { $count } places above you
}
ladder-reach-percent = the nearest { $percent }% of the players above you
ladder-reach-rating = { $count ->
    [one] players up to 1 place above the place that fits your rating
   *[other] players up to { $count } places above the place that fits your rating
}
ladder-reach-tier = players of your tier and of the next one up; tiers hold 1, 2, 3, … places
ladder-reach-step = players on your step and on the next one up
ladder-reach-all = everybody above you
ladder-reach-best = { $list } – whichever reaches furthest
ladder-reach-or = {", or "}
ladder-in-all = { $limit ->
    [one] 1 player
   *[other] { $limit } players
}
ladder-in-band = { $limit } (up to place { $place })
ladder-in-below = { $limit } (below)

## Organizers

organize-ask-win = End game `{ $id }` of { $players } with a win of <@{ $winner }>? Nobody can undo that.
    Reason: { $reason }
organize-ask-draw = End game `{ $id }` of { $players } with a draw? Nobody can undo that.
    Reason: { $reason }
organize-ask-annul = End game `{ $id }` of { $players } without a result? Nobody can undo that.
    Reason: { $reason }
organize-ask-annul-over = Game `{ $id }` of { $players } is over. Take back its result, also in the ratings? Nobody can undo that.
    Reason: { $reason }
organize-you-adjudicated = You have decided game `{ $id }`: { $result }
organize-you-annulled = You have annulled game `{ $id }`. It has no result.
organize-ladder-stays = The table of the ladder **{ $name }** stays as it is. `/setup ladder move` puts players elsewhere.
organize-you-extended = <@{ $player }> has more time in game `{ $id }`, until <t:{ $until }:f>.
organize-you-paused = You have paused game `{ $id }` until <t:{ $until }:f>. `/organize resume` lets it go on earlier.
organize-you-resumed = Game `{ $id }` goes on.
organize-adjudicated = { $players }, <@{ $organizer }> has decided this game as an organizer. Reason: { $reason }
organize-annulled = { $players }, <@{ $organizer }> has annulled this game as an organizer. It has no result, and counts for no rating. Reason: { $reason }
organize-extended = { $players }, <@{ $organizer }> gives <@{ $player }> more time as an organizer. Reason: { $reason }
    Deadline: <t:{ $until }:f> (<t:{ $until }:R>)
organize-paused = { $players }, <@{ $organizer }> has paused this game as an organizer, until <t:{ $until }:f>. All clocks are paused, and no one can move. Reason: { $reason }
organize-resumed = <@{ $organizer }> lets this game go on, as an organizer. Reason: { $reason }
organize-error-other-server = This game is not played in this server. Use the command where it is played.
organize-error-own-game = You play in this game. Another organizer has to decide on it.
organize-error-which-game = Which game? Use the command in its thread, or choose it in the option `game`.
organize-error-no-winner = Choose one: the winner in `winner`, or `draw` for a draw.
organize-error-not-in-game = <@{ $player }> does not play in this game. Name one of its players.
organize-error-extension = Name how much time to give, in `days`, `hours` or `minutes`: from one minute to { $days } days.
organize-error-no-reason = Say why, in `reason`. The players and the log of this server show it.
organize-error-expired = This question was asked more than a day ago, or by someone else. Use the command again.
organize-error-paused = An organizer has paused this game until <t:{ $until }:f>. Only an organizer can let it go on earlier.
organize-error-annulled = An organizer has annulled this game.
error-not-an-organizer = Only organizers of this server can do that: people who can manage the server or its events, and the role that `/setup organizers` names.
button-adjudicate = End the game
button-annul = Annul the game
button-newer = Newer
button-older = Older
challenge-annulled = <@{ $challenger }> challenged { $opponents } to a game of { $game }. An organizer has **annulled** it: there is no result.
seek-annulled = <@{ $challenger }> looked for an opponent in { $game }, and { $opponents } accepted. An organizer has **annulled** the game: there is no result.
reason-adjudication = by decision of an organizer.
audit-title = **What organizers have done here** (page { $page } of { $pages })
audit-empty = Organizers have done nothing here yet.
audit-export = { $count ->
    [one] One entry of the log, as a JSON object.
   *[other] { $count } entries of the log, a JSON object in each line, the newest first.
}
audit-host = the host
audit-adjudicated = decided a game
audit-annulled = annulled a game
audit-extended = gave more time
audit-paused = paused a game
audit-resumed = let a game go on
audit-asked-to-replace = asked somebody to take over
audit-replaced = a player was replaced
audit-set-up = changed the settings
audit-preset-saved = saved a preset
audit-preset-removed = removed a preset
audit-ladder-created = created a ladder
audit-ladder-edited = changed a ladder
audit-ladder-closed = closed a ladder
audit-ladder-added = put on a ladder
audit-ladder-removed = took off a ladder
audit-ladder-moved = moved on a ladder
audit-rating-annulled = took a game out of the ratings
audit-rating-restored = put a game back into the ratings
permission-view-channel = View Channel
permission-send-messages = Send Messages
permission-embed-links = Embed Links
permission-attach-files = Attach Files
error-missing-permissions = In this channel I lack: { $list }. Give me these permissions here, then use the command again.
channel-seeks = open challenges
channel-results = results of games
channels-first = From now on this is posted here: { $list }.
setup-seeks = Open challenges: <#{ $channel }>
setup-seeks-off = Open challenges: where they are made (`/setup channels`)
setup-organizer = Organizers: people who can manage the server or its events, and <@&{ $role }>
setup-organizer-none = Organizers: people who can manage the server or its events (`/setup organizers` adds a role)
setup-organizer-hint = Discord shows `/organize` only to people who can manage events. Show it to the role too: server settings, *Integrations*, this bot.
error-everybody-organizes = Choose a role that not everyone has.
seek-posted-in = This server wants open challenges in <#{ $channel }>, so yours is posted there.
channel-ladders = changes of the ladders
setup-ladders = Changes of the ladders: <#{ $channel }>
setup-ladders-closed = Changes of the ladders: <#{ $channel }>, where I may not post at the moment. Let me view it and send messages, then use `/setup channels` there again.
setup-ladders-off = Changes of the ladders: only in `/ladder history` (`/setup channels`)
ladder-digest = **Changes on the ladders** · <t:{ $at }:D>
ladder-digest-more = { $count ->
    [one] … and one earlier change: `/ladder history`
   *[other] … and { $count } earlier changes: `/ladder history`
}

## Fair play

challenge-repeated-pair = You two have had { $games } rated games in { $days } days, so this one is casual
error-pair-limit = You two have had { $games } rated games in { $days } days, so further ones are casual. Take a casual challenge, or wait.
review-title = **Games of the last { $days } days** ({ $games } rated). These figures prove nothing: they say where to look.
review-nothing = Nothing stands out.
review-pairs = **Many rated games of the same two**
review-pair = • <@{ $one }> – <@{ $other }>: { $games } games, won { $wonone } – { $wonother }. All their rated games: { $allone }, { $allother }
review-broken-off = **Games that the same two did not finish**
review-broken-off-pair = • <@{ $one }> – <@{ $other }>: { $aborted } aborted, { $timedout } lost on time
review-new-accounts = **New accounts that lose** (less than { $days } days old at that time)
review-new-account = • <@{ $player }>, { $age } days old: { $lost } of { $games } rated games lost, { $count } of them to <@{ $winner }>
review-hint = `/organize annul` takes a result out of the ratings. Nobody is punished by itself.

## Somebody takes over from a player

replacement-you-asked = <@{ $new }> is asked to take over from <@{ $player }> in game `{ $id }`.
replacement-you-play = You have taken over in game `{ $id }`. It is casual from now on.
replacement-you-declined = You do not take over in game `{ $id }`.
replacement-asked = <@{ $player }>, <@{ $organizer }> asks you as an organizer to take over from <@{ $former }> in this game. It would be casual from then on. Reason: { $reason }
replacement-declined = <@{ $player }> does not take over. The game goes on as before.
replacement-done = { $players }, <@{ $player }> has taken over from <@{ $former }>, as <@{ $organizer }> has asked. The game is casual from now on.
button-take-over = Take over
button-not-take-over = Decline
organize-error-cannot-replace = <@{ $player }> plays in this game already, or organizes it. Name somebody else.
organize-error-ladder-game = A ladder counts this game for its two players. `/organize adjudicate` or `/organize annul` ends it.
organize-error-not-asked = Nobody asks you to take over in this game, or the request is over.
replacement-not-here = <@{ $player }> is not in this server, or cannot see this channel. Name a member who sees it.

## The role of a leader

leader-role = The leader of this ladder has <@&{ $role }>.
leader-role-none = The leader of this ladder has no role of their own.
leader-role-refused = The leader of this ladder should have <@&{ $role }>, but Discord does not let me give it. Let me manage roles, and put my role above it.
leader-role-left = I could not take <@&{ $role }> from <@{ $player }>. Please do so yourself.
leader-role-lost = I can no longer give the role of the leader of **{ $name }** (<@&{ $role }>). Let me manage roles, put my role above it, or choose another one with `/setup leader`. I try again every hour.
error-manage-roles = I may not manage roles in this server. Give me the permission **Manage Roles**, then use the command again.
error-role-above = I may not give <@&{ $role }>. Put my role above it in the server settings, then use the command again.
leader-role-later = Discord does not answer at the moment: I give it within a few minutes.
error-your-manage-roles = You need the permission **Manage Roles** to choose the role of a leader. Ask somebody who has it.
error-role-allows-more = <@&{ $role }> allows more than you may do yourself. Choose another role, or ask somebody who may do all of it.
error-role-not-now = Discord does not answer at the moment. The former role still counts. Use the command again in a minute.
error-role-busy = I am handing over the role of this leader at the moment. Use the command again in a minute.
