package world

import (
	"bytes"
	"image"
	_ "image/gif" // decodes the sizes of pictures
	_ "image/jpeg"
	_ "image/png"
	"mime"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"cardroom/bot/discordtest/form"
	"cardroom/bot/discordtest/object"
	"cardroom/internal/file"
)

// keptDeletedFiles is how many files of deleted messages are kept in memory. Clients that know them may still ask: Discord
// does not delete files at once either.
const keptDeletedFiles = 64

// files holds the contents of attachments: in memory, or in a folder beside the state file.
type files struct {
	folder  string // "": in memory
	memory  map[string][]byte
	deleted []deletedFile // recently
}

type deletedFile struct {
	id   string
	data []byte
}

func newFiles(statePath string) files {
	f := files{memory: map[string][]byte{}}
	if statePath != "" {
		f.folder = statePath + ".files"
	}
	return f
}

func (f *files) put(id string, data []byte) error {
	if f.folder == "" {
		f.memory[id] = data
		return nil
	}
	return file.Write(filepath.Join(f.folder, id), data)
}

func (f *files) get(id string) ([]byte, bool) {
	if f.folder == "" {
		data, ok := f.memory[id]
		return data, ok
	}
	data, err := os.ReadFile(filepath.Join(f.folder, id))
	return data, err == nil
}

// find works like get, and also finds recently deleted files.
func (f *files) find(id string) ([]byte, bool) {
	if data, ok := f.get(id); ok {
		return data, true
	}
	i := slices.IndexFunc(f.deleted, func(d deletedFile) bool { return d.id == id })
	if i < 0 {
		return nil, false
	}
	return f.deleted[i].data, true
}

func (f *files) delete(id string) {
	if data, ok := f.get(id); ok {
		f.deleted = append(f.deleted, deletedFile{id, data})
		f.deleted = f.deleted[max(0, len(f.deleted)-keptDeletedFiles):]
	}
	delete(f.memory, id)
	if f.folder != "" {
		_ = os.Remove(filepath.Join(f.folder, id))
	}
}

// File returns the contents of an attachment, also of a recently deleted one.
func (w *World) File(id string) ([]byte, bool) { return w.files.find(id) }

// dropFiles deletes the files of attachments that a message no longer has.
func (w *World) dropFiles(before, after []object.Attachment) {
	for _, a := range before {
		if !slices.ContainsFunc(after, func(b object.Attachment) bool { return a.ID == b.ID }) {
			w.files.delete(a.ID)
		}
	}
}

// Store keeps an uploaded file and returns it as an attachment of a message in the channel.
func (w *World) Store(channel string, u form.Upload) object.Attachment {
	a := object.Attachment{ID: w.NewID(), Filename: cleanName(u.Name), Size: len(u.Data), ContentType: u.ContentType}
	if kind := mime.TypeByExtension(filepath.Ext(u.Name)); a.ContentType == "" || a.ContentType == "application/octet-stream" {
		a.ContentType = kind
	}
	if cfg, _, err := image.DecodeConfig(bytes.NewReader(u.Data)); err == nil {
		a.Width, a.Height = cfg.Width, cfg.Height
	}
	a.URL = "/attachments/" + channel + "/" + a.ID + "/" + a.Filename
	if err := w.files.put(a.ID, u.Data); err != nil {
		w.Complain("cannot store an attachment: %v", err)
	}
	return a
}

var unsafeInName = regexp.MustCompile(`[^\w.-]+`)

func cleanName(name string) string { return unsafeInName.ReplaceAllString(filepath.Base(name), "_") }
