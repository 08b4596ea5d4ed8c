package options

import (
	"cardroom/render/locale"
)

// locales returns the locales that an option can name.
func locales() (values []string) {
	for _, l := range locale.Languages() {
		values = append(values, l.Locale)
	}
	return values
}

// AsDiscord is the option value that leaves the language to Discord.
const AsDiscord = "discord"

// ChooseLocale reads the option language. The word otherwise leaves the choice to others and is stored as "".
func ChooseLocale(o *Reader, to *string, otherwise string) {
	values := Identity(locales())
	values[otherwise] = ""
	Choose(o, "language", to, 0, values)
}
