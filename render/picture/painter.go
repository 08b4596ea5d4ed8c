package picture

import (
	"fmt"
	"image"
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"cardroom/render"
	"cardroom/render/vector"
)

// Painter paints pictures. One serves a whole program: several goroutines may call its methods at once.
type Painter struct {
	mu       sync.Mutex // held while the cache is in use
	cache    *cache
	canvases []canvas // as many as there are processors
	turn     atomic.Uint64
	film     sync.Mutex // held while an animation is made
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
	p := &Painter{cache: d, canvases: make([]canvas, runtime.GOMAXPROCS(0))}
	kept := newBands()
	for i := range p.canvases {
		p.canvases[i].kept = kept
	}
	return p, nil
}

// Draw writes the picture of a scene as a PNG, [Width] by [Height] pixels, opaque. Equal scenes give equal bytes. The
// picture shows no card that was not tabled, whatever the view of the scene. Every error comes from w. Draw paints as many
// pictures at a time as there are processors, and the others wait: a thousand tables that start at once would each take two
// megabytes.
func (p *Painter) Draw(w io.Writer, s render.Scene, t Theme) error {
	e := &p.canvases[p.turn.Add(1)%uint64(len(p.canvases))]
	e.mu.Lock()
	defer e.mu.Unlock()
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
	mu  sync.Mutex // held while it is in use
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
