package gateway_test

import (
	"context"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// network connects a bot and Discord's gateway. It is fast and reliable until a test changes its weather.
type network struct {
	far     func(ctx context.Context, network, addr string) (net.Conn, error)
	running sync.WaitGroup // goroutines that copy; done when all connections are closed

	mu    sync.Mutex
	state weather
	wires []*wire // of all dials
}

// weather is the state of a network.
type weather struct {
	latency    time.Duration // each way, for each write
	perByte    time.Duration // each way; bytes then arrive singly
	unanswered bool          // connections are not made
	empty      bool          // connections succeed and lead nowhere
}

// wire is a connection through a network.
type wire struct{ lost atomic.Bool }

// setWeather changes the weather, also of open connections.
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

// lose makes the open connections swallow all data in both directions, and the news of their close.
func (n *network) lose() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, w := range n.wires {
		w.lost.Store(true)
	}
}

// dialled returns the number of dials.
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

// packet is data under way.
type packet struct {
	due  time.Time
	data []byte
}

// transfer copies data from one end of a wire to the other.
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
		if !w.lost.Load() { // else the close is lost too
			to.Close()
		}
	})
}

// drip writes data at the network's speed.
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
