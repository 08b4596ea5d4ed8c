// Package redisurl reads the STORE_URL of a Redis. It is a package of its own so that fuzzing it builds little.
package redisurl

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

// Address is a parsed STORE_URL: redis://user:password@host:port/db, rediss:// with TLS. Several hosts, with commas between
// them, are nodes of one Redis Cluster.
type Address struct {
	Hosts          []string // with their ports
	User, Password string
	TLS            bool
	DB             int
}

// Parse reads a STORE_URL. Its errors never quote the URL: there may be a password in it.
func Parse(text string) (Address, error) {
	scheme, rest, _ := strings.Cut(text, "://")
	authority, path, _ := strings.Cut(rest, "/")
	login, hosts := "", authority
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		login, hosts = authority[:i+1], authority[i+1:]
	}
	p := Address{TLS: scheme == "rediss"}
	for host := range strings.SplitSeq(hosts, ",") {
		// Each host is parsed alone, because net/url takes one host.
		u, err := url.Parse(scheme + "://" + login + host)
		if err != nil || !isHost(u) || u.RawQuery != "" || u.Fragment != "" {
			return Address{}, errURL
		}
		port := cmp.Or(u.Port(), "6379")
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return Address{}, errors.New("a port is a number from 1 to 65535")
		}
		p.Hosts = append(p.Hosts, net.JoinHostPort(u.Hostname(), port))
		p.User = u.User.Username()
		p.Password, _ = u.User.Password()
	}
	err := p.readDB(path)
	return p, err
}

// isHost reports whether a URL names a host. Colons belong to IPv6 and are in brackets: h:6379:6380 is none.
func isHost(u *url.URL) bool {
	host := u.Hostname()
	return host != "" && (!strings.Contains(host, ":") || strings.HasPrefix(u.Host, "["))
}

var errURL = errors.New("it cannot be read; it would be redis://user:password@host:6379/0, or several hosts " +
	"with commas between them; percent-encode special characters in the password (@ is %40)")

func (p *Address) readDB(path string) (err error) {
	if path == "" {
		return nil
	}
	if p.DB, err = strconv.Atoi(path); err != nil || p.DB < 0 {
		return errURL
	}
	if p.Cluster() && p.DB != 0 {
		return errors.New("a Redis Cluster has only database 0; leave the number out")
	}
	return nil
}

// Cluster reports whether the servers are nodes of a Redis Cluster.
func (p Address) Cluster() bool { return len(p.Hosts) > 1 }

// String returns the servers and the database without user and password.
func (p Address) String() string {
	scheme, db := "redis://", ""
	if p.TLS {
		scheme = "rediss://"
	}
	if p.DB != 0 {
		db = fmt.Sprint("/", p.DB)
	}
	return scheme + strings.Join(p.Hosts, ",") + db
}

// ExposureWarnings returns warnings for an operator if the servers are not on this machine.
func (p Address) ExposureWarnings() []string {
	var warnings []string
	for _, hostport := range p.Hosts {
		host, _, _ := net.SplitHostPort(hostport)
		near := distance(host)
		if p.Password == "" && near != loopback {
			warnings = append(warnings, fmt.Sprintf("%s takes connections without a password: whoever reaches it can "+
				"change every wallet; set requirepass or an ACL user, and put it into the URL", hostport))
		}
		if !p.TLS && near == far {
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
