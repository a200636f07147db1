//! sRGB colors.

pub type Rgb = [u8; 3];

/// `share`/255 of `ink` over `background`.
pub fn blend(background: Rgb, ink: Rgb, share: u8) -> Rgb {
    // All three channels at once, in sixteen bits each, which no channel exceeds.
    let wide = |color: Rgb| color.into_iter().rev().fold(0, |wide, byte| wide << 16 | u64::from(byte));
    let (ones, low) = (0x1_0001_0001, 0xff_00ff_00ff);
    let sum = wide(background) * u64::from(255 - share) + wide(ink) * u64::from(share) + 127 * ones;
    // Division by 255.
    let mixed = (sum + ones + (sum >> 8 & low)) >> 8;
    [mixed as u8, (mixed >> 16) as u8, (mixed >> 32) as u8]
}

/// Contrast as WCAG 2.1 defines it: 1 for equal colors, 21 for black on white.
pub fn contrast(a: Rgb, b: Rgb) -> f64 {
    let luminance = |color: Rgb| {
        let part = |byte: u8| {
            let x = f64::from(byte) / 255.0;
            if x <= 0.040_45 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(color[0]) + 0.7152 * part(color[1]) + 0.0722 * part(color[2])
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Weights of differences in red, green and blue in perception.
pub const WEIGHT: [i32; 3] = [3, 5, 2];

/// Perceptual difference of two colors: weighted squares of the channel differences.
pub fn distance(a: Rgb, b: Rgb) -> i32 {
    (0..3).map(|i| WEIGHT[i] * (i32::from(a[i]) - i32::from(b[i])).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_channel_of_a_blend_is_the_nearest_byte() {
        for (background, ink) in (0..=255_u8).flat_map(|background| (0..=255_u8).map(move |ink| (background, ink))) {
            for share in (0..=255).step_by(5).chain([1, 254]) {
                // The neighboring channels must not leak into it.
                for beside in [0, 255] {
                    let mixed = blend([beside, background, beside], [beside, ink, beside], share);
                    let [whole, part] = [255 * i32::from(mixed[1]), i32::from(share)];
                    let exact = i32::from(background) * (255 - part) + i32::from(ink) * part;
                    assert!((whole - exact).abs() <= 127, "{background}, {ink}, {share}: {mixed:?}");
                    assert!(mixed[0] == beside && mixed[2] == beside, "{background}, {ink}, {share}: {mixed:?}");
                }
            }
        }
    }
}
