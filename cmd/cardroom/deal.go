package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"runtime"
	"sync"

	"cardroom/engine/card"
	"cardroom/engine/fair"
)

// defineDeal defines cardroom deal. It writes decks, one a line, or the bytes from which shuffles take their numbers, for a
// statistician. It makes them the same way as hands.
func defineDeal(flags *flag.FlagSet) runner {
	decks := flags.Int64("decks", 0, "how many decks, one a line")
	raw := flags.Int64("raw", 0, "how many bytes")
	return func(ctx context.Context, term terminal, args []string) int {
		switch {
		case len(args) > 0:
			return term.refuseArgument(flags, args[0])
		case *decks != 0 && *raw != 0:
			return term.wrongUse(flags, "--decks and --raw exclude each other: give one of them")
		case *decks < 1 && *raw < 1:
			return term.wrongUse(flags, "give --decks N or --raw BYTES, with a number of 1 or more")
		case *decks > math.MaxInt64/lineSize:
			return term.wrongUse(flags, fmt.Sprintf("--decks is too large: give at most %d", int64(math.MaxInt64/lineSize)))
		}
		var err error
		if *decks > 0 {
			err = write(ctx, term.out, *decks*lineSize, appendDeck)
		} else {
			err = write(ctx, term.out, *raw, appendRaw)
		}
		switch {
		case err == nil:
			return exitStopped
		case ctx.Err() != nil:
			err = errStopped
		}
		return term.exitFailure(err)
	}
}

// lineSize is the length of a deck's line: two characters a card, a space between cards, and the line break.
const lineSize = 3 * card.Count

func appendDeck(b []byte, d *fair.Deal) []byte {
	for k, c := range d.Deck() {
		if k > 0 {
			b = append(b, ' ')
		}
		b = append(b, "23456789TJQKA"[c.Rank()], "cdhs"[c.Suit()])
	}
	return append(b, '\n')
}

func appendRaw(b []byte, d *fair.Deal) []byte {
	raw := d.Raw()
	return append(b, raw[:]...)
}

// write writes size bytes of hands, which one worker for each processor makes.
func write(ctx context.Context, w io.Writer, size int64, form func([]byte, *fair.Deal) []byte) error {
	ctx, stop := context.WithCancel(ctx)
	pieces := make(chan []byte)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer stop()
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() { work(ctx, pieces, form) })
	}
	out := bufio.NewWriter(w)
	for size > 0 {
		select {
		case p := <-pieces:
			p = p[:min(int64(len(p)), size)]
			size -= int64(len(p))
			if _, err := out.Write(p); err != nil {
				return err
			}
		case <-ctx.Done():
			return errors.Join(ctx.Err(), out.Flush())
		}
	}
	return out.Flush()
}

// work deals hands and sends them in pieces of a hundred.
func work(ctx context.Context, pieces chan<- []byte, form func([]byte, *fair.Deal) []byte) {
	for ctx.Err() == nil {
		var p []byte
		for range 100 {
			p = form(p, dealOne())
		}
		select {
		case pieces <- p:
		case <-ctx.Done():
		}
	}
}

// dealOne deals as the bot does: a secret from the machine's randomness, a commitment, and the id of a message that is
// mixed in.
func dealOne() *fair.Deal {
	var secret fair.Secret
	rand.Read(secret[:])
	var id [8]byte
	rand.Read(id[:])
	message := fair.Message1{Channel: 1, ID: fair.ID(binary.BigEndian.Uint64(id[:])>>1 + 1)}
	d, err := fair.NewSeal(secret, fair.Hand{Table: 1, Number: 1}).Deal1(fair.Entropy1{Messages: []fair.Message1{message}})
	if err != nil {
		panic(err) // a message with an id is entropy
	}
	return d
}
