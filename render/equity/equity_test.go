package equity

import "testing"

func TestWhatIsNotCertainIsNeverShownAsCertain(t *testing.T) {
	for part, want := range map[int64]int{0: 0, 1: 1, 499: 1, 500: 1, 1499: 1, 1500: 2, 634_499: 634, 634_500: 635, 999_499: 999, 999_999: 999, 1_000_000: 1000} {
		if got := tenths(part, 1_000_000); got != want {
			t.Errorf("%d of a million is %d tenths of a percent, should be %d", part, got, want)
		}
	}
}
