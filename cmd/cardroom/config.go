package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/beacon"
	"cardroom/bot/gateway"
	"cardroom/bot/rest"
	"cardroom/cmd/cardroom/sealkey"
	"cardroom/engine"
	"cardroom/internal/dotenv"
)

const defaultStore = "file:data/cardroom.db"

// config holds the environment, parsed and checked once.
type config struct {
	token       string
	api         string
	guild       string
	store       string
	key         []byte // nil: package sealkey chooses
	history     int    // hands kept a table; 0 is the store's default
	rate        int    // requests that Discord allows the bot in a second
	pressBoards rest.PressBoards
	http        string // address of health and metrics; "": none
	seed        *uint64
	beacon      *beacon.Chain                           // of new batches of seals; nil: none
	aiDelay     func(engine.View, uint64) time.Duration // before a house player acts; nil: as the bot has it
	shards      sharding
	logLevel    slog.Level
	logJSON     bool
}

// sharding says which shards the process plays.
type sharding struct {
	id, count int  // one shard for good; 0, 0: all
	live      bool // shares the shards out with other processes
	wanted    int  // how many shards those are to have; 0: as the store says, or else Discord
}

// ownNames lists the variables that begin with CARDROOM_. Any other such name is a typing error that would go unnoticed.
var ownNames = []string{"CARDROOM_SEAL_KEY", "CARDROOM_HISTORY", "CARDROOM_BEACON", "CARDROOM_RATE", "CARDROOM_FOLLOWUPS", "CARDROOM_SEED"}

const tokenHelp = "DISCORD_TOKEN is not set: make an application at https://discord.com/developers/applications, " +
	"copy its token under Bot, and put it into .env as DISCORD_TOKEN=…"

// otherNames lists the variables that do not.
var otherNames = []string{"DISCORD_TOKEN", "DISCORD_API_URL", "DISCORD_GUILD_ID", "STORE_URL", "SHARDS", "SHARD_ID", "SHARD_COUNT", "HTTP_ADDR", "LOG_LEVEL", "LOG_FORMAT"}

// environment returns the process's environment, with the variables of the file .env added. It refuses unknown names, and values
// of the file that would lose a part.
func environment(ctx context.Context, environ []string) (map[string]string, error) {
	env, lost, err := dotenv.Read(ctx, ".env")
	if err != nil {
		return nil, err
	}
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		env[name] = value
		delete(lost, name)
	}
	for _, name := range slices.Concat(ownNames, otherNames) {
		if lost[name] != nil {
			return nil, lost[name]
		}
	}
	return env, checkNames(env)
}

// readConfig reads the variables. The error of a value names its variable and the allowed values.
func readConfig(env map[string]string) (config, error) {
	c := config{
		token: env["DISCORD_TOKEN"], api: cmp.Or(env["DISCORD_API_URL"], "https://discord.com"), guild: env["DISCORD_GUILD_ID"],
		store: cmp.Or(env["STORE_URL"], defaultStore),
		http:  env["HTTP_ADDR"],
	}
	if c.token == "" {
		return config{}, errors.New(tokenHelp)
	}
	if strings.ContainsFunc(c.token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return config{}, errors.New("DISCORD_TOKEN has a space, a line break or another character that no token has: copy it again")
	}
	err := errors.Join(c.readAPI(), c.readNumbers(env), c.readRate(env["CARDROOM_RATE"]), c.readPressBoards(env["CARDROOM_FOLLOWUPS"]), c.readKey(env["CARDROOM_SEAL_KEY"]), c.readSeed(env["CARDROOM_SEED"]), c.readBeacon(env["CARDROOM_BEACON"]), c.readLog(env), checkAddress(c.http), checkProxy())
	return c, err
}

// checkNames refuses a variable that begins with CARDROOM_ and is not in ownNames. CARDROOM_VECTORS is of the tests.
func checkNames(env map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(env)) {
		if strings.HasPrefix(name, "CARDROOM_") && name != "CARDROOM_VECTORS" && !slices.Contains(ownNames, name) {
			return fmt.Errorf("%s is not a variable of this program; it has %s", name, strings.Join(ownNames, ", "))
		}
	}
	return nil
}

// checkProxy refuses the address of a proxy that Go would drop in silence, or misread. Go reads it from the environment, and never from
// .env. It may hold a password, so the error does not show it. The scheme may be missing.
func checkProxy() error {
	name := "HTTPS_PROXY"
	if os.Getenv(name) == "" { // Go reads the first one that is not
		name = "https_proxy"
	}
	v := os.Getenv(name)
	if v == "" {
		return nil
	}
	if !strings.Contains(v, "://") {
		v = "http://" + v
	}
	u, err := url.Parse(v)
	if err == nil && u.Port() != "" {
		_, err = strconv.ParseUint(u.Port(), 10, 16)
	}
	if err != nil || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("%s is not the address of a proxy: set it to http://HOST:PORT, or to http://USER:PASSWORD@HOST:PORT with a percent-encoded password", name)
	}
	if u.Scheme != "http" && u.Scheme != "socks5" {
		return fmt.Errorf("%s is not the address of a proxy for the gateway: begin it with http:// or socks5://", name)
	}
	return nil
}

func (c *config) readAPI() error {
	if _, err := rest.ParseAPI(c.api); err != nil {
		return fmt.Errorf("DISCORD_API_URL %w", err)
	}
	return nil
}

func (c *config) readNumbers(env map[string]string) error {
	if v := c.guild; v != "" {
		if _, err := strconv.ParseUint(v, 10, 64); err != nil || len(v) < shortestID {
			return errors.New("DISCORD_GUILD_ID is not a server's id: set it to a number of 17 to 20 digits")
		}
	}
	if v := env["CARDROOM_HISTORY"]; v != "" {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 {
			return fmt.Errorf("CARDROOM_HISTORY is %q: set it to the number of hands to keep for each table, 1 or more", v)
		}
		c.history = n
	}
	return c.readShards(env["SHARDS"], env["SHARD_ID"], env["SHARD_COUNT"])
}

// readShards reads which shards the process plays: SHARDS, or SHARD_ID and SHARD_COUNT.
func (c *config) readShards(all, id, count string) error {
	if all != "" {
		n, err := strconv.Atoi(all)
		switch {
		case id != "" || count != "":
			return errors.New("SHARDS shares the shards out live, SHARD_ID and SHARD_COUNT give this process one for good: set SHARDS, or the other two")
		case all != "auto" && (err != nil || n < 1 || n > gateway.MostShards):
			return fmt.Errorf("SHARDS is %q: set it to auto, or to the number of shards, 1 to %d", all, gateway.MostShards)
		case !strings.HasPrefix(c.store, "redis"):
			return errors.New("SHARDS shares the shards out among processes on one Redis: set STORE_URL=redis://…, or leave SHARDS out")
		}
		c.shards = sharding{live: true, wanted: n}
		return nil
	}
	if id == "" && count == "" {
		return nil
	}
	var err1, err2 error
	c.shards.id, err1 = strconv.Atoi(id)
	c.shards.count, err2 = strconv.Atoi(count)
	if err1 != nil || err2 != nil || c.shards.count < 1 || c.shards.count > gateway.MostShards || c.shards.id < 0 || c.shards.id >= c.shards.count {
		return fmt.Errorf("SHARD_ID and SHARD_COUNT go together: set SHARD_COUNT to 1 to %d, SHARD_ID to 0 to SHARD_COUNT-1", gateway.MostShards)
	}
	if c.shards.count > 1 && !strings.HasPrefix(c.store, "redis") {
		return errors.New("SHARD_COUNT is more than 1: several processes need a shared Redis, STORE_URL=redis://…")
	}
	return nil
}

// These are the limits of CARDROOM_RATE.
const (
	leastRate = 1
	mostRate  = 10_000
)

// readRate reads how many requests Discord allows the bot in a second.
func (c *config) readRate(v string) error {
	c.rate = rest.Rate
	if v == "" {
		return nil
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < leastRate || n > mostRate {
		return fmt.Errorf("CARDROOM_RATE is %q: set it to the requests a second that Discord allows this bot, %d to %d, or leave it out", v, leastRate, mostRate)
	}
	c.rate = n
	return nil
}

// readPressBoards reads when boards may go by the tokens of presses: auto or off.
func (c *config) readPressBoards(v string) error {
	switch c.pressBoards = rest.PressBoards(v); c.pressBoards {
	case "", rest.PressBoardsAuto, rest.PressBoardsOff:
		return nil
	}
	return fmt.Errorf("CARDROOM_FOLLOWUPS is %q: set it to auto or off, or leave it out", v)
}

func (c *config) readKey(v string) (err error) {
	c.key, err = sealkey.Parse(v)
	return err
}

// readSeed accepts a seed only if no real player can be dealt to.
func (c *config) readSeed(v string) error {
	if v == "" {
		return nil
	}
	n, err := strconv.ParseUint(v, 10, 64)
	if err != nil {
		return errors.New("CARDROOM_SEED is not a number from 0 to 18446744073709551615")
	}
	if !rest.Loopback(c.api) {
		return errors.New("CARDROOM_SEED is for tests only: set DISCORD_API_URL to a loopback address, or unset CARDROOM_SEED")
	}
	c.seed = &n
	return nil
}

// readBeacon reads the beacon for new batches of seals: off, drand or a file.
func (c *config) readBeacon(v string) (err error) {
	switch v {
	case "", "off":
	case "drand":
		c.beacon = beacon.Quicknet()
	default:
		if c.beacon, err = beacon.ReadChain(v); err != nil {
			return fmt.Errorf("CARDROOM_BEACON is neither off nor drand, and as a file: %w", err)
		}
		if begins := c.beacon.Due(1); begins.After(time.Now()) {
			return fmt.Errorf("CARDROOM_BEACON: the beacon of %s begins at %v: set it after that, or correct this machine's clock", v, begins.UTC())
		}
	}
	return nil
}

func (c *config) readLog(env map[string]string) error {
	if v := env["LOG_LEVEL"]; v != "" {
		if err := c.logLevel.UnmarshalText([]byte(v)); err != nil || strings.ContainsAny(v, "+-") {
			return fmt.Errorf("LOG_LEVEL is %q: set it to debug, info, warn or error", v)
		}
	}
	switch v := env["LOG_FORMAT"]; v {
	case "", "text":
	case "json":
		c.logJSON = true
	default:
		return fmt.Errorf("LOG_FORMAT is %q: set it to text or json", v)
	}
	return nil
}
