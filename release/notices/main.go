// Command notices writes the licences of all modules that are built into the program, for people who pass it on.
//
//	go run ./release/notices -o THIRD_PARTY_NOTICES.txt
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// platforms are the systems that a release is made for. A module may be built into the program on one of them only.
var platforms = []string{"linux", "darwin", "windows"}

func main() {
	out := flag.String("o", "", "`file` to write; standard output if empty")
	of := flag.String("of", "./cmd/cardroom", "`package` of the program")
	flag.Parse()
	var text bytes.Buffer
	if err := write(&text, *of); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if *out == "" {
		os.Stdout.Write(text.Bytes())
		return
	}
	if err := os.WriteFile(*out, text.Bytes(), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write lists the modules of a program with the texts of their licences. It fails for a module without one.
func write(w io.Writer, program string) error {
	modules, err := modulesOf(program)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "Cardroom contains the Go standard library and %d modules by others, under these licences.\n", len(modules)-1)
	for _, m := range modules {
		texts, err := licences(m.dir)
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		for _, t := range texts {
			fmt.Fprintf(w, "\n%s\n%s, %s\n\n%s\n", strings.Repeat("=", 80), m.name, filepath.Base(t.path), strings.TrimSpace(t.text))
		}
	}
	return nil
}

type module struct{ name, dir string }

// modulesOf returns the standard library and the modules of the packages that a program is built from, sorted by name.
func modulesOf(program string) ([]module, error) {
	goRoot, err := goTool("", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	modules := []module{{"the Go standard library", strings.TrimSpace(goRoot)}}
	const form = `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}	{{.Dir}}{{end}}{{end}}`
	for _, system := range platforms {
		list, err := goTool(system, "list", "-deps", "-f", form, program)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(list) {
			name, dir, ok := strings.Cut(strings.TrimSpace(line), "\t")
			if m := (module{name, dir}); ok && !slices.Contains(modules, m) {
				modules = append(modules, m)
			}
		}
	}
	slices.SortFunc(modules[1:], func(a, b module) int { return strings.Compare(a.name, b.name) })
	return modules, nil
}

// goTool runs the go command for a system, or for this one if that is empty, and returns what it printed.
func goTool(system string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if system != "" {
		cmd.Env = append(cmd.Env, "GOOS="+system)
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return string(out), nil
}

type licence struct{ path, text string }

var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

// licences returns the licence and notice files in a module's folder.
func licences(dir string) (texts []licence, err error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if f.IsDir() || !licenceName.MatchString(f.Name()) {
			continue
		}
		path := filepath.Join(dir, f.Name())
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		texts = append(texts, licence{path, string(text)})
	}
	if len(texts) == 0 {
		return nil, fmt.Errorf("no licence in %s: add its file name to licenceName, or drop the module", dir)
	}
	return texts, nil
}
