// What the page understands of a board: whose turn it is, who sits, what can be
// pressed. It reads only the forms that messages keep in every language: the
// line that begins with ▶, and a seat's line `3` <@id> ….

// textOf is all text of a message: its content and its text displays.
export function textOf(message) {
  return [message.content ?? '', ...displays(message.components)].join('\n');
}

function displays(list) {
  return (list ?? []).flatMap((c) => (c.type === 10 ? [c.content ?? ''] : displays(c.components)));
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

// isBroke tells a player without chips, whose seat is kept for a while: their
// line names a time and is not the one to act.
export function isBroke(message, id) {
  return new RegExp(`^\`\\d+\` *<@!?${id}>.*<t:\\d+`, 'm').test(textOf(message));
}

// handOf is the number of the hand that a board, a panel or a result is of: it
// begins with "#12". Undefined where there is none.
export function handOf(message) {
  return /^#(\d+)/.exec(textOf(message).trimStart())?.[1];
}

// seatedAt lists the ids of the people who have a seat on this board.
export function seatedAt(message) {
  const ids = [...textOf(message).matchAll(/^(?:▶ *)?`\d+` *<@!?(\d+)>/gm)].map((found) => found[1]);
  const acting = turnOf(message);
  return new Set(acting ? [...ids, acting] : ids);
}

// buttonsOf lists the buttons of a message that can be pressed.
export function buttonsOf(message) {
  const all = (list) => (list ?? []).flatMap((c) => (c.type === 2 ? [c] : [...all(c.components), ...all(c.accessory && [c.accessory])]));
  return all(message.components).filter((c) => c.custom_id && !c.disabled);
}

// newestBoard is the last public message that is a board: it shows seats or
// offers one. Messages come oldest first.
export function newestBoard(messages) {
  return messages.findLast((message) => ((message.flags ?? 0) & 64) === 0
    && (seatedAt(message).size > 0 || sitButton(message) !== undefined));
}

// sitButton is the button that gives a seat, or undefined.
export function sitButton(message) {
  return message && buttonsOf(message).find((c) => c.label?.startsWith('Sit down'));
}

// hintFor says in one line what the viewer can do now: the text, and a button to
// press or a command to type, if one does it. people are those a visitor can be;
// seesCards tells that a private panel of the board's hand is in sight.
export function hintFor(person, board, people, seesCards) {
  if (person.watches) return watching(people);
  if (!board) return { text: 'No table is open. One moment, or open one:', command: 'table open' };
  if (buttonsOf(board).length === 0 && !toActOn(board)) return { text: 'The board says what comes next.' };
  const offer = (label, text) => {
    const button = buttonsOf(board).find((c) => c.label?.startsWith(label));
    return button && { text, press: { message: board.id, customID: button.custom_id, label } };
  };
  const mine = turnOf(board) === person.id;
  if (!mine && !seatedAt(board).has(person.id)) {
    return offer('Sit down', `You are ${person.name}. To play, press`) ?? { text: 'There is no free seat just now; you can watch.' };
  }
  if (isBroke(board, person.id)) return { text: 'You are out of chips. To go on, bring some:', command: 'topup' };
  const look = !seesCards && toActOn(board) && offer('My cards', `${mine ? 'It is your turn.' : 'You have a seat.'} To see your cards, press`);
  if (look) return look;
  return { text: mine ? 'It is your turn: press a button under the board.' : waiting(board) };
}

function watching(people) {
  const players = people.filter((one) => !one.watches).map((one) => one.name).join(', ');
  return { text: `You are watching. To play, switch to ${players.replace(/, ([^,]*)$/, ' or $1')}.` };
}

// waiting says what someone with a seat waits for.
function waiting(board) {
  const name = toActOn(board);
  if (name) return `${name} is to act. Your turn comes by itself.`;
  if (/<t:\d+:R>/.test(textOf(board))) return 'You have a seat; the next hand starts by itself.';
  return 'You have a seat; the board says what comes next.';
}
