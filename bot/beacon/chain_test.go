package beacon

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// quicknetHash is the hash by which everyone names the chain.
const quicknetHash = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"

func TestQuicknetIsBuiltIn(t *testing.T) {
	c := Quicknet()
	if [32]byte(unhex(t, quicknetHash)) != c.Hash || c.Name != "quicknet" || c.Genesis != 1692803367 || c.Period != 3 || len(c.Relays) != 4 {
		t.Errorf("%+v", c)
	}
	if c.scheme.size != 48 {
		t.Errorf("its signatures have %d bytes", c.scheme.size)
	}
	if due := c.Due(1000); due.Unix() != 1692803367+999*3 {
		t.Errorf("round 1000 is due at %v", due)
	}
	if due := c.Due(1); due.Unix() != 1692803367 {
		t.Errorf("round 1 is due at %v", due)
	}
	for at, want := range map[int64]uint64{1692803366: 0, 1692803367: 1, 1692803369: 1, 1692803370: 2} {
		if got := c.at(time.Unix(at, 999_999_999)); got != want {
			t.Errorf("at %d the newest round is %d, want %d", at, got, want)
		}
	}
}

// writeFile writes a file of a chain and returns its path.
func writeFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "chain.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// asJSON returns the text of a file.
func asJSON(t *testing.T, info Info) string {
	t.Helper()
	text, err := json.Marshal(info)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAFileDescribesAnotherChain(t *testing.T) {
	c, err := ReadChain(writeFile(t, asJSON(t, testnet)))
	if err != nil {
		t.Fatal(err)
	}
	if c.Name != "testnet-unchained-3s" || [32]byte(unhex(t, testnet.Hash)) != c.Hash || c.Relays[0] != "https://pl-eu.testnet.drand.sh" {
		t.Errorf("%+v", c)
	}
}

func TestAddressesOfRelaysHaveOneForm(t *testing.T) {
	info := testnet
	info.Relays = []string{"https://a.example", "https://b.example/", "http://c.example:8080/drand", "https://d.example/x//y/"}
	c, err := NewChain(info)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(c.Relays, " "), "https://a.example https://b.example http://c.example:8080/drand https://d.example/x/y"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if info.Relays[1] != "https://b.example/" {
		t.Error("NewChain has changed its argument")
	}
}

// The default beacon's id is not in its hash. Drand's first chain has this hash, and a scheme that NewChain refuses.
func TestTheDefaultBeaconIsNotInItsHash(t *testing.T) {
	c := Chain{
		Name: defaultID, Period: 30, Genesis: 1595431050,
		Key: unhex(t, "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31"),
	}
	hash := c.computeHash(unhex(t, "176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a"))
	if hash != [32]byte(unhex(t, "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce")) {
		t.Errorf("%x", hash)
	}
	info := testnet
	info.Hash, info.Metadata.BeaconID = "", ""
	if c, err := NewChain(info); err != nil || c.Name != defaultID {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestAWrongFieldOfAFileIsNamed(t *testing.T) {
	for field, change := range map[string]func(*Info){
		"schemeID is":            func(i *Info) { i.Scheme = "pedersen-bls-chained" },
		"public_key is":          func(i *Info) { i.PublicKey = quicknetInfo().PublicKey },
		"public_key is not":      func(i *Info) { i.PublicKey = "zz" },
		"public_key":             func(i *Info) { i.PublicKey = "c0" + strings.Repeat("00", 47) }, // infinity
		"period is 0":            func(i *Info) { i.Period = 0 },
		"period is 4294967299":   func(i *Info) { i.Period = 1<<32 + 3 },
		"genesis_time is 0":      func(i *Info) { i.Genesis = 0 },
		"genesis_time is -1":     func(i *Info) { i.Genesis = -1 },
		"groupHash is":           func(i *Info) { i.GroupHash = i.GroupHash[2:] },
		"metadata.beaconID":      func(i *Info) { i.Metadata.BeaconID = "@everyone" },
		"hash is not 7672797f":   func(i *Info) { i.Hash = quicknetHash },
		"hash is not":            func(i *Info) { i.Genesis++ },
		"hash is not ":           func(i *Info) { i.Hash += "00" },
		"hash is missing":        func(i *Info) { i.Hash = "" },
		"relays has 0":           func(i *Info) { i.Relays = nil },
		"relays has 17":          func(i *Info) { i.Relays = make([]string, 17) },
		"relays[0] is not":       func(i *Info) { i.Relays[0] = "api.drand.sh" },
		"relays[0] is not an":    func(i *Info) { i.Relays[0] = "ftp://api.drand.sh" },
		"relays[0] has a user":   func(i *Info) { i.Relays[0] = "https://me:secret@api.drand.sh" },
		"relays[0] has":          func(i *Info) { i.Relays[0] = "https://api.drand.sh/?key=secret" },
		"relays[1] has the same": func(i *Info) { i.Relays = []string{"https://a.example/1", "https://a.example/2"} },
		"which is built in":      func(i *Info) { *i = quicknetInfo() },
	} {
		info := testnet
		info.Relays = []string{testnet.Relays[0]}
		change(&info)
		path := writeFile(t, asJSON(t, info))
		_, err := ReadChain(path)
		if err == nil || !strings.Contains(err.Error(), field) || !strings.HasPrefix(err.Error(), path+": ") {
			t.Errorf("%s: %v", field, err)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error has a secret: %v", field, err)
		}
	}
}

func TestAFileHoldsOneChain(t *testing.T) {
	good := asJSON(t, testnet)
	for want, text := range map[string]string{
		"is empty":                    "",
		"is not the JSON":             "{",
		"has more after":              good + good,
		`info: unknown field "relay"`: `{"relay":["https://api.drand.sh"]}`,
		"has more than 65536 bytes":   strings.Repeat(" ", 1<<16) + good,
		"period is a JSON string":     `{"period":"3s"}`,
		"period is a JSON number 3.5": `{"period":3.5}`,
		"period is a JSON number 999": `{"period":` + strings.Repeat("9", 5000) + `}`,
		`unknown field "xxx`:          `{"` + strings.Repeat("x", 5000) + `":1}`,
		`schemeID is "xxx`:            `{"schemeID":"` + strings.Repeat("x", 5000) + `"}`,
		"the whole is a JSON array":   `[]`,
	} {
		path := writeFile(t, text)
		_, err := ReadChain(path)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want an error with %q", err, want)
		} else if len(err.Error()) > len(path)+500 {
			t.Errorf("the error has %d bytes: %.300v …", len(err.Error()), err)
		}
	}
	path := filepath.Join(t.TempDir(), "none.json")
	if _, err := ReadChain(path); err == nil || strings.Count(err.Error(), path) != 1 {
		t.Errorf("%v", err)
	}
}
