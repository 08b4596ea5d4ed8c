// The bot of clients_test.go on discord.js.
import {
  ActionRowBuilder, ApplicationCommandOptionType, AttachmentBuilder, ButtonBuilder, ButtonStyle, Client, Events, GatewayIntentBits,
  MessageFlags, ModalBuilder, StringSelectMenuBuilder, TextInputBuilder, TextInputStyle,
} from 'discord.js';

const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages],
  rest: { api: `${process.env.DISCORD_URL}/api` },
});

const button = (id) => new ButtonBuilder().setCustomId(id).setLabel(id).setStyle(ButtonStyle.Primary);
const row = (...of) => new ActionRowBuilder().addComponents(...of);

const components = () => [
  row(...['Later', 'Edit', 'Defer', 'File', 'Form'].map(button)),
  row(new StringSelectMenuBuilder().setCustomId('Pick').setPlaceholder('Pick')
    .addOptions({ label: 'Ace', value: 'a' }, { label: 'King', value: 'k' }).setMaxValues(2)),
];

const presses = {
  async Later(i) {
    await i.deferReply({ flags: MessageFlags.Ephemeral });
    await i.editReply('Done');
    await i.followUp({ content: 'One more', flags: MessageFlags.Ephemeral });
  },
  Edit: (i) => i.update({ content: 'Edited', components: components() }),
  async Defer(i) {
    await i.deferUpdate();
    await i.editReply({ content: 'Edited later' });
  },
  File: (i) => i.reply({ content: 'A file', files: [new AttachmentBuilder(Buffer.from('cards'), { name: 'cards.txt' })] }),
  Form: (i) => i.showModal(new ModalBuilder().setCustomId('form').setTitle('Form')
    .addComponents(row(new TextInputBuilder().setCustomId('words').setLabel('Words').setStyle(TextInputStyle.Short)))),
  Pick: (i) => i.reply({ content: `Picked ${i.values}`, flags: MessageFlags.Ephemeral }),
};

client.on(Events.InteractionCreate, async (i) => {
  if (i.isAutocomplete()) await i.respond([{ name: `${i.options.getFocused()}!`, value: i.options.getFocused() }]);
  else if (i.isChatInputCommand()) await i.reply({ content: `Hello ${i.options.getString('name')}`, components: components() });
  else if (i.isModalSubmit()) await i.reply({ content: `Wrote ${i.fields.getTextInputValue('words')}`, flags: MessageFlags.Ephemeral });
  else await presses[i.customId](i);
});

client.once(Events.ClientReady, () => client.application.commands.set([{
  name: 'greet', description: 'Greets',
  options: [{ type: ApplicationCommandOptionType.String, name: 'name', description: 'Whom', required: true, autocomplete: true }],
}]));

await client.login(process.env.DISCORD_TOKEN);
