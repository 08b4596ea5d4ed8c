package discordtest

import (
	"context"
	"time"
)

// Online reports whether the bot has a gateway session with a connection.
func (s *Server) Online() bool {
	s.world.Lock()
	defer s.world.Unlock()
	return s.gateway.Online()
}

// WaitOnline waits until the bot is online and has registered at least one command, so that people can begin. If ctx ends
// first, it returns the error of ctx.
func (s *Server) WaitOnline(ctx context.Context) error {
	const interval = 5 * time.Millisecond
	for !s.playable() {
		select {
		case <-time.After(interval):
		case <-ctx.Done():
			return ctx.Err()
		case <-s.ctx.Done():
			return ErrClosed
		}
	}
	return nil
}

// playable reports whether the bot is online and has commands.
func (s *Server) playable() bool {
	s.world.Lock()
	defer s.world.Unlock()
	return s.gateway.Online() && s.world.Commands.Any()
}

// SetGatewayFaults replaces the gateway's faults.
func (s *Server) SetGatewayFaults(f GatewayFaults) {
	s.world.Lock()
	defer s.world.Unlock()
	s.gateway.SetFaults(f)
}

// CutGateway breaks every gateway connection without a close frame. The sessions can be resumed.
func (s *Server) CutGateway() {
	s.world.Lock()
	defer s.world.Unlock()
	s.gateway.Cut()
}

// CloseGateway closes every gateway connection with a code. 4007 and 4009
// forget the session, as the fatal ones do; others leave it to be resumed.
func (s *Server) CloseGateway(code int) {
	s.world.Lock()
	defer s.world.Unlock()
	s.gateway.CloseAll(code)
}

// AskReconnect sends op 7 on every connection.
func (s *Server) AskReconnect() {
	s.world.Lock()
	defer s.world.Unlock()
	s.gateway.RequestReconnect()
}

// InvalidateSessions sends op 9 on every connection; sessions that are not
// resumable are forgotten.
func (s *Server) InvalidateSessions(resumable bool) {
	s.world.Lock()
	defer s.world.Unlock()
	s.gateway.Invalidate(resumable)
}
