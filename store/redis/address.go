package redis

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// address is a parsed STORE_URL: redis://user:password@host:port/db, rediss:// with TLS. Several hosts, with commas between
// them, are nodes of one Redis Cluster.
type address struct {
	hosts          []string // with their ports
	user, password string
	tls            bool
	db             int
}

// parseURL reads a STORE_URL. Its errors never quote the URL: there may be a password in it.
func parseURL(text string) (address, error) {
	scheme, rest, _ := strings.Cut(text, "://")
	authority, path, _ := strings.Cut(rest, "/")
	login, hosts := "", authority
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		login, hosts = authority[:i+1], authority[i+1:]
	}
	p := address{tls: scheme == "rediss"}
	for host := range strings.SplitSeq(hosts, ",") {
		// Each host is parsed alone, because net/url takes one host.
		u, err := url.Parse(scheme + "://" + login + host)
		if err != nil || !isHost(u) || u.RawQuery != "" || u.Fragment != "" {
			return address{}, errURL
		}
		port := cmp.Or(u.Port(), "6379")
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return address{}, errors.New("a port is a number from 1 to 65535")
		}
		p.hosts = append(p.hosts, net.JoinHostPort(u.Hostname(), port))
		p.user = u.User.Username()
		p.password, _ = u.User.Password()
	}
	return p, p.readDB(path)
}

// isHost reports whether a URL names a host. Colons belong to IPv6 and are in brackets: h:6379:6380 is none.
func isHost(u *url.URL) bool {
	host := u.Hostname()
	return host != "" && (!strings.Contains(host, ":") || strings.HasPrefix(u.Host, "["))
}

var errURL = errors.New("it cannot be read; it would be redis://user:password@host:6379/0, or several hosts " +
	"with commas between them; percent-encode special characters in the password (@ is %40)")

func (p *address) readDB(path string) (err error) {
	if path == "" {
		return nil
	}
	if p.db, err = strconv.Atoi(path); err != nil || p.db < 0 {
		return errURL
	}
	if p.cluster() && p.db != 0 {
		return errors.New("a Redis Cluster has only database 0; leave the number out")
	}
	return nil
}

func (p address) cluster() bool { return len(p.hosts) > 1 }

// String returns the servers without user and password.
func (p address) String() string {
	scheme := "redis://"
	if p.tls {
		scheme = "rediss://"
	}
	return scheme + strings.Join(p.hosts, ",")
}

// exposureWarnings returns what an operator should know if the servers are not on this machine.
func (p address) exposureWarnings() []string {
	var warnings []string
	for _, hostport := range p.hosts {
		host, _, _ := net.SplitHostPort(hostport)
		near := distance(host)
		if p.password == "" && near != loopback {
			warnings = append(warnings, fmt.Sprintf("%s takes connections without a password: whoever reaches it can "+
				"change every wallet; set requirepass or an ACL user, and put it into STORE_URL", hostport))
		}
		if !p.tls && near == far {
			warnings = append(warnings, fmt.Sprintf("the way to %s is not encrypted; use rediss:// unless every network "+
				"between is yours", hostport))
		}
	}
	return warnings
}

const (
	loopback = iota // this machine
	neighbour
	far
)

// distance returns how far away a host is, judged by its name. A bare name, as containers have, is a neighbour.
func distance(host string) int {
	addr, err := netip.ParseAddr(host)
	switch {
	case host == "localhost" || err == nil && addr.IsLoopback():
		return loopback
	case err == nil && addr.IsPrivate() || err != nil && !strings.Contains(host, "."):
		return neighbour
	}
	return far
}
