package store

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrUnsafe says that a Redis server is set up so that it may lose chips, or does not fit. The sentence around it names
// the setting. It is of Open.
var ErrUnsafe = errors.New("the server is not fit to keep chips")

// ErrUnreachable says that a Redis server could not be reached for as long as Open tries. It is of Open.
var ErrUnreachable = errors.New("the server cannot be reached")

// redisInfo is what a server tells of itself by INFO, and by CONFIG where that is allowed.
type redisInfo struct {
	fields map[string]string
	fsync  string // "" where CONFIG is forbidden
	alone  bool   // STORE_URL names no other
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

// loading says that the server is still reading its data: it will be ready later.
func (i redisInfo) loading() bool { return i.fields["loading"] == "1" }

// judge refuses settings with which Redis would forget what it has acknowledged. Only what the server says can be held
// against it; what it does not say is a warning.
func (i redisInfo) judge() (warnings []string, err error) {
	for _, check := range []func(redisInfo) error{versionFits, fitsURL, isMaster, neverEvicts, appends} {
		if err := check(i); err != nil {
			return nil, err
		}
	}
	if i.fields["redis_version"] == "" || i.fields["aof_enabled"] == "" {
		warnings = append(warnings, "the server does not tell how it is set up: if it does not keep an append-only file, chips die with it")
	}
	switch i.fsync {
	case "always":
	case "everysec":
		warnings = append(warnings, "appendfsync is everysec: a crash of Redis can lose the last second of acknowledged actions; set appendfsync always")
	case "":
		warnings = append(warnings, "CONFIG cannot be asked here: see to it that appendfsync is always, else a crash can lose acknowledged actions")
	default:
		return nil, fmt.Errorf("%w: appendfsync is %s, a crash of the machine loses half a minute and more; set appendfsync always", ErrUnsafe, i.fsync)
	}
	return warnings, nil
}

func versionFits(i redisInfo) error {
	version := i.fields["redis_version"]
	if version == "" {
		return nil
	}
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	a, _ := strconv.Atoi(major)
	b, _ := strconv.Atoi(minor)
	if a < 6 || a == 6 && b < 2 {
		return fmt.Errorf("%w: it is Redis %s; 6.2 or newer is needed", ErrUnsafe, version)
	}
	return nil
}

func fitsURL(i redisInfo) error {
	if i.alone && i.fields["cluster_enabled"] == "1" {
		return fmt.Errorf("%w: it is a node of a Redis Cluster; name several of its nodes in STORE_URL, with commas between them", ErrUnsafe)
	}
	return nil
}

func isMaster(i redisInfo) error {
	if role := i.fields["role"]; role != "" && role != "master" {
		return fmt.Errorf("%w: its role is %s, a copy that cannot be written; name the master in STORE_URL", ErrUnsafe, role)
	}
	return nil
}

// neverEvicts: of the policies that evict, those on keys with a time to live do no harm, as ours have none.
func neverEvicts(i redisInfo) error {
	policy := i.fields["maxmemory_policy"]
	if policy == "" || policy == "noeviction" || strings.HasPrefix(policy, "volatile-") {
		return nil
	}
	return fmt.Errorf("%w: maxmemory-policy is %s, it throws tables away when memory is short; set maxmemory-policy noeviction", ErrUnsafe, policy)
}

func appends(i redisInfo) error {
	if i.fields["aof_enabled"] == "0" {
		return fmt.Errorf("%w: appendonly is no, a restart would lose chips; set appendonly yes and appendfsync always", ErrUnsafe)
	}
	if status := i.fields["aof_last_write_status"]; status != "" && status != "ok" {
		return fmt.Errorf("%w: aof_last_write_status is %s, it cannot write its append-only file; give the disk of its dir room", ErrUnsafe, status)
	}
	return nil
}
