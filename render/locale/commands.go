package locale

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
)

// The files write commands and options by their default names, "/sit post". A client in a language with names of its own
// lists those, and its user has to type them: "/сесть пост".
var (
	namedCommand = regexp.MustCompile(`(^|[^\pL\pN/])/([a-z]+(?: [a-z-]+)*)((?:, [a-z]+(?: [a-z]+)*)*` + "`" + `)?`)
	namedOption  = regexp.MustCompile("`([a-z-]+)`")
)

// localNames puts the language's own names of commands, and of options behind them or in backticks, into the texts of a
// file. A text is a line, or several are. In code a command may stand for those that share its first word: "`/table pause,
// resume`".
func localNames(file []byte) ([]byte, error) {
	var texts struct {
		Commands map[string]Command `json:"commands"`
	}
	if err := json.NewDecoder(bytes.NewReader(file)).Decode(&texts); err != nil {
		return nil, err
	}
	lines := strings.Split(string(file), "\n")
	for i, line := range lines {
		lines[i] = named{texts.Commands}.line(line)
	}
	return []byte(strings.Join(lines, "\n")), nil
}

// named is the commands of a language, by their default names.
type named struct{ commands map[string]Command }

// line replaces the names in one line.
func (n named) line(line string) string {
	var met []Command
	line = namedCommand.ReplaceAllStringFunc(line, func(found string) string {
		before, words, _ := strings.Cut(found, "/")
		words, quoted := strings.CutSuffix(words, "`")
		list := strings.Split(words, ", ")
		first, _, _ := strings.Cut(words, " ")
		for i, words := range list {
			if i > 0 {
				words = first + " " + words
			}
			said, c := n.command(strings.Fields(words))
			if c.Name != "" {
				met = append(met, c)
			}
			if list[i] = said; i > 0 {
				_, list[i], _ = strings.Cut(said, " ")
			}
		}
		said := strings.Join(list, ", ")
		if quoted {
			said += "`"
		}
		return before + "/" + said
	})
	return namedOption.ReplaceAllStringFunc(line, func(found string) string {
		option := strings.Trim(found, "`")
		for _, c := range met {
			if o, ok := c.Options[option]; ok {
				return "`" + o.Name + "`"
			}
		}
		return found
	})
}

// command returns the command whose path some words begin with, and the words as the language says them. The command is
// zero where there is none.
func (n named) command(words []string) (said string, c Command) {
	var path []string
	for i := range words {
		next, ok := n.commands[strings.Join(words[:i+1], " ")]
		if !ok {
			break
		}
		path, c = append(path, next.Name), next
	}
	rest := words[len(path):]
	if len(rest) > 0 {
		if o, ok := c.Options[rest[0]]; ok {
			path, rest = append(path, o.Name), rest[1:]
		}
	}
	return strings.Join(append(path, rest...), " "), c
}

// CommandName returns the name of a command as the client of this language lists it: "table bot add" is "table bot add" in
// English and "стол бот добавить" in Russian.
func (l *Lang) CommandName(path string) string {
	said, _ := named{l.Commands}.command(strings.Fields(path))
	return said
}
