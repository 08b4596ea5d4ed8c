package page

import (
	"net"
	"net/http"
	"net/netip"
)

// guard refuses requests that do not come from this machine's own page or programs. A peer that is not loopback is another
// machine, whatever its Host header. A Host that is not loopback is a name that points to this machine (DNS rebinding). An
// Origin other than the page's own is another site's script. Programs such as the bot send no Origin.
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !loopback(r.Host) || !loopback(r.RemoteAddr) {
			http.Error(w, "this page answers on this computer only, at localhost", http.StatusForbidden)
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
			http.Error(w, "requests from another site are refused", http.StatusForbidden)
			return
		}
		if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" && !isNavigation(r) {
			http.Error(w, "requests from another site are refused", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isNavigation reports whether a request is a followed link, which may come from anywhere, and not from a script or a
// picture.
func isNavigation(r *http.Request) bool {
	return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" &&
		r.Header.Get("Sec-Fetch-Dest") == "document"
}

// loopback reports whether a Host header or a peer's address means this machine by an address that no name server can
// change.
func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if host == "localhost" {
		return true
	}
	if len(host) > 2 && host[0] == '[' && host[len(host)-1] == ']' {
		host = host[1 : len(host)-1]
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}
