// The page put together: who I am, what comes in, what I do.
import { byId, h, inputIsText } from './dom.js';
import { hintFor, homeOf, isMirror, isWaitlisted, meet, newestBoard, newestLobby, textOf, turnOf, understand } from './board.js';
import { aloud } from './cards.js';
import { showChannels } from './channels.js';
import { startClock } from './clock.js';
import { Composer } from './composer.js';
import { Log } from './log.js';
import { markdown, plain } from './markdown.js';
import { initial, isPrivate } from './message.js';
import { openModal } from './modal.js';
import { morph } from './morph.js';
import { Feed, act } from './net.js';
import { locale, speak, word } from './words.js';

const log = new Log(byId('log'), byId('messages'), byId('newest'));
const composer = new Composer({
  send: (command, options) => {
    log.toEnd(); // the answer comes there
    return perform({ kind: 'command', command, options });
  },
  complete: (command, options, option, partial) => act({ as: me.slug, in: place, kind: 'autocomplete', command, options, option, partial }),
});
const names = new Map(); // id → name of everyone known
let me = { id: '', slug: new URLSearchParams(location.search).get('as') ?? remembered('as') ?? '', name: '' };
let people = [];
let channel = { name: 'poker' };
let channels = [];
let place = new URLSearchParams(location.search).get('in') ?? ''; // the channel's id, once it is known
let wanted; // the message to show when the channel is here
let assets; // what the page's own files were when it was loaded
let acting; // who is to act, to tell a new turn from an old one
let feed;
let hintSettles; // the timer of a hint that is about to show
let offered; // the hint that shows
const spent = new Set(); // the private messages that say a place on the waitlist which has led to a held seat

function connect() {
  feed?.close();
  feed = new Feed(me.slug, place, {
    snapshot,
    message: arrive,
    gone: ({ id }) => {
      log.remove(id);
      refresh();
    },
    language: (language) => {
      speakAs(language);
      log.redraw(context());
      refresh();
    },
    channels: (list) => {
      channels = list;
      showRooms();
    },
    lost,
    found: () => { byId('lost').hidden = true; },
  });
}

// lost says that the connection is gone; it is being made again meanwhile.
function lost(tries) {
  const box = byId('lost');
  box.hidden = false;
  box.textContent = word(tries < 15 ? 'reconnecting' : 'reconnecting_long') || '…';
}

function snapshot(data) {
  if (assets !== undefined && assets !== data.assets) return location.reload();
  assets = data.assets;
  me = data.me;
  people = data.people;
  channel = data.channel;
  channels = data.channels;
  place = channel.id;
  for (const user of data.users) names.set(user.id, user.name);
  document.querySelectorAll('.channel-name').forEach((element) => { element.textContent = channel.name; });
  byId('guild').textContent = data.guild;
  showRooms();
  byId('verify').hidden = !data.verifier;
  if (data.verifier) byId('verify').href = data.verifier;
  understand(data.board);
  meet(names);
  // Without the country, for which a phone has no room.
  byId('language').replaceChildren(...data.locales.map((one) => h('option', { value: one.locale, lang: one.locale }, one.name.replace(/ \(.*/, ''))));
  speakAs(data.language);
  acting = undefined;
  log.reset(data.messages, context());
  refresh();
  if (wanted) log.show(wanted);
  wanted = undefined;
  byId('people').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }); // where there are many
}

// showRooms shows the list of channels, and lets commands name them. An archived thread is in it only while I am there; links lead
// to the others.
function showRooms() {
  const rooms = channels.filter((one) => !one.archived || one.id === place);
  showChannels(rooms, place, address);
  composer.know(undefined, { users: knownPeople(), rooms });
}

// speakAs has everything but the messages in the language of the one I am.
function speakAs(language) {
  const other = language.locale !== locale;
  speak(language, people.length);
  composer.know(language.commands);
  if (other) composer.reset(); // what stands there is of another language
  byId('language').value = language.locale;
  byId('language').setAttribute('aria-label', word('language', { name: me.name }));
}

function context() {
  return {
    me: me.id,
    room: (id) => channels.find((one) => one.id === id)?.name,
    name: (id) => names.get(id),
    users: knownPeople(),
    command: (name) => composer.nameOf(name),
    emoji: (id) => (/^\d+$/.test(id) ? `/emojis/${id}` : undefined),
    avatar,
    media,
  };
}

// avatar is the colour of a person's avatar, by their place in the list.
function avatar(id) {
  return `avatar-${people.findIndex((person) => person.id === id) % 4}`;
}

function knownPeople() {
  return people.map(({ id, name }) => ({ id, name }));
}

// media turns a picture's address into one of this server; others are not shown.
function media(address, attachments) {
  const name = /^attachment:\/\/(.+)$/.exec(address ?? '')?.[1];
  const found = name ? attachments?.find((one) => one.filename === name)?.url : address;
  if (!found) return undefined;
  const url = new URL(found, location.href);
  return url.origin === location.origin ? url.pathname + url.search : undefined;
}

function arrive(message) {
  if (message.author) names.set(message.author.id, message.author.username);
  const isNew = log.put(message);
  if (isNew) announce(`${isPrivate(message) ? word('only_for_you') : message.author?.username}: ${plain(textOf(message), context()).slice(0, 240)}`);
  refresh();
}

// refresh shows what follows from the messages: whose turn it is, the hint.
function refresh() {
  const board = newestBoard(log.ordered());
  const turn = board && turnOf(board);
  if (turn === me.id && acting !== me.id) announce(word('your_turn', { line: plain(/^▶.*$/m.exec(textOf(board))?.[0], context()) }));
  acting = turn;
  document.title = turn === me.id ? word('title_turn', { channel: channel.name }) : `#${channel.name} · ${me.name}`;
  showPeople(turn);
  inSight();
}

// inSight shows what depends on where the log is scrolled to: the hint, and the
// way to the board for who is to act and sees no button.
function inSight() {
  const board = newestBoard(log.ordered());
  showHint(board);
  const pill = byId('to-board');
  pill.hidden = acting !== me.id || me.id === '' || isMirror(board) || log.offersPress();
  if (pill.hidden) return;
  const below = log.isBelow(board.id);
  pill.className = below ? 'pill pill-turn pill-down' : 'pill pill-turn pill-up';
  pill.textContent = `${word('show_board')} ${below ? '↓' : '↑'}`;
}

function announce(text) {
  byId('announcer').textContent = aloud(text);
}

function showPeople(turn) {
  morph(byId('people'), h('ul', { id: 'people' }, people.map((person, i) => h('li', {},
    h('a', {
      href: address(person.slug, place), class: turn === person.id ? 'person acts' : 'person', 'data-as': person.slug,
      'aria-current': person.id === me.id ? 'true' : null, 'aria-keyshortcuts': `Alt+${i + 1}`, draggable: 'false',
    },
    h('span', { class: `avatar small ${avatar(person.id)}`, 'aria-hidden': 'true' }, initial(person.name)),
    h('span', { class: 'person-name' }, person.name),
    person.watches ? h('span', { class: 'person-note' }, word('watching')) : null,
    turn === person.id ? h('span', { class: 'person-turn' }, h('span', { 'aria-hidden': 'true' }, '▶'), h('span', { class: 'hidden-text' }, word('to_act'))) : null)))));
}

// showHint tells a newcomer the next step, until they close it. A hint that
// follows another waits a moment: a board and the panel of it change one after
// the other, and what is true only in between is not worth reading.
function showHint(board) {
  const box = byId('hint');
  box.hidden = remembered('hint') === 'off' || me.id === '';
  clearTimeout(hintSettles);
  if (box.hidden) return;
  const messages = log.ordered();
  const home = homeOf(messages);
  const hint = hintFor(
    me, board, people, board !== undefined && log.seesCards(board), log.lastOffer(), newestLobby(messages, me.id), home === place ? undefined : home,
    channels.find((one) => one.id === place)?.parent, isWaitlisted(messages, board, me.id, spent),
  );
  if (hint.room) hint.label = `#${channels.find((one) => one.id === hint.room)?.name}`;
  if (hint.command) hint.label = `/${composer.nameOf(hint.command)}`;
  const key = JSON.stringify([hint.text, labelOf(hint)]);
  // Where it reads the same it stays, and its button means the newest board: with another in its place, a press that has
  // begun would come to nothing.
  if (box.dataset.shows === key) offered = hint;
  else hintSettles = setTimeout(() => drawHint(box, hint, key), box.dataset.shows ? 300 : 0);
}

// labelOf is what the button of a hint says, undefined where it has none.
function labelOf(hint) {
  return hint.press?.label ?? hint.label;
}

function drawHint(box, hint, key) {
  box.dataset.shows = key;
  box.classList.toggle('spare', hint.spare === true);
  offered = hint;
  const had = box.contains(document.activeElement);
  const act = labelOf(hint) && h('button', { type: 'button', class: 'button success', click: () => follow(offered) }, labelOf(hint));
  box.replaceChildren(h('p', {}, markdown(hint.text, context())), act ?? '',
    h('button', { type: 'button', class: 'close', 'aria-label': word('close_hint'), click: closeHint }, '✕'));
  // The focus waits here for the next step, and not on ✕: Enter pressed twice must not close it. A phone may hide the box.
  if (had) (!box.checkVisibility() ? byId('log') : act ?? box).focus();
}

// A narrow window hides a hint that repeats what is in sight. A focus in it goes on in the messages, also where the browser has taken it
// away before the window says that it is narrower.
let hintHeld = false; // had the focus last
document.addEventListener('focusin', (e) => { hintHeld = byId('hint').contains(e.target); });
addEventListener('resize', () => {
  if (hintHeld && !byId('hint').checkVisibility()) byId('log').focus();
});

function follow({ press: button, command, room }) {
  if (room) enter(room);
  else if (button) press(button.message, button.customID);
  else composer.begin(command);
}

// clearHint empties the hint. A focus in it goes on in the messages.
function clearHint() {
  const box = byId('hint');
  if (box.contains(document.activeElement)) byId('log').focus();
  clearTimeout(hintSettles);
  delete box.dataset.shows;
  box.replaceChildren();
}

function closeHint() {
  remember('hint', 'off');
  byId('hint').hidden = true;
  clearHint();
  byId('line').focus();
}

function become(slug) {
  if (slug === me.slug) return;
  me = people.find((person) => person.slug === slug);
  remember('as', slug);
  history.replaceState(null, '', address(slug, place));
  // Nothing that the one before was told may stay, not even where nobody looks,
  // nor while the server cannot say what the next one sees.
  byId('modal').close();
  byId('modal').replaceChildren();
  composer.reset();
  log.reset(log.ordered().filter((message) => !isPrivate(message)), context());
  acting = undefined;
  refresh();
  clearHint(); // what it says waits for what this person sees
  announce('');
  connect();
}

// address is that of a person's view of a channel.
function address(slug, id) {
  return `?${new URLSearchParams({ as: slug ?? me.slug, in: id })}`;
}

// enter goes to another channel, and to a message in it.
function enter(id, message) {
  if (id === place) return message && log.show(message);
  place = id;
  wanted = message;
  history.replaceState(null, '', address(me.slug, place));
  byId('modal').close();
  composer.reset();
  log.reset([], context());
  acting = undefined;
  clearHint(); // what it says waits for what is in that channel
  connect();
}

// perform does something in the channel as the person I am and opens the modal
// that an answer may bring.
async function perform(body) {
  const as = me.slug;
  const answer = await act({ as, in: place, ...body });
  if (answer.kind === 'modal' && as === me.slug) {
    openModal(byId('modal'), answer.modal, context(), (values) => perform({ kind: 'modal', modal: answer.modal, values }));
  }
  return answer;
}

// press presses a button or chooses from a menu of a message. While one waits for its answer the message takes no other.
async function press(message, customID, values) {
  if (log.pending.has(message)) return;
  log.wait(message, customID);
  const as = me.slug;
  const answer = await perform({ kind: values ? 'select' : 'press', message, custom_id: customID, values });
  if (as === me.slug) log.answered(message, answer.kind === 'failed');
}

let under; // the custom id under the pointer as it went down

byId('messages').addEventListener('pointerdown', (event) => {
  under = event.target.closest('[data-press]')?.dataset.press;
});

byId('messages').addEventListener('click', (event) => {
  const message = event.target.closest('[data-id]')?.dataset.id;
  const control = event.target.closest('[data-press], [data-choose], [data-dismiss], [data-room], [data-command], .spoiler');
  if (!control) return;
  if (control.matches('.spoiler')) control.classList.add('seen');
  else if (control.dataset.room) {
    event.preventDefault(); // what its address names is on this page
    enter(control.dataset.room, control.dataset.goto);
  }
  else if (control.dataset.command) {
    event.preventDefault();
    composer.take(control.dataset.command);
  }
  else if (control.dataset.dismiss !== undefined) dismiss(message);
  else if (control.dataset.choose) choose(message, control);
  // A button that became another one between press and release was not meant.
  else if (event.detail === 0 || under === control.dataset.press) press(message, control.dataset.press);
});

byId('messages').addEventListener('change', (event) => {
  const menu = event.target;
  const { select } = menu.dataset;
  if (select) press(menu.closest('[data-id]').dataset.id, select, menu.value === '' ? [] : [menu.value]);
});

function choose(message, control) {
  const boxes = control.closest('fieldset');
  const values = [...boxes.querySelectorAll('input:checked')].map((box) => box.value);
  if (values.length < Number(boxes.dataset.min) || values.length > Number(boxes.dataset.max)) {
    announce(word('choose_some', { least: boxes.dataset.min, most: boxes.dataset.max }));
    boxes.classList.add('wrong');
    return;
  }
  boxes.classList.remove('wrong');
  press(message, control.dataset.choose, values);
}

function dismiss(id) {
  act({ as: me.slug, in: place, kind: 'dismiss', message: id });
  log.remove(id);
  refresh();
}

byId('log').addEventListener('scroll', inSight, { passive: true });

byId('to-board').addEventListener('click', () => {
  const board = newestBoard(log.ordered());
  if (board) log.show(board.id);
});

byId('language').addEventListener('change', (event) => act({ as: me.slug, kind: 'language', locale: event.target.value }));

byId('channel').addEventListener('change', (event) => enter(event.target.value));

byId('channels').addEventListener('click', (event) => {
  const room = event.target.closest('[data-in]');
  if (!room || event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab, by the browser
  event.preventDefault();
  enter(room.dataset.in);
});

byId('people').addEventListener('click', (event) => {
  const person = event.target.closest('[data-as]');
  if (!person || event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab, by the browser
  event.preventDefault();
  become(person.dataset.as);
});

document.addEventListener('keydown', (event) => {
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
  if (event.altKey && !event.ctrlKey && digit && people[digit - 1]) {
    event.preventDefault();
    become(people[digit - 1].slug);
  } else if (event.key === '/' && !inputIsText(event.target) && !byId('modal').open) {
    event.preventDefault();
    composer.start();
  }
});

// What a tab remembers is its own: another tab can be somebody else.
function remembered(key) {
  try {
    return sessionStorage.getItem(`cardroom-${key}`);
  } catch {
    return null; // storage may be switched off
  }
}

function remember(key, value) {
  try {
    sessionStorage.setItem(`cardroom-${key}`, value);
  } catch {
    // then it lasts as long as the page
  }
}

startClock();
connect();
