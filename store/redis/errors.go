package redis

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/redis/go-redis/v9"

	"cardroom/engine"
	"cardroom/store"
)

// explain turns an error of opening into a sentence that says what to do. The caller names the store before it.
func (p address) explain(err error) error {
	switch {
	case unparsable(err):
		return fmt.Errorf("%w: the server that answers is no Redis; correct the host and port in its URL (%w)", store.ErrForeign, p.redact(err))
	case p.TLS && timedOut(err):
		return p.advise("no answer to a TLS handshake; if its port has no TLS, the URL is redis://…", err)
	}
	return p.withRemedy(err)
}

// withRemedy adds to an answer of a server what the operator can do, where that is known.
func (p address) withRemedy(err error) error {
	switch {
	case err == nil || errors.Is(err, store.ErrUnable) || errors.Is(err, store.ErrForeign): // it has that already
		return err
	case wrongType(err):
		return p.advise("a key is damaged: stop the bot and restore a backup; cardroom doctor names it", err)
	case isServerError(err, "WRONGPASS", "ERR invalid password"):
		return p.advise("it does not take the user and password; put the right ones into its URL", err)
	case isServerError(err, "NOAUTH"):
		return p.advise("it asks for a password; put one into its URL: redis://:PASSWORD@HOST:PORT", err)
	case isServerError(err, "ERR unknown command 'auth'", "ERR unknown command `auth`"):
		return p.advise("it does not know AUTH; allow AUTH, or leave user and password out of its URL", err)
	case isServerError(err, "ERR DB index", "ERR invalid DB index", "ERR SELECT is not allowed"):
		return p.advise(fmt.Sprintf("it has no database %d; name a smaller number in its URL, or none", p.DB), err)
	case isServerError(err, "NOPERM", "ERR The user executing the script"):
		return fmt.Errorf("%w: the user %q of its URL lacks a right; give it those that docs/operating.md lists (%w)",
			store.ErrUnsafe, p.login(), p.redact(err))
	case isServerError(err, "NOREPLICAS"):
		return p.advise("it has too few replicas to write; start them, or set min-replicas-to-write 0", err)
	case isServerError(err, "OOM"):
		return p.advise("it has no memory left; set a larger maxmemory, or free some", err)
	case isServerError(err, "MISCONF"):
		return p.advise("it cannot write to its disk; make room there, or see its log", err)
	case isServerError(err, "READONLY"):
		return p.advise("it is a copy that cannot be written; wait for the end of a failover, or name the master in its URL", err)
	case isServerError(err, "CLUSTERDOWN", "MASTERDOWN"):
		return p.advise("a master of it is missing; start that one, or a replica of it", err)
	}
	return p.redact(err)
}

func (p address) advise(words string, err error) error {
	return fmt.Errorf("%s (%w)", words, p.redact(err))
}

func (p address) login() string {
	if p.User == "" {
		return "default"
	}
	return p.User
}

// unreadable returns the error of something in the store that is not in its form.
func unreadable(format string, args ...any) error {
	return store.Unable(fmt.Errorf(format+"; restore a backup", args...))
}

// damaged returns the error of a part of a guild, or of the store, that is not in its form. It is a *DamagedError and an ErrUnable.
func damaged(guild engine.ID, of, format string, args ...any) error {
	return store.Unable(&store.DamagedError{Key: store.Key{Guild: guild}, Of: of, Why: fmt.Sprintf(format, args...) + "; restore a backup"})
}

// wrapKey turns an error of reading a key into one for the caller, as wrap does. A key of another type than want is damaged.
func wrapKey(ctx context.Context, r *Store, guild engine.ID, of, key, want string, err error) error {
	if wrongType(err) {
		return damaged(guild, of, "%s is not a %s", key, want)
	}
	return r.wrap(ctx, withKey(key, err))
}

// isServerError reports whether a server has answered with an error of one of these prefixes.
func isServerError(err error, prefixes ...string) bool {
	answer, ok := errors.AsType[redis.Error](err)
	for _, prefix := range prefixes {
		if ok && strings.HasPrefix(withoutScript(answer.Error()), prefix) {
			return true
		}
	}
	return false
}

// scriptFailed begins the answer of Redis 6.2 where a command of a script fails. The command's own answer follows.
const scriptFailed = "ERR Error running script"

// withoutScript removes the words that a server has around the answer to a command of a script.
func withoutScript(text string) string {
	if before, script, found := strings.Cut(text, scriptFailed); found {
		if _, answer, found := strings.Cut(script, ": -"); found {
			text = before + answer
		}
	}
	text, _, _ = strings.Cut(text, " script: ")
	return text
}

// unparsable reports whether go-redis could not read an answer, which is then not in the protocol of Redis.
func unparsable(err error) bool {
	text := fmt.Sprint(err)
	return !isServerError(err, "") && (strings.Contains(text, "redis: can't parse ") || strings.Contains(text, "redis: invalid "))
}

func wrongType(err error) bool { return isServerError(err, "WRONGTYPE") }

func timedOut(err error) bool {
	timeout, ok := errors.AsType[net.Error](err)
	return ok && timeout.Timeout() || errors.Is(err, context.DeadlineExceeded)
}

// withKey adds the key to an error about it, which servers do not name, or the server itself.
func withKey(key string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", key, err)
}

// redactedError is an error without the password that it quotes.
type redactedError struct {
	error
	text string
}

func (e redactedError) Error() string { return e.text }

func (e redactedError) Unwrap() error { return e.error }

// redact removes the password from an error of a server, and the name that a server has for a script. A server that does not know AUTH
// quotes its arguments, and cuts them off somewhere.
func (p address) redact(err error) error {
	text, _, _ := strings.Cut(err.Error(), ", with args beginning with")
	text = withoutScript(text)
	if p.Password != "" {
		text = strings.ReplaceAll(text, p.Password, "***")
	}
	if text == err.Error() {
		return err
	}
	return redactedError{err, text}
}
