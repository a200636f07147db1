//! Boards as SVG: frame, places, pieces, and the last turn.

use std::fmt::{Display, Write as _};

use rules::Color;
use rules::board::fanorona::Point;
use rules::board::hex::Cell;
use rules::diagram::{Board, FanoronaBoard, HexBoard, LastMove};

use crate::assets::overlays::{CROWN, FALLEN};
use crate::assets::paint::Paint;
use crate::assets::pieces::Piece;
use crate::geometry::fanorona::{self, FRAME, PIECE, center};
use crate::geometry::hex::{self, INNER, OUTER, hexagon};
use crate::geometry::{CENTER, Orientation};
use crate::raster::color::{Rgb, blend};
use crate::scene::{Coordinate, FANORONA_LINE, Hexagon, MoveMarks, fanorona_strokes};

use super::pieces::id;
use super::{SvgStyle, css_color, short};

/// From the middle of a hexagonal board to the sides of its `<svg>`.
const HEX_HALF: [f32; 2] = [422.0, 370.0];
/// The same for Fanorona.
const FANORONA_HALF: [f32; 2] = [500.0, 300.0];

fn open(shape: &str, half: [f32; 2]) -> String {
    let [x, y] = [CENTER[0] - half[0], CENTER[1] - half[1]].map(short);
    let [width, height] = half.map(|half| short(2.0 * half));
    format!(
        r#"<svg class="board" data-shape="{shape}" viewBox="{x} {y} {width} {height}" xmlns="http://www.w3.org/2000/svg">"#
    )
}

fn polygon(corners: [[f32; 2]; 6], attributes: &str) -> String {
    let points: Vec<String> =
        corners.iter().map(|[x, y]| format!("{},{}", short(x + CENTER[0]), short(y + CENTER[1]))).collect();
    format!(r#"<polygon points="{}" {attributes}/>"#, points.join(" "))
}

fn path(strokes: &[[[f32; 2]; 2]]) -> String {
    strokes.iter().fold(String::new(), |mut path, [from, to]| {
        let [[a, b], [c, d]] = [from, to].map(|at| at.map(short));
        let _ = write!(path, "M{a} {b}L{c} {d}");
        path
    })
}

/// Strokes with a line around them, as on pictures.
fn outlined_path(svg: &mut String, strokes: &[[[f32; 2]; 2]], half: f32, paint: &Paint) {
    let path = path(strokes);
    for (ink, width) in [(paint.edge, 2.0 * half + 4.0), (paint.accent, 2.0 * half)] {
        let (ink, width) = (css_color(ink), short(width));
        let _ = write!(
            svg,
            r#"<path d="{path}" fill="none" stroke="{ink}" stroke-width="{width}" stroke-linecap="round"/>"#
        );
    }
}

fn ring(svg: &mut String, [x, y]: [f32; 2], radius: f32, paint: &Paint) {
    let [x, y, radius] = [x, y, radius].map(short);
    for (ink, width) in [(paint.edge, 8), (paint.accent, 5)] {
        let ink = css_color(ink);
        let _ = write!(
            svg,
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{ink}" stroke-width="{width}"/>"#
        );
    }
}

fn dashes(svg: &mut String, [x, y]: [f32; 2], radius: f32, paint: &Paint) {
    let ([x, y, around], dash) = ([x, y, radius].map(short), short(radius * std::f32::consts::TAU / 24.0));
    let ink = css_color(paint.accent);
    let _ = write!(
        svg,
        r#"<circle cx="{x}" cy="{y}" r="{around}" fill="none" stroke="{ink}" stroke-width="5" stroke-dasharray="{dash}"/>"#
    );
}

fn piece(svg: &mut String, id: &str, attributes: &str, [x, y]: [f32; 2], radius: f32) {
    let [x, y, radius] = [x, y, radius].map(short);
    let _ = write!(svg, r##"<use href="#{id}"{attributes} transform="translate({x} {y})scale({radius})"/>"##);
}

/// Whether places and pieces have names, for pages on which they are touched and move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    Full,
    /// A small board refers to its [`ground`].
    Small,
}

impl Detail {
    /// The attributes of an empty place.
    fn place(self, place: &impl Display) -> String {
        if self == Self::Small { String::new() } else { format!(r#" class="place" data-at="{place}""#) }
    }

    /// The attributes of a piece in the game: its place, and where it was before each step of the last turn.
    fn piece<P: Display>(self, place: &impl Display, way: impl FnOnce() -> Vec<P>) -> String {
        if self == Self::Small {
            return String::new();
        }
        let (mut attributes, way) = (format!(r#" data-at="{place}""#), way());
        if !way.is_empty() {
            let _ = write!(attributes, r#" data-way="{}""#, join(&way));
        }
        attributes
    }
}

fn join(places: &[impl Display]) -> String {
    places.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The cells of this marble before each move of the last turn; empty if it has not moved.
fn way(board: &HexBoard, cell: Cell) -> Vec<Cell> {
    let (hexagon, mut at) = (board.hexagon(), cell);
    let before = |at: Cell, last: &LastMove| {
        let back = last.direction.filter(|_| last.arrived.contains(&at))?.opposite();
        hexagon.step(at, back)
    };
    let mut way: Vec<Cell> = Vec::new();
    for last in board.last.iter().rev() {
        at = before(at, last).unwrap_or(at);
        way.push(at);
    }
    way.reverse();
    if way.iter().all(|before| *before == cell) { Vec::new() } else { way }
}

fn letter(svg: &mut String, name: &str, at: [f32; 2], size: u8, paint: &Paint) {
    text(svg, name, at, size, [paint.label, paint.edge]);
}

fn text(svg: &mut String, text: &str, [x, y]: [f32; 2], size: u8, [ink, edge]: [Rgb; 2]) {
    let ([x, y], [ink, edge]) = ([x, y].map(short), [ink, edge].map(css_color));
    let _ = write!(
        svg,
        r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" dominant-baseline="central" font-weight="700" fill="{ink}" stroke="{edge}" stroke-width="3" paint-order="stroke">{text}</text>"#
    );
}

/// The id by which small boards of this shape refer to their ground.
pub fn ground_id(board: &Board) -> String {
    match board {
        Board::Hex(board) => format!("ground-{}", board.side),
        Board::Fanorona(_) => "ground-fanorona".to_owned(),
    }
}

/// Frame and empty places of a board: they are the same at both sides.
pub fn ground(board: &Board, paint: &Paint) -> String {
    let mut svg = format!(r#"<g id="{}">"#, ground_id(board));
    match board {
        Board::Hex(board) => {
            hex_frame(&mut svg, paint);
            hex_places(&mut svg, board, Orientation::default(), Detail::Small, paint);
        }
        Board::Fanorona(_) => {
            fanorona_frame(&mut svg, Orientation::default(), paint);
            fanorona_places(&mut svg, Orientation::default(), Detail::Small, paint);
        }
    }
    svg.push_str("</g>");
    svg
}

fn hex_frame(svg: &mut String, paint: &Paint) {
    let frame = format!(
        r#"fill="{}" stroke="{}" stroke-width="3" stroke-linejoin="round""#,
        css_color(blend(paint.frame[1], paint.frame[0], 150)),
        css_color(blend(paint.frame[1], [0; 3], 90))
    );
    svg.push_str(&polygon(hexagon(OUTER), &frame));
    let inlay = format!(
        r#"fill="{}" stroke="{}" stroke-width="4" stroke-linejoin="round""#,
        css_color(blend(paint.inlay[1], paint.inlay[0], 170)),
        css_color(paint.frame[1])
    );
    svg.push_str(&polygon(hexagon(INNER), &inlay));
}

fn hex_places(svg: &mut String, board: &HexBoard, orientation: Orientation, detail: Detail, paint: &Paint) {
    let hexagonal = Hexagon::new(board, [0, 0], orientation);
    let lip = css_color(blend(paint.inlay[1], [0; 3], 60));
    let _ = write!(svg, r#"<g class="places" fill="url(#bowl)" stroke="{lip}" stroke-width="2">"#);
    let radius = short(hex::of(board).bowl - 1.0);
    for cell in board.hexagon().cells() {
        let name = detail.place(&cell);
        let [x, y] = hexagonal.at(cell).map(short);
        let _ = write!(svg, r#"<circle{name} cx="{x}" cy="{y}" r="{radius}"/>"#);
    }
    svg.push_str("</g>");
}

pub fn hex_board(board: &HexBoard, detail: Detail, style: SvgStyle) -> String {
    let (paint, geometry) = (style.theme.paint(), hex::of(board));
    let hexagonal = Hexagon::new(board, [0, 0], style.orientation);
    let mut svg = open("hexagon", HEX_HALF);
    if detail == Detail::Small {
        let _ = write!(svg, r##"<use href="#ground-{}"/>"##, board.side);
    } else {
        hex_frame(&mut svg, paint);
        if style.coordinates {
            svg.push_str(r#"<g class="coordinates" aria-hidden="true">"#);
            for Coordinate { name, at, .. } in hexagonal.coordinate_places() {
                letter(&mut svg, &name, at, if name.len() > 1 { 24 } else { 32 }, paint);
            }
            svg.push_str("</g>");
        }
        hex_places(&mut svg, board, style.orientation, detail, paint);
    }
    svg.push_str(r#"<g class="stones">"#);
    let stones = board.stones.iter().map(|(cell, stone)| (*cell, Piece::from(*stone)));
    let obstacles = board.obstacles.iter().map(|cell| (*cell, Piece::Obstacle));
    let holes = board.holes.iter().map(|cell| (*cell, Piece::Hole));
    for (cell, what) in stones.chain(obstacles).chain(holes) {
        let name = detail.piece(&cell, || way(board, cell));
        piece(&mut svg, id(what), &name, hexagonal.at(cell), geometry.marble);
    }
    svg.push_str(r#"</g><g class="last" pointer-events="none">"#);
    for (number, marks) in hexagonal.marks().enumerate() {
        last_move(&mut svg, (number, &board.last), &hexagonal, &marks, paint);
    }
    svg.push_str("</g>");
    for (at, carrier) in hexagonal.crown_places() {
        piece(&mut svg, id(Piece::Crown), "", at, CROWN * geometry.scale());
        let carrier = carrier.map_or(Piece::Hidden, Piece::Owned);
        piece(&mut svg, id(carrier), "", at, CROWN * 0.5 * geometry.scale());
    }
    svg.push_str("</svg>");
    svg
}

/// One of these moves of the last turn, with its number if there are several.
fn last_move(
    svg: &mut String,
    (number, moves): (usize, &[LastMove]),
    hexagon: &Hexagon<'_>,
    marks: &MoveMarks,
    paint: &Paint,
) {
    for cell in &marks.vacated {
        let at = hexagon.at(*cell);
        dashes(svg, at, 27.0 * hexagon.scale(), paint);
        if moves.len() > 1 {
            let size = (30.0 * hexagon.scale()) as u8;
            text(svg, &(number + 1).to_string(), at, size, [paint.accent, paint.edge]);
        }
    }
    for cell in &marks.arrived {
        ring(svg, hexagon.at(*cell), 34.0 * hexagon.scale(), paint);
    }
    if let Some(arrows) = &marks.arrows {
        outlined_path(svg, arrows, hexagon.arrow_width(), paint);
    }
    if let Some((what, at)) = marks.fallen {
        // It stood there before each move up to its own.
        let left = moves.get(number).and_then(|last| last.ejected).map(|(cell, _)| vec![cell; number + 1]);
        let from = left.map_or_else(String::new, |way| format!(r#" data-way="{}""#, join(&way)));
        piece(svg, id(what), &from, at, FALLEN * hexagon.scale());
        ring(svg, at, (FALLEN + 1.6) * hexagon.scale(), paint);
    }
}

fn fanorona_frame(svg: &mut String, orientation: Orientation, paint: &Paint) {
    let frame = css_color(blend(paint.frame[1], paint.frame[0], 150));
    let inlay = css_color(blend(paint.inlay[1], paint.inlay[0], 170));
    for (half, round, ink) in [(fanorona::INNER.map(|half| half + FRAME), 16, frame), (fanorona::INNER, 7, inlay)] {
        let [x, y] = [CENTER[0] - half[0], CENTER[1] - half[1]].map(short);
        let [width, height] = half.map(|half| short(2.0 * half));
        let _ = write!(svg, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round}" fill="{ink}"/>"#);
    }
    // Rule: diagonals meet at the strong points.
    let lines: Vec<[[f32; 2]; 2]> = Point::all()
        .flat_map(|point| {
            let next = [(1, 0), (0, 1), (1, 1), (-1_i8, 1)].into_iter().filter_map(move |(columns, rows)| {
                Point::new(point.column().checked_add_signed(columns)?, point.row() + rows)
            });
            let next = next.filter(move |next| point.way_to(*next).is_some());
            next.map(move |next| [center(point, orientation), center(next, orientation)])
        })
        .collect();
    let (groove, path) = (groove(paint), path(&lines));
    let _ = write!(svg, r#"<path d="{path}" stroke="{groove}" stroke-width="4" stroke-linecap="round"/>"#);
}

fn groove(paint: &Paint) -> String {
    css_color(blend(paint.frame[1], paint.inlay[1], 40))
}

fn fanorona_places(svg: &mut String, orientation: Orientation, detail: Detail, paint: &Paint) {
    let _ = write!(svg, r#"<g class="places" fill="{}">"#, groove(paint));
    for point in Point::all() {
        let name = detail.place(&point);
        let [x, y] = center(point, orientation).map(short);
        let _ = write!(svg, r#"<circle{name} cx="{x}" cy="{y}" r="8"/>"#);
    }
    svg.push_str("</g>");
}

pub fn fanorona_board(board: &FanoronaBoard, detail: Detail, style: SvgStyle) -> String {
    let paint = style.theme.paint();
    let at = |point: Point| center(point, style.orientation);
    let mut svg = open("rectangle", FANORONA_HALF);
    if detail == Detail::Small {
        svg.push_str(r##"<use href="#ground-fanorona"/>"##);
    } else {
        fanorona_frame(&mut svg, style.orientation, paint);
        if style.coordinates {
            svg.push_str(r#"<g class="coordinates" aria-hidden="true">"#);
            for (name, place) in fanorona::coordinates(style.orientation) {
                letter(&mut svg, name.encode_utf8(&mut [0; 4]), place, 26, paint);
            }
            svg.push_str("</g>");
        }
        fanorona_places(&mut svg, style.orientation, detail, paint);
    }
    svg.push_str(r#"<g class="stones">"#);
    for (point, up) in &board.pieces {
        let up = if *up == Color::White { "white-up" } else { "black-up" };
        let way = || match board.path.split_last() {
            Some((last, before)) if last == point && !board.removed => before.to_vec(),
            _ => Vec::new(),
        };
        piece(&mut svg, up, &detail.piece(point, way), at(*point), PIECE);
    }
    svg.push_str(r#"</g><g class="last" pointer-events="none">"#);
    for point in &board.flipped {
        dashes(&mut svg, [at(*point)[0], at(*point)[1] - 4.0], 17.0, paint);
    }
    let mut way = board.path.clone();
    way.dedup();
    let way: Vec<[f32; 2]> = way.into_iter().map(at).collect();
    if let Some(first) = board.path.first().filter(|_| way.len() > 1) {
        dashes(&mut svg, at(*first), 27.0, paint);
        outlined_path(&mut svg, &fanorona_strokes(&way), FANORONA_LINE, paint);
    }
    if let Some(last) = board.path.last() {
        let [x, y] = at(*last);
        if board.removed {
            ring(&mut svg, [x, y], 27.0, paint);
            let cross = [-1.0, 1.0].map(|side| [[x - 10.5, y - 10.5 * side], [x + 10.5, y + 10.5 * side]]);
            outlined_path(&mut svg, &cross, 3.6, paint);
        } else {
            ring(&mut svg, [x, y - 4.0], PIECE, paint);
        }
    }
    svg.push_str("</g></svg>");
    svg
}
