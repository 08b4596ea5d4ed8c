package discordtest

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Limits of request bodies.
const (
	maxFile    = 10 << 20
	maxRequest = 25 << 20
)

// serveREST takes a request through faults, token, limits and its handler.
func (s *Server) serveREST(w http.ResponseWriter, r *http.Request, path string) {
	c := &call{method: r.Method, path: path, query: r.URL.Query(), auth: r.Header.Get("Authorization")}
	var known bool
	c.route, c.args, known = findRoute(r.Method, path)
	err := c.read(w, r)
	s.open(c)
	defer s.finish(c)

	f, broken := s.fault(c)
	if broken && f.apply(s, w, r) {
		c.seen.Status = f.Status
		return
	}
	status, body := s.respond(c, w.Header(), err, known)
	if broken && f.Applied && f.finish(s, w, r) {
		c.seen.Status = f.Status
		return
	}
	c.seen.Status = status
	if c.seen.Status == http.StatusTooManyRequests && w.Header().Get("Retry-After") == "" {
		w.Header().Set("Retry-After", seconds(oldWindow))
	}
	reply(w, status, body)
}

// reply writes a JSON answer. A 204 has no body and no content type: real
// clients trip over one.
func reply(w http.ResponseWriter, status int, body []byte) {
	if status == http.StatusNoContent {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// open begins the request's log entry.
func (s *Server) open(c *call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log.count++
	c.seen = &Request{
		N: s.log.count, Time: time.Now(), Method: c.method, Path: mask(c.path), Body: string(c.body),
	}
	for _, f := range c.files {
		c.seen.Files = append(c.seen.Files, f.name)
	}
	if c.route != nil {
		c.seen.Route = c.route.pattern
	}
	if i := s.tokens[c.args["token"]]; i != nil {
		c.seen.Interaction = i.ID
	}
}

func (s *Server) finish(c *call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.seen.Took = time.Since(c.seen.Time)
	s.log.add(*c.seen, s.opts.Keep)
}

func (s *Server) fault(c *call) (Fault, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, met := s.takeFault(c.method, c.seen.Route, c.args["channel"])
	if i := s.st.Interactions[c.args["interaction"]]; met && i != nil {
		i.Spoiled = true
	}
	return f, met
}

// respond answers a request, with an error in its reading if there was one.
func (s *Server) respond(c *call, h http.Header, err error, known bool) (int, []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var result any
	if err == nil {
		err = s.admit(c, known)
	}
	if err == nil {
		if slow := s.limited(c, h); slow != nil {
			body, _ := json.Marshal(slow)
			return http.StatusTooManyRequests, body
		}
		s.check(c)
		result, err = c.route.handle(s, c)
	}
	status, body := s.encode(c, result, err)
	s.refusals.note(c, status, time.Now())
	if s.opts.CheckReply != nil && c.route != nil && status < 300 {
		if err := s.opts.CheckReply(c.method, c.path, status, body); err != nil {
			s.complain("our own answer to %s %s: %v", c.method, mask(c.path), err)
		}
	}
	return status, body
}

// admit checks route and token.
func (s *Server) admit(c *call, known bool) error {
	switch {
	case c.route == nil && known:
		return errMethod()
	case c.route == nil:
		return errRoute()
	case !c.route.open && c.auth != "Bot "+s.opts.Token:
		return errToken()
	case c.args["app"] != "" && c.args["app"] != s.st.App.ID && strings.HasPrefix(c.path, "/applications"):
		return errApplication()
	}
	return nil
}

func (s *Server) check(c *call) {
	if s.opts.Check == nil || len(c.body) == 0 {
		return
	}
	if err := s.opts.Check(c.method, c.path, c.body); err != nil {
		s.complain("%s %s: %v", c.method, mask(c.path), err)
	}
}

func (s *Server) encode(c *call, result any, err error) (int, []byte) {
	var refused *apiError
	if errors.As(err, &refused) {
		c.seen.Code = refused.Code
		s.object(c, refused)
		body, _ := json.Marshal(refused)
		return refused.Status, body
	}
	if result == nil {
		return http.StatusNoContent, nil
	}
	status := http.StatusOK
	if made, ok := result.(created); ok {
		status, result = http.StatusCreated, made.body
	}
	body, err := json.Marshal(result)
	if err != nil {
		panic(err) // our own structs: cannot happen
	}
	return status, body
}

// object turns a refusal that a careful bot would have avoided into a complaint.
func (s *Server) object(c *call, e *apiError) {
	if !e.fault {
		return
	}
	detail := ""
	if len(e.Errors) > 0 {
		tree, _ := json.Marshal(e.Errors)
		detail = " " + string(tree)
	}
	s.complain("%s %s: %v%s", c.method, mask(c.path), e, detail)
}

// upload is a file of a multipart request.
type upload struct {
	index string // the n of files[n]
	name  string
	kind  string
	data  []byte
}

var fileField = regexp.MustCompile(`^files\[(\d+)\]$`)

// read takes in the body: JSON, or multipart with payload_json and files[n].
func (c *call) read(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, maxRequest)
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "multipart/form-data" {
		return c.readMultipart(multipart.NewReader(r.Body, params["boundary"]))
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return unread(err)
	}
	c.body = data
	if len(data) > 0 && kind != "application/json" {
		return blame(http.StatusBadRequest, 50035, `Invalid Form Body: expected "Content-Type" header to be one of {'application/json'}.`)
	}
	if len(data) == 0 && kind != "" && r.Method != http.MethodGet {
		return errJSON()
	}
	return nil
}

func (c *call) readMultipart(parts *multipart.Reader) error {
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return unread(err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return unread(err)
		}
		field := fileField.FindStringSubmatch(part.FormName())
		switch {
		case part.FormName() == "payload_json":
			c.body = data
		case field != nil:
			c.files = append(c.files, upload{field[1], part.FileName(), part.Header.Get("Content-Type"), data})
		default:
			return blame(http.StatusBadRequest, 50035, "Invalid Form Body: unknown part "+part.FormName())
		}
	}
}

// unread is why a body was not read to its end. Who was killed while it sent one is not to blame.
func unread(err error) error {
	if _, is := errors.AsType[*http.MaxBytesError](err); is {
		return blame(http.StatusRequestEntityTooLarge, 40005, "Request entity too large")
	}
	if _, is := errors.AsType[*net.OpError](err); is || errors.Is(err, io.ErrUnexpectedEOF) {
		return refuse(http.StatusBadRequest, 0, "The request broke off")
	}
	return errJSON()
}

// file returns the upload that files[index] was.
func (c *call) file(index string) (upload, bool) {
	i := slices.IndexFunc(c.files, func(u upload) bool { return u.index == index })
	if i < 0 {
		return upload{}, false
	}
	return c.files[i], true
}
