//! A page in the colors of a theme.

use std::ops::{Deref, DerefMut};

use crate::assets::paint::Paint;
use crate::assets::theme::Theme;
use crate::raster::color::Rgb;
use crate::raster::page::Page;
use crate::raster::text::Line;

pub struct Figure {
    pub paint: &'static Paint,
    page: Page,
}

impl Figure {
    pub fn new(theme: Theme, width: usize, height: usize) -> Self {
        let paint = theme.paint();
        Self { paint, page: Page::new(paint.page, width, height) }
    }

    pub fn text(&mut self, line: &Line, at: [f32; 2], ink: Rgb) {
        self.page.text(line, at, ink);
    }
}

impl Deref for Figure {
    type Target = Page;

    fn deref(&self) -> &Page {
        &self.page
    }
}

impl DerefMut for Figure {
    fn deref_mut(&mut self) -> &mut Page {
        &mut self.page
    }
}
