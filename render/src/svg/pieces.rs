//! Pieces around the origin with a radius of 1.

use std::fmt::Write as _;

use crate::assets::paint::{Material, Paint, Pattern};
use crate::assets::pieces::Piece;
use crate::assets::shading::{linear, rounded, scale};
use crate::raster::color::{Rgb, blend};

use super::css_color;

const WHITE: Rgb = [0xff; 3];
const BLACK: Rgb = [0; 3];

/// The id by which boards refer to a piece.
pub fn id(piece: Piece) -> &'static str {
    match piece {
        Piece::Owned(color) => color.name(),
        Piece::Hidden => "hidden",
        Piece::Pivot => "pivot",
        Piece::Ball => "ball",
        Piece::Sister => "sister",
        Piece::Crown => "crown",
        Piece::Obstacle => "obstacle",
        Piece::Hole => "hole",
    }
}

pub fn definitions(paint: &Paint) -> String {
    let mut svg = String::from(r#"<svg class="pieces" width="0" height="0" aria-hidden="true"><defs>"#);
    bowl(&mut svg, paint);
    for piece in Piece::ALL {
        match piece {
            Piece::Obstacle => obstacle(&mut svg, paint),
            Piece::Hole => hole(&mut svg, paint),
            _ => marble(&mut svg, id(piece), &paint.materials[piece.index()]),
        }
    }
    let [black, white] = [&paint.materials[0], &paint.materials[1]];
    disc(&mut svg, "black-up", black, white);
    disc(&mut svg, "white-up", white, black);
    svg.push_str("</defs></svg>");
    svg
}

/// The fill of an empty place: sunk into the inlay, lit from the upper left.
fn bowl(svg: &mut String, paint: &Paint) {
    let lit = |share: f32| css_color(rounded(scale(linear(paint.inlay[0]), paint.bowl * (0.7 + share * paint.relief))));
    let _ = write!(
        svg,
        r#"<radialGradient id="bowl" cx=".62" cy=".66" r=".72"><stop offset="0" stop-color="{}"/><stop offset=".6" stop-color="{}"/><stop offset="1" stop-color="{}"/></radialGradient>"#,
        lit(0.16),
        lit(0.0),
        lit(-0.3),
    );
}

/// A ball: shadow, body, pattern, reflection of a window.
fn marble(svg: &mut String, id: &str, material: &Material) {
    let Material { body, deep, gloss, rim, pattern, ink, .. } = *material;
    let light = blend(body, WHITE, 46);
    let low = blend(body, deep, 190);
    let edge = blend(deep, BLACK, (rim * 255.0) as u8);
    let _ = write!(
        svg,
        r##"<radialGradient id="{id}-body" cx=".36" cy=".3" r=".78"><stop offset="0" stop-color="{}"/><stop offset=".42" stop-color="{}"/><stop offset="1" stop-color="{}"/></radialGradient><g id="{id}"><ellipse cx=".07" cy=".14" rx="1.04" ry="1.02" fill="#000" opacity=".38"/><circle r=".98" fill="url(#{id}-body)" stroke="{}" stroke-width=".05"/>"##,
        css_color(light),
        css_color(body),
        css_color(low),
        css_color(edge),
    );
    inlay(svg, pattern, &css_color(ink));
    let _ = write!(
        svg,
        r##"<ellipse cx="-.32" cy="-.5" rx=".36" ry=".2" transform="rotate(-34 -.32 -.5)" fill="#fff" opacity="{:.2}"/></g>"##,
        gloss * if luminous(body) { 0.9 } else { 0.55 },
    );
}

/// Whether white on this color is hard to see.
fn luminous(color: Rgb) -> bool {
    color.iter().map(|byte| u32::from(*byte)).sum::<u32>() > 3 * 0xc0
}

/// The pattern that distinguishes a marble without its color.
fn inlay(svg: &mut String, pattern: Pattern, ink: &str) {
    let shape = match pattern {
        Pattern::Plain => return,
        Pattern::Stripe => format!(r#"<path d="M-.87 .36Q0 -.02 .82-.48" stroke="{ink}" stroke-width=".22"/>"#),
        Pattern::Ring => format!(r#"<circle r=".5" stroke="{ink}" stroke-width=".14"/>"#),
        Pattern::Dots => {
            let third = std::f32::consts::TAU / 3.0;
            (0..3).fold(String::new(), |mut dots, i| {
                let (sin, cos) = (third * i as f32).sin_cos();
                let _ =
                    write!(dots, r#"<circle cx="{:.2}" cy="{:.2}" r=".15" fill="{ink}"/>"#, 0.37 * sin, -0.37 * cos);
                dots
            })
        }
        Pattern::Cross => {
            format!(r#"<path d="M-.64-.64L.64 .64M-.64 .64L.64-.64" stroke="{ink}" stroke-width=".14"/>"#)
        }
        Pattern::Pin => format!(
            r#"<circle r=".17" fill="{ink}"/><circle r=".44" stroke="{ink}" stroke-width=".09"/><circle r=".72" stroke="{ink}" stroke-width=".08"/>"#
        ),
        Pattern::Football => {
            let fifth = std::f32::consts::TAU / 5.0;
            let corner = |i: u8, radius: f32| {
                let (sin, cos) = (fifth * f32::from(i)).sin_cos();
                format!("{:.2} {:.2}", radius * sin, -radius * cos)
            };
            let (mut middle, mut seams, mut patches) = (String::from("M"), String::new(), String::new());
            for i in 0..5_u8 {
                let (sin, cos) = (fifth * f32::from(i)).sin_cos();
                let _ = write!(middle, "{} ", corner(i, 0.32));
                let _ = write!(seams, "M{}L{}", corner(i, 0.32), corner(i, 0.68));
                let _ =
                    write!(patches, r#"<circle cx="{:.2}" cy="{:.2}" r=".17" fill="{ink}"/>"#, 0.76 * sin, -0.76 * cos);
            }
            format!(
                r#"<path d="{middle}Z" fill="{ink}"/><path d="{seams}" stroke="{ink}" stroke-width=".07"/>{patches}"#
            )
        }
        Pattern::Flower => (0..5).fold(String::new(), |mut petals, i| {
            let _ =
                write!(petals, r#"<ellipse cy="-.34" rx=".15" ry=".23" transform="rotate({})" fill="{ink}"/>"#, 72 * i);
            petals
        }),
    };
    let _ = write!(svg, r#"<g fill="none">{shape}</g>"#);
}

/// A flat two-sided piece: the other side shows at its rim and in a thin ring.
fn disc(svg: &mut String, id: &str, up: &Material, down: &Material) {
    let (face, other) = (css_color(blend(up.body, up.deep, 40)), css_color(blend(down.deep, down.body, 180)));
    let _ = write!(
        svg,
        r##"<g id="{id}"><ellipse cx=".08" cy=".26" rx="1.02" ry="1" fill="#000" opacity=".35"/><circle cy=".11" r="1" fill="{other}"/><circle cy="-.11" r="1" fill="{face}"/><circle cy="-.11" r=".72" fill="none" stroke="{other}" stroke-width=".07"/></g>"##
    );
}

fn obstacle(svg: &mut String, paint: &Paint) {
    let [light, dark] = paint.block.map(css_color);
    let _ = write!(
        svg,
        r#"<path id="obstacle" d="M0-1.05L.91-.53V.53L0 1.05L-.91 .53V-.53Z" fill="{light}" stroke="{dark}" stroke-width=".14" stroke-linejoin="round"/>"#
    );
}

fn hole(svg: &mut String, paint: &Paint) {
    let ring = css_color(blend([0x9a, 0x9c, 0xa2], paint.frame[0], 64));
    let _ = write!(svg, r##"<circle id="hole" r=".93" fill="#050506" stroke="{ring}" stroke-width=".16"/>"##);
}
