// One message as DOM.
import { h } from './dom.js';
import { markdown } from './markdown.js';
import { clockTime } from './clock.js';
import { phrase, word } from './words.js';
import { attachments, components, embeds } from './components.js';

const ephemeral = 1 << 6;
const thinking = 1 << 7;
const secondLayout = 1 << 15;

// isPrivate tells whether only its reader sees the message.
export function isPrivate(message) {
  return ((message.flags ?? 0) & ephemeral) !== 0;
}

// renderMessage draws a message. The context is that of components; besides,
// failed tells that the last press on this message had no answer.
export function renderMessage(message, context) {
  const author = message.author ?? {};
  const name = author.username || word('unknown');
  const own = {
    ...context,
    media: (address) => context.media(address, message.attachments),
    fileOf: (address) => message.attachments?.find((file) => `attachment://${file.filename}` === address),
  };
  const label = isPrivate(message) ? `${name}, ${word('only_for_you')}` : name;
  return h('article', { class: classes(message, context), 'data-id': message.id, 'data-key': message.id, tabindex: '-1', 'aria-label': label },
    usedBy(message, context),
    h('span', { class: `avatar ${author.bot ? 'avatar-bot' : context.avatar(author.id)}`, 'aria-hidden': 'true' }, author.bot ? '♠' : initial(name)),
    h('header', { class: 'head' },
      h('h2', { class: 'author' }, name),
      author.bot ? h('span', { class: 'tag' }, word('app')) : null,
      h('time', { class: 'when', datetime: message.timestamp }, clockTime(message.timestamp)),
      message.edited_timestamp ? h('span', { class: 'when', title: clockTime(message.edited_timestamp) }, word('edited')) : null),
    h('div', { class: 'body' },
      body(message, own),
      embeds(message.embeds, own),
      components(message.components, own),
      context.failed ? h('p', { class: 'failed', role: 'alert' }, word('failed')) : null,
      isPrivate(message) ? privateMark() : null));
}

function body(message, context) {
  if ((message.flags ?? 0) & thinking) return h('p', { class: 'thinking' }, word('thinking'));
  if ((message.flags ?? 0) & secondLayout) return null; // text and files are components then
  return [h('div', { class: 'text' }, markdown(message.content, context)), attachments(message.attachments, context)];
}

function classes(message, context) {
  const found = ['message'];
  if (isPrivate(message)) found.push('private');
  if (message.notified?.includes(context.me)) found.push('mentioned');
  if (context.turn) found.push('my-turn');
  return found.join(' ');
}

function usedBy({ interaction }, context) {
  if (!interaction) return null;
  const command = h('span', { class: 'command-name' }, `/${context.command?.(interaction.name) ?? interaction.name}`);
  const mine = interaction.user.id === context.me;
  return h('p', { class: 'used' }, mine ? phrase('you_used', { command }) : phrase('used', { who: interaction.user.username, command }));
}

function privateMark() {
  return h('p', { class: 'only-you' }, `${word('only_you')} · `, h('button', { type: 'button', class: 'text-button', 'data-dismiss': true, 'data-key': 'dismiss' }, word('dismiss')));
}

// initial is the letter on an avatar.
export function initial(name) {
  return [...(name || '?')][0].toUpperCase();
}
