# Le livre des règles (`/règles`), avec les mots des règles imprimées. Chaque sujet a un nom et une ligne d'explication, chaque
# page un titre et un texte. Ce qui est refusé, les options de `/défier` et le numéro de page sont ajoutés par le programme.

rules-title = Les règles
rules-index = Que voulez-vous savoir ? Choisissez un sujet, ou lisez de la première page à la dernière. Chaque page montre un plateau.
    • **Vous débutez ?** *Abalone*, *Mouvements*, *Sumito*, *Pac* et *Éject* suffisent pour une première partie.
    • **Envie de changer ?** Des options modifient le départ, le tour, le plateau ou le but, et la plupart se combinent.
    • **Un autre jeu ?** *Grand Abalone* est plus grand. *Notalone* ajoute deux sœurs sur le plateau. *Fliporona* se joue sur le plateau du Fanorona.
    ⚖️ signale notre choix, là où les règles imprimées en laissent un.
rules-unknown-topic = Aucune page ne porte ce nom. Voici tous les sujets.
rules-choose = Choisissez un sujet
rules-button-start = Commencer la lecture
rules-button-before = Précédente
rules-button-next = Suivante
rules-button-index = Tous les sujets
rules-shown = 🔎 Sur l'image, les { $color } viennent de jouer `{ $move }`.
rules-refused = ❌ `{ $move }` : { $why }.
rules-options = ⚙️ Dans `/défier` : { $list }.
rules-page = -# { $topic } · page { $number } sur { $count }

# Abalone
rules-aim = Abalone
rules-aim-about = Le plateau, les billes, qui commence et qui gagne
rules-aim-start-title = Abalone
rules-aim-start = Deux joueurs ont chacun quatorze billes, sur un hexagone de 61 cases.
    • **But** : être le premier à éjecter six billes adverses hors du plateau.
    • Les Noirs commencent, puis chacun joue à son tour. Un tour, c'est un coup, et on ne peut pas passer.
    • Un coup joué est définitif, sauf si l'adversaire accepte une reprise.
    • Les rangées vont de `a` (en bas, côté noir) à `i`. Dans une rangée, les cases sont numérotées depuis la gauche, en suivant les diagonales : le centre est `e5`.
    L'image montre la position de départ standard.

rules-moves = Mouvements
rules-moves-about = Une, deux ou trois billes : en ligne ou en flèche
rules-moves-inline-title = Le mouvement en ligne
rules-moves-inline = À votre tour, déplacez une, deux ou trois de vos billes d'une case, toutes dans la même direction. Il y a six directions.
    • **En ligne**, les billes avancent ensemble dans l'axe de leur alignement : la ligne `a1`–`c3` avance d'une case, en `b2`–`d4`.
    Une bille seule n'a qu'une sorte de mouvement : vers une case libre voisine.
    Écrivez la case arrière, puis celle où elle va.
rules-moves-broadside-title = Le mouvement en flèche
rules-moves-broadside = **En flèche**, deux ou trois billes alignées se déplacent latéralement, sans modifier l'alignement. Toutes les cases d'arrivée doivent être libres : une flèche ne pousse jamais.
    Ici `c3`, `c4` et `c5` sont allées ensemble en `d3`, `d4` et `d5`.
    Écrivez les deux bouts de la ligne, puis où va le premier.
rules-moves-limits-title = Trois billes au plus
rules-moves-limits = On déplace au maximum trois billes de sa couleur par tour. On peut séparer un alignement plus long : des quatre billes `c2`–`c5`, `c3c4` déplace les trois de tête, et `c3c5d3` les mêmes en flèche.

rules-sumito = Sumito
rules-sumito-about = Pousser : 2 sur 1, 3 sur 1 et 3 sur 2
rules-sumito-push-title = Sumito : la poussée
rules-sumito-push = Vous pouvez pousser les billes adverses droit devant vous quand vous êtes **en supériorité numérique** dans l'axe. Il existe trois sumitos, et les Noirs ont les trois sur l'image :
    • sumito de 2 sur 1 : `c2c3`
    • sumito de 3 sur 1 : `e2e3`
    • sumito de 3 sur 2 : `g4g5`
    La poussée est un mouvement en ligne. Les billes doivent se toucher, et la case derrière les billes poussées doit être libre ou hors du plateau. On ne pousse jamais trois billes.
    La poussée n'est jamais obligatoire.
rules-sumito-impossible-title = Poussées impossibles
rules-sumito-impossible = • Il faut une case libre derrière le groupe poussé : une bille y fait obstacle, même la vôtre.
    • Les billes doivent se toucher : `d3d4` est légal, mais ne fait que rejoindre la bille en `d6`. La poussée viendra au tour suivant.
    • Seulement dans l'axe : en flèche, on ne pousse rien.

rules-pac = Pac
rules-pac-about = À forces égales, rien ne bouge
rules-pac-equal-title = Pac : égalité de force
rules-pac-equal = Il y a **pac** quand les forces alignées s'annulent : 1 contre 1, 2 contre 2, 3 contre 3. Aucun des deux joueurs ne peut pousser sur cet axe.
    Au-delà de trois, les billes ne comptent pas : 4 contre 3, dans la rangée `e`, est un pac comme 3 contre 3.
rules-pac-broken-title = Briser un pac
rules-pac-broken = Un pac se brise depuis un autre axe. Dans la rangée `e`, c'était trois contre trois. Les Noirs ont poussé la première bille blanche sur l'axe `c3`–`f6`, à 2 sur 1. Il ne reste que deux blanches dans la rangée, et les Noirs y ont aussi l'avantage.

rules-ejection = Éject
rules-ejection-about = Hors de l'hexagone, et combien en éjecter pour gagner
rules-ejection-eject-title = Bille éject
rules-ejection-eject = Une bille est **éject** quand une poussée la fait sortir de l'hexagone : elle ne revient plus en jeu. La bille blanche était en `e9`, au bout de la rangée `e`, avec trois noires derrière elle : la poussée l'a éjectée.
    Les réglettes à côté des noms comptent les billes que chacun a éjectées.
rules-ejection-rim-title = Vos billes restent
rules-ejection-rim = Vos propres coups ne font jamais sortir vos billes du plateau : seul l'adversaire peut les éjecter.
rules-ejection-end-title = La fin
rules-ejection-end = Le premier qui éjecte **six** billes gagne immédiatement. Ici les Noirs éjectent la sixième.
    Vous pouvez choisir un autre but, de 1 à 13. Le **Concours-Blitz** de la première édition se joue à 4.

rules-words = Mots clés
rules-words-about = Appui, det, éject, gambit et les autres
rules-words-words-title = Mots clés
rules-words-words = • **Appui** : position d'encerclement d'une bille, ou bille encerclée. Les noires en `d8` et `f9` mettent la blanche en appui : elle ne peut plus s'échapper le long du bord.
    • **Det** : bille en situation d'être éjectée, sans échappatoire, comme la blanche en `e9` : `e6e7` l'éjecte.
    • **Éject** : action d'éjecter une bille, ou bille éjectée.
    • **Flèche** : mouvement latéral de deux ou trois billes. **Ligne** : mouvement dans l'axe d'alignement.
    • **Gambit** : sacrifice volontaire d'une bille en vue d'un gain ultérieur.
    • **Mouvement** : déplacement sans poussée.
    • **Pac** : position d'égalité numérique. **Sumito** : supériorité numérique.

rules-notation = Notation
rules-notation-about = Comment écrire un coup, et les autres formes comprises
rules-notation-forms-title = Écrire un coup
rules-notation-forms = Dans `/coup`, nommez deux cases pour un mouvement en ligne, trois pour une flèche.
    • **En ligne** : la case arrière, puis celle où elle va : `a1b2`. Toutes les billes devant elle suivent.
    • **En flèche** : les deux bouts de la ligne, puis la case où va le premier : `c3c5d3`, ou depuis l'autre bout `c5c3d5`.
    Je comprends aussi : majuscules et séparateurs, `A1-B2` ; une direction au lieu de la dernière case, `a1 ne`, `c3 c5 nw` (`e`, `ne`, `nw`, `w`, `sw`, `se`, en anglais) ; la forme Nacre, avec la case où arrive la bille de tête, `a1d4` ; un bout de la ligne et la case où arrive l'*autre*, `c3d6`.
    Ou n'écrivez rien : utilisez les boutons sous le plateau.
    Les coups particuliers sont expliqués aux pages du placement, des tours, des triangles, des deux plateaux et de Fliporona.
rules-notation-mistakes-title = Quand un coup n'est pas accepté
rules-notation-mistakes = La réponse dit ce qui ne va pas. Rien n'a été joué, et vous pouvez recommencer. Voici quelques erreurs fréquentes, avec les Noirs au trait dans la position de départ :

# Options
rules-layouts = Positions de départ
rules-layouts-about = Où commencent les billes : position connue, tirée au sort, ou la vôtre
rules-layouts-named-title = Positions connues
rules-layouts-named = Entre deux joueurs défensifs, la position standard peut mener à un jeu statique. Beaucoup en préfèrent d'autres : la **marguerite belge** de l'image est celle des tournois.
    Il y en a des dizaines : marguerites, serpents, murs, étoiles… Tapez quelques lettres d'un nom français ou anglais, et choisissez.
rules-layouts-drawn-title = Positions tirées au sort
rules-layouts-drawn = • **Tirée au sort, symétrique** (`random`) : à chaque bille noire répond une blanche sur la case opposée par rapport au centre. Les deux joueurs commencent à égalité.
    • **Tirée au sort, cases quelconques** (`random-free`) : quatorze billes par joueur, n'importe où. Cela peut être injuste.
    Le tirage se fait au moment du défi : chacun le voit avant d'accepter.
rules-layouts-own-title = Votre propre position
rules-layouts-own = Écrivez le plateau en neuf rangées, de `i` en haut jusqu'à `a`, séparées par `/`. Mettez `b` pour une bille noire (*black*), `w` pour une blanche (*white*), et un nombre pour autant de cases vides.
    L'image, c'est `5/2ww2/2www2/3ww3/9/3bb3/2bbb2/2bb2/5`.
    Chaque couleur doit avoir au moins autant de billes que l'autre doit en éjecter pour gagner.

rules-placement = Placement
rules-placement-about = Un plateau vide : chacun pose d'abord ses billes
rules-placement-placing-title = Placement
rules-placement-placing = Le plateau est vide au début. Les Noirs commencent, et chacun pose à son tour **une bille sur la case libre de son choix**, jusqu'à ce que les 28 soient posées. Rien ne bouge avant. Puis les Noirs jouent le premier coup.
    Écrivez `@` et la case : `@g7`.
    Le placement ne se combine pas avec une position de départ.

rules-sprint = Sprint
rules-sprint-about = Un nombre de coups par joueur, puis le score décide
rules-sprint-last-title = Sprint
rules-sprint-last = Un sprint est une partie de 20 à 30 coups. Quand les deux joueurs ont joué les leurs, **celui qui a éjecté le plus de billes gagne**. Les coups restants sont indiqués à côté de chaque nom.
    Ici chacun avait éjecté deux billes. Le dernier coup des Blancs, le vingtième, en éjecte une troisième et décide de la partie.
    ⚖️ Le nombre compte les coups de *chaque* joueur : les deux en jouent autant. Deux partenaires sur un même plateau en jouent chacun autant. À égalité, la partie est nulle. Celui qui atteint le but avant gagne quand même immédiatement.

rules-handicap = Handicap
rules-handicap-about = Un joueur commence avec moins de billes
rules-handicap-fewer-title = Handicap
rules-handicap-fewer = Pour compenser une différence de niveau, un joueur commence avec une à quatre billes de moins. Elles comptent comme éjectées : les Blancs, à qui il en manque trois, perdent dès que trois autres sont éjectées.
    ⚖️ Les billes sont retirées de la dernière rangée de ce joueur, d'abord aux bouts, puis vers l'intérieur. Ici elles manquent dans la rangée `i`, celle des Blancs.

rules-turn = Jeu multi-coup
rules-turn-about = Deux coups par tour : avec vos billes, ou l'un avec les billes adverses
rules-turn-double-title = Deux coups avec ses billes
rules-turn-double = Un tour compte **deux coups de votre couleur**, l'un après l'autre, avec les mêmes billes ou d'autres. Écrivez les deux, séparés par une virgule : `a1b2,b2c3`. Sous le plateau, vous pouvez les saisir un à un.
rules-turn-own-foe-title = Un coup avec vos billes, un avec les billes adverses
rules-turn-own-foe = Jouez d'abord un coup avec vos billes, puis un **avec les billes de l'adversaire**. Pendant ce coup, ce sont elles qui poussent, et les vôtres peuvent être poussées. Ce qu'elles éjectent compte pour l'adversaire.
    Ici les Noirs sont allés de `e5` en `e4`, puis ont joué la bille blanche de `f6` en `f7`.
rules-turn-orders-title = Les autres ordres
rules-turn-orders = *Un avec les billes adverses, puis un avec les vôtres* : la même chose dans l'autre sens, par exemple `g6h6,e5e4`. *Un de chaque, dans l'ordre de votre choix* vous laisse choisir.
rules-turn-early-end-title = Tours qui se terminent avant
rules-turn-early-end = ⚖️ Si un camp atteint son but au premier des deux coups, la partie est finie et le second ne se joue pas. Ici les Noirs éjectent la sixième bille et gagnent.
    ⚖️ Si aucun second coup n'est possible, le tour se termine après le premier.

rules-obstacles = Obstacles
rules-obstacles-about = Des cases qui restent vides toute la partie
rules-obstacles-walls-title = Obstacles
rules-obstacles-walls = Certaines cases sont bloquées : aucune bille ne peut s'y trouver. Un obstacle arrête mouvements et poussées comme un mur, et on ne peut pas pousser une bille qui est devant. Le plus souvent, c'est le centre seul, `e5`.
    Nommez les cases, séparées par des espaces.

rules-holes = Trous
rules-holes-about = Les billes poussées dans ces cases sont éjectées
rules-holes-fall-title = Trous
rules-holes-fall = Un trou agit comme le bord du plateau : une bille adverse **qu'on y pousse est éjectée**. Ici les Noirs ont poussé la bille en `e4` dans le trou en `e5`.
    Nommez les cases, séparées par des espaces. Le centre est le choix habituel.
rules-holes-own-title = On n'y saute pas
rules-holes-own = Vos propres coups ne font jamais entrer vos billes dans un trou, ni seules ni en tête de ligne.

rules-pivot = Pivot et ballon
rules-pivot-about = Des billes neutres qui ne bougent que si on les pousse
rules-pivot-pushed-title = Pivot
rules-pivot-pushed = Le pivot est une bille neutre. Il n'appartient à personne et **ne bouge que si on le pousse**. Ici trois billes noires l'ont poussé d'une case.
rules-pivot-counts-title = Il compte comme bille adverse
rules-pivot-counts = Dans une poussée, le pivot compte comme bille adverse, pour les deux joueurs. Dans la rangée `c`, deux billes noires sont face au pivot et à une blanche : c'est un pac. Personne ne peut le jouer comme une de ses billes.
rules-pivot-fixed-title = Éjectable ou non
rules-pivot-fixed = Vous choisissez si le pivot peut être éjecté. Normalement oui, et il ne compte pour personne. Un pivot **fixe**, écrit `e5:fixed`, n'est jamais poussé ni hors du plateau ni dans un trou.
rules-pivot-ball-title = Ballon
rules-pivot-ball = Le ballon est une bille neutre, qui se pousse comme un pivot : il compte comme bille adverse. **Celui qui l'éjecte gagne immédiatement**, quel que soit le score. C'est ce que les Noirs viennent de faire.
    On gagne aussi avec six billes éjectées, ou en atteignant le but choisi.

rules-triangles = Triangles
rules-triangles-about = Trois billes accolées bougent ensemble
rules-triangles-together-title = Déplacements en triangle
rules-triangles-together = En plus des lignes, **trois de vos billes qui se touchent toutes** peuvent bouger ensemble, d'une case dans une direction. Chaque case d'arrivée doit être libre, ou quittée par une des trois.
    Écrivez `tri:`, les trois cases, puis celle où va la première.
rules-triangles-no-push-title = Un triangle ne pousse pas
rules-triangles-no-push = `tri:d4e4e5e4` va vers des cases libres. Les mêmes trois ne peuvent pas aller ensemble vers la bille blanche.
    ⚖️ Un triangle ne pousse jamais, quoi qu'il y ait devant lui.

rules-hidden-colors = Couleurs cachées
rules-hidden-colors-about = Toutes les billes se ressemblent jusqu'à la fin
rules-hidden-colors-play-title = Couleurs cachées
rules-hidden-colors-play = **Toutes les billes se ressemblent**, pour tout le monde, jusqu'à la fin. À vous de retenir lesquelles sont les vôtres. Je suis l'arbitre : si vous tentez un coup illégal, je réponds seulement qu'il l'est, sans dire pourquoi, et vous recommencez.
    Tout le monde voit combien de billes chacun a éjectées. Rien d'autre ne distingue les couleurs : ni image, ni liste, ni suggestion, ni bouton, ni position passée.

rules-crown = Couronne
rules-crown-about = Une bille neutre sur trois des vôtres : ne la faites pas tomber
rules-crown-rests-title = Couronne
rules-crown-rests = Une bille neutre, la couronne, est posée sur **trois billes de chaque joueur qui se touchent** : pour les Noirs `b3`, `b4` et `c4`, pour les Blancs les cases opposées, `g6`, `h6` et `h7`.
    La couronne tient tant que les trois restent où elles sont.
rules-crown-falls-title = Perdre la couronne
rules-crown-falls = Dès qu'une des trois quitte sa case, la couronne tombe, **peu importe qui l'a déplacée** : la jouer vous-même compte comme une poussée. Celui dont la couronne tombe le premier perd.
    Ici les Noirs ont poussé une bille sous la couronne des Blancs. On gagne aussi en atteignant le but.

# Plus de joueurs
rules-partners = Deux contre deux
rules-partners-about = Deux équipes sur un plateau, ou sur deux
rules-partners-one-board-title = Deux contre deux, un plateau
rules-partners-one-board = *4×2×1* : deux couleurs, un seul plateau, deux équipes de deux. On joue dans l'ordre Noirs 1, Blancs 1, Noirs 2, Blancs 2. Les partenaires ont les mêmes billes et les jouent en alternance.
    Les partenaires n'ont pas le droit de se concerter, et je ne transmets aucun message entre eux.
rules-partners-two-boards-title = Deux contre deux, deux plateaux
rules-partners-two-boards = *4×2×2* : deux couleurs, deux plateaux. Au premier tour de table, Noirs 1 rencontre Blancs 1 sur le premier plateau, et Noirs 2 rencontre Blancs 2 sur le second. Un tour de table, c'est un coup de chaque joueur.
    Un numéro devant le coup indique le plateau : `1:` ou `2:`. Sans numéro, c'est celui où c'est votre tour.
    L'équipe qui gagne le plus de plateaux gagne le match. À un partout, le total des éjections décide. S'il est égal aussi, le match est nul.
rules-partners-phases-title = Changer de plateau
rules-partners-phases = Les joueurs tournent entre les plateaux et gardent leur couleur.
    ⚖️ *En phase* : après chaque tour de table, les quatre changent de plateau, et les deux mêmes se retrouvent sur l'autre.
    ⚖️ *À contretemps* (en changeant d'adversaire) : les joueurs noirs changent après les tours pairs, les blancs après les impairs, et les adversaires changent donc aussi.
    ⚖️ Quand la partie est finie sur un plateau, l'autre continue, et les partenaires y alternent.

rules-many = À trois, quatre ou six
rules-many-about = Plus de couleurs sur un plateau
rules-many-three-title = Trois joueurs
rules-many-three = Trois couleurs, onze billes chacune, chacun pour soi. Les Noirs, les Blancs et les Rouges jouent dans cet ordre. Le premier à éjecter **six billes, de n'importe quelle couleur**, gagne.
rules-many-mixed-push-title = Des couleurs poussées ensemble
rules-many-mixed-push = On ne déplace que des billes de sa couleur. Dans un sumito, les billes adverses de couleurs différentes **comptent ensemble** et sont poussées ensemble. Ici trois billes noires ont poussé une blanche et une rouge : 3 sur 2.
rules-many-four-title = Quatre joueurs
rules-many-four = Quatre couleurs, neuf billes chacune. Les joueurs face à face sont partenaires : les Noirs avec les Rouges, les Blancs avec les Verts. La première **équipe** à éjecter six billes de l'autre gagne.
rules-many-reinforced-title = L'appui du partenaire
rules-many-reinforced = Une ou deux billes du partenaire peuvent **venir en renfort d'une poussée**. La bille arrière doit être la vôtre, et trois billes au maximum poussent. Ici les Noirs en `e2` et les Rouges en `e3` ont poussé ensemble une bille blanche, à 2 sur 1.
rules-many-partner-title = Ce que les partenaires ne peuvent pas
rules-many-partner = Une bille du partenaire ne bouge que pour renforcer une poussée. Vous ne pouvez ni l'éjecter ni la pousser comme une bille adverse : elle fait obstacle comme une des vôtres.
    ⚖️ Une flèche ne contient pas de bille du partenaire.
    ⚖️ Un joueur sans coup légal passe. Si personne ne peut jouer, la partie est nulle.
rules-many-six-title = Six joueurs
rules-many-six = Six couleurs, six billes chacune, trois contre trois. Autour du plateau, les voisins sont adversaires. Tout le reste se joue comme à quatre : la première équipe à éjecter six billes de l'autre gagne.

# Grand Abalone
rules-grand-abalone = Grand Abalone
rules-grand-abalone-about = Un plateau plus grand, et deux coups par tour
rules-grand-abalone-start-title = Grand Abalone
rules-grand-abalone-start = **Grand Abalone** se joue sur 91 cases, six par côté, avec 21 billes par joueur. Les rangées vont de `a` à `k`.
    • **Tours** : les Noirs commencent par un seul coup. Ensuite, chaque tour compte deux coups avec vos propres billes, écrits avec une virgule entre les deux.
    • **Lignes** : quatre billes au maximum se déplacent ensemble, et le plus grand nombre pousse : quatre poussent trois.
    • **But** : dix éjections pour gagner, ou le nombre que vous avez choisi, de 1 à 20.

# Notalone
rules-notalone = Notalone
rules-notalone-about = Abalone avec deux sœurs, de Vincent Everaert
rules-notalone-placing-title = Notalone : les sœurs
rules-notalone-placing = Le jeu de Vincent Everaert (2005) ajoute à Abalone deux billes neutres, les **sœurs Notalone**, et une autre fin. Elles appartiennent toujours au joueur dont c'est le tour.
    Les billes sont placées comme à Abalone. Les Noirs d'abord, puis les Blancs posent une sœur sur une case libre de leur propre camp : `@d4`. Puis les Noirs jouent.
    ⚖️ Le camp des Noirs : les rangées `a` à `d`. Celui des Blancs : `f` à `i`.
rules-notalone-lines-title = Se déplacer avec les sœurs
rules-notalone-lines = Un coup déplace une à trois de vos billes et, **en plus, les sœurs alignées avec elles**, n'importe où dans la ligne : devant, derrière, au milieu. Elles ne comptent pas : jusqu'à cinq billes bougent, en ligne (`e2e3`) ou en flèche (`g4g5h4`).
    Une sœur ne se déplace jamais sans une de vos billes.
rules-notalone-pushes-title = Pousser avec les sœurs
rules-notalone-pushes = On pousse des billes adverses en infériorité numérique, et **chaque sœur de la ligne compte pour le camp qui pousse**, même au milieu ou derrière les billes adverses.
    Ici trois billes noires et une sœur en poussent trois blanches : 4 sur 3 est un sumito, 5 sur 4 aussi. La limite de deux billes poussées n'existe pas.
    Une bille poussée hors du plateau est éjectée.
rules-notalone-limits-title = Ce que les sœurs ne changent pas
rules-notalone-limits = `e1e2` est une poussée, bien que la sœur soit *derrière* la bille blanche : elle compte pour les Noirs, 3 sur 1. Mais **une sœur n'est jamais éjectée**, à forces égales c'est un pac, et une de vos billes derrière le groupe poussé bloque la poussée.
rules-notalone-back-title = Pas de va-et-vient
rules-notalone-back = Une sœur ne peut pas être déplacée **dans la direction opposée à son dernier déplacement**. Celle en `e5` est venue de l'ouest : elle peut aller partout sauf vers l'ouest.
    ⚖️ C'est le dernier déplacement de *cette* sœur qui compte, peu importe qui l'a joué et il y a combien de tours.
rules-notalone-end-title = Les sœurs réunies
rules-notalone-end = Dès que les sœurs **se touchent**, la partie est finie, et le joueur qui a le plus de billes sur le plateau gagne. Attention : à égalité, celui qui les a réunies perd. Six éjections ne décident rien ici, et la partie n'est nulle que d'un commun accord.
    Ici les Noirs, à huit billes contre sept, les ont réunies et gagnent.
    ⚖️ À Notalone, répéter une position ne donne pas la nulle. Un joueur sans coup légal perd.

# Fliporona
rules-fliporona = Fliporona
rules-fliporona-about = Retourner des pièces sur le plateau du Fanorona
rules-fliporona-placing-title = Fliporona : la mise en place
rules-fliporona-placing = Le plateau du Fanorona a neuf colonnes, `a` à `i`, et cinq rangées, 1 à 5. On joue avec 44 pièces bicolores, comme à Othello.
    Les Blancs commencent. Chacun pose à son tour une pièce de sa couleur sur une intersection libre, `@g3`, jusqu'à ce que **seule l'intersection centrale soit libre**. Puis les Blancs jouent le premier coup.
    • **But** : que l'adversaire n'ait plus de pièce, ou qu'aucune ne puisse bouger.
rules-fliporona-steps-title = Lignes et pas
rules-fliporona-steps = À son tour, on déplace une pièce le long d'une ligne, vers une intersection libre voisine. Les intersections **fortes** ont huit directions, les **faibles** quatre : pas de diagonale. Fortes et faibles alternent : `a1`, `c3` et le centre `e3` sont fortes.
    De `c3` une pièce peut aller `c3d2`. De l'intersection faible `d3`, elle ne suit que sa rangée ou sa colonne, par exemple `d3e3`.
rules-fliporona-approach-title = Rejoindre
rules-fliporona-approach = Si la pièce **entre en contact** avec des pièces adverses devant elle, dans la direction de son pas, toute la suite ininterrompue est **retournée** et change de couleur. Un pas qui peut retourner des pièces les retourne toujours.
    À la fin d'un tour où des pièces ont été retournées, la pièce déplacée est retirée du plateau.
    Un `+` après le pas veut dire *rejoindre*. On peut l'omettre quand il n'y a pas de choix.
rules-fliporona-withdrawal-title = Quitter
rules-fliporona-withdrawal = Si la pièce **quitte le contact** de pièces adverses derrière elle, dans la direction de son pas, cette suite est retournée. Un `-` après le pas veut dire *quitter*.
    Ici les Blancs ont laissé `c3` et `b3` derrière eux, et elles sont devenues blanches.
rules-fliporona-choice-title = Devant ou derrière
rules-fliporona-choice = Quand un pas pourrait retourner à la fois la suite de devant et celle de derrière, vous **choisissez** : `e3d3+` retourne les deux pièces que les Noirs rejoignent, `e3d3-` celle qu'ils quittent.
rules-fliporona-chain-title = Enchaîner
rules-fliporona-chain = Après un pas qui a retourné des pièces, la même pièce **peut enchaîner** un autre pas qui en retourne, et ainsi de suite. Elle peut revenir là où elle est passée. Elle est retirée à la fin, où qu'elle soit.
    Écrivez les intersections dans l'ordre, chacune avec son signe. Sous le plateau, on saisit l'enchaînement pas à pas.
    Ici les Blancs sont allés en haut, à droite, puis en diagonale jusqu'au centre, en retournant une pièce à chaque pas.
rules-fliporona-chain-limits-title = Limites d'un enchaînement
rules-fliporona-chain-limits = Un pas ne peut pas suivre la ligne du précédent, ni en avant ni en arrière. Après un pas de côté, on va en haut, en bas ou en diagonale, par exemple `d3e3-e2+`. Chaque pas de plus doit retourner des pièces.
rules-fliporona-last-piece-title = Plus de pièce
rules-fliporona-last-piece = Vous gagnez quand l'adversaire **n'a plus de pièce** : ici les Blancs ont retourné les deux dernières noires. Mais comptez bien : chaque tour où vous retournez des pièces vous coûte la pièce déplacée.
rules-fliporona-stuck-title = Plus de coup possible
rules-fliporona-stuck = Vous gagnez aussi quand l'adversaire **n'a aucun coup légal** à son tour : ici la pièce noire en `a1` est enfermée.
    En fin de partie, les pièces forment souvent deux groupes séparés. En avoir une de moins est alors une raison suffisante d'abandonner.
    ⚖️ La troisième occurrence d'une position donne la nulle.

# Fins et choix
rules-endings = Nulles et fins de partie
rules-endings-about = Répétition, absence d'éjection, blocage, accord, temps
rules-endings-draws-title = Nulles
rules-endings-draws = ⚖️ La **troisième occurrence** d'une position, avec le même joueur au trait, donne la nulle. Dans un sprint, les coups restants ne font pas partie de la position.
    ⚖️ **Sans éjection** : 300 coups de suite sans éjection donnent la nulle (un coup est le tour d'un joueur). À partir de 200, l'un ou l'autre joueur peut réclamer la nulle avec `/partie nulle`. Sur l'image, il y en a eu 207.
    Notalone n'a aucune de ces règles. Fliporona n'a que la troisième occurrence.
rules-endings-no-move-title = Aucun coup légal
rules-endings-no-move = ⚖️ Un joueur qui n'a aucun coup légal à son tour **perd**. Ici les Blancs ont enfermé les deux billes noires : tout est bloqué, et aucune poussée n'est possible.
    À trois, quatre ou six, ce joueur passe son tour.
rules-endings-by-players-title = Accord, abandon, temps
rules-endings-by-players = • `/partie nulle` propose la nulle. L'offre reste ouverte jusqu'à la réponse ou au coup de l'adversaire. À plus de deux, il faut l'accord de quelqu'un de chaque camp.
    • `/partie abandonner` abandonne une partie, après confirmation.
    • **Temps** : des jours par coup, une pendule qui gagne du temps à chaque coup, ou un temps pour toute la partie. C'est la `cadence` du défi qui le fixe. Vous recevez un rappel avant l'échéance, et celui qui la dépasse perd. Sans échéance, le temps ne termine jamais une partie.
    • Celui qui abandonne ou dépasse le temps perd pour toute son équipe, et tous les autres gagnent.

rules-rulings = Nos choix
rules-rulings-about = Nos décisions là où les règles imprimées laissent un choix
rules-rulings-abalone-title = Nos choix : Abalone
rules-rulings-abalone = ⚖️ Là où les règles imprimées laissent un choix, voici comment nous jouons.
    • Aucun coup légal à votre tour : vous perdez.
    • La troisième occurrence d'une position donne la nulle. 300 coups sans éjection aussi, et à partir de 200 un joueur peut la réclamer.
    • Sprint : le nombre compte les coups de chaque joueur. À égalité, la partie est nulle. Celui qui atteint le but gagne immédiatement.
    • Handicap : les billes sont retirées de la dernière rangée de ce joueur, des bouts vers l'intérieur.
    • Tours de deux coups : si le but est atteint au premier, la partie est finie. Sans second coup possible, le tour se termine.
    • Un triangle ne pousse jamais.
rules-rulings-others-title = Nos choix : à plusieurs, autres jeux
rules-rulings-others = ⚖️ Et pour les autres jeux :
    • Deux plateaux : *en phase*, les quatre changent après chaque tour de table. *À contretemps*, les joueurs noirs changent après les tours pairs, les blancs après les impairs.
    • À quatre et six : une flèche ne contient pas de bille du partenaire.
    • À trois, quatre et six : un joueur sans coup légal passe. Si personne ne peut jouer, la partie est nulle.
    • Notalone : le camp des Noirs, ce sont les rangées `a` à `d`, celui des Blancs `f` à `i`. *Pas de va-et-vient* compare les déplacements de cette sœur, peu importe qui les a joués. Répéter une position ne donne pas la nulle, et un joueur sans coup légal perd.
    • Fliporona : la troisième occurrence d'une position donne la nulle.
