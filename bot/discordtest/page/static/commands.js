// The registered slash commands as a person types them: each has the name that
// its client shows, and the default one, by which it is sent. Either is understood.
import { either, locale, word } from './words.js';

const subcommand = 1;
const group = 2;

// Option types whose value is chosen from a list, by Discord's numbers.
export const type = { string: 3, integer: 4, boolean: 5, user: 6, channel: 7, number: 10 };

// flatten lists what can be typed: "table bot add" is one entry, with its
// description and options, required ones first. Of everything there is the name
// that is shown, and byDefault, the one that is sent.
export function flatten(commands) {
  const found = [];
  for (const command of commands ?? []) {
    if ((command.type ?? 1) === 1) walk([], command, found);
  }
  return found.sort((a, b) => a.name.localeCompare(b.name, locale));
}

function walk(above, node, found) {
  const path = [...above, node];
  const inner = (node.options ?? []).filter((option) => option.type === subcommand || option.type === group);
  if (inner.length > 0) {
    for (const option of inner) walk(path, option, found);
    return;
  }
  const options = (node.options ?? []).map(shown).sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
  const { description } = shown(node);
  found.push({ name: path.map((one) => shown(one).name).join(' '), byDefault: path.map((one) => one.name).join(' '), description, options });
}

// shown is a command or option under the name that the client shows.
function shown(one) {
  return { ...one, name: one.name_localized ?? one.name, byDefault: one.name, description: one.description_localized ?? one.description };
}

// namesOf lists what an entry or option goes by.
export function namesOf({ name, byDefault }) {
  return name === byDefault ? [name] : [name, byDefault];
}

// suggest lists the entries for what was typed after the slash, best first: the
// one of that name, those that begin so, then those where a later word does.
export function suggest(entries, typed) {
  const wanted = typed.toLowerCase().trimStart();
  const rank = (name) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(` ${wanted}`) ? 2 : 3);
  const ranked = entries.map((entry) => ({ entry, at: Math.min(...namesOf(entry).map(rank)) }));
  return ranked.filter(({ at }) => at < 3).sort((a, b) => a.at - b.at).map(({ entry }) => entry);
}

// split finds the command at the beginning of a typed line and what follows it:
// "raise to:120" is raise and "to:120". The longest name wins. Undefined when
// no whole name is there yet, followed by a space or the end.
export function split(entries, typed) {
  const text = typed.trimStart();
  const all = entries.flatMap((entry) => namesOf(entry).map((name) => ({ entry, name })));
  const fits = all.filter(({ name }) => text === name || text.startsWith(`${name} `));
  const best = fits.sort((a, b) => b.name.length - a.name.length)[0];
  return best && { entry: best.entry, name: best.name, rest: text.slice(best.name.length).trim() };
}

// parse reads "seat:3 buyin:1,000" into options. Words before the first name go
// to the options that are needed, in order, so "/raise 120" means what it says.
export function parse(entry, rest) {
  const values = new Map(); // by option
  const optionOf = (name) => entry.options.find((option) => namesOf(option).includes(name));
  const marks = [...rest.matchAll(/(?<!\S)([^\s:]+):/g)].filter((mark) => optionOf(mark[1]));
  const loose = rest.slice(0, marks[0]?.index ?? rest.length).trim();
  const needed = entry.options.filter((option) => option.required);
  const words = loose.split(/\s+/);
  for (const option of loose === '' ? [] : needed.slice(0, -1)) values.set(option, words.shift() ?? '');
  const last = needed.at(-1) ?? entry.options[0];
  if (last && words.join(' ') !== '') values.set(last, words.join(' '));
  marks.forEach((mark, i) => {
    const from = mark.index + mark[0].length;
    values.set(optionOf(mark[1]), rest.slice(from, marks[i + 1]?.index ?? rest.length).trim());
  });
  return values;
}

// fixedChoices is the list an option's value must come from, or undefined. Known are the users and the rooms.
export function fixedChoices(option, known) {
  if (option.choices?.length > 0) return option.choices.map((choice) => ({ label: choice.name, value: String(choice.value) }));
  if (option.type === type.boolean) return [{ label: word('true'), value: 'true' }, { label: word('false'), value: 'false' }];
  if (option.type === type.user) return known.users.map((user) => ({ label: `@${user.name}`, value: user.name }));
  if (option.type === type.channel) return known.rooms.map((room) => ({ label: `#${room.name}`, value: room.id }));
  return undefined;
}

// fewChoices is how many choices a problem names at most; more are in the list.
const fewChoices = 6;

// check reads a field: {value} as it is sent, or {problem} as it is told. An
// empty field that may be empty gives {}.
export function check(option, text, known) {
  const typed = text.trim();
  if (typed === '') return option.required ? { problem: word('is_needed', { option: option.name }) } : {};
  const list = fixedChoices(option, known);
  if (list) {
    const same = (word) => word.toLowerCase().replace(/^[@#]/, '') === typed.toLowerCase().replace(/^[@#]/, '');
    const choice = list.find((one) => same(one.label) || same(one.value));
    if (choice) return { value: choice.value };
    if (list.length > fewChoices) return { problem: word('from_list', { option: option.name }) };
    return { problem: word('one_of', { option: option.name, list: either(list.map((one) => one.label)) }) };
  }
  const whole = option.type === type.integer;
  if (whole || option.type === type.number) return number(option, typed, whole);
  if (option.min_length > typed.length) return { problem: `${option.name}. ${word('shortest', { n: option.min_length })}` };
  if (option.max_length < typed.length) return { problem: `${option.name}. ${word('longest', { n: option.max_length })}` };
  return { value: typed };
}

function number(option, typed, whole) {
  const pattern = whole ? /^-?\d{1,15}$/ : /^-?\d+(\.\d+)?$/;
  if (!pattern.test(typed)) return { problem: word(whole ? 'not_whole' : 'not_number', { option: option.name }) };
  if (Number(typed) < option.min_value) return { problem: word('least', { option: option.name, n: option.min_value }) };
  if (Number(typed) > option.max_value) return { problem: word('most', { option: option.name, n: option.max_value }) };
  return { value: typed };
}
