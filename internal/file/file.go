// Package file reads the files of an operator, and writes files whole.
package file

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"
)

// Read returns the content of a file. Opening a pipe waits for a writer, and the end of ctx ends that wait.
func Read(ctx context.Context, path string) ([]byte, error) {
	if info, err := os.Stat(path); err != nil || info.Mode().IsRegular() {
		return os.ReadFile(path)
	}
	type content struct {
		text []byte
		err  error
	}
	read := make(chan content, 1)
	go func() {
		text, err := os.ReadFile(path)
		read <- content{text, err}
	}()
	select {
	case c := <-read:
		return c.text, c.err
	case <-ctx.Done():
		return nil, fmt.Errorf("stopped while %s was read; a pipe needs a program that writes into it: %w", path, ctx.Err())
	}
}

// Content holds the name and the text of a file.
type Content struct {
	Name string
	Text []byte
}

// byteOrderMarks are how editors on Windows begin a file. No reader of JSON takes them.
var byteOrderMarks = [][]byte{{0xef, 0xbb, 0xbf}, {0xff, 0xfe}, {0xfe, 0xff}}

// ReadEach reads text files from an untrusted source, each once, as one may be a pipe. None may have more than most bytes, or begin with
// a byte order mark.
func ReadEach(names []string, most int) (files []Content, err error) {
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
		f.Close()
		if err != nil {
			return nil, err
		}
		if len(text) > most {
			return nil, fmt.Errorf("%s: more than %d bytes; name a file with less in it", name, most)
		}
		if slices.ContainsFunc(byteOrderMarks, func(mark []byte) bool { return bytes.HasPrefix(text, mark) }) {
			return nil, fmt.Errorf("%s: the file begins with a byte order mark: save it as UTF-8 without one", name)
		}
		files = append(files, Content{name, text})
	}
	return files, nil
}

// Write writes a file for its owner alone. Whenever the program or the machine stops, the file is the new one, or as it was before. After
// Write it is the new one, where the system and the user's rights let the folder be synced.
func Write[T string | []byte](path string, data T) error {
	return write(path, []byte(data), os.Rename)
}

// Create writes a file like Write. If there is one already, Create leaves it and returns an error that is fs.ErrExist. Of two programs that
// create a file at the same time, one gets that error, if the file system has hard links.
func Create[T string | []byte](path string, data T) error {
	return write(path, []byte(data), func(from, to string) error { return moveToFree(from, to, os.Link) })
}

// temporary is the pattern of a temporary file's name. It is short, because the file that it becomes may have the longest name that the
// file system takes.
const temporary = ".write-*.tmp"

// write writes a temporary file in the folder of a path. Then move puts it there.
func write(path string, data []byte, move func(from, to string) error) error {
	folder := folderOf(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(folder, temporary) // 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := move(f.Name(), path); err != nil {
		return err
	}
	if d, err := os.Open(folder); err == nil {
		_ = d.Sync()
		d.Close()
	}
	return nil
}

// CheckFolder returns an error if Create can make no file in the folder of a path. To find out, it makes a temporary file and removes it: in the
// nearest folder above, if that one is missing.
func CheckFolder(path string) error {
	folder := folderOf(path)
	for isMissing(folder) && folder != folderOf(folder) {
		folder = folderOf(folder)
	}
	f, err := os.CreateTemp(folder, temporary)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// moveToFree moves a file to a path that has none, or returns fs.ErrExist. After a link the file is at both paths. Where the file system has no
// hard links, two programs may both succeed in the same moment. The later file stays.
func moveToFree(from, to string, link func(from, to string) error) error {
	if err := link(from, to); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := os.Lstat(to); err == nil {
		return &fs.PathError{Op: "create", Path: to, Err: fs.ErrExist}
	}
	return os.Rename(from, to)
}

// Access adds the operator's remedy to an error of a file that this program may not open, or not write. It advises no other path, because
// a store there would begin anew.
func Access(path string, err error) error {
	_, unseen := os.Stat(path)
	switch denied := errors.Is(err, fs.ErrPermission); {
	case unseen == nil && errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w; mount it read-write", err)
	case unseen == nil && denied:
		return fmt.Errorf("%w; give it to the user that runs this program (chown), with mode 600", err)
	case denied && errors.Is(unseen, fs.ErrPermission):
		return fmt.Errorf("%w; let the user that runs this program into its folder", err)
	}
	return err
}
