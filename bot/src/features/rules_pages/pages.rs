//! Contents of `/rules`: positions, moves and examples, as data. A test plays all of it; the texts are in
//! `locales/rules.*.ftl`.

#[derive(Debug)]
pub struct Topic {
    /// Its name in keys and buttons. Must stay stable: a button may be pressed a year later.
    pub key: &'static str,
    /// The options of a setup line that it explains; `game` is the game's name.
    pub options: &'static [&'static str],
    /// At least one.
    pub pages: &'static [Page],
}

/// One page: a text with a picture.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// Its name, within the topic.
    pub key: &'static str,
    /// The setup of the picture's game.
    pub setup: &'static str,
    /// The position of the picture; `None` for the start of the setup.
    pub position: Option<&'static str>,
    /// A move played there and shown as the last one.
    pub shown: Option<&'static str>,
    /// Legal moves there, named in the text and drawn as arrows.
    pub legal: &'static [&'static str],
    /// Illegal moves there, each with its refusal code; the refusal is shown below the text.
    pub refused: &'static [(&'static str, &'static str)],
}

const fn page(key: &'static str, setup: &'static str) -> Page {
    Page { key, setup, position: None, shown: None, legal: &[], refused: &[] }
}

impl Page {
    const fn at(self, position: &'static str) -> Self {
        Self { position: Some(position), ..self }
    }

    const fn turn(self, turn: &'static str) -> Self {
        Self { shown: Some(turn), ..self }
    }

    const fn legal(self, legal: &'static [&'static str]) -> Self {
        Self { legal, ..self }
    }

    const fn refuses(self, refused: &'static [(&'static str, &'static str)]) -> Self {
        Self { refused, ..self }
    }
}

const fn topic(key: &'static str, options: &'static [&'static str], pages: &'static [Page]) -> Topic {
    Topic { key, options, pages }
}

/// The book in order; at most as many topics as a select has options.
pub static TOPICS: [Topic; 25] = [
    topic("aim", &[], &[page("start", "abalone")]),
    topic(
        "moves",
        &[],
        &[
            page("inline", "abalone").turn("a1b2"),
            page("broadside", "abalone").turn("c3c5d3"),
            page("limits", "abalone")
                .at("5/3w2/3ww2/3w4/3bb4/8/1bbbb2/b5/b4 b 0-0 8")
                .legal(&["c3c4", "c3c5d3"])
                .refuses(&[("c2c3", "too-long"), ("e4e5f4", "blocked")]),
        ],
    ),
    topic(
        "sumito",
        &[],
        &[
            page("push", "abalone").at("5/6/1bbbww1/8/1bbbw4/8/1bbw3/6/5 b 0-0 8").legal(&["c2c3", "e2e3", "g4g5"]),
            page("impossible", "abalone")
                .at("5/6/3w3/2bbb3/9/2bb1w2/7/1bbwb1/5 b 0-0 8")
                .legal(&["d3d4"])
                .refuses(&[("b2b3", "own-marble-behind"), ("f5f6g5", "blocked")]),
        ],
    ),
    topic(
        "pac",
        &[],
        &[
            page("equal", "abalone").at("5/6/bbbwww1/8/1bbbbwww1/8/1bbww2/6/1bw2 b 0-0 8").refuses(&[
                ("a2a3", "pac"),
                ("c2c3", "pac"),
                ("g3g4", "pac"),
                ("e3e4", "pac"),
            ]),
            page("broken", "abalone").at("5/6/7/8/1bbbwww2/3b4/2b4/6/5 b 0-0 8").turn("c3d4"),
        ],
    ),
    topic(
        "ejection",
        &["target"],
        &[
            page("eject", "abalone").at("5/4w1/4www/4b1w1/5bbbw/4bb2/3bb2/6/5 b 0-0 20 calm=3").turn("e6e7"),
            page("rim", "abalone").at("5/6/5w1/8/4b1w2/8/2b4/1b4/1b3 b 0-0 20").refuses(&[("b2a2", "own-ejection")]),
            page("end", "abalone").at("5/4ww/5ww/4www1/4bbbww/4b3/3bb2/2bbb1/5 b 4-5 61").turn("e5e6"),
        ],
    ),
    topic("words", &[], &[page("words", "abalone").at("5/6/3ww2/4w2b/5bbbw/5w1b/3bb2/6/5 b 0-0 30").legal(&["e6e7"])]),
    topic(
        "notation",
        &[],
        &[
            page("forms", "abalone").legal(&["a1b2", "c3c5d3", "A1-B2", "a1 ne", "a1d4", "c5c3d5", "c3 c5 nw", "c3d6"]),
            page("mistakes", "abalone").refuses(&[
                ("i9h8", "not-yours"),
                ("e5e6", "empty-cell"),
                ("a2c4", "wrong-landing"),
                ("a1b5", "not-in-line"),
                ("c3c5e3", "not-adjacent"),
            ]),
        ],
    ),
    topic(
        "layouts",
        &["layout", "board", "seed"],
        &[
            page("named", "abalone layout=belgian-daisy"),
            page("drawn", "abalone layout=random seed=7"),
            page("own", "abalone layout=custom board=5/2ww2/2www2/3ww3/9/3bb3/2bbb2/2bb2/5"),
        ],
    ),
    topic(
        "placement",
        &["placement"],
        &[page("placing", "abalone placement=on")
            .at("5/6/3w3/3wb3/4bw3/3b4/3b3/6/5 w 0-0 7 placing")
            .legal(&["@g7"])
            .refuses(&[("@e5", "taken"), ("f5g5", "place-first")])],
    ),
    topic(
        "sprint",
        &["sprint"],
        &[page("last", "abalone sprint=20").at("3bb/1bb1bb/5bb/4bbb1/5wwwb/4ww2/3ww2/2www1/3ww w 2-2 39").turn("e7e8")],
    ),
    topic("handicap", &["handicap"], &[page("fewer", "abalone handicap=white:3")]),
    topic(
        "turn",
        &["turn"],
        &[
            page("double", "abalone turn=double").turn("a1b2,b2c3"),
            page("own-foe", "abalone turn=own-foe").at("5/6/3ww2/3ww3/4bw3/3bb3/2bb3/6/5 b 0-0 10").turn("e5e4,f6f7"),
            page("orders", "abalone turn=foe-own")
                .at("5/6/3ww2/3ww3/4bw3/3bb3/2bb3/6/5 b 0-0 10")
                .legal(&["g6h6,e5e4"])
                .refuses(&[("e5e4,g6h6", "other-color"), ("g6h6", "turn-unfinished")]),
            page("early-end", "abalone turn=double")
                .at("5/2www1/2ww3/3b4/6bbw/2b3w1/2bb3/1bbb2/5 b 3-5 50")
                .turn("e7e8"),
        ],
    ),
    topic(
        "obstacles",
        &["obstacles"],
        &[page("walls", "abalone obstacles=e5+d2").at("5/6/3ww2/3bw3/1bbw#4/1#1b4/1bb4/6/5 b 0-0 10").refuses(&[
            ("e2e3", "wall"),
            ("d4e5", "wall"),
            ("c2c3d2", "blocked"),
        ])],
    ),
    topic(
        "holes",
        &["holes"],
        &[
            page("fall", "abalone holes=e5").at("5/6/3w3/4w3/bbbwo4/4b3/2b1b2/6/5 b 0-0 10").turn("e1e2"),
            page("own", "abalone holes=e5")
                .at("5/2w3/3w3/4w3/2bbo4/3b1b2/2b4/6/5 b 0-0 10")
                .refuses(&[("e3e4", "into-hole"), ("c3d4", "into-hole")]),
        ],
    ),
    topic(
        "pivot",
        &["pivot", "ball"],
        &[
            page("pushed", "abalone pivot=e5").at("5/6/3ww2/5w2/1bbbnw3/4b3/2b4/6/5 b 0-0 10").turn("e2e3"),
            page("counts", "abalone pivot=e5")
                .at("5/6/4w2/5w2/6bb1/8/2bbnw1/6/5 b 0-0 10")
                .refuses(&[("c3c4", "pac"), ("c5c6", "not-yours")]),
            page("fixed", "abalone pivot=e5:fixed")
                .at("5/6/4w2/5w2/6bbn/4b3/2bb1w1/6/5 b 0-0 10")
                .refuses(&[("e7e8", "pivot-stays")]),
            page("ball", "abalone ball=e5").at("5/6/1ww1w2/5w2/6bbn/3b4/2bb3/6/5 b 0-0 33 ball=e9").turn("e7e8"),
        ],
    ),
    topic(
        "triangles",
        &["triangles"],
        &[
            page("together", "abalone triangles=on")
                .at("5/3w2/4w2/5w2/3bb4/2wb4/1bb4/1b4/5 b 0-0 33")
                .turn("tri:d4e4e5e4"),
            page("no-push", "abalone triangles=on")
                .at("5/3w2/4w2/5w2/3bbw3/2wb4/1bb4/1b4/5 b 0-0 33")
                .legal(&["tri:d4e4e5e4"])
                .refuses(&[("tri:d4e4e5d5", "blocked")]),
        ],
    ),
    topic("hidden-colors", &["colors"], &[page("play", "abalone colors=one").refuses(&[("i9h8", "not-legal")])]),
    topic(
        "crown",
        &["crown"],
        &[
            page("rests", "abalone crown=on"),
            page("falls", "abalone crown=on")
                .at("5/2www1/3w3/3b4/3b2w2/2b3w1/2bb3/1bbb2/5 b 0-0 14 crown=b3b4c4,g6h6h7")
                .turn("d3e4"),
        ],
    ),
    topic(
        "partners",
        &["seats", "phase"],
        &[
            page("one-board", "abalone seats=2x2").turn("a1b2"),
            page("two-boards", "abalone seats=2x2x2").refuses(&[("2:a1b2", "other-board")]),
            page("phases", "abalone seats=2x2x2 phase=counter").turn("1:a1b2"),
        ],
    ),
    topic(
        "many",
        &["seats"],
        &[
            page("three", "abalone seats=3"),
            page("mixed-push", "abalone seats=3").at("5/6/3ww2/5w2/bbbwr4/3b2r1/2b2rr/2b3/5 b 0-0-0 12").turn("e1e2"),
            page("four", "abalone seats=4"),
            page("reinforced", "abalone seats=4")
                .at("5/2rr2/3r1gg/6g1/1brw5/ww6/w1bb3/2b3/5 b 0-0-0-0 12")
                .turn("e2e3"),
            page("partner", "abalone seats=4").at("5/2rr2/bbw2gg/6g1/1br6/w7/1bbwr2/6/5 b 0-0-0-0 12").refuses(&[
                ("e2e3", "partner-in-line"),
                ("c2c3", "partner-behind"),
                ("e2e3f3", "not-yours"),
            ]),
            page("six", "abalone seats=6"),
        ],
    ),
    topic("grand-abalone", &["game"], &[page("start", "grand-abalone")]),
    topic(
        "notalone",
        &["game", "layout", "board", "seed"],
        &[
            page("placing", "notalone").legal(&["@d4"]).refuses(&[("@e5", "not-your-half"), ("a1b2", "place-first")]),
            page("lines", "notalone")
                .at("5/2ww2/1bn2w1/5w2/1bnbb4/8/1bb4/6/bb3 b 0-0 20 sis=e3:-,g5:-")
                .legal(&["e2e3", "g4g5h4"])
                .refuses(&[("g5g6", "sister-alone")]),
            page("pushes", "notalone").at("5/4ww/4n2/2w5/bbbnwww2/8/2b4/6/5 b 0-0 20 sis=e4:-,g7:-").turn("e1e2"),
            page("limits", "notalone")
                .at("5/4w1/4bbn/6w1/bbwn5/8/2bw3/6/bbwb1 b 0-0 20 sis=e4:-,g9:-")
                .legal(&["e1e2"])
                .refuses(&[("g7g8", "sister-ejection"), ("c3c4", "pac"), ("a1a2", "own-marble-behind")]),
            page("back", "notalone")
                .at("5/2ww2/4nw1/5w2/4nbb2/2b5/3b3/6/5 b 0-0 20 sis=e5:e,g7:-")
                .refuses(&[("e7e6", "sister-goes-back")]),
            page("end", "notalone")
                .at("3w1/2www1/5w1/4nw2/1bbn5/2b5/1w1bb2/3bb1/3b1 b 7-6 60 sis=e4:-,f6:-")
                .turn("e2e3"),
        ],
    ),
    topic(
        "fliporona",
        &["game"],
        &[
            page("placing", "fliporona")
                .at("9/2wb5/3w1b3/4bw3/9 w 6")
                .legal(&["@g3"])
                .refuses(&[("@e3", "center-stays-free"), ("d3e3", "place-first")]),
            page("steps", "fliporona")
                .at("5b1b1/9/2ww5/6w2/1b7 w 60")
                .legal(&["c3d2", "d3e3"])
                .refuses(&[("d3c4", "no-diagonal"), ("d3f3", "not-adjacent")]),
            page("approach", "fliporona").at("8b/9/3w1bb2/9/1w7 w 60").turn("d3e3+"),
            page("withdrawal", "fliporona").at("8b/9/1bbw5/9/1w7 w 60").turn("d3e3-"),
            page("choice", "fliporona")
                .at("7b1/9/1ww1bw3/9/9 b 60")
                .legal(&["e3d3+", "e3d3-"])
                .refuses(&[("e3d3", "ambiguous")]),
            page("chain", "fliporona").at("4b4/6b2/4w4/3b5/w7b w 60").turn("e3e4+f4+e3+"),
            page("chain-limits", "fliporona")
                .at("9/9/2bw2b2/9/w3b3b w 60")
                .legal(&["d3e3-e2+"])
                .refuses(&[("d3e3-f3+", "same-axis"), ("d3e3-e4", "flips-nothing")]),
            page("last-piece", "fliporona").at("9/9/3w1bb2/9/w8 w 60").turn("d3e3+"),
            page("stuck", "fliporona").at("9/9/9/w1w6/bw7 w 60").turn("c2b2"),
        ],
    ),
    topic(
        "endings",
        &[],
        &[
            page("draws", "abalone").at("4w/4ww/4www/5ww1/6ww1/3bb3/2bbb2/1bbb2/bb3 b 4-4 230 calm=207"),
            page("no-move", "abalone").at("5/6/7/8/9/w7/ww5/b1w3/bw3 w 0-0 51").turn("b3b2"),
            page("by-players", "abalone layout=german-daisy"),
        ],
    ),
    topic(
        "rulings",
        &[],
        &[page("abalone", "abalone layout=the-wall"), page("others", "notalone layout=belgian-daisy")],
    ),
];
