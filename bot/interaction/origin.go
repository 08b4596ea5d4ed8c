package interaction

import (
	"sync"
	"time"

	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render/locale"
	"cardroom/store"
)

// Origin is the part of an interaction that messages need which follow it: the reader, and the token of the requests. Discord
// accepts the token when the interaction has its answer, for 15 minutes. A player's newest Origin stays in memory that long, and
// the rest of the interaction does not. An Origin prints as its Ref, without the token.
type Origin struct {
	rest.Ref // its ID is handled at most once
	Arrived  time.Time

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
	modal bool     // the answer is one, and that is no message
	then  []func() // called then
}

// MarkDelivered records that a message has reached Discord as the answer, which accepts the token from then on.
func (o *Origin) MarkDelivered() {
	for _, do := range o.deliver(false) {
		do()
	}
}

// MarkOpened records that the answer is a modal, which no message follows.
func (o *Origin) MarkOpened() { o.deliver(true) }

// OpensModal reports whether the answer is a modal.
func (o *Origin) OpensModal() bool {
	o.delivery.mu.Lock()
	defer o.delivery.mu.Unlock()
	return o.delivery.modal
}

// deliver records the answer, and returns the functions that wait for it.
func (o *Origin) deliver(modal bool) (then []func()) {
	o.delivery.mu.Lock()
	defer o.delivery.mu.Unlock()
	then = o.delivery.then
	o.delivery.done, o.delivery.modal, o.delivery.then = true, modal, nil
	return then
}

// Delivered reports whether a message has reached Discord as the answer.
func (o *Origin) Delivered() bool {
	o.delivery.mu.Lock()
	defer o.delivery.mu.Unlock()
	return o.delivery.done && !o.delivery.modal
}

// WhenDelivered calls do when a message has reached Discord as the answer: at once where one has, and never if none does.
func (o *Origin) WhenDelivered(do func()) {
	o.delivery.mu.Lock()
	done, modal := o.delivery.done, o.delivery.modal
	if !done {
		o.delivery.then = append(o.delivery.then, do)
	}
	o.delivery.mu.Unlock()
	if done && !modal {
		do()
	}
}
