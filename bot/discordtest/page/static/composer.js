// The command line. First a command is chosen, then its options are filled in
// as fields beside it; Enter sends from anywhere.
import { byId, h } from './dom.js';
import { check, fixedChoices, flatten, namesOf, parse, split, suggest, type } from './commands.js';
import { Picker } from './picker.js';
import { word } from './words.js';

const restBetween = 180; // ms of not typing before completions are asked for

// Composer runs the command line. It calls send(command, options) and
// complete(command, options, option, partial), both answering as act does.
export class Composer {
  constructor({ send, complete }) {
    this.send = send;
    this.complete = complete;
    this.entries = [];
    this.known = { users: [], rooms: [] };
    this.fields = []; // {option, input, element}
    this.asked = 0; // how often completions were asked for: only the last answer counts
    this.form = byId('composer');
    this.parts = byId('parts');
    this.line = byId('line');
    this.note = byId('note');
    this.picker = new Picker(byId('picker'));
    this.listen();
  }

  listen() {
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.submit();
    });
    this.form.addEventListener('keydown', (event) => this.keydown(event));
    this.form.addEventListener('focusout', (event) => {
      if (this.form.contains(event.relatedTarget)) return;
      this.picker.hide();
      if (this.line.value === '/') this.line.value = '';
    });
    this.line.addEventListener('input', () => this.typed());
    this.line.addEventListener('focus', () => this.offer());
    byId('slash').addEventListener('click', () => this.start());
    this.parts.addEventListener('click', (event) => {
      if (event.target === this.parts) this.line.focus();
    });
  }

  // know takes the registered commands, and the people and channels that can be named.
  know(commands, known) {
    if (commands) this.entries = flatten(commands);
    if (known) this.known = known;
  }

  // nameOf is what a command is called here, by its default name.
  nameOf(name) {
    return this.entries.find((one) => one.byDefault === name)?.name ?? name;
  }

  // start puts the cursor behind a slash, with all commands shown.
  start() {
    this.reset();
    this.line.value = '/';
    this.line.focus();
    this.typed();
  }

  // begin puts a command on the line, ready for the options it needs, and sends
  // one that needs none.
  begin(name) {
    const entry = this.sent ? undefined : this.entries.find((one) => one.byDefault === name);
    if (entry?.options.some((option) => option.required)) this.choose(entry);
    else if (entry) {
      this.put(entry);
      this.sendOff();
    }
  }

  // take puts a command on the line, as a press on its name in a text does. Nothing is sent.
  take(name) {
    const entry = this.entries.find((one) => one.byDefault === name);
    if (entry && !this.sent) this.choose(entry);
  }

  reset() {
    this.stopAsking();
    this.sending(undefined);
    this.entry = undefined;
    this.fields = [];
    this.parts.replaceChildren(this.line);
    this.line.value = '';
    this.line.placeholder = word('press_slash');
    this.picker.hide();
    this.say('');
  }

  typed() {
    // Whoever types the slash that is there already means the one.
    if (!this.entry && this.line.value.startsWith('//')) this.line.value = this.line.value.replace(/^\/+/, '/');
    this.say('');
    this.offer();
    if (this.entry) {
      if (this.line.value.endsWith(':')) this.absorb()?.input.focus();
      return;
    }
    if (!this.line.value.startsWith('/')) return;
    const found = split(this.entries, this.line.value.slice(1));
    if (found && /\s/.test(this.line.value.slice(1 + found.name.length))) this.choose(found.entry, found.rest);
  }

  // offer shows what could come next on the line: commands, or more options.
  offer() {
    const text = this.line.value;
    if (!this.entry) {
      const items = text.startsWith('/') ? suggest(this.entries, text.slice(1)) : [];
      const shown = items.map((entry) => ({ label: `/${entry.name}`, detail: entry.description, value: entry }));
      this.picker.show(this.line, shown, (item) => this.choose(item.value), text !== '/');
      return;
    }
    const items = this.unused().filter((option) => namesOf(option).some((name) => name.startsWith(text.trim().replace(/:$/, ''))));
    const shown = items.map((option) => ({ label: option.name, detail: option.description, value: option }));
    this.picker.show(this.line, shown, (item) => this.add(item.value).input.focus(), text.trim() !== '');
  }

  unused() {
    return this.entry.options.filter((option) => !this.fields.some((field) => field.option === option));
  }

  // choose takes a command and puts the cursor where something is to be typed.
  choose(entry, rest = '') {
    this.put(entry, rest);
    const empty = this.fields.find((field) => field.input.value === '') ?? this.fields.at(-1);
    if (empty) empty.input.focus();
    else this.line.focus();
    if (!empty) this.offer();
  }

  // put shows a command on the line: its required options become fields at once,
  // others when they were typed or are picked.
  put(entry, rest = '') {
    this.reset();
    this.entry = entry;
    const values = parse(entry, rest);
    this.parts.prepend(h('span', { class: 'chosen' }, `/${entry.name}`));
    for (const option of entry.options) {
      if (option.required || values.has(option)) this.add(option, values.get(option));
    }
    this.line.placeholder = this.unused().length > 0 ? word('more_options') : '';
  }

  // add makes an option a field before the end of the line.
  add(option, text = '') {
    const input = h('input', {
      type: 'text', class: 'field-input', role: 'combobox', value: text, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off',
      'aria-label': `${option.name}: ${option.description}${option.required ? ` (${word('required')})` : ''}`,
      'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'picker', enterkeyhint: 'send',
      inputmode: option.type === type.integer ? 'numeric' : null,
      input: () => this.fill(field), focus: () => this.fill(field),
    });
    const name = h('span', { class: 'field-name', 'aria-hidden': 'true' }, option.name, option.required ? h('span', { class: 'needed' }, '*') : null);
    const field = { option, input, element: h('label', { class: 'field' }, name, input) };
    this.fields.push(field);
    this.parts.insertBefore(field.element, this.line);
    this.line.value = '';
    return field;
  }

  // absorb makes fields of what stands at the end of the line, "seat:3" or a
  // bare value, and returns the last one. What names no option stays there.
  absorb() {
    const values = parse({ options: this.unused() }, this.line.value.trim());
    let last;
    for (const option of this.unused()) {
      if (values.has(option)) last = this.add(option, values.get(option));
    }
    return last;
  }

  // fill offers a field's values: a fixed list, the bot's completions, or just
  // the option's own description.
  fill(field) {
    this.say('');
    if (this.moved(field)) return;
    field.input.removeAttribute('aria-invalid');
    const take = (item) => {
      field.input.value = item.label;
      field.completed = item; // the label is shown, the value is sent
      this.next(field);
    };
    const fixed = fixedChoices(field.option, this.known);
    const typed = field.input.value.trim().toLowerCase().replace(/^@/, '');
    if (fixed) this.picker.show(field.input, fixed.filter((item) => item.label.toLowerCase().includes(typed)).slice(0, 25), take, true);
    else if (field.option.autocomplete) this.ask(field, take);
    else this.describe(field);
  }

  // moved puts "name:value" that was typed into a field, alone or behind its
  // value, where it belongs: people type the whole lines that they read elsewhere.
  moved(field) {
    const [, own, name, value] = /^(|.*\s)([^\s:]+):(.*)$/s.exec(field.input.value) ?? [];
    const option = this.entry.options.find((one) => namesOf(one).includes(name));
    if (!option || (option === field.option && own.trim() !== '')) return false;
    field.input.value = own.trim();
    const to = this.fields.find((one) => one.option === option) ?? this.add(option);
    to.input.value = value;
    to.input.focus();
    if (to === field) this.fill(to); // it has the cursor already
    return true;
  }

  describe(field) {
    this.picker.hide();
    this.say(`${field.option.name}: ${field.option.description}`);
  }

  // ask wants completions once typing rests. Answers that come after more was
  // typed are dropped.
  ask(field, take) {
    const asked = this.stopAsking();
    this.timer = setTimeout(async () => {
      const others = this.fields.filter((other) => other !== field);
      const answer = await this.complete(this.entry.byDefault, this.values(others), field.option.byDefault, field.input.value.trim());
      if (asked !== this.asked || document.activeElement !== field.input) return;
      const choices = (answer.choices ?? []).map((choice) => ({ label: choice.name, value: String(choice.value) }));
      if (choices.length === 0) this.describe(field);
      else this.picker.show(field.input, choices, take, isBeginning(field.input.value.trim(), choices[0]));
    }, restBetween);
  }

  // stopAsking drops what was asked or was about to be, and returns the number
  // of the next question.
  stopAsking() {
    clearTimeout(this.timer);
    this.asked++;
    return this.asked;
  }

  // next moves on after a value was picked: to an empty field that is needed,
  // else to the end of the line.
  next(after) {
    const missing = this.fields.find((field) => field !== after && field.option.required && field.input.value === '');
    if (missing) missing.input.focus();
    else this.line.focus();
    if (!missing) this.picker.hide();
  }

  keydown(event) {
    if (event.isComposing) return;
    if (this.picker.key(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key === 'Escape') this.escape(event);
    if (event.key === 'Backspace' && event.target.value === '') this.takeBack(event);
  }

  escape(event) {
    event.preventDefault();
    this.reset();
    this.line.focus();
    this.picker.hide();
  }

  // takeBack: Backspace in an empty field removes it, at the start the command.
  takeBack(event) {
    const at = this.fields.findIndex((field) => field.input === event.target);
    const field = event.target === this.line ? this.fields.at(-1) : this.fields[at];
    if (!this.entry) return;
    event.preventDefault();
    if (!field || (field.option.required && field.input.value === '')) {
      this.start();
      return;
    }
    if (event.target === this.line && field.input.value !== '') {
      field.input.focus();
      return;
    }
    this.fields = this.fields.filter((one) => one !== field);
    field.element.remove();
    this.line.focus();
    this.offer();
  }

  // values reads fields into {name: text}; empty ones are left out.
  values(fields) {
    const out = {};
    for (const field of fields) {
      const value = this.read(field).value;
      if (value !== undefined) out[field.option.byDefault] = value;
    }
    return out;
  }

  read(field) {
    const text = field.completed?.label === field.input.value ? field.completed.value : field.input.value;
    return check(field.option, text, this.known);
  }

  async submit() {
    if (this.sent) return;
    if (!this.entry && !this.understood()) return;
    if (this.line.value.trim() !== '' && !this.absorb()) {
      this.say(word('no_place', { command: this.entry.name, text: this.line.value.trim() }), true);
      return;
    }
    const wrong = this.fields.find((field) => this.read(field).problem);
    if (wrong) {
      wrong.input.setAttribute('aria-invalid', 'true');
      wrong.input.focus();
      this.stopAsking();
      this.picker.hide();
      this.say(this.read(wrong).problem, true);
      return;
    }
    await this.sendOff();
  }

  // understood takes a whole line that was typed or pasted.
  understood() {
    const text = this.line.value.trim();
    if (text === '/') return false;
    const found = text.startsWith('/') && split(this.entries, text.slice(1));
    if (found) {
      this.choose(found.entry, found.rest);
      return true;
    }
    if (text.startsWith('/')) this.say(word('no_command', { text }), true);
    else if (text !== '') this.say(word('slash_only'));
    return false;
  }

  // sendOff sends the line. An answer to a line that is gone by then is dropped:
  // it may be somebody else's.
  async sendOff() {
    this.stopAsking();
    this.picker.hide();
    this.say(`/${this.entry.name} …`);
    const sent = {};
    this.sending(sent);
    const answer = await this.send(this.entry.byDefault, this.values(this.fields));
    if (this.sent !== sent) return;
    this.sending(undefined);
    if (answer.kind === 'failed') {
      this.say(word(answer.error), true);
      return;
    }
    const typing = this.form.contains(document.activeElement); // and not in a modal, nor at a hint
    this.reset();
    if (typing) this.line.focus();
  }

  // sending notes what waits for its answer; undefined: nothing does.
  sending(sent) {
    this.sent = sent;
    this.form.classList.toggle('busy', sent !== undefined);
  }

  say(text, problem = false) {
    this.note.textContent = text;
    this.note.hidden = text === '';
    this.note.classList.toggle('problem', problem);
  }
}

// isBeginning tells whether Enter should take the choice: what was typed is the
// beginning of a word such as "half". A number means what it says.
function isBeginning(typed, choice) {
  return /^\p{L}/u.test(typed) && typed !== choice.value && choice.label.toLowerCase().startsWith(typed.toLowerCase());
}
