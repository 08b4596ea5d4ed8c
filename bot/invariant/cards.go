package invariant

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"cardroom/engine/card"
	"cardroom/render/locale"
)

var (
	oneCard   = regexp.MustCompile(`(10|[2-9JQKA])[♠♥♦♣]`)
	oneEmoji  = regexp.MustCompile(`<:(\w+)_of_(\w+)_[0-9a-f]{4}:\d+>`)
	rankNames = strings.Fields("two three four five six seven eight nine ten jack queen king ace")
	suitNames = strings.Fields("clubs diamonds hearts spades")
)

// cardsIn returns the cards in a text, in any form that [Signs] knows.
func cardsIn(text string) []card.Card {
	var list []card.Card
	for _, name := range oneCard.FindAllString(Signs(text), -1) {
		if c, err := card.Parse(name); err == nil {
			list = append(list, c)
		}
	}
	return list
}

// Signs returns a text with signs, such as A♠, in place of card emoji and of names of cards. Names stand in the alternative
// texts of pictures, in any language.
func Signs(text string) string {
	text = oneEmoji.ReplaceAllStringFunc(text, func(emoji string) string {
		name := oneEmoji.FindStringSubmatch(emoji)
		rank, suit := slices.Index(rankNames, name[1]), slices.Index(suitNames, name[2])
		if rank < 0 || suit < 0 {
			return emoji
		}
		return card.Of(rank, suit).String()
	})
	return namesToSigns().Replace(text)
}

// namesToSigns replaces the names of cards. A longer name comes before a name that is a part of it.
var namesToSigns = sync.OnceValue(func() *strings.Replacer {
	signs := signsByName()
	names := slices.Collect(maps.Keys(signs))
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	var pairs []string
	for _, name := range names {
		pairs = append(pairs, name, signs[name])
	}
	return strings.NewReplacer(pairs...)
})

// signsByName returns the signs of all cards by their names in all languages: ace of spades, Pik Ass.
func signsByName() map[string]string {
	signs := map[string]string{}
	for _, lang := range locale.Languages() {
		for _, c := range card.Ordered() {
			name := lang.Picture.Card.Format("rank", string(lang.Hands.Ranks[c.Rank()].One), "suit", string(lang.Picture.Suits[c.Suit()]))
			signs[name] = c.String()
		}
	}
	return signs
}
