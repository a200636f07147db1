# Names, descriptions and choices of the commands. The English name is the one that the program reads.

## Options of several commands

shared-game = game
    .description = The game (not needed in its thread)
shared-any-game = game
    .description = The game, also a finished one (not needed in its thread)
shared-withdraw = withdraw
    .description = Withdraw your proposal
shared-theme = theme
    .description = Board theme: colors and materials
shared-marbles = marbles
    .description = How the marbles look
shared-coordinates = coordinates
    .description = Letters and numbers around the board
    .choice-shown = Coordinates shown
    .choice-hidden = Coordinates hidden
shared-default = Default
shared-save = save
    .description = Save your last game or challenge under this name
shared-remove = remove
    .description = Remove the preset with this name

## /play

command-play = play
    .description = Start a game step by step: who, which game, how fast
command-play-user = user
    .description = Your opponent (you can choose later)

## /challenge

command-challenge = challenge
    .description = Challenge someone to a game of Abalone
command-challenge-user = user
    .description = Your opponent (leave out for an open challenge, as with /seek)
command-challenge-level = level
    .description = How strong I play, when you challenge me (default: 3)
    .choice-1 = 1 Pebble: for a first game; gives marbles away
    .choice-2 = 2 Clay: sees what it can eject, and little else
    .choice-3 = 3 Glass: misses most threats
    .choice-4 = 4 Amber: misses every second threat
    .choice-5 = 5 Agate: keeps its marbles together
    .choice-6 = 6 Jade: rarely loses a marble for nothing
    .choice-7 = 7 Onyx: rarely misses a threat
    .choice-8 = 8 Ruby: never errs on purpose
    .choice-9 = 9 Sapphire: plans several moves ahead
    .choice-10 = 10 Diamond: for strong players
    .choice-11 = Full strength: holds nothing back
command-challenge-game = game
    .description = The game (default: Abalone), your last one again, or a preset
    .choice-abalone = Abalone
    .choice-notalone = Notalone: with two sisters
    .choice-fliporona = Fliporona: on the Fanorona board
    .choice-grand-abalone = Grand Abalone: 91 cells, two moves a turn
command-challenge-layout = layout
    .description = Starting position; type a few letters
command-challenge-sprint = sprint
    .description = Moves for each player, 20 to 30; then the score decides
command-challenge-pace = pace
    .description = Time per move or for the game
    .choice-days-1 = 1 day per move
    .choice-days-2 = 2 days per move
    .choice-days-3 = 3 days per move
    .choice-days-5 = 5 days per move
    .choice-days-7 = 7 days per move
    .choice-days-14 = 14 days per move
    .choice-fischer-7d-1d-14d = 7 days, plus 1 per move (14 at most)
    .choice-fischer-3d-12h-7d = 3 days, plus 12 hours per move (7 at most)
    .choice-total-30d = 30 days for the whole game
    .choice-total-15m = Live: 15 minutes for the whole game
    .choice-total-10m = Live: 10 minutes for the whole game
    .choice-none = No deadline
command-challenge-color = color
    .description = Your color (default: random)
    .choice-black = Black (moves first, except in Fliporona)
    .choice-white = White
    .choice-random = Random
command-challenge-rated = rated
    .description = Does the result change ratings? (default: in servers, yes)
command-challenge-options = options
    .description = More options of the game: target=3 handicap=black:2 triangles=on
command-challenge-more = more
    .description = More…: continue in the form of /play, with more people, pauses and every variant

## /seek

command-seek = seek
    .description = Look for an opponent: the first to accept plays
command-seek-reliability = reliability
    .description = Lowest reliability your opponent may have, in percent
command-seek-new-players = new-players
    .description = May people with fewer than 5 finished games accept? (default: yes)
command-seek-rating = rating
    .description = Who may accept, by rating: 1400-1700, 1400+, ±200 (close to yours)
command-seek-days = days
    .description = Days until it expires, 1 to 30 (default: 7, or the host's choice)

## /move

command-move = move
    .description = Make a move
command-move-move = move
    .description = a1b2 along the line, c3c5d3 sideways; or type a cell, push or eject

## /board

command-board = board
    .description = Show the board of a game
command-board-ply = ply
    .description = The position after this many moves
command-board-style = style
    .description = A picture, a text board, or words only
    .choice-picture = Picture
    .choice-text = Text
    .choice-words = Words only
command-board-flip = flip
    .description = White at the bottom

## /games

command-games = games
    .description = List your games
command-games-show = show
    .description = Which games (default: all open ones)
    .choice-open = All open games
    .choice-my-turn = My turn
    .choice-waiting = Waiting for others
    .choice-challenges = Challenges
    .choice-finished = Finished games
    .choice-watched = Games I follow
    .choice-server = Being played in this server
    .choice-seeks = Open challenges
command-games-sort = sort
    .description = In which order
    .choice-deadline = Deadline
    .choice-newest = Newest
    .choice-opponent = Opponent

## /game

command-game = game
    .description = Everything you can do in a game: draw, take back, pause, resign …

## /game show

command-game-show = show
    .description = What you can do in this game now, as buttons

## /game watch

command-game-watch = watch
    .description = Follow a game you don't play in, or stop following it
command-game-watch-how = how
    .description = What I tell you, and where (default: every move by direct message)
    .choice-moves = Every move, by direct message
    .choice-end = Only the end, by direct message
    .choice-thread = In its thread: I add you to it, without pings
    .choice-stop = Stop following it

## /game export

command-game-export = export
    .description = Get a game as files: game record and JSON

## /game replay

command-game-replay = replay
    .description = Watch a game from the start, as an animation
command-game-replay-public = public
    .description = Show it to everyone here

## /game history

command-game-history = history
    .description = The moves of a game, its last positions and the score

## /game resign

command-game-resign = resign
    .description = Resign a game

## /game line

command-game-line = line
    .description = Conditional moves: answer in advance; only you see them
command-game-line-add = add
    .description = If they play this, then you play that
command-game-line-add-if = if
    .description = What they play; separate several turns with spaces
command-game-line-add-then = then
    .description = What you answer
command-game-line-add-moves = moves
    .description = Or a whole line: their moves and yours in turn
command-game-line-show = show
    .description = Your lines in a game, and the board at the end of one
command-game-line-show-number = number
    .description = The line that the picture shows
command-game-line-remove = remove
    .description = Remove one of your lines, or all
command-game-line-remove-number = number
    .description = The line (default: all)

## /game claim

command-game-claim = claim
    .description = Claim a game without a deadline when your opponent has left

## /game analyze

command-game-analyze = analyze
    .description = Where a game was won and lost, and what would have been better

## /game hint

command-game-hint = hint
    .description = What I would play, in a game against me

## /game more-time

command-game-more-time = more-time
    .description = Give your opponent more time for this turn
command-game-more-time-days = days
    .description = Days (default: one day, or five minutes in a live game)
command-game-more-time-hours = hours
    .description = Hours
command-game-more-time-minutes = minutes
    .description = Minutes

## /game adjourn

command-game-adjourn = adjourn
    .description = Pause a game, if your opponent agrees
command-game-adjourn-days = days
    .description = Days at most (default: as long as possible)

## /game resume

command-game-resume = resume
    .description = Resume an adjourned game

## /game takeback

command-game-takeback = takeback
    .description = Take back your last move, if your opponent agrees

## /game abort

command-game-abort = abort
    .description = Abort a game before everyone has made a move

## /game draw

command-game-draw = draw
    .description = Offer, accept or claim a draw

## /rules

command-rules = rules
    .description = Learn the games and options, with pictures
command-rules-topic = topic
    .description = The topic; type a few letters, or leave it out

## /profile

command-profile = profile
    .description = Results, ratings and habits of players; the best; what a server plays
command-profile-show = show
    .description = A player's ratings, results and habits
command-profile-show-user = user
    .description = The player (default: you)
command-profile-show-against = against
    .description = Also show the results against this player

## /profile top

command-profile-top = top
    .description = The best players, by rating
command-profile-top-group = group
    .description = Which games (default: standard)
    .choice-standard = Standard
    .choice-fast = Sprint and blitz
    .choice-variants = Variants
    .choice-notalone = Notalone
    .choice-fliporona = Fliporona
    .choice-teams = Two against two
command-profile-top-period = period
    .description = Who gained the most points in this time, instead of the best ratings
    .choice-month = this month
    .choice-quarter = this quarter
    .choice-year = this year
    .choice-all = all: the best ratings
command-profile-top-everywhere = everywhere
    .description = Across all servers, not only this one

## /profile statistics

command-profile-statistics = statistics
    .description = What is played in this server: games, players, layouts, games per week

## /settings

command-settings = settings
    .description = Your personal settings
command-settings-show = show
    .description = All your settings
command-settings-picture = picture
    .description = Board theme, coordinates and orientation
command-settings-picture-labels = labels
    .description = Names on the marbles that can move and on where they can go
    .choice-coordinates = Names: coordinates
    .choice-off = Names: off
command-settings-picture-orientation = orientation
    .description = Which marbles are at the bottom
    .choice-own = Always my marbles at the bottom
    .choice-black = Always the black marbles at the bottom
    .choice-white = Always the white marbles at the bottom
command-settings-picture-style = style
    .description = Pictures, text boards, or words only, for a screen reader
    .choice-picture = Pictures
    .choice-text = Text
    .choice-words = Words only
command-settings-takeback = takeback
    .description = Your answer to takeback requests
command-settings-takeback-answer = answer
    .description = Your answer
    .choice-never = Takebacks: never, without asking me
    .choice-casual = Takebacks: ask me
    .choice-always = Takebacks: always, without asking me
command-settings-moves = moves
    .description = How your moves are played, and tips in your first game
command-settings-moves-confirm = confirm
    .description = Show a typed move before it counts
command-settings-moves-preview = preview
    .description = Show the board before a move chosen with buttons counts
command-settings-moves-hints = hints
    .description = Tips on the first turns of your first game
command-settings-clock = clock
    .description = Your time zone, sleeping hours and automatic vacation
command-settings-clock-zone = zone
    .description = Your time zone: a city or your local time; `default` clears it
command-settings-clock-sleep-from = sleep-from
    .description = When you go to sleep: 23:00; `default` clears it
command-settings-clock-sleep-to = sleep-to
    .description = When you get up: 7:00
command-settings-clock-automatic-vacation = automatic-vacation
    .description = Start a vacation before you lose on time
command-settings-reminders = reminders
    .description = When and where you get reminders
command-settings-reminders-steps = steps
    .description = Time before the deadline: 24h 3h, or none; `default` is the host's choice
command-settings-reminders-where = where
    .description = Where you get reminders
    .choice-thread = Reminders in the thread of the game
    .choice-dm = Reminders by direct message
    .choice-both = Reminders in both places
    .choice-none = No reminders
command-settings-reminders-turn = turn
    .description = Ping me when it's my turn
    .choice-on = Ping me when it's my turn
    .choice-off = Don't ping me when it's my turn
command-settings-reminders-quiet = quiet
    .description = Hours without reminders, in your time zone: 22:00-07:00, or off
command-settings-reminders-zone = zone
    .description = Your time zone: a city or your local time; `default` clears it
command-settings-digest = digest
    .description = A daily message about what's waiting for you
command-settings-digest-at = at
    .description = Time of day in your time zone: 18:00, or off
command-settings-digest-zone = zone
    .description = Your time zone: a city or your local time; `default` clears it
command-settings-test = test
    .description = Send yourself a reminder now
command-settings-block = block
    .description = People you have blocked; name someone to block them too
command-settings-block-user = user
    .description = Who can no longer challenge you
command-settings-unblock = unblock
    .description = Take challenges from someone again
command-settings-unblock-user = user
    .description = Who can challenge you again
command-settings-presets = presets
    .description = Challenges you save under a name

## /settings vacation

command-settings-vacation = vacation
    .description = Pause your clocks while you are away
command-settings-vacation-start = start
    .description = Start a vacation now, or plan one
command-settings-vacation-start-days = days
    .description = Number of days; /settings vacation stop ends it earlier
command-settings-vacation-start-from = from
    .description = First day: tomorrow, friday 18:00, 2026-12-24 (default: now)
command-settings-vacation-stop = stop
    .description = End your vacation, or cancel a planned one
command-settings-vacation-stop-which = which
    .description = The vacation (default: the current or the next one)
command-settings-vacation-status = status
    .description = Your vacations, and what is left

## /settings privacy

command-settings-privacy = privacy
    .description = What I store about you
command-settings-privacy-show = show
    .description = What I store about you, and for how long
command-settings-privacy-export = export
    .description = All of it as files, only for you
command-settings-privacy-delete = delete
    .description = Delete what I store about you

## /setup

command-setup = setup
    .description = Settings of this server, for its managers
command-setup-show = show
    .description = All settings of this server
command-setup-picture = picture
    .description = How boards look on this server
command-setup-presets = presets
    .description = Challenges that everyone here can choose by name

## /learn

command-learn = learn
    .description = Ten short exercises on the board

## /puzzle

command-puzzle = puzzle
    .description = A position to solve, near your strength
command-puzzle-daily = daily
    .description = The puzzle of the day, the same for everyone

## /help

command-help = help
    .description = What you can do here and now

## /ladder

shared-ladder = ladder
    .description = The ladder (not needed where there is one)
shared-ladder-setup = setup
    .description = Other games: a preset of this server, or a setup line such as abalone layout=german-daisy
shared-ladder-set = set
    .description = Parameters that differ from the preset: reach=5 again=7d idle=30d
shared-ladder-player = player
    .description = The player
shared-ladder-reason = reason
    .description = Why; shown in the history
command-ladder = ladder
    .description = The ladders of this server
command-ladder-show = show
    .description = The table of a ladder
command-ladder-show-public = public
    .description = Show it to everyone here
command-ladder-show-export = export
    .description = The table and all results as CSV files
command-ladder-join = join
    .description = Join a ladder
command-ladder-leave = leave
    .description = Leave a ladder
command-ladder-challenge = challenge
    .description = Challenge a player who stands above you
command-ladder-challenge-user = user
    .description = The player (default: choose from those you can challenge)
command-ladder-games = games
    .description = Games and challenges of a ladder: deadlines, and who is silent
command-ladder-history = history
    .description = Changes in the table
command-ladder-history-player = player
    .description = Only changes of this player
command-ladder-history-season = season
    .description = The final table of this season
command-ladder-rules = rules
    .description = The rules of a ladder in words

## /organize

shared-organize-game = game
    .description = The game (not needed in its thread)
shared-organize-competition = competition
    .description = All running games of this ladder, instead of one game
shared-organize-reason = reason
    .description = Why; shown to the players and in the log
command-organize = organize
    .description = Decide on games of this server, for its organizers
command-organize-show = show
    .description = What organizers can do, as buttons
command-organize-adjudicate = adjudicate
    .description = Decide the result of a game
command-organize-adjudicate-winner = winner
    .description = Who wins
command-organize-adjudicate-draw = draw
    .description = It's a draw
command-organize-annul = annul
    .description = Count a game as not played
command-organize-annul-against = against
    .description = Who broke the rules: in an event, the opponent gets the point
command-organize-extend = extend
    .description = Give more time to the player whose turn it is
command-organize-extend-days = days
    .description = Days to give
command-organize-extend-hours = hours
    .description = Hours to give
command-organize-extend-minutes = minutes
    .description = Minutes to give
command-organize-pause = pause
    .description = Stop all clocks of a game; nobody can move
command-organize-pause-days = days
    .description = For how many days at most (default: 7)
command-organize-resume = resume
    .description = Resume a paused game
command-organize-ladder = ladder
    .description = Ladders of this server
command-organize-ladder-create = create
    .description = Create a ladder
command-organize-ladder-create-name = name
    .description = Its name
command-organize-ladder-create-preset = preset
    .description = Its rules; /ladder rules shows them in words
    .choice-ogs = Online Go Server: up to 10 places or 40%, games begin right away
    .choice-dragon = Dragon Go Server: up to 10 places, 5 days to answer
    .choice-leapfrog = Leapfrog: up to 4 places, the winner takes the place
    .choice-swap = Swap: up to 3 places, both change places
    .choice-pyramid = Pyramid: tiers of 1, 2, 3, … places
    .choice-stairs = Stairs: one step up or down with each game
command-organize-ladder-edit = edit
    .description = Change the name, the rules or the games of a ladder
command-organize-ladder-close = close
    .description = Close a ladder; its table stays
command-organize-ladder-channel = channel
    .description = Where the table is posted and games start
command-organize-ladder-channel-where = where
    .description = Which channel
    .choice-here = In this channel
    .choice-off = Where challenges are made
command-organize-ladder-season = season
    .description = End the season and begin the next one, or begin the first one
command-organize-ladder-add = add
    .description = Put a player on a ladder, or at another place
command-organize-ladder-add-place = place
    .description = The place; 1 is the top (default: as the rules of the ladder say)
command-organize-ladder-add-file = file
    .description = Many at once: a CSV or text file with one Discord id per line
command-organize-ladder-remove = remove
    .description = Take a player off a ladder
command-organize-log = log
    .description = What organizers have done
command-organize-log-export = export
    .description = All of it, as a file
command-setup-channels = channels
    .description = What is posted in this channel
command-setup-channels-seeks = seeks
    .description = Open challenges
    .choice-here = In this channel
    .choice-off = Where they are made
command-setup-channels-results = results
    .description = Results of all games of this server
    .choice-here = In this channel
    .choice-off = No longer
command-setup-thread = thread
    .description = How boards are shown in the threads of games
command-setup-thread-posts = posts
    .description = A new board for each move, or one that is edited
    .choice-each = A new board for each move
    .choice-one = One board that is edited, and a ping for the player whose turn it is
command-setup-organizers = organizers
    .description = Who may use the commands of organizers
command-setup-organizers-role = role
    .description = A role that may use them too
command-setup-organizers-nobody = nobody
    .description = No role besides Discord's permissions
command-setup-channels-ladders = ladders
    .description = Ladder changes, in one message a day
    .choice-here = In this channel
    .choice-off = No longer
command-setup-channels-puzzles = puzzles
    .description = The puzzle of the day, one message a day
    .choice-here = In this channel
    .choice-off = No longer
command-organize-review = review
    .description = Figures about fair play: where to look
command-organize-replace = replace
    .description = Ask someone to take over from a player who has left
command-organize-replace-player = player
    .description = Who has left
command-organize-replace-by = by
    .description = Who is asked to take over
command-setup-leader = leader
    .description = A role for the leader of a ladder
command-setup-leader-role = role
    .description = The role; I pass it on when the leader changes
command-setup-leader-nobody = nobody
    .description = No role

## /event

shared-event = event
    .description = The event (not needed if only one is open)
shared-round = round
    .description = The round (default: the current one)
command-event = event
    .description = Tournaments: Swiss, round robin, knockout
command-event-show = show
    .description = An event: what is played, who is in, how it stands
command-event-mine = mine
    .description = The events you are in, with your game in each
command-event-join = join
    .description = Join an event
command-event-join-team = team
    .description = Your team in a team match: 1 or 2
command-event-withdraw = withdraw
    .description = Leave an event
command-event-skip = skip
    .description = Leave out one round of a Swiss event, and come back in the next one
command-event-skip-round = round
    .description = The round (default: the next one)
command-event-skip-undo = undo
    .description = Play in this round after all
command-event-standings = standings
    .description = The table: points and tie-breaks
command-event-standings-public = public
    .description = Show it to everyone here
command-event-pairings = pairings
    .description = Who plays whom, with links to the games
command-event-create = create
    .description = For organizers: create an event in this channel
command-event-create-name = name
    .description = Its name
command-event-create-preset = preset
    .description = A typical club event; you can change everything in the form that follows
    .choice-club-swiss = Swiss, 5 rounds, 2 days per move
    .choice-cup = Cup: groups, then a knockout, 2 days per move
    .choice-everybody = Everyone plays everyone, 3 days per move
    .choice-sprint-evening = Sprint evening: live, 5 rounds of 20 moves
command-event-create-format = format
    .description = How it is played
    .choice-swiss = Swiss: a fixed number of rounds, against players with equal points
    .choice-monrad = Swiss, by Monrad's simple method
    .choice-round-robin = Round robin: everyone plays everyone
    .choice-double-round-robin = Double round robin
    .choice-knock-out = Knockout: the loser is out
    .choice-groups = Groups, then a knockout
    .choice-team-match = Team match: two teams, on boards by rating
command-event-create-rounds = rounds
    .description = Rounds of a Swiss event (default: 5)
command-event-create-until = until
    .description = When it starts automatically: friday 18:00, 2026-12-24 (default: when you start it)
command-event-create-players = players
    .description = Number of places; latecomers join the waiting list
command-event-create-rated = rated
    .description = Do results change ratings? (default: yes)
command-event-edit = edit
    .description = For organizers: rounds and players of an event that hasn't started
command-event-edit-unfinished = unfinished
    .description = Games that are open when a round closes
    .choice-score = The player ahead wins; a level score is a draw
    .choice-organizer = An organizer decides
    .choice-clock = The player with more time left wins
command-event-edit-pairing = pairing
    .description = Who pairs the next round when all games are over
    .choice-automatic = I do, right away
    .choice-by-hand = An organizer, with /event pair
command-event-edit-repeat = repeat
    .description = When it starts, the next event with these settings is announced
    .choice-weekly = Every week
    .choice-monthly = Every month
    .choice-never = No more
command-event-edit-one-layout = one-layout
    .description = One random layout for all games of a round?
command-event-edit-leave-out = leave-out
    .description = Round robin: leave out of the table who withdraws before half of their games?
command-event-edit-rounds = rounds
    .description = How rounds are played
    .choice-one-by-one = Round by round
    .choice-all-at-once = All at once
    .choice-two-games = Round by round, two games with changed colors
command-event-edit-tie-break = tie-break
    .description = What decides between players with equal points, in order: Wins, Lots
command-event-edit-c07 = c07
    .description = Which FIDE rules for tie-breaks (C.07) count byes and absences
    .choice-2024 = 2024
    .choice-2026 = 2026 (in force)
command-event-edit-skipping = skipping
    .description = What a round is worth that a player of a Swiss event skips
    .choice-half = Half a point once, then nothing
    .choice-zero = Nothing
    .choice-off = Nobody can skip a round
command-event-edit-pauses = pauses
    .description = Which vacations pause clocks (default: those players start themselves)
    .choice-all = All, also automatic ones
    .choice-asked = Those players start themselves
    .choice-none = None
command-event-edit-role = role
    .description = Only members with this role may join
command-event-edit-anyone = anyone
    .description = No role is needed anymore
command-event-edit-teams = teams
    .description = The names of the teams: Red / Blue
command-event-close = close
    .description = For organizers: nobody can join anymore
command-event-close-reopen = reopen
    .description = Let players join again
command-event-add = add
    .description = For organizers: add players, from a menu if you name none
command-event-add-player = player
    .description = The player
command-event-add-seed = seed
    .description = Their start number; players without one follow, by rating
command-event-add-rating = rating
    .description = Their rating in this event (default: the one in this server)
command-event-add-team = team
    .description = Their team in a team match: 1 or 2
command-event-add-file = file
    .description = Many at once: a CSV file with a Discord id per line, and columns seed, rating, team
command-event-substitute = substitute
    .description = For organizers: let someone take over a vacant place, from the next round on
command-event-substitute-with = with
    .description = Who takes it over
command-event-substitute-place = place
    .description = Who has withdrawn (none: the free place of an odd round robin)
command-event-forbid = forbid
    .description = For organizers: never pair these two in a Swiss event
command-event-forbid-player = player
    .description = The first of the two players
command-event-forbid-other = other
    .description = The player they must not meet
command-event-forbid-allow = allow
    .description = Let them meet again?
command-event-pair = pair
    .description = For organizers: pair the next round now; the first one starts the event
command-event-pair-preview = preview
    .description = Show me the pairings of a Swiss round first, and open it later
command-event-swap = swap
    .description = For organizers: exchange two players in a round that isn't open yet
command-event-swap-player = player
    .description = One of the players
command-event-swap-other = other
    .description = The other one
command-event-message = message
    .description = For organizers: write to all players, in the channel of the event
command-event-message-text = text
    .description = What to say
command-event-end = end
    .description = For organizers: close the round, or end the event as it stands
command-event-end-what = what
    .description = What ends now
    .choice-round = The round: its open games end as the event says
    .choice-event = The event, with the table as it stands
command-event-decide = decide
    .description = For organizers: decide the game of a player, in this round or an earlier one
command-event-decide-player = player
    .description = The player
command-event-decide-result = result
    .description = What the game counts as for this player
    .choice-win = Win
    .choice-draw = Draw
    .choice-loss = Loss
    .choice-both-lose = Lost for both
command-event-decide-board = board
    .description = Its number in /event pairings (not needed if there is one game)
command-event-remove = remove
    .description = For organizers: take a player out of an event
command-event-remove-player = player
    .description = The player
command-event-remove-forfeit = forfeit
    .description = The player loses this round's game right away; needs a reason
command-event-cancel = cancel
    .description = For organizers: cancel the event
command-event-export = export
    .description = The event as a report (TRF) for pairing programs
command-event-move = move
    .description = For organizers: let an event go on in this channel
command-settings-web = web
    .description = Your name on public pages
command-settings-web-name = name
    .description = Whether public games show your name
    .choice-shown = Shown
    .choice-hidden = Hidden: Player
command-setup-web = web
    .description = Whether this server's games can be seen in a browser
command-setup-web-games = games
    .description = Which games anyone with their address can see
    .choice-off = None
    .choice-linked = All, and search engines are asked to stay away
    .choice-searchable = All, also for search engines
