package gateway_test

import (
	"context"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// network is what lies between a bot and Discord's gateway. It is quick and
// loses nothing until it is told otherwise.
type network struct {
	far     func(ctx context.Context, network, addr string) (net.Conn, error)
	running sync.WaitGroup // what carries; done when all connections are closed

	mu    sync.Mutex
	state weather
	wires []*wire // of all dials
}

// weather is the state of a network.
type weather struct {
	latency    time.Duration // each way, of what is sent in one go
	perByte    time.Duration // each way; bytes then come singly
	unanswered bool          // connections are not made
	empty      bool          // connections are made and lead nowhere
}

// wire is a connection through a network.
type wire struct{ lost atomic.Bool }

// setWeather changes the weather, also for the connections there are.
func (n *network) setWeather(state weather) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.state = state
}

// setWeatherFor changes the weather for a while.
func (n *network) setWeatherFor(d time.Duration, state weather) {
	n.setWeather(state)
	time.AfterFunc(d, func() { n.setWeather(weather{}) })
}

func (n *network) now() weather {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.state
}

// lose makes the connections there are swallow everything, both ways, also that
// they are closed.
func (n *network) lose() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, w := range n.wires {
		w.lost.Store(true)
	}
}

// dialled returns the number of connections that were dialled.
func (n *network) dialled() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.wires)
}

// dial connects through the network.
func (n *network) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	w := new(wire)
	n.mu.Lock()
	state := n.state
	n.wires = append(n.wires, w)
	n.mu.Unlock()

	near, inner := net.Pipe()
	switch {
	case state.unanswered:
		<-ctx.Done()
		return nil, ctx.Err()
	case state.empty:
		n.running.Go(func() { io.Copy(io.Discard, inner) })
		return near, nil
	}
	outer, err := n.far(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	n.transfer(w, outer, inner)
	n.transfer(w, inner, outer)
	return near, nil
}

// packet is on its way.
type packet struct {
	due  time.Time
	data []byte
}

// transfer brings to one end of a wire what comes in at the other.
func (n *network) transfer(w *wire, to, from net.Conn) {
	packets := make(chan packet, 1000)
	n.running.Go(func() {
		defer close(packets)
		for {
			data := make([]byte, 4096)
			size, err := from.Read(data)
			if err != nil {
				return
			}
			packets <- packet{time.Now().Add(n.now().latency), data[:size]}
		}
	})
	n.running.Go(func() {
		for p := range packets {
			time.Sleep(time.Until(p.due))
			if !w.lost.Load() && n.drip(to, p.data) != nil {
				from.Close()
			}
		}
		if !w.lost.Load() { // else nobody hears of the end either
			to.Close()
		}
	})
}

// drip writes data at the pace of the network.
func (n *network) drip(to net.Conn, data []byte) error {
	perByte := n.now().perByte
	if perByte == 0 {
		_, err := to.Write(data)
		return err
	}
	for i := range data {
		time.Sleep(perByte)
		if _, err := to.Write(data[i : i+1]); err != nil {
			return err
		}
	}
	return nil
}
