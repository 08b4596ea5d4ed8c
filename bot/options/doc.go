// Package options handles the options that a host can set at a table: parsing, formatting, conflicts and texts.
//
// [Table] is all options of a table: [poker.Rules] and the bot's own [Extras]. [All] lists them as [Option] values in the
// order of the settings panel; to add one, add a row there and its text to the languages. Where [poker.Rules] refuses its
// values, ruleOptions names its field. An option can write its value as a host types it, and its reader accepts that text
// again. So presets and the audit log store options as text.
//
// [ReadRules] reads /table open. [Option.Apply] reads one value of /table settings, and [Option.Explain] returns why it is
// refused: the value itself, or a conflict with another option. [ErrorText] returns the text for a host.
//
// A [Reader] keeps the first error, so its callers read every option and check the error once.
package options
