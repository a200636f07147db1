# Names, descriptions and choices of the commands. Names are lower case, without spaces.

## Options of several commands

shared-game = partie
    .description = Die Partie (in ihrem Thread nicht nötig)
shared-any-game = partie
    .description = Die Partie, auch eine beendete (in ihrem Thread nicht nötig)
shared-withdraw = zurückziehen
    .description = Zieh deine Anfrage zurück
shared-theme = design
    .description = Design der Bretter: Farben und Material
shared-marbles = kugeln
    .description = Wie die Kugeln aussehen
shared-coordinates = koordinaten
    .description = Buchstaben und Zahlen um das Brett
    .choice-shown = Koordinaten anzeigen
    .choice-hidden = Koordinaten ausblenden
shared-default = Standard
shared-save = speichern
    .description = Speichere deine letzte Partie oder Herausforderung unter diesem Namen
shared-remove = löschen
    .description = Lösche die Vorlage mit diesem Namen

## /play

command-play = spielen
    .description = Eine Partie Schritt für Schritt beginnen: gegen wen, was und wie schnell
command-play-user = spieler
    .description = Dein Gegner (du kannst später wählen)

## /challenge

command-challenge = herausfordern
    .description = Fordere jemanden zu einer Partie Abalone heraus
command-challenge-user = spieler
    .description = Dein Gegner (ohne Angabe: eine offene Herausforderung wie mit /suchen)
command-challenge-level = stufe
    .description = Wie stark ich spiele, wenn du mich herausforderst (Standard: 3)
    .choice-1 = 1 Kiesel: für die erste Partie; verschenkt Kugeln
    .choice-2 = 2 Ton: sieht, was sich hinausschieben lässt, und wenig mehr
    .choice-3 = 3 Glas: übersieht die meisten Drohungen
    .choice-4 = 4 Bernstein: übersieht jede zweite Drohung
    .choice-5 = 5 Achat: hält seine Kugeln zusammen
    .choice-6 = 6 Jade: verliert selten eine Kugel umsonst
    .choice-7 = 7 Onyx: übersieht selten eine Drohung
    .choice-8 = 8 Rubin: macht keine absichtlichen Fehler
    .choice-9 = 9 Saphir: plant mehrere Züge voraus
    .choice-10 = 10 Diamant: für starke Spieler
    .choice-11 = Volle Stärke: hält nichts zurück
command-challenge-game = spiel
    .description = Das Spiel (Standard: Abalone), dein letztes oder eine Vorlage
    .choice-abalone = Abalone
    .choice-notalone = Notalone: mit zwei Schwestern
    .choice-fliporona = Fliporona: auf dem Fanorona-Brett
    .choice-grand-abalone = Grand Abalone: 91 Felder, zwei Züge hintereinander
command-challenge-layout = aufstellung
    .description = Startaufstellung; tippe ein paar Buchstaben
command-challenge-sprint = sprint
    .description = Züge pro Spieler, 20 bis 30; danach entscheidet der Punktestand
command-challenge-pace = bedenkzeit
    .description = Zeit pro Zug oder für die Partie
    .choice-days-1 = 1 Tag pro Zug
    .choice-days-2 = 2 Tage pro Zug
    .choice-days-3 = 3 Tage pro Zug
    .choice-days-5 = 5 Tage pro Zug
    .choice-days-7 = 7 Tage pro Zug
    .choice-days-14 = 14 Tage pro Zug
    .choice-fischer-7d-1d-14d = 7 Tage, plus 1 pro Zug (höchstens 14)
    .choice-fischer-3d-12h-7d = 3 Tage, plus 12 Stunden pro Zug (höchstens 7)
    .choice-total-30d = 30 Tage für die ganze Partie
    .choice-total-15m = Live: 15 Minuten für die ganze Partie
    .choice-total-10m = Live: 10 Minuten für die ganze Partie
    .choice-none = Ohne Frist
command-challenge-color = farbe
    .description = Deine Farbe (Standard: zufällig)
    .choice-black = Schwarz (zieht zuerst, außer bei Fliporona)
    .choice-white = Weiß
    .choice-random = Zufällig
command-challenge-rated = gewertet
    .description = Ändert das Ergebnis die Wertungen? (Standard: auf Servern ja)
command-challenge-options = optionen
    .description = Weitere Optionen der Partie: target=3 handicap=black:2 triangles=on
command-challenge-more = mehr
    .description = Mehr…: weiter im Formular von /spielen, mit mehr Leuten, Pausen und allen Varianten

## /seek

command-seek = suchen
    .description = Suche einen Gegner: Wer zuerst annimmt, spielt
command-seek-reliability = zuverlässigkeit
    .description = Geringste Zuverlässigkeit deines Gegners, in Prozent
command-seek-new-players = neulinge
    .description = Dürfen Leute mit weniger als 5 beendeten Partien annehmen? (Standard: ja)
command-seek-rating = wertung
    .description = Wer annehmen darf, nach Wertung: 1400-1700, 1400+, ±200 (nahe an deiner)
command-seek-days = tage
    .description = Tage, bis sie verfällt, 1 bis 30 (Standard: 7, oder wie vom Betreiber gewählt)

## /move

command-move = zug
    .description = Mach einen Zug
command-move-move = zug
    .description = a1b2 längs, c3c5d3 seitwärts; oder tippe ein Feld, schieben oder hinausschieben

## /board

command-board = brett
    .description = Zeige das Brett einer Partie
command-board-ply = zug
    .description = Die Stellung nach so vielen Zügen
command-board-style = darstellung
    .description = Ein Bild, ein Textbrett oder nur Worte
    .choice-picture = Bild
    .choice-text = Text
    .choice-words = Nur Worte
command-board-flip = drehen
    .description = Weiß unten

## /games

command-games = partien
    .description = Liste deine Partien auf
command-games-show = zeige
    .description = Welche Partien (Standard: alle offenen)
    .choice-open = Alle offenen Partien
    .choice-my-turn = Ich bin am Zug
    .choice-waiting = Warten auf andere
    .choice-challenges = Herausforderungen
    .choice-finished = Beendete Partien
    .choice-watched = Partien, denen ich folge
    .choice-server = Laufende auf diesem Server
    .choice-seeks = Offene Herausforderungen
command-games-sort = sortiere
    .description = In welcher Reihenfolge
    .choice-deadline = Frist
    .choice-newest = Neueste
    .choice-opponent = Gegner

## /game

command-game = partie
    .description = Alles, was in einer Partie möglich ist: Remis, Rücknahme, Pause, Aufgabe …

## /game show

command-game-show = zeigen
    .description = Was du in dieser Partie jetzt tun kannst, als Knöpfe

## /game watch

command-game-watch = zuschauen
    .description = Bei einer fremden Partie zuschauen oder damit aufhören
command-game-watch-how = wie
    .description = Was du erfährst und wo (sonst: jeder Zug als Direktnachricht)
    .choice-moves = Jeder Zug, als Direktnachricht
    .choice-end = Nur das Ende, als Direktnachricht
    .choice-thread = In ihrem Thread: Du wirst hinzugefügt, ohne Pings
    .choice-stop = Nicht mehr folgen

## /game export

command-game-export = exportieren
    .description = Hol dir eine Partie als Dateien: Notation und JSON

## /game replay

command-game-replay = wiederholung
    .description = Sieh dir eine Partie von Anfang an als Animation an
command-game-replay-public = öffentlich
    .description = Zeige es hier allen

## /game history

command-game-history = verlauf
    .description = Die Züge einer Partie, ihre letzten Stellungen und der Punktestand

## /game resign

command-game-resign = aufgeben
    .description = Gib eine Partie auf

## /game line

command-game-line = variante
    .description = Bedingte Züge: Antworte im Voraus; nur du siehst sie
command-game-line-add = hinzufügen
    .description = Wenn der Gegner dies zieht, dann ziehst du das
command-game-line-add-if = wenn
    .description = Was der Gegner zieht; trenne mehrere Züge durch Leerzeichen
command-game-line-add-then = dann
    .description = Was du antwortest
command-game-line-add-moves = züge
    .description = Oder eine ganze Variante: abwechselnd seine und deine Züge
command-game-line-show = zeigen
    .description = Deine Varianten in einer Partie und das Brett am Ende einer davon
command-game-line-show-number = nummer
    .description = Die Variante, die das Bild zeigt
command-game-line-remove = entfernen
    .description = Entferne eine deiner Varianten oder alle
command-game-line-remove-number = nummer
    .description = Die Variante (Standard: alle)

## /game claim

command-game-claim = reklamieren
    .description = Reklamiere den Sieg in einer Partie ohne Frist, in der dein Gegner nicht mehr zieht

## /game analyze

command-game-analyze = analysieren
    .description = Wo eine Partie gewonnen und verloren wurde, und was besser gewesen wäre

## /game hint

command-game-hint = tipp
    .description = Was ich spielen würde, in einer Partie gegen mich

## /game more-time

command-game-more-time = mehr-zeit
    .description = Schenke deinem Gegner mehr Zeit für diesen Zug
command-game-more-time-days = tage
    .description = Tage (Standard: ein Tag, in einer Live-Partie fünf Minuten)
command-game-more-time-hours = stunden
    .description = Stunden
command-game-more-time-minutes = minuten
    .description = Minuten

## /game adjourn

command-game-adjourn = vertagen
    .description = Vertage eine Partie, wenn dein Gegner zustimmt
command-game-adjourn-days = tage
    .description = Höchstens so viele Tage (Standard: so lange wie möglich)

## /game resume

command-game-resume = fortsetzen
    .description = Setze eine vertagte Partie fort

## /game takeback

command-game-takeback = zurücknehmen
    .description = Nimm deinen letzten Zug zurück, wenn dein Gegner zustimmt

## /game abort

command-game-abort = abbrechen
    .description = Brich eine Partie ab, bevor alle gezogen haben

## /game draw

command-game-draw = remis
    .description = Biete Remis an, nimm es an oder reklamiere es

## /rules

command-rules = regeln
    .description = Lerne die Spiele und Optionen, mit Bildern
command-rules-topic = thema
    .description = Das Thema; tippe ein paar Buchstaben oder lass es weg

## /profile

command-profile = profil
    .description = Ergebnisse, Wertungen und Gewohnheiten von Spielern; die Besten; was ein Server spielt
command-profile-show = zeigen
    .description = Wertungen, Ergebnisse und Gewohnheiten eines Spielers
command-profile-show-user = spieler
    .description = Der Spieler (Standard: du)
command-profile-show-against = gegen
    .description = Zeige auch die Ergebnisse gegen diesen Spieler

## /profile top

command-profile-top = bestenliste
    .description = Die besten Spieler nach Wertung
command-profile-top-group = gruppe
    .description = Welche Partien (Standard: Standard)
    .choice-standard = Standard
    .choice-fast = Sprint und Blitz
    .choice-variants = Varianten
    .choice-notalone = Notalone
    .choice-fliporona = Fliporona
    .choice-teams = Zwei gegen zwei
command-profile-top-period = zeitraum
    .description = Wer in dieser Zeit die meisten Punkte gewonnen hat, statt der besten Wertungen
    .choice-month = dieser Monat
    .choice-quarter = dieses Quartal
    .choice-year = dieses Jahr
    .choice-all = alles: die besten Wertungen
command-profile-top-everywhere = überall
    .description = Über alle Server, nicht nur diesen

## /profile statistics

command-profile-statistics = statistik
    .description = Was auf diesem Server gespielt wird: Partien, Spieler, Aufstellungen, Partien pro Woche

## /settings

command-settings = einstellungen
    .description = Deine persönlichen Einstellungen
command-settings-show = zeigen
    .description = Alle deine Einstellungen
command-settings-picture = bild
    .description = Wie Bretter für dich aussehen: Design, Koordinaten und Ausrichtung
command-settings-picture-labels = namen
    .description = Namen auf den Kugeln, die ziehen können, und auf ihren Zielen
    .choice-coordinates = Namen: Koordinaten
    .choice-off = Namen: aus
command-settings-picture-orientation = ausrichtung
    .description = Welche Kugeln unten liegen
    .choice-own = Immer meine Kugeln unten
    .choice-black = Immer die schwarzen Kugeln unten
    .choice-white = Immer die weißen Kugeln unten
command-settings-picture-style = darstellung
    .description = Bilder, Textbretter oder nur Worte, für einen Screenreader
    .choice-picture = Bilder
    .choice-text = Text
    .choice-words = Nur Worte
command-settings-moves = züge
    .description = Wie deine Züge gespielt werden, und Hinweise in der ersten Partie
command-settings-moves-confirm = bestätigen
    .description = Einen getippten Zug zeigen, bevor er zählt
command-settings-moves-preview = vorschau
    .description = Das Brett zeigen, bevor ein mit Knöpfen gewählter Zug zählt
command-settings-moves-hints = tipps
    .description = Hinweise in den ersten Zügen deiner ersten Partie
command-settings-takeback = rücknahme
    .description = Deine Antwort auf Bitten um Rücknahme
command-settings-takeback-answer = antwort
    .description = Deine Antwort
    .choice-never = Rücknahmen: nie, ohne mich zu fragen
    .choice-casual = Rücknahmen: mich fragen
    .choice-always = Rücknahmen: immer, ohne mich zu fragen
command-settings-clock = uhr
    .description = Deine Zeitzone, Schlafenszeit und automatischer Urlaub
command-settings-clock-zone = zeitzone
    .description = Deine Zeitzone: eine Stadt oder deine Uhrzeit; `standard` löscht sie
command-settings-clock-sleep-from = schlaf-von
    .description = Wann du schlafen gehst: 23:00; `standard` löscht es
command-settings-clock-sleep-to = schlaf-bis
    .description = Wann du aufstehst: 7:00
command-settings-clock-automatic-vacation = automatischer-urlaub
    .description = Beginne einen Urlaub, bevor du auf Zeit verlierst
command-settings-reminders = erinnerungen
    .description = Wann und wo du erinnert wirst
command-settings-reminders-steps = zeiten
    .description = Zeit vor der Frist: 24h 3h, oder keine; `standard` ist die Wahl des Betreibers
command-settings-reminders-where = wo
    .description = Wo du erinnert wirst
    .choice-thread = Erinnerungen im Thread der Partie
    .choice-dm = Erinnerungen per Direktnachricht
    .choice-both = Erinnerungen an beiden Orten
    .choice-none = Keine Erinnerungen
command-settings-reminders-turn = am-zug
    .description = Pinge mich an, wenn ich am Zug bin
    .choice-on = Anpingen, wenn ich am Zug bin
    .choice-off = Nicht anpingen, wenn ich am Zug bin
command-settings-reminders-quiet = ruhe
    .description = Stunden ohne Erinnerungen, in deiner Zeitzone: 22:00-07:00, oder aus
command-settings-reminders-zone = zeitzone
    .description = Deine Zeitzone: eine Stadt oder deine Uhrzeit; `standard` löscht sie
command-settings-digest = übersicht
    .description = Jeden Tag eine Nachricht: was auf dich wartet
command-settings-digest-at = um
    .description = Uhrzeit in deiner Zeitzone: 18:00, oder aus
command-settings-digest-zone = zeitzone
    .description = Deine Zeitzone: eine Stadt oder deine Uhrzeit; `standard` löscht sie
command-settings-test = test
    .description = Schick dir jetzt eine Erinnerung
command-settings-block = blockieren
    .description = Wen du blockiert hast; nenne jemanden, um auch ihn zu blockieren
command-settings-block-user = spieler
    .description = Wer dich nicht mehr herausfordern kann
command-settings-unblock = freigeben
    .description = Nimm von jemandem wieder Herausforderungen an
command-settings-unblock-user = spieler
    .description = Wer dich wieder herausfordern kann
command-settings-presets = vorlagen
    .description = Herausforderungen, die du unter einem Namen speicherst

## /settings vacation

command-settings-vacation = urlaub
    .description = Halte deine Uhren an, während du weg bist
command-settings-vacation-start = beginnen
    .description = Beginne jetzt einen Urlaub oder plane einen
command-settings-vacation-start-days = tage
    .description = Anzahl der Tage; /einstellungen urlaub beenden beendet ihn früher
command-settings-vacation-start-from = ab
    .description = Erster Tag: morgen, freitag 18:00, 2026-12-24 (Standard: jetzt)
command-settings-vacation-stop = beenden
    .description = Beende deinen Urlaub oder sage einen geplanten ab
command-settings-vacation-stop-which = welcher
    .description = Der Urlaub (Standard: der laufende oder der nächste)
command-settings-vacation-status = status
    .description = Deine Urlaube und was davon übrig ist

## /settings privacy

command-settings-privacy = datenschutz
    .description = Was ich über dich speichere
command-settings-privacy-show = zeigen
    .description = Was ich über dich speichere und wie lange
command-settings-privacy-export = exportieren
    .description = Alles als Dateien, nur für dich
command-settings-privacy-delete = löschen
    .description = Löschen, was ich über dich speichere

## /setup

command-setup = einrichten
    .description = Einstellungen dieses Servers, für seine Verwalter
command-setup-show = zeigen
    .description = Alle Einstellungen dieses Servers
command-setup-picture = bild
    .description = Wie Bretter auf diesem Server aussehen
command-setup-presets = vorlagen
    .description = Herausforderungen, die hier alle mit ihrem Namen wählen können

## /learn

command-learn = lernen
    .description = Zehn kurze Übungen auf dem Brett

## /puzzle

command-puzzle = aufgabe
    .description = Eine Stellung zum Lösen, nahe an deiner Stärke
command-puzzle-daily = täglich
    .description = Die Aufgabe des Tages, für alle dieselbe

## /help

command-help = hilfe
    .description = Was du hier und jetzt tun kannst

## /ladder

shared-ladder = rangliste
    .description = Die Rangliste (nicht nötig, wenn es nur eine gibt)
shared-ladder-setup = spielart
    .description = Andere Partien: eine Vorlage des Servers oder eine Setup-Zeile: abalone layout=german-daisy
shared-ladder-set = parameter
    .description = Was von der Vorlage abweicht: reach=5 again=7d idle=30d
shared-ladder-player = spieler
    .description = Der Spieler
shared-ladder-reason = grund
    .description = Warum; steht im Verlauf
command-ladder = rangliste
    .description = Die Ranglisten dieses Servers
command-ladder-show = zeigen
    .description = Die Tabelle einer Rangliste
command-ladder-show-public = öffentlich
    .description = Zeige sie hier allen
command-ladder-show-export = exportieren
    .description = Die Tabelle und alle Ergebnisse als CSV-Dateien
command-ladder-join = beitreten
    .description = Tritt einer Rangliste bei
command-ladder-leave = verlassen
    .description = Verlass eine Rangliste
command-ladder-challenge = herausfordern
    .description = Fordere einen Spieler heraus, der über dir steht
command-ladder-challenge-user = spieler
    .description = Der Spieler (Standard: wähle unter denen, die du herausfordern kannst)
command-ladder-games = partien
    .description = Partien und Herausforderungen einer Rangliste: Fristen, und wer untätig ist
command-ladder-history = verlauf
    .description = Was sich in der Tabelle geändert hat
command-ladder-history-player = spieler
    .description = Nur Änderungen dieses Spielers
command-ladder-history-season = saison
    .description = Die Abschlusstabelle dieser Saison
command-ladder-rules = regeln
    .description = Die Regeln einer Rangliste in Worten

## /organize

shared-organize-game = partie
    .description = Die Partie (in ihrem Thread nicht nötig)
shared-organize-competition = wettbewerb
    .description = Alle laufenden Partien dieser Rangliste statt nur einer
shared-organize-reason = grund
    .description = Warum; für die Spieler und das Protokoll
command-organize = organisieren
    .description = Entscheide über Partien dieses Servers, für seine Organisatoren
command-organize-show = zeigen
    .description = Was Organisatoren tun können, als Knöpfe
command-organize-adjudicate = entscheiden
    .description = Entscheide das Ergebnis einer Partie
command-organize-adjudicate-winner = sieger
    .description = Wer gewinnt
command-organize-adjudicate-draw = remis
    .description = Es ist remis
command-organize-annul = annullieren
    .description = Annulliere eine Partie: Sie zählt nicht mehr
command-organize-annul-against = gegen
    .description = Wer gegen die Regeln verstoßen hat: Im Turnier bekommt die andere Seite den Punkt
command-organize-extend = verlängern
    .description = Gib dem Spieler am Zug mehr Zeit
command-organize-extend-days = tage
    .description = Tage
command-organize-extend-hours = stunden
    .description = Stunden
command-organize-extend-minutes = minuten
    .description = Minuten
command-organize-pause = anhalten
    .description = Halte alle Uhren einer Partie an; niemand kann ziehen
command-organize-pause-days = tage
    .description = Für höchstens so viele Tage (Standard: 7)
command-organize-resume = fortsetzen
    .description = Setze eine angehaltene Partie fort
command-organize-ladder = rangliste
    .description = Ranglisten dieses Servers
command-organize-ladder-create = erstellen
    .description = Erstelle eine Rangliste
command-organize-ladder-create-name = name
    .description = Ihr Name
command-organize-ladder-create-preset = vorlage
    .description = Ihre Regeln; /rangliste regeln zeigt sie in Worten
    .choice-ogs = Online Go Server: bis 10 Plätze oder 40 %, Partien beginnen sofort
    .choice-dragon = Dragon Go Server: bis 10 Plätze, 5 Tage für die Antwort
    .choice-leapfrog = Bockspringen: bis 4 Plätze, der Sieger bekommt den Platz
    .choice-swap = Tausch: bis 3 Plätze, beide tauschen die Plätze
    .choice-pyramid = Pyramide: Stufen mit 1, 2, 3, … Plätzen
    .choice-stairs = Treppe: mit jeder Partie eine Stufe auf oder ab
command-organize-ladder-edit = ändern
    .description = Ändere Namen, Regeln oder Partien einer Rangliste
command-organize-ladder-close = schließen
    .description = Schließe eine Rangliste; ihre Tabelle bleibt
command-organize-ladder-channel = kanal
    .description = Wo die Tabelle steht und Partien beginnen
command-organize-ladder-channel-where = wo
    .description = Welcher Kanal
    .choice-here = In diesem Kanal
    .choice-off = Wo herausgefordert wird
command-organize-ladder-season = saison
    .description = Beende die Saison und beginne die nächste, oder beginne die erste
command-organize-ladder-add = hinzufügen
    .description = Setze einen Spieler auf eine Rangliste oder auf einen anderen Platz
command-organize-ladder-add-place = platz
    .description = Der Platz; 1 ist die Spitze (sonst nach den Regeln der Rangliste)
command-organize-ladder-add-file = datei
    .description = Viele zugleich: eine CSV- oder Textdatei mit einer Discord-ID pro Zeile
command-organize-ladder-remove = entfernen
    .description = Nimm einen Spieler von einer Rangliste
command-organize-log = protokoll
    .description = Was Organisatoren getan haben
command-organize-log-export = exportieren
    .description = Das ganze Protokoll als Datei
command-setup-channels = kanäle
    .description = Was in diesem Kanal gepostet wird
command-setup-channels-seeks = gesuche
    .description = Offene Herausforderungen
    .choice-here = In diesem Kanal
    .choice-off = Wo sie gestellt werden
command-setup-channels-results = ergebnisse
    .description = Ergebnisse aller Partien dieses Servers
    .choice-here = In diesem Kanal
    .choice-off = Nicht mehr
command-setup-thread = thread
    .description = Wie Bretter in den Threads der Partien gezeigt werden
command-setup-thread-posts = bretter
    .description = Ein neues Brett für jeden Zug, oder eines, das bearbeitet wird
    .choice-each = Ein neues Brett für jeden Zug
    .choice-one = Ein Brett, das bearbeitet wird, und ein Ping für den Spieler am Zug
command-setup-organizers = organisatoren
    .description = Wer die Befehle der Organisatoren nutzen darf
command-setup-organizers-role = rolle
    .description = Eine Rolle, die sie auch nutzen darf
command-setup-organizers-nobody = niemand
    .description = Keine Rolle neben den Berechtigungen von Discord
command-setup-channels-ladders = ranglisten
    .description = Änderungen der Ranglisten, eine Nachricht pro Tag
    .choice-here = In diesem Kanal
    .choice-off = Nicht mehr
command-setup-channels-puzzles = aufgaben
    .description = Die Aufgabe des Tages, eine Nachricht pro Tag
    .choice-here = In diesem Kanal
    .choice-off = Nicht mehr
command-organize-review = prüfen
    .description = Zahlen zum Fairplay: wo man hinsehen sollte
command-organize-replace = ersetzen
    .description = Bitte jemanden, für einen Spieler einzuspringen, der nicht mehr da ist
command-organize-replace-player = spieler
    .description = Wer nicht mehr da ist
command-organize-replace-by = durch
    .description = Wer einspringen soll
command-setup-leader = spitzenreiter
    .description = Eine Rolle für den Ersten einer Rangliste
command-setup-leader-role = rolle
    .description = Die Rolle; ich gebe sie weiter, wenn der Erste wechselt
command-setup-leader-nobody = niemand
    .description = Keine Rolle mehr

## /event

shared-event = turnier
    .description = Das Turnier (nicht nötig, wenn nur eins offen ist)
shared-round = runde
    .description = Die Runde (Standard: die laufende)
command-event = turnier
    .description = Turniere: Schweizer System, jeder gegen jeden, K.-o.-System
command-event-show = zeigen
    .description = Ein Turnier: was gespielt wird, wer dabei ist, wie es steht
command-event-mine = meine
    .description = Deine Turniere, mit deiner Partie in jedem
command-event-join = mitmachen
    .description = An einem Turnier teilnehmen
command-event-join-team = team
    .description = Dein Team in einem Mannschaftskampf: 1 oder 2
command-event-withdraw = verlassen
    .description = Sich aus einem Turnier zurückziehen
command-event-skip = aussetzen
    .description = Eine Runde im Schweizer System auslassen und in der nächsten wieder dabei sein
command-event-skip-round = runde
    .description = Die Runde (Standard: die nächste)
command-event-skip-undo = rückgängig
    .description = In dieser Runde doch spielen
command-event-standings = tabelle
    .description = Die Tabelle: Punkte und Feinwertungen
command-event-standings-public = öffentlich
    .description = Allen hier zeigen
command-event-pairings = partien
    .description = Wer gegen wen spielt, mit Links zu den Partien
command-event-create = erstellen
    .description = Für Organisatoren: ein Turnier in diesem Kanal erstellen
command-event-create-name = name
    .description = Sein Name
command-event-create-preset = vorlage
    .description = Ein typisches Clubturnier; im Formular danach kannst du alles ändern
    .choice-club-swiss = Schweizer System, 5 Runden, 2 Tage pro Zug
    .choice-cup = Pokal: Gruppen, dann K.-o., 2 Tage pro Zug
    .choice-everybody = Jeder gegen jeden, 3 Tage pro Zug
    .choice-sprint-evening = Sprintabend: live, 5 Runden mit 20 Zügen
command-event-create-format = modus
    .description = Wie gespielt wird
    .choice-swiss = Schweizer System: eine feste Zahl von Runden, gegen Spieler mit gleich vielen Punkten
    .choice-monrad = Schweizer System, nach der einfachen Methode von Monrad
    .choice-round-robin = Jeder gegen jeden
    .choice-double-round-robin = Jeder gegen jeden, Hin- und Rückspiel
    .choice-knock-out = K.-o.-System: Wer verliert, scheidet aus
    .choice-groups = Gruppen, dann K.-o.-System
    .choice-team-match = Mannschaftskampf: zwei Teams, Bretter nach Wertung
command-event-create-rounds = runden
    .description = Runden im Schweizer System (Standard: 5)
command-event-create-until = anmeldung-bis
    .description = Wann es automatisch beginnt: freitag 18:00, 2026-12-24 (Standard: wenn du es startest)
command-event-create-players = spieler
    .description = Zahl der Plätze; wer später kommt, kommt auf die Warteliste
command-event-create-rated = gewertet
    .description = Ändern Ergebnisse die Wertungen? (Standard: ja)
command-event-edit = bearbeiten
    .description = Für Organisatoren: Runden und Spieler eines Turniers, das noch nicht begonnen hat
command-event-edit-unfinished = unfertige
    .description = Partien, die am Ende einer Runde noch offen sind
    .choice-score = Wer vorn liegt, gewinnt; bei Gleichstand remis
    .choice-organizer = Ein Organisator entscheidet
    .choice-clock = Wer mehr Zeit übrig hat, gewinnt
command-event-edit-pairing = auslosung
    .description = Wer die nächste Runde auslost, wenn alle Partien vorbei sind
    .choice-automatic = Ich, sofort
    .choice-by-hand = Ein Organisator mit /turnier auslosen
command-event-edit-repeat = wiederholen
    .description = Wenn es beginnt, wird das nächste mit diesen Einstellungen angekündigt
    .choice-weekly = Jede Woche
    .choice-monthly = Jeden Monat
    .choice-never = Nicht mehr
command-event-edit-one-layout = eine-aufstellung
    .description = Eine zufällige Aufstellung für alle Partien einer Runde?
command-event-edit-leave-out = streichen
    .description = Rundenturnier: Wer vor der Hälfte seiner Partien ausscheidet, fällt aus der Tabelle?
command-event-edit-rounds = runden
    .description = Wie die Runden gespielt werden
    .choice-one-by-one = Runde für Runde
    .choice-all-at-once = Alle auf einmal
    .choice-two-games = Runde für Runde, zwei Partien mit getauschten Farben
command-event-edit-tie-break = feinwertung
    .description = Was bei Punktgleichheit entscheidet, der Reihe nach: Siege, Los
command-event-edit-c07 = c07
    .description = Welche FIDE-Regeln für Feinwertungen (C.07) für Freilose und Abwesenheit gelten
    .choice-2024 = 2024
    .choice-2026 = 2026 (in Kraft)
command-event-edit-skipping = aussetzen
    .description = Was eine Runde zählt, die jemand im Schweizer System aussetzt
    .choice-half = Einmal einen halben Punkt, dann nichts
    .choice-zero = Nichts
    .choice-off = Niemand kann aussetzen
command-event-edit-pauses = pausen
    .description = Welche Urlaube die Uhren anhalten (Standard: selbst genommene)
    .choice-all = Alle, auch automatische
    .choice-asked = Selbst genommene
    .choice-none = Keine
command-event-edit-role = rolle
    .description = Nur Mitglieder mit dieser Rolle dürfen mitmachen
command-event-edit-anyone = alle
    .description = Es braucht keine Rolle mehr
command-event-edit-teams = teams
    .description = Die Namen der Teams: Rot / Blau
command-event-close = schließen
    .description = Für Organisatoren: niemand kann sich mehr anmelden
command-event-close-reopen = wieder-öffnen
    .description = Die Anmeldung wieder öffnen
command-event-add = aufnehmen
    .description = Für Organisatoren: Spieler aufnehmen; ohne Namen mit einer Auswahl
command-event-add-player = spieler
    .description = Der Spieler
command-event-add-seed = startnummer
    .description = Die Startnummer; wer keine hat, folgt nach Wertung
command-event-add-rating = wertung
    .description = Die Wertung in diesem Turnier (Standard: die auf diesem Server)
command-event-add-team = team
    .description = Das Team in einem Mannschaftskampf: 1 oder 2
command-event-add-file = datei
    .description = Viele auf einmal: CSV mit einer Discord-ID je Zeile, Spalten startnummer, wertung, team
command-event-substitute = ersetzen
    .description = Für Organisatoren: jemand übernimmt ab der nächsten Runde einen freien Platz
command-event-substitute-with = durch
    .description = Wer ihn übernimmt
command-event-substitute-place = platz
    .description = Wer sich zurückgezogen hat (niemand: der freie Platz bei ungerader Zahl)
command-event-forbid = trennen
    .description = Für Organisatoren: diese beiden in einem Schweizer Turnier nie gegeneinander auslosen
command-event-forbid-player = spieler
    .description = Der erste der beiden Spieler
command-event-forbid-other = anderer
    .description = Der Spieler, auf den er nicht treffen soll
command-event-forbid-allow = erlauben
    .description = Dürfen sie wieder aufeinandertreffen?
command-event-pair = auslosen
    .description = Für Organisatoren: die nächste Runde jetzt auslosen; mit der ersten beginnt das Turnier
command-event-pair-preview = vorschau
    .description = Zeig mir erst die Auslosung einer Runde im Schweizer System; ich eröffne sie später
command-event-swap = tauschen
    .description = Für Organisatoren: zwei Spieler einer Runde tauschen, die noch nicht offen ist
command-event-swap-player = spieler
    .description = Einer der Spieler
command-event-swap-other = anderer
    .description = Der andere
command-event-message = nachricht
    .description = Für Organisatoren: allen Spielern im Kanal des Turniers schreiben
command-event-message-text = text
    .description = Was du sagen willst
command-event-end = beenden
    .description = Für Organisatoren: die Runde schließen oder das Turnier beenden, wie es steht
command-event-end-what = was
    .description = Was jetzt endet
    .choice-round = Die Runde: offene Partien enden, wie es das Turnier vorsieht
    .choice-event = Das Turnier, mit der Tabelle, wie sie steht
command-event-decide = entscheiden
    .description = Für Organisatoren: die Partie eines Spielers in dieser oder einer früheren Runde entscheiden
command-event-decide-player = spieler
    .description = Der Spieler
command-event-decide-result = ergebnis
    .description = Wie die Partie für diesen Spieler zählt
    .choice-win = Gewonnen
    .choice-draw = Remis
    .choice-loss = Verloren
    .choice-both-lose = Für beide verloren
command-event-decide-board = brett
    .description = Die Nummer in /turnier partien (nicht nötig bei einer einzigen Partie)
command-event-remove = entfernen
    .description = Für Organisatoren: einen Spieler herausnehmen
command-event-remove-player = spieler
    .description = Der Spieler
command-event-remove-forfeit = kampflos
    .description = Die Partie dieser Runde ist sofort verloren; mit Begründung
command-event-cancel = absagen
    .description = Für Organisatoren: das Turnier absagen
command-event-export = exportieren
    .description = Das Turnier als Bericht (TRF) für Paarungsprogramme
command-event-move = verlegen
    .description = Für Organisatoren: ein Turnier in diesem Kanal weiterführen
command-settings-web = web
    .description = Dein Name auf öffentlichen Seiten
command-settings-web-name = name
    .description = Ob öffentliche Partien deinen Namen zeigen
    .choice-shown = Gezeigt
    .choice-hidden = Verborgen: Spieler
command-setup-web = web
    .description = Ob die Partien dieses Servers im Browser zu sehen sind
command-setup-web-games = partien
    .description = Welche Partien jeder sehen kann, der ihre Adresse hat
    .choice-off = Keine
    .choice-linked = Alle, aber Suchmaschinen sollen fernbleiben
    .choice-searchable = Alle, auch für Suchmaschinen
