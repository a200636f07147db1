# Texte für die Spieler, auf Deutsch: du, kurz, aktiv. Die Wörter sind Kugel, Zug, Partie, hinausschieben, Remis.

color-of = { $color ->
    [black] Schwarz
    [white] Weiß
    [red] Rot
    [green] Grün
    [yellow] Gelb
   *[blue] Blau
}

# Herausforderungen
challenge-posted = { $opponents }, <@{ $challenger }> fordert dich zu einer Partie { $game } heraus.
challenge-posted-many = <@{ $challenger }> fordert { $opponents } zu einer Partie { $game } heraus.
challenge-layout = Aufstellung: **{ $layout }**
name-abalone = Abalone
name-notalone = Notalone
name-fliporona = Fliporona
name-grand-abalone = Grand Abalone
about-notalone = Jeder setzt eine Schwester. Treffen sich die Schwestern, gewinnt, wer mehr Kugeln hat
about-fliporona = Jeder setzt 22 Steine, dann wird gezogen: Berührung dreht Reihen um. Wer keine Steine oder keinen Zug mehr hat, verliert
about-grand-abalone = 91 Felder und je 21 Kugeln; nach dem ersten Zug macht man immer zwei Züge. Bis zu vier Kugeln ziehen in einer Linie
challenge-layout-custom = Aufstellung: **wie im Bild**
challenge-pace-days = { $days ->
    [one] Bedenkzeit: **1 Tag** pro Zug
   *[other] Bedenkzeit: **{ $days } Tage** pro Zug
}
challenge-pace-fischer = Bedenkzeit: je **{ $start }**, plus **{ $increment }** pro Zug, höchstens **{ $cap }**
challenge-pace-total = Bedenkzeit: je **{ $total }** für die ganze Partie
challenge-pace-none = Bedenkzeit: **ohne Frist**
challenge-weekends = Die Uhren stehen **am Wochenende**
challenge-vacation-asked = **Kein automatischer Urlaub**, wenn die Zeit abläuft
challenge-vacation-off = **Kein Urlaub**: Die Uhren laufen weiter
challenge-sleep-off = Die Uhren laufen auch während der Schlafenszeit
challenge-color-chosen = Farben: { $seats }
challenge-color-random = Farben: **zufällig**
challenge-rematch = Revanche für Partie `{ $id }`
challenge-off-ladder = Zählt nicht für die Rangliste **{ $name }**
rematch-begun = Die Revanche hat begonnen: Partie `{ $id }`.
rematch-offered = **Revanche:** <@{ $challenger }> fordert { $opponents } noch einmal heraus: { $link }
challenge-from-game = { $plies ->
    [0] Beginnt am Anfang von Partie `{ $id }`, ohne Wertung
    [one] Beginnt nach dem ersten Zug von Partie `{ $id }`, ohne Wertung
   *[other] Beginnt nach { $plies } Zügen von Partie `{ $id }`, ohne Wertung
}
challenge-sprint = Sprint: **{ $moves } Züge pro Spieler**, dann gewinnt, wer mehr Kugeln hinausgeschoben hat
challenge-target = { $target ->
    [one] Wer zuerst eine Kugel hinausschiebt, gewinnt
   *[other] Wer zuerst { $target } Kugeln hinausschiebt, gewinnt
}
option-turn = { $value ->
    [double] Wer dran ist, macht **zwei Züge**
    [own-foe] Wer dran ist, macht einen Zug mit den eigenen Kugeln, dann einen mit den **Kugeln des Gegners**
    [foe-own] Wer dran ist, macht einen Zug mit den **Kugeln des Gegners**, dann einen mit den eigenen
   *[mixed] Wer dran ist, macht je einen Zug mit den eigenen Kugeln und den **Kugeln des Gegners**, in beliebiger Reihenfolge
}
option-handicap = { $count ->
    [one] Vorgabe: { $color } beginnt mit **einer Kugel weniger**
   *[other] Vorgabe: { $color } beginnt mit **{ $count } Kugeln weniger**
}
option-placement = **Setzen**: Zuerst setzt jeder seine Kugeln
    .description = Zuerst setzt jeder seine Kugeln
option-obstacles = Hindernisse: **{ $value }**
option-holes = Löcher: **{ $value }**
option-pivot = Pivot: eine neutrale Kugel auf **{ $cell }** (kann hinausgeschoben werden)
option-pivot-fixed = Pivot: eine neutrale Kugel auf **{ $cell }** (bleibt auf dem Brett)
option-ball = Ball: **{ $value }** (wer ihn hinausschiebt, gewinnt)
option-triangles = **Dreiecke**: Drei Kugeln, die sich berühren, können zusammen ziehen
    .description = Drei Kugeln, die sich berühren, können zusammen ziehen
option-colors = **Verdeckte Farben**: Bis zum Schluss sehen alle Kugeln gleich aus
    .description = Bis zum Schluss sehen alle Kugeln gleich aus
option-crown = **Krone**: Wer sie zuerst verliert, verliert die Partie
    .description = Eine Krone auf drei Kugeln; wer sie zuerst verliert, hat verloren
option-seats = { $value ->
    [s2x2] **Zwei gegen zwei** auf einem Brett
    [s2x2x2] **Zwei gegen zwei** auf zwei Brettern
    [s3] **Drei Spieler**
    [s4] **Vier Spieler**, Partner sitzen sich gegenüber
   *[s6] **Sechs Spieler**, drei gegen drei
}
option-phase = Die Gegner wechseln jede Runde
challenge-expires = Offen bis <t:{ $at }:f> (<t:{ $at }:R>).
challenge-sent = Deine Herausforderung an { $opponents } ist unterwegs.
challenge-sent-directly = In diesem Kanal darf ich nicht schreiben, deshalb habe ich deine Herausforderung an { $opponents } per Direktnachricht verschickt.
challenge-accepted = <@{ $challenger }> hat { $opponents } zu einer Partie { $game } herausgefordert. **Angenommen.**
challenge-joined = <@{ $player }> nimmt an. Noch keine Antwort von { $waiting }.
challenge-declined = <@{ $challenger }> hat { $opponents } zu einer Partie { $game } herausgefordert. **Abgelehnt** von <@{ $who }>.
challenge-withdrawn = <@{ $challenger }> hat { $opponents } zu einer Partie { $game } herausgefordert. **Zurückgezogen.**
challenge-aborted = <@{ $challenger }> hat { $opponents } zu einer Partie { $game } herausgefordert. **Abgebrochen** von <@{ $who }>, bevor alle gezogen hatten. Kein Ergebnis.
challenge-left-ladder = <@{ $challenger }> hat { $opponents } zu einer Partie { $game } herausgefordert. **Geschlossen:** <@{ $who }> steht nicht mehr auf der Rangliste.
challenge-ladder-closed = <@{ $challenger }> hat { $opponents } zu einer Partie { $game } herausgefordert. **Geschlossen:** Die Rangliste wurde geschlossen.
challenge-expired = <@{ $challenger }> hat { $opponents } zu einer Partie { $game } herausgefordert. **Keine rechtzeitige Antwort** von { $silent }.
you-accepted = Du hast die Herausforderung angenommen. Du spielst **{ $color }**.
you-accepted-wait = Du hast die Herausforderung angenommen. Noch keine Antwort von { $waiting }.
you-declined = Du hast die Herausforderung abgelehnt.
you-withdrew = Du hast die Herausforderung zurückgezogen.
error-opponent-cannot-see = <@{ $player }> sieht diesen Kanal nicht. Nutze für die Herausforderung einen Kanal, den ihr beide seht, oder eine Direktnachricht mit mir.
error-opponent-is-bot = Wähle hier eine Person. Gegen mich spielst du mit `/herausfordern stufe:`.
seek-posted = <@{ $challenger }> sucht eine Partie { $game }. Wer zuerst annimmt, spielt.
seek-reliability = Für Spieler mit mindestens **{ $percent } %** Zuverlässigkeit
seek-experienced = Für Spieler mit mindestens **{ $count } beendeten Partien**
seek-ratings = Für Spieler mit Wertung **{ $range }** ({ $group })
seek-range = { $lowest }–{ $highest }
seek-range-from = ab { $lowest }
seek-range-to = bis { $highest }
choice-rating-close = nahe an meiner: ±{ $points }
seek-sent = Deine offene Herausforderung ist unterwegs. Sie gilt bis <t:{ $until }:f>. Sucht jemand genau so eine Partie, bringe ich euch zusammen.
seek-accepted = <@{ $challenger }> suchte eine Partie { $game }. **Angenommen** von { $opponents }.
seek-withdrawn = <@{ $challenger }> suchte eine Partie { $game }. **Zurückgezogen.**
seek-expired = <@{ $challenger }> suchte eine Partie { $game }. **Niemand hat rechtzeitig angenommen.**
seek-aborted = <@{ $challenger }> suchte eine Partie { $game }, und { $opponents } hat angenommen. **Abgebrochen** von <@{ $who }>, bevor alle gezogen hatten. Kein Ergebnis.
seek-not-delivered = Ich kann deine offene Herausforderung in diesem Kanal nicht posten.
seek-still-open = Sie gilt trotzdem: Andere können sie mit `/partien zeige:Offene Herausforderungen` annehmen.
you-matched = Du und <@{ $player }> sucht die gleiche Partie, also geht es jetzt los.
seek-begun = Deine Partie gegen <@{ $player }> hat begonnen. Du spielst **{ $color }**. Zur Partie: <#{ $channel }>
seeks-title = **Offene Herausforderungen**
seeks-none = Hier gibt es keine offenen Herausforderungen. Starte eine mit `/suchen`.
seeks-none-direct = Du hast keine offenen Herausforderungen. Die der anderen zeigt `/partien zeige:Offene Herausforderungen` auf einem Server.
seeks-title-direct = **Deine offenen Herausforderungen** · die der anderen zeigt `/partien zeige:Offene Herausforderungen` auf einem Server
seeks-rated = gewertet
seeks-casual = ungewertet
seeks-color = spielt **{ $color }**
seeks-not-for-you = *nicht für dich*
error-seek-needs-server = Offene Herausforderungen gibt es nur auf Servern, wo andere sie sehen. Nutze dort `/suchen`, oder nenne deinen Gegner.
error-seek-for-two = Offene Herausforderungen sind für zwei Spieler, aber diese Partie braucht { $count }. Nenne die anderen im Formular von `/spielen`.
error-seek-rating = Ich kann `{ $typed }` nicht als Wertungsbereich lesen. Versuch es mit `1400-1700`, `1400+`, `-1700` (bis 1700) oder `±200` (nahe an deiner).
error-seek-rating-impossible = `{ $typed }` enthält die Wertung { $rating }, aber Wertungen liegen zwischen { $least } und { $most }. Versuch es mit `1400-1700` oder mit `±200` für Spieler, die etwa so stark sind wie du.
error-seek-rating-around = ±{ $points } geht nicht: Wähle einen Wert von `±{ $least }` bis `±{ $most }`, zum Beispiel `±200`. Ist dir die Wertung egal, lass `wertung` weg.
error-seek-rating-negative = `-{ $points }` hieße: Wertungen bis { $points }. Für Gegner bis { $points } Punkte über oder unter dir schreib `±{ $points }`.
error-seek-rating-mismatch = Diese Herausforderung ist für Spieler mit Wertung { $range }. Deine ist { $rating }.
error-seek-days = Eine Herausforderung kann 1 bis 30 Tage offen bleiben.
error-seek-reliability = Zuverlässigkeit ist eine Prozentzahl von 1 bis 100.
error-too-many-seeks = Du hast schon { $count } offene Herausforderungen. Zieh zuerst eine zurück: `/partien zeige:Offene Herausforderungen` listet sie auf.
error-own-seek = Das ist deine eigene offene Herausforderung. Jemand anders muss sie annehmen.
error-seek-taken = Zu spät: <@{ $player }> war schneller.
error-seek-new = Diese Herausforderung ist für Spieler mit mindestens { $needed } beendeten Partien. Du hast erst { $finished }.
error-seek-unreliable = Diese Herausforderung ist für Spieler mit mindestens { $needed } % Zuverlässigkeit. Deine ist { $reliability } %.
error-not-matchable = Du kannst nicht gegen <@{ $player }> spielen: Einer von euch nimmt vom anderen keine Herausforderungen an.
presets-title = **Vorlagen** (`/herausfordern spiel:` und `/suchen spiel:`)
preset-saved = Gespeichert als `{ $name }`.
preset-replaced = `{ $name }` ersetzt.
preset-removed = `{ $name }` gelöscht.
presets-none = Du hast keine Vorlagen. `/einstellungen vorlagen speichern:` speichert deine letzte Partie oder Herausforderung als Vorlage.
presets-none-server = Dieser Server hat keine Vorlagen. `/einrichten vorlagen speichern:` speichert deine letzte Partie oder Herausforderung als Vorlage.
error-preset-name = Der Name einer Vorlage hat 1 bis { $most } Zeichen. `{ $word }` und die Namen der Spiele sind nicht möglich.
error-too-many-presets = Mehr als { $most } Vorlagen gehen nicht. Lösche zuerst eine.
error-no-such-preset = Ein Spiel oder eine Vorlage mit diesem Namen gibt es nicht. Wähle aus der Liste.
error-no-last-game = Du hast noch keine Partie gespielt oder angeboten.
error-preset-and-options = Eine Vorlage legt das Spiel schon fest. Lass entweder die Vorlage oder die Spieloptionen weg. Bedenkzeit und Farbe kannst du trotzdem ändern.

# Eine Herausforderung Schritt für Schritt
guide-nobody = **{ $game }**: Gegen wen möchtest du spielen? Wähle jemanden oder drücke *{ guide-button-anybody }* oder *{ button-play-engine }*.
guide-nobody-direct = **{ $game }**: Gegen wen möchtest du spielen? Discord zeigt nur die Leute dieser Unterhaltung. Gegen andere spielst du mit `/spielen` auf einem Server.
guide-anybody = Du suchst einen Gegner für eine Partie **{ $game }**. Wer zuerst annimmt, spielt.
guide-engine = Du spielst **{ $game }** gegen { $opponent }. Die Partie beginnt sofort.
guide-people = Du forderst { $opponents } zu einer Partie **{ $game }** heraus.
guide-color = Deine Farbe: **{ $color }**
guide-example = Das Bild ist ein Beispiel: Die Stellung wird ausgelost, wenn du die Herausforderung abschickst
guide-whom = Gegen wen möchtest du spielen?
guide-people-select = Alle Mitspieler, in der Reihenfolge der Plätze
guide-game = Welches Spiel?
guide-preset = Vorlage
guide-pace = Wie schnell?
guide-pace-sprint = Sprint: je { $moves } Züge · { $pace }
guide-button-send = Abschicken
guide-button-begin = Partie beginnen
guide-button-anybody = Offen für alle
guide-button-last = Wie beim letzten Mal
guide-button-more = Weitere Optionen…
guide-button-cells = Besondere Felder…
guide-group-color = Farbe, Wertung und Pausen
guide-group-layout = Aufstellungen
guide-group-rules = Länge und Vorgabe
guide-group-variants = Varianten
guide-group-players = Mehr Spieler
guide-group-conditions = Wer annehmen darf
guide-ask-color = Deine Farbe
guide-ask-level = Wie stark spielt Sumito?
guide-ask-rated = Ändert das Ergebnis die Wertungen?
guide-ask-pauses = Was hält die Uhren an?
    .choice-default = Pausen: Urlaub und Schlaf
    .choice-weekends-pause = Pausen: Urlaub, Schlaf und Wochenenden
    .choice-vacation-asked = Pausen: Urlaub und Schlaf, kein automatischer Urlaub
    .choice-weekends-pause-vacation-asked = Pausen: Urlaub, Schlaf und Wochenenden, kein automatischer Urlaub
    .choice-vacation-off = Pausen: nur Schlaf
    .choice-weekends-pause-vacation-off = Pausen: Schlaf und Wochenenden
    .choice-vacation-off-sleep-off = Pausen: keine
guide-ask-sprint = Sprint: Wie viele Züge für jeden?
guide-ask-target = Wie viele Kugeln muss man hinausschieben?
guide-ask-handicap = Wer beginnt mit weniger Kugeln?
    .choice-black-1 = Schwarz: 1 Kugel weniger
    .choice-black-2 = Schwarz: 2 Kugeln weniger
    .choice-black-3 = Schwarz: 3 Kugeln weniger
    .choice-black-4 = Schwarz: 4 Kugeln weniger
    .choice-white-1 = Weiß: 1 Kugel weniger
    .choice-white-2 = Weiß: 2 Kugeln weniger
    .choice-white-3 = Weiß: 3 Kugeln weniger
    .choice-white-4 = Weiß: 4 Kugeln weniger
guide-ask-turn = Wie viele Züge hintereinander?
    .choice-double = Zwei Züge mit deinen Kugeln
    .choice-own-foe = Einer mit deinen, dann einer mit gegnerischen
    .choice-foe-own = Einer mit gegnerischen, dann einer mit deinen
    .choice-mixed = Je einer, Reihenfolge beliebig
guide-ask-seats = Teams und Farben für mehr als zwei
    .choice-2x2 = Zwei gegen zwei, ein Brett
    .choice-2x2x2 = Zwei gegen zwei, zwei Bretter
    .choice-2x2x2-phase-counter = Zwei gegen zwei, zwei Bretter, wechselnde Gegner
    .choice-3 = Drei, jeder für sich
    .choice-4 = Vier Farben, Partner gegenüber
    .choice-6 = Sechs Farben, drei gegen drei
guide-ask-rating = Welche Wertung darf dein Gegner haben?
guide-ask-reliability = Wie zuverlässig muss dein Gegner sein?
guide-ask-days = Wie lange bleibt die Herausforderung offen?
guide-ask-layout = Aufstellungen von { $first } bis { $last }
guide-ask-variants = Varianten, beliebig viele
guide-field-value = { $field }: { $value }
guide-usual = Standard
guide-usual-target = Übliche Zahl
guide-usual-rated = Auf einem Server gewertet, sonst ungewertet
guide-usual-turn = Immer nur ein Zug
guide-usual-seats = Zwei Spieler
guide-usual-rating = Jede Wertung
guide-usual-reliability = Jede Zuverlässigkeit
guide-usual-sprint = Kein Sprint
guide-usual-handicap = Keine Vorgabe
guide-rated-yes = Gewertet
guide-rated-no = Ungewertet
guide-sprint = Sprint: je { $moves } Züge
guide-target = { $target ->
    [one] Wer zuerst eine Kugel hinausschiebt, gewinnt
   *[other] Wer zuerst { $target } Kugeln hinausschiebt, gewinnt
}
guide-reliability = Zuverlässigkeit von mindestens { $percent } %
guide-days = { $days ->
    [one] Einen Tag lang offen
   *[other] { $days } Tage lang offen
}
guide-new-players-yes = Neulinge: willkommen
guide-new-players-no = Neulinge: nicht zugelassen
guide-cells = Besondere Felder
guide-cell-obstacles = Felder, die leer bleiben: e5 d4
guide-cell-holes = Löcher, die Kugeln verschlucken: e5
guide-cell-pivot = Eine neutrale Kugel: e5 oder e5 fixed
guide-cell-ball = Ein Ball zum Hinausschieben: e5
guide-cell-board = Eigene Aufstellung: neun Reihen von i bis a
guide-gone = Dieses Formular ist nicht mehr offen: Du hast inzwischen neuere geöffnet.
guide-sent = Diese Herausforderung ist schon abgeschickt. Für eine neue fang von vorn an.
error-guide-whom = Wähle deinen Gegner, oder drücke *{ guide-button-anybody }* oder *{ button-play-engine }*.
error-guide-no-last = Du hast hier noch niemanden herausgefordert.
thread-name = { $names } · { $game }
# Was aus der Partie geworden ist, im Namen ihres Threads.
thread-result-wins = { $colors } gewinnt
thread-result-win-together = { $colors } gewinnen
thread-result-draw = remis
thread-result-none = ohne Ergebnis
thread-result-annulled = annulliert

# Bretter
board-of = `{ $id }` · { $players }
board-turn = **Zug { $move }** · <@{ $player }> am Zug ({ $color })
board-start = **Die Partie beginnt** · <@{ $player }> zieht zuerst ({ $color })
board-seated = Brett { $board }{ $next ->
    [yes] {" "}(nächster Zug)
   *[no] {""}
}: { $people }
board-place = { $game ->
    [notalone] Zu setzen: **eine Schwester**, in deiner eigenen Hälfte
    [fliporona] Zu setzen: **ein Stein**
   *[other] Zu setzen: **eine Kugel**
}
board-two-moves = { $turn }: Gib beide ein, getrennt durch ein Komma, zum Beispiel `a1b2,c3c4`
board-last = Letzter Zug: `{ $notation }` von { $color }
board-passes = Setzt aus, weil kein Zug möglich ist: { $players }
board-second-time = Diese Stellung kommt zum **zweiten Mal** vor; beim dritten Mal ist die Partie remis
board-played-in-a-row = Gespielte Züge: { $list }
board-ejects = Letzter Zug: `{ $notation }` von { $color }, **Kugel hinausgeschoben!**
score = Stand: { $list } (bis { $target })
score-of-two = Stand: <@{ $one }> **{ $ejected } – { $lost }** <@{ $other }> (bis { $target })
score-on-board = Auf dem Brett: { $list }
score-of-board = Brett { $board }: { $list } (bis { $target })
score-in-hand = Noch zu setzen: { $list }
sprint-none-left = keine Züge mehr
sprint-left = Restliche Züge: { $list }
clocks = Restzeit: { $list }
deadline = { $round ->
    [yes] Die Runde endet
   *[no] Frist
} <t:{ $at }:f> (<t:{ $at }:R>)
deadline-parts = Das sind { $thinking } Bedenkzeit plus { $pauses }
deadline-sleep = { $time } Schlafenszeit
deadline-weekends = { $time } Wochenende
deadline-vacation = { $time } Urlaub
deadline-paused = { $time } Unterbrechung der Partie oder Ausfall des Bots
on-vacation = Im Urlaub: <@{ $player }>, <t:{ $from }:f> – <t:{ $until }:f>. Die Uhr steht
you-played = Du hast `{ $notation }` { $against } gezogen.
you-played-answered = { $players } hatte `{ $notation }` vorbereitet: **Du bist wieder am Zug.**
you-played-engine = { $players } antwortet mit `{ $notation }`: **Du bist wieder am Zug.**
against = gegen { $opponents }
against-with = mit { $partners } gegen { $opponents }
list-and = { $list } und { $last }
teams = Teams: { $list }
game-in = Partie `{ $id }`: <#{ $channel }>
game-is = Partie `{ $id }`
game-link = Zur Partie: <#{ $channel }>
headline-move = Zug { $move }
headline-start = { $color } zieht zuerst
headline-wins = { $color } gewinnt
headline-win-together = { $colors } gewinnen
headline-player-wins = { $name } gewinnt
headline-draw = Remis
detail-last = Nach { $notation }
detail-last-by = Nach { $notation } von { $name }
detail-unplayed = Noch nicht gespielt: { $notation }
after-ply = { $ply ->
    [0] Startstellung
    [one] Stellung nach 1 Zug
   *[other] Stellung nach { $ply } Zügen
}
ply-not-played = { $ply ->
    [0] Bisher wurde kein Zug gespielt.
    [one] Bisher wurde nur 1 Zug gespielt.
   *[other] Bisher wurden nur { $ply } Züge gespielt.
} Hier ist die aktuelle Stellung.

# Ergebnisse
result-beat = **<@{ $one }> schlägt <@{ $other }>{ $score }** { $why }
result-drew = **<@{ $one }> und <@{ $other }> spielen remis{ $score }** { $why }
result-wins = **{ $winners } ({ $colors }) gewinnt** { $why }
result-win-together = **{ $winners } ({ $colors }) gewinnen** { $why }
result-draw = **Die Partie ist remis** { $why }
ended-target = { $target ->
    [one] 1 Kugel hinausgeschoben
   *[other] { $target } Kugeln hinausgeschoben
}
ended-moves-made = Ende des Sprints
ended-no-move = kein Zug mehr möglich
ended-ball = Ball hinausgeschoben
ended-crown = Krone gefallen
ended-stuck = niemand kann ziehen
ended-sisters = Schwestern vereint
ended-no-pieces = keine Steine mehr
ended-boards = beide Bretter zusammen
ended-repetition = dreifache Stellungswiederholung
ended-calm = 300 Züge ohne hinausgeschobene Kugel
ended-resignation = { $name } hat aufgegeben
ended-time = Zeitüberschreitung: { $name }
ended-agreement = durch Vereinbarung
ended-silence = { $name } spielt nicht weiter
ended-adjudication = Entscheidung der Organisatoren
ended-round-score = nach Spielstand am Rundenende
ended-round-clock = nach Restzeit am Rundenende
ended-claim = 200 Züge ohne hinausgeschobene Kugel
reason-target = durch hinausgeschobene Kugeln.
reason-moves-made = am Ende des Sprints.
reason-no-move = durch Blockade: Kein Zug ist mehr möglich.
reason-ball = durch Hinausschieben des Balls.
reason-crown = weil die andere Krone gefallen ist.
reason-stuck = durch Blockade: Niemand kann ziehen.
reason-sisters = mit mehr Kugeln beim Treffen der Schwestern.
reason-sisters-equal = bei gleich vielen Kugeln: Die andere Seite hat die Schwestern zusammengebracht.
reason-no-pieces = weil die Gegenseite keine Steine mehr hat.
reason-boards = auf beiden Brettern zusammen.
reason-repetition = durch dreifache Stellungswiederholung.
reason-calm = nach 300 Zügen ohne hinausgeschobene Kugel.
reason-resignation = { $many ->
    [yes] durch Aufgabe von <@{ $loser }>.
   *[no] durch Aufgabe.
}
reason-time = { $many ->
    [yes] durch Zeitüberschreitung von <@{ $loser }>.
   *[no] durch Zeitüberschreitung.
}
reason-agreement = durch Vereinbarung.
reason-silence = durch Reklamation, weil <@{ $loser }> nicht weiterspielt.
reason-claim = durch Reklamation, nach 200 Zügen ohne hinausgeschobene Kugel.
reason-round-score = nach Spielstand am Ende der Runde.
reason-round-clock = nach verbleibender Zeit am Ende der Runde.

# Remis, Aufgabe, Anfragen, Erinnerungen
draw-offered = <@{ $player }> bietet { $opponents } Remis an.
draw-agreed = <@{ $player }> nimmt das Remis an. Die anderen müssen noch antworten.
draw-declined = <@{ $player }> hat das Remis abgelehnt.
draw-lapsed = Das Remisangebot gilt nicht mehr.
draw-withdrawn = <@{ $player }> hat das Remisangebot zurückgezogen.
you-offered = Du hast { $opponents } in Partie `{ $id }` Remis angeboten.
you-withdrew-draw = Du hast dein Remisangebot zurückgezogen.
you-agreed = Remis angenommen. Die anderen müssen noch antworten.
you-declined-draw = Du hast das Remis abgelehnt.
resign-ask = Partie `{ $id }` { $against } aufgeben? Das lässt sich nicht rückgängig machen.
draw-ask = In Partie `{ $id }` { $against } Remis anbieten?
takeback-ask = Um Rücknahme deines letzten Zugs in Partie `{ $id }` { $against } bitten?
adjourn-ask = Vorschlagen, Partie `{ $id }` { $against } zu vertagen? Die Uhren stehen dann so lange, wie du wählst, oder bis jemand von euch die Partie fortsetzt.
more-time-ask = Wie viel Zeit möchtest du in Partie `{ $id }` { $against } schenken?
you-resigned = Du hast Partie `{ $id }` { $against } aufgegeben.
takeback-asked = <@{ $player }> möchte { $own } zurücknehmen{ $count ->
    [0] {""}
    [one] , und damit auch die Antwort { $answers }
   *[other] , und damit auch die Antworten { $answers }
}. { $opponents }, einverstanden?
takeback-declined = <@{ $player }> hat die Rücknahme abgelehnt.
takeback-withdrawn = <@{ $player }> hat die Bitte um Rücknahme zurückgezogen.
you-withdrew-proposal = Du hast deine Anfrage zurückgezogen.
taken-back = <@{ $player }> hat { $own } zurückgenommen{ $count ->
    [0] {""}
    [one] , und damit auch die Antwort { $answers }
   *[other] , und damit auch die Antworten { $answers }
}.
board-taken-back = Der Zug auf diesem Brett wurde zurückgenommen.
proposal-agreed = <@{ $player }> stimmt zu. Die anderen müssen noch antworten.
proposal-lapsed = Die Anfrage gilt nicht mehr.
you-asked-takeback = Du hast { $opponents } in Partie `{ $id }` um eine Rücknahme gebeten: deinen letzten Zug und alles danach. Sobald jemand zieht, gilt die Anfrage nicht mehr.
you-took-back = Du hast deinen letzten Zug in Partie `{ $id }` { $against } zurückgenommen. Du bist am Zug.
you-agreed-done = Angenommen.
you-agreed-so-far = Angenommen. Die anderen müssen noch antworten.
you-declined-proposal = Abgelehnt.
you-saved-line = Gespeichert. Nur du siehst das.
line-replaces-placings = Die bedingten Züge ersetzen deine vorbereiteten Setzzüge.
line-removed = Entfernt.
line-title = **Deine bedingten Züge** in Partie `{ $id }` { $against }, deine Antworten fett:
line-title-placings = **Deine vorbereiteten Setzzüge** in Partie `{ $id }` { $against }:
line-theirs = wenn `{ $turn }`
line-own = dann **`{ $turn }`**
line-none = Du hast keine bedingten Züge in Partie `{ $id }` { $against }.
line-picture = Das Bild zeigt das Brett am Ende von Variante { $number }.
line-board = Das Brett am Ende von Variante { $number }:
line-dropped = In Partie `{ $id }` { $against } wurde `{ $turn }` gezogen. Damit haben deine bedingten Züge nicht gerechnet, also sind sie gelöscht.
line-cells-taken = Inzwischen besetzt in Partie `{ $id }` { $against }: `{ $cells }`. Du wolltest dort setzen; ich lasse diese Felder aus.
line-dropped-takeback = In Partie `{ $id }` { $against } wurden Züge zurückgenommen. Deine bedingten Züge dort sind gelöscht.
adjourn-asked = { $days ->
    [one] <@{ $player }> bittet { $opponents }, die Partie für einen Tag zu vertagen. Alle Uhren stehen dann.
   *[other] <@{ $player }> bittet { $opponents }, die Partie für bis zu { $days } Tage zu vertagen. Alle Uhren stehen dann.
}
adjourn-declined = <@{ $player }> möchte nicht vertagen.
adjourn-withdrawn = <@{ $player }> hat die Bitte um Vertagung zurückgezogen.
adjourned = { $players }, die Partie ist bis <t:{ $until }:f> vertagt. Alle Uhren stehen, und niemand kann ziehen. Jeder Spieler kann sie früher fortsetzen.
resumed = <@{ $player }> setzt die Partie fort:
resumed-in-time = Die Partie geht weiter:
board-adjourned = **Vertagt** bis <t:{ $until }:f> (<t:{ $until }:R>)
you-asked-to-adjourn = { $days ->
    [one] Du hast { $opponents } gebeten, Partie `{ $id }` für einen Tag zu vertagen.
   *[other] Du hast { $opponents } gebeten, Partie `{ $id }` für bis zu { $days } Tage zu vertagen.
}
you-resumed = Du hast Partie `{ $id }` fortgesetzt.
you-gave-time = Du hast <@{ $player }> { $time } geschenkt. Neue Frist: <t:{ $until }:f>.
claim-warning = <@{ $player }>, du bist schon lange am Zug. Ziehst du nicht bis <t:{ $until }:f> (<t:{ $until }:R>), kann dein Gegner den Sieg reklamieren.
you-warned-opponent = Dein Gegner wurde gewarnt. Zieht er nicht bis <t:{ $until }:f>, nutze `/partie reklamieren` noch einmal.
claim-ask = Dein Gegner wurde gewarnt, hat in Partie `{ $id }` { $against } aber nicht gezogen. Was möchtest du reklamieren?
you-claimed = Partie `{ $id }` { $against }:
abort-ask = Partie `{ $id }` { $against } abbrechen? Sie hat dann kein Ergebnis.
you-aborted = Du hast Partie `{ $id }` { $against } abgebrochen. Sie hat kein Ergebnis.
aborted = { $opponents }, <@{ $player }> hat die Partie abgebrochen, bevor alle gezogen hatten. Kein Ergebnis.
abort-ask-lost = Partie `{ $id }` { $against } abbrechen?
you-aborted-lost = Du hast Partie `{ $id }` { $against } abgebrochen.
aborted-lost = { $opponents }, <@{ $player }> hat die Partie abgebrochen, bevor alle gezogen hatten.
you-drew = Partie `{ $id }` { $against }:
reminder-unsaved = Der automatische Urlaub rettet diese Partie nicht: { $why ->
    [agreed] Ihr habt ihn ausgeschlossen.
    [turn] Er gilt erst, wenn in einer deiner Partien alle am Zug waren.
   *[left] Du hast keinen Urlaub mehr übrig.
}
notice-vacation-began = <@{ $player }> ist bis <t:{ $until }:f> im Urlaub. Die Uhr steht. Neue Frist: <t:{ $at }:f>.
notice-vacation-planned = <@{ $player }> ist von <t:{ $from }:f> bis <t:{ $until }:f> im Urlaub. Die Uhr steht dann. Neue Frist: <t:{ $at }:f>.
notice-vacation-automatic = <@{ $player }>, deine Zeit ist abgelaufen, aber du hast nicht verloren: Dein Urlaub hat automatisch begonnen und dauert bis <t:{ $until }:f>. Zieh bis <t:{ $at }:f>.
notice-vacation-ended = <@{ $player }> ist aus dem Urlaub zurück, die Uhr läuft. Frist: <t:{ $at }:f>.
notice-vacation-canceled = <@{ $player }> hat den Urlaub abgesagt. Frist: <t:{ $at }:f>.
notice-more-time = <@{ $giver }> schenkt <@{ $player }> { $time } zusätzlich. Frist: <t:{ $until }:f> (<t:{ $until }:R>)
notice-vacation-changed = <@{ $player }> hat den Urlaub geändert. Neue Frist: <t:{ $at }:f>.
notice-obsolete = Diese Nachricht ist überholt: Die Partie ist weitergegangen.
challenge-not-delivered = Ich erreiche <@{ $player }> nicht: Direktnachrichten von mir sind dort nicht erlaubt. Sag bitte selbst Bescheid.
challenge-not-posted = Ich konnte deine Herausforderung an { $opponents } nicht posten, also hat sie niemand gesehen. Sag bitte selbst Bescheid.
challenge-still-open = Sie gilt trotzdem: Mit `/partien` lässt sie sich annehmen.
thread-starter = { $players }: Hier ist die Partie.
thread-starter-of-two = <@{ $first }> gegen <@{ $second }>: Hier ist die Partie.
thread-limit = -# Dieser Server hat so viele aktive Threads, wie Discord erlaubt, also bleibt diese Partie im Kanal. Moderatoren können ungenutzte Threads schließen; die Partie bekommt dann mit dem nächsten Brett ihren eigenen Thread.

# Knöpfe
button-accept = Annehmen
button-decline = Ablehnen
button-withdraw = Zurückziehen
button-move = Zug…
button-type = Zug eintippen…
button-board = Bild zeigen
button-board-of = Brett { $id }
button-export = Exportieren
button-rematch = Revanche
button-play-engine = Gegen Sumito spielen
button-flip = Drehen
button-game = Partie…
button-offer-draw = Remis anbieten…
button-offer-draw-yes = Remis anbieten
button-withdraw-draw = Remisangebot zurückziehen
button-ask-takeback = Um Rücknahme bitten…
button-take-back = Zug zurücknehmen
button-ask-takeback-yes = Um Rücknahme bitten
button-withdraw-takeback = Bitte um Rücknahme zurückziehen
button-ask-adjourn = Vertagen…
button-withdraw-adjourn = Bitte um Vertagung zurückziehen
button-more-time = Zeit schenken…
button-lines = Bedingte Züge
button-claim = Reklamieren…
button-abort = Abbrechen…
button-days = { $days ->
    [one] { $days } Tag
   *[other] { $days } Tage
}
button-minutes = { $minutes } Minuten
button-resign = Aufgeben…
button-resign-yes = Ja, aufgeben
button-abort-yes = Ja, abbrechen
button-agree = Zustimmen
button-agree-takeback = Rücknahme erlauben
button-agree-adjourn = Vertagung zustimmen
button-refuse = Ablehnen
button-refuse-draw = Remis ablehnen
button-refuse-takeback = Rücknahme ablehnen
button-refuse-adjourn = Vertagung ablehnen
button-resume = Fortsetzen
button-claim-win = Sieg reklamieren
button-claim-draw = Remis reklamieren
button-draw-yes = Remis annehmen
button-draw-no = Ablehnen
button-play = Ziehen
button-play-move = { $move } ziehen
button-back = Zurück
button-stop-vacation = Trotzdem beenden
button-cancel-vacation = Trotzdem absagen
button-again = Von vorn
button-more = Mehr…

# Einen Zug eingeben
type-title = Dein Zug
type-move = Zug, zum Beispiel a1b2 oder c3c5d3
entry-choose = Was möchtest du ziehen?
entry-choose-piece = Wähle einen Stein
entry-place = Wohin möchtest du setzen?
entry-place-row = Wähle eine Reihe
entry-placeholder = Wähle eine Kugel
entry-row = Reihe { $row }
entry-approach = dreht vorn um
entry-withdrawal = dreht hinten um
entry-chain = weiter
entry-so-far = Bisher: `{ $notation }`
entry-hidden-colors = In dieser Partie sind die Farben verdeckt, also kann ich deine Kugeln nicht zeigen. Tippe deinen Zug ein.
entry-too-long = Dieser Zug ist zu lang für einen Knopf. Tippe ihn mit `/zug` ein.
entry-where = Wohin?
entry-where-to = Wohin mit **{ $from }**?
entry-ejects = schiebt eine Kugel hinaus
entry-pushes = schiebt { $count ->
    [1] eine Kugel
   *[other] { $count } Kugeln
}
entry-strong = Schieben und Hinausschieben
entry-same-direction = Gleiche Richtung: { $move }
entry-marble-on = Kugel auf { $cell }
entry-piece-on = Stein auf { $point }
entry-marbles-go = { $count ->
    [1] allein
   *[other] { $count } Kugeln
} { $ways }
entry-sideways = seitwärts { $cells } { $ways }
entry-does = { $moving }: { $does }
entry-cell = Welches Feld?
entry-several = Mehrere: eines jetzt, die anderen danach
entry-prepares = In deinen nächsten Zügen setze ich für dich in dieser Reihenfolge: `{ $list }`. Felder, die bis dahin besetzt sind, lasse ich aus. `/partie variante entfernen` beendet das.
entry-replaces-lines = Die gewählten Setzzüge ersetzen deine bedingten Züge.
entry-preview = Dein Zug, noch nicht gespielt: `{ $notation }`

# Listen
games-none = Du hast keine Partien.
games-on-vacation = <@{ $player }> ist bis <t:{ $until }:f> im Urlaub.
games-on-vacation-you = Du bist bis <t:{ $until }:f> im Urlaub. Deine Uhren stehen.
games-line-others = `{ $id }` { $players } · Zug { $move }
games-over = beendet
games-draw-asked = **<@{ $player }> bietet Remis an**
games-takeback-asked = **<@{ $player }> bittet um eine Rücknahme**
games-adjourn-asked = **<@{ $player }> möchte vertagen**
games-draw-own = du hast Remis angeboten
games-takeback-own = du hast um eine Rücknahme gebeten
games-adjourn-own = du möchtest vertagen
games-offer-in = <@{ $challenger }> fordert dich heraus
games-offer-accepted = Herausforderung von <@{ $challenger }>: Du hast angenommen, noch keine Antwort von { $waiting }
games-offer-out = deine Herausforderung an { $opponents }
games-seek = deine offene Herausforderung
games-line = **{ $id }** { $opponents }
games-yours = __Du bist am Zug__
games-theirs = __Gegner am Zug__
games-paused = __Pausiert__
games-challenges = __Herausforderungen__
games-deadline = { $round ->
    [yes] Runde endet <t:{ $at }:R>
   *[no] <t:{ $at }:R>
}
games-adjourned = vertagt bis <t:{ $until }:d>
games-vacation = <@{ $player }> im Urlaub bis <t:{ $until }:d>
games-none-wait = Gerade wartet nichts auf dich.
games-replay = Partie abspielen…
games-more = { $count ->
    [one] … und eine weitere.
   *[other] … und { $count } weitere.
}
button-watch = Zuschauen
button-unwatch = Nicht mehr zuschauen
watch-begun-moves = Du schaust bei Partie `{ $id }` zu. Ich schicke dir das Brett als Direktnachricht und aktualisiere es mit jedem Zug.
watch-begun-end = Du schaust bei Partie `{ $id }` zu. Ich schicke dir das letzte Brett als Direktnachricht.
watch-begun-thread = Du schaust bei Partie `{ $id }` in ihrem Thread zu: <#{ $thread }>. Ich habe dich hinzugefügt; angepingt wirst du dort nicht.
watch-stopped = Du schaust bei Partie `{ $id }` nicht mehr zu.
watch-message-stopped = Du schaust bei Partie `{ $id }` ({ $players }) nicht mehr zu.
watch-not-watching = Du schaust bei Partie `{ $id }` nicht zu.
watch-none = Du schaust bei keiner Partie zu. `/partien zeige:Laufende auf diesem Server` zeigt, was gespielt wird, mit `/partie zuschauen` folgst du einer Partie.
watch-title = **Partien, bei denen du zuschaust**
watch-how-moves = jeder Zug, als Direktnachricht
watch-how-end = das Ende, als Direktnachricht
watch-how-thread = in ihrem Thread
watch-how-closed = **beendet**: Ich konnte dir nicht schreiben oder dich nicht zum Thread hinzufügen. Prüfe, ob du Direktnachrichten erlaubst, und schau dann noch einmal zu.
watch-which = Bei welcher Partie möchtest du zuschauen?
watch-which-stop = Bei welcher Partie möchtest du nicht mehr zuschauen?
watch-choose = Partie wählen
watch-nothing-here = Hier läuft gerade keine Partie von anderen, bei der du zuschauen kannst. `/partie zuschauen partie:` nimmt die Nummer oder die Kennung einer Partie.
watch-void = Die Partie wurde abgesagt.
error-watch-own = Du spielst in dieser Partie. `/einstellungen erinnerungen` legt fest, was ich dir dazu schicke.
error-watch-too-many = Du schaust bei { $count } Partien zu, mehr gehen nicht. `/partie zuschauen wie:Nicht mehr folgen` schafft Platz.
error-watch-full = Bei dieser Partie schauen schon so viele zu, wie ich versorgen kann. `/brett` zeigt sie.
error-watch-no-thread = Diese Partie hat keinen Thread. Schau per Direktnachricht zu.
error-watch-unknown = Diese Partie gibt es hier nicht. `/partien zeige:Laufende auf diesem Server` zeigt, wobei du zuschauen kannst.
live-title = **Laufende Partien** ({ $count })
live-none = Hier läuft keine Partie, die du sehen kannst.
live-of-channel = Du siehst die Partien dieses Kanals und deine eigenen. Alle Partien siehst du in dem Kanal, in dem der Server Ergebnisse postet (`/einrichten kanäle`).
live-last-move = letzter Zug <t:{ $at }:R>
live-begun = begonnen <t:{ $at }:R>
live-open = Partie öffnen
button-live = Alle Partien
button-refresh = Aktualisieren
choice-game = { $opponent } · Zug { $move } · { $id }
choice-offer = { $opponent } · Herausforderung · { $id }
choice-seek = offene Herausforderung · { $id }
choice-last-game = wie deine letzte Partie
choice-over = { $opponent } · beendet · { $id }
choice-your-turn = du bist am Zug
choice-round-ends = Rundenende in { $time }
choice-default = standard: meine Wahl löschen
choice-no-sleep = aus: keine Schlafenszeit
choice-no-digest = aus: keine tägliche Übersicht
choice-no-quiet = aus: keine Ruhezeit
choice-no-steps = keine: keine Erinnerungen
choice-today = heute
choice-tomorrow = morgen
choice-vacation = geplant: { $from } – { $until }
choice-vacation-current = läuft: { $from } – { $until }
choice-push = schiebt
choice-eject = schiebt hinaus
choice-broadside = seitwärts
# Wörter, die in /zug einen Zug vervollständigen, neben seiner Notation
move-word-push = schieben, schiebt, schub, sumito
move-word-eject = hinausschieben, hinaus, raus, schlagen
move-word-inline = längs, laengs, linie
move-word-broadside = seitwärts, seitwaerts, seitlich
move-word-flip = umdrehen, drehen
move-word-approach = annähern, annaehern
move-word-withdrawal = entfernen
move-word-place = setzen, setze
move-word-stop = stopp, ende

# Alternativtext
alt-board = Abalone-Brett, Reihe { $last } oben, Reihe a unten.
alt-board-turned = Abalone-Brett, gedreht: Reihe a oben, Reihe { $last } unten.
alt-fanorona-turned = Fanorona-Brett, gedreht: Spalten i bis a, Reihen 1 bis 5 von oben.
alt-fanorona = Fanorona-Brett, Spalten a bis i, Reihen 1 bis 5 von unten.
alt-board-number = Brett { $board }:
alt-board-active = Brett { $board }, hier wird als Nächstes gezogen:
alt-seated = { $people }.
alt-to-move = { $color }{ $name } am Zug.
alt-over = Die Partie ist beendet.
alt-last = Letzter Zug { $notation }.
alt-unplayed = Noch nicht gespielt: { $notation }.
alt-marbles = { $color ->
    [black] Schwarze
    [white] Weiße
    [red] Rote
    [green] Grüne
    [yellow] Gelbe
   *[blue] Blaue
} Kugeln: { $cells }.
alt-pieces = { $color ->
    [black] Schwarze
   *[white] Weiße
} Steine: { $cells }.
alt-hidden = Kugeln, alle in derselben Farbe: { $cells }.
alt-pivot = Neutrale Kugel: { $cells }.
alt-ball = Ball: { $cells }.
alt-sisters = Schwestern: { $cells }.
alt-obstacles = Hindernisse: { $cells }.
alt-holes = Löcher: { $cells }.
alt-crown = Die Krone von { $color } liegt auf { $cells }.
alt-crown-hidden = Eine Krone liegt auf { $cells }.
alt-none = keine
legend-black = schwarz
legend-white = weiß
layout-random = Zufällig, symmetrisch
layout-random-free = Zufällig, beliebige Felder
legend-red = rot
legend-green = grün
legend-yellow = gelb
legend-blue = blau
legend-hidden = Kugel
legend-pivot = neutrale Kugel
legend-ball = Ball
legend-sister = Schwester
legend-obstacle = Hindernis
legend-hole = Loch
# Aufgaben
puzzle-title = **Aufgabe { $number }** · Wertung { $rating }
puzzle-title-daily = **Aufgabe des Tages** (Nummer { $number }) · Wertung { $rating }
puzzle-headline = Aufgabe { $number }
puzzle-goal-marble = { $color ->
    [white] Weiß am Zug: Schieb in { $moves ->
        [1] einem Zug
       *[other] { $moves } Zügen
    } eine Kugel mehr hinaus, als du verlierst, egal was Schwarz tut.
   *[black] Schwarz am Zug: Schieb in { $moves ->
        [1] einem Zug
       *[other] { $moves } Zügen
    } eine Kugel mehr hinaus, als du verlierst, egal was Weiß tut.
} Nur ein erster Zug erreicht das.
puzzle-goal-win = { $color ->
    [white] Weiß am Zug: Gewinne in { $moves ->
        [1] einem Zug
       *[other] { $moves } Zügen
    }, egal was Schwarz tut.
   *[black] Schwarz am Zug: Gewinne in { $moves ->
        [1] einem Zug
       *[other] { $moves } Zügen
    }, egal was Weiß tut.
} Nur ein erster Zug erreicht das.
puzzle-you = Deine Aufgabenwertung: **{ $rating }** · Serie: { $days ->
    [0] keine
    [one] 1 Tag
   *[other] { $days } Tage
} (Bestwert: { $best })
puzzle-practice = Du hast diese Aufgabe schon einmal versucht. Jetzt ist sie nur zum Üben und ändert keine Wertung.
puzzle-goes-on = Richtig. Auf `{ $notation }` folgt die Antwort `{ $reply }`. { $left ->
    [1] Finde noch einen Zug.
   *[other] Finde noch { $left } Züge.
}
puzzle-wrong = ❌ `{ $notation }` erreicht das Ziel nicht rechtzeitig.
puzzle-solved = ✅ **Gelöst** mit `{ $notation }`.
puzzle-solution = { $count ->
    [1] Die Lösung: { $turns }
   *[other] Die Lösung, mit den Antworten auf deine Züge: { $turns }
}
puzzle-rated = Deine Wertung: **{ $rating }** ({ $change }) · die der Aufgabe: { $puzzle } ({ $puzzleChange })
puzzle-unrated = Die Wertungen bleiben, wie sie sind: Nur dein erster Versuch zählt.
puzzle-all-solved = 🎉 Du hast alle Aufgaben gelöst. Jeden Tag gibt es trotzdem eine neue: `/aufgabe täglich:true`.
puzzle-day-open = Du kannst sie heute noch lösen und deine Serie fortsetzen.
puzzle-day-counted = 🔥 Aufgabe des Tages gelöst: { $days ->
    [1] ein Tag
   *[other] { $days } Tage
} in Folge (Bestwert: { $best }).
puzzle-day-already = Heute schon gezählt: { $days ->
    [1] ein Tag
   *[other] { $days } Tage
} in Folge (Bestwert: { $best }).
puzzle-day-shown = Du hast ihre Lösung heute gesehen, deshalb zählt sie nicht für deine Serie.
puzzle-day-past = Das war die Aufgabe vom { $date }: Sie zählt nicht mehr für deine Serie.
puzzle-post = **Aufgabe des Tages** · { $date } · Nummer { $number }
puzzle-post-solvers = { $count ->
    [0] An ihrem Tag hat sie niemand gelöst.
    [1] An ihrem Tag hat sie eine Person gelöst.
   *[other] An ihrem Tag haben sie { $count } Personen gelöst.
}
button-puzzle-solve = Lösen
button-puzzle-next = Nächste Aufgabe
button-puzzle-again = Noch einmal versuchen
button-puzzle-solution = Lösung zeigen
button-puzzle-give-up = Aufgeben
error-puzzle-changed = Diese Aufgabe hat sich inzwischen geändert. Mit `/aufgabe` geht es weiter.
error-puzzle-not-yours = Du hast diese Aufgabe nicht geöffnet. `/aufgabe` zeigt dir eine für dich.
# Übungen
learn-title = **Übung { $number } von { $count }: { $name }**
learn-hint = *Tipp:* { $hint }
learn-goes-on = Richtig. Weiß antwortet `{ $reply }`. Jetzt dein zweiter Zug.
learn-progress = { $count } von { $all } Übungen gelöst.
learn-left = Du hast alle zehn gesehen; { $left ->
    [one] eine ist noch nicht gelöst
   *[other] { $left } sind noch nicht gelöst
}.
learn-complete = 🎉 **Gut gemacht!** Du weißt alles, was du für deine erste Partie brauchst.
learn-solution = { $count ->
    [1] Eine Lösung: { $moves }
   *[other] Eine Lösung, Zug für Zug: { $moves }
}
learn-short-count = `{ $notation }` zieht { $moved ->
    [1] eine Kugel
    [2] zwei Kugeln
   *[other] drei Kugeln
}. Zieh { $wanted ->
    [1] nur eine
    [2] zwei
   *[other] drei
}.
learn-short-sideways = { $wanted ->
    [sideways] `{ $notation }` zieht längs. Zieh die Kugeln stattdessen seitwärts.
   *[inline] `{ $notation }` zieht seitwärts. Zieh die Kugeln stattdessen längs.
}
learn-short-elsewhere = `{ $notation }` endet nicht auf { $cells }.
learn-short-push = { $pushed ->
    [0] `{ $notation }` schiebt nichts.
    [1] `{ $notation }` schiebt nur eine Kugel.
   *[other] `{ $notation }` schiebt { $pushed } Kugeln. Schieb nur { $wanted }.
}
learn-short-ejection = `{ $notation }` schiebt nichts hinaus.
learn-short-threat = Nach `{ $notation }` schiebt Weiß deine Kugel auf { $cell } mit `{ $turn }` hinaus.
learn-short-slow = Nach `{ $notation }` kannst du die sechste Kugel im nächsten Zug nicht hinausschieben.
button-learn-hint = Tipp
button-learn-solution = Zeig es mir
button-learn-next = Nächste Übung
error-learn-changed = Diese Übung hat sich inzwischen geändert. Mit `/lernen` geht es weiter.
learn-step = Eine Kugel ziehen
    .task = Du spielst Schwarz. Zieh deine Kugel von d4 nach e5.
    .hint = Nenne das Feld, das sie verlässt, und ihr neues Feld: `d4e5`. Beginnst du auf c3, zieht die Kugel dahinter mit.
    .done = Eine einzelne Kugel kann auf jedes freie Nachbarfeld ziehen.
learn-line = Längs ziehen
    .task = Zieh deine Kugeln auf c4 und d5 zusammen: d5 nach e6, c4 nach d5.
    .hint = Nenne die hintere Kugel und das nächste Feld. Alle Kugeln davor ziehen mit.
    .done = Zwei oder drei Kugeln in einer Linie können zusammen längs ziehen. Du nennst nur die hintere.
learn-broadside = Seitwärts ziehen
    .task = Zieh die drei Kugeln der Reihe c nach oben, auf d3, d4 und d5.
    .hint = Nenne beide Enden, dann das neue Feld der ersten: `c3c5` und ihr neues Feld.
    .done = Zwei oder drei Kugeln in einer Linie können auch seitwärts ziehen. Seitwärts schiebt man nie.
learn-push = Eine Kugel schieben
    .task = Schieb die weiße Kugel auf e5 ein Feld weiter.
    .hint = Zwei Kugeln hintereinander schieben eine. Beginne mit der hinteren, auf e3.
    .done = Das ist ein *Sumito*: Zwei schieben eine, wenn das Feld dahinter frei ist.
learn-push-two = Zwei Kugeln schieben
    .task = Schieb die weißen Kugeln auf e5 und e6 ein Feld weiter.
    .hint = Um zwei zu schieben, brauchst du drei. Beginne auf e2.
    .done = Drei schieben eine oder zwei. Drei lassen sich nie schieben.
learn-pac = Die schwache Seite finden
    .task = In Reihe e stehen zwei gegen zwei: ein *Pac*, nichts bewegt sich. Schieb eine der weißen Kugeln von einer anderen Seite.
    .hint = Die Kugel auf e5 steht auf der Diagonalen von c3 und d4 allein.
    .done = Bei gleich vielen Kugeln lässt sich nicht schieben. Such eine Richtung, in der du mehr Kugeln hast.
learn-eject = Eine Kugel hinausschieben
    .task = Schieb die weiße Kugel auf e9 vom Brett.
    .hint = Sie steht am Rand, und du hast zwei Kugeln neben ihr in Reihe e.
    .done = Hinter einer Kugel am Rand ist kein Feld: Wird sie geschoben, fällt sie vom Brett. Mit sechs hinausgeschobenen Kugeln gewinnst du die Partie.
learn-choose = Sicher hinausschieben
    .task = Zwei Kugeln kommen zum Hinausschieben infrage. Wähle die, die dich nichts kostet: Weiß darf danach keine deiner Kugeln hinausschieben können.
    .hint = Schau, welche deiner Kugeln an den Rand kommen, und wo Weiß zwei Kugeln auf einer Linie mit ihnen hat.
    .done = Die Kugel, die hinausschiebt, steht danach oft selbst am Rand. Schau zuerst, was daneben steht.
learn-defend = Deine Kugel retten
    .task = Weiß droht, deine Kugel auf e1 hinauszuschieben. Mach einen Zug, nach dem Weiß nichts hinausschieben kann.
    .hint = Deine Kugel auf e1 kann noch ausweichen.
    .done = Die einfachste Verteidigung ist ein Schritt aus der Linie. Kugeln, die zusammenbleiben, sind schwerer zu schieben.
learn-win = Die Partie gewinnen
    .task = Du hast fünf Kugeln hinausgeschoben. Schieb die sechste in zwei Zügen hinaus.
    .hint = Schieb die Kugel auf e8 zuerst an den Rand, mit zwei oder drei Kugeln der Reihe e.
    .done = Mit sechs hinausgeschobenen Kugeln gewinnst du. Erst an den Rand, dann darüber.

# Ein Zug in Worten
words-way = { $way ->
    [e] nach Osten
    [ne] nach Nordosten
    [n] nach Norden
    [nw] nach Nordwesten
    [w] nach Westen
    [sw] nach Südwesten
    [s] nach Süden
   *[se] nach Südosten
}
words-marbles = { $count ->
    [1] eine
    [2] zwei
    [3] drei
    [4] vier
    [5] fünf
   *[other] { $count }
} { $color ->
    [black] schwarze
    [white] weiße
    [red] rote
    [green] grüne
    [yellow] gelbe
   *[blue] blaue
} { $count ->
    [1] Kugel
   *[other] Kugeln
}
words-hidden-marbles = { $count ->
    [1] eine Kugel
    [2] zwei Kugeln
    [3] drei Kugeln
    [4] vier Kugeln
    [5] fünf Kugeln
   *[other] { $count } Kugeln
}
words-neutral = { $stone ->
    [pivot] die neutrale Kugel
    [ball] den Ball
   *[sister] { $count ->
        [1] eine Schwester
       *[other] beide Schwestern
    }
}
words-moved = { $then ->
    [yes] Dann hat { $who } { $marbles } von { $from } nach { $to } gezogen.
   *[no] { $who } hat { $marbles } von { $from } nach { $to } gezogen.
}
words-sideways = { $then ->
    [yes] Dann hat { $who } { $marbles } seitwärts von { $from } nach { $to } gezogen.
   *[no] { $who } hat { $marbles } seitwärts von { $from } nach { $to } gezogen.
}
words-pushed = { $then ->
    [yes] Dann hat { $who } { $marbles } von { $from } nach { $to } gezogen und dabei { $pushed } geschoben.
   *[no] { $who } hat { $marbles } von { $from } nach { $to } gezogen und dabei { $pushed } geschoben.
}
words-ejected = { $stone ->
    [black] Eine schwarze Kugel
    [white] Eine weiße Kugel
    [red] Eine rote Kugel
    [green] Eine grüne Kugel
    [yellow] Eine gelbe Kugel
    [blue] Eine blaue Kugel
    [ball] Der Ball
    [pivot] Die neutrale Kugel
   *[hidden] Eine Kugel
} { $into ->
    [hole] ist von { $cell } in ein Loch gefallen.
   *[rim] wurde von { $cell } hinausgeschoben.
}
words-placed = { $stone ->
    [black] { $who } hat eine schwarze Kugel auf { $cell } gesetzt.
    [white] { $who } hat eine weiße Kugel auf { $cell } gesetzt.
    [sister] { $who } hat eine Schwester auf { $cell } gesetzt.
   *[hidden] { $who } hat eine Kugel auf { $cell } gesetzt.
}
words-piece-placed = { $color ->
    [black] { $who } hat einen schwarzen Stein auf { $point } gesetzt.
   *[white] { $who } hat einen weißen Stein auf { $point } gesetzt.
}
words-piece-moved = { $who } hat einen Stein von { $from } auf { $to } gezogen.
words-piece-went = { $who } hat einen Stein über { $path } gezogen.
words-flipped = { $count ->
    [1] Der Stein auf { $points } wurde umgedreht.
   *[other] { $count } Steine wurden umgedreht: { $points }.
}
words-piece-removed = Der gezogene Stein wurde vom Brett genommen.
words-threat = { $stone ->
    [black] die schwarze Kugel
    [white] die weiße Kugel
    [red] die rote Kugel
    [green] die grüne Kugel
    [yellow] die gelbe Kugel
    [blue] die blaue Kugel
    [ball] den Ball
   *[pivot] die neutrale Kugel
} auf { $cell } (`{ $turn }`)
words-more = { $count ->
    [1] eine weitere
   *[other] { $count } weitere
}
words-can-eject = { $who } kann { $list } hinausschieben.
words-threatens-to-eject = { $who } droht, { $list } hinauszuschieben.
words-can-flip = { $count ->
    [1] { $who } kann den Stein auf { $points } umdrehen.
   *[other] { $who } kann Steine auf { $points } umdrehen.
}
words-threatens-to-flip = { $count ->
    [1] { $who } droht, den Stein auf { $points } umzudrehen.
   *[other] { $who } droht, Steine auf { $points } umzudrehen.
}
words-no-threats = Im nächsten Zug kann keine Kugel hinausgeschoben werden.
words-row = Reihe { $row }: { $list }
words-view = Aus der Sicht von { $color ->
    [white] Weiß
   *[black] Schwarz
}, die nächste Reihe zuerst:
words-view-of-row = Von Reihe { $row } aus gesehen, die nächste Reihe zuerst:
words-in-row = { $stone ->
    [black] schwarz auf { $cells }
    [white] weiß auf { $cells }
    [red] rot auf { $cells }
    [green] grün auf { $cells }
    [yellow] gelb auf { $cells }
    [blue] blau auf { $cells }
    [pivot] neutrale Kugel auf { $cells }
    [ball] Ball auf { $cells }
    [sister] Schwester auf { $cells }
    [obstacle] Hindernis auf { $cells }
    [hole] Loch auf { $cells }
   *[hidden] Kugeln auf { $cells }
}
words-empty-rows = { $count ->
    [1] Leere Reihe: { $rows }
   *[other] Leere Reihen: { $rows }
}

# Dateien
export = Partie `{ $id }`: die Notation als Text, und dazu eine JSON-Datei mit der Zeit jedes Zuges.
export-too-large = Diese Partie ist zu lang für eine Datei in Discord.

# Absagen des Bots
error-no-such-game = Diese Partie gibt es nicht. `/partien` listet deine auf.
error-which-game = Welche Partie?
error-which-game-more = Das sind die { $most } dringendsten. Die Option `partie` findet alle.
error-typed-lost = Was du getippt hast, habe ich nicht mehr. Nutze den Befehl noch einmal.
error-not-a-player = Du spielst in dieser Partie nicht mit.
error-not-for-you = Diese Herausforderung ist nicht für dich.
error-own-challenge = Das ist deine eigene Herausforderung: Nur { $opponents } kann antworten. Zurückziehen kannst du sie mit dem Knopf darunter.
error-not-the-challenger = Das kann nur, wer die Herausforderung gestellt hat.
error-not-your-turn = Du bist nicht am Zug.
error-turn-of = { $players } ist am Zug.
error-stale = Die Partie ist weitergegangen. Hier ist das aktuelle Brett.
error-over = Die Partie ist beendet.
error-not-over = Die Partie ist noch nicht beendet.
error-cannot-decline = Auf dieser Rangliste kann man nicht ablehnen. Ohne deine Antwort beginnt die Partie automatisch.
error-challenge-closed = Diese Herausforderung ist geschlossen.
error-not-started = Diese Herausforderung wurde noch nicht angenommen.
error-aborted = Diese Partie wurde abgebrochen.
error-too-late-to-abort = Alle haben gezogen, also lässt sich die Partie nicht mehr abbrechen. Beende sie mit `/partie remis` oder `/partie aufgeben`.
error-hidden-colors = In dieser Partie sind die Farben bis zum Ende verdeckt. Die Notation gibt es danach.
error-no-such-person = Ich finde diese Person nicht. Wähle sie aus der Liste von Discord.
error-yourself = Du kannst dich nicht selbst herausfordern. Wähle jemand anders.
error-deleted-person = Diese Person hat ihre Daten gelöscht und kann nicht mehr herausgefordert werden. Wähle jemand anders.
error-same-person = Niemand kann auf zwei Plätzen sitzen. Wähle jemand anders.
error-wrong-number = Diese Partie braucht mit dir { $needed } Spieler, ihr seid aber { $given }. Nimm Spieler dazu oder weg (`/spielen`, *{ guide-button-more }*), oder wähle andere Plätze.
error-five-people = Zu fünft kann man nicht spielen. Lade eine, zwei, drei oder fünf andere Personen ein.
error-already-accepted = Du hast schon angenommen. Die Partie beginnt, wenn alle angenommen haben.
error-bad-setup = Diese Partie lässt sich nicht spielen: { $why }.
error-bad-pace = Die Bedenkzeit `{ $pace }` kenne ich nicht. Wähle eine aus der Liste.
error-line-no-moves = Gib ein, was dein Gegner zieht (`wenn`) und was du antwortest (`dann`), oder eine ganze Variante (`züge`).
error-line-hidden-colors = In dieser Partie sind die Farben verdeckt, und bedingte Züge würden verraten, welche Züge möglich sind.
error-line-own-first = Du bist am Zug, also beginnt eine Variante mit deinem eigenen nächsten Zug, dann folgen der gegnerische Zug und deine Antwort: `a1b2 i9h8 b2c3`.
error-line-empty = Diese Variante hat keine Züge.
error-line-illegal-theirs = Dein Gegner kann Zug { $number } dieser Variante, `{ $turn }`, nicht spielen: Er ist dort nicht erlaubt.
error-line-illegal = Zug { $number } dieser Variante, `{ $turn }`, geht nicht: { $why }.
error-line-contradicts = Auf `{ $after }` antwortest du schon mit `{ $stands }`, also nicht auch noch mit `{ $new }`. Entferne zuerst die andere Variante.
error-line-unanswered = Diese Variante endet mit dem gegnerischen Zug `{ $turn }`. Füge deine Antwort hinzu.
error-line-too-many = Deine Varianten in dieser Partie können zusammen höchstens { $count } Züge haben.
error-line-too-long = Eine Variante kann höchstens { $count } Züge haben.
error-line-none = Diese Variante gibt es nicht. `/partie variante zeigen` listet deine auf.
error-adjourned = Die Partie ist bis <t:{ $until }:f> vertagt. Mit `/partie fortsetzen` geht sie früher weiter.
error-not-adjourned = Diese Partie ist nicht unterbrochen.
error-no-clock = Diese Partie hat keine Frist, also gibt es keine Uhr anzuhalten.
error-played-elsewhere = Andere spielen diese Partie in einem anderen Kanal. Sieh sie dir dort an.
error-own-time = Nur dein Gegner kann dir mehr Zeit schenken.
error-time-of-third = In einer Partie mit mehr als zwei Seiten kann niemand Zeit schenken: Das wäre den anderen gegenüber unfair. Frag einen Organisator des Servers.
error-bad-gift = Schenke mindestens eine Minute und höchstens { $days } Tage auf einmal.
error-adjourned-too-long = { $days ->
    [one] Eine Partie kann für einen Tag vertagt werden.
   *[other] Eine Partie kann für 1 bis { $days } Tage vertagt werden.
}
error-has-deadline = Diese Partie hat eine Frist: Wer nicht rechtzeitig zieht, verliert.
error-opponent-not-silent = Kein Gegner ist am Zug, also lässt dich niemand warten.
error-not-silent-yet = Dein Gegner hat bis <t:{ $at }:f> (<t:{ $at }:R>). Nutze `/partie reklamieren` danach.
error-no-proposal = Hier gibt es nichts mehr zu beantworten.
error-nothing-to-withdraw = Hier gibt es nichts zurückzuziehen: Es ist schon entschieden, oder es gab keine Anfrage.
error-not-the-proposer = Nur wer gefragt hat, kann die Anfrage zurückziehen.
error-already-proposed = Du hast schon eine offene Anfrage. Sie gilt, bis jemand antwortet oder zieht. Um sie zurückzuziehen, nutze den Knopf darunter oder die Option `zurückziehen` desselben Befehls.
error-nothing-to-take-back = Du hast noch keinen Zug gemacht, den du zurücknehmen könntest.
error-never-takes-back = <@{ $player }> erlaubt keine Rücknahmen.
error-live-no-pauses = Bei einer Live-Partie laufen die Uhren immer: Wähle *Pausen: keine* oder mehr Bedenkzeit.
error-vacation-past = Ein Urlaub kann nicht in der Vergangenheit beginnen. Lass `ab` weg, um ihn jetzt zu beginnen.
error-vacation-too-far = Du kannst einen Urlaub höchstens { $days } Tage im Voraus planen.
error-vacation-length = Ein Urlaub dauert 1 bis { $days } Tage.
error-vacation-overlaps = Du hast zu dieser Zeit schon Urlaub: <t:{ $from }:f> – <t:{ $until }:f>. Mit `/einstellungen urlaub beenden welcher:` beendest du ihn oder sagst ihn ab.
error-no-such-vacation = Dieser Urlaub ist vorbei oder war nie geplant. `/einstellungen urlaub status` listet deine auf.
error-vacation-none-left = Du hast { $year } keinen Urlaub mehr übrig.
error-vacation-too-little = Du hast { $year } nicht mehr genug Urlaub: { $left }. Wähle weniger Tage.
error-no-vacation = Du bist nicht im Urlaub, und es ist keiner geplant.
error-no-day = Ich kann `{ $typed }` nicht als Datum lesen. Schreib `24.12.2026`, `morgen`, `freitag` oder `in 2 Tagen`. Hinter einem Tag darf eine Uhrzeit stehen: `freitag 18:00`.
error-time-not-once = In dieser Nacht wird die Uhr umgestellt: `{ $typed }` gibt es gar nicht oder zweimal. Wähle eine andere Zeit.
error-no-such-zone = Die Zeitzone `{ $typed }` gibt es nicht. Tippe eine Stadt, etwa `Paris`, oder deine Uhrzeit, etwa `08:46`.
error-no-time = Ich kann `{ $typed }` nicht als Uhrzeit lesen. Schreib `23:00` oder `7:30`.
error-sleep-empty = Die Schlafenszeit kann nicht zur selben Zeit beginnen und enden. Um sie zu löschen, nutze `schlaf-von:standard`.
error-sleep-too-long = Die Schlafenszeit kann höchstens { $hours } Stunden am Tag dauern.
error-sleep-half = Gib beides ein: wann du schlafen gehst (`schlaf-von`) und wann du aufstehst (`schlaf-bis`).
error-sleep-without-zone = Wähle auch deine Zeitzone: Die Schlafenszeit gilt in deiner Ortszeit.
error-thread-of-others = Dieser Thread gehört zu einer Partie, in der du nicht mitspielst. Nur ihre Spieler können hier Partien zeigen. Lass `öffentlich` weg, um die Wiederholung privat zu sehen.
error-no-offer = Es gibt kein Remisangebot.
error-own-side = Die Anfrage kommt von deiner eigenen Seite, also müssen die anderen antworten.
error-hidden-colors-past = Die Farben sind bis zum Ende der Partie verdeckt. Bis dahin siehst du keine früheren Stellungen, denn sie würden die Farben Zug für Zug verraten.
error-already-offered = Du hast schon Remis angeboten. Das Angebot gilt, bis dein Gegner antwortet oder zieht. Um es zurückzuziehen, nutze den Knopf darunter oder `/partie remis zurückziehen:`.
error-already-agreed = Du hast schon zugestimmt. Die anderen müssen noch antworten.
error-too-many = Du hast schon { $count } Partien und offene Herausforderungen, mehr gehen nicht. Beende zuerst eine.
error-too-many-to-one = Du hast schon { $count } offene Herausforderungen an diese Person. Warte auf eine Antwort, oder zieh eine zurück.
error-too-fast = Das war viel auf einmal. Weiter geht es <t:{ $at }:R>.
error-too-many-lookups = Du hast viele Wiederholungen, Zuglisten und Notationen abgerufen. Die nächste gibt es <t:{ $at }:R>.
error-too-many-challenges = Du hast viele Herausforderungen verschickt. Die nächste ist <t:{ $at }:R> möglich.
error-too-many-challenges-to-one = Du hast <@{ $player }> sehr oft herausgefordert. Das nächste Mal ist es <t:{ $at }:R> möglich.
error-not-challengeable = Du kannst <@{ $player }> nicht herausfordern.
error-block-yourself = Du kannst dich nicht selbst blockieren.
error-block-bot = Bots fordern niemanden heraus, also gibt es nichts zu blockieren. Wähle eine Person.
error-too-many-blocked = Du hast { $count } Personen blockiert, mehr gehen nicht. Gib zuerst eine mit `/einstellungen freigeben` frei.
error-internal = Bei uns ist etwas schiefgegangen. Versuch es gleich noch einmal.
error-unknown-button = Dieser Knopf funktioniert nicht mehr, oder er gehört nicht zu mir. `/brett` zeigt die Partie.
error-unknown-command = Diesen Befehl gibt es nicht mehr. `/hilfe` zeigt die anderen; lade Discord neu, um die aktuelle Liste zu sehen.
error-illegal = `{ $move }` geht nicht: { $why }.
error-illegal-try = Meintest du einen dieser Züge?
error-illegal-next = Tippe ein Feld in die Option `zug`, um zu sehen, was geht, oder nutze die Knöpfe unter dem Brett.

# Absagen der Regeln
refusal-bad-position = das ist keine Stellung: { $problem }
refusal-contradiction = `{ $first }` und `{ $second }` widersprechen sich
refusal-needs-two = `{ $first }` und `{ $second }` widersprechen sich, denn `{ $first }` braucht zwei Spieler oder zwei Zweierteams auf einem Brett
refusal-empty-setup = es ist kein Spiel genannt
refusal-no-value = `{ $option }` braucht einen Wert
refusal-twice = `{ $option }` steht zweimal da
refusal-unknown-game = das Spiel `{ $game }` gibt es nicht
refusal-other-game = das ist eine Setup-Zeile für `{ $game }`, erwartet wird aber ein anderes Spiel
refused-or = {" oder "}
refusal-ambiguous = `{ $text }` lässt sich verschieden lesen; schreib { $suggestions }
refusal-bad-value = `{ $value }` geht nicht für `{ $option }`; { $expected }
expected-cells = schreib Felder des Bretts, zum Beispiel `e5 d4`
expected-cell = schreib ein Feld des Bretts, zum Beispiel `e5`
expected-pivot = schreib ein Feld des Bretts, zum Beispiel `e5` oder `e5 fixed`
expected-board = ein Brett braucht Kugeln jeder Farbe
expected-range = schreib eine Zahl von { $least } bis { $most }
expected-choice = wähle aus der Liste
refusal-bad-record = das ist keine Notation einer Partie: { $problem }
refusal-blocked = { $cell } ist nicht leer, und ein seitlicher Zug kann nicht schieben
refusal-empty-cell = { $cell } ist leer
refusal-empty-text = darin steht kein Zug
refusal-game-over = die Partie ist beendet
refusal-not-adjacent = { $from } und { $to } liegen nicht nebeneinander
refusal-not-in-line = { $from } und { $to } liegen nicht auf einer Linie
refusal-not-legal = die Regeln erlauben das nicht
refusal-turn-unfinished = nach `{ $text }` fehlt noch etwas; füge den nächsten Zug hinzu
refusal-not-notation = `{ $text }` ist kein Zug; schreib das hintere und das nächste Feld (`a1b2`), oder beide Enden einer Linie und wohin das erste geht (`c3c5d3`)
refusal-not-sideways = { $first } bis { $last } liegen in Zugrichtung; nenne nur das hintere und das nächste Feld
refusal-not-yours = auf { $cell } liegt keine Kugel von dir
refusal-off-board = { $cell } liegt nicht auf dem Brett; seine Reihe geht von { $first } bis { $last }
refusal-no-row = { $cell } liegt nicht auf dem Brett; die Reihen gehen von a bis { $last }
refusal-other-board = du bist auf Brett { $now } am Zug, nicht auf Brett { $board }
refusal-own-ejection = deine eigene Kugel auf { $cell } würde das Brett verlassen
refusal-own-marble-ahead = deine eigene Kugel auf { $cell } ist im Weg
refusal-own-marble-behind = deine eigene Kugel auf { $cell } liegt hinter den Kugeln, die du schiebst
refusal-pac = { $own } gegen { $theirs } schiebt nicht; du brauchst mehr Kugeln, als du schiebst
refusal-same-cell = { $cell } ist zweimal genannt
refusal-text-too-long = der Text ist zu lang
refusal-three-cannot-be-pushed = du kannst höchstens { $most } Kugeln schieben, nicht { $theirs }
refusal-too-long = { $count } Kugeln sind zu viele; ein Zug bewegt höchstens { $most }
refusal-sister-alone = die Schwester auf { $cell } zieht nur mit einer deiner Kugeln auf ihrer Linie
refusal-sister-goes-back = die Schwester auf { $cell } zog dorthin in Richtung { $direction }; sie kann nicht geradewegs zurück
refusal-sister-ejection = die Schwester auf { $cell } würde das Brett verlassen
refusal-place-first = zuerst wird gesetzt; schreib @ und ein freies Feld, zum Beispiel `{ $example }`
refusal-nothing-to-place = es gibt nichts mehr zu setzen
refusal-taken = { $cell } ist nicht frei
refusal-not-your-half = { $cell } liegt nicht in deiner Hälfte; wähle ein freies Feld der Reihen { $rows }
refusal-unknown-layout = die Aufstellung `{ $layout }` gibt es nicht; wähle aus der Liste
refusal-unknown-option = dieses Spiel hat keine Option `{ $option }`; lass sie weg
refusal-wrong-landing = in dieser Richtung landet die vordere Kugel von { $from } aus auf { $lands }, nicht auf { $to }
refusal-bad-board = das Brett ist nicht lesbar ({ $problem })
refusal-board-rows = ein Brett hat { $expected } Reihen, getrennt durch `/`, dieses hat { $found }
refusal-board-row = Reihe { $row } hat { $width } Felder, auf deinem Brett sind es mehr oder weniger
refusal-board-letter = `{ $letter }` in Reihe { $row } ist keine Kugel; schreib `b` (schwarz) und `w` (weiß) für Kugeln und Zahlen für leere Felder
refusal-overlap = `{ $first }` und `{ $second }` gehen nicht zusammen, denn beide nutzen `{ $cells }`
refusal-too-few-marbles = `{ $target }` ist mit `{ $layout }` unerreichbar, denn es gibt zu wenige Kugeln zum Hinausschieben ({ $marbles })
refusal-no-crown = `{ $crown }` und `{ $layout }` gehen nicht zusammen, denn { $color ->
    [black] Schwarz
   *[white] Weiß
} hat keine Kugeln auf `{ $cells }`
refusal-over-at-once = die Partie wäre vor dem ersten Zug zu Ende
refusal-no-point = { $point } liegt nicht auf dem Brett; die Spalten gehen von a bis i, die Reihen von 1 bis 5
refusal-not-a-path = `{ $text }` ist kein Zug; setze mit `@d3`, zieh mit `d3e3`, dreh die Reihe davor mit `d3e3+` oder die dahinter mit `d3e3-` um, mach weiter mit `d3e3+f4-`
refusal-center-stays-free = e3 bleibt frei, bis alle Steine gesetzt sind
refusal-not-your-piece = der Stein auf { $cell } gehört nicht dir
refusal-no-diagonal = von { $from } nach { $to } führt keine Linie; ein schwacher Punkt hat keine Diagonalen
refusal-must-flip = der Schritt von { $from } nach { $to } kann Steine umdrehen, also muss er es; schreib `+` für die Reihe davor oder `-` für die dahinter
refusal-nothing-ahead = der Schritt von { $from } nach { $to } trifft vorn auf keinen gegnerischen Stein; `+` dreht nichts um
refusal-nothing-behind = der Schritt von { $from } nach { $to } lässt hinten keinen gegnerischen Stein zurück; `-` dreht nichts um
refusal-flips-nothing = der Schritt von { $from } nach { $to } dreht nichts um, und weiter geht es nur mit Schritten, die umdrehen
refusal-same-axis = der Schritt von { $from } nach { $to } folgt der Linie des vorigen Schritts; nimm eine andere Linie
refusal-turn-goes-on = der Zug geht nur mit dem Stein auf { $cell } weiter, oder er endet
refusal-nothing-begun = noch ist kein Zug begonnen; schreib den Punkt deines Steins, dann wohin er geht
refusal-turn-over = nach `{ $text }` ist der Zug zu Ende
refusal-wall = das Hindernis auf { $cell } lässt sich nicht bewegen
refusal-into-hole = deine eigene Kugel auf { $cell } würde in das Loch auf { $hole } fallen
refusal-pivot-stays = die neutrale Kugel auf { $cell } lässt sich nicht vom Brett schieben
refusal-partner-in-line = die Kugel auf { $cell } gehört deinem Partner; sie bewegt sich nur, um beim Schieben zu helfen
refusal-partner-behind = die Kugel deines Partners auf { $cell } liegt hinter den Kugeln, die du schiebst
refusal-other-color = dieser Zug wird mit der anderen Farbe gemacht, und die Kugel auf { $cell } hat sie nicht
refusal-no-triangle = { $cells } bilden kein Dreieck
refusal-no-triangles = in dieser Partie ziehen keine Dreiecke
refusal-too-many-moves = das sind zu viele Züge hintereinander; die Grenze ist { $count }
refusal-not-drawn = die Aufstellung `{ $layout }` ist zufällig; füge `seed=` und eine Zahl hinzu
refusal-no-board = `board` ist leer; schreib seine neun Reihen von i bis a, getrennt durch `/`

# Hilfe
help-title = **Abalone als Fernpartie**
help-goal = Schieb die Kugeln deines Gegners vom Brett: Wer zuerst sechs hinausschiebt, gewinnt. Für jeden Zug hast du mehrere Tage Zeit.
help-play = `/spielen` beginnt eine Partie Schritt für Schritt, gegen jemanden deiner Wahl, gegen den Ersten, der annimmt, oder gleich gegen mich.
help-open = `/partien zeige:Offene Herausforderungen` zeigt, wer einen Gegner sucht.
help-thread = Jede Partie hat ihren eigenen Thread. Wenn du am Zug bist, nutze die Knöpfe unter dem Brett.
help-rules = `/lernen` hat zehn kurze Übungen, `/aufgabe` eine Stellung zum Lösen, `/regeln` erklärt jedes Spiel mit Bildern.
help-settings = `/einstellungen` ändert das Aussehen der Bretter, deine Zeitzone, Schlafenszeit und Erinnerungen.
help-games = { $open ->
    [0] Keine Partie und keine Herausforderung ist offen.
    [one] Eine Partie oder Herausforderung ist offen: siehe `/partien`.
   *[other] { $open } Partien und Herausforderungen sind offen: siehe `/partien`.
} { $waiting ->
    [0] Nichts wartet auf dich.
    [one] Eine wartet auf dich.
   *[other] { $waiting } warten auf dich.
}
help-away = Unterwegs? `/einstellungen urlaub` hält alle deine Uhren an, `/partie vertagen` die einer einzelnen Partie.
help-figures = `/profil zeigen` zeigt Wertungen und Ergebnisse, `/profil bestenliste` die besten Spieler, `/rangliste` die Ranglisten, in denen du aufsteigen kannst, `/aufgabe` eine Stellung zum Lösen.
help-direct = Du kannst alle deine Partien hier spielen: `/partien` listet sie auf. Mit der Option `partie` von `/brett` und `/zug` wählst du eine.
help-direct-play = Zum Herausfordern nutze `/spielen` auf einem Server, auf dem ihr beide seid.
help-direct-reminders = `/einstellungen erinnerungen` legt fest, wann ich dir hier schreibe, `/einstellungen übersicht` schickt einmal am Tag alle deine Partien.
help-your-turn = **Du bist am Zug** in Partie { $id }.
help-their-turn = **Partie { $id }**: { $players } ist am Zug.
help-over = **Partie { $id }** ist zu Ende.
help-others = **Partie { $id }** von { $players }.
help-move = Drücke **Zug…**, wähle eine Kugel, eine Richtung und **Ziehen**.
help-notation = Oder tippe `/zug`: `a1b2` längs (hinteres Feld, nächstes Feld), `c3c5d3` seitwärts (beide Enden, dann wohin das erste geht).
help-push = Zum Schieben brauchst du mehr Kugeln in der Reihe: zwei gegen eine, drei gegen eine oder zwei. Gleich viele bewegen nichts.
help-questions = `/partie remis` bietet Remis an, `/partie zurücknehmen` bittet darum, deinen letzten Zug zurückzunehmen, `/partie aufgeben` beendet die Partie.
help-line = `/partie variante` legt deine Antwort im Voraus fest: Sie wird gespielt, sobald dein Gegner den Zug macht.
help-time = `/partie mehr-zeit` gibt deinem Gegner mehr Zeit.
help-look = `/brett` zeigt die Stellung, wie du sie am liebsten siehst, `/partie verlauf` die Züge, `/partie wiederholung` eine Animation.
help-export = `/partie exportieren` gibt die Notation der Partie.
help-organizer = Du organisierst diesen Server: `/organisieren` entscheidet, unterbricht oder annulliert Partien.
help-manager = Du verwaltest diesen Server: `/einrichten` wählt Kanäle, Organisatoren und Vorlagen. `/organisieren rangliste erstellen` legt eine Rangliste an.
help-button-play = Neue Partie
help-button-games = Meine Partien
help-button-rules = Regeln
help-button-learn = Lernen

# Einstellungen
settings-title = **Deine Einstellungen**
settings-theme = Design der Bretter: **{ $theme }**
settings-theme-default = Design der Bretter: **{ $theme }** (vom Server oder Betreiber gewählt)
settings-coordinates = { $shown ->
    [yes] Koordinaten um das Brett: **sichtbar**
   *[no] Koordinaten um das Brett: **ausgeblendet**
}
settings-orientation = { $turned ->
    [own] Unten: **immer deine Kugeln**
    [black] Unten: **immer die schwarzen Kugeln**
    [white] Unten: **immer die weißen Kugeln**
   *[default] Unten: **deine Kugeln**
}
settings-style = { $style ->
    [words] Bretter, die nur du siehst: **nur Worte**
    [text] Bretter, die nur du siehst: **Text**
   *[picture] Bretter, die nur du siehst: **Bilder**
}
settings-takeback-never = Rücknahmen: **nie** (Anfragen werden für dich abgelehnt)
settings-takeback-casual = Rücknahmen: **mich fragen**
settings-takeback-always = Rücknahmen: **immer** (Anfragen werden für dich angenommen)
settings-default-of = { $question }: { $default }
settings-zone = Zeitzone: **{ $zone }** (dort ist es { $time })
settings-zone-none = Zeitzone: nicht eingestellt, Tage und Wochenenden richten sich nach UTC
settings-sleep = Schlafenszeit: **{ $hours }** (währenddessen stehen deine Uhren)
settings-sleep-none = Schlafenszeit: keine
settings-automatic = Automatischer Urlaub, wenn die Zeit abläuft: { $automatic ->
    [yes] **ja**, solange du Urlaub übrig hast und sobald in einer deiner Partien alle am Zug waren
   *[no] **nein**
}
settings-clock-next = Das gilt in jeder Partie ab deinem nächsten Zug. Für einen Zug, der schon läuft, ändert sich nichts.
button-vacation-start = Urlaub beginnen…
button-vacation-stop = Urlaub beenden
vacation-started = Dein Urlaub hat begonnen und dauert bis <t:{ $until }:f>. In allen Partien, die Urlaub erlauben, stehen deine Uhren; ziehen kannst du trotzdem. Beende ihn mit `/einstellungen urlaub beenden`.
vacation-planned = Dein Urlaub ist geplant: <t:{ $from }:f> – <t:{ $until }:f>. Sag ihn ab mit `/einstellungen urlaub beenden welcher:`.
vacation-stopped = Dein Urlaub ist vorbei, deine Uhren laufen.
vacation-stopped-little-time = Dein Urlaub ist vorbei, deine Uhren laufen. Wo du kaum noch Zeit hast, zieh sofort.
vacation-stop-warning = { $count ->
    [one] **Dein Urlaub läuft noch.** Wenn du ihn jetzt beendest, hast du in dieser Partie weniger als eine Stunde:
   *[other] **Dein Urlaub läuft noch.** Wenn du ihn jetzt beendest, hast du in diesen { $count } Partien weniger als eine Stunde:
}
vacation-cancel-warning = { $count ->
    [one] **Dein Urlaub hat noch nicht begonnen.** Wenn du ihn absagst, hast du in dieser Partie weniger als eine Stunde:
   *[other] **Dein Urlaub hat noch nicht begonnen.** Wenn du ihn absagst, hast du in diesen { $count } Partien weniger als eine Stunde:
}
vacation-warning-game = `{ $id }` { $against }: { $left }
vacation-warning-no-time = nichts
vacation-stop-advice = Zieh dort zuerst (das geht im Urlaub), dann beende ihn. Wo deine Zeit um ist, beginnt dein nächster Urlaub automatisch, wenn du noch Tage übrig hast und in einer deiner Partien alle schon gezogen haben; sonst verlierst du.
vacation-cancel-advice = Zieh dort zuerst, dann sag ihn ab. Wo deine Zeit um ist, beginnt dein nächster Urlaub automatisch, wenn du noch Tage übrig hast und in einer deiner Partien alle schon gezogen haben; sonst verlierst du.
vacation-canceled = Dein für <t:{ $from }:f> geplanter Urlaub ist abgesagt.
vacation-canceled-little-time = Dein für <t:{ $from }:f> geplanter Urlaub ist abgesagt. Wo du kaum noch Zeit hast, zieh sofort.
vacation-current = Du bist seit <t:{ $from }:f> im Urlaub. Er dauert bis <t:{ $until }:f>.
vacation-current-automatic = Ein automatischer Urlaub hat am <t:{ $from }:f> begonnen. Er dauert bis <t:{ $until }:f>.
vacation-next = Geplant: <t:{ $from }:f> – <t:{ $until }:f>.
vacation-none = Du bist nicht im Urlaub, und es ist keiner geplant.
vacation-uses = Er verbraucht { $one } aus dem Jahr { $first } und { $other } aus dem Jahr { $second }. Das Jahr wechselt um Mitternacht UTC.
vacation-left = Übrig in { $year }: { $left } von { $yearly }.
settings-blocked = Du hast { $people } blockiert. Die Blockierten erfahren es nicht, und eure Partien gehen weiter.
settings-blocked-none = Du hast niemanden blockiert.
settings-block-ask = <@{ $person }> blockieren? Auf einer Rangliste gilt das als Ablehnung der Herausforderungen dieser Person, jetzt und später:
settings-block-place = • **{ $name }**: Ablehnen zählt als Niederlage, und du kannst Platz { $place } verlieren.
button-block-yes = Blockieren
settings-blocked-count = Blockierte Personen: { $count ->
    [0] **keine**
   *[other] **{ $count }** (`/einstellungen blockieren` listet sie auf)
}
setup-title = **Einstellungen dieses Servers**
setup-theme-default = Design der Bretter: **{ $theme }** (vom Betreiber gewählt)
setup-ladder-names = Ranglisten: { $list } (`/organisieren rangliste`)
setup-ladder-names-none = Ranglisten: keine (`/organisieren rangliste erstellen` erstellt eine)
setup-preset-names = Vorlagen: { $list } (`/einrichten vorlagen`)
setup-preset-names-none = Vorlagen: keine (`/einrichten vorlagen` speichert eine)
setup-hint = `/einrichten bild` ändert die Bretter dieses Servers. Bretter, die nur du siehst, richten sich nach deinen Einstellungen.
error-no-server = Dieser Befehl ist für Server. Nutze ihn in einem Kanal deines Servers.
error-not-the-manager = Nur wer diesen Server verwaltet, kann seine Einstellungen ändern.
error-no-such-choice = Diese Auswahl gibt es nicht. Nutze den Befehl noch einmal, und wähle aus der Liste.
theme-wood = Holz
theme-slate = Schiefer
theme-felt = Filz
theme-paper = Papier
theme-contrast = Hoher Kontrast

## Ergebnisse eines Servers

result-moves = { $moves ->
    [one] 1 Zug
   *[other] { $moves } Züge
}
result-last-move = der letzte nach { $time }
result-layout-custom = eigene Aufstellung
result-ladder = Rangliste **{ $name }**
result-rematch = Revanche: { $link }
setup-results = Ergebnisse: <#{ $channel }>
setup-results-off = Ergebnisse: nur in den Threads der Partien
error-results-unreachable = In diesem Kanal kann ich nicht posten. Lass mich ihn sehen und Nachrichten senden, dann nutze den Befehl noch einmal.
error-results-not-now = Discord nimmt gerade keine Nachrichten an. Nutze den Befehl in einer Minute noch einmal.

## Wertungen

rating-group-standard = Standard
kind-sprint = Sprint { $moves }
kind-blitz = Blitz
kind-hidden-colors = Verdeckte Farben
kind-rule = { $rule ->
    [placement] Setzen
    [turn] Zwei Züge hintereinander
    [obstacles] Hindernisse
    [holes] Löcher
    [pivot] Pivot
    [ball] Ball
    [triangles] Dreiecke
    [crown] Krone
    [handicap] Vorgabe
    [phase] Wechselnde Gegner
   *[other] { $rule }
}
kind-three = Drei Spieler
kind-six = Sechs Spieler
kind-target = { $target ->
    [one] Erste Kugel
   *[other] { $target } Kugeln
}
rating-group-fast = Sprint und Blitz
rating-group-variants = Varianten
rating-group-notalone = Notalone
rating-group-fliporona = Fliporona
rating-group-teams = Zwei gegen zwei
challenge-rated = Gewertet: Das Ergebnis ändert eure Wertungen
challenge-stake = <@{ $player }> { $rating }: Sieg { $win }, Remis { $draw }, Niederlage { $loss }
challenge-casual = Ungewertet: Die Wertungen ändern sich nicht
error-cannot-be-rated = Partien mit verdeckten Farben oder Vorgabe und Partien zu dritt oder zu sechst werden nicht gewertet. Spiel ohne Wertung, oder wähle andere Optionen.
profile-rating = • { $group }: **{ $rating }** ± { $deviation } ({ $games ->
    [one] 1 gewertete Partie
   *[other] { $games } gewertete Partien
})
profile-rating-here = • { $group }: **{ $rating }** ± { $deviation } hier ({ $games ->
    [one] 1 gewertete Partie
   *[other] { $games } gewertete Partien
}), { $overall } über alle Server
profile-puzzles = • Aufgaben: **{ $rating }** ({ $puzzles ->
    [one] 1 Aufgabe
   *[other] { $puzzles } Aufgaben
})
profile-rating-plot = Wertung: { $group }
top-here = **{ $group }: die Besten dieses Servers**
top-everywhere = **{ $group }: die Besten aller Server**
top-line = { $place }. <@{ $player }> **{ $rating }** ({ $games ->
    [one] 1 Partie
   *[other] { $games } Partien
})
top-provisional = Vorläufig, noch ohne Platz:
top-provisional-line = • <@{ $player }> { $rating } ({ $games ->
    [one] 1 Partie
   *[other] { $games } Partien
})
top-month-here = **{ $group }: dieser Monat auf diesem Server**
top-month-everywhere = **{ $group }: dieser Monat auf allen Servern**
top-quarter-here = **{ $group }: dieses Quartal auf diesem Server**
top-quarter-everywhere = **{ $group }: dieses Quartal auf allen Servern**
top-year-here = **{ $group }: dieses Jahr auf diesem Server**
top-year-everywhere = **{ $group }: dieses Jahr auf allen Servern**
top-period-line = { $place }. <@{ $player }> **{ $gained }** · { $won } gewonnen von { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
}
top-period-note = Sortiert nach gewonnenen Wertungspunkten, dann nach Siegen. Die ersten Partien eines neuen Spielers bestimmen erst seine Wertung und bringen keine Punkte. Monate beginnen um 00:00 UTC.
top-period-nobody = In diesem Zeitraum hat niemand eine gewertete Partie beendet.
ratings-changed = Wertungen: { $list }
ratings-excused = Nicht gewertet: <@{ $player }> hatte weniger als 24 Stunden zuvor schon eine Partie auf Zeit verloren.
ratings-changed-one = <@{ $player }> { $before } → **{ $after }**
top-nobody = Noch hat niemand eine gesicherte Wertung. Dafür sind etwa zehn gewertete Partien nötig.
top-players = { $players ->
    [0] In dieser Gruppe hat noch niemand eine gewertete Partie gespielt.
    [one] 1 Spieler hat eine Wertung.
   *[other] { $players } Spieler haben eine Wertung.
}
top-others = Wertungen gibt es in: **{ $list }**. `/profil bestenliste gruppe:` zeigt sie.
top-distribution = Spieler nach Wertung
top-rating = Wertung

## Statistik eines Servers

statistics-title = **Statistik dieses Servers**
statistics-none = Auf diesem Server wurde noch keine Partie beendet. Beginne eine mit `/herausfordern` oder `/suchen`.
statistics-games = • { $games ->
    [one] **1** beendete Partie
   *[other] **{ $games }** beendete Partien
}
statistics-moves = • { $moves ->
    [one] **1** Zug
   *[other] **{ $moves }** Züge
}
statistics-players = • { $players ->
    [one] **1** Spieler
   *[other] **{ $players }** Spieler
}
statistics-layouts = • Am meisten gespielt: { $list }
statistics-active = • Am aktivsten: { $list }
statistics-week = • Diese Woche: { $games ->
    [0] noch keine beendete Partie
    [one] 1 beendete Partie
   *[other] { $games } beendete Partien
}
statistics-first-week = Das Diagramm der Partien pro Woche gibt es ab der zweiten Woche.
statistics-per-week = Beendete Partien pro Woche

## Profil

profile-title = **<@{ $player }>**
profile-reliability = • Zuverlässigkeit: **{ $percent } %** (nicht auf Zeit verlorene Partien; neuere zählen mehr)
profile-reliability-new = • Zuverlässigkeit: noch zu wenige Partien (drei sind nötig; mehrere Niederlagen auf Zeit an einem Tag zählen einmal)
profile-finished = • { $finished ->
    [0] Noch keine beendeten Partien
    [one] 1 beendete Partie: { $won } gewonnen, { $lost } verloren, { $drawn } remis
   *[other] { $finished } beendete Partien: { $won } gewonnen, { $lost } verloren, { $drawn } remis
}
profile-playing = • { $playing ->
    [0] Keine laufenden Partien
    [one] 1 laufende Partie
   *[other] { $playing } laufende Partien
}
profile-games = • Nach Spiel: { $list }
profile-colors = • Nach Farbe: { $list }
profile-layouts = • Nach Aufstellung: { $list }
profile-own-layouts = eigene Aufstellungen
profile-streak-won = • { $games ->
    [one] Letzte Partie
   *[other] Letzte { $games } Partien
} gewonnen, beste Serie { $best }
profile-streak-lost = • { $games ->
    [one] Letzte Partie
   *[other] Letzte { $games } Partien
} verloren{ $best ->
    [0] {""}
   *[other] , beste Siegesserie { $best }
}
profile-streak-drawn = • { $games ->
    [one] Letzte Partie
   *[other] Letzte { $games } Partien
} remis{ $best ->
    [0] {""}
   *[other] , beste Siegesserie { $best }
}
profile-openings = • Lieblingseröffnungen: { $list }
profile-pace = • Zieht meist innerhalb von { $span }
profile-ladder = • Rangliste { $name }: Platz **{ $place }**, bester Platz { $best }
profile-ladder-past = • Rangliste { $name }: bester Platz { $best }
profile-honors = • Auszeichnungen: { $list }
profile-led = führte die Rangliste { $names } an
profile-season = Platz { $place } einer Saison von { $name } (<t:{ $at }:d>)
profile-in-a-row = { $games } Siege in Folge
profile-against = • Gegen <@{ $other }>: { $games ->
    [0] keine beendeten Partien
    [one] 1 beendete Partie, { $won } gewonnen, { $lost } verloren, { $drawn } remis
   *[other] { $games } beendete Partien, { $won } gewonnen, { $lost } verloren, { $drawn } remis
}
profile-recent = **Letzte Partien**
profile-recent-won = { $number }. Gewonnen gegen { $opponents } · { $game } · <t:{ $at }:d>
profile-recent-lost = { $number }. Verloren gegen { $opponents } · { $game } · <t:{ $at }:d>
profile-recent-drawn = { $number }. Remis gegen { $opponents } · { $game } · <t:{ $at }:d>
error-profile-of-bot = Bots haben kein Profil. Wähle eine Person.
error-profile-against-oneself = Wähle zum Vergleich einen anderen Spieler.
reliability-of = <@{ $player }> { $percent } %
reliability-of-new = <@{ $player }> neu
challenge-reliability = Zuverlässigkeit: { $list }

# Wiederholung und Verlauf
replay = Wiederholung von `{ $id }`: { $players }, { $plies ->
    [one] 1 Zug
   *[other] { $plies } Züge
}.
replay-shown-by = <@{ $player }> zeigt eine Partie:
replay-alt = { $plies ->
    [one] Eine Animation von 1 Zug. Am Ende:
   *[other] Eine Animation von { $plies } Zügen. Am Ende:
}
replay-abridged = gekürzt
history-title = Züge von `{ $id }`: { $players }, { $plies ->
    [one] 1 Zug
   *[other] { $plies } Züge
}.
history-none = Bisher wurde kein Zug gespielt.
history-page = Seite { $page } von { $pages }
history-told = { $move }. { $words } (`{ $notation }`)
history-position = { $move }. { $mover } { $notation }
score-ejected = Hinausgeschobene Kugeln
score-left = Auf dem Brett
score-summary = { $count ->
    [0] { $who }: keine.
    [one] { $who }: eine, mit Zug { $moves }.
   *[other] { $who }: { $count }, mit den Zügen { $moves }.
}
score-summary-initial = { $who }: { $count } von Anfang an.
score-summary-left = { $who }: { $first } am Anfang, { $least } bis { $most } im Lauf der Partie, jetzt { $last }.
score-axis = Züge
score-too-few = Noch kein Zug
plot-too-few = Noch nicht genug Partien
# Dates below a plot, as patterns of strftime: %d day, %m month, %Y year.
plot-day = %d.%m.%Y
plot-month = %m/%Y
button-replay = Wiederholung
button-history = Verlauf
button-earlier = ◀ Früher
button-later = Später ▶

## Erinnerungen

turn = <@{ $player }>, du bist am Zug.
turn-line-over = { $players }: Die Partie ist zu Ende. { $result } [Brett]({ $board })
dm-turn = Du bist am Zug in `{ $id }` { $against }: <#{ $channel }>.
dm-deadline = { $round ->
    [yes] Die Runde endet
   *[no] Deine Frist endet
} <t:{ $at }:R>.
dm-reminders = { $count ->
    [one] **In einer Partie musst du bald ziehen**
   *[other] **In { $count } Partien musst du bald ziehen**
}
reminder-stops = Du hast länger nicht reagiert. Die Erinnerungen setzen <t:{ $at }:R> aus, bis du den Bot wieder benutzt.
dm-closed = <@{ $player }>, ich kann dir keine Direktnachrichten schicken, also pinge ich dich hier an. Willst du wieder welche bekommen, erlaube sie und nutze noch einmal `/einstellungen erinnerungen`.
reminder-test = <@{ $player }>, so sieht eine Erinnerung aus. Sie gehört zu keiner deiner Partien.
digest-title = { $count ->
    [one] **Eine Partie wartet auf dich**
   *[other] **{ $count } Partien warten auf dich**
}
test-nowhere = Deine Erinnerungen sind aus, also wurde nichts verschickt. Schalte sie mit `/einstellungen erinnerungen wo:` ein.
test-dm-sent = Ich habe dir gerade eine Erinnerung per Direktnachricht geschickt.
test-thread-sent = Ich habe hier gerade eine Erinnerung gepostet.
test-no-thread = Hier wurde nichts gepostet, denn das ist nicht der Thread einer deiner Partien. Dort würdest du sehen:
test-closed = Die Erinnerung ist nicht angekommen: Ich darf dir keine Direktnachrichten schicken oder in diesem Kanal nicht schreiben. Erlaube Direktnachrichten von diesem Server, oder wähle mit `/einstellungen erinnerungen wo:` einen anderen Ort.
test-failed = Die Erinnerung ist nicht angekommen: Discord hat sie nicht angenommen. Versuch es in einer Minute noch einmal.
settings-steps = Erinnerungen vor einer Frist: **{ $steps }**
settings-steps-default = Erinnerungen vor einer Frist: **{ $steps }** (vom Betreiber gewählt)
settings-steps-none = Erinnerungen vor einer Frist: **keine**
settings-where = { $place ->
    [dm] Erinnerungen kommen **per Direktnachricht**
    [both] Erinnerungen kommen **im Thread und per Direktnachricht**
    [none] Erinnerungen sind **aus**
   *[thread] Erinnerungen kommen **im Thread der Partie**
}
settings-turn = Pinge mich an, wenn ich am Zug bin: { $called ->
    [yes] **ja**
   *[no] **nein**
}
settings-nowhere = Deine Erinnerungs- und Ruhezeiten bleiben gespeichert, wirken zurzeit aber nicht.
settings-quiet = Keine Erinnerungen von **{ $hours }** (`{ $zone }`): Sie kommen vorher
settings-quiet-none = Keine Ruhezeit
settings-digest = Tägliche Übersicht um **{ $time }** (`{ $zone }`), wenn etwas auf dich wartet
settings-digest-none = Keine tägliche Übersicht
settings-steps-too-long = { $count ->
    [one] In Partie `{ $games }` ist die Zeit pro Zug zu kurz für deine früheste Erinnerung; sie fällt dort aus.
   *[other] In { $count } Partien ist die Zeit pro Zug zu kurz für deine früheste Erinnerung; sie fällt dort aus: `{ $games }`
}
error-no-step = Ich kann `{ $step }` nicht als Zeit vor einer Frist lesen. Schreib Stunden, Tage oder Minuten, zum Beispiel `24h 3h`, `2d` oder `90m`, oder `keine`.
error-step-range = `{ $step }` geht nicht: Eine Erinnerung kommt { $minutes } Minuten bis { $days } Tage vor der Frist.
error-too-many-steps = { $count } Erinnerungen pro Zug sind zu viele: Wähle höchstens { $most }.
error-no-time-of-day = Ich kann `{ $time }` nicht als Uhrzeit lesen. Schreib `18:00`, `7:30` oder `18h`.
error-no-hours = Ich kann `{ $hours }` nicht als Zeitspanne lesen. Schreib `22:00-07:00`, oder `aus`.
error-test-too-soon = Ein Test pro Minute ist möglich. Versuch es gleich noch einmal.
error-quiet-empty = Die Ruhezeit kann nicht zur selben Zeit beginnen und enden. Schreib `22:00-07:00`, oder `aus`.
error-quiet-too-long = Die Ruhezeit kann höchstens zwölf Stunden dauern. Um Erinnerungen auszuschalten, wähle *Keine Erinnerungen* in `wo:`.
error-no-zone = Ich kenne deine Zeitzone noch nicht.
button-time-zone = Zeitzone wählen …

## Ranglisten

ladder-refused-self = Du kannst dich nicht selbst herausfordern.
ladder-refused-not-on-ladder = { $player } steht nicht auf dieser Rangliste.
ladder-refused-lower-level = { $player } steht nicht über dir. Fordere jemanden über dir heraus.
ladder-refused-lower = { $player } steht { $distance } unter dir. Fordere jemanden über dir heraus.
ladder-refused-too-high = { $player } steht { $distance } über dir. Herausfordern kannst du Spieler, die höchstens { $reach } über dir stehen.
ladder-refused-out-limit = { $open ->
    [one] Du hast schon 1 offene Herausforderung oder Partie als Herausforderer. Ist sie vorbei, kannst du wieder herausfordern.
   *[other] Du hast schon { $open } offene Herausforderungen oder Partien als Herausforderer. Ist eine vorbei, kannst du wieder herausfordern.
}
ladder-refused-in-limit = { $open ->
    [one] { $player } wurde schon von 1 Spieler herausgefordert. Warte, bis diese Herausforderung oder Partie vorbei ist.
   *[other] { $player } wurde schon von { $open } Spielern herausgefordert. Warte, bis eine dieser Herausforderungen oder Partien vorbei ist.
}
ladder-refused-already-playing = Du und { $player } habt auf dieser Rangliste schon eine offene Herausforderung oder Partie.
ladder-refused-too-soon = Du und { $player } habt erst kürzlich gegeneinander gespielt. Ab { $until } kannst du wieder herausfordern.
ladder-refused-vacation = { $player } ist bis { $until } im Urlaub.
ladder-refused-last-pair = Deine letzte Partie war gegen { $player }. Beende zuerst eine gegen jemand anders.
ladder-refused-division = { $player } steht in Division { $other }, du in Division { $own }. Fordere jemanden aus deiner heraus.
ladder-distance-places = { $count ->
    [one] 1 Platz
   *[other] { $count } Plätze
}
ladder-distance-tiers = { $count ->
    [one] 1 Stufe
   *[other] { $count } Stufen
}
ladder-distance-steps = { $count ->
    [one] 1 Stufe
   *[other] { $count } Stufen
}

challenge-ladder-accepted = Eine Partie der Rangliste **{ $name }**. Ohne Antwort beginnt sie automatisch.
challenge-ladder-declined = Eine Partie der Rangliste **{ $name }**. Ohne Antwort verfällt die Herausforderung.
challenge-ladder-forfeited = Eine Partie der Rangliste **{ $name }**. Wer ablehnt oder nicht rechtzeitig antwortet, verliert.
ladder-error-no-server = Ranglisten gehören zu einem Server. Nutze den Befehl dort.
ladder-error-none = Dieser Server hat noch keine Rangliste. Ein Organisator erstellt eine mit `/organisieren rangliste erstellen`.
ladder-error-which = Dieser Server hat mehrere Ranglisten: { $names }. Wähle eine mit der Option `rangliste`.
ladder-error-no-such = Auf diesem Server gibt es keine Rangliste { $name }.
ladder-error-closed = Diese Rangliste ist geschlossen. Ihre Tabelle bleibt, aber niemand kann beitreten, austreten oder herausfordern.
ladder-error-no-such-place = { $last ->
    [one] Diese Rangliste hat 1 Platz. Nenne Platz 1.
   *[other] Diese Rangliste hat { $last } Plätze. Nenne einen von 1 bis { $last }.
}
ladder-error-no-such-season = { $last ->
    [0] Noch keine Saison dieser Rangliste ist zu Ende.
    [one] Diese Saison gibt es nicht. Beendet ist bisher nur Saison 1.
   *[other] Diese Saison gibt es nicht. Beendet sind bisher die Saisons 1 bis { $last }.
}
ladder-error-name-taken = Eine andere Rangliste dieses Servers heißt schon so. Wähle einen anderen Namen.
ladder-error-no-name = Gib einen Namen mit mindestens einem Buchstaben oder einer Ziffer an.
ladder-error-too-many = Ein Server kann höchstens { $most } offene Ranglisten haben. Schließe zuerst eine.
ladder-error-full = Eine Rangliste hat Platz für { $most } Spieler, und diese ist voll.
ladder-error-file-line = In Zeile { $number } der Datei steht keine Discord-ID: `{ $line }`. Schreib einen Spieler pro Zeile; eine ID hat 17 bis 20 Ziffern (Entwicklermodus, *ID kopieren*). Niemand wurde aufgenommen.
ladder-error-file-empty = Die Datei enthält keine Spieler. Schreib einen Spieler pro Zeile mit seiner Discord-ID, die 17 bis 20 Ziffern hat.
ladder-error-file-no-text = Das ist keine Textdatei. Speichere die Tabelle als CSV in UTF-8.
ladder-error-file-too-large = Eine Datei mit Spielern darf höchstens { $most } KiB groß sein.
ladder-error-file-unread = Ich konnte die Datei oder ihre Spieler gerade nicht von Discord abrufen, und niemand wurde aufgenommen. Versuch es noch einmal.
ladder-added-others = { $count ->
    [one] Nicht aufgenommen, weil es auf diesem Server niemanden mit dieser ID gibt: { $list }
   *[other] Nicht aufgenommen, weil es auf diesem Server niemanden mit diesen { $count } IDs gibt: { $list }
}
ladder-added-absent = Nicht aufgenommen: { $list } (nicht auf diesem Server oder ohne Zugang zu diesem Kanal)
ladder-added-bots = Nicht aufgenommen: { $list } (Bots spielen hier nicht mit)
ladder-added-before = Schon dabei: { $list }
ladder-error-file-alone = Nutze `datei` allein oder `spieler` mit `platz`.
ladder-error-not-empty = Diese Rangliste hat schon Spieler. Importiere in eine leere: `/organisieren rangliste erstellen` legt eine an.
ladder-error-already-on = { $player } steht schon auf dieser Rangliste.
ladder-error-you-are-on = Du stehst schon auf dieser Rangliste. `/rangliste zeigen` zeigt deinen Platz.
ladder-error-you-are-not-on = Du stehst nicht auf dieser Rangliste. Tritt ihr mit `/rangliste beitreten` bei.
ladder-error-thread-of-others = In der Partie dieses Threads spielst du nicht mit. Lass `öffentlich` weg, um die Rangliste privat zu sehen.
ladder-error-not-for-two = Partien einer Rangliste sind für zwei Spieler. Wähle eine Spielart für zwei.
ladder-error-nothing = Nenne mindestens eine Sache, die du ändern willst.
ladder-error-not-here = <@{ $player }> ist nicht mehr auf diesem Server oder sieht diesen Kanal nicht. Ein Organisator kann Spieler mit `/organisieren rangliste entfernen` von der Rangliste nehmen.
ladder-error-set-key = Einen Parameter { $key } gibt es nicht. Du kannst { $known } setzen.
ladder-error-set-value = { $setting } geht nicht. Versuch es zum Beispiel mit `{ $example }`.
ladder-error-set-no-value = { $setting } hat keinen Wert. Schreib Parameter als `schlüssel=wert`, getrennt durch Leerzeichen.
ladder-error-set-steps = Stufen brauchen `reach=step`, `win=step` und `loss=step` oder `loss=none`.
ladder-error-set-reach = `reach=tier`, `reach=step` und `reach=all` lassen sich mit keiner anderen Reichweite kombinieren.
ladder-error-set-answer = `answer=0` braucht `silence=accepted`.
ladder-error-set-divisions = Divisionen brauchen eine Rangliste ohne Stufen, und `promoted` darf höchstens die Hälfte von `division` sein.
ladder-counts = { $players ->
    [one] 1 Spieler
   *[other] { $players } Spieler
} · { $open ->
    [one] 1 offene Partie
   *[other] { $open } offene Partien
}
ladder-is-closed = Diese Rangliste ist geschlossen.
ladder-empty = Noch ist niemand dabei. Mach den Anfang!
ladder-own-place = Du bist auf Platz **{ $place }**.
ladder-shown-by = <@{ $player }> zeigt die Rangliste:
ladder-column-step = Stufe
ladder-column-tier = Stufe
ladder-column-division = Division
ladder-tier = Stufe { $tier }
ladder-division = Division { $division }
ladder-column-player = Spieler
ladder-column-rating = Wertung
ladder-column-score = Siege–Niederl.
ladder-column-form = Letzte Partien
ladder-column-reliability = Zuverlässigkeit
ladder-form-won = S
ladder-form-lost = N
ladder-form-drawn = R
ladder-step = Stufe { $step }
button-ladder-above = ▲ Höher
button-ladder-below = ▼ Tiefer
button-ladder-newer = ◀ Neuer
button-ladder-older = Älter ▶
button-ladder-leave-yes = Rangliste verlassen
button-ladder-close-yes = Rangliste schließen
button-ladder-remove-yes = Von der Rangliste nehmen
button-ladder-season-end = Saison beenden
button-ladder-season-begin = Saison beginnen
button-ladder-decline-yes = Ablehnen und verlieren
button-ladder-challenge = Herausfordern…
button-ladder-join = Beitreten
button-ladder-leave = Verlassen
ladder-joined = Du bist jetzt auf Platz { $place } von **{ $name }**. Fordere jemanden über dir heraus.
ladder-joined-first = Du bist jetzt auf Platz 1 von **{ $name }**, niemand steht über dir. Warte auf eine Herausforderung.
ladder-left = Du hast **{ $name }** verlassen. Du warst auf Platz { $place }. Deine offenen Partien gehen weiter, ohne für die Rangliste zu zählen.
ladder-ask-leave = { $open ->
    [0] **{ $name }** verlassen? Du verlierst Platz { $place }.
    [one] **{ $name }** verlassen? Du verlierst Platz { $place }, und deine offene Herausforderung oder Partie zählt nicht mehr für die Rangliste.
   *[other] **{ $name }** verlassen? Du verlierst Platz { $place }, und deine { $open } offenen Herausforderungen und Partien zählen nicht mehr für die Rangliste.
}
ladder-ask-close = **{ $name }** schließen? { $players ->
    [one] Ihr einziger Spieler behält seinen Platz
   *[other] Ihre { $players } Spieler behalten ihre Plätze
}, und niemand kann mehr beitreten oder herausfordern. { $open ->
    [0] Keine Herausforderung oder Partie ist offen.
    [one] Ihre offene Herausforderung wird geschlossen, oder ihre Partie zählt nicht mehr, und beide Spieler erfahren es.
   *[other] Ihre { $open } offenen Herausforderungen werden geschlossen, oder ihre Partien zählen nicht mehr, und die Spieler erfahren es.
} Das lässt sich nicht rückgängig machen.
ladder-ask-remove = { $player } von Platz { $place } der Rangliste **{ $name }** nehmen? { $open ->
    [0] Keine Herausforderung oder Partie dieser Person ist offen.
    [one] Die offene Herausforderung wird geschlossen, oder die Partie zählt nicht mehr für die Rangliste, und beide Spieler erfahren es.
   *[other] Die { $open } offenen Herausforderungen werden geschlossen, oder die Partien zählen nicht mehr für die Rangliste, und alle Beteiligten erfahren es.
} Wer wieder beitritt, beginnt dort, wo neue Spieler beginnen.
ladder-ask-season-first = Saison 1 von **{ $name }** jetzt beginnen? Alle bleiben, wo sie stehen. Das lässt sich nicht rückgängig machen.
ladder-ask-season = Saison { $number } von **{ $name }** jetzt beenden und Saison { $next } beginnen? Sie läuft seit dem <t:{ $began }:D>. { $open ->
    [0] Keine Herausforderung oder Partie ist offen.
    [one] Die offene Herausforderung oder Partie zählt für die nächste Saison.
   *[other] Die { $open } offenen Herausforderungen und Partien zählen für die nächste Saison.
} Das lässt sich nicht rückgängig machen.
ladder-season-begun = Saison { $number } von **{ $name }** hat begonnen.
ladder-season = Saison { $number }
ladder-season-choice = Saison { $number }: { $from } – { $until }
ladder-season-ends = Saison { $number } endet <t:{ $at }:R>.
ladder-season-runs = Saison { $number } läuft seit dem <t:{ $at }:D>.
ladder-season-over = **{ $name }**: Saison { $number } ist zu Ende (<t:{ $from }:D> – <t:{ $until }:D>)
ladder-season-promoted = ▲ Aufsteiger: { $players }
ladder-season-relegated = ▼ Absteiger: { $players }
ladder-ask-reason = Grund: { $reason }
ladder-no-longer-counts = Diese Partie geht weiter, zählt aber nicht mehr für die Rangliste **{ $name }**: { $player } steht nicht mehr darauf.
ladder-no-longer-counts-closed = Diese Partie geht weiter, zählt aber nicht mehr für die Rangliste **{ $name }**: Ein Organisator hat sie geschlossen.
ladder-ask-decline = Diese Herausforderung ablehnen?
competition-costs-place = Bei **{ $name }** zählt das als Niederlage: Du kannst Platz { $place } verlieren.
competition-costs-game = Bei **{ $name }** zählt das als Niederlage.
ladder-games = **{ $name }** · { $running ->
    [0] keine laufenden Partien
    [one] 1 laufende Partie
   *[other] { $running } laufende Partien
} · { $waiting ->
    [0] keine offenen Herausforderungen
    [one] 1 offene Herausforderung
   *[other] { $waiting } offene Herausforderungen
}
ladder-games-turn = <@{ $player }> am Zug
ladder-games-silent = **kein Zug** seit dem <t:{ $since }:D>
ladder-games-waiting = { $players } · Antwort fällig <t:{ $until }:R>
ladder-export = **{ $name }** als Dateien: die Tabelle, die `sumito ladder import` liest, und { $results ->
    [0] noch keine Ergebnisse
    [one] 1 Ergebnis
   *[other] { $results } Ergebnisse
}.
ladder-kept = Es hat sich nichts geändert.
ladder-told-up = { $player } steigt auf Platz { $place }
ladder-told-down = { $player } fällt auf Platz { $place }
ladder-told-off = { $player } verlässt die Rangliste
ladder-begun = Deine Partie gegen { $player } auf **{ $name }** hat begonnen.
ladder-nobody = Auf **{ $name }** kannst du gerade niemanden herausfordern. `/rangliste herausfordern spieler:` sagt für jeden, warum.
ladder-nobody-above = Du stehst an der Spitze von **{ $name }**. Warte auf eine Herausforderung.
ladder-whom = **{ $name }**: Diese Spieler kannst du jetzt herausfordern.
ladder-whom-more = { $more ->
    [one] 1 weiterer steht nicht in dieser Liste. Fordere ihn mit `/rangliste herausfordern spieler:` heraus.
   *[other] { $more } weitere stehen nicht in dieser Liste. Fordere einen davon mit `/rangliste herausfordern spieler:` heraus.
}
ladder-choose = Wen möchtest du herausfordern?
ladder-history = **{ $name }**: Änderungen
ladder-history-player = **{ $name }**: Änderungen von { $player }
ladder-history-none = Noch keine Änderungen.
ladder-history-won = schlug { $opponent }
ladder-history-won-place = übernahm den Platz von { $opponent }
ladder-history-won-on-time = gewann auf Zeit gegen { $opponent }
ladder-history-won-on-time-place = gewann auf Zeit und übernahm den Platz von { $opponent }
ladder-history-forfeit = { $opponent } nahm die Herausforderung nicht an
ladder-history-forfeit-place = bekam den Platz von { $opponent } (Herausforderung nicht angenommen)
ladder-history-lost = verlor gegen { $opponent }
ladder-history-forfeited = nahm die Herausforderung von { $opponent } nicht an
ladder-history-drew = remis gegen { $opponent }
ladder-history-time = verlor auf Zeit gegen { $opponent }
ladder-moves = { $player }: { $from } → **{ $to }** · { $reason }
ladder-stays = { $player }: bleibt auf { $place } · { $reason }
ladder-comes = { $player }: → **{ $place }** · { $reason }
ladder-goes = { $player } (Platz { $place }) steht nicht mehr auf der Rangliste · { $reason }
ladder-reason-annulled = eine Partie wurde annulliert
ladder-reason-season = Ende der Saison
ladder-reason-promoted = Aufstieg
ladder-reason-relegated = Abstieg
ladder-off = nicht mehr auf der Rangliste
time-days = { $count ->
    [one] 1 Tag
   *[other] { $count } Tage
}
time-hours = { $count ->
    [one] 1 Stunde
   *[other] { $count } Stunden
}
time-minutes = { $count ->
    [one] 1 Minute
   *[other] { $count } Minuten
}
ladder-not-edited = Es hat sich nichts geändert: Die Rangliste war schon so.
ladder-reason-joined = beigetreten
ladder-reason-left = ausgetreten
ladder-reason-removed = von einem Organisator entfernt
ladder-reason-won = gewonnen
ladder-reason-lost = verloren
ladder-reason-drew = remis
ladder-reason-time = auf Zeit verloren
ladder-reason-won-on-time = auf Zeit gewonnen
ladder-reason-won-by-forfeit = bekam den Platz ohne Partie
ladder-reason-forfeited = nahm eine Herausforderung nicht an
ladder-reason-inactive = inaktiv
ladder-reason-moved = von einem Organisator verschoben
ladder-created = Die Rangliste **{ $name }** ist offen. Spieler treten mit `/rangliste beitreten` bei.
ladder-edited = Geändert. Offene Herausforderungen behalten ihre Regeln.
ladder-channel = Die Tabelle von **{ $name }** erscheint bald in <#{ $channel }> und wird nach jedem Ergebnis aktualisiert. Dort werden auch Herausforderungen gepostet und neue Regeln angekündigt, und dort beginnen die Partien.
ladder-channel-off = **{ $name }** hat keinen eigenen Kanal. Partien beginnen dort, wo herausgefordert wird.
ladder-announced = An der Rangliste **{ $name }** hat sich etwas geändert: { $changes }. Offene Herausforderungen behalten die Regeln, mit denen sie gestellt wurden.
ladder-closed = Die Rangliste **{ $name }** ist geschlossen. Ihre Tabelle bleibt; laufende Partien gehen weiter, ohne für sie zu zählen.
ladder-stands-there = { $player } hat auf **{ $name }** schon diesen Platz.
ladder-ask-add = Wen möchtest du in **{ $name }** aufnehmen? Neue Spieler kommen in dieser Reihenfolge unter alle anderen. Wer schon dabei ist, behält seinen Platz.
ladder-add-whom = Wähle Spieler
ladder-added = { $count ->
    [0] Niemand wurde in **{ $name }** aufgenommen.
    [one] Ein Spieler wurde in **{ $name }** aufgenommen:
   *[other] { $count } Spieler wurden in **{ $name }** aufgenommen:
}
ladder-rules-title = **{ $name }** · { $preset }
ladder-rules-games = Partien: { $game } · { $pace }
ladder-rules-reach = Herausfordern kannst du: { $reach }.
ladder-rules-out = { $count ->
    [one] Du kannst gleichzeitig 1 offene Herausforderung an andere haben.
   *[other] Du kannst gleichzeitig { $count } offene Herausforderungen an andere haben.
}
ladder-rules-in = Ein Spieler kann gleichzeitig von { $count } herausgefordert werden.
ladder-rules-at-once = Eine Herausforderung braucht keine Antwort: Die Partie beginnt sofort.
ladder-rules-silence-accepted = Wer herausgefordert wird, hat { $time } für die Antwort. Dann beginnt die Partie automatisch. Ablehnen geht nicht.
ladder-rules-silence-declined = Wer herausgefordert wird, hat { $time } für die Antwort. Dann verfällt die Herausforderung.
ladder-rules-silence-forfeited = Wer herausgefordert wird, hat { $time } für die Antwort. Wer ablehnt oder nicht antwortet, verliert.
ladder-rules-win-insert = Gewinnt der Herausforderer, bekommt er den Platz des Verteidigers, und alle dazwischen rücken einen Platz nach unten.
ladder-rules-win-swap = Gewinnt der Herausforderer, tauscht er mit dem Verteidiger den Platz.
ladder-rules-win-step = Gewinnt der Herausforderer, steigt er eine Stufe auf, und der Verteidiger eine ab.
ladder-rules-draw-none = Ein Remis ändert nichts.
ladder-rules-draw-below = Bei Remis kommt der Herausforderer direkt unter den Verteidiger.
ladder-rules-loss-none = Verliert der Herausforderer, ändert sich nichts.
ladder-rules-loss-step = Verliert der Herausforderer, steigt er eine Stufe ab, und der Verteidiger eine auf.
ladder-rules-loss-last = Verliert der Herausforderer, fällt er auf den letzten Platz.
ladder-rules-time-played = Eine Niederlage auf Zeit zählt wie jede andere.
ladder-rules-time-leaves = Wer auf Zeit verliert, verlässt die Rangliste. Ein Herausforderer, der auf Zeit gewinnt, bekommt den Platz wie nach jedem Sieg.
ladder-rules-time-falls = Verliert der Verteidiger auf Zeit, fällt er direkt unter den Herausforderer. Verliert der Herausforderer auf Zeit, fällt er auf den letzten Platz.
ladder-rules-pauses-asked = Selbst genommener Urlaub hält die Uhren an, automatischer nicht.
ladder-rules-pauses-none = Urlaub hält die Uhren nicht an.
ladder-rules-again-at-once = Dieselben beiden Spieler können sofort wieder gegeneinander spielen.
ladder-rules-again = Pause, bis dieselben beiden Spieler wieder gegeneinander spielen können: { $pause }.
ladder-rules-again-other = Bevor dieselben beiden Spieler wieder gegeneinander spielen, muss der Herausforderer eine Partie gegen jemand anders beenden.
ladder-rules-join-last = Neue Spieler beginnen am Ende.
ladder-rules-join-rating = Neue Spieler werden nach Wertung eingereiht.
ladder-rules-idle = Wer { $time } keine Partie beendet, fällt um einen Platz. Urlaub zählt nicht.
ladder-rules-first = Die erste Herausforderung nach dem Beitritt darf an jeden darüber gehen.
ladder-rules-paused = Eine Partie, die durch den Urlaub des Verteidigers pausiert, zählt nicht als offene Herausforderung.
ladder-rules-decided = Es geht um den Platz, den der Verteidiger bei der Herausforderung hatte.
ladder-rules-division = Jede Division hat { $size } Plätze; die letzte kann bis zu halb so viele mehr haben. Herausfordern kannst du Spieler deiner eigenen.
ladder-rules-season = Eine Saison dauert { $time }, dann beginnt die nächste. Laufende Partien gehen weiter und zählen für die nächste.
ladder-rules-promoted = { $count ->
    [one] Am Ende einer Saison tauschen der Letzte einer Division und der Erste der nächsten die Plätze.
   *[other] Am Ende einer Saison tauschen die letzten { $count } einer Division mit den ersten { $count } der nächsten die Plätze.
}
ladder-rules-reset-keep = Eine neue Saison beginnt in der Reihenfolge, in der die letzte endete.
ladder-rules-reset-rating = Eine neue Saison beginnt in der Reihenfolge der Wertungen.
ladder-rules-reset-random = Eine neue Saison beginnt in zufälliger Reihenfolge.
ladder-reach-places = { $count ->
    [one] den Spieler direkt über dir
   *[other] Spieler bis zu { $count } Plätze über dir
}
ladder-reach-percent = die nächsten { $percent } % der Spieler über dir
ladder-reach-rating = { $count ->
    [one] Spieler bis zu 1 Platz über dem Platz, der zu deiner Wertung passt
   *[other] Spieler bis zu { $count } Plätze über dem Platz, der zu deiner Wertung passt
}
ladder-reach-tier = Spieler deiner Stufe und der nächsthöheren; die Stufen haben 1, 2, 3, … Plätze
ladder-reach-step = Spieler auf deiner und der nächsthöheren Stufe
ladder-reach-all = alle über dir
ladder-reach-best = { $list } – was weiter reicht
ladder-reach-or = {" oder "}
ladder-in-all = { $limit ->
    [one] 1 Spieler
   *[other] { $limit } Spielern
}
ladder-in-band = { $limit } (bis Platz { $place })
ladder-in-below = { $limit } (darunter)

## Organisatoren

organize-show = { $count ->
    [0] Es gibt keine Partien zu entscheiden.
   *[other] Über welche Partie willst du entscheiden?
}
organize-choose-game = Wähle eine Partie
button-review = Fair Play
button-log = Protokoll
button-let-win = { $name } gewinnt…
button-declare-draw = Remis…
button-pause = Pausieren…
button-end-pause = Fortsetzen…
button-extend = Zeit geben…
button-annul-game = Annullieren…
organize-ask-win = Partie `{ $id }` von { $players } mit einem Sieg von <@{ $winner }> beenden? Das lässt sich nicht rückgängig machen.
    Grund: { $reason }
organize-ask-draw = Partie `{ $id }` von { $players } mit Remis beenden? Das lässt sich nicht rückgängig machen.
    Grund: { $reason }
organize-ask-annul = Partie `{ $id }` von { $players } ohne Ergebnis beenden? Das lässt sich nicht rückgängig machen.
    Grund: { $reason }
organize-ask-annul-over = Partie `{ $id }` von { $players } ist vorbei. Trotzdem annullieren? Sie gilt dann als nicht gespielt, und niemand kann das rückgängig machen.
organize-annul-rated = • Ihr Ergebnis zählt nicht mehr für die Wertungen, und die Wertungen aus allen späteren Partien werden neu berechnet.
organize-annul-counts = • Profile, `/profil statistik` und `/organisieren prüfen` zählen sie nicht mehr. Letztes Brett, Thread und Ergebnis zeigen *annulliert*.
    • Die Spieler sehen deine Begründung: { $reason }
organize-ladder-never = • Die Rangliste **{ $name }** hat sie nicht gezählt: Niemand wechselt den Platz.
organize-ladder-closed = • Die Rangliste **{ $name }** ist geschlossen: Ihre Tabelle bleibt.
organize-ladder-same = • Auf der Rangliste **{ $name }** stünden alle auch ohne sie auf demselben Platz: Niemand wechselt den Platz.
organize-event-both-lose = • Im Turnier **{ $name }** ist sie für beide verloren. Hat jemand gegen die Regeln verstoßen, nenne die Person unter `gegen`: Dann bekommt die andere den Punkt.
organize-event-against = • Im Turnier **{ $name }** ist sie für <@{ $player }> verloren, und die andere Seite bekommt den Punkt. Ausgeloste Runden bleiben, wie sie sind.
organize-event-decided = • Im Turnier **{ $name }** bleibt, was <@{ $other }> entschieden hat.
organize-ladder-back = • Die Rangliste **{ $name }** wird so, als wäre die Partie nicht gespielt worden: { $changes }
organize-annulled-board = **Annulliert** von einem Organisator: Diese Partie gilt als nicht gespielt.
organize-annulled-why = Organisator <@{ $organizer }>: { $reason }
audit-export-rest = Discord nimmt keine größeren Dateien an: Die { $count } ältesten Einträge fehlen darin. Frag den Betreiber nach allen.
audit-draw = remis
audit-setting = { $setting ->
    [seeks] Offene Herausforderungen
    [results] Ergebnisse
    [ladders] Änderungen der Ranglisten
    [puzzles] Aufgabe des Tages
    [posts] Bretter in Threads
    [web] Partien im Browser
    [organizers] Rolle der Organisatoren
    [picture] Bilder
    [leader] Rolle des Ersten
   *[other] { $setting }
}
audit-value = { $what }: { $value }
audit-off = { $what }: aus
audit-here = { $what } in diesem Kanal
audit-refused = { $what }: Discord hat { $value } abgelehnt
audit-parameter = { $key ->
    [name] Name
    [games] Partien
    [pace] Bedenkzeit
    [reach] Reichweite
    [out] Herausforderungen gleichzeitig
    [in] Herausforderungen an einen Spieler
    [answer] Zeit zum Antworten
    [silence] keine Antwort
    [win] Sieg
    [draw] Remis
    [loss] Niederlage
    [timeout] Niederlage auf Zeit
    [again] Zeit bis zur nächsten Partie der beiden
    [join] Platz neuer Spieler
    [idle] Zeit ohne Partie
    [first] erste Herausforderung
    [decided] Platz, der zählt
    [paused] Partien, die ein Urlaub pausiert
    [pauses] Urlaub
   *[other] { $key }
}
organize-you-adjudicated = Du hast Partie `{ $id }` entschieden: { $result }
organize-you-annulled = Du hast Partie `{ $id }` annulliert. Sie hat kein Ergebnis.
organize-you-extended = <@{ $player }> hat in Partie `{ $id }` mehr Zeit, bis <t:{ $until }:f>.
organize-you-paused = Du hast Partie `{ $id }` bis <t:{ $until }:f> angehalten. `/organisieren fortsetzen` setzt sie früher fort.
organize-you-resumed = Partie `{ $id }` geht weiter.
organize-ask-all-pause = { $count ->
    [one] 1 Partie von **{ $name }** für { $time } anhalten? Ihre Uhren stehen still, und niemand kann ziehen.
   *[other] { $count } Partien von **{ $name }** für { $time } anhalten? Ihre Uhren stehen still, und niemand kann ziehen.
}
organize-ask-all-extend = { $count ->
    [one] Dem Spieler am Zug in 1 Partie von **{ $name }** { $time } geben?
   *[other] Den Spielern am Zug in { $count } Partien von **{ $name }** je { $time } geben?
}
organize-ask-all-resume = { $count ->
    [one] 1 Partie von **{ $name }** fortsetzen, die Organisatoren angehalten haben?
   *[other] { $count } Partien von **{ $name }** fortsetzen, die Organisatoren angehalten haben?
}
button-for-all = { $count ->
    [one] Ja, in 1 Partie
   *[other] Ja, in { $count } Partien
}
organize-all-paused = { $count ->
    [one] 1 Partie von **{ $name }** wird angehalten. `/organisieren fortsetzen` setzt sie früher fort.
   *[other] { $count } Partien von **{ $name }** werden nach und nach angehalten. `/organisieren fortsetzen` setzt sie früher fort.
}
organize-all-extended = { $count ->
    [one] Der Spieler am Zug in 1 Partie von **{ $name }** bekommt mehr Zeit.
   *[other] Die Spieler am Zug in { $count } Partien von **{ $name }** bekommen nach und nach mehr Zeit.
}
organize-all-resumed = { $count ->
    [one] 1 Partie von **{ $name }** geht weiter.
   *[other] { $count } Partien von **{ $name }** gehen nach und nach weiter.
}
organize-error-no-games-of-all = Hier gibt es keine Partie, mit der das geht. Nur laufende Partien lassen sich anhalten, mehr Zeit gibt es nur, wo eine Uhr läuft, und gemeinsam fortsetzen lässt sich nur, was Organisatoren angehalten haben.
organize-error-game-or-competition = Nenne entweder `partie` oder `wettbewerb`, nicht beides.
audit-games = { $count ->
    [one] 1 Partie
   *[other] { $count } Partien
}
organize-adjudicated = { $players }, Organisator <@{ $organizer }> hat diese Partie entschieden. Grund: { $reason }
organize-decided-for-event = { $players }, Organisator <@{ $organizer }> hat entschieden, wie diese Partie bei { $event } zählt: { $result ->
    [win] { $winner } gewinnt
    [both-lose] sie ist für beide verloren
   *[draw] sie ist remis
}. Die Partie selbst bleibt, wie sie ausgegangen ist. Grund: { $reason }
organize-annulled = { $players }, Organisator <@{ $organizer }> hat diese Partie annulliert. Sie hat kein Ergebnis und zählt für keine Wertung. Grund: { $reason }
organize-annulled-by-host = { $players }, der Betreiber dieses Bots hat die Partie { $names } ({ $game }) annulliert: Der Bot ist nicht mehr auf ihrem Server. Sie hat kein Ergebnis und zählt für keine Wertung.
organize-extended = { $players }, Organisator <@{ $organizer }> gibt <@{ $player }> mehr Zeit. Grund: { $reason }
    Frist: <t:{ $until }:f> (<t:{ $until }:R>)
organize-paused = { $players }, Organisator <@{ $organizer }> hat diese Partie bis <t:{ $until }:f> angehalten. Alle Uhren stehen, und niemand kann ziehen. Grund: { $reason }
organize-resumed = Organisator <@{ $organizer }> setzt diese Partie fort. Grund: { $reason }
organize-error-other-server = Diese Partie wird nicht auf diesem Server gespielt. Nutze den Befehl dort, wo sie gespielt wird.
organize-error-own-seat = Du spielst hier selbst mit, also muss das ein anderer Organisator tun, zum Beispiel <@{ $other }>.
organize-error-announced = Du spielst hier selbst mit, deshalb wird es erst angekündigt. Ab <t:{ $from }:f> kannst du es tun, wenn es bis dahin kein anderer Organisator stoppt.
organize-error-not-announced = Ich konnte die Ankündigung in <#{ $channel }> nicht posten. Lass mich dort schreiben, oder wähle einen anderen Kanal, und nutze den Befehl noch einmal.
organize-error-no-channel = Du spielst hier selbst mit, also muss es erst angekündigt werden, und diese Rangliste hat keinen Kanal, in dem ihre Spieler es sehen würden. Wähle einen mit `/organisieren rangliste kanal`.
organize-error-not-waiting = Das ist nicht mehr offen: Es ist erledigt, gestoppt oder über einen Monat alt.
organize-announced = Du spielst hier selbst mit, und ich kenne keinen anderen Organisator, der es tun könnte. Deshalb habe ich es in <#{ $channel }> angekündigt. Wenn kein Organisator es stoppt, nutze denselben Befehl noch einmal zwischen <t:{ $from }:f> und <t:{ $until }:f>.
organize-announcement = Organisator <@{ $organizer }> kündigt an: { $act }
    Grund: { $reason }
    <@{ $organizer }> spielt hier auch mit, und ich kenne keinen anderen Organisator, der entscheiden könnte. Deshalb geschieht vor <t:{ $from }:f> nichts, und solange es nicht getan ist, kann jeder Organisator dieses Servers es stoppen.
organize-stopped = Organisator <@{ $organizer }> hat die Ankündigung gestoppt: { $act }
organize-you-stopped = Du hast es gestoppt. Das Protokoll dieses Servers zeigt es.
button-stop-act = Stoppen
organizer-act = { $act ->
    [adjudicated] eine Partie entscheiden
    [annulled] eine Partie annullieren
    [extended] mehr Zeit geben
    [paused] Partien anhalten
    [resumed] angehaltene Partien fortsetzen
    [asked-to-replace] einen Spieler ersetzen lassen
    [ladder-edited] die Regeln einer Rangliste ändern
    [ladder-closed] eine Rangliste schließen
    [ladder-season] eine neue Saison einer Rangliste beginnen
    [ladder-removed] einen Spieler von einer Rangliste nehmen
    [ladder-moved] einen Spieler auf einen anderen Platz einer Rangliste setzen
    [event-seeded] Spieler mit Startnummern oder Wertungen in ein Turnier aufnehmen
    [event-swapped] zwei Spieler in der Auslosung eines Turniers tauschen
    [event-round-closed] eine Runde eines Turniers schließen
    [event-ended] ein Turnier mit der Tabelle beenden, wie sie steht
    [event-unseated] die Plätze eines Turniers verringern
    [event-pair-forbidden] zwei Spieler in einem Turnier nicht aufeinandertreffen lassen
    [event-pair-allowed] zwei Spieler in einem Turnier wieder aufeinandertreffen lassen
    [event-cancelled] ein Turnier absagen
    [event-decided] eine Partie eines Turniers entscheiden
    [event-removed] einen Spieler aus einem Turnier nehmen
   *[event-substituted] jemanden einen Platz in einem Turnier übernehmen lassen
}
organize-error-no-winner = Wähle eins: den Sieger in `sieger`, oder `remis` für ein Remis.
organize-error-not-in-game = <@{ $player }> spielt in dieser Partie nicht mit. Nenne einen ihrer Spieler.
organize-error-extension = Gib in `tage`, `stunden` oder `minuten` an, wie viel Zeit dazukommt: eine Minute bis { $days } Tage.
organize-error-no-reason = Gib in `grund` an, warum. Die Spieler sehen es, und es steht im Protokoll dieses Servers.
organize-error-expired = Diese Frage ist mehr als einen Tag alt, oder jemand anders hat sie gestellt. Nutze den Befehl noch einmal.
organize-error-paused = Ein Organisator hat diese Partie bis <t:{ $until }:f> angehalten. Nur ein Organisator kann sie früher fortsetzen.
organize-error-annulled = Ein Organisator hat diese Partie annulliert.
organize-error-decided = <@{ $other }> hat diese Partie schon entschieden. `/organisieren protokoll` zeigt es.
error-not-an-organizer = Das können nur Organisatoren dieses Servers: wer den Server oder seine Events verwaltet, und die mit `/einrichten organisatoren` gewählte Rolle.
button-adjudicate = Partie beenden
button-annul = Partie annullieren
button-newer = Neuer
button-older = Älter
challenge-annulled = <@{ $challenger }> hat { $opponents } zu einer Partie { $game } herausgefordert. Ein Organisator hat sie **annulliert**. Kein Ergebnis.
seek-annulled = <@{ $challenger }> suchte eine Partie { $game }, und { $opponents } hat angenommen. Ein Organisator hat sie **annulliert**. Kein Ergebnis.
reason-adjudication = durch Entscheidung eines Organisators.
audit-title = **Was Organisatoren hier getan haben** (Seite { $page } von { $pages })
audit-empty = Organisatoren haben hier noch nichts getan.
audit-export = { $count ->
    [one] Ein Eintrag des Protokolls, als JSON-Objekt.
   *[other] { $count } Einträge des Protokolls, ein JSON-Objekt pro Zeile, der neueste zuerst.
}
audit-host = der Betreiber
audit-adjudicated = entschied eine Partie
audit-annulled = annullierte eine Partie
audit-extended = gab mehr Zeit
audit-paused = hielt eine Partie an
audit-resumed = setzte eine Partie fort
audit-asked-to-replace = bat jemanden einzuspringen
audit-replaced = ein Spieler wurde ersetzt
audit-set-up = änderte die Einstellungen
audit-preset-saved = speicherte eine Vorlage
audit-preset-removed = löschte eine Vorlage
audit-ladder-created = erstellte eine Rangliste
audit-ladder-edited = änderte eine Rangliste
audit-ladder-presented = änderte Namen oder Kanal einer Rangliste
audit-ladder-closed = schloss eine Rangliste
audit-ladder-season = begann eine Saison einer Rangliste
audit-ladder-added = nahm einen Spieler in eine Rangliste auf
audit-ladder-removed = nahm einen Spieler von einer Rangliste
audit-ladder-moved = verschob einen Spieler auf einer Rangliste
audit-rating-annulled = nahm eine Partie aus den Wertungen
audit-rating-restored = nahm eine Partie wieder in die Wertungen auf
audit-announced = kündigte an
audit-stopped = stoppte
permission-view-channel = Kanal anzeigen
permission-send-messages = Nachrichten senden
permission-embed-links = Links einbetten
permission-attach-files = Dateien anhängen
error-missing-permissions = In diesem Kanal fehlt mir: { $list }. Gib mir diese Berechtigungen, dann nutze den Befehl noch einmal.
channel-seeks = offene Herausforderungen
channel-results = Ergebnisse der Partien
channels-first = Ab jetzt poste ich hier: { $list }.
setup-seeks = Offene Herausforderungen: <#{ $channel }>
setup-channels-title = **Kanäle dieses Servers**
setup-organizers-title = **Organisatoren dieses Servers**
setup-seeks-off = Offene Herausforderungen: in dem Kanal, in dem sie gestellt werden
setup-organizer = Organisatoren: wer den Server oder seine Events verwaltet, und <@&{ $role }>
setup-organizer-none = Organisatoren: wer den Server oder seine Events verwaltet
setup-organizer-hint = Discord zeigt `/organisieren` nur Leuten, die Events verwalten. Soll auch die Rolle ihn sehen, öffne in den Servereinstellungen unter *Integrationen* diesen Bot.
error-everybody-organizes = Wähle eine Rolle, die nicht alle haben.
error-leader-organizes = Der Erste einer Rangliste und die Organisatoren können nicht dieselbe Rolle haben: Sonst würde der Erste den Server organisieren. Wähle eine andere.
seek-posted-in = Auf diesem Server stehen offene Herausforderungen in <#{ $channel }>, also steht deine dort.
channel-ladders = Änderungen der Ranglisten
setup-ladders = Änderungen der Ranglisten: <#{ $channel }>
setup-ladders-closed = Änderungen der Ranglisten: <#{ $channel }>, wo ich gerade nicht posten kann. Lass mich den Kanal sehen und Nachrichten senden, dann nutze dort noch einmal `/einrichten kanäle`.
setup-ladders-off = Änderungen der Ranglisten: nur in `/rangliste verlauf`
channel-puzzles = Aufgaben des Tages
setup-puzzles = Aufgabe des Tages: <#{ $channel }>
setup-puzzles-closed = Aufgabe des Tages: <#{ $channel }>, wo ich gerade nicht posten kann. Lass mich den Kanal sehen und Nachrichten senden, dann nutze dort noch einmal `/einrichten kanäle`.
setup-puzzles-off = Aufgabe des Tages: nur mit `/aufgabe täglich:true`
setup-posts-each = Threads: ein neues Brett für jeden Zug (`/einrichten thread`)
setup-posts-one = Threads: ein Brett, das bearbeitet wird, und ein Ping für den Spieler am Zug (`/einrichten thread`)
setup-thread-limit = Der Server hat so viele aktive Threads, wie Discord erlaubt ({ $time }), also bleiben manche Partien in ihrem Kanal. Schließe ungenutzte Threads
setup-posts-next = Laufende Partien wechseln mit ihrem nächsten Zug.
ladder-digest = **Änderungen auf den Ranglisten** · <t:{ $at }:D>
ladder-digest-more = { $count ->
    [one] … und eine frühere Änderung: `/rangliste verlauf`
   *[other] … und { $count } frühere Änderungen: `/rangliste verlauf`
}

## Fairplay

challenge-repeated-pair = Ihr habt in { $days } Tagen { $games } gewertete Partien gespielt, also ist diese ungewertet
error-pair-limit = Ihr habt in { $days } Tagen { $games } gewertete Partien gespielt, also sind weitere ungewertet. Nimm eine ungewertete Herausforderung an, oder warte.
review-title = **Partien der letzten { $days } Tage** ({ $games } gewertet). Diese Zahlen beweisen nichts. Sie zeigen, wo man hinsehen sollte.
review-nothing = Nichts Auffälliges.
review-pairs = **Viele gewertete Partien derselben zwei Spieler**
review-pair = • <@{ $one }> – <@{ $other }>: { $games } Partien, Siege { $wonone } – { $wonother }. Alle ihre gewerteten Partien: { $allone }, { $allother }
review-broken-off = **Partien, die dieselben zwei Spieler nie zu Ende gespielt haben**
review-broken-off-pair = • <@{ $one }> – <@{ $other }>: { $aborted } abgebrochen, { $timedout } auf Zeit verloren
review-new-accounts = **Neue Konten, die verlieren** (damals weniger als { $days } Tage alt)
review-new-account = • <@{ $player }>, { $age } Tage alt: { $lost } von { $games } gewerteten Partien verloren, { $count } davon gegen <@{ $winner }>
review-unplayed = **Partien in Ranglisten und Turnieren, die gewonnen wurden, bevor alle gezogen hatten**
review-unplayed-wins = • <@{ $player }>: { $count }
review-hint = `/organisieren annullieren` nimmt ein Ergebnis aus den Wertungen. Niemand wird automatisch bestraft.

## Jemand springt für einen Spieler ein

replacement-you-asked = Ich habe <@{ $new }> gebeten, in Partie `{ $id }` für <@{ $player }> einzuspringen.
replacement-you-play = Du bist in Partie `{ $id }` eingesprungen. Ab jetzt ist sie ungewertet.
replacement-you-declined = Abgelehnt. Du springst in Partie `{ $id }` nicht ein.
replacement-asked = <@{ $player }>, Organisator <@{ $organizer }> bittet dich, in dieser Partie für <@{ $former }> einzuspringen. Sie wäre ab dann ungewertet. Grund: { $reason }
replacement-declined = <@{ $player }> springt nicht ein. Die Partie geht weiter wie bisher.
replacement-done = { $players }, <@{ $player }> springt für <@{ $former }> ein, auf Bitte von Organisator <@{ $organizer }>. Ab jetzt ist die Partie ungewertet.
button-take-over = Einspringen
button-not-take-over = Ablehnen
organize-error-cannot-replace = <@{ $player }> spielt in dieser Partie schon mit oder organisiert sie. Wähle jemand anders.
organize-error-ladder-game = Das ist eine Ranglistenpartie, in der niemand einspringen kann. Beende sie mit `/organisieren entscheiden` oder `/organisieren annullieren`.
organize-error-not-asked = Du wurdest in dieser Partie nicht gebeten einzuspringen, oder die Bitte gilt nicht mehr.
replacement-not-here = <@{ $player }> ist nicht auf diesem Server oder sieht diesen Kanal nicht. Wähle ein Mitglied, das ihn sieht.

## Die Rolle des Spitzenreiters

leader-role = Der Erste dieser Rangliste hat <@&{ $role }>.
leader-role-none = Der Erste dieser Rangliste hat keine eigene Rolle.
leader-role-refused = Der Erste dieser Rangliste soll <@&{ $role }> haben, aber Discord erlaubt mir nicht, sie zu vergeben. Lass mich Rollen verwalten, und setze meine Rolle darüber.
leader-role-left = Ich konnte <@{ $player }> die Rolle <@&{ $role }> nicht entziehen. Bitte tu es selbst.
leader-role-lost = Ich kann dem Ersten von **{ $name }** seine Rolle (<@&{ $role }>) nicht mehr geben. Lass mich Rollen verwalten, setze meine Rolle darüber, oder wähle mit `/einrichten spitzenreiter` eine andere. Ich versuche es jede Stunde.
error-manage-roles = Ich darf auf diesem Server keine Rollen verwalten. Gib mir die Berechtigung **Rollen verwalten**, dann nutze den Befehl noch einmal.
error-role-above = Ich kann <@&{ $role }> nicht vergeben. Setze meine Rolle in den Servereinstellungen darüber, dann nutze den Befehl noch einmal.
leader-role-later = Discord antwortet gerade nicht. Ich vergebe die Rolle in ein paar Minuten.
error-your-manage-roles = Du brauchst die Berechtigung **Rollen verwalten**, um die Rolle des Ersten zu wählen. Frag jemanden, der sie hat.
error-role-allows-more = <@&{ $role }> erlaubt mehr, als du selbst darfst. Wähle eine andere Rolle, oder frag jemanden, der das alles darf.
error-role-not-now = Discord antwortet gerade nicht, also bleibt die frühere Rolle. Nutze den Befehl in einer Minute noch einmal.
error-role-busy = Ich übergebe diese Rolle gerade. Nutze den Befehl in einer Minute noch einmal.

## Partien gegen Sumito

engine-begun = Deine Partie **{ $id }** gegen { $opponent } hat begonnen. Du spielst **{ $color }**.
engine-is-casual = Partien gegen mich sind ungewertet: Das Ergebnis ändert keine Wertung.
engine-thinks = { $player } denkt nach. Die Antwort kommt gleich.
# $games: wie viele andere Partien vorher dran sind.
engine-queue = { $games ->
    [one] { $player } antwortet zuerst in **einer anderen Partie**. Dann ist deine dran.
   *[other] { $player } antwortet zuerst in **{ $games } anderen Partien**. Dann ist deine dran.
}
engine-busy = { $player } muss in vielen Partien antworten. Die Antwort auf deinen Zug kommt so bald wie möglich.
error-no-engine = Ich spiele hier nicht selbst Abalone. Fordere stattdessen einen Menschen heraus.
error-no-such-level = Diese Stufe gibt es nicht. Wähle eine von 1 bis 10 oder volle Stärke.
error-engine-for-two = Ich spiele nur Partien zu zweit. Lass `seats` weg oder nenne die anderen Spieler.
error-engine-plays-on = Ich nehme kein Remis an. Spiel weiter oder gib auf.
error-no-help = Solange eine Partie läuft, helfe ich nur in deinen eigenen Partien gegen mich.
button-hint = Tipp
engine-hint = Ich würde `{ $notation }` spielen.
engine-hint-marbles = Sieh dir { $marbles } an.
button-show-move = Zug zeigen
engine-hint-none = Ich habe gerade keinen Tipp. Frag gleich noch einmal.
analysis-title = Analyse von `{ $id }`: { $players }
analysis-accuracy = Genauigkeit: { $list }
analysis-player = { $player } **{ $accuracy } %**
analysis-mistake = **{ $move }.** { $player } spielte `{ $notation }` und verlor damit { $loss ->
    [one] 1 Prozentpunkt
   *[other] { $loss } Prozentpunkte
} Gewinnchance. Besser: `{ $line }`
analysis-no-mistakes = Ich habe keine schweren Fehler gefunden.
analysis-chances = Gewinnchance in Prozent
# Unter einem Brett; der Zeilenumbruch bleibt.
analysis-played = { $played }
    −{ $loss } %
analysis-better = { $move }. besser: { $notation }
analysis-position = `{ $id }` nach { $ply ->
    [0] keinem Zug
    [one] { $ply } Zug
   *[other] { $ply } Zügen
} von { $plies }
analysis-best = { $player } spielte `{ $notation }`, den besten Zug, den ich gefunden habe.
analysis-lost = { $player } spielte `{ $notation }` und verlor damit { $loss ->
    [one] 1 Prozentpunkt
   *[other] { $loss } Prozentpunkte
} Gewinnchance. Besser: `{ $line }`
analysis-chance = { $player }: { $chance } % Gewinnchance
analysis-chances-of-two = Gewinnchancen: { $one } { $first } %, { $two } { $second } %
analysis-won = { $player } hat gewonnen.
analysis-forced = { $moves ->
    [one] { $player } gewinnt mit dem nächsten Zug.
   *[other] { $player } kann in { $moves } Zügen den Sieg erzwingen.
}
analysis-next = Ich würde mit `{ $line }` fortsetzen.
analysis-busy = Ich bin gerade mit anderen Partien beschäftigt. Frag gleich noch einmal.
button-analyze = Analysieren
button-analysis-steps = Durchgehen
button-analysis-mistake = Zug { $move }
button-analysis-overview = Übersicht
error-level-for-person = Eine Stufe gibt es nur gegen mich. Lass `stufe` weg, um einen Menschen herauszufordern, oder fordere mich heraus.

## Datenschutz

deleted-user = Gelöschter Nutzer
# A program that plays. $level: how strong it plays.
engine-name = { $level ->
    [11] Sumito (volle Stärke)
   *[other] Sumito (Stufe { $level })
}
privacy-stored = **Was ich über dich speichere**
    • Deine Partien ({ $games }): ihre Züge und Zeiten und den Namen, den du damals hattest. Sie bleiben, denn es sind auch die deiner Gegner.
    • Deine Wertungen und Statistiken, deine Plätze in Ranglisten und was Organisatoren zu deinen Partien notiert haben: so lange wie die Partien.
    • Deine Einstellungen, deine Sprache, deine Urlaube und die Aufgaben, die ich dir gezeigt habe: bis du sie löschst.
    • Deine bedingten Züge: bis sie gespielt oder hinfällig sind.
    • Welche Direktnachrichten ich dir geschickt habe, damit ich sie aktualisieren kann: bis neuere sie ersetzen.
    `/einstellungen datenschutz exportieren` gibt dir alles. `/einstellungen datenschutz löschen` löscht es.
privacy-export = { $games ->
    [0] Alles, was ich über dich speichere, als JSON. Du hast keine Partie mit Zügen.
    [one] Alles, was ich über dich speichere, als JSON, und die Notation deiner Partie.
   *[other] Alles, was ich über dich speichere, als JSON, und die Notation deiner { $games } Partien, die neuesten zuerst.
}
privacy-export-rest = Discord nimmt keine größeren Dateien an: { $games } ältere Partien und { $rows } ältere Einträge fehlen darin. Frag den Betreiber dieses Bots nach allem.
privacy-delete-ask = **Alles löschen, was ich über dich speichere?** Das lässt sich nicht rückgängig machen.
    • Deine Einstellungen, Urlaube, bedingten Züge und Aufgaben werden gelöscht. Du verlässt alle Ranglisten.
    • Deine Partien bleiben für deine Gegner erhalten und zeigen *Gelöschter Nutzer* statt deines Namens: in Ergebnissen, Verläufen, Wertungen, Statistiken und Ranglisten. Beendete Partien zählen weiter für die Wertung deiner Gegner.
    • Nachrichten, die schon in Discord stehen, bleiben, wie sie sind.
    • Wenn du wieder spielst, fängst du von vorn an.
privacy-delete-playing = { $playing ->
    [0] **{ $challenges ->
        [one] Eine Herausforderung ist noch offen.** Sie würde geschlossen.
       *[other] { $challenges } Herausforderungen sind noch offen.** Sie würden geschlossen.
    }
   *[other] **Du spielst noch: { $playing ->
        [one] eine Partie
       *[other] { $playing } Partien
    }{ $challenges ->
        [0] .
        [one] , und eine Herausforderung ist offen.
       *[other] , und { $challenges } Herausforderungen sind offen.
    }** Du würdest alle aufgeben, und die gewerteten würden zählen. Herausforderungen würden geschlossen.
}
button-delete-data = Alles löschen
button-resign-and-delete = Alle aufgeben und löschen
privacy-kept = Es wurde nichts gelöscht.
privacy-deleting = Ich lösche deine Daten. Das dauert höchstens ein paar Minuten. Beginne bis dahin keine Partie.
privacy-asked-long-ago = Diese Frage gilt nicht mehr. Nutze noch einmal `/einstellungen datenschutz löschen`.

# Einheiten, Daten und Wörter, die man tippt. Listen haben Kommas; die Wörter aller Sprachen werden verstanden.
unit-day = T
unit-hour = Std
unit-minute = min
percent = { $percent } %
weekdays = Montag, Dienstag, Mittwoch, Donnerstag, Freitag, Samstag, Sonntag
typed-off = aus, nein, nie, keine, kein, nichts
typed-default = standard, wie üblich
typed-today = jetzt, heute
typed-tomorrow = morgen
typed-in = in
typed-one = ein, eine, einem, einer
typed-days = t, tag, tage, tagen
typed-hours = std, stunde, stunden
typed-minutes = min, minute, minuten

# Namen von Aufstellungen; die anderen heißen wie auf Englisch.
layout-alien-attack = Alien-Angriff
layout-alliances = Allianzen
layout-april-fish = Aprilscherz
layout-austrian-daisy = Österreichische Margerite
layout-belgian-daisy = Belgische Margerite
layout-buttonhole = Knopfloch
layout-catcheurs = Catcher
layout-centrifuge = Zentrifuge
layout-chaises-longues = Liegestühle
layout-checkerboard = Schachbrett
layout-corners = Ecken
layout-cross = Kreuz
layout-crossed-hearts = Gekreuzte Herzen
layout-crown = Krone
layout-def-or-atak = Abwehr oder Angriff
layout-domination-vs-daisy = Domination gegen Margerite
layout-duel = Duell
layout-dutch-daisy = Holländische Margerite
layout-face-to-face = Von Angesicht zu Angesicht
layout-french-daisy = Französische Margerite
layout-french-king-cake = Dreikönigskuchen
layout-german-daisy = Deutsche Margerite
layout-horseshoes = Hufeisen
layout-im-a-robot = Ich bin ein Roboter
layout-intimidation = Einschüchterung
layout-irish-daisy = Irische Margerite
layout-korean-daisy = Koreanische Margerite
layout-labyrinth = Labyrinth
layout-mosaic = Mosaik
layout-oath = Schwur
layout-octopus = Krake
layout-papillons = Schmetterlinge
layout-pyramid = Pyramide
layout-scottish-daisy = Schottische Margerite
layout-snakes = Schlangen
layout-snakes-variant = Schlangen (Variante)
layout-snowflake = Schneeflocke
layout-spider = Spinne
layout-star = Stern
layout-swiss-daisy = Schweizer Margerite
layout-the-arrow = Der Pfeil
layout-the-clearing = Die Lichtung
layout-the-wall = Die Mauer
layout-tinsels = Girlanden
layout-trench = Graben
layout-true-daisy = Wahre Margerite
layout-wheel = Rad
layout-windmill = Windmühle

## Many games

games-title-turn = **Partien, die auf dich warten**
games-title-waiting = **Partien, die auf andere warten**
games-title-challenges = **Offene Herausforderungen**
games-title-finished = **Beendete Partien**
games-none-here = Keine.
games-page = Seite { $page } von { $pages } · { $count } Partien
games-won = gewonnen
games-lost = verloren
games-drawn = remis
games-show = Welche Partien?
button-by-deadline = Sortierung: Frist
button-by-newest = Sortierung: neueste zuerst
button-by-opponent = Sortierung: Gegner
next-waits = { $count ->
    [one] Noch eine Partie wartet auf dich: `{ $id }` { $against }
   *[other] Noch { $count } Partien warten auf dich. Als Nächstes: `{ $id }` { $against }
}
next-none = Keine andere Partie wartet auf dich.
button-next = Weiter: { $id }
button-play-next = Weiterspielen
button-cancel = Abbrechen
button-line = Bedingter Zug…
line-form = Bedingter Zug
line-form-moves = Der gegnerische Zug, dann deine Antwort
line-after-own = nach deinem **`{ $turn }`**
settings-confirm = Getippte Züge: **erst gezeigt, dann gespielt**
settings-confirm-none = Getippte Züge: **sofort gespielt**
settings-preview = Mit Knöpfen gewählte Züge: **erst gezeigt, dann gespielt**
settings-preview-none = Mit Knöpfen gewählte Züge: **sofort gespielt**
settings-hints = Hinweise in der ersten Partie: { $shown ->
    [yes] **an**
   *[no] **aus**
}
hint-move = **Hinweis:** Wähle eine Kugel, dann wohin sie geht, und bestätige. Oder tippe `/zug`: `a1b2` zieht die Reihe, die auf a1 beginnt, Richtung b2.
hint-push = **Hinweis:** Eine Reihe schiebt, wenn sie mehr Kugeln hat, als ihr entgegenstehen: zwei gegen eine, drei gegen eine oder zwei. Das Feld hinter den geschobenen Kugeln muss frei sein. Liegen sie am Rand, fällt die letzte vom Brett.
hint-win = **Hinweis:** Schieb { $target ->
    [1] eine Kugel
   *[other] { $target } Kugeln
} hinaus, und du gewinnst. Die Uhr zeigt, wie viel Zeit du noch hast, und ich erinnere dich rechtzeitig. Wer die Zeit überschreitet, verliert; `/einstellungen urlaub` hält deine Uhren an.
hint-button-off = Hinweise ausblenden
hint-off = Die Hinweise sind ausgeblendet. Mit `/einstellungen züge tipps:` siehst du sie wieder.

## Steps through a game

button-go-to = Zu Zug gehen…
button-fork = Von hier weiterspielen…
go-to-title = Zu einem Zug gehen
go-to-move = Nummer des Zugs (0: der Anfang)
error-go-to = Das ist keine Zugnummer. Gib eine Zahl wie `12` ein; `0` ist der Anfang.
fork-ask = Gegen wen willst du ab dieser Stellung von Partie `{ $id }` spielen? Die Partie zählt nicht für die Wertung.
fork-whom = Wähle deinen Gegner

## Look of boards

settings-labels = Namen auf Kugeln, die ziehen können: { $shown ->
    [yes] **gezeigt**
   *[no] **verborgen**
}
marbles-classic = Schwarz und Weiß
marbles-matte = Hoher Kontrast
marbles-ocean = Ozean: Marineblau und Eis
marbles-ember = Glut: Ochsenblut und Creme
marbles-jade = Jade: Flaschengrün und Blassgrün
marbles-metal = Metall: Stahlgrau und Silber
settings-others = Andere Einstellungen…
setup-create-ladder = Rangliste anlegen…
error-no-number = `{ $typed }` ist keine ganze Zahl.

## Turniere

event-error-no-server = Ein Turnier gehört zu einem Server.
event-error-none = Dieser Server hat noch kein Turnier. Ein Organisator erstellt eins mit `/turnier erstellen`.
event-error-which = Welches Turnier? Dieser Server hat { $names }. Nenne eins mit der Option `turnier`.
event-error-no-such = Auf diesem Server gibt es kein Turnier { $name }.
event-error-name-taken = Ein anderes Turnier, das noch nicht vorbei ist, heißt schon so.
event-error-draft-name-taken = Ein Turnier, das noch niemand angekündigt hat, heißt schon **{ $name }**: `/turnier bearbeiten` zeigt es. Wähle einen anderen Namen, oder verwirf es.
event-error-too-many = Dieser Server hat schon { $most } Turniere, die noch nicht vorbei sind. Beende zuerst eins.
event-error-too-many-drafts = Dieser Server hat { $most } Turniere, die niemand angekündigt hat. `/turnier bearbeiten` findet sie: Kündige zuerst eines an oder verwirf es.
event-error-already-in = Du bist schon dabei.
event-error-not-in = Diese Person spielt in diesem Turnier nicht mit oder hat sich schon zurückgezogen.
event-error-withdrawn = Wer sich zurückgezogen hat, kann nicht wiederkommen, sobald die nächste Runde ausgelost ist.
event-error-has-withdrawn = <@{ $player }> hat sich zurückgezogen und kann nicht wiederkommen, sobald die nächste Runde ausgelost ist. Niemand wurde aufgenommen: Versuch es ohne diese Person.
event-error-no-skipping = In diesem Turnier kann niemand eine Runde aussetzen.
event-error-skipping-not-swiss = `aussetzen` gibt es nur im Schweizer System: In diesem Modus kann niemand eine Runde aussetzen. Lass `aussetzen` weg.
event-error-leaves-nobody-out = `streichen` gibt es nur, wenn jeder gegen jeden spielt: In diesem Modus fällt niemand aus der Tabelle. Lass `streichen` weg, oder wähle zuerst einen solchen Modus.
event-error-rounds-not-swiss = `runden` gibt es nur im Schweizer System: In diesem Modus ergibt sich die Zahl der Runden aus den Spielern. Lass `runden` weg.
event-error-too-few-seats = Dieser Modus braucht mindestens { $least } Spieler, und das Turnier hat nur { $seats } Plätze. Gib ihm mehr Plätze, oder wähle einen anderen Modus.
event-error-no-later-round = Die letzte Runde hat schon begonnen.
event-error-round-not-ahead = { $count ->
    [one] Nur Runde { $last } hat noch nicht begonnen: Wähle diese.
   *[other] Wähle eine Runde, die noch nicht begonnen hat: { $first } bis { $last }.
}
event-error-has-begun = Das Turnier hat begonnen. Das lässt sich nur vorher einstellen.
event-error-begun-before = **{ $name }** hat schon begonnen: `/turnier partien` zeigt die Partien.
event-error-no-late-entries = Das Turnier hat begonnen und nimmt niemanden mehr auf.
event-error-plays-already = <@{ $player }> ist bei diesem Turnier schon dabei.
event-error-bot = <@{ $player }> ist ein Bot, und Bots spielen in Turnieren nicht mit. Wähle eine Person.
event-error-not-here = <@{ $player }> ist nicht auf diesem Server oder sieht diesen Kanal nicht. Wähle ein Mitglied, das ihn sieht.
event-error-empty-team = Jedes Team braucht mindestens einen Spieler, und eins ist noch leer.
event-error-you-are-not-in = Du bist bei diesem Turnier nicht dabei oder hast dich schon zurückgezogen.
event-is-over = **{ $name }** ist vorbei.
event-error-not-swiss = Das geht nur im Schweizer System. In diesem Modus stehen die Paarungen von Anfang an fest.
event-error-not-at-once = Alle Partien auf einmal: Das geht, wenn jeder gegen jeden mit Tagen für die Züge spielt, mit höchstens { $most } Spielern.
event-error-not-two-games = Zwei Partien je Runde gibt es mit Tagen für die Züge und nicht in Mannschaftskämpfen.
event-error-which-board = Diese Person hat in dieser Runde mehrere Partien. Nenne eine unter `brett`, mit ihrer Nummer in `/turnier partien`: { $boards }.
event-error-no-draft = Keine Runde ist ausgelost, die noch nicht offen ist. `/turnier auslosen vorschau:True` lost die nächste aus, sobald alle Partien vorbei sind.
event-error-draft-changed = Die Auslosung hat sich geändert, seit du sie gesehen hast. Sieh sie dir mit `/turnier auslosen vorschau:True` noch einmal an.
event-error-may-not-meet = <@{ $one }> und <@{ $other }> würden aufeinandertreffen, haben das aber schon getan oder sind getrennt.
event-error-same-player = Du hast <@{ $player }> zweimal genannt. Nenne zwei verschiedene Spieler.
event-error-no-games-open = Alle Partien der Runde sind vorbei.
event-error-round-not-counted = Runde { $round } war nicht vorbei, als das Turnier endete: Ihre Partien zählen nicht für die Tabelle. Es hat sich nichts geändert.
event-error-nothing-played = Noch hat niemand einen Punkt. `/turnier absagen` beendet das Turnier ohne Ergebnis.
event-error-written = Den Spielern kann man einmal in der Stunde schreiben: wieder <t:{ $at }:R>.
event-error-nobody-in = Noch ist niemand dabei.
event-error-no-message = Schreib unter `text`, was du sagen willst.
event-error-seed-twice = Zwei Spieler haben die Startnummer { $seed }. Niemand wurde aufgenommen.
event-error-file-alone = Benutze `datei` allein oder `spieler` mit `startnummer`, `wertung` und `team`.
event-error-file-number = In Zeile { $number } der Datei stimmt eine Zahl nicht: `{ $line }`. Startnummern gehen von 1 bis 256, Wertungen von 1 bis 4000, und ein Team ist 1 oder 2. Niemand wurde aufgenommen.
event-error-announced = Dieses Turnier ist schon angekündigt. `/turnier absagen` beendet es.
event-error-teams-not-chosen = Es haben sich schon Spieler angemeldet, und keiner hat ein Team. Sag dieses Turnier ab und erstelle einen Mannschaftskampf.
event-error-round-just-begun = Runde { $round } hat gerade erst begonnen. Sieh in `/turnier partien` nach. Wenn du eine Partie dieser Runde meinst, nutze den Befehl in einer Minute noch einmal.
event-error-not-begun = Das Turnier hat noch nicht begonnen.
event-error-not-paired = Runde { $round } ist noch nicht ausgelost. Das geschieht, wenn Runde { $before } vorbei ist.
event-error-decided = <@{ $other }> hat diese Partie <t:{ $at }:R> entschieden. Um das zu ändern, nutze den Befehl in einer Minute noch einmal.
event-error-no-round = Dieses Turnier hat { $count ->
    [one] eine Runde
   *[other] { $count } Runden
}.
event-error-round-not-begun = Runde { $round } hat noch nicht begonnen.
event-error-over = Das Turnier ist vorbei.
event-error-full = Alle { $seats } Plätze sind vergeben.
event-error-too-few = Zum Start sind { $least } Spieler nötig; bisher { $count ->
    [0] ist niemand dabei
    [one] ist einer dabei
   *[other] sind { $count } dabei
}.
event-error-date-in-past = Die Anmeldung muss in der Zukunft enden.
event-error-date-too-far = Ein Turnier beginnt innerhalb eines Jahres. Wähle ein früheres Datum.
event-error-no-date = { $typed } verstehe ich nicht als Datum. Versuch es mit `freitag 18:00`, `24.12.2026` oder `in 2 Tagen`.
event-error-no-start = Ein Turnier, das sich wiederholt, braucht einen Beginn: Wähle im Formular zuerst *Wann es beginnt*.
event-error-no-board = Diese Person hat in dieser Runde keine Partie.
event-error-closed = Die Anmeldung ist geschlossen. Frag einen Organisator.
event-error-rating = Dieses Turnier ist für { $limits }; deine ist { $rating }.
event-error-no-rating = Dieses Turnier ist für { $limits }. Du hast auf diesem Server in diesen Partien noch keine Wertung: Spiel zuerst gewertete Partien.
event-error-role = Dieses Turnier ist für Mitglieder mit der Rolle <@&{ $role }>.
event-error-which-team = Welches Team? Drücke den Knopf des Teams auf der Karte des Turniers, oder nutze `/turnier mitmachen team:1` oder `team:2`.
event-error-add-to-which-team = In einem Mannschaftskampf braucht jeder ein Team: Nenne einen Spieler und `team:1` oder `team:2`, oder nutze eine `datei` mit der Spalte `team`.
event-error-no-teams = Dieses Turnier hat keine Teams. Lass `team` weg.
event-error-teams = Schreib zwei Namen mit einem Schrägstrich dazwischen: `Rot / Blau`.
event-error-tie-break = Die Feinwertung `{ $typed }` kenne ich nicht. Es gibt: { $names }. Trenne sie mit Kommas.
event-error-ratings-reversed = Die untere Grenze der Wertungen liegt über der oberen.
event-error-nothing-drawn = Wenn alle Partien einer Runde dieselbe Aufstellung haben, muss sie zufällig sein: Wähle zuerst die Aufstellung `random`.
event-error-still-in = <@{ $player }> spielt noch mit. Nimm diese Person zuerst mit `/turnier entfernen` heraus.
event-error-no-vacant-place = Kein Platz ist frei. Nenne, wer sich zurückgezogen hat; im K.-o.-System muss das in dieser Runde gewesen sein.
event-error-games-open = { $open ->
    [0] Die Runden dieses Turniers werden automatisch ausgelost.
    [one] Eine Partie der Runde { $round } ist noch offen. Warte auf sie oder entscheide sie mit `/turnier entscheiden`.
   *[other] { $open } Partien der Runde { $round } sind noch offen. Warte auf sie oder entscheide sie mit `/turnier entscheiden`.
}
event-format-swiss = Schweizer System
event-format-monrad = Schweizer System (Monrad)
event-format-round-robin = jeder gegen jeden
event-format-double-round-robin = jeder gegen jeden, Hin- und Rückspiel
event-format-knock-out = K.-o.-System
event-format-groups = Gruppen, dann K.-o.-System
event-format-team-match = Mannschaftskampf
event-rounds = { $rounds ->
    [one] eine Runde
   *[other] { $rounds } Runden
}
event-pauses-all = Urlaub hält die Uhren an
event-pauses-none = Urlaub hält die Uhren nicht an
event-sign-up-until = Anmeldung bis <t:{ $at }:f> (<t:{ $at }:R>).
event-sign-up = Melde dich an; ein Organisator startet das Turnier.
event-entrants = { $count ->
    [0] Noch ist niemand dabei.
    [one] Ein Spieler: { $list }
   *[other] { $count } Spieler: { $list }
}
event-entrants-of = { $count ->
    [0] Noch ist niemand dabei; es gibt { $most } Plätze.
   *[other] { $count } von { $most } Plätzen: { $list }
}
event-waiting = Auf der Warteliste: { $list }
event-waits-for-organizer = Runde **{ $round }** ist vorbei · ein Organisator lost die nächste aus
event-waits-for-first = Die erste Runde ist ausgelost · ein Organisator eröffnet sie
event-running = Runde **{ $round }** · { $open ->
    [0] alle Partien sind vorbei
    [one] eine Partie läuft
   *[other] { $open } Partien laufen
}
event-over = { $count ->
    [one] 🏆 **{ $players }** gewinnt.
   *[other] 🏆 **{ $players }** teilen sich den ersten Platz.
}
event-nobody-left = Die Tabelle ist leer: Alle sind zu früh ausgeschieden.
event-is-cancelled = Das Turnier wurde abgesagt.
event-column-points = Pkt
event-column-buchholz = Buchholz
event-column-buchholz-cut-1 = Buchholz −1
event-column-sonneborn-berger = Sonneborn-Berger
event-column-direct-encounter = Direkter Vergleich
event-column-wins = Siege
event-column-standard-points = Standardpunkte
event-column-progressive = Fortschrittswertung
event-column-black-wins = Siege im Nachzug
event-column-performance = Wertungsleistung
event-column-lots = Los
event-column-marbles = Kugeln
event-legend-column = { $label }: { $meaning }
event-legend-buchholz = die Punkte aller Gegner
event-legend-buchholz-cut-1 = die Punkte aller Gegner außer dem schwächsten
event-legend-sonneborn-berger = die Punkte jedes Gegners, mal die eigenen gegen ihn
event-legend-direct-encounter = die Partien der Punktgleichen gegeneinander
event-legend-wins = Runden, die einen Sieg wert waren
event-legend-standard-points = ein Punkt für jede Runde über Remis, ein halber für Remis
event-legend-progressive = die Punkte nach jeder Runde, zusammengezählt
event-legend-black-wins = gewonnene Partien, in denen der Gegner begann
event-legend-performance = die Wertung, die den Ergebnissen gegen diese Gegner entspricht
event-legend-lots = einmal für das ganze Turnier gezogen
event-legend-marbles = herausgeschobene minus verlorene
event-legend-opponent = 1 (5): ein Sieg gegen Spieler 5; die Nummer steht hinter dem Namen
event-legend-unplayed = + und −: gewonnen und verloren ohne Partie, oder bevor beide gezogen hatten{ $swiss ->
    [yes] . Das zählt, aber nicht als Partie für die Feinwertung.
   *[no] .
}
event-after-round = { $round ->
    [0] die Tabelle beginnt nach Runde 1
   *[other] nach Runde { $round }
}
event-own-place = Du bist auf Platz **{ $place }** mit { $points }.
event-left-out = Nicht in der Tabelle, weil vor der Hälfte der Partien ausgeschieden: { $players }
event-round-planned = steht im Voraus fest, noch nicht begonnen
event-points = { $halves ->
    [1] **{ $points }** Punkt
    [2] **{ $points }** Punkt
   *[other] **{ $points }** Punkten
}
event-round-title = **{ $name }**, Runde { $round }
event-final = Finale
event-semifinals = Halbfinale
event-quarterfinals = Viertelfinale
event-round-of = Runde der letzten { $players }
event-third-place = Platz drei
event-bye = { $board }. { $player } hat in dieser Runde spielfrei
event-round-until = bis <t:{ $at }:f>
event-out = Ausgeschieden nach zwei Partien ohne Zug: { $players }
event-skips = In dieser Runde nicht dabei: { $players }
event-round-closes = { $round } endet <t:{ $at }:R>, <t:{ $at }:f>. Ist deine Partie dann noch offen, { $unfinished ->
    [organizer] entscheidet sie ein Organisator.
    [clock] gewinnt, wer mehr Zeit übrig hat.
   *[score] gewinnt, wer nach Spielstand vorn liegt; bei Gleichstand ist sie remis.
}
event-first-move-due = { $player }, deine Partie wartet auf deinen ersten Zug. Ohne ihn verlierst du sie <t:{ $at }:R> kampflos.
event-round-over = <@{ $organizer }>, alle Partien der Runde { $round } von **{ $name }** sind vorbei. `/turnier auslosen` eröffnet die nächste Runde.
event-round-was-over = Alle Partien der Runde { $round } von **{ $name }** sind vorbei. { $phase ->
    [over] Das Turnier ist vorbei.
    [cancelled] Das Turnier wurde abgesagt.
   *[running] Runde { $next } ist ausgelost.
}
event-undecided = <@{ $organizer }>, Runde { $round } von **{ $name }** ist zu Ende, aber diese Partien sind noch nicht vorbei. Die nächste Runde wartet auf sie: Entscheide sie mit `/turnier entscheiden`, oder warte, bis sie zu Ende gespielt sind.
event-all-decided = Alle Partien der Runde { $round } von **{ $name }** sind entschieden.
event-summary = **{ $name }**, Woche { $week } · Runde { $round }
event-summary-open = { $open ->
    [0] Keine Partie ist offen.
    [one] Eine Partie ist offen; auf den Zug wird gewartet seit:
   *[other] { $open } Partien sind offen; auf den Zug wird gewartet seit:
}
event-call = **{ $name }** beginnt <t:{ $at }:R>: { $players }
event-moved-up = { $players }: In **{ $name }** { $count ->
    [one] ist ein Platz frei geworden. Du bist von der Warteliste nachgerückt
   *[other] sind Plätze frei geworden. Ihr seid von der Warteliste nachgerückt
}. `/turnier verlassen` gibt den Platz weiter.
event-channel-lost = Ich kann in <#{ $channel }> nicht mehr schreiben, dem Kanal deines Turniers **{ $name }**: Er wurde gelöscht, oder ich darf nicht mehr hinein. Das Turnier geht weiter. Um es zu verlegen, nutze `/turnier verlegen` in einem anderen Kanal.
event-message = **{ $name }** · <@{ $organizer }> schreibt:
    { $text }
    { $players }
event-ratings = Wertungen von { $from } bis { $to }
event-ratings-from = Wertungen ab { $from }
event-ratings-to = Wertungen bis { $to }
event-rule-days = { $days ->
    [one] eine Runde endet nach einem Tag
   *[other] eine Runde endet nach { $days } Tagen
}; { $unfinished ->
    [organizer] offene Partien entscheidet ein Organisator
    [clock] bei offenen Partien zählt die verbleibende Zeit
   *[score] bei offenen Partien zählt der Spielstand
}
event-rule-first-move = Zeit für den ersten Zug: { $time }
event-rule-by-hand = ein Organisator lost jede Runde aus
event-rule-repeats = { $every ->
    [weekly] jede Woche wieder
   *[other] jeden Monat wieder
}
event-rule-all-at-once = alle Partien auf einmal
event-rule-two-games = zwei Partien je Runde, mit getauschten Farben
event-rule-one-layout = eine gemeinsame zufällige Aufstellung für alle Partien einer Runde
event-rule-leaves-out = wer vor der Hälfte seiner Partien ausscheidet, fällt aus der Tabelle
event-rule-tie-break = Feinwertung: { $list }, dann die übliche
event-rule-c07 = Freilose und Abwesenheit zählen nach FIDE C.07 von { $year }
event-rule-skipping = { $worth ->
    [off] niemand kann aussetzen
   *[zero] wer aussetzt, bekommt keinen Punkt
}
event-rule-role = für <@&{ $role }>
event-rule-begins-with = beginnt mit { $count } Spielern
event-sign-up-closed = Die Anmeldung ist geschlossen.
event-team = Team { $number }
event-teams-drawn = Der Mannschaftskampf endet unentschieden.
event-round-layout = Zufällige Aufstellung: Nummer { $seed }
event-you-forbade = <@{ $one }> und <@{ $other }> treffen in **{ $name }** ab der nächsten Runde nicht mehr aufeinander.
event-you-allowed = <@{ $one }> und <@{ $other }> dürfen in **{ $name }** wieder aufeinandertreffen.
event-you-closed = Bei **{ $name }** kann sich niemand mehr anmelden. `/turnier schließen wieder-öffnen:True` öffnet die Anmeldung wieder.
event-you-reopened = Bei **{ $name }** kann man sich wieder anmelden.
event-you-substituted = Bei **{ $name }** übernimmt <@{ $player }> ab der nächsten Runde den Platz von <@{ $former }>.
event-you-filled = Bei **{ $name }** bekommt <@{ $player }> ab der nächsten Runde den freien Platz.
event-you-called = **{ $name }** beginnt <t:{ $at }:R>. Ich benachrichtige die Spieler.
button-event-join-team = Mitmachen: { $team }
audit-event-substituted = ließ jemanden einen Turnierplatz übernehmen
audit-event-closed = schloss die Anmeldung zu einem Turnier
audit-event-reopened = öffnete die Anmeldung zu einem Turnier wieder
event-created = **{ $name }** ist in <#{ $channel }> angekündigt. Dort beginnen auch die Partien.
event-ask-add = Spieler in **{ $name }** aufnehmen: Wähle sie hier aus, oder nutze `/turnier aufnehmen` mit `spieler` oder `datei`.
event-mine = **Deine Turniere**
event-mine-none = Du bist in keinem Turnier dieses Servers. Mit `/turnier mitmachen` meldest du dich zu einem offenen an.
event-mine-waiting = du stehst auf der Warteliste
event-mine-starts = beginnt <t:{ $at }:R>
event-mine-signed-up = du bist dabei; ein Organisator startet es
event-mine-place = Runde { $round } · Platz { $place }, Punkte: { $points }
event-mine-round = Runde { $round }
event-mine-rests = spielfrei in dieser Runde
event-mine-skips = du setzt in dieser Runde aus
event-mine-plays = gegen { $opponent }: { $game }
event-mine-played = gegen { $opponent }: { $game }, zu Ende; die Runde läuft weiter
event-mine-withdrawn = du hast dich zurückgezogen
event-mine-draft = noch nicht angekündigt; `/turnier bearbeiten` zeigt das Formular
event-error-not-announced = Das Turnier ist noch nicht angekündigt.
event-form-format = Wie gespielt wird
event-form-game = Was gespielt wird
event-form-pace = Zeit pro Zug
event-form-until = Wann es beginnt
event-form-by-hand = Wenn du es startest
event-form-days = { $days ->
    [one] In einem Tag
   *[other] In { $days } Tagen
}
event-form-minutes = In { $minutes } Minuten
event-form-at = { $hours ->
    [0] Bald
    [one] In einer Stunde
   *[other] In { $hours } Stunden
}
event-form-name = Name
event-form-rounds = Runden
event-form-players = Plätze (leer: 256)
event-form-setup = Setup-Zeile
event-form-tie-break = Erste Feinwertungen (leer: die üblichen)
event-form-c07 = Freilose und Abwesenheit nach FIDE C.07 von { $year }
event-form-leave-out = { $leaves ->
    [yes] Wer früh ausscheidet, fällt aus der Tabelle
   *[no] Wer früh ausscheidet, bleibt in der Tabelle
}
event-form-days-of-round = Tage, bis eine Runde endet (leer: offen)
event-form-first-move = Stunden für den ersten Zug (leer: offen)
event-form-rating-from = Niedrigste Wertung (leer: jede)
event-form-rating-to = Höchste Wertung (leer: jede)
event-form-begins-with = Start bei so vielen Spielern (leer: nein)
event-form-number = { $field }: schreib eine Zahl von { $least } bis { $most }.
event-form-places = Plätze: { $most }
event-form-draft = Sonst sieht das noch niemand. *Ankündigen* postet es in <#{ $channel }>, wo auch die Partien beginnen.
event-form-discarded = Verworfen.
event-preset-club-swiss = Schweizer System im Club
    .about = 5 Runden, 2 Tage pro Zug, Belgische Margerite
event-preset-cup = Pokal
    .about = Gruppen, dann K.-o.; 2 Tage pro Zug, Belgische Margerite
event-preset-everybody = Jeder gegen jeden
    .about = Rundenturnier, 3 Tage pro Zug, Belgische Margerite
event-preset-sprint-evening = Sprintabend
    .about = Live: 5 Runden am Stück, pro Partie 20 Züge und 10 Minuten
button-event-announce = Ankündigen
button-event-details = Details…
button-event-limits = Grenzen…
button-event-unfinished = { $unfinished ->
    [organizer] Rundenende: Organisator
    [clock] Rundenende: Restzeit
   *[score] Rundenende: Spielstand
}
button-event-discard = Verwerfen
button-event-edit = Ändern…
audit-event-edited = änderte ein Turnier
audit-event-added = nahm Spieler in ein Turnier auf
audit-event-seeded = nahm Spieler mit Startnummern oder Wertungen in ein Turnier auf
audit-event-unseated = verringerte die Plätze eines Turniers
event-exported = **{ $name }** bis jetzt, als Bericht im TRF-Format der FIDE, für Paarungsprogramme.
event-you-joined = Du bist bei **{ $name }** dabei. Wenn eine Runde beginnt, erwähne ich dich in deiner Partie.
event-you-joined-late = Du bist bei **{ $name }** ab der nächsten Runde dabei.
event-you-came-back = Du bist bei **{ $name }** wieder dabei.
event-you-wait = Alle Plätze von **{ $name }** sind vergeben; du stehst auf der Warteliste.
event-added-waits = { $player } (auf der Warteliste)
event-added-changed = Schon dabei, jetzt mit diesen Angaben: { $list }
event-ask-leave = **{ $name }** verlassen?
event-ask-withdraw = Dich aus **{ $name }** zurückziehen? Du bekommst keine Gegner mehr und kannst nur wiederkommen, bis die nächste Runde ausgelost ist. Deine laufende Partie geht weiter.
event-ask-withdraw-skip = `/turnier aussetzen` lässt nur eine Runde aus.
event-ask-withdraw-at-once = Dich aus **{ $name }** zurückziehen? Deine laufenden Partien gehen weiter, bis sie zu Ende sind oder du aufgibst. Bis das Turnier vorbei ist, bist du mit `/turnier mitmachen` wieder dabei.
event-ask-withdraw-left-out = Du hast weniger als die Hälfte deiner Partien gespielt. Solange das so ist, fällst du aus der Tabelle, und deine Partien zählen auch für deine Gegner nicht.
event-you-withdrew = Du hast dich aus **{ $name }** zurückgezogen.
event-withdrew-undo = Bis die nächste Runde ausgelost ist, macht `/turnier mitmachen` das rückgängig.
event-withdrew-undo-at-once = Bis das Turnier vorbei ist, macht `/turnier mitmachen` das rückgängig.
event-you-skip-half = Du setzt in Runde { $round } von **{ $name }** aus und bekommst einen halben Punkt. `rückgängig:True` nimmt das zurück, bis die Runde ausgelost ist.
event-you-skip = Du setzt in Runde { $round } von **{ $name }** aus, ohne Punkt. `rückgängig:True` nimmt das zurück, bis die Runde ausgelost ist.
event-you-play = Du spielst in Runde { $round } von **{ $name }**.
event-kept = Es hat sich nichts geändert.
event-you-paired = Runde { $round } von **{ $name }** ist ausgelost.
event-already-paired = Runde { $round } von **{ $name }** ist längst ausgelost; inzwischen läuft Runde { $current }.
event-you-began = **{ $name }** hat begonnen: { $games ->
    [one] eine Partie
   *[other] { $games } Partien
} in Runde 1.
event-you-removed = <@{ $player }> spielt bei **{ $name }** nicht mehr mit.
event-ask-cancel = **{ $name }** absagen? { $open ->
    [0] Keine Partie läuft.
    [one] Eine Partie geht weiter, ohne dafür zu zählen.
   *[other] { $open } Partien gehen weiter, ohne dafür zu zählen.
} Das lässt sich nicht rückgängig machen.
event-you-cancelled = **{ $name }** ist abgesagt.
event-you-moved = **{ $name }** geht in <#{ $channel }> weiter: Die nächsten Partien beginnen dort. Laufende Partien bleiben, wo sie sind.
event-ask-end = **{ $name }** jetzt mit der Tabelle beenden, wie sie steht? { $open ->
    [0] Keine Partie läuft.
    [one] Eine Partie geht weiter, ohne dafür zu zählen.
   *[other] { $open } Partien gehen weiter, ohne dafür zu zählen.
} Das lässt sich nicht rückgängig machen.
event-you-ended = **{ $name }** ist zu Ende, mit der Tabelle, wie sie steht.
event-ask-close = Runde { $round } von **{ $name }** jetzt schließen? { $open ->
    [one] Eine Partie ist offen:
   *[other] { $open } Partien sind offen:
} { $unfinished ->
    [organizer] Ein Organisator entscheidet.
    [clock] Wer mehr Zeit übrig hat, gewinnt.
   *[score] Wer vorn liegt, gewinnt; bei Gleichstand ist es remis.
}
event-you-closed-round = Runde { $round } von **{ $name }** ist geschlossen.
event-draft = **{ $name }**, Runde { $round }, wie sie ausgelost ist. Das siehst nur du. `/turnier tauschen` tauscht zwei Spieler.
event-draft-blocked = ⚠️ <@{ $one }> und <@{ $other }> würden aufeinandertreffen, und einer hat den anderen blockiert.
event-you-wrote = { $count ->
    [one] Ein Spieler von **{ $name }** bekommt in <#{ $channel }> deine Nachricht.
   *[other] { $count } Spieler von **{ $name }** bekommen in <#{ $channel }> deine Nachricht.
}
event-you-decided = Bei **{ $name }** zählt die Partie von <@{ $player }> gegen <@{ $opponent }> (Runde { $round }, Brett { $board }) als { $result ->
    [win] gewonnen
    [loss] verloren
    [both-lose] für beide verloren
   *[draw] remis
}.
event-decided-open = Läuft sie noch, endet sie auch auf dem Brett.
event-you-mended = Es ist eine Partie der Runde { $round }: Die Tabelle ändert sich, und spätere Runden bleiben, wie sie ausgelost sind.
button-event-join = Mitmachen
button-event-withdraw = Zurückziehen
button-event-begin = Jetzt starten
button-event-pair = Runde { $round } auslosen
button-event-standings = Tabelle
button-event-pairings = Partien
button-event-earlier = ◀ Vorige Runde
button-event-later = Nächste Runde ▶
button-event-cancel = Turnier absagen
button-event-open = Runde { $round } eröffnen
button-event-end = Jetzt beenden
button-event-close = Runde schließen
challenge-off-event = Zählt nicht für **{ $name }**
organize-error-event-game = Das ist eine Turnierpartie, in der niemand einspringen kann. Beende sie mit `/organisieren entscheiden` oder `/organisieren annullieren`.
audit-event-created = erstellte ein Turnier
audit-event-begun = startete ein Turnier
audit-event-paired = loste eine Runde eines Turniers aus
audit-event-swapped = tauschte zwei Spieler in der Auslosung eines Turniers
audit-event-round-closed = schloss eine Runde eines Turniers
audit-event-ended = beendete ein Turnier mit der Tabelle, wie sie stand
audit-event-written = schrieb allen Spielern eines Turniers
audit-event-pair-forbidden = hielt zwei Spieler eines Turniers auseinander
audit-event-pair-allowed = ließ zwei Spieler eines Turniers aufeinandertreffen
audit-event-cancelled = sagte ein Turnier ab
audit-event-moved = verlegte ein Turnier in einen anderen Kanal
audit-event-decided = entschied eine Turnierpartie
audit-event-removed = nahm einen Spieler aus einem Turnier

# Seiten für Browser.
button-page = Im Browser
button-open = Brett öffnen
button-open-of = Brett { $id } öffnen
open-link = Das Brett von Partie { $game }: Die Spieler ziehen dort mit Finger oder Maus.
games-link = Alle deine Partien, jede mit ihrem Brett, auf einer Seite, die sofort zeigt, welche auf dich warten.
link-signs-in = Der Link gehört nur dir und gilt einmal, zehn Minuten lang. Er meldet dich an: Danach öffnet dein Browser alle deine Partien, bis du ihn 30 Tage lang nicht benutzt.
web-off = Bretter im Browser sind hier ausgeschaltet.
web-not-found = Hier gibt es keine öffentliche Seite.
web-no-session = Du bist hier nicht angemeldet. Öffne das Brett von Discord aus.
web-link-used = Dieser Link wurde schon benutzt oder ist zu alt. Hol dir in Discord einen neuen.
web-board = Brett { $board }
web-to-board = Zurück zum Brett
task-link = Dieses Brett in deinem Browser: Zieh dort mit Finger oder Maus.
web-daily = Aufgabe des Tages: { $state ->
    [solved] gelöst
   *[open] offen
} · Serie: { $days ->
    [0] keine
    [one] 1 Tag
   *[other] { $days } Tage
}
web-to-thread = Zur Partie in Discord
web-foreign = Das kam von einer anderen Seite. Öffne das Brett von Discord aus.
web-unconfirmed = Discord kann nicht bestätigen, dass du hier bist. Schließe das Brett und öffne es noch einmal.
web-discord-away = Discord antwortet nicht. Versuch es gleich noch einmal.
web-too-many-logins = Gerade werden viele Bretter geöffnet. Versuch es gleich noch einmal.
web-too-many-requests = Aus deinem Netz kommen gerade viele Anfragen. Versuch es gleich noch einmal.
web-busy = Gerade sehen sich viele Leute Partien an. Versuch es gleich noch einmal.
web-declined = Um dein Brett hier zu öffnen, erlaube dieser App, zu erfahren, wer du bist. Versuch es dann noch einmal.
web-no-cookies = Diese App speichert keine Cookies, darum lässt sich das Brett hier nicht öffnen. Öffne es noch einmal von Discord aus, dann bekommst du einen Link.
web-your-games = Deine Partien
web-begin = In Discord forderst du mit `/herausfordern` jemanden oder den Bot heraus. Mit `/suchen` spielt, wer zuerst annimmt. `/lernen` zeigt dir die Züge.
web-waiting = { $count ->
    [one] Eine Partie wartet auf dich.
   *[other] { $count } Partien warten auf dich.
}
web-signed-in = Angemeldet als
web-sign-out = Abmelden
web-sign-in = Mit Discord anmelden
web-sign-in-expired = Diese Anmeldung hat zu lange gedauert oder wurde schon benutzt. Melde dich noch einmal an.
web-sign-in-instead = In diesem Browser ist { $own } angemeldet. Stattdessen { $other } anmelden?
web-sign-in-as = { $name } anmelden
web-other-person = jemand anderes
web-link-person = die Person dieses Links
web-games-hint = In Discord gibt dir `/partien` einen Link zu allen deinen Partien: { button-page }.
web-game-hidden = Du kannst die Partie, die hier geöffnet wurde, nicht sehen.
web-player = Spieler
web-to-move = am Zug
web-won = gewonnen
web-ejected = Hinausgeschobene Kugeln: { $ejected } von { $target }
web-in-hand = noch { $count } zu setzen
web-positions = Stellungen
web-first = Erste Stellung
web-previous = Einen Zug zurück
web-next = Einen Zug weiter
web-last = Letzte Stellung
web-goes-on = Die Partie ist weitergegangen.
web-ask = Den Gegner fragen
web-take-back = Um Rücknahme bitten
web-draw-offered = Dein Gegner bietet Remis an.
web-asked = { $what ->
    [draw] Du hast Remis angeboten.
    [takeback] Du hast um eine Rücknahme gebeten.
   *[adjourn] Du hast vorgeschlagen zu vertagen.
}
web-stone = { $stone ->
    [pivot] neutrale Kugel
    [ball] Ball
    [sister] Schwester
    [obstacle] Hindernis
    [hole] Loch
   *[other] Kugel
}
web-not-now = Das geht gerade nicht. Sieh dir das Brett noch einmal an.
web-stale = Die Partie ist weitergegangen. Das Brett ist jetzt auf dem neuesten Stand.
web-retry = Noch einmal
web-round = Runde { $round }
web-entrants = Spieler
web-game = Partie
web-games = Laufende Partien
web-moves = Züge
web-lobby = Lobby
web-lobby-signed-out = Um hier zu spielen, öffne ein Brett von Discord aus: Das meldet dich an.
web-to-lobby = Zurück zur Lobby
web-not-a-member = Discord bestätigt nicht, dass du auf diesem Server bist. Hier spielen nur seine Mitglieder.
web-play = Spielen
web-no-seeks = Gerade sucht niemand einen Gegner.
web-ladders = Ranglisten
web-events = Turniere
web-whom = Wähle, gegen wen du spielen möchtest.
web-no-such-choice = Diese Auswahl gibt es nicht. Wähle noch einmal.
web-opponent-left = <@{ $player }> ist nicht mehr auf diesem Server. Wähle jemand anderen.
web-no-channel = Noch weiß ich nicht, wo in Discord deine Herausforderung erscheinen würde. Spiel eine erste Partie auf einem Server und komm dann wieder.
web-where-sent = Deine Herausforderung erscheint in Discord, wo du zuletzt gespielt hast.
web-picture = Bild
web-animation = Animation
web-record = Notation
web-opening = Das Brett wird geöffnet…
web-needs-script = Diese Seite braucht JavaScript. In Discord kannst du auch ohne ziehen.
web-take = Du bist am Zug: Nimm eine Kugel.
web-place = Du bist am Zug: Wähle ein Feld.
web-cannot-move = Von { $cell } aus ist jetzt kein Zug möglich.
web-your-move = Du bist am Zug
web-sound = Ton bei Zügen
web-next-game = Nach einem Zug weiter zur nächsten Partie
web-where = Wohin?
web-go-on = Wie geht der Zug weiter?
web-ready = Bestätige oder geh zurück.
web-which = Welchen Zug meinst du?
web-offline = Das ist nicht angekommen. Prüfe deine Verbindung und versuch es noch einmal.
web-no-connection = Gerade gibt es keine Verbindung.
web-plan = Züge probieren
web-plan-take = Probier einen Zug von { $player }.
web-plan-gone = Die Partie ist weitergegangen. Probiert hattest du: { $line }
web-line-own = Dein Zug, der gegnerische Zug, dann deine Antwort
web-plan-over = Hier wäre die Partie zu Ende.
web-plan-next = Zug beenden
web-plan-keep = Als bedingte Züge behalten
web-plan-end = Zurück zur Partie
web-add = Hinzufügen
web-prepares = In deinen nächsten Zügen setze ich für dich in dieser Reihenfolge: { $list }. Felder, die bis dahin besetzt sind, lasse ich aus.
web-remove = Entfernen
web-score = { $color }: { $count }, Zug { $ply }
web-review = Rückschau
web-review-begun = Sumito sucht nach den Fehlern…
web-mistake-previous = Voriger Fehler
web-mistake-next = Nächster Fehler
web-fork = Ab hier ausprobieren
web-share = Eine Variante besprechen
web-share-moves = Züge ab hier:
web-note = Notiz:
web-show = Zeigen
web-copy = Link kopieren
web-copied = Link kopiert
web-line = { $ply ->
    [0] Eine Variante vom Anfang an
    [one] Eine Variante nach 1 Zug
   *[other] Eine Variante nach { $ply } Zügen
}
web-line-shown = Nicht gespielt
web-confirm = Bestätigen
web-type = Tippe den Zug:
settings-web-shown = Öffentliche Seiten zeigen deinen Namen (`/einstellungen web`)
settings-web-hidden = Öffentliche Seiten zeigen *Spieler* statt deines Namens (`/einstellungen web`)
settings-web-signed-in = { $count ->
    [one] Du bist in einem Browser angemeldet, zuletzt benutzt am { $days }.
   *[other] Du bist in { $count } Browsern angemeldet, zuletzt benutzt am { $days }.
}
settings-web-signed-out = Du bist überall abgemeldet.
button-sign-out = Überall abmelden
setup-web-off = Browser: Partien dieses Servers sind nicht öffentlich (`/einrichten web`)
setup-web-linked = Browser: Wer die Adresse einer Partie hat, kann sie sehen (`/einrichten web`)
setup-web-searchable = Browser: Partien sind öffentlich, auch für Suchmaschinen (`/einrichten web`)
setup-web-no-pages = Browser: Partien sollen öffentlich sein, aber der Betreiber dieses Bots hat öffentliche Seiten ausgeschaltet (`/einrichten web`)
