package redis_test

import (
	"bytes"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// proxy stands between the store and a server, and can lose replies: the server has carried a script out then, and the
// store does not know. It can also hold back requests with many scripts.
type proxy struct {
	addr     string
	target   atomic.Pointer[string]
	lose     atomic.Int32 // replies to scripts still to be lost
	lost     atomic.Int32
	blocking atomic.Bool // requests with several scripts wait for unblock
	unblock  chan struct{}
}

func startProxy(t testing.TB, target string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{addr: l.Addr().String(), unblock: make(chan struct{})}
	p.turn(target)
	var conns sync.WaitGroup
	accepting := make(chan struct{})
	go func() {
		defer close(accepting)
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			conns.Go(func() { p.serve(client, *p.target.Load()) })
		}
	}()
	t.Cleanup(func() { // after the store was closed
		l.Close()
		<-accepting
		conns.Wait()
	})
	return p
}

// turn leads later connections to another server.
func (p *proxy) turn(target string) { p.target.Store(&target) }

func (p *proxy) serve(client net.Conn, target string) {
	server, err := net.Dial("tcp", target)
	if err != nil {
		client.Close()
		return
	}
	var deaf atomic.Bool // the next thing the server says is lost
	go func() {
		defer server.Close()
		buffer := make([]byte, 1<<20)
		for {
			n, err := client.Read(buffer)
			scripts := bytes.Count(bytes.ToLower(buffer[:n]), []byte("evalsha"))
			if scripts > 0 && p.take() {
				deaf.Store(true)
			}
			if scripts > 1 && p.blocking.Load() {
				<-p.unblock
			}
			if _, werr := server.Write(buffer[:n]); err != nil || werr != nil {
				return
			}
		}
	}()
	defer client.Close()
	buffer := make([]byte, 1<<20)
	for {
		n, err := server.Read(buffer)
		if err != nil {
			return
		}
		if deaf.Load() {
			p.lost.Add(1)
			return
		}
		if _, err := io.Copy(client, bytes.NewReader(buffer[:n])); err != nil {
			return
		}
	}
}

// take uses up one of the replies to be lost.
func (p *proxy) take() bool {
	for {
		n := p.lose.Load()
		if n <= 0 {
			return false
		}
		if p.lose.CompareAndSwap(n, n-1) {
			return true
		}
	}
}
