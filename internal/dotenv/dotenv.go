// Package dotenv reads a file of variables, such as .env, and never repeats what it holds.
package dotenv

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/joho/godotenv"
)

// Read returns the variables of a file, none if it does not exist. An error names the file, and the line that cannot be read.
func Read(path string) (map[string]string, error) {
	text, err := os.ReadFile(path)
	if unreadable, ok := errors.AsType[*fs.PathError](err); ok && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot read %s: %v", path, unreadable.Err)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // the mark of editors on Windows
	env, err := godotenv.UnmarshalBytes(text)
	if err != nil {
		// The library's error quotes the file, and with it the token.
		return nil, fmt.Errorf("cannot read line %d of %s: each line has the form NAME=value, and an opening quote needs a closing one", badLine(text), path)
	}
	return env, nil
}

// badLine returns the number of the line at which a text goes wrong, behind all that can be read. A quoted value may have many lines.
func badLine(text []byte) int {
	number, unread := 1, []byte(nil)
	for i, l := range bytes.SplitAfter(text, []byte("\n")) {
		unread = append(unread, l...)
		if _, err := godotenv.UnmarshalBytes(unread); err == nil {
			number, unread = i+2, nil
		}
	}
	return number
}
