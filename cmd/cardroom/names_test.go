package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// privateWords lists names that readers once had to learn, with the standard term for each. A private word is refused as a
// declared name in its area, tests included, with a small or a capital first letter. "package x" and "file x.go" refuse
// only that.
var privateWords = []struct{ area, words string }{
	{"bot", `
		abandon             closeOrphan
		actor               Table
		addUp               CheckBalances
		address             loadLocale
		admit               unblock
		adopt               load
		after               Committed
		apart               lowPriority
		asides              rows of the route table
		ask                 Interaction, Modal
		asksHost            needsApproval
		atMost              hardLimit
		attempt             Backoff
		bare                textOnly
		begun               started
		behave              applyExtras
		button              CustomID
		callOff             voidLost
		called              Name
		cargo               attachment
		carrier             an argument
		carry               Do
		certain             ensureKnown
		change              Update
		checkHomes          checkFundSources
		chooses             what the interaction has
		chosen              Store
		complete            Choices
		counted             StatsMode
		counts              reserve
		cure                remedy
		deed                AuditEntry
		door                errgroup
		doubt               uncertain
		doze                sleep
		effect              Hook.Do
		examination         auditor
		excess              tooMany
		finished            Hand
		fits                isCurrent
		fly                 begin
		foreseen, foretold  futurePress
		frame               Content
		freely              softLimit
		front               ownChips
		glance              Summary
		gone                Forgotten
		granted             command
		grow                addSubcommand
		halt                halted
		hand                Files
		hear                cut
		held                state
		house               Guild
		identified          sessionCount
		is                  ongoing
		know, meet          learnName
		lacking             MissingPermissions
		lacksSeal           needsCommitment
		laid                withServerStakes
		landed              finish
		late                timeout
		leaveBoard          showClosed
		length              durationOption
		line                waitlist, throttle
		listeners           recipients
		livePanel           track
		losing              muckPolicy
		lost                deletions; the full name of a metric
		luck                seed
		manners             Extras
		may                 Permissions
		meters              Set
		misfit              NotApplicableError
		moment              page
		named               Target
		neverWas            isStrayBoard
		nod                 Ack
		noted               audit
		of                  Cached
		offer               Choices
		once                idempotencyKey
		opened              errgroup
		opener              OpenRole
		options             Reader
		ordered             do
		others              differ
		pace                Pacer
		panelKey            fingerprint
		pass                Hook.Do
		passing             transient
		past                Hand
		pick                cond
		ping                MentionPolicy
		place               ChannelOption
		placesOf            dealOrder
		plan                preAction
		present             transfer
		proven              Receipt
		question            Confirmation
		rang                alarmPending
		record              Table
		reflect             update
		request             BuyInRequest
		rest                yield
		resting             Unreadable
		richest             leaderboard
		roll                random
		screen              Editor
		seal                Commitment
		seatNote            SeatOffer
		server              Guild
		set                 style
		setting             Option
		settle              set
		shed                obsolete
		shut                forbidden
		sight               visibleChannels
		spot                Ref
		stage               reminderStage
		staked              BotsPlayForWallet
		stakes              participants
		staleAsk            maxAge
		standIn             throttle
		step                clockJump
		stripOld            removeButtons
		sure                confirm
		take                Reserve
		taken               Seen
		taste               Person
		tell                Text
		terms               Table
		thaw                resumeClock
		think               aiDelay
		tied                hasTies
		told                Notice
		tongue              LocaleOf
		tooGenerous         giftLimitText
		turn                want
		turnedAway          Rejected
		undone              VoidNotice
		unfelt              offWallet
		unsaid              the full name of the metric
		untidy              a commit of its own
		unusual             Diff
		usual               Defaults
		visitor             member
		wardrobe            wanted
		watched             Display.Busy
		went                Spend
		wentBack            rolledBack
		what                arg
		word                reason
		words               errors
		wrong               explain`},
	{"engine", `
		await, awaits       Pending
		keep                HoldSeat
		least               MinBet
		life                RandomGame
		losing              MuckPolicy
		prefer              SetMuckPolicy
		rearm               CreditDowntime
		silences            Timeouts
		step                transition
		tabled              Shown
		why                 Reason
		package house       ai
		package stars       pokerstars
		file line.go        waitlist.go
		file look.go        view.go`},
	{"engine/fair", `
		own                 OwnProof
		place               Recipient
		file gamma_test.go  statistics_test.go`},
	{"store", `
		again               Duplicate
		books               ledgerTx
		carry               apply
		fact, look, told    read, observed
		greet               probe
		heed                checkFenced
		hold                AcquireLease
		hunch               guess
		insist              RetryUntilReady
		inspection          ReadOnly
		oblivion            ErasureRequest
		place               Rank
		reckon              computePostings
		rehearse            checkPermissions
		richest             TopWallets
		standing            tableState
		tally               posting
		tenure              LeaseHolder
		file books.go       sqlite/*.go
		file carry.go       apply.go
		file reader.go      sqlite/*.go
		file tenure.go      lease.go
		file writer.go      sqlite/*.go`},
	{"render", `
		ago                 RelativeTime
		called              DisplayName
		deed                AuditEntry
		for                 Lookup
		gone                Departed
		taste               Preferences
		with                Format
		word                NoticeReason
		file chance.go      equity.go
		file nudge.go       mentions.go
		file richest.go     leaderboard.go
		file settle.go      settlement.go`},
	{"render/picture", `
		cases               fonts
		deck                cardStyle
		desk                cache
		easel               canvas
		ink                 colour
		plan                layout
		table               background`},
	{"bot/rest", `
		atOnce              NoWait
		barred              BlockTime
		limited             RateLimited
		rush                epoch
		spare               LowPriority
		spent               fuseUntil
		tap                 recorder
		turned              rotatedAt
		file bar.go         block.go
		file shape.go       routes.go`},
	{"bot/gateway", `
		beat                heartbeat
		cheap               cheapFailures
		digest              classify
		goodbye             sendClose
		introduced          identified
		live                serve
		notYet              retryAfter`},
	{"cmd", `
		asksHelp            wantsHelp
		goodbye             releaseLease
		outgoing            fencedTransport
		refuse              exitUsageError
		tenure              LeaseHolder
		file tenure.go      lease.go`},
}

// stays lists private words that are right for another thing: only for these kinds of names, below this folder, and with
// tests only in test files.
var stays = []struct {
	words, below, kinds string
	tests               bool
	why                 string
}{
	{"hand", "bot", "type field local", false, "a hand of poker"},
	{"record", "bot/table", "method", false, "Table.Record returns the record, as it is stored"},
	{"of", "bot/channel", "func", false, "channel.Of(t): the channel of a table"},
	{"hand", "bot/invariant", "method", false, "a hand of poker"},
	{"actor", "bot", "local method", true, "the player to act, as books on poker have it"},
	{"turn", "bot", "field local", false, "whose turn it is to act: engine.Turn"},
	{"held", "bot", "field local", true, "the cards that a player holds"},
	{"held", "bot/invariant", "field", false, "the cards that a player holds"},
	{"line", "bot", "local", false, "a line of text"},
	{"word words", "bot", "local field", false, "a word of a text"},
	{"word", "render", "local field", false, "a word of a text"},
	{"step", "bot", "field local method", true, "a step of a script or of a simulation"},
	{"step", "engine/fair", "type field local", false, "a step of a proof"},
	{"step", "engine/replay", "type", false, "a step of a replay"},
	{"deck", "render/picture", "local", true, "a deck of cards"},
	{"button", "bot", "field local", false, "a button of a message, or the dealer's"},
	{"button", "bot/discordtest", "func method", false, "a button of a message"},
	{"button", "bot/rest", "func", true, "a button of a message"},
	{"options", "bot", "field local", false, "the options of a command or a table"},
	{"options", "bot/discordtest", "type", false, "what a fake Discord is made with"},
	{"record", "bot", "field local", false, "a stored record"},
	{"change", "bot", "local", false, "a store.Change, or a difference"},
	{"request", "bot", "local", false, "an HTTP request"},
	{"request", "bot/rest", "type", false, "an HTTP request"},
	{"request", "bot/discordtest", "type func method", false, "an HTTP request"},
	{"server", "bot", "field local", true, "a redis-server, or Discord's name of a guild in its client"},
	{"server", "bot/discordtest", "type local", false, "a program that answers requests"},
	{"address", "bot/gateway", "local method", false, "a network address"},
	{"address", "bot/rest", "var", false, "a network address"},
	{"frame", "bot/gateway", "type", false, "a WebSocket frame"},
	{"frame", "bot/discordtest", "type", false, "a WebSocket frame"},
	{"identified", "bot/gateway", "field", false, "after Discord's opcode IDENTIFY"},
	{"identified", "bot/discordtest", "field", false, "after Discord's opcode IDENTIFY"},
	{"late", "bot", "local", false, "something came too late"},
	{"late", "bot/discordtest", "field", false, "how late Discord delivers an interaction"},
	{"lost", "bot", "local", false, "something was lost on the way"},
	{"lost", "bot/gateway", "field", true, "a connection that was lost"},
	{"once", "bot", "field local", false, "a sync.Once, and what happens one time only"},
	{"effect", "bot", "type field local", false, "an effect on the world, as package failpoint names it"},
	{"after", "bot", "field local", false, "how long to wait, and the state beside the one before"},
	{"others", "bot", "field local", false, "the other players or languages"},
	{"taken", "bot", "local", false, "a seat or a name that is taken"},
	{"opened", "bot", "local", false, "a table or a form that was opened"},
	{"rest", "bot", "local", false, "what is left of a text or list"},
	{"rest", "bot", "field", false, "the client of package rest"},
	{"set", "bot", "field local", false, "a set, or a *metrics.Set"},
	{"set", "bot/metrics", "type", false, "a set of metrics, as VictoriaMetrics calls it"},
	{"set", "bot/emoji", "type", false, "the set of emoji"},
	{"pace", "bot", "field local", false, "how fast something goes on"},
	{"length", "bot", "local", false, "how long something takes"},
	{"fits", "bot", "local", false, "something has room"},
	{"counts", "bot", "field", false, "how many there are in each bucket"},
	{"plan", "bot", "type field", true, "what a simulation is to do"},
	{"settle", "bot", "method", true, "waits until nothing more happens"},
	{"seal", "bot/shuffle", "method", false, "encrypts, as cipher.AEAD does"},
}

func TestNoPrivateWords(t *testing.T) {
	words, err := readWords()
	if err != nil {
		t.Fatal(err)
	}
	found, allowed, files, err := words.search("../..")
	if err != nil {
		t.Fatal(err)
	}
	if files < 300 {
		t.Fatalf("only %d files seen", files)
	}
	for _, area := range slices.Sorted(maps.Keys(found)) {
		t.Errorf("%s has private words:\n%s", area, strings.Join(found[area], "\n"))
	}
	for i, s := range stays {
		for word := range strings.FieldsSeq(s.words) {
			if !allowed[fmt.Sprint(i, word)] {
				t.Errorf("%q stays below %s as %s, but nothing has this name: remove it from stays", word, s.below, s.kinds)
			}
		}
	}
}

// TestTheSearchSeesEachKindOfName plants a private word as each kind of name.
func TestTheSearchSeesEachKindOfName(t *testing.T) {
	words, err := readWords()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"func tongue() {}":                           "func tongue",
		"func Tongue() {}":                           "func Tongue",
		"type x int\nfunc (x) tongue() {}":           "method tongue",
		"func (tongue x) f() {}":                     "local tongue",
		"func f(tongue int) {}":                      "local tongue",
		"func f() (tongue int) { return }":           "local tongue",
		"func f[tongue any]() {}":                    "local tongue",
		"type tongue int":                            "type tongue",
		"type tongue = int":                          "type tongue",
		"type x struct { a, tongue int }":            "field tongue",
		"type x struct { a struct { tongue int } }":  "field tongue",
		"type x interface { tongue() }":              "method tongue",
		"type x func(tongue int)":                    "local tongue",
		"var a, tongue = 1, 2":                       "var tongue",
		"const tongue = 1":                           "var tongue",
		"import tongue \"fmt\"":                      "import tongue",
		"func f() { var tongue int }":                "local tongue",
		"func f() { const tongue = 1 }":              "local tongue",
		"func f() { type tongue int }":               "type tongue",
		"func f() { a, tongue := 1, 2 }":             "local tongue",
		"func f() { for tongue := range 3 {} }":      "local tongue",
		"func f() { for _, tongue := range x {} }":   "local tongue",
		"func f() { if tongue := 1; true {} }":       "local tongue",
		"func f() { switch tongue := x.(type) {} }":  "local tongue",
		"func f() { _ = func(tongue int) {} }":       "local tongue",
		"func f() { tongue: for { break tongue } }":  "label tongue",
		"func f() { select { case tongue := <-x: }}": "local tongue",
		"func f() { tongue = 1; tongue() }":          "", // a use is no declaration
		"func f() { x.tongue = 1 }":                  "",
		"// tongue":                                  "",
		"func mothertongue() {}":                     "",
		"func hand() {}":                             "func hand",
		"func f(hand int) {}":                        "", // allowed
		"func f(held int) {}":                        "local held",
	} {
		if got := plant(t, words, "bot/some/a.go", "package some\n"+text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for file, want := range map[string]string{
		"bot/a_test.go":           "", // allowed in tests
		"bot/a.go":                "local held",
		"bot/invariant/a.go":      "local held",
		"bot/invariant/a_test.go": "",
		"bottom/a.go":             "",
		"engine/a.go":             "",
	} {
		if got := plant(t, words, file, "package some\nfunc f(held int) {}"); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
	for file, want := range map[string]string{
		"engine/line.go":   "file line.go",
		"engine/liner.go":  "",
		"bot/line.go":      "",
		"store/x/carry.go": "file carry.go",
	} {
		if got := plant(t, words, file, "package some"); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
	if got := plant(t, words, "engine/x/x.go", "package house\nvar house int"); got != "package house" {
		t.Errorf("package house: %q", got)
	}
}

// plant returns the result of the search in a program of one file.
func plant(t *testing.T, words wordList, name, text string) string {
	t.Helper()
	root := t.TempDir()
	file := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	found, _, _, err := words.search(root)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, list := range found {
		for _, f := range list {
			_, f, _ = strings.Cut(f, ": ")
			f, _, _ = strings.Cut(f, ", ")
			all = append(all, f)
		}
	}
	return strings.Join(all, "; ")
}

// wordList holds the private words of each area in small letters, with the term for each.
type wordList map[string]map[string]string

func readWords() (wordList, error) {
	list := wordList{}
	for _, area := range privateWords {
		words := map[string]string{}
		for line := range strings.Lines(strings.TrimSpace(area.words)) {
			left, term, ok := strings.Cut(strings.TrimSpace(line), "  ")
			if !ok {
				return nil, fmt.Errorf("%s: %q lacks the standard term", area.area, line)
			}
			for _, word := range strings.Split(left, ", ") {
				if words[word] != "" {
					return nil, fmt.Errorf("%s: %s comes twice", area.area, word)
				}
				words[word] = strings.TrimSpace(term)
			}
		}
		list[area.area] = words
	}
	return list, nil
}

// search returns the private words declared below root, by area, and the used entries of stays.
func (w wordList) search(root string) (found map[string][]string, allowed map[string]bool, files int, err error) {
	found, allowed = map[string][]string{}, map[string]bool{}
	err = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && file != root {
			return fs.SkipDir
		}
		if !strings.HasSuffix(file, ".go") {
			return nil
		}
		files++
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, n := range declared(parsed, path.Base(rel)) {
			area, term := w.refuses(path.Dir(rel), n)
			if area == "" {
				continue
			}
			if i := whyStays(rel, n); i >= 0 {
				allowed[fmt.Sprint(i, small(n.name))] = true
				continue
			}
			found[area] = append(found[area], fmt.Sprintf("%s:%d: %s %s, say %s", rel, fset.Position(n.at).Line, n.kind, n.name, term))
		}
		return nil
	})
	return found, allowed, files, err
}

// refuses returns the area in which a name is a private word, and the term for it; or nothing.
func (w wordList) refuses(dir string, n name) (area, term string) {
	word := small(n.name)
	if n.kind == "package" || n.kind == "file" {
		word = n.kind + " " + word
	}
	for _, area := range slices.Sorted(maps.Keys(w)) {
		if term := w[area][word]; term != "" && within(dir, area) {
			return area, term
		}
	}
	return "", ""
}

func within(dir, area string) bool { return dir == area || strings.HasPrefix(dir, area+"/") }

// whyStays returns the index of the entry of stays that allows a name, or -1.
func whyStays(file string, n name) int {
	return slices.IndexFunc(stays, func(s struct {
		words, below, kinds string
		tests               bool
		why                 string
	},
	) bool {
		return slices.Contains(strings.Fields(s.words), small(n.name)) && slices.Contains(strings.Fields(s.kinds), n.kind) &&
			within(path.Dir(file), s.below) && (!s.tests || strings.HasSuffix(file, "_test.go"))
	})
}

func small(word string) string {
	r, n := utf8.DecodeRuneInString(word)
	return string(unicode.ToLower(r)) + word[n:]
}

// name is a declared name.
type name struct {
	name, kind string
	at         token.Pos
}

// declared returns every name that a file declares, with its own and its package's.
func declared(file *ast.File, base string) []name {
	d := &declarations{global: map[ast.Node]bool{}}
	d.add("file", &ast.Ident{Name: base, NamePos: file.Name.Pos()})
	d.add("package", file.Name)
	for _, decl := range file.Decls {
		if g, ok := decl.(*ast.GenDecl); ok {
			for _, spec := range g.Specs {
				d.global[spec] = true
			}
		}
	}
	ast.Inspect(file, d.visit)
	return d.all
}

type declarations struct {
	all    []name
	global map[ast.Node]bool
}

func (d *declarations) add(kind string, ids ...*ast.Ident) {
	for _, id := range ids {
		if id != nil {
			d.all = append(d.all, name{id.Name, kind, id.Pos()})
		}
	}
}

func (d *declarations) fields(kind string, lists ...*ast.FieldList) {
	for _, list := range lists {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			d.add(kind, f.Names...)
		}
	}
}

// defined adds the names that := declares. A name on its left may already be declared in the same scope; then that place
// counts.
func (d *declarations) defined(tok token.Token, left ...ast.Expr) {
	for _, e := range left {
		if id, ok := e.(*ast.Ident); ok && tok == token.DEFINE {
			d.add("local", id)
		}
	}
}

func (d *declarations) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		d.add("import", n.Name)
	case *ast.FuncDecl:
		kind := "func"
		if n.Recv != nil {
			kind = "method"
		}
		d.add(kind, n.Name)
		d.fields("local", n.Recv)
	case *ast.FuncType:
		d.fields("local", n.TypeParams, n.Params, n.Results)
	case *ast.StructType:
		d.fields("field", n.Fields)
	case *ast.InterfaceType:
		d.fields("method", n.Methods)
	case *ast.TypeSpec:
		d.add("type", n.Name)
		d.fields("local", n.TypeParams)
	case *ast.ValueSpec:
		kind := "local"
		if d.global[n] {
			kind = "var"
		}
		d.add(kind, n.Names...)
	case *ast.AssignStmt:
		d.defined(n.Tok, n.Lhs...)
	case *ast.RangeStmt:
		d.defined(n.Tok, n.Key, n.Value)
	case *ast.LabeledStmt:
		d.add("label", n.Label)
	}
	return true
}
