package fair

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"cardroom/engine/card"
)

// Receipt1 is the public proof of one hand of fair/1. As JSON it has exactly these fields in this order, without those that
// are empty. Hashes are 64 small hex digits, ids decimal strings. But for white space there is one way to write a receipt.
type Receipt1 struct {
	Head
	Batch *Batch1 `json:"batch,omitempty"`
	Entropy1
	Cards
}

// Head is how a receipt begins.
type Head struct {
	Scheme Scheme `json:"scheme"`
	Table  ID     `json:"table"` // its channel
	Hand   uint64 `json:"hand"`  // its number at the table, 1 to 2⁵³−1
	Prev   Hash   `json:"prev"`  // the transcript of the hand before; zero for the first
	Seal   Hash   `json:"seal"`  // published before the hand, C
}

// Cards is the end of a receipt: the sealed decks, the recipient of each card, and the open cards.
type Cards struct {
	Secret *Hash       `json:"secret,omitempty"` // of a void hand only: opens all decks
	Roots  [Decks]Hash `json:"roots"`            // of the eight decks, which the seal is made of
	Seeds  []*Hash     `json:"seeds,omitempty"`  // of the eight decks; null for the one that was played
	Leaves []Hash      `json:"leaves,omitempty"` // of the deck that was played, slots 0 to 51
	Dealt  []Recipient `json:"dealt,omitempty"`  // the recipients of the first card off the deck, the second, and so on
	Open   []Opening   `json:"open,omitempty"`   // the board and the cards that were shown, in dealing order

	Transcript Hash `json:"transcript"` // of all this but Open: the Prev of the next hand
}

// OwnProof is a player's private proof: it opens the cards that they were dealt. Its fields are written as a Receipt's are.
type OwnProof struct {
	Scheme Scheme    `json:"scheme"`
	Table  ID        `json:"table"`
	Hand   uint64    `json:"hand"`
	Seal   Hash      `json:"seal"`
	Player ID        `json:"player"`
	Open   []Opening `json:"open,omitempty"`
}

// Opening shows what a leaf hides.
type Opening struct {
	K    int       `json:"k"` // which card off the deck, from 0
	Card card.Card `json:"card"`
	Salt Hash      `json:"salt"`
}

// Recipient is where a card went: to a player, whose id it is, or to a board.
type Recipient string

// Player returns the recipient of a player's cards, those of an exchange too.
func Player(id ID) Recipient { return Recipient(id.String()) }

// Board returns the recipient of the cards of a board. Run 0 is the first board, which has the shared cards; 1 and 2 are
// further boards (R37).
func Board(run int) Recipient {
	if run == 0 {
		return "board"
	}
	return Recipient(fmt.Sprint("board ", run+1))
}

func (p Recipient) board() bool { return strings.HasPrefix(string(p), "board") }

func (p Recipient) valid() bool {
	var id ID
	return p == Board(0) || p == Board(1) || p == Board(2) || id.UnmarshalText([]byte(p)) == nil && id != 0
}

// JSON returns the receipt as it is written.
func (r *Receipt1) JSON() []byte { return write(r) }

// JSON returns the own part as it is written.
func (o *OwnProof) JSON() []byte { return write(o) }

func write(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil // a card that is none: check has refused it
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// transcript returns the hash of the facts of the receipt that the seal does not hold: P stands for seal and entropy. It
// covers the recipient of each card, and the seal of the next hand covers it.
func (r *Receipt1) transcript(public Hash) Hash {
	var batch []byte
	if b := r.Batch; b != nil {
		batch = Tuple(tags1.batch, U64(b.Index), U64(b.Size), b.Root[:], U64(uint64(b.Channel)), U64(uint64(b.Message)))
	}
	return digest(tags1.transcript, append([][]byte{r.Prev[:], public[:], batch}, r.end()...)...)
}

// end returns the end of a transcript: how the hand ended, and the recipient of each card.
func (c *Cards) end() [][]byte {
	end := "played"
	if c.Secret != nil {
		end = "void"
	}
	parts := [][]byte{[]byte(end)}
	for _, to := range c.Dealt {
		parts = append(parts, []byte(to))
	}
	return parts
}

// mostHand is the largest number that every JSON reader keeps.
const mostHand = 1<<53 - 1

// check names the first thing that no receipt has.
func (r *Receipt1) check() error {
	if r.Scheme != Fair1 {
		return fmt.Errorf("scheme: %q; this is for %q", r.Scheme, Fair1)
	}
	if err := checkHead(r.Table, r.Hand); err != nil {
		return err
	}
	if r.Batch != nil {
		if err := r.Batch.check(); err != nil {
			return err
		}
	}
	return cmp.Or(r.Entropy1.check(), r.Cards.check())
}

// checkHead names what no hand is called.
func checkHead(table ID, hand uint64) error {
	switch {
	case table == 0:
		return errors.New("table: no channel has the id 0")
	case hand < 1 || hand > mostHand:
		return fmt.Errorf("hand: %d; hands begin with 1 and end with 2^53-1", hand)
	}
	return nil
}

// check names the first thing that no receipt of either scheme has.
func (r *Cards) check() error {
	return cmp.Or(r.checkDecks(), r.checkDealt(), checkOpen(r.Open, len(r.Dealt)))
}

func (r *Cards) checkDecks() error {
	if r.Secret != nil {
		if r.Seeds != nil || r.Leaves != nil || r.Open != nil {
			return errors.New("secret: it opens every deck; seeds, leaves and open have no place beside it")
		}
		return nil
	}
	closed := 0
	for _, s := range r.Seeds {
		if s == nil {
			closed++
		}
	}
	switch {
	case len(r.Seeds) != Decks:
		return fmt.Errorf("seeds: %d; there are %d decks", len(r.Seeds), Decks)
	case closed != 1:
		return fmt.Errorf("seeds: %d decks are closed; one is played", closed)
	case len(r.Leaves) != card.Count:
		return fmt.Errorf("leaves: %d; a deck has %d cards", len(r.Leaves), card.Count)
	}
	return nil
}

func (r *Cards) checkDealt() error {
	if len(r.Dealt) > card.Count {
		return fmt.Errorf("dealt: %d cards; a deck has %d", len(r.Dealt), card.Count)
	}
	for k, to := range r.Dealt {
		if !to.valid() {
			return fmt.Errorf("dealt[%d]: %q is no player's id and no board", k, string(to))
		}
	}
	return nil
}

// checkOpen names the first opening that cannot be of cards of which so many were dealt.
func checkOpen(open []Opening, dealt int) error {
	for i, o := range open {
		switch {
		case o.K < 0 || o.K >= dealt:
			return fmt.Errorf("open[%d].k: %d; %d cards were dealt", i, o.K, dealt)
		case i > 0 && o.K <= open[i-1].K:
			return fmt.Errorf("open[%d].k: %d comes after %d", i, o.K, open[i-1].K)
		case !o.Card.Valid():
			return fmt.Errorf("open[%d].card: not a card", i)
		}
	}
	return nil
}

// check names the first thing that no own part has.
func (o *OwnProof) check() error {
	switch err := checkHead(o.Table, o.Hand); {
	case o.Scheme != Fair1 && o.Scheme != Fair2:
		return fmt.Errorf("scheme: %q; there are %q and %q", o.Scheme, Fair1, Fair2)
	case err != nil:
		return err
	case o.Player == 0:
		return errors.New("player: no user has the id 0")
	case len(o.Open) == 0:
		return errors.New("open: no card")
	}
	return checkOpen(o.Open, card.Count)
}
