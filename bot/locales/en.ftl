# What players read, in English.

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
about-notalone = Each places a sister; when the sisters meet, whoever has more marbles left wins
about-fliporona = 22 pieces each are placed, then moved: contact flips rows. Whoever has no piece or no move left loses
challenge-layout-custom = Layout: **as in the picture**
challenge-pace-days = { $days ->
    [one] Pace: **1 day** per move
   *[other] Pace: **{ $days } days** per move
}
challenge-pace-fischer = Pace: **{ $start }** each, and **{ $increment }** more with each move, **{ $cap }** at most
challenge-pace-total = Pace: **{ $total }** each for the whole game
challenge-pace-none = Pace: **no deadline**
challenge-weekends = Clocks stand still **on weekends**
challenge-vacation-asked = **No automatic vacation** before a loss on time
challenge-vacation-off = **No vacation**: it stops no clock
challenge-sleep-off = Sleeping hours stop no clock
challenge-color-chosen = Seats: { $seats }
challenge-color-lot = Colors: drawn by lot when all have accepted
challenge-sprint = Sprint: **{ $moves } moves each**; then whoever has ejected more marbles wins
challenge-target = { $target ->
    [one] The first ejection wins
   *[other] { $target } ejections win
}
option-turn = { $value ->
    [double] A turn is **two moves**
    [own-foe] A turn is a move of one's own, then one with **the opponent's marbles**
    [foe-own] A turn is a move with **the opponent's marbles**, then one of one's own
   *[mixed] A turn is one move of one's own and one with **the opponent's marbles**, in either order
}
option-handicap = { $count ->
    [one] Handicap: { $color } starts with **one marble fewer**
   *[other] Handicap: { $color } starts with **{ $count } marbles fewer**
}
option-placement = **Placement**: the players place their marbles first
option-obstacles = Obstacles: **{ $value }**
option-holes = Holes: **{ $value }**
option-pivot = Pivot: a neutral marble on **{ $cell }** that can be ejected
option-pivot-fixed = Pivot: a neutral marble on **{ $cell }** that cannot be ejected
option-ball = Ball: **{ $value }**; whoever ejects it wins
option-triangles = **Triangles** may move
option-colors = **One color**: all marbles look the same until the end
option-crown = **Crown**: whoever loses it first loses
option-seats = { $value ->
    [s2x2] **Two against two** on one board
    [s2x2x2] **Two against two** on two boards
    [s3] **Three players**
    [s4] **Four players**, opposite seats are partners
   *[s6] **Six players**, three against three
}
option-phase = The opponents change with each round
challenge-expires = Open until <t:{ $at }:f> (<t:{ $at }:R>).
challenge-sent = Your challenge to { $opponents } is on its way. You can withdraw it until it is answered.
challenge-accepted = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **Accepted.**
challenge-joined = <@{ $player }> accepts. { $waiting } still to answer.
challenge-declined = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **Declined** by <@{ $who }>.
challenge-withdrawn = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **Withdrawn.**
challenge-aborted = <@{ $challenger }> challenged { $opponents } to a game of { $game }. <@{ $who }> **called it off** before everybody had made a move: it has no result.
challenge-expired = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **Not answered in time** by { $silent }.
you-accepted = You have accepted. You play **{ $color }**.
you-accepted-wait = You have accepted. { $waiting } still to answer.
you-declined = You have declined the challenge.
you-withdrew = You have withdrawn the challenge.
a-bot = Bots do not play Abalone. Challenge a person.
thread-name = { $names } · { $game }

# Boards
board-turn = **Move { $move }** · <@{ $player }> to move ({ $color })
board-start = **The game begins** · <@{ $player }> moves first ({ $color })
board-number = On board **{ $board }**
board-seated = At board { $board }: { $people }
board-place = { $what ->
    [sister] To place: **a sister**, on the own half
    [piece] To place: **a piece**
   *[marble] To place: **a marble**
}
board-two-moves = { $turn }: write both with a comma, `a1b2,c3c4`
board-last = Last move: `{ $notation }` by { $color }
board-at-once = Played at once: { $list }
board-ejects = Last move: `{ $notation }` by { $color }, **a marble is ejected!**
score = Ejected: { $list } (of { $target })
score-on-board = On the board: { $list }
score-of-board = Board { $board }, ejected: { $list } (of { $target })
score-in-hand = To place: { $list }
sprint-left = Sprint, moves left: { $list }
clocks = Time left: { $list }
deadline = Deadline <t:{ $at }:f> (<t:{ $at }:R>)
on-vacation = Vacation of <@{ $player }>: <t:{ $from }:f> – <t:{ $until }:f>; the clock stands still in that time
you-played = You played `{ $notation }` { $against }.
against = against { $opponents }
against-with = with { $partners } against { $opponents }
list-and = { $list } and { $last }
teams = Teams: { $list }
game-in = The game (`{ $id }`) is in <#{ $channel }>.
game-is = It is the game `{ $id }`.
game-home = Go to the game: <#{ $channel }>
headline-move = Move { $move }
headline-start = { $color } moves first
headline-wins = { $color } wins
headline-win-together = { $colors } win
headline-draw = Draw
detail-last = Last { $notation }
detail-last-by = Last { $notation } by { $name }
after-ply = { $ply ->
    [0] Position at the start
    [one] Position after 1 ply
   *[other] Position after { $ply } plies
}
only-so-many = { $ply ->
    [0] No move has been made yet.
    [one] Only 1 ply has been played.
   *[other] Only { $ply } plies have been played.
} This is how it stands now.

# Results
result-wins = **{ $winners } ({ $colors }) wins**
result-win-together = **{ $winners } ({ $colors }) win**
result-draw = **The game is a draw**
reason-target = { $target ->
    [one] by ejecting a marble.
   *[other] by ejecting { $target } marbles.
}
reason-moves-made = after the last move of the sprint. Ejected: { $list }.
reason-moves-made-draw = after the last move of the sprint. Ejected: { $list }.
reason-no-move = because the opponent has no legal move.
reason-ball = by ejecting the ball.
reason-crown = because the opponent's crown has fallen.
reason-stuck = because nobody can move.
reason-sisters = by having more marbles left when the sisters came together.
reason-sisters-equal = because both have as many marbles left, and the other side brought the sisters together.
reason-no-pieces = because the opponent has no piece left.
reason-boards = by both boards together.
reason-repetition = by the third occurrence of the position.
reason-calm = after 300 plies without an ejection.
reason-resignation = because <@{ $loser }> resigned.
reason-time = because <@{ $loser }> ran out of time.
reason-agreement = by agreement.
reason-silence = because <@{ $loser }> has not moved any more.
reason-claim = claimed after 200 plies without an ejection.

# Draw, resign, remind
draw-offered = { $opponents }, <@{ $player }> offers a draw.
draw-agreed = <@{ $player }> agrees to the draw. Others have still to.
draw-declined = <@{ $player }> declines the draw. The game goes on.
you-offered = You have offered { $opponents } a draw in the game `{ $id }`.
draw-withdrawn = <@{ $player }> withdraws the draw offer. The game goes on.
you-withdrew-draw = You have withdrawn your draw offer.
you-agreed = You have agreed to the draw. Others have still to.
you-declined-draw = You have declined the draw.
resign-ask = Do you want to resign the game `{ $id }` { $against }? This cannot be taken back.
you-resigned = You have resigned the game `{ $id }` { $against }.
takeback-asked = { $opponents }, <@{ $player }> would like to take back { $moves }.
takeback-declined = <@{ $player }> does not agree to the takeback. The game goes on.
takeback-withdrawn = <@{ $player }> asks for no takeback any more. The game goes on.
you-withdrew-proposal = You have withdrawn what you had proposed. The game goes on.
taken-back = <@{ $player }> takes back { $moves }. This is the board again:
board-taken-back = What this board showed was taken back.
proposal-agreed = <@{ $player }> agrees. Others have still to.
you-asked-takeback = You have asked { $opponents } to let you take back your last turn, and what was played since, in the game `{ $id }`. Whoever moves first makes the question needless.
you-took-back = You have taken back your last move in the game `{ $id }` { $against }. It is your turn.
you-agreed-done = You have agreed. It is done.
you-agreed-so-far = You have agreed. Others have still to.
you-declined-proposal = You have not agreed. The game goes on.
you-kept-line = Kept. Only you see this.
line-removed = Removed.
line-title = **Your lines** in the game `{ $id }` { $against }, your answers in bold:
line-theirs = if `{ $turn }`
line-own = then **`{ $turn }`**
line-none = You have no line in the game `{ $id }` { $against }. `/line add` makes one.
line-picture = In the picture: the board at the end of line { $number }.
line-board = The board at the end of line { $number }:
line-dropped = `{ $turn }` was played in the game `{ $id }` { $against }, and your lines do not go on from there. They are gone.
line-dropped-takeback = Moves were taken back in the game `{ $id }` { $against }, and your lines there are gone.
adjourn-asked = { $days ->
    [one] { $opponents }, <@{ $player }> proposes to let the game stand still for a day. No clock would run.
   *[other] { $opponents }, <@{ $player }> proposes to let the game stand still for { $days } days at most. No clock would run.
}
adjourn-declined = <@{ $player }> does not want the game to stand still. It goes on.
adjourn-withdrawn = <@{ $player }> does not propose any more to let the game stand still. It goes on.
adjourned = { $players }, the game stands still until <t:{ $until }:f>. No clock runs, and nobody moves. Either side may let it go on before: then each has the time that they had.
resumed = <@{ $player }> lets the game go on:
resumed-in-time = The game goes on:
board-adjourned = **Adjourned** until <t:{ $until }:f> (<t:{ $until }:R>)
you-asked-to-adjourn = { $days ->
    [one] You have proposed to { $opponents } to let the game `{ $id }` stand still for a day.
   *[other] You have proposed to { $opponents } to let the game `{ $id }` stand still for { $days } days at most.
}
you-resumed = The game `{ $id }` goes on.
warned = <@{ $player }>, it has been your move for long. If you do not move before <t:{ $until }:f> (<t:{ $until }:R>), the game may be claimed.
you-warned = Your opponent has been warned. If they do not move before <t:{ $until }:f>, use `/claim` again.
claim-ask = Nobody has moved in the game `{ $id }` { $against }, in spite of the warning. What do you claim?
you-claimed = Game `{ $id }` { $against }:
abort-ask = Do you want to call off the game `{ $id }` { $against }? It will have no result.
you-aborted = You have called off the game `{ $id }` { $against }. It has no result.
aborted = { $opponents }, <@{ $player }> has called the game off before everybody had made a move. It has no result.
you-drew = Game `{ $id }` { $against }:
reminder = <@{ $player }>, it is your move. The deadline is <t:{ $at }:R>.
away = <@{ $player }> is on vacation until <t:{ $until }:f>: the clock stands still. New deadline: <t:{ $at }:f> (<t:{ $at }:R>).
away-later = <@{ $player }> will be on vacation from <t:{ $from }:f> to <t:{ $until }:f>: the clock will stand still. New deadline: <t:{ $at }:f> (<t:{ $at }:R>).
away-automatic = <@{ $player }>, your time was over. You have not lost: your vacation began instead, until <t:{ $until }:f>. Move before <t:{ $at }:f> (<t:{ $at }:R>).
back = The vacation of <@{ $player }> is over: the clock runs. Deadline: <t:{ $at }:f> (<t:{ $at }:R>).
vacation-changed = <@{ $player }> has changed their vacation. New deadline: <t:{ $at }:f> (<t:{ $at }:R>).
notice-late = This is no longer needed: the game has moved on.
unreached = I cannot write to <@{ $player }>: they take no direct messages from me. Please let them know yourself.
still-open = The challenge is open all the same: they can accept it with `/games`.
new-home = The game of { $players } goes on here.

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
button-abort-yes = Yes, call it off
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
button-stop-vacation = Stop it all the same
button-cancel-vacation = Cancel it all the same
button-again = Begin again
button-more = More…

# Entering a move
entry-choose = What do you want to move?
entry-choose-piece = Choose a piece
entry-place = Where do you want to place?
entry-place-row = Choose a row
entry-placeholder = Choose marbles
entry-inline = from { $cell }, along the line
entry-broadside = { $from }–{ $to }, sideways
entry-triangle = { $cells }, three together
entry-piece = from { $cell }
entry-row = row { $row }
entry-approach = flips ahead
entry-withdrawal = flips behind
entry-chain = go on
entry-so-far = So far: `{ $notation }`
entry-veiled = All marbles look the same here, and nothing tells which are yours: write your move with `/move`.
entry-where = Where to?
entry-preview = This is the board after `{ $notation }`.

# Lists
games-none = You have no game. Challenge somebody with `/challenge`.
games-title = **Your games**
games-away = <@{ $player }> is on vacation until <t:{ $until }:f>.
games-away-you = You are on vacation until <t:{ $until }:f>: your clocks stand still.
games-line = `{ $id }` { $against } ({ $color }), move { $move }
games-your-turn = **your move**
games-their-turn = their move
games-over = finished
games-draw-asked = **<@{ $player }> offers a draw**
games-takeback-asked = **<@{ $player }> asks to take a move back**
games-adjourn-asked = **<@{ $player }> proposes to adjourn**
games-draw-own = your draw offer is open
games-takeback-own = your request for a takeback is open
games-adjourn-own = your proposal to adjourn is open
games-offer-in = `{ $id }` <@{ $challenger }> challenges you
games-offer-accepted = `{ $id }` challenge of <@{ $challenger }>: you have accepted, { $waiting } still to answer
games-offer-out = `{ $id }` you challenge { $opponents }
games-more = { $count ->
    [one] … and one more.
   *[other] … and { $count } more.
}
choice-game = { $opponent } · move { $move } · { $id }
choice-offer = { $opponent } · challenge · { $id }
choice-over = { $opponent } · finished · { $id }
choice-your-turn = your move
choice-usual = default: as usual
choice-no-sleep = off: no sleeping hours
choice-no-digest = off: no digest
choice-no-quiet = off: no quiet hours
choice-no-steps = none: no reminders
choice-today = today
choice-tomorrow = tomorrow
choice-vacation = planned: { $from } – { $until }
choice-vacation-runs = now: { $from } – { $until }
choice-push = push
choice-eject = ejection
choice-broadside = sideways

# Alt text
alt-board = Abalone board, row i on top, row a at the bottom.
alt-board-turned = Abalone board, turned: row a on top, row i at the bottom.
alt-fanorona-turned = Fanorona board, turned: columns i to a, rows 1 to 5 from the top.
alt-fanorona = Fanorona board, columns a to i, rows 1 to 5 from the bottom.
alt-board-number = Board { $board }:
alt-board-active = Board { $board }, where the next move is made:
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
alt-veiled = Marbles, all alike: { $cells }.
alt-pivot = Neutral marble: { $cells }.
alt-ball = Ball: { $cells }.
alt-sisters = Sisters: { $cells }.
alt-obstacles = Obstacles: { $cells }.
alt-holes = Holes: { $cells }.
alt-crown = { $color }'s crown rests on { $cells }.
alt-crown-veiled = A crown rests on { $cells }.
alt-none = none
letter-black = black
letter-white = white
layout-random = By lot, symmetrical
layout-random-free = By lot, any cells
letter-red = red
letter-green = green
letter-yellow = yellow
letter-blue = blue
letter-veiled = marble
letter-pivot = neutral marble
letter-ball = ball
letter-sister = sister
letter-obstacle = obstacle
letter-hole = hole

# Files
export = Game `{ $id }`: the record, for you and for other programs, and the same with every date as JSON.
export-too-large = This game is too long for a file in Discord.

# Refusals of the program
error-no-such-game = There is no such game. `/games` lists yours.
error-which-game = Which game? Use the command in its thread, or name it with the option `game`.
error-not-a-player = You do not play in this game.
error-not-for-you = This challenge is not for you.
error-not-the-challenger = Only the challenger may withdraw it.
error-not-your-turn = It is not your turn.
error-stale = The board has moved on. This is how it stands now.
error-over = The game is over.
error-not-over = The game is still being played.
error-challenge-closed = This challenge is closed.
error-not-started = This challenge has not been accepted yet.
error-aborted = This game was called off.
error-too-late-to-abort = Everybody has made a move: the game cannot be called off any more. `/draw` and `/resign` end it.
error-veiled = All marbles look the same in this game until its end. Then its record can be had.
error-no-such-person = I cannot find that person. Choose them from the list that Discord shows.
error-yourself = You cannot challenge yourself. Name somebody else.
error-same-person = One person cannot take two seats. Name somebody else.
error-wrong-number = This game is for { $needed } people, you included; there are { $given }. Name the others, or choose other seats.
error-five-people = Five cannot play together: name two others, three or five.
error-layout-and-board = Choose either a `layout` or a `board` of your own.
error-already-accepted = You have accepted already. The game begins when all have.
error-bad-setup = This cannot be played: { $why }.
error-bad-pace = I do not know the pace `{ $pace }`. Choose one from the list.
error-line-what = Say what they play (`if`) and what you answer (`then`), or a whole line (`moves`).
error-line-veiled = All marbles look the same in this game: a line would tell which moves are legal.
error-line-on-turn = It is your turn: make your move first. A line answers what comes after it.
error-line-empty = There is no move in this line.
error-line-illegal = Move { $number } of this line, `{ $turn }`, cannot be played there: { $why }.
error-line-contradicts = After `{ $after }` you answer `{ $stands }` already, so it cannot be `{ $new }` too. Remove that line first.
error-line-unanswered = This line ends with `{ $turn }`, which is not your move: say what you answer.
error-line-too-many = Your lines in this game may have { $count } moves, not more.
error-line-too-long = A line may have { $count } moves, not more.
error-line-none = There is no such line. `/line show` lists yours.
error-adjourned = The game stands still until <t:{ $until }:f>. `/resume` lets it go on before.
error-not-adjourned = This game does not stand still.
error-no-clock = This game has no deadline: no clock has to be stopped.
error-adjourned-too-long = { $days ->
    [one] A game may stand still for one day.
   *[other] A game may stand still for 1 to { $days } days.
}
error-has-deadline = This game has a deadline, which decides when somebody does not move.
error-nobody-silent = It is not an opponent's turn: nobody keeps you waiting.
error-not-silent-yet = They have until <t:{ $at }:f> (<t:{ $at }:R>). Use `/claim` then.
error-no-proposal = There is nothing to answer any more.
error-nothing-to-withdraw = There is nothing to withdraw: it has been decided, or nothing was proposed.
error-not-the-proposer = Only who has proposed this may withdraw it.
error-already-proposed = You have proposed something already; it stands until it is answered or somebody moves. *Withdraw*, or the option `withdraw` of the same command, takes it away.
error-nothing-to-take-back = You have made no move that could be taken back.
error-never-takes-back = <@{ $player }> lets nobody take a move back.
error-live-never-rests = The clocks of a live game always run: leave `pauses` out, or choose a slower pace.
error-vacation-past = A vacation cannot begin in the past. Leave `from` out to begin it now.
error-vacation-too-far = A vacation can be planned { $days } days ahead, no further.
error-vacation-length = A vacation lasts 1 to { $days } days.
error-vacation-overlaps = You have a vacation at that time already: <t:{ $from }:f> – <t:{ $until }:f>. `/vacation stop which:` ends or cancels it.
error-no-such-vacation = That vacation is over, or was never planned. `/vacation status` lists what there is.
error-vacation-none-left = There is no vacation left in { $year }.
error-vacation-too-little = There is not enough vacation left in { $year }: { $left }. Name fewer days.
error-no-vacation = You are not on vacation, and none is planned.
error-no-day = `{ $typed }` is no day. Write `2026-12-24`, `24 december`, `tomorrow`, `friday` or `in 3 days`, and a time if you like: `friday 18:00`.
error-either-day = `{ $typed }` may be `{ $one }` or `{ $other }`. Write it like one of these.
error-time-not-once = The clocks are changed that night: `{ $typed }` does not exist, or comes twice. Name another time.
error-no-such-zone = There is no zone `{ $typed }`. Type the name of a big city near you, and choose from the list.
error-no-such-zone-near = There is no zone `{ $typed }`. Do you mean { $near }?
error-no-fixed-zone = No zone is always `{ $typed }`. These are there now: `{ $near }`. Type the name of a big city near you, and choose from the list.
error-no-time = `{ $typed }` is no time of day. Write `23:00` or `7:30`.
error-sleep-empty = Sleeping hours that begin and end at the same time are none. `sleep-from:default` takes them away.
error-sleep-too-long = Sleeping hours last { $hours } hours a day at most.
error-sleep-half = Name both: from when (`sleep-from`) until when (`sleep-to`) you sleep.
error-sleep-without-zone = Name your zone too: hours are those of the clock on your wall.
error-thread-of-others = This is the thread of a game that you do not play in: its players decide what is shown here. Leave `public` out, and you see the film alone.
error-no-offer = No draw is offered.
error-own-side = This comes from your own side. The others answer it.
error-veiled-past = All marbles look the same until the end, and until then earlier positions are not shown: move by move they would tell the colors.
error-already-offered = A draw is offered already; it stands until it is answered or the opponent moves. *Withdraw*, or `/draw withdraw:`, takes it away.
error-already-agreed = You have agreed already. Others have still to.
error-too-many = You play and offer { $count } games already. Finish one first.
error-too-many-to-one = You have { $count } open challenges to this person already. Wait for an answer, or withdraw one.
error-internal = Something went wrong on our side. Please try again in a moment.
error-unknown-button = This button is too old, or not mine. `/board` shows the game.
error-illegal = `{ $move }` cannot be played: { $why }.
error-illegal-next = Type a cell in the option `move` to see what is possible, or press *Move…* under the board.

# Refusals of the rules; the English text comes with the refusal where a key is missing here.
refusal-bad-position = this is no position: { $problem }
refusal-needs-two = `{ $first }` and `{ $second }` exclude each other: it needs two players, or `seats=2x2`
refusal-contradiction = `{ $first }` and `{ $second }` contradict each other
refusal-empty-setup = there is no game in it
refusal-no-value = `{ $option }` needs a value
refusal-twice = `{ $option }` is given twice
refusal-unknown-game = I do not know the game `{ $game }`
refusal-other-game = this is a setup of `{ $game }`, another game is wanted
refused-or = {" or "}
refusal-ambiguous = `{ $text }` can be read in more than one way: write { $suggestions }
refusal-bad-value = `{ $value }` is not possible for `{ $option }`
refusal-bad-record = this is no game record: { $problem }
refusal-blocked = { $cell } is not empty, and a sideways move cannot push
refusal-empty-cell = { $cell } is empty
refusal-empty-text = there is no move in it
refusal-game-over = the game is over
refusal-not-adjacent = { $from } and { $to } are not next to each other
refusal-not-in-line = { $from } and { $to } are not in line
refusal-not-legal = that is not legal
refusal-turn-unfinished = the turn is not finished after `{ $text }`: write the next move behind it
refusal-not-notation = `{ $text }` is not notation: write the rear cell and the cell ahead (`a1b2`), or both ends of a line and where the first goes (`c3c5d3`)
refusal-not-sideways = { $first } to { $last } lie along that move: name only the rear cell and the cell ahead
refusal-not-yours = there is no marble of yours on { $cell }
refusal-off-board = { $cell } is not on the board: rows go from a to i, numbers from 1 to 9
refusal-other-board = you move on board { $now } now, not on board { $board }
refusal-own-ejection = your own marble on { $cell } would leave the board
refusal-own-marble-ahead = your marble on { $cell } stands in the way
refusal-own-marble-behind = your own marble on { $cell } stands behind the marbles you push
refusal-pac = pac, no sumito: { $own } cannot push { $theirs }
refusal-same-cell = { $cell } is named twice
refusal-text-too-long = the text is too long
refusal-three-cannot-be-pushed = pac, no sumito: { $own } cannot push { $theirs }, two in a row at most
refusal-too-long = { $count } marbles are too many: a move takes three at most
refusal-sister-alone = the sister on { $cell } moves only with a marble of yours in her line
refusal-sister-goes-back = the sister on { $cell } came there towards { $direction }: she may not go straight back
refusal-sister-ejection = the sister on { $cell } would leave the board
refusal-place-first = place first: write @ and a free cell, such as `{ $example }`
refusal-nothing-to-place = nothing is left to place
refusal-taken = { $cell } is not free
refusal-not-your-half = { $cell } is not in your half: choose a free cell of rows { $rows }
refusal-unknown-layout = there is no layout `{ $layout }`: choose one from the list
refusal-unknown-option = there is no option `{ $option }`
refusal-wrong-landing = from { $from } that way the front marble lands on { $lands }, not on { $to }
refusal-bad-board = the board cannot be read: { $problem }
refusal-overlap = `{ $first }` and `{ $second }` exclude each other: both want `{ $cells }`
refusal-too-few-marbles = `{ $target }` cannot be reached with `{ $layout }`: there are too few marbles to eject ({ $marbles })
refusal-no-crown = `{ $crown }` and `{ $layout }` exclude each other: { $color ->
    [black] Black
   *[white] White
} has no marbles on `{ $cells }`
refusal-over-at-once = nobody can begin there: the game would be over at once
refusal-no-point = { $point } is not on the board: columns go from a to i, rows from 1 to 5
refusal-not-a-path = `{ $text }` is not notation: place with `@d3`, move with `d3e3`, flip the row ahead with `d3e3+` or the one behind with `d3e3-`, go on with `d3e3+f4-`
refusal-center-stays-free = e3 stays free until all pieces are placed
refusal-not-your-piece = the piece on { $cell } is not yours
refusal-no-diagonal = no line leads from { $from } to { $to }: a weak point has no diagonals
refusal-must-flip = the step from { $from } to { $to } can flip, so it must: write `+` for the row ahead or `-` for the row behind
refusal-nothing-ahead = the step from { $from } to { $to } meets no opposing piece ahead: `+` flips nothing
refusal-nothing-behind = the step from { $from } to { $to } leaves no opposing piece behind: `-` flips nothing
refusal-flips-nothing = the step from { $from } to { $to } flips nothing, and a turn goes on only with steps that flip
refusal-same-axis = the step from { $from } to { $to } follows the line of the step before: go on along another line
refusal-turn-goes-on = the turn goes on with the piece on { $cell }, or stops
refusal-nothing-begun = no turn is begun here: write the point your piece stands on, then where it goes
refusal-turn-over = the turn is over after `{ $text }`
refusal-wall = the obstacle on { $cell } cannot be moved
refusal-into-hole = your own marble on { $cell } would fall into the hole on { $hole }
refusal-pivot-stays = the neutral marble on { $cell } cannot be pushed off the board
refusal-partner-in-line = the marble on { $cell } is your partner's: it moves only when it helps to push
refusal-partner-behind = your partner's marble on { $cell } stands behind the marbles you push
refusal-other-color = this move is made with the other color, and the marble on { $cell } is not of it
refusal-no-triangle = { $cells } are no three cells side by side
refusal-no-triangles = in this game three marbles side by side do not move together
refusal-too-many-moves = a turn has no more than { $count } here
refusal-not-drawn = the layout `{ $layout }` is drawn by lot: add `seed=` and a number
refusal-no-board = `layout=custom` needs `board=` and nine rows from i to a

# Help
help = **Abalone by correspondence**
    Push the other player's marbles off the board. The first to eject six wins.
    • `/challenge` somebody: layout, sprint, target, pace and color are up to you.
    • `/move` in the thread of the game, or **Move…** under the board. Along the line: `a1b2` (rear cell, next cell). Sideways: `c3c5d3` (both ends, where the first one goes).
    • You move one, two or three marbles. **Sumito**: 2 push 1, 3 push 1 or 2. Equal forces are a *pac*: nothing moves.
    • `/board` shows a game, `/games` lists yours, `/draw` and `/resign` end one, `/export` gives its record.
    • `/replay` shows a game as a film, `/history` its moves and its score.
    • Away? `/vacation` stops your clocks. `/line` answers for you, `/takeback` asks for your last turn back, `/adjourn` for a pause, `/abort` ends a game that has hardly begun, `/claim` one that the other has left.
    • `/settings`: how boards look to you, your zone and sleeping hours, when and where you are reminded. `/profile` shows how you play.
    • `/rules` teaches every game and every option, with pictures.
    • In a **sprint** each player makes 20 to 30 moves; then whoever has ejected more marbles wins.
    • The third occurrence of a position is a draw. Whoever cannot move loses.

# Settings
settings-title = **Your settings**
settings-theme = Look of boards: **{ $theme }**
settings-theme-default = Look of boards: as the server or the host has chosen, here **{ $theme }**
settings-coordinates = { $shown ->
    [yes] Coordinates along the board: **shown**
   *[no] Coordinates along the board: **hidden**
}
settings-orientation = { $turned ->
    [own] At the bottom: **always your marbles**
    [black] At the bottom: **always the black marbles**
    [white] At the bottom: **always the white marbles**
   *[default] At the bottom: **your marbles** while you enter a move and in the answer to it, **the black ones** otherwise
}
settings-style = { $style ->
    [text] Boards that only you see: **rows of letters**
   *[picture] Boards that only you see: **pictures**
}
settings-takeback-never = Takebacks: **never**; whoever asks is told so at once
settings-takeback-casual = Takebacks: **you are asked**
settings-takeback-always = Takebacks: **always**; whoever asks has their move back at once
settings-zone = Zone: **{ $zone }**, where it is { $time } now
settings-zone-none = Zone: not known; days and weekends are those of UTC
settings-sleep = Sleeping hours: **{ $hours }**; your clocks stand still then
settings-sleep-none = Sleeping hours: none
settings-automatic = Automatic vacation before a loss on time: { $automatic ->
    [yes] **yes**, as long as you have vacation left
   *[no] **no**
}
settings-clock-next = In each game this counts from your next turn: the one that runs goes on as it began.
vacation-started = Your vacation has begun and lasts until <t:{ $until }:f> (<t:{ $until }:R>). Your clocks stand still in all games with vacation; you may move all the same. `/vacation stop` ends it.
vacation-planned = Your vacation is planned: <t:{ $from }:f> – <t:{ $until }:f>. `/vacation stop which:` cancels it.
vacation-stopped = Your vacation is over: your clocks run again.
vacation-stopped-short = Your vacation is over: your clocks run again. Where next to nothing was left of your time, move at once.
vacation-short = { $count ->
    [one] **Your vacation still runs.** If it stops now, less than an hour is left of your time in this game:
   *[other] **Your vacation still runs.** If it stops now, less than an hour is left of your time in these { $count } games:
}
vacation-short-planned = { $count ->
    [one] **Your vacation has not begun yet.** If it is cancelled, less than an hour is left of your time in this game:
   *[other] **Your vacation has not begun yet.** If it is cancelled, less than an hour is left of your time in these { $count } games:
}
vacation-short-game = `{ $id }` { $against }: { $left }
vacation-short-nothing = nothing
vacation-short-then = Move there first, which you may during a vacation, and stop it then. Where the time is over, the next vacation begins by itself, or the game is lost if there is none.
vacation-short-planned-then = Move there first, and cancel it then. Where the time is over, the next vacation begins by itself, or the game is lost if there is none.
vacation-cancelled = The vacation planned for <t:{ $from }:f> is cancelled.
vacation-cancelled-short = The vacation planned for <t:{ $from }:f> is cancelled. Where next to nothing is left of your time, move at once.
vacation-runs = You are on vacation since <t:{ $from }:f>, until <t:{ $until }:f> (<t:{ $until }:R>).
vacation-runs-automatic = An automatic vacation began <t:{ $from }:f>, and lasts until <t:{ $until }:f> (<t:{ $until }:R>).
vacation-ahead = Planned: <t:{ $from }:f> – <t:{ $until }:f>.
vacation-none = You are not on vacation, and none is planned.
vacation-takes = It takes { $one } of { $first } and { $other } of { $second }; years change at midnight UTC.
vacation-left = Left in { $year }: { $left } of { $yearly }.
settings-how = `/settings picture` changes how boards look to you, `/settings clock` your zone and sleeping hours, `/settings reminders` and `/settings digest` when and where you are reminded, `/settings takeback` what others may take back.
setup-title = **Settings of this server**
setup-theme-default = Look of boards: as the host has chosen, **{ $theme }**
setup-how = `/setup picture` changes how boards look here. Boards that only one person sees look as that person has chosen.
error-no-server = This is for servers: use it in a channel of yours.
error-not-the-manager = Only those who may manage this server change its settings.
error-no-such-choice = There is no such choice. Use the command again, and choose from the list.
theme-wood = Wood
theme-slate = Slate
theme-paper = Paper
theme-contrast = High contrast

## How somebody plays

profile-title = **<@{ $player }>**
profile-reliability = • Reliability: **{ $percent } %** (games not lost on time; newer ones count more)
profile-reliability-new = • Reliability: nothing to say yet, before three finished games
profile-finished = • { $finished ->
    [0] No game finished yet
    [one] One game finished: { $won } won, { $lost } lost, { $drawn } drawn
   *[other] { $finished } games finished: { $won } won, { $lost } lost, { $drawn } drawn
}
profile-playing = • { $playing ->
    [0] Plays no game now
    [one] Plays one game now
   *[other] Plays { $playing } games now
}
reliability-of = <@{ $player }> { $percent } %
reliability-of-new = <@{ $player }> new
challenge-reliability = Reliability: { $list }

# Looking back
replay = Replay of `{ $id }`: { $players }, { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
}.
replay-shown-by = <@{ $player }> shows a game:
replay-alt = { $plies ->
    [one] A film of 1 ply. At its end:
   *[other] A film of { $plies } plies. At its end:
}
replay-abridged = abridged
history-title = Moves of `{ $id }`: { $players }, { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
}.
history-none = No move has been made yet.
history-page = Page { $page } of { $pages }
history-still = { $move }. { $mover } { $notation }
score-ejected = Marbles ejected
score-left = On the board
score-told = { $count ->
    [0] { $who }: none.
    [one] { $who }: one, with move { $moves }.
   *[other] { $who }: { $count }, with moves { $moves }.
}
score-told-given = { $who }: { $count } counted from the start.
score-told-left = { $who }: { $first } at the start, { $least } at least, { $most } at most, { $last } now.
score-across = plies
button-replay = Replay
button-earlier = ◀ Earlier
button-later = Later ▶

## Reminders

turn = <@{ $player }>, it is your move.
letter-turn = It is your move in `{ $id }` { $against }: <#{ $channel }>.
letter-deadline = The deadline is <t:{ $at }:R>.
letters-closed = <@{ $player }>, your direct messages are closed to me, so I call you here from now on. Open them and choose `/settings reminders` once more to be written to again.
reminder-last = You have not answered for a while: this is the last reminder until you do something here again.
reminder-test = <@{ $player }>, this is how a reminder reaches you. None of your games is meant.
digest-title = { $count ->
    [one] **One game waits for you**
   *[other] **{ $count } games wait for you**
}
test-nowhere = You have chosen to be reminded nowhere, so nothing was sent. `/settings reminders where:` changes that.
test-dm-sent = A reminder has just been sent to you by direct message.
test-thread-sent = A reminder has just been posted here.
test-no-thread = Nothing was posted, because this is not the thread of one of your games. There you read:
test-closed = It did not arrive: you, or this place, let me write nothing. Allow direct messages of this server, or choose another place with `/settings reminders where:`.
test-failed = It did not arrive: Discord did not take it. Try again in a minute.
settings-steps = Reminded before a deadline: **{ $steps }**
settings-steps-usual = Reminded before a deadline: **{ $steps }**, as the host has chosen
settings-steps-none = Reminded before a deadline: **never**
settings-where = { $place ->
    [dm] Reminders come **by direct message**
    [both] Reminders come **in the thread and by direct message**
    [none] Reminders come **nowhere**
   *[thread] Reminders come **in the thread of the game**
}
settings-turn = { $called ->
    [yes] Called when your turn begins: **yes**
   *[no] Called when your turn begins: **no**
}
settings-nowhere = The times and quiet hours that you have chosen are kept, and do nothing meanwhile.
settings-quiet = No reminders from **{ $hours }** (`{ $zone }`): they come before
settings-quiet-none = No quiet hours
settings-digest = Daily digest at **{ $time }** (`{ $zone }`), when something waits for you
settings-digest-none = No daily digest
settings-steps-too-long = { $count ->
    [one] In the game `{ $games }` your turn is not longer than your longest step: that step is left out there.
   *[other] In { $count } games your turn is not longer than your longest step, which is left out there: `{ $games }`
}
error-no-step = `{ $step }` is no time before a deadline. Write hours, days or minutes, as in `24h 3h`, `2d` or `90m`, or `none`.
error-step-range = `{ $step }` is out of range: a reminder comes { $minutes } minutes to { $days } days before the deadline.
error-too-many-steps = { $count } reminders for one turn are too many: choose { $most } at most.
error-no-time-of-day = `{ $time }` is no time of day. Write `18:00`, `7:30` or `6 pm`.
error-no-hours = `{ $hours }` are no hours. Write `22:00-07:00`, or `off`.
error-test-too-soon = There is one test a minute. Try again shortly.
error-quiet-empty = Quiet hours that begin and end at the same time are none, or all of the day. Write `22:00-07:00`, or `off`.
error-quiet-too-long = Quiet hours last twelve hours at most. Whoever wants no reminders at all chooses `where:` nowhere.
error-no-zone = I do not know yet what time it is where you are: choose your zone first, with `/settings clock zone:`.
