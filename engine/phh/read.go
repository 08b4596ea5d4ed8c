package phh

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

// Read returns the hands of a file, in order. The file's name says its kind. The last thing it yields may be an error: the
// file cannot be read, or is none of hands.
func Read(path string) iter.Seq2[*Hand, error] {
	return func(yield func(*Hand, error) bool) {
		f, err := os.Open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		if err := read(f, filepath.Base(path), func(h *Hand) bool { return yield(h, nil) }); err != nil {
			yield(nil, fmt.Errorf("%s: %w", path, err))
		}
	}
}

func read(r io.Reader, name string, yield func(*Hand) bool) error {
	r = bufio.NewReader(r)
	if plain, zipped := strings.CutSuffix(name, ".gz"); zipped {
		var err error
		if r, err = gzip.NewReader(r); err != nil {
			return err
		}
		name = plain
	}
	switch filepath.Ext(name) {
	case ".jsonl", ".json":
		return readJSON(r, yield)
	case ".phh":
		return readTOML(r, yield)
	case ".phhs":
		return readMany(r, yield)
	}
	return errors.New("unknown file name: want .phh, .phhs, .json or .jsonl, gzipped or not")
}

func readJSON(r io.Reader, yield func(*Hand) bool) error {
	limited := &handReader{from: r}
	d := json.NewDecoder(limited)
	d.UseNumber() // a number of a hand may have more digits than a float
	for n := 1; ; n++ {
		h := new(Hand)
		limited.reset()
		switch err := d.Decode(h); {
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("hand %d: %w", n, err)
		case !yield(h):
			return nil
		}
	}
}

func readTOML(r io.Reader, yield func(*Hand) bool) error {
	text, err := readTOMLText(r, maxHandSize)
	if err != nil {
		return err
	}
	h := new(Hand)
	if _, err := toml.Decode(text, h); err != nil {
		return err
	}
	yield(h)
	return nil
}

// readTOMLText reads a TOML file of at most so many bytes that is safe to decode.
func readTOMLText(r io.Reader, most int64) (string, error) {
	text, err := readLimited(r, most)
	if err == nil {
		err = checkDepth(text)
	}
	return string(text), err
}

// readMany reads a file whose hands are tables with numbers for names.
func readMany(r io.Reader, yield func(*Hand) bool) error {
	text, err := readTOMLText(r, maxFileSize)
	if err != nil {
		return err
	}
	hands := map[string]*Hand{}
	if _, err := toml.Decode(text, &hands); err != nil {
		return err
	}
	numbers := map[string]int64{}
	for name := range hands {
		if numbers[name], err = strconv.ParseInt(name, 10, 64); err != nil {
			return fmt.Errorf("the name of a hand must be a whole number of at most 18 digits, and is %.40q", name)
		}
	}
	inOrder := func(a, b string) int { return cmp.Or(cmp.Compare(numbers[a], numbers[b]), strings.Compare(a, b)) }
	for _, name := range slices.SortedFunc(maps.Keys(hands), inOrder) {
		h := hands[name]
		if h.ID == nil {
			h.ID = name
		}
		if !yield(h) {
			return nil
		}
	}
	return nil
}
