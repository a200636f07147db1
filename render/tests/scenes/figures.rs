//! Plots, tables, brackets and strips that golden pictures and the gallery share.

use render::{
    Align, Bracket, BracketRound, Column, DataPoint, DateFormats, Entry, Match, Orientation, Plot, Row, Scale, Series,
    Side, Still, Strip, Table, Theme,
};
use rules::{Color, Diagram};

/// Milliseconds of a day.
pub const DAY: i64 = 86_400_000;
/// 2026-03-01.
const MARCH: i64 = 20_513 * DAY;

pub fn dates() -> Scale {
    Scale::Dates(DateFormats { day: "%-d %b %Y".to_owned(), month: "%b %Y".to_owned() })
}

/// A rating that varies deterministically and becomes more certain.
pub fn rating(name: &str, seed: i64, count: i64) -> Series {
    let mut value = 1500.0;
    let points = (0..count).map(|i| {
        value += ((i * 7919 + seed * 104_729).rem_euclid(101) - 48) as f64 * 0.6;
        DataPoint { at: MARCH + i * 3 * DAY + seed * DAY, value, deviation: 0.0 }
    });
    Series { name: name.to_owned(), marble: None, stepped: false, points: points.collect() }
}

/// One player's rating with its deviation.
pub fn rating_of_one() -> Plot {
    let mut curve = rating("", 3, 60);
    for (point, i) in curve.points.iter_mut().zip(0..) {
        point.deviation = 60.0 + 290.0 * f64::exp(-f64::from(i) / 9.0);
    }
    Plot {
        title: "Grace Hopper: Rating".to_owned(),
        scale: dates(),
        x_label: String::new(),
        target: None,
        bounds: None,
        too_few: "Not enough games yet".to_owned(),
        series: vec![curve],
        theme: Theme::WOOD,
    }
}

pub fn ratings() -> Plot {
    let names = ["Ada", "Grace Hopper", "François Dąbrowski-Łukasz", "Zoë", "Katherine Johnson", "Bo"];
    let series = names.into_iter().zip([5, 11, 23, 31, 47, 2]).map(|(name, seed)| rating(name, seed, 20 + seed));
    Plot { title: "Ratings".to_owned(), series: series.collect(), ..rating_of_one() }
}

/// Marbles ejected in a game.
pub fn score() -> Plot {
    let curve = |color, name: &str, plies: &[i64]| Series {
        name: name.to_owned(),
        marble: Some(color),
        stepped: true,
        points: (0..=84)
            .step_by(2)
            .map(|ply| DataPoint::new(ply, plies.iter().filter(|at| **at <= ply).count() as f64))
            .collect(),
    };
    let black = curve(Color::Black, "Ada", &[23, 31, 47, 60, 71, 83]);
    Plot {
        title: "Marbles ejected".to_owned(),
        scale: Scale::Count,
        x_label: "ply".to_owned(),
        target: Some(6.0),
        bounds: None,
        too_few: "No move yet".to_owned(),
        series: vec![black, curve(Color::White, "Grace Hopper", &[36, 38, 52, 78])],
        theme: Theme::WOOD,
    }
}

pub fn ladder() -> Table {
    let names = [
        "Ada",
        "Grace Hopper",
        "François Dąbrowski-Łukasz of the Long Names Society",
        "Zoë",
        "שלום",
        "Katherine Johnson",
    ];
    let row = |i: usize| {
        let movement = [0, 2, -1, 0, 11, -12][i % 6];
        let entries = [
            Entry::text((i + 1).to_string()),
            if i == 4 { Entry::Empty } else { Entry::Movement(movement) },
            Entry::text(names[i % 6]),
            Entry::text((1712 - 13 * i).to_string()),
            Entry::text((61 - i).to_string()),
            Entry::text(format!("{} %", 78 - 2 * i)),
        ];
        if i == 3 { Row::new(entries).highlight() } else { Row::new(entries) }
    };
    Table {
        title: "Ladder".to_owned(),
        note: "1–12 / 38".to_owned(),
        columns: vec![
            Column::new("#", Align::Right),
            Column::new("", Align::Left),
            Column::new("Player", Align::Left),
            Column::new("Rating", Align::Right),
            Column::new("Games", Align::Right),
            Column::new("Won", Align::Right),
        ],
        rows: (0..12).map(row).collect(),
        theme: Theme::WOOD,
    }
}

/// A round robin.
pub fn cross_table() -> Table {
    let players =
        ["Ada", "Grace Hopper", "François Dąbrowski-Łukasz", "Zoë", "שלום", "Katherine Johnson", "Bo", "Emma"];
    let count = players.len();
    let result = |one: usize, other: usize| match (one * 7 + other * 3) % 5 {
        _ if one == other => "·",
        0 => "½",
        1 | 2 => "1",
        3 => "…",
        _ => "0",
    };
    let row = |i: usize| {
        let player = [Entry::text((i + 1).to_string()), Entry::text(players[i])];
        let results = (0..count).map(|other| Entry::text(result(i, other)));
        let sums = [Entry::text("4½"), Entry::text("17¾")];
        let row = Row::new(player.into_iter().chain(results).chain(sums));
        if i == 2 { row.highlight() } else { row }
    };
    let numbers = (1..=count).map(|number| Column::new(&number.to_string(), Align::Right));
    let player = [Column::new("#", Align::Right), Column::new("Player", Align::Left)];
    let sums = [Column::new("Points", Align::Right), Column::new("SB", Align::Right)];
    Table {
        title: "Spring round robin".to_owned(),
        note: String::new(),
        columns: player.into_iter().chain(numbers).chain(sums).collect(),
        rows: (0..count).map(row).collect(),
        theme: Theme::WOOD,
    }
}

/// A cup of this many rounds, before its final.
pub fn cup(rounds: u32) -> Bracket {
    let names = ["Ada", "Grace Hopper", "François Dąbrowski-Łukasz", "Zoë", "שלום", "Katherine Johnson", "Bo", "Emma"];
    let mut players: Vec<&str> = names.iter().copied().cycle().take(1 << rounds).collect();
    let mut columns = Vec::new();
    let mut third_place = None;
    while players.len() > 1 {
        let is_final = players.len() == 2;
        let game = |(i, pair): (usize, &[&str])| {
            let first_wins = i % 3 != 1;
            let side = |name: &str, has_won: bool| Side {
                name: name.to_owned(),
                score: if is_final {
                    ""
                } else if i == 1 {
                    ["½ 0", "½ 1"][usize::from(has_won)]
                } else {
                    ["0", "1"][usize::from(has_won)]
                }
                .to_owned(),
                has_won: has_won && !is_final,
                is_highlighted: name == "Grace Hopper",
            };
            Match { sides: [side(pair[0], first_wins), side(pair[1], !first_wins)] }
        };
        let matches: Vec<Match> = players.chunks(2).enumerate().map(game).collect();
        let name =
            ["Final", "Semifinals", "Quarterfinals", "Round of 16", "Round of 32"][players.len().ilog2() as usize - 1];
        if is_final {
            third_place = Some(("Third place".to_owned(), Match::default()));
        }
        let ahead = players.chunks(2).enumerate().map(|(i, pair)| pair[usize::from(i % 3 == 1)]);
        players = ahead.collect();
        columns.push(BracketRound { name: name.to_owned(), matches });
    }
    Bracket { title: "Autumn cup".to_owned(), rounds: columns, third_place, theme: Theme::WOOD }
}

/// Names in each script with a built-in font, in both weights.
pub fn scripts() -> Table {
    let names = [
        ["मोहिनी शर्मा", "সুচিত্রা সেন", "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ"],
        ["કૃષ્ણા પટેલ", "ସୁଭଦ୍ରା ମିଶ୍ର", "தமிழ்ச்செல்வி"],
        ["శ్రీనివాస్", "ಕೃಷ್ಣಮೂರ್ತಿ", "ശ്രീകുമാർ"],
        ["ප්‍රියංකා", "ปู่ น้ำทิพย์ ที่รัก", "ບຸນມີ ນ້ຳ"],
        ["မြတ်နိုးဦး", "ሰላም ተስፋዬ", "ស្រីពៅ វិចិត្រ"],
        ["さくら ユウタ", "김민수 한국", "田中優翔"],
        ["黃國龍 陳怡君", "张伟 诗涵", "محمد سلام"],
    ];
    let row = |(i, names): (usize, [&str; 3])| {
        let row = Row::new(names.map(Entry::text));
        if i % 2 == 1 { row.highlight() } else { row }
    };
    Table {
        title: "ปู่ทิพย์ · ស្ត្រី · မြို့ · 田中".to_owned(),
        note: String::new(),
        columns: vec![Column::new("", Align::Left), Column::new("", Align::Left), Column::new("", Align::Left)],
        rows: names.into_iter().enumerate().map(row).collect(),
        theme: Theme::WOOD,
    }
}

/// The last positions of a game with this setup, with their moves; `?` is any legal turn.
pub fn positions(setup: &str, position: &str, turns: &str) -> Vec<(Diagram, String)> {
    let open = if position.is_empty() { rules::open(setup) } else { rules::open_at(setup, position) };
    let mut table = open.unwrap_or_else(|refusal| panic!("{setup}: {refusal}"));
    let play = |(turn, i): (&str, usize)| {
        let (legal, _) = table.turns(400);
        // Each time another legal turn.
        let turn = if turn == "?" { &legal[i * 17 % legal.len()] } else { turn };
        table.play(turn).unwrap_or_else(|refusal| panic!("{setup}: {turn}: {refusal}"));
        (table.diagram(), format!("{} {turn}", 20 + i))
    };
    turns.split_whitespace().zip(1..).map(play).collect()
}

pub fn strip(positions: &[(Diagram, String)]) -> Strip<'_> {
    Strip {
        is_one_game: true,
        stills: positions.iter().map(|(diagram, caption)| Still { diagram, caption: caption.clone() }).collect(),
        orientation: Orientation::BlackAtBottom,
        theme: Theme::WOOD,
    }
}

/// Six turns, inline, sideways and with an ejection.
pub fn six_turns() -> Vec<(Diagram, String)> {
    let position = "ww1bb/wwwbbb/1ww1b2/4b3/6bbw/8/1bb1w2/bbbwww/bb1ww b 0-0 24";
    positions("abalone layout=belgian-daisy", position, "e7e8 ? ? ? ? ?")
}

/// Plots, tables, brackets and strips by name.
pub fn all() -> Vec<(&'static str, Vec<u8>)> {
    let one = positions("abalone", "", "a1b2 ? ?");
    let pieces = "wb1wb1bbw/b3w1b1b/w1bw1bw1w/1w2bb1wb/b1bw1wb1b w 50";
    let fliporona = positions("fliporona", pieces, "e4e3+f4+e4-e3-d2+e1-");
    let two = positions("abalone seats=2x2x2", "", "? ? ? ? ?");
    let on = |strip: Strip<'_>, theme| render::strip(&Strip { theme, ..strip });
    vec![
        ("plot-rating", render::plot(&rating_of_one())),
        ("plot-too-few", render::plot(&Plot { series: vec![rating("Ada", 3, 1)], ..ratings() })),
        ("plot-rating-paper", render::plot(&Plot { theme: Theme::PAPER, ..rating_of_one() })),
        ("plot-ratings", render::plot(&ratings())),
        ("plot-score", render::plot(&score())),
        ("plot-score-paper", render::plot(&Plot { theme: Theme::PAPER, ..score() })),
        ("table-ladder", render::table(&ladder())),
        ("table-ladder-paper", render::table(&Table { theme: Theme::PAPER, ..ladder() })),
        ("table-cross", render::table(&cross_table())),
        ("bracket", render::bracket(&cup(3))),
        ("bracket-sixteen-slate", render::bracket(&Bracket { theme: Theme::SLATE, ..cup(4) })),
        ("bracket-final-paper", render::bracket(&Bracket { theme: Theme::PAPER, ..cup(1) })),
        ("table-scripts", render::table(&scripts())),
        ("strip-six", render::strip(&strip(&six_turns()))),
        ("strip-three-slate", on(strip(&one), Theme::SLATE)),
        ("strip-two-boards", render::strip(&strip(&two))),
        ("strip-fliporona", render::strip(&strip(&fliporona))),
    ]
}
