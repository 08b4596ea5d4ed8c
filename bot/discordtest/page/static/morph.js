// Drawing a message again without replacing it: nodes that stay the same stay in
// place, so nothing flickers, pictures do not blink and focus is not lost.

// morph makes the old element equal to the fresh one and returns the element
// that is in the page afterwards.
export function morph(old, fresh) {
  if (!alike(old, fresh)) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  attributes(old, fresh);
  children(old, fresh);
  if (old.matches('select:not([data-waits])')) showChoice(old);
  return old;
}

// showChoice shows the option of a menu that its attributes select: in a menu that was used, they alone show nothing. A choice
// that failed can then be made once more.
function showChoice(menu) {
  const chosen = [...menu.options].findIndex((option) => option.defaultSelected);
  if (menu.selectedIndex !== chosen) menu.selectedIndex = chosen;
}

// alike: of one kind, and not two different buttons.
function alike(a, b) {
  return a.nodeName === b.nodeName && keyOf(a) === keyOf(b);
}

function keyOf(node) {
  return node.dataset?.key;
}

function attributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

function children(old, fresh) {
  const keyed = new Map();
  for (const child of old.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
  let next = old.firstChild; // the first old child not yet used
  for (const child of [...fresh.childNodes]) {
    const same = keyOf(child) ? keyed.get(keyOf(child)) : next && alike(next, child) ? next : undefined;
    if (!same) {
      old.insertBefore(child, next);
      continue;
    }
    if (same === next) next = next.nextSibling;
    else next = bringForward(old, same, next);
    morph(same, child);
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}

// bringForward removes what stands before a keyed child instead of moving the
// child, for an element that moves loses focus. Removed keyed children that are
// needed later are put back when their turn comes.
function bringForward(parent, child, from) {
  const ahead = from && child.parentNode === parent && from.compareDocumentPosition(child) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (!ahead) {
    parent.insertBefore(child, from);
    return from;
  }
  for (let node = from; node !== child;) {
    const gone = node;
    node = node.nextSibling;
    gone.remove();
  }
  return child.nextSibling;
}
