# Le livre des règles (`/règles`), avec les mots des règles imprimées. Chaque sujet a un nom et une ligne d'explication, chaque
# page un titre et un texte. Ce qui est refusé, les options de `/défier` et le numéro de page sont ajoutés par le programme.

rules-title = Les règles
rules-index = Que voulez-vous savoir ? Choisissez un sujet, ou lisez de la première page à la dernière. Chaque page montre un plateau.
    • **Vous débutez ?** *Abalone*, *Mouvements*, *Sumito*, *Pac* et *Éject* suffisent pour une première partie.
    • **Envie de changer ?** Des options changent le départ, le tour, le plateau ou le but ; la plupart se combinent.
    • **Un autre jeu ?** *Notalone* fait entrer deux sœurs sur le plateau ; *Fliporona* se joue sur celui du Fanorona.
    ⚖️ signale un choix de notre part, là où les règles imprimées n'en font pas.
rules-unknown-topic = Je n'ai pas de page de ce nom. Voici tous les sujets.
rules-choose = Choisissez un sujet
rules-button-start = Commencer la lecture
rules-button-before = Précédente
rules-button-next = Suivante
rules-button-index = Tous les sujets
rules-shown = 🔎 Sur l'image, { $color } vient de jouer `{ $move }`.
rules-refused = ❌ `{ $move }` : { $why }.
rules-options = ⚙️ Dans `/défier` : { $list }.
rules-page = -# { $topic } · page { $number } sur { $count }

# Abalone
rules-aim = Abalone
rules-aim-about = Le plateau, les billes, qui commence et qui gagne
rules-aim-start-title = Abalone
rules-aim-start = Deux joueurs, quatorze billes chacun, sur un hexagone de 61 cases.
    • **But** : être le premier à éjecter six billes adverses hors de l'hexagone, bille après bille.
    • Noir commence, puis chacun joue à son tour. Un tour, c'est un mouvement ; on ne passe pas.
    • Un coup joué ne peut pas être repris.
    • Les rangées vont de `a` (en bas, côté Noir) à `i` ; dans une rangée, les cases sont numérotées depuis la gauche, en suivant les diagonales : le centre est `e5`.
    L'image montre la position de départ standard.

rules-moves = Mouvements
rules-moves-about = Une, deux ou trois billes : en ligne ou en flèche
rules-moves-inline-title = Le mouvement en ligne
rules-moves-inline = À chaque tour, on déplace une, deux ou trois de ses billes d'une case, toutes dans la même direction, une des six.
    • **En ligne**, les billes progressent ensemble dans l'axe de leur alignement : la ligne `a1`–`c3` avance d'une case, en `b2`–`d4`.
    Une bille seule n'a qu'une sorte de mouvement : vers une case libre voisine.
    Écrivez la case arrière, puis celle où elle va.
rules-moves-broadside-title = Le mouvement en flèche
rules-moves-broadside = **En flèche**, deux ou trois billes alignées progressent latéralement, sans modifier l'alignement. Toutes les cases d'arrivée doivent être libres : une flèche ne pousse jamais.
    Ici `c3`, `c4` et `c5` sont allées ensemble en `d3`, `d4` et `d5`.
    Écrivez les deux bouts de la ligne, puis où va le premier.
rules-moves-limits-title = Trois billes au plus
rules-moves-limits = On ne déplace pas plus de trois billes de sa couleur dans un tour. On peut briser un alignement plus long : des quatre billes `c2`–`c5`, `c3c4` déplace les trois de tête, et `c3c5d3` les mêmes en flèche.

rules-sumito = Sumito
rules-sumito-about = Pousser : 2 sur 1, 3 sur 1 et 3 sur 2
rules-sumito-push-title = Sumito : la poussée
rules-sumito-push = On peut pousser les billes adverses droit devant soi quand on est **en supériorité numérique** dans l'axe. Il existe trois sumitos, tous à Noir sur l'image :
    • sumito de 2 sur 1 : `c2c3`
    • sumito de 3 sur 1 : `e2e3`
    • sumito de 3 sur 2 : `g4g5`
    La poussée est un mouvement en ligne ; les billes se touchent, et la case derrière les billes poussées est libre ou hors du plateau. Rien ne pousse trois billes.
    La poussée n'est jamais obligatoire.
rules-sumito-impossible-title = Poussées impossibles
rules-sumito-impossible = • Il faut un espace libre derrière le groupe poussé : une bille y fait obstacle, même la vôtre.
    • Les groupes doivent être en contact direct : `d3d4` est permis, mais ne fait que rejoindre la bille en `d6`. La poussée viendra au tour suivant.
    • Seulement dans l'axe : en flèche, on ne pousse rien.

rules-pac = Pac
rules-pac-about = À forces égales, rien ne bouge
rules-pac-equal-title = Pac : égalité de force
rules-pac-equal = Il y a **pac** lorsque les forces alignées s'annulent : 1 contre 1, 2 contre 2, 3 contre 3. Personne ne peut pousser sur cet axe.
    Au-delà de trois, les billes supplémentaires ne comptent pas : 4 contre 3, dans la rangée `e`, est un pac comme 3 contre 3.
rules-pac-broken-title = Briser un pac
rules-pac-broken = Un pac se brise sur un autre axe d'attaque. Dans la rangée `e`, trois billes étaient face à trois. Noir a poussé la première bille blanche sur l'axe `c3`–`f6`, à 2 sur 1. Il ne reste que deux blanches dans la rangée, et Noir y a l'avantage aussi.

rules-ejection = Éject
rules-ejection-about = Hors de l'hexagone, et combien en éjecter pour gagner
rules-ejection-eject-title = Bille éject
rules-ejection-eject = Une bille est **éject** quand la poussée la fait sortir de l'hexagone : elle a quitté la partie. La bille blanche était en `e9`, au bout de la rangée `e`, trois noires derrière elle : la poussée l'a éjectée.
    Les réglettes à côté des noms comptent ce que chacun a éjecté.
rules-ejection-rim-title = Vos billes restent
rules-ejection-rim = Vos propres billes ne quittent jamais le plateau par votre coup : seul l'adversaire peut les éjecter.
rules-ejection-end-title = La fin
rules-ejection-end = Le premier qui a éjecté **six** billes adverses gagne, aussitôt. Ici Noir éjecte la sixième.
    On peut choisir un autre but, de 1 à 13. Le **Concours-Blitz** de la première édition se joue en 4.

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
rules-notation-about = Comment écrire un coup, et ce qui est compris aussi
rules-notation-forms-title = Écrire un coup
rules-notation-forms = Dans `/coup`, nommez deux cases pour un mouvement en ligne, trois pour une flèche.
    • **En ligne** : la case arrière, puis celle où elle va : `a1b2`. Toutes les billes devant elle suivent.
    • **En flèche** : les deux bouts de la ligne, puis la case où va le premier : `c3c5d3`, ou depuis l'autre bout `c5c3d5`.
    Sont compris aussi : majuscules et séparateurs, `A1-B2` ; une direction au lieu de la dernière case, `a1 ne`, `c3 c5 nw` (`e`, `ne`, `nw`, `w`, `sw`, `se`, en anglais) ; la forme Nacre, avec la case où arrive la bille de tête, `a1d4` ; un bout de la ligne et la case où arrive l'*autre*, `c3d6`.
    Ou n'écrivez rien : appuyez sur **Jouer…** sous le plateau.
    Les coups particuliers sont aux pages du placement, des tours, des triangles, des deux plateaux et de Fliporona.
rules-notation-mistakes-title = Quand un coup n'est pas compris
rules-notation-mistakes = La réponse dit ce qui ne va pas ; rien n'est joué, et vous recommencez. Quelques erreurs fréquentes, Noir au trait au départ :

# Options
rules-layouts = Positions de départ
rules-layouts-about = Où commencent les billes : par nom, au sort, la vôtre
rules-layouts-named-title = Positions qui ont un nom
rules-layouts-named = Entre deux joueurs défensifs, la position standard peut mener à un jeu statique. Beaucoup en préfèrent d'autres : la **marguerite belge** de l'image est celle des tournois.
    Il y en a des dizaines : marguerites, serpents, murs, étoiles… Tapez quelques lettres d'un nom français ou anglais, et choisissez.
rules-layouts-drawn-title = Positions tirées au sort
rules-layouts-drawn = • **Au sort, symétrique** (`random`) : à chaque bille noire répond une blanche sur la case opposée par rapport au centre. Les deux commencent de même.
    • **Au sort, cases quelconques** (`random-free`) : quatorze billes chacun, n'importe où ; cela peut être injuste.
    Le tirage se fait au moment du défi : chacun le voit avant d'accepter.
rules-layouts-own-title = Votre propre position
rules-layouts-own = Écrivez le plateau en neuf rangées, de `i` en haut jusqu'à `a`, jointes par `/` : `b` pour une bille noire (*black*), `w` pour une blanche (*white*), un nombre pour autant de cases vides.
    L'image, c'est `5/2ww2/2www2/3ww3/9/3bb3/2bbb2/2bb2/5`.
    Il faut à chaque couleur autant de billes que l'autre doit en éjecter pour gagner.

rules-placement = Placement
rules-placement-about = Un plateau vide : chacun pose d'abord ses billes
rules-placement-placing-title = Placement
rules-placement-placing = Au début, personne n'a de bille sur le plateau. Noir commence ; chacun dépose à son tour **une bille sur la case libre de son choix**, jusqu'à ce que les 28 soient posées. Jusque-là, aucun mouvement n'est autorisé. Puis Noir fait le premier mouvement.
    Écrivez `@` et la case : `@g7`.
    Placement et position de départ s'excluent.

rules-sprint = Sprint
rules-sprint-about = Un nombre de coups pour chacun ; puis le score décide
rules-sprint-last-title = Sprint
rules-sprint-last = Une partie limitée à 20 à 30 coups. Quand les deux joueurs ont fait les leurs, **celui qui a sorti le plus de billes gagne**. Les coups restants sont à côté de chaque nom.
    Ici chacun avait éjecté deux billes. Le dernier coup de Blanc, son vingtième, en éjecte une troisième et décide.
    ⚖️ Le nombre compte les coups de *chaque* joueur : les deux en font autant ; deux partenaires sur un plateau font les leurs tour à tour. À égalité, la partie est nulle. Atteindre le but avant gagne tout de même aussitôt.

rules-handicap = Handicap
rules-handicap-about = Un joueur commence avec des billes en moins
rules-handicap-fewer-title = Handicap
rules-handicap-fewer = Pour équilibrer le niveau des joueurs, l'un commence avec une à quatre billes de moins. Elles comptent comme éjectées : Blanc, à qui il en manque trois, a perdu dès que trois autres sont sorties.
    ⚖️ Les billes sont ôtées du côté de ce joueur : de sa rangée la plus basse, d'abord les bouts, puis vers l'intérieur. Ici elles manquent dans la rangée `i`, celle de Blanc.

rules-turn = Jeu multi-coup
rules-turn-about = Deux coups par tour : à soi, ou l'un avec les billes adverses
rules-turn-double-title = Deux coups à soi
rules-turn-double = Un tour, c'est **deux coups de sa couleur**, l'un après l'autre, avec les mêmes billes ou d'autres. Écrivez les deux, joints par une virgule : `a1b2,b2c3`. Sous le plateau, vous pouvez les saisir un à un.
rules-turn-own-foe-title = Un à soi, un adverse
rules-turn-own-foe = D'abord un coup à soi, puis un **avec les billes de l'adversaire**. Pendant que vous les jouez, ce sont elles qui poussent, et les vôtres qu'on pousse ; ce qu'elles éjectent compte pour l'adversaire.
    Ici Noir est allé de `e5` en `e4`, puis la bille blanche de `f6` en `f7`.
rules-turn-orders-title = Les autres ordres
rules-turn-orders = *Un adverse, puis un à soi* : la même chose à l'envers, comme `g6h6,e5e4`. *Un de chaque, dans l'ordre voulu* vous laisse choisir l'ordre.
rules-turn-early-end-title = Tours qui finissent avant
rules-turn-early-end = ⚖️ Si un camp atteint son but au premier des deux coups, la partie est finie : le second ne se joue pas. Ici Noir éjecte la sixième bille, et c'est tout.
    ⚖️ Si aucun second coup n'est possible, le tour finit après le premier.

rules-obstacles = Obstacles
rules-obstacles-about = Des cases où rien ne peut se trouver
rules-obstacles-walls-title = Obstacles
rules-obstacles-walls = Certaines cases ne peuvent être jouées : aucune bille ne peut s'y trouver. Un obstacle arrête mouvements et poussées comme un mur, et une bille devant lui ne se pousse pas. Le plus souvent, c'est le centre seul, `e5`.
    Nommez les cases, séparées par des espaces.

rules-holes = Trous
rules-holes-about = Des cases qui avalent ce qu'on y pousse
rules-holes-fall-title = Trous
rules-holes-fall = Un trou est une zone d'expulsion au milieu du plateau, comme les bords : une bille adverse **qu'on y pousse est éjectée**. Noir a poussé la bille en `e4` dans le trou en `e5`.
    Nommez les cases, séparées par des espaces ; le centre est le choix habituel.
rules-holes-own-title = Personne n'y saute
rules-holes-own = Vos propres billes n'entrent jamais dans un trou par votre coup, ni seules ni en tête de ligne.

rules-pivot = Pivot
rules-pivot-about = Une bille neutre qui ne bouge que poussée
rules-pivot-pushed-title = Pivot
rules-pivot-pushed = Une bille n'appartient à aucun camp et **ne peut être déplacée qu'en étant poussée**. Ici trois billes noires l'ont poussée d'une case.
rules-pivot-counts-title = Il compte comme bille adverse
rules-pivot-counts = La supériorité numérique s'établit en considérant le pivot comme pièce adverse, pour les deux joueurs. Dans la rangée `c`, deux billes noires sont face au pivot et à une blanche : c'est un pac. Et personne ne le joue comme une bille à soi.
rules-pivot-fixed-title = Éjectable ou non
rules-pivot-fixed = Les joueurs conviennent si le pivot peut être éjecté ou non. D'ordinaire il le peut, et ne compte pour personne. **Fixe**, écrit `e5:fixed`, on ne le pousse ni hors du plateau ni dans un trou.

rules-ball = Ballon
rules-ball-about = Une bille neutre : qui l'éjecte gagne
rules-ball-wins-title = Ballon
rules-ball-wins = Une bille neutre est sur le plateau et se pousse comme un pivot : elle compte comme bille adverse. **Qui l'éjecte gagne aussitôt**, quel que soit le score. C'est ce que Noir vient de faire.
    Six billes éjectées, ou votre but, gagnent aussi.

rules-triangles = Triangles
rules-triangles-about = Trois billes accolées bougent ensemble
rules-triangles-together-title = Déplacements en triangle
rules-triangles-together = Outre les lignes, **trois billes à soi qui se touchent toutes** peuvent bouger ensemble, d'une case dans une direction. Chaque case d'arrivée doit être libre, ou quittée par une des trois.
    Écrivez `tri:`, les trois cases, puis celle où va la première nommée.
rules-triangles-no-push-title = Un triangle ne pousse pas
rules-triangles-no-push = `tri:d4e4e5e4` va vers des cases libres. Vers la bille blanche, les mêmes trois ne peuvent pas aller ensemble.
    ⚖️ Un triangle ne pousse jamais, quoi qu'il y ait devant lui.

rules-one-color = Une seule couleur
rules-one-color-about = Toutes les billes se ressemblent jusqu'à la fin
rules-one-color-veil-title = Une seule couleur
rules-one-color-veil = **Les billes des deux joueurs sont indistinguables**, pour tout le monde, jusqu'à la fin. À vous de savoir lesquelles sont les vôtres. Je suis l'arbitre : à un essai illégal je réponds seulement qu'il l'est, sans dire pourquoi, et vous recommencez.
    Le nombre de billes éjectées est public. Rien d'autre ne distingue les couleurs : ni image, ni liste, ni complétion, ni bouton, ni position passée.

rules-crown = Couronne
rules-crown-about = Une bille neutre sur trois des vôtres : ne la faites pas tomber
rules-crown-rests-title = Couronne
rules-crown-rests = Une bille neutre est posée sur **trois billes de chaque joueur qui se touchent** : pour Noir `b3`, `b4` et `c4`, pour Blanc les cases opposées, `g6`, `h6` et `h7`.
    Tant que les trois restent où elles sont, la couronne tient.
rules-crown-falls-title = Qui perd la couronne
rules-crown-falls = Dès qu'une des trois quitte sa case, la couronne tombe, **qui que ce soit qui l'ait déplacée** : une bille que vous jouez vous-même compte comme une bille poussée. Celui dont la couronne tombe le premier a perdu.
    Noir a poussé une bille sous celle de Blanc. Atteindre le but gagne aussi.

# Plus de joueurs
rules-partners = Deux contre deux
rules-partners-about = Deux équipes sur un plateau, ou sur deux
rules-partners-one-board-title = Deux contre deux, un plateau
rules-partners-one-board = *4×2×1* : deux couleurs, un seul plateau, deux équipes de deux. On joue dans l'ordre Noir 1, Blanc 1, Noir 2, Blanc 2 : les partenaires ont les mêmes billes et jouent en alternance.
    Les partenaires ne peuvent se concerter, et je ne transmets rien entre eux.
rules-partners-two-boards-title = Deux contre deux, deux plateaux
rules-partners-two-boards = *4×2×2* : deux couleurs, deux plateaux. Au premier tour de table, Noir 1 rencontre Blanc 1 sur le premier plateau, Noir 2 rencontre Blanc 2 sur le second ; un tour de table, c'est un coup de chaque joueur.
    Un numéro devant le coup dit de quel plateau il s'agit : `1:` ou `2:`. Sans numéro, c'est celui où vous jouez maintenant.
    Qui gagne le plus de plateaux gagne le match ; à un partout, le plus d'éjections sur les deux ; à égalité encore, c'est nul.
rules-partners-phases-title = Tourner autour des plateaux
rules-partners-phases = Les joueurs tournent autour des plateaux, en gardant leur couleur.
    ⚖️ *En phase* : après chaque tour de table, les quatre changent de plateau ; les deux mêmes se retrouvent sur l'autre.
    ⚖️ *À contretemps* (adversaires changeants) : les joueurs noirs changent après les tours pairs, les blancs après les impairs ; les adversaires changent donc aussi.
    ⚖️ Quand un plateau est décidé, l'autre continue, et les partenaires y alternent.

rules-many = À trois, quatre ou six
rules-many-about = Plus de couleurs sur un plateau
rules-many-three-title = Trois joueurs
rules-many-three = Onze billes chacun, trois couleurs, chacun pour soi. Noir, Blanc et Rouge jouent à tour de rôle. Le premier à éjecter **six billes, de n'importe quelle couleur**, gagne.
rules-many-mixed-push-title = Des couleurs poussées ensemble
rules-many-mixed-push = On ne déplace que des billes de sa couleur. Dans un sumito, les billes adverses de couleurs différentes **comptent ensemble** et sont poussées ensemble. Trois billes noires ont poussé une blanche et une rouge : 3 sur 2.
rules-many-four-title = Quatre joueurs
rules-many-four = Neuf billes chacun, quatre couleurs ; ceux qui se font face sont partenaires : Noir avec Rouge, Blanc avec Vert. La première **équipe** à éjecter six billes de l'autre gagne.
rules-many-reinforced-title = L'appui du partenaire
rules-many-reinforced = Une ou deux billes du partenaire peuvent **venir en renfort d'une poussée**, si la bille arrière est à vous et si trois au plus poussent. Noir en `e2` et Rouge en `e3` ont poussé ensemble une bille blanche, à 2 sur 1.
rules-many-partner-title = Ce que les partenaires ne peuvent pas
rules-many-partner = Une bille du partenaire ne bouge que pour aider à pousser. Vous ne l'éjectez jamais et ne la poussez pas comme une bille adverse : elle fait obstacle comme une des vôtres.
    ⚖️ Une flèche ne contient pas de bille du partenaire.
    ⚖️ Qui n'a aucun coup légal passe. Quand personne ne peut jouer, la partie est nulle.
rules-many-six-title = Six joueurs
rules-many-six = Six couleurs, six billes chacun, trois contre trois ; autour du plateau, les voisins sont adversaires. Tout se joue comme à quatre : la première équipe à éjecter six billes de l'autre gagne.

# Notalone
rules-notalone = Notalone
rules-notalone-about = Abalone avec deux sœurs, de Vincent Everaert
rules-notalone-placing-title = Notalone : les sœurs
rules-notalone-placing = Le jeu de Vincent Everaert (2005), c'est Abalone avec deux billes neutres, les **sœurs Notalone**, et une autre fin. Elles appartiennent toujours au joueur dont c'est le tour.
    Les billes sont placées comme à Abalone. Noir d'abord, puis Blanc pose une sœur sur une case libre de son propre camp : `@d4`. Puis Noir joue.
    ⚖️ Le camp : les rangées `a` à `d` pour Noir, `f` à `i` pour Blanc.
rules-notalone-lines-title = Se déplacer avec les sœurs
rules-notalone-lines = Un mouvement déplace une à trois billes à soi et, **en plus, les sœurs alignées avec elles**, n'importe où dans la ligne : devant, derrière, au milieu. Elles ne sont pas comptées : jusqu'à cinq billes bougent, en ligne (`e2e3`) ou en flèche (`g4g5h4`).
    Une sœur ne se déplace jamais seule.
rules-notalone-pushes-title = Pousser avec les sœurs
rules-notalone-pushes = On pousse des billes adverses en infériorité numérique, et **chaque sœur de la ligne compte dans le camp qui pousse**, même au milieu ou derrière les billes adverses.
    Ici trois billes noires et une sœur en poussent trois blanches : 4 sur 3 est un sumito, 5 sur 4 aussi. La limite de deux billes poussées n'existe pas.
    Une bille poussée hors du plateau est éjectée.
rules-notalone-limits-title = Ce que les sœurs ne changent pas
rules-notalone-limits = `e1e2` pousse, bien que la sœur soit *derrière* la bille blanche : elle compte avec Noir, 3 sur 1. Mais **une sœur n'est jamais éjectée**, à forces égales c'est un pac, et une bille amie en fin de groupe bloque la poussée.
rules-notalone-back-title = Pas de va-et-vient
rules-notalone-back = Une sœur ne peut pas être déplacée **dans la direction strictement opposée à son dernier déplacement**. Celle en `e5` est venue de l'ouest : elle peut aller partout sauf vers l'ouest.
    ⚖️ C'est le dernier déplacement de *cette* sœur qui compte, quel qu'en soit l'auteur, si loin qu'il remonte.
rules-notalone-end-title = Les sœurs réunies
rules-notalone-end = Dès que les sœurs **se touchent**, la partie cesse, et le joueur qui a le plus de billes sur le plateau gagne. Attention : à égalité, celui qui les a réunies perd. Six éjections ne décident rien ici, et il n'y a de nulle que par accord.
    Ici Noir, à huit billes contre sept, les a réunies et gagne.
    ⚖️ À Notalone, répéter une position n'est pas nul. Qui n'a aucun coup légal perd.

# Fliporona
rules-fliporona = Fliporona
rules-fliporona-about = Retourner des pièces sur le plateau du Fanorona
rules-fliporona-placing-title = Fliporona : la mise en place
rules-fliporona-placing = Le plateau du Fanorona a neuf colonnes, `a` à `i`, et cinq rangées, 1 à 5. On joue avec 44 pièces bicolores, comme à Othello.
    Blanc commence. Chacun pose à son tour une pièce de sa couleur sur une intersection libre, `@g3`, jusqu'à ce que **seule l'intersection centrale soit libre**. Puis Blanc fait le premier mouvement.
    • **But** : que l'adversaire n'ait plus de pièce, ou qu'aucune ne puisse bouger.
rules-fliporona-steps-title = Lignes et pas
rules-fliporona-steps = Un tour déplace une pièce, le long d'une ligne, vers une intersection libre voisine. Les intersections **fortes** ont huit directions, les **faibles** quatre : pas de diagonale. `a1`, `c3` et le centre `e3` sont fortes ; fortes et faibles alternent.
    De `c3` une pièce peut aller `c3d2` ; de l'intersection faible `d3`, seulement tout droit : `d3e3`.
rules-fliporona-approach-title = Rejoindre
rules-fliporona-approach = Si la pièce **entre en contact** avec des pièces adverses devant elle, dans la direction de son pas, toute la suite ininterrompue est **retournée** et change de couleur. Un pas qui peut retourner retourne toujours.
    À la fin d'un tour qui a retourné, la pièce déplacée est retirée du plateau.
    Un `+` après le pas dit *rejoindre* ; on peut l'omettre quand il n'y a pas de choix.
rules-fliporona-withdrawal-title = Quitter
rules-fliporona-withdrawal = Si la pièce **quitte le contact** de pièces adverses derrière elle, dans la direction de son pas, cette suite est retournée. Un `-` après le pas dit *quitter*.
    Ici Blanc a laissé `c3` et `b3` derrière lui, et elles sont devenues blanches.
rules-fliporona-choice-title = Devant ou derrière
rules-fliporona-choice = Quand un pas pourrait retourner à la fois la suite de devant et celle de derrière, le joueur **choisit** : `e3d3+` retourne les deux pièces que Noir rejoint, `e3d3-` celle qu'il quitte.
rules-fliporona-chain-title = Enchaîner
rules-fliporona-chain = Après un pas qui a retourné, la même pièce **peut enchaîner** un autre pas qui retourne, et ainsi de suite. Elle peut revenir où elle est passée. Elle est retirée à la fin, où qu'elle soit.
    Écrivez les intersections dans l'ordre, chacune avec son signe. Sous le plateau, on saisit l'enchaînement pas à pas.
    Ici Blanc est allé en haut, à droite, puis en diagonale jusqu'au centre, en retournant une pièce à chaque pas.
rules-fliporona-chain-limits-title = Limites d'un enchaînement
rules-fliporona-chain-limits = Aucun pas ne suit la ligne du précédent, ni en avant ni en arrière : après un pas de côté, on va en haut, en bas ou en diagonale, comme `d3e3-e2+`. Et chaque pas de plus doit retourner.
rules-fliporona-last-piece-title = Plus de pièce
rules-fliporona-last-piece = On gagne quand l'adversaire **n'a plus de pièce** : Blanc a retourné les deux dernières noires. Mais comptez bien : chaque tour qui retourne vous coûte la pièce déplacée.
rules-fliporona-stuck-title = Immobilisé
rules-fliporona-stuck = On gagne aussi quand l'adversaire, à son tour, **n'a aucun coup légal** : la pièce noire en `a1` est enfermée.
    En fin de partie, les pièces forment souvent deux groupes séparés ; en avoir une de moins est alors un motif suffisant d'abandon.
    ⚖️ La troisième occurrence d'une position est nulle.

# Fins et choix
rules-endings = Nulles et fins
rules-endings-about = Répétition, long calme, blocage, accord, temps
rules-endings-draws-title = Nulles
rules-endings-draws = ⚖️ La **troisième occurrence** d'une position, avec le même joueur au trait, est nulle.
    ⚖️ **Long calme** : 300 demi-coups de suite sans éjection, c'est nul (un demi-coup est le tour d'un joueur). À partir de 200, l'un ou l'autre joueur peut réclamer la nulle avec `/nulle`. Sur l'image, il y en a eu 207.
    Notalone ne connaît ni l'un ni l'autre ; à Fliporona, la troisième occurrence compte.
rules-endings-no-move-title = Aucun coup légal
rules-endings-no-move = ⚖️ Un joueur au trait qui n'a aucun coup légal **perd**. Blanc a enfermé les deux billes noires : tout est bouché, et aucune poussée n'est possible.
    À trois, quatre ou six, un tel joueur passe.
rules-endings-by-players-title = Accord, abandon, temps
rules-endings-by-players = • `/nulle` propose la nulle. L'offre tient jusqu'à la réponse ou au coup de l'adversaire ; à plusieurs, il faut l'accord de quelqu'un de chaque camp.
    • `/abandonner` abandonne une partie ; on vous demande confirmation.
    • **Temps** : des jours par coup, une pendule qui gagne du temps à chaque coup, ou un temps pour toute la partie, comme le dit la `cadence` du défi. Un rappel vient avant l'échéance ; qui la laisse passer perd. Sans limite, le temps ne termine jamais une partie.
    • Qui abandonne ou dépasse le temps perd pour toute son équipe, et tous les autres gagnent.

rules-rulings = Nos choix
rules-rulings-about = Ce que nous jouons là où les règles imprimées laissent un choix
rules-rulings-abalone-title = Nos choix : Abalone
rules-rulings-abalone = ⚖️ Là où les règles imprimées laissent un choix, voici ce que nous jouons.
    • Aucun coup légal à votre tour : vous perdez.
    • La troisième occurrence d'une position est nulle ; 300 demi-coups sans éjection aussi, et à partir de 200 on peut réclamer la nulle.
    • Sprint : le nombre compte les coups de chaque joueur ; à égalité c'est nul ; le but atteint gagne aussitôt. Les coups restants ne font pas partie d'une position : elle se répète quel qu'en soit le nombre.
    • Handicap : les billes sont ôtées de la rangée la plus basse de ce joueur, des bouts vers l'intérieur.
    • Tours de deux coups : un but atteint au premier termine la partie ; sans second coup possible, le tour s'arrête.
    • Un triangle ne pousse jamais.
rules-rulings-others-title = Nos choix : à plusieurs, autres jeux
rules-rulings-others = ⚖️ Et pour les autres :
    • Deux plateaux : *en phase*, les quatre changent après chaque tour de table ; *à contretemps*, les noirs après les tours pairs, les blancs après les impairs.
    • À quatre et six : une flèche ne contient pas de bille du partenaire.
    • À trois, quatre et six : qui n'a aucun coup légal passe ; quand personne ne peut jouer, c'est nul.
    • Notalone : le camp, ce sont les rangées `a` à `d` pour Noir, `f` à `i` pour Blanc. *Pas de va-et-vient* compare les déplacements de cette sœur, quel qu'en soit l'auteur. Répéter n'est pas nul, et qui n'a aucun coup légal perd.
    • Fliporona : la troisième occurrence d'une position est nulle.
