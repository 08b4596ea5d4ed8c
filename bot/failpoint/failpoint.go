// Package failpoint names every effect of the bot on the store and on Discord.
//
// Exactly one place in the code carries out each [Effect], by [Hook.Do]. A test sets a [Hook] to end the program just
// before or just after an effect, where that costs most. Wherever it ends, the next start must lose nothing and repeat
// nothing. Without a hook the package does nothing.
package failpoint

// Effect is one kind of change outside the program: in the store, or in Discord.
type Effect string

// The effects. Each has one place in the code; a test holds that.
const (
	CommitTable     Effect = "commit the table"
	PayWallet       Effect = "pay into a wallet"
	ForgetPerson    Effect = "forget a person"
	KeepChoice      Effect = "keep what a person or a server has chosen"
	KeepGuild       Effect = "keep where the commands are registered"
	KeepSeals       Effect = "keep the seals of a table that is closed"
	SetCommands     Effect = "register the commands"
	SayAlive        Effect = "note that the program runs"
	KeepSession     Effect = "count a session with Discord"
	PostBoard       Effect = "post the board"
	PostPressBoard  Effect = "post the board by the token of a press"
	PostSeals       Effect = "post the seals of hands"
	PostHand        Effect = "post the message of a hand"
	PostMention     Effect = "mention somebody"
	TellFollowers   Effect = "tell followers"
	PostMirror      Effect = "post a mirror of the board"
	EditMirror      Effect = "edit a mirror of the board"
	PostUndone      Effect = "say that a hand was made void"
	PostResting     Effect = "say that a table cannot be read"
	KeepResting     Effect = "keep that this was said"
	CommitVoid      Effect = "make a hand void"
	AnswerAsk       Effect = "answer an interaction"
	EditBoard       Effect = "edit the board"
	EditByToken     Effect = "edit by an interaction's token"
	StripBoard      Effect = "take the buttons off an old board"
	DeleteMessage   Effect = "delete a message"
	EditPanel       Effect = "edit a private panel"
	PostPanel       Effect = "post a private panel"
	DeletePanel     Effect = "delete an old panel"
	UploadEmoji     Effect = "upload the picture of a card"
	DropEmoji       Effect = "delete an old picture of a card"
	MentionGift     Effect = "mention a person who was given chips"
	MakeThread      Effect = "make a thread for a table"
	ArchiveThread   Effect = "archive the thread of a tournament"
	RenameThread    Effect = "rename the thread of a tournament"
	PostFilm        Effect = "add the animation of a hand to its post"
	PostEvent       Effect = "post a message of a tournament"
	PostLobby       Effect = "post the lobby of a tournament"
	EditLobby       Effect = "edit the lobby of a tournament"
	CallPlayers     Effect = "call the players of a tournament"
	TellEnded       Effect = "tell a player that their buy-in request has ended"
	TellOut         Effect = "tell a player who is out of a tournament"
	PostApplication Effect = "post an application to register, or how it went"
	TellOrganiser   Effect = "tell an organiser that a tournament has no channel"
	PostMove        Effect = "tell the players where a tournament goes on"
	KeepMove        Effect = "keep where a tournament goes on"
	ListEvent       Effect = "add a tournament to the events of its server"
	EditListed      Effect = "edit a tournament among the events of its server"
	HandSession     Effect = "store a session for the next process"
)

// Effects lists every effect.
var Effects = [...]Effect{
	CommitTable, PayWallet, ForgetPerson, KeepChoice, KeepGuild, KeepSeals, SetCommands, SayAlive, KeepSession,
	PostBoard, PostPressBoard, PostSeals, PostHand, PostMention, TellFollowers, PostMirror, EditMirror, PostUndone, PostResting, KeepResting, CommitVoid,
	AnswerAsk, EditBoard, EditByToken, StripBoard, DeleteMessage, EditPanel, PostPanel, DeletePanel, UploadEmoji, DropEmoji,
	MentionGift, MakeThread, RenameThread, ArchiveThread, PostFilm, PostEvent, PostLobby, EditLobby, CallPlayers, TellEnded, TellOut, PostApplication, TellOrganiser, PostMove, KeepMove,
	ListEvent, EditListed, HandSession,
}

// Point is the moment just before an effect, or just after it, when the program does not know the result yet.
type Point struct {
	Effect Effect
	Done   bool // after it
}

// String returns the point as a test names it: "after commit the table".
func (p Point) String() string {
	if p.Done {
		return "after " + string(p.Effect)
	}
	return "before " + string(p.Effect)
}

// Hook is called at every point that the program reaches. Tests use it to end the program there. A nil Hook does nothing.
type Hook func(Point)

// Do carries out an effect between its two points and returns the error of run. A hook may leave it by runtime.Goexit.
func (h Hook) Do(e Effect, run func() error) error {
	h.reach(Point{Effect: e})
	err := run()
	h.reach(Point{Effect: e, Done: true})
	return err
}

// reach calls the hook, if there is one.
func (h Hook) reach(p Point) {
	if h != nil {
		h(p)
	}
}
