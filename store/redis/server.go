package redis

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"

	"cardroom/store"
)

// serverInfo holds the answers of a server to INFO, and to CONFIG where that is allowed.
type serverInfo struct {
	fields map[string]string
	fsync  string // "" if CONFIG is forbidden
	single bool   // the URL names one host
}

// checkNode checks the settings of one server.
func checkNode(ctx context.Context, node *redis.Client, single bool) (warnings []string, err error) {
	text, err := node.Info(ctx).Result()
	if isServerError(err, "ERR unknown command 'info'", "ERR unknown command `info`") {
		return nil, fmt.Errorf("%w: it does not know INFO, so the bot cannot see whether it keeps chips; allow INFO, "+
			"or name another server", store.ErrUnsafe)
	}
	if err != nil {
		return nil, err
	}
	info := serverInfo{fields: readInfo(text), single: single}
	if info.loading() {
		return nil, notReady("LOADING: it is still reading its data")
	}
	if config, err := node.ConfigGet(ctx, "appendfsync").Result(); err == nil {
		info.fsync = config["appendfsync"]
	}
	return info.check()
}

func readInfo(text string) map[string]string {
	fields := map[string]string{}
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			fields[name] = value
		}
	}
	return fields
}

// loading reports whether the server is still loading its data: it will be ready later.
func (i serverInfo) loading() bool { return i.fields["loading"] == "1" }

// check refuses settings with which Redis would lose what it has acknowledged. A setting that the server does not tell is a warning.
func (i serverInfo) check() (warnings []string, err error) {
	for _, check := range []func(serverInfo) error{versionFits, fitsURL, neverEvicts, keepsAppendOnlyFile, isMaster, writesAppendOnlyFile} {
		if err := check(i); err != nil {
			return nil, err
		}
	}
	if i.fields["redis_version"] == "" || i.fields["aof_enabled"] == "" {
		warnings = append(warnings,
			"the server does not tell how it is set up: if it does not keep an append-only file, chips die with it")
	}
	if i.evictsLeases() {
		warnings = append(warnings, fmt.Sprintf("maxmemory-policy is %s: when memory is short it throws leases away, and a spare or "+
			"another process with SHARDS takes the tables of one that plays; set maxmemory-policy noeviction, or give the bot a Redis of its own",
			i.fields["maxmemory_policy"]))
	}
	switch i.fsync {
	case "always":
	case "everysec":
		warnings = append(warnings, "appendfsync is everysec: a crash of Redis can lose the last second of acknowledged "+
			"actions; set appendfsync always")
	case "":
		warnings = append(warnings, "appendfsync cannot be read (CONFIG is forbidden): make sure that it is always")
	default:
		return nil, fmt.Errorf("%w: appendfsync is %s, a crash of the machine loses half a minute and more; "+
			"set appendfsync always", store.ErrUnsafe, i.fsync)
	}
	return warnings, nil
}

func versionFits(i serverInfo) error {
	version := i.fields["redis_version"]
	if version == "" {
		return nil
	}
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	a, _ := strconv.Atoi(major)
	b, _ := strconv.Atoi(minor)
	if a < 6 || a == 6 && b < 2 {
		return fmt.Errorf("%w: it is Redis %s; 6.2 or newer is needed", store.ErrUnsafe, version)
	}
	return nil
}

func fitsURL(i serverInfo) error {
	if i.single && i.fields["cluster_enabled"] == "1" {
		return fmt.Errorf("%w: it is a node of a Redis Cluster; name several of its nodes in the URL, with commas "+
			"between them", store.ErrUnsafe)
	}
	return nil
}

// isMaster refuses a replica, which may become the master in a failover.
func isMaster(i serverInfo) error {
	if role := i.fields["role"]; role != "" && role != "master" {
		return notReady(fmt.Sprintf("its role is %s, a copy that cannot be written; name the master in the URL", role))
	}
	return nil
}

// neverEvicts refuses policies that evict tables.
func neverEvicts(i serverInfo) error {
	policy := i.fields["maxmemory_policy"]
	if policy == "" || policy == "noeviction" || i.evictsLeases() {
		return nil
	}
	return fmt.Errorf("%w: maxmemory-policy is %s, it throws tables away when memory is short; "+
		"set maxmemory-policy noeviction", store.ErrUnsafe, policy)
}

// evictsLeases reports whether the server evicts keys with a time to live alone. Those are leases, members of the fleet and rates:
// no chip is lost, and a process alone renews its lease. A spare takes the tables over, though.
func (i serverInfo) evictsLeases() bool {
	return strings.HasPrefix(i.fields["maxmemory_policy"], "volatile-")
}

func keepsAppendOnlyFile(i serverInfo) error {
	if i.fields["aof_enabled"] == "0" {
		return fmt.Errorf("%w: appendonly is no, a restart would lose chips; set appendonly yes and appendfsync always",
			store.ErrUnsafe)
	}
	return nil
}

// writesAppendOnlyFile refuses a server whose disk is full or broken, until it can write again.
func writesAppendOnlyFile(i serverInfo) error {
	if status := i.fields["aof_last_write_status"]; status != "" && status != "ok" {
		return notReady(fmt.Sprintf("aof_last_write_status is %s, it cannot write its append-only file; "+
			"give the disk of its dir room", status))
	}
	return nil
}
