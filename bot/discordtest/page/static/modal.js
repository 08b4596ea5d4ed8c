// The window a bot may open: a title, up to five inputs, Submit and Cancel.
// The browser's own dialog keeps the focus inside, closes on Esc and gives the
// focus back.
import { h } from './dom.js';
import { markdown } from './markdown.js';
import { word } from './words.js';

const paragraph = 2;

// openModal shows a modal. send(values) gets the values in reading order and
// answers as act does; the window stays open when that failed.
export function openModal(dialog, modal, context, send) {
  const inputs = [];
  const problem = h('p', { class: 'failed', role: 'alert' });
  const submit = h('button', { type: 'submit', class: 'button primary' }, word('submit'));
  const form = h('form', { novalidate: true, autocomplete: 'off' },
    h('h2', { id: 'modal-title' }, modal.title),
    (modal.components ?? []).map((c) => part(c, context, inputs)),
    problem,
    h('div', { class: 'modal-end' },
      h('button', { type: 'button', class: 'button secondary', click: () => dialog.close() }, word('cancel')), submit));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (submit.disabled || !complete(inputs)) return;
    submit.disabled = true;
    const answer = await send(inputs.map((one) => one.input.value));
    submit.disabled = false;
    if (answer.kind === 'failed') problem.textContent = word(answer.error);
    else if (dialog.contains(form)) {
      dialog.close();
      placeCursor(); // the event of the closing comes later than a fast key
    }
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  dialog.replaceChildren(form);
  dialog.onclose = placeCursor;
  if (!dialog.open) dialog.showModal();
  const first = inputs[0]?.input;
  first?.focus();
  first?.select?.();
}

// placeCursor puts the cursor at the end of the field that has the focus again.
// A browser may give the focus back without a cursor, and then keys type nothing.
function placeCursor() {
  const field = document.activeElement;
  if (field?.matches('input[type="text"]')) field.setSelectionRange(field.value.length, field.value.length);
}

function part(c, context, inputs) {
  if (c.type === 1) return (c.components ?? []).map((one) => part(one, context, inputs));
  if (c.type === 10) return h('div', { class: 'text' }, markdown(c.content, context));
  if (c.type === 18) return entry(c.component, c.label, c.description, inputs);
  return entry(c, c.label, undefined, inputs);
}

// entry is one input under its label, with room for what is wrong with it.
function entry(c, label, description, inputs) {
  const id = `modal-${inputs.length}`;
  const needed = c.required !== false;
  const input = control(c, id, Boolean(description));
  const wrong = h('span', { id: `${id}-wrong`, class: 'failed' });
  inputs.push({ c, input, wrong, needed });
  return h('div', { class: 'entry' },
    h('label', { for: id }, label ?? word('value'), needed ? h('span', { class: 'needed', title: word('required') }, '*') : null),
    description ? h('p', { id: `${id}-about`, class: 'about' }, description) : null,
    input, wrong);
}

function control(c, id, described) {
  const shared = { id, required: c.required !== false, 'aria-describedby': `${described ? `${id}-about ` : ''}${id}-wrong` };
  if (c.type === 3) {
    return h('select', shared, h('option', { value: '' }, c.placeholder ?? word('choose')),
      (c.options ?? []).map((option) => h('option', { value: option.value, selected: option.default === true }, option.label)));
  }
  const text = { ...shared, placeholder: c.placeholder, minlength: c.min_length, maxlength: c.max_length };
  if (c.style === paragraph) return h('textarea', { ...text, rows: 4 }, c.value ?? '');
  return h('input', { ...text, type: 'text', value: c.value ?? '', enterkeyhint: 'send' });
}

// complete checks every input, tells what is wrong under each and moves to the
// first that is.
function complete(inputs) {
  for (const one of inputs) {
    one.wrong.textContent = problemOf(one);
    one.input.setAttribute('aria-invalid', String(one.wrong.textContent !== ''));
  }
  const wrong = inputs.find((one) => one.wrong.textContent !== '');
  wrong?.input.focus();
  return !wrong;
}

function problemOf({ c, input, needed }) {
  const { length } = input.value;
  if (length === 0) return needed ? word('this_is_needed') : '';
  if (length < (c.min_length ?? 0)) return word('shortest', { n: c.min_length });
  if (length > (c.max_length ?? 4000)) return word('longest', { n: c.max_length });
  return '';
}
