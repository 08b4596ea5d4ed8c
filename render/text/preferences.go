package text

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/engine/tournament/setup"
	"cardroom/render"
	"cardroom/render/locale"
)

// PersonSettings holds a person's choices for themselves. The zero value has chosen nothing.
type PersonSettings struct {
	Muck       string // "on", "off" or ""
	Ping       string // "off", "nudge", "always" or ""
	TwoColours bool   // of cards
	TextOnly   bool
	AutoRebuy  bool // rebuys when they are out of chips
	AutoTopUp  bool
	OnPress    bool   // the panel does not come by itself
	Language   string // a locale; "" is the one Discord says
}

// Preferences returns a person's choices for themselves: a line for each option that differs from its default, or has just got
// a value, and one for the defaults. Values are in the words of the choices. After a change it says when that counts.
func Preferences(l *locale.Lang, c PersonSettings, given map[string]string) string {
	note := l.Say.Preferences.Change
	if len(given) > 0 {
		note = l.Say.Preferences.AtOnce
	}
	onOff, panel := map[bool]string{true: "on", false: "off"}, map[bool]string{true: "press", false: "auto"}
	choice := func(option, value string, isDefault bool) chosen {
		return chosen{option, cmp.Or(l.Commands["settings"].Options[option].Choices[value], string(l.Say.Preferences.AsTable)), isDefault}
	}
	return chosenLines(l, l.Say.Preferences.Head, given, true, []chosen{
		{"language", languageName(l, c.Language), c.Language == ""}, choice("auto-muck", c.Muck, c.Muck == ""),
		choice("auto-rebuy", onOff[c.AutoRebuy], !c.AutoRebuy), choice("auto-topup", onOff[c.AutoTopUp], !c.AutoTopUp),
		choice("ping", c.Ping, c.Ping == ""), choice("four-colour", onOff[!c.TwoColours], !c.TwoColours),
		choice("text-only", onOff[c.TextOnly], !c.TextOnly), choice("panel", panel[c.OnPress], !c.OnPress),
	}, note)
}

// chosen is an option of a command, its value, and whether that is its default.
type chosen struct {
	option, value string
	isDefault     bool
}

// chosenLines returns a heading, a line for each option of a command that is set or just given, and a note. Before the note
// a line names the other options, with their values if asked to. They have their default names, which every client accepts.
func chosenLines(l *locale.Lang, head locale.Text, given map[string]string, values bool, list []chosen, note locale.Text) string {
	lines, defaults := []string{string(head)}, []string{}
	for _, c := range list {
		switch _, now := given[c.option]; {
		case !c.isDefault || now:
			lines = append(lines, render.Code(c.option)+" **"+c.value+"**")
		case values:
			defaults = append(defaults, render.Code(c.option)+" "+c.value)
		default:
			defaults = append(defaults, render.Code(c.option))
		}
	}
	lines = append(lines, defaultLine(l, defaults)...)
	return strings.Join(append(lines, "-# "+string(note)), "\n")
}

// defaultLine returns the line that names the options with their defaults, and none without such options.
func defaultLine(l *locale.Lang, names []string) []string {
	if len(names) == 0 {
		return nil
	}
	return []string{"-# " + l.Settings.Default.Format("list", strings.Join(names, locale.Dot))}
}

// languageName returns a language's own name, and "same as Discord" in words where none is chosen.
func languageName(l *locale.Lang, code string) string {
	if code == "" {
		return string(l.Say.Preferences.AsDiscord)
	}
	return locale.Lookup(code).Name
}

// ServerSettings holds the choices for a server. The zero value has chosen nothing.
type ServerSettings struct {
	Language  string    // of its boards, a locale; "" is the one Discord says
	Opener    engine.ID // the role that may open tables; 0 for none. Everyone has the role whose id is the server's
	Organiser engine.ID // the role that organises tournaments; 0 for none
	Staked    bool      // house players play for wallet chips
	Zone      string    // IANA name of the time zone; "" is UTC
}

// ServerPreferences returns the choices for a server: a line for each option that differs from its default, or that was
// just given a value.
func ServerPreferences(l *locale.Lang, c ServerSettings, server engine.ID, given map[string]string) string {
	t, chips := l.Say.Server, map[bool]string{false: "practice", true: "wallet"}[c.Staked]
	role := func(id engine.ID) string {
		if id == 0 {
			return "–"
		}
		return Roles(l, []engine.ID{id}, server)
	}
	return chosenLines(l, t.Head, given, false, []chosen{
		{"language", languageName(l, c.Language), c.Language == ""}, {"opener-role", role(c.Opener), c.Opener == 0},
		{"organiser-role", role(c.Organiser), c.Organiser == 0},
		{"timezone", cmp.Or(c.Zone, "UTC"), c.Zone == ""},
		{"house-chips", l.Commands["server"].Options["house-chips"].Choices[chips], !c.Staked},
	}, t.Note)
}

// Roles names roles of a server. Everyone has the role whose ID is the server's.
func Roles(l *locale.Lang, roles []engine.ID, server engine.ID) string {
	var names []string
	for _, id := range roles {
		if id == server {
			names = append(names, string(l.Say.Server.Everyone))
			continue
		}
		names = append(names, render.Role(id))
	}
	return strings.Join(names, ", ")
}

// TournamentSettings returns the settings of a tournament for an organiser: a line for each that differs from its default, or that was
// just given a value. The gate is the settings of its gate, as they are typed. Then it names the people who wait to be approved.
func TournamentSettings(l *locale.Lang, t Lobby, gate string, waiting []engine.ID, given map[string]string) string {
	x, o, players := &l.Tournament.Said.Settings, t.Options, strconv.Itoa(t.Options.Max)
	game, more := render.GameName(l, o.Variant, o.Limit), setup.Further(o)
	limit := l.Commands["tournament settings"].Options["limit"].Choices[map[poker.Limit]string{poker.NoLimit: "nl", poker.PotLimit: "pl", poker.FixedLimit: "fl"}[o.Limit]]
	levels := t.levels(l)
	if games := t.games(l); games != game {
		levels = append(levels, games)
	}
	note := x.Note
	if len(waiting) > 0 {
		var names []string
		for _, who := range waiting[:min(len(waiting), mostNamed)] {
			names = append(names, render.Mention(who))
		}
		if len(names) < len(waiting) {
			names = append(names, "…")
		}
		note = locale.Text(l.Tournament.Gate.Waiting.Format("players", strings.Join(names, ", "))) + "\n-# " + note
	}
	if typed := given["levels"]; (typed != "" || given["players"] != "") && setup.Steep(o) { // more levels help with any kind of them
		note = l.Tournament.Said.SteepNote(len(setup.LevelWords(typed)) != 1) + "\n-# " + note
	}
	if t.Again && o.Added+o.Guarantee > 0 {
		note = l.Tournament.Again.Each + "\n-# " + note
	}
	if n := max(o.Max, t.View.Counted); o.Payout.Capped(n) {
		note = locale.Text(l.Count(x.Capped, int64(o.Payout.Places(n)), "players", l.Chips(int64(n)))) + "\n-# " + note
	}
	all := strings.Join(slices.DeleteFunc([]string{locale.CutTables(more), gate}, func(s string) bool { return s == "" }), ", ")
	list := []chosen{
		{"start", t.startTime(l), !o.Scheduled}, {"opens", t.opens(l), o.Times.Opens == 0},
		{"game", game, o.Variant == poker.Holdem}, {"limit", limit, o.Limit == poker.NoLimit}, {"levels", strings.Join(levels, locale.Dot), false}, {"players", players, false},
		{"min", strconv.Itoa(o.Min), !o.Scheduled}, {"late", strconv.Itoa(o.Late), o.Late == 0}, {"reentry", onOff(l, o.Reentry), !o.Reentry},
		{"check-in", strconv.Itoa(int(o.Times.CheckIn / time.Minute)), o.Times.CheckIn == 0}, {"price", l.Chips(o.Price), o.Price == 0},
		{"added", l.Chips(o.Added), o.Added == 0}, {"guarantee", l.Chips(o.Guarantee), o.Guarantee == 0},
		{"role", cmp.Or(Roles(l, t.Gate.Roles, t.Guild), "–"), len(t.Gate.Roles) == 0},
		{"bounty", l.Chips(o.Bounty.Part), o.Bounty.Part == 0}, {"cash-share", strconv.Itoa(o.Bounty.Share), o.Bounty.Part == 0},
		{"rebuy-until", strconv.Itoa(o.Rebuys.Until), o.Rebuys.Until == 0}, {"rebuys", strconv.Itoa(o.Rebuys.Most), o.Rebuys.Most == 0},
		{"add-on", l.Chips(o.Rebuys.AddOn), o.Rebuys.AddOn == 0}, {"add-on-price", l.Chips(o.Rebuys.AddOnPrice), o.Rebuys.AddOn == 0},
		{"again", onOff(l, t.Again), !t.Again}, {"event", onOff(l, t.Listed), !t.Listed}, {"more", cmp.Or(all, "–"), all == ""},
	}
	return locale.Cut(chosenLines(l, locale.Text(x.Head.Format("name", t.Name)), given, false, list, note), locale.MaxText)
}

// startTime returns when a tournament starts.
func (t Lobby) startTime(l *locale.Lang) string {
	if !t.Options.Scheduled {
		return string(l.Tournament.Said.Settings.Full)
	}
	return FullTime(t.Options.Times.Start)
}

// opens returns when registration opens.
func (t Lobby) opens(l *locale.Lang) string {
	if t.Options.Times.Opens == 0 {
		return string(l.Tournament.Said.Settings.Now)
	}
	return FullTime(t.Options.Times.Opens)
}

func onOff(l *locale.Lang, on bool) string {
	if on {
		return string(l.Say.Preferences.On)
	}
	return string(l.Say.Preferences.Off)
}

// MayNotOpen returns the sentence that the reader may not open a table, and the permission for it.
func MayNotOpen(l *locale.Lang, opener engine.ID) string {
	if opener == 0 {
		return string(l.Say.NeedManage)
	}
	return l.Say.Server.NeedRole.Format("role", render.Role(opener))
}
