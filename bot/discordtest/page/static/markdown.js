// The part of Discord's markdown that tables, panels and help texts use, turned
// into DOM nodes. Nothing here ever parses HTML, so there is nothing to escape
// and nothing to inject: whatever is not understood stays plain text.
import { aloud, cardNamed } from './cards.js';
import { h } from './dom.js';
import { time } from './clock.js';
import { word } from './words.js';

const deepest = 8; // nesting of marks; deeper ones stay as typed

// markdown renders text. The context says how ids read: name(id) gives a
// person's name or undefined, me is the viewer's id, emoji(id) an image address
// or undefined.
export function markdown(source, context) {
  const out = document.createDocumentFragment();
  const text = String(source ?? '').replace(/\r\n?/g, '\n');
  const fence = /```(?:[\w+-]*\n)?([\s\S]*?)```\n?/g;
  let from = 0;
  for (const found of text.matchAll(fence)) {
    lines(text.slice(from, found.index).replace(/\n$/, ''), context, out, 0);
    out.append(h('pre', {}, h('code', {}, found[1].replace(/\n$/, ''))));
    from = found.index + found[0].length;
  }
  lines(text.slice(from), context, out, 0);
  return out;
}

// plain is the text a person reads, without marks: for announcements.
export function plain(source, context) {
  const box = h('div');
  for (const node of [...markdown(source, context).childNodes]) box.append(node, ' ');
  for (const letters of box.querySelectorAll('.card[aria-hidden]')) letters.remove();
  for (const picture of box.querySelectorAll('img.emoji, .emoji-name')) picture.replaceWith(spoken(picture.dataset.name ?? picture.textContent));
  return box.textContent.replace(/\s+/g, ' ').trim();
}

// readOnce hides cards in letters from screen readers where a picture in the line, or in the one below, says the same card in words.
function readOnce(block, above) {
  const pictured = [...block.querySelectorAll('img.emoji')].map((picture) => cardNamed(picture.dataset.name));
  for (const letters of [above, block].flatMap((one) => [...(one?.querySelectorAll('.card') ?? [])])) {
    if (pictured.includes(letters.textContent.replace('\ufe0f', ''))) letters.ariaHidden = 'true';
  }
}

// spoken is an emoji in words: a card in letters, or its name.
function spoken(name) {
  return cardNamed(name) ?? name.replaceAll(':', '').replaceAll('_', ' ');
}

// lines renders whole lines: headings, quotes, small print, lists, the rest.
function lines(text, context, out, depth) {
  if (text === '') return;
  const all = text.split('\n');
  for (let i = 0; i < all.length; i++) {
    const quote = depth < deepest && /^>(?:>>)? /.exec(all[i]);
    if (quote) {
      const taken = quote[0] === '>>> ' ? all.length - i : quoted(all, i);
      const inner = all.slice(i, i + taken).map((line) => line.replace(/^>(?:>>)? /, ''));
      const block = h('blockquote');
      lines(inner.join('\n'), context, block, depth + 1);
      out.append(block);
      i += taken - 1;
      continue;
    }
    const block = line(all[i], context);
    readOnce(block, out.lastElementChild);
    out.append(block);
  }
}

// quoted counts the lines from i on that belong to one quote.
function quoted(all, i) {
  let end = i;
  while (end < all.length && all[end].startsWith('> ')) end++;
  return end - i;
}

function line(text, context) {
  const heading = /^(#{1,3}) +(\S.*)$/.exec(text);
  if (heading) return h('h3', { class: `md-heading md-heading-${heading[1].length}` }, inline(heading[2], context));
  const small = /^-# +(\S.*)$/.exec(text);
  if (small) return h('div', { class: 'md-small' }, inline(small[1], context));
  const item = /^( *)[-*] +(\S.*)$/.exec(text);
  if (item) return h('div', { class: item[1].length > 1 ? 'md-item md-item-2' : 'md-item' }, inline(item[2], context));
  if (text.trim() === '') return h('div', { class: 'md-gap' });
  const turn = text.startsWith('▶');
  const mine = turn && new RegExp(`<@!?${context.me}>`).test(text);
  return h('div', { class: mine ? 'md-line turn turn-mine' : turn ? 'md-line turn' : 'md-line' }, inline(text, context));
}

// The marks, tried in this order at every place where one may begin. A rule
// gives a node, or undefined to leave the characters as they are.
const rules = [
  [/\\([^\sA-Za-z0-9])/y, (m) => m[1]],
  [/(`+)([^`](?:.*?[^`])??)\1(?!`)/y, (m) => h('code', {}, m[2].trim() || m[2])],
  [/\*\*(.+?)\*\*(?!\*)/y, (m, within) => h('strong', {}, within(m[1]))],
  [/__(.+?)__(?!_)/y, (m, within) => h('u', {}, within(m[1]))],
  [/~~(.+?)~~/y, (m, within) => h('s', {}, within(m[1]))],
  [/\|\|(.+?)\|\|/y, (m, within) => h('span', { class: 'spoiler', tabindex: '0' }, within(m[1]))],
  [/\*([^\s*](?:[^*]*[^\s*])?)\*(?!\*)/y, (m, within) => h('em', {}, within(m[1]))],
  [/(?<!\w)_([^\s_](?:[^_]*[^\s_])?)_(?!\w)/y, (m, within) => h('em', {}, within(m[1]))],
  [/<@!?(\d+)>/y, (m, within, context) => mention(m[1], context)],
  [/<#(\d+)>/y, (m, within, context) => room(m[1], context)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (m) => time(Number(m[1]), m[2] ?? 'f')],
  [/<a?:(\w{2,32}):(\d+)>/y, (m, within, context) => emoji(m[1], m[2], context)],
  [/\[([^\]\n]+)\]\((https:\/\/discord\.com\/channels\/\d+\/(\d+)\/(\d+))\)/y, (m, within, context) => place(m[2], m[3], m[4], context, m[1])],
  [/https:\/\/discord\.com\/channels\/\d+\/(\d+)(?:\/(\d+))?/y, (m, within, context) => place(m[0], m[1], m[2], context)],
  [/<\/([-\w ]{1,100}):\d+>/y, (m) => h('a', { class: 'command-name', href: '#line', 'data-command': m[1] }, `/${m[1]}`)],
  [/(?<![\w])(10|[2-9TJQKA])?([♠♥♦♣])\ufe0f?/yu, (m) => h('span', { class: /[♥♦]/.test(m[2]) ? 'card card-red' : 'card' }, m[0])],
];

function inline(text, context, depth = 0) {
  const out = document.createDocumentFragment();
  const within = (inner) => (depth < deepest ? inline(inner, context, depth + 1) : inner);
  let plainFrom = 0;
  let at = 0;
  while (at < text.length) {
    const found = firstRule(text, at, within, context);
    if (!found) {
      at++;
      continue;
    }
    out.append(text.slice(plainFrom, at), found.node);
    at = plainFrom = found.end;
  }
  out.append(text.slice(plainFrom));
  return out;
}

function firstRule(text, at, within, context) {
  if (!/[\\`*_~|<[h♠♥♦♣2-9TJQKA1]/u.test(text[at])) return undefined;
  for (const [pattern, make] of rules) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const node = match && make(match, within, context);
    if (node !== null && node !== undefined) return { node, end: at + match[0].length };
  }
  return undefined;
}

function mention(id, context) {
  const name = context.name(id) ?? word('unknown');
  return h('span', { class: id === context.me ? 'mention mention-me' : 'mention' }, `@${name}`);
}

// room is the name of a channel, which leads there.
function room(id, context) {
  const name = context.room?.(id);
  if (!name) return h('span', { class: 'mention' }, `#${word('unknown')}`);
  return h('a', { class: 'mention', href: `?in=${id}`, 'data-room': id }, `#${name}`);
}

// place is the address of a channel of this server or of a message in it, as a client writes it: a name that leads there,
// or the words of the link.
function place(address, channel, message, context, words) {
  const name = context.room?.(channel);
  if (!name) return undefined;
  if (!message) return room(channel, context);
  return h('a', { class: 'mention', href: address, 'data-room': channel, 'data-goto': message }, words ?? `#${name}`);
}

// emoji returns the picture of an emoji. A card has no title: a screen reader would say the name of the emoji after that of the card.
function emoji(name, id, context) {
  const address = context.emoji?.(id);
  if (!address) return h('span', { class: 'emoji-name' }, `:${name}:`);
  const card = cardNamed(name);
  return h('img', { class: 'emoji', src: address, alt: aloud(card ?? `:${name}:`), title: card ? null : `:${name}:`, 'data-name': name, draggable: 'false' });
}
