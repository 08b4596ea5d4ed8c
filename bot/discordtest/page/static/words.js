// What the page says itself, in the language of who it is for. The texts come
// from the server with everything else; until then index.html speaks English.
import { h } from './dom.js';

let texts = {};

// locale is the language of the one I am, for Intl.
export let locale = 'en-US';

// speak takes another language and writes what stands on the page for good, in a
// channel with so many people.
export function speak(language, people) {
  texts = language.words;
  locale = language.locale;
  document.documentElement.lang = locale;
  for (const element of document.querySelectorAll('[data-word]')) element.replaceChildren(...phrase(element.dataset.word, standing(people)));
  for (const element of document.querySelectorAll('[data-label]')) element.setAttribute('aria-label', word(element.dataset.label));
}

// standing makes what the standing texts have in their places.
function standing(people) {
  return {
    channel: h('span', { class: 'channel-name' }, document.querySelector('.channel-name').textContent),
    keys: h('span', { class: 'keys' }, h('kbd', {}, 'Alt'), '+', h('kbd', {}, '1'), '…', h('kbd', {}, String(Math.min(people, 9)))),
  };
}

// word is a text with values in its places: {name}.
export function word(name, values = {}) {
  return phrase(name, values).join('');
}

// phrase is a text in pieces, for places that hold nodes.
export function phrase(name, values = {}) {
  const pieces = (texts[name] ?? '').split(/\{(\w+)\}/); // every second one is the name of a place
  return pieces.map((piece, i) => (i % 2 === 0 ? piece : values[piece] ?? '')).filter((piece) => piece !== '');
}

// either lists names of which one will do.
export function either(names) {
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(names);
}
