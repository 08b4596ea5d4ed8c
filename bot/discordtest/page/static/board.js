// What the page understands of a board: whose turn it is, who sits, what can be
// pressed. It reads the forms that messages keep in every language: the line that
// begins with ▶, and a seat's line `3` <@id> … or, in the alternative text of a
// picture, 3 Alice …. Only hints read words.
import { cardNamed } from './cards.js';
import { either, word } from './words.js';

// The words that hints read, by what they say: a list of every language's, since
// a table need not speak its reader's. A test looks them up in the bot's texts.
let said = {};

// understand takes what boards say.
export function understand(words) {
  said = words;
}

let names = new Map();

// meet takes the names of people by their ids: alternative texts have no mentions.
export function meet(people) {
  names = people;
}

// says tells whether a text has one of the words for a thing.
function says(text, thing) {
  return (said[thing] ?? []).some((words) => text.includes(words));
}

// stands tells whether a seat's line has one of the words for a thing as an item.
function stands(seat, thing) {
  const items = seat.split(' · ');
  return (said[thing] ?? []).some((words) => items.includes(words));
}

// textOf is all text of a message: its content and its text displays.
export function textOf(message) {
  return [message.content ?? '', ...displays(message.components)].join('\n');
}

function displays(list) {
  return (list ?? []).flatMap((c) => (c.type === 10 ? [c.content ?? ''] : displays(c.components)));
}

// wordsOf is all text of a message, with the seats of its picture in the form that a text has.
function wordsOf(message) {
  return [textOf(message), ...alternatives(message.components).map(mentioned)].join('\n');
}

function alternatives(list) {
  return (list ?? []).flatMap((c) => (c.type === 12 ? (c.items ?? []).map((item) => item.description ?? '') : alternatives(c.components)));
}

// mentioned writes the seats of an alternative text with mentions.
function mentioned(text) {
  return text.split('\n').map((line) => {
    const [, seat, rest] = /^(\d+) (.+)$/.exec(line) ?? [];
    const person = seat && [...names].find(([, name]) => rest.startsWith(`${name} `));
    if (person) return `\`${seat}\` <@${person[0]}>${rest.slice(person[1].length)}`;
    return seat ? `\`${seat}\` **${rest.replace(/ \d/, '**$&')}` : line;
  }).join('\n');
}

// turnOf is the id of the player to act on this board, or undefined.
export function turnOf(message) {
  return /^▶.*?<@!?(\d+)>/m.exec(textOf(message))?.[1];
}

// toActOn is the name of the player to act, as the board writes it: a mention or
// bold words; undefined while no decision is awaited.
export function toActOn(message) {
  return /^▶ *(?:`\d+` *)?(<@!?\d+>|\*\*.+?\*\*)/m.exec(textOf(message))?.[1];
}

// seatOf is the line of the seat that a person has on this board, or undefined.
function seatOf(message, id) {
  return new RegExp(`^(?:▶ *)?\`\\d+\` *<@!?${id}>.*`, 'm').exec(wordsOf(message))?.[0];
}

// isBroke tells a player without chips, whose seat is kept for a while: their
// line names a time and is not the one to act, or says it.
export function isBroke(message, id) {
  const seat = seatOf(message, id) ?? '';
  return /^`.*<t:\d+/.test(seat) || stands(seat, 'broke');
}

// isBust tells that a player of a tournament has no seat any more, or lost the last chips in the hand that has just ended.
function isBust(seat) {
  return !seat || (/^`\d+` *<@!?\d+> 0(?: |$)/.test(seat) && !stands(seat, 'all_in'));
}

// handOf is the number of the hand that a board, a panel or a result is of: it
// begins with "#12". Undefined where there is none.
export function handOf(message) {
  return /^#(\d+)/.exec(textOf(message).trimStart())?.[1];
}

// isAsFar tells whether a panel has come as far as the board: it is of the same
// hand, and has every card that lies on the table, or none where it leaves them to
// the board. The board may be in one language and the panel in another, so
// headings are not compared.
export function isAsFar(panel, board) {
  const had = new Set(cardsIn(textOf(panel)));
  const dealt = cardsIn(textOf(board).split(/(?:\n| · )Pot /, 1)[0]);
  return handOf(board) !== undefined && handOf(panel) === handOf(board) && (dealt.every((card) => had.has(card)) || !dealt.some((card) => had.has(card)));
}

// cardsIn lists the cards of a text, which are emojis or a rank and a suit.
function cardsIn(text) {
  const drawn = [...text.matchAll(/<:(\w+):\d+>/g)].map(([, name]) => cardNamed(name)).filter(Boolean);
  return [...drawn, ...[...text.matchAll(/(?:10|[2-9AKQJ])[♠♥♦♣]/g)].map(([card]) => card)];
}

// seatedAt lists the ids of the people who have a seat on this board.
export function seatedAt(message) {
  const ids = [...wordsOf(message).matchAll(/^(?:▶ *)?`\d+` *<@!?(\d+)>/gm)].map((found) => found[1]);
  const acting = turnOf(message);
  return new Set(acting ? [...ids, acting] : ids);
}

// buttonsOf lists the buttons of a message that can be pressed.
export function buttonsOf(message) {
  const all = (list) => (list ?? []).flatMap((c) => (c.type === 2 ? [c] : [...all(c.components), ...all(c.accessory && [c.accessory])]));
  return all(message.components).filter((c) => c.custom_id && !c.disabled);
}

// newestBoard is the last public message that is a board: it shows seats, offers
// one or their menu, names the table that it mirrors, or says that the table is closed. One that a player posted is none. Messages come
// oldest first.
export function newestBoard(messages) {
  return messages.findLast((message) => ((message.flags ?? 0) & 64) === 0 && !textOf(message).includes('\n-# ↪ ')
    && (seatedAt(message).size > 0 || buttonFor(message, 'sit') !== undefined || isEarly(message) || isClosed(message) || isMirror(message)));
}

// isEarly tells the board of a tournament's table that nobody sits at yet: people register elsewhere.
function isEarly(message) {
  return seatedAt(message).size === 0 && buttonFor(message, 'sit') === undefined && buttonFor(message, 'seat') !== undefined;
}

function isClosed(message) {
  return says(textOf(message), 'closed');
}

// buttonFor is the button that does something, or undefined. Labels are in the
// table's language; the bot's verb, the first word of the fifth part of a custom
// id, is in none. In the menu of a seat another word follows it.
export function buttonFor(message, verb) {
  return message && buttonsOf(message).find((c) => c.custom_id.split(':')[4]?.split(' ')[0] === verb);
}

// hintFor says in one line what the viewer can do now: the text, and a button to
// press or a command to send, if one does it; spare is one whose room the board and
// the panel need on a phone. people are those a visitor can be;
// seesCards tells that a private panel of the board's hand is in sight; own is the
// newest private message that has buttons; lobby is that of a tournament, and home the channel of the lobby if it is another one.
// parent is the channel of a thread, where the lobby is before a tournament's start; queues tells that the viewer has a place on the waitlist.
export function hintFor(person, board, people, seesCards, own, lobby, home, parent, queues) {
  const source = board && sourceOf(board);
  if (source) return { text: word('hint_mirror'), room: source };
  if (person.watches) return { text: word('hint_watching', { people: namesOf(people.filter((one) => !one.watches)) }) };
  if (!board || isClosed(board)) return inLobby(person, lobby) ?? (home ? { text: word('hint_over'), room: home } : closed(person, people));
  if (isEarly(board)) return { text: word('hint_early'), room: home ?? parent };
  const seat = seatOf(board, person.id);
  if (isBroke(board, person.id)) return broke(board, own);
  if (home && isBust(seat)) return { text: word('hint_without'), room: home };
  if (!seat) return newcomer(person, board, queues);
  if (stands(seat, 'out')) {
    const text = word('hint_out');
    return onPanel(own, board, 'sitin', text) ?? offer(board, 'seat', text) ?? { text, command: 'sitin' };
  }
  return toActOn(board) ? playing(person, board, seat, seesCards) : waiting(person, board, seat, people);
}

// isMirror tells a board that is shown to watch: its table is in another channel.
export function isMirror(message) {
  return sourceOf(message) !== undefined;
}

// sourceOf is the channel of the table that a board mirrors: its last line names it, and the board has no buttons.
// Undefined for another board.
function sourceOf(board) {
  return buttonsOf(board).length === 0 ? /^-# .*<#(\d+)>/m.exec(textOf(board))?.[1] : undefined;
}

// isWaitlisted tells a person whose newest private message about the waitlist of a table says their place on it. Messages come oldest
// first. Once the board holds a seat for them, the place is gone, also after the hold: spent keeps the id of its message.
export function isWaitlisted(messages, board, id, spent) {
  const newest = messages.findLast((message) => ((message.flags ?? 0) & 64) !== 0 && (says(textOf(message), 'place') || says(textOf(message), 'no_place')));
  if (newest && callOf(board)?.includes(`<@${id}>`)) spent.add(newest.id);
  return newest !== undefined && says(textOf(newest), 'place') && !spent.has(newest.id);
}

// callOf is the line of a board about the seat that it holds, undefined without one.
function callOf(board) {
  return board && textOf(board).split('\n').find((line) => says(line, 'called'));
}

// newcomer is for someone without a seat: one is free, or kept for the next in
// line, or there is a line to join, or to wait in.
function newcomer(person, board, queues) {
  const call = callOf(board);
  if (queues && !buttonFor(board, 'sit')) return { text: word('hint_waitlist'), spare: true };
  if (call && !call.includes(`<@${person.id}>`)) return { text: word('hint_kept'), command: 'sit' };
  const text = word('hint_sit', { name: person.name });
  return offer(board, 'sit', text) ?? offer(board, 'seat', text) ?? { text: word('hint_full'), command: 'sit' };
}

// broke is for someone who is out of chips: a button brings more, on the panel or by way of it.
function broke(board, own) {
  const text = word('hint_broke');
  return onPanel(own, board, 'rebuy', text) ?? offer(board, 'rebuyask', text) ?? { text, command: 'topup' };
}

// offer is a hint to press a button of a message, or undefined where it has none.
function offer(message, verb, text) {
  const button = buttonFor(message, verb);
  return button && { text, press: { message: message.id, customID: button.custom_id, label: button.label } };
}

// onPanel is a hint to press a button of the newest private message, where that is of the board's hand. It is spare: the
// panel is below the board, and has the button.
function onPanel(own, board, verb, text) {
  const hint = own && handOf(own) === handOf(board) ? offer(own, verb, text) : undefined;
  return hint && { ...hint, spare: true };
}

function namesOf(people) {
  return either(people.map((one) => one.name));
}

// newestLobby is the last public message that is the lobby of a tournament which is not over, and of those that a person plays in,
// if there is one.
export function newestLobby(messages, id) {
  const all = messages.filter((message) => ((message.flags ?? 0) & 64) === 0 && buttonFor(message, 'mytable') !== undefined);
  return all.findLast((message) => plays(message, id)) ?? all.at(-1);
}

// homeOf is the channel of the lobby of the tournament whose table is here: calls to its players end with it. Undefined elsewhere.
export function homeOf(messages) {
  return messages.map((message) => /^-# ↪ <#(\d+)>$/m.exec(textOf(message))?.[1]).findLast(Boolean);
}

// plays tells whether a lobby names a person who is registered or has chips. A place is followed by chips, or its player is out.
function plays(lobby, id) {
  return new RegExp(`^(?:(?!\\d|–).*<@${id}>|\\S+ <@${id}>(?: \\(\\d+\\))? · \\d)`, 'm').test(textOf(lobby));
}

// inLobby is for someone in the channel of a tournament: they are in it, and its table is elsewhere, or they may register.
function inLobby(person, lobby) {
  if (!lobby || !plays(lobby, person.id)) return offer(lobby, 'register', word('hint_sit', { name: person.name }));
  const [, table, sealed] = /<#(\d+)>|channels\/\d+\/(\d+)\//.exec(textOf(lobby)) ?? [];
  const text = word('hint_in');
  return table || sealed ? { text, room: table ?? sealed } : offer(lobby, 'mytable', text);
}

function closed(person, people) {
  if (person.manages) return { text: word('hint_closed'), command: 'table open' };
  return { text: word('hint_closed_other', { people: namesOf(people.filter((one) => one.manages)) }) };
}

// playing is for someone with a seat while a decision is awaited.
function playing(person, board, seat, seesCards) {
  if (stands(seat, 'next_hand')) return { text: word('hint_next_hand'), spare: true };
  if (stands(seat, 'big_blind')) return { text: word('hint_big_blind'), spare: true };
  if (stands(seat, 'folded')) return { text: word('hint_folded'), spare: true };
  const mine = turnOf(board) === person.id;
  const look = !seesCards && offer(board, 'cards', word(mine ? 'hint_look_turn' : 'hint_look'));
  if (look) return look;
  if (mine) return { text: word(buttonFor(board, 'pat') ? 'hint_draw' : 'hint_turn'), spare: true };
  if (stands(seat, 'all_in')) return { text: word('hint_all_in'), spare: true };
  return { text: word('hint_other', { player: toActOn(board) }), spare: true };
}

// waiting is for someone with a seat while no decision is awaited.
function waiting(person, board, seat, people) {
  const plays = !['folded', 'next_hand', 'big_blind'].some((thing) => stands(seat, thing));
  const agreed = new RegExp(`<@!?${person.id}> [^·\n]*✓`).test(textOf(board)); // to a deal, in a line of its amounts
  if (buttonFor(board, 'deal') && !agreed) return { text: word('hint_deal'), spare: true };
  if (plays && buttonFor(board, 'run')) return { text: word('hint_run'), spare: true };
  if (stands(seat, 'all_in')) return { text: word('hint_all_in'), spare: true };
  if (wordsOf(board).split('\n').some((line) => stands(line, 'all_in'))) return { text: word('hint_board'), spare: true }; // others are
  if (says(textOf(board), 'paused')) return { text: word('hint_paused'), spare: true };
  if (/<t:\d+:R>/.test(textOf(board))) return { text: word('hint_soon'), spare: true };
  if (!says(textOf(board), 'few_players')) return { text: word('hint_board'), spare: true };
  if (person.manages) return { text: word('hint_bot'), command: 'table bot add' };
  return { text: word('hint_company', { people: namesOf(people.filter((one) => one.id !== person.id && !one.watches)) }) };
}
