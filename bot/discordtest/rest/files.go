package rest

import (
	"bytes"
	"net/http"
	"strings"
	"time"
)

// ServeFile answers /attachments/{channel}/{id}/{name}.
func (a *API) ServeFile(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, "/attachments/"), "/")
	if len(parts) != 3 || strings.Trim(parts[1], "0123456789") != "" || parts[1] == "" {
		http.NotFound(w, r)
		return
	}
	a.world.Lock()
	data, ok := a.world.File(parts[1])
	a.world.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	http.ServeContent(w, r, parts[2], time.Time{}, bytes.NewReader(data))
}
