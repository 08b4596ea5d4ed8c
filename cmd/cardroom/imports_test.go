package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport lists which packages of the program each package may import. Imports point down only.
var mayImport = map[string][]string{
	"engine/card":              {},
	"engine/sidepot":           {},
	"engine/fair":              {"engine/card"},
	"engine/fair/fairtest":     {"engine/card", "engine/fair"},
	"engine/rank":              {"engine/card"},
	"engine/odds":              {"engine/card", "engine/rank"},
	"engine/poker":             {"engine/card", "engine/rank", "engine/sidepot"},
	"engine":                   {"engine/card", "engine/poker", "engine/rank", "engine/sidepot", "internal/fastjson"},
	"engine/phh":               {"engine", "engine/card", "engine/poker", "engine/rank"},
	"engine/enginetest":        {"engine", "engine/card", "engine/poker", "internal/scripts"},
	"engine/replay":            {"engine", "engine/card", "engine/poker", "engine/rank"},
	"engine/pokerstars":        {"engine", "engine/card", "engine/poker", "engine/rank", "engine/replay"},
	"engine/stats":             {"engine"},
	"engine/ai":                {"engine", "engine/card", "engine/poker", "engine/rank"},
	"engine/tournament/list":   {"internal/fastjson"},
	"engine/tournament/race":   {},
	"engine/tournament/setup":  {"engine", "engine/poker"},
	"engine/tournament/deal":   {},
	"engine/tournament/draw":   {"engine/fair"},
	"engine/tournament/proof":  {"engine", "engine/fair", "engine/sidepot", "engine/tournament", "engine/tournament/draw", "engine/tournament/setup"},
	"engine/tournament/tables": {"engine", "engine/poker", "engine/sidepot", "engine/tournament", "engine/tournament/setup"},
	"engine/tournament/state":  {"engine", "engine/sidepot", "engine/tournament/deal", "engine/tournament/list", "engine/tournament/setup", "internal/fastjson"},
	"engine/tournament":        {"engine", "engine/sidepot", "engine/tournament/deal", "engine/tournament/list", "engine/tournament/race", "engine/tournament/setup", "engine/tournament/state", "internal/fastjson"},
	"store":                    {"engine", "engine/stats", "internal/clock", "internal/retry"},
	"store/internal/ledger":    {"engine", "store"},
	"store/internal/lease":     {"engine", "store"},
	"store/internal/backend":   {"engine", "store", "store/internal/ledger"},
	"store/internal/redisurl":  {},
	"store/memory":             {"engine", "engine/stats", "store", "store/internal/backend", "store/internal/lease", "store/internal/ledger"},
	"store/sqlite":             {"engine", "engine/stats", "internal/file", "store", "store/internal/backend", "store/internal/lease", "store/internal/ledger"},
	"store/redis":              {"engine", "engine/stats", "internal/retry", "store", "store/internal/backend", "store/internal/lease", "store/internal/ledger", "store/internal/redisurl"},
	"store/migrate":            {"engine", "store", "store/internal/backend", "store/internal/ledger"},
	"store/open":               {"store", "store/internal/backend", "store/memory", "store/migrate", "store/redis", "store/sqlite"},
	"render/locale":            {"engine/card", "engine/rank"},
	"render":                   {"engine", "engine/card", "engine/poker", "engine/rank", "engine/tournament/setup", "render/equity", "render/locale", "render/phone"},
	"render/phone":             {},
	"render/vector":            {},
	"render/equity":            {"engine", "engine/card", "engine/odds", "engine/poker"},
	"render/text":              {"engine", "engine/poker", "engine/replay", "engine/stats", "engine/tournament", "engine/tournament/setup", "render", "render/locale", "render/phone"},
	"render/rendertest":        {"engine", "engine/card", "engine/poker", "engine/rank", "render/locale"},
	"render/picture":           {"engine", "engine/card", "engine/poker", "render", "render/equity", "render/locale", "render/vector"},
	"internal/retry":           {},
	"internal/clock":           {},
	"internal/fastjson":        {},
	"internal/dotenv":          {"internal/file"},
	"internal/file":            {},
	"bot/rest":                 {"internal/clock", "internal/fastjson", "internal/retry"},
	"bot/gateway":              {"bot/rest", "internal/retry"},
	"bot/discordtest/object":   {},
	"bot/discordtest/refusal":  {},
	"bot/discordtest/limits":   {},
	"bot/discordtest/gateway":  {},
	"bot/discordtest/form":     {"bot/discordtest/object", "bot/discordtest/refusal"},
	"bot/discordtest/registry": {"bot/discordtest/object", "bot/discordtest/refusal", "internal/fastjson"},
	"bot/discordtest/world":    {"bot/discordtest/form", "bot/discordtest/object", "bot/discordtest/registry", "internal/fastjson", "internal/file"},
	"bot/discordtest/rest":     {"bot/discordtest/form", "bot/discordtest/limits", "bot/discordtest/object", "bot/discordtest/refusal", "bot/discordtest/registry", "bot/discordtest/world", "internal/fastjson"},
	"bot/failpoint":            {},
	"bot/task":                 {},
	"bot/storage":              {"store"},
	"bot/metrics":              {"bot/rest"},
	"bot/beacon":               {"engine/fair", "internal/retry"},
	"bot/beacon/beacontest":    {"bot/beacon"},
	"bot/message":              {"bot/failpoint", "bot/metrics", "bot/rest", "bot/storage", "bot/task", "engine", "internal/retry", "render", "render/picture"},
	"bot/interaction":          {"bot/gateway", "bot/message", "bot/rest", "engine", "render", "render/locale", "store"},
	"bot/options":              {"bot/interaction", "bot/message", "engine", "engine/poker", "render", "render/locale", "render/picture", "render/text"},
	"bot/shuffle":              {"engine", "engine/card", "engine/fair", "engine/poker", "store"},
	"bot/record":               {"bot/message", "bot/options", "bot/rest", "bot/shuffle", "engine", "engine/card", "engine/fair", "engine/stats", "engine/tournament", "engine/tournament/draw", "engine/tournament/proof", "engine/tournament/setup", "internal/fastjson", "render", "render/locale", "render/text", "store"},
	"bot/prefs":                {"bot/failpoint", "bot/interaction", "bot/message", "bot/options", "bot/storage", "engine", "render/locale", "render/text", "store"},
	"bot/reply":                {"bot/failpoint", "bot/interaction", "bot/message", "bot/metrics", "bot/options", "bot/rest", "bot/storage", "bot/task", "engine", "render", "render/locale", "store"},
	"bot/editor":               {"bot/failpoint", "bot/interaction", "bot/message", "bot/metrics", "bot/reply", "bot/rest", "bot/task", "internal/retry"},
	"bot/emoji":                {"bot/failpoint", "bot/message", "bot/prefs", "bot/rest", "engine/card", "internal/retry", "render/picture"},
	"bot/table":                {"bot/beacon", "bot/editor", "bot/emoji", "bot/failpoint", "bot/gateway", "bot/interaction", "bot/message", "bot/metrics", "bot/options", "bot/prefs", "bot/record", "bot/reply", "bot/rest", "bot/shuffle", "bot/storage", "bot/task", "engine", "engine/ai", "engine/card", "engine/fair", "engine/poker", "engine/replay", "engine/tournament", "internal/retry", "render", "render/equity", "render/locale", "render/picture", "render/text", "store"},
	"bot/board":                {"bot/editor", "bot/failpoint", "bot/message", "bot/rest", "bot/table", "engine", "internal/retry", "render", "store"},
	"bot/buyin":                {"bot/failpoint", "bot/message", "bot/record", "bot/table", "engine", "render/locale"},
	"bot/channel/lookback":     {"bot/message", "bot/rest", "bot/table", "engine", "render", "render/locale", "render/text"},
	"bot/channel":              {"bot/board", "bot/buyin", "bot/channel/lookback", "bot/editor", "bot/failpoint", "bot/interaction", "bot/message", "bot/metrics", "bot/prefs", "bot/record", "bot/rest", "bot/table", "engine", "internal/retry", "render", "render/locale", "render/text", "store"},
	"bot/table/tabletest":      {"bot/prefs", "bot/record", "bot/shuffle", "bot/table", "engine", "engine/card", "engine/fair", "engine/poker", "store"},
	"bot/play":                 {"bot/channel", "bot/interaction", "bot/message", "bot/options", "bot/record", "bot/shuffle", "bot/storage", "bot/table", "engine", "engine/card", "engine/poker", "render", "render/locale", "render/text", "store"},
	"bot/host":                 {"bot/buyin", "bot/channel", "bot/interaction", "bot/message", "bot/options", "bot/play", "bot/prefs", "bot/record", "bot/table", "engine", "engine/ai", "render", "render/locale", "render/text", "store"},
	"bot/account":              {"bot/channel", "bot/failpoint", "bot/interaction", "bot/message", "bot/prefs", "bot/record", "bot/storage", "bot/table", "engine", "render", "render/locale", "render/text", "store"},
	"bot/tournament/form":      {"bot/interaction", "bot/message", "bot/options", "bot/record", "bot/table", "bot/tournament/gate", "engine", "engine/poker", "engine/tournament", "engine/tournament/setup", "render", "render/locale", "render/text"},
	"bot/tournament/organiser": {"bot/host", "bot/interaction", "bot/table"},
	"bot/tournament/gate":      {"bot/failpoint", "bot/interaction", "bot/message", "bot/record", "bot/rest", "bot/table", "engine", "engine/tournament", "internal/retry", "render", "render/locale", "render/text", "store"},
	"bot/tournament/orphan":    {"bot/failpoint", "bot/interaction", "bot/message", "bot/record", "bot/table", "bot/tournament/organiser", "engine", "engine/tournament", "render"},
	"bot/tournament/calendar":  {"bot/failpoint", "bot/message", "bot/record", "bot/rest", "bot/table", "engine", "engine/tournament", "internal/retry", "render", "render/locale", "render/text"},
	"bot/tournament/notice":    {"bot/message", "bot/record", "bot/table", "bot/tournament/scene", "engine"},
	"bot/tournament/scene":     {"bot/interaction", "bot/record", "bot/table", "bot/tournament/gate", "bot/tournament/organiser", "engine", "engine/fair", "engine/tournament", "engine/tournament/draw", "render", "render/locale", "render/text"},
	"bot/tournament/thread":    {"bot/channel", "bot/failpoint", "bot/gateway", "bot/message", "bot/record", "bot/rest", "bot/table", "bot/tournament/calendar", "bot/tournament/scene", "engine", "render/locale"},
	"bot/tournament/directory": {"bot/interaction", "bot/lobby", "bot/message", "bot/table", "bot/tournament/form", "bot/tournament/organiser", "bot/tournament/orphan", "engine", "engine/tournament", "render", "render/locale", "render/text"},
	"bot/tournament":           {"bot/channel", "bot/editor", "bot/failpoint", "bot/history", "bot/host", "bot/interaction", "bot/lobby", "bot/message", "bot/options", "bot/record", "bot/rest", "bot/storage", "bot/table", "bot/tournament/calendar", "bot/tournament/directory", "bot/tournament/form", "bot/tournament/gate", "bot/tournament/notice", "bot/tournament/organiser", "bot/tournament/orphan", "bot/tournament/scene", "bot/tournament/thread", "engine", "engine/ai", "engine/fair", "engine/poker", "engine/tournament", "engine/tournament/draw", "engine/tournament/proof", "engine/tournament/setup", "engine/tournament/tables", "internal/retry", "render", "render/locale", "render/text", "store"},
	"bot/history":              {"bot/failpoint", "bot/interaction", "bot/message", "bot/options", "bot/prefs", "bot/record", "bot/reply", "bot/rest", "bot/shuffle", "bot/storage", "bot/table", "engine", "engine/card", "engine/fair", "engine/phh", "engine/pokerstars", "engine/replay", "render", "render/locale", "render/text", "store"},
	"bot/lobby":                {"bot/interaction", "bot/message", "bot/record", "bot/rest", "bot/table", "engine", "render", "render/text", "store"},
	"bot/audit":                {"bot/failpoint", "bot/options", "bot/prefs", "bot/record", "bot/shuffle", "bot/table", "engine", "engine/fair", "engine/stats", "engine/tournament", "render/locale", "store"},
	"bot/command":              {"bot/failpoint", "bot/interaction", "bot/rest", "bot/table", "internal/retry", "render", "render/locale", "store"},
	"bot/fleet":                {"bot/storage", "internal/clock", "store"},
	"bot":                      {"bot/account", "bot/audit", "bot/beacon", "bot/board", "bot/channel", "bot/command", "bot/editor", "bot/emoji", "bot/failpoint", "bot/gateway", "bot/history", "bot/host", "bot/interaction", "bot/lobby", "bot/message", "bot/metrics", "bot/options", "bot/play", "bot/prefs", "bot/record", "bot/reply", "bot/rest", "bot/shuffle", "bot/storage", "bot/table", "bot/tournament", "bot/tournament/directory", "bot/tournament/orphan", "bot/tournament/scene", "bot/tournament/thread", "engine", "engine/ai", "engine/card", "engine/fair", "engine/tournament/setup", "internal/retry", "render", "render/locale", "render/text", "store"},
	"bot/discordtest":          {"bot/discordtest/form", "bot/discordtest/gateway", "bot/discordtest/object", "bot/discordtest/registry", "bot/discordtest/rest", "bot/discordtest/world"},
	"bot/discordtest/openapi":  {},
	"bot/discordtest/page":     {"bot/discordtest"},
	"bot/invariant":            {"bot/discordtest", "engine", "engine/card", "engine/poker", "render/locale", "store"},
	"store/escrowtest":         {"engine", "store", "store/storetest"},
	"store/fleettest":          {"store", "store/storetest"},
	"store/storetest":          {"engine", "engine/stats", "store"},
	"internal/golden":          {},                                 // only tests import it, and packages for tests
	"internal/scripts":         {"engine/card", "internal/golden"}, // like golden
	"internal/parallel":        {},                                 // only tests import it
	"internal/stranger":        {},                                 // only tests import it
	"bench/load":               {"bot/discordtest", "bot/discordtest/gateway"},
	"bench/clients":            {},
	"bench/flakes":             {},
	"docs/prose":               {},
	"deploy/check":             {},
	"release/notices":          {},
	"bench/plants":             {},
	"bench/mutate":             {},
	"bench/internal/hands":     {"engine", "engine/card", "engine/ai"},
	"bench/house":              {"bench/internal/hands", "engine", "engine/card", "engine/ai", "engine/poker"},
	"bench/fairsim":            {"bench/internal/hands", "engine", "engine/card", "engine/ai", "engine/fair", "engine/poker"},
	"docs":                     {},
	"cmd/cardroom/sealkey":     {"bot/record", "bot/shuffle", "internal/file", "store", "store/open"},
	"cmd/cardroom":             {"bot", "bot/audit", "bot/beacon", "bot/beacon/beacontest", "bot/discordtest", "bot/discordtest/page", "bot/fleet", "bot/gateway", "bot/record", "bot/rest", "cmd/cardroom/sealkey", "engine", "engine/ai", "engine/card", "engine/fair", "engine/phh", "engine/tournament/proof", "internal/dotenv", "internal/file", "render/picture", "store", "store/open"},

	// only tests import these
	"store/internal/leasemodel":   {"engine", "store", "store/internal/lease", "store/internal/ledger"},
	"cmd/cardroom/e2e/program":    {"bot/discordtest", "internal/parallel"},
	"cmd/cardroom/e2e/board":      {"bot/discordtest", "bot/invariant"},
	"cmd/cardroom/e2e/chrome":     {"cmd/cardroom/e2e/board"},
	"cmd/cardroom/e2e/club":       {"bot/discordtest", "bot/discordtest/openapi", "bot/invariant", "cmd/cardroom/e2e/board", "cmd/cardroom/e2e/program", "engine", "store", "store/open", "store/storetest"},
	"cmd/cardroom/e2e/browser":    {},
	"cmd/cardroom/e2e/cli":        {},
	"cmd/cardroom/e2e/durability": {},
}

// noDice lists the packages that deal, or help to deal, with all packages below them: they must not use predictable
// randomness. They have crypto/rand, or receive secrets.
var noDice = []string{"engine", "bot", "cmd/cardroom"}

// withDice lists the packages below those that neither deal nor hold secrets. These are the house players and their odds,
// generators of tables and of text, retries of a connection, and the clubs of tests.
var withDice = []string{"engine/ai", "engine/enginetest", "engine/odds", "engine/phh", "engine/rank", "bot/gateway", "cmd/cardroom/e2e"}

// dices reports whether a package may import predictable randomness.
func dices(from string) bool {
	return !isBelow(from, noDice) || isBelow(from, withDice)
}

// isBelow reports whether a package is one of the others, or in a folder of theirs.
func isBelow(from string, others []string) bool {
	return slices.ContainsFunc(others, func(other string) bool { return from == other || strings.HasPrefix(from, other+"/") })
}

func TestDiceAreWhereNothingIsDealt(t *testing.T) {
	for from, want := range map[string]bool{
		"engine": false, "engine/fair": false, "engine/replay": false, "engine/ai": true, "engine/aid": false,
		"bot": false, "bot/shuffle": false, "bot/table": false, "bot/new": false, "bot/gateway": true, "bot/gateways": false,
		"cmd/cardroom": false, "cmd/cardroom/e2e/club": true, "render": true, "store": true,
	} {
		if got := dices(from); got != want {
			t.Errorf("%s may import math/rand: %t, should be %t", from, got, want)
		}
	}
}

// onlyIn maps a library to the prefix of the packages that may import it. Packages under engine import the standard library
// only.
var onlyIn = map[string]string{
	"github.com/bwmarrin/discordgo":         "bot,cmd/cardroom",
	"github.com/gorilla/websocket":          "bot/gateway,bot/discordtest",
	"github.com/joho/godotenv":              "internal/dotenv",
	"github.com/chromedp":                   "cmd/cardroom/e2e/chrome",
	"github.com/VictoriaMetrics/metrics":    "bot/metrics",
	"github.com/redis/go-redis":             "store/redis,store/storetest",
	"modernc.org/sqlite":                    "store/sqlite",
	"github.com/santhosh-tekuri/jsonschema": "bot/discordtest/openapi",
	"golang.org/x/image":                    "render/picture",
	"github.com/klauspost/compress":         "render/picture",
	"golang.org/x/text":                     "bot/discordtest/openapi,engine/pokerstars,render/locale,render/picture",
	"github.com/BurntSushi/toml":            "engine/phh",
	"github.com/cloudflare/circl":           "bot/beacon",
}

func TestImportsPointDown(t *testing.T) {
	if testing.Short() {
		t.Skip("reads source: not for the race detector")
	}
	seen := 0
	err := filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".." && file != "../.." || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		seen++
		checkImports(t, file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 50 {
		t.Fatalf("only %d files seen", seen)
	}
}

func checkImports(t *testing.T, file string) {
	t.Helper()
	rel, err := filepath.Rel("../..", file)
	if err != nil {
		t.Fatal(err)
	}
	from := path.Dir(filepath.ToSlash(rel))
	allowed, known := mayImport[from]
	if !known {
		t.Errorf("%s is in package %s, which the table does not have", rel, from)
		return
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range parsed.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if own, ok := strings.CutPrefix(name, "cardroom/"); ok {
			if !slices.Contains(allowed, own) {
				t.Errorf("%s imports %s, which is not below it", rel, own)
			}
			continue
		}
		checkLibrary(t, rel, from, name)
	}
}

func checkLibrary(t *testing.T, file, from, name string) {
	t.Helper()
	if strings.HasPrefix(name, "math/rand") && !dices(from) {
		t.Errorf("%s imports %s, which can be foretold: what deals takes its randomness from crypto/rand", file, name)
	}
	if first, _, _ := strings.Cut(name, "/"); !strings.Contains(first, ".") {
		return // the standard library
	}
	for library, rooms := range onlyIn {
		if !strings.HasPrefix(name, library) {
			continue
		}
		for room := range strings.SplitSeq(rooms, ",") {
			if from == room || strings.HasPrefix(from, room+"/") {
				return
			}
		}
	}
	t.Errorf("%s imports %s, which has no business in %s", file, name, from)
}
