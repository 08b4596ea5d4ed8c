package page

import (
	"net"
	"net/http"
	"net/netip"
)

// guard refuses requests that did not come from this machine's own page or
// programs. A peer that is not loopback is another machine, whatever Host it
// writes. A Host that is not loopback is a name that was pointed at this
// machine (DNS rebinding); an Origin that is not the page's own is another
// site's script. Programs such as the bot send no Origin.
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !loopback(r.Host) || !loopback(r.RemoteAddr) {
			http.Error(w, "this page answers on this computer only, at localhost", http.StatusForbidden)
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
			http.Error(w, "another site may not ask this", http.StatusForbidden)
			return
		}
		if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" && !isNavigation(r) {
			http.Error(w, "another site may not ask this", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isNavigation tells a followed link, which may come from anywhere, from a
// request by a script or a picture.
func isNavigation(r *http.Request) bool {
	return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" &&
		r.Header.Get("Sec-Fetch-Dest") == "document"
}

// loopback tells whether a Host header or the address of a peer names this
// machine by an address that no name server can change.
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
