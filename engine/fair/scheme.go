package fair

// Scheme names the rules by which a hand is sealed and dealt. It is part of every hash, so that no value of one scheme
// fits another.
type Scheme string

// The schemes. A batch keeps the one it was sealed with.
const (
	Fair1 Scheme = "fair/1"
	Fair2 Scheme = "fair/2"
)

// tags are the tags of one scheme.
type tags struct {
	ctx, deckseed, deck, salt, leaf, root, commit string
	item, entropy, public, choose, cut            string
	batch, start, players, cuts, transcript       string
}

var tags1, tags2 = tagsOf(Fair1), tagsOf(Fair2)

// tagsOf returns the tags of a scheme.
func tagsOf(s Scheme) *tags {
	t := func(name string) string { return string(s) + "/" + name }
	return &tags{
		ctx: t("ctx"), deckseed: t("deckseed"), deck: t("deck"), salt: t("salt"), leaf: t("leaf"), root: t("root"), commit: t("commit"),
		item: t("item"), entropy: t("entropy"), public: t("public"), choose: t("choose"), cut: t("cut"),
		batch: t("batch"), start: t("start"), players: t("players"), cuts: t("cuts"), transcript: t("transcript"),
	}
}

// tags returns the tags of the scheme. The records of programs that knew one scheme name none: they are of Fair1.
func (s Scheme) tags() *tags {
	if s == Fair2 {
		return tags2
	}
	return tags1
}
