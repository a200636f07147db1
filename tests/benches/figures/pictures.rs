//! The cost of pictures in time, bytes and memory. `cargo bench -p render` compares them with drawing the same shapes by `imageproc`.

use std::borrow::Cow;
use std::time::Duration;

use render::{Frame, Orientation, Replay, Scene, Theme};
use rules::{Diagram, SeatInfo};
use rustix::time::{ClockId, clock_gettime};

use crate::percentile;

/// A picture to draw: its name, the setup, the position if it is not the start, and the turns that lead on.
type Shown = (&'static str, &'static str, Option<&'static str>, &'static [&'static str]);

const PICTURES: [Shown; 7] = [
    ("the start", "abalone", None, &[]),
    (
        "a push, an ejection",
        "abalone layout=belgian-daisy",
        Some("ww1bb/wwwbbb/1ww1b2/4b3/6bbw/8/1bb1w2/bbbwww/bb1ww b 0-0 24"),
        &["e7e8"],
    ),
    ("one color", "abalone colors=one", None, &["a1b2"]),
    ("six colors", "abalone seats=6", None, &["c4d5", "d3e4", "f4f5", "i8i7", "f7e6", "d8d7"]),
    (
        "terrain and crowns",
        "abalone pivot=e5 ball=d7 obstacles=e1+e9 holes=f4+g3 crown=on",
        Some("wwww1/wwwwww/o1www2/2o5/#1w1n3#/1b4n1/b1bbb2/1bbbbb/bbbb1 b 0-0 20 ball=d7 crown=b3b4c4,g6h6h7"),
        &["c1d2"],
    ),
    ("two boards", "abalone seats=2x2x2 layout=belgian-daisy", None, &["1:a1b2"]),
    ("Fliporona", "fliporona", Some("wb1wb1bbw/b3w1b1b/w1bw1bw1w/1w2bb1wb/b1bw1wb1b w 50"), &["e4e3+f4+e4-e3-d2+e1-"]),
];

/// Two boards with these options need more of a theme, so they are drawn to measure its memory.
const MORE: [&str; 2] = ["abalone seats=2x2x2 pivot=e5", "abalone seats=2x2x2 colors=one"];

/// Turns of the replayed game.
const PLIES: usize = 30;

/// Repetitions of each picture.
const TURNS: usize = 15;

/// A picture to draw.
struct Example {
    about: &'static str,
    diagram: Diagram,
    seat_infos: Vec<SeatInfo>,
}

pub(crate) fn run() -> anyhow::Result<()> {
    let examples = PICTURES.into_iter().map(example).collect::<anyhow::Result<Vec<_>>>()?;
    let frames = game()?;
    for theme in Theme::all() {
        first(&examples, theme);
        show_pictures(&examples, theme);
        show_replay(&frames, theme);
        for setup in MORE {
            let more = example(("", setup, None, &[]))?;
            render::draw(&scene(&more.diagram, &more.seat_infos, theme));
        }
        println!("  kept with every kind of marble, two boards and replays: {:.1} MB\n", megabytes(theme));
    }
    println!("kept of all that was drawn: {:.1} MB", Theme::all().map(megabytes).sum::<f64>());
    Ok(())
}

/// Each picture, drawn and encoded.
fn show_pictures(examples: &[Example], theme: Theme) {
    println!("  {:22}{:>9}{:>9}{:>9}{:>9}", "per megapixel", "drawing", "encoding", "both", "KB");
    for example in examples {
        let scene = scene(&example.diagram, &example.seat_infos, theme);
        let [width, height] = render::draw(&scene).size();
        let pixels = (width * height) as f64 / 1e6;
        let (mut times, mut bytes) = ([(); 3].map(|()| Vec::new()), 0);
        for _ in 0..TURNS {
            let (draw, drawn) = timed(|| render::draw(&scene));
            let (encode, file) = timed(|| drawn.png());
            bytes = file.len();
            for (times, time) in times.iter_mut().zip([draw, encode, draw + encode]) {
                times.push(time);
            }
        }
        let [draw, encode, both] = times.map(|mut times| milliseconds(percentile(&mut times, 50)) / pixels);
        let (about, size) = (example.about, bytes as f64 / 1e3 / pixels);
        println!("  {about:22}{draw:>6.2} ms{encode:>6.2} ms{both:>6.2} ms{size:>9.1}");
    }
}

/// A game as a GIF.
fn show_replay(frames: &[Frame<'static>], theme: Theme) {
    let replay = Replay {
        frames: frames.to_vec(),
        names: vec!["Black".to_owned(), "White".to_owned()],
        abridged: String::new(),
        orientation: Orientation::default(),
        coordinates: true,
        theme,
    };
    let bytes = render::replay(&replay).len() as f64 / 1e3;
    let mut times: Vec<_> = (0..TURNS).map(|_| timed(|| render::replay(&replay)).0).collect();
    println!(
        "  a replay of {} plies, 640 pixels wide: {:.1} ms, {bytes:.0} KB",
        frames.len().saturating_sub(1),
        milliseconds(percentile(&mut times, 50))
    );
}

fn example((about, setup, position, turns): Shown) -> anyhow::Result<Example> {
    let mut any_game = match position {
        Some(position) => rules::open_at(setup, position)?,
        None => rules::open(setup)?,
    };
    for turn in turns {
        any_game.play(turn)?;
    }
    Ok(Example { about, diagram: any_game.diagram(), seat_infos: any_game.seats() })
}

/// The positions of a game from the Belgian daisy.
fn game() -> anyhow::Result<Vec<Frame<'static>>> {
    let mut any_game = rules::open("abalone layout=belgian-daisy")?;
    let mut frames = vec![Frame { diagram: Cow::Owned(any_game.diagram()), caption: String::new() }];
    for number in 1..=PLIES {
        // Each time another legal turn.
        let (legal, _) = any_game.turns(400);
        let Some(turn) = legal.get(number * 17 % legal.len().max(1)) else { break };
        any_game.play(turn)?;
        frames.push(Frame { diagram: Cow::Owned(any_game.diagram()), caption: format!("{number}. Black: {turn}") });
    }
    Ok(frames)
}

/// The first picture of a theme; for the first theme, everything that a new process does for a picture except reading
/// its arguments. All cores share the work, so both the elapsed time and the processor time are printed.
fn first(examples: &[Example], theme: Theme) {
    let Some(start) = examples.first() else { return };
    let clocks = || [now(ClockId::Monotonic), now(ClockId::ProcessCPUTime)];
    let before = clocks();
    render::png(&scene(&start.diagram, &start.seat_infos, theme));
    let [passed, busy] = clocks();
    println!(
        "{theme}\n  the first picture: {:.0} ms, {:.0} ms of all processors; {:.1} MB kept",
        milliseconds(passed.saturating_sub(before[0])),
        milliseconds(busy.saturating_sub(before[1])),
        megabytes(theme)
    );
}

/// A position without names.
fn scene<'a>(diagram: &'a Diagram, seat_infos: &[SeatInfo], theme: Theme) -> Scene<'a> {
    Scene {
        diagram,
        names: seat_infos.iter().map(|place| place.color.name().to_owned()).collect(),
        notes: vec!["2 d 4 h".to_owned(); seat_infos.len()],
        winners: Vec::new(),
        headline: String::new(),
        detail: diagram.last.clone().unwrap_or_default(),
        orientation: Orientation::BlackAtBottom,
        theme,
        marked: Vec::new(),
        targets: Vec::new(),
        labels: Vec::new(),
        coordinates: true,
    }
}

fn megabytes(theme: Theme) -> f64 {
    render::memory_size(theme) as f64 / 1e6
}

pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Runs something and returns the processor time of this thread.
fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = now(ClockId::ThreadCPUTime);
    let done = work();
    (now(ClockId::ThreadCPUTime).saturating_sub(start), done)
}

pub(crate) fn now(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}
