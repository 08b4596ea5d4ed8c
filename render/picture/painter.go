package picture

import (
	"fmt"
	"image"
	"io"
	"runtime"
	"sync"

	"cardroom/render"
	"cardroom/render/vector"
)

// Painter paints pictures. One serves a whole program: several goroutines may call its methods at once.
type Painter struct {
	mu    sync.Mutex // held while the cache is in use
	cache *cache
	free  chan *canvas // those that are not in use, of as many as there are processors
	film  sync.Mutex   // held while an animation is made
}

// cache keeps the means to make one picture after another: letters and shapes that were made before, empty tables, and room
// for a layout.
type cache struct {
	*fonts
	masks       map[form]*vector.Mask
	backgrounds [themes]*background // nil until a picture has the theme
	blank       *image.NRGBA        // a tile without rank and suit; nil until the first tile
	card        tileImage           // the last tile
	layout      layout
}

// background is an empty table of a theme.
type background struct {
	*palette
	pix []uint8
}

// New makes a painter. It makes letters, shapes and empty tables when the first picture needs them.
func New() (*Painter, error) {
	loaded, err := newFonts()
	if err != nil {
		return nil, err
	}
	d := &cache{fonts: loaded, masks: map[form]*vector.Mask{}, layout: layout{fonts: loaded}}
	p := &Painter{cache: d, free: make(chan *canvas, runtime.GOMAXPROCS(0))}
	kept := newBands()
	for range cap(p.free) {
		p.free <- &canvas{encoder: encoder{packer: packer{kept: kept}}}
	}
	return p, nil
}

// Draw writes the picture of a scene as a PNG, [Width] by [Height] pixels, opaque. Equal scenes give equal bytes. The
// picture shows no card that was not tabled, whatever the view of the scene. Every error comes from w. Draw packs as many
// pictures at a time as there are processors; it paints them one after the other. The others wait: a thousand tables that
// start at once would each take two megabytes.
func (p *Painter) Draw(w io.Writer, s render.Scene, t Theme) error {
	e := <-p.free
	defer func() { p.free <- e }()
	if e.pix == nil {
		e.pix = new([Width * Height]uint8)
	}
	f, level := p.compose(e.pix, s, t)
	if err := e.encode(w, f, level); err != nil {
		return fmt.Errorf("picture: %w", err)
	}
	return nil
}

// canvas holds the buffers of one picture, from scene to file.
type canvas struct {
	pix *[Width * Height]uint8
	encoder
}

// compose paints a scene, and returns how hard to pack it.
func (p *Painter) compose(pix *[Width * Height]uint8, s render.Scene, t Theme) (f frame, level int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	background := p.cache.background(min(t, themes-1))
	f = frame{background.palette, pix[:]}
	copy(f.pix, background.pix)
	p.cache.layout.draw(s)
	p.cache.paint(f)
	return f, p.cache.layout.level()
}

// background returns the empty table of a theme, and makes it when first asked.
func (d *cache) background(t Theme) *background {
	if d.backgrounds[t] == nil {
		d.backgrounds[t] = d.newBackground(colours[t])
	}
	return d.backgrounds[t]
}

// mask returns a shape as a mask, and makes it when first asked.
func (d *cache) mask(f form) *vector.Mask {
	m, ok := d.masks[f]
	if !ok {
		m = f.mask()
		d.masks[f] = m
	}
	return m
}
