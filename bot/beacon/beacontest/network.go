// Package beacontest has a beacon of its own for tests and for the demo. It proves nothing: its secret key is in this file.
//
// A [Network] is an [http.RoundTripper] with several relays and no sockets, so it works in virtual time. It signs real
// rounds, and each relay can fail in the ways of [Fault].
package beacontest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/cloudflare/circl/ecc/bls12381"
	"github.com/cloudflare/circl/sign/bls"

	"cardroom/bot/beacon"
)

// Fault is how a relay fails.
type Fault int

// The faults. A relay without one has a round from its time on, by the clock of this process.
const (
	OK             Fault = iota
	Lagging              // has a round [Lag] after its time, as true relays do
	Delayed              // has a round [Delay] after its time
	Absent               // has no round
	WrongRound           // the round before, with its good signature
	WrongSignature       // the right number with the signature of another round
	WrongForm            // the good signature, uncompressed
	WrongJSON            // a page of a proxy
	TooLong              // an answer without an end
	Status500            // an answer with this status
	Redirect             // to another relay
	Hang                 // no answer until the request ends
	Refused              // no connection
)

// The delays of [Lagging] and [Delayed].
const (
	Lag   = 400 * time.Millisecond
	Delay = 5 * time.Second
)

// All names every relay for [Network.Break].
const All = -1

// Genesis is the time of round 1, the first moment that an id of Discord can have.
var Genesis = time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC)

// Period is the time between two rounds.
const Period = 3 * time.Second

// Network is a beacon with its relays.
type Network struct {
	chain *beacon.Chain
	info  beacon.Info
	Ahead time.Duration // of its clock; set it before the first request
	key   *bls.PrivateKey[bls.KeyG2SigG1]

	mu       sync.Mutex
	faults   []Fault
	requests int
	signed   map[uint64][]byte
}

// New returns a beacon with that many relays, all without a fault. All networks have the same chain, but for the relays.
func New(relays int) *Network {
	key, err := bls.KeyGen[bls.KeyG2SigG1]([]byte("cardroom: a public secret for tests and the demo"), nil, nil)
	if err != nil {
		panic("beacontest: " + err.Error())
	}
	public, err := key.PublicKey().MarshalBinary()
	if err != nil {
		panic("beacontest: " + err.Error())
	}
	group := sha256.Sum256([]byte("cardroom: no group"))
	info := beacon.Info{
		PublicKey: hex.EncodeToString(public), Period: int64(Period / time.Second), Genesis: Genesis.Unix(),
		GroupHash: hex.EncodeToString(group[:]), Scheme: "bls-unchained-g1-rfc9380", Metadata: beacon.Metadata{BeaconID: "demo"},
		Demo: true,
		Note: "Demo chain: this proves nothing outside this demo.",
	}
	for i := range relays {
		info.Relays = append(info.Relays, fmt.Sprintf("https://relay-%d.test", i))
	}
	chain, err := beacon.NewChain(info)
	if err != nil {
		panic("beacontest: " + err.Error())
	}
	info.Hash = hex.EncodeToString(chain.Hash[:])
	return &Network{chain: chain, info: info, key: key, faults: make([]Fault, relays), signed: map[uint64][]byte{}}
}

// Chain returns the beacon's chain.
func (n *Network) Chain() *beacon.Chain { return n.chain }

// Info returns the contents of a file of the chain, with the addresses of other relays.
func (n *Network) Info(relays ...string) beacon.Info {
	info := n.info
	info.Relays = relays
	return info
}

// Break gives a relay a fault, or all relays.
func (n *Network) Break(relay int, f Fault) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for i := range n.faults {
		if i == relay || relay == All {
			n.faults[i] = f
		}
	}
}

// Requests returns how many requests there were.
func (n *Network) Requests() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.requests
}

// Sign returns the signature of a round.
func (n *Network) Sign(round uint64) []byte {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.signed[round] == nil {
		message := sha256.Sum256(binary.BigEndian.AppendUint64(nil, round))
		n.signed[round] = bls.Sign(n.key, message[:])
	}
	return bytes.Clone(n.signed[round])
}

// RoundTrip answers a request as the relay with its host does.
func (n *Network) RoundTrip(r *http.Request) (*http.Response, error) {
	fault, err := n.arrive(r.URL.Host)
	if err != nil {
		return nil, err
	}
	text, found := strings.CutPrefix(r.URL.Path, fmt.Sprintf("/%x/public/", n.chain.Hash))
	round, err := strconv.ParseUint(text, 10, 64)
	if !found || err != nil || r.Method != http.MethodGet {
		return answer(r, http.StatusBadRequest, nil), nil
	}
	due := n.chain.Due(round)
	switch fault {
	case Lagging:
		due = due.Add(Lag)
	case Delayed:
		due = due.Add(Delay)
	case Absent:
		return answer(r, http.StatusNotFound, nil), nil
	case WrongJSON:
		return answer(r, http.StatusOK, strings.NewReader("<html>Sign in to the hotel's network</html>")), nil
	case TooLong:
		return answer(r, http.StatusOK, endless{r.Context()}), nil
	case Status500:
		return answer(r, http.StatusInternalServerError, nil), nil
	case Redirect:
		response := answer(r, http.StatusFound, nil)
		response.Header.Set("Location", n.chain.Relays[0]+r.URL.Path)
		return response, nil
	case Hang:
		<-r.Context().Done()
		return nil, r.Context().Err()
	case Refused:
		return nil, errors.New("connection refused")
	}
	if time.Now().Add(n.Ahead).Before(due) {
		return answer(r, http.StatusNotFound, nil), nil
	}
	return answer(r, http.StatusOK, strings.NewReader(n.value(round, fault))), nil
}

// ServeHTTP answers as relay 0, for tests of the built program.
func (n *Network) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.URL.Host = "relay-0.test"
	response, err := n.RoundTrip(r)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	maps.Copy(w.Header(), response.Header)
	w.WriteHeader(response.StatusCode)
	_, _ = io.Copy(w, response.Body) // the program has left
}

// arrive counts a request and returns the fault of its relay.
func (n *Network) arrive(host string) (Fault, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.requests++
	var i int
	if _, err := fmt.Sscanf(host, "relay-%d.test", &i); err != nil || i < 0 || i >= len(n.faults) {
		return OK, fmt.Errorf("no such host: %s", host)
	}
	return n.faults[i], nil
}

// value returns the JSON of a round.
func (n *Network) value(round uint64, fault Fault) string {
	signature := n.Sign(round)
	switch fault {
	case WrongRound:
		round--
		signature = n.Sign(round)
	case WrongSignature:
		signature = n.Sign(round - 1)
	case WrongForm:
		var p bls12381.G1
		if err := p.SetBytes(signature); err != nil {
			panic("beacontest: " + err.Error())
		}
		signature = p.Bytes()
	}
	return fmt.Sprintf(`{"round":%d,"randomness":"%x","signature":"%x"}`, round, sha256.Sum256(signature), signature)
}

// answer returns a response with a status and a body.
func answer(r *http.Request, status int, body io.Reader) *http.Response {
	if body == nil {
		body = strings.NewReader("")
	}
	return &http.Response{StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Body: io.NopCloser(body), ContentLength: -1, Request: r}
}

// endless is a body without an end.
type endless struct{ ctx context.Context }

// Read fills the buffer until the request ends.
func (e endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), e.ctx.Err()
}
