// The bot of clients_test.go on eris, which speaks to a host by HTTPS and knows no port.
import { Agent } from 'node:https';
import * as Eris from 'eris';

const { hostname, port } = new URL(process.env.DISCORD_URL);
const client = new Eris.Client(`Bot ${process.env.DISCORD_TOKEN}`, {
  intents: ['guilds', 'guildMessages'],
  reconnectDelay: () => 100,
  rest: { domain: hostname, agent: new Agent({ port }) },
});

const EPHEMERAL = Eris.Constants.MessageFlags.EPHEMERAL;

const button = (custom_id) => ({ type: 2, style: 1, label: custom_id, custom_id });
const row = (...components) => ({ type: 1, components });

const components = () => [
  row(...['Later', 'Edit', 'Defer', 'File', 'Form'].map(button)),
  row({
    type: 3, custom_id: 'Pick', placeholder: 'Pick', max_values: 2,
    options: [{ label: 'Ace', value: 'a' }, { label: 'King', value: 'k' }],
  }),
];

const presses = {
  async Later(i) {
    await i.defer(EPHEMERAL);
    await i.editOriginalMessage('Done');
    await i.createFollowup({ content: 'One more', flags: EPHEMERAL });
  },
  Edit: (i) => i.editParent({ content: 'Edited', components: components() }),
  async Defer(i) {
    await i.deferUpdate();
    await i.editOriginalMessage('Edited later');
  },
  File: (i) => i.createMessage({ content: 'A file' }, { name: 'cards.txt', file: Buffer.from('cards') }),
  Form: (i) => i.createModal({
    custom_id: 'form', title: 'Form',
    components: [row({ type: 4, custom_id: 'words', label: 'Words', style: 1 })],
  }),
  Pick: (i) => i.createMessage({ content: `Picked ${i.data.values}`, flags: EPHEMERAL }),
};

client.on('interactionCreate', async (i) => {
  if (i instanceof Eris.AutocompleteInteraction) {
    const typed = i.data.options.find((o) => o.focused).value;
    await i.result([{ name: `${typed}!`, value: typed }]);
  } else if (i instanceof Eris.CommandInteraction) {
    await i.createMessage({ content: `Hello ${i.data.options[0].value}`, components: components() });
  } else if (i instanceof Eris.ModalSubmitInteraction) {
    await i.createMessage({ content: `Wrote ${i.data.components[0].components[0].value}`, flags: EPHEMERAL });
  } else {
    await presses[i.data.custom_id](i);
  }
});

client.once('ready', () => client.bulkEditCommands([{
  type: 1, name: 'greet', description: 'Greets',
  options: [{ type: 3, name: 'name', description: 'Whom', required: true, autocomplete: true }],
}]));

// A cut is an event "error" of its own here; whoever does not listen is ended by it.
client.on('error', (err) => console.error(err));

await client.connect();
