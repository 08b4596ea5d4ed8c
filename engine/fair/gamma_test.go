package fair_test

import (
	"math"
	"testing"
)

// upper is the probability that a χ² of so many degrees of freedom is x or more: the upper regularized incomplete gamma
// function, by its series below the middle and by its continued fraction above.
func upper(x, df float64) float64 {
	if x <= 0 {
		return 1
	}
	a, x := df/2, x/2
	lg, _ := math.Lgamma(a)
	front := math.Exp(a*math.Log(x) - x - lg)
	if x < a+1 {
		return 1 - front*lowerSeries(a, x)
	}
	return front * upperFraction(a, x)
}

func lowerSeries(a, x float64) float64 {
	sum, term := 1/a, 1/a
	for n := a + 1; term > sum*1e-15; n++ {
		term *= x / n
		sum += term
	}
	return sum
}

func upperFraction(a, x float64) float64 {
	const tiny = 1e-300
	b := x + 1 - a
	c, d := 1/tiny, 1/b
	h := d
	for i := 1.0; i < 1e6; i++ {
		k := i * (a - i)
		b += 2
		d = 1 / (k*d + b)
		c = b + k/c
		h *= c * d
		if math.Abs(c*d-1) < 1e-15 {
			break
		}
	}
	return h
}

// twoSided is the probability that a normal variable is as far from 0 as z.
func twoSided(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

func TestProbabilitiesAreThoseOfTheTables(t *testing.T) {
	for _, tt := range []struct{ x, df, want float64 }{
		{3.841459, 1, 0.05}, {6.634897, 1, 0.01}, {18.307038, 10, 0.05}, {23.209251, 10, 0.01}, {3.940299, 10, 0.95},
		{124.342113, 100, 0.05}, {77.929465, 100, 0.95}, {1074.679449, 1000, 0.05}, {927.594363, 1000, 0.95},
		{2 * math.Ln10, 2, 0.1}, {60, 2, math.Exp(-30)},
	} {
		if got := upper(tt.x, tt.df); math.Abs(got/tt.want-1) > 1e-5 {
			t.Errorf("χ² %g of %g degrees: %g, want %g", tt.x, tt.df, got, tt.want)
		}
	}
	if got := upper(661172, 2601); got != 0 {
		t.Errorf("what cannot be has the probability %g", got)
	}
	if got := twoSided(1.959964); math.Abs(got-0.05) > 1e-6 {
		t.Errorf("1.96 deviations: %g", got)
	}
}
