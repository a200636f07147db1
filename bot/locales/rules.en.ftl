# The rules book (`/rules`). Each topic has a name and a line about it, each page a title and a text. The program adds the
# refused moves, the options of `/challenge` and the page number.

rules-title = The rules
rules-index = What would you like to know? Choose a topic, or read from the first page to the last. Every page shows a board.
    • **New here?** *Abalone*, *Moves*, *Sumito*, *Pac* and *Ejection* are all you need for a first game.
    • **Want to play another way?** Options change the start, the turn, the board or the goal, and you can combine most of them.
    • **Another game?** *Grand Abalone* is larger. *Notalone* adds two sisters to the board. *Fliporona* is played on the Fanorona board.
    ⚖️ marks our own ruling where the printed rules leave a choice.
rules-unknown-topic = I have no page with that name. Here are all the topics.
rules-choose = Choose a topic
rules-button-start = Start reading
rules-button-before = Previous
rules-button-next = Next
rules-button-index = All topics
rules-shown = 🔎 In the picture, { $color } has just played `{ $move }`.
rules-refused = ❌ `{ $move }`: { $why }.
rules-options = ⚙️ In `/challenge`: { $list }.
rules-page = -# { $topic } · page { $number } of { $count }

# Abalone
rules-aim = Abalone
rules-aim-about = The board, the marbles, who starts and who wins
rules-aim-start-title = Abalone
rules-aim-start = Two players have fourteen marbles each on a hexagon of 61 cells.
    • **Goal**: be the first to push six of your opponent's marbles off the board.
    • Black moves first, then the players alternate. A turn is one move, and you can't pass.
    • A move is final, unless your opponent agrees to a takeback.
    • Rows are named `a` (at the bottom, Black's side) to `i`. Cells in a row are numbered from the left, along the diagonals: the center is `e5`.
    The picture shows the standard layout.

rules-moves = Moves
rules-moves-about = One, two or three marbles: inline or broadside
rules-moves-inline-title = Inline moves
rules-moves-inline = On your turn, move one, two or three of your marbles by one cell, all in the same direction. There are six directions.
    • **Inline** (*en ligne*), the marbles follow one another along their line: the line `a1`–`c3` moves one cell ahead, to `b2`–`d4`.
    A single marble has only one kind of move: to a free cell next to it.
    Write the rear cell, then the cell it moves to.
rules-moves-broadside-title = Broadside moves
rules-moves-broadside = **Broadside** (*en flèche*), a line of two or three marbles steps sideways and stays in line. Every cell it steps onto must be empty: a broadside never pushes.
    Here `c3`, `c4` and `c5` moved to `d3`, `d4` and `d5` together.
    Write both ends of the line, then where the first end goes.
rules-moves-limits-title = Three marbles at most
rules-moves-limits = You can move at most three of your marbles in a turn. You can split a longer line: of the four marbles on `c2`–`c5`, `c3c4` moves the front three, and `c3c5d3` moves the same three sideways.

rules-sumito = Sumito
rules-sumito-about = Pushing: 2–1, 3–1 and 3–2
rules-sumito-push-title = Sumito: pushing
rules-sumito-push = You can push your opponent's marbles straight ahead when you have **more marbles in line**. There are three sumitos, and Black has all of them in the picture:
    • two push one: `c2c3`
    • three push one: `e2e3`
    • three push two: `g4g5`
    A push is an inline move. The marbles must touch, and the cell behind the pushed marbles must be empty or off the board. No line can push three.
    You never have to push.
rules-sumito-impossible-title = When a push isn't possible
rules-sumito-impossible = • The cell behind must be free: any marble there blocks the push, even your own.
    • The marbles must touch: `d3d4` is legal, but only brings Black next to the marble on `d6`. The push comes a turn later.
    • Only along the line: a sideways move never pushes.

rules-pac = Pac
rules-pac-about = Equal forces: nothing moves
rules-pac-equal-title = Pac: equal forces
rules-pac-equal = In a **pac** the forces in line cancel out: 1–1, 2–2, 3–3. Neither player can push along this line.
    Marbles beyond the third don't count: four against three, on row `e`, is a pac just like three against three.
rules-pac-broken-title = Breaking a pac
rules-pac-broken = You break a pac from another line. Row `e` was three against three. Black pushed the first white marble away along the diagonal `c3`–`f6`, two against one. Now White has only two marbles left in the row, and Black is stronger there as well.

rules-ejection = Ejection
rules-ejection-about = Off the board, and how many ejections win
rules-ejection-eject-title = Eject
rules-ejection-eject = A marble pushed over the edge is **ejected**: it's out for the rest of the game. White's marble was on `e9`, at the end of row `e`, with three black ones behind it: the push ejected it.
    The trays next to the names count the marbles that each player has ejected.
rules-ejection-rim-title = Your own marbles stay
rules-ejection-rim = Your own moves never take your marbles off the board: only an opponent can push them off.
rules-ejection-end-title = The end
rules-ejection-end = The first player to eject **six** marbles wins immediately. Here Black ejects the sixth.
    You can choose another target, from 1 to 13. **Blitz**, the *Concours-Blitz* of the first edition, is played to 4.

rules-words = Words of the game
rules-words-about = Appui, det, eject, gambit, and more
rules-words-words-title = Words of the game
rules-words-words = Abalone's first rules were written in French, and its words have stayed.
    • **Sumito**: having more marbles in line, which lets you push. **Pac**: equal forces.
    • **En ligne**, inline; **en flèche**, broadside.
    • **Det**: a marble that is about to be ejected and can't escape, such as White's on `e9`: `e6e7` ejects it.
    • **Appui**: a surrounded marble is *en appui*. The black ones on `d8` and `f9` block its ways out along the edge.
    • **Eject**: pushed off the board.
    • **Gambit**: giving up a marble on purpose to gain something later.

rules-notation = Notation
rules-notation-about = How to write moves, and other forms I understand
rules-notation-forms-title = Writing moves
rules-notation-forms = In `/move`, name two cells for an inline move and three for a broadside.
    • **Inline**: the rear cell, then the cell it moves to: `a1b2`. All marbles ahead of it move along.
    • **Broadside**: both ends of the line, then the cell the first end goes to: `c3c5d3`, or from the other end `c5c3d5`.
    I also understand: capitals and separators, `A1-B2`; a direction instead of the last cell, `a1 ne`, `c3 c5 nw` (`e`, `ne`, `nw`, `w`, `sw`, `se`); the Nacre form with the cell where the front marble lands, `a1d4`; one end of a line and where the *other* end lands, `c3d6`.
    Or don't type anything: use the buttons below the board.
    Special moves are on the pages about placement, turns, triangles, two boards and Fliporona.
rules-notation-mistakes-title = When a move isn't accepted
rules-notation-mistakes = The answer says what is wrong. Nothing has been played, and you can try again. Here are some common mistakes, with Black to move at the start:

# Options
rules-layouts = Layouts
rules-layouts-about = Where the marbles start: a known layout, a random one, or your own
rules-layouts-named-title = Known layouts
rules-layouts-named = Between two patient players, the standard layout can turn into a wall. Most players prefer other layouts: the **Belgian daisy** in the picture is the usual one in tournaments.
    There are dozens: daisies, snakes, walls, stars … Type a few letters of a name, and choose.
rules-layouts-drawn-title = Random layouts
rules-layouts-drawn = • **Random, symmetric** (`random`): for each black marble, White has one on the opposite cell, seen through the center. Both players start the same.
    • **Random, any cells** (`random-free`): fourteen marbles each, anywhere. This can be unfair.
    The layout is chosen when you challenge, so everyone sees it before accepting.
rules-layouts-own-title = Your own layout
rules-layouts-own = Write the board as nine rows, from `i` at the top down to `a`, joined by `/`. Use `b` for a black marble, `w` for a white one, and a number for that many empty cells.
    The picture is `5/2ww2/2www2/3ww3/9/3bb3/2bbb2/2bb2/5`.
    Each color needs at least as many marbles as the other must eject to win.

rules-placement = Placement
rules-placement-about = An empty board: players place their marbles first
rules-placement-placing-title = Placement
rules-placement-placing = The board starts without marbles. Black begins, and each turn places **one marble on any free cell** until all 28 are on the board. Nothing moves before that. Then Black makes the first move.
    Write `@` and the cell: `@g7`.
    You can't combine placement with a layout.

rules-sprint = Sprint
rules-sprint-about = A number of moves each, then the score decides
rules-sprint-last-title = Sprint
rules-sprint-last = A sprint is a game of 20 to 30 moves. When both players have made theirs, **the player with more ejected marbles wins**. The moves left are shown next to each name.
    Here both players had ejected two. White's last move, the twentieth, ejects a third and decides the game.
    ⚖️ The number counts the moves of *each* player, so both make the same number. Two partners on one board each make that many. Equal scores are a draw. A player who reaches the target earlier still wins immediately.

rules-handicap = Handicap
rules-handicap-about = One player starts with fewer marbles
rules-handicap-fewer-title = Handicap
rules-handicap-fewer = To balance a difference in strength, one player starts with one to four marbles fewer. They count as ejected from the start: White, three marbles short, loses when three more are ejected.
    ⚖️ The marbles come off that player's back row, first at its ends, then inward. Here they are missing from row `i`, White's back row.

rules-turn = Turns of two moves
rules-turn-about = Two moves of your own, or one with the opponent's marbles
rules-turn-double-title = Double turns
rules-turn-double = A turn is **two moves with your marbles**, one after the other. You can move the same marbles or others. Write both, joined by a comma: `a1b2,b2c3`. Below the board you can enter them one by one.
rules-turn-own-foe-title = One of yours, one of theirs
rules-turn-own-foe = First make a move with your own marbles, then one **with your opponent's marbles**. While you move them, they push, and yours can be pushed. Marbles that they eject count for your opponent.
    Here Black moved `e5` to `e4`, and then White's marble from `f6` to `f7`.
rules-turn-orders-title = The other orders
rules-turn-orders = *Theirs, then yours* is the same the other way around, for example `g6h6,e5e4`. *One of each, in either order* lets you choose.
rules-turn-early-end-title = Turns that end early
rules-turn-early-end = ⚖️ If a side reaches its target on the first of two moves, the game is over and the second isn't played. Here Black ejects the sixth marble and wins.
    ⚖️ If no second move is possible, the turn ends after the first.

rules-obstacles = Obstacles
rules-obstacles-about = Cells that stay empty for the whole game
rules-obstacles-walls-title = Obstacles
rules-obstacles-walls = Some cells are blocked: no marble can ever be there. An obstacle stops moves and pushes like a wall, and you can't push a marble that is in front of it. The usual choice is the center alone, `e5`.
    List the cells with spaces between them.

rules-holes = Holes
rules-holes-about = Marbles pushed into these cells are ejected
rules-holes-fall-title = Holes
rules-holes-fall = A hole works like the edge of the board: a marble of your opponent **pushed into it is ejected**. Here Black pushed the marble on `e4` into the hole on `e5`.
    List the cells with spaces between them. The center is the usual choice.
rules-holes-own-title = No jumping in
rules-holes-own = Your own moves never take your marbles into a hole, neither alone nor at the front of a line.

rules-pivot = Pivot and ball
rules-pivot-about = Neutral marbles that move only when they are pushed
rules-pivot-pushed-title = Pivot
rules-pivot-pushed = The pivot is a neutral marble. It belongs to no one and **moves only when it is pushed**. Here three black marbles pushed it one cell.
rules-pivot-counts-title = It counts as an opposing marble
rules-pivot-counts = In a push the pivot counts as an opposing marble, for both players. On row `c` two black marbles face the pivot and a white marble: a pac. No one can move it like a marble of their own.
rules-pivot-fixed-title = Fixed or ejectable
rules-pivot-fixed = You choose whether the pivot can be ejected. Normally it can, and scores for no one. A **fixed** pivot, written `e5:fixed`, is never pushed off the board or into a hole.
rules-pivot-ball-title = Ball
rules-pivot-ball = The ball is a neutral marble, pushed like a pivot: it counts as an opposing marble. **The player who ejects it wins immediately**, whatever the score. Black has just done so.
    Six ejected marbles, or your chosen target, still win too.

rules-triangles = Triangles
rules-triangles-about = Three marbles that touch move together
rules-triangles-together-title = Triangles
rules-triangles-together = Besides lines, **three of your marbles that all touch one another** can move together, by one cell in any direction. Every cell they move to must be empty or left by one of the three.
    Write `tri:`, the three cells, and the cell that the first one goes to.
rules-triangles-no-push-title = Triangles don't push
rules-triangles-no-push = `tri:d4e4e5e4` moves to free cells. The same three can't move together toward the white marble.
    ⚖️ A triangle never pushes, whatever is in its way.

rules-hidden-colors = Hidden colors
rules-hidden-colors-about = All marbles look the same until the end
rules-hidden-colors-play-title = Hidden colors
rules-hidden-colors-play = **All marbles look the same** to everyone until the game is over. You have to remember which ones are yours. I am the referee: if you try an illegal move, I only say that it is illegal, without a reason, and you try again.
    Everyone can see how many marbles each player has ejected. Nothing else tells the colors apart: no picture, list, suggestion or button, and no earlier position.

rules-crown = Crown
rules-crown-about = A neutral marble on three of yours: don't drop it
rules-crown-rests-title = Crown
rules-crown-rests = A neutral marble, the crown, rests on **three marbles of each player that touch one another**: for Black `b3`, `b4` and `c4`, for White the opposite cells, `g6`, `h6` and `h7`.
    The crown stays up as long as all three stay where they are.
rules-crown-falls-title = Losing the crown
rules-crown-falls = As soon as one of the three leaves its cell, the crown falls, **no matter who moved it**: moving it yourself counts just like a push. The player whose crown falls first loses.
    Here Black pushed away a marble under White's crown. Reaching the target still wins as well.

# More players
rules-partners = Two against two
rules-partners-about = Two teams on one board, or on two boards
rules-partners-one-board-title = Two against two, one board
rules-partners-one-board = *4×2×1*: two colors, one board, two teams of two. The turn order is Black 1, White 1, Black 2, White 2. Partners share their marbles and take turns moving them.
    Partners may not discuss the game, and I carry no messages between them.
rules-partners-two-boards-title = Two against two, two boards
rules-partners-two-boards = *4×2×2*: two colors, two boards. In the first round Black 1 plays White 1 on the first board, and Black 2 plays White 2 on the second. A round is one move by each player.
    A number in front says which board you mean: `1:` or `2:`. Without a number, it's the board where it's your turn.
    The team that wins more boards wins the match. With one board each, more ejections on both boards combined decide. If those are equal too, it's a draw.
rules-partners-phases-title = Changing boards
rules-partners-phases = The players rotate between the boards and keep their color.
    ⚖️ *In phase*: after every round all four change boards, so the same two meet again on the other one.
    ⚖️ *Changing opponents*: Black's players change after even rounds, White's after odd ones, so opponents change as well.
    ⚖️ When one board is decided, the other continues, and partners alternate on it.

rules-many = Three, four and six
rules-many-about = More colors on one board
rules-many-three-title = Three players
rules-many-three = Three colors with eleven marbles each, everyone for themselves. Black, White and Red move in that order. The first to eject **six marbles of any color** wins.
rules-many-mixed-push-title = Colors that push together
rules-many-mixed-push = You move only marbles of your own color. In a sumito, opposing marbles of different colors **count together** and are pushed together. Here three black marbles pushed a white and a red one: three against two.
rules-many-four-title = Four players
rules-many-four = Four colors with nine marbles each. Opposite seats are partners: Black with Red, White with Green. The first **team** to eject six marbles of the other team wins.
rules-many-reinforced-title = Partners reinforce a push
rules-many-reinforced = One or two marbles of a partner can **reinforce a push**. The rearmost marble must be yours, and no more than three may push. Here Black on `e2` and Red on `e3` pushed a white marble together, two against one.
rules-many-partner-title = What partners can't do
rules-many-partner = A partner's marble moves only to help with a push. You can't eject it or push it like an opponent's: it blocks like one of your own.
    ⚖️ A broadside can't include a partner's marble.
    ⚖️ A player without a legal move passes. If no one can move, the game is a draw.
rules-many-six-title = Six players
rules-many-six = Six colors with six marbles each, three against three. Neighbors are opponents all around the board. Everything else is as with four: the first team to eject six marbles of the other team wins.

# Grand Abalone
rules-grand-abalone = Grand Abalone
rules-grand-abalone-about = A larger board, and two moves in each turn
rules-grand-abalone-start-title = Grand Abalone
rules-grand-abalone-start = **Grand Abalone** is played on 91 cells, six on each side, with 21 marbles each. Rows are named `a` to `k`.
    • **Turns**: Black starts with one move. After that every turn is two moves with your own marbles, written with a comma between them.
    • **Lines**: up to four marbles move together, and more marbles push fewer: four push three.
    • **Goal**: ten ejections win, or your chosen target, from 1 to 20.

# Notalone
rules-notalone = Notalone
rules-notalone-about = Abalone with two sisters, by Vincent Everaert
rules-notalone-placing-title = Notalone: the sisters
rules-notalone-placing = Vincent Everaert's game from 2005 adds two neutral marbles to Abalone, the **sisters**, and another way to end. The sisters always belong to the player whose turn it is.
    The marbles start as in Abalone. First Black, then White places one sister on a free cell of their own half: `@d4`. Then Black moves.
    ⚖️ Black's half is rows `a` to `d`, White's is rows `f` to `i`.
rules-notalone-lines-title = Moving with sisters
rules-notalone-lines = A move takes one to three of your own marbles and, **in addition, any sisters in their line**, anywhere in it: ahead, behind or between. Sisters don't count, so up to five marbles can move, inline (`e2e3`) or broadside (`g4g5h4`).
    A sister never moves without one of your marbles.
rules-notalone-pushes-title = Pushing with sisters
rules-notalone-pushes = You can push when you have more marbles, and **every sister in the row counts for the player who pushes**, even one between or behind the opposing marbles.
    Here three black marbles and a sister push three white ones: 4–3 is a sumito, and so is 5–4. There is no limit of two pushed marbles.
    A marble pushed over the edge is ejected.
rules-notalone-limits-title = What sisters don't change
rules-notalone-limits = `e1e2` is a push even though the sister is *behind* White's marble: she counts for Black, three against one. But a sister is **never ejected**, equal forces are a pac, and a marble of your own behind the pushed ones blocks.
rules-notalone-back-title = No back-and-forth
rules-notalone-back = A sister can't move straight back, **in the direction opposite to her last move**. She came to `e5` from the west, so she can go anywhere but west.
    ⚖️ What counts is the last move of *that* sister, no matter who made it or how many turns ago.
rules-notalone-end-title = The sisters meet
rules-notalone-end = As soon as the sisters **touch**, the game is over, and the player with more marbles on the board wins. Beware: if both have the same number, the player who brought the sisters together loses. Six ejections decide nothing here, and the only draw is by agreement.
    Here Black, eight marbles against seven, brought them together and wins.
    ⚖️ Repeating a position isn't a draw in Notalone. A player without a legal move loses.

# Fliporona
rules-fliporona = Fliporona
rules-fliporona-about = Flipping pieces on the Fanorona board
rules-fliporona-placing-title = Fliporona: placing
rules-fliporona-placing = The Fanorona board has nine columns, `a` to `i`, and five rows, 1 to 5. There are 44 pieces with two colors, as in Othello.
    White starts. Players take turns placing one piece, their own color up, on any free point, `@g3`, until **only the center is free**. Then White makes the first move.
    • **Goal**: leave your opponent with no pieces, or with no piece that can move.
rules-fliporona-steps-title = Lines and steps
rules-fliporona-steps = A turn moves one piece along a line to a free point next to it. **Strong** points have eight directions, **weak** ones four: no diagonals. Strong and weak points alternate: `a1`, `c3` and the center `e3` are strong.
    From `c3` a piece can go `c3d2`. From the weak point `d3` it can only go along its row or column, for example `d3e3`.
rules-fliporona-approach-title = Approach
rules-fliporona-approach = If a piece **comes into contact** with opposing pieces ahead, on the line of its step, the whole unbroken row of them is **flipped** and changes color. A step that can flip always flips.
    At the end of a turn that flipped, the piece that moved is removed from the board.
    A `+` after the step means *approach*. You can leave it out when there is no choice.
rules-fliporona-withdrawal-title = Withdrawal
rules-fliporona-withdrawal = If a piece **breaks contact** with opposing pieces behind it, on the line of its step, that row is flipped. A `-` after the step means *withdrawal*.
    Here White left `c3` and `b3` behind, and they turned white.
rules-fliporona-choice-title = Ahead or behind
rules-fliporona-choice = When a step could flip both the row ahead and the row behind, you **choose one**: `e3d3+` flips the two pieces that Black meets, `e3d3-` the one that Black leaves.
rules-fliporona-chain-title = Chains
rules-fliporona-chain = After a step that flipped, the same piece **can continue** with another step that flips, again and again. It can come back to a point where it was. It is removed at the end, wherever it is.
    Write the points in order, each with its sign. Below the board you enter a chain step by step.
    Here White went up, right and diagonally back to the center, flipping a piece each time.
rules-fliporona-chain-limits-title = Limits of a chain
rules-fliporona-chain-limits = A step can't follow the line of the step before it, forward or back. After a step to the side comes one up, down or diagonally, for example `d3e3-e2+`. Every further step must flip.
rules-fliporona-last-piece-title = No pieces left
rules-fliporona-last-piece = You win when your opponent **has no pieces left**: here White flipped the last two black ones. But watch the count: each turn that flips costs you the piece that moved.
rules-fliporona-stuck-title = No move left
rules-fliporona-stuck = You also win when your opponent **has no legal move** on their turn: here the black piece on `a1` is trapped.
    Late in the game the pieces often form two separate groups. Then being one piece behind is reason enough to resign.
    ⚖️ The third occurrence of a position is a draw.

# Endings and rulings
rules-endings = Draws and endings
rules-endings-about = Repetition, no ejections, no legal move, agreement, time
rules-endings-draws-title = Draws
rules-endings-draws = ⚖️ The **third occurrence** of a position, with the same player to move, is a draw. In a sprint, the moves left are not part of the position.
    ⚖️ **No ejections**: 300 moves in a row without an ejection are a draw (a move is one player's turn). From 200 on, either player can claim the draw with `/game draw`. In the picture, 207 have passed.
    Notalone has neither rule. Fliporona has only the third occurrence.
rules-endings-no-move-title = No legal move
rules-endings-no-move = ⚖️ A player who has no legal move on their turn **loses**. Here White has trapped the two black marbles: every way is blocked, and no push is possible.
    With three, four or six players, that player passes instead.
rules-endings-by-players-title = Agreement, resignation, time
rules-endings-by-players = • `/game draw` offers a draw. The offer stays open until it is answered or the opponent moves. With more than two players, someone from each side has to agree.
    • `/game resign` gives up a game. I ask you to confirm first.
    • **Time**: days for each move, a clock that gains time with each move, or a time for the whole game. The `pace` of the challenge decides. I remind you before a deadline, and a player who misses it loses. Without a deadline, time never ends a game.
    • A player who resigns or runs out of time loses for the whole team, and everyone else wins.

rules-rulings = Our rulings
rules-rulings-about = What we decided where the printed rules leave a choice
rules-rulings-abalone-title = Our rulings: Abalone
rules-rulings-abalone = ⚖️ Where the printed rules leave a choice, we play like this.
    • No legal move on your turn: you lose.
    • The third occurrence of a position is a draw. So are 300 moves without an ejection, and from 200 on a player can claim it.
    • Sprint: the number counts the moves of each player. Equal scores are a draw. Reaching the target wins immediately.
    • Handicap: marbles come off that player's back row, from its ends inward.
    • Turns of two moves: reaching the target on the first ends the game. Without a possible second move, the turn ends.
    • A triangle never pushes.
rules-rulings-others-title = Our rulings: more players, other games
rules-rulings-others = ⚖️ And for the other games:
    • Two boards: *in phase*, all four change after every round. *Changing opponents*: Black's players change after even rounds, White's after odd ones.
    • Four and six players: a broadside can't include a partner's marble.
    • Three, four and six players: a player without a legal move passes. If no one can move, it's a draw.
    • Notalone: Black's half is rows `a` to `d`, White's is rows `f` to `i`. *No back-and-forth* compares the moves of that sister, no matter who made them. Repetition isn't a draw, and a player without a legal move loses.
    • Fliporona: the third occurrence of a position is a draw.
