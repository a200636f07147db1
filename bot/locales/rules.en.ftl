# The book of rules (`/rules`). Each topic has a name and a line about it, each page a title and a text. What is not allowed on
# a page, the options of `/challenge` and the page number are added by the program.

rules-title = The rules
rules-index = What would you like to know? Choose a topic, or read from the first page to the last. Every page shows a board.
    • **New here?** *Abalone*, *Moves*, *Sumito*, *Pac* and *Ejection* are all you need for a first game.
    • **Another way to play?** Options change the start, the turn, the board or the goal, and most of them combine.
    • **Another game?** *Notalone* brings two sisters onto the board; *Fliporona* is played on the board of Fanorona.
    ⚖️ marks a ruling of ours, where the printed rules leave a choice.
rules-unknown-topic = I have no page of that name. Here are all topics.
rules-choose = Choose a topic
rules-button-start = Start reading
rules-button-before = Previous
rules-button-next = Next
rules-button-index = All topics
rules-shown = 🔎 In the picture { $color } has just played `{ $move }`.
rules-refused = ❌ `{ $move }`: { $why }.
rules-options = ⚙️ In `/challenge`: { $list }.
rules-page = -# { $topic } · page { $number } of { $count }

# Abalone
rules-aim = Abalone
rules-aim-about = The board, the marbles, who begins and who wins
rules-aim-start-title = Abalone
rules-aim-start = Two players, fourteen marbles each, on a hexagon of 61 cells.
    • **Goal**: be the first to push six opposing marbles off the board, one after another.
    • Black begins, then the players take turns. A turn is one move, and you cannot pass.
    • A move that is made cannot be taken back.
    • The rows are called `a` (at the bottom, where Black sits) to `i`; in a row the cells are numbered from the left, along the diagonals: the center is `e5`.
    The picture shows the standard layout.

rules-moves = Moves
rules-moves-about = One, two or three marbles: inline or broadside
rules-moves-inline-title = Inline moves
rules-moves-inline = A turn moves one, two or three marbles of your own by one cell, all in the same direction, one of six.
    • **Inline** (*en ligne*), the marbles follow one another along their own line: the line `a1`–`c3` moves one cell ahead, onto `b2`–`d4`.
    A single marble knows only one kind of move: to a free cell beside it.
    Write the rear cell, then the cell it moves to.
rules-moves-broadside-title = Broadside moves
rules-moves-broadside = **Broadside** (*en flèche*), a line of two or three marbles steps sideways, still in line. Every cell it steps onto must be empty: a broadside never pushes.
    Here `c3`, `c4` and `c5` have gone to `d3`, `d4` and `d5` together.
    Write both ends of the line, then where the first of them goes.
rules-moves-limits-title = Three marbles at most
rules-moves-limits = No more than three marbles of your color move in a turn. A longer line may be broken: of the four marbles on `c2`–`c5`, `c3c4` moves the front three, and `c3c5d3` moves the same three sideways.

rules-sumito = Sumito
rules-sumito-about = Pushing: 2–1, 3–1 and 3–2
rules-sumito-push-title = Sumito: pushing
rules-sumito-push = You may push opposing marbles straight ahead when you are **more in line**. There are three sumitos, all Black's in the picture:
    • two push one: `c2c3`
    • three push one: `e2e3`
    • three push two: `g4g5`
    The push is an inline move, the marbles touch, and the cell behind the pushed ones is empty or off the board. Nothing ever pushes three.
    A push is never an obligation.
rules-sumito-impossible-title = When a push is not possible
rules-sumito-impossible = • The cell behind must be free: a marble there blocks, even your own.
    • The marbles must touch: `d3d4` is allowed, but only moves Black up to the marble on `d6`. The push comes a turn later.
    • Only along the line: sideways nothing is pushed.

rules-pac = Pac
rules-pac-about = Equal forces: nothing moves
rules-pac-equal-title = Pac: equal forces
rules-pac-equal = In a **pac** the forces in line cancel out: 1–1, 2–2, 3–3. Nobody can push along this line.
    Marbles beyond the third do not count: four against three, on row `e`, is a pac like three against three.
rules-pac-broken-title = Breaking a pac
rules-pac-broken = A pac is broken on another line. On row `e` three stood against three. Black has pushed the first white marble away along the diagonal `c3`–`f6`, two against one. Now two white marbles are left in the row, and Black is stronger there as well.

rules-ejection = Ejection
rules-ejection-about = Over the rim, and how many win
rules-ejection-eject-title = Eject
rules-ejection-eject = A marble that is pushed over the rim is **eject**: it is out for the rest of the game. White's marble stood on `e9`, at the end of row `e`, with three black ones behind it: the push has ejected it.
    The trays beside the names count what each player has ejected.
rules-ejection-rim-title = Your own marbles stay
rules-ejection-rim = Your own marbles never leave the board by your own move: only an opponent can push them off.
rules-ejection-end-title = The end
rules-ejection-end = Whoever has ejected **six** marbles first has won, at once. Here Black ejects the sixth.
    Another target can be chosen, from 1 to 13. **Blitz**, the *Concours-Blitz* of the first edition, is played to 4.

rules-words = Words of the game
rules-words-about = Appui, det, eject, gambit, and the others
rules-words-words-title = Words of the game
rules-words-words = French is the language of Abalone's first rules, and its words have stayed.
    • **Sumito**: outnumbering, which allows a push. **Pac**: equal forces.
    • **En ligne**, inline; **en flèche**, broadside.
    • **Det**: a marble that is about to be ejected and has no way out, such as White's on `e9`: `e6e7` ejects it.
    • **Appui**: a marble that is surrounded is *en appui*. The black ones on `d8` and `f9` close its ways along the rim.
    • **Eject**: pushed off the board.
    • **Gambit**: giving up a marble on purpose, for a later gain.

rules-notation = Notation
rules-notation-about = How moves are written, and what else is understood
rules-notation-forms-title = Writing moves
rules-notation-forms = In `/move`, name two cells for an inline move, three for a broadside.
    • **Inline**: the rear cell, then the cell it moves to: `a1b2`. All marbles ahead of it go along.
    • **Broadside**: both ends of the line, then the cell the first one goes to: `c3c5d3`, or from the other end `c5c3d5`.
    Also understood: capitals and separators, `A1-B2`; a direction instead of the last cell, `a1 ne`, `c3 c5 nw` (`e`, `ne`, `nw`, `w`, `sw`, `se`); in the Nacre form, where the front marble lands, `a1d4`; one end of a line and where the *other* end lands, `c3d6`.
    Or write nothing: press **Move…** under the board.
    Special moves stand on the pages about placement, turns, triangles, two boards and Fliporona.
rules-notation-mistakes-title = When a move is not understood
rules-notation-mistakes = The answer says what is wrong; nothing has happened then, and you try again. Some usual slips, with Black to move at the start:

# Options
rules-layouts = Layouts
rules-layouts-about = Where the marbles start: by name, by lot, your own
rules-layouts-named-title = Layouts with a name
rules-layouts-named = Against two patient players the standard layout can become a wall. Most players prefer others: the **Belgian daisy** in the picture is the usual one of tournaments.
    There are dozens: daisies, snakes, walls, stars … Type a few letters of a name in English or French, and choose.
rules-layouts-drawn-title = Layouts by lot
rules-layouts-drawn = • **By lot, symmetric** (`random`): what Black has on a cell, White has on the cell opposite, seen through the center. Both start alike.
    • **By lot, any cells** (`random-free`): fourteen marbles each, anywhere; that may be unfair.
    The marbles are drawn when you challenge, so that everybody sees them before accepting.
rules-layouts-own-title = A layout of your own
rules-layouts-own = Write the board as nine rows, from `i` at the top down to `a`, joined by `/`: `b` for a black marble, `w` for a white one, a number for so many empty cells.
    The picture is `5/2ww2/2www2/3ww3/9/3bb3/2bbb2/2bb2/5`.
    Both colors need as many marbles as the other must eject to win.

rules-placement = Placement
rules-placement-about = An empty board: players place their marbles first
rules-placement-placing-title = Placement
rules-placement-placing = Nobody has marbles on the board at first. Black begins; each turn places **one marble on any free cell**, until all 28 stand. Until then nothing moves. Then Black makes the first move.
    Write `@` and the cell: `@g7`.
    Placement and a layout exclude each other.

rules-sprint = Sprint
rules-sprint-about = A number of moves for each; then the score decides
rules-sprint-last-title = Sprint
rules-sprint-last = A game of 20 to 30 moves. When both players have made theirs, **whoever has ejected more marbles wins**. The moves left stand beside each name.
    Here both had ejected two. White's last move, the twentieth, ejects a third and decides.
    ⚖️ The number counts the moves of *each* player, so both make equally many; two partners on one board make theirs in turn. Equal scores are a draw. Reaching the target before still wins at once.

rules-handicap = Handicap
rules-handicap-about = One player starts with fewer marbles
rules-handicap-fewer-title = Handicap
rules-handicap-fewer = To even out a difference in strength, one player starts with one to four marbles fewer. They count as ejected from the start: White, three marbles short, has lost once three more are out.
    ⚖️ The marbles are taken from that player's own end: from the lowest row of theirs, first its ends, then inwards. Here they are missing from row `i`, White's own.

rules-turn = Turns of two moves
rules-turn-about = Two of one's own, or one of them the opponent's
rules-turn-double-title = Double turns
rules-turn-double = A turn is **two moves of your own**, one after the other, with the same marbles or others. Write both, joined by a comma: `a1b2,b2c3`. Under the board you can enter them one by one.
rules-turn-own-foe-title = One of yours, one of theirs
rules-turn-own-foe = First a move of your own, then one **with the opponent's marbles**. While you move them, they push, and yours are pushed; what they eject counts for your opponent.
    Here Black has moved `e5` to `e4`, and then White's marble from `f6` to `f7`.
rules-turn-orders-title = The other orders
rules-turn-orders = *Theirs, then one's own*: the same the other way round, as in `g6h6,e5e4`. *One of each, in either order* leaves the order to you.
rules-turn-early-end-title = Turns that end early
rules-turn-early-end = ⚖️ If a side reaches its target on the first of two moves, the game is over: the second is not made. Black ejects the sixth marble here, and that is that.
    ⚖️ If no second move is possible, the turn ends after the first.

rules-obstacles = Obstacles
rules-obstacles-about = Cells where nothing can ever stand
rules-obstacles-walls-title = Obstacles
rules-obstacles-walls = Some cells are walled: no marble can ever stand there. An obstacle blocks moves and pushes like a wall, and a marble in front of it cannot be pushed. The center alone, `e5`, is the usual choice.
    Name the cells with spaces between them.

rules-holes = Holes
rules-holes-about = Cells that swallow what is pushed into them
rules-holes-fall-title = Holes
rules-holes-fall = A hole is a piece of rim within the board: an opposing marble **pushed into it is ejected**. Black has pushed the marble on `e4` into the hole on `e5`.
    Name the cells with spaces between them; the center is the usual one.
rules-holes-own-title = Nobody jumps in
rules-holes-own = Your own marbles never go into a hole by your own move, neither alone nor at the head of a line.

rules-pivot = Pivot
rules-pivot-about = A neutral marble that only moves by being pushed
rules-pivot-pushed-title = Pivot
rules-pivot-pushed = A neutral marble lies on the board. It belongs to nobody and **only moves by being pushed**. Here three black marbles have pushed it one cell on.
rules-pivot-counts-title = It counts as an opposing marble
rules-pivot-counts = In a push the pivot counts as an opposing marble, for both players. On row `c` two black marbles stand against the pivot and a white marble: a pac. And nobody can move it like a marble of their own.
rules-pivot-fixed-title = Fixed or ejectable
rules-pivot-fixed = Players agree whether the pivot can be ejected. As a rule it can, and scores for nobody. A **fixed** one, written `e5:fixed`, is never pushed off the board or into a hole.

rules-ball = Ball
rules-ball-about = A neutral marble: whoever ejects it wins
rules-ball-wins-title = Ball
rules-ball-wins = A neutral marble lies on the board and is pushed like a pivot: it counts as an opposing marble. **Whoever ejects it wins at once**, whatever the score. Black has just done so.
    Six ejected marbles, or your target, still win too.

rules-triangles = Triangles
rules-triangles-about = Three marbles side by side move together
rules-triangles-together-title = Triangles
rules-triangles-together = Besides lines, **three marbles of yours that all touch one another** may move together, by one cell in any direction. Every cell they go to must be empty or left by one of the three.
    Write `tri:`, the three cells, and the cell that the first one named goes to.
rules-triangles-no-push-title = Triangles do not push
rules-triangles-no-push = `tri:d4e4e5e4` goes to free cells. Towards the white marble the same three cannot go together.
    ⚖️ A triangle never pushes, whatever stands in its way.

rules-one-color = One color
rules-one-color-about = All marbles look the same until the end
rules-one-color-veil-title = One color
rules-one-color-veil = **All marbles look the same**, to everybody, until the game is over. You have to remember which are yours. I am the arbiter: an illegal try is answered only so, without a reason, and you try again.
    How many marbles each has ejected is public. Nothing else tells the colors apart: no picture, list, completion or button, and no earlier position.

rules-crown = Crown
rules-crown-about = A neutral marble on three of yours: do not drop it
rules-crown-rests-title = Crown
rules-crown-rests = A neutral marble rests on **three marbles of each player that touch one another**: for Black `b3`, `b4` and `c4`, for White the cells opposite, `g6`, `h6` and `h7`.
    As long as all three stay where they are, the crown stays up.
rules-crown-falls-title = Who drops the crown
rules-crown-falls = As soon as one of the three leaves its cell, the crown falls, **whoever moved it**: a marble that you move yourself counts like one that is pushed. The player whose crown falls first has lost.
    Black has pushed a marble away from under White's. Reaching the target still wins as well.

# More players
rules-partners = Two against two
rules-partners-about = Two teams on one board, or on two boards
rules-partners-one-board-title = Two against two, one board
rules-partners-one-board = *4×2×1*: two colors, one board, two teams of two. The seats move in turn: Black 1, White 1, Black 2, White 2. So partners share their marbles and move alternately.
    Partners may not confer about the game, and I carry no messages between them.
rules-partners-two-boards-title = Two against two, two boards
rules-partners-two-boards = *4×2×2*: two colors, two boards. In the first round Black 1 meets White 1 on the first board, Black 2 meets White 2 on the second; a round is one move of each player.
    A number in front says which board is meant: `1:` or `2:`. Without one it is the board where you are to move.
    More boards won win the match; with one each, more ejections on both boards together; then it is a draw.
rules-partners-phases-title = Changing boards
rules-partners-phases = The players go around the boards and keep their color.
    ⚖️ *In phase*: after every round all four change boards, so the same two meet again on the other one.
    ⚖️ *Changing opponents*: Black's players change after even rounds, White's after odd ones, so the opponents change as well.
    ⚖️ When one board is decided the other goes on, and partners alternate on it.

rules-many = Three, four and six
rules-many-about = More colors on one board
rules-many-three-title = Three players
rules-many-three = Eleven marbles each, three colors, everybody for themselves. Black, White and Red move in turn. The first to eject **six marbles of any color** wins.
rules-many-mixed-push-title = Colors that push together
rules-many-mixed-push = You move marbles of your own color only. In a sumito opposing marbles of different colors **are counted together**, and pushed together. Three black marbles have pushed a white and a red one: three against two.
rules-many-four-title = Four players
rules-many-four = Nine marbles each, four colors; opposite seats are partners: Black with Red, White with Green. The first **team** to eject six marbles of the other team wins.
rules-many-reinforced-title = Partners reinforce a push
rules-many-reinforced = One or two marbles of a partner may **reinforce a push**, as long as the rearmost marble is yours and no more than three push. Black on `e2` and Red on `e3` have pushed a white marble together, two against one.
rules-many-partner-title = What partners cannot do
rules-many-partner = A partner's marble moves only when it helps to push. It is never ejected by you, nor pushed like an opponent's: it blocks like one of your own.
    ⚖️ A broadside may not contain a partner's marble.
    ⚖️ Who has no legal move passes. When nobody can move, it is a draw.
rules-many-six-title = Six players
rules-many-six = Six colors, six marbles each, three against three; neighbors are opponents all around the board. All is played as with four: the first team to eject six marbles of the other team wins.

# Notalone
rules-notalone = Notalone
rules-notalone-about = Abalone with two sisters, by Vincent Everaert
rules-notalone-placing-title = Notalone: the sisters
rules-notalone-placing = Vincent Everaert's game of 2005 is Abalone with two neutral marbles, the **sisters**, and another end. They always belong to whoever is to move.
    The marbles stand as in Abalone. First Black, then White puts one sister on a free cell of the own half: `@d4`. Then Black moves.
    ⚖️ The own half: rows `a` to `d` for Black, `f` to `i` for White.
rules-notalone-lines-title = Moving with sisters
rules-notalone-lines = A move takes one to three marbles of your own and, **besides, any sister in their line**, anywhere in it: ahead, behind, between. Sisters are not counted, so up to five marbles move, inline (`e2e3`) or broadside (`g4g5h4`).
    A sister never moves without a marble of yours.
rules-notalone-pushes-title = Pushing with sisters
rules-notalone-pushes = You push when you are more, and **every sister in the row counts for the one who pushes**, also one between or behind the opposing marbles.
    Here three black marbles and a sister push three white ones: 4–3 is a sumito, and 5–4 is another. There is no limit of two pushed marbles.
    A marble pushed over the rim is ejected.
rules-notalone-limits-title = What sisters do not change
rules-notalone-limits = `e1e2` is a push although the sister stands *behind* White's marble: she counts with Black, three against one. But a sister is **never ejected**, equal forces are a pac, and a marble of your own behind the pushed ones blocks.
rules-notalone-back-title = No back-and-forth
rules-notalone-back = A sister may not be displaced straight back, **in the direction opposite to her last displacement**. She came to `e5` from the west, so she may go anywhere but west.
    ⚖️ What counts is the last displacement of *that* sister, whoever made it, however many turns ago.
rules-notalone-end-title = The sisters meet
rules-notalone-end = As soon as the sisters **touch**, the game is over, and whoever has more marbles on the board wins. Beware: if both have equally many, whoever brought them together loses. Six ejections decide nothing here, and nobody draws but by agreement.
    Here Black, eight marbles against seven, has joined them and wins.
    ⚖️ Repeating a position is no draw in Notalone. Who has no legal move loses.

# Fliporona
rules-fliporona = Fliporona
rules-fliporona-about = Flipping pieces on the board of Fanorona
rules-fliporona-placing-title = Fliporona: placing
rules-fliporona-placing = The board of Fanorona has nine columns, `a` to `i`, and five rows, 1 to 5. There are 44 pieces with two colors, as in Othello.
    White begins. In turn each player places one piece with the own color up on any free point, `@g3`, until **only the center is free**. Then White makes the first move.
    • **Goal**: no opposing piece is left, or none can move.
rules-fliporona-steps-title = Lines and steps
rules-fliporona-steps = A turn moves one piece along a line to a free point beside it. **Strong** points have eight directions, **weak** ones four: no diagonals. `a1`, `c3` and the center `e3` are strong; strong and weak alternate.
    From `c3` a piece may go `c3d2`; from the weak point `d3` only straight ahead or sideways: `d3e3`.
rules-fliporona-approach-title = Approach
rules-fliporona-approach = If a piece comes **into contact** with opposing pieces ahead, on the line of its step, the whole unbroken row of them is **flipped** and changes color. A step that can flip always flips.
    At the end of a turn that flipped, the piece that moved is taken off the board.
    A `+` after the step says *approach*; it may be left out where there is no choice.
rules-fliporona-withdrawal-title = Withdrawal
rules-fliporona-withdrawal = If a piece **leaves contact** with opposing pieces behind it, on the line of its step, that row is flipped. A `-` after the step says *withdrawal*.
    Here White has left `c3` and `b3` behind, and they have turned white.
rules-fliporona-choice-title = Ahead or behind
rules-fliporona-choice = Where a step could flip both the row ahead and the row behind, the mover **chooses one**: `e3d3+` flips the two pieces that Black meets, `e3d3-` the one that Black leaves.
rules-fliporona-chain-title = Chains
rules-fliporona-chain = After a step that flipped, the same piece **may go on** with another step that flips, and on and on. It may come back to a point where it was. It is taken off at the end, wherever it stands.
    Write the points in order, each with its sign. Under the board you enter a chain step by step.
    Here White has gone up, right and diagonally back to the center, flipping a piece each time.
rules-fliporona-chain-limits-title = Limits of a chain
rules-fliporona-chain-limits = No step follows the line of the step before it, neither on nor back: after a step to the side comes one up, down or across, such as `d3e3-e2+`. And every further step must flip.
rules-fliporona-last-piece-title = No piece left
rules-fliporona-last-piece = You win when your opponent **has no piece left**: White has flipped the last two black ones. But mind the count: each turn that flips costs you the piece that moved.
rules-fliporona-stuck-title = Nothing can move
rules-fliporona-stuck = You also win when your opponent **has no legal move** when it is their turn: the black piece on `a1` is shut in.
    Late in the game the pieces often form two separate groups; to have one piece fewer then is reason enough to resign.
    ⚖️ The third occurrence of a position is a draw.

# Endings and rulings
rules-endings = Draws and endings
rules-endings-about = Repetition, long calm, no move, agreement, time
rules-endings-draws-title = Draws
rules-endings-draws = ⚖️ The **third occurrence** of a position, with the same player to move, is a draw.
    ⚖️ **Long calm**: 300 plies in a row without an ejection are a draw (a ply is one player's turn). From 200 on either player may claim it with `/draw`. In the picture 207 have passed.
    Notalone knows neither; in Fliporona the third occurrence counts.
rules-endings-no-move-title = No legal move
rules-endings-no-move = ⚖️ A player to move who has no legal move **loses**. White has shut in the two black marbles: every way is blocked, and no push is possible.
    With three, four or six players such a player passes instead.
rules-endings-by-players-title = Agreement, resignation, time
rules-endings-by-players = • `/draw` offers a draw. It stands until it is answered or the opponent moves; with several players somebody of each side has to agree.
    • `/resign` gives up a game; you are asked first.
    • **Time**: days for each move, a clock that gains time with each move, or a time for the whole game, as the `pace` of the challenge says. Before a deadline you are reminded; whoever lets it pass loses. A pace without one never ends a game.
    • Who gives up or runs out of time loses for the whole team, and all the others win.

rules-rulings = Our rulings
rules-rulings-about = What we chose where the printed rules leave a choice
rules-rulings-abalone-title = Our rulings: Abalone
rules-rulings-abalone = ⚖️ Where the printed rules leave a choice, this is what we play.
    • No legal move on your turn: you lose.
    • The third occurrence of a position is a draw; so are 300 plies without an ejection, and from 200 on it may be claimed.
    • Sprint: the number counts the moves of each player; equal scores are a draw; the target wins at once. The moves left are not part of a position: it repeats whatever their number.
    • Handicap: marbles are taken from the lowest row of that player, from its ends inwards.
    • Turns of two moves: a target reached on the first ends the game; without a second move the turn ends.
    • A triangle never pushes.
rules-rulings-others-title = Our rulings: more players, other games
rules-rulings-others = ⚖️ And for the others:
    • Two boards: *in phase* all four change after every round; *changing opponents* Black's players after even rounds, White's after odd ones.
    • Four and six: a broadside may not contain a partner's marble.
    • Three, four and six: who has no legal move passes; when nobody can move it is a draw.
    • Notalone: the own half is rows `a` to `d` for Black, `f` to `i` for White. *No back-and-forth* compares the displacements of that sister, whoever made them. Repetition is no draw, and who has no legal move loses.
    • Fliporona: the third occurrence of a position is a draw.
