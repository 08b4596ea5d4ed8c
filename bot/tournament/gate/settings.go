package gate

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// Want is what an organiser may type for a gate.
const Want = "approval on, code spring 3, not-role @Guest, approve @Ann"

// ErrSetting is the error of a setting that cannot be read.
var ErrSetting = errors.New("tournament: a gate is typed like " + Want)

// These limit a gate (T11).
const (
	MostRoles = 5
	mostCodes = 10
	mostUses  = 1000
	leastWord = 4 // letters
	mostWord  = 32
)

// condition is one of the settings that are written as a name and values.
type condition struct {
	name     string
	examples []string
	anytime  bool // may be given after the start, too
	read     func(e *record.Event, guild engine.ID, values []string) bool
}

var conditions = []condition{
	{"approval", []string{"on", "off"}, false, readApproval},
	{"code", []string{"spring", "spring 3", "spring 0"}, false, readCode},
	{"not-role", []string{"@Guest"}, false, readNotRole},
	{"approve", []string{"@Ann"}, true, readApprove},
}

// Read reads a setting of a gate, such as "approval on". It reports false for text that is none. The error is ErrSetting. One that
// is for any time may be given after the start of the tournament.
func Read(e *record.Event, guild engine.ID, typed string) (known, anytime bool, err error) {
	words := strings.Fields(typed)
	i := -1
	if len(words) > 0 {
		i = slices.IndexFunc(conditions, func(s condition) bool { return strings.EqualFold(s.name, words[0]) })
	}
	if i < 0 {
		return false, false, nil
	}
	if !conditions[i].read(e, guild, words[1:]) {
		err = ErrSetting
	}
	return true, conditions[i].anytime, err
}

func readApproval(e *record.Event, _ engine.ID, values []string) bool {
	if len(values) != 1 {
		return false
	}
	on := strings.EqualFold(values[0], "on")
	if e.Approval = on; !on {
		e.EndApplications(func(record.Application) bool { return true })
	}
	return on || strings.EqualFold(values[0], "off")
}

// readCode sets how often an invitation word may still be used: once, unless a number says otherwise. With 0 it goes.
func readCode(e *record.Event, _ engine.ID, values []string) bool {
	uses, err := 1, error(nil)
	if len(values) == 2 {
		uses, err = strconv.Atoi(values[1])
	}
	if len(values) < 1 || len(values) > 2 || err != nil || uses < 0 || uses > mostUses {
		return false
	}
	word := record.FoldWord(values[0])
	e.Codes = slices.DeleteFunc(e.Codes, func(c record.Code) bool { return c.Word == word })
	if uses == 0 {
		return true
	}
	e.Codes = append(e.Codes, record.Code{Word: word, Left: uses})
	n := len([]rune(word))
	return n >= leastWord && n <= mostWord && word == render.Line(word, mostWord) && len(e.Codes) <= mostCodes
}

// readNotRole adds a role that keeps members out, or takes it off if it is there.
func readNotRole(e *record.Event, guild engine.ID, values []string) bool {
	role := mentioned(values, "<@&")
	if role == 0 || role == guild {
		return false
	}
	if i := slices.Index(e.NotRoles, role); i >= 0 {
		e.NotRoles = slices.Delete(e.NotRoles, i, i+1)
	} else {
		e.NotRoles = append(e.NotRoles, role)
	}
	return len(e.NotRoles) <= MostRoles
}

// readApprove lets a person register, who may or may not have asked.
func readApprove(e *record.Event, _ engine.ID, values []string) bool {
	who := mentioned(values, "<@")
	if who != 0 {
		e.Approve(who)
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

// Examples returns settings that begin with a text, or all for none.
func Examples(begin string) (all []string) {
	begin = strings.ToLower(strings.Join(strings.Fields(begin), " "))
	for _, s := range conditions {
		for _, value := range s.examples {
			if line := s.name + " " + value; strings.HasPrefix(strings.ToLower(line), begin) {
				all = append(all, line)
			}
		}
	}
	return all
}

// Hide returns typed settings without the invitation words, for texts that everyone reads.
func Hide(typed string) string {
	parts := strings.Split(typed, ",")
	for i, part := range parts {
		if words := strings.Fields(part); len(words) > 1 && strings.EqualFold(words[0], "code") {
			parts[i] = " code …"
		}
	}
	return strings.TrimSpace(strings.Join(parts, ","))
}

// Shown returns a gate as a lobby and the settings show it.
func Shown(g *record.Gate) text.Gate {
	shown := text.Gate{Roles: g.Roles, NotRoles: g.NotRoles, Word: len(g.Codes) > 0, Approval: g.Approval, Typed: write(g)}
	for _, q := range g.Applications {
		shown.Waiting = append(shown.Waiting, q.Person)
	}
	return shown
}

// Refused returns why roles keep a person from registering, "" if they do not (T11).
func Refused(l *locale.Lang, e *record.Event, guild engine.ID, has func(engine.ID) bool) string {
	name := render.EscapeLine(e.Name, render.MostTitle)
	switch {
	case e.LacksRole(has):
		return l.Tournament.Said.Why.Role.Format("name", name, "roles", text.Roles(l, e.Roles, guild))
	case e.Bars(has):
		return l.Tournament.Gate.NotRole.Format("name", name, "roles", text.Roles(l, e.NotRoles, guild))
	}
	return ""
}

// Skipped returns why a person on the waitlist gets no free place, "" if they may have it (T13).
func Skipped(l *locale.Lang, e *record.Event, guild, who engine.ID, has func(engine.ID) bool) string {
	name, player := render.EscapeLine(e.Name, render.MostTitle), render.Mention(who)
	switch {
	case e.LacksRole(has):
		return l.Tournament.Said.SkippedRole.Format("player", player, "name", name, "roles", text.Roles(l, e.Roles, guild))
	case e.Bars(has):
		return l.Tournament.Gate.SkippedNot.Format("player", player, "name", name, "roles", text.Roles(l, e.NotRoles, guild))
	case e.NeedsWord(who) || e.NeedsApproval(who):
		return l.Tournament.Gate.Skipped.Format("player", player, "name", name)
	}
	return ""
}

// write returns the settings of a gate that have no option of their own, as an organiser types them.
func write(g *record.Gate) string {
	var all []string
	if g.Approval {
		all = append(all, "approval on")
	}
	for _, c := range g.Codes {
		all = append(all, "code "+c.Word+" "+strconv.Itoa(c.Left))
	}
	for _, role := range g.NotRoles {
		all = append(all, "not-role "+render.Role(role))
	}
	return strings.Join(all, ", ")
}
