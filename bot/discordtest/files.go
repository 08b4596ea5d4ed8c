package discordtest

import (
	"bytes"
	"image"
	_ "image/gif" // the sizes of pictures are read from their headers
	_ "image/jpeg"
	_ "image/png"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// files holds the contents of attachments: in memory, or in a folder beside
// the state file.
func (s *Server) fileFolder() string { return s.opts.State + ".files" }

func (s *Server) putFile(id string, data []byte) {
	if s.opts.State == "" {
		s.files[id] = data
		return
	}
	if err := os.MkdirAll(s.fileFolder(), 0o755); err != nil {
		s.complain("attachment: %v", err)
		return
	}
	if err := replaceFile(filepath.Join(s.fileFolder(), id), data); err != nil {
		s.complain("attachment: %v", err)
	}
}

func (s *Server) getFile(id string) ([]byte, bool) {
	if s.opts.State == "" {
		data, ok := s.files[id]
		return data, ok
	}
	data, err := os.ReadFile(filepath.Join(s.fileFolder(), id))
	return data, err == nil
}

// lost is a file that no message has any more. Clients that were told of it
// may still ask: Discord's files do not go at once either.
type lost struct {
	id   string
	data []byte
}

// mostLost is how many of them are kept, in memory.
const mostLost = 64

func (s *Server) dropFile(id string) {
	if data, ok := s.getFile(id); ok {
		s.lost = append(s.lost, lost{id, data})
		s.lost = s.lost[max(0, len(s.lost)-mostLost):]
	}
	delete(s.files, id)
	if s.opts.State != "" {
		_ = os.Remove(filepath.Join(s.fileFolder(), id))
	}
}

// findFile is getFile, of files that were lost lately too.
func (s *Server) findFile(id string) ([]byte, bool) {
	if data, ok := s.getFile(id); ok {
		return data, true
	}
	i := slices.IndexFunc(s.lost, func(l lost) bool { return l.id == id })
	if i < 0 {
		return nil, false
	}
	return s.lost[i].data, true
}

func (s *Server) dropFiles(list []*Message) {
	for _, m := range list {
		s.dropLost(m.Attachments, nil)
	}
}

// dropLost deletes the files of attachments that a message no longer has.
func (s *Server) dropLost(before, after []Attachment) {
	for _, a := range before {
		if !slices.ContainsFunc(after, func(b Attachment) bool { return a.ID == b.ID }) {
			s.dropFile(a.ID)
		}
	}
}

// attach returns the attachments a message has after the form: the old ones
// that the form keeps (all, when it does not speak of them) and the new ones.
func (s *Server) attach(c *call, m *Message, f *messageForm) []Attachment {
	var list []Attachment
	for _, a := range m.Attachments {
		kept := func(form attachmentForm) bool { return form.id() == a.ID }
		if !f.present("attachments") || slices.ContainsFunc(f.Attachments, kept) {
			list = append(list, a)
		}
	}
	for _, u := range c.files {
		i := slices.IndexFunc(f.Attachments, func(form attachmentForm) bool { return form.id() == u.index })
		if f.present("attachments") && i < 0 {
			continue
		}
		a := s.store(m.ChannelID, u)
		if i >= 0 {
			a.Description = f.Attachments[i].Description
		}
		list = append(list, a)
	}
	return list
}

func (s *Server) store(channel string, u upload) Attachment {
	a := Attachment{ID: s.newID(), Filename: cleanName(u.name), Size: len(u.data), ContentType: u.kind}
	if kind := mime.TypeByExtension(filepath.Ext(u.name)); a.ContentType == "" || a.ContentType == "application/octet-stream" {
		a.ContentType = kind
	}
	if cfg, _, err := image.DecodeConfig(bytes.NewReader(u.data)); err == nil {
		a.Width, a.Height = cfg.Width, cfg.Height
	}
	a.URL = "/attachments/" + channel + "/" + a.ID + "/" + a.Filename
	s.putFile(a.ID, u.data)
	return a
}

var unsafeInName = regexp.MustCompile(`[^\w.-]+`)

func cleanName(name string) string { return unsafeInName.ReplaceAllString(filepath.Base(name), "_") }

// serveFile answers /attachments/{channel}/{id}/{name}.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, "/attachments/"), "/")
	if len(parts) != 3 || strings.Trim(parts[1], "0123456789") != "" || parts[1] == "" {
		http.NotFound(w, r)
		return
	}
	s.mu.Lock()
	data, ok := s.findFile(parts[1])
	s.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	http.ServeContent(w, r, parts[2], time.Time{}, bytes.NewReader(data))
}
