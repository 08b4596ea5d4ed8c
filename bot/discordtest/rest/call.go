package rest

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"cardroom/bot/discordtest/form"
	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/refusal"
	"cardroom/bot/discordtest/world"
)

// maxRequest limits the size of a request, in bytes.
const maxRequest = 25 << 20

// call is a request in its handler.
type call struct {
	came         time.Time // before it waited for the world: limits count requests on arrival
	api          *API
	world        *world.World
	method, path string // below /api/vN, without the query
	route        *route
	args         map[string]string
	query        url.Values
	body         []byte // the JSON part
	files        []form.Upload
	auth         string
	entry        *Request // of the log
}

// bucket returns the name of the request's rate limit window: route, method and the major parameters (channel, guild,
// webhook with its token).
func (c *call) bucket() string {
	return strings.Join([]string{
		c.method, c.route.pattern, c.args["channel"], c.args["guild"], c.args["app"], c.args["token"],
	}, " ")
}

// source returns how a form in the body reached the server, at a prefix. edited is the message that it changes, or nil.
func (c *call) source(prefix string, edited *world.Message) form.Source {
	in := form.Source{Prefix: prefix, Uploads: c.files}
	if edited != nil {
		in.Edits = &form.Edited{
			V2: edited.Flags&object.FlagComponents != 0, Components: edited.Components, Files: edited.Attachments,
		}
	}
	return in
}

// created is an answer with status 201.
type created struct{ body any }

var fileField = regexp.MustCompile(`^files\[(\d+)\]$`)

// read reads the body: JSON, or multipart with payload_json and files[n].
func (c *call) read(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, maxRequest)
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "multipart/form-data" {
		return c.readMultipart(multipart.NewReader(r.Body, params["boundary"]))
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return readError(err)
	}
	c.body = data
	if len(data) > 0 && kind != "application/json" {
		return refusal.Avoidable(http.StatusBadRequest, 50035, `Invalid Form Body: expected "Content-Type" header to be one of {'application/json'}.`)
	}
	if len(data) == 0 && kind != "" && r.Method != http.MethodGet {
		return refusal.InvalidJSON()
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
			return readError(err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return readError(err)
		}
		field := fileField.FindStringSubmatch(part.FormName())
		switch {
		case part.FormName() == "payload_json":
			c.body = data
		case field != nil:
			c.files = append(c.files, form.Upload{
				Index: field[1], Name: part.FileName(), ContentType: part.Header.Get("Content-Type"), Data: data,
			})
		default:
			return refusal.Avoidable(http.StatusBadRequest, 50035, "Invalid Form Body: unknown part "+part.FormName())
		}
	}
}

// readError returns the refusal of an incompletely read body. It is no complaint if the client was killed while it sent the
// body.
func readError(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return refusal.Avoidable(http.StatusRequestEntityTooLarge, 40005, "Request entity too large")
	}
	if _, ok := errors.AsType[*net.OpError](err); ok || errors.Is(err, io.ErrUnexpectedEOF) {
		return refusal.New(http.StatusBadRequest, 0, "The request broke off")
	}
	return refusal.InvalidJSON()
}

var secretParts = regexp.MustCompile(`^(/(?:interactions|webhooks)/[^/]+)/[^/]+`)

// mask hides the token of a path.
func mask(path string) string { return secretParts.ReplaceAllString(path, "$1/…") }
