// Everything on this page is built with these few functions, and never from a
// string of HTML: text from the channel can then become text only.

// h makes an element. Functions among the attributes become listeners; null,
// undefined and false leave an attribute out, true writes it empty.
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// byId finds an element that index.html promises to hold.
export function byId(id) {
  return document.getElementById(id);
}

// inputIsText tells whether typed characters belong to the element.
export function inputIsText(element) {
  return element?.matches?.('input, textarea, select, [contenteditable]') ?? false;
}
