# Textes pour les joueurs, en français. Les termes sont ceux des règles imprimées : bille, éjecter, sumito, pac, en ligne, en flèche.

color-of = { $color ->
    [black] Noirs
    [white] Blancs
    [red] Rouges
    [green] Verts
    [yellow] Jaunes
   *[blue] Bleus
}

# Défis
challenge-posted = { $opponents }, <@{ $challenger }> vous défie à { $game }.
challenge-posted-many = <@{ $challenger }> défie { $opponents } à { $game }.
challenge-layout = Position de départ : **{ $layout }**
name-abalone = Abalone
name-notalone = Notalone
name-fliporona = Fliporona
name-grand-abalone = Grand Abalone
about-notalone = Chaque joueur pose une sœur. Quand les sœurs se rejoignent, celui à qui il reste le plus de billes gagne
about-fliporona = Chaque joueur pose 22 pièces, puis les déplace ; au contact, elles retournent des rangées adverses. Un joueur sans pièce ou sans coup légal perd
about-grand-abalone = 91 cases et 21 billes par joueur ; après le premier coup, un tour compte deux coups. Jusqu'à quatre billes se déplacent en ligne
challenge-layout-custom = Position de départ : **comme sur l'image**
challenge-pace-days = { $days ->
    [one] Cadence : **1 jour** par coup
   *[other] Cadence : **{ $days } jours** par coup
}
challenge-pace-fischer = Cadence : **{ $start }** par joueur, plus **{ $increment }** par coup, **{ $cap }** au maximum
challenge-pace-total = Cadence : **{ $total }** par joueur pour toute la partie
challenge-pace-none = Cadence : **sans échéance**
challenge-weekends = Les pendules s'arrêtent **le week-end**
challenge-vacation-asked = **Pas de congé automatique** quand le temps est écoulé
challenge-vacation-off = **Sans congés** : les pendules continuent de tourner
challenge-sleep-off = Les pendules continuent de tourner pendant les heures de sommeil
challenge-color-chosen = Couleurs : { $seats }
challenge-color-random = Couleurs : **au hasard**
challenge-rematch = Revanche de la partie `{ $id }`
challenge-off-ladder = Ne compte pas pour l'échelle **{ $name }**
rematch-begun = La revanche a commencé : partie `{ $id }`.
rematch-offered = **Revanche :** <@{ $challenger }> défie de nouveau { $opponents } : { $link }
challenge-from-game = { $plies ->
    [0] Partie amicale qui reprend la partie `{ $id }` depuis le début
    [one] Partie amicale qui reprend la partie `{ $id }` après le premier coup
   *[other] Partie amicale qui reprend la partie `{ $id }` après { $plies } coups
}
challenge-sprint = Sprint : **{ $moves } coups par joueur**, puis celui qui a éjecté le plus de billes gagne
challenge-target = { $target ->
    [one] Le premier à éjecter une bille gagne
   *[other] Le premier à éjecter { $target } billes gagne
}
option-turn = { $value ->
    [double] Un tour compte **deux coups**
    [own-foe] Un tour compte un coup avec vos billes, puis un avec **les billes adverses**
    [foe-own] Un tour compte un coup avec **les billes adverses**, puis un avec les vôtres
   *[mixed] Un tour compte un coup avec vos billes et un avec **les billes adverses**, dans l'ordre de votre choix
}
option-handicap = { $count ->
    [one] Handicap : les { $color } commencent avec **une bille de moins**
   *[other] Handicap : les { $color } commencent avec **{ $count } billes de moins**
}
option-placement = **Placement** : chacun pose d'abord ses billes
    .description = Chacun pose d'abord ses billes
option-obstacles = Obstacles : **{ $value }**
option-holes = Trous : **{ $value }**
option-pivot = Pivot : une bille neutre en **{ $cell }** (éjectable)
option-pivot-fixed = Pivot : une bille neutre en **{ $cell }** (non éjectable)
option-ball = Ballon : **{ $value }** (celui qui l'éjecte gagne)
option-triangles = **Triangles** : trois billes accolées peuvent bouger ensemble
    .description = Trois billes accolées peuvent bouger ensemble
option-colors = **Couleurs cachées** : toutes les billes se ressemblent jusqu'à la fin
    .description = Toutes les billes se ressemblent jusqu'à la fin
option-crown = **Couronne** : le premier à la perdre perd la partie
    .description = Une couronne sur trois billes ; le premier à la perdre perd la partie
option-seats = { $value ->
    [s2x2] **Deux contre deux** sur un plateau
    [s2x2x2] **Deux contre deux** sur deux plateaux
    [s3] **Trois joueurs**
    [s4] **Quatre joueurs**, partenaires face à face
   *[s6] **Six joueurs**, trois contre trois
}
option-phase = Les adversaires changent à chaque tour de table
challenge-expires = Ouvert jusqu'au <t:{ $at }:f> (<t:{ $at }:R>).
challenge-sent = J'envoie votre défi à { $opponents }.
challenge-sent-directly = Je ne peux pas écrire dans ce salon : j'envoie votre défi à { $opponents } en message privé.
challenge-accepted = <@{ $challenger }> a défié { $opponents } à { $game }. **Accepté.**
challenge-joined = <@{ $player }> accepte. En attente de { $waiting }.
challenge-declined = <@{ $challenger }> a défié { $opponents } à { $game }. **Refusé** par <@{ $who }>.
challenge-withdrawn = <@{ $challenger }> a défié { $opponents } à { $game }. **Retiré.**
challenge-left-ladder = <@{ $challenger }> a défié { $opponents } à { $game }. **Défi clos** : <@{ $who }> ne figure plus sur l'échelle.
challenge-ladder-closed = <@{ $challenger }> a défié { $opponents } à { $game }. **Défi clos** : l'échelle a été fermée.
challenge-aborted = <@{ $challenger }> a défié { $opponents } à { $game }. **Partie annulée** par <@{ $who }> avant que tout le monde ait joué : pas de résultat.
challenge-expired = <@{ $challenger }> a défié { $opponents } à { $game }. **Pas de réponse à temps** de { $silent }.
you-accepted = Vous avez accepté le défi. Vous jouez les **{ $color }**.
you-accepted-wait = Vous avez accepté le défi. En attente de { $waiting }.
you-declined = Vous avez refusé le défi.
you-withdrew = Vous avez retiré le défi.
error-opponent-cannot-see = <@{ $player }> ne voit pas ce salon. Lancez le défi dans un salon que vous voyez tous les deux, ou dans un message privé avec moi.
error-opponent-is-bot = Choisissez ici une personne. Pour jouer contre moi, utilisez `/défier niveau:`.
seek-posted = <@{ $challenger }> cherche un adversaire pour jouer à { $game }. Ce sera la première personne à accepter.
seek-reliability = Pour les joueurs dont la fiabilité est d'au moins **{ $percent } %**
seek-experienced = Pour les joueurs qui ont au moins **{ $count } parties terminées**
seek-ratings = Pour les joueurs classés **{ $range }** ({ $group })
seek-range = { $lowest }–{ $highest }
seek-range-from = { $lowest } ou plus
seek-range-to = jusqu'à { $highest }
choice-rating-close = proches du mien : ±{ $points }
seek-sent = Je publie votre défi ouvert, valable jusqu'au <t:{ $until }:f>. Si quelqu'un cherche la même partie, vous jouerez ensemble.
seek-accepted = <@{ $challenger }> cherchait un adversaire pour jouer à { $game }. **Accepté** par { $opponents }.
seek-withdrawn = <@{ $challenger }> cherchait un adversaire pour jouer à { $game }. **Retiré.**
seek-expired = <@{ $challenger }> cherchait un adversaire pour jouer à { $game }. **Personne n'a accepté à temps.**
seek-aborted = <@{ $challenger }> cherchait un adversaire pour jouer à { $game }, et { $opponents } a accepté. **Partie annulée** par <@{ $who }> avant que tout le monde ait joué : pas de résultat.
seek-not-delivered = Je ne peux pas publier votre défi ouvert dans ce salon.
seek-still-open = Il reste ouvert : on peut l'accepter avec `/parties afficher:Défis ouverts`.
you-matched = <@{ $player }> et vous cherchez la même partie : elle commence maintenant.
seek-begun = Votre partie contre <@{ $player }> commence. Vous jouez les **{ $color }**. Aller à la partie : <#{ $channel }>
seeks-title = **Défis ouverts**
seeks-none = Aucun défi ouvert ici. Publiez-en un avec `/chercher`.
seeks-none-direct = Vous n'avez aucun défi ouvert. Pour voir ceux des autres, utilisez `/parties afficher:Défis ouverts` sur un serveur.
seeks-title-direct = **Vos défis ouverts** · pour voir ceux des autres, utilisez `/parties afficher:Défis ouverts` sur un serveur
seeks-rated = classée
seeks-casual = amicale
seeks-color = joue les **{ $color }**
seeks-not-for-you = *pas pour vous*
error-seek-needs-server = Un défi ouvert se lance sur un serveur, où les autres peuvent le voir. Utilisez-y `/chercher`, ou choisissez votre adversaire.
error-seek-for-two = Les défis ouverts sont pour deux joueurs, et cette partie se joue à { $count }. Choisissez les autres joueurs dans le formulaire de `/jouer`.
error-seek-rating = Je n'arrive pas à lire `{ $typed }` comme un intervalle de classements. Essayez `1400-1700`, `1400+`, `-1700` (jusqu'à 1700) ou `±200` (proche du vôtre).
error-seek-rating-impossible = `{ $typed }` contient le classement { $rating }, or les classements vont de { $least } à { $most }. Essayez `1400-1700`, ou `±200` pour des joueurs proches de vous.
error-seek-rating-around = ±{ $points } n'est pas possible : choisissez de `±{ $least }` à `±{ $most }`, par exemple `±200`. Pour jouer contre n'importe qui, omettez `classement`.
error-seek-rating-negative = `-{ $points }` désignerait les classements jusqu'à { $points }. Pour des joueurs à { $points } points près, écrivez `±{ $points }`.
error-seek-rating-mismatch = Ce défi est réservé aux joueurs classés { $range }. Votre classement est de { $rating }.
error-seek-days = Un défi ouvert peut attendre de 1 à 30 jours.
error-seek-reliability = La fiabilité est un pourcentage de 1 à 100.
error-too-many-seeks = Vous avez déjà { $count } défis ouverts. Retirez-en un d'abord : `/parties afficher:Défis ouverts` en donne la liste.
error-own-seek = C'est votre propre défi ouvert : c'est à quelqu'un d'autre de l'accepter.
error-seek-taken = Trop tard : <@{ $player }> a été plus rapide.
error-seek-new = Ce défi est réservé aux joueurs qui ont au moins { $needed } parties terminées. Vous en avez { $finished }.
error-seek-unreliable = Ce défi est réservé aux joueurs dont la fiabilité est d'au moins { $needed } %. La vôtre est de { $reliability } %.
error-not-matchable = Vous ne pouvez pas jouer contre <@{ $player }> : l'un de vous deux n'accepte pas les défis de l'autre.
presets-title = **Modèles** (`/défier jeu:` et `/chercher jeu:`)
preset-saved = Enregistré sous le nom `{ $name }`.
preset-replaced = `{ $name }` remplacé.
preset-removed = `{ $name }` supprimé.
presets-none = Vous n'avez aucun modèle. `/réglages modèles enregistrer:` crée un modèle à partir de votre dernière partie ou de votre dernier défi.
presets-none-server = Ce serveur n'a aucun modèle. `/configurer modèles enregistrer:` crée un modèle à partir de votre dernière partie ou de votre dernier défi.
error-preset-name = Le nom d'un modèle compte de 1 à { $most } caractères. `{ $word }` et les noms des jeux sont exclus.
error-too-many-presets = { $most } modèles, c'est le maximum. Supprimez-en un d'abord.
error-no-such-preset = Il n'y a ni jeu ni modèle de ce nom. Choisissez dans la liste.
error-no-last-game = Vous n'avez encore ni joué ni proposé de partie.
error-preset-and-options = Un modèle fixe déjà le jeu. Retirez le modèle, ou les options du jeu. Vous pouvez quand même changer la cadence et la couleur.

# Un défi pas à pas
guide-nobody = **{ $game }** : contre qui voulez-vous jouer ? Choisissez quelqu'un, ou appuyez sur *{ guide-button-anybody }* ou *{ button-play-engine }*.
guide-nobody-direct = **{ $game }** : contre qui voulez-vous jouer ? Discord ne propose que les membres de cette conversation. Pour jouer contre d'autres, utilisez `/jouer` sur un serveur.
guide-anybody = Vous cherchez un adversaire pour jouer à **{ $game }**. Ce sera la première personne à accepter.
guide-engine = Vous jouez à **{ $game }** contre { $opponent }. La partie commence aussitôt.
guide-people = Vous défiez { $opponents } à **{ $game }**.
guide-color = Votre couleur : **{ $color }**
guide-example = L'image est un exemple : la position est tirée au sort à l'envoi du défi
guide-whom = Contre qui voulez-vous jouer ?
guide-people-select = Tous les autres joueurs, dans l'ordre des places
guide-game = Quel jeu ?
guide-preset = Modèle
guide-pace = À quelle cadence ?
guide-pace-sprint = Sprint : { $moves } coups par joueur · { $pace }
guide-button-send = Envoyer le défi
guide-button-begin = Commencer la partie
guide-button-anybody = N'importe qui
guide-button-last = Comme la dernière fois
guide-button-more = Plus d'options…
guide-button-cells = Cases spéciales…
guide-group-color = Couleur, classement et pauses
guide-group-layout = Positions de départ
guide-group-rules = Longueur et handicap
guide-group-variants = Variantes
guide-group-players = À plus de deux
guide-group-conditions = Qui peut accepter
guide-ask-color = Votre couleur
guide-ask-level = À quel niveau Sumito joue-t-il ?
guide-ask-rated = Le résultat change-t-il les classements ?
guide-ask-pauses = Qu'est-ce qui arrête les pendules ?
    .choice-default = Pauses : congés et sommeil
    .choice-weekends-pause = Pauses : congés, sommeil et week-ends
    .choice-vacation-asked = Pauses : congés et sommeil, sans congé automatique
    .choice-weekends-pause-vacation-asked = Pauses : congés, sommeil et week-ends, sans congé automatique
    .choice-vacation-off = Pauses : sommeil seulement
    .choice-weekends-pause-vacation-off = Pauses : sommeil et week-ends
    .choice-vacation-off-sleep-off = Pauses : aucune
guide-ask-sprint = Un sprint : combien de coups ?
guide-ask-target = Combien d'éjections pour gagner ?
guide-ask-handicap = Qui commence avec moins de billes ?
    .choice-black-1 = Noirs : 1 bille de moins
    .choice-black-2 = Noirs : 2 billes de moins
    .choice-black-3 = Noirs : 3 billes de moins
    .choice-black-4 = Noirs : 4 billes de moins
    .choice-white-1 = Blancs : 1 bille de moins
    .choice-white-2 = Blancs : 2 billes de moins
    .choice-white-3 = Blancs : 3 billes de moins
    .choice-white-4 = Blancs : 4 billes de moins
guide-ask-turn = Combien de coups par tour ?
    .choice-double = Deux coups avec vos billes
    .choice-own-foe = Un avec vos billes, puis un avec les billes adverses
    .choice-foe-own = Un avec les billes adverses, puis un avec les vôtres
    .choice-mixed = Un de chaque, dans l'ordre de votre choix
guide-ask-seats = Équipes et couleurs à plus de deux
    .choice-2x2 = Deux contre deux, un plateau
    .choice-2x2x2 = Deux contre deux, deux plateaux
    .choice-2x2x2-phase-counter = Deux contre deux, deux plateaux, en changeant d'adversaire
    .choice-3 = Trois, chacun pour soi
    .choice-4 = Quatre couleurs, partenaires face à face
    .choice-6 = Six couleurs, trois contre trois
guide-ask-rating = Quel classement votre adversaire doit-il avoir ?
guide-ask-reliability = Quelle fiabilité votre adversaire doit-il avoir ?
guide-ask-days = Combien de temps le défi reste-t-il ouvert ?
guide-ask-layout = Positions de { $first } à { $last }
guide-ask-variants = Variantes, autant que vous voulez
guide-field-value = { $field } : { $value }
guide-usual = Par défaut
guide-usual-target = Nombre habituel
guide-usual-rated = Classée sur un serveur, amicale ailleurs
guide-usual-turn = Un coup par tour
guide-usual-seats = Deux joueurs
guide-usual-rating = Tout classement
guide-usual-reliability = Toute fiabilité
guide-usual-sprint = Pas de sprint
guide-usual-handicap = Pas de handicap
guide-rated-yes = Classée
guide-rated-no = Amicale
guide-sprint = Sprint : { $moves } coups par joueur
guide-target = { $target ->
    [one] Le premier à éjecter une bille gagne
   *[other] Le premier à éjecter { $target } billes gagne
}
guide-reliability = Fiabilité de { $percent } % ou plus
guide-days = { $days ->
    [one] Ouvert pendant un jour
   *[other] Ouvert pendant { $days } jours
}
guide-new-players-yes = Nouveaux joueurs : bienvenus
guide-new-players-no = Nouveaux joueurs : non admis
guide-cells = Cases spéciales
guide-cell-obstacles = Cases qui restent vides : e5 d4
guide-cell-holes = Trous qui avalent les billes poussées : e5
guide-cell-pivot = Une bille neutre : e5, ou e5 fixed
guide-cell-ball = Un ballon à éjecter : e5
guide-cell-board = Votre position : neuf rangées de i à a
guide-gone = Ce formulaire n'est plus ouvert : vous en avez commencé d'autres depuis.
guide-sent = Ce défi est déjà envoyé. Pour en lancer un autre, recommencez.
error-guide-whom = Choisissez votre adversaire, ou appuyez sur *{ guide-button-anybody }* ou *{ button-play-engine }*.
error-guide-no-last = Vous n'avez encore défié personne ici.
thread-name = { $names } · { $game }
# Ce que devient une partie, dans le nom de son fil.
thread-result-wins = victoire des { $colors }
thread-result-win-together = victoire : { $colors }
thread-result-draw = partie nulle
thread-result-none = sans résultat
thread-result-annulled = partie invalidée

# Plateaux
board-of = `{ $id }` · { $players }
board-turn = **Coup { $move }** · à <@{ $player }> de jouer ({ $color })
board-start = **La partie commence** · <@{ $player }> joue en premier ({ $color })
board-seated = Plateau { $board }{ $next ->
    [yes] {" "}(prochain coup)
   *[no] {""}
} : { $people }
board-place = { $game ->
    [notalone] À poser : **une sœur**, dans votre camp
    [fliporona] À poser : **une pièce**
   *[other] À poser : **une bille**
}
board-two-moves = { $turn } : saisissez les deux, séparés par une virgule, par exemple `a1b2,c3c4`
board-last = Dernier coup : `{ $notation }` · { $color }
board-passes = Tour passé, faute de coup possible : { $players }
board-second-time = Cette position apparaît pour la **deuxième fois** ; à la troisième, la partie est nulle
board-played-in-a-row = Coups joués : { $list }
board-ejects = Dernier coup : `{ $notation }` · { $color } · **bille éjectée !**
score = Score : { $list } (victoire à { $target })
score-of-two = Score : <@{ $one }> **{ $ejected } – { $lost }** <@{ $other }> (victoire à { $target })
score-on-board = Sur le plateau : { $list }
score-of-board = Plateau { $board } : { $list } (victoire à { $target })
score-in-hand = Reste à poser : { $list }
sprint-none-left = plus aucun coup
sprint-left = Coups restants : { $list }
clocks = Temps restant : { $list }
deadline = { $round ->
    [yes] Fin de la ronde
   *[no] Échéance
} <t:{ $at }:f> (<t:{ $at }:R>)
deadline-parts = Soit { $thinking } de réflexion, plus { $pauses }
deadline-sleep = { $time } de sommeil
deadline-weekends = { $time } de week-end
deadline-vacation = { $time } de congé
deadline-paused = { $time } de suspension ou d'arrêt du bot
on-vacation = En congé : <@{ $player }>, <t:{ $from }:f> – <t:{ $until }:f>. La pendule est arrêtée
you-played = Vous avez joué `{ $notation }` { $against }.
you-played-answered = { $players } avait préparé `{ $notation }` : **c'est de nouveau à vous.**
you-played-engine = { $players } répond `{ $notation }` : **c'est de nouveau à vous.**
against = contre { $opponents }
against-with = avec { $partners } contre { $opponents }
list-and = { $list } et { $last }
teams = Équipes : { $list }
game-in = Partie `{ $id }` : <#{ $channel }>
game-is = Partie `{ $id }`
game-link = Aller à la partie : <#{ $channel }>
headline-move = Coup { $move }
headline-start = Les { $color } commencent
headline-wins = Les { $color } gagnent
headline-win-together = Victoire : { $colors }
headline-player-wins = { $name } gagne
headline-draw = Nulle
detail-last = Après { $notation }
detail-last-by = Après { $notation } de { $name }
detail-unplayed = Pas encore joué : { $notation }
after-ply = { $ply ->
    [0] Position de départ
    [one] Position après { $ply } coup
   *[other] Position après { $ply } coups
}
ply-not-played = { $ply ->
    [0] Aucun coup n'a encore été joué.
    [one] Un seul coup a été joué.
   *[other] Seuls { $ply } coups ont été joués.
} Voici la position actuelle.

# Résultats
result-wins = **{ $winners } ({ $colors }) a gagné** { $why }
result-win-together = **{ $winners } ({ $colors }) ont gagné** { $why }
result-draw = **La partie est nulle** { $why }
ended-target = { $target ->
    [one] une bille éjectée
   *[other] { $target } billes éjectées
}
ended-moves-made = fin du sprint
ended-no-move = plus aucun coup légal
ended-ball = ballon éjecté
ended-crown = couronne tombée
ended-stuck = plus personne ne peut jouer
ended-sisters = sœurs réunies
ended-no-pieces = plus aucune pièce
ended-boards = sur les deux plateaux
ended-repetition = triple répétition
ended-calm = 300 coups sans éjection
ended-resignation = { $name } a abandonné
ended-time = { $name } a perdu au temps
ended-agreement = d'un commun accord
ended-silence = { $name } a cessé de jouer
ended-adjudication = décision d'un organisateur
ended-round-score = au score, fin de la ronde
ended-round-clock = au temps restant, fin de la ronde
ended-claim = 200 coups sans éjection
reason-target = par éjection.
reason-moves-made = au terme du sprint.
reason-no-move = en ne laissant aucun coup légal à l'adversaire.
reason-ball = en éjectant le ballon.
reason-crown = par la chute de l'autre couronne.
reason-stuck = car plus personne ne peut jouer.
reason-sisters = avec plus de billes quand les sœurs se sont rejointes.
reason-sisters-equal = à égalité de billes : c'est l'autre camp qui a réuni les sœurs.
reason-no-pieces = en ne laissant aucune pièce à l'adversaire.
reason-boards = sur l'ensemble des deux plateaux.
reason-repetition = par triple répétition de la position.
reason-calm = après 300 coups sans éjection.
reason-resignation = { $many ->
    [yes] par abandon de <@{ $loser }>.
   *[no] par abandon.
}
reason-time = { $many ->
    [yes] au temps (<@{ $loser }>).
   *[no] au temps.
}
reason-agreement = d'un commun accord.
reason-silence = sur réclamation, car <@{ $loser }> a cessé de jouer.
reason-claim = sur réclamation, après 200 coups sans éjection.
reason-round-score = au score, à la fin de la ronde.
reason-round-clock = au temps restant, à la fin de la ronde.

# Nulles, abandons, propositions, rappels
draw-offered = <@{ $player }> propose la nulle à { $opponents }.
draw-agreed = <@{ $player }> accepte la nulle. Les autres doivent encore répondre.
draw-declined = <@{ $player }> a refusé la nulle.
draw-lapsed = La proposition de nulle n'est plus valable.
you-offered = Vous avez proposé la nulle à { $opponents } dans la partie `{ $id }`.
draw-withdrawn = <@{ $player }> a retiré sa proposition de nulle.
you-withdrew-draw = Vous avez retiré votre proposition de nulle.
you-agreed = Nulle acceptée. Les autres doivent encore répondre.
you-declined-draw = Vous avez refusé la nulle.
resign-ask = Abandonner la partie `{ $id }` { $against } ? C'est définitif.
draw-ask = Proposer la nulle dans la partie `{ $id }` { $against } ?
takeback-ask = Demander à reprendre votre dernier coup dans la partie `{ $id }` { $against } ?
adjourn-ask = Proposer de suspendre la partie `{ $id }` { $against } ? Les pendules s'arrêtent pour la durée choisie, ou jusqu'à ce que l'un de vous reprenne la partie.
more-time-ask = Combien de temps voulez-vous donner dans la partie `{ $id }` { $against } ?
you-resigned = Vous avez abandonné la partie `{ $id }` { $against }.
takeback-asked = <@{ $player }> aimerait reprendre { $own }{ $count ->
    [0] {""}
    [one] , et avec lui la réponse { $answers }
   *[other] , et avec lui les réponses { $answers }
}. { $opponents }, êtes-vous d'accord ?
takeback-declined = <@{ $player }> a refusé la reprise.
takeback-withdrawn = <@{ $player }> a retiré sa demande de reprise.
you-withdrew-proposal = Vous avez retiré votre demande.
taken-back = <@{ $player }> a repris { $own }{ $count ->
    [0] {""}
    [one] , et avec lui la réponse { $answers }
   *[other] , et avec lui les réponses { $answers }
}.
board-taken-back = Le coup montré ici a été repris.
proposal-agreed = <@{ $player }> accepte. Les autres doivent encore répondre.
proposal-lapsed = La demande n'est plus valable.
you-asked-takeback = Vous avez demandé une reprise à { $opponents } dans la partie `{ $id }` : votre dernier tour et tout ce qui a suivi. La demande prend fin dès que quelqu'un joue.
you-took-back = Vous avez repris votre dernier coup dans la partie `{ $id }` { $against }. C'est à vous de jouer.
you-agreed-done = Accepté.
you-agreed-so-far = Accepté. Les autres doivent encore répondre.
you-declined-proposal = Refusé.
you-saved-line = C'est enregistré. Vous seul pouvez le voir.
line-replaces-placings = Vos coups conditionnels remplacent les placements que vous aviez préparés.
line-removed = Retiré.
line-title = **Vos coups conditionnels** dans la partie `{ $id }` { $against }, vos réponses en gras :
line-title-placings = **Vos placements préparés** dans la partie `{ $id }` { $against } :
line-theirs = si `{ $turn }`
line-own = alors **`{ $turn }`**
line-none = Vous n'avez pas de coups conditionnels dans la partie `{ $id }` { $against }.
line-picture = L'image montre le plateau à la fin de la ligne { $number }.
line-board = Le plateau à la fin de la ligne { $number } :
line-dropped = `{ $turn }` a été joué dans la partie `{ $id }` { $against }. Vos coups conditionnels ne le prévoyaient pas et sont effacés.
line-cells-taken = Cases déjà prises dans la partie `{ $id }` { $against } : `{ $cells }`. Vous aviez prévu d'y poser ; je les saute.
line-dropped-takeback = Des coups ont été repris dans la partie `{ $id }` { $against }. Vos coups conditionnels y sont effacés.
adjourn-asked = { $days ->
    [one] <@{ $player }> propose à { $opponents } de suspendre la partie pour un jour, toutes pendules arrêtées.
   *[other] <@{ $player }> propose à { $opponents } de suspendre la partie pour { $days } jours au maximum, toutes pendules arrêtées.
}
adjourn-declined = <@{ $player }> a refusé de suspendre la partie.
adjourn-withdrawn = <@{ $player }> a retiré sa proposition de suspension.
adjourned = { $players }, la partie est suspendue jusqu'au <t:{ $until }:f>. Toutes les pendules sont arrêtées, et personne ne peut jouer. Chaque joueur peut la reprendre avant.
resumed = <@{ $player }> a repris la partie :
resumed-in-time = La partie reprend :
board-adjourned = **Suspendue** jusqu'au <t:{ $until }:f> (<t:{ $until }:R>)
you-gave-time = Vous avez donné { $time } de plus à <@{ $player }>. Nouvelle échéance : <t:{ $until }:f>.
you-asked-to-adjourn = { $days ->
    [one] Vous avez proposé à { $opponents } de suspendre la partie `{ $id }` pour un jour.
   *[other] Vous avez proposé à { $opponents } de suspendre la partie `{ $id }` pour { $days } jours au maximum.
}
you-resumed = Vous avez repris la partie `{ $id }`.
claim-warning = <@{ $player }>, c'est à vous de jouer depuis longtemps. Si vous ne jouez pas avant le <t:{ $until }:f> (<t:{ $until }:R>), votre adversaire pourra réclamer le gain ou la nulle.
you-warned-opponent = Votre adversaire a été averti. S'il ne joue pas avant le <t:{ $until }:f>, utilisez de nouveau `/partie réclamer`.
claim-ask = Malgré l'avertissement, votre adversaire n'a pas joué dans la partie `{ $id }` { $against }. Que voulez-vous réclamer ?
you-claimed = Partie `{ $id }` { $against } :
abort-ask = Annuler la partie `{ $id }` { $against } ? Tout le monde n'a pas encore joué : elle n'aura pas de résultat.
you-aborted = Vous avez annulé la partie `{ $id }` { $against }. Tout le monde n'avait pas encore joué : elle n'a pas de résultat.
aborted = { $opponents }, <@{ $player }> a annulé la partie avant que tout le monde ait joué. Pas de résultat.
abort-ask-lost = Annuler la partie `{ $id }` { $against } ?
you-aborted-lost = Vous avez annulé la partie `{ $id }` { $against }.
aborted-lost = { $opponents }, <@{ $player }> a annulé la partie avant que tout le monde ait joué.
you-drew = Partie `{ $id }` { $against } :
reminder-unsaved = Aucun congé automatique ne sauvera cette partie : { $why ->
    [agreed] ses conditions n'en prévoient pas.
    [turn] il faut d'abord que chacun ait joué dans l'une de vos parties.
   *[left] il ne vous reste plus de congé.
}
notice-vacation-began = <@{ $player }> est en congé jusqu'au <t:{ $until }:f>. La pendule est arrêtée. Nouvelle échéance : <t:{ $at }:f>.
notice-vacation-planned = <@{ $player }> sera en congé du <t:{ $from }:f> au <t:{ $until }:f>. La pendule sera arrêtée. Nouvelle échéance : <t:{ $at }:f>.
notice-vacation-automatic = <@{ $player }>, votre temps est écoulé, mais vous n'avez pas perdu : votre congé a commencé automatiquement et dure jusqu'au <t:{ $until }:f>. Jouez avant le <t:{ $at }:f>.
notice-vacation-ended = <@{ $player }> est de retour de congé, et la pendule tourne. Échéance : <t:{ $at }:f>.
notice-vacation-canceled = <@{ $player }> a annulé son congé. Échéance : <t:{ $at }:f>.
notice-more-time = <@{ $giver }> donne { $time } de plus à <@{ $player }>. Échéance : <t:{ $until }:f> (<t:{ $until }:R>)
notice-vacation-changed = <@{ $player }> a modifié son congé. Nouvelle échéance : <t:{ $at }:f>.
notice-obsolete = Ce message n'est plus à jour : la partie a avancé.
challenge-not-delivered = Je ne peux pas écrire à <@{ $player }>, qui n'accepte pas mes messages privés. Merci de prévenir cette personne vous-même.
challenge-not-posted = Je n'ai pas pu publier votre défi à { $opponents } : personne ne l'a vu. Prévenez vous-même vos adversaires.
challenge-still-open = Le défi reste ouvert : on peut l'accepter avec `/parties`.
thread-starter = { $players } : la partie se joue ici.
thread-starter-of-two = <@{ $first }> contre <@{ $second }> : la partie se joue ici.
thread-limit = -# Ce serveur a atteint la limite de fils actifs de Discord : cette partie reste donc dans le salon. Les personnes qui gèrent le serveur peuvent fermer les fils inutiles ; la partie aura alors son fil au plateau suivant.

# Boutons
button-accept = Accepter
button-decline = Refuser
button-withdraw = Retirer
button-move = Coup…
button-type = Taper un coup…
button-board = Voir l'image
button-board-of = Plateau { $id }
button-export = Exporter
button-rematch = Revanche
button-play-engine = Jouer contre Sumito
button-flip = Inverser
button-game = Partie…
button-offer-draw = Proposer la nulle…
button-offer-draw-yes = Proposer la nulle
button-withdraw-draw = Retirer la proposition de nulle
button-ask-takeback = Demander une reprise…
button-take-back = Reprendre mon coup
button-ask-takeback-yes = Demander à reprendre
button-withdraw-takeback = Retirer la demande de reprise
button-ask-adjourn = Suspendre…
button-withdraw-adjourn = Retirer la demande de suspension
button-more-time = Donner du temps…
button-lines = Coups conditionnels
button-claim = Réclamer…
button-abort = Annuler la partie…
button-days = { $days ->
    [one] { $days } jour
   *[other] { $days } jours
}
button-minutes = { $minutes } minutes
button-resign = Abandonner…
button-resign-yes = Oui, abandonner
button-abort-yes = Oui, annuler
button-agree = Accepter
button-agree-takeback = Accorder la reprise
button-agree-adjourn = Accepter la suspension
button-refuse = Refuser
button-refuse-draw = Refuser la nulle
button-refuse-takeback = Refuser la reprise
button-refuse-adjourn = Refuser la suspension
button-resume = Reprendre la partie
button-claim-win = Réclamer le gain
button-claim-draw = Réclamer la nulle
button-draw-yes = Accepter la nulle
button-draw-no = Refuser
button-play = Jouer
button-play-move = Jouer { $move }
button-back = Retour
button-stop-vacation = L'arrêter quand même
button-cancel-vacation = L'annuler quand même
button-again = Recommencer
button-more = Plus…

# Saisir un coup
type-title = Votre coup
type-move = Un coup, par exemple a1b2 ou c3c5d3
entry-choose = Que voulez-vous déplacer ?
entry-choose-piece = Choisissez une pièce
entry-place = Où voulez-vous la poser ?
entry-place-row = Choisissez une rangée
entry-placeholder = Choisissez une bille
entry-row = rangée { $row }
entry-approach = retourne devant
entry-withdrawal = retourne derrière
entry-chain = continuer
entry-so-far = Pour l'instant : `{ $notation }`
entry-hidden-colors = Les couleurs sont cachées dans cette partie : je ne peux pas montrer quelles billes sont les vôtres. Tapez votre coup.
entry-too-long = Ce coup est trop long pour un bouton. Tapez-le avec `/coup`.
entry-where = Dans quelle direction ?
entry-where-to = Où va **{ $from }** ?
entry-cell = Quelle case ?
entry-several = Plusieurs : une maintenant, les autres aux tours suivants
entry-prepares = Aux tours suivants, je pose dans l'ordre : `{ $list }`. Je saute les cases prises entre-temps. `/partie ligne retirer` y met fin.
entry-replaces-lines = Les placements choisis remplacent vos coups conditionnels.
entry-preview = Votre coup, pas encore joué : `{ $notation }`
entry-ejects = éjecte une bille
entry-pushes = pousse { $count ->
    [1] une bille
   *[other] { $count } billes
}
entry-strong = Poussées et éjections
entry-same-direction = Même direction : { $move }
entry-marble-on = bille en { $cell }
entry-piece-on = pièce en { $point }
entry-marbles-go = { $count ->
    [1] seule
   *[other] { $count } billes
} { $ways }
entry-sideways = en flèche { $cells } { $ways }
entry-does = { $moving } : { $does }

# Listes
games-none = Vous n'avez aucune partie.
games-on-vacation = <@{ $player }> est en congé jusqu'au <t:{ $until }:f>.
games-on-vacation-you = Vous êtes en congé jusqu'au <t:{ $until }:f>. Vos pendules sont arrêtées.
games-line-others = `{ $id }` { $players } · coup { $move }
games-over = terminée
games-draw-asked = **<@{ $player }> propose la nulle**
games-takeback-asked = **<@{ $player }> demande une reprise**
games-adjourn-asked = **<@{ $player }> propose de suspendre la partie**
games-draw-own = vous avez proposé la nulle
games-takeback-own = vous avez demandé une reprise
games-adjourn-own = vous avez proposé de suspendre la partie
games-offer-in = <@{ $challenger }> vous défie
games-offer-accepted = défi de <@{ $challenger }> : vous avez accepté, en attente de { $waiting }
games-offer-out = votre défi à { $opponents }
games-seek = votre défi ouvert
games-line = **{ $id }** { $opponents }
games-yours = __À vous de jouer__
games-theirs = __À l'adversaire de jouer__
games-paused = __En pause__
games-challenges = __Défis__
games-deadline = { $round ->
    [yes] fin de la ronde <t:{ $at }:R>
   *[no] <t:{ $at }:R>
}
games-adjourned = suspendue jusqu'au <t:{ $until }:d>
games-vacation = <@{ $player }> en congé jusqu'au <t:{ $until }:d>
games-none-wait = Rien ne vous attend pour le moment.
games-replay = Revoir une partie…
games-more = { $count ->
    [one] … et une autre.
   *[other] … et { $count } autres.
}
button-watch = Suivre
button-unwatch = Ne plus suivre
watch-begun-moves = Vous suivez la partie `{ $id }`. Je vous envoie son plateau en message privé et le mets à jour à chaque coup.
watch-begun-end = Vous suivez la partie `{ $id }`. Je vous enverrai le dernier plateau en message privé.
watch-begun-thread = Vous suivez la partie `{ $id }` dans son fil : <#{ $thread }>. Je vous y ai ajouté ; vous n'y recevrez aucune notification.
watch-stopped = Vous ne suivez plus la partie `{ $id }`.
watch-message-stopped = Vous ne suivez plus la partie `{ $id }` ({ $players }).
watch-not-watching = Vous ne suivez pas la partie `{ $id }`.
watch-none = Vous ne suivez aucune partie. `/parties afficher:En cours sur ce serveur` montre les parties en cours, `/partie suivre` permet d'en suivre une.
watch-title = **Parties que vous suivez**
watch-how-moves = chaque coup, en message privé
watch-how-end = la fin, en message privé
watch-how-thread = dans son fil
watch-how-closed = **arrêté** : Discord ne m'a pas laissé vous écrire ou vous ajouter au fil. Vérifiez que vous autorisez les messages privés, puis suivez-la de nouveau.
watch-which = Quelle partie voulez-vous suivre ?
watch-which-stop = Quelle partie ne voulez-vous plus suivre ?
watch-choose = Choisir une partie
watch-nothing-here = Aucune partie d'autres joueurs à suivre ici pour le moment. `/partie suivre partie:` accepte le numéro ou l'identifiant d'une partie.
watch-void = La partie n'a pas eu lieu.
error-watch-own = Vous jouez dans cette partie. Choisissez ce dont je vous préviens avec `/réglages rappels`.
error-watch-too-many = Vous suivez { $count } parties, c'est le maximum. Cessez d'en suivre une avec `/partie suivre comment:Ne plus la suivre`.
error-watch-full = Trop de gens suivent déjà cette partie. `/plateau` la montre.
error-watch-no-thread = Cette partie n'a pas de fil. Suivez-la en message privé.
error-watch-unknown = Cette partie n'existe pas ici. `/parties afficher:En cours sur ce serveur` montre les parties que vous pouvez suivre.
live-title = **Parties en cours** ({ $count })
live-none = Il n'y a aucune partie en cours que vous puissiez voir ici.
live-of-channel = Vous voyez les parties de ce salon et les vôtres. Pour les voir toutes, allez dans le salon où le serveur publie les résultats (`/configurer salons`).
live-last-move = dernier coup <t:{ $at }:R>
live-begun = commencée <t:{ $at }:R>
live-open = Ouvrir une partie
button-live = Toutes les parties
button-refresh = Actualiser
choice-game = { $opponent } · coup { $move } · { $id }
choice-offer = { $opponent } · défi · { $id }
choice-seek = défi ouvert · { $id }
choice-last-game = comme votre dernière partie
choice-over = { $opponent } · terminée · { $id }
choice-your-turn = à vous
choice-round-ends = fin de la ronde dans { $time }
choice-default = par défaut : effacer mon choix
choice-no-sleep = jamais : pas d'heures de sommeil
choice-no-digest = jamais : pas de résumé quotidien
choice-no-quiet = jamais : pas d'heures de silence
choice-no-steps = jamais : pas de rappels
choice-today = aujourd'hui
choice-tomorrow = demain
choice-vacation = prévu : { $from } – { $until }
choice-vacation-current = en cours : { $from } – { $until }
choice-push = poussée
choice-eject = éjection
choice-broadside = en flèche
# La liste des parties, et la suivante
games-title-turn = **Parties qui vous attendent**
games-title-waiting = **Parties en attente des autres joueurs**
games-title-challenges = **Défis ouverts**
games-title-finished = **Parties terminées**
games-none-here = Il n'y en a pas.
games-page = Page { $page } sur { $pages } · { $count } parties
games-won = gagnée
games-lost = perdue
games-drawn = nulle
games-show = Quelles parties ?
button-by-deadline = Tri : échéance
button-by-newest = Tri : les plus récentes d'abord
button-by-opponent = Tri : adversaire
next-waits = { $count ->
    [one] Une autre partie vous attend : `{ $id }` { $against }
   *[other] { $count } autres parties vous attendent. La suivante est `{ $id }` { $against }
}
next-none = Aucune autre partie ne vous attend.
button-next = Suivante : { $id }
button-play-next = Jouer la suivante

# Coups écrits et coups conditionnels
button-cancel = Annuler
button-line = Coup conditionnel…
line-form = Coup conditionnel
line-form-moves = Le coup adverse, puis votre réponse
line-after-own = après votre **`{ $turn }`**
error-line-own-first = C'est à vous de jouer : une ligne commence par votre prochain coup, puis viennent le coup adverse et votre réponse : `a1b2 i9h8 b2c3`.
settings-confirm = Coups que vous tapez : **montrés avant d'être joués**
settings-confirm-none = Coups que vous tapez : **joués aussitôt**
settings-preview = Coups que vous choisissez avec les boutons : **montrés avant d'être joués**
settings-preview-none = Coups que vous choisissez avec les boutons : **joués aussitôt**
settings-hints = Conseils dans la première partie : { $shown ->
    [yes] **affichés**
   *[no] **désactivés**
}
hint-move = **Conseil :** choisissez une bille, puis où elle va, et confirmez. Ou écrivez `/coup` : `a1b2` déplace vers b2 la ligne qui commence en a1.
hint-push = **Conseil :** une ligne pousse si elle compte plus de billes que celle d'en face : deux contre une, trois contre une ou deux. La case derrière doit être vide ou hors du plateau : dans ce cas, la bille est éjectée.
hint-win = **Conseil :** éjectez { $target ->
    [1] une bille
   *[other] { $target } billes
} et vous gagnez. La pendule indique le temps qu'il vous reste, et je vous préviens avant la fin. Un joueur à court de temps perd ; `/réglages congé` arrête vos pendules.
hint-button-off = Masquer les conseils
hint-off = Les conseils sont masqués. Pour les revoir, utilisez `/réglages coups conseils:`.

# Parcourir une partie
button-go-to = Aller au coup…
button-fork = Jouer à partir d'ici…
go-to-title = Aller au coup
go-to-move = Numéro du coup (0 : le début)
error-go-to = Ce n'est pas un numéro de coup. Écrivez un nombre, par exemple `12` ; `0` est le début.
fork-ask = Contre qui voulez-vous jouer à partir de cette position de la partie `{ $id }` ? Ce sera une partie amicale.
fork-whom = Choisissez votre adversaire

# Mots qui complètent un coup dans /coup, outre sa notation
move-word-push = pousse, pousser, poussée, sumito
move-word-eject = éjecte, éjecter, éjection, ejecter, ejection, capture
move-word-inline = ligne
move-word-broadside = flèche, fleche, latéral
move-word-flip = retourner, retourne, retournement, inverser
move-word-approach = approche, rejoindre
move-word-withdrawal = retrait, quitter
move-word-place = poser, pose
move-word-stop = arrêter

# Texte de remplacement
alt-board = Plateau d'Abalone, rangée { $last } en haut, rangée a en bas.
alt-board-turned = Plateau d'Abalone, retourné : rangée a en haut, rangée { $last } en bas.
alt-fanorona-turned = Plateau de Fanorona, retourné : colonnes i à a, rangées 1 à 5 depuis le haut.
alt-fanorona = Plateau de Fanorona, colonnes a à i, rangées 1 à 5 depuis le bas.
alt-board-number = Plateau { $board } :
alt-board-active = Plateau { $board }, où se joue le prochain coup :
alt-seated = { $people }.
alt-to-move = Aux { $color }{ $name } de jouer.
alt-over = La partie est terminée.
alt-last = Dernier coup { $notation }.
alt-unplayed = Pas encore joué : { $notation }.
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
alt-hidden = Billes, toutes de la même couleur : { $cells }.
alt-pivot = Bille neutre : { $cells }.
alt-ball = Ballon : { $cells }.
alt-sisters = Sœurs : { $cells }.
alt-obstacles = Obstacles : { $cells }.
alt-holes = Trous : { $cells }.
alt-crown = Couronne des { $color } en { $cells }.
alt-crown-hidden = Une couronne repose en { $cells }.
alt-none = aucune
legend-black = Noirs
legend-white = Blancs
layout-random = Tirée au sort, symétrique
layout-random-free = Tirée au sort, cases quelconques
legend-red = Rouges
legend-green = Verts
legend-yellow = Jaunes
legend-blue = Bleus
legend-hidden = bille
legend-pivot = bille neutre
legend-ball = ballon
legend-sister = sœur
legend-obstacle = obstacle
legend-hole = trou
# Problèmes
puzzle-title = **Problème { $number }** · classement { $rating }
puzzle-title-daily = **Problème du jour** (numéro { $number }) · classement { $rating }
puzzle-headline = Problème { $number }
puzzle-goal-marble = Trait aux { $color ->
    [white] Blancs
   *[black] Noirs
} : éjectez une bille de plus que vous n'en perdez, en { $moves ->
    [1] un seul coup
   *[other] { $moves } coups
}, quoi que fasse l'adversaire. Un seul premier coup y parvient.
puzzle-goal-win = Trait aux { $color ->
    [white] Blancs
   *[black] Noirs
} : gagnez en { $moves ->
    [1] un seul coup
   *[other] { $moves } coups
}, quoi que fasse l'adversaire. Un seul premier coup y parvient.
puzzle-you = Votre classement aux problèmes : **{ $rating }** · série : { $days ->
    [0] aucune
    [one] { $days } jour
   *[other] { $days } jours
} (record : { $best })
puzzle-practice = Vous avez déjà essayé ce problème : il sert maintenant d'entraînement et ne change aucun classement.
puzzle-goes-on = C'est juste. La réponse à `{ $notation }` est `{ $reply }`. { $left ->
    [1] Encore un coup à trouver.
   *[other] Encore { $left } coups à trouver.
}
puzzle-wrong = ❌ `{ $notation }` n'atteint pas le but à temps.
puzzle-solved = ✅ **Résolu** par `{ $notation }`.
puzzle-solution = { $count ->
    [1] La solution : { $turns }
   *[other] La solution, avec les réponses à vos coups : { $turns }
}
puzzle-rated = Votre classement : **{ $rating }** ({ $change }) · celui du problème : { $puzzle } ({ $puzzleChange })
puzzle-unrated = Les classements ne changent pas : seul votre premier essai compte.
puzzle-all-solved = 🎉 Vous avez résolu tous les problèmes. Il y en a un nouveau chaque jour : `/problème du-jour:true`.
puzzle-day-open = Vous pouvez encore le résoudre aujourd'hui pour prolonger votre série.
puzzle-day-counted = 🔥 Problème du jour résolu. Votre série : { $days ->
    [1] un jour
   *[other] { $days } jours
} (record : { $best }).
puzzle-day-already = Ce jour compte déjà. Votre série : { $days ->
    [1] un jour
   *[other] { $days } jours
} (record : { $best }).
puzzle-day-shown = Vous avez vu sa solution aujourd'hui : il ne compte donc pas dans votre série.
puzzle-day-past = C'était le problème du { $date } : il ne compte plus dans votre série.
puzzle-post = **Problème du jour** · { $date } · numéro { $number }
puzzle-post-solvers = { $count ->
    [0] Personne ne l'a résolu le jour même.
    [1] Une personne l'a résolu le jour même.
   *[other] { $count } personnes l'ont résolu le jour même.
}
button-puzzle-solve = Résoudre
button-puzzle-next = Problème suivant
button-puzzle-again = Réessayer
button-puzzle-solution = Voir la solution
button-puzzle-give-up = Abandonner
error-puzzle-changed = Ce problème a changé depuis. Continuez avec `/problème`.
error-puzzle-not-yours = Vous n'avez pas ouvert ce problème. `/problème` vous en montre un.
# Exercices
learn-title = **Exercice { $number } sur { $count } : { $name }**
learn-hint = *Indice :* { $hint }
learn-goes-on = C'est juste. Les Blancs répondent `{ $reply }`. À vous de jouer votre second coup.
learn-progress = { $count ->
    [one] { $count } exercice résolu sur { $all }.
   *[other] { $count } exercices résolus sur { $all }.
}
learn-left = Vous avez vu les dix exercices ; { $left ->
    [one] un seul n'est pas encore résolu
   *[other] { $left } ne sont pas encore résolus
}.
learn-complete = 🎉 **Bravo !** Vous savez tout ce qu'il faut pour votre première partie.
learn-solution = { $count ->
    [1] Une solution : { $moves }
   *[other] Une solution, coup par coup : { $moves }
}
learn-short-count = `{ $notation }` déplace { $moved ->
    [1] une bille
    [2] deux billes
   *[other] trois billes
}. Déplacez-en { $wanted ->
    [1] une seule
    [2] deux
   *[other] trois
}.
learn-short-sideways = { $wanted ->
    [sideways] `{ $notation }` suit la ligne. Déplacez les billes en flèche, côte à côte.
   *[inline] `{ $notation }` est un mouvement en flèche. Déplacez les billes le long de leur ligne.
}
learn-short-elsewhere = `{ $notation }` ne finit pas en { $cells }.
learn-short-push = { $pushed ->
    [0] `{ $notation }` ne pousse rien.
    [1] `{ $notation }` ne pousse qu'une bille.
   *[other] `{ $notation }` pousse { $pushed } billes. N'en poussez que { $wanted }.
}
learn-short-ejection = `{ $notation }` n'éjecte rien.
learn-short-threat = Après `{ $notation }`, les Blancs éjectent votre bille en { $cell } par `{ $turn }`.
learn-short-slow = Après `{ $notation }`, vous ne pouvez pas éjecter la sixième bille au coup suivant.
button-learn-hint = Indice
button-learn-solution = Voir la solution
button-learn-next = Exercice suivant
error-learn-changed = Cet exercice a changé depuis. Continuez avec `/apprendre`.
learn-step = Déplacer une bille
    .task = Vous jouez les Noirs. Déplacez votre bille de d4 en e5.
    .hint = Nommez la case qu'elle quitte et celle où elle va : `d4e5`. En partant de c3, la bille de derrière suivrait.
    .done = Une bille seule va sur toute case voisine libre.
learn-line = Jouer en ligne
    .task = Déplacez ensemble vos billes en c4 et d5 : d5 va en e6, c4 en d5.
    .hint = Nommez la bille arrière et la case suivante. Toutes les billes devant elle avancent aussi.
    .done = Deux ou trois billes en ligne avancent ensemble. On ne nomme que celle de derrière.
learn-broadside = Jouer en flèche
    .task = Déplacez les trois billes de la rangée c vers le haut, en d3, d4 et d5.
    .hint = Nommez les deux bouts, puis où va le premier : `c3c5` et sa nouvelle case.
    .done = Deux ou trois billes en ligne peuvent aussi faire un pas de côté. Ainsi, elles ne poussent rien.
learn-push = Pousser une bille
    .task = Poussez d'une case la bille blanche en e5.
    .hint = Deux billes l'une derrière l'autre en poussent une. Partez de celle de derrière, en e3.
    .done = C'est un *sumito* : deux en poussent une, si la case derrière elle est libre.
learn-push-two = Pousser deux billes
    .task = Poussez d'une case les billes blanches en e5 et e6.
    .hint = Pour en pousser deux, il en faut trois. Partez de e2.
    .done = Trois en poussent une ou deux. On n'en pousse jamais trois.
learn-pac = Trouver le côté faible
    .task = Dans la rangée e, deux font face à deux : c'est un *pac*, rien ne bouge. Poussez l'une des billes blanches d'un autre côté.
    .hint = La bille en e5 est seule sur la diagonale de c3 et d4.
    .done = À forces égales, on ne pousse pas. Cherchez une direction où vous avez plus de billes.
learn-eject = Éjecter une bille
    .task = Poussez la bille blanche en e9 hors du plateau.
    .hint = Elle est au bord, et vous avez deux billes à côté d'elle dans la rangée e.
    .done = Une bille au bord n'a pas de case derrière elle : elle est éjectée. Il en faut six pour gagner.
learn-choose = Éjecter sans risque
    .task = Il y a deux billes que vous pourriez éjecter. Choisissez celle qui ne vous coûte rien : ensuite, les Blancs ne doivent pouvoir éjecter aucune des vôtres.
    .hint = Regardez lesquelles de vos billes se retrouvent au bord, et où les Blancs en ont deux alignées avec elles.
    .done = La bille qui éjecte finit souvent elle-même au bord. Regardez d'abord qui se trouve à côté.
learn-defend = Sauver une bille
    .task = Les Blancs menacent d'éjecter votre bille en e1. Jouez un coup après lequel ils ne peuvent rien éjecter.
    .hint = Votre bille en e1 peut encore s'écarter.
    .done = La défense la plus simple est un pas hors de la ligne. Des billes groupées sont plus difficiles à pousser.
learn-win = Gagner la partie
    .task = Vous avez éjecté cinq billes. Éjectez la sixième en deux coups.
    .hint = Poussez d'abord la bille en e8 jusqu'au bord, avec deux ou trois billes de la rangée e.
    .done = Avec six éjections, c'est gagné. D'abord jusqu'au bord, puis au-delà.

# Un coup en mots
words-way = { $way ->
    [e] vers l'est
    [ne] vers le nord-est
    [n] vers le nord
    [nw] vers le nord-ouest
    [w] vers l'ouest
    [sw] vers le sud-ouest
    [s] vers le sud
   *[se] vers le sud-est
}
words-marbles = { $count ->
    [1] une bille
    [2] deux billes
    [3] trois billes
    [4] quatre billes
    [5] cinq billes
   *[other] { $count } billes
} { $count ->
    [1] { $color ->
        [black] noire
        [white] blanche
        [red] rouge
        [green] verte
        [yellow] jaune
       *[blue] bleue
    }
   *[other] { $color ->
        [black] noires
        [white] blanches
        [red] rouges
        [green] vertes
        [yellow] jaunes
       *[blue] bleues
    }
}
words-hidden-marbles = { $count ->
    [1] une bille
    [2] deux billes
    [3] trois billes
    [4] quatre billes
    [5] cinq billes
   *[other] { $count } billes
}
words-neutral = { $stone ->
    [pivot] la bille neutre
    [ball] le ballon
   *[sister] { $count ->
        [1] une sœur
       *[other] les deux sœurs
    }
}
words-moved = { $who ->
    [Noirs] Les Noirs ont
    [Blancs] Les Blancs ont
    [Rouges] Les Rouges ont
    [Verts] Les Verts ont
    [Jaunes] Les Jaunes ont
    [Bleus] Les Bleus ont
   *[other] { $who } a
}{ $then ->
    [yes] {" ensuite"}
   *[no] {""}
} déplacé { $marbles } de { $from } à { $to }.
words-sideways = { $who ->
    [Noirs] Les Noirs ont
    [Blancs] Les Blancs ont
    [Rouges] Les Rouges ont
    [Verts] Les Verts ont
    [Jaunes] Les Jaunes ont
    [Bleus] Les Bleus ont
   *[other] { $who } a
}{ $then ->
    [yes] {" ensuite"}
   *[no] {""}
} déplacé { $marbles } en flèche de { $from } à { $to }.
words-pushed = { $who ->
    [Noirs] Les Noirs ont
    [Blancs] Les Blancs ont
    [Rouges] Les Rouges ont
    [Verts] Les Verts ont
    [Jaunes] Les Jaunes ont
    [Bleus] Les Bleus ont
   *[other] { $who } a
}{ $then ->
    [yes] {" ensuite"}
   *[no] {""}
} déplacé { $marbles } de { $from } à { $to }, en poussant { $pushed }.
words-ejected = { $stone ->
    [black] Une bille noire
    [white] Une bille blanche
    [red] Une bille rouge
    [green] Une bille verte
    [yellow] Une bille jaune
    [blue] Une bille bleue
    [ball] Le ballon
    [pivot] La bille neutre
   *[hidden] Une bille
} { $into ->
    [hole] { $stone ->
        [ball] est tombé
       *[other] est tombée
    } de { $cell } dans un trou.
   *[rim] { $stone ->
        [ball] a été éjecté
       *[other] a été éjectée
    } de { $cell }.
}
words-placed = { $who ->
    [Noirs] Les Noirs ont
    [Blancs] Les Blancs ont
   *[other] { $who } a
} posé { $stone ->
    [black] une bille noire
    [white] une bille blanche
    [sister] une sœur
   *[hidden] une bille
} en { $cell }.
words-piece-placed = { $who ->
    [Noirs] Les Noirs ont
    [Blancs] Les Blancs ont
   *[other] { $who } a
} posé une pièce { $color ->
    [black] noire
   *[white] blanche
} en { $point }.
words-piece-moved = { $who ->
    [Noirs] Les Noirs ont
    [Blancs] Les Blancs ont
   *[other] { $who } a
} déplacé une pièce de { $from } à { $to }.
words-piece-went = { $who ->
    [Noirs] Les Noirs ont
    [Blancs] Les Blancs ont
   *[other] { $who } a
} déplacé une pièce en passant par { $path }.
words-flipped = { $count ->
    [1] La pièce en { $points } a été retournée.
   *[other] { $count } pièces ont été retournées : { $points }.
}
words-piece-removed = La pièce déplacée a été retirée du plateau.
words-threat = { $stone ->
    [black] la bille noire
    [white] la bille blanche
    [red] la bille rouge
    [green] la bille verte
    [yellow] la bille jaune
    [blue] la bille bleue
    [ball] le ballon
   *[pivot] la bille neutre
} en { $cell } (`{ $turn }`)
words-more = { $count ->
    [1] une de plus
   *[other] { $count } de plus
}
words-can-eject = { $who ->
    [Noirs] Les Noirs peuvent
    [Blancs] Les Blancs peuvent
    [Rouges] Les Rouges peuvent
    [Verts] Les Verts peuvent
    [Jaunes] Les Jaunes peuvent
    [Bleus] Les Bleus peuvent
   *[other] { $who } peut
} éjecter { $list }.
words-threatens-to-eject = { $who ->
    [Noirs] Les Noirs menacent
    [Blancs] Les Blancs menacent
    [Rouges] Les Rouges menacent
    [Verts] Les Verts menacent
    [Jaunes] Les Jaunes menacent
    [Bleus] Les Bleus menacent
   *[other] { $who } menace
} d'éjecter { $list }.
words-can-flip = { $who ->
    [Noirs] Les Noirs peuvent
    [Blancs] Les Blancs peuvent
   *[other] { $who } peut
} retourner { $count ->
    [1] la pièce
   *[other] des pièces
} en { $points }.
words-threatens-to-flip = { $who ->
    [Noirs] Les Noirs menacent
    [Blancs] Les Blancs menacent
   *[other] { $who } menace
} de retourner { $count ->
    [1] la pièce
   *[other] des pièces
} en { $points }.
words-no-threats = Aucune bille ne peut être éjectée au prochain coup.
words-row = Rangée { $row } : { $list }
words-view = Vu du côté { $color ->
    [white] des Blancs
   *[black] des Noirs
}, de la rangée la plus proche à la plus éloignée :
words-view-of-row = Vu de la rangée { $row }, de la plus proche à la plus éloignée :
words-in-row = { $stone ->
    [black] Noirs en { $cells }
    [white] Blancs en { $cells }
    [red] Rouges en { $cells }
    [green] Verts en { $cells }
    [yellow] Jaunes en { $cells }
    [blue] Bleus en { $cells }
    [pivot] bille neutre en { $cells }
    [ball] ballon en { $cells }
    [sister] sœur en { $cells }
    [obstacle] obstacle en { $cells }
    [hole] trou en { $cells }
   *[hidden] billes en { $cells }
}
words-empty-rows = { $count ->
    [1] Rangée vide : { $rows }
   *[other] Rangées vides : { $rows }
}

# Fichiers
export = Partie `{ $id }` : la notation en texte, et la même en JSON avec l'heure de chaque coup.
export-too-large = Cette partie est trop longue pour un fichier dans Discord.

# Refus du bot
error-no-such-game = Cette partie n'existe pas. `/parties` montre les vôtres.
error-which-game = Quelle partie ?
error-which-game-more = Voici les { $most } plus urgentes. L'option `partie` permet de trouver les autres.
error-typed-lost = Je n'ai plus ce que vous avez tapé. Utilisez de nouveau la commande.
error-not-a-player = Vous ne jouez pas dans cette partie.
error-not-for-you = Ce défi n'est pas pour vous.
error-own-challenge = C'est votre propre défi : c'est à { $opponents } d'y répondre. Pour le retirer, utilisez le bouton en dessous.
error-not-the-challenger = Seul l'auteur du défi peut faire cela.
error-not-your-turn = Ce n'est pas à vous de jouer.
error-turn-of = C'est à { $players } de jouer.
error-stale = La partie a avancé. Voici le plateau actuel.
error-over = La partie est terminée.
error-not-over = La partie n'est pas encore terminée.
error-cannot-decline = Sur cette échelle, un défi ne se refuse pas. Sans réponse de votre part, la partie commence automatiquement.
error-challenge-closed = Ce défi n'est plus ouvert.
error-not-started = Ce défi n'a pas encore été accepté.
error-aborted = Cette partie a été annulée avant que tout le monde ait joué.
error-too-late-to-abort = Tout le monde a joué : la partie ne peut plus être annulée. Utilisez `/partie nulle` ou `/partie abandonner` pour y mettre fin.
error-hidden-colors = Les couleurs de cette partie sont cachées jusqu'à la fin. Sa notation sera disponible ensuite.
error-no-such-person = Je ne trouve pas cette personne. Choisissez-la dans la liste que Discord propose.
error-yourself = Vous ne pouvez pas vous défier vous-même. Choisissez quelqu'un d'autre.
error-deleted-person = Cette personne a supprimé ses données : vous ne pouvez plus la défier. Choisissez quelqu'un d'autre.
error-same-person = Une personne ne peut pas prendre deux places. Choisissez quelqu'un d'autre.
error-wrong-number = Cette partie se joue à { $needed }, vous compris, mais vous êtes { $given }. Ajoutez ou retirez des joueurs (`/jouer`, *{ guide-button-more }*), ou choisissez d'autres places.
error-five-people = Aucune partie ne se joue à cinq. Invitez une, deux, trois ou cinq personnes.
error-already-accepted = Vous avez déjà accepté. La partie commencera quand tout le monde aura accepté.
error-bad-setup = Cette partie est impossible : { $why }.
error-bad-pace = Je ne connais pas la cadence `{ $pace }`. Choisissez-en une dans la liste.
error-line-no-moves = Indiquez le coup adverse (`si`) et votre réponse (`alors`), ou toute une ligne (`coups`).
error-line-hidden-colors = Les couleurs sont cachées dans cette partie : des coups conditionnels révéleraient quels coups sont légaux.
error-line-empty = Cette ligne ne contient aucun coup.
error-line-illegal-theirs = Votre adversaire ne peut pas jouer le coup { $number } de cette ligne, `{ $turn }` : ce coup n'y est pas légal.
error-line-illegal = Le coup { $number } de cette ligne, `{ $turn }`, est impossible : { $why }.
error-line-contradicts = Vous répondez déjà `{ $stands }` après `{ $after }` : vous ne pouvez pas aussi répondre `{ $new }`. Retirez d'abord cette ligne.
error-line-unanswered = Cette ligne finit par le coup adverse `{ $turn }`. Ajoutez votre réponse.
error-line-too-many = Vos lignes dans cette partie peuvent compter { $count } coups au total.
error-line-too-long = Une ligne peut compter { $count } coups au maximum.
error-line-none = Cette ligne n'existe pas. `/partie ligne voir` montre les vôtres.
error-adjourned = La partie est suspendue jusqu'au <t:{ $until }:f>. Utilisez `/partie relancer` pour la reprendre plus tôt.
error-not-adjourned = Cette partie n'est pas suspendue.
error-no-clock = Cette partie n'a pas d'échéance : il n'y a pas de pendule à arrêter.
error-played-elsewhere = Cette partie se joue entre d'autres joueurs, dans un autre salon. Allez la voir là-bas.
error-own-time = Seul votre adversaire peut vous donner du temps.
error-time-of-third = Dans une partie à plus de deux camps, personne ne peut donner de temps : ce serait aux dépens des autres. Demandez à un organisateur du serveur.
error-bad-gift = Donnez au moins une minute, et au plus { $days } jours à la fois.
error-adjourned-too-long = { $days ->
    [one] Une partie peut être suspendue un jour.
   *[other] Une partie peut être suspendue de 1 à { $days } jours.
}
error-has-deadline = Cette partie a une échéance : celui qui ne joue pas à temps perd.
error-opponent-not-silent = Ce n'est pas le tour d'un adversaire : personne ne vous fait attendre.
error-not-silent-yet = Votre adversaire a jusqu'au <t:{ $at }:f> (<t:{ $at }:R>). Utilisez `/partie réclamer` ensuite.
error-no-proposal = Cette demande n'est plus valable : il n'y a plus à y répondre.
error-nothing-to-withdraw = Il n'y a rien à retirer : c'est déjà décidé, ou rien n'était proposé.
error-not-the-proposer = Seul l'auteur de la demande peut la retirer.
error-already-proposed = Vous avez déjà une demande en attente. Elle reste ouverte jusqu'à la réponse ou au prochain coup. Pour la retirer, utilisez le bouton en dessous ou l'option `retirer` de la même commande.
error-nothing-to-take-back = Vous n'avez joué aucun coup à reprendre.
error-never-takes-back = <@{ $player }> n'autorise pas les reprises.
error-live-no-pauses = Les pendules d'une partie en direct ne s'arrêtent jamais : renoncez aux pauses, ou choisissez une cadence plus lente.
error-vacation-past = Un congé ne peut pas commencer dans le passé. Omettez `dès` pour le commencer maintenant.
error-vacation-too-far = Un congé se prévoit au maximum { $days } jours à l'avance.
error-vacation-length = Un congé dure de 1 à { $days } jours.
error-vacation-overlaps = Vous avez déjà un congé à ce moment-là : <t:{ $from }:f> – <t:{ $until }:f>. Terminez-le ou annulez-le avec `/réglages congé arrêter lequel:`.
error-no-such-vacation = Ce congé est fini, ou n'a jamais été prévu. `/réglages congé état` montre les vôtres.
error-vacation-none-left = Il ne vous reste plus de congé en { $year }.
error-vacation-too-little = Il ne vous reste pas assez de congé en { $year } : { $left }. Choisissez moins de jours.
error-no-vacation = Vous n'êtes pas en congé, et aucun n'est prévu.
error-no-day = Je n'arrive pas à lire `{ $typed }` comme une date. Écrivez `24.12.2026`, `demain`, `vendredi` ou `dans 2 jours`. Vous pouvez ajouter une heure à un jour : `vendredi 18h`.
error-time-not-once = L'heure change cette nuit-là : `{ $typed }` n'existe pas, ou existe deux fois. Choisissez une autre heure.
error-no-such-zone = Il n'y a pas de fuseau horaire `{ $typed }`. Tapez une ville, comme `Paris`, ou l'heure qu'il est chez vous, comme `08:46`.
error-no-time = Je n'arrive pas à lire `{ $typed }` comme une heure. Écrivez `23:00` ou `7:30`.
error-sleep-empty = Les heures de sommeil ne peuvent pas commencer et finir en même temps. Pour les supprimer, utilisez `sommeil-de:jamais`.
error-sleep-too-long = Les heures de sommeil ne peuvent pas dépasser { $hours } heures par jour.
error-sleep-half = Indiquez les deux : l'heure du coucher (`sommeil-de`) et celle du lever (`sommeil-à`).
error-sleep-without-zone = Choisissez aussi votre fuseau horaire : les heures de sommeil suivent votre heure locale.
error-thread-of-others = Ce fil est celui d'une partie où vous ne jouez pas : seuls ses joueurs peuvent y montrer des parties. Omettez `public` pour voir l'animation en privé.
error-no-offer = Personne n'a proposé la nulle.
error-own-side = C'est votre camp qui l'a proposé. C'est aux autres joueurs de répondre.
error-hidden-colors-past = Les couleurs sont cachées jusqu'à la fin. D'ici là, vous ne pouvez pas voir les positions passées : coup par coup, elles révéleraient les couleurs.
error-already-offered = La nulle est déjà proposée. L'offre reste ouverte jusqu'à la réponse ou au prochain coup de l'adversaire. Pour la retirer, utilisez le bouton en dessous ou `/partie nulle retirer:`.
error-already-agreed = Vous avez déjà accepté. Les autres doivent encore répondre.
error-too-many = Vous avez déjà { $count } parties et défis ouverts, c'est le maximum. Terminez-en d'abord un.
error-too-many-to-one = Vous avez déjà lancé { $count } défis à cette personne. Attendez sa réponse, ou retirez-en un.
error-too-fast = Cela fait beaucoup d'un coup. Réessayez <t:{ $at }:R>.
error-too-many-lookups = Vous avez demandé beaucoup d'animations, de listes de coups et de fichiers. Vous pourrez recommencer <t:{ $at }:R>.
error-too-many-challenges = Vous avez lancé beaucoup de défis. Vous pourrez lancer le prochain <t:{ $at }:R>.
error-too-many-challenges-to-one = Vous avez défié <@{ $player }> très souvent. Vous pourrez recommencer <t:{ $at }:R>.
error-not-challengeable = Vous ne pouvez pas défier <@{ $player }>.
error-block-yourself = Vous ne pouvez pas vous bloquer vous-même.
error-block-bot = Les bots ne défient personne : il n'y a rien à bloquer. Nommez une personne.
error-too-many-blocked = Vous avez bloqué { $count } personnes, c'est le maximum. Débloquez-en une d'abord avec `/réglages débloquer`.
error-internal = Une erreur s'est produite de mon côté. Réessayez dans un instant.
error-unknown-button = Ce bouton ne fonctionne plus, ou n'est pas à moi. `/plateau` montre la partie.
error-unknown-command = Cette commande n'existe plus. `/aide` montre les autres ; rechargez Discord pour voir la liste actuelle.
error-illegal = `{ $move }` est impossible : { $why }.
error-illegal-try = Vouliez-vous jouer l'un de ces coups ?
error-illegal-next = Tapez une case dans l'option `coup` pour voir ce qui est possible, ou utilisez les boutons sous le plateau.

# Refus des règles
refusal-bad-position = ce n'est pas une position : { $problem }
refusal-contradiction = `{ $first }` et `{ $second }` se contredisent
refusal-needs-two = `{ $first }` et `{ $second }` se contredisent, car `{ $first }` demande deux joueurs, ou deux équipes de deux sur un plateau
refusal-empty-setup = aucun jeu n'y est nommé
refusal-no-value = `{ $option }` demande une valeur
refusal-twice = l'option `{ $option }` est donnée deux fois
refusal-unknown-game = il n'y a pas de jeu `{ $game }`
refusal-other-game = ces réglages sont ceux de `{ $game }`, mais un autre jeu est attendu
refused-or = {" ou "}
refusal-ambiguous = `{ $text }` peut se lire de plusieurs façons ; écrivez { $suggestions }
refusal-bad-value = `{ $value }` n'est pas possible pour `{ $option }` ; { $expected }
expected-cells = écrivez des cases du plateau, par exemple `e5 d4`
expected-cell = écrivez une case du plateau, par exemple `e5`
expected-pivot = écrivez une case du plateau, par exemple `e5` ou `e5 fixed`
expected-board = il faut sur le plateau des billes de chaque couleur
expected-range = écrivez un nombre de { $least } à { $most }
expected-choice = choisissez dans la liste
refusal-bad-record = ce n'est pas une notation de partie : { $problem }
refusal-blocked = { $cell } n'est pas libre, et un coup en flèche ne pousse pas
refusal-empty-cell = { $cell } est vide
refusal-empty-text = le texte ne contient aucun coup
refusal-game-over = la partie est terminée
refusal-not-adjacent = { $from } et { $to } ne sont pas voisines
refusal-not-in-line = { $from } et { $to } ne sont pas alignées
refusal-not-legal = les règles ne le permettent pas
refusal-turn-unfinished = le tour n'est pas complet après `{ $text }` ; ajoutez le coup suivant
refusal-not-notation = `{ $text }` n'est pas un coup ; écrivez la case arrière et la case suivante (`a1b2`), ou les deux bouts d'une ligne et où va le premier (`c3c5d3`)
refusal-not-sideways = { $first } et { $last } sont dans l'axe du coup ; nommez seulement la case arrière et la case suivante
refusal-not-yours = vous n'avez pas de bille en { $cell }
refusal-off-board = { $cell } n'est pas sur le plateau ; sa rangée va de { $first } à { $last }
refusal-no-row = { $cell } n'est pas sur le plateau ; les rangées vont de a à { $last }
refusal-other-board = vous jouez maintenant sur le plateau { $now }, pas sur le plateau { $board }
refusal-own-ejection = votre propre bille en { $cell } quitterait le plateau
refusal-own-marble-ahead = votre propre bille en { $cell } fait obstacle
refusal-own-marble-behind = votre propre bille en { $cell } est derrière les billes que vous poussez
refusal-pac = on ne pousse pas à { $own } contre { $theirs } ; il faut plus de billes que celles qu'on pousse
refusal-same-cell = { $cell } est nommée deux fois
refusal-text-too-long = le texte est trop long
refusal-three-cannot-be-pushed = on pousse { $most } billes au maximum, pas { $theirs }
refusal-too-long = { $count } billes, c'est trop ; un coup en déplace { $most } au maximum
refusal-sister-alone = la sœur en { $cell } ne se déplace qu'avec une de vos billes dans sa ligne
refusal-sister-goes-back = la sœur en { $cell } y est venue dans la direction `{ $direction }` ; elle ne peut pas repartir en sens inverse
refusal-sister-ejection = la sœur en { $cell } quitterait le plateau
refusal-place-first = posez d'abord ; écrivez @ et une case libre, par exemple `{ $example }`
refusal-nothing-to-place = il ne reste rien à poser
refusal-taken = { $cell } n'est pas libre
refusal-not-your-half = { $cell } n'est pas dans votre camp ; choisissez une case libre des rangées { $rows }
refusal-unknown-layout = il n'y a pas de position de départ `{ $layout }` ; choisissez-en une dans la liste
refusal-unknown-option = ce jeu n'a pas d'option `{ $option }` ; omettez-la
refusal-wrong-landing = depuis { $from } dans ce sens, la bille de tête arrive en { $lands }, pas en { $to }
refusal-bad-board = le plateau est illisible ({ $problem })
refusal-board-rows = un plateau a { $expected } rangées séparées par `/`, et celui-ci en a { $found }
refusal-board-row = la rangée { $row } a { $width } cases, et votre plateau lui en donne plus ou moins
refusal-board-letter = `{ $letter }` dans la rangée { $row } n'est pas une bille ; écrivez `b` (noir) et `w` (blanc) pour les billes, et des nombres pour les cases vides
refusal-overlap = `{ $first }` et `{ $second }` ne se combinent pas, car les deux occupent `{ $cells }`
refusal-too-few-marbles = `{ $target }` est hors d'atteinte avec `{ $layout }`, car il y a trop peu de billes à éjecter ({ $marbles })
refusal-no-crown = `{ $crown }` et `{ $layout }` ne se combinent pas, car { $color ->
    [black] les Noirs
   *[white] les Blancs
} n'ont pas de billes en `{ $cells }`
refusal-over-at-once = la partie serait finie avant le premier coup
refusal-no-point = { $point } n'est pas sur le plateau ; les colonnes vont de a à i, les rangées de 1 à 5
refusal-not-a-path = `{ $text }` n'est pas un coup ; posez avec `@d3`, déplacez avec `d3e3`, retournez la rangée de devant avec `d3e3+` ou celle de derrière avec `d3e3-`, enchaînez avec `d3e3+f4-`
refusal-center-stays-free = e3 reste libre tant que toutes les pièces ne sont pas posées
refusal-not-your-piece = la pièce en { $cell } n'est pas à vous
refusal-no-diagonal = aucune ligne ne mène de { $from } à { $to } ; une intersection faible n'a pas de diagonales
refusal-must-flip = le pas de { $from } à { $to } peut retourner des pièces, donc il le doit ; écrivez `+` pour la rangée de devant ou `-` pour celle de derrière
refusal-nothing-ahead = le pas de { $from } à { $to } ne rejoint aucune pièce adverse ; `+` ne retourne rien
refusal-nothing-behind = le pas de { $from } à { $to } ne quitte aucune pièce adverse ; `-` ne retourne rien
refusal-flips-nothing = le pas de { $from } à { $to } ne retourne rien, et on n'enchaîne que des pas qui retournent
refusal-same-axis = le pas de { $from } à { $to } suit la ligne du pas précédent ; changez de ligne
refusal-turn-goes-on = le tour continue avec la pièce en { $cell }, ou se termine
refusal-nothing-begun = aucun tour n'est commencé ; écrivez l'intersection de votre pièce, puis celle où elle va
refusal-turn-over = le tour est fini après `{ $text }`
refusal-wall = l'obstacle en { $cell } ne bouge pas
refusal-into-hole = votre propre bille en { $cell } tomberait dans le trou en { $hole }
refusal-pivot-stays = la bille neutre en { $cell } ne peut pas être éjectée
refusal-partner-in-line = la bille en { $cell } est à votre partenaire ; elle ne bouge que pour aider une poussée
refusal-partner-behind = la bille de votre partenaire en { $cell } est derrière les billes que vous poussez
refusal-other-color = ce coup se joue avec l'autre couleur, et la bille en { $cell } n'a pas cette couleur
refusal-no-triangle = { $cells } ne forment pas un triangle
refusal-no-triangles = les déplacements en triangle ne sont pas permis dans cette partie
refusal-too-many-moves = ce tour compte trop de coups ; dans cette partie, le maximum est { $count }
refusal-not-drawn = la position `{ $layout }` est tirée au sort ; ajoutez `seed=` et un nombre
refusal-no-board = `board` est vide ; écrivez ses neuf rangées de i à a, séparées par `/`

# Aide
help-title = **Abalone par correspondance**
help-goal = Poussez les billes de l'adversaire hors du plateau : le premier à en éjecter six gagne. Vous avez plusieurs jours pour chaque coup.
help-play = `/jouer` prépare une partie pas à pas, contre la personne de votre choix, la première personne qui accepte, ou tout de suite contre moi.
help-open = `/parties afficher:Défis ouverts` montre qui cherche un adversaire.
help-thread = Chaque partie a son fil. Quand c'est à vous, utilisez les boutons sous le plateau.
help-rules = `/apprendre` propose dix petits exercices, `/problème` une position à résoudre, `/règles` explique chaque jeu en images.
help-settings = `/réglages` change le style des plateaux, votre fuseau horaire, vos heures de sommeil et vos rappels.
help-games = { $open ->
    [0] Aucune partie et aucun défi en cours.
    [one] Une partie ou un défi en cours : voir `/parties`.
   *[other] { $open } parties et défis en cours : voir `/parties`.
} { $waiting ->
    [0] Rien ne vous attend.
   *[other] En attente de votre réponse : { $waiting }.
}
help-away = Absent ? `/réglages congé` arrête toutes vos pendules, `/partie suspendre` celles d'une seule partie.
help-figures = `/profil voir` montre classements et résultats, `/profil meilleurs` les meilleurs joueurs, `/échelle` les échelles à gravir, `/problème` une position à résoudre.
help-direct = Vous pouvez jouer toutes vos parties ici : `/parties` les montre, `/plateau` et `/coup` en prennent une avec l'option `partie`.
help-direct-play = Pour défier quelqu'un, utilisez `/jouer` sur un serveur où vous êtes tous les deux.
help-direct-reminders = `/réglages rappels` décide quand je vous écris ici, `/réglages résumé` envoie toutes vos parties une fois par jour.
help-your-turn = **C'est à vous** dans la partie { $id }.
help-their-turn = **Partie { $id }** : c'est à { $players } de jouer.
help-over = **La partie { $id }** est finie.
help-others = **Partie { $id }** : { $players }.
help-move = Appuyez sur **Coup…**, choisissez une bille, une direction, puis **Jouer**.
help-notation = Ou écrivez `/coup` : `a1b2` en ligne (case arrière, case suivante), `c3c5d3` en flèche (les deux bouts, puis où va le premier).
help-push = Pour pousser, il faut plus de billes en ligne : deux contre une, trois contre une ou deux. À forces égales, rien ne bouge.
help-questions = `/partie nulle` propose la nulle, `/partie reprendre` demande à reprendre votre dernier coup, `/partie abandonner` met fin à la partie.
help-line = `/partie ligne` prépare votre réponse : je la joue dès que l'adversaire joue le coup prévu.
help-time = `/partie temps` donne du temps à votre adversaire.
help-look = `/plateau` montre la position sous la forme de votre choix, `/partie historique` les coups, `/partie revoir` une animation.
help-export = `/partie exporter` donne la notation de la partie.
help-organizer = Vous faites partie des organisateurs de ce serveur : `/organiser` tranche, suspend ou invalide des parties.
help-manager = Vous gérez ce serveur : `/configurer` choisit salons, organisateurs et modèles. `/organiser échelle créer` ouvre une échelle.
help-button-play = Nouvelle partie
help-button-games = Mes parties
help-button-rules = Règles
help-button-learn = Apprendre

# Réglages
settings-title = **Vos réglages**
settings-theme = Style des plateaux : **{ $theme }**
settings-theme-default = Style des plateaux : **{ $theme }**, choix du serveur ou de l'hébergeur
settings-coordinates = { $shown ->
    [yes] Coordonnées autour du plateau : **affichées**
   *[no] Coordonnées autour du plateau : **masquées**
}
settings-labels = Noms sur les billes qui peuvent jouer : { $shown ->
    [yes] **affichés**
   *[no] **masqués**
}
settings-orientation = { $turned ->
    [own] En bas : **toujours vos billes**
    [black] En bas : **toujours les billes noires**
    [white] En bas : **toujours les billes blanches**
   *[default] En bas : **vos billes**
}
settings-style = { $style ->
    [words] Plateaux que vous seul voyez : **en mots seulement**
    [text] Plateaux que vous seul voyez : **en texte**
   *[picture] Plateaux que vous seul voyez : **en images**
}
settings-takeback-never = Reprises : **jamais** (je refuse les demandes pour vous)
settings-takeback-casual = Reprises : **me demander**
settings-takeback-always = Reprises : **toujours** (j'accepte les demandes pour vous)
settings-default-of = { $question } : { $default }
settings-zone = Fuseau horaire : **{ $zone }** (il y est { $time })
settings-zone-none = Fuseau horaire : non choisi, les jours et week-ends suivent l'UTC
settings-sleep = Heures de sommeil : **{ $hours }** (vos pendules sont alors arrêtées)
settings-sleep-none = Heures de sommeil : aucune
settings-automatic = Congé automatique quand le temps est écoulé : { $automatic ->
    [yes] **oui**, tant qu'il vous reste du congé, et dès que chacun a joué dans l'une de vos parties
   *[no] **non**
}
settings-clock-next = Dans chaque partie, ce réglage s'applique à partir de votre prochain tour. Un tour déjà commencé ne change pas.
button-vacation-start = Partir en congé…
button-vacation-stop = Terminer le congé
vacation-started = Votre congé a commencé et dure jusqu'au <t:{ $until }:f>. Vos pendules sont arrêtées dans toutes les parties qui admettent les congés, et vous pouvez quand même jouer. Terminez-le avec `/réglages congé arrêter`.
vacation-planned = Votre congé est prévu : <t:{ $from }:f> – <t:{ $until }:f>. Annulez-le avec `/réglages congé arrêter lequel:`.
vacation-stopped = Votre congé est fini, et vos pendules tournent.
vacation-stopped-little-time = Votre congé est fini, et vos pendules tournent. Jouez tout de suite là où il ne vous reste presque plus de temps.
vacation-stop-warning = { $count ->
    [one] **Votre congé est en cours.** Si vous l'arrêtez maintenant, il vous reste moins d'une heure dans cette partie :
   *[other] **Votre congé est en cours.** Si vous l'arrêtez maintenant, il vous reste moins d'une heure dans ces { $count } parties :
}
vacation-cancel-warning = { $count ->
    [one] **Votre congé n'a pas encore commencé.** Si vous l'annulez, il vous reste moins d'une heure dans cette partie :
   *[other] **Votre congé n'a pas encore commencé.** Si vous l'annulez, il vous reste moins d'une heure dans ces { $count } parties :
}
vacation-warning-game = `{ $id }` { $against } : { $left }
vacation-warning-no-time = rien
vacation-stop-advice = Jouez-y d'abord (c'est possible pendant un congé), puis arrêtez-le. Là où votre temps est écoulé, le congé suivant commence automatiquement s'il vous reste des jours et si, dans une de vos parties, tout le monde a déjà joué. Sinon, la partie est perdue.
vacation-cancel-advice = Jouez-y d'abord, puis annulez-le. Là où votre temps est écoulé, le congé suivant commence automatiquement s'il vous reste des jours et si, dans une de vos parties, tout le monde a déjà joué. Sinon, la partie est perdue.
vacation-canceled = Le congé prévu le <t:{ $from }:f> est annulé.
vacation-canceled-little-time = Le congé prévu le <t:{ $from }:f> est annulé. Jouez tout de suite là où il ne vous reste presque plus de temps.
vacation-current = Vous êtes en congé depuis le <t:{ $from }:f>. Il dure jusqu'au <t:{ $until }:f>.
vacation-current-automatic = Un congé automatique a commencé le <t:{ $from }:f>. Il dure jusqu'au <t:{ $until }:f>.
vacation-next = Prévu : <t:{ $from }:f> – <t:{ $until }:f>.
vacation-none = Vous n'êtes pas en congé, et aucun n'est prévu.
vacation-uses = Il utilise { $one } sur { $first } et { $other } sur { $second }. L'année change à minuit UTC.
vacation-left = Reste en { $year } : { $left } sur { $yearly }.
settings-blocked = Vous avez bloqué { $people }. Ces personnes n'en sont pas averties, et vos parties avec elles continuent.
settings-blocked-none = Vous n'avez bloqué personne.
settings-block-ask = Bloquer <@{ $person }> ? Sur une échelle, cela revient à refuser ses défis, maintenant et plus tard :
settings-block-place = • **{ $name }** : un refus compte comme une défaite, et vous pouvez perdre la place { $place }.
button-block-yes = Bloquer
settings-blocked-count = Personnes bloquées : { $count ->
    [0] **aucune**
   *[other] **{ $count }** (`/réglages bloquer` en donne la liste)
}
setup-title = **Réglages de ce serveur**
setup-theme-default = Style des plateaux : **{ $theme }**, choix de l'hébergeur
setup-ladder-names = Échelles : { $list } (`/organiser échelle`)
setup-ladder-names-none = Échelles : aucune (`/organiser échelle créer` en crée une)
setup-preset-names = Modèles : { $list } (`/configurer modèles`)
setup-preset-names-none = Modèles : aucun (`/configurer modèles` en enregistre un)
setup-hint = `/configurer image` change l'aspect des plateaux sur ce serveur. Les plateaux que vous seul voyez suivent vos propres réglages.
error-no-server = Cette commande concerne les serveurs. Utilisez-la dans un salon de votre serveur.
error-not-the-manager = Seules les personnes qui gèrent ce serveur peuvent en changer les réglages.
error-no-such-choice = Ce choix n'existe pas. Utilisez de nouveau la commande, et choisissez dans la liste.
theme-wood = Bois
theme-slate = Ardoise
theme-felt = Feutre
theme-paper = Papier
theme-contrast = Contraste élevé
marbles-classic = Noir et blanc
marbles-matte = Contraste élevé
marbles-ocean = Océan : bleu marine et glace
marbles-ember = Braise : rouge sombre et crème
marbles-jade = Jade : vert bouteille et vert pâle
marbles-metal = Métal : gris acier et argent
settings-others = Autres réglages…
setup-create-ladder = Créer une échelle…
error-no-number = `{ $typed }` n'est pas un nombre entier.

## Résultats d'un serveur

result-beat = **<@{ $one }> a battu <@{ $other }>{ $score }** { $why }
result-drew = **<@{ $one }> et <@{ $other }> ont fait nulle{ $score }** { $why }
result-moves = { $moves ->
    [one] { $moves } coup
   *[other] { $moves } coups
}
result-last-move = le dernier après { $time }
result-layout-custom = position de départ personnelle
result-ladder = Échelle **{ $name }**
result-rematch = Revanche : { $link }
setup-results = Résultats : <#{ $channel }>
setup-results-off = Résultats : seulement dans les fils des parties
error-results-unreachable = Je ne peux rien publier dans ce salon. Laissez-moi le voir et y envoyer des messages, puis réutilisez la commande.
error-results-not-now = Discord n'accepte pas de messages en ce moment. Réutilisez la commande dans une minute.

## Classements Glicko

rating-group-standard = Standard
kind-sprint = Sprint { $moves }
kind-blitz = Blitz
kind-hidden-colors = Couleurs cachées
kind-rule = { $rule ->
    [placement] Placement
    [turn] Deux coups par tour
    [obstacles] Obstacles
    [holes] Trous
    [pivot] Pivot
    [ball] Ballon
    [triangles] Triangles
    [crown] Couronne
    [handicap] Handicap
    [phase] Changement d'adversaire
   *[other] { $rule }
}
kind-three = Trois joueurs
kind-six = Six joueurs
kind-target = { $target ->
    [one] Première éjection
   *[other] { $target } éjections
}
rating-group-fast = Sprint et blitz
rating-group-variants = Variantes
rating-group-notalone = Notalone
rating-group-fliporona = Fliporona
rating-group-teams = Deux contre deux
challenge-rated = Partie classée : le résultat change vos classements
challenge-stake = <@{ $player }> { $rating } : victoire { $win }, nulle { $draw }, défaite { $loss }
challenge-casual = Partie amicale : les classements ne changent pas
error-cannot-be-rated = Les parties à couleurs cachées ou à handicap, et celles à trois ou six joueurs, ne sont pas classées. Proposez une partie amicale, ou choisissez d'autres options.
profile-rating = • { $group } : **{ $rating }** ± { $deviation } ({ $games ->
    [one] { $games } partie classée
   *[other] { $games } parties classées
})
profile-rating-here = • { $group } : **{ $rating }** ± { $deviation } ici ({ $games ->
    [one] { $games } partie classée
   *[other] { $games } parties classées
}), { $overall } tous serveurs confondus
profile-puzzles = • Problèmes : **{ $rating }** ({ $puzzles ->
    [one] { $puzzles } problème
   *[other] { $puzzles } problèmes
})
profile-rating-plot = Classement : { $group }
top-here = **{ $group } : les meilleurs de ce serveur**
top-everywhere = **{ $group } : les meilleurs de tous les serveurs**
top-line = { $place }. <@{ $player }> **{ $rating }** ({ $games ->
    [one] { $games } partie
   *[other] { $games } parties
})
top-provisional = Classements provisoires, donc sans place :
top-provisional-line = • <@{ $player }> { $rating } ({ $games ->
    [one] { $games } partie
   *[other] { $games } parties
})
top-month-here = **{ $group } : ce mois-ci sur ce serveur**
top-month-everywhere = **{ $group } : ce mois-ci sur tous les serveurs**
top-quarter-here = **{ $group } : ce trimestre sur ce serveur**
top-quarter-everywhere = **{ $group } : ce trimestre sur tous les serveurs**
top-year-here = **{ $group } : cette année sur ce serveur**
top-year-everywhere = **{ $group } : cette année sur tous les serveurs**
top-period-line = { $place }. <@{ $player }> **{ $gained }** · gagnées : { $won } sur { $games }
top-period-note = D'après les points gagnés, puis les victoires. Les premières parties d'un nouveau joueur fixent son classement et ne rapportent pas de points. Les mois commencent à 0 h UTC.
top-period-nobody = Personne n'a terminé de partie classée dans cette période.
ratings-changed = Classements : { $list }
ratings-excused = Non classée : moins de 24 heures plus tôt, <@{ $player }> avait déjà perdu une partie au temps.
ratings-changed-one = <@{ $player }> { $before } → **{ $after }**
top-nobody = Personne n'a encore de classement établi. Il faut une dizaine de parties classées.
top-players = { $players ->
    [0] Personne n'a encore joué de partie classée dans ce groupe.
    [one] { $players } joueur a un classement.
   *[other] { $players } joueurs ont un classement.
}
top-others = Il existe des classements pour : **{ $list }**. `/profil meilleurs parties:` les montre.
top-distribution = Joueurs par classement
top-rating = classement

## Statistiques d'un serveur

statistics-title = **Statistiques de ce serveur**
statistics-none = Aucune partie n'a encore été terminée sur ce serveur. `/défier` ou `/chercher` en commence une.
statistics-games = • { $games ->
    [one] **{ $games }** partie terminée
   *[other] **{ $games }** parties terminées
}
statistics-moves = • { $moves ->
    [one] **{ $moves }** coup
   *[other] **{ $moves }** coups
}
statistics-players = • { $players ->
    [one] **{ $players }** joueur
   *[other] **{ $players }** joueurs
}
statistics-layouts = • Positions les plus jouées : { $list }
statistics-active = • Joueurs les plus actifs : { $list }
statistics-week = • Cette semaine : { $games ->
    [0] aucune partie terminée
    [one] { $games } partie terminée
   *[other] { $games } parties terminées
}
statistics-first-week = La courbe des parties par semaine commence à la deuxième semaine.
statistics-per-week = Parties terminées par semaine

## Profil

profile-title = **<@{ $player }>**
profile-reliability = • Fiabilité : **{ $percent } %** (parties non perdues au temps ; les récentes comptent plus)
profile-reliability-new = • Fiabilité : pas encore assez de parties (il en faut trois ; plusieurs défaites au temps en un jour comptent pour une)
profile-finished = • { $finished ->
    [0] Aucune partie terminée
    [one] { $finished } partie terminée (gagnées : { $won }, perdues : { $lost }, nulles : { $drawn })
   *[other] { $finished } parties terminées (gagnées : { $won }, perdues : { $lost }, nulles : { $drawn })
}
profile-playing = • { $playing ->
    [0] Aucune partie en cours
    [one] { $playing } partie en cours
   *[other] { $playing } parties en cours
}
profile-games = • Par jeu : { $list }
profile-colors = • Par couleur : { $list }
profile-layouts = • Par position de départ : { $list }
profile-own-layouts = positions personnelles
profile-streak-won = • { $games ->
    [one] Dernière partie gagnée
   *[other] { $games } dernières parties gagnées
}, meilleure série { $best }
profile-streak-lost = • { $games ->
    [one] Dernière partie perdue
   *[other] { $games } dernières parties perdues
}{ $best ->
    [0] {""}
   *[other] , meilleure série de victoires { $best }
}
profile-streak-drawn = • { $games ->
    [one] Dernière partie nulle
   *[other] { $games } dernières parties nulles
}{ $best ->
    [0] {""}
   *[other] , meilleure série de victoires { $best }
}
profile-openings = • Ouvertures préférées : { $list }
profile-pace = • Joue le plus souvent en moins de { $span }
profile-ladder = • Échelle { $name } : place **{ $place }**, meilleure place { $best }
profile-ladder-past = • Échelle { $name } : meilleure place { $best }
profile-honors = • Palmarès : { $list }
profile-led = a été en tête de { $names }
profile-season = place { $place } dans une saison de l'échelle { $name } (<t:{ $at }:d>)
profile-in-a-row = { $games } victoires de suite
profile-against = • Contre <@{ $other }> : { $games ->
    [0] aucune partie terminée
    [one] { $games } partie terminée (gagnées : { $won }, perdues : { $lost }, nulles : { $drawn })
   *[other] { $games } parties terminées (gagnées : { $won }, perdues : { $lost }, nulles : { $drawn })
}
profile-recent = **Dernières parties**
profile-recent-won = { $number }. Gagnée contre { $opponents } · { $game } · <t:{ $at }:d>
profile-recent-lost = { $number }. Perdue contre { $opponents } · { $game } · <t:{ $at }:d>
profile-recent-drawn = { $number }. Nulle contre { $opponents } · { $game } · <t:{ $at }:d>
error-profile-of-bot = Les bots n'ont pas de profil. Choisissez une personne.
error-profile-against-oneself = Choisissez un autre joueur à comparer.
reliability-of = <@{ $player }> { $percent } %
reliability-of-new = <@{ $player }> (nouveau)
challenge-reliability = Fiabilité : { $list }

# Animation et historique
replay = Animation de la partie `{ $id }` : { $players }, { $plies ->
    [one] { $plies } coup
   *[other] { $plies } coups
}.
replay-shown-by = <@{ $player }> partage une partie :
replay-alt = { $plies ->
    [one] Une animation de { $plies } coup. À la fin :
   *[other] Une animation de { $plies } coups. À la fin :
}
replay-abridged = abrégée
history-title = Coups de `{ $id }` : { $players }, { $plies ->
    [one] { $plies } coup
   *[other] { $plies } coups
}.
history-none = Aucun coup n'a encore été joué.
history-page = Page { $page } sur { $pages }
history-told = { $move }. { $words } (`{ $notation }`)
history-position = { $move }. { $mover } { $notation }
score-ejected = Billes éjectées
score-left = Sur le plateau
score-summary = { $count ->
    [0] { $who } : aucune.
    [one] { $who } : une, au coup { $moves }.
   *[other] { $who } : { $count }, aux coups { $moves }.
}
score-summary-initial = { $count ->
    [one] { $who } : une, comptée dès le début.
   *[other] { $who } : { $count }, comptées dès le début.
}
score-summary-left = { $who } : { $first } au début, entre { $least } et { $most } en cours de partie, { $last } maintenant.
score-axis = coups
score-too-few = Aucun coup joué
plot-too-few = Pas encore assez de parties
# Dates below a plot, as patterns of strftime: %d day, %m month, %Y year.
plot-day = %d/%m/%Y
plot-month = %m/%Y
button-replay = Revoir
button-history = Historique
button-earlier = ◀ Précédents
button-later = Suivants ▶

## Rappels

turn = <@{ $player }>, c'est à vous de jouer.
turn-line-over = { $players } : la partie est terminée. { $result } [Plateau]({ $board })
dm-turn = C'est à vous de jouer dans `{ $id }` { $against } : <#{ $channel }>.
dm-deadline = { $round ->
    [yes] La ronde se termine
   *[no] Votre temps expire
} <t:{ $at }:R>.
dm-closed = <@{ $player }>, je ne peux pas vous envoyer de messages privés : je vous préviens donc ici désormais. Pour en recevoir de nouveau, autorisez-les et utilisez encore une fois `/réglages rappels`.
dm-reminders = { $count ->
    [one] **L'échéance approche dans une partie**
   *[other] **L'échéance approche dans { $count } parties**
}
reminder-stops = Vous ne répondez plus depuis un moment. Les rappels s'arrêtent <t:{ $at }:R>, jusqu'à ce que vous utilisiez de nouveau le bot.
reminder-test = <@{ $player }>, voici à quoi ressemble un rappel. Il ne concerne aucune de vos parties.
digest-title = { $count ->
    [one] **Une partie vous attend**
   *[other] **{ $count } parties vous attendent**
}
test-nowhere = Vos rappels sont désactivés : rien n'a été envoyé. Réactivez-les avec `/réglages rappels lieu:`.
test-dm-sent = Je viens de vous envoyer un rappel en message privé.
test-thread-sent = Je viens de publier un rappel ici.
test-no-thread = Rien n'a été publié, car ce n'est pas le fil d'une de vos parties. Dans un tel fil, vous liriez :
test-closed = Le rappel n'est pas arrivé : je n'ai pas le droit de vous écrire, ou d'écrire à cet endroit. Autorisez les messages privés de ce serveur, ou choisissez un autre lieu avec `/réglages rappels lieu:`.
test-failed = Le rappel n'est pas arrivé : Discord ne l'a pas accepté. Réessayez dans une minute.
settings-steps = Rappels avant une échéance : **{ $steps }**
settings-steps-default = Rappels avant une échéance : **{ $steps }**, choix de l'hébergeur
settings-steps-none = Rappels avant une échéance : **aucun**
settings-where = { $place ->
    [dm] Les rappels arrivent **en message privé**
    [both] Les rappels arrivent **dans le fil et en message privé**
    [none] Les rappels sont **désactivés**
   *[thread] Les rappels arrivent **dans le fil de la partie**
}
settings-turn = Me mentionner quand c'est à moi de jouer : { $called ->
    [yes] **oui**
   *[no] **non**
}
settings-nowhere = Vos délais de rappel et vos heures de silence sont conservés, mais n'ont pas d'effet pour l'instant.
settings-quiet = Pas de rappels pendant **{ $hours }** (`{ $zone }`) : ils arrivent plus tôt
settings-quiet-none = Pas d'heures de silence
settings-digest = Résumé quotidien à **{ $time }** (`{ $zone }`), quand quelque chose vous attend
settings-digest-none = Pas de résumé quotidien
settings-steps-too-long = { $count ->
    [one] Dans la partie `{ $games }`, votre tour est trop court pour votre premier rappel, qui n'y est pas envoyé.
   *[other] Dans { $count } parties, votre tour est trop court pour votre premier rappel, qui n'y est pas envoyé : `{ $games }`
}
error-no-step = Je n'arrive pas à lire `{ $step }` comme un délai avant une échéance. Écrivez des heures, des jours ou des minutes, par exemple `24h 3h`, `2j` ou `90m`, ou bien `jamais`.
error-step-range = `{ $step }` est hors limites : un rappel arrive entre { $minutes } minutes et { $days } jours avant l'échéance.
error-too-many-steps = { $count } rappels par tour, c'est trop : choisissez-en { $most } au maximum.
error-no-time-of-day = Je n'arrive pas à lire `{ $time }` comme une heure. Écrivez `18:00`, `7:30` ou `18h`.
error-no-hours = Je n'arrive pas à lire `{ $hours }` comme une plage horaire. Écrivez `22:00-07:00`, ou `jamais`.
error-test-too-soon = Vous pouvez envoyer un rappel d'essai par minute. Réessayez dans un instant.
error-quiet-empty = Les heures de silence ne peuvent pas commencer et finir en même temps. Écrivez `22:00-07:00`, ou `jamais`.
error-quiet-too-long = Les heures de silence durent douze heures au maximum. Pour désactiver les rappels, choisissez *Aucun rappel* dans `lieu:`.
error-no-zone = Je ne connais pas encore votre fuseau horaire.
button-time-zone = Choisir le fuseau…

## Échelles

ladder-refused-self = Vous ne pouvez pas vous défier vous-même.
ladder-refused-not-on-ladder = { $player } ne figure pas sur cette échelle.
ladder-refused-lower-level = { $player } n'est pas au-dessus de vous ; défiez quelqu'un de mieux placé.
ladder-refused-lower = { $player } se trouve { $distance } plus bas que vous ; défiez quelqu'un de mieux placé.
ladder-refused-too-high = { $player } se trouve { $distance } plus haut que vous ; vous pouvez défier jusqu'à { $reach } plus haut.
ladder-refused-out-limit = { $open ->
    [one] Vous avez { $open } défi ou partie en cours comme challengeur. Vous pourrez défier de nouveau quand ce sera terminé.
   *[other] Vous avez { $open } défis ou parties en cours comme challengeur. Vous pourrez défier de nouveau quand l'un d'eux sera terminé.
}
ladder-refused-in-limit = { $open ->
    [one] { $player } est déjà défié par { $open } joueur. Attendez que ce défi ou cette partie se termine.
   *[other] { $player } est déjà défié par { $open } joueurs. Attendez que l'un de ces défis ou parties se termine.
}
ladder-refused-already-playing = { $player } et vous avez déjà un défi ou une partie en cours sur cette échelle.
ladder-refused-too-soon = { $player } et vous avez joué récemment. Nouveau défi possible à partir du { $until }.
ladder-refused-vacation = { $player } est en congé jusqu'au { $until }.
ladder-refused-last-pair = Votre dernière partie vous a opposé à { $player }. Terminez d'abord une partie contre quelqu'un d'autre.
ladder-refused-division = { $player } se trouve dans la division { $other }, et vous dans la division { $own }. Défiez quelqu'un de la vôtre.
ladder-distance-places = { $count ->
    [one] 1 place
   *[other] { $count } places
}
ladder-distance-tiers = { $count ->
    [one] 1 étage
   *[other] { $count } étages
}
ladder-distance-steps = { $count ->
    [one] 1 marche
   *[other] { $count } marches
}

challenge-ladder-accepted = Partie de l'échelle **{ $name }**. Sans réponse, elle commence automatiquement.
challenge-ladder-declined = Partie de l'échelle **{ $name }**. Sans réponse, le défi expire.
challenge-ladder-forfeited = Partie de l'échelle **{ $name }**. Refuser, ou ne pas répondre à temps, compte comme une défaite.
ladder-error-no-server = Les échelles appartiennent à un serveur. Utilisez la commande sur celui de l'échelle.
ladder-error-none = Ce serveur n'a pas encore d'échelle. Un organisateur en crée une avec `/organiser échelle créer`.
ladder-error-which = Ce serveur a plusieurs échelles : { $names }. Choisissez-en une avec l'option `échelle`.
ladder-error-no-such = Aucune échelle de ce serveur ne s'appelle { $name }.
ladder-error-closed = Cette échelle est fermée. Son tableau reste visible, mais personne ne peut s'inscrire, partir ou défier.
ladder-error-no-such-place = { $last ->
    [one] Cette échelle n'a qu'une place. Indiquez la place 1.
   *[other] Cette échelle a { $last } places. Indiquez-en une de 1 à { $last }.
}
ladder-error-no-such-season = { $last ->
    [0] Aucune saison de cette échelle n'est encore terminée.
    [one] Cette saison n'existe pas sur cette échelle. La saison 1 est terminée.
   *[other] Cette saison n'existe pas sur cette échelle. Les saisons 1 à { $last } sont terminées.
}
ladder-error-name-taken = Une autre échelle de ce serveur porte ce nom. Choisissez-en un autre.
ladder-error-no-name = Donnez-lui un nom qui contient une lettre ou un chiffre.
ladder-error-too-many = Un serveur peut avoir { $most } échelles ouvertes au maximum. Fermez-en une d'abord.
ladder-error-full = Une échelle peut accueillir { $most } joueurs, et celle-ci est pleine.
ladder-error-file-line = La ligne { $number } du fichier ne contient pas d'identifiant Discord : `{ $line }`. Écrivez un joueur par ligne ; un identifiant compte 17 à 20 chiffres (mode développeur, *Copier l'identifiant*). Personne n'a été ajouté.
ladder-error-file-empty = Le fichier ne contient aucun joueur. Écrivez un joueur par ligne, avec son identifiant Discord, qui compte 17 à 20 chiffres.
ladder-error-file-no-text = Ce n'est pas un fichier texte. Enregistrez le tableau en CSV, en UTF-8.
ladder-error-file-too-large = Un fichier de joueurs peut faire { $most } Kio au maximum.
ladder-error-file-unread = Discord ne m'a pas donné le fichier ou ses joueurs : personne n'a été ajouté. Réessayez.
ladder-added-others = { $count ->
    [one] Non ajouté, car personne sur ce serveur n'a cet identifiant : { $list }
   *[other] Non ajoutés, car personne sur ce serveur n'a ces { $count } identifiants : { $list }
}
ladder-added-absent = Pas d'ajout pour { $list } : hors du serveur, ou sans accès à ce salon
ladder-added-bots = Pas d'ajout pour { $list } : les bots ne jouent pas ici
ladder-added-before = Déjà sur la liste : { $list }
ladder-error-file-alone = Utilisez `fichier` seul, ou `joueur` avec `place`.
ladder-error-not-empty = Cette échelle a déjà des joueurs. Importez dans une échelle vide : `/organiser échelle créer` en crée une.
ladder-error-already-on = { $player } figure déjà sur cette échelle.
ladder-error-you-are-on = Vous figurez déjà sur cette échelle. `/échelle voir` montre votre place.
ladder-error-you-are-not-on = Vous ne figurez pas sur cette échelle. Inscrivez-vous avec `/échelle rejoindre`.
ladder-error-thread-of-others = Ce fil est celui d'une partie où vous ne jouez pas. Omettez `public` pour voir l'échelle en privé.
ladder-error-not-for-two = Les parties d'une échelle se jouent à deux. Choisissez une configuration pour deux joueurs.
ladder-error-nothing = Indiquez au moins une chose à changer.
ladder-error-not-here = <@{ $player }> n'est plus sur ce serveur, ou ne voit pas ce salon. Un organisateur peut retirer un joueur avec `/organiser échelle retirer`.
ladder-error-set-key = Il n'y a pas de paramètre { $key }. Vous pouvez régler { $known }.
ladder-error-set-value = { $setting } n'est pas possible. Essayez par exemple `{ $example }`.
ladder-error-set-no-value = { $setting } n'a pas de valeur. Écrivez les paramètres sous la forme `clé=valeur`, séparés par des espaces.
ladder-error-set-steps = Les marches demandent `reach=step`, `win=step`, et `loss=step` ou `loss=none`.
ladder-error-set-reach = `reach=tier`, `reach=step` et `reach=all` s'emploient seuls.
ladder-error-set-answer = `answer=0` demande `silence=accepted`.
ladder-error-set-divisions = Les divisions demandent une échelle sans marches ni étages, et un `promoted` qui ne dépasse pas la moitié de `division`.
ladder-counts = { $players ->
    [one] { $players } joueur
   *[other] { $players } joueurs
} · { $open ->
    [one] { $open } partie en cours
   *[other] { $open } parties en cours
}
ladder-is-closed = Cette échelle est fermée.
ladder-empty = Personne ne s'est encore inscrit. Soyez le premier !
ladder-own-place = Vous êtes à la place **{ $place }**.
ladder-shown-by = <@{ $player }> montre l'échelle :
ladder-column-step = Marche
ladder-column-tier = Étage
ladder-column-division = Division
ladder-tier = Étage { $tier }
ladder-division = Division { $division }
ladder-column-player = Joueur
ladder-column-rating = Classement
ladder-column-score = Gagnées–perdues
ladder-column-form = Dernières parties
ladder-column-reliability = Fiabilité
ladder-form-won = V
ladder-form-lost = D
ladder-form-drawn = N
ladder-step = marche { $step }
button-ladder-above = ▲ Plus haut
button-ladder-below = ▼ Plus bas
button-ladder-newer = ◀ Plus récent
button-ladder-older = Plus ancien ▶
button-ladder-leave-yes = Quitter l'échelle
button-ladder-close-yes = Fermer l'échelle
button-ladder-remove-yes = Retirer de l'échelle
button-ladder-season-end = Terminer la saison
button-ladder-season-begin = Commencer la saison
button-ladder-decline-yes = Refuser et perdre
button-ladder-challenge = Défier…
button-ladder-join = S'inscrire
button-ladder-leave = Partir
ladder-joined = Vous voilà sur **{ $name }**, à la place { $place }. Défiez quelqu'un de mieux placé.
ladder-joined-first = Vous voilà sur **{ $name }**, à la place 1. Personne n'est au-dessus de vous : attendez un défi.
ladder-left = Vous avez quitté **{ $name }**. Vous étiez à la place { $place }. Vos parties en cours continuent sans compter pour l'échelle.
ladder-ask-leave = { $open ->
    [0] Quitter **{ $name }** ? Vous perdez la place { $place }.
    [one] Quitter **{ $name }** ? Vous perdez la place { $place }, et votre défi ou partie en cours ne compte plus pour l'échelle.
   *[other] Quitter **{ $name }** ? Vous perdez la place { $place }, et vos { $open } défis et parties en cours ne comptent plus pour l'échelle.
}
ladder-ask-close = Fermer **{ $name }** ? { $players ->
    [one] Son joueur garde sa place
   *[other] Ses { $players } joueurs gardent leur place
}, et personne ne pourra plus s'inscrire ni défier. { $open ->
    [0] Aucun défi ni aucune partie n'est en cours.
    [one] Son défi en cours est clos, ou sa partie ne compte plus, et les deux joueurs en sont avertis.
   *[other] Ses { $open } défis en cours sont clos, ou leurs parties ne comptent plus, et leurs joueurs en sont avertis.
} C'est définitif.
ladder-ask-remove = Retirer { $player } de **{ $name }**, à la place { $place } ? { $open ->
    [0] Aucun défi ni aucune partie n'est en cours.
    [one] Son défi en cours est clos, ou sa partie ne compte plus pour l'échelle, et les deux joueurs en sont avertis.
   *[other] Ses { $open } défis en cours sont clos, ou leurs parties ne comptent plus pour l'échelle, et tous leurs joueurs en sont avertis.
} En cas de nouvelle inscription, sa place sera celle d'un nouveau joueur.
ladder-ask-season-first = Commencer maintenant la saison 1 de **{ $name }** ? Chacun garde sa place. C'est irréversible.
ladder-ask-season = Terminer maintenant la saison { $number } de **{ $name }** et commencer la saison { $next } ? Elle est en cours depuis le <t:{ $began }:D>. { $open ->
    [0] Aucun défi ni aucune partie n'est en cours.
    [one] Le défi ou la partie en cours comptera pour la saison suivante.
   *[other] Les { $open } défis et parties en cours compteront pour la saison suivante.
} C'est irréversible.
ladder-season-begun = La saison { $number } de **{ $name }** a commencé.
ladder-season = Saison { $number }
ladder-season-choice = Saison { $number } : { $from } – { $until }
ladder-season-ends = La saison { $number } se termine <t:{ $at }:R>.
ladder-season-runs = La saison { $number } est en cours depuis le <t:{ $at }:D>.
ladder-season-over = **{ $name }** : la saison { $number } est terminée (<t:{ $from }:D> – <t:{ $until }:D>)
ladder-season-promoted = ▲ Montent : { $players }
ladder-season-relegated = ▼ Descendent : { $players }
ladder-ask-reason = Raison : { $reason }
ladder-no-longer-counts = Cette partie continue, mais ne compte plus pour l'échelle **{ $name }** : { $player } n'y est plus.
ladder-no-longer-counts-closed = Cette partie continue, mais ne compte plus pour l'échelle **{ $name }** : un organisateur l'a fermée.
ladder-ask-decline = Refuser ce défi ?
competition-costs-place = Sur **{ $name }**, cela compte comme une défaite : vous pouvez perdre la place { $place }.
competition-costs-game = Dans **{ $name }**, cela compte comme une défaite.
ladder-games = **{ $name }** · { $running ->
    [0] aucune partie en cours
    [one] 1 partie en cours
   *[other] { $running } parties en cours
} · { $waiting ->
    [0] aucun défi ouvert
    [one] 1 défi ouvert
   *[other] { $waiting } défis ouverts
}
ladder-games-turn = à <@{ $player }> de jouer
ladder-games-silent = **sans réaction** depuis le <t:{ $since }:D>
ladder-games-waiting = { $players } · réponse attendue <t:{ $until }:R>
ladder-export = **{ $name }** en fichiers : le tableau, que `sumito ladder import` sait lire, et { $results ->
    [0] pas encore de résultat
    [one] 1 résultat
   *[other] { $results } résultats
}.
ladder-kept = Rien n'a changé.
ladder-told-up = { $player } monte à la place { $place }
ladder-told-down = { $player } descend à la place { $place }
ladder-told-off = { $player } quitte l'échelle
ladder-begun = Votre partie contre { $player } sur **{ $name }** a commencé.
ladder-nobody = Il n'y a personne sur **{ $name }** que vous puissiez défier en ce moment. `/échelle défier joueur:` dit pourquoi pour chacun.
ladder-nobody-above = Vous êtes en tête de **{ $name }**. Attendez un défi.
ladder-whom = **{ $name }** : vous pouvez défier ces joueurs maintenant.
ladder-whom-more = { $more ->
    [one] Il y en a encore un. Indiquez ce joueur avec `/échelle défier joueur:`.
   *[other] Il y en a encore { $more }. Indiquez l'un d'eux avec `/échelle défier joueur:`.
}
ladder-choose = Qui voulez-vous défier ?
ladder-history = **{ $name }** : changements
ladder-history-player = **{ $name }** : changements de { $player }
ladder-history-none = Aucun changement pour le moment.
ladder-history-won = victoire contre { $opponent }
ladder-history-won-place = a gagné la place de { $opponent }
ladder-history-won-on-time = victoire au temps contre { $opponent }
ladder-history-won-on-time-place = a gagné la place de { $opponent } au temps
ladder-history-forfeit = { $opponent } n'a pas relevé le défi
ladder-history-forfeit-place = a pris la place de { $opponent }, qui n'a pas relevé le défi
ladder-history-lost = défaite contre { $opponent }
ladder-history-forfeited = n'a pas relevé le défi de { $opponent }
ladder-history-drew = nulle contre { $opponent }
ladder-history-time = défaite au temps contre { $opponent }
ladder-moves = { $player } : { $from } → **{ $to }** · { $reason }
ladder-stays = { $player } : reste à la place { $place } · { $reason }
ladder-comes = { $player } : → **{ $place }** · { $reason }
ladder-goes = { $player } (place { $place }) n'est plus sur l'échelle · { $reason }
ladder-reason-joined = inscription
ladder-reason-left = départ
ladder-reason-removed = retrait par un organisateur
ladder-reason-won = victoire
ladder-reason-lost = défaite
ladder-reason-drew = nulle
ladder-reason-time = défaite au temps
ladder-reason-won-on-time = victoire au temps
ladder-reason-won-by-forfeit = place gagnée sans jouer
ladder-reason-forfeited = défi non relevé
ladder-reason-inactive = inactivité
ladder-reason-moved = déplacement par un organisateur
ladder-reason-annulled = partie invalidée
ladder-reason-season = fin de la saison
ladder-reason-promoted = promotion
ladder-reason-relegated = relégation
ladder-off = hors de l'échelle
time-days = { $count ->
    [one] { $count } jour
   *[other] { $count } jours
}
time-hours = { $count ->
    [one] { $count } heure
   *[other] { $count } heures
}
time-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
ladder-created = L'échelle **{ $name }** est ouverte. On s'inscrit avec `/échelle rejoindre`.
ladder-not-edited = Rien n'a changé : l'échelle était déjà ainsi.
ladder-edited = C'est changé. Les défis en cours gardent leurs conditions.
ladder-channel = Le tableau de **{ $name }** apparaîtra dans <#{ $channel }> et sera mis à jour à chaque résultat. Les défis y sont publiés, les parties y commencent, et les nouvelles règles y sont annoncées.
ladder-channel-off = **{ $name }** n'a pas de salon dédié. Les parties commencent là où les défis sont lancés.
ladder-announced = L'échelle **{ $name }** a changé : { $changes }. Les défis en cours gardent les règles avec lesquelles ils ont été lancés.
ladder-closed = L'échelle **{ $name }** est fermée. Son tableau reste visible ; les parties en cours continuent sans compter pour elle.
ladder-stands-there = { $player } est déjà à cette place sur **{ $name }**.
ladder-ask-add = Qui voulez-vous ajouter à **{ $name }** ? Les nouveaux se placent après tous les autres, dans cet ordre. Ceux qui y sont déjà gardent leur place.
ladder-add-whom = Choisissez des joueurs
ladder-added = { $count ->
    [0] Personne n'a été ajouté à **{ $name }**.
    [one] Un joueur a été ajouté à **{ $name }** :
   *[other] { $count } joueurs ont été ajoutés à **{ $name }** :
}
ladder-rules-title = **{ $name }** · { $preset }
ladder-rules-games = Parties : { $game } · { $pace }
ladder-rules-reach = Vous pouvez défier { $reach }.
ladder-rules-out = { $count ->
    [one] Vous pouvez lancer { $count } défi à la fois.
   *[other] Vous pouvez lancer { $count } défis à la fois.
}
ladder-rules-in = Défis simultanés contre un même joueur : { $count }.
ladder-rules-at-once = Un joueur défié n'a pas à répondre : la partie commence aussitôt.
ladder-rules-silence-accepted = Un joueur défié a { $time } pour répondre. Ensuite la partie commence automatiquement ; un défi ne se refuse pas.
ladder-rules-silence-declined = Un joueur défié a { $time } pour répondre. Ensuite le défi expire.
ladder-rules-silence-forfeited = Un joueur défié a { $time } pour répondre. Refuser ou ne pas répondre fait perdre la partie.
ladder-rules-win-insert = Un challengeur qui gagne prend la place du défenseur. Les joueurs placés entre les deux descendent d'une place.
ladder-rules-win-swap = Un challengeur qui gagne échange sa place avec celle du défenseur.
ladder-rules-win-step = Un challengeur qui gagne monte d'une marche, et le défenseur descend d'une.
ladder-rules-draw-none = Une nulle ne change rien.
ladder-rules-draw-below = Un challengeur qui fait nulle passe juste au-dessous du défenseur.
ladder-rules-loss-none = Si le challengeur perd, rien ne change.
ladder-rules-loss-step = Un challengeur qui perd descend d'une marche, et le défenseur monte d'une.
ladder-rules-loss-last = Un challengeur qui perd passe à la dernière place.
ladder-rules-time-played = Une défaite au temps compte comme toute autre défaite.
ladder-rules-time-leaves = Un joueur qui perd au temps quitte l'échelle. Un challengeur qui gagne au temps prend la place comme après toute victoire.
ladder-rules-time-falls = Un défenseur qui perd au temps passe juste au-dessous du challengeur. Un challengeur qui perd au temps passe à la dernière place.
ladder-rules-pauses-asked = Les pendules s'arrêtent pour les congés demandés, pas pour les congés automatiques.
ladder-rules-pauses-none = Les pendules ne s'arrêtent pas pour les congés.
ladder-rules-again-at-once = Les deux mêmes joueurs peuvent rejouer aussitôt.
ladder-rules-again = Les deux mêmes joueurs peuvent rejouer après { $pause }.
ladder-rules-again-other = Avant de rejouer contre le même adversaire, le challengeur doit terminer une partie contre quelqu'un d'autre.
ladder-rules-join-last = Les nouveaux joueurs commencent à la dernière place.
ladder-rules-join-rating = Les nouveaux joueurs sont placés selon leur classement.
ladder-rules-idle = Un joueur qui ne termine aucune partie pendant { $time } descend d'une place. Les congés ne comptent pas.
ladder-rules-first = Le premier défi après l'inscription peut viser n'importe qui de mieux placé.
ladder-rules-paused = Une partie suspendue par les congés du défenseur ne compte pas parmi les défis en cours de son auteur.
ladder-rules-decided = L'enjeu d'une partie est la place que le défenseur avait au moment du défi.
ladder-rules-division = Chaque division compte { $size } places ; la dernière peut en avoir jusqu'à la moitié de plus. Vous pouvez défier les joueurs de la vôtre.
ladder-rules-season = Une saison dure { $time }, puis la suivante commence. Les parties en cours continuent et comptent pour la suivante.
ladder-rules-promoted = { $count ->
    [one] En fin de saison, le dernier d'une division et le premier de la suivante changent de division.
   *[other] En fin de saison, les { $count } derniers d'une division et les { $count } premiers de la suivante changent de division.
}
ladder-rules-reset-keep = Une nouvelle saison commence dans l'ordre où la précédente s'est terminée.
ladder-rules-reset-rating = Une nouvelle saison commence dans l'ordre des classements.
ladder-rules-reset-random = Une nouvelle saison commence dans un ordre tiré au sort.
ladder-reach-places = { $count ->
    [one] le joueur juste au-dessus de vous
   *[other] les joueurs placés jusqu'à { $count } places plus haut que vous
}
ladder-reach-percent = les { $percent } % de joueurs les plus proches au-dessus de vous
ladder-reach-rating = { $count ->
    [one] les joueurs placés jusqu'à { $count } place plus haut que celle qui correspond à votre classement
   *[other] les joueurs placés jusqu'à { $count } places plus haut que celle qui correspond à votre classement
}
ladder-reach-tier = les joueurs de votre étage ou du suivant ; les étages ont 1, 2, 3, … places
ladder-reach-step = les joueurs de votre marche ou de la suivante
ladder-reach-all = n'importe qui au-dessus de vous
ladder-reach-best = { $list }, selon ce qui va le plus loin
ladder-reach-or = {", ou "}
ladder-in-all = { $limit }
ladder-in-band = { $limit } (jusqu'à la place { $place })
ladder-in-below = { $limit } (plus bas)

## Organisateurs

organize-show = { $count ->
    [0] Il n'y a aucune partie à trancher.
   *[other] Quelle partie voulez-vous trancher ?
}
organize-choose-game = Choisissez une partie
button-review = Fair-play
button-log = Journal
button-let-win = { $name } gagne…
button-declare-draw = Nulle…
button-pause = Suspendre…
button-end-pause = Faire reprendre…
button-extend = Donner du temps…
button-annul-game = Invalider la partie…
organize-ask-win = Terminer la partie `{ $id }` de { $players } par une victoire de <@{ $winner }> ? C'est définitif.
    Raison : { $reason }
organize-ask-draw = Terminer la partie `{ $id }` de { $players } par une nulle ? C'est définitif.
    Raison : { $reason }
organize-ask-annul = Terminer la partie `{ $id }` de { $players } sans résultat ? C'est définitif.
    Raison : { $reason }
organize-ask-annul-over = La partie `{ $id }` de { $players } est finie. L'invalider ? Elle comptera comme non jouée, et c'est définitif.
organize-annul-rated = • Son résultat ne compte plus, et je recalcule les classements issus des parties suivantes.
organize-annul-counts = • Les profils, `/profil statistiques` et `/organiser examiner` ne la comptent plus. Son dernier plateau, son fil et son résultat indiquent *invalidée*.
    • Les joueurs verront votre raison : { $reason }
organize-ladder-never = • L'échelle **{ $name }** ne l'avait pas comptée : personne ne bouge.
organize-ladder-closed = • L'échelle **{ $name }** est fermée : son tableau reste tel quel.
organize-ladder-same = • Sur l'échelle **{ $name }**, chacun est à la place qu'il aurait sans elle : personne ne bouge.
organize-event-both-lose = • Dans le tournoi **{ $name }**, elle est perdue pour les deux. Si quelqu'un a enfreint les règles, nommez-le dans `contre` : l'adversaire reçoit le point.
organize-event-against = • Dans le tournoi **{ $name }**, <@{ $player }> la perd, et l'adversaire reçoit le point. Les rondes déjà appariées restent telles quelles.
organize-event-decided = • Dans le tournoi **{ $name }**, la décision de <@{ $other }> reste.
organize-ladder-back = • L'échelle **{ $name }** redevient ce qu'elle serait sans cette partie : { $changes }
organize-annulled-board = Partie **invalidée** par un organisateur : elle compte comme non jouée.
organize-annulled-why = L'organisateur <@{ $organizer }> : { $reason }
organize-you-adjudicated = Vous avez tranché la partie `{ $id }` : { $result }
organize-you-annulled = Vous avez invalidé la partie `{ $id }` : elle compte comme non jouée.
organize-you-extended = <@{ $player }> a plus de temps dans la partie `{ $id }`, jusqu'au <t:{ $until }:f>.
organize-you-paused = Vous avez suspendu la partie `{ $id }` jusqu'au <t:{ $until }:f>. `/organiser relancer` la fait reprendre plus tôt.
organize-you-resumed = La partie `{ $id }` reprend.
organize-ask-all-pause = { $count ->
    [one] Suspendre 1 partie de **{ $name }** pour { $time } ? Ses pendules s'arrêtent et personne ne peut jouer.
   *[other] Suspendre { $count } parties de **{ $name }** pour { $time } ? Leurs pendules s'arrêtent et personne ne peut jouer.
}
organize-ask-all-extend = { $count ->
    [one] Donner { $time } au joueur qui a le trait dans 1 partie de **{ $name }** ?
   *[other] Donner { $time } au joueur qui a le trait dans chacune des { $count } parties de **{ $name }** ?
}
organize-ask-all-resume = { $count ->
    [one] Faire reprendre 1 partie de **{ $name }** suspendue par les organisateurs ?
   *[other] Faire reprendre { $count } parties de **{ $name }** suspendues par les organisateurs ?
}
button-for-all = { $count ->
    [one] Oui, dans 1 partie
   *[other] Oui, dans { $count } parties
}
organize-all-paused = { $count ->
    [one] Je suspends 1 partie de **{ $name }**. `/organiser relancer` la fait reprendre plus tôt.
   *[other] Je suspends { $count } parties de **{ $name }**, quelques-unes à la fois. `/organiser relancer` les fait reprendre plus tôt.
}
organize-all-extended = { $count ->
    [one] Le joueur qui a le trait dans 1 partie de **{ $name }** reçoit plus de temps.
   *[other] Les joueurs qui ont le trait dans { $count } parties de **{ $name }** reçoivent plus de temps, quelques parties à la fois.
}
organize-all-resumed = { $count ->
    [one] 1 partie de **{ $name }** reprend.
   *[other] { $count } parties de **{ $name }** reprennent, quelques-unes à la fois.
}
organize-error-no-games-of-all = Aucune partie ne s'y prête. On ne peut suspendre que des parties en cours, donner du temps que si une pendule tourne, et faire reprendre d'un coup que les parties suspendues par les organisateurs.
organize-error-game-or-competition = Indiquez soit `partie`, soit `compétition`, pas les deux.
audit-games = { $count ->
    [one] 1 partie
   *[other] { $count } parties
}
organize-adjudicated = { $players }, l'organisateur <@{ $organizer }> a tranché cette partie. Raison : { $reason }
organize-decided-for-event = { $players }, l'organisateur <@{ $organizer }> a décidé comment cette partie compte dans { $event } : { $result ->
    [win] { $winner } gagne
    [both-lose] elle est perdue pour les deux
   *[draw] elle est nulle
}. La partie elle-même garde sa fin. Raison : { $reason }
organize-annulled = { $players }, l'organisateur <@{ $organizer }> a invalidé cette partie. Elle n'a pas de résultat et ne compte dans aucun classement. Raison : { $reason }
organize-annulled-by-host = { $players }, l'hébergeur de ce bot a invalidé la partie { $names } ({ $game }) : je ne suis plus sur le serveur où elle se jouait. Elle n'a pas de résultat et ne compte dans aucun classement.
organize-extended = { $players }, l'organisateur <@{ $organizer }> donne plus de temps à <@{ $player }>. Raison : { $reason }
    Échéance : <t:{ $until }:f> (<t:{ $until }:R>)
organize-paused = { $players }, l'organisateur <@{ $organizer }> a suspendu cette partie jusqu'au <t:{ $until }:f>. Toutes les pendules sont arrêtées, et personne ne peut jouer. Raison : { $reason }
organize-resumed = L'organisateur <@{ $organizer }> fait reprendre cette partie. Raison : { $reason }
organize-error-other-server = Cette partie ne se joue pas sur ce serveur. Utilisez la commande là où elle se joue.
organize-error-own-seat = Vous y participez vous-même. C'est à un autre organisateur de le faire, <@{ $other }> par exemple.
organize-error-announced = Vous y participez vous-même : je l'annonce donc d'abord. Vous pourrez le faire à partir du <t:{ $from }:f>, si aucun organisateur ne s'y oppose avant.
organize-error-not-announced = Je n'ai pas pu publier l'annonce dans <#{ $channel }>. Laissez-moi y écrire, ou choisissez un autre salon, puis utilisez de nouveau la commande.
organize-error-no-channel = Vous y participez vous-même : il faut d'abord l'annoncer, et cette échelle n'a pas de salon où ses joueurs le liraient. Choisissez-en un avec `/organiser échelle salon`.
organize-error-not-waiting = Il n'y a plus rien à faire ici : c'est fait, c'est arrêté, ou cela date de plus d'un mois.
organize-announced = Vous y participez vous-même, et je ne connais aucun autre organisateur qui puisse le faire. Je l'ai donc annoncé dans <#{ $channel }>. Si aucun organisateur ne s'y oppose, utilisez la même commande entre le <t:{ $from }:f> et le <t:{ $until }:f>.
organize-announcement = L'organisateur <@{ $organizer }> va { $act }
    Raison : { $reason }
    <@{ $organizer }> joue ici aussi, et je ne connais aucun autre organisateur qui puisse décider. Rien ne sera donc fait avant le <t:{ $from }:f>, et tout organisateur de ce serveur peut s'y opposer jusqu'à ce que ce soit fait.
organize-stopped = L'organisateur <@{ $organizer }> s'oppose à ce qui était annoncé : { $act }
organize-you-stopped = C'est noté : rien ne se fera. Le journal de ce serveur en garde la trace.
button-stop-act = S'y opposer
organizer-act = { $act ->
    [adjudicated] trancher une partie
    [annulled] invalider une partie
    [extended] donner plus de temps
    [paused] suspendre des parties
    [resumed] faire reprendre des parties suspendues
    [asked-to-replace] faire remplacer un joueur
    [ladder-edited] changer les règles d'une échelle
    [ladder-closed] fermer une échelle
    [ladder-season] commencer une nouvelle saison d'une échelle
    [ladder-removed] retirer un joueur d'une échelle
    [ladder-moved] déplacer un joueur sur une échelle
    [event-seeded] ajouter des joueurs à un tournoi, avec numéros ou classements
    [event-swapped] échanger deux joueurs dans les appariements d'un tournoi
    [event-round-closed] fermer une ronde d'un tournoi
    [event-ended] terminer un tournoi avec le classement tel qu'il est
    [event-unseated] réduire le nombre de places d'un tournoi
    [event-pair-forbidden] empêcher deux joueurs de se rencontrer dans un tournoi
    [event-pair-allowed] laisser de nouveau deux joueurs se rencontrer dans un tournoi
    [event-cancelled] annuler un tournoi
    [event-decided] trancher une partie de tournoi
    [event-removed] retirer un joueur d'un tournoi
   *[event-substituted] donner à quelqu'un une place libre d'un tournoi
}
organize-error-no-winner = Choisissez l'un des deux : le vainqueur dans `vainqueur`, ou `nulle` pour une nulle.
organize-error-not-in-game = <@{ $player }> ne joue pas dans cette partie. Nommez l'un de ses joueurs.
organize-error-extension = Dites combien de temps donner, dans `jours`, `heures` ou `minutes` : d'une minute à { $days } jours.
organize-error-no-reason = Dites pourquoi dans `raison` : les joueurs le verront, et ce sera noté dans le journal de ce serveur.
organize-error-expired = Cette question date de plus d'un jour, ou a été posée à quelqu'un d'autre. Utilisez de nouveau la commande.
organize-error-paused = Un organisateur a suspendu cette partie jusqu'au <t:{ $until }:f>. Seul un organisateur peut la faire reprendre avant.
organize-error-annulled = Un organisateur a invalidé cette partie.
organize-error-decided = <@{ $other }> a déjà tranché cette partie. `/organiser journal` le montre.
error-not-an-organizer = Seuls les organisateurs de ce serveur le peuvent : les personnes qui gèrent le serveur ou ses événements, et le rôle choisi avec `/configurer organisateurs`.
button-adjudicate = Terminer la partie
button-annul = Invalider la partie
button-newer = Plus récent
button-older = Plus ancien
challenge-annulled = <@{ $challenger }> a défié { $opponents } à { $game }. Un organisateur a **invalidé** la partie : elle n'a pas de résultat.
seek-annulled = <@{ $challenger }> cherchait un adversaire pour jouer à { $game }, et { $opponents } a accepté. Un organisateur a **invalidé** la partie : elle n'a pas de résultat.
reason-adjudication = sur décision d'un organisateur.
audit-title = **Ce que les organisateurs ont fait ici** (page { $page } sur { $pages })
audit-empty = Les organisateurs n'ont encore rien fait ici.
audit-export = { $count ->
    [one] Une entrée du journal, en objet JSON.
   *[other] { $count } entrées du journal, un objet JSON par ligne, les plus récentes d'abord.
}
audit-export-rest = Discord n'accepte pas de fichiers plus gros : les { $count } entrées les plus anciennes n'y sont pas. Demandez-les à l'hébergeur.
audit-host = l'hébergeur
audit-draw = partie nulle
audit-setting = { $setting ->
    [seeks] Défis ouverts
    [results] Résultats
    [ladders] Changements des échelles
    [puzzles] Problème du jour
    [posts] Plateaux dans les fils
    [web] Parties dans le navigateur
    [organizers] Rôle des organisateurs
    [picture] Images
    [leader] Rôle du premier
   *[other] { $setting }
}
audit-value = { $what } : { $value }
audit-off = { $what } : désactivé
audit-here = { $what } dans ce salon
audit-refused = { $what } : Discord a refusé { $value }
audit-parameter = { $key ->
    [name] nom
    [games] parties
    [pace] cadence
    [reach] portée
    [out] défis à la fois
    [in] défis contre un même joueur
    [answer] temps pour répondre
    [silence] sans réponse
    [win] victoire
    [draw] nulle
    [loss] défaite
    [timeout] défaite au temps
    [again] délai avant la partie suivante
    [join] place des nouveaux
    [idle] durée sans partie
    [first] premier défi
    [decided] place qui compte
    [paused] parties suspendues par des congés
    [pauses] congés
   *[other] { $key }
}
audit-adjudicated = a tranché une partie
audit-annulled = a invalidé une partie
audit-extended = a donné du temps
audit-paused = a suspendu une partie
audit-resumed = a fait reprendre une partie
audit-asked-to-replace = a demandé un remplacement
audit-replaced = un joueur a été remplacé
audit-set-up = a changé les réglages
audit-preset-saved = a enregistré un modèle
audit-preset-removed = a supprimé un modèle
audit-ladder-created = a créé une échelle
audit-ladder-edited = a modifié une échelle
audit-ladder-presented = a changé le nom ou le salon d'une échelle
audit-ladder-closed = a fermé une échelle
audit-ladder-season = a commencé une saison d'une échelle
audit-ladder-added = a inscrit un joueur sur une échelle
audit-ladder-removed = a retiré un joueur d'une échelle
audit-ladder-moved = a déplacé un joueur sur une échelle
audit-rating-annulled = a retiré une partie des classements
audit-rating-restored = a remis une partie dans les classements
audit-announced = a annoncé
audit-stopped = a arrêté
permission-view-channel = Voir le salon
permission-send-messages = Envoyer des messages
permission-embed-links = Intégrer des liens
permission-attach-files = Joindre des fichiers
error-missing-permissions = Dans ce salon il me manque : { $list }. Donnez-moi ces permissions ici, puis réutilisez la commande.
channel-seeks = les défis ouverts
channel-results = les résultats des parties
channels-first = Désormais, je publie ici : { $list }.
setup-seeks = Défis ouverts : <#{ $channel }>
setup-organizers-title = **Organisateurs de ce serveur**
setup-channels-title = **Salons de ce serveur**
setup-seeks-off = Défis ouverts : dans le salon où ils sont lancés
setup-organizer = Organisateurs : les personnes qui gèrent le serveur ou ses événements, et <@&{ $role }>
setup-organizer-none = Organisateurs : les personnes qui gèrent le serveur ou ses événements
setup-organizer-hint = Discord ne montre `/organiser` qu'aux personnes qui gèrent les événements. Pour la montrer aussi à ce rôle : paramètres du serveur, *Intégrations*, ce bot.
error-everybody-organizes = Choisissez un rôle que tout le monde n'a pas.
error-leader-organizes = Le premier d'une échelle et les organisateurs ne peuvent pas avoir le même rôle : le joueur en tête deviendrait organisateur de ce serveur. Choisissez-en un autre.
seek-posted-in = Sur ce serveur, les défis ouverts sont publiés dans <#{ $channel }> : le vôtre y est donc aussi.
channel-ladders = les changements des échelles
setup-ladders = Changements des échelles : <#{ $channel }>
setup-ladders-closed = Changements des échelles : <#{ $channel }>, où je ne peux rien publier en ce moment. Laissez-moi le voir et y envoyer des messages, puis réutilisez-y `/configurer salons`.
setup-ladders-off = Changements des échelles : seulement dans `/échelle historique`
channel-puzzles = les problèmes du jour
setup-puzzles = Problème du jour : <#{ $channel }>
setup-puzzles-closed = Problème du jour : <#{ $channel }>, où je ne peux rien publier en ce moment. Laissez-moi le voir et y envoyer des messages, puis réutilisez-y `/configurer salons`.
setup-puzzles-off = Problème du jour : seulement avec `/problème du-jour:true`
setup-posts-each = Fils : un nouveau plateau à chaque coup (`/configurer fil`)
setup-posts-one = Fils : un seul plateau, mis à jour, et une ligne qui mentionne le joueur au trait (`/configurer fil`)
setup-thread-limit = Le serveur a atteint la limite de fils actifs de Discord ({ $time }) : certaines parties restent donc dans leur salon. Fermez les fils inutiles
setup-posts-next = Les parties en cours passeront à ce réglage à leur prochain coup.
ladder-digest = **Changements sur les échelles** · <t:{ $at }:D>
ladder-digest-more = { $count ->
    [one] … et un changement antérieur : `/échelle historique`
   *[other] … et { $count } changements antérieurs : `/échelle historique`
}

## Fair-play

challenge-repeated-pair = Vous avez joué ensemble { $games } parties classées en { $days } jours : celle-ci est amicale
error-pair-limit = Vous avez joué ensemble { $games } parties classées en { $days } jours : les suivantes sont amicales. Acceptez un défi amical, ou attendez.
review-title = **Parties des { $days } derniers jours** (classées : { $games }). Ces chiffres ne prouvent rien : ils montrent où regarder.
review-nothing = Rien d'anormal.
review-pairs = **Beaucoup de parties classées entre les deux mêmes joueurs**
review-pair = • <@{ $one }> – <@{ $other }> : { $games } parties, victoires { $wonone } – { $wonother }. Toutes leurs parties classées : { $allone }, { $allother }
review-broken-off = **Parties que les deux mêmes joueurs n'ont pas terminées**
review-broken-off-pair = • <@{ $one }> – <@{ $other }> : annulées : { $aborted }, perdues au temps : { $timedout }
review-new-accounts = **Comptes récents qui perdent** (moins de { $days } jours à ce moment-là)
review-new-account = • <@{ $player }>, compte de { $age } j : { $lost } défaites sur { $games } parties classées, dont { $count } contre <@{ $winner }>
review-unplayed = **Parties d'échelles et de tournois gagnées avant que tout le monde ait joué**
review-unplayed-wins = • <@{ $player }> : { $count }
review-hint = `/organiser invalider` retire un résultat des classements. Personne n'est sanctionné automatiquement.

## Quelqu'un remplace un joueur

replacement-you-asked = J'ai demandé à <@{ $new }> de remplacer <@{ $player }> dans la partie `{ $id }`.
replacement-you-play = Vous jouez désormais dans la partie `{ $id }`, qui devient amicale.
replacement-you-declined = Refusé. Vous ne participez pas à la partie `{ $id }`.
replacement-asked = <@{ $player }>, l'organisateur <@{ $organizer }> vous invite à remplacer <@{ $former }> dans cette partie. Elle serait alors amicale. Raison : { $reason }
replacement-declined = <@{ $player }> n'a pas accepté de prendre la place. La partie continue comme avant.
replacement-done = { $players }, <@{ $player }> a pris la place de <@{ $former }>, à la demande de <@{ $organizer }>. La partie est désormais amicale.
button-take-over = Prendre la place
button-not-take-over = Refuser
organize-error-cannot-replace = <@{ $player }> joue déjà dans cette partie, ou l'organise. Choisissez quelqu'un d'autre.
organize-error-ladder-game = C'est une partie d'échelle : personne ne peut y remplacer un joueur. Terminez-la avec `/organiser trancher` ou `/organiser invalider`.
organize-error-not-asked = Vous n'êtes pas invité à prendre une place dans cette partie, ou ne l'êtes plus.
replacement-not-here = <@{ $player }> n'est pas sur ce serveur, ou ne voit pas ce salon. Choisissez un membre qui le voit.

## Le rôle d'un premier

leader-role = Le premier de cette échelle reçoit <@&{ $role }>.
leader-role-none = Le premier de cette échelle n'a pas de rôle à lui.
leader-role-refused = Le premier de cette échelle devrait avoir <@&{ $role }>, mais Discord ne me laisse pas le donner. Laissez-moi gérer les rôles, et placez le mien au-dessus.
leader-role-left = Je n'ai pas pu retirer <@&{ $role }> à <@{ $player }>. Merci de le faire vous-même.
leader-role-lost = Je ne peux plus donner le rôle du premier de **{ $name }** (<@&{ $role }>). Laissez-moi gérer les rôles, placez le mien au-dessus, ou choisissez-en un autre avec `/configurer premier`. Je réessaie chaque heure.
error-manage-roles = Je ne peux pas gérer les rôles de ce serveur. Donnez-moi la permission **Gérer les rôles**, puis réutilisez la commande.
error-role-above = Je ne peux pas donner <@&{ $role }>. Placez mon rôle au-dessus dans les paramètres du serveur, puis réutilisez la commande.
leader-role-later = Discord ne répond pas en ce moment : je donnerai le rôle dans quelques minutes.
error-your-manage-roles = Il vous faut la permission **Gérer les rôles** pour choisir le rôle du premier. Demandez à quelqu'un qui l'a.
error-role-allows-more = <@&{ $role }> permet plus que ce que vous pouvez faire vous-même. Choisissez un autre rôle, ou demandez à quelqu'un qui a tous ces droits.
error-role-not-now = Discord ne répond pas en ce moment. L'ancien rôle reste donc en place. Réutilisez la commande dans une minute.
error-role-busy = Je transmets le rôle du premier en ce moment. Réutilisez la commande dans une minute.

## Parties contre Sumito

engine-begun = Votre partie **{ $id }** contre { $opponent } a commencé. Vous jouez les **{ $color }**.
engine-is-casual = Les parties contre moi sont amicales : le résultat ne change aucun classement.
engine-thinks = { $player } réfléchit. La réponse arrive dans un instant.
# $games : combien d'autres parties passent avant.
engine-queue = { $games ->
    [one] { $player } répond d'abord dans **une autre partie**. Ensuite vient la vôtre.
   *[other] { $player } répond d'abord dans **{ $games } autres parties**. Ensuite vient la vôtre.
}
engine-busy = { $player } a beaucoup de parties en cours. La réponse à votre coup arrive dès que possible.
error-no-engine = Je ne joue pas moi-même à Abalone ici. Défiez plutôt une personne.
error-no-such-level = Ce niveau n'existe pas. Choisissez-en un de 1 à 10, ou la pleine force.
error-engine-for-two = Je ne joue que des parties à deux. Omettez `seats`, ou choisissez les autres joueurs.
error-engine-plays-on = Je n'accepte pas les nulles. Continuez, ou abandonnez.
error-no-help = Tant qu'une partie est en cours, je n'aide que dans vos parties contre moi.
button-hint = Indice
engine-hint = Je jouerais `{ $notation }`.
engine-hint-marbles = Regardez { $marbles }.
button-show-move = Montrer le coup
engine-hint-none = Je n'ai pas d'indice pour le moment. Redemandez dans un instant.
analysis-title = Analyse de `{ $id }` : { $players }
analysis-accuracy = Précision : { $list }
analysis-player = { $player } **{ $accuracy } %**
analysis-mistake = **{ $move }.** { $player } a joué `{ $notation }`, ce qui lui coûte { $loss ->
    [one] { $loss } point
   *[other] { $loss } points
} de chances de gagner. Mieux : `{ $line }`
analysis-no-mistakes = Je n'ai trouvé aucune erreur qui ait coûté cher.
analysis-chances = Chances de gagner, en %
# Sous un plateau ; le retour à la ligne reste.
analysis-played = { $played }
    −{ $loss } %
analysis-better = { $move }. mieux : { $notation }
analysis-position = `{ $id }` après { $ply ->
    [one] { $ply } coup
   *[other] { $ply } coups
} sur { $plies }
analysis-best = { $player } a joué `{ $notation }`, le meilleur coup que j'aie trouvé.
analysis-lost = { $player } a joué `{ $notation }`, ce qui lui coûte { $loss ->
    [one] { $loss } point
   *[other] { $loss } points
} de chances de gagner. Mieux : `{ $line }`
analysis-chance = { $player } : { $chance } % de chances de gagner
analysis-chances-of-two = Chances de gagner : { $one } { $first } %, { $two } { $second } %
analysis-won = { $player } a gagné.
analysis-forced = { $moves ->
    [one] { $player } gagne au prochain coup.
   *[other] { $player } peut forcer la victoire en { $moves } coups.
}
analysis-next = Je continuerais par `{ $line }`.
analysis-busy = D'autres parties m'occupent pour le moment. Redemandez dans un instant.
button-analyze = Analyser
button-analysis-steps = Parcourir
button-analysis-mistake = Coup { $move }
button-analysis-overview = Vue d'ensemble
error-level-for-person = Un niveau ne vaut que contre moi. Omettez `niveau` pour défier une personne, ou défiez-moi.

## Vie privée

deleted-user = Utilisateur supprimé
# Un programme qui joue. $level : sa force.
engine-name = { $level ->
    [11] Sumito (pleine force)
   *[other] Sumito (niveau { $level })
}
privacy-stored = **Ce que je conserve à votre sujet**
    • Vos parties ({ $games }) : leurs coups et leurs horaires, et le nom que vous portiez alors. Elles restent, car ce sont aussi celles de vos adversaires.
    • Vos classements et statistiques, vos places dans les échelles, et ce que des organisateurs ont noté sur vos parties : aussi longtemps que les parties.
    • Vos réglages, votre langue, vos congés et les problèmes qui vous ont été montrés : jusqu'à ce que vous les supprimiez.
    • Vos coups conditionnels : jusqu'à ce qu'ils soient joués ou effacés.
    • Les messages privés que je vous ai envoyés, pour pouvoir les mettre à jour : jusqu'à ce que d'autres les remplacent.
    `/réglages confidentialité exporter` vous donne tout. `/réglages confidentialité supprimer` l'efface.
privacy-export = { $games ->
    [0] Tout ce que je conserve à votre sujet, en JSON. Vous n'avez encore joué aucun coup.
    [one] Tout ce que je conserve à votre sujet, en JSON, et la notation de votre partie.
   *[other] Tout ce que je conserve à votre sujet, en JSON, et la notation de vos { $games } parties, les plus récentes d'abord.
}
privacy-export-rest = Discord n'accepte pas de fichiers plus gros : { $games } parties et { $rows } entrées plus anciennes n'y sont pas. Demandez-les à l'hébergeur de ce bot.
privacy-delete-ask = **Supprimer tout ce que je conserve à votre sujet ?** C'est définitif.
    • Vos réglages, vos congés, vos coups conditionnels et vos problèmes sont supprimés. Vous quittez toutes les échelles.
    • Vos parties restent pour vos adversaires, avec *Utilisateur supprimé* à la place de votre nom : dans les résultats, les historiques, les classements, les statistiques et les échelles. Les parties terminées continuent de compter pour le classement de vos adversaires.
    • Les messages déjà publiés dans Discord restent tels quels.
    • Si vous rejouez, vous repartez de zéro.
privacy-delete-playing = { $playing ->
    [0] **{ $challenges ->
        [one] Un défi est encore ouvert.** Il serait clos.
       *[other] { $challenges } défis sont encore ouverts.** Ils seraient clos.
    }
   *[other] **Vous jouez encore : { $playing ->
        [one] une partie
       *[other] { $playing } parties
    }{ $challenges ->
        [0] .
        [one] , et un défi est ouvert.
       *[other] , et { $challenges } défis sont ouverts.
    }** Les parties en cours seraient abandonnées, et les parties classées compteraient. Les défis ouverts seraient clos.
}
button-delete-data = Tout supprimer
button-resign-and-delete = Tout abandonner et supprimer
privacy-kept = Rien n'a été supprimé.
privacy-deleting = Je supprime vos données. Cela prend quelques minutes au plus. Ne commencez pas de partie d'ici là.
privacy-asked-long-ago = Cette question n'est plus valable. Utilisez de nouveau `/réglages confidentialité supprimer`.

# Unités, dates, et mots que l'on tape. Les listes ont des virgules ; les mots de toutes les langues sont compris.
unit-day = j
unit-hour = h
unit-minute = min
percent = { $percent } %
weekdays = lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche
typed-off = non, aucun, aucune, jamais, rien, désactivé
typed-default = défaut, par défaut, comme d'habitude
typed-today = maintenant, aujourd'hui, aujourdhui
typed-tomorrow = demain
typed-in = dans
typed-one = un, une
typed-days = j, jour, jours
typed-hours = h, heure, heures
typed-minutes = min, minute, minutes

## Tournois

event-error-no-server = Un tournoi appartient à un serveur.
event-error-none = Ce serveur n'a pas encore de tournoi. Un organisateur en crée un avec `/tournoi créer`.
event-error-which = Quel tournoi ? Ce serveur a { $names } : choisissez avec l'option `tournoi`.
event-error-no-such = Ce serveur n'a pas de tournoi { $name }.
event-error-name-taken = Un autre tournoi en cours porte déjà ce nom.
event-error-draft-name-taken = Un tournoi que personne n'a encore annoncé s'appelle déjà **{ $name }** : `/tournoi modifier` le montre. Choisissez un autre nom, ou abandonnez ce tournoi.
event-error-too-many = Ce serveur a { $most } tournois en cours. Terminez-en un d'abord.
event-error-too-many-drafts = Ce serveur a { $most } tournois que personne n'a annoncés. `/tournoi modifier` les retrouve : annoncez-en ou abandonnez-en un d'abord.
event-error-already-in = Vous êtes déjà inscrit.
event-error-not-in = Cette personne ne participe pas à ce tournoi, ou s'est retirée.
event-error-withdrawn = Un joueur qui s'est retiré ne peut plus revenir une fois la ronde suivante appariée.
event-error-has-withdrawn = <@{ $player }> s'est retiré et ne peut plus revenir une fois la ronde suivante appariée. Personne n'a été ajouté : réessayez sans cette personne.
event-error-no-skipping = Dans ce tournoi, personne ne peut sauter une ronde.
event-error-skipping-not-swiss = `sauts` ne vaut que pour un tournoi suisse : dans cette formule, personne ne peut sauter une ronde. Omettez `sauts`.
event-error-leaves-nobody-out = `écarter` ne vaut que pour une formule toutes rondes : cette formule n'écarte personne du classement. Omettez `écarter`, ou choisissez d'abord cette formule.
event-error-rounds-not-swiss = `rondes` ne vaut que pour un tournoi suisse : dans cette formule, le nombre de rondes dépend des joueurs. Omettez `rondes`.
event-error-too-few-seats = Cette formule demande au moins { $least } joueurs, et le tournoi n'a que { $seats } places. Donnez-lui plus de places, ou choisissez une autre formule.
event-error-no-later-round = La dernière ronde a déjà commencé.
event-error-round-not-ahead = { $count ->
    [one] Seule la ronde { $last } n'a pas encore commencé : choisissez celle-là.
   *[other] Choisissez une ronde qui n'a pas commencé : de { $first } à { $last }.
}
event-error-has-begun = Le tournoi a commencé. Cela ne se choisit qu'avant.
event-error-begun-before = **{ $name }** a déjà commencé : `/tournoi parties` montre ses parties.
event-error-no-late-entries = Le tournoi a commencé et n'accepte plus de joueurs.
event-error-plays-already = <@{ $player }> participe déjà à ce tournoi.
event-error-bot = <@{ $player }> est un bot, et les bots ne jouent pas dans les tournois. Choisissez une personne.
event-error-not-here = <@{ $player }> n'est pas sur ce serveur, ou ne voit pas ce salon. Choisissez un membre qui le voit.
event-error-empty-team = Il faut au moins un joueur par équipe, et l'une d'elles est encore vide.
event-error-you-are-not-in = Vous ne participez pas à ce tournoi, ou vous vous êtes déjà retiré.
event-is-over = **{ $name }** est terminé.
event-error-not-swiss = Ce n'est possible que dans un tournoi suisse. Dans cette formule, les rencontres sont fixées d'avance.
event-error-not-at-once = Toutes les parties à la fois : c'est possible en toutes rondes avec des jours par coup, et { $most } joueurs au plus.
event-error-not-two-games = Deux parties par ronde : c'est possible avec des jours par coup, et pas dans les matchs par équipes.
event-error-which-board = Cette personne a plusieurs parties dans cette ronde. Indiquez-en une dans `table`, par son numéro dans `/tournoi parties` : { $boards }.
event-error-no-draft = Aucune ronde n'est appariée sans être ouverte. `/tournoi apparier aperçu:True` apparie la suivante quand toutes les parties sont finies.
event-error-draft-changed = Les appariements ont changé depuis que vous les avez vus. Revoyez-les avec `/tournoi apparier aperçu:True`.
event-error-may-not-meet = <@{ $one }> et <@{ $other }> se rencontreraient, mais ils se sont déjà rencontrés ou sont séparés.
event-error-same-player = Vous avez indiqué <@{ $player }> deux fois. Indiquez deux joueurs différents.
event-error-no-games-open = Toutes les parties de la ronde sont finies.
event-error-round-not-counted = La ronde { $round } n'était pas finie à la fin du tournoi : ses parties ne comptent pas au classement. Rien n'a changé.
event-error-nothing-played = Personne n'a encore de point. `/tournoi annuler` met fin au tournoi sans résultat.
event-error-written = On peut écrire aux joueurs une fois par heure : de nouveau <t:{ $at }:R>.
event-error-nobody-in = Personne ne s'est encore inscrit.
event-error-no-message = Écrivez votre message dans `texte`.
event-error-seed-twice = Deux joueurs ont le numéro { $seed }. Personne n'a été ajouté.
event-error-file-alone = Utilisez `fichier` seul, ou `joueur` avec `numéro`, `classement` et `équipe`.
event-error-file-number = À la ligne { $number } du fichier, un nombre est faux : `{ $line }`. Les numéros vont de 1 à 256, les classements de 1 à 4000, et une équipe est 1 ou 2. Personne n'a été ajouté.
event-error-announced = Ce tournoi est déjà annoncé. `/tournoi annuler` y met fin.
event-error-teams-not-chosen = Des joueurs se sont déjà inscrits, et aucun n'a d'équipe. Annulez ce tournoi et créez un match par équipes.
event-error-round-just-begun = La ronde { $round } vient de commencer. Regardez `/tournoi parties` : s'il s'agit d'une partie de cette ronde, utilisez la commande à nouveau dans une minute.
event-error-not-begun = Le tournoi n'a pas encore commencé.
event-error-not-paired = La ronde { $round } n'est pas encore appariée. Elle le sera à la fin de la ronde { $before }.
event-error-decided = <@{ $other }> a tranché cette partie <t:{ $at }:R>. Pour changer cela, utilisez la commande à nouveau dans une minute.
event-error-no-round = Ce tournoi compte { $count ->
    [one] une ronde
   *[other] { $count } rondes
}.
event-error-round-not-begun = La ronde { $round } n'a pas encore commencé.
event-error-over = Le tournoi est terminé.
event-error-full = Les { $seats } places sont prises.
event-error-too-few = Il faut { $least } joueurs pour commencer ; { $count ->
    [0] personne n'est inscrit
    [one] un seul est inscrit
   *[other] { $count } sont inscrits
}.
event-error-date-in-past = La fin des inscriptions est déjà passée. Choisissez une date à venir.
event-error-date-too-far = Un tournoi commence dans l'année qui vient. Choisissez une date plus proche.
event-error-no-date = Je ne lis pas de date dans { $typed }. Essayez `vendredi 18:00`, `24.12.2026` ou `dans 2 jours`.
event-error-no-start = Un tournoi qui se répète a besoin d'un début : choisissez d'abord *Début* dans le formulaire.
event-error-no-board = Cette personne n'a pas de partie dans cette ronde.
event-error-closed = Les inscriptions sont closes. Demandez à un organisateur.
event-error-rating = Ce tournoi est réservé aux { $limits } ; le vôtre est de { $rating }.
event-error-no-rating = Ce tournoi est réservé aux { $limits }. Vous n'avez pas encore de classement dans ces parties sur ce serveur : jouez d'abord des parties classées.
event-error-role = Ce tournoi est réservé aux membres qui ont le rôle <@&{ $role }>.
event-error-which-team = Quelle équipe ? Appuyez sur son bouton sur la carte du tournoi, ou utilisez `/tournoi participer équipe:1` ou `équipe:2`.
event-error-add-to-which-team = Dans un match par équipes, il faut une équipe à chacun : indiquez un joueur et `équipe:1` ou `équipe:2`, ou un `fichier` avec la colonne `team`.
event-error-no-teams = Ce tournoi n'a pas d'équipes. Omettez `équipe`.
event-error-teams = Écrivez deux noms séparés par une barre : `Rouges / Bleus`.
event-error-tie-break = Je ne connais pas le départage `{ $typed }`. Il y a : { $names }. Séparez-les par des virgules.
event-error-ratings-reversed = La limite inférieure des classements dépasse la limite supérieure.
event-error-nothing-drawn = Une position commune à toute la ronde doit être tirée au sort : choisissez d'abord la position `random`.
event-error-still-in = <@{ $player }> participe encore. Retirez d'abord cette personne avec `/tournoi retirer`.
event-error-no-vacant-place = Aucune place n'est libre. Indiquez le joueur qui s'est retiré ; en élimination directe, il doit s'être retiré dans cette ronde.
event-error-games-open = { $open ->
    [0] Les rondes de ce tournoi sont appariées automatiquement.
    [one] Une partie de la ronde { $round } est encore en cours. Attendez-la ou tranchez-la avec `/tournoi trancher`.
   *[other] { $open } parties de la ronde { $round } sont encore en cours. Attendez-les ou tranchez-les avec `/tournoi trancher`.
}
event-format-swiss = système suisse
event-format-monrad = système suisse (Monrad)
event-format-round-robin = toutes rondes
event-format-double-round-robin = toutes rondes, aller et retour
event-format-knock-out = élimination directe
event-format-groups = groupes, puis élimination directe
event-format-team-match = match par équipes
event-rounds = { $rounds ->
    [one] une ronde
   *[other] { $rounds } rondes
}
event-pauses-all = les congés arrêtent les pendules
event-pauses-none = les congés n'arrêtent pas les pendules
event-sign-up-until = Inscriptions jusqu'au <t:{ $at }:f> (<t:{ $at }:R>).
event-sign-up = Inscriptions ouvertes ; un organisateur lancera le tournoi.
event-entrants = { $count ->
    [0] Personne n'est encore inscrit.
    [one] Un joueur : { $list }
   *[other] { $count } joueurs : { $list }
}
event-entrants-of = { $count ->
    [0] Personne n'est encore inscrit ; il y a { $most } places.
    [one] Une place prise sur { $most } : { $list }
   *[other] { $count } places prises sur { $most } : { $list }
}
event-waiting = Sur liste d'attente : { $list }
event-waits-for-organizer = La ronde **{ $round }** est finie · un organisateur apparie la suivante
event-waits-for-first = La première ronde est appariée · un organisateur l'ouvre
event-running = Ronde **{ $round }** · { $open ->
    [0] toutes les parties sont terminées
    [one] une partie en cours
   *[other] { $open } parties en cours
}
event-over = { $count ->
    [one] 🏆 **{ $players }** gagne.
   *[other] 🏆 **{ $players }** se partagent la première place.
}
event-nobody-left = Le classement est vide : tous les joueurs se sont retirés trop tôt.
event-is-cancelled = Tournoi annulé.
event-column-points = Pts
event-column-buchholz = Buchholz
event-column-buchholz-cut-1 = Buchholz −1
event-column-sonneborn-berger = Sonneborn–Berger
event-column-direct-encounter = Confrontation directe
event-column-wins = Gains
event-column-standard-points = Points standard
event-column-progressive = Score progressif
event-column-black-wins = Gains en second
event-column-performance = Performance
event-column-lots = Tirage au sort
event-column-marbles = Billes
event-legend-column = { $label } : { $meaning }
event-legend-buchholz = les points de tous les adversaires
event-legend-buchholz-cut-1 = les points de tous les adversaires sauf le plus faible
event-legend-sonneborn-berger = les points de chaque adversaire, multipliés par ceux obtenus contre lui
event-legend-direct-encounter = les parties entre les joueurs à égalité
event-legend-wins = les rondes valant un gain
event-legend-standard-points = un point par ronde au-dessus de la nulle, un demi pour une nulle
event-legend-progressive = la somme des points après chaque ronde
event-legend-black-wins = les parties gagnées sans avoir commencé
event-legend-performance = le classement qui correspond aux résultats contre ces adversaires
event-legend-lots = tiré une fois pour tout le tournoi
event-legend-marbles = billes sorties moins billes perdues
event-legend-opponent = 1 (5) : un gain contre le joueur 5, dont le numéro suit le nom
event-legend-unplayed = + et − : gain et perte sans partie, ou avant que les deux aient joué{ $swiss ->
    [yes] . Le point compte, mais pas la partie dans les départages.
   *[no] .
}
event-after-round = { $round ->
    [0] le classement commence après la ronde 1
   *[other] après la ronde { $round }
}
event-own-place = Vous êtes à la place **{ $place }** avec { $points }.
event-left-out = Hors classement après un retrait avant la moitié des parties : { $players }
event-round-planned = fixée d'avance, pas encore commencée
event-points = { $halves ->
    [0] **{ $points }** point
    [1] **{ $points }** point
    [2] **{ $points }** point
    [3] **{ $points }** point
   *[other] **{ $points }** points
}
event-round-title = **{ $name }**, ronde { $round }
event-final = Finale
event-semifinals = Demi-finales
event-quarterfinals = Quarts de finale
event-round-of = Tableau de { $players }
event-third-place = Troisième place
event-bye = { $board }. { $player } est exempt pour cette ronde
event-round-until = jusqu'au <t:{ $at }:f>
event-out = Exclus après deux parties sans un seul coup joué : { $players }
event-skips = Ne jouent pas cette ronde : { $players }
event-round-closes = { $round } se termine <t:{ $at }:R>, <t:{ $at }:f>. Si votre partie est encore en cours, { $unfinished ->
    [organizer] un organisateur la tranchera.
    [clock] celui à qui il restera le plus de temps la gagnera.
   *[score] celui qui mènera au score la gagnera ; à égalité, elle sera nulle.
}
event-first-move-due = { $player }, votre partie attend votre premier coup. Sans ce coup, vous la perdrez par forfait <t:{ $at }:R>.
event-round-over = <@{ $organizer }>, toutes les parties de la ronde { $round } de **{ $name }** sont finies. `/tournoi apparier` ouvre la ronde suivante.
event-round-was-over = Toutes les parties de la ronde { $round } de **{ $name }** sont finies. { $phase ->
    [over] Le tournoi est terminé.
    [cancelled] Le tournoi a été annulé.
   *[running] La ronde { $next } est appariée.
}
event-undecided = <@{ $organizer }>, la ronde { $round } de **{ $name }** est close et ces parties ne sont pas finies. La ronde suivante ne peut pas commencer tant qu'elles durent : tranchez-les avec `/tournoi trancher`, ou laissez-les se terminer.
event-all-decided = Toutes les parties de la ronde { $round } de **{ $name }** sont tranchées.
event-summary = **{ $name }**, semaine { $week } · ronde { $round }
event-summary-open = { $open ->
    [0] Aucune partie n'est en cours.
    [one] Une partie est en cours ; le coup est attendu depuis :
   *[other] { $open } parties sont en cours ; les coups sont attendus depuis :
}
event-call = **{ $name }** commence <t:{ $at }:R> : { $players }
event-moved-up = { $players } : { $count ->
    [one] une place s'est libérée dans **{ $name }**, et elle vous revient
   *[other] des places se sont libérées dans **{ $name }**, et elles vous reviennent
}. Vous n'êtes plus sur liste d'attente. `/tournoi quitter` la cède au suivant.
event-channel-lost = Je ne peux plus écrire dans <#{ $channel }>, le salon de votre tournoi **{ $name }** : il a été supprimé, ou je n'y ai plus accès. Le tournoi continue. Pour le déplacer, utilisez `/tournoi déplacer` dans un autre salon.
event-message = **{ $name }** · <@{ $organizer }> écrit :
    { $text }
    { $players }
event-ratings = classements de { $from } à { $to }
event-ratings-from = classements à partir de { $from }
event-ratings-to = classements jusqu'à { $to }
event-rule-days = { $days ->
    [one] une ronde se termine après un jour
   *[other] une ronde se termine après { $days } jours
} ; { $unfinished ->
    [organizer] un organisateur tranche les parties en cours
    [clock] les parties en cours sont tranchées au temps restant
   *[score] les parties en cours sont tranchées au score
}
event-rule-first-move = temps pour le premier coup : { $time }
event-rule-by-hand = un organisateur apparie chaque ronde
event-rule-repeats = { $every ->
    [weekly] de nouveau chaque semaine
   *[other] de nouveau chaque mois
}
event-rule-all-at-once = toutes les parties à la fois
event-rule-two-games = deux parties par ronde, en changeant de couleur
event-rule-one-layout = une même position tirée au sort pour toute la ronde
event-rule-leaves-out = qui se retire avant la moitié de ses parties sort du classement
event-rule-tie-break = départage : { $list }, puis comme d'habitude
event-rule-c07 = exemptions et absences selon le C.07 de la FIDE, édition { $year }
event-rule-skipping = { $worth ->
    [off] aucune ronde ne peut être sautée
   *[zero] une ronde sautée ne vaut rien
}
event-rule-role = pour <@&{ $role }>
event-rule-begins-with = commence avec { $count } joueurs
event-sign-up-closed = Les inscriptions sont closes.
event-team = Équipe { $number }
event-teams-drawn = Le match est nul.
event-round-layout = Position tirée au sort : numéro { $seed }
event-you-forbade = <@{ $one }> et <@{ $other }> ne seront pas appariés dans **{ $name }** à partir de la ronde suivante.
event-you-allowed = <@{ $one }> et <@{ $other }> peuvent de nouveau être appariés dans **{ $name }**.
event-you-closed = Plus personne ne peut s'inscrire à **{ $name }**. `/tournoi fermer rouvrir:True` rouvre les inscriptions.
event-you-reopened = On peut de nouveau s'inscrire à **{ $name }**.
event-you-substituted = Dans **{ $name }**, <@{ $player }> prend la place de <@{ $former }> à partir de la prochaine ronde.
event-you-filled = Dans **{ $name }**, <@{ $player }> prend la place libre à partir de la prochaine ronde.
event-you-called = **{ $name }** commence <t:{ $at }:R>. Je préviens les joueurs.
button-event-join-team = Rejoindre { $team }
audit-event-substituted = a laissé quelqu'un prendre une place d'un tournoi
audit-event-closed = a fermé les inscriptions à un tournoi
audit-event-reopened = a rouvert les inscriptions à un tournoi
event-created = **{ $name }** est annoncé dans <#{ $channel }>, où ses parties commenceront aussi.
event-ask-add = Ajouter des joueurs à **{ $name }** : choisissez-les ici, ou utilisez `/tournoi ajouter` avec `joueur` ou `fichier`.
event-mine = **Vos tournois**
event-mine-none = Vous ne participez à aucun tournoi de ce serveur. `/tournoi participer` vous inscrit à un tournoi ouvert.
event-mine-waiting = vous êtes sur la liste d'attente
event-mine-starts = commence <t:{ $at }:R>
event-mine-signed-up = vous êtes inscrit ; un organisateur lancera le tournoi
event-mine-place = ronde { $round } · place { $place }, points : { $points }
event-mine-round = ronde { $round }
event-mine-rests = pas d'adversaire pour cette ronde
event-mine-skips = vous sautez cette ronde
event-mine-plays = contre { $opponent } : { $game }
event-mine-played = contre { $opponent } : { $game }, terminée ; la ronde continue
event-mine-withdrawn = vous vous êtes retiré
event-mine-draft = pas encore annoncé ; `/tournoi modifier` montre le formulaire
event-error-not-announced = Le tournoi n'est pas encore annoncé.
event-form-format = Formule
event-form-game = Jeu
event-form-pace = Temps par coup
event-form-until = Début
event-form-by-hand = Quand vous le lancerez
event-form-days = { $days ->
    [one] Dans un jour
   *[other] Dans { $days } jours
}
event-form-minutes = Dans { $minutes } minutes
event-form-at = { $hours ->
    [0] Bientôt
    [one] Dans une heure
   *[other] Dans { $hours } heures
}
event-form-name = Nom
event-form-rounds = Rondes
event-form-players = Places (vide : 256)
event-form-setup = Ligne de configuration
event-form-tie-break = Premiers départages (vide : les habituels)
event-form-c07 = Exemptions et absences selon le C.07 de la FIDE, édition { $year }
event-form-leave-out = { $leaves ->
    [yes] Écarter qui se retire tôt
   *[no] Garder au classement qui se retire tôt
}
event-form-days-of-round = Jours avant la fin d'une ronde (vide : sans)
event-form-first-move = Heures pour un 1er coup (vide : sans)
event-form-rating-from = Classement minimal (vide : aucun)
event-form-rating-to = Classement maximal (vide : aucun)
event-form-begins-with = Commence à ce nombre d'inscrits (vide : non)
event-form-number = { $field } : écrivez un nombre de { $least } à { $most }.
event-form-places = Places : { $most }
event-form-draft = Personne d'autre ne voit encore ce tournoi. *Annoncer* le publie dans <#{ $channel }>, où ses parties commenceront aussi.
event-form-discarded = Brouillon supprimé.
event-preset-club-swiss = Tournoi suisse du club
    .about = 5 rondes, 2 jours par coup, marguerite belge
event-preset-cup = Coupe
    .about = Groupes, puis élimination directe ; 2 jours par coup, marguerite belge
event-preset-everybody = Tous contre tous
    .about = Toutes rondes, 3 jours par coup, marguerite belge
event-preset-sprint-evening = Soirée sprint
    .about = En direct : 5 rondes de 20 coups d'affilée, 10 minutes par partie
button-event-announce = Annoncer
button-event-details = Détails…
button-event-limits = Limites…
button-event-unfinished = { $unfinished ->
    [organizer] Fin de ronde : organisateur
    [clock] Fin de ronde : temps restant
   *[score] Fin de ronde : score
}
button-event-discard = Supprimer le brouillon
button-event-edit = Modifier…
audit-event-edited = a modifié un tournoi
audit-event-added = a ajouté des joueurs à un tournoi
audit-event-seeded = a ajouté des joueurs à un tournoi, avec numéros ou classements
audit-event-unseated = a réduit le nombre de places d'un tournoi
event-exported = **{ $name }** jusqu'ici : un rapport au format TRF de la FIDE, que lisent les programmes d'appariement.
event-you-joined = Vous participez à **{ $name }**. Quand une ronde commence, je vous mentionne dans votre partie.
event-you-joined-late = Vous participez à **{ $name }** à partir de la prochaine ronde.
event-you-came-back = Vous participez de nouveau à **{ $name }**.
event-you-wait = Toutes les places de **{ $name }** sont prises ; vous êtes sur liste d'attente.
event-added-waits = { $player } (en liste d'attente)
event-added-changed = Déjà inscrits, désormais avec ces valeurs : { $list }
event-ask-leave = Quitter **{ $name }** ?
event-ask-withdraw = Vous retirer de **{ $name }** ? Vous ne serez plus apparié, et ne pourrez revenir que jusqu'à l'appariement de la prochaine ronde. Votre partie en cours continue.
event-ask-withdraw-skip = `/tournoi sauter` ne laisse passer qu'une ronde.
event-ask-withdraw-at-once = Vous retirer de **{ $name }** ? Vos parties en cours continuent jusqu'à leur fin ou votre abandon. Jusqu'à la fin du tournoi, `/tournoi participer` vous y ramène.
event-ask-withdraw-left-out = Vous avez joué moins de la moitié de vos parties. Tant que c'est le cas, vous ne figurez pas au classement, et vos parties ne comptent pas non plus pour vos adversaires.
event-you-withdrew = Vous vous êtes retiré de **{ $name }**.
event-withdrew-undo = Jusqu'à l'appariement de la prochaine ronde, `/tournoi participer` vous y ramène.
event-withdrew-undo-at-once = Jusqu'à la fin du tournoi, `/tournoi participer` vous y ramène.
event-you-skip-half = Vous sautez la ronde { $round } de **{ $name }**, pour un demi-point. Jusqu'à l'appariement, `annuler:True` annule ce choix.
event-you-skip = Vous sautez la ronde { $round } de **{ $name }**, sans point. Jusqu'à l'appariement, `annuler:True` annule ce choix.
event-you-play = Vous jouez la ronde { $round } de **{ $name }**.
event-kept = Rien n'a changé.
event-you-paired = La ronde { $round } de **{ $name }** est appariée.
event-already-paired = La ronde { $round } de **{ $name }** a déjà été appariée ; on en est à la ronde { $current }.
event-you-began = **{ $name }** a commencé : { $games ->
    [one] une partie
   *[other] { $games } parties
} dans la ronde 1.
event-you-removed = <@{ $player }> ne participe plus à **{ $name }**.
event-ask-cancel = Annuler **{ $name }** ? { $open ->
    [0] Aucune partie n'est en cours.
    [one] Une partie continue sans compter pour le tournoi.
   *[other] { $open } parties continuent sans compter pour le tournoi.
} C'est définitif.
event-you-cancelled = **{ $name }** est annulé.
event-you-moved = **{ $name }** continue dans <#{ $channel }> : ses prochaines parties y commenceront. Les parties en cours restent où elles sont.
event-ask-end = Terminer **{ $name }** maintenant, avec le classement tel qu'il est ? { $open ->
    [0] Aucune partie n'est en cours.
    [one] Une partie continue sans compter pour le tournoi.
   *[other] { $open } parties continuent sans compter pour le tournoi.
} C'est définitif.
event-you-ended = **{ $name }** est terminé, avec le classement tel qu'il est.
event-ask-close = Fermer maintenant la ronde { $round } de **{ $name }** ? { $open ->
    [one] Une partie est en cours :
   *[other] { $open } parties sont en cours :
} { $unfinished ->
    [organizer] un organisateur tranche.
    [clock] celui à qui il reste le plus de temps gagne.
   *[score] celui qui mène gagne ; à égalité, c'est une nulle.
}
event-you-closed-round = La ronde { $round } de **{ $name }** est fermée.
event-draft = **{ $name }**, ronde { $round } telle qu'elle est appariée. Vous seul voyez cela. `/tournoi échanger` échange deux joueurs.
event-draft-blocked = ⚠️ <@{ $one }> et <@{ $other }> se rencontreraient, et l'un des deux a bloqué l'autre.
event-you-wrote = { $count ->
    [one] Un joueur de **{ $name }** reçoit votre message dans <#{ $channel }>.
   *[other] { $count } joueurs de **{ $name }** reçoivent votre message dans <#{ $channel }>.
}
event-you-decided = Dans **{ $name }**, la partie de <@{ $player }> contre <@{ $opponent }> (ronde { $round }, table { $board }) compte comme { $result ->
    [win] gagnée
    [loss] perdue
    [both-lose] perdue pour les deux
   *[draw] nulle
}.
event-decided-open = Si elle est encore en cours, elle se termine aussi sur le plateau.
event-you-mended = C'est une partie de la ronde { $round } : le classement en tient compte, et les rondes suivantes restent appariées comme elles le sont.
button-event-join = Participer
button-event-withdraw = Me retirer
button-event-begin = Commencer
button-event-pair = Apparier la ronde { $round }
button-event-standings = Classement
button-event-pairings = Parties
button-event-earlier = ◀ Ronde précédente
button-event-later = Ronde suivante ▶
button-event-cancel = Annuler le tournoi
button-event-open = Ouvrir la ronde { $round }
button-event-end = Le terminer
button-event-close = Fermer la ronde
challenge-off-event = Ne compte pas pour **{ $name }**
organize-error-event-game = C'est une partie de tournoi : personne ne peut y remplacer un joueur. Terminez-la avec `/organiser trancher` ou `/organiser invalider`.
audit-event-created = a créé un tournoi
audit-event-begun = a lancé un tournoi
audit-event-paired = a apparié une ronde d'un tournoi
audit-event-swapped = a échangé deux joueurs dans les appariements d'un tournoi
audit-event-round-closed = a fermé une ronde d'un tournoi
audit-event-ended = a terminé un tournoi avec le classement tel qu'il était
audit-event-written = a écrit à tous les joueurs d'un tournoi
audit-event-pair-forbidden = a empêché deux joueurs d'un tournoi de se rencontrer
audit-event-pair-allowed = a permis à deux joueurs d'un tournoi de se rencontrer
audit-event-cancelled = a annulé un tournoi
audit-event-moved = a déplacé un tournoi dans un autre salon
audit-event-decided = a tranché une partie d'un tournoi
audit-event-removed = a retiré un joueur d'un tournoi

# Pages pour les navigateurs.
button-page = Dans le navigateur
button-open = Ouvrir le plateau
button-open-of = Ouvrir le plateau { $id }
open-link = Le plateau de la partie { $game } : les joueurs y jouent au doigt ou à la souris.
games-link = Toutes vos parties, chacune avec son plateau, sur une page qui montre aussitôt celles qui vous attendent.
link-signs-in = Le lien n'est que pour vous et ne sert qu'une fois, dans les dix minutes. Il vous connecte : votre navigateur ouvre ensuite toutes vos parties, tant que vous l'utilisez au moins une fois tous les 30 jours.
web-off = Les plateaux dans le navigateur sont désactivés ici.
web-not-found = Il n'y a pas de page publique ici.
web-no-session = Votre connexion a pris fin, ou n'a pas encore eu lieu. Ouvrez le plateau depuis Discord.
web-link-used = Ce lien a déjà servi ou il est trop ancien. Demandez-en un autre dans Discord.
web-board = Plateau { $board }
web-to-board = Retour au plateau
task-link = Ce plateau dans votre navigateur : jouez-y au doigt ou à la souris.
web-daily = Problème du jour : { $state ->
    [solved] résolu
   *[open] à résoudre
} · série : { $days ->
    [0] aucune
    [one] { $days } jour
   *[other] { $days } jours
}
web-to-thread = Vers la partie dans Discord
web-foreign = Cette demande vient d'une autre page. Ouvrez le plateau depuis Discord.
web-unconfirmed = Discord ne confirme pas que vous êtes ici. Fermez le plateau, puis ouvrez-le encore une fois.
web-discord-away = Discord ne répond pas. Réessayez dans un instant.
web-too-many-logins = Beaucoup de plateaux s'ouvrent en ce moment. Réessayez dans un instant.
web-too-many-requests = Beaucoup de requêtes viennent de votre réseau en ce moment. Réessayez dans un instant.
web-busy = Beaucoup de monde regarde des parties en ce moment. Réessayez dans un instant.
web-declined = Pour ouvrir votre plateau ici, permettez à cette application de savoir qui vous êtes. Puis réessayez.
web-no-cookies = Cette application ne garde pas de cookies : le plateau ne peut donc pas s'ouvrir ici. Ouvrez-le de nouveau depuis Discord pour avoir un lien.
web-your-games = Vos parties
web-begin = Dans Discord, `/défier` invite quelqu'un à jouer, ou le bot. Avec `/chercher`, le premier qui accepte joue. `/apprendre` montre les coups.
web-waiting = { $count ->
    [one] Une partie vous attend.
   *[other] { $count } parties vous attendent.
}
web-signed-in = Connexion de
web-sign-out = Se déconnecter
web-sign-in = Se connecter avec Discord
web-sign-in-expired = Cette connexion a duré trop longtemps ou a déjà servi. Connectez-vous encore une fois.
web-sign-in-instead = Ce navigateur est connecté au nom de { $own }. Le connecter au nom de { $other } à la place ?
web-sign-in-as = Connecter au nom de { $name }
web-other-person = quelqu'un d'autre
web-link-person = la personne de ce lien
web-games-hint = Dans Discord, `/parties` vous donne un lien vers toutes vos parties : { button-page }.
web-game-hidden = Vous ne pouvez pas voir la partie ouverte ici.
web-player = Joueur
web-to-move = au trait
web-won = a gagné
web-ejected = Billes éjectées : { $ejected } sur { $target }
web-in-hand = encore { $count } à poser
web-positions = Positions
web-first = Première position
web-previous = Un coup en arrière
web-next = Un coup en avant
web-last = Dernière position
web-goes-on = La partie a continué.
web-ask = Demander à l'adversaire
web-take-back = Demander à reprendre
web-draw-offered = Votre adversaire propose la nulle.
web-asked = { $what ->
    [draw] Vous avez proposé la nulle.
    [takeback] Vous avez demandé une reprise.
   *[adjourn] Vous avez proposé de suspendre la partie.
}
web-stone = { $stone ->
    [pivot] bille neutre
    [ball] ballon
    [sister] sœur
    [obstacle] obstacle
    [hole] trou
   *[other] bille
}
web-not-now = Ce n'est pas possible maintenant. Regardez de nouveau le plateau.
web-stale = La partie a continué. Le plateau est maintenant à jour.
web-retry = Réessayer
web-round = Ronde { $round }
web-entrants = Joueurs
web-game = Partie
web-games = Parties en cours
web-moves = Coups
web-lobby = Salle de jeu
web-lobby-signed-out = Pour jouer ici, ouvrez un plateau depuis Discord : cela vous connecte.
web-to-lobby = Retour à la salle de jeu
web-not-a-member = Discord ne confirme pas que vous êtes sur ce serveur. Seuls ses membres peuvent jouer ici.
web-play = Jouer
web-no-seeks = Personne ne cherche d'adversaire en ce moment.
web-ladders = Échelles
web-events = Tournois
web-whom = Choisissez contre qui jouer.
web-no-such-choice = Ce choix n'existe pas. Choisissez de nouveau.
web-opponent-left = <@{ $player }> n'est plus sur ce serveur. Choisissez quelqu'un d'autre.
web-no-channel = Je ne sais pas encore où publier votre défi dans Discord. Jouez une première partie sur un serveur, puis revenez.
web-where-sent = Votre défi apparaît dans Discord, là où vous avez joué en dernier.
web-picture = Image
web-animation = Animation
web-record = Notation
web-opening = Ouverture du plateau…
web-needs-script = Cette page a besoin de JavaScript. Dans Discord, vous pouvez jouer sans.
web-take = À vous de jouer : prenez une bille.
web-place = À vous de jouer : choisissez une case.
web-cannot-move = Rien ne peut bouger depuis { $cell } maintenant.
web-your-move = À vous de jouer
web-sound = Son à chaque coup
web-next-game = Passer à la partie suivante après un coup
web-where = Vers où ?
web-go-on = Comment le tour continue-t-il ?
web-ready = Confirmez, ou revenez en arrière.
web-which = Quel coup vouliez-vous jouer ?
web-offline = L'envoi a échoué. Vérifiez votre connexion et réessayez.
web-no-connection = Pas de connexion pour le moment.
web-plan = Essayer des coups
web-plan-take = Essayez un coup de { $player }.
web-plan-gone = La partie a continué. Vous aviez essayé : { $line }
web-line-own = Votre coup, le coup adverse, puis votre réponse
web-plan-over = La partie serait finie ici.
web-plan-next = Finir le tour
web-plan-keep = Garder comme coups conditionnels
web-plan-end = Retour à la partie
web-add = Ajouter
web-prepares = Aux tours suivants, je pose dans l'ordre : { $list }. Je saute les cases prises entre-temps.
web-remove = Retirer
web-score = { $color } : { $count }, coup { $ply }
web-review = Retour sur la partie
web-review-begun = Sumito cherche les erreurs…
web-mistake-previous = Erreur précédente
web-mistake-next = Erreur suivante
web-fork = Essayer à partir d'ici
web-share = Discuter d'une variante
web-share-moves = Coups à partir d'ici :
web-note = Note :
web-show = Montrer
web-copy = Copier le lien
web-copied = Lien copié
web-line = { $ply ->
    [0] Une variante depuis le début
    [one] Une variante après { $ply } coup
   *[other] Une variante après { $ply } coups
}
web-line-shown = Variante non jouée
web-confirm = Confirmer
web-type = Tapez le coup :
settings-web-shown = Pages publiques : votre nom est affiché (`/réglages web`)
settings-web-hidden = Pages publiques : *Joueur* à la place de votre nom (`/réglages web`)
settings-web-signed-in = { $count ->
    [one] Un navigateur est connecté, utilisé pour la dernière fois le { $days }.
   *[other] { $count } navigateurs sont connectés, utilisés pour la dernière fois le { $days }.
}
settings-web-signed-out = Tous vos navigateurs sont déconnectés.
button-sign-out = Tout déconnecter
setup-web-off = Navigateurs : les parties de ce serveur ne sont pas publiques (`/configurer web`)
setup-web-linked = Navigateurs : toute personne qui a l'adresse d'une partie peut la voir (`/configurer web`)
setup-web-searchable = Navigateurs : les parties sont publiques, y compris pour les moteurs de recherche (`/configurer web`)
setup-web-no-pages = Navigateurs : les parties devraient être publiques, mais l'hébergeur de ce bot a désactivé les pages (`/configurer web`)
