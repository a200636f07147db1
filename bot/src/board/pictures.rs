//! Pictures of boards: drawn on blocking threads, a few at a time, and cached.

use std::sync::Arc;
use std::time::Instant;

use base::cache::Cache;
use base::metrics::{self, Picture};
use games::domain::GameId;
use render::{Label, Marked, Orientation, Scene, Still, Strip, Target, Theme};
use rules::{Diagram, Seat};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tracing::error;

use crate::localization::Language;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PictureStyle {
    pub theme: Theme,
    pub coordinates: bool,
    /// Names on the marbles that can move and on their targets.
    pub labels: bool,
}

/// All inputs of a board's picture. Equal values give the same picture.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BoardPicture {
    pub diagram: Diagram,
    /// Per seat.
    pub names: Vec<String>,
    /// Per seat: a short note beside the name.
    pub notes: Vec<String>,
    pub winners: Vec<Seat>,
    /// The player to move, or the winner.
    pub headline: String,
    /// The last move, or how the game ended.
    pub detail: String,
    pub picture_style: PictureStyle,
    pub overlay: Overlay,
}

/// Additions to the position on a picture.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Overlay {
    /// White at the bottom.
    pub flip: bool,
    pub marked: Vec<Marked>,
    /// Arrows of the moves on offer.
    pub targets: Vec<Target>,
    /// Text on marbles and places.
    pub labels: Vec<Label>,
}

impl Overlay {
    /// An overlay that only sets the orientation.
    pub fn turned(flip: bool) -> Self {
        Self { flip, ..Self::default() }
    }
}

pub const fn orientation(flip: bool) -> Orientation {
    if flip { Orientation::WhiteAtBottom } else { Orientation::BlackAtBottom }
}

/// A picture of a whole game. Equal values give the same picture, because the version pins the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GamePicture {
    pub kind: GamePictureKind,
    pub game: GameId,
    pub version: i64,
    pub language: Language,
    pub picture_style: PictureStyle,
    pub flip: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GamePictureKind {
    Replay {
        /// A number for the names, which differ by reader.
        names: u64,
    },
    /// The positions that lead to this one.
    Strip {
        /// The ply of the last position.
        ply: u32,
    },
    Score,
    /// The chance to win, move by move.
    Chances,
    /// The biggest mistakes, each with a better move.
    Mistakes,
}

/// Boards side by side, each above its caption.
pub fn draw_strip(diagrams: &[Diagram], captions: Vec<String>, is_one_game: bool, flip: bool, theme: Theme) -> Vec<u8> {
    let stills = diagrams.iter().zip(captions).map(|(diagram, caption)| Still { diagram, caption });
    render::strip(&Strip { is_one_game, stills: stills.collect(), orientation: orientation(flip), theme })
}

/// Boards of several games on one picture. Equal values give the same picture.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GamesPicture {
    /// The games with their versions, in order.
    pub games: Vec<(GameId, i64)>,
    pub captions: Vec<String>,
    pub picture_style: PictureStyle,
    pub flip: bool,
}

/// Estimated upper bound for the size of one cache key.
const KEY_BYTES: usize = 4096;

/// The cache key: all inputs of a picture.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    Board(Box<BoardPicture>),
    Game(GamePicture),
    Games(Box<GamesPicture>),
}

/// Draws a picture and encodes it. Boxed, so that the async code around it is compiled once.
type Draw = Box<dyn FnOnce() -> Vec<u8> + Send>;

#[derive(Clone)]
pub struct Pictures {
    cache: Arc<Cache<Key, Arc<Vec<u8>>>>,
    boards: Arc<Semaphore>,
    /// An extra queue for boards that no interaction waits for; `None` for answers.
    background: Option<Arc<Semaphore>>,
    /// A separate queue for pictures that take many times as long as a board, so that they never delay one.
    whole_games: Arc<Semaphore>,
    theme: Theme,
}

impl Pictures {
    /// Cache size in mebibytes. Draws on all cores.
    pub fn new(cache_mib: u64) -> Self {
        Self {
            cache: Arc::new(Cache::weighed((cache_mib as usize) << 20, |picture: &Arc<Vec<u8>>| {
                picture.len() + KEY_BYTES
            })),
            boards: Arc::new(Semaphore::new(cores())),
            background: None,
            whole_games: Arc::new(Semaphore::new(1)),
            theme: Theme::default(),
        }
    }

    /// The same cache with a background queue for boards that no interaction waits for. It leaves one core to the
    /// answers.
    #[must_use]
    pub fn behind_answers(&self) -> Self {
        let background = Arc::new(Semaphore::new(cores().saturating_sub(1).max(1)));
        Self { background: Some(background), ..self.clone() }
    }

    /// Uses this theme where neither person nor server has chosen one.
    #[must_use]
    pub fn with_theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    pub const fn theme(&self) -> Theme {
        self.theme
    }

    /// Draws nothing, so all boards are text boards.
    pub fn none() -> Self {
        let none = Self::new(0);
        none.boards.close();
        none.whole_games.close();
        none
    }

    pub async fn draw(&self, board: BoardPicture) -> anyhow::Result<Arc<Vec<u8>>> {
        let _turn = match &self.background {
            Some(background) => Some(background.acquire().await?),
            None => None,
        };
        let input = board.clone();
        self.draw_once(Picture::Board, Key::Board(Box::new(board)), &self.boards, Box::new(move || draw_board(&input)))
            .await
    }

    /// A picture of a whole game; `draw` is called on a cache miss.
    pub async fn draw_game(
        &self,
        picture: GamePicture,
        draw: impl FnOnce() -> Vec<u8> + Send + 'static,
    ) -> anyhow::Result<Arc<Vec<u8>>> {
        self.draw_once(Picture::Game, Key::Game(picture), &self.whole_games, Box::new(draw)).await
    }

    /// A picture of several games; `draw` is called on a cache miss.
    pub async fn draw_games(
        &self,
        picture: GamesPicture,
        draw: impl FnOnce() -> Vec<u8> + Send + 'static,
    ) -> anyhow::Result<Arc<Vec<u8>>> {
        self.draw_once(Picture::Games, Key::Games(Box::new(picture)), &self.whole_games, Box::new(draw)).await
    }

    /// An uncached figure, such as a table.
    pub async fn figure(&self, draw: impl FnOnce() -> Vec<u8> + Send + 'static) -> anyhow::Result<Arc<Vec<u8>>> {
        self.draw_figure(Box::new(draw)).await
    }

    async fn draw_figure(&self, draw: Draw) -> anyhow::Result<Arc<Vec<u8>>> {
        let permit = Arc::clone(&self.boards).acquire_owned().await?;
        let drawing = tokio::task::spawn_blocking(move || {
            let began = Instant::now();
            let picture = Arc::new(draw());
            metrics::count_picture(Picture::Figure, began);
            drop(permit);
            picture
        });
        Ok(drawing.await?)
    }

    /// Prepares all themes in the background, the default one first, so that no first picture of a theme is slow.
    pub fn prepare(&self) -> JoinHandle<()> {
        let pictures = self.clone();
        tokio::spawn(async move {
            let others = Theme::all().filter(|theme| *theme != pictures.theme);
            for theme in std::iter::once(pictures.theme).chain(others) {
                // Takes a whole-game permit, so that boards are drawn meanwhile.
                let Ok(_permit) = pictures.whole_games.acquire().await else { return };
                let drawing = tokio::task::spawn_blocking(move || drop(draw_board(&sample(theme))));
                if let Err(error) = drawing.await {
                    error!(%theme, %error, "Could not prepare the theme {theme}: {error}");
                }
            }
        })
    }

    async fn draw_once(
        &self,
        kind: Picture,
        key: Key,
        permits: &Arc<Semaphore>,
        draw: Draw,
    ) -> anyhow::Result<Arc<Vec<u8>>> {
        if let Some(picture) = self.cache.get(&key) {
            return Ok(picture);
        }
        let permit = Arc::clone(permits).acquire_owned().await?;
        // Another task may have drawn it during the wait.
        if let Some(picture) = self.cache.get(&key) {
            return Ok(picture);
        }
        let cache = Arc::clone(&self.cache);
        // The drawing owns the permit and goes on when its caller is cancelled.
        let drawing = tokio::task::spawn_blocking(move || {
            let began = Instant::now();
            let picture = Arc::new(draw());
            metrics::count_picture(kind, began);
            cache.insert(key, Arc::clone(&picture));
            drop(permit);
            picture
        });
        Ok(drawing.await?)
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(2, std::num::NonZero::get)
}

/// A typical board, to warm up a theme.
fn sample(theme: Theme) -> BoardPicture {
    let diagram = rules::open("abalone").expect("a sound setup").diagram();
    BoardPicture {
        names: vec!["Ada".to_owned(), "Bruno".to_owned()],
        notes: vec![String::new(); 2],
        winners: Vec::new(),
        headline: "1".to_owned(),
        detail: "a1b2".to_owned(),
        picture_style: PictureStyle { theme, coordinates: true, labels: false },
        overlay: Overlay::default(),
        diagram,
    }
}

fn draw_board(board: &BoardPicture) -> Vec<u8> {
    render::png(&Scene {
        diagram: &board.diagram,
        names: board.names.clone(),
        notes: board.notes.clone(),
        winners: board.winners.clone(),
        headline: board.headline.clone(),
        detail: board.detail.clone(),
        orientation: orientation(board.overlay.flip),
        theme: board.picture_style.theme,
        marked: board.overlay.marked.clone(),
        targets: board.overlay.targets.clone(),
        labels: board.overlay.labels.clone(),
        coordinates: board.picture_style.coordinates,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    fn board(headline: &str) -> BoardPicture {
        BoardPicture { headline: headline.to_owned(), ..sample(Theme::WOOD) }
    }

    #[tokio::test]
    async fn every_theme_is_prepared_and_boards_are_drawn_meanwhile() {
        let pictures = Pictures::new(1).with_theme(Theme::PAPER);
        let busy = pictures.whole_games.acquire().await.expect("open");
        let preparing = pictures.prepare();
        tokio::task::yield_now().await;
        pictures.draw(board("x")).await.expect("a replay in the making keeps no board waiting");
        assert!(!preparing.is_finished());
        drop(busy);
        preparing.await.expect("all themes are drawn");
    }

    #[tokio::test]
    async fn boards_of_the_outbox_keep_no_answer_waiting() {
        let answers = Pictures::new(1);
        let outbox = answers.behind_answers();
        let background = outbox.background.as_ref().expect("a queue of its own");
        let busy = background.acquire_many(background.available_permits() as u32).await.expect("open");
        let waiting = tokio::spawn({
            let outbox = outbox.clone();
            async move { outbox.draw(board("outbox")).await }
        });
        tokio::task::yield_now().await;
        answers.draw(board("answer")).await.expect("drawn at once");
        assert!(!waiting.is_finished(), "its turn has not come");
        drop(busy);
        let first = waiting.await.expect("no panic").expect("drawn");
        assert!(Arc::ptr_eq(&first, &answers.draw(board("outbox")).await.expect("known")), "the cache is one");
    }

    #[tokio::test]
    async fn the_cache_is_bounded_by_its_bytes() {
        let pictures = Pictures::new(1);
        let (mut drawn, mut all) = (0, 0);
        while drawn < 2 << 20 {
            drawn += pictures.draw(board(&all.to_string())).await.expect("drawn").len();
            all += 1;
        }
        let (count, kept) = pictures.cache.count_and_weight();
        assert!(kept <= 1 << 20 && count > 0 && count < all, "{kept} bytes, {count} pictures");
        // Every input that changes the picture is part of its key.
        let plain = pictures.draw(board("x")).await.expect("drawn");
        for picture_style in [
            PictureStyle { theme: Theme::SLATE, coordinates: true, labels: false },
            PictureStyle { theme: Theme::WOOD, coordinates: false, labels: false },
        ] {
            assert_ne!(
                pictures.draw(BoardPicture { picture_style, ..board("x") }).await.expect("drawn"),
                plain,
                "{picture_style:?}"
            );
        }
    }

    fn picture(version: i64) -> GamePicture {
        let picture_style = PictureStyle { theme: Theme::WOOD, coordinates: true, labels: false };
        GamePicture {
            kind: GamePictureKind::Replay { names: 0 },
            game: GameId(1),
            version,
            language: Language::ENGLISH,
            picture_style,
            flip: false,
        }
    }

    #[tokio::test]
    async fn who_draws_holds_no_worker_and_few_draw_at_once() {
        // With one worker, a drawing on it would block everything else.
        let pictures = Pictures { whole_games: Arc::new(Semaphore::new(2)), ..Pictures::new(1) };
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (go, held) = std::sync::mpsc::channel::<()>();
        let gate = Arc::new(std::sync::Mutex::new(held));
        let mut tasks = tokio::task::JoinSet::new();
        for version in 0..8 {
            let (pictures, now, most, gate) = (pictures.clone(), now.clone(), most.clone(), gate.clone());
            let draw = move || {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                gate.lock().expect("free").recv().expect("told to go on");
                now.fetch_sub(1, Ordering::SeqCst);
                vec![0]
            };
            tasks.spawn(async move { pictures.draw_game(picture(version), draw).await });
        }
        // Both callers are cancelled, but their drawings still hold the permits.
        while now.load(Ordering::SeqCst) < 2 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        tasks.abort_all();
        while tasks.join_next().await.is_some() {}
        assert_eq!(pictures.whole_games.available_permits(), 0);
        let last = tokio::spawn({
            let pictures = pictures.clone();
            async move { pictures.draw_game(picture(9), || vec![9]).await }
        });
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(!last.is_finished() && most.load(Ordering::SeqCst) == 2);
        for _ in 0..2 {
            go.send(()).expect("they listen");
        }
        assert_eq!(last.await.expect("no panic").expect("drawn").as_slice(), [9]);
    }

    #[tokio::test]
    async fn what_was_drawn_is_not_drawn_again() {
        let pictures = Pictures::new(1);
        let draw = |bytes: Vec<u8>| pictures.draw_game(picture(1), move || bytes);
        assert_eq!(*draw(vec![1]).await.expect("drawn"), [1]);
        assert_eq!(*draw(vec![2]).await.expect("known"), [1]);
        let other = GamePicture { language: Language::of("fr"), ..picture(1) };
        assert_eq!(*pictures.draw_game(other, || vec![3]).await.expect("drawn"), [3]);
        // A panic fails only its own drawing.
        assert!(pictures.draw_game(picture(2), || panic!("for a test")).await.is_err());
        assert_eq!(*pictures.draw_game(picture(2), || vec![4]).await.expect("drawn"), [4]);
    }
}
