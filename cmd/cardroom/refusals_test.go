package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const root = "../.."

// speaks lists the rules that engine and bot give with each reason of a refusal; 0 is none. A refusal has to name its rule:
// 0 is only for reasons without a rule.
var speaks = map[string][]int{
	"NotSeated":      {0}, // no rule mentions a missing seat
	"AlreadySeated":  {0},
	"SeatTaken":      {0},
	"SeatGoes":       {2},
	"InTournament":   {0}, // the rules of tournaments have numbers of their own
	"NoSuchSeat":     {2},
	"TableFull":      {63},
	"BadBuyIn":       {4, 7, 9},
	"StackFull":      {6},
	"BadTopUp":       {4, 6},
	"InHand":         {60},
	"NotYourTurn":    {28},
	"Stale":          {28},
	"NoHand":         {0, 28, 31, 65}, // 0 is the program's own Deal
	"CannotCheck":    {17},
	"NothingToCall":  {17},
	"CannotRaise":    {20, 23, 26},
	"TooLittle":      {14, 20, 21},
	"TooMuch":        {0, 22, 26}, // 0 is the program's own Start, of a hand for which no number is left
	"AlreadyOut":     {60},
	"NotOut":         {60},
	"AlreadyPaused":  {0}, // pausing has no rule
	"NotPaused":      {0},
	"TableClosedNow": {64},
	"HandRuns":       {0, 40}, // 0 is the program's own Start and Deal, and the table options
	"TooFewPlayers":  {61},
	"NotDue":         {0}, // the program's own Tick
	"NoChips":        {62},
	"OffUnit":        {8},
	"CannotStraddle": {16},
	"CannotCallTime": {31},
	"NothingToShow":  {40},
	"NoRuns":         {37},
	"NoPlan":         {28},
	"OnWaitlist":     {63},
	"NotOnWaitlist":  {63},
	"SeatKept":       {63},
	"WaitlistFull":   {63},
	"SeatsFree":      {63},
	"NowShow":        {40},
	"OtherGame":      {1},
	"NowDraw":        {52},
	"NowBet":         {52},
	"TooManyCards":   {52},
	"NoSuchCard":     {52},
	"BadRules":       {1, 2, 4, 7, 8, 14, 16, 20, 30, 31, 36, 37, 51, 62}, // by field: those of RulesError
}

func TestEveryRefusalCarriesItsRule(t *testing.T) {
	if testing.Short() {
		t.Skip("reads source: not for the race detector")
	}
	given := map[string][]int{}
	for _, folder := range []string{"engine", "bot"} {
		for _, file := range sources(t, folder) {
			readRefusals(t, file, given)
		}
	}
	for _, why := range reasons(t) {
		if _, known := speaks[why]; !known {
			t.Errorf("%s is a reason without an entry: which rule speaks of it?", why)
		}
	}
	for _, why := range slices.Sorted(maps.Keys(speaks)) {
		slices.Sort(given[why])
		if got := slices.Compact(given[why]); !slices.Equal(got, speaks[why]) {
			t.Errorf("%s is given with the rules %v, should be with %v", why, got, speaks[why])
		}
		delete(given, why)
	}
	for why := range given {
		t.Errorf("%s is not in the table", why)
	}
}

// sources returns the files of the program in a folder and below it. Refusals of tournaments are left out: they carry rules
// of their own, T1 to T133.
func sources(t *testing.T, folder string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(root, folder), func(file string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && d.Name() == "tournament" {
			return fs.SkipDir
		}
		if strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") {
			files = append(files, file)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", folder, len(files), err)
	}
	return files
}

// reasons returns the names of the constants of type engine.Reason.
func reasons(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "engine", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		for _, d := range parse(t, file).Decls {
			d, ok := d.(*ast.GenDecl)
			if !ok || d.Tok != token.CONST {
				continue
			}
			if first, ok := d.Specs[0].(*ast.ValueSpec); !ok || first.Type == nil || lastName(first.Type) != "Reason" {
				continue
			}
			for _, spec := range d.Specs {
				names = append(names, spec.(*ast.ValueSpec).Names[0].Name)
			}
		}
	}
	if len(names) < 40 {
		t.Fatalf("only %d reasons found", len(names))
	}
	return names
}

func parse(t *testing.T, file string) *ast.File {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// readRefusals adds the rules of every Refusal and RulesError that a file makes.
func readRefusals(t *testing.T, file string, given map[string][]int) {
	t.Helper()
	parsed := parse(t, file)
	ast.Inspect(parsed, func(n ast.Node) bool {
		made, ok := n.(*ast.CompositeLit)
		if !ok || len(made.Elts) == 0 {
			return true
		}
		switch lastName(made.Type) {
		case "Refusal":
			why, rules := "", []int{0}
			for _, e := range made.Elts {
				field, keyed := e.(*ast.KeyValueExpr)
				if !keyed {
					t.Errorf("%s: a Refusal without field names", file)
					return true
				}
				switch lastName(field.Key) {
				case "Reason":
					why = lastName(field.Value)
				case "Rule":
					rules = numbers(parsed, field.Value)
				}
			}
			given[why] = append(given[why], rules...)
		case "RulesError":
			given["BadRules"] = append(given["BadRules"], numbers(parsed, made.Elts[len(made.Elts)-1])...)
		}
		return true
	})
}

// lastName returns Refusal for both Refusal and engine.Refusal.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// numbers returns the possible values of a rule: the written number, or the variable's values in the file. A field, as in
// e.Rule, comes from elsewhere and was counted there.
func numbers(in *ast.File, value ast.Expr) (all []int) {
	switch value := value.(type) {
	case *ast.BasicLit:
		n, err := strconv.Atoi(value.Value)
		if err == nil {
			all = append(all, n)
		}
	case *ast.Ident:
		ast.Inspect(in, func(n ast.Node) bool {
			if a, ok := n.(*ast.AssignStmt); ok && lastName(a.Lhs[0]) == value.Name {
				all = append(all, numbers(in, a.Rhs[0])...)
			}
			return true
		})
	case *ast.SelectorExpr:
	default:
		all = append(all, -1) // it could be anything
	}
	return all
}
