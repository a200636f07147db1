//! Who may do what: every command and every button, by every kind of person, in every state of a game.

use std::collections::BTreeSet;

use bot::app::command_tree::tree;
use bot::commands::button::word;
use bot::discord::localization::Language;
use bot::domain::{GameId, UserId};
use bot::features;
use bot::features::challenge;
use bot::features::proposals::draw;
use bot::features::resign;
use serde_json::{Value, json};

use crate::support::fixture::{ADA, BRUNO, CHLOE};
use crate::support::harness::{Harness, SentMessage};

/// What is done (a subcommand behind a `+`) · where the game is · what Ada, Bruno and Chloé read: a key of the sentences. Ada challenged Bruno and plays
/// Black; Chloé has nothing to do with it. The states: a challenge waits (`offered`); each has made a move, so that it is Ada's
/// turn (`playing`); she has offered a draw then (`asked`); she has moved, and the buttons are those of the board before
/// (`moved`); Bruno has resigned (`over`) or declined (`void`); there is no such game (`unknown`).
const TABLE: &str = "
/move     offered  error-not-started        error-not-started        error-not-a-player
/move     playing  you-played               error-turn-of            error-not-a-player
/move     asked    you-played               error-turn-of            error-not-a-player
/move     moved    error-turn-of            error-illegal            error-not-a-player
/move     over     error-over               error-over               error-not-a-player
/move     void     error-challenge-closed   error-challenge-closed   error-not-a-player
/move     unknown  error-no-such-game       error-no-such-game       error-no-such-game

/board    offered  challenge-posted-many    challenge-posted         error-not-for-you
/board    playing  board-turn               board-turn               board-turn
/board    asked    board-turn               board-turn               board-turn
/board    moved    board-turn               board-turn               board-turn
/board    over     result-beat              result-beat              result-beat
/board    void     challenge-declined       challenge-declined       error-not-for-you
/board    unknown  error-no-such-game       error-no-such-game       error-no-such-game

/resign   offered  error-not-started        error-not-started        error-not-a-player
/resign   playing  resign-ask               resign-ask               error-not-a-player
/resign   asked    resign-ask               resign-ask               error-not-a-player
/resign   moved    resign-ask               resign-ask               error-not-a-player
/resign   over     error-over               error-over               error-not-a-player
/resign   void     error-challenge-closed   error-challenge-closed   error-not-a-player
/resign   unknown  error-no-such-game       error-no-such-game       error-no-such-game

/abort    offered  error-not-started        error-not-started        error-not-a-player
/abort    playing  error-too-late-to-abort  error-too-late-to-abort  error-not-a-player
/abort    asked    error-too-late-to-abort  error-too-late-to-abort  error-not-a-player
/abort    moved    error-too-late-to-abort  error-too-late-to-abort  error-not-a-player
/abort    over     error-over               error-over               error-not-a-player
/abort    void     error-challenge-closed   error-challenge-closed   error-not-a-player
/abort    unknown  error-no-such-game       error-no-such-game       error-no-such-game

/line+add offered  error-not-started        error-not-started        error-not-a-player
/line+add playing  error-line-unanswered    you-saved-line            error-not-a-player
/line+add asked    error-line-unanswered    you-saved-line            error-not-a-player
/line+add moved    error-line-illegal-theirs error-line-own-first       error-not-a-player
/line+add over     error-over               error-over               error-not-a-player
/line+add void     error-challenge-closed   error-challenge-closed   error-not-a-player
/line+add unknown  error-no-such-game       error-no-such-game       error-no-such-game

/line+show offered  error-not-started        error-not-started        error-not-a-player
/line+show playing  line-none                line-none                error-not-a-player
/line+show asked    line-none                line-none                error-not-a-player
/line+show moved    line-none                line-none                error-not-a-player
/line+show over     error-over               error-over               error-not-a-player
/line+show void     error-challenge-closed   error-challenge-closed   error-not-a-player
/line+show unknown  error-no-such-game       error-no-such-game       error-no-such-game

/line+remove offered  error-not-started        error-not-started        error-not-a-player
/line+remove playing  line-none                line-none                error-not-a-player
/line+remove asked    line-none                line-none                error-not-a-player
/line+remove moved    line-none                line-none                error-not-a-player
/line+remove over     error-over               error-over               error-not-a-player
/line+remove void     error-challenge-closed   error-challenge-closed   error-not-a-player
/line+remove unknown  error-no-such-game       error-no-such-game       error-no-such-game

/claim    offered  error-not-started        error-not-started        error-not-a-player
/claim    playing  error-has-deadline       error-has-deadline       error-not-a-player
/claim    asked    error-has-deadline       error-has-deadline       error-not-a-player
/claim    moved    error-has-deadline       error-has-deadline       error-not-a-player
/claim    over     error-over               error-over               error-not-a-player
/claim    void     error-challenge-closed   error-challenge-closed   error-not-a-player
/claim    unknown  error-no-such-game       error-no-such-game       error-no-such-game

/more-time offered  error-not-started        error-not-started        error-not-a-player
/more-time playing  error-own-time           you-gave-time            error-not-a-player
/more-time asked    error-own-time           you-gave-time            error-not-a-player
/more-time moved    you-gave-time            error-own-time           error-not-a-player
/more-time over     error-over               error-over               error-not-a-player
/more-time void     error-challenge-closed   error-challenge-closed   error-not-a-player
/more-time unknown  error-no-such-game       error-no-such-game       error-no-such-game

/adjourn  offered  error-not-started        error-not-started        error-not-a-player
/adjourn  playing  you-asked-to-adjourn     you-asked-to-adjourn     error-not-a-player
/adjourn  asked    you-asked-to-adjourn     you-asked-to-adjourn     error-not-a-player
/adjourn  moved    you-asked-to-adjourn     you-asked-to-adjourn     error-not-a-player
/adjourn  over     error-over               error-over               error-not-a-player
/adjourn  void     error-challenge-closed   error-challenge-closed   error-not-a-player
/adjourn  unknown  error-no-such-game       error-no-such-game       error-no-such-game

/resume   offered  error-not-started        error-not-started        error-not-a-player
/resume   playing  error-not-adjourned      error-not-adjourned      error-not-a-player
/resume   asked    error-not-adjourned      error-not-adjourned      error-not-a-player
/resume   moved    error-not-adjourned      error-not-adjourned      error-not-a-player
/resume   over     error-over               error-over               error-not-a-player
/resume   void     error-challenge-closed   error-challenge-closed   error-not-a-player
/resume   unknown  error-no-such-game       error-no-such-game       error-no-such-game

/takeback offered  error-not-started        error-not-started        error-not-a-player
/takeback playing  you-asked-takeback       you-asked-takeback       error-not-a-player
/takeback asked    you-asked-takeback       you-asked-takeback       error-not-a-player
/takeback moved    you-asked-takeback       you-asked-takeback       error-not-a-player
/takeback over     error-over               error-over               error-not-a-player
/takeback void     error-challenge-closed   error-challenge-closed   error-not-a-player
/takeback unknown  error-no-such-game       error-no-such-game       error-no-such-game

/draw     offered  error-not-started        error-not-started        error-not-a-player
/draw     playing  you-offered              you-offered              error-not-a-player
/draw     asked    error-already-offered    you-drew                 error-not-a-player
/draw     moved    you-offered              you-offered              error-not-a-player
/draw     over     error-over               error-over               error-not-a-player
/draw     void     error-challenge-closed   error-challenge-closed   error-not-a-player
/draw     unknown  error-no-such-game       error-no-such-game       error-no-such-game

/export   offered  error-not-started        error-not-started        error-not-for-you
/export   playing  export                   export                   error-not-a-player
/export   asked    export                   export                   error-not-a-player
/export   moved    export                   export                   error-not-a-player
/export   over     export                   export                   export
/export   void     error-challenge-closed   error-challenge-closed   error-not-for-you
/export   unknown  error-no-such-game       error-no-such-game       error-no-such-game

/replay   offered  error-not-started        error-not-started        error-not-for-you
/replay   playing  replay                   replay                   replay
/replay   asked    replay                   replay                   replay
/replay   moved    replay                   replay                   replay
/replay   over     replay                   replay                   replay
/replay   void     error-challenge-closed   error-challenge-closed   error-not-for-you
/replay   unknown  error-no-such-game       error-no-such-game       error-no-such-game

/history  offered  error-not-started        error-not-started        error-not-for-you
/history  playing  history-title            history-title            history-title
/history  asked    history-title            history-title            history-title
/history  moved    history-title            history-title            history-title
/history  over     history-title            history-title            history-title
/history  void     error-challenge-closed   error-challenge-closed   error-not-for-you
/history  unknown  error-no-such-game       error-no-such-game       error-no-such-game

replay    offered  error-not-started        error-not-started        error-not-for-you
replay    playing  replay                   replay                   replay
replay    asked    replay                   replay                   replay
replay    moved    replay                   replay                   replay
replay    over     replay                   replay                   replay
replay    void     error-challenge-closed   error-challenge-closed   error-not-for-you
replay    unknown  error-no-such-game       error-no-such-game       error-no-such-game

history   offered  error-not-started        error-not-started        error-not-for-you
history   playing  history-title            history-title            history-title
history   asked    history-title            history-title            history-title
history   moved    history-title            history-title            history-title
history   over     history-title            history-title            history-title
history   void     error-challenge-closed   error-challenge-closed   error-not-for-you
history   unknown  error-no-such-game       error-no-such-game       error-no-such-game

record    offered  error-not-started        error-not-started        error-not-for-you
record    playing  export                   export                   error-not-a-player
record    asked    export                   export                   error-not-a-player
record    moved    export                   export                   error-not-a-player
record    over     export                   export                   export
record    void     error-challenge-closed   error-challenge-closed   error-not-for-you
record    unknown  error-no-such-game       error-no-such-game       error-no-such-game

rematch   offered  error-not-started        error-not-started        error-not-a-player
rematch   playing  error-not-over           error-not-over           error-not-a-player
rematch   asked    error-not-over           error-not-over           error-not-a-player
rematch   moved    error-not-over           error-not-over           error-not-a-player
rematch   over     challenge-sent           challenge-sent           error-not-a-player
rematch   void     error-challenge-closed   error-challenge-closed   error-not-a-player
rematch   unknown  error-no-such-game       error-no-such-game       error-no-such-game

accept    offered  error-own-challenge      you-accepted             error-not-for-you
accept    playing  error-challenge-closed   =you-accepted            error-not-for-you
accept    asked    error-challenge-closed   =you-accepted            error-not-for-you
accept    moved    error-challenge-closed   =you-accepted            error-not-for-you
accept    over     error-challenge-closed   error-challenge-closed   error-not-for-you
accept    void     error-challenge-closed   error-challenge-closed   error-not-for-you
accept    unknown  error-no-such-game       error-no-such-game       error-no-such-game

decline   offered  error-own-challenge      you-declined             error-not-for-you
decline   playing  error-challenge-closed   error-challenge-closed   error-not-for-you
decline   asked    error-challenge-closed   error-challenge-closed   error-not-for-you
decline   moved    error-challenge-closed   error-challenge-closed   error-not-for-you
decline   over     error-challenge-closed   error-challenge-closed   error-not-for-you
decline   void     error-challenge-closed   =you-declined            error-not-for-you
decline   unknown  error-no-such-game       error-no-such-game       error-no-such-game

withdraw  offered  you-withdrew             error-not-the-challenger error-not-the-challenger
withdraw  playing  error-challenge-closed   error-not-the-challenger error-not-the-challenger
withdraw  asked    error-challenge-closed   error-not-the-challenger error-not-the-challenger
withdraw  moved    error-challenge-closed   error-not-the-challenger error-not-the-challenger
withdraw  over     error-challenge-closed   error-not-the-challenger error-not-the-challenger
withdraw  void     error-challenge-closed   error-not-the-challenger error-not-the-challenger
withdraw  unknown  error-no-such-game       error-no-such-game       error-no-such-game

board     offered  challenge-posted-many    challenge-posted         error-not-for-you
board     playing  board-turn               board-turn               board-turn
board     asked    board-turn               board-turn               board-turn
board     moved    board-turn               board-turn               board-turn
board     over     result-beat              result-beat              result-beat
board     void     challenge-declined       challenge-declined       error-not-for-you
board     unknown  error-no-such-game       error-no-such-game       error-no-such-game

flip      offered  challenge-posted-many    challenge-posted         error-not-for-you
flip      playing  board-turn               board-turn               board-turn
flip      asked    board-turn               board-turn               board-turn
flip      moved    after-ply                after-ply                after-ply
flip      over     result-beat              result-beat              result-beat
flip      void     challenge-declined       challenge-declined       error-not-for-you
flip      unknown  error-no-such-game       error-no-such-game       error-no-such-game

resign    offered  error-not-started        error-not-started        error-not-a-player
resign    playing  resign-ask               resign-ask               error-not-a-player
resign    asked    resign-ask               resign-ask               error-not-a-player
resign    moved    resign-ask               resign-ask               error-not-a-player
resign    over     error-over               error-over               error-not-a-player
resign    void     error-challenge-closed   error-challenge-closed   error-not-a-player
resign    unknown  error-no-such-game       error-no-such-game       error-no-such-game

resign!   offered  error-not-started        error-not-started        error-not-a-player
resign!   playing  you-resigned             you-resigned             error-not-a-player
resign!   asked    you-resigned             you-resigned             error-not-a-player
resign!   moved    error-stale              error-stale              error-not-a-player
resign!   over     error-over               error-over               error-not-a-player
resign!   void     error-challenge-closed   error-challenge-closed   error-not-a-player
resign!   unknown  error-no-such-game       error-no-such-game       error-no-such-game

abort!    offered  error-not-started        error-not-started        error-not-a-player
abort!    playing  error-too-late-to-abort  error-too-late-to-abort  error-not-a-player
abort!    asked    error-too-late-to-abort  error-too-late-to-abort  error-not-a-player
abort!    moved    error-too-late-to-abort  error-too-late-to-abort  error-not-a-player
abort!    over     error-over               error-over               error-not-a-player
abort!    void     error-challenge-closed   error-challenge-closed   error-not-a-player
abort!    unknown  error-no-such-game       error-no-such-game       error-no-such-game

agree     offered  error-not-started        error-not-started        error-not-a-player
agree     playing  error-no-proposal        error-no-proposal        error-not-a-player
agree     asked    error-no-proposal        error-no-proposal        error-not-a-player
agree     moved    error-no-proposal        error-no-proposal        error-not-a-player
agree     over     error-over               error-over               error-not-a-player
agree     void     error-challenge-closed   error-challenge-closed   error-not-a-player
agree     unknown  error-no-such-game       error-no-such-game       error-no-such-game

claim-win offered  error-not-started        error-not-started        error-not-a-player
claim-win playing  error-has-deadline       error-has-deadline       error-not-a-player
claim-win asked    error-has-deadline       error-has-deadline       error-not-a-player
claim-win moved    error-has-deadline       error-has-deadline       error-not-a-player
claim-win over     error-over               error-over               error-not-a-player
claim-win void     error-challenge-closed   error-challenge-closed   error-not-a-player
claim-win unknown  error-no-such-game       error-no-such-game       error-no-such-game

claim-draw offered  error-not-started        error-not-started        error-not-a-player
claim-draw playing  error-has-deadline       error-has-deadline       error-not-a-player
claim-draw asked    error-has-deadline       error-has-deadline       error-not-a-player
claim-draw moved    error-has-deadline       error-has-deadline       error-not-a-player
claim-draw over     error-over               error-over               error-not-a-player
claim-draw void     error-challenge-closed   error-challenge-closed   error-not-a-player
claim-draw unknown  error-no-such-game       error-no-such-game       error-no-such-game

resume    offered  error-not-started        error-not-started        error-not-a-player
resume    playing  error-not-adjourned      error-not-adjourned      error-not-a-player
resume    asked    error-not-adjourned      error-not-adjourned      error-not-a-player
resume    moved    error-not-adjourned      error-not-adjourned      error-not-a-player
resume    over     error-over               error-over               error-not-a-player
resume    void     error-challenge-closed   error-challenge-closed   error-not-a-player
resume    unknown  error-no-such-game       error-no-such-game       error-no-such-game

refuse    offered  error-not-started        error-not-started        error-not-a-player
refuse    playing  error-no-proposal        error-no-proposal        error-not-a-player
refuse    asked    error-no-proposal        error-no-proposal        error-not-a-player
refuse    moved    error-no-proposal        error-no-proposal        error-not-a-player
refuse    over     error-over               error-over               error-not-a-player
refuse    void     error-challenge-closed   error-challenge-closed   error-not-a-player
refuse    unknown  error-no-such-game       error-no-such-game       error-no-such-game

withdraw-proposal offered  error-not-started        error-not-started        error-not-a-player
withdraw-proposal playing  error-nothing-to-withdraw error-nothing-to-withdraw error-not-a-player
withdraw-proposal asked    error-nothing-to-withdraw error-nothing-to-withdraw error-not-a-player
withdraw-proposal moved    error-nothing-to-withdraw error-nothing-to-withdraw error-not-a-player
withdraw-proposal over     error-over               error-over               error-not-a-player
withdraw-proposal void     error-challenge-closed   error-challenge-closed   error-not-a-player
withdraw-proposal unknown  error-no-such-game       error-no-such-game       error-no-such-game

withdraw-draw offered  error-not-started        error-not-started        error-not-a-player
withdraw-draw playing  error-no-offer           error-no-offer           error-not-a-player
withdraw-draw asked    you-withdrew-draw        error-not-the-proposer   error-not-a-player
withdraw-draw moved    error-no-offer           error-no-offer           error-not-a-player
withdraw-draw over     error-over               error-over               error-not-a-player
withdraw-draw void     error-challenge-closed   error-challenge-closed   error-not-a-player
withdraw-draw unknown  error-no-such-game       error-no-such-game       error-no-such-game

draw      offered  error-not-started        error-not-started        error-not-a-player
draw      playing  you-offered              you-offered              error-not-a-player
draw      asked    error-already-offered    you-drew                 error-not-a-player
draw      moved    error-stale              error-stale              error-not-a-player
draw      over     error-over               error-over               error-not-a-player
draw      void     error-challenge-closed   error-challenge-closed   error-not-a-player
draw      unknown  error-no-such-game       error-no-such-game       error-no-such-game

draw-yes  offered  error-not-started        error-not-started        error-not-a-player
draw-yes  playing  error-no-offer           error-no-offer           error-not-a-player
draw-yes  asked    error-already-offered    you-drew                 error-not-a-player
draw-yes  moved    error-no-offer           error-no-offer           error-not-a-player
draw-yes  over     error-over               error-over               error-not-a-player
draw-yes  void     error-challenge-closed   error-challenge-closed   error-not-a-player
draw-yes  unknown  error-no-such-game       error-no-such-game       error-no-such-game

draw-no   offered  error-not-started        error-not-started        error-not-a-player
draw-no   playing  error-no-offer           error-no-offer           error-not-a-player
draw-no   asked    error-already-offered    you-declined-draw        error-not-a-player
draw-no   moved    error-no-offer           error-no-offer           error-not-a-player
draw-no   over     error-over               error-over               error-not-a-player
draw-no   void     error-challenge-closed   error-challenge-closed   error-not-a-player
draw-no   unknown  error-no-such-game       error-no-such-game       error-no-such-game

move      offered  error-not-started        error-not-started        error-not-a-player
move      playing  entry-choose             error-not-your-turn      error-not-a-player
move      asked    entry-choose             error-not-your-turn      error-not-a-player
move      moved    error-stale              error-stale              error-not-a-player
move      over     error-over               error-over               error-not-a-player
move      void     error-challenge-closed   error-challenge-closed   error-not-a-player
move      unknown  error-no-such-game       error-no-such-game       error-no-such-game

entry     offered  error-not-started        error-not-started        error-not-a-player
entry     playing  entry-choose             error-not-your-turn      error-not-a-player
entry     asked    entry-choose             error-not-your-turn      error-not-a-player
entry     moved    error-stale              error-stale              error-not-a-player
entry     over     error-over               error-over               error-not-a-player
entry     void     error-challenge-closed   error-challenge-closed   error-not-a-player
entry     unknown  error-no-such-game       error-no-such-game       error-no-such-game

from      offered  error-not-started        error-not-started        error-not-a-player
from      playing  entry-where              error-not-your-turn      error-not-a-player
from      asked    entry-where              error-not-your-turn      error-not-a-player
from      moved    error-stale              error-stale              error-not-a-player
from      over     error-over               error-over               error-not-a-player
from      void     error-challenge-closed   error-challenge-closed   error-not-a-player
from      unknown  error-no-such-game       error-no-such-game       error-no-such-game

dir       offered  error-not-started        error-not-started        error-not-a-player
dir       playing  entry-preview            error-not-your-turn      error-not-a-player
dir       asked    entry-preview            error-not-your-turn      error-not-a-player
dir       moved    error-stale              error-stale              error-not-a-player
dir       over     error-over               error-over               error-not-a-player
dir       void     error-challenge-closed   error-challenge-closed   error-not-a-player
dir       unknown  error-no-such-game       error-no-such-game       error-no-such-game

play      offered  error-not-started        error-not-started        error-not-a-player
play      playing  you-played               error-not-your-turn      error-not-a-player
play      asked    you-played               error-not-your-turn      error-not-a-player
play      moved    error-stale              error-stale              error-not-a-player
play      over     error-over               error-over               error-not-a-player
play      void     error-challenge-closed   error-challenge-closed   error-not-a-player
play      unknown  error-no-such-game       error-no-such-game       error-no-such-game

stop-vacation offered  error-no-such-vacation   error-no-such-vacation   error-no-such-vacation
stop-vacation playing  error-no-such-vacation   error-no-such-vacation   error-no-such-vacation
stop-vacation asked    error-no-such-vacation   error-no-such-vacation   error-no-such-vacation
stop-vacation moved    error-no-such-vacation   error-no-such-vacation   error-no-such-vacation
stop-vacation over     error-no-such-vacation   error-no-such-vacation   error-no-such-vacation
stop-vacation void     error-no-such-vacation   error-no-such-vacation   error-no-such-vacation
stop-vacation unknown  error-no-such-vacation   error-no-such-vacation   error-no-such-vacation

next      offered  next-none                next-none                next-none
next      playing  next-none                next-none                next-none
next      asked    next-none                next-none                next-none
next      moved    next-none                next-none                next-none
next      over     next-none                next-none                next-none
next      void     next-none                next-none                next-none
next      unknown  next-none                next-none                next-none

step      offered  challenge-posted-many    challenge-posted         error-not-for-you
step      playing  board-turn               board-turn               board-turn
step      asked    board-turn               board-turn               board-turn
step      moved    after-ply                after-ply                after-ply
step      over     result-beat              result-beat              result-beat
step      void     challenge-declined       challenge-declined       error-not-for-you
step      unknown  error-no-such-game       error-no-such-game       error-no-such-game

/watch+start offered  error-not-started        error-not-started        error-not-for-you
/watch+start playing  error-watch-own          error-watch-own          watch-begun-moves
/watch+start asked    error-watch-own          error-watch-own          watch-begun-moves
/watch+start moved    error-watch-own          error-watch-own          watch-begun-moves
/watch+start over     error-over               error-over               error-over
/watch+start void     error-challenge-closed   error-challenge-closed   error-not-for-you
/watch+start unknown  error-watch-unknown      error-watch-unknown      error-watch-unknown

watch     offered  error-not-started        error-not-started        error-not-for-you
watch     playing  error-watch-own          error-watch-own          watch-begun-moves
watch     asked    error-watch-own          error-watch-own          watch-begun-moves
watch     moved    error-watch-own          error-watch-own          watch-begun-moves
watch     over     error-over               error-over               error-over
watch     void     error-challenge-closed   error-challenge-closed   error-not-for-you
watch     unknown  error-watch-unknown      error-watch-unknown      error-watch-unknown

/watch+list offered  watch-none               watch-none               watch-none
/watch+list playing  watch-none               watch-none               watch-none
/watch+list asked    watch-none               watch-none               watch-none
/watch+list moved    watch-none               watch-none               watch-none
/watch+list over     watch-none               watch-none               watch-none
/watch+list void     watch-none               watch-none               watch-none
/watch+list unknown  watch-none               watch-none               watch-none

/watch+stop offered  watch-not-watching       watch-not-watching       watch-not-watching
/watch+stop playing  watch-not-watching       watch-not-watching       watch-not-watching
/watch+stop asked    watch-not-watching       watch-not-watching       watch-not-watching
/watch+stop moved    watch-not-watching       watch-not-watching       watch-not-watching
/watch+stop over     watch-not-watching       watch-not-watching       watch-not-watching
/watch+stop void     watch-not-watching       watch-not-watching       watch-not-watching
/watch+stop unknown  watch-not-watching       watch-not-watching       watch-not-watching

unwatch   offered  watch-not-watching       watch-not-watching       watch-not-watching
unwatch   playing  watch-not-watching       watch-not-watching       watch-not-watching
unwatch   asked    watch-not-watching       watch-not-watching       watch-not-watching
unwatch   moved    watch-not-watching       watch-not-watching       watch-not-watching
unwatch   over     watch-not-watching       watch-not-watching       watch-not-watching
unwatch   void     watch-not-watching       watch-not-watching       watch-not-watching
unwatch   unknown  watch-not-watching       watch-not-watching       watch-not-watching

go-to     offered  go-to-title              go-to-title              go-to-title
go-to     playing  go-to-title              go-to-title              go-to-title
go-to     asked    go-to-title              go-to-title              go-to-title
go-to     moved    go-to-title              go-to-title              go-to-title
go-to     over     go-to-title              go-to-title              go-to-title
go-to     void     go-to-title              go-to-title              go-to-title
go-to     unknown  go-to-title              go-to-title              go-to-title

copy      offered  error-not-started        error-not-started        error-not-for-you
copy      playing  copy-record              copy-record              error-not-a-player
copy      asked    copy-record              copy-record              error-not-a-player
copy      moved    copy-record              copy-record              error-not-a-player
copy      over     copy-record              copy-record              copy-record
copy      void     error-challenge-closed   error-challenge-closed   error-not-for-you
copy      unknown  error-no-such-game       error-no-such-game       error-no-such-game

fork      offered  error-not-over           error-not-over           error-not-over
fork      playing  error-not-over           error-not-over           error-not-over
fork      asked    error-not-over           error-not-over           error-not-over
fork      moved    error-not-over           error-not-over           error-not-over
fork      over     fork-ask                 fork-ask                 fork-ask
fork      void     error-not-over           error-not-over           error-not-over
fork      unknown  error-no-such-game       error-no-such-game       error-no-such-game


line      offered  line-form                line-form                line-form
line      playing  line-form                line-form                line-form
line      asked    line-form                line-form                line-form
line      moved    line-form                line-form                line-form
line      over     line-form                line-form                line-form
line      void     line-form                line-form                line-form
line      unknown  line-form                line-form                line-form

fork-with offered  error-no-such-person     error-no-such-person     error-no-such-person
fork-with playing  error-no-such-person     error-no-such-person     error-no-such-person
fork-with asked    error-no-such-person     error-no-such-person     error-no-such-person
fork-with moved    error-no-such-person     error-no-such-person     error-no-such-person
fork-with over     error-no-such-person     error-no-such-person     error-no-such-person
fork-with void     error-no-such-person     error-no-such-person     error-no-such-person
fork-with unknown  error-no-such-person     error-no-such-person     error-no-such-person
";

/// Those commands that are about no game. Who may use `/setup` and `/organize` is tested with them.
const OTHERS: [&str; 18] = [
    "challenge",
    "games",
    "help",
    "ladder",
    "learn",
    "live",
    "organize",
    "play",
    "privacy",
    "profile",
    "rules",
    "seek",
    "seeks",
    "settings",
    "setup",
    "statistics",
    "top",
    "vacation",
];

/// A game in this state; the version that the buttons were drawn for.
async fn scene(harness: &Harness, state: &str) -> (GameId, i64) {
    let draw = bot::features::proposals::draw::DrawAction::OfferOrAccept { expected_revision: None };
    if state == "unknown" {
        return (GameId(7), 3);
    }
    let game = harness.offered().await;
    if state == "void" {
        challenge::decline(&harness.games, harness.request(), game, BRUNO).await.expect("declined");
    }
    if !["offered", "void"].contains(&state) {
        harness.accept(game).await.expect("accepted");
        harness.play_all(game, &["a1b2", "i9h8"]).await;
    }
    match state {
        "asked" => drop(draw::draw(&harness.games, harness.request(), game, ADA, draw).await.expect("offered")),
        "moved" => drop(harness.play(game, ADA, "d4c3").await.expect("legal")),
        "over" => drop(resign::resign(&harness.games, harness.request(), game, BRUNO, None).await.expect("resigned")),
        _ => {}
    }
    (game, if state == "asked" { 4 } else { 3 })
}

/// Does this in this game. Buttons carry what they were drawn with: two plies, and this version.
async fn act(harness: &Harness, action: &str, (game, version): (GameId, i64), who: UserId) -> SentMessage {
    let named = json!({ "game": game.to_string(), "move": "a2b3" });
    if let Some(command) = action.strip_prefix('/') {
        let named = match command {
            "line+add" => json!({ "game": game.to_string(), "moves": "d4c3 f6g7" }),
            _ => named,
        };
        return harness.command(who, &command.replace('+', " "), named).await;
    }
    let rest = match action {
        "accept" | "decline" | "withdraw" | "rematch" | "board" | "record" | "replay" | "history" | "next" | "copy" => {
            String::new()
        }
        "resign" | "resign!" | "abort!" | "agree" | "refuse" | "resume" | "claim-win" | "claim-draw" | "draw-yes"
        | "draw-no" | "withdraw-draw" | "withdraw-proposal" => {
            format!(":{version}")
        }
        "entry" => ":2:0".to_owned(),
        "dir" | "play" => ":2:a2b3".to_owned(),
        _ => ":2".to_owned(),
    };
    let id = format!("v1:{action}:{game}{rest}");
    if action == "from" { harness.choose(who, &id, "a2").await } else { harness.press(who, &id).await }
}

/// Is this the sentence of the key, whatever its arguments?
fn says(text: &str, key: &str) -> bool {
    let sentence = Language::ENGLISH.localize(key, &[]);
    assert_ne!(sentence, key, "no such key");
    let mut rest = text;
    let mut parts = sentence.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after));
    // The first part begins the text; the others follow in order.
    parts.next().is_some_and(|first| {
        rest.strip_prefix(first).is_some_and(|after| {
            rest = after;
            parts.all(|part| rest.split_once(part).map(|(_, after)| rest = after).is_some())
        })
    })
}

#[tokio::test]
async fn every_command_and_button_is_allowed_only_to_the_right_players() {
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for line in TABLE.lines().filter(|line| !line.trim().is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [action, state, keys @ ..] = words.as_slice() else { panic!("{line}") };
        assert_eq!(keys.len(), 3, "{line}");
        for (who, key) in [ADA, BRUNO, CHLOE].into_iter().zip(keys) {
            let harness = Harness::new();
            let scene = scene(&harness, state).await;
            let before = harness.record(scene.0).await;
            let reply = act(&harness, action, scene, who).await;
            let after = harness.record(scene.0).await;
            // A person who reads `you-…` has done something, or, with a `=`, had done it before.
            let changes = key.starts_with("you-");
            if !says(&reply.text, key.trim_start_matches('=')) || (before != after) != changes || !reply.private {
                wrong.push(format!("{action} {state} {}: {key} wanted, said {:?}", who.0, reply.text));
            }
        }
        assert!(seen.insert((*action, *state)), "twice: {line}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    let commands = tree();
    let name = |of: &Value| of["name"].as_str().unwrap_or_default().to_owned();
    let games = commands.as_array().into_iter().flatten().filter(|command| !OTHERS.contains(&name(command).as_str()));
    let commands = games.flat_map(|command| {
        let below = command["options"].as_array().into_iter().flatten().filter(|option| option["type"] == json!(1));
        let below: Vec<String> = below.map(|below| format!("/{}+{}", name(command), name(below))).collect();
        if below.is_empty() { vec![format!("/{}", name(command))] } else { below }
    });
    let words = features::ALL.iter().flat_map(|feature| feature.words()).copied();
    let others = [
        word::DECLINE_YES,
        word::DECLINE_NO,
        "games",
        "live",
        "watch-game",
        "guide",
        "ladder-",
        "organize-",
        "learn-",
        "privacy-",
        "look-",
        "rules",
        "hints-",
    ];
    let words = words.filter(|word| !others.iter().any(|other| word.starts_with(other)));
    let actions: BTreeSet<String> = commands.chain(words.map(str::to_owned)).collect();
    for state in ["offered", "playing", "asked", "moved", "over", "void", "unknown"] {
        let missing: Vec<_> = actions.iter().filter(|action| !seen.contains(&(action.as_str(), state))).collect();
        assert!(missing.is_empty(), "{state}: {missing:?}");
    }
    assert_eq!(seen.len(), actions.len() * 7, "a state or an action that there is not");
}

/// The same of an open challenge of Ada: it waits (`open`), Bruno has accepted (`taken`), or she has withdrawn it (`closed`).
const OF_SEEKS: &str = "
/board    open    seek-posted              error-not-for-you        error-not-for-you
/board    closed  seek-withdrawn           error-not-for-you        error-not-for-you
/move     open    error-not-started        error-not-a-player       error-not-a-player
/resign   open    error-not-started        error-not-a-player       error-not-a-player
/export   open    error-not-started        error-not-for-you        error-not-for-you
/history  open    error-not-started        error-not-for-you        error-not-for-you
accept    open    error-own-seek           you-accepted             you-accepted
accept    taken   error-own-seek           =you-accepted            error-seek-taken
accept    closed  error-own-seek           error-challenge-closed   error-challenge-closed
decline   open    error-not-for-you        error-not-for-you        error-not-for-you
decline   closed  error-not-for-you        error-not-for-you        error-not-for-you
withdraw  open    you-withdrew             error-not-the-challenger error-not-the-challenger
withdraw  taken   error-challenge-closed   error-not-the-challenger error-not-the-challenger
withdraw  closed  =you-withdrew            error-not-the-challenger error-not-the-challenger
rematch   open    error-not-started        error-not-a-player       error-not-a-player
";

#[tokio::test]
async fn an_open_challenge_is_for_everybody_but_its_owner() {
    let mut wrong = Vec::new();
    for line in OF_SEEKS.lines().filter(|line| !line.trim().is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [action, state, keys @ ..] = words.as_slice() else { panic!("{line}") };
        for (who, key) in [ADA, BRUNO, CHLOE].into_iter().zip(keys) {
            let harness = Harness::new();
            let game = harness.sought().await;
            match *state {
                "taken" => drop(harness.accept(game).await.expect("accepted")),
                "closed" => {
                    drop(challenge::withdraw(&harness.games, harness.request(), game, ADA).await.expect("withdrawn"));
                }
                _ => {}
            }
            let before = harness.record(game).await;
            let reply = act(&harness, action, (game, 0), who).await;
            let changes = key.starts_with("you-");
            if !says(&reply.text, key.trim_start_matches('='))
                || (before != harness.record(game).await) != changes
                || !reply.private
            {
                wrong.push(format!("{action} {state} {}: {key} wanted, said {:?}", who.0, reply.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn a_malformed_button_does_nothing() {
    let harness = Harness::new();
    let (game, _) = scene(&harness, "asked").await;
    let before = harness.record(game).await;
    for action in [
        "resign!",
        "abort!",
        "agree",
        "refuse",
        "resume",
        "claim-win",
        "claim-draw",
        "draw",
        "draw-yes",
        "draw-no",
        "withdraw-draw",
        "withdraw-proposal",
        "play",
    ] {
        for number in ["", ":", ":x", ":99999999999999999999"] {
            for who in [ADA, BRUNO, CHLOE] {
                let reply = harness.press(who, &format!("v1:{action}:{game}{number}")).await;
                assert!(says(&reply.text, "error-unknown-button"), "{action}{number}: {reply:?}");
            }
        }
    }
    for id in ["", "accept", "v1", "v1:accept", "v2:accept:000000007", "v1:accept:seven", "v1:abort:000000007"] {
        let reply = harness.press(ADA, id).await;
        assert!(reply.private && says(&reply.text, "error-unknown-button"), "{id}: {reply:?}");
    }
    assert_eq!(harness.record(game).await, before);
}
