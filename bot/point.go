package bot

// Effect is something the program does to the world outside: to the store, or to Discord.
type Effect string

// The effects. Each has one place in the code, between two points.
const (
	CommitTable   Effect = "commit the table"
	PayWallet     Effect = "pay into a wallet"
	KeepTaste     Effect = "keep what a person has chosen"
	KeepGuild     Effect = "keep where the commands are registered"
	KeepIdentify  Effect = "count a session"
	KeepSeals     Effect = "keep the seals of a table that is closed"
	SetCommands   Effect = "register the commands"
	SayAlive      Effect = "note that the program runs"
	PostBoard     Effect = "post the board"
	PostSeals     Effect = "post the seals of hands"
	PostMention   Effect = "mention somebody"
	PostUndone    Effect = "say that a hand was made void"
	PostResting   Effect = "say that a table cannot be read"
	KeepResting   Effect = "keep that this was said"
	CommitVoid    Effect = "make a hand void"
	AnswerAsk     Effect = "answer an interaction"
	EditBoard     Effect = "edit the board"
	EditByToken   Effect = "edit by an interaction's token"
	StripBoard    Effect = "take the buttons off an old board"
	DeleteMessage Effect = "delete a message"
	EditPanel     Effect = "edit a private panel"
	DeletePanel   Effect = "delete an old panel"
)

// Effects is all of them.
var Effects = [...]Effect{
	CommitTable, PayWallet, KeepTaste, KeepGuild, KeepIdentify, KeepSeals, SetCommands, SayAlive, PostBoard, PostSeals, PostMention, PostUndone, PostResting,
	KeepResting, CommitVoid, AnswerAsk,
	EditBoard, EditByToken, StripBoard, DeleteMessage, EditPanel, DeletePanel,
}

// Point is where the program may end with the most to lose: just before an effect, or just after it, when the program
// does not know yet what came of it. Wherever it ends, the next life goes on with nothing lost and nothing done twice.
type Point struct {
	Effect Effect
	Done   bool // after it
}

// String is the point as a test names it: "after commit the table".
func (p Point) String() string {
	if p.Done {
		return "after " + string(p.Effect)
	}
	return "before " + string(p.Effect)
}

// before and after pass a point: a test may end the program there.
func (b *Bot) before(e Effect) { b.pass(Point{Effect: e}) }
func (b *Bot) after(e Effect)  { b.pass(Point{Effect: e, Done: true}) }

func (b *Bot) pass(p Point) {
	if b.config.At != nil {
		b.config.At(p)
	}
}
