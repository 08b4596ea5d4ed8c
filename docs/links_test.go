package docs

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// pages returns every page of the project by its path from the root.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules"):
			return fs.SkipDir
		case !strings.HasSuffix(file, ".md"):
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		all[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// page returns the page of that path from the root.
func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	codeBlock  = regexp.MustCompile("(?ms)^```.*?^```\n|^    .*?\n")
	codeSpan   = regexp.MustCompile("`[^`\n]*`")
	linkForm   = regexp.MustCompile(`\]\(([^)\s]+)\)|\bsrc="([^"]+)"`)
	headForm   = regexp.MustCompile(`(?m)^#+ (.+)$`)
	noAnchor   = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
	fenceBlock = regexp.MustCompile("(?ms)^```.*?^```\n")
)

// links returns where a page links to, code apart.
func links(text string) (all []string) {
	text = codeSpan.ReplaceAllString(codeBlock.ReplaceAllString(text, ""), "")
	for _, m := range linkForm.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1]+m[2])
	}
	return all
}

// anchors returns the anchors that GitHub gives to the headings of a page.
func anchors(text string) (all []string) {
	for _, m := range headForm.FindAllStringSubmatch(fenceBlock.ReplaceAllString(text, ""), -1) {
		all = append(all, strings.ReplaceAll(noAnchor.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return all
}

// brokenLinks returns the links of a page that lead nowhere. Links to other sites are not followed.
func brokenLinks(name string, all map[string]string) (broken []string) {
	for _, link := range links(all[name]) {
		if strings.Contains(link, "://") || strings.HasPrefix(link, "mailto:") {
			continue
		}
		file, anchor, _ := strings.Cut(link, "#")
		to := path.Join(path.Dir(name), file)
		if file == "" {
			to = name
		}
		text, isPage := all[to]
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(to))); err != nil && !isPage {
			broken = append(broken, link)
		} else if anchor != "" && !slices.Contains(anchors(text), anchor) {
			broken = append(broken, link)
		}
	}
	return broken
}

func TestEveryLinkLeadsSomewhere(t *testing.T) {
	all := pages(t)
	for name := range all {
		for _, link := range brokenLinks(name, all) {
			t.Errorf("%s: the link %s leads nowhere", name, link)
		}
	}
	for _, name := range []string{"README.md", "docs/metrics.md", "bench/peers/README.md"} {
		if all[name] == "" {
			t.Errorf("%s was not read", name)
		}
	}
}

// A link that has gone stale is found.
func TestLinksCannotRot(t *testing.T) {
	all := map[string]string{"docs/a.md": "", "docs/b.md": "# One: two, `three`\n```\n# Four\n```\n"}
	for text, want := range map[string]string{
		"[b](b.md), [one](b.md#one-two-three), [site](https://example.com/x)": "",
		"![picture](demo.png)":                "",
		"[page](../README.md)":                "",
		"[itself](#here)\n\n## Here\n":        "",
		"`[code](nowhere.md)`":                "",
		"    [code](nowhere.md)\n":            "",
		"[b](nowhere.md)":                     "nowhere.md",
		"[b](b.md#four)":                      "b.md#four",
		"[b](docs/b.md)":                      "docs/b.md",
		`<img src="nowhere.png" width="440">`: "nowhere.png",
		"[itself](#there)":                    "#there",
	} {
		all["docs/a.md"] = text
		if got := strings.Join(brokenLinks("docs/a.md", all), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestTheTemplatesMarkWhatToFillIn wants the operator's name and a contact to be marked in the pages that Discord's verification asks for.
func TestTheTemplatesMarkWhatToFillIn(t *testing.T) {
	for _, name := range []string{"docs/privacy.md", "docs/terms.md"} {
		for _, place := range []string{"«NAME OF THE BOT»", "«YOUR NAME OR COMPANY»", "«E-MAIL OR SUPPORT SERVER»", "«DATE»"} {
			if !strings.Contains(page(t, name), place) {
				t.Errorf("%s does not mark %s", name, place)
			}
		}
	}
}

// TestEveryPageSaysWhatItIsFor wants the first sentence of a page to say what the page does for its reader.
func TestEveryPageSaysWhatItIsFor(t *testing.T) {
	opening := regexp.MustCompile(`^# [^\n]+\n\nThis page `)
	for name, text := range pages(t) {
		if path.Dir(name) != "." && path.Dir(name) != "docs" || name == "README.md" || name == "CHANGELOG.md" {
			continue
		}
		if !opening.MatchString(text) {
			t.Errorf("%s does not begin with a title and a sentence that says what the page is for (This page …)", name)
		}
	}
}
