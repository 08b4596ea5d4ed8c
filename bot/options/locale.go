package options

import (
	"cardroom/render/locale"
)

// locales is what a language can be chosen from, as the values of options.
func locales() (values []string) {
	for _, l := range locale.Languages() {
		values = append(values, l.Locale)
	}
	return values
}

// AsDiscord is the value of an option that leaves the language to Discord.
const AsDiscord = "discord"

// ChooseLocale reads the option language: a language there is, or the word for leaving it to others, stored as nothing.
func ChooseLocale(o *Reader, to *string, otherwise string) {
	values := Identity(locales())
	values[otherwise] = ""
	Choose(o, "language", to, 0, values)
}
