package main

import (
	"context"
	"io"
	"log/slog"
	"os"

	"cardroom/cmd/cardroom/sealkey"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// runBot runs cardroom without a subcommand: the bot.
func runBot(ctx context.Context, term terminal, _ []string) int {
	env, err := environment(ctx, os.Environ())
	if err != nil {
		return term.exitUsageError(err)
	}
	c, err := readConfig(env)
	if err != nil {
		return term.exitUsageError(err)
	}
	log, health := c.logger(term.err), new(health)
	if c.logJSON { // the line that says why the bot ends, too
		term.err = slog.NewLogLogger(log.Handler(), slog.LevelError).Writer()
	}
	listener, err := listenHealth(c.http) // before anything is written
	if err != nil {
		return term.exitUsageError(err)
	}
	if listener != nil {
		defer listener.Close()
	}
	hadKey := sealkey.HasFile(c.store)
	if c.key == nil { // before the store creates its file: an existing store must have its key
		if c.key, err = sealkey.For(ctx, ownStore(c.store), c.token); err != nil {
			return term.exitUsageError(err)
		}
	}
	if err := noCore(); err != nil {
		log.Warn("core dumps are enabled and could contain cards", "err", err)
	}
	if listener != nil {
		go health.serve(listener, log)
	}
	st, err := storeopen.Open(ctx, c.store, store.Options{History: c.history, Warn: func(text string) { log.Warn(text) }})
	switch {
	case err != nil && ctx.Err() != nil: // stopped while it waited for the store, or read it
		log.Info("stopped while the store opened", "err", err)
		return exitStopped
	case err != nil:
		return term.exitStoreError(err)
	}
	defer st.Close()
	if hadKey {
		switch warning, err := leftBehind(ctx, c.store, st); {
		case err != nil && ctx.Err() != nil:
			return exitStopped
		case err != nil:
			return term.exitStoreError(err)
		case warning != "":
			log.Warn(warning)
		}
	}
	p := player{config: c, store: st, health: health, log: log}
	return p.play(ctx, term)
}

func (c config) logger(w io.Writer) *slog.Logger {
	o := &slog.HandlerOptions{Level: c.logLevel}
	if c.logJSON {
		return slog.New(slog.NewJSONHandler(w, o))
	}
	return slog.New(slog.NewTextHandler(w, o))
}
