//! What was drawn over a picture once, to be laid over the same picture again: only the parts of rows that it changed.

/// A shorter stretch that was not changed is not worth a part that ends before it.
const SHORTEST: usize = 8;

/// The parts, from above.
#[derive(Default)]
pub struct Patch {
    parts: Vec<Part>,
    entries: Vec<u8>,
}

struct Part {
    /// Where it begins on the picture.
    at: [u16; 2],
    length: u16,
}

impl Patch {
    /// What makes one picture of the other; both are equally large.
    pub fn new(width: usize, before: &[u8], after: &[u8]) -> Self {
        let mut patch = Self::default();
        for ((y, before), after) in (0..).zip(before.chunks_exact(width)).zip(after.chunks_exact(width)) {
            for x in (0..width).filter(|x| before[*x] != after[*x]) {
                let near = |part: &&mut Part| part.at[1] == y && x < usize::from(part.at[0] + part.length) + SHORTEST;
                let from = if let Some(part) = patch.parts.last_mut().filter(near) {
                    let end = part.at[0] + part.length;
                    part.length = x as u16 + 1 - part.at[0];
                    usize::from(end)
                } else {
                    patch.parts.push(Part { at: [x as u16, y], length: 1 });
                    x
                };
                patch.entries.extend_from_slice(&after[from..=x]);
            }
        }
        patch.parts.shrink_to_fit();
        patch.entries.shrink_to_fit();
        patch
    }

    /// Where each part begins, and what is there.
    pub fn parts(&self) -> impl Iterator<Item = ([i32; 2], &[u8])> {
        let mut rest = self.entries.as_slice();
        self.parts.iter().map(move |part| {
            let (own, others) = rest.split_at(usize::from(part.length));
            rest = others;
            (part.at.map(i32::from), own)
        })
    }

    /// Bytes that it keeps.
    pub fn held(&self) -> usize {
        size_of_val(&*self.parts) + self.entries.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_is_what_differs() {
        let before: Vec<u8> = (0..90_000).map(|i| (i / 300 + i % 7) as u8).collect();
        // Changed here and there, by more and more in a row, at both ends of rows as well.
        let after: Vec<u8> =
            before.iter().zip(0_u64..).map(|(entry, i)| entry ^ u8::from(i * i % 9973 < i / 90)).collect();
        let patch = Patch::new(300, &before, &after);
        let mut again = before.clone();
        for ([x, y], entries) in patch.parts() {
            again[300 * y as usize + x as usize..][..entries.len()].copy_from_slice(entries);
            assert!(x as usize + entries.len() <= 300);
        }
        assert!(again == after && before != after);
        assert!(Patch::new(300, &after, &after).held() == 0);
    }
}
