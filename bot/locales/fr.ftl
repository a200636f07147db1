# Ce que lisent les joueurs, en français. Les termes sont ceux des règles imprimées : bille, éjecter, sumito, pac, en ligne, en flèche.

color-of = { $color ->
    [black] Noir
    [white] Blanc
    [red] Rouge
    [green] Vert
    [yellow] Jaune
   *[blue] Bleu
}

# Défis
challenge-posted = { $opponents }, <@{ $challenger }> vous défie à une partie { $game ->
    [Abalone] d'Abalone
   *[other] de { $game }
 }.
challenge-posted-many = <@{ $challenger }> défie { $opponents } à une partie { $game ->
    [Abalone] d'Abalone
   *[other] de { $game }
}.
challenge-layout = Position de départ : **{ $layout }**
about-notalone = Chacun pose une sœur ; quand les sœurs se rejoignent, celui à qui il reste le plus de billes gagne
about-fliporona = On pose 22 pièces chacun, puis on les déplace : le contact retourne des rangées. Qui n'a plus de pièce ou de coup a perdu
challenge-layout-custom = Position de départ : **comme sur l'image**
challenge-pace-days = { $days ->
    [one] Cadence : **1 jour** par coup
   *[other] Cadence : **{ $days } jours** par coup
}
challenge-pace-fischer = Cadence : **{ $start }** chacun, plus **{ $increment }** à chaque coup, **{ $cap }** au plus
challenge-pace-total = Cadence : **{ $total }** chacun pour toute la partie
challenge-pace-none = Cadence : **sans limite**
challenge-weekends = Pendules arrêtées **le week-end**
challenge-vacation-asked = **Aucun congé automatique** avant une perte au temps
challenge-vacation-off = **Sans congés** : ils n'arrêtent aucune pendule
challenge-sleep-off = Le sommeil n'arrête aucune pendule
challenge-color-chosen = Places : { $seats }
challenge-color-lot = Couleurs : tirées au sort quand tous auront accepté
challenge-sprint = Sprint : **{ $moves } coups chacun** ; puis celui qui a éjecté le plus de billes gagne
challenge-target = { $target ->
    [one] La première éjection gagne
   *[other] { $target } éjections gagnent
}
option-turn = { $value ->
    [double] Un tour, c'est **deux coups**
    [own-foe] Un tour, c'est un coup à soi, puis un avec **les billes adverses**
    [foe-own] Un tour, c'est un coup avec **les billes adverses**, puis un à soi
   *[mixed] Un tour, c'est un coup à soi et un avec **les billes adverses**, dans l'ordre voulu
}
option-handicap = { $count ->
    [one] Handicap : { $color } commence avec **une bille de moins**
   *[other] Handicap : { $color } commence avec **{ $count } billes de moins**
}
option-placement = **Placement** : on pose d'abord ses billes
option-obstacles = Obstacles : **{ $value }**
option-holes = Trous : **{ $value }**
option-pivot = Pivot : une bille neutre en **{ $cell }**, que l'on peut éjecter
option-pivot-fixed = Pivot : une bille neutre en **{ $cell }**, que l'on ne peut pas éjecter
option-ball = Ballon : **{ $value }** ; qui l'éjecte gagne
option-triangles = Les **triangles** peuvent bouger
option-colors = **Une seule couleur** : toutes les billes se ressemblent jusqu'à la fin
option-crown = **Couronne** : qui la perd le premier a perdu
option-seats = { $value ->
    [s2x2] **Deux contre deux** sur un plateau
    [s2x2x2] **Deux contre deux** sur deux plateaux
    [s3] **Trois joueurs**
    [s4] **Quatre joueurs**, partenaires face à face
   *[s6] **Six joueurs**, trois contre trois
}
option-phase = Les adversaires changent à chaque tour de table
challenge-expires = Ouvert jusqu'au <t:{ $at }:f> (<t:{ $at }:R>).
challenge-sent = Votre défi à { $opponents } est parti. Vous pouvez le retirer tant qu'il n'a pas de réponse.
challenge-accepted = <@{ $challenger }> a défié { $opponents } à une partie { $game ->
    [Abalone] d'Abalone
   *[other] de { $game }
 }. **Accepté.**
challenge-joined = <@{ $player }> accepte. On attend encore { $waiting }.
challenge-declined = <@{ $challenger }> a défié { $opponents } à une partie { $game ->
    [Abalone] d'Abalone
   *[other] de { $game }
}. **Refusé** par <@{ $who }>.
challenge-withdrawn = <@{ $challenger }> a défié { $opponents } à une partie { $game ->
    [Abalone] d'Abalone
   *[other] de { $game }
 }. **Retiré.**
challenge-aborted = <@{ $challenger }> a défié { $opponents } à une partie { $game ->
    [Abalone] d'Abalone
   *[other] de { $game }
}. **Annulée** par <@{ $who }> avant que tous aient joué : elle est sans résultat.
challenge-expired = <@{ $challenger }> a défié { $opponents } à une partie { $game ->
    [Abalone] d'Abalone
   *[other] de { $game }
}. **Sans réponse à temps** de { $silent }.
you-accepted = Vous avez accepté. Votre couleur : **{ $color }**.
you-accepted-wait = Vous avez accepté. On attend encore { $waiting }.
you-declined = Vous avez refusé le défi.
you-withdrew = Vous avez retiré le défi.
a-bot = Les robots ne jouent pas à Abalone. Défiez une personne.
thread-name = { $names } · { $game }

# Plateaux
board-turn = **Coup { $move }** · au tour de <@{ $player }> ({ $color })
board-start = **La partie commence** · <@{ $player }> joue en premier ({ $color })
board-number = Sur le plateau **{ $board }**
board-seated = Au plateau { $board } : { $people }
board-place = { $what ->
    [sister] À poser : **une sœur**, dans sa moitié
    [piece] À poser : **une pièce**
   *[marble] À poser : **une bille**
}
board-two-moves = { $turn } : écrivez les deux avec une virgule, `a1b2,c3c4`
board-last = Dernier coup : `{ $notation }` par { $color }
board-at-once = Joués d'un trait : { $list }
board-ejects = Dernier coup : `{ $notation }` par { $color }, **une bille est éjectée !**
score = Éjections : { $list } (sur { $target })
score-on-board = Sur le plateau : { $list }
score-of-board = Plateau { $board }, éjections : { $list } (sur { $target })
score-in-hand = À poser : { $list }
sprint-left = Sprint, coups restants : { $list }
clocks = Temps restant : { $list }
deadline = Échéance <t:{ $at }:f> (<t:{ $at }:R>)
on-vacation = Congé de <@{ $player }> : <t:{ $from }:f> – <t:{ $until }:f> ; la pendule s'arrête pendant ce temps
you-played = Vous avez joué `{ $notation }` { $against }.
against = contre { $opponents }
against-with = avec { $partners } contre { $opponents }
list-and = { $list } et { $last }
teams = Équipes : { $list }
game-in = La partie (`{ $id }`) est dans <#{ $channel }>.
game-is = C'est la partie `{ $id }`.
game-home = Aller à la partie : <#{ $channel }>
headline-move = Coup { $move }
headline-start = { $color } commence
headline-wins = { $color } gagne
headline-win-together = { $colors } gagnent
headline-draw = Nulle
detail-last = Dernier { $notation }
detail-last-by = Dernier { $notation } par { $name }
after-ply = { $ply ->
    [0] Position de départ
    [one] Position après { $ply } demi-coup
   *[other] Position après { $ply } demi-coups
}
only-so-many = { $ply ->
    [0] Aucun coup n'a encore été joué.
    [one] Un seul demi-coup a été joué.
   *[other] Seuls { $ply } demi-coups ont été joués.
} Voici où en est la partie.

# Résultats
result-wins = **{ $winners } ({ $colors }) gagne**
result-win-together = **{ $winners } ({ $colors }) gagnent**
result-draw = **La partie est nulle**
reason-target = { $target ->
    [one] en éjectant une bille.
   *[other] en éjectant { $target } billes.
}
reason-moves-made = après le dernier coup du sprint. Éjections : { $list }.
reason-moves-made-draw = après le dernier coup du sprint. Éjections : { $list }.
reason-no-move = car l'adversaire n'a aucun coup légal.
reason-ball = en éjectant le ballon.
reason-crown = car la couronne adverse est tombée.
reason-stuck = car personne ne peut jouer.
reason-sisters = car il lui restait plus de billes quand les sœurs se sont rejointes.
reason-sisters-equal = car il reste autant de billes de part et d'autre, et l'autre camp a réuni les sœurs.
reason-no-pieces = car l'adversaire n'a plus de pièce.
reason-boards = sur l'ensemble des deux plateaux.
reason-repetition = par la troisième occurrence de la position.
reason-calm = après 300 demi-coups sans éjection.
reason-resignation = par l'abandon de <@{ $loser }>.
reason-time = car <@{ $loser }> a dépassé le temps.
reason-agreement = d'un commun accord.
reason-silence = car <@{ $loser }> n'a plus joué.
reason-claim = réclamée après 200 demi-coups sans éjection.

# Nulle, abandon, rappel
draw-offered = { $opponents }, <@{ $player }> propose la nulle.
draw-agreed = <@{ $player }> accepte la nulle. D'autres doivent encore le faire.
draw-declined = <@{ $player }> refuse la nulle. La partie continue.
you-offered = Vous avez proposé la nulle à { $opponents } dans la partie `{ $id }`.
draw-withdrawn = <@{ $player }> retire sa proposition de nulle. La partie continue.
you-withdrew-draw = Vous avez retiré votre proposition de nulle.
you-agreed = Vous avez accepté la nulle. D'autres doivent encore le faire.
you-declined-draw = Vous avez refusé la nulle.
resign-ask = Voulez-vous abandonner la partie `{ $id }` { $against } ? C'est définitif.
you-resigned = Vous avez abandonné la partie `{ $id }` { $against }.
takeback-asked = { $opponents }, <@{ $player }> voudrait reprendre { $moves }.
takeback-declined = <@{ $player }> n'accepte pas la reprise. La partie continue.
takeback-withdrawn = <@{ $player }> ne demande plus de reprise. La partie continue.
you-withdrew-proposal = Vous avez retiré votre proposition. La partie continue.
taken-back = <@{ $player }> reprend { $moves }. Voici de nouveau le plateau :
board-taken-back = Ce que montrait ce plateau a été repris.
proposal-agreed = <@{ $player }> accepte. D'autres doivent encore le faire.
you-asked-takeback = Vous avez demandé à { $opponents } de vous laisser reprendre votre dernier tour, et ce qui a été joué depuis, dans la partie `{ $id }`. Dès que quelqu'un joue, la question tombe.
you-took-back = Vous avez repris votre dernier coup dans la partie `{ $id }` { $against }. C'est à vous de jouer.
you-agreed-done = Vous avez accepté. C'est fait.
you-agreed-so-far = Vous avez accepté. D'autres doivent encore le faire.
you-declined-proposal = Vous avez refusé. La partie continue.
you-kept-line = C'est noté. Vous seul le voyez.
line-removed = Retiré.
line-title = **Vos lignes** dans la partie `{ $id }` { $against }, vos réponses en gras :
line-theirs = si `{ $turn }`
line-own = alors **`{ $turn }`**
line-none = Vous n'avez pas de ligne dans la partie `{ $id }` { $against }. `/ligne ajouter` en fait une.
line-picture = Sur l'image : le plateau au bout de la ligne { $number }.
line-board = Le plateau au bout de la ligne { $number } :
line-dropped = `{ $turn }` a été joué dans la partie `{ $id }` { $against }, et vos lignes ne vont pas plus loin. Elles sont effacées.
line-dropped-takeback = Des coups ont été repris dans la partie `{ $id }` { $against }, et vos lignes y sont effacées.
adjourn-asked = { $days ->
    [one] { $opponents }, <@{ $player }> propose de suspendre la partie pour un jour. Aucune pendule ne tournerait.
   *[other] { $opponents }, <@{ $player }> propose de suspendre la partie pour { $days } jours au plus. Aucune pendule ne tournerait.
}
adjourn-declined = <@{ $player }> ne veut pas suspendre la partie. Elle continue.
adjourn-withdrawn = <@{ $player }> ne propose plus de suspendre la partie. Elle continue.
adjourned = { $players }, la partie est suspendue jusqu'au <t:{ $until }:f>. Aucune pendule ne tourne, et personne ne joue. Chaque camp peut la relancer avant : chacun retrouve alors le temps qu'il avait.
resumed = <@{ $player }> relance la partie :
resumed-in-time = La partie reprend :
board-adjourned = **Suspendue** jusqu'au <t:{ $until }:f> (<t:{ $until }:R>)
you-asked-to-adjourn = { $days ->
    [one] Vous avez proposé à { $opponents } de suspendre la partie `{ $id }` pour un jour.
   *[other] Vous avez proposé à { $opponents } de suspendre la partie `{ $id }` pour { $days } jours au plus.
}
you-resumed = La partie `{ $id }` continue.
warned = <@{ $player }>, c'est à vous de jouer depuis longtemps. Si vous ne jouez pas avant le <t:{ $until }:f> (<t:{ $until }:R>), la partie pourra être réclamée.
you-warned = Votre adversaire est averti. Faute de coup avant le <t:{ $until }:f>, utilisez `/réclamer` de nouveau.
claim-ask = Personne n'a joué dans la partie `{ $id }` { $against }, malgré l'avertissement. Que réclamez-vous ?
you-claimed = Partie `{ $id }` { $against } :
abort-ask = Voulez-vous annuler la partie `{ $id }` { $against } ? Elle n'aura pas de résultat.
you-aborted = Vous avez annulé la partie `{ $id }` { $against }. Elle n'a pas de résultat.
aborted = { $opponents }, <@{ $player }> a annulé la partie avant que tous aient joué. Elle n'a pas de résultat.
you-drew = Partie `{ $id }` { $against } :
reminder = <@{ $player }>, c'est à vous de jouer. L'échéance est <t:{ $at }:R>.
away = <@{ $player }> est en congé jusqu'au <t:{ $until }:f> : la pendule est arrêtée. Nouvelle échéance : <t:{ $at }:f> (<t:{ $at }:R>).
away-later = <@{ $player }> sera en congé du <t:{ $from }:f> au <t:{ $until }:f> : la pendule s'arrêtera. Nouvelle échéance : <t:{ $at }:f> (<t:{ $at }:R>).
away-automatic = <@{ $player }>, votre temps était écoulé. Vous n'avez pas perdu : votre congé a commencé à la place, jusqu'au <t:{ $until }:f>. Jouez avant le <t:{ $at }:f> (<t:{ $at }:R>).
back = Le congé de <@{ $player }> est fini : la pendule tourne. Échéance : <t:{ $at }:f> (<t:{ $at }:R>).
vacation-changed = <@{ $player }> a changé son congé. Nouvelle échéance : <t:{ $at }:f> (<t:{ $at }:R>).
notice-late = Ceci n'est plus nécessaire : la partie a avancé.
unreached = Je ne peux pas écrire à <@{ $player }>, qui n'accepte pas mes messages privés. Prévenez cette personne vous-même.
still-open = Le défi reste ouvert : il peut être accepté avec `/games`.
new-home = La partie de { $players } continue ici.

# Boutons
button-accept = Accepter
button-decline = Refuser
button-withdraw = Retirer
button-move = Jouer…
button-board = Plateau
button-record = Notation
button-rematch = Revanche
button-flip = Retourner
button-draw = Nulle
button-resign = Abandonner
button-resign-yes = Oui, abandonner
button-abort-yes = Oui, annuler
button-agree = Accepter
button-agree-takeback = Accorder la reprise
button-agree-adjourn = Accepter la suspension
button-refuse = Refuser
button-refuse-draw = Refuser la nulle
button-refuse-takeback = Refuser la reprise
button-refuse-adjourn = Refuser la suspension
button-resume = Relancer
button-claim-win = Réclamer le gain
button-claim-draw = Réclamer la nulle
button-draw-yes = Accepter la nulle
button-draw-no = Refuser
button-play = Jouer
button-back = Retour
button-stop-vacation = L'arrêter quand même
button-cancel-vacation = L'annuler quand même
button-again = Recommencer
button-more = Suite…

# Saisir un coup
entry-choose = Que voulez-vous déplacer ?
entry-choose-piece = Choisissez une pièce
entry-place = Où voulez-vous poser ?
entry-place-row = Choisissez une rangée
entry-placeholder = Choisissez des billes
entry-inline = depuis { $cell }, en ligne
entry-broadside = { $from }–{ $to }, en flèche
entry-triangle = { $cells }, trois ensemble
entry-piece = depuis { $cell }
entry-row = rangée { $row }
entry-approach = retourne devant
entry-withdrawal = retourne derrière
entry-chain = continuer
entry-so-far = Jusqu'ici : `{ $notation }`
entry-veiled = Ici toutes les billes se ressemblent, et rien ne dit lesquelles sont à vous : écrivez votre coup avec `/coup`.
entry-where = Dans quelle direction ?
entry-preview = Voici le plateau après `{ $notation }`.

# Listes
games-none = Vous n'avez pas de partie. Défiez quelqu'un avec `/défier`.
games-title = **Vos parties**
games-away = <@{ $player }> est en congé jusqu'au <t:{ $until }:f>.
games-away-you = Vous êtes en congé jusqu'au <t:{ $until }:f> : vos pendules sont arrêtées.
games-line = `{ $id }` { $against } ({ $color }), coup { $move }
games-your-turn = **à vous**
games-their-turn = à l'adversaire
games-over = terminée
games-draw-asked = **<@{ $player }> propose la nulle**
games-takeback-asked = **<@{ $player }> demande à reprendre un coup**
games-adjourn-asked = **<@{ $player }> propose de suspendre la partie**
games-draw-own = votre proposition de nulle attend
games-takeback-own = votre demande de reprise attend
games-adjourn-own = votre proposition de suspension attend
games-offer-in = `{ $id }` <@{ $challenger }> vous défie
games-offer-accepted = `{ $id }` défi de <@{ $challenger }> : vous avez accepté, on attend encore { $waiting }
games-offer-out = `{ $id }` vous défiez { $opponents }
games-more = { $count ->
    [one] … et une autre.
   *[other] … et { $count } autres.
}
choice-game = { $opponent } · coup { $move } · { $id }
choice-offer = { $opponent } · défi · { $id }
choice-over = { $opponent } · terminée · { $id }
choice-your-turn = à vous
choice-usual = défaut : comme d'habitude
choice-no-sleep = jamais : pas de sommeil
choice-no-digest = jamais : pas de résumé
choice-no-quiet = jamais : pas d'heures de silence
choice-no-steps = jamais : pas de rappels
choice-today = aujourd'hui
choice-tomorrow = demain
choice-vacation = prévu : { $from } – { $until }
choice-vacation-runs = en cours : { $from } – { $until }
choice-push = poussée
choice-eject = éjection
choice-broadside = en flèche

# Texte de remplacement
alt-board = Plateau d'Abalone, rangée i en haut, rangée a en bas.
alt-board-turned = Plateau d'Abalone, retourné : rangée a en haut, rangée i en bas.
alt-fanorona-turned = Plateau de Fanorona, retourné : colonnes i à a, rangées 1 à 5 depuis le haut.
alt-fanorona = Plateau de Fanorona, colonnes a à i, rangées 1 à 5 depuis le bas.
alt-board-number = Plateau { $board } :
alt-board-active = Plateau { $board }, où se joue le prochain coup :
alt-seated = { $people }.
alt-to-move = Au tour de { $color }{ $name }.
alt-over = La partie est terminée.
alt-last = Dernier coup { $notation }.
alt-last-by = Dernier coup { $notation } par { $by }.
alt-ejects = { $color ->
    [black] Une bille noire est éjectée.
    [white] Une bille blanche est éjectée.
    [red] Une bille rouge est éjectée.
    [green] Une bille verte est éjectée.
    [yellow] Une bille jaune est éjectée.
    [blue] Une bille bleue est éjectée.
   *[other] Une bille est éjectée.
}
alt-marbles = Billes { $color ->
    [black] noires
    [white] blanches
    [red] rouges
    [green] vertes
    [yellow] jaunes
   *[blue] bleues
} : { $cells }.
alt-pieces = Pièces { $color ->
    [black] noires
   *[white] blanches
} : { $cells }.
alt-veiled = Billes, toutes semblables : { $cells }.
alt-pivot = Bille neutre : { $cells }.
alt-ball = Ballon : { $cells }.
alt-sisters = Sœurs : { $cells }.
alt-obstacles = Obstacles : { $cells }.
alt-holes = Trous : { $cells }.
alt-crown = Couronne de { $color } sur { $cells }.
alt-crown-veiled = Une couronne repose sur { $cells }.
alt-none = aucune
letter-black = noir
letter-white = blanc
layout-random = Au sort, symétrique
layout-random-free = Au sort, cases quelconques
letter-red = rouge
letter-green = vert
letter-yellow = jaune
letter-blue = bleu
letter-veiled = bille
letter-pivot = bille neutre
letter-ball = ballon
letter-sister = sœur
letter-obstacle = obstacle
letter-hole = trou

# Fichiers
export = Partie `{ $id }` : la notation, pour vous et pour d'autres programmes, et la même avec toutes les dates en JSON.
export-too-large = Cette partie est trop longue pour un fichier dans Discord.

# Refus du programme
error-no-such-game = Cette partie n'existe pas. `/parties` montre les vôtres.
error-which-game = Quelle partie ? Utilisez la commande dans son fil, ou nommez-la avec l'option `partie`.
error-not-a-player = Vous ne jouez pas dans cette partie.
error-not-for-you = Ce défi n'est pas pour vous.
error-not-the-challenger = Seul l'auteur du défi peut le retirer.
error-not-your-turn = Ce n'est pas votre tour.
error-stale = Le plateau a changé. Voici où en est la partie.
error-over = La partie est terminée.
error-not-over = La partie est encore en cours.
error-challenge-closed = Ce défi est clos.
error-not-started = Ce défi n'a pas encore été accepté.
error-aborted = Cette partie a été annulée.
error-too-late-to-abort = Tous ont joué : la partie ne peut plus être annulée. `/nulle` et `/abandonner` y mettent fin.
error-veiled = Dans cette partie, toutes les billes se ressemblent jusqu'à la fin. On peut en avoir la notation ensuite.
error-no-such-person = Je ne trouve pas cette personne. Choisissez-la dans la liste que Discord propose.
error-yourself = Vous ne pouvez pas vous défier vous-même. Nommez quelqu'un d'autre.
error-same-person = Une personne ne peut pas prendre deux places. Nommez quelqu'un d'autre.
error-wrong-number = Cette partie se joue à { $needed }, vous compris ; il y a { $given } personnes. Nommez les autres, ou choisissez d'autres places.
error-five-people = On ne joue pas à cinq : nommez deux autres personnes, trois ou cinq.
error-layout-and-board = Choisissez une `position` ou un `plateau` à vous, pas les deux.
error-already-accepted = Vous avez déjà accepté. La partie commence quand tous l'ont fait.
error-bad-setup = Cela ne peut pas se jouer : { $why }.
error-bad-pace = Je ne connais pas la cadence `{ $pace }`. Choisissez-en une dans la liste.
error-line-what = Dites ce qu'ils jouent (`si`) et ce que vous répondez (`alors`), ou toute une ligne (`coups`).
error-line-veiled = Dans cette partie toutes les billes se ressemblent : une ligne dirait quels coups sont permis.
error-line-on-turn = C'est votre tour : jouez d'abord. Une ligne répond à ce qui vient après.
error-line-empty = Il n'y a pas de coup dans cette ligne.
error-line-illegal = Le coup { $number } de cette ligne, `{ $turn }`, ne peut pas être joué là : { $why }.
error-line-contradicts = Après `{ $after }` vous répondez déjà `{ $stands }` ; ce ne peut pas être aussi `{ $new }`. Retirez d'abord cette ligne.
error-line-unanswered = Cette ligne finit par `{ $turn }`, qui n'est pas votre coup : dites ce que vous répondez.
error-line-too-many = Vos lignes dans cette partie peuvent avoir { $count } coups, pas plus.
error-line-too-long = Une ligne peut avoir { $count } coups, pas plus.
error-line-none = Il n'y a pas de telle ligne. `/ligne voir` montre les vôtres.
error-adjourned = La partie est suspendue jusqu'au <t:{ $until }:f>. `/relancer` la fait continuer avant.
error-not-adjourned = Cette partie n'est pas suspendue.
error-no-clock = Cette partie est sans limite : il n'y a pas de pendule à arrêter.
error-adjourned-too-long = { $days ->
    [one] Une partie peut être suspendue un jour.
   *[other] Une partie peut être suspendue de 1 à { $days } jours.
}
error-has-deadline = Cette partie a une échéance, qui décide quand quelqu'un ne joue pas.
error-nobody-silent = Ce n'est pas le tour d'un adversaire : personne ne vous fait attendre.
error-not-silent-yet = Il reste du temps jusqu'au <t:{ $at }:f> (<t:{ $at }:R>). Utilisez alors `/réclamer`.
error-no-proposal = Il n'y a plus rien à répondre.
error-nothing-to-withdraw = Il n'y a rien à retirer : c'est décidé, ou rien n'était proposé.
error-not-the-proposer = Seul l'auteur de la proposition peut la retirer.
error-already-proposed = Vous avez déjà proposé quelque chose ; cela tient jusqu'à la réponse ou jusqu'au prochain coup. *Retirer*, ou l'option `retirer` de la même commande, l'enlève.
error-nothing-to-take-back = Vous n'avez joué aucun coup que l'on puisse reprendre.
error-never-takes-back = <@{ $player }> ne laisse personne reprendre un coup.
error-live-never-rests = Les pendules d'une partie en direct tournent toujours : omettez `pauses`, ou choisissez une cadence plus lente.
error-vacation-past = Un congé ne peut pas commencer dans le passé. Omettez `dès` pour le commencer maintenant.
error-vacation-too-far = Un congé se prévoit { $days } jours à l'avance au plus.
error-vacation-length = Un congé dure de 1 à { $days } jours.
error-vacation-overlaps = Vous avez déjà un congé à ce moment-là : <t:{ $from }:f> – <t:{ $until }:f>. `/congé arrêter lequel:` le termine ou l'annule.
error-no-such-vacation = Ce congé est fini, ou n'a jamais été prévu. `/congé état` donne la liste.
error-vacation-none-left = Il ne reste pas de congé en { $year }.
error-vacation-too-little = Il ne reste pas assez de congé en { $year } : { $left }. Demandez moins de jours.
error-no-vacation = Vous n'êtes pas en congé, et aucun n'est prévu.
error-no-day = `{ $typed }` n'est pas un jour. Écrivez `2026-12-24`, `24 décembre`, `24/12`, `demain`, `vendredi` ou `dans 3 jours`, et l'heure au besoin : `vendredi 18h`.
error-either-day = `{ $typed }` peut être `{ $one }` ou `{ $other }`. Écrivez-le ainsi.
error-time-not-once = L'heure change cette nuit-là : `{ $typed }` n'existe pas, ou vient deux fois. Choisissez une autre heure.
error-no-such-zone = Il n'y a pas de fuseau `{ $typed }`. Tapez le nom d'une grande ville proche, et choisissez dans la liste.
error-no-such-zone-near = Il n'y a pas de fuseau `{ $typed }`. Est-ce { $near } ?
error-no-fixed-zone = Aucun fuseau n'est toujours `{ $typed }`. Ceux-ci y sont en ce moment : `{ $near }`. Tapez le nom d'une grande ville proche, et choisissez dans la liste.
error-no-time = `{ $typed }` n'est pas une heure. Écrivez `23:00` ou `7:30`.
error-sleep-empty = Un sommeil qui commence et finit à la même heure n'en est pas un. `sommeil-de:jamais` le retire.
error-sleep-too-long = Le sommeil dure { $hours } heures par jour au plus.
error-sleep-half = Dites les deux : de quand (`sommeil-de`) à quand (`sommeil-à`) vous dormez.
error-sleep-without-zone = Dites aussi votre fuseau : les heures sont celles de votre horloge.
error-thread-of-others = Ce fil est celui d'une partie où vous ne jouez pas : à ses joueurs de choisir ce qu'on y montre. Omettez `public`, et vous verrez le film seul.
error-no-offer = Aucune nulle n'est proposée.
error-own-side = Cela vient de votre propre camp. Les autres y répondent.
error-veiled-past = Toutes les billes se ressemblent jusqu'à la fin, et d'ici là les positions passées ne sont pas montrées : coup par coup elles diraient les couleurs.
error-already-offered = Une nulle est déjà proposée ; elle tient jusqu'à la réponse ou au coup de l'adversaire. *Retirer*, ou `/nulle retirer:`, l'enlève.
error-already-agreed = Vous avez déjà accepté. D'autres doivent encore le faire.
error-too-many = Vous avez déjà { $count } parties en cours ou proposées. Finissez-en une d'abord.
error-too-many-to-one = Vous avez déjà { $count } défis en attente auprès de cette personne. Attendez sa réponse ou retirez-en un.
error-internal = Quelque chose s'est mal passé de notre côté. Réessayez dans un instant.
error-unknown-button = Ce bouton est trop ancien, ou n'est pas à moi. `/plateau` montre la partie.
error-illegal = `{ $move }` ne peut pas être joué : { $why }.
error-illegal-next = Tapez une case dans l'option `coup` pour voir ce qui est possible, ou appuyez sur *Jouer…* sous le plateau.

# Refus des règles
refusal-bad-position = ce n'est pas une position : { $problem }
refusal-needs-two = `{ $first }` et `{ $second }` s'excluent : il faut deux joueurs, ou `seats=2x2`
refusal-contradiction = `{ $first }` et `{ $second }` se contredisent
refusal-empty-setup = il n'y a aucun jeu
refusal-no-value = `{ $option }` demande une valeur
refusal-twice = `{ $option }` est donné deux fois
refusal-unknown-game = je ne connais pas le jeu `{ $game }`
refusal-other-game = ces réglages sont ceux de `{ $game }`, il en faut d'un autre jeu
refused-or = {" ou "}
refusal-ambiguous = `{ $text }` peut se lire de plusieurs façons : écrivez { $suggestions }
refusal-bad-value = `{ $value }` n'est pas possible pour `{ $option }`
refusal-bad-record = ce n'est pas une partie notée : { $problem }
refusal-blocked = { $cell } n'est pas libre, et un coup en flèche ne pousse pas
refusal-empty-cell = { $cell } est vide
refusal-empty-text = il n'y a aucun coup
refusal-game-over = la partie est terminée
refusal-not-adjacent = { $from } et { $to } ne sont pas voisines
refusal-not-in-line = { $from } et { $to } ne sont pas alignées
refusal-not-legal = ce n'est pas permis
refusal-turn-unfinished = le tour n'est pas fini après `{ $text }` : écrivez le coup suivant derrière
refusal-not-notation = `{ $text }` n'est pas un coup : écrivez la case arrière et la case suivante (`a1b2`), ou les deux bouts d'une ligne et où va le premier (`c3c5d3`)
refusal-not-sideways = { $first } et { $last } sont dans le sens du coup : nommez seulement la case arrière et la case suivante
refusal-not-yours = aucune bille à vous en { $cell }
refusal-off-board = { $cell } n'est pas sur le plateau : les rangées vont de a à i, les numéros de 1 à 9
refusal-other-board = vous jouez maintenant sur le plateau { $now }, pas sur le plateau { $board }
refusal-own-ejection = votre propre bille en { $cell } quitterait le plateau
refusal-own-marble-ahead = votre bille en { $cell } est sur le chemin
refusal-own-marble-behind = votre propre bille en { $cell } se trouve derrière les billes que vous poussez
refusal-pac = pac, pas de sumito : { $own } ne peuvent pas pousser { $theirs }
refusal-same-cell = { $cell } est nommée deux fois
refusal-text-too-long = le texte est trop long
refusal-three-cannot-be-pushed = pac, pas de sumito : { $own } ne peuvent pas pousser { $theirs }, deux alignées au plus
refusal-too-long = { $count } billes, c'est trop : un coup en déplace trois au plus
refusal-sister-alone = la sœur en { $cell } ne se déplace qu'avec une bille à vous dans sa ligne
refusal-sister-goes-back = la sœur en { $cell } y est venue vers { $direction } : elle ne peut pas revenir droit en arrière
refusal-sister-ejection = la sœur en { $cell } quitterait le plateau
refusal-place-first = posez d'abord : écrivez @ et une case libre, par exemple `{ $example }`
refusal-nothing-to-place = il ne reste rien à poser
refusal-taken = { $cell } n'est pas libre
refusal-not-your-half = { $cell } n'est pas dans votre camp : choisissez une case libre des rangées { $rows }
refusal-unknown-layout = il n'y a pas de position `{ $layout }` : choisissez-en une dans la liste
refusal-unknown-option = il n'y a pas d'option `{ $option }`
refusal-wrong-landing = depuis { $from } dans ce sens, la bille de tête arrive en { $lands }, pas en { $to }
refusal-bad-board = le plateau est illisible : { $problem }
refusal-overlap = `{ $first }` et `{ $second }` s'excluent : tous deux veulent `{ $cells }`
refusal-too-few-marbles = `{ $target }` est hors d'atteinte avec `{ $layout }` : il y a trop peu de billes à éjecter ({ $marbles })
refusal-no-crown = `{ $crown }` et `{ $layout }` s'excluent : { $color ->
    [black] Noir
   *[white] Blanc
} n'a pas de billes en `{ $cells }`
refusal-over-at-once = personne ne peut commencer là : la partie serait finie aussitôt
refusal-no-point = { $point } n'est pas sur le plateau : les colonnes vont de a à i, les rangées de 1 à 5
refusal-not-a-path = `{ $text }` n'est pas un coup : posez avec `@d3`, déplacez avec `d3e3`, retournez la rangée de devant avec `d3e3+` ou celle de derrière avec `d3e3-`, enchaînez avec `d3e3+f4-`
refusal-center-stays-free = e3 reste libre tant que toutes les pièces ne sont pas posées
refusal-not-your-piece = la pièce en { $cell } n'est pas à vous
refusal-no-diagonal = aucune ligne ne mène de { $from } à { $to } : une intersection faible n'a pas de diagonales
refusal-must-flip = le pas de { $from } à { $to } peut retourner, donc il retourne : écrivez `+` pour la rangée de devant ou `-` pour celle de derrière
refusal-nothing-ahead = le pas de { $from } à { $to } ne rejoint aucune pièce adverse : `+` ne retourne rien
refusal-nothing-behind = le pas de { $from } à { $to } ne quitte aucune pièce adverse : `-` ne retourne rien
refusal-flips-nothing = le pas de { $from } à { $to } ne retourne rien, et on n'enchaîne que des pas qui retournent
refusal-same-axis = le pas de { $from } à { $to } suit la ligne du pas précédent : changez de ligne
refusal-turn-goes-on = le tour continue avec la pièce en { $cell }, ou s'arrête
refusal-nothing-begun = aucun tour n'est commencé ici : écrivez l'intersection de votre pièce, puis celle où elle va
refusal-turn-over = le tour est fini après `{ $text }`
refusal-wall = l'obstacle en { $cell } ne bouge pas
refusal-into-hole = votre propre bille en { $cell } tomberait dans le trou en { $hole }
refusal-pivot-stays = la bille neutre en { $cell } ne peut pas être éjectée
refusal-partner-in-line = la bille en { $cell } est à votre partenaire : elle ne bouge qu'en appui d'une poussée
refusal-partner-behind = la bille de votre partenaire en { $cell } se trouve derrière les billes que vous poussez
refusal-other-color = ce coup se joue avec l'autre couleur, et la bille en { $cell } n'en est pas
refusal-no-triangle = { $cells } ne sont pas trois cases accolées
refusal-no-triangles = dans cette partie, trois billes accolées ne bougent pas ensemble
refusal-too-many-moves = un tour ne compte ici pas plus de { $count }
refusal-not-drawn = la position `{ $layout }` est tirée au sort : ajoutez `seed=` et un nombre
refusal-no-board = `layout=custom` demande `board=` et neuf rangées de i à a

# Aide
help = **Abalone par correspondance**
    Poussez les billes de l'adversaire hors du plateau. Le premier à en éjecter six gagne.
    • `/défier` quelqu'un : position, sprint, but, cadence et couleur au choix.
    • `/coup` dans le fil de la partie, ou **Jouer…** sous le plateau. En ligne : `a1b2` (case arrière, case suivante). En flèche : `c3c5d3` (les deux bouts, puis où va le premier).
    • On déplace une, deux ou trois billes. **Sumito** : 2 poussent 1, 3 poussent 1 ou 2. À forces égales c'est un *pac* : rien ne bouge.
    • `/plateau` montre une partie, `/parties` montre les vôtres, `/nulle` et `/abandonner` y mettent fin, `/exporter` en donne la notation.
    • `/revoir` montre une partie en film, `/historique` ses coups et son score.
    • Absent ? `/congé` arrête vos pendules. `/ligne` répond pour vous, `/reprendre` redemande votre dernier tour, `/ajourner` une pause ; `/annuler` efface une partie à peine commencée, `/réclamer` une partie que l'autre a quittée.
    • `/réglages` : l'aspect de vos plateaux, votre fuseau et votre sommeil, quand et où l'on vous rappelle. `/profil` montre comment vous jouez.
    • `/règles` apprend chaque jeu et chaque option, en images.
    • Dans un **sprint**, chacun joue 20 à 30 coups ; puis celui qui a éjecté le plus de billes gagne.
    • La troisième occurrence d'une position est nulle. Qui ne peut plus jouer perd.

# Réglages
settings-title = **Vos réglages**
settings-theme = Style des plateaux : **{ $theme }**
settings-theme-default = Style des plateaux : celui du serveur ou de l'hébergeur, ici **{ $theme }**
settings-coordinates = { $shown ->
    [yes] Coordonnées autour du plateau : **affichées**
   *[no] Coordonnées autour du plateau : **cachées**
}
settings-orientation = { $turned ->
    [own] En bas : **toujours vos billes**
    [black] En bas : **toujours les billes noires**
    [white] En bas : **toujours les billes blanches**
   *[default] En bas : **vos billes** pendant que vous entrez un coup et dans la réponse, **les noires** sinon
}
settings-style = { $style ->
    [text] Vos plateaux privés : **en lettres**
   *[picture] Vos plateaux privés : **en images**
}
settings-takeback-never = Reprises : **jamais** ; qui demande l'apprend aussitôt
settings-takeback-casual = Reprises : **on vous demande**
settings-takeback-always = Reprises : **toujours** ; qui demande reprend son coup aussitôt
settings-zone = Fuseau : **{ $zone }**, où il est { $time }
settings-zone-none = Fuseau : inconnu ; jours et week-ends sont ceux de l'UTC
settings-sleep = Sommeil : **{ $hours }** ; vos pendules s'arrêtent alors
settings-sleep-none = Sommeil : aucun
settings-automatic = Congé automatique avant une perte au temps : { $automatic ->
    [yes] **oui**, tant qu'il vous reste du congé
   *[no] **non**
}
settings-clock-next = Dans chaque partie, cela compte dès votre prochain tour : celui qui court finit comme il a commencé.
vacation-started = Votre congé a commencé et dure jusqu'au <t:{ $until }:f> (<t:{ $until }:R>). Vos pendules sont arrêtées dans toutes les parties avec congés ; vous pouvez jouer quand même. `/congé arrêter` le termine.
vacation-planned = Votre congé est prévu : <t:{ $from }:f> – <t:{ $until }:f>. `/congé arrêter lequel:` l'annule.
vacation-stopped = Votre congé est fini : vos pendules tournent.
vacation-stopped-short = Votre congé est fini : vos pendules tournent. Là où il ne restait presque rien de votre temps, jouez tout de suite.
vacation-short = { $count ->
    [one] **Votre congé dure encore.** S'il s'arrête maintenant, il vous reste moins d'une heure dans cette partie :
   *[other] **Votre congé dure encore.** S'il s'arrête maintenant, il vous reste moins d'une heure dans ces { $count } parties :
}
vacation-short-planned = { $count ->
    [one] **Votre congé n'a pas encore commencé.** S'il est annulé, il vous reste moins d'une heure dans cette partie :
   *[other] **Votre congé n'a pas encore commencé.** S'il est annulé, il vous reste moins d'une heure dans ces { $count } parties :
}
vacation-short-game = `{ $id }` { $against } : { $left }
vacation-short-nothing = rien
vacation-short-then = Jouez-y d'abord, ce qui est permis pendant un congé, puis arrêtez-le. Là où le temps est écoulé, le congé suivant commence tout seul, ou la partie est perdue s'il n'y en a pas.
vacation-short-planned-then = Jouez-y d'abord, puis annulez-le. Là où le temps est écoulé, le congé suivant commence tout seul, ou la partie est perdue s'il n'y en a pas.
vacation-cancelled = Le congé prévu le <t:{ $from }:f> est annulé.
vacation-cancelled-short = Le congé prévu le <t:{ $from }:f> est annulé. Là où il ne reste presque rien de votre temps, jouez tout de suite.
vacation-runs = Vous êtes en congé depuis le <t:{ $from }:f>, jusqu'au <t:{ $until }:f> (<t:{ $until }:R>).
vacation-runs-automatic = Un congé automatique a commencé le <t:{ $from }:f>, et dure jusqu'au <t:{ $until }:f> (<t:{ $until }:R>).
vacation-ahead = Prévu : <t:{ $from }:f> – <t:{ $until }:f>.
vacation-none = Vous n'êtes pas en congé, et aucun n'est prévu.
vacation-takes = Il prend { $one } sur { $first } et { $other } sur { $second } ; l'année change à minuit UTC.
vacation-left = Reste en { $year } : { $left } sur { $yearly }.
settings-how = `/réglages image` change l'aspect de vos plateaux, `/réglages horloge` votre fuseau et votre sommeil, `/réglages rappels` et `/réglages résumé` quand et où l'on vous rappelle, `/réglages reprise` ce que les autres peuvent reprendre.
setup-title = **Réglages de ce serveur**
setup-theme-default = Style des plateaux : celui de l'hébergeur, **{ $theme }**
setup-how = `/configurer image` change l'aspect des plateaux d'ici. Les plateaux qu'une seule personne voit ont l'aspect que cette personne a choisi.
error-no-server = Ceci concerne les serveurs : utilisez-le dans un de vos salons.
error-not-the-manager = Seuls ceux qui peuvent gérer ce serveur en changent les réglages.
error-no-such-choice = Ce choix n'existe pas. Reprenez la commande, et choisissez dans la liste.
theme-wood = Bois
theme-slate = Ardoise
theme-paper = Papier
theme-contrast = Contraste élevé

## Comment quelqu'un joue

profile-title = **<@{ $player }>**
profile-reliability = • Fiabilité : **{ $percent } %** (parties non perdues au temps ; les récentes comptent plus)
profile-reliability-new = • Fiabilité : rien à dire avant trois parties terminées
profile-finished = • { $finished ->
    [0] Aucune partie terminée
    [one] { $finished } partie terminée : { $won } gagnée, { $lost } perdue, { $drawn } nulle
   *[other] { $finished } parties terminées : { $won } gagnées, { $lost } perdues, { $drawn } nulles
}
profile-playing = • { $playing ->
    [0] Aucune partie en cours
    [one] { $playing } partie en cours
   *[other] { $playing } parties en cours
}
reliability-of = <@{ $player }> { $percent } %
reliability-of-new = <@{ $player }> débute
challenge-reliability = Fiabilité : { $list }

# Regarder en arrière
replay = La partie `{ $id }` en film : { $players }, { $plies ->
    [one] { $plies } demi-coup
   *[other] { $plies } demi-coups
}.
replay-shown-by = <@{ $player }> montre une partie :
replay-alt = { $plies ->
    [one] Un film de { $plies } demi-coup. À la fin :
   *[other] Un film de { $plies } demi-coups. À la fin :
}
replay-abridged = abrégé
history-title = Coups de `{ $id }` : { $players }, { $plies ->
    [one] { $plies } demi-coup
   *[other] { $plies } demi-coups
}.
history-none = Personne n'a encore joué.
history-page = Page { $page } sur { $pages }
history-still = { $move }. { $mover } { $notation }
score-ejected = Billes éjectées
score-left = Sur le plateau
score-told = { $count ->
    [0] { $who } : aucune.
    [one] { $who } : une, au coup { $moves }.
   *[other] { $who } : { $count }, aux coups { $moves }.
}
score-told-given = { $count ->
    [one] { $who } : une, comptée dès le début.
   *[other] { $who } : { $count }, comptées dès le début.
}
score-told-left = { $who } : { $first } au début, { $least } au moins, { $most } au plus, { $last } maintenant.
score-across = demi-coups
button-replay = Revoir
button-earlier = ◀ Avant
button-later = Après ▶

## Rappels

turn = <@{ $player }>, c'est à vous de jouer.
letter-turn = C'est à vous de jouer dans `{ $id }` { $against } : <#{ $channel }>.
letter-deadline = L'échéance est <t:{ $at }:R>.
letters-closed = <@{ $player }>, vos messages privés me sont fermés : je vous appelle donc ici désormais. Ouvrez-les et choisissez de nouveau `/réglages rappels` pour en recevoir.
reminder-last = Vous ne répondez plus depuis un moment : c'est le dernier rappel jusqu'à ce que vous fassiez quelque chose ici.
reminder-test = <@{ $player }>, voici comment un rappel vous parvient. Il ne s'agit d'aucune de vos parties.
digest-title = { $count ->
    [one] **Une partie vous attend**
   *[other] **{ $count } parties vous attendent**
}
test-nowhere = Vous avez choisi de n'être rappelé nulle part : rien n'a été envoyé. `/réglages rappels lieu:` le change.
test-dm-sent = Un rappel vient de vous être envoyé en message privé.
test-thread-sent = Un rappel vient d'être posté ici.
test-no-thread = Rien n'a été posté, car ce lieu n'est le fil d'aucune de vos parties. Dans un tel fil, vous liriez :
test-closed = Il n'est pas arrivé : vous, ou ce lieu, ne me laissez rien écrire. Permettez les messages privés de ce serveur, ou choisissez un autre lieu avec `/réglages rappels lieu:`.
test-failed = Il n'est pas arrivé : Discord ne l'a pas pris. Réessayez dans une minute.
settings-steps = Rappels avant une échéance : **{ $steps }**
settings-steps-usual = Rappels avant une échéance : **{ $steps }**, choix de l'hébergeur
settings-steps-none = Rappels avant une échéance : **aucun**
settings-where = { $place ->
    [dm] Les rappels viennent **en message privé**
    [both] Les rappels viennent **dans le fil et en message privé**
    [none] Les rappels ne viennent **nulle part**
   *[thread] Les rappels viennent **dans le fil de la partie**
}
settings-turn = { $called ->
    [yes] Appelé quand votre tour commence : **oui**
   *[no] Appelé quand votre tour commence : **non**
}
settings-nowhere = Les avances et les heures de silence que vous avez choisies sont gardées, et ne font rien entre-temps.
settings-quiet = Pas de rappel de **{ $hours }** (`{ $zone }`) : ils viennent avant
settings-quiet-none = Pas d'heures de silence
settings-digest = Résumé quotidien à **{ $time }** (`{ $zone }`), quand quelque chose vous attend
settings-digest-none = Pas de résumé quotidien
settings-steps-too-long = { $count ->
    [one] Dans la partie `{ $games }` votre tour n'est pas plus long que votre plus grande avance : elle y est laissée de côté.
   *[other] Dans { $count } parties votre tour n'est pas plus long que votre plus grande avance, qui y est laissée de côté : `{ $games }`
}
error-no-step = `{ $step }` n'est pas un temps avant une échéance. Écrivez des heures, des jours ou des minutes, comme `24h 3h`, `2j` ou `90m`, ou bien `jamais`.
error-step-range = `{ $step }` est hors limites : un rappel vient de { $minutes } minutes à { $days } jours avant l'échéance.
error-too-many-steps = { $count } rappels pour un tour, c'est trop : choisissez-en { $most } au plus.
error-no-time-of-day = `{ $time }` n'est pas une heure. Écrivez `18:00`, `7:30` ou `18h`.
error-no-hours = `{ $hours }` ne sont pas des heures. Écrivez `22:00-07:00`, ou `jamais`.
error-test-too-soon = Un essai par minute. Réessayez dans un instant.
error-quiet-empty = Des heures de silence qui commencent et finissent en même temps n'en sont aucune, ou toutes. Écrivez `22:00-07:00`, ou `jamais`.
error-quiet-too-long = Les heures de silence durent douze heures au plus. Qui ne veut aucun rappel choisit `lieu:` nulle part.
error-no-zone = Je ne sais pas encore quelle heure il est chez vous : choisissez d'abord votre fuseau, avec `/réglages horloge fuseau:`.
