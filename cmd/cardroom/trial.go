package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot"
	"cardroom/bot/gateway"
	"cardroom/bot/rest"
)

// trialMessages is the most messages that a trial posts. A trial without faults posts under fifty.
const trialMessages = 200

// trialMark begins every text that a trial posts, so that it finds a message again whose id it does not know.
const trialMark = "Cardroom trial"

// shortestID is the fewest digits of an id of Discord.
const shortestID = 17

// defineTrial defines cardroom trial: it measures the live Discord as far as a program can, in one channel.
func defineTrial(flags *flag.FlagSet) runner {
	channel := flags.String("channel", "", "the id of the channel to post in")
	press := flags.Duration("press", time.Minute, "how long to wait for a press; 0: leave it out")
	return func(ctx context.Context, term terminal, args []string) int {
		switch {
		case len(args) > 0:
			return term.refuseArgument(flags, args[0])
		case *channel == "":
			return term.wrongUse(flags, "--channel is missing: give the id of the channel to post in")
		case *press < 0:
			return term.wrongUse(flags, fmt.Sprintf("--press %v is below zero: give a time such as 60s, or 0s for no press", *press))
		}
		if _, err := strconv.ParseUint(*channel, 10, 64); err != nil || len(*channel) < shortestID {
			return term.exitUsageError(fmt.Errorf("--channel %q is not the id of a channel, a number of 17 to 20 digits", *channel))
		}
		env, err := environment(ctx, os.Environ())
		if err != nil {
			return term.exitUsageError(err)
		}
		c, err := readConfig(env)
		if err != nil {
			return term.exitUsageError(err)
		}
		t, err := newTrial(c, *channel, *press, bot.Transport(), term.out)
		if err != nil {
			return term.exitUsageError(err)
		}
		return t.run(ctx, term, os.Stdin)
	}
}

// trial measures Discord in one channel.
type trial struct {
	config  config
	channel string
	press   time.Duration // how long to wait for a press
	rest    *rest.Client
	web     *limitWatch
	dial    func(ctx context.Context, network, addr string) (net.Conn, error) // nil: the network
	out     io.Writer
	posted  []string // ids of messages that are to be deleted
	count   int
}

// newTrial returns a trial that reaches Discord by a transport.
func newTrial(c config, channel string, press time.Duration, discord http.RoundTripper, out io.Writer) (*trial, error) {
	t := &trial{config: c, channel: channel, press: press, web: &limitWatch{next: discord}, out: out}
	var err error
	t.rest, err = rest.New(rest.Config{Token: c.token, API: c.api, Rate: c.rate, HTTP: &http.Client{Transport: t.web}})
	return t, err
}

// run asks, measures and tidies up.
func (t *trial) run(ctx context.Context, term terminal, in io.Reader) int {
	if err := t.look(ctx); err != nil {
		if ctx.Err() != nil {
			fmt.Fprintln(t.out, "Nothing was posted.")
		}
		return exitAfterPlay(ctx, err, term)
	}
	fmt.Fprintf(t.out, "The trial posts at most %d messages in channel %s and deletes them. It begins one of the day's sessions.\n"+
		"Stop the bot first: both would get each press. Begin? [y/N] ", trialMessages, t.channel)
	if !agrees(ctx, in) {
		fmt.Fprintln(t.out, "\nNothing was posted.")
		return exitStopped
	}
	var refused error // by Discord, for good
	failed := 0
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"Messages", t.messages}, {"Nonce", t.nonce}, {"A channel's limit", t.burst}, {"Board with a picture", t.board},
		{"Gateway", t.gateway},
	} {
		if ctx.Err() != nil || refused != nil {
			break
		}
		fmt.Fprintf(t.out, "\n%s\n", step.name)
		if err := step.do(ctx); err != nil {
			failed++
			refused = gateway.AsFatal(err)
			t.say("FAILED: %s", printable(err.Error()))
		}
	}
	left, unread, refusal := t.tidy()
	known := ""
	if unread != nil {
		known = "known to be "
	}
	limited, global := t.web.refusals()
	fmt.Fprintf(t.out, "\n%d messages posted, %d %sleft; %d answers of 429, %d of them global.\n", t.count, left, known, limited, global)
	if refused = cmp.Or(refused, refusal); refused != nil {
		return exitAfterPlay(context.WithoutCancel(ctx), refused, term)
	}
	if failed+left > 0 || unread != nil || ctx.Err() != nil {
		return exitFailed
	}
	return exitStopped
}

// agrees waits for an answer, and reports whether it is yes. To be stopped is a no.
func agrees(ctx context.Context, in io.Reader) bool {
	answer := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(in).ReadString('\n')
		answer <- line
	}()
	select {
	case line := <-answer:
		return slices.Contains([]string{"y", "yes"}, strings.ToLower(strings.TrimSpace(line)))
	case <-ctx.Done():
		return false
	}
}

// say prints a line of a step.
func (t *trial) say(format string, args ...any) { fmt.Fprintf(t.out, "  "+format+"\n", args...) }

// look prints the facts that can be read without posting.
func (t *trial) look(ctx context.Context) error {
	info, err := t.rest.Gateway(ctx)
	if refused := gateway.AsFatal(err); refused != nil {
		return refused
	}
	switch answer, answered := errors.AsType[*rest.Error](err); {
	case answered && answer.Status != 0:
		return fmt.Errorf("no answer of use from Discord: %w; try again later, and check DISCORD_API_URL if it is set", err)
	case err != nil:
		return fmt.Errorf("cannot reach Discord: %w; check the network of this machine, and DISCORD_API_URL if it is set", err)
	}
	limit := info.SessionStartLimit
	fmt.Fprintf(t.out, "Shards that Discord recommends: %d; sessions left today: %d of %d; max_concurrency: %d.\n",
		info.Shards, limit.Remaining, limit.Total, limit.MaxConcurrency)
	now := time.Now()
	if ahead, known := t.rest.Age(now); known && ahead.Abs() > 2*time.Second {
		fmt.Fprintf(t.out, "Discord's clock differs from this machine's by %v: set this one right.\n", ahead.Round(time.Second))
	}
	if _, err := t.rest.Channel(ctx, t.channel); err != nil {
		return fmt.Errorf("cannot read channel %s: %w; invite the bot, and allow it View Channel (--channel)", t.channel, err)
	}
	return nil
}

// spend counts a message that the trial is about to post. It returns an error if the trial has posted the most.
func (t *trial) spend() error {
	if t.count >= trialMessages {
		return fmt.Errorf("%d messages were posted, which is the most", trialMessages)
	}
	t.count++
	return nil
}

// create posts a message and remembers it.
func (t *trial) create(ctx context.Context, m *discordgo.MessageSend, nonce string, pictures ...rest.Picture) (string, error) {
	if err := t.spend(); err != nil {
		return "", err
	}
	id, err := t.rest.Create(ctx, t.channel, rest.Draft{Message: m, Nonce: nonce, Pictures: pictures})
	if err == nil && !slices.Contains(t.posted, id) {
		t.posted = append(t.posted, id)
	}
	return id, err
}

// text returns a message of the trial.
func text(about string) *discordgo.MessageSend {
	return &discordgo.MessageSend{Content: trialMark + ": " + about}
}

// messages measures how long it takes to post, edit and delete a message.
func (t *trial) messages(ctx context.Context) error {
	var posts, edits, deletes durations
	for n := range 8 {
		began := time.Now()
		id, err := t.create(ctx, text(fmt.Sprint("message ", n+1)), "")
		if err != nil {
			return fmt.Errorf("cannot post: %w", err)
		}
		posts.since(&began)
		content := trialMark + ": edited"
		if err := t.rest.Edit(ctx, t.channel, id, &discordgo.WebhookEdit{Content: &content}); err != nil {
			return fmt.Errorf("cannot edit: %w", err)
		}
		edits.since(&began)
		if err := t.delete(ctx, id); err != nil {
			return fmt.Errorf("cannot delete: %w", err)
		}
		deletes.since(&began)
	}
	t.say("post %v, edit %v, delete %v (median, longest; waits for limits included)", posts, edits, deletes)
	return nil
}

// nonce checks that a message with a repeated nonce is not posted twice. A bot that lost an answer relies on it.
func (t *trial) nonce(ctx context.Context) error {
	nonce := fmt.Sprint("trial", time.Now().UnixMilli())
	first, err := t.create(ctx, text("nonce"), nonce)
	if err != nil {
		return err
	}
	second, err := t.create(ctx, text("nonce"), nonce)
	if err != nil {
		return err
	}
	if first != second {
		return errors.New("a repeated nonce posted a second message: a board may stand twice after a lost answer")
	}
	t.say("a repeated nonce gives the first message")
	return nil
}

// burst posts as fast as Discord allows, which shows the limit of a channel.
func (t *trial) burst(ctx context.Context) error {
	const messages = 12
	before, _ := t.web.refusals()
	began := time.Now()
	for n := range messages {
		if _, err := t.create(ctx, text(fmt.Sprint("burst ", n+1)), ""); err != nil {
			return err
		}
	}
	refused, _ := t.web.refusals()
	t.say("%d messages in %v; %s; %d of 429", messages, time.Since(began).Round(10*time.Millisecond), t.web.said("POST"), refused-before)
	content := trialMark + ": edited again"
	before, began = refused, time.Now()
	for range messages {
		if err := t.rest.Edit(ctx, t.channel, t.posted[len(t.posted)-1], &discordgo.WebhookEdit{Content: &content}); err != nil {
			return err
		}
	}
	refused, _ = t.web.refusals()
	t.say("%d edits of one in %v; %s; %d of 429", messages, time.Since(began).Round(10*time.Millisecond), t.web.said("PATCH"), refused-before)
	return nil
}

// board posts a message of components with a picture, and replaces the picture.
func (t *trial) board(ctx context.Context) error {
	gallery := func(name string) []discordgo.MessageComponent {
		return []discordgo.MessageComponent{
			discordgo.TextDisplay{Content: "### " + trialMark + ": board"},
			discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{{Media: discordgo.UnfurledMediaItem{URL: "attachment://" + name}}}},
		}
	}
	began := time.Now()
	var posts, edits durations
	m := &discordgo.MessageSend{Flags: discordgo.MessageFlagsIsComponentsV2, Components: gallery("first.png")}
	id, err := t.create(ctx, m, "", rest.Picture{Name: "first.png", Alt: "a grey field", PNG: field(0)})
	if err != nil {
		return err
	}
	posts.since(&began)
	for n := range 4 {
		name := fmt.Sprintf("edit-%d.png", n+1)
		components := gallery(name)
		began = time.Now()
		err := t.rest.Edit(ctx, t.channel, id, &discordgo.WebhookEdit{Components: &components, Flags: m.Flags}, rest.Picture{Name: name, PNG: field(n + 1)})
		if err != nil {
			return err
		}
		edits.since(&began)
	}
	board, err := t.rest.Message(ctx, t.channel, id)
	if err != nil {
		return err
	}
	t.say("post %v, edit with another picture %v (median, longest; waits for limits included)", posts, edits)
	if len(board.Components) != 2 || board.Shown() == "" {
		return fmt.Errorf("after an edit the board has %d components, not 2 with a picture", len(board.Components))
	}
	return nil
}

// field returns a picture of a size like a board's, which does not pack well.
func field(n int) []byte {
	img := image.NewGray(image.Rect(0, 0, 240, 160))
	for i := range img.Pix {
		img.Pix[i] = byte(i*i>>3 + i*7 + n*40)
	}
	img.SetGray(0, 0, color.Gray{Y: byte(n)})
	var b bytes.Buffer
	_ = png.Encode(&b, img) // into memory
	return b.Bytes()
}

// gateway begins a session, breaks its connection, and sees it resumed. Then it asks for a press.
func (t *trial) gateway(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	ready, resumed, presses := make(chan string, 1), make(chan struct{}, 1), make(chan *gateway.Interaction, 1)
	line := &cuttable{dial: t.dial}
	done := make(chan error, 1)
	defer func() { stop(); <-done }()
	began := time.Now()
	go func() {
		done <- gateway.Run(ctx, gateway.Config{
			Token: t.config.token, API: t.config.api, HTTP: &http.Client{Transport: t.web}, Dial: line.open, ShardCount: 1,
			Intents: discordgo.IntentGuilds, Log: slog.New(slog.DiscardHandler),
			Ready: func(_ int, r *discordgo.Ready) { offer(ready, r.Application.ID) },
			Handle: func(event any) {
				switch e := event.(type) {
				case *discordgo.Resumed:
					offer(resumed, struct{}{})
				case *gateway.Interaction:
					if e.Data != nil && e.Data.CustomID == trialButton {
						offer(presses, e)
					}
				}
			},
		})
		close(done)
	}()
	app, err := await(ctx, ready, done, 30*time.Second, "READY")
	if err != nil {
		return err
	}
	t.say("ready after %v; %d bytes came, compressed", time.Since(began).Round(time.Millisecond), line.read())
	began = time.Now()
	line.cut()
	if _, err := await(ctx, resumed, done, 30*time.Second, "RESUMED"); err != nil {
		return err
	}
	t.say("resumed %v after a cut", time.Since(began).Round(time.Millisecond))
	if t.press == 0 {
		return nil
	}
	return t.followUps(ctx, app, presses)
}

// trialButton is the custom id of the trial's button.
const trialButton = "cardroom-trial"

// followUps waits for a press and posts private follow-ups to it. It shows whether they count against the bot's own limits.
func (t *trial) followUps(ctx context.Context, app string, presses <-chan *gateway.Interaction) error {
	m := text("press the button")
	m.Components = []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
		discordgo.Button{Label: "Press", CustomID: trialButton, Style: discordgo.PrimaryButton},
	}}}
	if _, err := t.create(ctx, m, ""); err != nil {
		return err
	}
	t.say("press the button in the channel, within %v", t.press)
	var in *gateway.Interaction
	select {
	case in = <-presses:
	case <-time.After(t.press):
		t.say("no press came: follow-ups are not measured")
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
	ref := rest.Ref{ID: in.ID, Token: in.Token, Application: app}
	began := time.Now()
	if _, err := t.rest.Answer(ctx, ref, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate}); err != nil {
		return fmt.Errorf("cannot answer the press: %w", err)
	}
	t.say("a press is answered in %v", time.Since(began).Round(time.Millisecond))
	const most = 20
	var posts, deletes durations
	for n := range most {
		began = time.Now()
		id, err := t.followUp(ctx, ref, fmt.Sprint("follow-up ", n+1))
		if err != nil {
			t.say("%d follow-ups, then: %s", n, printable(err.Error()))
			break
		}
		posts.since(&began)
		if err := t.rest.DeleteReply(ctx, ref, id); err != nil {
			return fmt.Errorf("a private follow-up cannot be deleted: %w", err)
		}
		deletes.since(&began)
	}
	t.say("private follow-ups: post %v, delete %v (median, longest; waits for limits included); %s", posts, deletes, t.web.said("POST"))
	return nil
}

// followUp posts a private follow-up, and returns its id.
func (t *trial) followUp(ctx context.Context, ref rest.Ref, about string) (string, error) {
	if err := t.spend(); err != nil {
		return "", err
	}
	return t.rest.FollowUp(ctx, ref, &discordgo.WebhookParams{Content: trialMark + ": " + about, Flags: discordgo.MessageFlagsEphemeral})
}

// delete deletes a message of the trial.
func (t *trial) delete(ctx context.Context, id string) error {
	err := t.rest.Delete(ctx, t.channel, id)
	if err == nil || errors.Is(err, rest.ErrGone) {
		t.posted = slices.DeleteFunc(t.posted, func(p string) bool { return p == id })
		return nil
	}
	return err
}

// tidyTime bounds the tidying up: Discord allows some five deletions a second.
const tidyTime = 3 * time.Minute

// tidy deletes the posts of the trial, also where it was interrupted, and returns how many messages are left. It looks in
// the channel for messages whose ids it does not know, and returns an error if it could not. The refusal is one for good.
func (t *trial) tidy() (left int, unread, refusal error) {
	ctx, stop := context.WithTimeout(context.Background(), tidyTime)
	defer stop()
	recent, err := t.rest.Messages(ctx, t.channel, "")
	if err != nil {
		fmt.Fprintf(t.out, "Cannot read the channel: %s. Delete by hand each message that begins with %q.\n", printable(err.Error()), trialMark)
	}
	refusal = gateway.AsFatal(err)
	for _, m := range recent {
		text := strings.TrimPrefix(m.Text(), "### ")
		if m.Author.Bot && strings.HasPrefix(text, trialMark) && !slices.Contains(t.posted, m.ID) {
			t.posted = append(t.posted, m.ID)
		}
	}
	for _, id := range slices.Clone(t.posted) {
		if err := t.delete(ctx, id); err != nil {
			fmt.Fprintf(t.out, "Delete message %s by hand: %s\n", id, printable(err.Error()))
			left, refusal = left+1, cmp.Or(refusal, gateway.AsFatal(err))
		}
	}
	return left, err, refusal
}

// await waits for a value. It returns an error if the gateway's client ends, or the time does.
func await[T any](ctx context.Context, values <-chan T, done <-chan error, limit time.Duration, name string) (v T, err error) {
	select {
	case v = <-values:
		return v, nil
	case err = <-done:
		return v, fmt.Errorf("%s did not come: %w", name, cmp.Or(ctx.Err(), err))
	case <-time.After(limit):
		return v, fmt.Errorf("%s did not come within %v", name, limit)
	case <-ctx.Done():
		return v, ctx.Err()
	}
}

// offer sends a value, and drops it where no reader has room for it.
func offer[T any](values chan<- T, v T) {
	select {
	case values <- v:
	default:
	}
}
