# Names, descriptions and choices of the commands. The English name is the one that the program reads.

## Options of several commands

shared-game = partie
    .description = La partie (inutile dans son fil)
shared-any-game = partie
    .description = La partie, même terminée (inutile dans son fil)
shared-withdraw = retirer
    .description = Retirer votre proposition
shared-theme = thème
    .description = Style des plateaux : couleurs et matières
shared-marbles = billes
    .description = L'aspect des billes
shared-coordinates = coordonnées
    .description = Lettres et nombres autour du plateau
    .choice-shown = Coordonnées affichées
    .choice-hidden = Coordonnées masquées
shared-default = Par défaut
shared-save = enregistrer
    .description = Enregistrer sous ce nom votre dernière partie ou votre dernier défi
shared-remove = supprimer
    .description = Supprimer le modèle de ce nom

## /play

command-play = jouer
    .description = Préparer une partie pas à pas : contre qui, quel jeu, quelle cadence
command-play-user = joueur
    .description = Votre adversaire (vous pouvez choisir plus tard)

## /challenge

command-challenge = défier
    .description = Défier quelqu'un à une partie d'Abalone
command-challenge-user = joueur
    .description = Votre adversaire (sans cette option : un défi ouvert, comme avec /chercher)
command-challenge-level = niveau
    .description = Ma force, quand vous me défiez (par défaut : 3)
    .choice-1 = 1 Galet : pour une première partie ; offre ses billes
    .choice-2 = 2 Argile : voit ce qu'elle peut éjecter, et guère plus
    .choice-3 = 3 Verre : manque la plupart des menaces
    .choice-4 = 4 Ambre : manque une menace sur deux
    .choice-5 = 5 Agate : garde ses billes groupées
    .choice-6 = 6 Jade : perd rarement une bille pour rien
    .choice-7 = 7 Onyx : manque rarement une menace
    .choice-8 = 8 Rubis : ne fait aucune erreur volontaire
    .choice-9 = 9 Saphir : prévoit plusieurs coups
    .choice-10 = 10 Diamant : pour les bons joueurs
    .choice-11 = Pleine force : joue de toute sa force
command-challenge-game = jeu
    .description = Le jeu (par défaut : Abalone), le même que la dernière fois, ou un modèle
    .choice-abalone = Abalone
    .choice-notalone = Notalone : avec deux sœurs
    .choice-fliporona = Fliporona : sur le plateau de Fanorona
    .choice-grand-abalone = Grand Abalone : 91 cases, deux coups par tour
command-challenge-layout = position
    .description = Position de départ ; tapez quelques lettres
command-challenge-sprint = sprint
    .description = Coups par joueur, 20 à 30 ; ensuite le score décide
command-challenge-pace = cadence
    .description = Temps par coup, ou pour toute la partie
    .choice-days-1 = 1 jour par coup
    .choice-days-2 = 2 jours par coup
    .choice-days-3 = 3 jours par coup
    .choice-days-5 = 5 jours par coup
    .choice-days-7 = 7 jours par coup
    .choice-days-14 = 14 jours par coup
    .choice-fischer-7d-1d-14d = 7 jours, plus 1 par coup (14 au maximum)
    .choice-fischer-3d-12h-7d = 3 jours, plus 12 heures par coup (7 au maximum)
    .choice-total-30d = 30 jours pour toute la partie
    .choice-total-15m = En direct : 15 minutes pour toute la partie
    .choice-total-10m = En direct : 10 minutes pour toute la partie
    .choice-none = Sans échéance
command-challenge-color = couleur
    .description = Votre couleur (par défaut : tirage au sort)
    .choice-black = Noirs (commencent, sauf à Fliporona)
    .choice-white = Blancs
    .choice-random = Tirage au sort
command-challenge-rated = classée
    .description = Le résultat change-t-il les classements ? (par défaut : oui sur un serveur)
command-challenge-options = options
    .description = Plus d'options du jeu : target=3 handicap=black:2 triangles=on
command-challenge-more = plus
    .description = Plus… : continuer dans le formulaire de /jouer, avec plus de joueurs, de pauses et de variantes

## /seek

command-seek = chercher
    .description = Chercher un adversaire : ce sera la première personne à accepter
command-seek-reliability = fiabilité
    .description = Fiabilité minimale de l'adversaire, en pourcentage
command-seek-new-players = nouveaux
    .description = Accepter aussi les joueurs qui ont moins de 5 parties terminées ? (par défaut : oui)
command-seek-rating = classement
    .description = Classements admis : 1400-1700, 1400+, ±200 (proches du vôtre)
command-seek-days = jours
    .description = Jours avant l'expiration, 1 à 30 (par défaut : 7, ou le choix de l'hébergeur)

## /move

command-move = coup
    .description = Jouer un coup
command-move-move = coup
    .description = a1b2 en ligne, c3c5d3 en flèche ; ou tapez une case, pousser, éjecter

## /board

command-board = plateau
    .description = Montrer le plateau d'une partie
command-board-ply = coup
    .description = La position après ce nombre de coups
command-board-style = style
    .description = Une image, un plateau en texte, ou des mots seulement
    .choice-picture = Image
    .choice-text = Texte
    .choice-words = Mots seulement
command-board-flip = inverser
    .description = Les Blancs en bas

## /games

command-games = parties
    .description = Lister vos parties
command-games-show = afficher
    .description = Quelles parties (par défaut, toutes celles en cours)
    .choice-open = Toutes les parties en cours
    .choice-my-turn = À moi de jouer
    .choice-waiting = En attente des autres
    .choice-challenges = Défis
    .choice-finished = Parties terminées
    .choice-watched = Parties que je suis
    .choice-server = En cours sur ce serveur
    .choice-seeks = Défis ouverts
command-games-sort = tri
    .description = Dans quel ordre
    .choice-deadline = Échéance
    .choice-newest = Les plus récentes
    .choice-opponent = Adversaire

## /game

command-game = partie
    .description = Tout ce qui se fait dans une partie : nulle, reprise, pause, abandon…

## /game show

command-game-show = voir
    .description = Ce que vous pouvez faire dans cette partie, en boutons

## /game watch

command-game-watch = suivre
    .description = Suivre une partie d'autres joueurs, ou cesser de la suivre
command-game-watch-how = comment
    .description = Ce dont je vous préviens, et où (par défaut : chaque coup en message privé)
    .choice-moves = Chaque coup, en message privé
    .choice-end = Seulement la fin, en message privé
    .choice-thread = Dans son fil : je vous y ajoute, sans notification
    .choice-stop = Ne plus la suivre

## /game export

command-game-export = exporter
    .description = Recevoir une partie en fichiers : notation et JSON

## /game replay

command-game-replay = revoir
    .description = Revoir une partie depuis le début, en animation
command-game-replay-public = public
    .description = La montrer à tout le monde ici

## /game history

command-game-history = historique
    .description = Les coups d'une partie, ses positions, son score

## /game resign

command-game-resign = abandonner
    .description = Abandonner une partie

## /game line

command-game-line = ligne
    .description = Coups conditionnels : répondre d'avance ; vous seul les voyez
command-game-line-add = ajouter
    .description = Si l'adversaire joue ce coup, vous répondez celui-là
command-game-line-add-if = si
    .description = Ce que joue l'adversaire ; séparez plusieurs coups par des espaces
command-game-line-add-then = alors
    .description = Ce que vous répondez
command-game-line-add-moves = coups
    .description = Ou toute une ligne : les coups adverses et les vôtres, en alternance
command-game-line-show = voir
    .description = Vos lignes dans une partie, et le plateau à la fin de l'une d'elles
command-game-line-show-number = numéro
    .description = La ligne que montre l'image
command-game-line-remove = retirer
    .description = Retirer une de vos lignes, ou toutes
command-game-line-remove-number = numéro
    .description = La ligne (par défaut : toutes)

## /game claim

command-game-claim = réclamer
    .description = Réclamer le gain d'une partie sans échéance que l'adversaire a quittée

## /game analyze

command-game-analyze = analyser
    .description = Où la partie s'est gagnée ou perdue, et ce qui aurait été meilleur

## /game hint

command-game-hint = indice
    .description = Ce que je jouerais, dans une partie contre moi

## /game more-time

command-game-more-time = temps
    .description = Donner plus de temps à votre adversaire pour ce tour
command-game-more-time-days = jours
    .description = Jours (par défaut : un jour, ou cinq minutes dans une partie en direct)
command-game-more-time-hours = heures
    .description = Heures
command-game-more-time-minutes = minutes
    .description = Minutes

## /game adjourn

command-game-adjourn = suspendre
    .description = Suspendre une partie, avec l'accord de l'adversaire
command-game-adjourn-days = jours
    .description = Nombre maximum de jours (par défaut : le plus long possible)

## /game resume

command-game-resume = relancer
    .description = Reprendre une partie suspendue

## /game takeback

command-game-takeback = reprendre
    .description = Reprendre votre dernier coup, avec l'accord de l'adversaire

## /game abort

command-game-abort = annuler
    .description = Annuler une partie avant que tout le monde ait joué

## /game draw

command-game-draw = nulle
    .description = Proposer, accepter ou réclamer la nulle

## /rules

command-rules = règles
    .description = Apprendre les jeux et leurs options, en images
command-rules-topic = sujet
    .description = Le sujet ; tapez quelques lettres, ou laissez vide

## /profile

command-profile = profil
    .description = Résultats, classements et habitudes des joueurs ; ce qui se joue sur un serveur
command-profile-show = voir
    .description = Les classements, résultats et habitudes d'un joueur
command-profile-show-user = joueur
    .description = Le joueur (par défaut : vous)
command-profile-show-against = contre
    .description = Montrer aussi les résultats contre ce joueur

## /profile top

command-profile-top = meilleurs
    .description = Les meilleurs joueurs, par classement
command-profile-top-group = parties
    .description = Quelles parties (par défaut : standard)
    .choice-standard = Standard
    .choice-fast = Sprint et blitz
    .choice-variants = Variantes
    .choice-notalone = Notalone
    .choice-fliporona = Fliporona
    .choice-teams = Deux contre deux
command-profile-top-period = période
    .description = Qui a le plus gagné pendant cette période, au lieu des meilleurs classements
    .choice-month = ce mois-ci
    .choice-quarter = ce trimestre
    .choice-year = cette année
    .choice-all = toutes : les meilleurs classements
command-profile-top-everywhere = partout
    .description = Sur tous les serveurs, pas seulement celui-ci

## /profile statistics

command-profile-statistics = statistiques
    .description = Ce qui se joue sur ce serveur : parties, joueurs, positions, parties par semaine

## /settings

command-settings = réglages
    .description = Vos réglages personnels
command-settings-show = voir
    .description = Tous vos réglages
command-settings-picture = image
    .description = L'aspect de vos plateaux, leurs coordonnées et leur orientation
command-settings-picture-labels = repères
    .description = Noms sur les billes qui peuvent jouer et sur leurs cases d'arrivée
    .choice-coordinates = Noms : coordonnées
    .choice-off = Noms : aucun
command-settings-picture-orientation = orientation
    .description = Quelles billes sont en bas
    .choice-own = Toujours mes billes en bas
    .choice-black = Toujours les billes noires en bas
    .choice-white = Toujours les billes blanches en bas
command-settings-picture-style = style
    .description = Images, plateaux en texte, ou mots seulement, pour un lecteur d'écran
    .choice-picture = Images
    .choice-text = Texte
    .choice-words = Mots seulement
command-settings-takeback = reprise
    .description = Votre réponse aux demandes de reprise
command-settings-takeback-answer = réponse
    .description = Votre réponse
    .choice-never = Reprises : jamais, sans me demander
    .choice-casual = Reprises : me demander
    .choice-always = Reprises : toujours, sans me demander
command-settings-moves = coups
    .description = Comment vos coups sont joués, et les conseils de la première partie
command-settings-moves-confirm = confirmer
    .description = Montrer un coup tapé avant de le jouer
command-settings-moves-preview = aperçu
    .description = Montrer le plateau avant de jouer un coup choisi avec les boutons
command-settings-moves-hints = conseils
    .description = Des conseils aux premiers tours de votre première partie
command-settings-clock = horloge
    .description = Votre fuseau horaire, vos heures de sommeil, le congé automatique
command-settings-clock-zone = fuseau
    .description = Fuseau horaire : une ville ou votre heure ; `défaut` l'efface
command-settings-clock-sleep-from = sommeil-de
    .description = Heure du coucher : 23:00 ; `défaut` l'efface
command-settings-clock-sleep-to = sommeil-à
    .description = Heure du lever : 7:00
command-settings-clock-automatic-vacation = congé-automatique
    .description = Prendre un congé automatiquement plutôt que de perdre au temps
command-settings-reminders = rappels
    .description = Quand et où vous recevez des rappels
command-settings-reminders-steps = délais
    .description = Délai avant l'échéance : 24h 3h, ou jamais ; `défaut` : choix de l'hébergeur
command-settings-reminders-where = lieu
    .description = Où vous recevez les rappels
    .choice-thread = Rappels dans le fil de la partie
    .choice-dm = Rappels en message privé
    .choice-both = Rappels aux deux endroits
    .choice-none = Aucun rappel
command-settings-reminders-turn = tour
    .description = Me mentionner quand c'est à moi de jouer
    .choice-on = Me mentionner quand c'est à moi
    .choice-off = Ne pas me mentionner quand c'est à moi
command-settings-reminders-quiet = silence
    .description = Heures sans rappel, dans votre fuseau horaire : 22:00-07:00, ou jamais
command-settings-reminders-zone = fuseau
    .description = Fuseau horaire : une ville ou votre heure ; `défaut` l'efface
command-settings-digest = résumé
    .description = Un message par jour sur ce qui vous attend
command-settings-digest-at = à
    .description = Heure, dans votre fuseau horaire : 18:00, ou jamais
command-settings-digest-zone = fuseau
    .description = Fuseau horaire : une ville ou votre heure ; `défaut` l'efface
command-settings-test = essai
    .description = Recevoir un rappel maintenant
command-settings-block = bloquer
    .description = Les personnes bloquées ; choisissez-en une pour refuser ses défis
command-settings-block-user = membre
    .description = Qui ne pourra plus vous défier
command-settings-unblock = débloquer
    .description = Accepter de nouveau les défis d'une personne
command-settings-unblock-user = membre
    .description = Qui pourra de nouveau vous défier
command-settings-presets = modèles
    .description = Les défis que vous enregistrez sous un nom

## /settings vacation

command-settings-vacation = congé
    .description = Arrêter vos pendules pendant votre absence
command-settings-vacation-start = commencer
    .description = Commencer un congé, ou en prévoir un
command-settings-vacation-start-days = jours
    .description = Nombre de jours ; /réglages congé arrêter y met fin plus tôt
command-settings-vacation-start-from = dès
    .description = Premier jour : demain, lundi 18h, 2026-12-24 (par défaut : maintenant)
command-settings-vacation-stop = arrêter
    .description = Terminer votre congé, ou annuler un congé prévu
command-settings-vacation-stop-which = lequel
    .description = Le congé (par défaut : celui en cours, ou le prochain)
command-settings-vacation-status = état
    .description = Vos congés, et ce qu'il en reste

## /settings privacy

command-settings-privacy = confidentialité
    .description = Ce que je conserve à votre sujet
command-settings-privacy-show = montrer
    .description = Ce que je conserve à votre sujet, et combien de temps
command-settings-privacy-export = exporter
    .description = Le tout en fichiers, pour vous seul
command-settings-privacy-delete = supprimer
    .description = Supprimer ce que je conserve à votre sujet

## /setup

command-setup = configurer
    .description = Les réglages de ce serveur, pour ses responsables
command-setup-show = voir
    .description = Tous les réglages de ce serveur
command-setup-picture = image
    .description = L'aspect des plateaux de ce serveur
command-setup-presets = modèles
    .description = Les défis que chacun ici peut choisir par leur nom

## /learn

command-learn = apprendre
    .description = Dix petits exercices sur le plateau

## /puzzle

command-puzzle = problème
    .description = Une position à résoudre, proche de votre force
command-puzzle-daily = du-jour
    .description = Le problème du jour, le même pour tous

## /help

command-help = aide
    .description = Ce que vous pouvez faire ici et maintenant

## /ladder

shared-ladder = échelle
    .description = L'échelle (inutile s'il n'y en a qu'une)
shared-ladder-setup = configuration
    .description = D'autres parties : un modèle du serveur, ou une ligne abalone layout=german-daisy
shared-ladder-set = paramètres
    .description = Ce qui diffère du modèle : reach=5 again=7d idle=30d
shared-ladder-player = joueur
    .description = Le joueur
shared-ladder-reason = raison
    .description = Pourquoi ; affiché dans l'historique
command-ladder = échelle
    .description = Les échelles de ce serveur
command-ladder-show = voir
    .description = Le tableau d'une échelle
command-ladder-show-public = public
    .description = La montrer à tout le monde ici
command-ladder-show-export = exporter
    .description = Le tableau et tous les résultats en fichiers CSV
command-ladder-join = rejoindre
    .description = S'inscrire sur une échelle
command-ladder-leave = quitter
    .description = Quitter une échelle
command-ladder-challenge = défier
    .description = Défier un joueur mieux placé que vous
command-ladder-challenge-user = joueur
    .description = Le joueur (par défaut : choisir parmi ceux que vous pouvez défier)
command-ladder-games = parties
    .description = Parties et défis d'une échelle : échéances, et qui ne réagit pas
command-ladder-history = historique
    .description = Ce qui a changé dans le tableau
command-ladder-history-player = joueur
    .description = Seulement les changements de ce joueur
command-ladder-history-season = saison
    .description = Le tableau final de cette saison
command-ladder-rules = règles
    .description = Les règles d'une échelle, en toutes lettres

## /organize

shared-organize-game = partie
    .description = La partie (inutile dans son fil)
shared-organize-competition = compétition
    .description = Toutes les parties en cours de cette échelle, au lieu d'une seule
shared-organize-reason = raison
    .description = Pourquoi ; montré aux joueurs et au journal
command-organize = organiser
    .description = Pour les organisateurs : intervenir dans les parties de ce serveur
command-organize-show = voir
    .description = Ce que peuvent faire les organisateurs, en boutons
command-organize-adjudicate = trancher
    .description = Décider du résultat d'une partie
command-organize-adjudicate-winner = vainqueur
    .description = Qui gagne
command-organize-adjudicate-draw = nulle
    .description = La partie est nulle
command-organize-annul = invalider
    .description = Compter une partie comme non jouée
command-organize-annul-against = contre
    .description = Qui a enfreint les règles : dans un tournoi, l'adversaire reçoit le point
command-organize-extend = prolonger
    .description = Donner du temps au joueur au trait
command-organize-extend-days = jours
    .description = Jours à donner
command-organize-extend-hours = heures
    .description = Heures à donner
command-organize-extend-minutes = minutes
    .description = Minutes à donner
command-organize-pause = suspendre
    .description = Arrêter les pendules d'une partie ; personne ne peut jouer
command-organize-pause-days = jours
    .description = Pour combien de jours au plus (par défaut : 7)
command-organize-resume = relancer
    .description = Faire reprendre une partie suspendue
command-organize-ladder = échelle
    .description = Les échelles de ce serveur
command-organize-ladder-create = créer
    .description = Créer une échelle
command-organize-ladder-create-name = nom
    .description = Son nom
command-organize-ladder-create-preset = modèle
    .description = Ses règles ; /échelle règles les montre en toutes lettres
    .choice-ogs = Online Go Server : 10 places ou 40 %, la partie commence aussitôt
    .choice-dragon = Dragon Go Server : 10 places, 5 jours pour répondre
    .choice-leapfrog = Saute-mouton : 4 places, le vainqueur prend la place
    .choice-swap = Échange : 3 places, les deux joueurs échangent leur place
    .choice-pyramid = Pyramide : étages de 1, 2, 3, … places
    .choice-stairs = Escalier : une marche par partie, en haut ou en bas
command-organize-ladder-edit = modifier
    .description = Changer le nom, les règles ou les parties d'une échelle
command-organize-ladder-close = fermer
    .description = Fermer une échelle ; son tableau reste visible
command-organize-ladder-channel = salon
    .description = Où le tableau est publié et où les parties commencent
command-organize-ladder-channel-where = où
    .description = Quel salon
    .choice-here = Dans ce salon
    .choice-off = Là où les défis sont lancés
command-organize-ladder-season = saison
    .description = Terminer la saison et commencer la suivante, ou commencer la première
command-organize-ladder-add = ajouter
    .description = Ajouter un joueur à une échelle, ou le mettre à une autre place
command-organize-ladder-add-place = place
    .description = La place ; 1 est tout en haut (par défaut : selon les règles de l'échelle)
command-organize-ladder-add-file = fichier
    .description = Plusieurs à la fois : un fichier CSV ou texte, avec un identifiant Discord par ligne
command-organize-ladder-remove = retirer
    .description = Retirer un joueur d'une échelle
command-organize-log = journal
    .description = Ce que les organisateurs ont fait
command-organize-log-export = exporter
    .description = Tout le journal, en fichier
command-setup-channels = salons
    .description = Ce qui est publié dans ce salon
command-setup-channels-seeks = défis
    .description = Les défis ouverts
    .choice-here = Dans ce salon
    .choice-off = Là où ils sont lancés
command-setup-channels-results = résultats
    .description = Les résultats de toutes les parties du serveur
    .choice-here = Dans ce salon
    .choice-off = Ne plus les publier
command-setup-thread = fil
    .description = Comment les plateaux s'affichent dans les fils des parties
command-setup-thread-posts = plateaux
    .description = Un nouveau plateau à chaque coup, ou un seul mis à jour
    .choice-each = Un nouveau plateau à chaque coup
    .choice-one = Un seul plateau, mis à jour, et une mention pour le joueur au trait
command-setup-organizers = organisateurs
    .description = Qui peut utiliser les commandes des organisateurs
command-setup-organizers-role = rôle
    .description = Un rôle qui peut aussi les utiliser
command-setup-organizers-nobody = aucun
    .description = Aucun rôle en plus des permissions de Discord
command-setup-channels-ladders = échelles
    .description = Les changements des échelles, un message par jour
    .choice-here = Dans ce salon
    .choice-off = Ne plus les publier
command-setup-channels-puzzles = problèmes
    .description = Le problème du jour, un message par jour
    .choice-here = Dans ce salon
    .choice-off = Ne plus le publier
command-organize-review = examiner
    .description = Des chiffres sur le fair-play : où regarder
command-organize-replace = remplacer
    .description = Inviter quelqu'un à remplacer un joueur qui est parti
command-organize-replace-player = joueur
    .description = Qui est parti
command-organize-replace-by = par
    .description = Qui est invité à prendre sa place
command-setup-leader = premier
    .description = Un rôle pour le premier d'une échelle
command-setup-leader-role = rôle
    .description = Le rôle ; je le donne et je le retire
command-setup-leader-nobody = aucun
    .description = Plus de rôle

## /event

shared-event = tournoi
    .description = Le tournoi (inutile s'il n'y en a qu'un d'ouvert)
shared-round = ronde
    .description = La ronde (par défaut : celle en cours)
command-event = tournoi
    .description = Les tournois : système suisse, toutes rondes, élimination directe
command-event-show = voir
    .description = Un tournoi : ce qu'on y joue, qui participe, où il en est
command-event-mine = miens
    .description = Vos tournois, avec votre partie dans chacun
command-event-join = participer
    .description = S'inscrire à un tournoi
command-event-join-team = équipe
    .description = Votre équipe dans un match par équipes : 1 ou 2
command-event-withdraw = quitter
    .description = Se retirer d'un tournoi
command-event-skip = sauter
    .description = Laisser passer une ronde d'un système suisse, et revenir à la suivante
command-event-skip-round = ronde
    .description = La ronde (par défaut : la prochaine)
command-event-skip-undo = annuler
    .description = Jouer cette ronde quand même
command-event-standings = classement
    .description = Le classement
command-event-standings-public = public
    .description = Le montrer à tout le monde ici
command-event-pairings = parties
    .description = Qui joue contre qui, avec les liens vers les parties
command-event-create = créer
    .description = Organisateurs : créer un tournoi dans ce salon
command-event-create-name = nom
    .description = Son nom
command-event-create-preset = modèle
    .description = Un tournoi de club typique ; vous pouvez tout changer dans le formulaire qui suit
    .choice-club-swiss = Système suisse, 5 rondes, 2 jours par coup
    .choice-cup = Coupe : groupes, puis élimination directe, 2 jours par coup
    .choice-everybody = Tous contre tous, 3 jours par coup
    .choice-sprint-evening = Soirée sprint : en direct, 5 rondes de 20 coups
command-event-create-format = formule
    .description = Comment il se joue
    .choice-swiss = Système suisse : un nombre fixe de rondes, entre joueurs à égalité de points
    .choice-monrad = Système suisse, selon la méthode simple de Monrad
    .choice-round-robin = Toutes rondes : tous contre tous
    .choice-double-round-robin = Toutes rondes, aller et retour
    .choice-knock-out = Élimination directe : le perdant est éliminé
    .choice-groups = Groupes, puis élimination directe
    .choice-team-match = Match par équipes : adversaires selon le classement
command-event-create-rounds = rondes
    .description = Rondes d'un tournoi suisse (par défaut : 5)
command-event-create-until = fin-inscriptions
    .description = Départ automatique : vendredi 18:00, 2026-12-24 (par défaut : quand vous le lancez)
command-event-create-players = joueurs
    .description = Nombre de places ; les suivants sont sur liste d'attente
command-event-create-rated = classé
    .description = Les résultats changent-ils les classements ? (par défaut : oui)
command-event-edit = modifier
    .description = Organisateurs : rondes et joueurs d'un tournoi qui n'a pas commencé
command-event-edit-unfinished = inachevées
    .description = Parties en cours quand une ronde se termine
    .choice-score = Celui qui mène gagne ; à égalité, partie nulle
    .choice-organizer = Un organisateur tranche
    .choice-clock = Celui à qui il reste le plus de temps gagne
command-event-edit-pairing = appariement
    .description = Qui apparie la ronde suivante quand toutes les parties sont finies
    .choice-automatic = Moi, aussitôt
    .choice-by-hand = Un organisateur, avec /tournoi apparier
command-event-edit-repeat = répéter
    .description = Quand il commence, le prochain est annoncé avec les mêmes réglages
    .choice-weekly = Chaque semaine
    .choice-monthly = Chaque mois
    .choice-never = Plus du tout
command-event-edit-one-layout = même-position
    .description = Une même position tirée au sort pour toutes les parties d'une ronde ?
command-event-edit-leave-out = écarter
    .description = Toutes rondes : écarter du classement qui se retire avant la moitié de ses parties ?
command-event-edit-rounds = rondes
    .description = Comment se jouent les rondes
    .choice-one-by-one = Ronde par ronde
    .choice-all-at-once = Toutes à la fois
    .choice-two-games = Ronde par ronde, deux parties en changeant de couleur
command-event-edit-tie-break = départage
    .description = Ce qui départage les joueurs à égalité, dans l'ordre : Gains, Tirage au sort
command-event-edit-c07 = c07
    .description = Règles de départage de la FIDE (C.07) pour les exemptions et les absences
    .choice-2024 = 2024
    .choice-2026 = 2026 (en vigueur)
command-event-edit-skipping = sauts
    .description = Ce que vaut une ronde qu'un joueur saute dans un système suisse
    .choice-half = Un demi-point une fois, puis rien
    .choice-zero = Rien
    .choice-off = Personne ne peut sauter une ronde
command-event-edit-pauses = pauses
    .description = Les congés qui arrêtent les pendules (par défaut : ceux que les joueurs demandent)
    .choice-all = Tous, même automatiques
    .choice-asked = Ceux que les joueurs demandent
    .choice-none = Aucun
command-event-edit-role = rôle
    .description = Seuls les membres qui ont ce rôle peuvent participer
command-event-edit-anyone = tous
    .description = Aucun rôle n'est plus nécessaire
command-event-edit-teams = équipes
    .description = Les noms des équipes : Rouges / Bleus
command-event-close = fermer
    .description = Organisateurs : plus personne ne peut s'inscrire
command-event-close-reopen = rouvrir
    .description = Rouvrir les inscriptions
command-event-add = ajouter
    .description = Organisateurs : ajouter des joueurs, choisis dans une liste si vous n'en nommez pas
command-event-add-player = joueur
    .description = Le joueur
command-event-add-seed = numéro
    .description = Son numéro de départ ; les joueurs sans numéro suivent, selon leur classement
command-event-add-rating = classement
    .description = Son classement dans ce tournoi (par défaut : celui de ce serveur)
command-event-add-team = équipe
    .description = Son équipe dans un match par équipes : 1 ou 2
command-event-add-file = fichier
    .description = Plusieurs à la fois : un CSV, un identifiant par ligne, colonnes numéro, classement, équipe
command-event-substitute = remplacer
    .description = Organisateurs : donner une place libre à quelqu'un à partir de la prochaine ronde
command-event-substitute-with = par
    .description = Qui la prend
command-event-substitute-place = place
    .description = Qui s'est retiré (par défaut : la place libre d'un nombre impair de joueurs)
command-event-forbid = séparer
    .description = Organisateurs : ne jamais apparier ces deux joueurs dans un tournoi suisse
command-event-forbid-player = joueur
    .description = Le premier des deux joueurs
command-event-forbid-other = autre
    .description = Le joueur qu'il ne doit pas rencontrer
command-event-forbid-allow = permettre
    .description = Les laisser se rencontrer de nouveau ?
command-event-pair = apparier
    .description = Organisateurs : apparier la ronde suivante ; la première lance le tournoi
command-event-pair-preview = aperçu
    .description = Me montrer d'abord les appariements d'un système suisse ; j'ouvre la ronde plus tard
command-event-swap = échanger
    .description = Organisateurs : échanger deux joueurs d'une ronde qui n'est pas encore ouverte
command-event-swap-player = joueur
    .description = L'un des joueurs
command-event-swap-other = autre
    .description = L'autre
command-event-message = message
    .description = Organisateurs : écrire à tous les joueurs, dans le salon du tournoi
command-event-message-text = texte
    .description = Ce que vous voulez dire
command-event-end = terminer
    .description = Organisateurs : fermer la ronde, ou terminer le tournoi tel qu'il est
command-event-end-what = quoi
    .description = Ce qui se termine maintenant
    .choice-round = La ronde : ses parties en cours finissent comme le tournoi le prévoit
    .choice-event = Le tournoi, avec le classement tel qu'il est
command-event-decide = trancher
    .description = Organisateurs : trancher la partie d'un joueur, dans cette ronde ou une autre
command-event-decide-player = joueur
    .description = Le joueur
command-event-decide-result = résultat
    .description = Comment la partie compte pour ce joueur
    .choice-win = Gagnée
    .choice-draw = Nulle
    .choice-loss = Perdue
    .choice-both-lose = Perdue pour les deux
command-event-decide-board = table
    .description = Son numéro dans /tournoi parties (inutile s'il n'y a qu'une partie)
command-event-remove = retirer
    .description = Organisateurs : retirer un joueur
command-event-remove-player = joueur
    .description = Le joueur
command-event-remove-forfeit = forfait
    .description = Sa partie de cette ronde est perdue aussitôt ; raison obligatoire
command-event-cancel = annuler
    .description = Organisateurs : annuler le tournoi
command-event-export = exporter
    .description = Le tournoi en rapport (TRF) pour les programmes d'appariement
command-event-move = déplacer
    .description = Organisateurs : continuer un tournoi dans ce salon
command-settings-web = web
    .description = Votre nom sur les pages publiques
command-settings-web-name = nom
    .description = Votre nom dans les parties publiques
    .choice-shown = Affiché
    .choice-hidden = Caché : Joueur
command-setup-web = web
    .description = Les parties de ce serveur dans le navigateur
command-setup-web-games = parties
    .description = Les parties visibles par toute personne qui a leur adresse
    .choice-off = Aucune
    .choice-linked = Toutes, et les moteurs de recherche sont priés de les ignorer
    .choice-searchable = Toutes, y compris pour les moteurs de recherche
