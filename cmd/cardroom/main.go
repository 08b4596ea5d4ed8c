// Command cardroom is a poker table in a Discord channel.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"cardroom/bot/rest"
	"cardroom/store"
)

// Exit codes.
const (
	exitStopped = 0 // asked to
	exitFailed  = 1 // failed while running
	exitUsage   = 2 // wrong use or configuration
)

const usage = `usage: cardroom             the bot, configured by the environment or .env
       cardroom deal --decks N | --raw BYTES
                            shuffled decks, one a line, or the bytes that shuffles consume
       cardroom demo [--addr 127.0.0.1:8080]
                            a table in your browser, without Discord
       cardroom doctor [--void TABLE]
                            checks the store beside a running bot; or makes the running hand
                            of a channel's table void, while no bot runs
       cardroom health      whether the running bot is ready, by HTTP_ADDR
       cardroom move FROM TO
                            copies one store into another, empty one: STORE_URLs,
                            - for the one of the environment
       cardroom replay FILE…
                            plays hand histories (.phh, .phhs, .jsonl) through the engine
       cardroom verify FILE [OWN]
                            checks a hand's shuffle proof, and one's own cards with it
       cardroom version     what this is
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		return runBot(ctx, stderr)
	}
	if args[0] == "help" || slices.ContainsFunc(args, asksHelp) {
		fmt.Fprint(stdout, usage)
		return exitStopped
	}
	switch name, rest := args[0], args[1:]; {
	case name == "deal":
		return deal(ctx, rest, stdout, stderr)
	case name == "demo":
		return demo(ctx, rest, stdout, stderr)
	case name == "doctor" && (len(rest) == 0 || len(rest) == 2 && (rest[0] == "--void" || rest[0] == "-void")):
		return doctor(ctx, rest, stdout, stderr)
	case name == "health" && len(rest) == 0:
		return askHealth(ctx, stdout, stderr)
	case name == "move" && len(rest) == 2:
		return move(ctx, rest[0], rest[1], stdout, stderr)
	case name == "replay" && len(rest) > 0:
		return replay(rest, stdout, stderr)
	case name == "verify" && (len(rest) == 1 || len(rest) == 2):
		return verify(rest, stdout, stderr)
	case name == "version" && len(rest) == 0:
		fmt.Fprintln(stdout, version())
		return exitStopped
	case !strings.Contains(usage, " cardroom "+name+" "):
		fmt.Fprintf(stderr, "cardroom: there is no command %q\n", name)
	}
	fmt.Fprint(stderr, usage)
	return exitUsage
}

// asksHelp tells whether an argument is the question how a command is used, which every command answers.
func asksHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

// runBot is cardroom without arguments.
func runBot(ctx context.Context, stderr io.Writer) int {
	env, err := environment(os.Environ())
	if err != nil {
		return refuse(stderr, err)
	}
	c, err := readConfig(env)
	if err != nil {
		return refuse(stderr, err)
	}
	if c.key == nil { // before the store makes its file: a store that is there already must have its key
		if c.key, err = keyFor(c.store, c.token); err != nil {
			return refuse(stderr, err)
		}
	}
	listener, err := listenHealth(c.http)
	if err != nil {
		return refuse(stderr, err)
	}
	log, health := c.logger(stderr), new(health)
	if err := noCore(); err != nil {
		log.Warn("the memory of this program, in which cards are, may be written to a file if it is brought down", "err", err)
	}
	if listener != nil {
		defer listener.Close()
		go health.serve(listener, log)
	}
	rest.Hush(log)
	st, err := store.Open(ctx, c.store, store.Options{History: c.history, Warn: func(text string) { log.Warn(text) }})
	switch {
	case errors.Is(err, context.Canceled): // asked to stop while the store was waited for
		return exitStopped
	case err != nil:
		return refuseStore(stderr, err)
	}
	defer st.Close()
	return play(ctx, c, st, health, log, stderr)
}

// move is cardroom move: the way from a file to Redis, or back. No bot may run on either store. A store named - is that of
// STORE_URL: a password does not belong on a command line, which everybody on the machine can read.
func move(ctx context.Context, from, to string, stdout, stderr io.Writer) int {
	env, err := environment(os.Environ())
	if err != nil {
		return refuse(stderr, err)
	}
	named := or(env["STORE_URL"], defaultStore)
	if from == "-" {
		from = named
	}
	if to == "-" {
		to = named
	}
	k, err := keyAlong(env, from, to)
	if err != nil {
		return refuse(stderr, err)
	}
	if err := store.Move(ctx, from, to, func(text string) { fmt.Fprintln(stderr, "cardroom:", text) }); err != nil {
		return refuseStore(stderr, err)
	}
	if err := k.put(); err != nil {
		fmt.Fprintln(stderr, "cardroom: everything is copied, but", err)
		return exitFailed
	}
	fmt.Fprintln(stdout, "Everything is copied and adds up. Set STORE_URL to the new store.")
	fmt.Fprintf(stdout, "To keep the hands in progress readable, %s.\n", k.advice)
	return exitStopped
}

// refuseStore is refuse for the error of a store: one that could not be reached may be there later.
func refuseStore(stderr io.Writer, err error) int {
	code := refuse(stderr, err)
	if errors.Is(err, store.ErrUnreachable) {
		return exitFailed
	}
	return code
}

func refuse(stderr io.Writer, err error) int {
	fmt.Fprintln(stderr, "cardroom:", err)
	return exitUsage
}

func (c config) logger(w io.Writer) *slog.Logger {
	o := &slog.HandlerOptions{Level: c.logLevel}
	if c.logJSON {
		return slog.New(slog.NewJSONHandler(w, o))
	}
	return slog.New(slog.NewTextHandler(w, o))
}

// version is the module's version, Go's, and the commit it was built from.
func version() string {
	v, commit := "devel", "unknown commit"
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" && info.Main.Version != "(devel)" {
			v = info.Main.Version
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = "commit " + s.Value
			}
		}
	}
	return fmt.Sprintf("cardroom %s, %s, %s", v, runtime.Version(), commit)
}
