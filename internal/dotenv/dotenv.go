// Package dotenv reads a file of variables, such as .env, and never repeats what it holds.
package dotenv

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"

	"github.com/joho/godotenv"

	"cardroom/internal/file"
)

// Read returns the variables of a file, none if it does not exist. An error names the file, and the line that cannot be read.
// lost has an error for each variable of which the library takes a part out: a $ in it names a variable that no line above sets.
func Read(ctx context.Context, path string) (env map[string]string, lost map[string]error, err error) {
	text, err := file.Read(ctx, path)
	if _, unseen := os.Lstat(path); errors.Is(err, fs.ErrNotExist) && unseen == nil {
		return nil, nil, fmt.Errorf("%s is a link to %s, which is missing: put that file back, or remove the link", path, file.Target(path))
	}
	unreadable, ok := errors.AsType[*fs.PathError](err)
	switch {
	case err == nil, errors.Is(err, fs.ErrNotExist):
	case ok:
		return nil, nil, fmt.Errorf("cannot read %s: %v", path, unreadable.Err)
	default:
		return nil, nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // the mark of editors on Windows
	env, err = parse(text)
	if err != nil {
		// The library's error quotes the file, and with it the token.
		return nil, nil, fmt.Errorf("cannot read line %d of %s: each line has the form NAME=value, the name has only letters A to Z, digits, _ and ., and an opening quote needs a closing one", badLine(text), path)
	}
	lost = map[string]error{}
	for name, l := range losses(text) {
		lost[name] = fmt.Errorf("line %d of %s: a part of %s would be lost, because a $ in it names a variable that no line above sets; write the whole value in single quotes",
			l.line, path, l.name)
	}
	return env, lost, nil
}

// properName matches the names that a variable may have.
var properName = regexp.MustCompile(`^[A-Za-z0-9_.]+$`)

// parse reads a text by the library, which would take an empty name and one with a space in it.
func parse(text []byte) (map[string]string, error) {
	env, err := godotenv.UnmarshalBytes(text)
	for name := range env {
		if !properName.MatchString(name) {
			return nil, errors.New("not the name of a variable")
		}
	}
	return env, err
}

// badLine returns the number of the line at which a text goes wrong, behind all that can be read. A quoted value may have many lines.
func badLine(text []byte) int {
	number, unread := 1, []byte(nil)
	for i, l := range bytes.SplitAfter(text, []byte("\n")) {
		unread = append(unread, l...)
		if _, err := parse(unread); err == nil {
			number, unread = i+2, nil
		}
	}
	return number
}

// reference matches what the library replaces by the value of a variable.
var reference = regexp.MustCompile(`\$\(?\{?([A-Z0-9_]+)`)

// mark stands for a part that the library would take out of the value of a name; "" for one that no line sets. No value can have it.
func mark(name string) string { return "\x00" + name + "\x01" }

// marked matches a mark.
var marked = regexp.MustCompile("\x00([^\x01]*)\x01")

// loss is where a part of a value is lost: the variable, and the line at which its value begins.
type loss struct {
	name string
	line int
}

// losses returns where the last value of each variable has lost a part: there, or in a variable of a line above that is in it. It first
// gives a mark to each name behind a $, so that the mark stays where no line above gives the name a value.
func losses(text []byte) map[string]loss {
	var read []byte
	for _, m := range reference.FindAllSubmatch(text, -1) {
		read = fmt.Appendf(read, "%s='%s'\n", m[1], mark(""))
	}
	all := map[string]loss{}
	if read == nil {
		return all
	}
	number, statement := 1, []byte(nil)
	for i, l := range bytes.SplitAfter(text, []byte("\n")) {
		read, statement = append(read, l...), append(statement, l...)
		given, err := godotenv.UnmarshalBytes(statement)
		if err != nil {
			continue // a quoted value goes on
		}
		env, _ := godotenv.UnmarshalBytes(read)
		for name := range given {
			delete(all, name)
			m := marked.FindStringSubmatch(env[name])
			if m == nil {
				continue
			}
			from, above := all[m[1]]
			if !above {
				from = loss{name, number}
			}
			all[name] = from
			read = fmt.Appendf(read, "\n%s='%s'\n", name, mark(name))
		}
		number, statement = i+2, nil
	}
	return all
}
