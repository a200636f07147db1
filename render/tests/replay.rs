//! Whole games as GIFs.

use std::error::Error;
use std::time::{Duration, Instant};

use gif::{ColorOutput, DecodeOptions, DisposalMethod};
use render::{Frame, Replay};

use crate::scenes;

/// The setups whose games are replayed.
const SETUPS: [&str; 14] = [
    "abalone",
    "abalone layout=belgian-daisy sprint=20",
    "abalone placement=on",
    "abalone turn=double target=13",
    "abalone obstacles=e5+d4",
    "abalone pivot=e5 holes=d4 obstacles=f6 crown=on",
    "abalone colors=one",
    "abalone seats=2x2",
    "abalone seats=2x2x2",
    "abalone seats=3",
    "abalone seats=4",
    "abalone seats=6",
    "notalone",
    "fliporona",
];

/// The decoded pictures, their delays, and their size.
struct Seen {
    pictures: Vec<Vec<u8>>,
    delays: Vec<u16>,
    size: [u16; 2],
}

fn watch(gif: &[u8]) -> Result<Seen, Box<dyn Error>> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(gif)?;
    let size = [decoder.width(), decoder.height()];
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    let mut screen = vec![0; usize::from(size[0]) * usize::from(size[1]) * 4];
    let mut seen = Seen { pictures: Vec::new(), delays: Vec::new(), size };
    while let Some(frame) = decoder.read_next_frame()? {
        // Discord's previews need both values.
        assert_eq!((frame.dispose, frame.transparent), (DisposalMethod::Keep, Some(255)));
        seen.delays.push(frame.delay);
        for (y, row) in frame.buffer.chunks_exact(usize::from(frame.width) * 4).enumerate() {
            let start = (usize::from(frame.top) + y) * usize::from(size[0]) + usize::from(frame.left);
            for (x, pixel) in row.chunks_exact(4).enumerate() {
                if pixel[3] > 0 {
                    screen[(start + x) * 4..(start + x + 1) * 4].copy_from_slice(pixel);
                }
            }
        }
        seen.pictures.push(screen.clone());
    }
    Ok(seen)
}

/// Without the progress bar and the player on turn, which depend on other frames.
fn timeless(replay: &Replay<'static>) -> Replay<'static> {
    let mut replay = replay.clone();
    for frame in &mut replay.frames {
        frame.diagram.to_mut().to_move = None;
    }
    replay
}

/// A picture without the bar at its lower edge.
fn above_bar(picture: &[u8], seen: &Seen) -> Vec<u8> {
    picture[..picture.len() - 4 * 4 * usize::from(seen.size[0])].to_vec()
}

#[test]
fn every_frame_is_what_drawing_it_alone_gives() -> Result<(), Box<dyn Error>> {
    for setup in SETUPS {
        let whole = timeless(&scenes::replay(setup, 16));
        let seen = watch(&render::replay(&whole))?;
        assert_eq!(seen.pictures.len(), whole.frames.len(), "{setup}");
        assert!((448..=512).contains(&seen.size[0]) && seen.size[1] < 900, "{setup}: {:?}", seen.size);
        let Some((last, others)) = seen.delays.split_last() else { panic!("{setup}: no frame") };
        assert!(*last == 400 && others.first().is_none_or(|first| *first == 200), "{setup}: {:?}", seen.delays);
        assert!(others.iter().all(|delay| *delay == 120 || *delay == 200), "{setup}: {:?}", seen.delays);
        for (i, (frame, picture)) in whole.frames.iter().zip(&seen.pictures).enumerate() {
            assert!(picture.chunks_exact(4).all(|pixel| pixel[3] == 255), "{setup}, {i}: a hole in the picture");
            // As the first frame of a replay it is stored whole; the others ensure the same palette.
            let ends = [whole.frames.first(), whole.frames.get(12), whole.frames.last()].into_iter().flatten();
            let frames = std::iter::once(frame).chain(ends).cloned().collect();
            let alone = watch(&render::replay(&Replay { frames, ..whole.clone() }))?;
            let alone = above_bar(alone.pictures.first().ok_or("no frame")?, &seen);
            assert!(picture.starts_with(&alone), "{setup}: frame {i} is not as it is alone");
        }
        for pair in seen.pictures.windows(2) {
            assert!(pair[0] != pair[1], "{setup}: two frames are alike");
        }
    }
    Ok(())
}

#[test]
fn a_game_of_a_thousand_turns_is_bounded_and_says_that_it_leaves_some_out() -> Result<(), Box<dyn Error>> {
    let mut long = timeless(&scenes::replay("abalone seats=2x2x2", 40));
    let all = long.frames.clone();
    long.frames = all.iter().cycle().take(1_001).cloned().collect();
    let timer = Instant::now();
    let gif = render::replay(&long);
    println!("{} bytes in {:?}", gif.len(), timer.elapsed());
    assert!(gif.len() < 10 << 20, "{} bytes", gif.len());
    assert!(timer.elapsed() < Duration::from_mins(1), "{:?}", timer.elapsed());
    let seen = watch(&gif)?;
    assert!((2..=render::MAX_FRAMES).contains(&seen.pictures.len()), "{}", seen.pictures.len());
    let silent = watch(&render::replay(&Replay { abridged: String::new(), ..long.clone() }))?;
    assert!(seen.pictures.iter().zip(&silent.pictures).all(|(a, b)| a != b), "nothing says that it is abridged");
    // The first and the last position are always there.
    for (frame, picture) in
        [(long.frames.first(), silent.pictures.first()), (long.frames.last(), silent.pictures.last())]
    {
        let alone = Replay { frames: frame.into_iter().cloned().collect(), ..long.clone() };
        let alone = watch(&render::replay(&alone))?.pictures.into_iter().next().ok_or("no frame")?;
        let alone = above_bar(&alone, &seen);
        assert!(picture.ok_or("no frame")?.starts_with(&alone));
    }
    Ok(())
}

#[test]
fn a_whole_game_takes_three_quarters_of_a_minute_and_stops_at_ejections() -> Result<(), Box<dyn Error>> {
    let long = scenes::replay("abalone", 90);
    let seen = watch(&render::replay(&long))?;
    let seconds: u32 = seen.delays.iter().map(|delay| u32::from(*delay)).sum::<u32>() / 100;
    assert!((40..=60).contains(&seconds), "{seconds} s");
    for (frame, delay) in long.frames.iter().zip(&seen.delays).skip(1).take(89) {
        let hex = frame.diagram.boards.iter().filter_map(rules::diagram::Board::hex);
        let ejects = hex.flat_map(|board| &board.last).any(|last| last.ejected.is_some());
        assert_eq!(*delay == 200, ejects, "{}: {delay}", frame.caption);
    }
    Ok(())
}

#[test]
fn bad_input_makes_a_replay_too() -> Result<(), Box<dyn Error>> {
    let good = scenes::replay("abalone", 2);
    assert!(render::replay(&Replay { frames: Vec::new(), ..good.clone() }).is_empty());
    let mut odd = good.clone();
    // Another game's board, a caption of 10,000 characters, no names, an unchanged position.
    odd.frames.insert(1, scenes::replay("fliporona", 0).frames.remove(0));
    odd.frames.push(Frame { caption: "W\u{202e}🦀".repeat(3_333), ..good.frames[2].clone() });
    odd.frames.push(odd.frames[4].clone());
    odd.names.clear();
    assert_eq!(watch(&render::replay(&odd))?.pictures.len(), 5);
    Ok(())
}

#[test]
fn letters_and_numbers_can_be_left_out() -> Result<(), Box<dyn Error>> {
    for setup in ["abalone", "abalone seats=6", "abalone seats=2x2x2", "fliporona"] {
        let with = scenes::replay(setup, 1);
        let without = Replay { coordinates: false, ..with.clone() };
        let (with, without) = (watch(&render::replay(&with))?, watch(&render::replay(&without))?);
        for (with, without) in with.pictures.iter().zip(&without.pictures) {
            let changed = with.chunks(4).zip(without.chunks(4)).filter(|(a, b)| a != b).count();
            // Some hundred pixels for 18 letters and numbers, at half the size of a picture.
            assert!((200..20_000).contains(&changed), "{setup}: {changed} pixels");
        }
    }
    Ok(())
}
