//! A replay as a GIF file.

use rules::Diagram;
use rules::diagram::Board;

use crate::encode::{Gif, Part};
use crate::scene::{Animation, Frame, MAX_FRAMES, Replay};

/// A replay is never larger: with more frames than fit, every other one is left out until they do. Discord takes 10 MiB.
const LARGEST: usize = 8 << 20;
/// How long the first frame and those with an ejection stay, in hundredths of a second, and the last one.
const LONG: u16 = 200;
const LAST: u16 = 400;
/// How long any other frame stays: less, the more of them there are.
const QUIET: [u16; 2] = [25, 120];
/// How long the whole game shall take.
const WHOLE: usize = 4500;

/// The replay as a GIF that runs forever: about 640 pixels wide, under 10 MiB and of bounded cost for any input. Of
/// more than [`MAX_FRAMES`] positions some are left out evenly, never the first or the last. Without a frame the file is empty.
///
/// All diagrams must be of one game; one that has other boards than the first is left out.
pub fn replay(replay: &Replay<'_>) -> Vec<u8> {
    let mut most = MAX_FRAMES;
    loop {
        let shown = pick_frames(replay.frames.len(), most);
        let gif = write(replay, &shown).expect("writing to memory cannot fail");
        if gif.len() <= LARGEST || most <= 2 {
            return gif;
        }
        most = shown.len() / 2;
    }
}

/// Which of so many frames are shown, if there may be so many at most.
fn pick_frames(count: usize, most: usize) -> Vec<usize> {
    if count <= most.max(2) {
        return (0..count).collect();
    }
    let last = most.max(2) - 1;
    (0..=last).map(|i| i * (count - 1) / last).collect()
}

fn write(replay: &Replay<'_>, shown: &[usize]) -> Result<Vec<u8>, gif::EncodingError> {
    let mut frames: Vec<&Frame<'_>> = shown.iter().filter_map(|i| replay.frames.get(*i)).collect();
    let abridged = if frames.len() < replay.frames.len() { replay.abridged.as_str() } else { "" };
    if let Some(boards) = frames.first().map(|frame| boards(&frame.diagram)) {
        frames.retain(|frame| self::boards(&frame.diagram) == boards);
    }
    let Some(mut animation) = Animation::new(replay, &frames, abridged) else { return Ok(Vec::new()) };
    let mut gif = None;
    let last = frames.len() - 1;
    let delays = delays(&frames);
    for (i, frame) in frames.iter().enumerate() {
        let mover = i.checked_sub(1).map_or(frame.diagram.to_move, |before| frames[before].diagram.to_move);
        let change = animation.draw(frame, mover, [i, last]);
        let part = Part { corner: change.corner, size: change.size, pixels: change.pixels };
        let gif = match &mut gif {
            Some(gif) => gif,
            none => none.insert(Gif::new(animation.size(), animation.colors(), Animation::UNCHANGED)?),
        };
        gif.add(&part, delays[i])?;
    }
    gif.map_or(Ok(Vec::new()), Gif::finish)
}

/// How long each frame stays.
fn delays(frames: &[&Frame<'_>]) -> Vec<u16> {
    let mut delays: Vec<u16> =
        frames.iter().enumerate().map(|(i, frame)| if i == 0 || ejects(&frame.diagram) { LONG } else { 0 }).collect();
    if let Some(last) = delays.last_mut() {
        *last = LAST;
    }
    let quiet = delays.iter().filter(|delay| **delay == 0).count();
    let rest = WHOLE.saturating_sub(delays.iter().map(|delay| usize::from(*delay)).sum());
    let each = u16::try_from(rest / quiet.max(1)).unwrap_or(u16::MAX).clamp(QUIET[0], QUIET[1]);
    delays.iter().map(|delay| if *delay == 0 { each } else { *delay }).collect()
}

/// Has the last turn ejected a marble?
fn ejects(diagram: &Diagram) -> bool {
    diagram.boards.iter().filter_map(Board::hex).flat_map(|board| &board.last).any(|last| last.ejected.is_some())
}

/// Which boards there are, and for how many.
fn boards(diagram: &Diagram) -> (usize, bool, bool) {
    (
        diagram.boards.len().min(2),
        diagram.boards.first().is_some_and(|board| board.hex().is_some()),
        diagram.seats.len() > 2,
    )
}
