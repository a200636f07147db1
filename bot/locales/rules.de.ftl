# Das Regelbuch (`/regeln`). Jedes Thema hat einen Namen und eine Zeile dazu, jede Seite einen Titel und einen Text. Das Programm
# fügt abgelehnte Züge, die Optionen von `/herausfordern` und die Seitenzahl hinzu.

rules-title = Die Regeln
rules-index = Was möchtest du wissen? Wähle ein Thema, oder lies von der ersten bis zur letzten Seite. Jede Seite zeigt ein Brett.
    • **Neu hier?** *Abalone*, *Züge*, *Sumito*, *Pac* und *Hinausschieben* reichen für die erste Partie.
    • **Lust auf etwas anderes?** Optionen ändern den Anfang, die Zugfolge, das Brett oder das Ziel, und die meisten lassen sich kombinieren.
    • **Ein anderes Spiel?** *Grand Abalone* ist größer. *Notalone* bringt zwei Schwestern aufs Brett. *Fliporona* wird auf dem Fanorona-Brett gespielt.
    ⚖️ kennzeichnet unsere Entscheidung, wo die gedruckten Regeln eine Wahl lassen.
rules-unknown-topic = Eine Seite mit diesem Namen habe ich nicht. Hier sind alle Themen.
rules-choose = Wähle ein Thema
rules-button-start = Lesen
rules-button-before = Zurück
rules-button-next = Weiter
rules-button-index = Alle Themen
rules-shown = 🔎 Im Bild hat { $color } gerade `{ $move }` gezogen.
rules-refused = ❌ `{ $move }`: { $why }.
rules-options = ⚙️ In `/herausfordern`: { $list }.
rules-page = -# { $topic } · Seite { $number } von { $count }

# Abalone
rules-aim = Abalone
rules-aim-about = Das Brett, die Kugeln, wer beginnt und wer gewinnt
rules-aim-start-title = Abalone
rules-aim-start = Zwei Spieler haben je vierzehn Kugeln auf einem Sechseck mit 61 Feldern.
    • **Ziel**: Schieb als Erster sechs Kugeln deines Gegners vom Brett.
    • Schwarz zieht zuerst, dann wechselt man sich ab. Wer dran ist, macht einen Zug; passen geht nicht.
    • Ein Zug gilt, es sei denn, dein Gegner erlaubt eine Rücknahme.
    • Die Reihen heißen `a` (unten, auf der Seite von Schwarz) bis `i`. Die Felder einer Reihe zählt man von links, entlang der Diagonalen: Die Mitte ist `e5`.
    Das Bild zeigt die Standardaufstellung.

rules-moves = Züge
rules-moves-about = Eine, zwei oder drei Kugeln, längs oder seitwärts
rules-moves-inline-title = Züge längs
rules-moves-inline = Wenn du dran bist, ziehst du eine, zwei oder drei deiner Kugeln um ein Feld, alle in dieselbe Richtung. Es gibt sechs Richtungen.
    • **Längs** (*en ligne*) folgen die Kugeln einander auf ihrer Linie: Die Linie `a1`–`c3` rückt ein Feld vor, nach `b2`–`d4`.
    Eine einzelne Kugel kann nur auf ein freies Feld daneben ziehen.
    Schreib das hintere Feld, dann das Feld, auf das es zieht.
rules-moves-broadside-title = Züge seitwärts
rules-moves-broadside = **Seitwärts** (*en flèche*) macht eine Linie aus zwei oder drei Kugeln einen Schritt zur Seite und bleibt eine Linie. Jedes Feld, auf das sie kommt, muss leer sein: Seitwärts schiebt man nie.
    Hier sind `c3`, `c4` und `c5` zusammen nach `d3`, `d4` und `d5` gezogen.
    Schreib beide Enden der Linie, dann wohin das erste geht.
rules-moves-limits-title = Höchstens drei Kugeln
rules-moves-limits = Du kannst höchstens drei deiner Kugeln auf einmal ziehen. Eine längere Linie kannst du teilen: Von den vier Kugeln auf `c2`–`c5` bewegt `c3c4` die vorderen drei, und `c3c5d3` dieselben drei seitwärts.

rules-sumito = Sumito
rules-sumito-about = Schieben: 2–1, 3–1 und 3–2
rules-sumito-push-title = Sumito: schieben
rules-sumito-push = Du kannst gegnerische Kugeln geradeaus schieben, wenn du auf der Linie **mehr Kugeln** hast. Es gibt drei Sumitos, und Schwarz hat im Bild alle:
    • zwei schieben eine: `c2c3`
    • drei schieben eine: `e2e3`
    • drei schieben zwei: `g4g5`
    Geschoben wird längs. Die Kugeln müssen sich berühren, und das Feld hinter den geschobenen muss leer sein oder neben dem Brett liegen. Drei lassen sich nie schieben.
    Schieben ist nie Pflicht.
rules-sumito-impossible-title = Wann Schieben nicht geht
rules-sumito-impossible = • Das Feld dahinter muss frei sein: Jede Kugel dort blockiert, auch deine eigene.
    • Die Kugeln müssen sich berühren: `d3d4` ist erlaubt, bringt Schwarz aber nur neben die Kugel auf `d6`. Geschoben wird erst beim nächsten Mal.
    • Nur längs: Ein seitlicher Zug schiebt nie.

rules-pac = Pac
rules-pac-about = Gleich viele Kugeln: Nichts bewegt sich
rules-pac-equal-title = Pac: gleiche Kräfte
rules-pac-equal = Bei einem **Pac** heben sich die Kräfte auf der Linie auf: 1–1, 2–2, 3–3. Keiner kann auf dieser Linie schieben.
    Kugeln über drei hinaus zählen nicht: Vier gegen drei, auf Reihe `e`, ist ein Pac wie drei gegen drei.
rules-pac-broken-title = Ein Pac auflösen
rules-pac-broken = Ein Pac löst man von einer anderen Linie aus auf. Auf Reihe `e` stand es drei gegen drei. Schwarz hat die erste weiße Kugel auf der Diagonale `c3`–`f6` weggeschoben, zwei gegen eine. Jetzt hat Weiß nur noch zwei Kugeln in der Reihe, und Schwarz ist auch dort stärker.

rules-ejection = Hinausschieben
rules-ejection-about = Vom Brett, und wie viele Kugeln zum Sieg reichen
rules-ejection-eject-title = Hinausgeschoben
rules-ejection-eject = Eine Kugel, die über den Rand geschoben wird, ist **draußen**, für den Rest der Partie. Die weiße Kugel lag auf `e9`, am Ende der Reihe `e`, mit drei schwarzen dahinter: Der Schub hat sie hinausbefördert.
    Die Ablagen neben den Namen zählen, wie viele Kugeln jeder hinausgeschoben hat.
rules-ejection-rim-title = Deine Kugeln bleiben
rules-ejection-rim = Deine eigenen Züge bringen deine Kugeln nie vom Brett: Nur der Gegner kann sie hinausschieben.
rules-ejection-end-title = Das Ende
rules-ejection-end = Wer zuerst **sechs** Kugeln hinausschiebt, gewinnt sofort. Hier schiebt Schwarz die sechste hinaus.
    Du kannst ein anderes Ziel wählen, von 1 bis 13. **Blitz**, das *Concours-Blitz* der ersten Ausgabe, geht bis 4.

rules-words = Wörter des Spiels
rules-words-about = Appui, Det, Eject, Gambit und mehr
rules-words-words-title = Wörter des Spiels
rules-words-words = Die ersten Regeln von Abalone waren auf Französisch, und ihre Wörter sind geblieben.
    • **Sumito**: mehr Kugeln auf der Linie, womit man schieben kann. **Pac**: gleiche Kräfte.
    • **En ligne**, längs; **en flèche**, seitwärts.
    • **Det**: eine Kugel, die gleich hinausgeschoben wird und sich nicht retten kann, wie die weiße auf `e9`: `e6e7` schiebt sie hinaus.
    • **Appui**: Eine umstellte Kugel ist *en appui*. Die schwarzen auf `d8` und `f9` versperren ihr die Wege am Rand entlang.
    • **Eject**: vom Brett geschoben.
    • **Gambit**: eine Kugel absichtlich hergeben, um später mehr zu gewinnen.

rules-notation = Notation
rules-notation-about = Wie man Züge schreibt, und was ich sonst verstehe
rules-notation-forms-title = Züge schreiben
rules-notation-forms = Nenne in `/zug` zwei Felder für einen Zug längs und drei für einen seitwärts.
    • **Längs**: das hintere Feld, dann das Feld, auf das es zieht: `a1b2`. Alle Kugeln davor ziehen mit.
    • **Seitwärts**: beide Enden der Linie, dann das Feld, auf das das erste Ende geht: `c3c5d3`, oder vom anderen Ende aus `c5c3d5`.
    Ich verstehe auch: Großbuchstaben und Trennzeichen, `A1-B2`; eine Richtung statt des letzten Felds, `a1 ne`, `c3 c5 nw` (englisch: `e`, `ne`, `nw`, `w`, `sw`, `se`); die Nacre-Form mit dem Feld, auf dem die vordere Kugel landet, `a1d4`; ein Ende einer Linie und wo das *andere* Ende landet, `c3d6`.
    Oder schreib gar nichts: Nutze die Knöpfe unter dem Brett.
    Besondere Züge stehen auf den Seiten über Setzen, Zugfolgen, Dreiecke, zwei Bretter und Fliporona.
rules-notation-mistakes-title = Wenn ein Zug nicht geht
rules-notation-mistakes = Die Antwort sagt, was falsch ist. Es wurde nichts gezogen, und du kannst es noch einmal versuchen. Hier sind häufige Fehler, mit Schwarz am Zug in der Startstellung:

# Optionen
rules-layouts = Aufstellungen
rules-layouts-about = Wo die Kugeln beginnen: bekannt, zufällig oder deine eigene
rules-layouts-named-title = Bekannte Aufstellungen
rules-layouts-named = Bei zwei geduldigen Spielern kann die Standardaufstellung zur Mauer werden. Die meisten nehmen lieber andere: Die **belgische Margerite** im Bild ist bei Turnieren üblich.
    Es gibt Dutzende: Margeriten, Schlangen, Mauern, Sterne … Tippe ein paar Buchstaben eines Namens, und wähle.
rules-layouts-drawn-title = Zufällige Aufstellungen
rules-layouts-drawn = • **Zufällig, symmetrisch** (`random`): Zu jeder schwarzen Kugel hat Weiß eine auf dem gegenüberliegenden Feld, durch die Mitte gesehen. Beide beginnen gleich.
    • **Zufällig, beliebige Felder** (`random-free`): je vierzehn Kugeln, irgendwo. Das kann ungerecht sein.
    Die Aufstellung entsteht schon bei der Herausforderung, also sehen alle sie, bevor sie annehmen.
rules-layouts-own-title = Deine eigene Aufstellung
rules-layouts-own = Schreib das Brett als neun Reihen, von `i` oben bis `a`, getrennt durch `/`. Nimm `b` für eine schwarze Kugel (*black*), `w` für eine weiße und eine Zahl für so viele leere Felder.
    Das Bild ist `5/2ww2/2www2/3ww3/9/3bb3/2bbb2/2bb2/5`.
    Jede Farbe braucht mindestens so viele Kugeln, wie die andere zum Sieg hinausschieben muss.

rules-placement = Setzen
rules-placement-about = Ein leeres Brett: Zuerst setzt jeder seine Kugeln
rules-placement-placing-title = Setzen
rules-placement-placing = Das Brett beginnt ohne Kugeln. Schwarz fängt an, und abwechselnd setzt jeder **eine Kugel auf ein beliebiges freies Feld**, bis alle 28 liegen. Vorher wird nicht gezogen. Dann macht Schwarz den ersten Zug.
    Schreib `@` und das Feld: `@g7`.
    Setzen und eine Aufstellung gehen nicht zusammen.

rules-sprint = Sprint
rules-sprint-about = Eine feste Zahl von Zügen für jeden, dann zählt der Punktestand
rules-sprint-last-title = Sprint
rules-sprint-last = Ein Sprint ist eine Partie mit 20 bis 30 Zügen. Haben beide ihre gemacht, **gewinnt, wer mehr Kugeln hinausgeschoben hat**. Die restlichen Züge stehen neben den Namen.
    Hier hatten beide zwei hinausgeschoben. Der letzte Zug von Weiß, der zwanzigste, schiebt die dritte hinaus und entscheidet die Partie.
    ⚖️ Gezählt werden die Züge *jedes* Spielers, also machen beide gleich viele. Zwei Partner auf einem Brett machen je so viele. Bei Gleichstand ist es remis. Wer das Ziel früher erreicht, gewinnt trotzdem sofort.

rules-handicap = Vorgabe
rules-handicap-about = Ein Spieler beginnt mit weniger Kugeln
rules-handicap-fewer-title = Vorgabe
rules-handicap-fewer = Um einen Unterschied in der Stärke auszugleichen, beginnt ein Spieler mit einer bis vier Kugeln weniger. Sie zählen von Anfang an als hinausgeschoben: Weiß fehlen drei Kugeln und verliert, wenn drei weitere draußen sind.
    ⚖️ Die Kugeln fehlen in der hinteren Reihe dieses Spielers, zuerst an den Enden, dann nach innen. Hier ist es Reihe `i`, die hintere von Weiß.

rules-turn = Zwei Züge hintereinander
rules-turn-about = Zwei eigene Züge, oder einer mit den Kugeln des Gegners
rules-turn-double-title = Doppelzüge
rules-turn-double = Wer dran ist, macht **zwei Züge mit den eigenen Kugeln**, nacheinander, mit denselben Kugeln oder anderen. Schreib beide mit einem Komma: `a1b2,b2c3`. Unter dem Brett gibst du sie einzeln ein.
rules-turn-own-foe-title = Einer mit deinen, einer mit seinen
rules-turn-own-foe = Zuerst ziehst du mit deinen Kugeln, dann **mit den Kugeln deines Gegners**. Dabei schieben sie, und deine können geschoben werden. Was sie hinausschieben, zählt für deinen Gegner.
    Hier zog Schwarz von `e5` nach `e4`, dann die weiße Kugel von `f6` nach `f7`.
rules-turn-orders-title = Die anderen Reihenfolgen
rules-turn-orders = *Einer mit gegnerischen, dann einer mit deinen* ist dasselbe umgekehrt, zum Beispiel `g6h6,e5e4`. *Je einer, Reihenfolge beliebig* lässt dir die Wahl.
rules-turn-early-end-title = Wenn es früher endet
rules-turn-early-end = ⚖️ Erreicht eine Seite ihr Ziel mit dem ersten von zwei Zügen, ist die Partie vorbei, und der zweite wird nicht gespielt. Hier schiebt Schwarz die sechste Kugel hinaus und gewinnt.
    ⚖️ Ist kein zweiter Zug möglich, bleibt es beim ersten.

rules-obstacles = Hindernisse
rules-obstacles-about = Felder, die die ganze Partie leer bleiben
rules-obstacles-walls-title = Hindernisse
rules-obstacles-walls = Manche Felder sind gesperrt: Dort kann nie eine Kugel liegen. Ein Hindernis hält Züge und Schübe auf wie eine Wand, und eine Kugel davor lässt sich nicht schieben. Üblich ist nur die Mitte, `e5`.
    Nenne die Felder mit Leerzeichen dazwischen.

rules-holes = Löcher
rules-holes-about = Kugeln, die in diese Felder geschoben werden, sind draußen
rules-holes-fall-title = Löcher
rules-holes-fall = Ein Loch wirkt wie der Rand des Bretts: Eine gegnerische Kugel, die **hineingeschoben wird, ist draußen**. Hier hat Schwarz die Kugel auf `e4` in das Loch auf `e5` geschoben.
    Nenne die Felder mit Leerzeichen dazwischen. Üblich ist die Mitte.
rules-holes-own-title = Kein Sprung hinein
rules-holes-own = Deine eigenen Züge bringen deine Kugeln nie in ein Loch, weder allein noch an der Spitze einer Linie.

rules-pivot = Pivot und Ball
rules-pivot-about = Neutrale Kugeln, die sich nur bewegen, wenn man sie schiebt
rules-pivot-pushed-title = Pivot
rules-pivot-pushed = Der Pivot ist eine neutrale Kugel. Er gehört niemandem und **bewegt sich nur, wenn man ihn schiebt**. Hier haben ihn drei schwarze Kugeln ein Feld weit geschoben.
rules-pivot-counts-title = Er zählt als gegnerische Kugel
rules-pivot-counts = Beim Schieben zählt der Pivot für beide Spieler als gegnerische Kugel. Auf Reihe `c` stehen zwei schwarze Kugeln vor dem Pivot und einer weißen Kugel: ein Pac. Niemand kann ihn wie eine eigene Kugel ziehen.
rules-pivot-fixed-title = Fest oder nicht
rules-pivot-fixed = Du wählst, ob der Pivot hinausgeschoben werden kann. Normalerweise ja, und er zählt für niemanden. Ein **fester** Pivot, geschrieben `e5:fixed`, kommt weder vom Brett noch in ein Loch.
rules-pivot-ball-title = Ball
rules-pivot-ball = Der Ball ist eine neutrale Kugel und wird wie ein Pivot geschoben: Er zählt als gegnerische Kugel. **Wer ihn hinausschiebt, gewinnt sofort**, egal wie es steht. Das hat Schwarz gerade getan.
    Mit sechs hinausgeschobenen Kugeln, oder dem gewählten Ziel, gewinnt man ebenfalls.

rules-triangles = Dreiecke
rules-triangles-about = Drei Kugeln, die sich berühren, ziehen zusammen
rules-triangles-together-title = Dreiecke
rules-triangles-together = Neben Linien können auch **drei deiner Kugeln, die sich alle berühren**, zusammen ziehen, um ein Feld in eine beliebige Richtung. Jedes Feld, auf das sie ziehen, muss leer sein oder von einer der drei verlassen werden.
    Schreib `tri:`, die drei Felder und das Feld, auf das das erste geht.
rules-triangles-no-push-title = Dreiecke schieben nicht
rules-triangles-no-push = `tri:d4e4e5e4` zieht auf freie Felder. Dieselben drei können nicht zusammen zur weißen Kugel ziehen.
    ⚖️ Ein Dreieck schiebt nie, egal was im Weg ist.

rules-hidden-colors = Verdeckte Farben
rules-hidden-colors-about = Bis zum Schluss sehen alle Kugeln gleich aus
rules-hidden-colors-play-title = Verdeckte Farben
rules-hidden-colors-play = **Alle Kugeln sehen gleich aus**, für alle, bis zum Ende der Partie. Du musst dir merken, welche deine sind. Ich bin der Schiedsrichter: Versuchst du einen unerlaubten Zug, sage ich nur, dass er nicht geht, ohne Grund, und du versuchst es noch einmal.
    Alle sehen, wie viele Kugeln jeder hinausgeschoben hat. Sonst verrät nichts die Farben: kein Bild, keine Liste, kein Vorschlag, kein Knopf und keine frühere Stellung.

rules-crown = Krone
rules-crown-about = Eine neutrale Kugel auf dreien von dir: Lass sie nicht fallen
rules-crown-rests-title = Krone
rules-crown-rests = Eine neutrale Kugel, die Krone, liegt bei jedem Spieler auf **drei Kugeln, die sich berühren**: für Schwarz `b3`, `b4` und `c4`, für Weiß gegenüber, `g6`, `h6` und `h7`.
    Die Krone bleibt oben, solange alle drei liegen bleiben.
rules-crown-falls-title = Die Krone verlieren
rules-crown-falls = Sobald eine der drei ihr Feld verlässt, fällt die Krone, **egal wer sie bewegt hat**: Selbst ziehen zählt wie ein Schub. Wessen Krone zuerst fällt, der verliert.
    Hier hat Schwarz eine Kugel unter der Krone von Weiß weggeschoben. Wer das Ziel erreicht, gewinnt ebenfalls.

# Mehr Spieler
rules-partners = Zwei gegen zwei
rules-partners-about = Zwei Teams auf einem Brett oder auf zwei Brettern
rules-partners-one-board-title = Zwei gegen zwei, ein Brett
rules-partners-one-board = *4×2×1*: zwei Farben, ein Brett, zwei Teams zu zweit. Gezogen wird in der Reihenfolge Schwarz 1, Weiß 1, Schwarz 2, Weiß 2. Partner teilen sich ihre Kugeln und ziehen sie abwechselnd.
    Partner dürfen sich nicht absprechen, und ich überbringe keine Nachrichten.
rules-partners-two-boards-title = Zwei gegen zwei, zwei Bretter
rules-partners-two-boards = *4×2×2*: zwei Farben, zwei Bretter. In der ersten Runde spielt Schwarz 1 auf dem ersten Brett gegen Weiß 1, und Schwarz 2 auf dem zweiten gegen Weiß 2. Eine Runde umfasst einen Zug jedes Spielers.
    Eine Zahl davor sagt, welches Brett du meinst: `1:` oder `2:`. Ohne Zahl ist es das Brett, auf dem du dran bist.
    Das Team, das mehr Bretter gewinnt, siegt. Hat jedes eines gewonnen, entscheiden die hinausgeschobenen Kugeln auf beiden Brettern zusammen. Sind auch das gleich viele, ist es remis.
rules-partners-phases-title = Bretter wechseln
rules-partners-phases = Die Spieler wechseln zwischen den Brettern und behalten ihre Farbe.
    ⚖️ *In Phase*: Nach jeder Runde wechseln alle vier das Brett, also treffen sich dieselben zwei auf dem anderen wieder.
    ⚖️ *Wechselnde Gegner*: Die Spieler von Schwarz wechseln nach geraden Runden, die von Weiß nach ungeraden, also wechseln auch die Gegner.
    ⚖️ Ist ein Brett entschieden, geht das andere weiter, und die Partner ziehen dort abwechselnd.

rules-many = Drei, vier und sechs
rules-many-about = Mehr Farben auf einem Brett
rules-many-three-title = Drei Spieler
rules-many-three = Drei Farben mit je elf Kugeln, jeder für sich. Schwarz, Weiß und Rot ziehen in dieser Reihenfolge. Wer zuerst **sechs Kugeln in beliebigen Farben** hinausschiebt, gewinnt.
rules-many-mixed-push-title = Farben, die zusammen geschoben werden
rules-many-mixed-push = Du ziehst nur Kugeln deiner eigenen Farbe. Beim Sumito **zählen gegnerische Kugeln verschiedener Farben zusammen** und werden zusammen geschoben. Hier haben drei schwarze Kugeln eine weiße und eine rote geschoben: drei gegen zwei.
rules-many-four-title = Vier Spieler
rules-many-four = Vier Farben mit je neun Kugeln. Wer sich gegenübersitzt, spielt zusammen: Schwarz mit Rot, Weiß mit Grün. Das erste **Team**, das sechs Kugeln des anderen Teams hinausschiebt, gewinnt.
rules-many-reinforced-title = Partner verstärken einen Schub
rules-many-reinforced = Eine oder zwei Kugeln eines Partners können **einen Schub verstärken**. Die hinterste Kugel muss deine sein, und höchstens drei dürfen schieben. Hier haben Schwarz auf `e2` und Rot auf `e3` zusammen eine weiße Kugel geschoben, zwei gegen eine.
rules-many-partner-title = Was Partner nicht können
rules-many-partner = Die Kugel eines Partners bewegt sich nur, um beim Schieben zu helfen. Du kannst sie nicht hinausschieben und nicht wie eine gegnerische schieben: Sie blockiert wie eine eigene.
    ⚖️ Seitwärts kann keine Kugel eines Partners mitziehen.
    ⚖️ Wer nicht ziehen kann, passt. Kann niemand ziehen, ist es remis.
rules-many-six-title = Sechs Spieler
rules-many-six = Sechs Farben mit je sechs Kugeln, drei gegen drei. Rund um das Brett sind Nachbarn Gegner. Alles andere ist wie zu viert: Das erste Team, das sechs Kugeln des anderen hinausschiebt, gewinnt.

# Grand Abalone
rules-grand-abalone = Grand Abalone
rules-grand-abalone-about = Ein größeres Brett, und immer zwei Züge
rules-grand-abalone-start-title = Grand Abalone
rules-grand-abalone-start = **Grand Abalone** hat 91 Felder, sechs an jeder Seite, und je 21 Kugeln. Die Reihen heißen `a` bis `k`.
    • **Züge**: Schwarz beginnt mit einem Zug. Danach macht man immer zwei Züge mit den eigenen Kugeln, geschrieben mit einem Komma dazwischen.
    • **Linien**: Bis zu vier Kugeln ziehen zusammen, und mehr Kugeln schieben weniger: Vier schieben drei.
    • **Ziel**: zehn Kugeln hinausschieben, oder so viele, wie ihr vereinbart habt, von 1 bis 20.

# Notalone
rules-notalone = Notalone
rules-notalone-about = Abalone mit zwei Schwestern, von Vincent Everaert
rules-notalone-placing-title = Notalone: die Schwestern
rules-notalone-placing = Vincent Everaerts Spiel von 2005 ergänzt Abalone um zwei neutrale Kugeln, die **Schwestern**, und um ein anderes Ende. Die Schwestern gehören immer dem Spieler, der dran ist.
    Die Kugeln beginnen wie bei Abalone. Zuerst Schwarz, dann Weiß setzt eine Schwester auf ein freies Feld der eigenen Hälfte: `@d4`. Dann zieht Schwarz.
    ⚖️ Die Hälfte von Schwarz sind die Reihen `a` bis `d`, die von Weiß die Reihen `f` bis `i`.
rules-notalone-lines-title = Mit Schwestern ziehen
rules-notalone-lines = Ein Zug bewegt eine bis drei deiner Kugeln und **dazu alle Schwestern auf ihrer Linie**, egal wo: davor, dahinter oder dazwischen. Schwestern zählen nicht, also können bis zu fünf Kugeln ziehen, längs (`e2e3`) oder seitwärts (`g4g5h4`).
    Eine Schwester bewegt sich nie ohne eine deiner Kugeln.
rules-notalone-pushes-title = Mit Schwestern schieben
rules-notalone-pushes = Du kannst schieben, wenn du mehr Kugeln hast, und **jede Schwester in der Reihe zählt für den, der schiebt**, auch eine zwischen oder hinter den gegnerischen Kugeln.
    Hier schieben drei schwarze Kugeln und eine Schwester drei weiße: 4–3 ist ein Sumito, 5–4 auch. Mehr als zwei geschobene Kugeln sind erlaubt.
    Eine Kugel, die über den Rand geschoben wird, ist draußen.
rules-notalone-limits-title = Was Schwestern nicht ändern
rules-notalone-limits = `e1e2` ist ein Schub, obwohl die Schwester *hinter* der weißen Kugel liegt: Sie zählt für Schwarz, drei gegen eine. Aber eine Schwester wird **nie hinausgeschoben**, gleiche Kräfte sind ein Pac, und eine eigene Kugel hinter den geschobenen blockiert.
rules-notalone-back-title = Kein Hin und Her
rules-notalone-back = Eine Schwester kann nicht geradewegs zurück, **entgegen der Richtung ihres letzten Zuges**. Sie kam von Westen nach `e5`, also kann sie überallhin, nur nicht nach Westen.
    ⚖️ Es zählt der letzte Zug *dieser* Schwester, egal wer ihn gemacht hat und wie lange er her ist.
rules-notalone-end-title = Die Schwestern treffen sich
rules-notalone-end = Sobald sich die Schwestern **berühren**, ist die Partie vorbei, und wer mehr Kugeln auf dem Brett hat, gewinnt. Vorsicht: Haben beide gleich viele, verliert, wer die Schwestern zusammengebracht hat. Sechs hinausgeschobene Kugeln entscheiden hier nichts, und remis wird es nur durch Vereinbarung.
    Hier hat Schwarz sie mit acht Kugeln gegen sieben zusammengebracht und gewinnt.
    ⚖️ Eine Stellung zu wiederholen, ist bei Notalone kein Remis. Wer nicht ziehen kann, verliert.

# Fliporona
rules-fliporona = Fliporona
rules-fliporona-about = Steine umdrehen auf dem Fanorona-Brett
rules-fliporona-placing-title = Fliporona: setzen
rules-fliporona-placing = Das Fanorona-Brett hat neun Spalten, `a` bis `i`, und fünf Reihen, 1 bis 5. Es gibt 44 Steine mit zwei Farben wie bei Othello.
    Weiß beginnt. Abwechselnd setzt jeder einen Stein, die eigene Farbe oben, auf einen freien Punkt, `@g3`, bis **nur die Mitte frei ist**. Dann macht Weiß den ersten Zug.
    • **Ziel**: Dein Gegner hat keine Steine mehr, oder keiner davon kann ziehen.
rules-fliporona-steps-title = Linien und Schritte
rules-fliporona-steps = Ein Zug bewegt einen Stein auf einer Linie auf einen freien Punkt daneben. **Starke** Punkte haben acht Richtungen, **schwache** vier: keine Diagonalen. Starke und schwache Punkte wechseln sich ab: `a1`, `c3` und die Mitte `e3` sind stark.
    Von `c3` kann ein Stein `c3d2` ziehen. Vom schwachen Punkt `d3` geht es nur auf seiner Reihe oder Spalte weiter, zum Beispiel `d3e3`.
rules-fliporona-approach-title = Annähern
rules-fliporona-approach = Kommt ein Stein auf der Linie seines Schritts vorn mit gegnerischen Steinen **in Berührung**, wird deren ganze lückenlose Reihe **umgedreht** und wechselt die Farbe. Ein Schritt, der umdrehen kann, dreht immer um.
    Am Ende eines Zuges, der umgedreht hat, kommt der gezogene Stein vom Brett.
    Ein `+` nach dem Schritt heißt *Annähern*. Du kannst es weglassen, wenn es keine Wahl gibt.
rules-fliporona-withdrawal-title = Entfernen
rules-fliporona-withdrawal = **Löst** sich ein Stein auf der Linie seines Schritts hinten von gegnerischen Steinen, wird deren Reihe umgedreht. Ein `-` nach dem Schritt heißt *Entfernen*.
    Hier hat Weiß `c3` und `b3` hinter sich gelassen, und sie sind weiß geworden.
rules-fliporona-choice-title = Vorn oder hinten
rules-fliporona-choice = Könnte ein Schritt die Reihe vorn und die hinten umdrehen, **wählst du eine**: `e3d3+` dreht die zwei Steine um, auf die Schwarz trifft, `e3d3-` den, den Schwarz verlässt.
rules-fliporona-chain-title = Ketten
rules-fliporona-chain = Nach einem Schritt, der umgedreht hat, **kann derselbe Stein** mit einem weiteren Schritt, der umdreht, **weitermachen**, immer wieder. Er kann an einen früheren Punkt zurückkommen. Am Ende kommt er vom Brett, wo er auch ist.
    Schreib die Punkte der Reihe nach, jeden mit seinem Zeichen. Unter dem Brett gibst du eine Kette Schritt für Schritt ein.
    Hier ging Weiß nach oben, nach rechts und diagonal zurück zur Mitte und drehte jedes Mal einen Stein um.
rules-fliporona-chain-limits-title = Grenzen einer Kette
rules-fliporona-chain-limits = Ein Schritt kann nicht der Linie des vorigen folgen, weder vor noch zurück. Nach einem Schritt zur Seite kommt einer nach oben, unten oder diagonal, zum Beispiel `d3e3-e2+`. Jeder weitere Schritt muss umdrehen.
rules-fliporona-last-piece-title = Keine Steine mehr
rules-fliporona-last-piece = Du gewinnst, wenn dein Gegner **keine Steine mehr hat**: Hier hat Weiß die letzten zwei schwarzen umgedreht. Aber zähl mit: Jeder Zug, der umdreht, kostet dich den gezogenen Stein.
rules-fliporona-stuck-title = Kein Zug mehr
rules-fliporona-stuck = Du gewinnst auch, wenn dein Gegner am Zug ist und **nicht ziehen kann**: Hier ist der schwarze Stein auf `a1` gefangen.
    Spät in der Partie bilden die Steine oft zwei getrennte Gruppen. Dann ist ein Stein weniger Grund genug zum Aufgeben.
    ⚖️ Kommt eine Stellung zum dritten Mal vor, ist es remis.

# Enden und Entscheidungen
rules-endings = Remis und Partieende
rules-endings-about = Wiederholung, keine Kugel hinausgeschoben, kein Zug, Vereinbarung, Zeit
rules-endings-draws-title = Remis
rules-endings-draws = ⚖️ Kommt eine Stellung mit demselben Spieler am Zug **zum dritten Mal** vor, ist es remis. In einem Sprint gehören die restlichen Züge nicht zur Stellung.
    ⚖️ **Keine Kugel hinausgeschoben**: 300 Züge in Folge ohne hinausgeschobene Kugel sind remis (als Zug zählt, was ein Spieler macht, wenn er dran ist). Ab 200 kann jeder das Remis mit `/partie remis` reklamieren. Im Bild sind es 207.
    Bei Notalone gilt beides nicht, bei Fliporona nur das Erste.
rules-endings-no-move-title = Kein erlaubter Zug
rules-endings-no-move = ⚖️ Wer dran ist und nicht ziehen kann, **verliert**. Hier hat Weiß die zwei schwarzen Kugeln eingeschlossen: Jeder Weg ist versperrt, und Schieben geht nicht.
    Zu dritt, viert oder sechst passt dieser Spieler stattdessen.
rules-endings-by-players-title = Vereinbarung, Aufgabe, Zeit
rules-endings-by-players = • `/partie remis` bietet Remis an. Das Angebot gilt, bis der Gegner antwortet oder zieht. Bei mehr als zwei Spielern muss jemand von jeder Seite zustimmen.
    • `/partie aufgeben` gibt eine Partie auf. Vorher frage ich nach.
    • **Zeit**: Tage für jeden Zug, eine Uhr, die mit jedem Zug Zeit gewinnt, oder eine Zeit für die ganze Partie. Die `bedenkzeit` der Herausforderung entscheidet. Ich erinnere dich vor einer Frist, und wer sie verpasst, verliert. Ohne Frist beendet die Zeit keine Partie.
    • Wer aufgibt oder die Zeit überschreitet, verliert für das ganze Team, und alle anderen gewinnen.

rules-rulings = Unsere Entscheidungen
rules-rulings-about = Wie wir spielen, wo die gedruckten Regeln eine Wahl lassen
rules-rulings-abalone-title = Unsere Entscheidungen: Abalone
rules-rulings-abalone = ⚖️ Wo die gedruckten Regeln eine Wahl lassen, spielen wir so.
    • Kein erlaubter Zug, wenn du dran bist: Du verlierst.
    • Kommt eine Stellung zum dritten Mal vor, ist es remis. Ebenso nach 300 Zügen ohne hinausgeschobene Kugel, und ab 200 kann ein Spieler es reklamieren.
    • Sprint: Gezählt werden die Züge jedes Spielers. Gleichstand ist remis. Wer das Ziel erreicht, gewinnt sofort.
    • Vorgabe: Die Kugeln fehlen in der hinteren Reihe dieses Spielers, von den Enden nach innen.
    • Zwei Züge hintereinander: Wird das Ziel mit dem ersten erreicht, ist die Partie vorbei. Ist kein zweiter möglich, bleibt es beim ersten.
    • Ein Dreieck schiebt nie.
rules-rulings-others-title = Unsere Entscheidungen: mehr Spieler, andere Spiele
rules-rulings-others = ⚖️ Und für die anderen Spiele:
    • Zwei Bretter: *In Phase* wechseln alle vier nach jeder Runde. Bei *wechselnden Gegnern* wechselt Schwarz nach geraden Runden, Weiß nach ungeraden.
    • Vier und sechs Spieler: Seitwärts kann keine Kugel eines Partners mitziehen.
    • Drei, vier und sechs Spieler: Wer nicht ziehen kann, passt. Kann niemand ziehen, ist es remis.
    • Notalone: Die Hälfte von Schwarz sind die Reihen `a` bis `d`, die von Weiß die Reihen `f` bis `i`. *Kein Hin und Her* vergleicht die Züge dieser Schwester, egal wer sie gemacht hat. Wiederholung ist kein Remis, und wer nicht ziehen kann, verliert.
    • Fliporona: Kommt eine Stellung zum dritten Mal vor, ist es remis.
