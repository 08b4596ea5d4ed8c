// Message components as DOM: rows, buttons, menus, and the blocks of the second
// kind of layout (containers, sections, text displays, galleries, separators).
//
// Controls carry what they do as data: the page listens once, at the log, so a
// message can be drawn anew without losing a listener.
import { h } from './dom.js';
import { markdown } from './markdown.js';
import { word } from './words.js';

const styleNames = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link' };

// components renders a message's components. Beside what markdown needs, the
// context holds: pending (the custom id that waits for an answer, if any),
// media(address) and users (id and name of everyone known).
export function components(list, context) {
  const keys = new Map(); // how often a key was used: keys stay unique within a message
  return (list ?? []).map((one) => component(one, { ...context, keys }));
}

function component(c, context) {
  switch (c.type) {
    case 1: return h('div', { class: 'row' }, (c.components ?? []).map((one) => component(one, context)));
    case 2: return button(c, context);
    case 3: return menu(c, c.options ?? [], context);
    case 5: return menu(c, context.users.map((user) => ({ label: user.name, value: user.id })), context);
    case 9: return section(c, context);
    case 10: return h('div', { class: 'text' }, markdown(c.content, context));
    case 11: return h('div', { class: 'thumbnail' }, picture(c.media, c.description, context));
    case 12: return h('div', { class: 'gallery' }, (c.items ?? []).map((item) => picture(item.media, item.description, context)));
    case 13: return file(c, context);
    case 14: return h('hr', { class: c.spacing === 2 ? 'wide' : null, 'data-plain': c.divider === false });
    case 17: return h('div', { class: 'container', 'data-accent': accent(c.accent_color) }, (c.components ?? []).map((one) => component(one, context)));
    default: return h('p', { class: 'unknown' }, word('unshown'));
  }
}

const accents = new CSSStyleSheet(); // a rule for every colour of an edge that was seen: the page allows no style attributes
const known = new Set();
document.adoptedStyleSheets.push(accents);

function accent(colour) {
  if (colour === undefined || colour === null) return null;
  const hex = colour.toString(16).padStart(6, '0');
  if (!known.has(hex)) accents.insertRule(`.container[data-accent="${hex}"] { border-left-color: #${hex}; }`);
  known.add(hex);
  return hex;
}

// nextKey names a control by its words without numbers, so that focus finds
// "Call 40" again as "Call 80"; the custom id changes with every action.
function nextKey(words, context) {
  const name = words.replace(/[\d.,\s]+/g, ' ').trim();
  const count = (context.keys.get(name) ?? 0) + 1;
  context.keys.set(name, count);
  return `${name}·${count}`;
}

function button(c, context) {
  const label = c.label ?? '';
  const face = [glyph(c.emoji, context), label && h('span', { class: 'label' }, label)];
  const classes = `button ${styleNames[c.style] ?? 'secondary'}`;
  if (c.style === 5) return link(c, classes, face);
  const waits = context.pending !== undefined;
  return h('button', {
    type: 'button',
    class: context.pending === c.custom_id ? `${classes} pending` : classes,
    disabled: c.disabled === true,
    // A waiting button keeps its focus: it is not disabled, presses are ignored.
    'aria-disabled': waits ? 'true' : null,
    'aria-busy': context.pending === c.custom_id ? 'true' : null,
    'aria-label': label ? null : c.emoji?.name,
    'data-press': c.custom_id,
    'data-key': nextKey(label || c.emoji?.name || word('button'), context),
  }, face);
}

function link(c, classes, face) {
  if (!/^https?:\/\//.test(c.url ?? '')) return h('span', { class: classes }, face);
  return h('a', { class: classes, href: c.url, target: '_blank', rel: 'noreferrer noopener' }, face, ' ↗');
}

function glyph(emoji, context) {
  if (!emoji?.name && !emoji?.id) return null;
  const address = emoji.id && context.emoji?.(emoji.id);
  if (address) return h('img', { class: 'emoji', src: address, alt: '', draggable: 'false' });
  return emoji.id ? null : h('span', { class: 'glyph', 'aria-hidden': 'true' }, emoji.name);
}

// menu draws a select. One choice is the browser's own menu; several are boxes
// to tick and a button, which no thumb can miss.
function menu(c, options, context) {
  const name = c.placeholder ?? word('choose');
  const key = nextKey(name, context);
  if ((c.max_values ?? 1) > 1) return boxes(c, options, name, key, context);
  const chosen = options.some((option) => option.default);
  return h('select', { class: 'menu', 'aria-label': name, 'data-select': c.custom_id, 'data-key': key, 'data-waits': context.pending !== undefined, disabled: c.disabled === true },
    h('option', { value: '', selected: !chosen, disabled: c.min_values !== 0, hidden: c.min_values !== 0 }, name),
    options.map((option) => h('option', { value: option.value, selected: option.default === true },
      option.description ? `${option.label} – ${option.description}` : option.label)));
}

function boxes(c, options, name, key, context) {
  return h('fieldset', { class: 'boxes', 'data-boxes': c.custom_id, 'data-min': c.min_values ?? 1, 'data-max': c.max_values, disabled: c.disabled === true },
    h('legend', {}, name),
    options.map((option) => h('label', { class: 'box' },
      h('input', { type: 'checkbox', value: option.value, checked: option.default === true, 'data-key': nextKey(`${name} ${option.value}`, context) }),
      glyph(option.emoji, context), option.label)),
    h('button', { type: 'button', class: 'button primary', 'data-choose': c.custom_id, 'data-key': key }, word('choose')));
}

function section(c, context) {
  return h('div', { class: 'section' },
    h('div', { class: 'section-text' }, (c.components ?? []).map((one) => component(one, context))),
    c.accessory ? component(c.accessory, context) : null);
}

function picture(media, description, context) {
  const address = context.media(media?.url);
  if (!address) return h('span', { class: 'unknown' }, description || word('picture'));
  const { width, height } = context.fileOf?.(media.url) ?? media; // known before it is loaded, so that nothing moves
  return h('img', { class: 'picture', src: address, alt: description ?? '', width, height });
}

function file(c, context) {
  const address = context.media(c.file?.url);
  const name = (c.file?.url ?? '').split(/[/?]/).filter(Boolean).pop() ?? word('file');
  return address ? h('a', { class: 'file', href: address, download: name }, name) : h('span', { class: 'file' }, name);
}

// attachments renders files that no component refers to.
export function attachments(list, context) {
  return (list ?? []).map((one) => {
    const image = /^image\//.test(one.content_type ?? '') || /\.(png|jpe?g|webp|gif)$/i.test(one.filename ?? '');
    const address = context.media(one.url);
    if (!address) return h('span', { class: 'file' }, one.filename);
    if (!image) return h('a', { class: 'file', href: address, download: one.filename }, one.filename);
    return h('img', { class: 'picture', src: address, alt: one.description ?? one.filename, width: one.width, height: one.height });
  });
}

// embeds renders the older kind of rich box, plainly.
export function embeds(list, context) {
  return (list ?? []).map((e) => h('div', { class: 'embed' },
    e.author?.name && h('p', { class: 'embed-author' }, e.author.name),
    e.title && h('p', { class: 'embed-title' }, markdown(e.title, context)),
    e.description && h('div', {}, markdown(e.description, context)),
    (e.fields ?? []).map((field) => h('div', { class: 'embed-field' }, h('strong', {}, markdown(field.name, context)), h('div', {}, markdown(field.value, context)))),
    e.image && picture(e.image, e.title, context),
    e.footer?.text && h('p', { class: 'md-small' }, e.footer.text)));
}
