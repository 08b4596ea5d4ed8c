package picture

import "cardroom/render"

// words is the language that a picture's words are in: the scene's, if there are letters for it, which the language's own
// name shows; else English. The text in the picture's place is always in the scene's.
func words(c *cases, l *render.Lang) *render.Lang {
	for _, r := range l.Name {
		if !c.has(r) {
			return render.For(render.English)
		}
	}
	return l
}
