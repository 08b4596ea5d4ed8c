package beacon_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/beacon"
	"cardroom/bot/beacon/beacontest"
)

// relays is how many relays the beacon of these tests has.
const relays = 4

// scene is a client of a beacon for tests, at a moment between two rounds.
type scene struct {
	net    *beacontest.Network
	client *beacon.Client
	log    bytes.Buffer
	round  uint64
	until  time.Time // Patience after now

	mu    sync.Mutex
	tally map[string]int
}

// inScene runs a test in virtual time. The round of the scene is due in two seconds.
func inScene(t *testing.T, f func(*testing.T, *scene)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(beacontest.Genesis.Add(1000*beacontest.Period + time.Second)))
		s := &scene{net: beacontest.New(relays), round: 1002, until: time.Now().Add(beacon.Patience), tally: map[string]int{}}
		s.client = s.newClient(beacon.Config{})
		f(t, s)
	})
}

// newClient returns a client with the scene's relays, log and count.
func (s *scene) newClient(o beacon.Config) *beacon.Client {
	o.HTTP, o.Log, o.Requested = s.net, slog.New(slog.NewTextHandler(&s.log, nil)), s.count
	return beacon.NewClient(s.net.Chain(), o)
}

// count counts a request.
func (s *scene) count(relay string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tally[fmt.Sprint(relay, " ", ok)]++
}

func TestAValueArrivesWhenItIsDue(t *testing.T) {
	inScene(t, func(t *testing.T, s *scene) {
		signature, err := s.client.Fetch(t.Context(), s.round, s.until)
		if err != nil || !bytes.Equal(signature, s.net.Sign(s.round)) {
			t.Fatalf("%x, %v", signature, err)
		}
		if now, due := time.Now(), s.net.Chain().Due(s.round); !now.Equal(due) {
			t.Errorf("it came at %v and was due at %v", now, due)
		}
		if n := s.net.Requests(); n > relays {
			t.Errorf("there were %d requests", n)
		}
		synctest.Wait()
		if s.log.Len() > 0 || len(s.tally) != 1 {
			t.Errorf("%v\n%s", s.tally, &s.log)
		}
	})
}

// faults names every fault with a part of its error.
var faults = map[beacontest.Fault]string{
	beacontest.Absent: "does not have the round yet", beacontest.WrongRound: "answered with round 1001", beacontest.WrongSignature: "is not that of demo",
	beacontest.WrongForm: "has 96 bytes", beacontest.WrongJSON: "something else than a round", beacontest.TooLong: "more than 4096 bytes",
	beacontest.Status500: "status 500", beacontest.Redirect: "status 302", beacontest.Hang: "did not answer within 4s", beacontest.Refused: "connection refused",
}

func TestOneGoodRelayIsEnough(t *testing.T) {
	for good := range relays { // all answer at once, so chance says which one comes first
		for fault := range faults {
			inScene(t, func(t *testing.T, s *scene) {
				s.net.Break(beacontest.All, fault)
				s.net.Break(good, beacontest.OK)
				signature, err := s.client.Fetch(t.Context(), s.round, s.until)
				if err != nil || !bytes.Equal(signature, s.net.Sign(s.round)) {
					t.Fatalf("beside relays with the fault %q, the value is %x, %v", faults[fault], signature, err)
				}
				if now, due := time.Now(), s.net.Chain().Due(s.round); !now.Equal(due) {
					t.Errorf("%s: it came at %v and was due at %v", faults[fault], now, due)
				}
			})
		}
	}
}

func TestWithoutAGoodRelayAValueIsLate(t *testing.T) {
	for fault, text := range faults {
		inScene(t, func(t *testing.T, s *scene) {
			s.net.Break(beacontest.All, fault)
			signature, err := s.client.Fetch(t.Context(), s.round, s.until)
			if signature != nil || !errors.Is(err, beacon.ErrLate) || strings.Count(err.Error(), text) != relays || strings.Count(err.Error(), "relay-") != relays {
				t.Fatalf("%x, %v", signature, err)
			}
			if !time.Now().Equal(s.until) {
				t.Errorf("%s: it was late at %v, and not at %v", text, time.Now(), s.until)
			}
			if n, most := s.net.Requests(), relays*40; n < relays*6 || n > most {
				t.Errorf("%s: there were %d requests", text, n)
			}
			synctest.Wait()
			if lines := strings.Count(s.log.String(), "\n"); lines != relays || strings.Contains(s.log.String(), "/") {
				t.Errorf("%s: the log has %d lines, or an address:\n%s", text, lines, &s.log)
			}
			if len(s.tally) != relays || s.tally["relay-0.test false"] < 5 {
				t.Errorf("%s: counted %v", text, s.tally)
			}
		})
	}
}

func TestARelayThatWorksAgainIsAskedAgain(t *testing.T) {
	for fault := range faults {
		inScene(t, func(t *testing.T, s *scene) {
			s.net.Break(beacontest.All, fault)
			time.AfterFunc(10*time.Second, func() { s.net.Break(3, beacontest.OK) })
			start := time.Now()
			signature, err := s.client.Fetch(t.Context(), s.round, s.until)
			if took := time.Since(start); err != nil || !bytes.Equal(signature, s.net.Sign(s.round)) || took > 16*time.Second {
				t.Errorf("%s: %x, %v after %v", faults[fault], signature, err, took)
			}
		})
	}
}

// Players wait for the value. So the client soon asks again for a round that is not there at its moment.
func TestARoundThatLagsArrivesSoon(t *testing.T) {
	inScene(t, func(t *testing.T, s *scene) {
		s.net.Break(beacontest.All, beacontest.Lagging)
		if _, err := s.client.Fetch(t.Context(), s.round, s.until); err != nil {
			t.Fatal(err)
		}
		if late := time.Since(s.net.Chain().Due(s.round)); late < beacontest.Lag || late > beacontest.Lag+350*time.Millisecond {
			t.Errorf("it came %v after its time", late)
		}
		if n := s.net.Requests(); n > 4*relays {
			t.Errorf("there were %d requests", n)
		}
	})
}

// A round may be a few seconds late at all relays. That is no failure of a relay.
func TestALateRoundIsNotLogged(t *testing.T) {
	inScene(t, func(t *testing.T, s *scene) {
		s.net.Break(beacontest.All, beacontest.Delayed)
		if _, err := s.client.Fetch(t.Context(), s.round, s.until); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if s.log.Len() > 0 {
			t.Errorf("%s", &s.log)
		}
	})
}

func TestAFailingRelayIsLoggedOnceAnHour(t *testing.T) {
	inScene(t, func(t *testing.T, s *scene) {
		s.net.Break(beacontest.All, beacontest.Status500)
		for range 10 {
			_, _ = s.client.Fetch(t.Context(), s.round, time.Now().Add(beacon.Patience))
		}
		synctest.Wait()
		if lines := strings.Count(s.log.String(), "\n"); lines != relays {
			t.Errorf("the log has %d lines:\n%s", lines, &s.log)
		}
		time.Sleep(time.Hour)
		_, _ = s.client.Fetch(t.Context(), s.round, time.Now().Add(beacon.Patience))
		synctest.Wait()
		if lines := strings.Count(s.log.String(), "\n"); lines != 2*relays {
			t.Errorf("after an hour the log has %d lines:\n%s", lines, &s.log)
		}
	})
}

// A stop of the program is not a late value: the next start fetches the same round.
func TestAStopIsNotLate(t *testing.T) {
	inScene(t, func(t *testing.T, s *scene) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if _, err := s.client.Fetch(ctx, s.round, s.until); !errors.Is(err, context.Canceled) || errors.Is(err, beacon.ErrLate) {
			t.Error(err)
		}
		if n := s.net.Requests(); n != 0 {
			t.Errorf("%d requests before the round was due", n)
		}
		synctest.Wait() // and no goroutine is left, or the bubble would not end
	})
}

func TestAfterItsTimeAValueIsNotAskedFor(t *testing.T) {
	inScene(t, func(t *testing.T, s *scene) {
		if _, err := s.client.Fetch(t.Context(), s.round-1000, time.Now()); !errors.Is(err, beacon.ErrLate) {
			t.Error(err)
		}
		for _, round := range []uint64{0, 1 << 41, 1<<64 - 1} {
			if _, err := s.client.Fetch(t.Context(), round, s.until); err == nil || errors.Is(err, beacon.ErrLate) {
				t.Errorf("round %d: %v", round, err)
			}
		}
		if n := s.net.Requests(); n != 0 {
			t.Errorf("there were %d requests", n)
		}
	})
}

// TestTablesShareARound has tables of which some leave at once. The others must not notice.
func TestTablesShareARound(t *testing.T) {
	inScene(t, func(t *testing.T, s *scene) {
		leaving, leave := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, leave)
		var all sync.WaitGroup
		for i := range 100 {
			all.Go(func() {
				if i%2 == 0 {
					if _, err := s.client.Fetch(leaving, s.round, s.until); !errors.Is(err, context.Canceled) {
						t.Error(err)
					}
					return
				}
				signature, err := s.client.Fetch(t.Context(), s.round, s.until)
				if err != nil || !bytes.Equal(signature, s.net.Sign(s.round)) {
					t.Errorf("%x, %v", signature, err)
				}
				signature[0]++ // each table has bytes of its own
			})
		}
		all.Wait()
		if n := s.net.Requests(); n > relays {
			t.Errorf("there were %d requests", n)
		}
	})
}

// TestTheClockIsInjected has a machine whose clock is an hour behind.
func TestTheClockIsInjected(t *testing.T) {
	inScene(t, func(t *testing.T, s *scene) {
		behind := s.newClient(beacon.Config{Now: func() time.Time { return time.Now().Add(time.Hour) }})
		round := s.round + uint64(time.Hour/beacontest.Period)
		start := time.Now()
		_, err := behind.Fetch(t.Context(), round, start.Add(time.Hour+beacon.Patience))
		if took := time.Since(start); !errors.Is(err, beacon.ErrLate) || took != beacon.Patience {
			t.Errorf("%v after %v", err, took)
		}
		if n := s.net.Requests(); n < 20*relays { // which the relays of the true clock do not have yet
			t.Errorf("there were %d requests", n)
		}
	})
}

// roundTripper is a function as the network.
type roundTripper func(*http.Request) (*http.Response, error)

// RoundTrip calls the function.
func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestARelayMayAskToWait(t *testing.T) {
	inScene(t, func(t *testing.T, s *scene) {
		for header, most := range map[string]int64{"": 40, "5": 7, "100000": 4, "-1": 40, "soon": 40} {
			var requests atomic.Int64
			c := beacon.NewClient(onlyRelay(s.net.Chain(), "https://busy.test"), beacon.Config{HTTP: roundTripper(func(*http.Request) (*http.Response, error) {
				requests.Add(1)
				h := http.Header{"Retry-After": {header}}
				return &http.Response{StatusCode: http.StatusTooManyRequests, Header: h, Body: io.NopCloser(strings.NewReader(""))}, nil
			})})
			_, err := c.Fetch(t.Context(), s.round, time.Now().Add(beacon.Patience))
			if n := requests.Load(); !errors.Is(err, beacon.ErrLate) || n > most || n < 3 {
				t.Errorf("Retry-After: %q: %d requests, %v", header, n, err)
			}
		}
	})
}

// onlyRelay returns a chain with another relay.
func onlyRelay(c *beacon.Chain, url string) *beacon.Chain {
	other := *c
	other.Relays = []string{url}
	return &other
}

// The program's log may be public. An operator's relay may have a key in its path.
func TestNoAddressIsInAnError(t *testing.T) {
	c := onlyRelay(beacontest.New(1).Chain(), "http://127.0.0.1:1/secret")
	client := beacon.NewClient(c, beacon.Config{})
	for _, err := range client.Check(t.Context()) {
		if strings.Contains(err.Error(), "secret") || !strings.HasPrefix(err.Error(), "127.0.0.1:1: ") {
			t.Error(err)
		}
	}
}

func TestARelayIsAServer(t *testing.T) {
	net := beacontest.New(1)
	server := httptest.NewServer(net)
	defer server.Close()
	client := beacon.NewClient(onlyRelay(net.Chain(), server.URL), beacon.Config{})
	signature, err := client.Fetch(t.Context(), 1000, time.Now().Add(beacon.Patience))
	if err != nil || client.Chain().Verify(1000, signature) != nil {
		t.Errorf("%x, %v", signature, err)
	}
	if found := client.Check(t.Context()); len(found) > 0 {
		t.Error(found)
	}
}

func TestCheckNamesTheRelaysThatFail(t *testing.T) {
	inScene(t, func(t *testing.T, s *scene) {
		if found := s.client.Check(t.Context()); len(found) != 0 {
			t.Error(found)
		}
		s.net.Break(1, beacontest.Hang)
		s.net.Break(3, beacontest.WrongSignature)
		found := s.client.Check(t.Context())
		if len(found) != 2 || !strings.HasPrefix(found[0].Error(), "relay-1.test: did not answer") || !strings.HasPrefix(found[1].Error(), "relay-3.test: the signature is not") {
			t.Error(found)
		}
		early := s.newClient(beacon.Config{Now: func() time.Time { return beacontest.Genesis }})
		if found := early.Check(t.Context()); len(found) != 1 || !strings.Contains(found[0].Error(), "clock") {
			t.Error(found)
		}
	})
}

func TestTheRandomnessIsTheHashOfTheSignature(t *testing.T) {
	net := beacontest.New(1)
	request := httptest.NewRequest(http.MethodGet, fmt.Sprintf("https://relay-0.test/%x/public/1000", net.Chain().Hash), nil)
	response, err := net.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	var value struct {
		Round                 uint64
		Randomness, Signature string
	}
	if err := json.NewDecoder(response.Body).Decode(&value); err != nil {
		t.Fatal(err)
	}
	signature := net.Sign(1000)
	if value.Round != 1000 || value.Signature != fmt.Sprintf("%x", signature) || value.Randomness != fmt.Sprintf("%x", sha256.Sum256(signature)) {
		t.Errorf("%+v", value)
	}
}
