// The list of messages: what is in it, where it is scrolled to, where focus is.
import { h } from './dom.js';
import { morph } from './morph.js';
import { isPrivate, renderMessage } from './message.js';
import { buttonsOf, isAsFar, newestBoard, turnOf } from './board.js';

const nearEnd = 60; // px from the end that still count as being there
const together = 7 * 60 * 1000; // ms within which Discord joins messages of one author

// Log holds the messages a person sees and draws them into the page.
export class Log {
  constructor(scroller, list, newest) {
    this.scroller = scroller;
    this.list = list;
    this.newest = newest;
    this.messages = new Map(); // id → message
    this.pending = new Map(); // message id → custom id that waits for an answer
    this.failed = new Set(); // ids of messages whose last press failed
    this.context = {};
    this.atEnd = true;
    this.top = 0; // where the scroller was last
    this.frame = this.size(); // as it was observed last
    scroller.addEventListener('scroll', () => this.scrolled(), { passive: true });
    newest.addEventListener('click', () => this.toEnd());
    new ResizeObserver(() => this.settle()).observe(list);
    this.frames = new ResizeObserver(() => {
      this.frame = this.size();
      this.settle();
    });
    this.frames.observe(scroller);
  }

  // reset shows another set of messages, all at once.
  reset(messages, context) {
    this.context = context;
    this.messages = new Map(messages.map((message) => [message.id, message]));
    this.pending.clear();
    this.failed.clear();
    const fresh = this.ordered().map((message) => this.render(message));
    keepFocus(this.list, () => morph(this.list, h('div', { id: 'messages', class: 'messages' }, fresh)));
    this.join();
    this.toEnd();
  }

  // redraw shows the same messages in another language.
  redraw(context) {
    this.context = context;
    for (const id of this.messages.keys()) this.draw(id);
  }

  // put shows a new or changed message. It says whether it is new. Below a newer board no press that failed is of interest.
  put(message) {
    const isNew = !this.messages.has(message.id);
    this.messages.set(message.id, message);
    const over = isNew && newestBoard(this.ordered()) === message ? [...this.failed] : [];
    for (const id of [...over, message.id]) {
      this.failed.delete(id);
      this.draw(id);
    }
    return isNew;
  }

  // remove takes a message away.
  remove(id) {
    this.messages.delete(id);
    const element = this.element(id);
    if (element) keepFocus(this.list, () => element.remove(), id);
    this.join();
  }

  // wait marks a control as waiting for its answer; answered ends that.
  wait(id, customID) {
    this.pending.set(id, customID);
    this.failed.delete(id);
    this.draw(id);
  }

  // answered ends a press. It marks one that failed while its control is there: a board that was replaced meanwhile has none.
  answered(id, failed) {
    const control = JSON.stringify(this.pending.get(id));
    this.pending.delete(id);
    if (failed && JSON.stringify(this.messages.get(id)?.components)?.includes(control)) this.failed.add(id);
    this.draw(id);
  }

  // ordered lists the messages oldest first; ids are numbers too large for Number.
  ordered() {
    return [...this.messages.values()].sort((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1));
  }

  element(id) {
    return this.list.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  render(message) {
    const board = newestBoard(this.ordered());
    return renderMessage(message, {
      ...this.context,
      pending: this.pending.get(message.id),
      failed: this.failed.has(message.id),
      turn: board?.id === message.id && turnOf(message) === this.context.me,
    });
  }

  draw(id) {
    const message = this.messages.get(id);
    if (!message) return;
    const old = this.element(id);
    const fresh = this.render(message);
    if (old) keepFocus(this.list, () => morph(old, fresh), id);
    else this.insert(fresh);
    this.join();
    this.settle();
  }

  // join marks the messages that continue the one before, as Discord shows them:
  // without name and avatar.
  join() {
    let before;
    for (const message of this.ordered()) {
      this.element(message.id)?.classList.toggle('joined', continues(message, before));
      before = message;
    }
  }

  insert(fresh) {
    const order = this.ordered().map((message) => message.id);
    const after = order.slice(order.indexOf(fresh.dataset.id) + 1).map((id) => this.element(id)).find(Boolean);
    const near = this.distance() < this.scroller.clientHeight;
    this.list.insertBefore(fresh, after ?? null);
    if (near && newestBoard(this.ordered())?.id === fresh.dataset.id) this.atEnd = true; // a new hand: whoever just played follows
    if (!this.atEnd) this.newest.hidden = false;
    // Whose buttons went away while they were used goes on with the next ones.
    if (resting && document.activeElement === resting && !fresh.matches('.private')) firstButton(fresh)?.focus({ preventScroll: true });
  }

  // distance is how far below the frame the end is, in px.
  distance() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight;
  }

  // size returns the width and height of the frame as text, to compare.
  size() {
    return `${this.scroller.clientWidth} × ${this.scroller.clientHeight}`;
  }

  // scrolled remembers whether the end is in sight. A person who moves up leaves it; content that grows below does not. A frame of
  // another size does not, either: a phone that is turned scrolls by itself, maybe before the new size is observed.
  scrolled() {
    const { scrollTop } = this.scroller;
    if (this.distance() < nearEnd) this.atEnd = true;
    else if (scrollTop < this.top && this.frame === this.size()) this.atEnd = false;
    this.top = scrollTop;
    if (this.atEnd) this.newest.hidden = true;
  }

  // settle keeps the end in sight for who was looking at it, and moves nothing
  // for who scrolled up to read.
  settle() {
    if (this.atEnd) this.toEnd();
  }

  // offersPress tells whether something that can be pressed is in sight.
  offersPress() {
    return [...this.list.querySelectorAll('[data-press]:not(:disabled)')].some((button) => this.inSight(button));
  }

  // inSight tells whether more than a sliver of an element is in the frame.
  inSight(element) {
    const frame = this.scroller.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    return Math.min(bottom, frame.bottom) - Math.max(top, frame.top) > Math.min(24, (bottom - top) / 2);
  }

  // isBelow tells whether a message is further down than what is in the frame.
  isBelow(id) {
    const element = this.element(id);
    return element !== null && element.getBoundingClientRect().bottom > this.scroller.getBoundingClientRect().bottom;
  }

  // seesCards tells whether a private panel of the board's hand is in sight, some
  // line of it that shows cards, and has come as far as the board.
  seesCards(board) {
    const panels = this.ordered().filter((message) => isPrivate(message) && isAsFar(message, board));
    return panels.some((message) => {
      const card = this.element(message.id)?.querySelector('.card') ?? this.element(message.id);
      return card !== null && this.inSight(card);
    });
  }

  // lastOffer is the newest private message with buttons.
  lastOffer() {
    return this.ordered().findLast((message) => isPrivate(message) && buttonsOf(message).length > 0);
  }

  // show brings a message into sight and moves on to what it offers.
  show(id) {
    const element = this.element(id);
    element?.scrollIntoView({ block: 'end' });
    (firstButton(element) ?? element)?.focus({ preventScroll: true });
  }

  // toEnd shows the newest message. Where the way down goes with it, the frame grows, and is observed anew: an observer misses a size
  // that comes and goes between two of its looks.
  toEnd() {
    this.atEnd = true;
    if (!this.newest.hidden) {
      this.newest.hidden = true;
      this.frames.unobserve(this.scroller);
      this.frames.observe(this.scroller);
    }
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }
}

// continues tells whether a message joins the one before: both public and of one
// author within seven minutes, and the answer to no command.
function continues(message, before) {
  if (!before || message.interaction || isPrivate(message) || isPrivate(before)) return false;
  return message.author?.id === before.author?.id && Date.parse(message.timestamp) - Date.parse(before.timestamp) < together;
}

let resting; // the message that holds the focus because its buttons are gone

// keepFocus changes the list and puts focus back where a person would look for
// it: on the same button, else on the first one of that message, else on that of
// a newer message, else on the message itself until a newer one comes.
function keepFocus(list, change, id) {
  const focused = document.activeElement;
  const message = list.contains(focused) ? focused.closest('[data-id]') : undefined;
  if (!message || (id && message.dataset.id !== id)) {
    change();
    return;
  }
  const key = focused.dataset.key;
  change();
  if (focused.isConnected && document.activeElement === focused && !focused.disabled) return;
  const now = list.querySelector(`[data-id="${CSS.escape(message.dataset.id)}"]`);
  const same = now?.querySelector(`[data-key="${CSS.escape(key ?? '')}"]:not(:disabled)`);
  const target = same ?? firstButton(now) ?? firstButton(newerWithButtons(list, message.dataset.id)) ?? now ?? list.parentElement;
  resting = target === now ? now : undefined;
  target.focus({ preventScroll: true });
}

// harmless are the buttons that decide nothing, by the bot's verb, the fifth part of their custom id. The first of them is
// preferred.
const harmless = ['cards', 'seat', 'ask', 'draw', 'sit', 'sitin', 'line', 'next', 'back', 'first', 'last', 'option', 'set'];

// firstButton is where the keyboard goes by itself: Enter pressed once too often must not fold or call.
function firstButton(message) {
  const buttons = [...(message?.querySelectorAll('[data-press]:not(:disabled)') ?? [])];
  const rank = (button) => harmless.indexOf(button.dataset.press.split(':')[4]);
  return buttons.filter((button) => rank(button) >= 0).sort((a, b) => rank(a) - rank(b))[0];
}

function newerWithButtons(list, id) {
  const all = [...list.children];
  const at = all.findIndex((message) => message.dataset.id === id);
  return all.slice(at + 1).findLast((message) => !message.matches('.private') && firstButton(message));
}
