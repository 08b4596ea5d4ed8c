// The list of channels: beside the messages on a large screen, a menu above them on a phone.
import { byId, h } from './dom.js';
import { morph } from './morph.js';

// showChannels draws both. A thread stands below its channel. address(person, id) is where a link leads.
export function showChannels(channels, here, address) {
  morph(byId('channels'), h('ul', { id: 'channels' }, channels.map((one) => h('li', {},
    h('a', {
      href: address(undefined, one.id), class: one.parent ? 'room thread' : 'room', 'data-in': one.id,
      'aria-current': one.id === here ? 'page' : null, draggable: 'false',
    }, h('span', { class: 'hash', 'aria-hidden': 'true' }, one.parent ? '↳' : '#'), one.name)))));
  byId('channel').replaceChildren(...channels.map((one) => h('option', { value: one.id, selected: one.id === here }, `${one.parent ? '↳' : '#'} ${one.name}`)));
}
