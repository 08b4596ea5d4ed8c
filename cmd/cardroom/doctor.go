package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"

	"cardroom/bot"
	"cardroom/bot/beacon"
	"cardroom/cmd/cardroom/sealkey"
	"cardroom/engine"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// repair is an act of the doctor on a store while no bot runs.
type repair struct {
	id   string // as typed
	want string // for an id that is none
	do   func(context.Context, *bot.Bot, engine.ID) (done string, err error)
}

// defineDoctor defines cardroom doctor: it checks the store beside a running bot, or repairs a table while no bot runs.
func defineDoctor(flags *flag.FlagSet) runner {
	var repairs []repair
	flags.Func("void", "the table whose running hand is made void", func(id string) error {
		repairs = append(repairs, repair{id, "a table: give the id of its channel", voidHand})
		return nil
	})
	flags.Func("cancel", "the tournament that is cancelled", func(id string) error {
		repairs = append(repairs, repair{id, "a tournament: give its id, or that of its table's channel", cancelTournament})
		return nil
	})
	return func(ctx context.Context, term terminal, args []string) int {
		switch {
		case len(args) > 0:
			return term.refuseArgument(flags, args[0])
		case len(repairs) > 1:
			return term.wrongUse(flags, "more than one repair: give --void or --cancel once, and run the command again for the next")
		}
		return doctor(ctx, term, repairs)
	}
}

// doctor checks the store, or carries out a repair.
func doctor(ctx context.Context, term terminal, repairs []repair) int {
	env, err := environment(ctx, os.Environ())
	if err != nil {
		return term.exitUsageError(err)
	}
	c := config{store: cmp.Or(env["STORE_URL"], defaultStore), token: env["DISCORD_TOKEN"]}
	if err := errors.Join(c.readRate(env["CARDROOM_RATE"]), c.readPressBoards(env["CARDROOM_FOLLOWUPS"]), c.readKey(env["CARDROOM_SEAL_KEY"]), c.readBeacon(env["CARDROOM_BEACON"])); err != nil {
		return term.exitUsageError(err)
	}
	if level := os.Getenv(tracebackLevel); level != "" && level != "none" && level != "0" {
		term.warn(fmt.Sprintf("%s=%s is in the environment: a crash of a bot that has it prints stacks, which could contain cards. Remove it, or set it to none", tracebackLevel, level))
	}
	if len(repairs) == 0 {
		return examine(ctx, c, term)
	}
	r := repairs[0]
	id, err := strconv.ParseUint(r.id, 10, 64)
	if err != nil || id == 0 {
		return term.exitUsageError(fmt.Errorf("%q is not %s, a number of 17 to 20 digits", r.id, r.want))
	}
	return r.carryOut(ctx, c, engine.ID(id), term)
}

// doctorKey returns the seal key of an existing store.
func (c config) doctorKey(ctx context.Context) ([]byte, error) {
	switch {
	case c.key != nil:
		return c.key, nil
	case strings.HasPrefix(c.store, "redis") && c.token == "":
		return nil, errors.New("neither CARDROOM_SEAL_KEY nor DISCORD_TOKEN is set: set the one that the bot on this Redis uses, because its records are encrypted with it")
	}
	return sealkey.For(ctx, ownStore(c.store), c.token)
}

// examine checks the whole store and reports the differences.
func examine(ctx context.Context, c config, term terminal) int {
	in, err := storeopen.Inspect(ctx, c.store, store.Options{Warn: term.warn})
	if err != nil {
		return term.exitStoreError(err)
	}
	defer in.Close()
	found := 0
	differs := func(text string) {
		found++
		fmt.Fprintln(term.out, "-", oneLine(text)) // names in a store are the words of others
	}
	key, err := c.doctorKey(ctx)
	if err != nil { // the ledgers can be checked without it
		differs(err.Error())
	}
	if sealkey.HasFile(c.store) {
		warning, err := leftBehind(ctx, c.store, in)
		if err != nil {
			return term.exitFailure(err)
		}
		if warning != "" {
			differs(warning)
		}
	}
	c.checkBeacon(ctx, differs)
	b, err := bot.New(bot.Config{Key: key, Keyless: key == nil, Beacon: c.beacon}, in)
	if err != nil {
		return term.exitUsageError(err)
	}
	n, err := b.Examine(ctx, in, differs)
	if err != nil {
		return term.exitFailure(err)
	}
	if n.Uncounted > 0 {
		fmt.Fprintf(term.out, "Servers whose history has dropped hands: %d. Their stats were only checked for being too low.\n", n.Uncounted)
	}
	if n.Unread > 0 {
		fmt.Fprintf(term.out, "Servers with hands that cannot be read: %d. Their stats were only checked for being too low.\n", n.Unread)
	}
	if n.LostHands > 0 {
		fmt.Fprintf(term.out, "Hands that the store has lost, as when a backup was put back: %d. Their numbers are not given again.\n", n.LostHands)
	}
	looked := fmt.Sprintf("servers: %d, accounts: %d, tables: %d, hands: %d", n.Guilds, n.Accounts, n.Tables, n.Hands)
	if found > 0 {
		fmt.Fprintf(term.out, "Not as it should be: %d (%s).\n", found, looked)
		return exitFailed
	}
	fmt.Fprintf(term.out, "OK (%s).\n", looked)
	return exitStopped
}

// beaconTime bounds the doctor's requests to the relays of the beacon.
const beaconTime = 10 * time.Second

// checkBeacon reports the relays that do not have a good value, if the bot uses a beacon.
func (c config) checkBeacon(ctx context.Context, differs func(string)) {
	if c.beacon == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, beaconTime)
	defer cancel()
	for _, err := range beacon.NewClient(c.beacon, beacon.Config{}).Check(ctx) {
		differs("a relay of the beacon (CARDROOM_BEACON) has no good value; the bot asks all relays and needs one: " + err.Error())
	}
}

// carryOut carries out a repair of the store, whose lease it takes meanwhile.
func (r repair) carryOut(ctx context.Context, c config, id engine.ID, term terminal) int {
	if err := ownStore(c.store).CheckFile(); err != nil {
		return term.exitUsageError(err)
	}
	key, err := c.doctorKey(ctx)
	if err != nil {
		return term.exitUsageError(err)
	}
	st, err := storeopen.Open(ctx, c.store, store.Options{Warn: term.warn})
	if err != nil {
		return term.exitStoreError(err)
	}
	defer st.Close()
	lease, err := store.AcquireBriefly(ctx, st, ownName("doctor"))
	if err != nil {
		return term.exitStoreError(err)
	}
	defer releaseLease(lease)
	b, err := bot.New(bot.Config{Key: key, Log: slog.New(slog.NewTextHandler(term.err, nil))}, lease)
	if err != nil {
		return term.exitUsageError(err)
	}
	done, err := r.do(ctx, b, id)
	if err != nil {
		return term.exitUsageError(err)
	}
	fmt.Fprintln(term.out, printable(done))
	return exitStopped
}

// voidHand voids the running hand of a table.
func voidHand(ctx context.Context, b *bot.Bot, table engine.ID) (string, error) {
	done, err := b.Void(ctx, table)
	return done.Describe(table), err
}

// cancelTournament cancels a tournament.
func cancelTournament(ctx context.Context, b *bot.Bot, id engine.ID) (string, error) {
	done, err := b.Cancel(ctx, id)
	return done.Describe(id), err
}
