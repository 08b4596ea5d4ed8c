package picture

import (
	"image"
	"slices"
	"strconv"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render/equity"
)

// legible is the least size of words, in pixels. A phone shows the picture 360 pixels wide, and words then 11 pixels high.
const legible = (11*Width + 359) / 360

// The letters of a seat.
var (
	nameStyle  = style{semiBold, legible}
	stackStyle = style{bold, legible}
	tightStyle = style{bold, 30} // an amount beside a chance
	betStyle   = style{bold, legible}
	tagStyle   = style{semiBold, legible}
	discStyle  = style{bold, 22}
)

// seat lays out one seat, even an empty one.
func (p *layout) seat(n int, at place) {
	if p.view.Rules.Variant == poker.FiveCardDraw {
		at.widen()
	}
	for _, s := range p.view.Seats {
		if s.Seat == n {
			p.taken(s, at)
			return
		}
	}
	p.free(n, at)
}

// widen makes room for five cards. A game with draws has few seats and no board.
func (at *place) widen() {
	const more = 40
	switch {
	case at.pod.Min.X == margin:
		at.hand.Max.X += more
		at.band.Max.X += more
	case at.pod.Max.X == Width-margin:
		at.hand.Min.X -= more
		at.band.Min.X -= more
	default:
		at.hand.Min.X -= more / 2
		at.hand.Max.X += more / 2
		at.band.Max.X += more
	}
}

// free lays out a seat that can be taken: its number.
func (p *layout) free(n int, at place) {
	pod := p.add(whole, part{kind: panel, box: centred(at.pod, 84, 48), colour: quiet, edge: quietEdge, thick: 2, radius: 24})
	p.words(pod, inside(p.parts[pod].box, 6, 4), tagStyle, faint, strconv.Itoa(n+1))
}

// inside returns a box without its margins.
func inside(b image.Rectangle, x, y int) image.Rectangle {
	return image.Rect(b.Min.X+x, b.Min.Y+y, b.Max.X-x, b.Max.Y-y)
}

// podStyle is the colours of a pod.
type podStyle struct {
	fill, edge, name, stack colour
	thick                   int
}

// podStyle returns how a seat looks. No two states differ by colour alone. The seat to act is light and has an arrow. A
// winner has a star and a plus. An all-in player has the word for it. A player who is not in the hand has no cards.
func (p *layout) podStyle(s engine.SeatView) podStyle {
	runs := p.view.Phase != engine.Idle
	switch acting, _, ok := p.scene.Acting(); {
	case ok && acting.Seat == s.Seat:
		return podStyle{act, actEdge, actWord, actWord, 4}
	case slices.Contains(p.won, s.Seat) && s.InHand:
		return podStyle{won, wonEdge, name, wonWord, 4}
	case runs && s.InHand && !s.Folded && s.AllIn:
		return podStyle{all, allEdge, name, allWord, 3}
	case s.Out && !(runs && s.InHand), runs && (!s.InHand || s.Folded), p.over() && (s.Folded || !s.InHand):
		return podStyle{quiet, quietEdge, faint, faint, 2}
	}
	return podStyle{pod, podEdge, name, chips, 2}
}

// over reports whether the picture shows how a hand ended.
func (p *layout) over() bool { return p.view.Ended() || p.scene.Void() }

// taken lays out a seat with a player in it.
func (p *layout) taken(s engine.SeatView, at place) {
	m := p.podStyle(s)
	p.cards(s, at)
	pod := p.add(whole, part{kind: panel, box: at.pod, colour: m.fill, edge: m.edge, thick: m.thick, radius: 20})
	p.nameLine(pod, s, m, box(at.pod.Min.X+10, at.pod.Min.Y+9, podWide-20, 36))
	p.stackLine(pod, s, m, box(at.pod.Min.X+10, at.pod.Min.Y+45, podWide-20, 34))
	if s.Bet > 0 && p.betting() {
		p.bet(s, at)
	}
}

// betting reports whether bets lie in front of the seats.
func (p *layout) betting() bool { return p.view.Phase != engine.Idle && !p.open }

// nameLine lays out the signs of a seat and its name, together in the middle.
func (p *layout) nameLine(pod int, s engine.SeatView, m podStyle, line image.Rectangle) {
	const sign, apart = 30, 6
	var signs []part
	acting, _, ok := p.scene.Acting()
	switch {
	case ok && acting.Seat == s.Seat:
		signs = append(signs, part{kind: icon, shape: turn, colour: m.name})
	case m.fill == won:
		signs = append(signs, part{kind: icon, shape: winner, colour: wonEdge})
	}
	if s.Seat == p.view.Button && p.view.Hand > 0 {
		signs = append(signs, part{kind: panel, colour: button, edge: buttonWord, thick: 0, radius: sign / 2, text: string(p.lang.Picture.Dealer)})
	}
	if p.rests(s) {
		signs = append(signs, part{kind: panel, colour: button, edge: buttonWord, radius: sign / 2, text: "II"})
	}
	room := line.Dx() - len(signs)*(sign+apart)
	shown := p.fit(nameStyle, p.displayName(s), room)
	width := p.width(nameStyle, shown)
	x := line.Min.X + (room-width)/2
	for _, sign := range signs {
		p.sign(pod, sign, box(x, line.Min.Y+3, 30, 30))
		x += 30 + apart
	}
	p.words(pod, image.Rect(x, line.Min.Y, x+width, line.Max.Y), nameStyle, m.name, shown)
}

// rests reports whether a seat sits out, or is away, while its cards, or its draw, stand where the word for it would be.
func (p *layout) rests(s engine.SeatView) bool {
	return (s.Out || s.Away) && (len(s.Shown) > 0 || p.drew(s))
}

// drew reports whether a seat has had its draw in the hand that runs, and may still win.
func (p *layout) drew(s engine.SeatView) bool {
	v := p.view
	live := v.Phase != engine.Idle && s.InHand && !s.Folded && v.Rules.Variant == poker.FiveCardDraw
	return live && (s.Drew > 0 || s.Drew == 0 && v.Phase != engine.Shuffling)
}

// sign lays out one of the small round signs before a name.
func (p *layout) sign(pod int, sign part, at image.Rectangle) {
	letter := sign.text
	sign.text, sign.box = "", at
	if sign.kind == icon {
		sign.box = inside(at, 3, 3)
	}
	if i := p.add(pod, sign); letter != "" {
		p.words(i, inside(at, 2, 0), discStyle, buttonWord, letter)
	}
}

// stackLine lays out a player's stack, win or all-in, and their chance to win where that is known.
func (p *layout) stackLine(pod int, s engine.SeatView, m podStyle, line image.Rectangle) {
	chance, known := p.equity(s.Seat)
	if !known {
		p.words(pod, line, stackStyle, m.stack, p.holds(s, stackStyle, line.Dx()))
		return
	}
	const apart = 12
	p.bar(pod, box(line.Min.X+8, line.Max.Y-4, line.Dx()-16, 6), chance.Tenths)
	line.Max.Y -= 8
	percent := p.lang.Percent(int64(chance.Tenths))
	right := p.width(tightStyle, percent)
	left, st, ok := p.beside(s, line.Dx()-right-apart)
	if !ok { // the bar tells the chance
		p.words(pod, line, tightStyle, m.stack, left)
		return
	}
	wide := p.width(st, left)
	x := line.Min.X + (line.Dx()-wide-apart-right)/2
	p.words(pod, image.Rect(x, line.Min.Y, x+wide, line.Max.Y), st, m.stack, left)
	p.words(pod, box(x+wide+apart, line.Min.Y, right, line.Dy()), tightStyle, m.name, percent)
}

// beside returns the words for a stack in the room beside a chance, smaller where they are long. It is not ok where nothing
// fits.
func (p *layout) beside(s engine.SeatView, room int) (words string, st style, ok bool) {
	for _, st := range []style{tightStyle, {bold, 27}, {bold, 24}} {
		if words = p.holds(s, st, room); p.width(st, words) <= room {
			return words, st, true
		}
	}
	return words, tightStyle, false
}

// bar lays out a chance as a length.
func (p *layout) bar(pod int, at image.Rectangle, tenths int) {
	bed := p.add(pod, part{kind: panel, box: at, colour: barBed, radius: 3})
	if long := at.Dx() * tenths / 1000; long > 0 {
		p.add(bed, part{kind: panel, box: box(at.Min.X, at.Min.Y, long, at.Dy()), colour: bar, radius: 3})
	}
}

// holds returns the second line of a seat: an amount as exact as there is room for, or words in its place.
func (p *layout) holds(s engine.SeatView, st style, room int) string {
	v := p.view
	switch {
	case p.wins[s.Seat] > 0 && s.InHand:
		return "+" + p.amount(p.wins[s.Seat], st, room-p.width(st, "+"))
	case v.Phase == engine.Asking && s.Runs > 0:
		return p.lang.Board.Agrees.Format("n", strconv.Itoa(s.Runs))
	case v.Phase != engine.Idle && s.InHand && !s.Folded && s.AllIn:
		return string(p.lang.Picture.AllIn)
	case s.RebuyBy != 0:
		return string(p.lang.Picture.Busted)
	}
	return p.amount(s.Stack, st, room)
}

// bet lays out the chips in front of a seat.
func (p *layout) bet(s engine.SeatView, at place) {
	const coin, pad = 28, 10
	amount := p.amount(s.Bet, betStyle, at.bet.Dx()-coin-3*pad-4)
	wide := p.width(betStyle, amount)
	around := centred(at.bet, coin+wide+3*pad+2, at.bet.Dy())
	i := p.add(whole, part{kind: panel, box: around, colour: pill, edge: pillEdge, thick: 2, radius: at.bet.Dy() / 2})
	p.add(i, part{kind: chip, box: box(around.Min.X+6, around.Min.Y+6, coin, coin)})
	x := around.Min.X + 6 + coin + pad
	p.words(i, image.Rect(x, around.Min.Y+1, x+wide, around.Max.Y-1), betStyle, pillWord, amount)
}

// cards lays out the cards of a seat, and the word that says why it holds none.
func (p *layout) cards(s engine.SeatView, at place) {
	hole := p.view.Rules.Variant.HoleCards()
	hidden := p.hidden(s, hole)
	if p.own(s) {
		p.faceUp(s, at)
		return
	}
	if len(s.Shown) > 0 || p.open && hidden > 0 {
		p.hand(s, at, hidden)
		return
	}
	p.band(at, hidden, p.tag(s))
}

// hidden returns how many cards a seat holds that not everyone has seen.
func (p *layout) hidden(s engine.SeatView, hole int) int {
	v := p.view
	holds := s.InHand && !s.Folded && !s.Mucked && v.Phase != engine.Shuffling
	if !holds || v.Phase == engine.Idle && len(s.Shown) == 0 {
		return 0
	}
	return max(0, hole-len(s.Shown))
}

// fan is how the backs of cards lie: how wide each is, and how far the next is from it.
type fan struct{ wide, step int }

// fans is the fan for so many cards.
var fans = [...]fan{{}, {38, 0}, {38, 43}, {36, 32}, {36, 30}, {36, 15}}

// squeeze moves cards closer where they do not fit, as far as they can still be counted.
func (f *fan) squeeze(cards, room int) {
	const least = 7
	if cards > 1 {
		f.step = min(f.step, max(least, (room-f.wide)/(cards-1)))
	}
}

// band lays out the backs of cards behind a pod, and a word beside them.
func (p *layout) band(at place, hidden int, tag string) {
	const apart, corner = 6, 8
	pad := 9
	behind, right := inside(at.pod, corner, 0), at.pod.Max.X == Width-margin
	room := at.band.Max.X - behind.Min.X
	if right {
		room = behind.Max.X - at.band.Min.X
	}
	backs, most, words := 0, podWide+12-2*pad, 0
	fan := fans[hidden]
	if hidden > 0 {
		fan.squeeze(hidden, room-2*pad-apart-p.width(tagStyle, tag))
		backs = fan.wide + (hidden-1)*fan.step
		most = room - 2*pad - backs - apart
	}
	wide := backs
	if tag != "" {
		tag = p.fit(tagStyle, tag, most)
		if hidden == 0 {
			pad = min(14, pad+(most-p.width(tagStyle, tag))/2)
		}
		words = p.width(tagStyle, tag) + 2*pad
		wide += words
	}
	if backs > 0 && words > 0 {
		wide += apart
	}
	x := at.pod.Min.X + (at.pod.Dx()-wide)/2
	x = min(max(x, margin), Width-margin-wide)
	word := x + wide - words
	if over := wide > behind.Dx() && backs > 0; over && right { // the backs stay behind the pod, the word does not
		x, word = behind.Max.X-backs, behind.Max.X-wide
	} else if over {
		x, word = behind.Min.X, behind.Min.X+wide-words
	}
	p.backs(at, x, hidden, fan)
	if words == 0 {
		return
	}
	i := p.add(whole, part{kind: panel, box: tagAt(at, word, words), colour: pill, edge: pillEdge, thick: 2, radius: 20})
	p.words(i, inside(p.parts[i].box, pad, 0), tagStyle, pillWord, tag)
}

// tagAt returns where a word is in a band, clear of the pod.
func tagAt(at place, x, wide int) image.Rectangle {
	const high = 42
	if at.down {
		return box(x, at.band.Max.Y-high, wide, high)
	}
	return box(x, at.band.Min.Y, wide, high)
}

// backs lays out the backs of cards from x on, half behind the pod, each over the one before.
func (p *layout) backs(at place, x, hidden int, fan fan) {
	const far = 4
	for i := range hidden {
		full := image.Rect(x, at.band.Min.Y+far, x+fan.wide, at.band.Max.Y+2*far)
		seen := image.Rect(x, at.band.Min.Y+far, x+fan.wide, at.band.Max.Y)
		if at.down {
			full = image.Rect(x, at.band.Min.Y-2*far, x+fan.wide, at.band.Max.Y-far)
			seen = image.Rect(x, at.band.Min.Y, x+fan.wide, at.band.Max.Y-far)
		}
		if i < hidden-1 {
			seen.Max.X = min(seen.Max.X, x+fan.step)
		}
		p.add(whole, part{kind: faceDown, box: seen, full: full})
		x += fan.step
	}
}

// own reports whether a seat holds cards that only the scene's reader may see, in a picture for them alone.
func (p *layout) own(s engine.SeatView) bool {
	mine, ok := p.scene.OwnSeat()
	return p.scene.FaceUp && ok && mine.Seat == s.Seat && s.InHand && !s.Folded && !s.Mucked && len(s.Shown) == 0 && len(s.Cards) > 0
}

// faceUp lays out the reader's own cards: in full, or low beside a bet.
func (p *layout) faceUp(s engine.SeatView, at place) {
	if !p.betting() {
		s.Shown = s.Cards
		p.hand(s, at, 0)
		return
	}
	const most, apart, high = 60, 3, 42
	mine := p.view.Rules.Variant.Sorted(s.Cards)
	n := len(mine)
	wide := min(most, (podWide-apart*(n-1))/n)
	row := centred(at.pod, wide*n+apart*(n-1), high)
	y := at.band.Min.Y
	if at.down {
		y += bandHigh - high
	}
	for i, c := range mine {
		p.card(box(row.Min.X+i*(wide+apart), y, wide, high), c, bright)
	}
}

// hand lays out cards in full.
func (p *layout) hand(s engine.SeatView, at place, hidden int) {
	shown := p.view.Rules.Variant.Sorted(s.Shown)
	n := len(shown) + hidden
	const most = 70
	apart := 6
	if n > 2 {
		apart = 4
	}
	wide := min(most, (at.hand.Dx()-apart*(n-1))/n)
	row := centred(at.hand, wide*n+apart*(n-1), at.hand.Dy())
	for i := range n {
		spot := box(row.Min.X+i*(wide+apart), row.Min.Y, wide, row.Dy())
		if i >= len(shown) {
			p.add(whole, part{kind: faceDown, box: spot, full: spot})
			continue
		}
		p.card(spot, shown[i], p.lookOf(shown[i], p.best[s.Seat], false))
	}
}

// lookOf returns how a card looks where those of a set have won. Dull says whether to dull the others.
func (p *layout) lookOf(c card.Card, won cards, dull bool) look {
	switch {
	case won.has(c):
		return ringed
	case dull && won != 0:
		return dulled
	}
	return bright
}

// card lays out one card, or its back where it is not known.
func (p *layout) card(at image.Rectangle, c card.Card, l look) {
	if !c.Valid() {
		p.add(whole, part{kind: faceDown, box: at, full: at})
		return
	}
	p.add(whole, part{kind: faceUp, box: at, card: c, look: l})
}

// tag returns the word for where a seat is in the hand and at the table, and "" where there is nothing to say.
func (p *layout) tag(s engine.SeatView) string {
	t, short, v := p.lang.Board, p.lang.Picture, p.view
	runs := v.Phase != engine.Idle
	live := runs && s.InHand && !s.Folded
	drew := p.drew(s)
	switch {
	case !runs && s.Out: // the next hand counts more than the last
		return string(t.Out)
	case !runs && (s.Leaves || s.Kicked):
		return string(t.Leaves)
	case !runs && s.Away:
		return string(p.lang.Tournament.Away)
	case s.InHand && s.Folded && (runs || p.over()) && !v.Voided:
		return string(t.Folded)
	case s.Mucked:
		return string(t.Mucked)
	case s.Away && !drew:
		return string(p.lang.Tournament.Away)
	case drew && s.Drew == 0:
		return string(t.StoodPat)
	case drew:
		return t.Drew.Format("n", strconv.Itoa(s.Drew))
	case s.Out:
		return string(t.Out)
	case s.Leaves || s.Kicked:
		return string(t.Leaves)
	case live && s.Straddled: // the bet lies there
		return string(t.Straddled)
	case live || s.RebuyBy != 0: // a busted player waits for no blind
		return ""
	case s.Waits && s.Posts:
		return string(short.Posts)
	case s.Waits && v.Rules.Tournament:
		return string(short.NotYet)
	case s.Waits:
		return string(short.Waits)
	case runs && !s.InHand:
		return string(short.NextHand)
	}
	return ""
}

// equity returns a seat's chance to win, where it is known and the hand goes on.
func (p *layout) equity(seat int) (equity.Chance, bool) {
	if p.view.Phase == engine.Idle {
		return equity.Chance{}, false
	}
	for _, c := range p.scene.Equities {
		if c.Seat == seat {
			return c, true
		}
	}
	return equity.Chance{}, false
}
