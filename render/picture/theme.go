package picture

// rgb is a colour, 0xRRGGBB.
type rgb uint32

func (c rgb) split() (r, g, b int) { return int(c >> 16), int(c >> 8 & 0xff), int(c & 0xff) }

// colour names the use of a colour. The colours of a theme have the first places in its palette.
type colour uint8

const (
	ground   colour = iota // around the table; Discord's dark ground, nearly
	rail                   // the table's edge
	railEdge               // a line around it
	felt                   // in the middle; the cloth goes from feltHigh to feltLow
	feltHigh
	feltLow
	seam      // the line on the cloth
	lettering // words on the cloth that only tell the game
	say       // words on the cloth
	shade     // shadows, laid on thinly
	slot      // where a card will lie, laid on thinly
	pod       // a seat
	podEdge
	name  // words on a pod
	chips // amounts on a pod
	quiet // the pod of a player who is not in the hand
	quietEdge
	faint // words on it
	act   // the pod of the player to act
	actEdge
	actWord // words on it
	all     // the pod of an all-in player
	allEdge
	allWord
	won // the pod of a winner
	wonEdge
	wonWord
	pill // pots, bets and short words
	pillEdge
	pillWord
	token // a chip
	tokenMark
	button // the dealer's
	buttonWord
	face // a card
	faceEdge
	clubInk // in the order of the suits
	diamondInk
	heartInk
	spadeInk
	dull // a card that does not play
	dullClub
	dullDiamond
	dullHeart
	dullSpade
	back // of a card
	backMark
	ring   // around the cards that win
	bar    // a chance of winning
	barBed // the rest of it
	colourCount
)

// Theme is the colours of a table. The zero theme is Felt.
type Theme uint8

// The themes, in the order of the table option.
const (
	Felt     Theme = iota // green cloth
	Midnight              // blue cloth
	Contrast              // black, white and a few strong colours, for eyes that need them
	themes
)

// themeNames is the names of the themes in the table options.
var themeNames = [themes]string{"felt", "midnight", "contrast"}

// String returns the theme's name in the table options.
func (t Theme) String() string { return themeNames[min(t, themes-1)] }

// colours is everything that makes one theme different from another.
var colours = [themes][colourCount]rgb{
	Felt: {
		ground: 0x14181e, rail: 0x3a2921, railEdge: 0x5d4334, felt: 0x186a4d, feltHigh: 0x1e7857, feltLow: 0x125a43,
		seam: 0x2f8767, lettering: 0xb2e3cf, say: 0xffffff, shade: 0x000000, slot: 0x3d9474,
		pod: 0x1b222c, podEdge: 0x4a5768, name: 0xf2f5f8, chips: 0xffd25e,
		quiet: 0x181d24, quietEdge: 0x2c343f, faint: 0x97a1ae,
		act: 0xffc93c, actEdge: 0xfff0c2, actWord: 0x14181e,
		all: 0x2a1518, allEdge: 0xff8a7d, allWord: 0xff9d92,
		won: 0x0f2a1b, wonEdge: 0x57e38c, wonWord: 0x7df0a8,
		pill: 0x0c2f23, pillEdge: 0x2d7d5f, pillWord: 0xffffff,
		token: 0xd0342c, tokenMark: 0xffffff, button: 0xfbf7ea, buttonWord: 0x14181e,
		face: 0xfdfcf8, faceEdge: 0xc9ccc6, clubInk: 0x008563, diamondInk: 0x0f3bc4, heartInk: 0xdc2410, spadeInk: 0x16191d,
		dull: 0x87958c, dullClub: 0x044a37, dullDiamond: 0x14296f, dullHeart: 0x74150b, dullSpade: 0x16191d,
		back: 0x2b50b4, backMark: 0xb4c7f9, ring: 0xffc93c, bar: 0xf2f5f8, barBed: 0x4a5768,
	},
	Midnight: {
		ground: 0x14161f, rail: 0x23263a, railEdge: 0x474d73, felt: 0x25336b, feltHigh: 0x2b3b7c, feltLow: 0x1d2858,
		seam: 0x4356a0, lettering: 0xb4c1f2, say: 0xffffff, shade: 0x000000, slot: 0x5a6cb8,
		pod: 0x1a1d2b, podEdge: 0x515a7f, name: 0xf2f4fb, chips: 0xffd98a,
		quiet: 0x171923, quietEdge: 0x2d3147, faint: 0x9aa0b8,
		act: 0x8ee3ff, actEdge: 0xe2f8ff, actWord: 0x10131c,
		all: 0x2c1420, allEdge: 0xff6b8b, allWord: 0xffa0b4,
		won: 0x10291f, wonEdge: 0x5ee6a0, wonWord: 0x86f2ba,
		pill: 0x131a3a, pillEdge: 0x4a5ba6, pillWord: 0xffffff,
		token: 0xc9406d, tokenMark: 0xffffff, button: 0xf4f2fb, buttonWord: 0x14161f,
		face: 0xfcfcfd, faceEdge: 0xc6c9d4, clubInk: 0x008563, diamondInk: 0x0f3bc4, heartInk: 0xdc2410, spadeInk: 0x16191d,
		dull: 0x8b90a6, dullClub: 0x064f3e, dullDiamond: 0x14296f, dullHeart: 0x74150b, dullSpade: 0x16191d,
		back: 0x6a3fb5, backMark: 0xc9b0f5, ring: 0xffd25e, bar: 0xf2f4fb, barBed: 0x515a7f,
	},
	Contrast: {
		ground: 0x000000, rail: 0x000000, railEdge: 0xffffff, felt: 0x0b0b0b, feltHigh: 0x0b0b0b, feltLow: 0x0b0b0b,
		seam: 0x3c3c3c, lettering: 0xe0e0e0, say: 0xffffff, shade: 0x000000, slot: 0x6e6e6e,
		pod: 0x000000, podEdge: 0xffffff, name: 0xffffff, chips: 0xffe95c,
		quiet: 0x000000, quietEdge: 0x7a7a7a, faint: 0xc4c4c4,
		act: 0xffe600, actEdge: 0xffffff, actWord: 0x000000,
		all: 0x3d0000, allEdge: 0xff7a6b, allWord: 0xffc2ba,
		won: 0x003314, wonEdge: 0x4dff94, wonWord: 0xa6ffca,
		pill: 0x000000, pillEdge: 0xffffff, pillWord: 0xffffff,
		token: 0xd0342c, tokenMark: 0xffffff, button: 0xffffff, buttonWord: 0x000000,
		face: 0xffffff, faceEdge: 0xffffff, clubInk: 0x008563, diamondInk: 0x0f3bc4, heartInk: 0xdc2410, spadeInk: 0x000000,
		dull: 0x8c8c8c, dullClub: 0x00402c, dullDiamond: 0x001f7a, dullHeart: 0x660c00, dullSpade: 0x000000,
		back: 0x1d1d1d, backMark: 0xffffff, ring: 0xffe600, bar: 0xffffff, barBed: 0x5a5a5a,
	},
}

// adjacent is which colours meet in a picture. Edges and letters need so many colours between them.
var adjacent = []struct {
	over, under colour
	steps       int
}{
	{name, pod, 4}, {chips, pod, 4}, {faint, quiet, 3}, {actWord, act, 4}, {allWord, all, 3}, {wonWord, won, 3}, {name, won, 3},
	{pillWord, pill, 5}, {say, feltHigh, 2}, {say, felt, 5}, {say, feltLow, 2}, {lettering, felt, 3}, {lettering, feltLow, 2},
	{clubInk, face, 5}, {diamondInk, face, 5}, {heartInk, face, 5}, {spadeInk, face, 5},
	{dullClub, dull, 2}, {dullDiamond, dull, 2}, {dullHeart, dull, 2}, {dullSpade, dull, 2},
	{dull, felt, 2}, {ring, felt, 2}, {ring, face, 2}, {backMark, back, 2}, {face, back, 2},
	{podEdge, felt, 2}, {podEdge, ground, 2}, {podEdge, pod, 2},
	{act, felt, 2}, {act, ground, 2}, {actEdge, felt, 2}, {allEdge, ground, 2}, {allEdge, felt, 2}, {allEdge, all, 2},
	{wonEdge, ground, 2}, {wonEdge, felt, 2}, {wonEdge, won, 2}, {pillEdge, felt, 2}, {token, pill, 2}, {tokenMark, token, 3},
	{buttonWord, button, 3}, {button, pod, 2}, {rail, ground, 2}, {railEdge, rail, 1}, {seam, felt, 2},
	{shade, feltHigh, 2}, {shade, felt, 2}, {shade, feltLow, 2}, {shade, rail, 1},
}
