// The registered slash commands as a person types them. No DOM in here.

const subcommand = 1;
const group = 2;

// Option types whose value is chosen from a list, by Discord's numbers.
export const type = { string: 3, integer: 4, boolean: 5, user: 6, number: 10 };

// flatten lists what can be typed: "table bot add" is one entry, with its
// description and options, required ones first.
export function flatten(commands) {
  const found = [];
  for (const command of commands ?? []) {
    if ((command.type ?? 1) === 1) walk([command.name], command, found);
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function walk(path, node, found) {
  const inner = (node.options ?? []).filter((option) => option.type === subcommand || option.type === group);
  if (inner.length === 0) {
    const options = [...(node.options ?? [])].sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
    found.push({ name: path.join(' '), description: node.description, options });
    return;
  }
  for (const option of inner) walk([...path, option.name], option, found);
}

// suggest lists the entries for what was typed after the slash, best first:
// those that begin so, then those where a later word does.
export function suggest(entries, typed) {
  const wanted = typed.toLowerCase().trimStart();
  const begins = entries.filter((entry) => entry.name.startsWith(wanted));
  const inside = entries.filter((entry) => !entry.name.startsWith(wanted) && entry.name.includes(` ${wanted}`));
  return wanted === '' ? begins : [...begins, ...inside];
}

// split finds the command at the beginning of a typed line and what follows it:
// "raise to:120" is raise and "to:120". The longest name wins. Undefined when
// no whole name is there yet, followed by a space or the end.
export function split(entries, typed) {
  const text = typed.trimStart();
  const fits = entries.filter((entry) => text === entry.name || text.startsWith(`${entry.name} `));
  const entry = fits.sort((a, b) => b.name.length - a.name.length)[0];
  return entry && { entry, rest: text.slice(entry.name.length).trim() };
}

// parse reads "seat:3 buyin:1,000" into options. Words before the first name go
// to the options that are needed, in order, so "/raise 120" means what it says.
export function parse(entry, rest) {
  const values = new Map();
  const names = entry.options.map((option) => option.name);
  const marks = [...rest.matchAll(/(?<!\S)([^\s:]+):/g)].filter((mark) => names.includes(mark[1]));
  const loose = rest.slice(0, marks[0]?.index ?? rest.length).trim();
  const needed = entry.options.filter((option) => option.required);
  const words = loose.split(/\s+/);
  for (const option of loose === '' ? [] : needed.slice(0, -1)) values.set(option.name, words.shift() ?? '');
  const last = needed.at(-1) ?? entry.options[0];
  if (last && words.join(' ') !== '') values.set(last.name, words.join(' '));
  marks.forEach((mark, i) => {
    const from = mark.index + mark[0].length;
    values.set(mark[1], rest.slice(from, marks[i + 1]?.index ?? rest.length).trim());
  });
  return values;
}

// fixedChoices is the list an option's value must come from, or undefined.
export function fixedChoices(option, users) {
  if (option.choices?.length > 0) return option.choices.map((choice) => ({ label: choice.name, value: String(choice.value) }));
  if (option.type === type.boolean) return [{ label: 'True', value: 'true' }, { label: 'False', value: 'false' }];
  if (option.type === type.user) return users.map((user) => ({ label: `@${user.name}`, value: user.name }));
  return undefined;
}

// check reads a field: {value} as it is sent, or {problem} as it is told. An
// empty field that may be empty gives {}.
export function check(option, text, users) {
  const typed = text.trim();
  if (typed === '') return option.required ? { problem: `${option.name} is needed` } : {};
  const list = fixedChoices(option, users);
  if (list) {
    const same = (word) => word.toLowerCase().replace(/^@/, '') === typed.toLowerCase().replace(/^@/, '');
    const choice = list.find((one) => same(one.label) || same(one.value));
    return choice ? { value: choice.value } : { problem: `${option.name}: choose one from the list` };
  }
  const whole = option.type === type.integer;
  if (whole || option.type === type.number) return number(option, typed, whole);
  if (option.min_length > typed.length) return { problem: `${option.name}: at least ${option.min_length} characters` };
  if (option.max_length < typed.length) return { problem: `${option.name}: at most ${option.max_length} characters` };
  return { value: typed };
}

function number(option, typed, whole) {
  const pattern = whole ? /^-?\d{1,15}$/ : /^-?\d+(\.\d+)?$/;
  if (!pattern.test(typed)) return { problem: `${option.name}: a ${whole ? 'whole ' : ''}number` };
  if (Number(typed) < option.min_value) return { problem: `${option.name}: at least ${option.min_value}` };
  if (Number(typed) > option.max_value) return { problem: `${option.name}: at most ${option.max_value}` };
  return { value: typed };
}
