package list

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCopiesKeepTheirItems changes random copies at random, and compares each with an array of its own.
func TestCopiesKeepTheirItems(t *testing.T) {
	type version struct {
		l    List[int]
		want []int
		edit int64
	}
	r := rand.New(rand.NewPCG(1, 1))
	versions := []version{{}}
	for range 3000 {
		v := versions[r.IntN(len(versions))]
		v.edit++
		v.want = slices.Clone(v.want)
		for range 1 + r.IntN(4) {
			switch n := r.IntN(10); {
			case n == 0 && len(v.want) > 0:
				i := r.IntN(len(v.want))
				v.l.Remove(i, v.edit)
				v.want = slices.Delete(v.want, i, i+1)
			case n < 5 && len(v.want) > 0:
				i := r.IntN(len(v.want))
				*v.l.Own(i, v.edit) = r.Int()
				v.want[i] = *v.l.At(i)
			default:
				v.want = append(v.want, r.Int())
				v.l.Add(v.want[len(v.want)-1], v.edit)
			}
		}
		if len(versions) < 100 {
			versions = append(versions, v)
		} else {
			versions[r.IntN(len(versions))] = v
		}
	}
	for _, v := range versions {
		b, err := json.Marshal(v.l)
		if err != nil {
			t.Fatal(err)
		}
		var read List[int]
		if err := json.Unmarshal(b, &read); err != nil {
			t.Fatal(err)
		}
		for i, want := range v.want {
			if *v.l.At(i) != want || *read.At(i) != want {
				t.Fatalf("item %d is %d, and %d when it was read, want %d", i, *v.l.At(i), *read.At(i), want)
			}
		}
		if v.l.Len() != len(v.want) || read.Len() != len(v.want) {
			t.Fatalf("%d items, and %d when they were read, want %d", v.l.Len(), read.Len(), len(v.want))
		}
	}
}
