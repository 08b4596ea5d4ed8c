package interaction

import (
	"sync"
	"time"

	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render/locale"
	"cardroom/store"
)

// Token is the part of an interaction that is of use after it was handled: who reads messages that follow it, and the token of
// their requests. Discord accepts the token when the interaction has its answer, for 15 minutes.
type Token struct {
	ID      string // handled at most once
	Ref     rest.Ref
	Arrived time.Time

	Key       store.Key // of the table that plays in the channel
	Message   engine.ID // the one with the used component; 0 for commands
	Ephemeral bool      // only its reader sees that

	User        engine.ID
	Lang        *locale.Lang // their language; nil until prefs.Resolve, the first step of every handler
	Locale      string       // of their Discord client
	GuildLocale string       // of the server; "" if Discord did not say

	delivery delivery
}

// delivery records that an answer has reached Discord, which accepts the token from then on.
type delivery struct {
	mu    sync.Mutex
	done  bool
	modal bool     // and that is no message
	then  []func() // called then
}

// MarkDelivered records that a message has reached Discord as the answer, which accepts the token from then on.
func (t *Token) MarkDelivered() {
	for _, do := range t.deliver(false) {
		do()
	}
}

// MarkOpened works like MarkDelivered, for a modal, which no message follows.
func (t *Token) MarkOpened() { t.deliver(true) }

// deliver records what has reached Discord, and returns what waits for it.
func (t *Token) deliver(modal bool) (then []func()) {
	t.delivery.mu.Lock()
	defer t.delivery.mu.Unlock()
	then = t.delivery.then
	t.delivery.done, t.delivery.modal, t.delivery.then = true, modal, nil
	return then
}

// Delivered reports whether an answer has reached Discord.
func (t *Token) Delivered() bool {
	t.delivery.mu.Lock()
	defer t.delivery.mu.Unlock()
	return t.delivery.done
}

// WhenDelivered calls do when an answer has reached Discord: at once where one has, and never if none does or it is a modal.
func (t *Token) WhenDelivered(do func()) {
	t.delivery.mu.Lock()
	done, modal := t.delivery.done, t.delivery.modal
	if !done {
		t.delivery.then = append(t.delivery.then, do)
	}
	t.delivery.mu.Unlock()
	if done && !modal {
		do()
	}
}
