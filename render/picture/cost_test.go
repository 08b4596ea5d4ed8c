package picture

import (
	"io"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Once its letters and shapes are made, drawing takes no memory, and a whole picture only that of its words.
func TestDrawingTakesNoMemory(t *testing.T) {
	p := painter(t)
	for _, s := range scenes(t) {
		if err := p.Draw(io.Discard, s.Scene, s.theme); err != nil {
			t.Fatal(err)
		}
		e := newCanvas()
		f, level := p.compose(e.pix, s.Scene, s.theme)
		if err := e.encode(io.Discard, f, level); err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(3, func() { p.cache.layout.draw(s.Scene); p.cache.paint(f) }) - testing.AllocsPerRun(3, func() { p.cache.layout.draw(s.Scene) }); n > 0 {
			t.Errorf("%s: drawing allocates %v times", s.name, n)
		}
		if n := testing.AllocsPerRun(3, func() { p.cache.layout.draw(s.Scene) }); n > 700 {
			t.Errorf("%s: laying out allocates %v times", s.name, n)
		}
		if n := testing.AllocsPerRun(3, func() { _ = e.encode(io.Discard, f, level) }); n > 0 {
			t.Errorf("%s: packing allocates %v times", s.name, n)
		}
	}
}

// All that a painter keeps, letters of every scene made, and a picture under way.
func TestAPainterStaysSmall(t *testing.T) {
	held := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	all, before := scenes(t), held()
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	e := newCanvas()
	for _, s := range all {
		f, level := p.compose(e.pix, s.Scene, s.theme)
		if err := e.encode(io.Discard, f, level); err != nil {
			t.Fatal(err)
		}
	}
	kept := held() - before
	t.Logf("%d KB are kept", kept>>10)
	if kept > 25<<20 {
		t.Errorf("%d bytes are kept", kept)
	}
	runtime.KeepAlive(e)
	runtime.KeepAlive(p)
}

func newCanvas() *canvas {
	return &canvas{pix: new([Width * Height]uint8), encoder: encoder{packer: packer{kept: newBands()}}}
}

// slow is a writer that takes its time, and counts how many write at once.
type slow struct{ now, most atomic.Int64 }

func (w *slow) Write(data []byte) (int, error) {
	n := w.now.Add(1)
	for most := w.most.Load(); n > most && !w.most.CompareAndSwap(most, n); most = w.most.Load() {
	}
	time.Sleep(time.Millisecond)
	w.now.Add(-1)
	return len(data), nil
}

// A thousand tables whose boards are drawn at once, as after a start, take no more memory than a few.
func TestNoMorePicturesAreDrawnAtOnceThanThereAreProcessors(t *testing.T) {
	p, w := painter(t), new(slow)
	var all sync.WaitGroup
	for _, s := range scenes(t) {
		all.Go(func() {
			if err := p.Draw(w, s.Scene, s.theme); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := w.most.Load(); n > int64(runtime.GOMAXPROCS(0)) {
		t.Errorf("%d pictures were drawn at once", n)
	}
}

// stuck is a writer that writes nothing until it is released.
type stuck struct{ began, release chan struct{} }

func (w stuck) Write(data []byte) (int, error) {
	select {
	case w.began <- struct{}{}:
	default:
	}
	<-w.release
	return len(data), nil
}

// TestAPictureTakesAnyFreeCanvas has one reader that does not read, while others ask for more pictures than there are canvases.
func TestAPictureTakesAnyFreeCanvas(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	s, w, drawn := scenes(t)[0], stuck{make(chan struct{}, 1), make(chan struct{})}, make(chan error)
	var blocked sync.WaitGroup
	blocked.Go(func() { _ = p.Draw(w, s.Scene, s.theme) })
	<-w.began
	go func() {
		defer close(drawn)
		for range 3 {
			drawn <- p.Draw(io.Discard, s.Scene, s.theme)
		}
	}()
	for n := range 3 {
		select {
		case err := <-drawn:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(30 * time.Second):
			t.Errorf("picture %d waits for a busy canvas while another is free", n+1)
			close(w.release)
			return
		}
	}
	close(w.release)
	blocked.Wait()
}

// forget makes a painter pack every band anew.
func forget(p *Painter) {
	kept := newBands()
	for range cap(p.free) {
		e := <-p.free
		e.kept = kept
		p.free <- e
	}
}

// BenchmarkDraw draws pictures of which no band is kept.
func BenchmarkDraw(b *testing.B) {
	p := painter(b)
	for _, s := range scenes(b) {
		switch s.name {
		case "headsup-preflop", "nine-river", "ten-everybody-in", "result-full-house", "omaha-ten-showdown":
			b.Run(s.name, func(b *testing.B) {
				b.ReportAllocs()
				var took []time.Duration
				for b.Loop() {
					forget(p)
					start := time.Now()
					if err := p.Draw(io.Discard, s.Scene, s.theme); err != nil {
						b.Fatal(err)
					}
					took = append(took, time.Since(start))
				}
				report(b, took)
				b.ReportMetric(float64(len(drawn(b, p, s))), "bytes")
			})
		}
	}
}

// BenchmarkScenes is a picture of every golden scene, in turn. No band is kept.
func BenchmarkScenes(b *testing.B) {
	p, all := painter(b), scenes(b)
	var took []time.Duration
	for b.Loop() {
		for _, s := range all {
			forget(p)
			start := time.Now()
			if err := p.Draw(io.Discard, s.Scene, s.theme); err != nil {
				b.Fatal(err)
			}
			took = append(took, time.Since(start))
		}
	}
	report(b, took)
}

// report logs the least, the median and nearly the most of the times taken.
func report(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	for name, at := range map[string]int{"least": 0, "p50": 50, "p99": 99} {
		b.ReportMetric(float64(took[(len(took)-1)*at/100].Microseconds())/1000, name+"-ms")
	}
}

// BenchmarkPaint is the part that is this package's own: laying out, and painting into the frame.
func BenchmarkPaint(b *testing.B) {
	p, e := painter(b), newCanvas()
	for _, s := range scenes(b) {
		if s.name == "nine-river" {
			b.Run("layout", func(b *testing.B) {
				for b.Loop() {
					p.cache.layout.draw(s.Scene)
				}
			})
			f, _ := p.compose(e.pix, s.Scene, s.theme)
			b.Run("paint", func(b *testing.B) {
				for b.Loop() {
					copy(f.pix, p.cache.background(s.theme).pix)
					p.cache.paint(f)
				}
			})
		}
	}
}

// BenchmarkFirst measures a painter and its first picture, for which it makes letters, shapes and the empty table.
func BenchmarkFirst(b *testing.B) {
	all := scenes(b)
	for b.Loop() {
		p, err := New()
		if err != nil {
			b.Fatal(err)
		}
		if err := p.Draw(io.Discard, all[0].Scene, Felt); err != nil {
			b.Fatal(err)
		}
	}
}
