package beacon

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"cardroom/engine/fair"
)

// Chain is a beacon whose description was checked. Do not change it: all users of the chain share it. It is safe for concurrent use.
type Chain struct {
	Name    string   // such as "quicknet"
	Hash    [32]byte // of the fields that a verifier needs
	Key     []byte   // the public key, compressed
	Genesis int64    // the time of round 1, in Unix seconds
	Period  int64    // seconds from round to round
	Relays  []string // addresses, without a slash at the end
	Note    string   // a limit of the trust in it, for people; "" for one that is built in
	Demo    bool     // it is that of the demo, whose key is public

	scheme scheme
	verify verifyFunc
}

// Info describes a chain in drand's own JSON, the answer of a relay to /HASH/info, with the addresses of relays added.
type Info struct {
	PublicKey string   `json:"public_key"`
	Period    int64    `json:"period"`
	Genesis   int64    `json:"genesis_time"`
	Hash      string   `json:"hash"`
	GroupHash string   `json:"groupHash"`
	Scheme    string   `json:"schemeID"`
	Metadata  Metadata `json:"metadata"`
	Relays    []string `json:"relays"`

	Note string `json:"-"` // a limit of the trust in the chain, which verifiers show beside the grade
	Demo bool   `json:"-"` // as in Chain
}

// Metadata is the part of [Info] that names the beacon.
type Metadata struct {
	BeaconID string `json:"beaconID"`
}

// defaultID is a beacon id that is not part of the chain's hash.
const defaultID = "default"

// quicknetInfo returns the description of quicknet. Package fair has the fields by which receipts name it.
func quicknetInfo() Info {
	known := fair.Quicknet()
	return Info{
		PublicKey: hex.EncodeToString(known.Key),
		Period:    int64(known.Period),
		Genesis:   int64(known.Genesis),
		Hash:      known.Hash.String(),
		GroupHash: "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
		Scheme:    schemeG1,
		Metadata:  Metadata{BeaconID: "quicknet"},
		Relays:    []string{"https://api.drand.sh", "https://api2.drand.sh", "https://api3.drand.sh", "https://drand.cloudflare.com"},
	}
}

// Quicknet returns the chain of the League of Entropy with a round every three seconds.
func Quicknet() *Chain {
	c, err := NewChain(quicknetInfo())
	if err != nil {
		panic("beacon: the built-in chain: " + err.Error())
	}
	return c
}

// maxFile is the longest file of a chain. Drand's own description has 600 bytes.
const maxFile = 1 << 16

// ReadChain reads a file with an [Info]. It refuses a file with the hash of a built-in chain, whose key and times no
// file may replace.
func ReadChain(path string) (*Chain, error) {
	f, err := os.Open(path)
	if err != nil {
		if reason, ok := errors.AsType[*os.PathError](err); ok {
			err = reason.Err
		}
		return nil, fmt.Errorf("cannot open %s: %w", path, err)
	}
	defer f.Close()
	info, err := readInfo(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	info.Note = fmt.Sprintf("The key of the beacon %s is known from the file %s alone: trust it as you trust the source of that file.", info.Metadata.BeaconID, path)
	c, err := NewChain(info)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	case info.Hash == "":
		return nil, fmt.Errorf("%s: hash is missing: copy it from the relay's answer to /info", path)
	case c.Hash == Quicknet().Hash:
		return nil, fmt.Errorf("%s: hash is that of quicknet, which is built in: use it without a file", path)
	}
	return c, nil
}

// readInfo reads one JSON object and nothing after it.
func readInfo(r io.Reader) (info Info, err error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return info, fmt.Errorf("cannot be read: %w", err)
	}
	if len(text) > maxFile {
		return info, fmt.Errorf("has more than %d bytes: it should hold a chain's info only", maxFile)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&info); err != nil {
		field, mistyped := errors.AsType[*json.UnmarshalTypeError](err)
		switch {
		case errors.Is(err, io.EOF):
			return info, errors.New("is empty: it should hold a chain's info")
		case mistyped:
			return info, fmt.Errorf("%s is a JSON %.64s, which does not belong there: copy all fields from a relay's answer to /info", cmp.Or(field.Field, "the whole"), field.Value)
		}
		return info, fmt.Errorf("is not the JSON of a chain's info: %.*s", maxReason, strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return info, errors.New("has more after the chain's info: remove it")
	}
	return info, nil
}

// NewChain checks every field of a description. It computes the hash, and compares it if the description has one. An error
// begins with the name of the field.
func NewChain(info Info) (*Chain, error) {
	c := &Chain{Name: info.Metadata.BeaconID, Genesis: info.Genesis, Period: info.Period, Relays: slices.Clone(info.Relays), Note: info.Note, Demo: info.Demo}
	if c.Name == "" {
		c.Name = defaultID
	}
	if err := errors.Join(c.readKey(info), c.checkNumbers(), c.checkRelays()); err != nil {
		return nil, err
	}
	group, err := hex.DecodeString(info.GroupHash)
	if err != nil || len(group) != sha256.Size {
		return nil, errors.New("groupHash is not 32 bytes in hexadecimal: copy it from the relay's answer to /info")
	}
	c.Hash = c.computeHash(group)
	if given, err := hex.DecodeString(info.Hash); info.Hash != "" && (err != nil || !bytes.Equal(given, c.Hash[:])) {
		return nil, fmt.Errorf("hash is not %x, which the other fields give: copy all fields from one relay's answer to /info", c.Hash)
	}
	return c, nil
}

// readKey reads the public key by the scheme.
func (c *Chain) readKey(info Info) (err error) {
	known := false
	if c.scheme, known = schemes[info.Scheme]; !known {
		return fmt.Errorf("schemeID is %.64q: only unchained schemes can be used, %s and %s", info.Scheme, schemeG1, schemeG2)
	}
	c.Key, err = hex.DecodeString(info.PublicKey)
	if err == nil && c.scheme.isKey(c.Key) {
		if c.verify, err = c.scheme.verifier(c.Key); err == nil {
			return nil
		}
	}
	return errors.New("public_key is not a key of this scheme in hexadecimal: copy it from the relay's answer to /info")
}

// The limits keep times of rounds within the range of a time.Time.
const (
	maxPeriod  = 3600
	maxGenesis = 1 << 40
	maxRound   = 1 << 40
)

// beaconID is the form of a beacon's id. It is shown in messages.
var beaconID = regexp.MustCompile(`^[0-9A-Za-z._-]{1,64}$`)

// checkNumbers checks the times and the name.
func (c *Chain) checkNumbers() error {
	switch {
	case c.Period < 1 || c.Period > maxPeriod:
		return fmt.Errorf("period is %d: it should be 1 to %d seconds", c.Period, maxPeriod)
	case c.Genesis < 1 || c.Genesis > maxGenesis:
		return fmt.Errorf("genesis_time is %d: it should be a time in Unix seconds", c.Genesis)
	case !beaconID.MatchString(c.Name):
		return errors.New("metadata.beaconID should be 1 to 64 of the characters 0-9 A-Z a-z . _ -")
	}
	return nil
}

// maxRelays bounds the requests for one round.
const maxRelays = 16

// checkRelays checks that each relay is an address without a password, and no host occurs twice.
func (c *Chain) checkRelays() error {
	if len(c.Relays) == 0 || len(c.Relays) > maxRelays {
		return fmt.Errorf("relays has %d addresses: it should have 1 to %d", len(c.Relays), maxRelays)
	}
	hosts := map[string]bool{}
	for i, relay := range c.Relays {
		u, err := url.Parse(relay)
		switch {
		case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
			return fmt.Errorf("relays[%d] is not an address such as https://api.drand.sh", i)
		case u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
			return fmt.Errorf("relays[%d] has a user, a query or a fragment: remove it", i)
		case hosts[u.Host]:
			return fmt.Errorf("relays[%d] has the same host as another one: remove it", i)
		}
		hosts[u.Host] = true
		c.Relays[i] = u.JoinPath("/").String()
		c.Relays[i] = c.Relays[i][:len(c.Relays[i])-1]
	}
	return nil
}

// computeHash returns the hash by which drand names a chain.
func (c *Chain) computeHash(group []byte) [32]byte {
	text := binary.BigEndian.AppendUint32(nil, uint32(c.Period))
	text = binary.BigEndian.AppendUint64(text, uint64(c.Genesis))
	text = append(append(text, c.Key...), group...)
	if c.Name != defaultID {
		text = append(text, c.Name...)
	}
	return sha256.Sum256(text)
}

// Due returns when a round's value is published. Rounds count from 1.
func (c *Chain) Due(round uint64) time.Time {
	return time.Unix(c.Genesis+(int64(min(max(round, 1), maxRound))-1)*c.Period, 0)
}

// at returns the newest round that is due at a time, or 0.
func (c *Chain) at(t time.Time) uint64 {
	since := t.Unix() - c.Genesis
	if since < 0 {
		return 0
	}
	return uint64(since/c.Period) + 1
}
