package discordtest_test

import "net/http"

// toward sends every request to one host, in plain HTTP.
type toward string

func (host toward) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = "http", string(host)
	r.Host = string(host)
	return http.DefaultTransport.RoundTrip(r)
}
