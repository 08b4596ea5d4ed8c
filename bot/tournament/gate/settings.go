package gate

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/text"
)

// MostRoles is how many roles let people in or keep them out at most (T11).
const MostRoles = 5

// mostWord is how many letters an invitation word has at most.
const mostWord = 32

// These limit a gate.
const (
	mostCodes = 10
	mostUses  = 1000
	leastWord = 4 // letters
)

// Rule is a rule of a gate that is typed as its name and values, such as "code spring 3".
type Rule struct {
	Anytime  bool   // may be given after the start, too
	Want     string // examples, with the ranges
	name     string
	examples []string // of values
	private  bool     // the values are for organisers only
	read     func(e *record.Event, in *interaction.Interaction, values []string) bool
	write    func(g *record.Gate) []string // the values that are set
}

var rules = []Rule{
	{name: "approval", Want: "`approval on`, `approval off`", examples: []string{"on", "off"}, read: readApproval, write: writeApproval},
	{name: "code", Want: "`code spring 3` (4–32, 0–1000)", examples: []string{"spring", "spring 3", "spring 0"}, private: true, read: readCode, write: writeCodes},
	{name: "not-role", Want: "`not-role @Guest`", read: readNotRole, write: writeNotRoles},
	{name: "approve", Want: "`approve @Ann`", private: true, Anytime: true, read: readApprove, write: func(*record.Gate) []string { return nil }},
}

// Find returns the rule that a typed text names, and its values. It returns nil for a text that names none.
func Find(typed string) (r *Rule, values []string) {
	words := strings.Fields(typed)
	if len(words) == 0 {
		return nil, nil
	}
	i := slices.IndexFunc(rules, func(r Rule) bool { return strings.EqualFold(r.name, words[0]) })
	if i < 0 {
		return nil, nil
	}
	return &rules[i], words[1:]
}

// Read reads the values into a tournament, whose gate must be a copy. It reports false for values that cannot be. Then the copy is
// of no use.
func (r *Rule) Read(e *record.Event, in *interaction.Interaction, values []string) bool {
	return r.read(e, in, values)
}

func readApproval(e *record.Event, _ *interaction.Interaction, values []string) bool {
	if len(values) != 1 {
		return false
	}
	e.Approval = strings.EqualFold(values[0], "on")
	return e.Approval || strings.EqualFold(values[0], "off")
}

func writeApproval(g *record.Gate) []string {
	if !g.Approval {
		return nil
	}
	return []string{"on"}
}

// readCode sets how often an invitation word may still be used: once, unless a number says otherwise. With 0 it goes.
func readCode(e *record.Event, _ *interaction.Interaction, values []string) bool {
	uses, err := 1, error(nil)
	if len(values) == 2 {
		uses, err = strconv.Atoi(values[1])
	}
	if len(values) < 1 || len(values) > 2 || err != nil || uses < 0 || uses > mostUses {
		return false
	}
	word := record.FoldWord(values[0])
	e.SetCode(record.Code{Word: word, Left: uses})
	n := len([]rune(word))
	return uses == 0 || n >= leastWord && n <= mostWord && word == render.EscapeLine(word, mostWord) && len(e.Codes) <= mostCodes
}

func writeCodes(g *record.Gate) (all []string) {
	for _, c := range g.Codes {
		if c.Left == 0 { // used up; "spring 0" would remove it
			all = append(all, "~~"+c.Word+"~~")
			continue
		}
		all = append(all, c.Word+" "+strconv.Itoa(c.Left))
	}
	return all
}

func readNotRole(e *record.Event, in *interaction.Interaction, values []string) bool {
	role := mentioned(values, "<@&")
	return role != 0 && role != in.Key.Guild && Toggle(&e.NotRoles, role)
}

// Toggle adds a role, or takes it off if it is there. It reports false for one too many.
func Toggle(roles *[]engine.ID, role engine.ID) bool {
	if i := slices.Index(*roles, role); i >= 0 {
		*roles = slices.Delete(*roles, i, i+1)
		return true
	}
	*roles = append(*roles, role)
	return len(*roles) <= MostRoles
}

func writeNotRoles(g *record.Gate) (all []string) {
	for _, role := range g.NotRoles {
		all = append(all, render.Role(role))
	}
	return all
}

// readApprove lets a person register, who may or may not have asked.
func readApprove(e *record.Event, in *interaction.Interaction, values []string) bool {
	who := mentioned(values, "<@")
	if who != 0 {
		e.Answer(in.User, who, text.Approved, engine.At(time.Now()))
	}
	return who != 0
}

// mentioned returns the user or role that is mentioned, 0 for none.
func mentioned(values []string, prefix string) engine.ID {
	if len(values) != 1 {
		return 0
	}
	id, begins := strings.CutPrefix(values[0], prefix)
	id, ends := strings.CutSuffix(strings.TrimPrefix(id, "!"), ">")
	if !begins || !ends {
		return 0
	}
	return message.Snowflake(id)
}

// Anytime reports whether all of the rules that a text names may be given after the start, too.
func Anytime(typed string) bool {
	for part := range strings.SplitSeq(typed, ",") {
		if r, _ := Find(part); r == nil || !r.Anytime {
			return false
		}
	}
	return true
}

// Examples returns rules that begin with a text, or all for none.
func Examples(begin string) (all []string) {
	begin = strings.ToLower(strings.Join(strings.Fields(begin), " "))
	for _, r := range rules {
		for _, value := range r.examples {
			if line := r.name + " " + value; strings.HasPrefix(strings.ToLower(line), begin) {
				all = append(all, line)
			}
		}
	}
	return all
}

// FirstExamples returns one example of each rule.
func FirstExamples() (all []string) {
	for _, r := range rules {
		_, example, _ := strings.Cut(r.Want, "`")
		example, _, _ = strings.Cut(example, "`")
		all = append(all, example)
	}
	return all
}

// Hide returns typed rules without private values such as invitation words, for texts that everyone reads.
func Hide(typed string) string {
	parts := strings.Split(typed, ",")
	for i, part := range parts {
		if r, values := Find(part); r != nil && r.private && len(values) > 0 {
			parts[i] = " " + r.name + " …"
		}
	}
	return strings.TrimSpace(strings.Join(parts, ","))
}

// Write returns the rules of a gate that have no option of their own, as an organiser types them. It has the invitation words.
func Write(g *record.Gate) string {
	var all []string
	for _, r := range rules {
		for _, value := range r.write(g) {
			all = append(all, r.name+" "+value)
		}
	}
	return strings.Join(all, ", ")
}
