// The list above the command line: commands, an option's choices, completions.
// One list serves every field; the field keeps the focus and points into it.
import { h } from './dom.js';

export class Picker {
  constructor(box) {
    this.box = box;
    this.items = [];
    this.at = -1;
    // Pressing down on the list must not take the focus out of the field.
    box.addEventListener('pointerdown', (event) => event.preventDefault());
    box.addEventListener('click', (event) => {
      const item = event.target.closest('[role="option"]');
      if (item) this.pick(Number(item.dataset.index));
    });
  }

  // show opens the list for a field. Items are {label, detail, value}; pick is
  // called with the one chosen; first preselects the first.
  show(field, items, pick, first) {
    if (this.field && this.field !== field) this.hide();
    if (items.length === 0) {
      this.hide();
      return;
    }
    Object.assign(this, { field, items, onPick: pick });
    this.box.replaceChildren(...items.map((item, i) => h('div', { role: 'option', id: `pick-${i}`, class: 'pick', 'data-index': i, 'aria-selected': 'false' },
      h('span', { class: 'pick-label' }, item.label),
      item.detail ? h('span', { class: 'pick-detail' }, item.detail) : null)));
    this.box.hidden = false;
    field.setAttribute('aria-expanded', 'true');
    this.select(first ? 0 : -1);
  }

  hide() {
    this.box.hidden = true;
    this.box.replaceChildren();
    this.field?.setAttribute('aria-expanded', 'false');
    this.field?.removeAttribute('aria-activedescendant');
    this.field = undefined;
    this.items = [];
    this.at = -1;
  }

  get open() {
    return this.field !== undefined;
  }

  // key gives the list a key that was pressed in its field and tells whether
  // the list used it.
  key(event) {
    if (!this.open || this.field !== event.target) return false;
    switch (event.key) {
      case 'ArrowDown': this.select((this.at + 1) % this.items.length); return true;
      case 'ArrowUp': this.select((Math.max(this.at, 0) - 1 + this.items.length) % this.items.length); return true;
      case 'Escape': this.hide(); return true;
      case 'Enter':
      case 'Tab':
        if (this.at < 0 || event.shiftKey) return false;
        this.pick(this.at);
        return true;
      default: return false;
    }
  }

  select(index) {
    this.box.children[this.at]?.setAttribute('aria-selected', 'false');
    this.at = index;
    const item = this.box.children[index];
    if (!item) {
      this.field.removeAttribute('aria-activedescendant');
      return;
    }
    item.setAttribute('aria-selected', 'true');
    item.scrollIntoView({ block: 'nearest' });
    this.field.setAttribute('aria-activedescendant', item.id);
  }

  pick(index) {
    const item = this.items[index];
    const pick = this.onPick;
    this.hide();
    pick(item);
  }
}
