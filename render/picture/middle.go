package picture

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/render/equity"
)

// The letters of the middle.
var (
	headStyles = []style{{bold, 46}, {bold, 40}, {bold, 36}} // the smaller for words that would be cut
	potStyle   = style{bold, legible}
	lineStyles = []style{{semiBold, legible}, {semiBold, 30}, {semiBold, 28}} // the smaller for sentences that would be cut
	printStyle = style{semiBold, legible}
	countStyle = style{bold, legible}
)

// middle lays out the middle: pots, boards, words.
func (p *layout) middle() {
	v := p.view
	if v.Phase == engine.Idle && !p.over() {
		p.waiting()
		return
	}
	switch {
	case v.Rules.Variant == poker.FiveCardDraw:
		left := p.pots(drawPotsTop)
		p.lines(drawPotsTop+56, left)
	case len(v.Again) > 0:
		left := p.pots(potsTop)
		p.lines(p.boards(), left)
	default:
		left := p.pots(potsTop)
		p.board(v.Board)
		p.lines(firstLine, left)
	}
}

// waiting lays out a table's words between two hands without a result to show. Where its terms are long, several groups share a line.
// Then the words take the place of the suits above them, and at last the letters are smaller.
func (p *layout) waiting() {
	const below, crowded, title, bottom = 260, 200, 66, Height - margin - podHigh - bandHigh
	y, high, groups := below, 40, p.terms()
	var lines []line
	for _, facts := range groups {
		lines = append(lines, p.wrap(lineStyles, facts)...)
	}
	fit := func() bool { return y+title+len(lines)*high <= bottom }
	if !fit() {
		lines, high = p.wrap(lineStyles, slices.Concat(groups...)), 38
	}
	if !fit() {
		y = crowded
	}
	for first := 1; first < len(lineStyles) && !fit(); first++ {
		lines, high = p.wrap(lineStyles[first:], slices.Concat(groups...)), 34
	}
	if y == below {
		p.suits()
	}
	p.line(box(p.mid.Min.X, y, p.mid.Dx(), 60), line{p.scene.Phase(), say, headStyles})
	y += title
	for _, l := range lines[:min(len(lines), (bottom-y)/high)] {
		p.line(box(p.mid.Min.X, y, p.mid.Dx(), high), l)
		y += high
	}
}

// suits lays out the four suits above the words of a table that waits.
func (p *layout) suits() {
	const suit, apart = 34, 18
	for i, x := 0, (Width-4*suit-3*apart)/2; i < 4; i, x = i+1, x+suit+apart {
		p.add(whole, part{kind: icon, box: box(x, 214, suit, suit), shape: spades - shape(i), colour: slot})
	}
}

// pots lays out the pots side by side and returns those that do not fit.
func (p *layout) pots(y int) (left []engine.Pot) {
	const high, pad, apart = 42, 20, 12
	pots := p.view.Pots
	if len(pots) == 0 {
		return nil
	}
	texts, wide := p.potTexts(pots), -apart
	for _, t := range texts {
		wide += p.width(potStyle, t) + 2*pad + apart
	}
	if wide > p.mid.Dx() {
		texts, left = texts[:1], pots[1:]
		texts[0] = p.total(potStyle, p.mid.Dx()-2*pad, pots[0].Amount, func(amount string) string { return p.lang.Picture.Pot.Format("amount", amount) })
		wide = p.width(potStyle, texts[0]) + 2*pad
	}
	x := p.mid.Min.X + (p.mid.Dx()-wide)/2
	for _, t := range texts {
		at := box(x, y, p.width(potStyle, t)+2*pad, high)
		i := p.add(whole, part{kind: panel, box: at, colour: pill, edge: pillEdge, thick: 2, radius: high / 2})
		p.words(i, inside(at, pad, 2), potStyle, pillWord, t)
		x = at.Max.X + apart
	}
	return left
}

// potTexts returns the pots in words, "Pot 260" and "Side 120" in English.
func (p *layout) potTexts(pots []engine.Pot) []string {
	texts := make([]string, len(pots))
	for i, pot := range pots {
		text := p.lang.Picture.Side
		if i == 0 {
			text = p.lang.Picture.Pot
		}
		texts[i] = text.Format("amount", p.lang.Chips(pot.Amount))
	}
	return texts
}

// board lays out the one board, with room for the cards that are still to come.
func (p *layout) board(dealt []card.Card) {
	for i := range 5 {
		at := box(midLeft+i*(cardWide+cardApart), boardTop, cardWide, boardHigh)
		if i >= len(dealt) {
			p.add(whole, part{kind: empty, box: at})
			continue
		}
		p.card(at, dealt[i], p.lookOf(dealt[i], p.runs[0], true))
	}
}

// boards lays out two or three boards below each other, with the winners and their winnings on each (R37), and returns where they end.
func (p *layout) boards() int {
	v := p.view
	all := append([][]card.Card{v.Board}, v.Again...)
	all = all[:min(len(all), engine.MaxRuns)]
	y, high, apart := boardTop, 86, 6
	if len(all) > 2 {
		y, high, apart = boardTop-2, 57, 6
	}
	for run, dealt := range all {
		p.words(whole, box(midLeft, y, 30, high), countStyle, say, strconv.Itoa(run+1))
		for i := range 5 {
			at := box(midLeft+rowIn+i*(rowCard+5), y, rowCard, high)
			if i >= len(dealt) {
				p.add(whole, part{kind: empty, box: at})
				continue
			}
			p.card(at, dealt[i], p.lookOf(dealt[i], p.runs[run], true))
		}
		p.taker(run, image.Rect(midLeft+rowIn+5*(rowCard+5), y, midLeft+midWide, y+high))
		y += high + apart
	}
	return y - apart + 6
}

// taker lays out the winners of a board, and their winnings. A pot that only one player could win was won on none.
func (p *layout) taker(run int, at image.Rectangle) {
	var total int64
	var names []string
	for _, pot := range p.view.Pots {
		for _, a := range pot.Won {
			if a.Run != run || pot.Sole() {
				continue
			}
			total += a.Amount
			if who := p.displayName(p.scene.Winner(a.Seat)); !slices.Contains(names, who) {
				names = append(names, who)
			}
		}
	}
	if total == 0 {
		p.leader(run, at)
		return
	}
	at = centred(at, at.Dx(), 62)
	half := at.Dy() / 2
	upper, lower := box(at.Min.X, at.Min.Y, at.Dx(), half), box(at.Min.X, at.Min.Y+half, at.Dx(), half)
	who := strings.Join(names, ", ")
	if len(names) > 1 && p.width(tagStyle, who) > at.Dx() {
		who = "× " + strconv.Itoa(len(names))
	}
	p.words(whole, upper, tagStyle, say, who)
	st := betStyle
	if p.width(st, "+"+p.lang.Chips(total)) > at.Dx() {
		st = tagStyle
	}
	won := "+" + p.amount(total, st, at.Dx()-p.width(st, "+"))
	p.line(lower, line{won, say, []style{st, {semiBold, 30}, {semiBold, 26}, {semiBold, 22}}}) // a unit may be a long word
}

// leader lays out the winners of a complete board while a later one is dealt.
func (p *layout) leader(run int, at image.Rectangle) {
	winners := equity.Winners(*p.view, run)
	if len(winners) == 0 {
		return
	}
	who := p.displayName(p.scene.Winner(winners[0]))
	if len(winners) > 1 {
		who = "× " + strconv.Itoa(len(winners))
	}
	at = centred(at, at.Dx(), 42)
	sign := box(at.Min.X+4, at.Min.Y+9, 24, 24)
	p.add(whole, part{kind: icon, shape: winner, colour: wonEdge, box: sign})
	p.words(whole, image.Rect(sign.Max.X+6, at.Min.Y, at.Max.X, at.Max.Y), tagStyle, say, who)
}

// line is words below the board, in the first of its styles that fits.
type line struct {
	words  string
	colour colour
	styles []style
}

// lines lays out the words below the board: the events, the pots that did not fit, and the game in small letters.
func (p *layout) lines(y int, left []engine.Pot) {
	bottom := Height - margin - podHigh - bandHigh - 6 - betHigh
	if p.open {
		bottom = Height - margin - podHigh - gap - handHigh
	}
	for i, l := range slices.Concat(p.happens(), p.sides(left), p.small()) {
		high := 34
		if i == 0 {
			high = 38
		}
		if y+high > bottom-2 {
			return
		}
		p.line(box(p.mid.Min.X, y, p.mid.Dx(), high), l)
		y += high
	}
}

// line lays out one line in the first of its styles that fits.
func (p *layout) line(at image.Rectangle, l line) {
	for _, s := range l.styles {
		if p.width(s, l.words) <= at.Dx() {
			p.words(whole, at, s, l.colour, l.words)
			return
		}
	}
	p.words(whole, at, l.styles[len(l.styles)-1], l.colour, l.words)
}

// sentence returns words about a player. Where they are too long, it cuts the name.
func (p *layout) sentence(name string, about func(name string) string) string {
	s := lineStyles[len(lineStyles)-1]
	return about(p.fit(s, name, p.mid.Dx()-p.width(s, about(""))))
}

// happens returns the decision or phase that the table waits for, or how the hand ended.
func (p *layout) happens() []line {
	loud := func(words string) line { return line{words, say, lineStyles} }
	v, short := p.view, p.lang.Picture
	if seat, cost, ok := p.scene.Acting(); ok {
		return []line{loud(p.sentence(p.displayName(seat), func(name string) string { return name + dot + cost }))}
	}
	switch {
	case p.scene.Void():
		return []line{loud(string(p.lang.Board.Void)), {string(short.Restored), say, lineStyles[1:]}}
	case p.view.Ended():
		return p.ended()
	case v.Phase == engine.Asking:
		return []line{loud(string(short.Asking))}
	}
	return []line{loud(p.scene.Phase())}
}

// ended returns the winners and their hands.
func (p *layout) ended() []line {
	t, small := p.lang.Result, lineStyles[len(lineStyles)-1]
	winners, total := p.won, int64(0)
	for _, chips := range p.wins {
		total += chips
	}
	if len(winners) > 1 {
		shared := p.total(small, p.mid.Dx(), total, func(amount string) string {
			return p.lang.Count(p.lang.Picture.Shared, int64(len(winners)), "amount", amount)
		})
		return append([]line{{shared, say, lineStyles}}, p.made(winners)...)
	}
	if len(winners) == 0 {
		return nil
	}
	name := p.displayName(p.scene.Winner(winners[0]))
	text := t.Takes
	if len(p.view.Pots) == 0 {
		text = p.lang.Picture.Back
	}
	wins := p.sentence(name, func(name string) string {
		return p.total(small, p.mid.Dx(), total, func(amount string) string { return text.Format("player", name, "amount", amount) })
	})
	return append([]line{{wins, say, lineStyles}}, p.made(winners)...)
}

// total returns words with a number of chips: every digit where there is room beside the other words, else as many as fit.
func (p *layout) total(s style, room int, chips int64, about func(amount string) string) string {
	return about(p.amount(chips, s, room-p.width(s, about(""))))
}

// made returns the hand that won, where it is one and was shown, or that the winner did not have to show.
func (p *layout) made(winners []int) []line {
	if p.scene.Unseen() {
		return []line{{string(p.lang.Picture.Unseen), say, lineStyles[1:]}}
	}
	hand := ""
	for _, seat := range winners {
		made := p.scene.WinningHand(p.scene.Winner(seat))
		if p.width(lineStyles[len(lineStyles)-1], made) > p.mid.Dx() { // the text beside the picture has the kicker
			made = p.lang.Hand(p.scene.Winner(seat).Made)
		}
		if made == "" || hand != "" && made != hand {
			return nil
		}
		hand = made
	}
	return []line{{hand, say, lineStyles[1:]}}
}

// sides returns the side pots, four in a line, or as many as fit.
func (p *layout) sides(pots []engine.Pot) (lines []line) {
	for inLine := 4; inLine > 0; inLine-- {
		lines = p.sidesBy(pots, inLine)
		if !slices.ContainsFunc(lines, func(l line) bool { return p.width(l.styles[len(l.styles)-1], l.words) > p.mid.Dx() }) {
			break
		}
	}
	return lines
}

// sidesBy returns the side pots with so many in a line.
func (p *layout) sidesBy(pots []engine.Pot, inLine int) (lines []line) {
	styles := []style{printStyle, {semiBold, 30}, {semiBold, 26}, {semiBold, 23}} // the smaller for many large pots
	for first := 0; first < len(pots); first += inLine {
		words := make([]string, 0, inLine)
		for _, pot := range pots[first:min(first+inLine, len(pots))] {
			words = append(words, p.amount(pot.Amount, styles[2], 100))
		}
		lines = append(lines, line{strings.Join(words, dot), say, styles})
	}
	if len(lines) > 0 {
		lines[0].words = p.lang.Picture.Side.Format("amount", lines[0].words)
	}
	return lines
}

// small returns the hand, the phase and the game, in as many lines as they need.
func (p *layout) small() []line {
	v, short := p.view, p.lang.Picture
	words := []string{render.HandNumber(v.Hand)}
	if _, _, ok := p.scene.Acting(); ok || v.Phase == engine.Idle {
		words = append(words, p.scene.Phase())
	}
	switch {
	case v.Closing:
		words = append(words, string(short.Closing))
	case p.scene.Pause() != "":
		words = append(words, p.scene.Pause())
	case v.Paused && v.Phase != engine.Idle:
		words = append(words, string(short.Pausing))
	}
	rules := v.Rules
	rules.Straddle = false // players see it where it happens
	played, besides := p.played(rules)
	if words = append(words, played...); v.Practice {
		words = append(words, string(p.lang.Board.Practice))
	}
	return p.wrap(lineStyles, append(words, besides...))
}

// wrap returns facts in as few lines as they need in the first of the styles. Where a part of one is too wide alone, its letters are smaller.
func (p *layout) wrap(styles []style, words []string) (lines []line) {
	for len(words) > 0 {
		if p.width(styles[0], words[0]) > p.mid.Dx() {
			words = slices.Concat(strings.Split(words[0], dot), words[1:])
		}
		n := len(words)
		for n > 1 && p.width(styles[0], strings.Join(words[:n], dot)) > p.mid.Dx() {
			n--
		}
		lines = append(lines, line{strings.Join(words[:n], dot), lettering, styles})
		words = words[n:]
	}
	return lines
}

// played returns the game or the state of the tournament, and the other facts of the game, such as an ante.
func (p *layout) played(rules poker.Rules) (played, besides []string) {
	if event := p.scene.Tournament; event != nil {
		return event.Facts(p.lang, *p.view), nil
	}
	facts := strings.Split(render.Game(p.lang, rules), dot)
	return p.game(facts[0], rules), facts[1:]
}

// game returns the words of a game with its blinds. Where those are too wide they are in short, and then behind the game's name.
func (p *layout) game(words string, rules poker.Rules) []string {
	fits := func(words string) bool { return p.width(lineStyles[len(lineStyles)-1], words) <= p.mid.Dx() }
	if fits(words) {
		return []string{words}
	}
	exact := p.lang.Chips(rules.BigBlind)
	short := p.lang.ShortChips(rules.BigBlind, 2)
	if !rules.NoBlinds {
		exact, short = p.lang.Chips(rules.SmallBlind)+"/"+exact, p.lang.ShortChips(rules.SmallBlind, 2)+"/"+short
	}
	if words = strings.Replace(words, exact, short, 1); fits(words) {
		return []string{words}
	}
	return []string{render.GameName(p.lang, rules.Variant, rules.Limit), short}
}

// terms returns the terms of a waiting table, in groups.
func (p *layout) terms() (groups [][]string) {
	v, t := p.view, p.lang.Board
	if v.Closed {
		return nil
	}
	played, besides := p.played(v.Rules)
	if p.scene.Tournament != nil {
		for _, fact := range played {
			groups = append(groups, []string{fact})
		}
		return groups
	}
	seats, chips := []string{string(t.Full)}, []string(nil)
	if free := v.Rules.Seats - len(v.Seats); free > 0 {
		seats[0] = p.lang.Count(t.Free, int64(free))
	}
	if n := len(v.Waitlist); n > 0 {
		seats = append(seats, p.lang.Count(t.Line, int64(n)))
	}
	if v.Practice {
		chips = append(chips, string(t.Practice))
	}
	if p.scene.Free {
		chips = append(chips, string(p.lang.Money.FreeChips))
	}
	return append(groups, append(played, besides...), []string{render.BuyIn(p.lang, v.Rules)}, seats, chips)
}

// dot separates facts, as in the text.
const dot = " · "
