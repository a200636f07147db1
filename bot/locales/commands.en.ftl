# Names, descriptions and choices of the commands. The English name is the one that the program reads.

## Options of several commands

shared-game = game
    .description = Which game; not needed in its thread
shared-any-game = game
    .description = Which game, finished ones too; not needed in its thread
shared-withdraw = withdraw
    .description = Withdraw what you have proposed
shared-theme = theme
    .description = Colors and materials
shared-coordinates = coordinates
    .description = Letters and numbers along the board
    .choice-shown = Shown
    .choice-hidden = Hidden
shared-as-usual = As usual

## /challenge

command-challenge = challenge
    .description = Challenge somebody to a game of Abalone
command-challenge-user = user
    .description = Whom
command-challenge-game = game
    .description = Which game; Abalone when left out
    .choice-abalone = Abalone
    .choice-notalone = Notalone: with two sisters
    .choice-fliporona = Fliporona: on the Fanorona board
command-challenge-layout = layout
    .description = Starting position; type a few letters
command-challenge-sprint = sprint
    .description = Moves that each player makes, 20 to 30; then the score decides
command-challenge-target = target
    .description = Ejections that win, 1 to 13; six when left out
command-challenge-pace = pace
    .description = How much time there is
    .choice-days-1 = 1 day per move
    .choice-days-2 = 2 days per move
    .choice-days-3 = 3 days per move
    .choice-days-5 = 5 days per move
    .choice-days-7 = 7 days per move
    .choice-days-14 = 14 days per move
    .choice-fischer-7d-1d-14d = 7 days, and 1 more with each move (14 at most)
    .choice-fischer-3d-12h-7d = 3 days, and 12 hours more with each move (7 at most)
    .choice-total-30d = 30 days for the whole game
    .choice-total-15m = Live: 15 minutes for the whole game
    .choice-total-10m = Live: 10 minutes for the whole game
    .choice-none = No deadline
command-challenge-pauses = pauses
    .description = What stops the clocks; vacation and sleep, or what the host has set, when left out
    .choice-default = Vacation and sleep
    .choice-weekends-pause = Vacation, sleep and weekends
    .choice-vacation-asked = Vacation and sleep; none automatic
    .choice-weekends-pause-vacation-asked = The same, and weekends
    .choice-vacation-off = Sleep only
    .choice-weekends-pause-vacation-off = Sleep and weekends
    .choice-vacation-off-sleep-off = Nothing
command-challenge-color = color
    .description = Your color; drawn by lot when left out
    .choice-black = Black (moves first, but in Fliporona)
    .choice-white = White
    .choice-random = By lot
command-challenge-user2 = user2
    .description = The player of the third seat
command-challenge-user3 = user3
    .description = The player of the fourth seat
command-challenge-user4 = user4
    .description = The player of the fifth seat
command-challenge-user5 = user5
    .description = The player of the sixth seat
command-challenge-seats = seats
    .description = Who plays with whom, when there are more than two
    .choice-2x2 = Two against two, one board
    .choice-2x2x2 = Two against two, two boards
    .choice-2x2x2-counter = Two against two, two boards, changing opponents
    .choice-3 = Three, each for themselves
    .choice-4 = Four colors, opposite seats together
    .choice-6 = Six colors, three against three
command-challenge-turn = turn
    .description = Which moves make a turn; one when left out
    .choice-double = Two of one's own
    .choice-own-foe = One's own, then theirs
    .choice-foe-own = Theirs, then one's own
    .choice-mixed = One of each, in either order
command-challenge-handicap = handicap
    .description = Marbles that one player starts without
    .choice-black-1 = Black: 1
    .choice-black-2 = Black: 2
    .choice-black-3 = Black: 3
    .choice-black-4 = Black: 4
    .choice-white-1 = White: 1
    .choice-white-2 = White: 2
    .choice-white-3 = White: 3
    .choice-white-4 = White: 4
command-challenge-board = board
    .description = A layout of your own: nine rows from i to a, joined by /
command-challenge-placement = placement
    .description = Players place their marbles first
command-challenge-obstacles = obstacles
    .description = Cells where nothing can stand: e5 d4
command-challenge-holes = holes
    .description = Cells that swallow what is pushed in: e5
command-challenge-pivot = pivot
    .description = A neutral marble: e5, or e5:fixed that cannot be ejected
command-challenge-ball = ball
    .description = A marble that wins for whoever ejects it: e5
command-challenge-triangles = triangles
    .description = Three side by side may move together
command-challenge-one-color = one-color
    .description = All marbles look the same until the end
command-challenge-crown = crown
    .description = A crown on three marbles; who loses it first loses

## /move

command-move = move
    .description = Make a move
command-move-move = move
    .description = a1b2 along the line, c3c5d3 sideways; or type a cell, push, eject

## /board

command-board = board
    .description = Look at a game
command-board-ply = ply
    .description = The position after so many plies
command-board-style = style
    .description = A picture, or rows of letters
    .choice-picture = Picture
    .choice-text = Text
command-board-flip = flip
    .description = White at the bottom

## /games

command-games = games
    .description = List your games

## /export

command-export = export
    .description = Get a game as files: a record and JSON

## /replay

command-replay = replay
    .description = Watch a game from its start, as a film
command-replay-public = public
    .description = Show it to everybody here

## /history

command-history = history
    .description = The moves of a game, its last positions and its score

## /resign

command-resign = resign
    .description = Give up a game

## /line

command-line = line
    .description = Decide in advance what you answer; only you see it
command-line-add = add
    .description = If they play this, then you play that
command-line-add-if = if
    .description = What they play; several turns with spaces
command-line-add-then = then
    .description = What you answer
command-line-add-moves = moves
    .description = Instead of both: a whole line, theirs and yours in turn
command-line-show = show
    .description = Your lines in a game, and the board at the end of one
command-line-show-number = number
    .description = Which line the picture shows
command-line-remove = remove
    .description = Remove one of your lines, or all
command-line-remove-number = number
    .description = Which one; all when left out

## /claim

command-claim = claim
    .description = When the opponent has left a game without deadline

## /adjourn

command-adjourn = adjourn
    .description = Let a game stand still, if the opponent agrees
command-adjourn-days = days
    .description = For how many days at most; as long as possible when left out

## /resume

command-resume = resume
    .description = Let a game go on that stands still

## /takeback

command-takeback = takeback
    .description = Take your last move back, if the opponent agrees

## /abort

command-abort = abort
    .description = Call a game off before everybody has made a move

## /draw

command-draw = draw
    .description = Offer, accept or claim a draw

## /rules

command-rules = rules
    .description = Learn the games and their options, with pictures
command-rules-topic = topic
    .description = What about; type a few letters, or leave it out

## /profile

command-profile = profile
    .description = How somebody plays: reliability, games won and lost
command-profile-user = user
    .description = Who; yourself when left out

## /settings

command-settings = settings
    .description = What you choose for yourself
command-settings-show = show
    .description = All your settings
command-settings-picture = picture
    .description = How boards look to you
command-settings-picture-orientation = orientation
    .description = Which marbles are at the bottom
    .choice-own = Always mine
    .choice-black = Always the black ones
    .choice-white = Always the white ones
command-settings-picture-style = style
    .description = Pictures, or rows of letters for a screen reader
    .choice-picture = Pictures
    .choice-text = Text
command-settings-takeback = takeback
    .description = What you say when an opponent asks to take a move back
command-settings-takeback-answer = answer
    .description = Your answer
    .choice-never = No, without asking me
    .choice-casual = Ask me
    .choice-always = Yes, without asking me
command-settings-clock = clock
    .description = Your zone, when you sleep, automatic vacation
command-settings-clock-zone = zone
    .description = Your zone: type a city, or what your clock shows; default: none
command-settings-clock-sleep-from = sleep-from
    .description = From when you sleep: 23:00; default: no sleep
command-settings-clock-sleep-to = sleep-to
    .description = Until when: 7:00
command-settings-clock-automatic-vacation = automatic-vacation
    .description = A vacation begins before you lose on time
command-settings-reminders = reminders
    .description = When and where you are reminded of a deadline
command-settings-reminders-steps = steps
    .description = How long before it: 24h 3h, or none; `default` is the host's choice
command-settings-reminders-where = where
    .description = Where reminders come
    .choice-thread = In the thread of the game
    .choice-dm = By direct message
    .choice-both = Both
    .choice-none = Nowhere
command-settings-reminders-turn = turn
    .description = Call you when your turn begins
    .choice-on = Yes
    .choice-off = No
command-settings-reminders-quiet = quiet
    .description = Hours without reminders, in your zone: 22:00-07:00, or off
command-settings-digest = digest
    .description = A daily message about what waits for you
command-settings-digest-at = at
    .description = When, in your zone: 18:00, or off
command-settings-test = test
    .description = Send yourself a reminder now

## /vacation

command-vacation = vacation
    .description = Stop your clocks while you are away
command-vacation-start = start
    .description = Begin a vacation now, or plan one
command-vacation-start-days = days
    .description = For how many days; /vacation stop ends it earlier
command-vacation-start-from = from
    .description = From which day: tomorrow, friday 18:00, 24 december; now when left out
command-vacation-stop = stop
    .description = End it, or cancel one that is planned
command-vacation-stop-which = which
    .description = Which one, when there are several; the one that runs, or the next
command-vacation-status = status
    .description = What you have, and what is left

## /setup

command-setup = setup
    .description = What this server chooses; for its managers
command-setup-show = show
    .description = All settings of this server
command-setup-picture = picture
    .description = How boards look in this server

## /help

command-help = help
    .description = How to play
