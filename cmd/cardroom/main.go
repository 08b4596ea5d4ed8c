package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"cardroom/store"
)

// These are the exit codes.
const (
	exitStopped = 0 // stopped as requested
	exitFailed  = 1 // failed while running
	exitUsage   = 2 // wrong use or configuration
)

// command is a subcommand on the command line.
type command struct {
	name string
	args string   // as the usage shows them
	help []string // lines of the usage
	// define declares the command's flags and returns the runner for the time after parsing.
	define func(*flag.FlagSet) runner
}

// runner runs a command with the arguments left by its flags, and returns the exit code.
type runner func(ctx context.Context, term terminal, args []string) int

// botCommand returns the command that runs the bot.
func botCommand() command {
	return command{help: []string{"the bot, configured by the environment or .env"}, define: plain(0, 0, runBot)}
}

// commands returns all subcommands, in the order of the usage.
func commands() []command {
	return []command{
		{"deal", "--decks N | --raw BYTES", []string{"shuffled decks, one a line, or the bytes that shuffles consume"}, defineDeal},
		{"demo", "[--addr " + demoAddr + "] [--quick]", []string{
			"a table in your browser, without Discord; --quick: house",
			"players answer at once, and no hand waits for a beacon",
		}, defineDemo},
		{"doctor", "[--void TABLE | --cancel TOURNAMENT]", []string{
			"checks the store beside a running bot; or, while no bot runs,",
			"makes the running hand of a channel's table void, or ends a",
			"tournament and divides its prizes (T103)",
		}, defineDoctor},
		{"health", "", []string{"whether the running bot is ready, by HTTP_ADDR"}, plain(0, 0, askHealth)},
		{"move", "FROM TO", []string{
			"copies one store into another, empty one: STORE_URLs,",
			"- for the one of the environment",
		}, plain(2, 2, move)},
		{"replay", "FILE…", []string{"plays hand histories (.phh, .phhs, .jsonl) through the engine"}, plain(1, math.MaxInt, untilStopped(replay))},
		{"shards", "[--allow-older]", []string{
			"which process plays which shards, on a Redis; --allow-older lets",
			"this version play again after a newer one (docs/operating.md)",
		}, defineShards},
		{"trial", "--channel ID [--press TIME]", []string{
			"measures the live Discord in a channel: asks first, posts at most",
			"200 messages, deletes them (docs/live-trial.md). It waits TIME,",
			"60s, for a press of yours; with 0s it asks for none",
		}, defineTrial},
		{"verify", "FILE… [--own FILE] [--chain FILE] [--link URL] [--start IDS]", []string{
			"checks shuffle proofs, and one's own cards with them (two",
			"files are a receipt and an own part); a chain is a beacon",
			"that you trust beside drand's quicknet. Of a tournament it",
			"checks the result's file, with the receipts of its hands",
			"behind it; IDS are messages that you saw announce the start",
		}, defineVerify},
		{"version", "", []string{"what this is"}, plain(0, 0, printVersion)},
	}
}

// plain defines a command without flags that takes between least and most arguments.
func plain(least, most int, run runner) func(*flag.FlagSet) runner {
	return func(flags *flag.FlagSet) runner {
		return func(ctx context.Context, term terminal, args []string) int {
			switch {
			case len(args) > most:
				return term.refuseArgument(flags, args[most])
			case len(args) < least:
				return term.wrongUse(flags, fmt.Sprintf("an argument is missing: give %s", find(flags.Name()).args))
			}
			return run(ctx, term, args)
		}
	}
}

var errStopped = errors.New("stopped before the end")

// untilStopped lets a runner end when the program is asked to stop. The runner has nothing to finish: it reads files and prints.
func untilStopped(run runner) runner {
	return func(ctx context.Context, term terminal, args []string) int {
		code := make(chan int, 1)
		go func() { code <- run(ctx, term, args) }()
		select {
		case c := <-code:
			return c
		case <-ctx.Done():
			return term.exitFailure(errStopped)
		}
	}
}

// find returns the subcommand of a name, or the command that runs the bot.
func find(name string) command {
	all := commands()
	if i := slices.IndexFunc(all, func(c command) bool { return c.name == name }); i >= 0 {
		return all[i]
	}
	return botCommand()
}

// tracebackLevel is the variable that says how much the runtime prints in a crash.
const tracebackLevel = "GOTRACEBACK"

func main() {
	debug.SetTraceback("none") // first: stacks hold values, and cards are among them
	withoutStacks()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGABRT) // the last two would print all stacks
	defer stop()
	os.Exit(runChecked(ctx, os.Args[1:], terminal{os.Stdout, os.Stderr}))
}

// output writes results, and remembers the first error of that.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(p []byte) (n int, err error) {
	n, err = o.Writer.Write(p)
	o.err = cmp.Or(o.err, err)
	return n, err
}

// runChecked runs a command, which has failed where its result could not be written: on a full disk, say.
func runChecked(ctx context.Context, args []string, term terminal) int {
	out := &output{Writer: term.out}
	code := run(ctx, args, terminal{out, term.err})
	if code == exitStopped && out.err != nil { // in this order: a command that a signal ends may still be writing
		return term.exitFailure(fmt.Errorf("the result cannot be written: %w", out.err))
	}
	return code
}

// run finds the subcommand at the start of the arguments and runs it.
func run(ctx context.Context, args []string, term terminal) int {
	if len(args) > 0 && (args[0] == "help" || slices.ContainsFunc(args, wantsHelp)) {
		return help(args, term)
	}
	if len(args) == 0 {
		return botCommand().run(ctx, nil, term)
	}
	if args[0] == "-version" || args[0] == "--version" {
		args = append([]string{"version"}, args[1:]...)
	}
	c := find(args[0])
	if c.name == "" {
		return term.refuseCommand(args[0])
	}
	return c.run(ctx, args[1:], term)
}

// run parses the flags of the command and runs it.
func (c command) run(ctx context.Context, args []string, term terminal) int {
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	runs := c.define(flags)
	if err := flags.Parse(args); err != nil {
		return term.refuseFlag(flags, err)
	}
	return runs(ctx, term, flags.Args())
}

// help prints how the command among the arguments is used, with its flags, or how all commands are.
func help(args []string, term terminal) int {
	i := slices.IndexFunc(args, func(arg string) bool { return arg != "help" && !wantsHelp(arg) })
	if i < 0 {
		fmt.Fprint(term.out, usage(everyCommand()...))
		return exitStopped
	}
	c := find(args[i])
	if c.name == "" {
		return term.refuseCommand(args[i])
	}
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	flags.SetOutput(term.out)
	c.define(flags)
	fmt.Fprint(term.out, usage(c))
	flags.PrintDefaults()
	return exitStopped
}

// wantsHelp reports whether an argument asks for help. Every command accepts that, also as package flag does: -h=true.
func wantsHelp(arg string) bool {
	name, _, _ := strings.Cut(arg, "=")
	return name == "-h" || name == "--h" || name == "-help" || name == "--help"
}

// usageIndent is the column of the commands' help.
const usageIndent = 28

// everyCommand returns the command that runs the bot, and all subcommands.
func everyCommand() []command { return append([]command{botCommand()}, commands()...) }

// usage returns the lines that show how commands are used.
func usage(commands ...command) string {
	var b strings.Builder
	for i, c := range commands {
		line := "       cardroom "
		if i == 0 {
			line = "usage: cardroom "
		}
		line += strings.TrimSpace(c.name + " " + c.args)
		if width := utf8.RuneCountInString(line); width < usageIndent {
			b.WriteString(line + strings.Repeat(" ", usageIndent-width))
		} else {
			b.WriteString(line + "\n" + strings.Repeat(" ", usageIndent))
		}
		b.WriteString(strings.Join(c.help, "\n"+strings.Repeat(" ", usageIndent)) + "\n")
	}
	return b.String()
}

// terminal is where a command writes its results and its errors.
type terminal struct{ out, err io.Writer }

// wrongUse prints in one line why a command cannot run, and its usage.
func (t terminal) wrongUse(flags *flag.FlagSet, why string) int {
	fmt.Fprintf(t.err, "cardroom %s: %s\n%s", flags.Name(), oneLine(why), usage(find(flags.Name())))
	return exitUsage
}

// refuseCommand names a command that does not exist, and lists those that do.
func (t terminal) refuseCommand(name string) int {
	fmt.Fprintf(t.err, "cardroom: there is no command %q\n%s", name, usage(everyCommand()...))
	return exitUsage
}

// refuseFlag puts an error of package flag into the words of the program, whose usage has two dashes.
func (t terminal) refuseFlag(flags *flag.FlagSet, err error) int {
	return t.wrongUse(flags, strings.NewReplacer("flag provided but not defined: -", "there is no flag --",
		"flag needs an argument: -", "a value is missing for --", " for flag -", " for --", " for -", " for --", ": parse error", "").Replace(err.Error()))
}

// refuseArgument names an argument that is one too many.
func (t terminal) refuseArgument(flags *flag.FlagSet, arg string) int {
	takes := cmp.Or(find(flags.Name()).args, "nothing")
	arg, _, _ = strings.Cut(arg, "://") // behind it a password may stand
	return t.wrongUse(flags, fmt.Sprintf("%q is one argument too many: the command takes %s", arg, takes))
}

// exitUsageError prints an error that the user has to fix, in one line. A stop while a file was read is none.
func (t terminal) exitUsageError(err error) int {
	if errors.Is(err, context.Canceled) {
		return t.exitFailure(err)
	}
	fmt.Fprintln(t.err, "cardroom:", printable(err.Error()))
	return exitUsage
}

// exitStoreError prints the error of a store. One that is unreachable, or that another process has taken over, may be used later: that is
// a failure and no misuse.
func (t terminal) exitStoreError(err error) int {
	if _, fenced := errors.AsType[*store.FencedError](err); fenced || errors.Is(err, store.ErrUnreachable) {
		return t.exitFailure(err)
	}
	return t.exitUsageError(err)
}

// exitFailure prints an error that happened while the command ran.
func (t terminal) exitFailure(err error) int {
	fmt.Fprintln(t.err, "cardroom:", printable(err.Error()))
	return exitFailed
}

// warn prints a store's warning.
func (t terminal) warn(text string) { fmt.Fprintln(t.err, "cardroom:", printable(text)) }

// printable returns a text without terminal commands and without changes of writing direction.
func printable(text string) string {
	var b strings.Builder
	for _, r := range text {
		if unicode.Is(unicode.C, r) && r != '\n' {
			fmt.Fprintf(&b, "\\u%04x", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// oneLine returns a text that contains part of a file, on one line and printable.
func oneLine(text string) string { return printable(strings.ReplaceAll(text, "\n", `\n`)) }
