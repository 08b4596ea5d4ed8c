package picture

import (
	"os"
	"path/filepath"
	"testing"
)

// The pictures that the README shows are golden scenes, as people get them. They are written anew with the golden files:
//
//	go test ./render/picture -update
func TestTheReadmeShowsGoldenScenes(t *testing.T) {
	p := painter(t)
	for name, of := range map[string]string{"flop": "nine-flop", "showdown": "result-full-house"} {
		path := filepath.Join("..", "..", "docs", name+".png")
		for _, s := range scenes(t) {
			if s.name == of {
				goldenPicture(t, path, p, s)
			}
		}
		file, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if file.Size() > 60<<10 {
			t.Errorf("%s has %d bytes", path, file.Size())
		}
	}
}
