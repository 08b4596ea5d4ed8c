package picture

import (
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"cardroom/render"
)

// Painter paints pictures. One serves a whole program: its methods may be called by several goroutines at once.
type Painter struct {
	mu     sync.Mutex // held while the desk is in use
	desk   *desk
	easels []easel // as many as there are processors
	turn   atomic.Uint64
}

// desk is what pictures are made with, one at a time: letters and shapes that were made before, and a plan to write on.
type desk struct {
	*cases
	masks  map[form]*mask
	tables [themes]*table
	plan   plan
}

// table is an empty table of a theme.
type table struct {
	*palette
	pix []uint8
}

// New makes a painter and what every picture has in common: the tables of all themes, and the letters of a card room.
func New() (*Painter, error) {
	cases, err := newCases()
	if err != nil {
		return nil, err
	}
	d := &desk{cases: cases, masks: map[form]*mask{}, plan: plan{cases: cases}}
	for t := range themes {
		d.tables[t] = d.table(colours[t])
	}
	d.warm()
	return &Painter{desk: d, easels: make([]easel, runtime.GOMAXPROCS(0))}, nil
}

// Draw writes the picture of a scene as a PNG, [Width] by [Height] pixels, opaque. Equal scenes give equal bytes. No card
// is in it that was not tabled, whoever's view the scene has. An error is w's. As many are drawn at a time as there are
// processors, and the others wait: a thousand tables that start at once would each take two megabytes.
func (p *Painter) Draw(w io.Writer, s render.Scene, t Theme) error {
	e := &p.easels[p.turn.Add(1)%uint64(len(p.easels))]
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

// easel is what one picture needs from scene to file.
type easel struct {
	mu  sync.Mutex // held while it is in use
	pix *[Width * Height]uint8
	encoder
}

// compose paints a scene, and says how hard it is to be packed.
func (p *Painter) compose(pix *[Width * Height]uint8, s render.Scene, t Theme) (f frame, level int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	table := p.desk.tables[min(t, themes-1)]
	f = frame{table.palette, pix[:]}
	copy(f.pix, table.pix)
	p.desk.plan.draw(s)
	p.desk.paint(f)
	return f, p.desk.plan.level()
}

// mask is a shape as a mask, made when first asked for.
func (d *desk) mask(f form) *mask {
	m, ok := d.masks[f]
	if !ok {
		m = f.mask()
		d.masks[f] = m
	}
	return m
}

// warm makes the letters that nearly every picture has, so that the first pictures are not slower than others.
func (d *desk) warm() {
	for _, s := range []style{nameStyle, stackStyle, tightStyle, tagStyle, potStyle, lineStyles[0], lineStyles[1], lineStyles[2]} {
		for r := rune(' '); r <= '~'; r++ {
			d.glyph(s, r)
		}
	}
}
