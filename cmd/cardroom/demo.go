package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/beacon/beacontest"
	"cardroom/bot/discordtest"
	"cardroom/bot/discordtest/page"
	"cardroom/cmd/cardroom/sealkey"
	"cardroom/engine"
	"cardroom/engine/ai"
	"cardroom/engine/fair"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// demoDir is the folder of the demo's table and of the fake Discord's channels, so that both outlast the program.
const demoDir = "data/demo"

const demoAddr = "127.0.0.1:8080"

// defineDemo defines cardroom demo.
func defineDemo(flags *flag.FlagSet) runner {
	addr := flags.String("addr", demoAddr, "where the page is served")
	quick := flags.Bool("quick", false, "house players answer at once, and no hand waits for a beacon")
	return func(ctx context.Context, term terminal, args []string) int {
		if len(args) > 0 {
			return term.refuseArgument(flags, args[0])
		}
		return demo(ctx, term, *addr, *quick)
	}
}

// demo runs the unchanged bot on a Discord in memory, with a page in the browser.
func demo(ctx context.Context, term terminal, addr string, quick bool) int {
	if _, err := net.ResolveTCPAddr("tcp", addr); err != nil {
		return term.exitUsageError(fmt.Errorf("--addr is %q: set it to an address of this computer with a port, such as %s", addr, demoAddr))
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return term.exitUsageError(fmt.Errorf("--addr %s cannot be used: %v; another one may be free, for example --addr 127.0.0.1:8081",
			addr, err))
	}
	defer listener.Close()
	if peer, ok := listener.Addr().(*net.TCPAddr); !ok || !peer.IP.IsLoopback() {
		return term.exitUsageError(fmt.Errorf("--addr %s can be reached from other machines, and its visitors would see all cards: use --addr %s",
			addr, demoAddr))
	}
	own := storeopen.Named{Name: "the demo's store", URL: "file:" + filepath.Join(demoDir, "cardroom.db")}
	key, err := sealkey.For(ctx, own, "")
	if err != nil {
		return term.exitUsageError(beginAnew(err))
	}
	st, err := own.Open(ctx, store.Options{})
	switch {
	case errors.Is(err, store.ErrLocked):
		return term.exitUsageError(fmt.Errorf("another demo runs in this folder and uses %s: open its page, or stop it first", demoDir))
	case err != nil:
		return term.exitUsageError(beginAnew(err))
	}
	defer st.Close()
	srv, err := discordtest.Open(discordtest.Options{State: filepath.Join(demoDir, "discord.json"), Name: "Cardroom"})
	if err != nil {
		return term.exitUsageError(beginAnew(err))
	}
	url := "http://" + listener.Addr().String()
	srv.SetURL(url)
	room := newRoom(srv)
	web := &http.Server{Handler: withVerifier(page.New(srv, room.page())), ReadHeaderTimeout: 10 * time.Second}
	go web.Serve(listener)
	defer web.Close()
	defer srv.Close()

	log := slog.New(slog.NewTextHandler(term.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	go room.prepare(ctx)
	fmt.Fprintf(term.out, "Cardroom is open at %s — sit down and play. Ctrl+C stops it; the hand waits in %s.\n",
		url, demoDir)
	network := beacontest.New(1) // in this process: the demo needs no network
	p := player{
		config: config{token: srv.Token(), api: url, key: key, beacon: network.Chain()}, beacon: network,
		store: st, health: new(health), log: log,
	}
	if quick {
		p.config.beacon, p.config.aiDelay = nil, func(engine.View, uint64) time.Duration { return 0 }
	}
	return p.play(ctx, term)
}

// unwritable lists the errors of a place where nothing can be written, or no folder be made.
var unwritable = []error{fs.ErrPermission, fs.ErrExist, syscall.ENOTDIR, syscall.EROFS, syscall.ENOSPC}

// beginAnew puts before an error of the demo's files the remedy that helps: the demo has no backups, and reads no variables.
func beginAnew(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	if key, ok := errors.AsType[*sealkey.FileError](err); ok {
		err = errors.New(key.Fault)
	}
	remedy := "delete " + demoDir + " to begin anew"
	if slices.ContainsFunc(unwritable, func(refusal error) bool { return errors.Is(err, refusal) }) {
		remedy = "start it in a folder that you can write to"
	}
	return fmt.Errorf("the demo cannot open its files; %s. The cause: %w", remedy, err)
}

// withVerifier serves the page that checks a shuffle at /verify, besides everything else. The page needs no guard, because
// it holds no data.
func withVerifier(next http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /verify", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-cache")
		_, _ = io.WriteString(w, fair.Page()) // the reader has left
	})
	mux.Handle("/", next)
	return mux
}

// room holds the demo's channel and the people that a visitor can act as.
type room struct {
	srv     *discordtest.Server
	channel *discordtest.Channel
	host    *discordtest.Person
	people  []page.Person
}

func newRoom(srv *discordtest.Server) room {
	guild := srv.Guild("Card Club")
	r := room{srv: srv, channel: guild.Channel("poker")}
	r.channel.Thread("side table") // visitors open a table there, or in the lobby, or mirror a board
	guild.Channel("lobby")
	guild.Channel(sitAndGoChannel)
	for _, name := range []string{"Alice", "Bruno", "Chika"} {
		r.people = append(r.people, page.Person{Person: guild.Person(name)})
	}
	r.people = append(r.people, page.Person{Person: guild.Person("Sam"), Watches: true})
	r.host = r.people[0].Person
	r.host.Grant(discordgo.PermissionManageChannels | discordgo.PermissionManageGuild) // so that visitors can also try /server
	r.people[0].Manages = true
	return r
}

func (r room) page() page.Channel {
	return page.Channel{Channel: r.channel, People: r.people, Verifier: "/verify"}
}

// prepare opens a table as soon as the bot's commands can be typed, and seats house players at a new table. No hand starts
// before a person sits down.
func (r room) prepare(ctx context.Context) {
	for ctx.Err() == nil && errors.Is(r.do("/help").Err, discordtest.ErrNotThere) {
		time.Sleep(50 * time.Millisecond) // the commands are not registered yet
	}
	old := r.boardStands()
	r.do("/table open") // an old table stays unchanged
	for ctx.Err() == nil && !r.boardStands() {
		time.Sleep(50 * time.Millisecond)
	}
	if !old {
		r.seatBots(ctx)
	}
	r.greet(ctx)
	r.openSitAndGo(ctx)
}

// The demo's Sit & Go lasts about five minutes: 300 chips each, 30 big blinds, levels of a minute, and a pause of two seconds.
const (
	sitAndGoChannel = "sit-and-go"
	sitAndGoName    = "Sit & Go of four"
	sitAndGoLevels  = "300/30/1m/5m/2s"
)

// openSitAndGo opens a tournament against three house players in a channel of its own, unless one is open. It starts once a
// visitor registers, and the next one opens then. In the bot's first second and on a busy machine it may have to try again. It
// pauses between tries, because the bot takes ten commands of a person in ten seconds, and the host is also the visitor.
func (r room) openSitAndGo(ctx context.Context) {
	lobby := r.channel.Guild().Channel(sitAndGoChannel)
	for tried := false; ctx.Err() == nil; tried = true {
		list := r.dismissed(lobby, r.host.Command(lobby, "/tournament list"))
		open := strings.Contains(list.Text(), sitAndGoName)
		if open && !tried { // of an earlier run
			return
		}
		if open || list.Err == nil && r.makeSitAndGo(lobby) {
			r.dismissed(lobby, r.host.Command(lobby, "/tournament settings", "again", "on"))
			return
		}
		time.Sleep(time.Second)
	}
}

// makeSitAndGo creates the tournament, and reports whether the bot says so.
func (r room) makeSitAndGo(lobby *discordtest.Channel) bool {
	asked := r.host.Command(lobby, "/tournament create", "bots", "3")
	if asked.Modal == nil {
		return false
	}
	made := r.dismissed(lobby, r.host.Submit(asked, sitAndGoName, "", "", sitAndGoLevels, "4"))
	return strings.Contains(made.Text(), sitAndGoName)
}

// greet redraws the board in the first visitor's language before any press. The bot learns a guild's language only from
// interactions.
func (r room) greet(ctx context.Context) {
	if r.channel.Guild().Locale() != "" {
		return // of an earlier run, and the board has it
	}
	for ctx.Err() == nil && r.channel.Guild().Locale() == "" {
		time.Sleep(50 * time.Millisecond)
	}
	if r.channel.Guild().Locale() != string(discordgo.EnglishUS) { // until a visitor comes
		r.do("/table status")
	}
}

// board returns the newest message of the channel with buttons.
func (r room) board() (discordtest.Message, bool) {
	for _, m := range slices.Backward(r.channel.Messages()) {
		if len(m.Buttons()) > 0 {
			return m, true
		}
	}
	return discordtest.Message{}, false
}

func (r room) boardStands() bool {
	_, ok := r.board()
	return ok
}

// do types a command as the host, and dismisses the private answer.
func (r room) do(command string, options ...string) discordtest.Answer {
	return r.dismissed(r.channel, r.host.Command(r.channel, command, options...))
}

// seatBots seats house players. The bot asks the host before the first one. On a busy machine its question may come too late, so
// the host looks at the board and types the command again.
func (r room) seatBots(ctx context.Context) {
	for ctx.Err() == nil && !r.hasBots() {
		if asked := r.host.Command(r.channel, "/table bot add", "count", "3"); asked.Message != nil {
			pressed := r.host.PressOn(asked.Message, "") // the only button, in the host's language
			if r.dismissed(r.channel, asked); pressed.Err == nil {
				return
			}
		}
		time.Sleep(time.Second) // the board shows them
	}
}

// hasBots reports whether the board names a house player.
func (r room) hasBots() bool {
	board, _ := r.board()
	return slices.ContainsFunc(ai.Names[:], func(name string) bool { return strings.Contains(board.String(), name) })
}

// dismissed dismisses the private message of an answer to the host.
func (r room) dismissed(in *discordtest.Channel, answer discordtest.Answer) discordtest.Answer {
	if answer.Message != nil {
		r.host.Dismiss(in, answer.Message.ID)
	}
	return answer
}
