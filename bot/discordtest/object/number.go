package object

import (
	"cmp"
	"slices"
)

// Number gives every component without an id the next free one, as Discord does.
func Number(list []Component, next *int) []Component {
	out := slices.Clone(list)
	for i := range out {
		c := &out[i]
		if c.ID == 0 {
			*next++
			c.ID = *next
		}
		if c.IsSelect() {
			c.MinValues, c.MaxValues = orOne(c.MinValues), orOne(c.MaxValues)
		}
		c.Components = Number(c.Components, next)
		if c.Component != nil {
			c.Component = &Number([]Component{*c.Component}, next)[0]
		}
		if c.Accessory != nil {
			c.Accessory = &Number([]Component{*c.Accessory}, next)[0]
		}
	}
	return out
}

func orOne(p *int) *int {
	one := IntOr(p, 1)
	return &one
}

// IntOr returns the number that p points to, or or if p is nil.
func IntOr(p *int, or int) int {
	if p == nil {
		return or
	}
	return *p
}

// CompareIDs orders ids by age.
func CompareIDs(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}
