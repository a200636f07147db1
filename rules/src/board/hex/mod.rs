//! The geometry of the hexagonal boards of 61 and 91 cells, without any rules.

mod cell;
mod direction;
mod hexagon;
mod shapes;

pub use cell::{Cell, ParseCellError};
pub use direction::{Direction, ParseDirectionError};
pub use hexagon::Hexagon;
pub use shapes::{Line, Triangle};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_61_and_91_cells_in_ascending_order() {
        for (board, count) in [(Hexagon::STANDARD, 61), (Hexagon::GRAND, 91)] {
            assert_eq!((board.count(), board.cells().count()), (count, count));
            assert!(board.cells().is_sorted());
        }
    }

    #[test]
    fn cells_read_back() {
        for cell in Hexagon::GRAND.cells() {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        let parse = |text| Hexagon::STANDARD.parse(text);
        assert_eq!(Some(parse("A1")), Cell::new(0, 0).map(Ok));
        for text in ["a6", "i0", "e10", "j9"] {
            assert_eq!(parse(text), Err(ParseCellError::OffBoard(text.into())));
        }
        for text in ["é", "a", "a123", "a01", "5e"] {
            assert_eq!(parse(text), Err(ParseCellError::NotACell(text.into())));
        }
        assert_eq!(Hexagon::GRAND.parse("K11"), Ok(Cell::new(10, 10).expect("the last cell")));
        assert_eq!(Hexagon::GRAND.parse("a7"), Err(ParseCellError::OffBoard("a7".into())));
    }

    #[test]
    fn directions_are_those_of_the_rules() {
        let cell = |text: &str| text.parse::<Cell>().expect("a cell");
        assert_eq!(cell("a1").step(Direction::Ne), Some(cell("b2")));
        assert_eq!(cell("a1").step(Direction::Nw), Some(cell("b1")));
        assert_eq!(cell("a1").step(Direction::W), None);
        assert_eq!(Hexagon::STANDARD.step(cell("e9"), Direction::E), None);
        assert_eq!(cell("c3").way_to(cell("c5")), Some((Direction::E, 2)));
        assert_eq!(cell("c3").way_to(cell("d6")), None);
        assert_eq!(cell("c3").way_to(cell("c3")), None);
    }

    #[test]
    fn turning_and_mirroring_carry_neighbors_to_neighbors() {
        for board in [Hexagon::STANDARD, Hexagon::GRAND] {
            for cell in board.cells() {
                assert_eq!((0..3).fold(cell, |cell, _| board.rotated(cell)), board.opposite(cell));
                for direction in Direction::ALL {
                    let next = board.step(cell, direction);
                    let rotated = board.step(board.rotated(cell), direction.rotated(1));
                    assert_eq!(next.map(|next| board.rotated(next)), rotated);
                    let mirrored = board.step(board.mirrored(cell), Direction::ALL[(9 - direction as usize) % 6]);
                    assert_eq!(next.map(|next| board.mirrored(next)), mirrored);
                }
            }
        }
    }

    #[test]
    fn a_line_is_the_same_from_either_end() {
        for one in Hexagon::GRAND.cells() {
            for other in Hexagon::GRAND.cells() {
                let line = Line::between(one, other);
                assert_eq!(line, Line::between(other, one));
                if let Some(line) = line {
                    assert_eq!((line.first(), line.last()), (one.min(other), one.max(other)));
                    assert_eq!(line.cells().count(), usize::from(line.len()));
                }
            }
        }
    }

    #[test]
    fn a_triangle_is_the_same_from_any_corner() {
        let mut found = 0;
        for first in Hexagon::STANDARD.cells() {
            for shape in Triangle::SHAPES {
                let Some(triangle) = Triangle::at(first, shape) else { continue };
                if !triangle.cells().iter().all(|&cell| Hexagon::STANDARD.contains(cell)) {
                    continue;
                }
                let [a, b, c] = triangle.cells();
                for order in [[a, b, c], [c, a, b], [b, c, a], [c, b, a]] {
                    assert_eq!(Triangle::of(order), Some(triangle));
                }
                assert!(
                    first == a
                        && [a.way_to(b), b.way_to(c), a.way_to(c)].iter().all(|way| way.is_some_and(|way| way.1 == 1))
                );
                found += 1;
            }
        }
        assert_eq!(found, 96);
        let cell = |name: &str| name.parse::<Cell>().expect("a cell");
        assert_eq!(Triangle::of([cell("c3"), cell("c4"), cell("c5")]), None);
    }
}
