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
challenge-vacation-asked = **No automatic vacation** when time runs out
challenge-vacation-off = **No vacation**: clocks keep running
challenge-sleep-off = Clocks keep running during sleeping hours
challenge-color-chosen = Colors: { $seats }
challenge-color-random = Colors: **random**
challenge-rematch = Rematch of game `{ $id }`
challenge-off-ladder = Doesn't count for the ladder **{ $name }**
rematch-begun = The rematch has begun: game `{ $id }`.
rematch-offered = **Rematch:** <@{ $challenger }> challenges { $opponents } again: { $link }
challenge-from-game = { $plies ->
    [0] Starts at the beginning of game `{ $id }`, casual
    [one] Starts after the first move of game `{ $id }`, casual
   *[other] Starts after { $plies } moves of game `{ $id }`, casual
}
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
    .description = Players place their marbles first
option-obstacles = Obstacles: **{ $value }**
option-holes = Holes: **{ $value }**
option-pivot = Pivot: a neutral marble on **{ $cell }** (it can be ejected)
option-pivot-fixed = Pivot: a neutral marble on **{ $cell }** (it cannot be ejected)
option-ball = Ball: **{ $value }** (eject it to win)
option-triangles = **Triangles**: three marbles that touch can move together
    .description = Three marbles that touch can move together
option-colors = **Hidden colors**: all marbles look the same until the end
    .description = All marbles look the same until the end
option-crown = **Crown**: the first player to lose it loses the game
    .description = A crown on three marbles; the first to lose it loses
option-seats = { $value ->
    [s2x2] **Two against two** on one board
    [s2x2x2] **Two against two** on two boards
    [s3] **Three players**
    [s4] **Four players**, opposite seats are partners
   *[s6] **Six players**, three against three
}
option-phase = Opponents change every round
challenge-expires = Open until <t:{ $at }:f> (<t:{ $at }:R>).
challenge-sent = Your challenge to { $opponents } is on its way.
challenge-sent-directly = I can't post in this channel, so your challenge to { $opponents } went out by direct message.
challenge-accepted = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **Accepted.**
challenge-joined = <@{ $player }> accepts. Still waiting for { $waiting }.
challenge-declined = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **Declined** by <@{ $who }>.
challenge-withdrawn = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **Withdrawn.**
challenge-aborted = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **Aborted** by <@{ $who }> before everyone had moved. No result.
challenge-left-ladder = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **Closed:** <@{ $who }> is no longer on the ladder.
challenge-ladder-closed = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **Closed:** the ladder was closed.
challenge-expired = <@{ $challenger }> challenged { $opponents } to a game of { $game }. **No answer in time** from { $silent }.
you-accepted = You accepted the challenge. You play **{ $color }**.
you-accepted-wait = You accepted the challenge. Still waiting for { $waiting }.
you-declined = You declined the challenge.
you-withdrew = You withdrew the challenge.
error-opponent-cannot-see = <@{ $player }> can't see this channel. Challenge them in a channel you can both see, or in a direct message with me.
error-opponent-is-bot = Choose a person here. To play against me, use `/challenge` with `level`.
seek-posted = <@{ $challenger }> is looking for a game of { $game }. The first to accept plays.
seek-reliability = For players with **{ $percent }%** reliability or more
seek-experienced = For players with at least **{ $count } finished games**
seek-ratings = For players rated **{ $range }** ({ $group })
seek-range = { $lowest }–{ $highest }
seek-range-from = { $lowest } or higher
seek-range-to = up to { $highest }
choice-rating-close = close to mine: ±{ $points }
seek-sent = Your open challenge is on its way. It's open until <t:{ $until }:f>. If someone is looking for the same game, you're matched.
seek-accepted = <@{ $challenger }> was looking for a game of { $game }. **Accepted** by { $opponents }.
seek-withdrawn = <@{ $challenger }> was looking for a game of { $game }. **Withdrawn.**
seek-expired = <@{ $challenger }> was looking for a game of { $game }. **Nobody accepted in time.**
seek-aborted = <@{ $challenger }> was looking for a game of { $game }, and { $opponents } accepted. **Aborted** by <@{ $who }> before everyone had moved. No result.
seek-not-delivered = I can't post your open challenge in this channel.
seek-still-open = It's still open: others can accept it with `/games show:Open challenges`.
you-matched = You and <@{ $player }> are looking for the same game, so it starts now.
seek-begun = Your game against <@{ $player }> has started. You play **{ $color }**. Go to the game: <#{ $channel }>
seeks-title = **Open challenges**
seeks-none = No open challenges here. Post one with `/seek`.
seeks-none-direct = You have no open challenges. To see other players' challenges, use `/games show:Open challenges` in a server.
seeks-title-direct = **Your open challenges** · to see other players' challenges, use `/games show:Open challenges` in a server
seeks-rated = rated
seeks-casual = casual
seeks-color = plays **{ $color }**
seeks-not-for-you = *not for you*
error-seek-needs-server = Open challenges need a server where others can see them. Use `/seek` in one, or name your opponent.
error-seek-for-two = Open challenges are for two players, and this game takes { $count }. Name the other players in the form of `/play`.
error-seek-rating = I can't read `{ $typed }` as a range of ratings. Try `1400-1700`, `1400+`, `-1700` (up to 1700), or `±200` (close to yours).
error-seek-rating-impossible = `{ $typed }` includes the rating { $rating }, but ratings go from { $least } to { $most }. Try `1400-1700`, or `±200` for players close to your rating.
error-seek-rating-around = ±{ $points } isn't possible: choose from `±{ $least }` to `±{ $most }`, such as `±200`. To play anyone, leave out `rating`.
error-seek-rating-negative = `-{ $points }` would mean ratings up to { $points }: for players within { $points } points of yours, write `±{ $points }`.
error-seek-rating-mismatch = This challenge is for players rated { $range }. Your rating is { $rating }.
error-seek-days = A challenge can stay open for 1 to 30 days.
error-seek-reliability = Reliability is a percentage from 1 to 100.
error-too-many-seeks = You already have { $count } open challenges. Withdraw one first: `/games show:Open challenges` lists them.
error-own-seek = This is your own open challenge. Someone else has to accept it.
error-seek-taken = Too late: <@{ $player }> was faster.
error-seek-new = This challenge is for players with at least { $needed } finished games. You have { $finished }.
error-seek-unreliable = This challenge is for players with { $needed }% reliability or more. Yours is { $reliability }%.
error-not-matchable = You can't play against <@{ $player }>: one of you doesn't take challenges from the other.
presets-title = **Presets** (`/challenge game:` and `/seek game:`)
preset-saved = Saved as `{ $name }`.
preset-replaced = `{ $name }` replaced.
preset-removed = `{ $name }` removed.
presets-none = You have no presets. `/settings presets save:` saves your last game or challenge as one.
presets-none-server = This server has no presets. `/setup presets save:` saves your last game or challenge as one.
error-preset-name = A preset's name has 1 to { $most } characters. It can't be `{ $word }` or the name of a game.
error-too-many-presets = { $most } presets is the limit. Remove one first.
error-no-such-preset = There's no game or preset with that name. Choose one from the list.
error-no-last-game = You haven't played or offered a game yet.
error-preset-and-options = A preset already sets the game. Leave out either the preset or the game options. You can still change pace and color.

# A challenge step by step
guide-nobody = **{ $game }**: who do you want to play? Choose someone, or press *{ guide-button-anybody }* or *{ button-play-engine }*.
guide-nobody-direct = **{ $game }**: who do you want to play? Discord lists only the people of this conversation. To play others, use `/play` in a server.
guide-anybody = You're looking for an opponent for a game of **{ $game }**. The first to accept plays.
guide-engine = You play **{ $game }** against { $opponent }. The game begins right away.
guide-people = You're challenging { $opponents } to a game of **{ $game }**.
guide-color = Your color: **{ $color }**
guide-example = The picture is an example: the position is drawn at random when you send the challenge
guide-whom = Who do you want to play?
guide-people-select = Everyone you want to play, in seat order
guide-game = Which game?
guide-preset = Preset
guide-pace = How fast?
guide-pace-sprint = Sprint: { $moves } moves each · { $pace }
guide-button-send = Send challenge
guide-button-begin = Begin the game
guide-button-anybody = Anyone
guide-button-last = Same as last time
guide-button-more = More options…
guide-button-cells = Special cells…
guide-group-color = Color, rating and pauses
guide-group-layout = Layouts
guide-group-rules = Length and handicap
guide-group-variants = Variants
guide-group-players = More players
guide-group-conditions = Who may accept
guide-ask-color = Your color
guide-ask-level = How strong is Sumito?
guide-ask-rated = Does the result change ratings?
guide-ask-pauses = What pauses the clocks?
    .choice-default = Pauses: vacation and sleep
    .choice-weekends-pause = Pauses: vacation, sleep and weekends
    .choice-vacation-asked = Pauses: vacation and sleep, no automatic vacation
    .choice-weekends-pause-vacation-asked = Pauses: vacation, sleep and weekends, no automatic vacation
    .choice-vacation-off = Pauses: only sleep
    .choice-weekends-pause-vacation-off = Pauses: sleep and weekends
    .choice-vacation-off-sleep-off = Pauses: none
guide-ask-sprint = Sprint: how many moves each?
guide-ask-target = How many ejections win?
guide-ask-handicap = Who starts with fewer marbles?
    .choice-black-1 = Black: 1 marble fewer
    .choice-black-2 = Black: 2 marbles fewer
    .choice-black-3 = Black: 3 marbles fewer
    .choice-black-4 = Black: 4 marbles fewer
    .choice-white-1 = White: 1 marble fewer
    .choice-white-2 = White: 2 marbles fewer
    .choice-white-3 = White: 3 marbles fewer
    .choice-white-4 = White: 4 marbles fewer
guide-ask-turn = What is a turn?
    .choice-double = Two moves with your marbles
    .choice-own-foe = Yours, then theirs
    .choice-foe-own = Theirs, then yours
    .choice-mixed = One of each, in either order
guide-ask-seats = Teams and colors for more than two
    .choice-2x2 = Two against two, one board
    .choice-2x2x2 = Two against two, two boards
    .choice-2x2x2-phase-counter = Two against two, two boards, changing opponents
    .choice-3 = Three, everyone for themselves
    .choice-4 = Four colors, opposite seats are partners
    .choice-6 = Six colors, three against three
guide-ask-rating = What rating must your opponent have?
guide-ask-reliability = How reliable must your opponent be?
guide-ask-days = How long should it stay open?
guide-ask-layout = Layouts from { $first } to { $last }
guide-ask-variants = Variants, any number of them
guide-field-value = { $field }: { $value }
guide-usual = Default
guide-usual-target = Usual target
guide-usual-rated = Rated in a server, casual elsewhere
guide-usual-turn = A turn is one move
guide-usual-seats = Two players
guide-usual-rating = Any rating
guide-usual-reliability = Any reliability
guide-usual-sprint = No sprint
guide-usual-handicap = No handicap
guide-rated-yes = Rated
guide-rated-no = Casual
guide-sprint = Sprint: { $moves } moves each
guide-target = { $target ->
    [one] The first ejection wins
   *[other] { $target } ejections win
}
guide-reliability = Reliability of { $percent }% or more
guide-days = { $days ->
    [one] Open for one day
   *[other] Open for { $days } days
}
guide-new-players-yes = New players: welcome
guide-new-players-no = New players: not allowed
guide-cells = Special cells
guide-cell-obstacles = Cells that stay empty: e5 d4
guide-cell-holes = Holes, where pushed marbles are out: e5
guide-cell-pivot = A neutral marble: e5, or e5 fixed
guide-cell-ball = A ball to eject: e5
guide-cell-board = Your own layout: nine rows from i to a
guide-gone = This form is no longer open: you've opened newer ones since.
guide-sent = This challenge has been sent. To make another one, start over.
error-guide-whom = Choose who you want to play, or press *{ guide-button-anybody }* or *{ button-play-engine }*.
error-guide-no-last = You haven't challenged anyone here yet.
thread-name = { $names } · { $game }
# What became of a game, in the name of its thread.
thread-result-wins = { $colors } wins
thread-result-win-together = { $colors } win
thread-result-draw = draw
thread-result-none = no result
thread-result-annulled = annulled

# Boards
board-of = `{ $id }` · { $players }
board-turn = **Move { $move }** · <@{ $player }> to move ({ $color })
board-start = **The game begins** · <@{ $player }> moves first ({ $color })
board-seated = Board { $board }{ $next ->
    [yes] {" "}(next move)
   *[no] {""}
}: { $people }
board-place = { $game ->
    [notalone] To place: **a sister**, on your own half
    [fliporona] To place: **a piece**
   *[other] To place: **a marble**
}
board-two-moves = { $turn }: enter both, separated by a comma, such as `a1b2,c3c4`
board-last = Last move: `{ $notation }` by { $color }
board-passes = No legal move, turn skipped: { $players }
board-second-time = This position has occurred for the **second time**; the third time, the game is a draw
board-played-in-a-row = Moves played: { $list }
board-ejects = Last move: `{ $notation }` by { $color }, **marble ejected!**
score = Score: { $list } (first to { $target })
score-of-two = Score: <@{ $one }> **{ $ejected } – { $lost }** <@{ $other }> (first to { $target })
score-on-board = On the board: { $list }
score-of-board = Board { $board }: { $list } (first to { $target })
score-in-hand = Left to place: { $list }
sprint-none-left = no moves left
sprint-left = Moves left: { $list }
clocks = Time left: { $list }
deadline = { $round ->
    [yes] The round ends
   *[no] Deadline
} <t:{ $at }:f> (<t:{ $at }:R>)
deadline-parts = That is { $thinking } to think, plus { $pauses }
deadline-sleep = { $time } of sleep
deadline-weekends = { $time } of weekend
deadline-vacation = { $time } of vacation
deadline-paused = { $time } while the game was paused or the bot was down
on-vacation = On vacation: <@{ $player }>, <t:{ $from }:f> – <t:{ $until }:f>. The clock is paused
you-played = You played `{ $notation }` { $against }.
you-played-answered = { $players } had prepared `{ $notation }`: **it's your turn again.**
you-played-engine = { $players } answers `{ $notation }`: **it's your turn again.**
against = against { $opponents }
against-with = with { $partners } against { $opponents }
list-and = { $list } and { $last }
teams = Teams: { $list }
game-in = Game `{ $id }`: <#{ $channel }>
game-is = Game `{ $id }`
game-link = Go to the game: <#{ $channel }>
headline-move = Move { $move }
headline-start = { $color } moves first
headline-wins = { $color } wins
headline-win-together = { $colors } win
headline-player-wins = { $name } wins
headline-draw = Draw
detail-last = After { $notation }
detail-last-by = After { $notation } by { $name }
detail-unplayed = Not played yet: { $notation }
after-ply = { $ply ->
    [0] Starting position
    [one] Position after 1 move
   *[other] Position after { $ply } moves
}
ply-not-played = { $ply ->
    [0] No moves have been played yet.
    [one] Only 1 move has been played.
   *[other] Only { $ply } moves have been played.
} Here's the current position.

# Results
result-wins = **{ $winners } ({ $colors }) won** { $why }
result-win-together = **{ $winners } ({ $colors }) won** { $why }
result-draw = **The game is a draw** { $why }
ended-target = { $target ->
    [one] 1 marble ejected
   *[other] { $target } marbles ejected
}
ended-moves-made = end of the sprint
ended-no-move = no legal move left
ended-ball = ball ejected
ended-crown = crown fallen
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
ended-adjudication = organizer's decision
ended-round-score = by score, end of the round
ended-round-clock = by time left, end of the round
ended-claim = 200 moves without an ejection
reason-target = by ejection.
reason-moves-made = when the sprint ended.
reason-no-move = by leaving the opponent no legal move.
reason-ball = by ejecting the ball.
reason-crown = when the other crown fell.
reason-stuck = because no one can move.
reason-sisters = with more marbles when the sisters met.
reason-sisters-equal = with the same number of marbles: the losing side brought the sisters together.
reason-no-pieces = by leaving the opponent no pieces.
reason-boards = on both boards combined.
reason-repetition = by threefold repetition.
reason-calm = after 300 moves without an ejection.
reason-resignation = { $many ->
    [yes] because <@{ $loser }> resigned.
   *[no] by resignation.
}
reason-time = { $many ->
    [yes] because <@{ $loser }> ran out of time.
   *[no] on time.
}
reason-agreement = by agreement.
reason-silence = by claim, because <@{ $loser }> stopped playing.
reason-claim = by claim, after 200 moves without an ejection.
reason-round-score = by score when the round ended.
reason-round-clock = by time left when the round ended.

# Draws, resignations, proposals, reminders
draw-offered = <@{ $player }> offers { $opponents } a draw.
draw-agreed = <@{ $player }> accepts the draw. Waiting for the other players.
draw-declined = <@{ $player }> declined the draw.
draw-lapsed = The draw offer has expired.
you-offered = You offered { $opponents } a draw in game `{ $id }`.
draw-withdrawn = <@{ $player }> withdrew the draw offer.
you-withdrew-draw = You withdrew your draw offer.
you-agreed = Draw accepted. Waiting for the other players.
you-declined-draw = You declined the draw.
resign-ask = Resign game `{ $id }` { $against }? You can't undo this.
draw-ask = Offer a draw in game `{ $id }` { $against }?
takeback-ask = Ask to take back your last move in game `{ $id }` { $against }?
adjourn-ask = Propose to adjourn game `{ $id }` { $against }? The clocks stop for the time you choose, or until one of you resumes the game.
more-time-ask = How much extra time do you want to give in game `{ $id }` { $against }?
you-resigned = You resigned game `{ $id }` { $against }.
takeback-asked = <@{ $player }> would like to take back { $own }{ $count ->
    [0] {""}
    [one] , and with it the answer { $answers }
   *[other] , and with it the answers { $answers }
}. { $opponents }, do you agree?
takeback-declined = <@{ $player }> declined the takeback.
takeback-withdrawn = <@{ $player }> withdrew the takeback request.
you-withdrew-proposal = You withdrew your request.
taken-back = <@{ $player }> took back { $own }{ $count ->
    [0] {""}
    [one] , and with it the answer { $answers }
   *[other] , and with it the answers { $answers }
}.
board-taken-back = The move on this board was taken back.
proposal-agreed = <@{ $player }> accepts. Waiting for the other players.
proposal-lapsed = The request has expired.
you-asked-takeback = You asked { $opponents } for a takeback in game `{ $id }`: your last turn and everything since. The request ends when anyone moves.
you-took-back = You took back your last move in game `{ $id }` { $against }. It's your turn.
you-agreed-done = Accepted.
you-agreed-so-far = Accepted. Waiting for the other players.
you-declined-proposal = Declined.
you-saved-line = Saved. Only you can see this.
line-replaces-placings = Your conditional moves replace the placings you had prepared.
line-removed = Removed.
line-title = **Your conditional moves** in game `{ $id }` { $against }, your replies in bold:
line-title-placings = **Your prepared placings** in game `{ $id }` { $against }:
line-theirs = if `{ $turn }`
line-own = then **`{ $turn }`**
line-none = You have no conditional moves in game `{ $id }` { $against }.
line-picture = The picture shows the board at the end of line { $number }.
line-board = The board at the end of line { $number }:
line-dropped = `{ $turn }` was played in game `{ $id }` { $against }. Your conditional moves didn't cover it, so they're gone.
line-cells-taken = Already taken in game `{ $id }` { $against }: `{ $cells }`. You had prepared to place there, so I skip those cells.
line-dropped-takeback = Moves were taken back in game `{ $id }` { $against }, so your conditional moves there are gone.
adjourn-asked = { $days ->
    [one] <@{ $player }> asks { $opponents } to adjourn the game for one day, with all clocks paused.
   *[other] <@{ $player }> asks { $opponents } to adjourn the game for up to { $days } days, with all clocks paused.
}
adjourn-declined = <@{ $player }> declined to adjourn.
adjourn-withdrawn = <@{ $player }> withdrew the request to adjourn.
adjourned = { $players }, the game is adjourned until <t:{ $until }:f>. All clocks are paused, and nobody can move. Any player can resume it earlier.
resumed = <@{ $player }> resumed the game:
resumed-in-time = The game resumes:
board-adjourned = **Adjourned** until <t:{ $until }:f> (<t:{ $until }:R>)
you-gave-time = You gave <@{ $player }> { $time } more. Their deadline: <t:{ $until }:f>.
you-asked-to-adjourn = { $days ->
    [one] You asked { $opponents } to adjourn game `{ $id }` for one day.
   *[other] You asked { $opponents } to adjourn game `{ $id }` for up to { $days } days.
}
you-resumed = You resumed game `{ $id }`.
claim-warning = <@{ $player }>, it has been your turn for a long time. If you don't move by <t:{ $until }:f> (<t:{ $until }:R>), your opponent can claim the game.
you-warned-opponent = Your opponent has been warned. If they don't move by <t:{ $until }:f>, use `/game claim` again.
claim-ask = Your opponent was warned, but hasn't moved in game `{ $id }` { $against }. What do you claim?
you-claimed = Game `{ $id }` { $against }:
abort-ask = Abort game `{ $id }` { $against }? It will have no result.
you-aborted = You aborted game `{ $id }` { $against }. It has no result.
aborted = { $opponents }, <@{ $player }> aborted the game before everyone had moved. No result.
abort-ask-lost = Abort game `{ $id }` { $against }?
you-aborted-lost = You aborted game `{ $id }` { $against }.
aborted-lost = { $opponents }, <@{ $player }> aborted the game before everyone had moved.
you-drew = Game `{ $id }` { $against }:
reminder-unsaved = Automatic vacation won't save this game: { $why ->
    [agreed] you agreed to play without it.
    [turn] it works only once everyone has had a turn in one of your games.
   *[left] you have no vacation left.
}
notice-vacation-began = <@{ $player }> is on vacation until <t:{ $until }:f>. The clock is paused. New deadline: <t:{ $at }:f>.
notice-vacation-planned = <@{ $player }> will be on vacation from <t:{ $from }:f> to <t:{ $until }:f>. The clock will be paused. New deadline: <t:{ $at }:f>.
notice-vacation-automatic = <@{ $player }>, your time ran out, but you haven't lost: your vacation started automatically and lasts until <t:{ $until }:f>. Move by <t:{ $at }:f>.
notice-vacation-ended = <@{ $player }> is back from vacation, and the clock is running. Deadline: <t:{ $at }:f>.
notice-vacation-canceled = <@{ $player }> canceled their vacation. Deadline: <t:{ $at }:f>.
notice-more-time = <@{ $giver }> gives <@{ $player }> { $time } more. Deadline: <t:{ $until }:f> (<t:{ $until }:R>)
notice-vacation-changed = <@{ $player }> changed their vacation. New deadline: <t:{ $at }:f>.
notice-obsolete = This message is out of date: the game has moved on.
challenge-not-delivered = I can't reach <@{ $player }>: they don't accept direct messages from me. Please let them know yourself.
challenge-not-posted = I couldn't post your challenge to { $opponents }, so they haven't seen it. Please let them know yourself.
challenge-still-open = It's still open: they can accept it with `/games`.
thread-starter = { $players }: the game is here.
thread-starter-of-two = <@{ $first }> against <@{ $second }>: the game is here.
thread-limit = -# This server has reached Discord's limit of active threads, so this game stays in the channel. Moderators can close unused threads; the game then gets its own thread with the next board.

# Buttons
button-accept = Accept
button-decline = Decline
button-withdraw = Withdraw
button-move = Move…
button-type = Type a move…
button-board = Show picture
button-board-of = Board { $id }
button-export = Export
button-rematch = Rematch
button-play-engine = Play against Sumito
button-flip = Flip
button-game = Game…
button-offer-draw = Offer a draw…
button-offer-draw-yes = Offer a draw
button-withdraw-draw = Withdraw the draw offer
button-ask-takeback = Ask for a takeback…
button-take-back = Take back
button-ask-takeback-yes = Ask for a takeback
button-withdraw-takeback = Withdraw the takeback request
button-ask-adjourn = Adjourn…
button-withdraw-adjourn = Withdraw the request to adjourn
button-more-time = Give time…
button-lines = Conditional moves
button-claim = Claim…
button-abort = Abort…
button-days = { $days ->
    [one] { $days } day
   *[other] { $days } days
}
button-minutes = { $minutes } minutes
button-resign = Resign…
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
button-play-move = Play { $move }
button-back = Back
button-stop-vacation = End it anyway
button-cancel-vacation = Cancel it anyway
button-again = Start over
button-more = More…

# Entering a move
type-title = Your move
type-move = Move, such as a1b2 or c3c5d3
entry-choose = What do you want to move?
entry-choose-piece = Choose a piece
entry-place = Where do you want to place?
entry-place-row = Choose a row
entry-placeholder = Choose a marble
entry-row = row { $row }
entry-approach = flips ahead
entry-withdrawal = flips behind
entry-chain = continue
entry-so-far = So far: `{ $notation }`
entry-hidden-colors = Colors are hidden in this game, so I can't show which marbles are yours. Type your move.
entry-too-long = This turn is too long for a button. Type it with `/move`.
entry-where = Where to?
entry-where-to = Where does **{ $from }** go?
entry-cell = Which cell?
entry-several = Several: one now, the others on your next turns
entry-prepares = On your next turns, I'll place on these cells in this order: `{ $list }`. I'll skip cells that are taken by then. `/game line remove` cancels this.
entry-replaces-lines = The placings you chose replace your conditional moves.
entry-preview = Your move, not played yet: `{ $notation }`
entry-ejects = ejects a marble
entry-pushes = pushes { $count ->
    [1] one marble
   *[other] { $count } marbles
}
entry-strong = Pushes and ejections
entry-same-direction = Same direction: { $move }
entry-marble-on = marble on { $cell }
entry-piece-on = piece on { $point }
entry-marbles-go = { $count ->
    [1] alone
   *[other] { $count } marbles
} { $ways }
entry-sideways = sideways { $cells } { $ways }
entry-does = { $moving }: { $does }

# Lists
games-none = You have no games.
games-on-vacation = <@{ $player }> is on vacation until <t:{ $until }:f>.
games-on-vacation-you = You are on vacation until <t:{ $until }:f>. Your clocks are paused.
games-line-others = `{ $id }` { $players } · move { $move }
games-over = finished
games-draw-asked = **<@{ $player }> offers a draw**
games-takeback-asked = **<@{ $player }> asks for a takeback**
games-adjourn-asked = **<@{ $player }> proposes to adjourn**
games-draw-own = you offered a draw
games-takeback-own = you asked for a takeback
games-adjourn-own = you proposed to adjourn
games-offer-in = <@{ $challenger }> challenges you
games-offer-accepted = challenge from <@{ $challenger }>: you accepted, still waiting for { $waiting }
games-offer-out = your challenge to { $opponents }
games-seek = your open challenge
games-line = **{ $id }** { $opponents }
games-yours = __Your move__
games-theirs = __Their move__
games-paused = __Paused__
games-challenges = __Challenges__
games-deadline = { $round ->
    [yes] round ends <t:{ $at }:R>
   *[no] <t:{ $at }:R>
}
games-adjourned = adjourned until <t:{ $until }:d>
games-vacation = <@{ $player }> on vacation until <t:{ $until }:d>
games-none-wait = Nothing is waiting for you right now.
games-replay = Replay a game…
games-more = { $count ->
    [one] … and one more.
   *[other] … and { $count } more.
}
button-watch = Watch
button-unwatch = Stop watching
watch-begun-moves = You're watching game `{ $id }`. I'll send you its board by direct message, and update it with every move.
watch-begun-end = You're watching game `{ $id }`. I'll send you the last board by direct message.
watch-begun-thread = You're watching game `{ $id }` in its thread: <#{ $thread }>. I've added you to it; nothing there pings you.
watch-stopped = You're no longer watching game `{ $id }`.
watch-message-stopped = You've stopped watching game `{ $id }` ({ $players }).
watch-not-watching = You aren't watching game `{ $id }`.
watch-none = You aren't watching any game. `/games show:Being played in this server` shows what is being played, `/game watch` follows a game.
watch-title = **Games you're watching**
watch-how-moves = every move, by direct message
watch-how-end = the end, by direct message
watch-how-thread = in its thread
watch-how-closed = **stopped**: Discord didn't let me write to you, or add you to the thread. Check that you allow direct messages, then watch it again.
watch-which = Which game do you want to watch?
watch-which-stop = Which game do you want to stop watching?
watch-choose = Choose a game
watch-nothing-here = There are no other players' games to watch here right now. `/game watch game:` takes the number or the id of a game.
watch-void = The game was called off.
error-watch-own = You're playing in this game. `/settings reminders` sets what I tell you about it.
error-watch-too-many = You're watching { $count } games, which is the limit. Drop one with `/game watch how:Stop following it`.
error-watch-full = This game already has as many watchers as I can handle. `/board` shows it.
error-watch-no-thread = This game has no thread. Watch it by direct message.
error-watch-unknown = That game doesn't exist here. `/games show:Being played in this server` shows the games you can watch.
live-title = **Games being played** ({ $count })
live-none = There are no games being played that you can see here.
live-of-channel = You see the games of this channel and your own. For all games, go to the channel where the server posts results (`/setup channels`).
live-last-move = last move <t:{ $at }:R>
live-begun = started <t:{ $at }:R>
live-open = Open a game
button-live = All games
button-refresh = Refresh
choice-game = { $opponent } · move { $move } · { $id }
choice-offer = { $opponent } · challenge · { $id }
choice-seek = open challenge · { $id }
choice-last-game = same as your last game
choice-over = { $opponent } · finished · { $id }
choice-your-turn = your move
choice-round-ends = round ends in { $time }
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
# The list of games, and the next one
games-title-turn = **Games waiting for you**
games-title-waiting = **Games waiting for others**
games-title-challenges = **Open challenges**
games-title-finished = **Finished games**
games-none-here = There are none.
games-page = Page { $page } of { $pages } · { $count } games
games-won = won
games-lost = lost
games-drawn = draw
games-show = Which games?
button-by-deadline = Sort: deadline
button-by-newest = Sort: newest first
button-by-opponent = Sort: opponent
next-waits = { $count ->
    [one] One more game is waiting for you: `{ $id }` { $against }
   *[other] { $count } more games are waiting for you. Next is `{ $id }` { $against }
}
next-none = No other game is waiting for you.
button-next = Next: { $id }
button-play-next = Play next

# Typed moves and conditional moves
button-cancel = Cancel
button-line = Conditional move…
line-form = Conditional move
line-form-moves = What they play, then your answer
line-after-own = after your **`{ $turn }`**
error-line-own-first = It's your turn, so a line begins with your own next move, followed by their reply and your answer: `a1b2 i9h8 b2c3`.
settings-confirm = Moves you type: **shown before they count**
settings-confirm-none = Moves you type: **played right away**
settings-preview = Moves you choose with buttons: **shown before they count**
settings-preview-none = Moves you choose with buttons: **played right away**
settings-hints = Tips in a first game: { $shown ->
    [yes] **shown**
   *[no] **off**
}
hint-move = **Tip:** choose a marble, then where it goes, and confirm. Or type `/move`: `a1b2` moves the line that begins on a1 toward b2.
hint-push = **Tip:** a line pushes when it has more marbles than it meets: two against one, three against one or two. The cell behind the pushed marbles must be empty. If they are at the rim, the last one falls off the board.
hint-win = **Tip:** eject { $target ->
    [1] one marble
   *[other] { $target } marbles
} and you win. The clock shows how long you have to move, and I'll remind you before time runs out. A player who runs out of time loses; `/settings vacation` pauses your clocks.
hint-button-off = Hide tips
hint-off = Tips are hidden. To see them again, use `/settings moves hints:`.

# Steps through a game
button-go-to = Go to move…
button-fork = Play from here…
go-to-title = Go to move
go-to-move = Number of the move (0: the start)
error-go-to = That isn't the number of a move. Type a number such as `12`; `0` is the start.
fork-ask = Who do you want to play from this position of game `{ $id }`? The game is casual.
fork-whom = Choose your opponent

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
alt-unplayed = Not played yet: { $notation }.
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
# Puzzles
puzzle-title = **Puzzle { $number }** · rated { $rating }
puzzle-title-daily = **Puzzle of the day** (number { $number }) · rated { $rating }
puzzle-headline = Puzzle { $number }
puzzle-goal-marble = { $color ->
    [white] White to move: push off a marble more than you lose, in { $moves ->
        [1] one turn
       *[other] { $moves } of your turns
    }, whatever Black does.
   *[black] Black to move: push off a marble more than you lose, in { $moves ->
        [1] one turn
       *[other] { $moves } of your turns
    }, whatever White does.
} Only one first move works.
puzzle-goal-win = { $color ->
    [white] White to move: win in { $moves ->
        [1] one turn
       *[other] { $moves } of your turns
    }, whatever Black does.
   *[black] Black to move: win in { $moves ->
        [1] one turn
       *[other] { $moves } of your turns
    }, whatever White does.
} Only one first move works.
puzzle-you = Your puzzle rating: **{ $rating }** · daily streak: { $days ->
    [0] none
    [one] 1 day
   *[other] { $days } days
} (best: { $best })
puzzle-practice = You've tried this one before, so it's for practice and changes no ratings.
puzzle-goes-on = Correct. `{ $notation }` is answered by `{ $reply }`. { $left ->
    [1] One more turn to find.
   *[other] { $left } more turns to find.
}
puzzle-wrong = ❌ `{ $notation }` doesn't reach the goal in time.
puzzle-solved = ✅ **Solved** with `{ $notation }`.
puzzle-solution = { $count ->
    [1] The solution: { $turns }
   *[other] The solution, with the answers to your turns: { $turns }
}
puzzle-rated = Your rating: **{ $rating }** ({ $change }) · the puzzle's: { $puzzle } ({ $puzzleChange })
puzzle-unrated = Ratings stay as they are: only your first try counts.
puzzle-all-solved = 🎉 You've solved every puzzle. There's still a new one each day: `/puzzle daily:true`.
puzzle-day-open = You can still solve it today to keep your streak going.
puzzle-day-counted = 🔥 Puzzle of the day solved: { $days ->
    [1] one day
   *[other] { $days } days
} in a row (best: { $best }).
puzzle-day-already = Already counted today: { $days ->
    [1] one day
   *[other] { $days } days
} in a row (best: { $best }).
puzzle-day-shown = You have seen its solution today, so it doesn't count for your streak.
puzzle-day-past = This was the puzzle of { $date }: it no longer counts for your streak.
puzzle-post = **Puzzle of the day** · { $date } · number { $number }
puzzle-post-solvers = { $count ->
    [0] Nobody solved it on its day.
    [1] One player solved it on its day.
   *[other] { $count } players solved it on its day.
}
button-puzzle-solve = Solve
button-puzzle-next = Next puzzle
button-puzzle-again = Try again
button-puzzle-solution = Show solution
button-puzzle-give-up = Give up
error-puzzle-changed = This puzzle has been changed in the meantime. Continue with `/puzzle`.
error-puzzle-not-yours = You haven't opened this puzzle. `/puzzle` shows you one of your own.
# Exercises
learn-title = **Exercise { $number } of { $count }: { $name }**
learn-hint = *Hint:* { $hint }
learn-goes-on = Correct. White answers `{ $reply }`. Now your second move.
learn-progress = { $count } of { $all } exercises solved.
learn-left = You've seen all ten; { $left ->
    [one] one isn't solved yet
   *[other] { $left } aren't solved yet
}.
learn-complete = 🎉 **Well done!** You know all you need for your first game.
learn-solution = { $count ->
    [1] One solution: { $moves }
   *[other] One solution, move by move: { $moves }
}
learn-short-count = `{ $notation }` moves { $moved ->
    [1] one marble
    [2] two marbles
   *[other] three marbles
}. Move { $wanted ->
    [1] one
    [2] two
   *[other] three
}.
learn-short-sideways = { $wanted ->
    [sideways] `{ $notation }` moves along the line. Move the marbles sideways instead.
   *[inline] `{ $notation }` moves sideways. Move the marbles along their line instead.
}
learn-short-elsewhere = `{ $notation }` doesn't end on { $cells }.
learn-short-push = { $pushed ->
    [0] `{ $notation }` pushes nothing.
    [1] `{ $notation }` pushes only one marble.
   *[other] `{ $notation }` pushes { $pushed } marbles. Push only { $wanted }.
}
learn-short-ejection = `{ $notation }` ejects nothing.
learn-short-threat = After `{ $notation }`, White ejects your marble on { $cell } with `{ $turn }`.
learn-short-slow = After `{ $notation }`, you can't eject the sixth marble on your next move.
button-learn-hint = Hint
button-learn-solution = Show me
button-learn-next = Next exercise
error-learn-changed = This exercise has been changed in the meantime. Continue with `/learn`.
learn-step = Move one marble
    .task = You play Black. Move your marble on d4 to e5.
    .hint = Name the cell it leaves and the cell it goes to: `d4e5`. If you start at c3, the marble behind it comes along.
    .done = A single marble can move to any free cell next to it.
learn-line = Move in a line
    .task = Move your marbles on c4 and d5 together: d5 goes to e6, c4 to d5.
    .hint = Name the rear marble and the next cell. All marbles in front of it move too.
    .done = Two or three marbles in a line move along it together. You name only the rear one.
learn-broadside = Move sideways
    .task = Move the three marbles in row c up, to d3, d4 and d5.
    .hint = Name both ends, then where the first one goes: `c3c5` and its new cell.
    .done = Two or three marbles in a line can also step sideways. A sideways move never pushes.
learn-push = Push one marble
    .task = Push White's marble on e5 one cell further.
    .hint = Two marbles in a line push one. Start with the rear one, on e3.
    .done = That's a *sumito*: two push one, if the cell behind it is free.
learn-push-two = Push two marbles
    .task = Push White's marbles on e5 and e6 one cell further.
    .hint = To push two, you need three. Start at e2.
    .done = Three push one or two. No line can push three.
learn-pac = Find the weak side
    .task = In row e it's two against two: a *pac*, and nothing moves. Push one of White's marbles from another side.
    .hint = The marble on e5 stands alone on the diagonal of c3 and d4.
    .done = Equal forces don't push. Look for a direction in which you have more marbles.
learn-eject = Eject a marble
    .task = Push White's marble on e9 off the board.
    .hint = It stands at the rim, and you have two marbles beside it in row e.
    .done = Behind a marble at the rim there is no cell, so a push ejects it. Eject six, and you win the game.
learn-choose = Eject safely
    .task = You could eject either of two marbles. Choose the one that costs you nothing: White must not be able to eject one of yours afterwards.
    .hint = Look at which of your marbles would end up at the rim, and where White has two in line with them.
    .done = The marble that ejects often ends up at the rim itself. First check what stands next to it.
learn-defend = Save your marble
    .task = White threatens to eject your marble on e1. Make a move after which White can't eject anything.
    .hint = Your marble on e1 can still step away.
    .done = The simplest defense is a step out of the line. Marbles that stay together are harder to push.
learn-win = Win the game
    .task = You've ejected five marbles. Eject the sixth within two moves.
    .hint = Push the marble on e8 to the rim first, with two or three marbles of row e.
    .done = Six ejections win. First push to the rim, then over it.

# A turn in words
words-way = { $way ->
    [e] east
    [ne] northeast
    [n] north
    [nw] northwest
    [w] west
    [sw] southwest
    [s] south
   *[se] southeast
}
words-marbles = { $count ->
    [1] a
    [2] two
    [3] three
    [4] four
    [5] five
   *[other] { $count }
} { $color ->
    [black] black
    [white] white
    [red] red
    [green] green
    [yellow] yellow
   *[blue] blue
} { $count ->
    [1] marble
   *[other] marbles
}
words-hidden-marbles = { $count ->
    [1] a marble
    [2] two marbles
    [3] three marbles
    [4] four marbles
    [5] five marbles
   *[other] { $count } marbles
}
words-neutral = { $stone ->
    [pivot] the neutral marble
    [ball] the ball
   *[sister] { $count ->
        [1] a sister
       *[other] both sisters
    }
}
words-moved = { $then ->
    [yes] Then { $who } moved { $marbles } from { $from } to { $to }.
   *[no] { $who } moved { $marbles } from { $from } to { $to }.
}
words-sideways = { $then ->
    [yes] Then { $who } moved { $marbles } sideways from { $from } to { $to }.
   *[no] { $who } moved { $marbles } sideways from { $from } to { $to }.
}
words-pushed = { $then ->
    [yes] Then { $who } moved { $marbles } from { $from } to { $to }, pushing { $pushed }.
   *[no] { $who } moved { $marbles } from { $from } to { $to }, pushing { $pushed }.
}
words-ejected = { $stone ->
    [black] A black marble
    [white] A white marble
    [red] A red marble
    [green] A green marble
    [yellow] A yellow marble
    [blue] A blue marble
    [ball] The ball
    [pivot] The neutral marble
   *[hidden] A marble
} { $into ->
    [hole] fell from { $cell } into a hole.
   *[rim] was ejected from { $cell }.
}
words-placed = { $stone ->
    [black] { $who } placed a black marble on { $cell }.
    [white] { $who } placed a white marble on { $cell }.
    [sister] { $who } placed a sister on { $cell }.
   *[hidden] { $who } placed a marble on { $cell }.
}
words-piece-placed = { $color ->
    [black] { $who } placed a black piece on { $point }.
   *[white] { $who } placed a white piece on { $point }.
}
words-piece-moved = { $who } moved a piece from { $from } to { $to }.
words-piece-went = { $who } moved a piece along { $path }.
words-flipped = { $count ->
    [1] The piece on { $points } was flipped.
   *[other] { $count } pieces were flipped: { $points }.
}
words-piece-removed = The piece that moved was taken off the board.
words-threat = { $stone ->
    [black] the black marble
    [white] the white marble
    [red] the red marble
    [green] the green marble
    [yellow] the yellow marble
    [blue] the blue marble
    [ball] the ball
   *[pivot] the neutral marble
} on { $cell } (`{ $turn }`)
words-more = { $count ->
    [1] one more
   *[other] { $count } more
}
words-can-eject = { $who } can eject { $list }.
words-threatens-to-eject = { $who } threatens to eject { $list }.
words-can-flip = { $count ->
    [1] { $who } can flip the piece on { $points }.
   *[other] { $who } can flip pieces on { $points }.
}
words-threatens-to-flip = { $count ->
    [1] { $who } threatens to flip the piece on { $points }.
   *[other] { $who } threatens to flip pieces on { $points }.
}
words-no-threats = No marble can be ejected on the next turn.
words-row = Row { $row }: { $list }
words-view = { $color ->
    [white] White's view
   *[black] Black's view
}, nearest row first:
words-view-of-row = Seen from row { $row }, nearest row first:
words-in-row = { $stone ->
    [black] black on { $cells }
    [white] white on { $cells }
    [red] red on { $cells }
    [green] green on { $cells }
    [yellow] yellow on { $cells }
    [blue] blue on { $cells }
    [pivot] neutral marble on { $cells }
    [ball] ball on { $cells }
    [sister] sister on { $cells }
    [obstacle] obstacle on { $cells }
    [hole] hole on { $cells }
   *[hidden] marbles on { $cells }
}
words-empty-rows = { $count ->
    [1] Empty row: { $rows }
   *[other] Empty rows: { $rows }
}

# Files
export = Game `{ $id }`: the game record as text, and as JSON with the time of each move.
export-too-large = This game is too long for a file in Discord.

# Refusals of the bot
error-no-such-game = That game doesn't exist. `/games` lists yours.
error-which-game = Which game?
error-which-game-more = These are the { $most } most urgent ones. With the option `game` you can find all of them.
error-typed-lost = I no longer have what you typed. Please use the command again.
error-not-a-player = You aren't a player in this game.
error-not-for-you = This challenge isn't for you.
error-own-challenge = This is your own challenge, and only { $opponents } can answer it. To withdraw it, use the button below it.
error-not-the-challenger = Only the challenger can do this.
error-not-your-turn = It isn't your turn.
error-turn-of = It's { $players }'s turn.
error-stale = The game has moved on. Here's the current board.
error-over = The game is over.
error-not-over = The game isn't over yet.
error-cannot-decline = Challenges on this ladder can't be declined. Without your answer, the game starts automatically.
error-challenge-closed = This challenge is closed.
error-not-started = This challenge hasn't been accepted yet.
error-aborted = This game was aborted.
error-too-late-to-abort = Everyone has moved, so the game can no longer be aborted. End it with `/game draw` or `/game resign`.
error-hidden-colors = Colors are hidden in this game until it ends. Its record is available after that.
error-no-such-person = I can't find that person. Choose them from Discord's list.
error-yourself = You can't challenge yourself. Choose someone else.
error-deleted-person = You can't challenge someone who has deleted their data. Choose someone else.
error-same-person = One person can't take two seats. Choose someone else.
error-wrong-number = This game needs { $needed } players, including you, but there are { $given }. Add or remove players (`/play`, *{ guide-button-more }*), or choose other seats.
error-five-people = There's no game for five players. Invite one, two, three, or five others.
error-already-accepted = You've already accepted. The game starts when everyone has.
error-bad-setup = This game can't be played: { $why }.
error-bad-pace = I don't know the pace `{ $pace }`. Choose one from the list.
error-line-no-moves = Enter what they play (`if`) and what you answer (`then`), or a whole line (`moves`).
error-line-hidden-colors = Colors are hidden in this game, and conditional moves would reveal which moves are legal.
error-line-empty = This line has no moves.
error-line-illegal-theirs = Your opponent can't play move { $number } of this line, `{ $turn }`: it isn't legal there.
error-line-illegal = You can't play move { $number } of this line, `{ $turn }`: { $why }.
error-line-contradicts = You already answer `{ $after }` with `{ $stands }`, so you can't also answer it with `{ $new }`. Remove that line first.
error-line-unanswered = This line ends with your opponent's move `{ $turn }`. Add your answer.
error-line-too-many = Your lines in this game can have at most { $count } moves altogether.
error-line-too-long = A line can have at most { $count } moves.
error-line-none = That line doesn't exist. `/game line show` lists yours.
error-adjourned = The game is adjourned until <t:{ $until }:f>. Use `/game resume` to continue it earlier.
error-not-adjourned = This game isn't paused.
error-no-clock = This game has no deadline, so there's no clock to pause.
error-played-elsewhere = That game belongs to other players in another channel. Look at it there.
error-own-time = Only your opponent can give you more time.
error-time-of-third = In a game with more than two sides, nobody can give time: it would be unfair to the others. Ask an organizer of the server.
error-bad-gift = Give at least one minute and at most { $days } days at a time.
error-adjourned-too-long = { $days ->
    [one] A game can be adjourned for one day.
   *[other] A game can be adjourned for 1 to { $days } days.
}
error-has-deadline = This game has a deadline: a player who doesn't move in time loses.
error-opponent-not-silent = It isn't an opponent's turn, so nobody is keeping you waiting.
error-not-silent-yet = Your opponent has until <t:{ $at }:f> (<t:{ $at }:R>). Use `/game claim` after that.
error-no-proposal = There's nothing left to answer.
error-nothing-to-withdraw = There's nothing to withdraw: it has been decided, or nothing was asked.
error-not-the-proposer = Only the player who asked can withdraw this.
error-already-proposed = You already have an open request. It stays open until someone answers it or moves. To withdraw it, use the button below it, or the option `withdraw` of the same command.
error-nothing-to-take-back = You haven't made a move that you could take back.
error-never-takes-back = <@{ $player }> doesn't allow takebacks.
error-live-no-pauses = The clocks of a live game never pause: choose no pauses, or a slower pace.
error-vacation-past = A vacation can't start in the past. Leave out `from` to start it now.
error-vacation-too-far = You can plan a vacation at most { $days } days ahead.
error-vacation-length = A vacation lasts 1 to { $days } days.
error-vacation-overlaps = You already have a vacation at that time: <t:{ $from }:f> – <t:{ $until }:f>. End or cancel it with `/settings vacation stop which:`.
error-no-such-vacation = That vacation is over, or was never planned. `/settings vacation status` lists yours.
error-vacation-none-left = You have no vacation left in { $year }.
error-vacation-too-little = You don't have enough vacation left in { $year }: { $left }. Choose fewer days.
error-no-vacation = You aren't on vacation, and none is planned.
error-no-day = I can't read `{ $typed }` as a date. Write `2026-12-24`, `tomorrow`, `friday` or `in 2 days`. You can add a time to a day: `friday 18:00`.
error-time-not-once = The clocks change that night: `{ $typed }` doesn't exist, or occurs twice. Choose another time.
error-no-such-zone = There's no time zone `{ $typed }`. Type a city, such as `Paris`, or your time, such as `08:46`.
error-no-time = I can't read `{ $typed }` as a time of day. Write `23:00` or `7:30`.
error-sleep-empty = Sleeping hours can't start and end at the same time. To remove them, use `sleep-from:default`.
error-sleep-too-long = Sleeping hours can last at most { $hours } hours a day.
error-sleep-half = Enter both when you go to sleep (`sleep-from`) and when you get up (`sleep-to`).
error-sleep-without-zone = Choose your time zone too: sleeping hours are in your local time.
error-thread-of-others = This thread belongs to a game you don't play in, and only its players can show games here. Leave out `public` to see the replay privately.
error-no-offer = There's no draw offer.
error-own-side = This request comes from your own side, so the other players have to answer it.
error-hidden-colors-past = Colors are hidden until the game ends. Until then you can't see earlier positions, because they would reveal the colors move by move.
error-already-offered = You've already offered a draw. The offer stays open until your opponent answers or moves. To withdraw it, use the button below it, or `/game draw withdraw:`.
error-already-agreed = You've already accepted. Waiting for the other players.
error-too-many = You already have { $count } games and open challenges, which is the limit. Finish one first.
error-too-many-to-one = You already have { $count } open challenges to this person. Wait for an answer, or withdraw one.
error-too-fast = That was a lot at once. Try again <t:{ $at }:R>.
error-too-many-lookups = You've asked for a lot of replays, move lists and records. You can ask for the next one <t:{ $at }:R>.
error-too-many-challenges = You've sent a lot of challenges. You can send the next one <t:{ $at }:R>.
error-too-many-challenges-to-one = You've challenged <@{ $player }> many times. You can do so again <t:{ $at }:R>.
error-not-challengeable = You can't challenge <@{ $player }>.
error-block-yourself = You can't block yourself.
error-block-bot = Bots don't challenge anyone, so there's nothing to block. Choose a person.
error-too-many-blocked = You've blocked { $count } people, which is the limit. Unblock one with `/settings unblock` first.
error-internal = Something went wrong on our side. Please try again in a moment.
error-unknown-button = This button no longer works, or isn't mine. `/board` shows the game.
error-unknown-command = I no longer have this command. `/help` shows the others; reload Discord to see the current list.
error-illegal = You can't play `{ $move }`: { $why }.
error-illegal-try = Did you mean one of these?
error-illegal-next = Type a cell in the option `move` to see what's possible, or use the buttons below the board.

# Refusals of the rules
refusal-bad-position = this isn't a position: { $problem }
refusal-contradiction = `{ $first }` and `{ $second }` contradict each other
refusal-needs-two = `{ $first }` and `{ $second }` contradict each other, because `{ $first }` needs two players, or two teams of two on one board
refusal-empty-setup = it names no game
refusal-no-value = `{ $option }` needs a value
refusal-twice = `{ $option }` is given twice
refusal-unknown-game = there's no game `{ $game }`
refusal-other-game = this is a setup of `{ $game }`, but another game is expected
refused-or = {" or "}
refusal-ambiguous = `{ $text }` can be read in more than one way; write { $suggestions }
refusal-bad-value = `{ $value }` isn't possible for `{ $option }`; { $expected }
expected-cells = write cells of the board, such as `e5 d4`
expected-cell = write one cell of the board, such as `e5`
expected-pivot = write a cell of the board, such as `e5` or `e5 fixed`
expected-board = a board needs marbles of every color
expected-range = write a number from { $least } to { $most }
expected-choice = choose from the list
refusal-bad-record = this isn't a game record: { $problem }
refusal-blocked = { $cell } isn't empty, and a sideways move can't push
refusal-empty-cell = { $cell } is empty
refusal-empty-text = there's no move in it
refusal-game-over = the game is over
refusal-not-adjacent = { $from } and { $to } aren't next to each other
refusal-not-in-line = { $from } and { $to } aren't in line
refusal-not-legal = the rules don't allow it
refusal-turn-unfinished = the turn isn't complete after `{ $text }`; add the next move
refusal-not-notation = `{ $text }` isn't a move; write the rear cell and the cell ahead (`a1b2`), or both ends of a line and where the first one goes (`c3c5d3`)
refusal-not-sideways = { $first } to { $last } lie along that move; name only the rear cell and the cell ahead
refusal-not-yours = you have no marble on { $cell }
refusal-off-board = { $cell } isn't on the board; its row goes from { $first } to { $last }
refusal-no-row = { $cell } isn't on the board; rows go from a to { $last }
refusal-other-board = it's your turn on board { $now }, not on board { $board }
refusal-own-ejection = your own marble on { $cell } would leave the board
refusal-own-marble-ahead = your own marble on { $cell } is in the way
refusal-own-marble-behind = your own marble on { $cell } is behind the marbles you push
refusal-pac = { $own } can't push { $theirs }; you need more marbles than you push
refusal-same-cell = { $cell } is named twice
refusal-text-too-long = the text is too long
refusal-three-cannot-be-pushed = you can push at most { $most } marbles, not { $theirs }
refusal-too-long = { $count } marbles are too many; a move takes { $most } at most
refusal-sister-alone = the sister on { $cell } moves only together with one of your marbles in her line
refusal-sister-goes-back = the sister on { $cell } came there toward { $direction }; she can't go straight back
refusal-sister-ejection = the sister on { $cell } would leave the board
refusal-place-first = place first; write @ and a free cell, such as `{ $example }`
refusal-nothing-to-place = there is nothing left to place
refusal-taken = { $cell } isn't free
refusal-not-your-half = { $cell } isn't in your half; choose a free cell of rows { $rows }
refusal-unknown-layout = there's no layout `{ $layout }`; choose one from the list
refusal-unknown-option = this game has no option `{ $option }`; leave it out
refusal-wrong-landing = going that way from { $from }, the front marble lands on { $lands }, not on { $to }
refusal-bad-board = the board can't be read ({ $problem })
refusal-board-rows = a board has { $expected } rows joined by `/`, and this one has { $found }
refusal-board-row = row { $row } has { $width } cells, but your board has more or fewer there
refusal-board-letter = `{ $letter }` in row { $row } is no marble; write `b` and `w` for marbles, and numbers for empty cells
refusal-overlap = `{ $first }` and `{ $second }` can't be combined, because both use `{ $cells }`
refusal-too-few-marbles = `{ $target }` is out of reach with `{ $layout }`, because there are too few marbles to eject ({ $marbles })
refusal-no-crown = `{ $crown }` and `{ $layout }` can't be combined, because { $color ->
    [black] Black
   *[white] White
} has no marbles on `{ $cells }`
refusal-over-at-once = the game would be over before the first move
refusal-no-point = { $point } isn't on the board; columns go from a to i, rows from 1 to 5
refusal-not-a-path = `{ $text }` isn't a move; place with `@d3`, move with `d3e3`, flip the row ahead with `d3e3+` or the one behind with `d3e3-`, continue with `d3e3+f4-`
refusal-center-stays-free = e3 stays free until all pieces are placed
refusal-not-your-piece = the piece on { $cell } isn't yours
refusal-no-diagonal = no line leads from { $from } to { $to }; a weak point has no diagonals
refusal-must-flip = the step from { $from } to { $to } can flip pieces, so it has to; write `+` for the row ahead or `-` for the row behind
refusal-nothing-ahead = the step from { $from } to { $to } meets no opposing piece ahead; `+` flips nothing
refusal-nothing-behind = the step from { $from } to { $to } leaves no opposing piece behind; `-` flips nothing
refusal-flips-nothing = the step from { $from } to { $to } flips nothing, and a turn continues only with steps that flip
refusal-same-axis = the step from { $from } to { $to } follows the line of the step before; continue along another line
refusal-turn-goes-on = the turn continues with the piece on { $cell }, or ends
refusal-nothing-begun = no turn is in progress; write the point where your piece is, then where it goes
refusal-turn-over = the turn is over after `{ $text }`
refusal-wall = the obstacle on { $cell } can't be moved
refusal-into-hole = your own marble on { $cell } would fall into the hole on { $hole }
refusal-pivot-stays = the neutral marble on { $cell } can't be pushed off the board
refusal-partner-in-line = the marble on { $cell } is your partner's; it moves only to help with a push
refusal-partner-behind = your partner's marble on { $cell } is behind the marbles you push
refusal-other-color = this move is made with the other color, and the marble on { $cell } doesn't have that color
refusal-no-triangle = { $cells } do not form a triangle
refusal-no-triangles = triangles can't move in this game
refusal-too-many-moves = that's too many moves for one turn; the limit is { $count }
refusal-not-drawn = the layout `{ $layout }` is random; add `seed=` and a number
refusal-no-board = `board` is empty; write its nine rows from i to a, joined by `/`

# Help
help-title = **Abalone by correspondence**
help-goal = Push your opponent's marbles off the board: the first to eject six wins. You have days for each move.
help-play = `/play` starts a game step by step: against someone you choose, anyone who accepts, or right away against me.
help-open = `/games show:Open challenges` lists the people who are looking for an opponent.
help-thread = Each game has its own thread. When it's your turn, use the buttons below the board.
help-rules = `/learn` is ten short exercises, `/puzzle` a position to solve, `/rules` explains every game with pictures.
help-settings = `/settings` changes the board's look, your time zone, sleeping hours and reminders.
help-games = { $open ->
    [0] No game or challenge is open.
    [one] One game or challenge is open: `/games` lists it.
   *[other] { $open } games and challenges are open: `/games` lists them.
} { $waiting ->
    [0] None is waiting for you.
    [one] One is waiting for you.
   *[other] { $waiting } are waiting for you.
}
help-away = Away? `/settings vacation` pauses all your clocks, `/game adjourn` a single game.
help-figures = `/profile show` shows ratings and results, `/profile top` the best players, `/ladder` the ladders you can climb, `/puzzle` a position to solve.
help-direct = You can play all your games here: `/games` lists them. To choose one, use the option `game` of `/board` and `/move`.
help-direct-play = To challenge someone, use `/play` in a server where you both are.
help-direct-reminders = `/settings reminders` decides when I write to you here, `/settings digest` sends all your games once a day.
help-your-turn = **It's your turn** in game { $id }.
help-their-turn = **Game { $id }**: it's { $players }'s turn.
help-over = **Game { $id }** is over.
help-others = **Game { $id }** of { $players }.
help-move = Press **Move…**, choose a marble, a direction, and **Play**.
help-notation = Or type `/move`: `a1b2` along the line (rear cell, next cell), `c3c5d3` sideways (both ends, then where the first goes).
help-push = To push, you need more marbles in the line: two against one, three against one or two. Equal forces block each other.
help-questions = `/game draw` offers a draw, `/game takeback` asks for your last move back, `/game resign` ends the game.
help-line = `/game line` decides your answer in advance: it's played the moment your opponent makes the move.
help-time = `/game more-time` gives your opponent more time.
help-look = `/board` shows the position as you like it, `/game history` the moves, `/game replay` an animation.
help-export = `/game export` gives the record of the game.
help-organizer = You organize this server: `/organize` decides, pauses or annuls games.
help-manager = You manage this server: `/setup` chooses channels, organizers and presets. `/organize ladder create` starts a ladder.
help-button-play = New game
help-button-games = My games
help-button-rules = Rules
help-button-learn = Learn

# Settings
settings-title = **Your settings**
settings-theme = Board theme: **{ $theme }**
settings-theme-default = Board theme: **{ $theme }**, set by the server or the host
settings-coordinates = { $shown ->
    [yes] Coordinates around the board: **shown**
   *[no] Coordinates around the board: **hidden**
}
settings-labels = Names on marbles that can move: { $shown ->
    [yes] **shown**
   *[no] **hidden**
}
settings-orientation = { $turned ->
    [own] At the bottom: **always your marbles**
    [black] At the bottom: **always the black marbles**
    [white] At the bottom: **always the white marbles**
   *[default] At the bottom: **your marbles**
}
settings-style = { $style ->
    [words] Boards that only you see: **words only**
    [text] Boards that only you see: **text**
   *[picture] Boards that only you see: **pictures**
}
settings-takeback-never = Takebacks: **never** (requests are declined for you)
settings-takeback-casual = Takebacks: **ask me**
settings-takeback-always = Takebacks: **always** (requests are accepted for you)
settings-default-of = { $question }: { $default }
settings-zone = Time zone: **{ $zone }** (it's { $time } there)
settings-zone-none = Time zone: not set, so days and weekends follow UTC
settings-sleep = Sleeping hours: **{ $hours }** (your clocks pause then)
settings-sleep-none = Sleeping hours: none
settings-automatic = Automatic vacation when time runs out: { $automatic ->
    [yes] **yes**, as long as you have vacation left, and once everyone has had a turn in one of your games
   *[no] **no**
}
settings-clock-next = This takes effect from your next turn in each game. A turn that has already started isn't affected.
button-vacation-start = Go on vacation…
button-vacation-stop = End vacation
vacation-started = Your vacation has started and lasts until <t:{ $until }:f>. Your clocks are paused in all games that allow vacation; you can still move. End it with `/settings vacation stop`.
vacation-planned = Your vacation is planned: <t:{ $from }:f> – <t:{ $until }:f>. Cancel it with `/settings vacation stop which:`.
vacation-stopped = Your vacation is over, and your clocks are running.
vacation-stopped-little-time = Your vacation is over, and your clocks are running. Where you have almost no time left, move right away.
vacation-stop-warning = { $count ->
    [one] **Your vacation isn't over yet.** If you end it now, you have less than an hour left in this game:
   *[other] **Your vacation isn't over yet.** If you end it now, you have less than an hour left in these { $count } games:
}
vacation-cancel-warning = { $count ->
    [one] **Your vacation has not started yet.** If you cancel it, you have less than an hour left in this game:
   *[other] **Your vacation has not started yet.** If you cancel it, you have less than an hour left in these { $count } games:
}
vacation-warning-game = `{ $id }` { $against }: { $left }
vacation-warning-no-time = nothing
vacation-stop-advice = Move there first (you can move during a vacation), then end it. Where your time is up, your next vacation starts automatically, if you have days left and everybody has moved in one of your games; otherwise you lose.
vacation-cancel-advice = Move there first, then cancel it. Where your time is up, your next vacation starts automatically, if you have days left and everybody has moved in one of your games; otherwise you lose.
vacation-canceled = Your vacation planned for <t:{ $from }:f> is canceled.
vacation-canceled-little-time = Your vacation planned for <t:{ $from }:f> is canceled. Where you have almost no time left, move right away.
vacation-current = You have been on vacation since <t:{ $from }:f>. It lasts until <t:{ $until }:f>.
vacation-current-automatic = An automatic vacation started <t:{ $from }:f>. It lasts until <t:{ $until }:f>.
vacation-next = Planned: <t:{ $from }:f> – <t:{ $until }:f>.
vacation-none = You aren't on vacation, and none is planned.
vacation-uses = It uses { $one } of { $first } and { $other } of { $second }. Years change at midnight UTC.
vacation-left = Left in { $year }: { $left } of { $yearly }.
settings-blocked = You've blocked { $people }. They aren't told, and your games with them continue.
settings-blocked-none = You haven't blocked anyone.
settings-block-ask = Block <@{ $person }>? On a ladder, that counts as declining their challenges, now and later:
settings-block-place = • **{ $name }**: declining counts as a loss, and you may lose place { $place }.
button-block-yes = Block
settings-blocked-count = People you have blocked: { $count ->
    [0] **none**
   *[other] **{ $count }** (`/settings block` lists them)
}
setup-title = **Settings of this server**
setup-theme-default = Board theme: **{ $theme }**, set by the host
setup-ladder-names = Ladders: { $list } (`/organize ladder`)
setup-ladder-names-none = Ladders: none (`/organize ladder create` starts one)
setup-preset-names = Presets: { $list } (`/setup presets`)
setup-preset-names-none = Presets: none (`/setup presets` saves one)
setup-hint = `/setup picture` changes the boards of this server. Boards that only you can see follow your own settings.
error-no-server = This command is for servers. Use it in a channel of your server.
error-not-the-manager = Only people who can manage this server can change its settings.
error-no-such-choice = That choice doesn't exist. Use the command again, and choose from the list.
theme-wood = Wood
theme-slate = Slate
theme-felt = Felt
theme-paper = Paper
theme-contrast = High contrast
marbles-classic = Black and white
marbles-matte = High contrast
marbles-ocean = Ocean: navy and ice
marbles-ember = Ember: oxblood and cream
marbles-jade = Jade: bottle green and pale green
marbles-metal = Metal: gunmetal and silver
settings-others = Other settings…
setup-create-ladder = Create a ladder…
error-no-number = `{ $typed }` is not a whole number.

## Results of a server

result-beat = **<@{ $one }> beat <@{ $other }>{ $score }** { $why }
result-drew = **<@{ $one }> and <@{ $other }> drew{ $score }** { $why }
result-moves = { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}
result-last-move = the last one after { $time }
result-layout-custom = own layout
result-ladder = Ladder **{ $name }**
result-rematch = Rematch: { $link }
setup-results = Results: <#{ $channel }>
setup-results-off = Results: only in the threads of the games
error-results-unreachable = I can't post in this channel. Let me view it and send messages, then use the command again.
error-results-not-now = Discord isn't taking messages at the moment. Use the command again in a minute.

## Ratings

rating-group-standard = Standard
kind-sprint = Sprint { $moves }
kind-blitz = Blitz
kind-hidden-colors = Hidden colors
kind-rule = { $rule ->
    [placement] Placement
    [turn] Two moves a turn
    [obstacles] Obstacles
    [holes] Holes
    [pivot] Pivot
    [ball] Ball
    [triangles] Triangles
    [crown] Crown
    [handicap] Handicap
    [phase] Changing opponents
   *[other] { $rule }
}
kind-three = Three players
kind-six = Six players
kind-target = { $target ->
    [one] First ejection
   *[other] { $target } ejections
}
rating-group-fast = Sprint and blitz
rating-group-variants = Variants
rating-group-notalone = Notalone
rating-group-fliporona = Fliporona
rating-group-teams = Two against two
challenge-rated = Rated: the result changes your ratings
challenge-stake = <@{ $player }> { $rating }: win { $win }, draw { $draw }, loss { $loss }
challenge-casual = Casual: ratings don't change
error-cannot-be-rated = Games with hidden colors or a handicap, and games of three or six players, can't be rated. Make it a casual game, or choose other options.
profile-rating = • { $group }: **{ $rating }** ± { $deviation } ({ $games ->
    [one] 1 rated game
   *[other] { $games } rated games
})
profile-rating-here = • { $group }: **{ $rating }** ± { $deviation } here ({ $games ->
    [one] 1 rated game
   *[other] { $games } rated games
}), { $overall } on all servers
profile-puzzles = • Puzzles: **{ $rating }** ({ $puzzles ->
    [one] 1 puzzle
   *[other] { $puzzles } puzzles
})
profile-rating-plot = Rating: { $group }
top-here = **{ $group }: the best players of this server**
top-everywhere = **{ $group }: the best players of all servers**
top-line = { $place }. <@{ $player }> **{ $rating }** ({ $games ->
    [one] 1 game
   *[other] { $games } games
})
top-provisional = Provisional, not ranked yet:
top-provisional-line = • <@{ $player }> { $rating } ({ $games ->
    [one] 1 game
   *[other] { $games } games
})
top-month-here = **{ $group }: this month on this server**
top-month-everywhere = **{ $group }: this month on all servers**
top-quarter-here = **{ $group }: this quarter on this server**
top-quarter-everywhere = **{ $group }: this quarter on all servers**
top-year-here = **{ $group }: this year on this server**
top-year-everywhere = **{ $group }: this year on all servers**
top-period-line = { $place }. <@{ $player }> **{ $gained }** · { $won } won of { $games ->
    [one] 1 game
   *[other] { $games } games
}
top-period-note = Sorted by rating points gained, then by wins. A new player's first games set the rating and earn no points. Months start at 00:00 UTC.
top-period-nobody = Nobody has finished a rated game in this period.
ratings-changed = Ratings: { $list }
ratings-excused = Not rated: <@{ $player }> had already lost a game on time less than 24 hours earlier.
ratings-changed-one = <@{ $player }> { $before } → **{ $after }**
top-nobody = Nobody has an established rating yet. It takes about ten rated games.
top-players = { $players ->
    [0] Nobody has played a rated game in this group yet.
    [one] 1 player has a rating.
   *[other] { $players } players have a rating.
}
top-others = There are ratings for: **{ $list }**. See them with `/profile top group:`.
top-distribution = Players by rating
top-rating = rating

## Statistics of a server

statistics-title = **Statistics of this server**
statistics-none = No games have been finished on this server yet. Start one with `/challenge` or `/seek`.
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
statistics-first-week = The chart of games per week starts in the second week.
statistics-per-week = Finished games per week

## Profile

profile-title = **<@{ $player }>**
profile-reliability = • Reliability: **{ $percent }%** (games not lost on time; recent games count more)
profile-reliability-new = • Reliability: not enough games yet (three are needed; several losses on time within a day count once)
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
profile-season = place { $place } in a season of { $name } (<t:{ $at }:d>)
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
error-profile-of-bot = Bots have no profile. Choose a person.
error-profile-against-oneself = Choose another player to compare with.
reliability-of = <@{ $player }> { $percent }%
reliability-of-new = <@{ $player }> new
challenge-reliability = Reliability: { $list }

# Replay and history
replay = Replay of `{ $id }`: { $players }, { $plies ->
    [one] 1 move
   *[other] { $plies } moves
}.
replay-shown-by = <@{ $player }> shares a game:
replay-alt = { $plies ->
    [one] An animation of 1 move. At its end:
   *[other] An animation of { $plies } moves. At its end:
}
replay-abridged = shortened
history-title = Moves of `{ $id }`: { $players }, { $plies ->
    [one] 1 move
   *[other] { $plies } moves
}.
history-none = No moves have been played yet.
history-page = Page { $page } of { $pages }
history-told = { $move }. { $words } (`{ $notation }`)
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
score-axis = moves
score-too-few = No move yet
plot-too-few = Not enough games yet
# Dates below a plot, as patterns of strftime: %d day, %m month, %Y year.
plot-day = %-d %b %Y
plot-month = %b %Y
button-replay = Replay
button-history = History
button-earlier = ◀ Earlier
button-later = Later ▶

## Reminders

turn = <@{ $player }>, it's your turn.
turn-line-over = { $players }: the game is over. { $result } [Board]({ $board })
dm-turn = It's your turn in `{ $id }` { $against }: <#{ $channel }>.
dm-deadline = { $round ->
    [yes] The round ends
   *[no] Your deadline is
} <t:{ $at }:R>.
dm-closed = <@{ $player }>, I can't send you direct messages, so I'll ping you here instead. To get direct messages again, allow them and use `/settings reminders` once more.
dm-reminders = { $count ->
    [one] **One game needs your move soon**
   *[other] **{ $count } games need your move soon**
}
reminder-stops = You haven't responded for a while. Reminders stop <t:{ $at }:R>, until you use the bot again.
reminder-test = <@{ $player }>, this is what a reminder looks like. It isn't about any of your games.
digest-title = { $count ->
    [one] **One game is waiting for you**
   *[other] **{ $count } games are waiting for you**
}
test-nowhere = Your reminders are off, so nothing was sent. Turn them on with `/settings reminders where:`.
test-dm-sent = I just sent you a reminder by direct message.
test-thread-sent = I just posted a reminder here.
test-no-thread = Nothing was posted, because this isn't the thread of one of your games. There you would see:
test-closed = The reminder didn't arrive: I can't message you, or can't post in this channel. Allow direct messages from this server, or choose another place with `/settings reminders where:`.
test-failed = The reminder didn't arrive: Discord didn't accept it. Try again in a minute.
settings-steps = Reminders before a deadline: **{ $steps }**
settings-steps-default = Reminders before a deadline: **{ $steps }**, set by the host
settings-steps-none = Reminders before a deadline: **none**
settings-where = { $place ->
    [dm] Reminders come **by direct message**
    [both] Reminders come **in the thread and by direct message**
    [none] Reminders are **off**
   *[thread] Reminders come **in the thread of the game**
}
settings-turn = Ping me when it's my turn: { $called ->
    [yes] **yes**
   *[no] **no**
}
settings-nowhere = Your reminder times and quiet hours are kept, but have no effect for now.
settings-quiet = No reminders during **{ $hours }** (`{ $zone }`): they come earlier instead
settings-quiet-none = No quiet hours
settings-digest = Daily digest at **{ $time }** (`{ $zone }`), when something is waiting for you
settings-digest-none = No daily digest
settings-steps-too-long = { $count ->
    [one] In game `{ $games }`, your turn is too short for your earliest reminder, so I skip it there.
   *[other] In { $count } games, your turn is too short for your earliest reminder, so I skip it there: `{ $games }`
}
error-no-step = I can't read `{ $step }` as a time before a deadline. Write hours, days or minutes, such as `24h 3h`, `2d` or `90m`, or `none`.
error-step-range = `{ $step }` is out of range: a reminder comes { $minutes } minutes to { $days } days before the deadline.
error-too-many-steps = { $count } reminders per turn are too many: choose { $most } at most.
error-no-time-of-day = I can't read `{ $time }` as a time of day. Write `18:00`, `7:30` or `6 pm`.
error-no-hours = I can't read `{ $hours }` as a range of hours. Write `22:00-07:00`, or `off`.
error-test-too-soon = You can send one test per minute. Try again shortly.
error-quiet-empty = Quiet hours can't start and end at the same time. Write `22:00-07:00`, or `off`.
error-quiet-too-long = Quiet hours can last at most twelve hours. To turn reminders off, choose *No reminders* in `where:`.
error-no-zone = I don't know your time zone yet.
button-time-zone = Set time zone…

## Ladders

ladder-refused-self = You can't challenge yourself.
ladder-refused-not-on-ladder = { $player } isn't on this ladder.
ladder-refused-lower-level = { $player } isn't above you. Challenge someone who is.
ladder-refused-lower = { $player } is { $distance } below you. Challenge someone above you.
ladder-refused-too-high = { $player } is { $distance } above you. You can challenge players up to { $reach } above you.
ladder-refused-out-limit = { $open ->
    [one] You already have 1 open challenge or game as the challenger. You can challenge again when it's over.
   *[other] You already have { $open } open challenges or games as the challenger. You can challenge again when one of them is over.
}
ladder-refused-in-limit = { $open ->
    [one] { $player } has already been challenged by 1 player. Wait until that challenge or game is over.
   *[other] { $player } has already been challenged by { $open } players. Wait until one of these challenges or games is over.
}
ladder-refused-already-playing = You and { $player } already have an open challenge or game on this ladder.
ladder-refused-too-soon = You and { $player } played recently. You can challenge again from { $until }.
ladder-refused-vacation = { $player } is on vacation until { $until }.
ladder-refused-last-pair = Your last game was against { $player }. Finish a game against someone else first.
ladder-refused-division = { $player } is in division { $other }, you are in division { $own }. Challenge someone in yours.
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

challenge-ladder-accepted = A game on the ladder **{ $name }**. Without an answer, it starts automatically.
challenge-ladder-declined = A game on the ladder **{ $name }**. Without an answer, the challenge lapses.
challenge-ladder-forfeited = A game on the ladder **{ $name }**. Declining, or not answering in time, counts as a loss.
ladder-error-no-server = Ladders belong to a server. Use the command there.
ladder-error-none = This server has no ladder yet. An organizer creates one with `/organize ladder create`.
ladder-error-which = This server has several ladders: { $names }. Choose one with the option `ladder`.
ladder-error-no-such = No ladder of this server is called { $name }.
ladder-error-closed = This ladder is closed. Its table stays, but nobody can join, leave or challenge.
ladder-error-no-such-place = { $last ->
    [one] This ladder has 1 place. Name place 1.
   *[other] This ladder has { $last } places. Name one from 1 to { $last }.
}
ladder-error-no-such-season = { $last ->
    [0] No season of this ladder is over yet.
    [one] This ladder has no such season. Season 1 is over.
   *[other] This ladder has no such season. Seasons 1 to { $last } are over.
}
ladder-error-name-taken = Another ladder of this server has that name. Choose another one.
ladder-error-no-name = Give it a name with at least one letter or digit.
ladder-error-too-many = A server can have at most { $most } open ladders. Close one first.
ladder-error-full = A ladder has room for { $most } players, and this one is full.
ladder-error-file-line = Line { $number } of the file has no Discord id: `{ $line }`. Put one player on each line; an id has 17 to 20 digits (developer mode, *Copy User ID*). Nobody was added.
ladder-error-file-empty = The file lists no players. Put one player on each line, with their Discord id, which has 17 to 20 digits.
ladder-error-file-no-text = The file isn't text. Save the table as CSV in UTF-8.
ladder-error-file-too-large = A file of players can have at most { $most } KiB.
ladder-error-file-unread = I couldn't get the file or its players from Discord just now, so nobody was added. Try again.
ladder-added-others = { $count ->
    [one] Not added, because nobody in this server has this id: { $list }
   *[other] Not added, because nobody in this server has these { $count } ids: { $list }
}
ladder-added-absent = Not added: { $list } (not in this server, or can't see this channel)
ladder-added-bots = Not added: { $list } (bots can't play here)
ladder-added-before = Already in: { $list }
ladder-error-file-alone = Use `file` alone, or `player` with `place`.
ladder-error-not-empty = This ladder already has players. Import into an empty one: `/organize ladder create` creates one.
ladder-error-already-on = { $player } is already on this ladder.
ladder-error-you-are-on = You're already on this ladder. `/ladder show` shows your place.
ladder-error-you-are-not-on = You aren't on this ladder. Join it with `/ladder join`.
ladder-error-thread-of-others = You don't play in the game of this thread. Leave out `public` to see the ladder privately.
ladder-error-not-for-two = Ladder games are for two players. Choose a setup for two.
ladder-error-nothing = Name at least one thing to change.
ladder-error-not-here = <@{ $player }> is no longer in this server, or can't see this channel. An organizer can take players off with `/organize ladder remove`.
ladder-error-set-key = There's no parameter { $key }. You can set { $known }.
ladder-error-set-value = { $setting } isn't possible. Try `{ $example }`, for example.
ladder-error-set-no-value = { $setting } has no value. Write parameters as `key=value`, separated by spaces.
ladder-error-set-steps = Steps need `reach=step`, `win=step`, and `loss=step` or `loss=none`.
ladder-error-set-reach = `reach=tier`, `reach=step` and `reach=all` can't be combined with another reach.
ladder-error-set-answer = `answer=0` needs `silence=accepted`.
ladder-error-set-divisions = Divisions need a ladder without steps and tiers, and `promoted` at most half of `division`.
ladder-counts = { $players ->
    [one] 1 player
   *[other] { $players } players
} · { $open ->
    [one] 1 open game
   *[other] { $open } open games
}
ladder-is-closed = This ladder is closed.
ladder-empty = Nobody has joined yet. Be the first!
ladder-own-place = You're at place **{ $place }**.
ladder-shown-by = <@{ $player }> shows the ladder:
ladder-column-step = Step
ladder-column-tier = Tier
ladder-column-division = Division
ladder-tier = Tier { $tier }
ladder-division = Division { $division }
ladder-column-player = Player
ladder-column-rating = Rating
ladder-column-score = Won–lost
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
button-ladder-remove-yes = Take off the ladder
button-ladder-season-end = End the season
button-ladder-season-begin = Begin the season
button-ladder-decline-yes = Decline and lose
button-ladder-challenge = Challenge…
button-ladder-join = Join
button-ladder-leave = Leave
ladder-joined = You've joined **{ $name }** at place { $place }. Challenge someone above you.
ladder-joined-first = You've joined **{ $name }** at place 1, so nobody is above you. Wait for a challenge.
ladder-left = You've left **{ $name }**. You were at place { $place }. Your open games continue, but no longer count for the ladder.
ladder-ask-leave = { $open ->
    [0] Leave **{ $name }**? You lose place { $place }.
    [one] Leave **{ $name }**? You lose place { $place }, and your open challenge or game no longer counts for the ladder.
   *[other] Leave **{ $name }**? You lose place { $place }, and your { $open } open challenges and games no longer count for the ladder.
}
ladder-ask-close = Close **{ $name }**? { $players ->
    [one] Its 1 player keeps their place
   *[other] Its { $players } players keep their places
}, and nobody can join it or challenge on it anymore. { $open ->
    [0] No challenge or game is open.
    [one] Its open challenge is closed, or its game no longer counts, and the two players are told.
   *[other] Its { $open } open challenges are closed, or their games no longer count, and their players are told.
} This can't be undone.
ladder-ask-remove = Take { $player } off **{ $name }**, from place { $place }? { $open ->
    [0] No challenge or game of theirs is open.
    [one] Their open challenge is closed, or their game no longer counts for the ladder, and both players are told.
   *[other] Their { $open } open challenges are closed, or their games no longer count for the ladder, and all their players are told.
} If they join again, they start where new players start.
ladder-ask-season-first = Begin season 1 of **{ $name }** now? Everyone keeps their place. This can't be undone.
ladder-ask-season = End season { $number } of **{ $name }** now, and begin season { $next }? It has been running since <t:{ $began }:D>. { $open ->
    [0] No challenge or game is open.
    [one] The open challenge or game counts for the next season.
   *[other] The { $open } open challenges and games count for the next season.
} This can't be undone.
ladder-season-begun = Season { $number } of **{ $name }** has begun.
ladder-season = Season { $number }
ladder-season-choice = Season { $number }: { $from } – { $until }
ladder-season-ends = Season { $number } ends <t:{ $at }:R>.
ladder-season-runs = Season { $number } has been running since <t:{ $at }:D>.
ladder-season-over = **{ $name }**: season { $number } is over (<t:{ $from }:D> – <t:{ $until }:D>)
ladder-season-promoted = ▲ Promoted: { $players }
ladder-season-relegated = ▼ Relegated: { $players }
ladder-ask-reason = Reason: { $reason }
ladder-no-longer-counts = This game continues, but no longer counts for the ladder **{ $name }**: { $player } is no longer on it.
ladder-no-longer-counts-closed = This game continues, but no longer counts for the ladder **{ $name }**: an organizer has closed it.
ladder-ask-decline = Decline this challenge?
competition-costs-place = On **{ $name }** that counts as a loss: you may lose place { $place }.
competition-costs-game = In **{ $name }** that counts as a loss.
ladder-games = **{ $name }** · { $running ->
    [0] no running games
    [one] 1 running game
   *[other] { $running } running games
} · { $waiting ->
    [0] no open challenges
    [one] 1 open challenge
   *[other] { $waiting } open challenges
}
ladder-games-turn = <@{ $player }> to move
ladder-games-silent = **no move** since <t:{ $since }:D>
ladder-games-waiting = { $players } · the answer is due <t:{ $until }:R>
ladder-export = **{ $name }** as files: the table, which `sumito ladder import` reads, and { $results ->
    [0] no results yet
    [one] 1 result
   *[other] { $results } results
}.
ladder-kept = Nothing has changed.
ladder-told-up = { $player } moves up to place { $place }
ladder-told-down = { $player } drops to place { $place }
ladder-told-off = { $player } leaves the ladder
ladder-begun = Your game against { $player } on **{ $name }** has started.
ladder-nobody = There's nobody on **{ $name }** you can challenge right now. `/ladder challenge user:` gives the reason for each player.
ladder-nobody-above = You're at the top of **{ $name }**. Wait for a challenge.
ladder-whom = **{ $name }**: you can challenge these players now.
ladder-whom-more = { $more ->
    [one] 1 more isn't in this list. Challenge that player with `/ladder challenge user:`.
   *[other] { $more } more aren't in this list. Challenge one of them with `/ladder challenge user:`.
}
ladder-choose = Who do you want to challenge?
ladder-history = **{ $name }**: changes
ladder-history-player = **{ $name }**: changes for { $player }
ladder-history-none = No changes yet.
ladder-history-won = beat { $opponent }
ladder-history-won-place = took the place of { $opponent }
ladder-history-won-on-time = won on time against { $opponent }
ladder-history-won-on-time-place = won on time and took the place of { $opponent }
ladder-history-forfeit = { $opponent } didn't accept the challenge
ladder-history-forfeit-place = took the place of { $opponent }, who didn't accept the challenge
ladder-history-lost = lost to { $opponent }
ladder-history-forfeited = didn't accept the challenge of { $opponent }
ladder-history-drew = drew with { $opponent }
ladder-history-time = lost on time to { $opponent }
ladder-moves = { $player }: { $from } → **{ $to }** · { $reason }
ladder-stays = { $player }: stays at { $place } · { $reason }
ladder-comes = { $player }: → **{ $place }** · { $reason }
ladder-goes = { $player } (place { $place }) is no longer on the ladder · { $reason }
ladder-reason-joined = joined
ladder-reason-left = left
ladder-reason-removed = removed by an organizer
ladder-reason-won = won
ladder-reason-lost = lost
ladder-reason-drew = drew
ladder-reason-time = lost on time
ladder-reason-won-on-time = won on time
ladder-reason-won-by-forfeit = took the place without a game
ladder-reason-forfeited = didn't accept a challenge
ladder-reason-inactive = inactive
ladder-reason-moved = moved by an organizer
ladder-reason-annulled = a game was annulled
ladder-reason-season = end of the season
ladder-reason-promoted = promoted
ladder-reason-relegated = relegated
ladder-off = off the ladder
time-days = { $count ->
    [one] 1 day
   *[other] { $count } days
}
time-hours = { $count ->
    [one] 1 hour
   *[other] { $count } hours
}
time-minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
ladder-created = The ladder **{ $name }** is open. Players join with `/ladder join`.
ladder-not-edited = Nothing has changed: the ladder was already like that.
ladder-edited = Changed. Open challenges keep the rules they were made with.
ladder-channel = The table of **{ $name }** will appear in <#{ $channel }>, updated after every result. Challenges and new rules are posted there, and games start there.
ladder-channel-off = **{ $name }** has no channel of its own. Its games start where challenges are made.
ladder-announced = The ladder **{ $name }** has changed: { $changes }. Open challenges keep the rules they were made with.
ladder-closed = The ladder **{ $name }** is closed. Its table stays; running games continue, but no longer count for it.
ladder-stands-there = { $player } already has that place on **{ $name }**.
ladder-ask-add = Who should be added to **{ $name }**? New players start below all others, in this order. Players who are already on it keep their places.
ladder-add-whom = Choose players
ladder-added = { $count ->
    [0] Nobody was added to **{ $name }**.
    [one] One player was added to **{ $name }**:
   *[other] { $count } players were added to **{ $name }**:
}
ladder-rules-title = **{ $name }** · { $preset }
ladder-rules-games = Games: { $game } · { $pace }
ladder-rules-reach = You can challenge { $reach }.
ladder-rules-out = { $count ->
    [one] You can have 1 open challenge to others at a time.
   *[other] You can have { $count } open challenges to others at a time.
}
ladder-rules-in = A player can be challenged by { $count } at a time.
ladder-rules-at-once = A challenge needs no answer: the game starts right away.
ladder-rules-silence-accepted = A challenged player has { $time } to answer. Then the game starts automatically. Challenges can't be declined.
ladder-rules-silence-declined = A challenged player has { $time } to answer. Then the challenge lapses.
ladder-rules-silence-forfeited = A challenged player has { $time } to answer. Declining or not answering loses the game.
ladder-rules-win-insert = A challenger who wins takes the place of the defender, and the players between them move down by one.
ladder-rules-win-swap = A challenger who wins swaps places with the defender.
ladder-rules-win-step = A challenger who wins goes one step up, and the defender one down.
ladder-rules-draw-none = A draw changes nothing.
ladder-rules-draw-below = A challenger who draws moves to the place directly below the defender.
ladder-rules-loss-none = When the challenger loses, nothing changes.
ladder-rules-loss-step = A challenger who loses goes one step down, and the defender one up.
ladder-rules-loss-last = A challenger who loses drops to last place.
ladder-rules-time-played = A loss on time counts like any other loss.
ladder-rules-time-leaves = A player who loses on time leaves the ladder. A challenger who wins on time takes the place as after any win.
ladder-rules-time-falls = A defender who loses on time drops to the place directly below the challenger. A challenger who loses on time drops to last place.
ladder-rules-pauses-asked = Clocks pause during vacations that players start themselves, not during automatic ones.
ladder-rules-pauses-none = Clocks don't pause during vacations.
ladder-rules-again-at-once = The same two players can play again right away.
ladder-rules-again = The same two players can play again after { $pause }.
ladder-rules-again-other = Before the same two players meet again, the challenger must finish a game against someone else.
ladder-rules-join-last = New players start in last place.
ladder-rules-join-rating = New players are placed by rating.
ladder-rules-idle = A player who finishes no game for { $time } drops one place. Vacations don't count.
ladder-rules-first = The first challenge after joining can go to anyone above.
ladder-rules-paused = A game that the defender's vacation pauses doesn't count as an open challenge of its challenger.
ladder-rules-decided = A game is played for the place the defender had when challenged.
ladder-rules-division = Each division has { $size } places; the last one can have up to half as many more. You can challenge players in your own.
ladder-rules-season = A season lasts { $time }, then the next one starts. Running games continue and count for the next season.
ladder-rules-promoted = { $count ->
    [one] At the end of a season, the last player of each division and the first of the next one swap places.
   *[other] At the end of a season, the last { $count } players of each division and the first { $count } of the next one swap places.
}
ladder-rules-reset-keep = A new season starts in the order in which the last one ended.
ladder-rules-reset-rating = A new season starts in the order of ratings.
ladder-rules-reset-random = A new season starts in a random order.
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
ladder-reach-all = anyone above you
ladder-reach-best = { $list }, whichever reaches furthest
ladder-reach-or = {", or "}
ladder-in-all = { $limit ->
    [one] 1 player
   *[other] { $limit } players
}
ladder-in-band = { $limit } (up to place { $place })
ladder-in-below = { $limit } (below)

## Organizers

organize-show = { $count ->
    [0] There are no games to decide on.
   *[other] Which game do you want to decide on?
}
organize-choose-game = Choose a game
button-review = Fair play
button-log = Log
button-let-win = { $name } wins…
button-declare-draw = Draw…
button-pause = Pause…
button-end-pause = Resume…
button-extend = Give time…
button-annul-game = Annul…
organize-ask-win = End game `{ $id }` of { $players } with a win for <@{ $winner }>? This can't be undone.
    Reason: { $reason }
organize-ask-draw = End game `{ $id }` of { $players } with a draw? This can't be undone.
    Reason: { $reason }
organize-ask-annul = End game `{ $id }` of { $players } without a result? This can't be undone.
    Reason: { $reason }
organize-ask-annul-over = Game `{ $id }` of { $players } is over. Annul it? It will count as not played, and nobody can undo that.
organize-annul-rated = • Its result no longer counts for ratings, and the ratings from all later games are recalculated.
organize-annul-counts = • Profiles, `/profile statistics` and `/organize review` no longer count it. Its last board, its thread and its result show *annulled*.
    • The players will see your reason: { $reason }
organize-ladder-never = • The ladder **{ $name }** never counted it: nobody moves.
organize-ladder-closed = • The ladder **{ $name }** is closed: its table stays.
organize-ladder-same = • On the ladder **{ $name }**, everyone would have the same place without it: nobody moves.
organize-event-both-lose = • In the event **{ $name }**, both lose it. If one of them broke the rules, name them in `against`, and the opponent gets the point.
organize-event-against = • In the event **{ $name }**, <@{ $player }> loses it, and the opponent gets the point. Rounds that are paired stay as they are.
organize-event-decided = • In the event **{ $name }**, what <@{ $other }> has decided stays.
organize-ladder-back = • The ladder **{ $name }** goes back to how it would be without this game: { $changes }
organize-annulled-board = **Annulled** by an organizer: this game counts as not played.
organize-annulled-why = Organizer <@{ $organizer }>: { $reason }
organize-you-adjudicated = You decided game `{ $id }`: { $result }
organize-you-annulled = You annulled game `{ $id }`. It has no result.
organize-you-extended = <@{ $player }> has more time in game `{ $id }`, until <t:{ $until }:f>.
organize-you-paused = You paused game `{ $id }` until <t:{ $until }:f>. `/organize resume` resumes it earlier.
organize-you-resumed = Game `{ $id }` continues.
organize-ask-all-pause = { $count ->
    [one] Pause 1 game of **{ $name }** for { $time }? All its clocks stop, and nobody can move.
   *[other] Pause { $count } games of **{ $name }** for { $time }? All their clocks stop, and nobody can move.
}
organize-ask-all-extend = { $count ->
    [one] Give { $time } to the player whose turn it is in 1 game of **{ $name }**?
   *[other] Give { $time } to the player whose turn it is, in each of { $count } games of **{ $name }**?
}
organize-ask-all-resume = { $count ->
    [one] Resume 1 game of **{ $name }** that organizers have paused?
   *[other] Resume { $count } games of **{ $name }** that organizers have paused?
}
button-for-all = { $count ->
    [one] Yes, in 1 game
   *[other] Yes, in { $count } games
}
organize-all-paused = { $count ->
    [one] 1 game of **{ $name }** is being paused. `/organize resume` resumes it earlier.
   *[other] { $count } games of **{ $name }** are being paused, a few at a time. `/organize resume` resumes them earlier.
}
organize-all-extended = { $count ->
    [one] The player whose turn it is in 1 game of **{ $name }** is being given more time.
   *[other] The players whose turn it is in { $count } games of **{ $name }** are being given more time, a few games at a time.
}
organize-all-resumed = { $count ->
    [one] 1 game of **{ $name }** is being resumed.
   *[other] { $count } games of **{ $name }** are being resumed, a few at a time.
}
organize-error-no-games-of-all = This applies to none of the games. Only running games can be paused, only games with clocks can get more time, and only games that organizers paused can be resumed together.
organize-error-game-or-competition = Name either `game` or `competition`, not both.
audit-games = { $count ->
    [one] 1 game
   *[other] { $count } games
}
organize-adjudicated = { $players }, organizer <@{ $organizer }> decided this game. Reason: { $reason }
organize-decided-for-event = { $players }, organizer <@{ $organizer }> decided how this game counts in { $event }: { $result ->
    [win] { $winner } wins
    [both-lose] both players lose
   *[draw] it is a draw
}. The game itself stays as it ended. Reason: { $reason }
organize-annulled = { $players }, organizer <@{ $organizer }> annulled this game. It has no result and doesn't count for ratings. Reason: { $reason }
organize-annulled-by-host = { $players }, the host of this bot annulled the game { $names } ({ $game }): the bot is no longer on its server. It has no result and doesn't count for ratings.
organize-extended = { $players }, organizer <@{ $organizer }> gave <@{ $player }> more time. Reason: { $reason }
    Deadline: <t:{ $until }:f> (<t:{ $until }:R>)
organize-paused = { $players }, organizer <@{ $organizer }> paused this game until <t:{ $until }:f>. All clocks are paused, and nobody can move. Reason: { $reason }
organize-resumed = Organizer <@{ $organizer }> resumed this game. Reason: { $reason }
organize-error-other-server = This game isn't played on this server. Use the command where it is played.
organize-error-own-seat = You take part in this yourself, so another organizer has to do it: <@{ $other }>, for example.
organize-error-announced = You take part in this yourself, so it is announced first. You can do it from <t:{ $from }:f> on, unless another organizer stops it first.
organize-error-not-announced = I couldn't post the announcement in <#{ $channel }>. Let me write there, or choose another channel, and use the command again.
organize-error-no-channel = You take part in this yourself, so it has to be announced first, and this ladder has no channel where its players would see it. Choose one with `/organize ladder channel`.
organize-error-not-waiting = This is no longer pending: it has been done or stopped, or it's more than a month old.
organize-announced = You take part in this yourself, and I know no other organizer who could do it. So I announced it in <#{ $channel }>. If no organizer stops it, use the same command again between <t:{ $from }:f> and <t:{ $until }:f>.
organize-announcement = Organizer <@{ $organizer }> is going to { $act }
    Reason: { $reason }
    <@{ $organizer }> plays here too, and I know no other organizer who could decide. So nothing happens before <t:{ $from }:f>, and until it's done, any organizer of this server can stop it.
organize-stopped = Organizer <@{ $organizer }> stopped what was announced: { $act }
organize-you-stopped = You stopped it. The log of this server shows that.
button-stop-act = Stop this
organizer-act = { $act ->
    [adjudicated] decide a game
    [annulled] annul a game
    [extended] give more time
    [paused] pause games
    [resumed] resume paused games
    [asked-to-replace] have a player replaced
    [ladder-edited] change the rules of a ladder
    [ladder-closed] close a ladder
    [ladder-season] begin a new season of a ladder
    [ladder-removed] take a player off a ladder
    [ladder-moved] move a player to another place on a ladder
    [event-seeded] add players to an event, with seeds or ratings
    [event-swapped] exchange two players in the pairings of an event
    [event-round-closed] close a round of an event
    [event-ended] end an event with the table as it stands
    [event-unseated] reduce the number of places in an event
    [event-pair-forbidden] keep two players apart in an event
    [event-pair-allowed] let two players meet again in an event
    [event-cancelled] cancel an event
    [event-decided] decide a game of an event
    [event-removed] take a player out of an event
   *[event-substituted] let someone take over a place in an event
}
organize-error-no-winner = Choose one: the winner in `winner`, or `draw` for a draw.
organize-error-not-in-game = <@{ $player }> doesn't play in this game. Name one of its players.
organize-error-extension = Give the time in `days`, `hours` or `minutes`: from one minute to { $days } days.
organize-error-no-reason = Say why in `reason`. It's shown to the players and in this server's log.
organize-error-expired = This question is more than a day old, or someone else asked it. Use the command again.
organize-error-paused = An organizer paused this game until <t:{ $until }:f>. Only an organizer can resume it earlier.
organize-error-annulled = An organizer annulled this game.
organize-error-decided = <@{ $other }> has already decided this game. `/organize log` shows it.
error-not-an-organizer = Only organizers of this server can do that: people who can manage the server or its events, and the role set with `/setup organizers`.
button-adjudicate = End the game
button-annul = Annul the game
button-newer = Newer
button-older = Older
challenge-annulled = <@{ $challenger }> challenged { $opponents } to a game of { $game }. An organizer **annulled** it. No result.
seek-annulled = <@{ $challenger }> was looking for a game of { $game }, and { $opponents } accepted. An organizer **annulled** it. No result.
reason-adjudication = by an organizer's decision.
audit-title = **What organizers have done here** (page { $page } of { $pages })
audit-empty = Organizers haven't done anything here yet.
audit-export = { $count ->
    [one] One entry of the log, as a JSON object.
   *[other] { $count } entries of the log, a JSON object in each line, the newest first.
}
audit-export-rest = Discord doesn't accept larger files, so the { $count } oldest entries are missing. Ask the host for all of them.
audit-host = the host
audit-draw = a draw
audit-setting = { $setting ->
    [seeks] Open challenges
    [results] Results
    [ladders] Ladder changes
    [puzzles] Daily puzzle
    [posts] Boards in threads
    [web] Games in a browser
    [organizers] Role of organizers
    [picture] Pictures
    [leader] Role of the leader
   *[other] { $setting }
}
audit-value = { $what }: { $value }
audit-off = { $what }: off
audit-here = { $what } in this channel
audit-refused = { $what }: Discord has refused { $value }
audit-parameter = { $key ->
    [name] name
    [games] games
    [pace] pace
    [reach] reach
    [out] challenges at a time
    [in] challenges to one player
    [answer] time to answer
    [silence] no answer
    [win] win
    [draw] draw
    [loss] loss
    [timeout] loss on time
    [again] time before the next game of two
    [join] place of new players
    [idle] time without a game
    [first] first challenge
    [decided] place that counts
    [paused] games paused by a vacation
    [pauses] vacations
   *[other] { $key }
}
audit-adjudicated = decided a game
audit-annulled = annulled a game
audit-extended = gave more time
audit-paused = paused a game
audit-resumed = resumed a game
audit-asked-to-replace = asked someone to take over
audit-replaced = a player was replaced
audit-set-up = changed the settings
audit-preset-saved = saved a preset
audit-preset-removed = removed a preset
audit-ladder-created = created a ladder
audit-ladder-edited = changed a ladder
audit-ladder-presented = changed the name or the channel of a ladder
audit-ladder-closed = closed a ladder
audit-ladder-season = began a season of a ladder
audit-ladder-added = put a player on a ladder
audit-ladder-removed = took a player off a ladder
audit-ladder-moved = moved a player on a ladder
audit-rating-annulled = took a game out of the ratings
audit-rating-restored = put a game back into the ratings
audit-announced = announced
audit-stopped = stopped
permission-view-channel = View Channel
permission-send-messages = Send Messages
permission-embed-links = Embed Links
permission-attach-files = Attach Files
error-missing-permissions = I need more permissions in this channel: { $list }. Give me these, then use the command again.
channel-seeks = open challenges
channel-results = results of games
channels-first = From now on, I post here: { $list }.
setup-seeks = Open challenges: <#{ $channel }>
setup-organizers-title = **Organizers of this server**
setup-channels-title = **Channels of this server**
setup-seeks-off = Open challenges: in the channel where they're made
setup-organizer = Organizers: everyone who can manage the server or its events, and <@&{ $role }>
setup-organizer-none = Organizers: everyone who can manage the server or its events
setup-organizer-hint = Discord shows `/organize` only to people who can manage events. To show it to the role too, open this bot under *Integrations* in the server settings.
error-everybody-organizes = Choose a role that not everyone has.
error-leader-organizes = The leader of a ladder and the organizers can't have the same role: the player in first place would organize this server. Choose another one.
seek-posted-in = This server keeps open challenges in <#{ $channel }>, so yours is posted there.
channel-ladders = ladder changes
setup-ladders = Ladder changes: <#{ $channel }>
setup-ladders-closed = Ladder changes: <#{ $channel }>, where I can't post at the moment. Let me view it and send messages, then use `/setup channels` there again.
setup-ladders-off = Ladder changes: only in `/ladder history`
channel-puzzles = puzzles of the day
setup-puzzles = Puzzle of the day: <#{ $channel }>
setup-puzzles-closed = Puzzle of the day: <#{ $channel }>, where I can't post at the moment. Let me view it and send messages, then use `/setup channels` there again.
setup-puzzles-off = Puzzle of the day: only with `/puzzle daily:true`
setup-posts-each = Threads: a new board for each move (`/setup thread`)
setup-posts-one = Threads: one board that is edited, and a line that pings the player whose turn it is (`/setup thread`)
setup-thread-limit = The server has reached Discord's limit of active threads ({ $time }), so some games stay in their channel. Close unused threads
setup-posts-next = Running games switch with their next move.
ladder-digest = **Changes on the ladders** · <t:{ $at }:D>
ladder-digest-more = { $count ->
    [one] … and one earlier change: `/ladder history`
   *[other] … and { $count } earlier changes: `/ladder history`
}

## Fair play

challenge-repeated-pair = You two have played { $games } rated games in { $days } days, so this one is casual
error-pair-limit = You two have played { $games } rated games in { $days } days, so more of them are casual. Accept a casual challenge, or wait.
review-title = **Games of the last { $days } days** ({ $games } rated). These figures prove nothing. They show where to look.
review-nothing = Nothing stands out.
review-pairs = **Many rated games between the same two players**
review-pair = • <@{ $one }> – <@{ $other }>: { $games } games, won { $wonone } – { $wonother }. All their rated games: { $allone }, { $allother }
review-broken-off = **Games the same two players never finished**
review-broken-off-pair = • <@{ $one }> – <@{ $other }>: { $aborted } aborted, { $timedout } lost on time
review-new-accounts = **New accounts that lose** (less than { $days } days old at the time)
review-new-account = • <@{ $player }>, { $age } days old: { $lost } of { $games } rated games lost, { $count } of them to <@{ $winner }>
review-unplayed = **Games of ladders and events won before everyone had moved**
review-unplayed-wins = • <@{ $player }>: { $count }
review-hint = `/organize annul` takes a result out of the ratings. Nobody is punished automatically.

## Someone takes over from a player

replacement-you-asked = I asked <@{ $new }> to take over from <@{ $player }> in game `{ $id }`.
replacement-you-play = You've taken over in game `{ $id }`. It's casual from now on.
replacement-you-declined = Declined. You stay out of game `{ $id }`.
replacement-asked = <@{ $player }>, organizer <@{ $organizer }> asks you to take over from <@{ $former }> in this game. It would be casual from then on. Reason: { $reason }
replacement-declined = <@{ $player }> won't take over. The game continues as before.
replacement-done = { $players }, <@{ $player }> takes over from <@{ $former }>, as organizer <@{ $organizer }> asked. The game is casual from now on.
button-take-over = Take over
button-not-take-over = Decline
organize-error-cannot-replace = <@{ $player }> already plays in this game, or organizes it. Choose someone else.
organize-error-ladder-game = This is a ladder game, so nobody can take over in it. End it with `/organize adjudicate` or `/organize annul`.
organize-error-not-asked = You haven't been asked to take over in this game, or no longer are.
replacement-not-here = <@{ $player }> isn't in this server, or can't see this channel. Choose a member who can.

## The role of a leader

leader-role = The leader of this ladder has <@&{ $role }>.
leader-role-none = The leader of this ladder has no role of their own.
leader-role-refused = The leader of this ladder should get <@&{ $role }>, but Discord doesn't let me give it. Let me manage roles, and put my role above it.
leader-role-left = I couldn't take <@&{ $role }> from <@{ $player }>. Please do it yourself.
leader-role-lost = I can no longer give the leader of **{ $name }** their role (<@&{ $role }>). Let me manage roles, put my role above it, or choose another one with `/setup leader`. I try again every hour.
error-manage-roles = I can't manage roles on this server. Give me the permission **Manage Roles**, then use the command again.
error-role-above = I can't give <@&{ $role }>. Put my role above it in the server settings, then use the command again.
leader-role-later = Discord isn't answering at the moment. I'll give the role in a few minutes.
error-your-manage-roles = You need the permission **Manage Roles** to choose the role of a leader. Ask someone who has it.
error-role-allows-more = <@&{ $role }> allows more than you may do yourself. Choose another role, or ask someone who may do all of it.
error-role-not-now = Discord isn't answering at the moment, so the former role stays. Use the command again in a minute.
error-role-busy = I'm handing over this role at the moment. Use the command again in a minute.

## Games against Sumito

engine-begun = Your game **{ $id }** against { $opponent } has begun. You play **{ $color }**.
engine-is-casual = Games against me are casual: the result changes no rating.
engine-thinks = { $player } is thinking. The answer follows in a moment.
# $games: how many other games are answered first.
engine-queue = { $games ->
    [one] { $player } answers **one other game** first. Then it's your game's turn.
   *[other] { $player } answers **{ $games } other games** first. Then it's your game's turn.
}
engine-busy = { $player } has many games to answer. The answer to your move follows as soon as possible.
error-no-engine = I don't play Abalone myself here. Challenge a person instead.
error-no-such-level = There is no such level. Choose one from 1 to 10, or full strength.
error-engine-for-two = I only play games for two. Leave `seats` out, or name the other players.
error-engine-plays-on = I don't agree to draws. Play on, or resign.
error-no-help = While a game is in progress, I only help in your own games against me.
button-hint = Hint
engine-hint = I would play `{ $notation }`.
engine-hint-marbles = Look at { $marbles }.
button-show-move = Show the move
engine-hint-none = I have no hint right now. Ask again in a moment.
analysis-title = Analysis of `{ $id }`: { $players }
analysis-accuracy = Accuracy: { $list }
analysis-player = { $player } **{ $accuracy }%**
analysis-mistake = **{ $move }.** { $player } played `{ $notation }`, which lost { $loss ->
    [one] 1 point
   *[other] { $loss } points
} of winning chance. Better: `{ $line }`
analysis-no-mistakes = I found no costly mistakes.
analysis-chances = Winning chance, in percent
# Below a board; the line break stays.
analysis-played = { $played }
    −{ $loss }%
analysis-better = { $move }. better: { $notation }
analysis-position = `{ $id }` after { $ply ->
    [0] no move
    [one] { $ply } move
   *[other] { $ply } moves
} of { $plies }
analysis-best = { $player } played `{ $notation }`, the best move I found.
analysis-lost = { $player } played `{ $notation }`, which lost { $loss ->
    [one] 1 point
   *[other] { $loss } points
} of winning chance. Better: `{ $line }`
analysis-chance = { $player }: { $chance }% winning chance
analysis-chances-of-two = Chances: { $one } { $first }%, { $two } { $second }%
analysis-won = { $player } has won.
analysis-forced = { $moves ->
    [one] { $player } wins with the next move.
   *[other] { $player } can force a win within { $moves } moves.
}
analysis-next = I would continue with `{ $line }`.
analysis-busy = I'm busy with other games right now. Ask again in a moment.
button-analyze = Analyze
button-analysis-steps = Step through
button-analysis-mistake = Move { $move }
button-analysis-overview = Overview
error-level-for-person = A level is for games against me. Leave `level` out to challenge a person, or challenge me.

## Privacy

deleted-user = Deleted user
# A program that plays. $level: how strong it plays.
engine-name = { $level ->
    [11] Sumito (full strength)
   *[other] Sumito (level { $level })
}
privacy-stored = **What I store about you**
    • Your games ({ $games }): their moves and times, and the name you had then. They stay, because they are your opponents' games too.
    • Your ratings and statistics, your places on ladders, and what organizers have noted about your games: as long as the games.
    • Your settings, your language, your vacations and the puzzles you were shown: until you delete them.
    • Your conditional moves: until they are played or dropped.
    • Which direct messages I've sent you, so that I can update them: until newer ones replace them.
    `/settings privacy export` gives you all of it. `/settings privacy delete` deletes it.
privacy-export = { $games ->
    [0] Everything I store about you, as JSON. You have no game with moves.
    [one] Everything I store about you, as JSON, and the record of your game.
   *[other] Everything I store about you, as JSON, and the records of your { $games } games, newest first.
}
privacy-export-rest = Discord doesn't accept larger files, so { $games } older games and { $rows } older entries are missing. Ask the host of this bot for all of them.
privacy-delete-ask = **Delete everything I store about you?** You can't undo this.
    • Your settings, vacations, conditional moves and puzzles are deleted. You leave all ladders.
    • Your games stay for your opponents, and show *Deleted user* instead of your name: in results, histories, ratings, statistics and ladders. Finished games keep counting for your opponents' ratings.
    • Messages that are already in Discord stay as they are.
    • If you play again, you start from scratch.
privacy-delete-playing = { $playing ->
    [0] **{ $challenges ->
        [one] One challenge is still open.** It would be closed.
       *[other] { $challenges } challenges are still open.** They would be closed.
    }
   *[other] **You are still playing: { $playing ->
        [one] one game
       *[other] { $playing } games
    }{ $challenges ->
        [0] .
        [one] , and one challenge is open.
       *[other] , and { $challenges } challenges are open.
    }** You'd resign all of them, and the rated ones would count. Challenges would be closed.
}
button-delete-data = Delete everything
button-resign-and-delete = Resign all and delete
privacy-kept = Nothing was deleted.
privacy-deleting = I'm deleting your data. That takes a few minutes at most. Don't start a game until then.
privacy-asked-long-ago = This question has expired. Use `/settings privacy delete` again.

# Units, dates, and words that people type. Lists have commas; the words of all languages are understood.
unit-day = d
unit-hour = h
unit-minute = min
percent = { $percent }%
weekdays = Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday
typed-off = off, none, no, never, nothing
typed-default = default, usual, as usual
typed-today = now, today
typed-tomorrow = tomorrow
typed-in = in
typed-one = a, an, one
typed-days = d, day, days
typed-hours = h, hour, hours
typed-minutes = m, min, mins, minute, minutes

## Events

event-error-no-server = Events belong to a server.
event-error-none = This server has no event yet. An organizer creates one with `/event create`.
event-error-which = Which event? This server has { $names }. Name one with the option `event`.
event-error-no-such = There's no event { $name } on this server.
event-error-name-taken = Another event that isn't over has this name.
event-error-draft-name-taken = An event that nobody has announced yet is called **{ $name }** too: `/event edit` shows it. Choose another name, or discard that one.
event-error-too-many = This server has { $most } events that aren't over. End one first.
event-error-too-many-drafts = This server has { $most } events that nobody has announced. `/event edit` finds them: announce or discard one first.
event-error-already-in = You're already in.
event-error-not-in = This player isn't in this event, or has withdrawn.
event-error-withdrawn = A player who has withdrawn can't come back once the next round is paired.
event-error-has-withdrawn = <@{ $player }> has withdrawn, and can't come back once the next round is paired. Nobody was added: try again without this player.
event-error-no-skipping = In this event, nobody can skip a round.
event-error-skipping-not-swiss = `skipping` is for Swiss events: in this format, nobody can skip a round. Leave `skipping` out.
event-error-leaves-nobody-out = `leave-out` is for round robins: the table of this format leaves nobody out. Leave `leave-out` out, or choose a round robin first.
event-error-rounds-not-swiss = `rounds` is for Swiss events: in this format, the number of rounds follows from the players. Leave `rounds` out.
event-error-too-few-seats = This format needs at least { $least } players, and the event has only { $seats } places. Give it more places, or choose another format.
event-error-no-later-round = The last round has begun already.
event-error-round-not-ahead = { $count ->
    [one] Only round { $last } hasn't begun yet: choose that one.
   *[other] Choose a round that hasn't begun: { $first } to { $last }.
}
event-error-has-begun = The event has begun. This can only be set beforehand.
event-error-begun-before = **{ $name }** has begun already: `/event pairings` shows its games.
event-error-no-late-entries = The event has begun, and takes no more players.
event-error-plays-already = <@{ $player }> is already in this event.
event-error-bot = <@{ $player }> is a bot, and bots can't play in events. Choose a person.
event-error-not-here = <@{ $player }> isn't in this server, or can't see this channel. Choose a member who can see it.
event-error-empty-team = Each team needs at least one player, and one team is still empty.
event-error-you-are-not-in = You aren't in this event, or have withdrawn already.
event-is-over = **{ $name }** is over.
event-error-not-swiss = This works only in Swiss events. In this format, the pairings are fixed from the start.
event-error-not-at-once = Only round robins with days for a move and at most { $most } players can have all games at once.
event-error-not-two-games = Only events with days for a move can have two games a round, and team matches can't.
event-error-which-board = This player has several games in this round. Name one in `board`, by its number in `/event pairings`: { $boards }.
event-error-no-draft = No round is drawn that isn't open yet. `/event pair preview:True` draws the next one once all games are over.
event-error-draft-changed = The pairings have changed since you saw them. Look at them again with `/event pair preview:True`.
event-error-may-not-meet = <@{ $one }> and <@{ $other }> would meet, but they have met or are kept apart.
event-error-same-player = You named <@{ $player }> twice. Name two different players.
event-error-no-games-open = All games of the round are over.
event-error-round-not-counted = Round { $round } wasn't over when the event ended, so the table doesn't count its games. Nothing has changed.
event-error-nothing-played = Nobody has a point yet. `/event cancel` ends the event without a result.
event-error-written = Organizers can write to the players once an hour; the next time <t:{ $at }:R>.
event-error-nobody-in = Nobody has joined yet.
event-error-no-message = Write what to say in `text`.
event-error-seed-twice = Two players have the seed { $seed }. Nobody was added.
event-error-file-alone = Use `file` alone, or `player` with `seed`, `rating` and `team`.
event-error-file-number = Line { $number } of the file has a wrong number: `{ $line }`. Seeds go from 1 to 256, ratings from 1 to 4000, and a team is 1 or 2. Nobody was added.
event-error-announced = This event is announced already. `/event cancel` ends it.
event-error-teams-not-chosen = Players have signed up already, and none has a team. Cancel this event and create a team match.
event-error-round-just-begun = Round { $round } began a moment ago. Look at `/event pairings`: if you mean a game of this round, use the command again in a minute.
event-error-not-begun = The event hasn't begun yet.
event-error-not-paired = Round { $round } isn't paired yet. That happens when round { $before } is over.
event-error-decided = <@{ $other }> decided this game <t:{ $at }:R>. To change that, use the command again in a minute.
event-error-no-round = This event has { $count ->
    [one] one round
   *[other] { $count } rounds
}.
event-error-round-not-begun = Round { $round } hasn't begun yet.
event-error-over = The event is over.
event-error-full = All { $seats } places are taken.
event-error-too-few = It takes { $least } players to begin; so far { $count ->
    [0] nobody has joined
    [one] one has joined
   *[other] { $count } have joined
}.
event-error-date-in-past = Sign-up has to end in the future.
event-error-date-too-far = An event starts within a year. Choose an earlier date.
event-error-no-date = I can't read { $typed } as a date. Try `friday 18:00`, `2026-12-24` or `in 2 days`.
event-error-no-start = An event that repeats needs a start: choose *When it starts* in the form first.
event-error-no-board = This player has no game in this round.
event-error-closed = Sign-up is closed. Ask an organizer.
event-error-rating = This event is for { $limits }; yours is { $rating }.
event-error-no-rating = This event is for { $limits }. You have no rating in these games on this server yet: play rated games first.
event-error-role = This event is for members with the role <@&{ $role }>.
event-error-which-team = Which team? Press its button on the card of the event, or use `/event join team:1` or `team:2`.
event-error-add-to-which-team = In a team match, each player needs a team: name one player and `team:1` or `team:2`, or use a `file` with the column `team`.
event-error-no-teams = This event has no teams. Leave `team` out.
event-error-teams = Write two names with a slash between: `Red / Blue`.
event-error-tie-break = There's no tie-break `{ $typed }`. Choose from { $names }, with commas between them.
event-error-ratings-reversed = The lower limit of ratings is above the upper one.
event-error-nothing-drawn = If all games of a round share one layout, it has to be a random one: choose the layout `random` first.
event-error-still-in = <@{ $player }> still takes part. Take them out first with `/event remove`.
event-error-no-vacant-place = No place is vacant. Name the player who has withdrawn; in a knockout, they must have withdrawn in this round.
event-error-games-open = { $open ->
    [0] The rounds of this event are paired automatically.
    [one] One game of round { $round } is still open. Wait for it, or decide it with `/event decide`.
   *[other] { $open } games of round { $round } are still open. Wait for them, or decide them with `/event decide`.
}
event-format-swiss = Swiss
event-format-monrad = Swiss (Monrad)
event-format-round-robin = round robin
event-format-double-round-robin = double round robin
event-format-knock-out = knockout
event-format-groups = groups, then knockout
event-format-team-match = team match
event-rounds = { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
}
event-pauses-all = vacations pause clocks
event-pauses-none = vacations don't pause clocks
event-sign-up-until = Join until <t:{ $at }:f> (<t:{ $at }:R>).
event-sign-up = Join now; an organizer starts it.
event-entrants = { $count ->
    [0] Nobody has joined yet.
    [one] One player: { $list }
   *[other] { $count } players: { $list }
}
event-entrants-of = { $count ->
    [0] Nobody has joined yet; there are { $most } places.
   *[other] { $count } of { $most } places: { $list }
}
event-waiting = Waiting for a place: { $list }
event-waits-for-organizer = Round **{ $round }** is over · an organizer pairs the next one
event-waits-for-first = The first round is drawn · an organizer opens it
event-running = Round **{ $round }** · { $open ->
    [0] all games are over
    [one] one game is being played
   *[other] { $open } games are being played
}
event-over = { $count ->
    [one] 🏆 **{ $players }** wins.
   *[other] 🏆 **{ $players }** share first place.
}
event-nobody-left = Nobody is in the table: all players withdrew early.
event-is-cancelled = This event was canceled.
event-column-points = Pts
event-column-buchholz = Buchholz
event-column-buchholz-cut-1 = Buchholz −1
event-column-sonneborn-berger = Sonneborn–Berger
event-column-direct-encounter = Direct encounter
event-column-wins = Wins
event-column-standard-points = Standard points
event-column-progressive = Progressive score
event-column-black-wins = Wins moving second
event-column-performance = Rating performance
event-column-lots = Lots
event-column-marbles = Marbles
event-legend-column = { $label }: { $meaning }
event-legend-buchholz = the points of all opponents
event-legend-buchholz-cut-1 = the points of all opponents but the weakest
event-legend-sonneborn-berger = each opponent's points, times one's own against them
event-legend-direct-encounter = the games between those who are level
event-legend-wins = rounds that were worth a win
event-legend-standard-points = a point for each round above a draw, half for a draw
event-legend-progressive = the points after each round, added up
event-legend-black-wins = games won by who moved second
event-legend-performance = the rating that the results mean, against these opponents
event-legend-lots = drawn once for the whole event
event-legend-marbles = pushed off, minus those lost
event-legend-opponent = 1 (5): a win against player 5, whose number stands behind the name
event-legend-unplayed = + and −: won and lost without a game, or before both had moved{ $swiss ->
    [yes] . It counts, but not as a game for tie-breaks.
   *[no] .
}
event-after-round = { $round ->
    [0] the table begins after round 1
   *[other] after round { $round }
}
event-own-place = You're at place **{ $place }** with { $points }.
event-left-out = Left out after withdrawing before half of their games: { $players }
event-round-planned = fixed in advance, not begun yet
event-points = { $halves ->
    [1] **{ $points }** point
    [2] **{ $points }** point
   *[other] **{ $points }** points
}
event-round-title = **{ $name }**, round { $round }
event-final = Final
event-semifinals = Semifinals
event-quarterfinals = Quarterfinals
event-round-of = Last { $players }
event-third-place = Third place
event-bye = { $board }. { $player } has a bye
event-round-until = until <t:{ $at }:f>
event-out = Out after two games without a move: { $players }
event-skips = Not playing in this round: { $players }
event-round-closes = { $round } closes <t:{ $at }:R>, <t:{ $at }:f>. If your game is open then, { $unfinished ->
    [organizer] an organizer decides it.
    [clock] the player with more time left wins it.
   *[score] the player ahead on score wins it; a level score is a draw.
}
event-first-move-due = { $player }, your game is waiting for your first move. Without it, you forfeit the game <t:{ $at }:R>.
event-round-over = <@{ $organizer }>, all games of round { $round } of **{ $name }** are over. `/event pair` opens the next round.
event-round-was-over = All games of round { $round } of **{ $name }** are over. { $phase ->
    [over] The event is over.
    [cancelled] The event was canceled.
   *[running] Round { $next } is paired.
}
event-undecided = <@{ $organizer }>, round { $round } of **{ $name }** has closed, but these games aren't over. The next round waits until they are: decide them with `/event decide`, or let the players finish them.
event-all-decided = All games of round { $round } of **{ $name }** are decided.
event-summary = **{ $name }**, week { $week } · round { $round }
event-summary-open = { $open ->
    [0] No game is open.
    [one] One game is open, waiting for a move since:
   *[other] { $open } games are open, waiting for a move since:
}
event-call = **{ $name }** starts <t:{ $at }:R>: { $players }
event-moved-up = { $players }: { $count ->
    [one] a place is free in **{ $name }**, and it is yours
   *[other] places are free in **{ $name }**, and they are yours
}. You've moved up from the waiting list. `/event withdraw` gives it to the next one.
event-channel-lost = I can no longer write in <#{ $channel }>, the channel of your event **{ $name }**: it was deleted, or I was shut out. The event continues. To move it, use `/event move` in another channel.
event-message = **{ $name }** · <@{ $organizer }> writes:
    { $text }
    { $players }
event-ratings = ratings from { $from } to { $to }
event-ratings-from = ratings from { $from }
event-ratings-to = ratings up to { $to }
event-rule-days = { $days ->
    [one] a round closes after one day
   *[other] a round closes after { $days } days
}; { $unfinished ->
    [organizer] an organizer decides open games
    [clock] open games are decided by time left
   *[score] open games are decided by score
}
event-rule-first-move = time for the first move: { $time }
event-rule-by-hand = an organizer pairs each round
event-rule-repeats = { $every ->
    [weekly] again every week
   *[other] again every month
}
event-rule-all-at-once = all games at once
event-rule-two-games = two games a round, with changed colors
event-rule-one-layout = one random layout for all games of a round
event-rule-leaves-out = whoever withdraws before half of their games is left out of the table
event-rule-tie-break = tie-breaks: { $list }, then the usual ones
event-rule-c07 = byes and absences count as in FIDE C.07 of { $year }
event-rule-skipping = { $worth ->
    [off] no round can be skipped
   *[zero] a skipped round is worth nothing
}
event-rule-role = for <@&{ $role }>
event-rule-begins-with = starts with { $count } players
event-sign-up-closed = Sign-up is closed.
event-team = Team { $number }
event-teams-drawn = The match is drawn.
event-round-layout = Random layout: number { $seed }
event-you-forbade = <@{ $one }> and <@{ $other }> won't be paired in **{ $name }** from the next round on.
event-you-allowed = <@{ $one }> and <@{ $other }> can be paired in **{ $name }** again.
event-you-closed = Nobody can join **{ $name }** anymore. `/event close reopen:True` opens it again.
event-you-reopened = Players can join **{ $name }** again.
event-you-substituted = In **{ $name }**, <@{ $player }> takes over from <@{ $former }>, from the next round on.
event-you-filled = In **{ $name }**, <@{ $player }> takes the free place, from the next round on.
event-you-called = **{ $name }** starts <t:{ $at }:R>. I'm notifying its players.
button-event-join-team = Join { $team }
audit-event-substituted = let someone take over a place in an event
audit-event-closed = closed the sign-up of an event
audit-event-reopened = reopened the sign-up of an event
event-created = **{ $name }** is announced in <#{ $channel }>, where its games will start too.
event-ask-add = Add players to **{ $name }**: choose them here, or use `/event add` with `player` or `file`.
event-mine = **Your events**
event-mine-none = You aren't in any event of this server. `/event join` signs you up for one that is open.
event-mine-waiting = you're on the waiting list
event-mine-starts = starts <t:{ $at }:R>
event-mine-signed-up = you're in; an organizer starts it
event-mine-place = round { $round } · place { $place }, points: { $points }
event-mine-round = round { $round }
event-mine-rests = a bye in this round
event-mine-skips = you skip this round
event-mine-plays = against { $opponent }: { $game }
event-mine-played = against { $opponent }: { $game }, over; the round is still open
event-mine-withdrawn = you've withdrawn
event-mine-draft = not announced yet; `/event edit` shows the form
event-error-not-announced = The event hasn't been announced yet.
event-form-format = How it is played
event-form-game = What is played
event-form-pace = Time per move
event-form-until = When it starts
event-form-by-hand = When you start it
event-form-days = { $days ->
    [one] In one day
   *[other] In { $days } days
}
event-form-minutes = In { $minutes } minutes
event-form-at = { $hours ->
    [0] Soon
    [one] In an hour
   *[other] In { $hours } hours
}
event-form-name = Name
event-form-rounds = Rounds
event-form-players = Places (empty: 256)
event-form-setup = Setup line
event-form-tie-break = First tie-breaks (empty: the usual ones)
event-form-c07 = Byes and absences as in FIDE C.07 of { $year }
event-form-leave-out = { $leaves ->
    [yes] Leave out who withdraws early
   *[no] Keep who withdraws early in the table
}
event-form-days-of-round = Days until a round closes (empty: no end)
event-form-first-move = Hours for a first move (empty: no limit)
event-form-rating-from = Lowest rating (empty: any)
event-form-rating-to = Highest rating (empty: any)
event-form-begins-with = Start when this many have joined (empty: no)
event-form-number = { $field }: write a number from { $least } to { $most }.
event-form-places = Places: { $most }
event-form-draft = Nobody else sees this yet. *Announce* posts it in <#{ $channel }>, where its games will start too.
event-form-discarded = Discarded.
event-preset-club-swiss = Club Swiss
    .about = 5 rounds, 2 days per move, Belgian daisy
event-preset-cup = Cup
    .about = Groups, then a knockout; 2 days per move, Belgian daisy
event-preset-everybody = Everyone plays everyone
    .about = Round robin, 3 days per move, Belgian daisy
event-preset-sprint-evening = Sprint evening
    .about = Live: 5 rounds in a row, 20 moves and 10 minutes per game
button-event-announce = Announce
button-event-details = Details…
button-event-limits = Limits…
button-event-unfinished = { $unfinished ->
    [organizer] Round end: organizer
    [clock] Round end: time left
   *[score] Round end: score
}
button-event-discard = Discard
button-event-edit = Change…
audit-event-edited = changed an event
audit-event-added = added players to an event
audit-event-seeded = added players to an event, with seeds or ratings
audit-event-unseated = reduced the number of places in an event
event-exported = **{ $name }** so far, as a report in FIDE's TRF format, for pairing programs.
event-you-joined = You're in **{ $name }**. When a round starts, I'll mention you in your game.
event-you-joined-late = You're in **{ $name }**, from the next round on.
event-you-came-back = You're back in **{ $name }**.
event-you-wait = All places in **{ $name }** are taken; you're on the waiting list.
event-added-waits = { $player } (waiting for a place)
event-added-changed = Already in, now with these values: { $list }
event-ask-leave = Leave **{ $name }**?
event-ask-withdraw = Withdraw from **{ $name }**? You won't be paired again, and can come back only until the next round is paired. A game you're playing continues.
event-ask-withdraw-skip = `/event skip` leaves out one round.
event-ask-withdraw-at-once = Withdraw from **{ $name }**? The games you're playing continue until they are over or you resign. Until the event is over, `/event join` brings you back.
event-ask-withdraw-left-out = You've played fewer than half of your games. As long as that is so, you're left out of the table, and your games don't count for your opponents either.
event-you-withdrew = You've withdrawn from **{ $name }**.
event-withdrew-undo = Until the next round is paired, `/event join` undoes that.
event-withdrew-undo-at-once = Until the event is over, `/event join` undoes that.
event-you-skip-half = You skip round { $round } of **{ $name }**, for half a point. `undo:True` takes it back until the round is paired.
event-you-skip = You skip round { $round } of **{ $name }**, without a point. `undo:True` takes it back until the round is paired.
event-you-play = You play in round { $round } of **{ $name }**.
event-kept = Nothing has changed.
event-you-paired = Round { $round } of **{ $name }** is paired.
event-already-paired = Round { $round } of **{ $name }** was paired before; by now it is round { $current }.
event-you-began = **{ $name }** has begun: { $games ->
    [one] one game
   *[other] { $games } games
} in round 1.
event-you-removed = <@{ $player }> is out of **{ $name }**.
event-ask-cancel = Cancel **{ $name }**? { $open ->
    [0] No game is being played.
    [one] One game continues, but doesn't count for it.
   *[other] { $open } games continue, but don't count for it.
} Nobody can undo this.
event-you-cancelled = **{ $name }** is canceled.
event-you-moved = **{ $name }** continues in <#{ $channel }>: its next games start there. Games that are being played stay where they are.
event-ask-end = End **{ $name }** now, with the table as it stands? { $open ->
    [0] No game is being played.
    [one] One game continues, but doesn't count for it.
   *[other] { $open } games continue, but don't count for it.
} Nobody can undo this.
event-you-ended = **{ $name }** is over, with the table as it stands.
event-ask-close = Close round { $round } of **{ $name }** now? { $open ->
    [one] One game is open, and
   *[other] { $open } games are open, and
} { $unfinished ->
    [organizer] an organizer decides them.
    [clock] the player with more time left wins.
   *[score] the player ahead wins, or they draw if level.
}
event-you-closed-round = Round { $round } of **{ $name }** is closed.
event-draft = **{ $name }**, round { $round } as drawn. Nobody else sees this yet. `/event swap` exchanges two players.
event-draft-blocked = ⚠️ <@{ $one }> and <@{ $other }> would meet, and one of them has blocked the other.
event-you-wrote = { $count ->
    [one] I'm posting it in <#{ $channel }>, for the one player of **{ $name }**.
   *[other] I'm posting it in <#{ $channel }>, for { $count } players of **{ $name }**.
}
event-you-decided = In **{ $name }**, the game of <@{ $player }> against <@{ $opponent }> (round { $round }, board { $board }) { $result ->
    [win] counts as a win
    [loss] counts as a loss
    [both-lose] counts as lost for both
   *[draw] counts as a draw
}.
event-decided-open = If it is still open, it ends on its board too.
event-you-mended = It is a game of round { $round }: the standings follow, and later rounds stay as they are paired.
button-event-join = Join
button-event-withdraw = Withdraw
button-event-begin = Start now
button-event-pair = Pair round { $round }
button-event-standings = Standings
button-event-pairings = Games
button-event-earlier = ◀ Previous round
button-event-later = Next round ▶
button-event-cancel = Cancel event
button-event-open = Open round { $round }
button-event-end = End it now
button-event-close = Close the round
challenge-off-event = Doesn't count for **{ $name }**
organize-error-event-game = This is an event game, so nobody can take over in it. End it with `/organize adjudicate` or `/organize annul`.
audit-event-created = created an event
audit-event-begun = started an event
audit-event-paired = paired a round of an event
audit-event-swapped = exchanged two players in the pairings of an event
audit-event-round-closed = closed a round of an event
audit-event-ended = ended an event with the table as it stood
audit-event-written = wrote to all players of an event
audit-event-pair-forbidden = kept two players apart in an event
audit-event-pair-allowed = let two players meet in an event
audit-event-cancelled = canceled an event
audit-event-moved = moved an event to another channel
audit-event-decided = decided a game of an event
audit-event-removed = took a player out of an event

# Pages for browsers.
button-page = In the browser
button-open = Open board
button-open-of = Open board { $id }
open-link = The board of game { $game }: players move there with a finger or a mouse.
games-link = All your games, each with its board, and a page that shows at once which ones wait for you.
link-signs-in = The link is yours alone and works once, within ten minutes. It signs you in: your browser then opens all your games, until you have not used it for 30 days.
web-off = Boards in the browser are turned off here.
web-not-found = There is no public page here.
web-no-session = You are not signed in here. Open the board from Discord.
web-link-used = This link was already used, or is too old. Get a new one in Discord.
web-board = Board { $board }
web-to-board = Back to the board
task-link = This board in your browser: move there with a finger or a mouse.
web-daily = Puzzle of the day: { $state ->
    [solved] solved
   *[open] open
} · streak: { $days ->
    [0] none
    [one] 1 day
   *[other] { $days } days
}
web-to-thread = To the game in Discord
web-foreign = This was sent by another page. Open the board from Discord.
web-unconfirmed = Discord doesn't confirm that you are here. Close the board, and open it again.
web-discord-away = Discord isn't answering. Try again in a moment.
web-too-many-logins = Many boards are being opened right now. Try again in a moment.
web-too-many-requests = Many requests come from your network right now. Try again in a moment.
web-busy = Many people are looking at games right now. Try again in a moment.
web-declined = To open your board here, allow this app to know who you are. Then try again.
web-no-cookies = This app keeps no cookies, so the board can't open here. Open it from Discord once more to get a link.
web-your-games = Your games
web-begin = In Discord, `/challenge` invites somebody to a game, or the bot. With `/seek`, the first to accept plays. `/learn` teaches the moves.
web-waiting = { $count ->
    [one] One game is waiting for you.
   *[other] { $count } games are waiting for you.
}
web-signed-in = Signed in as
web-sign-out = Sign out
web-sign-in = Sign in with Discord
web-sign-in-expired = This sign-in took too long, or was already used. Sign in once more.
web-sign-in-instead = This browser is signed in as { $own }. Sign in as { $other } instead?
web-sign-in-as = Sign in as { $name }
web-other-person = another person
web-link-person = the person of this link
web-games-hint = In Discord, `/games` gives you a link to all your games: { button-page }.
web-game-hidden = You can't see the game that was opened here.
web-player = Player
web-to-move = to move
web-won = won
web-ejected = Marbles ejected: { $ejected } of { $target }
web-in-hand = { $count } to place
web-positions = Positions
web-first = First position
web-previous = One move back
web-next = One move on
web-last = Last position
web-goes-on = The game has moved on.
web-ask = Ask your opponent
web-take-back = Ask for a takeback
web-draw-offered = Your opponent offers a draw.
web-asked = { $what ->
    [draw] You have offered a draw.
    [takeback] You have asked for a takeback.
   *[adjourn] You have asked to adjourn.
}
web-stone = { $stone ->
    [pivot] neutral marble
    [ball] ball
    [sister] sister
    [obstacle] obstacle
    [hole] hole
   *[other] marble
}
web-not-now = That isn't possible now. Look at the board again.
web-stale = The game has moved on. The board is up to date now.
web-retry = Try again
web-round = Round { $round }
web-entrants = Players
web-game = Game
web-games = Games being played
web-moves = Moves
web-lobby = Lobby
web-lobby-signed-out = To play here, open a board from Discord: that signs you in.
web-to-lobby = Back to the lobby
web-not-a-member = Discord doesn't confirm that you are in this server. Only its members can play here.
web-play = Play
web-no-seeks = Nobody is looking for an opponent right now.
web-ladders = Ladders
web-events = Events
web-whom = Choose who you want to play.
web-no-such-choice = That choice doesn't exist. Choose again.
web-opponent-left = <@{ $player }> is no longer in this server. Choose someone else.
web-no-channel = I don't know yet where in Discord your challenge would appear. Play a first game in a server, then come back.
web-where-sent = Your challenge appears in Discord, where you last played.
web-picture = Picture
web-animation = Animation
web-record = Record
web-opening = Opening the board…
web-needs-script = This page needs JavaScript. In Discord you can move without it.
web-take = Your turn: take a marble.
web-place = Your turn: choose a place.
web-cannot-move = Nothing on { $cell } can move now.
web-your-move = Your move
web-sound = Sound for moves
web-next-game = Go on to the next game after a move
web-where = Where to?
web-go-on = How does the turn continue?
web-ready = Confirm, or go back.
web-which = Which one do you mean?
web-offline = That didn't arrive. Check your connection and try again.
web-no-connection = There is no connection right now.
web-plan = Try moves
web-plan-take = Try a move of { $player }.
web-plan-gone = The game has moved on. You tried: { $line }
web-line-own = Your move, what they play, then your answer
web-plan-over = The game would be over here.
web-plan-next = End the turn
web-plan-keep = Keep as conditional moves
web-plan-end = Back to the game
web-add = Add
web-prepares = On your next turns, I'll place on these cells in this order: { $list }. I'll skip cells that are taken by then.
web-remove = Remove
web-score = { $color }: { $count }, move { $ply }
web-review = Review
web-review-begun = Sumito is looking for the mistakes…
web-mistake-previous = Previous mistake
web-mistake-next = Next mistake
web-fork = Try it from here
web-share = Talk over a line
web-share-moves = Moves from here:
web-note = Note:
web-show = Show
web-copy = Copy link
web-copied = Link copied
web-line = { $ply ->
    [0] A line from the start
    [one] A line after 1 move
   *[other] A line after { $ply } moves
}
web-line-shown = Not played
web-confirm = Confirm
web-type = Type the move:
settings-web-shown = Public pages: show your name (`/settings web`)
settings-web-hidden = Public pages: show *Player* in place of your name (`/settings web`)
settings-web-signed-in = { $count ->
    [one] You are signed in in one browser, last used on { $days }.
   *[other] You are signed in in { $count } browsers, last used on { $days }.
}
settings-web-signed-out = You are signed out everywhere.
button-sign-out = Sign out everywhere
setup-web-off = Browsers: games of this server are not public (`/setup web`)
setup-web-linked = Browsers: anyone with the address of a game can see it (`/setup web`)
setup-web-searchable = Browsers: games are public, and search engines may show them (`/setup web`)
setup-web-no-pages = Browsers: games should be public, but the host of this bot has turned pages off (`/setup web`)
