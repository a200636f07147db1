//! Replays as GIF files.

use rules::Diagram;
use rules::diagram::Board;

use crate::encode::{Gif, Part};
use crate::scene::{Animation, Frame, MAX_FRAMES, Replay};

/// The greatest size of a replay in bytes. If it is exceeded, every other frame is left out, repeatedly. Discord's
/// limit is 10 MiB.
const LARGEST: usize = 8 << 20;
/// Delays in hundredths of a second: of the first frame and those with an ejection, and of the last frame.
const LONG: u16 = 200;
const LAST: u16 = 400;
/// Least and greatest delay of any other frame, in hundredths of a second: shorter for longer games.
const QUIET: [u16; 2] = [25, 120];
/// Target duration of the whole game, in hundredths of a second.
const WHOLE: usize = 4500;

/// The replay as a GIF that loops forever: about 640 pixels wide, under 10 MiB and of bounded cost for any input. Of
/// more than [`MAX_FRAMES`] positions some are left out evenly, never the first or the last. Without a frame the file
/// is empty.
///
/// All diagrams must be of one game; a frame whose boards differ from the first one's is left out.
pub fn replay(replay: &Replay<'_>) -> Vec<u8> {
    let mut most = MAX_FRAMES;
    loop {
        let indexes = pick_frames(replay.frames.len(), most);
        let gif = write(replay, &indexes).expect("writing to memory cannot fail");
        if gif.len() <= LARGEST || most <= 2 {
            return gif;
        }
        most = indexes.len() / 2;
    }
}

/// Up to `most` indexes, spread evenly over `count` frames.
fn pick_frames(count: usize, most: usize) -> Vec<usize> {
    if count <= most.max(2) {
        return (0..count).collect();
    }
    let last = most.max(2) - 1;
    (0..=last).map(|i| i * (count - 1) / last).collect()
}

fn write(replay: &Replay<'_>, indexes: &[usize]) -> Result<Vec<u8>, gif::EncodingError> {
    let mut frames: Vec<&Frame<'_>> = indexes.iter().filter_map(|i| replay.frames.get(*i)).collect();
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

fn ejects(diagram: &Diagram) -> bool {
    diagram.boards.iter().filter_map(Board::hex).flat_map(|board| &board.last).any(|last| last.ejected.is_some())
}

/// The kind of boards and the number of players, which all frames of a replay must share.
fn boards(diagram: &Diagram) -> (usize, bool, bool) {
    (
        diagram.boards.len().min(2),
        diagram.boards.first().is_some_and(|board| board.hex().is_some()),
        diagram.seats.len() > 2,
    )
}
