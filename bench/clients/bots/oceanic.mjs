// The bot of clients_test.go on oceanic.js.
import { ApplicationCommandOptionTypes, ButtonStyles, Client, ComponentTypes, InteractionTypes, MessageFlags, TextInputStyles } from 'oceanic.js';

const client = new Client({
  auth: `Bot ${process.env.DISCORD_TOKEN}`,
  rest: { baseURL: `${process.env.DISCORD_URL}/api/v10` },
  gateway: { intents: ['GUILDS', 'GUILD_MESSAGES'], reconnectDelay: () => 100 },
});

const button = (customID) => ({ type: ComponentTypes.BUTTON, style: ButtonStyles.PRIMARY, label: customID, customID });
const row = (...components) => ({ type: ComponentTypes.ACTION_ROW, components });

const components = () => [
  row(...['Later', 'Edit', 'Defer', 'File', 'Form'].map(button)),
  row({
    type: ComponentTypes.STRING_SELECT, customID: 'Pick', placeholder: 'Pick', maxValues: 2,
    options: [{ label: 'Ace', value: 'a' }, { label: 'King', value: 'k' }],
  }),
];

const presses = {
  async Later(i) {
    await i.defer(MessageFlags.EPHEMERAL);
    await i.editOriginal({ content: 'Done' });
    await i.createFollowup({ content: 'One more', flags: MessageFlags.EPHEMERAL });
  },
  Edit: (i) => i.editParent({ content: 'Edited', components: components() }),
  async Defer(i) {
    await i.deferUpdate();
    await i.editOriginal({ content: 'Edited later' });
  },
  File: (i) => i.createMessage({ content: 'A file', files: [{ name: 'cards.txt', contents: Buffer.from('cards') }] }),
  Form: (i) => i.createModal({
    customID: 'form', title: 'Form',
    components: [row({ type: ComponentTypes.TEXT_INPUT, customID: 'words', label: 'Words', style: TextInputStyles.SHORT })],
  }),
  Pick: (i) => i.createMessage({ content: `Picked ${i.data.values.getStrings()}`, flags: MessageFlags.EPHEMERAL }),
};

client.on('interactionCreate', async (i) => {
  switch (i.type) {
    case InteractionTypes.APPLICATION_COMMAND_AUTOCOMPLETE: {
      const typed = i.data.options.getFocused().value;
      return i.result([{ name: `${typed}!`, value: typed }]);
    }
    case InteractionTypes.APPLICATION_COMMAND:
      return i.createMessage({ content: `Hello ${i.data.options.getString('name')}`, components: components() });
    case InteractionTypes.MODAL_SUBMIT:
      return i.createMessage({ content: `Wrote ${i.data.components.getTextInput('words')}`, flags: MessageFlags.EPHEMERAL });
    default:
      return presses[i.data.customID](i);
  }
});

client.once('ready', () => client.application.bulkEditGlobalCommands([{
  type: 1, name: 'greet', description: 'Greets',
  options: [{ type: ApplicationCommandOptionTypes.STRING, name: 'name', description: 'Whom', required: true, autocomplete: true }],
}]));

// A cut is an event "error" of its own here; whoever does not listen is ended by it.
client.on('error', (err) => console.error(err));

await client.connect();
