package openapi

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Description is a loaded OpenAPI document. It is safe for concurrent use.
type Description struct {
	paths     map[string]any
	templates map[int][]template // by the number of their segments

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema
	valid    map[digest]bool // bodies found valid
}

// template is a path of the description, such as /channels/{channel_id}/messages.
type template struct {
	path       string
	segments   []string
	parameters int
}

// digest identifies a body and its schema.
type digest [sha256.Size]byte

// mostValid is how many valid bodies are remembered.
const mostValid = 1 << 16

// resource is the compiler's name for the document.
const resource = "openapi.json"

// Find loads ../shared/discord/openapi.json, relative to the repository's root. The error wraps fs.ErrNotExist if it does
// not exist.
func Find() (*Description, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return Load(filepath.Join(dir, "..", "shared", "discord", resource))
		}
		up := filepath.Dir(dir)
		if up == dir {
			err = fmt.Errorf("openapi: no go.mod above the working directory: %w", fs.ErrNotExist)
		}
		dir = up
	}
	return nil, err
}

// Load reads a description from a file.
func Load(path string) (*Description, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("openapi: %s: %w", path, err)
	}
	relax(doc)
	root, _ := doc.(map[string]any)
	paths, _ := root["paths"].(map[string]any)
	if len(paths) == 0 {
		return nil, fmt.Errorf("openapi: %s has no paths", path)
	}
	d := &Description{
		paths: paths, templates: map[int][]template{},
		compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}, valid: map[digest]bool{},
	}
	for _, p := range slices.Sorted(maps.Keys(paths)) {
		t := template{p, strings.Split(p, "/"), strings.Count(p, "{")}
		d.templates[len(t.segments)] = append(d.templates[len(t.segments)], t)
	}
	d.compiler.RegisterVocabulary(vocabulary)
	d.compiler.AssertVocabs()
	if err := d.compiler.AddResource(resource, doc); err != nil {
		return nil, fmt.Errorf("openapi: %s: %w", path, err)
	}
	return d, nil
}

// relax corrects the description where Discord's documentation differs, and moves integers to their keyword. The description
// has permission sets as numbers; they are strings on the wire. It also does not allow listing an uploaded file by a number,
// as discord.js and eris do.
func relax(node any) {
	switch n := node.(type) {
	case map[string]any:
		if list, ok := n["MessageAttachmentRequest"].(map[string]any); ok {
			if fields, ok := list["properties"].(map[string]any); ok {
				fields["id"] = map[string]any{"anyOf": []any{fields["id"], map[string]any{"type": "integer", "minimum": json.Number("0")}}}
			}
		}
		if p, ok := n["default_member_permissions"].(map[string]any); ok && p["type"] != nil {
			n["default_member_permissions"] = map[string]any{"type": []any{"string", "integer", "null"}}
		}
		takeIntegers(n)
		for _, v := range n {
			relax(v)
		}
	case []any:
		for _, v := range n {
			relax(v)
		}
	}
}

// Request checks the JSON body of a request; path is without /api/vN and query. For a multipart request the body is its
// payload_json.
func (d *Description) Request(method, path string, body []byte) error {
	template, ok := d.template(method, path)
	if !ok {
		return fmt.Errorf("the API description has no %s %s", method, shape(path))
	}
	return d.validate(body, template, strings.ToLower(method), "requestBody", "content", "application/json", "schema")
}

// Reply checks an answer: the description must have its status, and the body must match.
func (d *Description) Reply(method, path string, status int, body []byte) error {
	template, ok := d.template(method, path)
	if !ok {
		return nil // the description lacks some documented routes
	}
	op := d.paths[template].(map[string]any)[strings.ToLower(method)].(map[string]any)
	responses, _ := op["responses"].(map[string]any)
	code := strconv.Itoa(status)
	if _, ok := responses[code]; !ok {
		return fmt.Errorf("the API description has no status %s for %s %s", code, method, template)
	}
	if len(body) == 0 {
		return nil
	}
	return d.validate(body, template, strings.ToLower(method), "responses", code, "content", "application/json", "schema")
}

// template returns the description's path for a concrete one. If several match, it returns the one with the fewest
// {parameters}.
func (d *Description) template(method, path string) (string, bool) {
	method = strings.ToLower(method)
	best, least := "", 100
	segments := strings.Split(path, "/")
	for _, t := range d.templates[len(segments)] {
		if t.parameters >= least || !t.matches(segments) {
			continue
		}
		if _, ok := d.paths[t.path].(map[string]any)[method]; ok {
			best, least = t.path, t.parameters
		}
	}
	return best, best != ""
}

// matches reports whether a path with as many segments matches the template.
func (t template) matches(path []string) bool {
	for i, want := range t.segments {
		if !strings.HasPrefix(want, "{") && want != path[i] {
			return false
		}
	}
	return true
}

// shape hides ids and tokens of a path.
func shape(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if len(p) >= 15 {
			parts[i] = "…"
		}
	}
	return strings.Join(parts, "/")
}

// validate checks a body against the schema at a location in the document's paths. A test's bot repeats many bodies, above
// all its commands, so validate remembers valid ones.
func (d *Description) validate(body []byte, location ...string) error {
	schema, err := d.schema(location)
	if err != nil {
		return err
	}
	h := sha256.New()
	_, _ = h.Write([]byte(schema.Location + "\n"))
	_, _ = h.Write(body)
	sum := digest(h.Sum(nil))
	if d.known(sum) {
		return nil
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("body is not JSON: %w", err)
	}
	if err := schema.Validate(value); err != nil {
		return explain(err)
	}
	d.remember(sum)
	return nil
}

func (d *Description) known(sum digest) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.valid[sum]
}

func (d *Description) remember(sum digest) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.valid) >= mostValid {
		clear(d.valid)
	}
	d.valid[sum] = true
}

func (d *Description) schema(location []string) (*jsonschema.Schema, error) {
	pointer := resource + "#/paths"
	for _, p := range location {
		p = strings.ReplaceAll(strings.ReplaceAll(p, "~", "~0"), "/", "~1")
		pointer += "/" + url.PathEscape(p)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.schemas[pointer]; s != nil {
		return s, nil
	}
	if d.find(location) == nil {
		return nil, fmt.Errorf("the API description has no body at %s", strings.Join(location, " "))
	}
	s, err := d.compiler.Compile(pointer)
	if err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	d.schemas[pointer] = s
	return s, nil
}

func (d *Description) find(location []string) any {
	var node any = d.paths
	for _, p := range location {
		m, ok := node.(map[string]any)
		if !ok {
			return nil
		}
		node = m[p]
	}
	return node
}

// explain shortens a validation error to at most three innermost causes: those deepest in the body.
func explain(err error) error {
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return err
	}
	var leaves []*jsonschema.ValidationError
	collect(invalid, &leaves)
	slices.SortStableFunc(leaves, func(a, b *jsonschema.ValidationError) int {
		return len(b.InstanceLocation) - len(a.InstanceLocation)
	})
	var texts []string
	for _, l := range leaves[:min(3, len(leaves))] {
		kind, _ := json.Marshal(strings.Join(l.InstanceLocation, "."))
		texts = append(texts, fmt.Sprintf("%s: %v", kind, reason(l)))
	}
	return errors.New("does not match Discord's API description: " + strings.Join(texts, "; "))
}

func collect(e *jsonschema.ValidationError, leaves *[]*jsonschema.ValidationError) {
	if len(e.Causes) == 0 {
		*leaves = append(*leaves, e)
	}
	for _, c := range e.Causes {
		collect(c, leaves)
	}
}

// reason returns the last line of the library's own words about one error.
func reason(e *jsonschema.ValidationError) string {
	lines := strings.Split(strings.TrimSpace(e.Error()), "\n")
	_, text, found := strings.Cut(lines[len(lines)-1], "': ")
	if !found {
		return lines[len(lines)-1]
	}
	return text
}
