//! A literal implementation of Fliporona on a board of characters, independent of the library. It lists every turn.

/// Rows 1 to 5 with `w`, `b` or `.`.
pub type Board = [[char; 9]; 5];

/// Column and row, counted from 0.
type Square = (i32, i32);

/// The board of a position line, the color to move, and the turns played.
pub fn read(line: &str) -> (Board, char, u32) {
    let words: Vec<&str> = line.split(' ').collect();
    let mut board = [['.'; 9]; 5];
    for (row, text) in words[0].split('/').enumerate() {
        let mut column = 0;
        for letter in text.chars() {
            if let Some(gap) = letter.to_digit(10) {
                column += gap as usize;
            } else {
                board[4 - row][column] = letter;
                column += 1;
            }
        }
    }
    (board, words[1].chars().next().expect("a color"), words[2].parse().expect("a ply"))
}

/// Every turn in notation, with the board after it.
pub fn turns(board: &Board, own: char, ply: u32) -> Vec<(String, Board)> {
    let mut found = Vec::new();
    for at in squares() {
        let here = board[at.1 as usize][at.0 as usize];
        if ply < 44 {
            if here == '.' && at != (4, 2) {
                let mut next = *board;
                set(&mut next, at, own);
                found.push((format!("@{}", name(at)), next));
            }
        } else if here == own {
            steps(board, own, at, None, &name(at), &mut found);
        }
    }
    found
}

/// The turns that continue from a place; `came` is the previous step, if there was one.
fn steps(board: &Board, own: char, at: Square, came: Option<Square>, text: &str, found: &mut Vec<(String, Board)>) {
    for way in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        // Weak points have four directions.
        if (at.0 + at.1) % 2 != 0 && way.0 != 0 && way.1 != 0 {
            continue;
        }
        if came == Some(way) || came == Some((-way.0, -way.1)) {
            continue;
        }
        let to = (at.0 + way.0, at.1 + way.1);
        if get(board, to) != Some('.') {
            continue;
        }
        let mut moved = *board;
        set(&mut moved, at, '.');
        set(&mut moved, to, own);
        let ahead = row(board, own, to, way);
        let behind = row(board, own, at, (-way.0, -way.1));
        if ahead.is_empty() && behind.is_empty() && came.is_none() {
            found.push((format!("{text}{}", name(to)), moved));
        }
        for (sign, row) in [('+', ahead), ('-', behind)] {
            if row.is_empty() {
                continue;
            }
            let mut flipped = moved;
            for place in row {
                set(&mut flipped, place, own);
            }
            let text = format!("{text}{}{sign}", name(to));
            let mut ended = flipped;
            set(&mut ended, to, '.');
            found.push((text.clone(), ended));
            steps(&flipped, own, to, Some(way), &text, found);
        }
    }
}

pub fn perft(line: &str, depth: u32) -> u64 {
    let (board, own, ply) = read(line);
    count(&board, own, ply, depth)
}

fn count(board: &Board, own: char, ply: u32, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if ply >= 44 && ['b', 'w'].into_iter().any(|color| !board.as_flattened().contains(&color)) {
        return 0;
    }
    let other = if own == 'w' { 'b' } else { 'w' };
    turns(board, own, ply).iter().map(|(_, next)| count(next, other, ply + 1, depth - 1)).sum()
}

fn row(board: &Board, own: char, beside: Square, way: Square) -> Vec<Square> {
    let places = (1..).map(|far| (beside.0 + far * way.0, beside.1 + far * way.1));
    places.take_while(|&place| get(board, place).is_some_and(|piece| piece != '.' && piece != own)).collect()
}

fn squares() -> impl Iterator<Item = Square> {
    (0..5).flat_map(|row| (0..9).map(move |column| (column, row)))
}

fn get(board: &Board, at: Square) -> Option<char> {
    if (0..9).contains(&at.0) && (0..5).contains(&at.1) { Some(board[at.1 as usize][at.0 as usize]) } else { None }
}

fn set(board: &mut Board, at: Square, piece: char) {
    board[at.1 as usize][at.0 as usize] = piece;
}

fn name(at: Square) -> String {
    format!("{}{}", char::from(b'a' + at.0 as u8), at.1 + 1)
}
