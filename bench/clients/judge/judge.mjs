// Judges requests of the bot: node judge.mjs FILE, in which each line has a method, a path and a body.
//
// Every component, modal and command is built again with the setters of discord.js' builders, which refuse names, lengths and
// numbers that Discord would refuse; every message goes through discord.js' own MessagePayload. What they make must be what the
// bot sent. Every body is then a literal in a TypeScript file, with the type of its route in discord-api-types, which refuses
// fields that are missing, unknown or of another type.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as discord from 'discord.js';
import ts from 'typescript';

// routes has the type of each route's body, and what in it is a message.
const routes = [
  ['POST', /^\/channels\/\d+\/messages$/, 'RESTPostAPIChannelMessageJSONBody', (b) => b],
  ['PATCH', /^\/channels\/\d+\/messages\/\d+$/, 'RESTPatchAPIChannelMessageJSONBody', (b) => b],
  ['POST', /^\/interactions\/\d+\/[^/]+\/callback$/, 'RESTPostAPIInteractionCallbackJSONBody', (b) => (b.type === 4 || b.type === 7 ? b.data : undefined)],
  ['POST', /^\/webhooks\/\d+\/[^/]+$/, 'RESTPostAPIInteractionFollowupJSONBody', (b) => b],
  ['PATCH', /^\/webhooks\/\d+\/[^/]+\/messages\/@original$/, 'RESTPatchAPIInteractionOriginalResponseJSONBody', (b) => b],
  ['PATCH', /^\/webhooks\/\d+\/[^/]+\/messages\/\d+$/, 'RESTPatchAPIInteractionFollowupJSONBody', (b) => b],
  ['POST', /^\/channels\/\d+\/threads$/, 'RESTPostAPIChannelThreadsJSONBody'],
  ['PATCH', /^\/channels\/\d+$/, 'RESTPatchAPIChannelJSONBody'],
  ['POST', /^\/guilds\/\d+\/scheduled-events$/, 'RESTPostAPIGuildScheduledEventJSONBody'],
  ['PATCH', /^\/guilds\/\d+\/scheduled-events\/\d+$/, 'RESTPatchAPIGuildScheduledEventJSONBody'],
  ['PUT', /^\/applications\/\d+\/commands$/, 'RESTPutAPIApplicationCommandsJSONBody'],
  ['PUT', /^\/applications\/\d+\/guilds\/\d+\/commands$/, 'RESTPutAPIApplicationGuildCommandsJSONBody'],
  ['POST', /^\/applications\/\d+\/emojis$/, 'RESTPostAPIApplicationEmojiJSONBody'],
];

// withoutZeros leaves out what discordgo's structs write where nothing was set, and Discord takes for nothing: null for a list, an
// empty description of a menu's option, two falsehoods of a command's option, and in a modal and in choices the empty text of a
// message.
function withoutZeros(value) {
  if (Array.isArray(value)) return value.map(withoutZeros);
  if (value === null || typeof value !== 'object') return value;
  const zero = (key, v) => v === null || (key === 'description' && v === '' && 'label' in value) ||
    (v === false && (key === 'autocomplete' || key === 'required') && 'name' in value);
  const body = Object.fromEntries(Object.entries(value).filter(([key, v]) => !zero(key, v)).map(([key, v]) => [key, withoutZeros(v)]));
  if ((body.type === 8 || body.type === 9) && body.data?.tts === false && body.data.content === '') {
    delete body.data.tts;
    delete body.data.content;
  }
  return body;
}

const camel = (key) => key.replace(/(^|_)(\w)/g, (_, __, letter) => letter.toUpperCase());

// set calls the setter of each field.
function set(builder, raw, except = ['type']) {
  for (const [key, value] of Object.entries(raw)) {
    if (except.includes(key)) continue;
    const setter = key === 'url' ? 'setURL' : `set${camel(key)}`;
    if (!(setter in builder)) throw new Error(`${builder.constructor.name} has no ${setter}`);
    builder[setter](value);
  }
  return builder;
}

// components has how a component of each type is built. Other types go through createComponentBuilder, which knows them all,
// and checks only what toJSON does.
const components = {
  1: (raw) => set(new discord.ActionRowBuilder(), raw, ['type', 'components']).addComponents(...raw.components.map(component)),
  2: (raw) => set(new discord.ButtonBuilder(), raw),
  3: (raw) => set(new discord.StringSelectMenuBuilder(), raw, ['type', 'options'])
    .addOptions(...raw.options.map((o) => set(new discord.StringSelectMenuOptionBuilder(), o))),
  4: (raw) => set(new discord.TextInputBuilder(), raw),
  5: (raw) => set(new discord.UserSelectMenuBuilder(), raw),
  6: (raw) => set(new discord.RoleSelectMenuBuilder(), raw),
  7: (raw) => set(new discord.MentionableSelectMenuBuilder(), raw),
  8: (raw) => set(new discord.ChannelSelectMenuBuilder(), raw),
  17(raw) {
    const container = discord.createComponentBuilder({ ...raw, components: raw.components.map((c) => component(c).toJSON()) });
    return raw.accent_color === undefined ? container : container.setAccentColor(raw.accent_color);
  },
  18(raw) {
    const into = { 3: 'setStringSelectMenuComponent', 4: 'setTextInputComponent', 5: 'setUserSelectMenuComponent', 8: 'setChannelSelectMenuComponent' };
    return set(new discord.LabelBuilder(), raw, ['type', 'component'])[into[raw.component.type]](component(raw.component));
  },
};

// component builds a component.
const component = (raw) => (components[raw.type] ?? discord.createComponentBuilder)(raw);

// modal builds a modal.
function modal(raw) {
  const builder = set(new discord.ModalBuilder(), raw, ['components']);
  for (const c of raw.components) {
    if (c.type === 18) builder.addLabelComponents(component(c));
    else if (c.type === 1) builder.addComponents(component(c));
    else builder.addTextDisplayComponents(component(c));
  }
  return builder;
}

const optionTypes = { 3: 'String', 4: 'Integer', 5: 'Boolean', 6: 'User', 7: 'Channel', 8: 'Role', 9: 'Mentionable', 10: 'Number', 11: 'Attachment' };

// command builds a command, a subcommand or a group of them.
function command(builder, raw) {
  set(builder, raw, ['type', 'options']);
  for (const o of raw.options ?? []) {
    if (o.type === 1) builder.addSubcommand((b) => command(b, o));
    else if (o.type === 2) builder.addSubcommandGroup((b) => command(b, o));
    else builder[`add${optionTypes[o.type]}Option`]((b) => option(b, o));
  }
  return builder;
}

// option builds an option of a command.
function option(builder, raw) {
  set(builder, raw, ['type', 'choices', 'channel_types']);
  if (raw.choices?.length) builder.addChoices(...raw.choices);
  if (raw.channel_types?.length) builder.addChannelTypes(...raw.channel_types);
  return builder;
}

// isNew tells a new file from one that the message keeps, which has the id of an attachment.
const isNew = (a) => String(a.id).length < 15;

// message returns the body that discord.js sends for a message.
function message(raw) {
  const target = { client: { options: { jsonTransformer: (c) => c } } };
  const mentions = raw.allowed_mentions && { ...raw.allowed_mentions, repliedUser: raw.allowed_mentions.replied_user };
  const files = raw.attachments?.filter(isNew).map((a) => new discord.AttachmentBuilder(Buffer.from('-'), { name: a.filename, description: a.description }));
  const { body } = discord.MessagePayload.create(target, {
    content: raw.content === '' ? undefined : raw.content, // it takes an empty text for a mistake; in an edit it empties the message
    tts: raw.tts, nonce: raw.nonce, enforceNonce: raw.enforce_nonce, embeds: raw.embeds, flags: raw.flags, allowedMentions: mentions,
    components: raw.components?.map(component), attachments: raw.attachments?.filter((a) => !isNew(a)), files,
  }).resolveBody();
  return JSON.parse(JSON.stringify(body));
}

const empty = (v) => v === undefined || v === null || v === false || v === '' || (typeof v === 'object' && Object.values(v).every(empty));

// difference returns where two values differ, or undefined. What is empty is the same as what is missing.
function difference(sent, built, at = '') {
  if (empty(sent) && empty(built)) return undefined;
  if (typeof sent !== 'object' || typeof built !== 'object' || sent === null || built === null) {
    return sent === built ? undefined : `${at}: sent ${JSON.stringify(sent)}, discord.js makes ${JSON.stringify(built)}`;
  }
  for (const key of new Set([...Object.keys(sent), ...Object.keys(built)])) {
    const found = difference(sent[key], built[key], `${at}.${key}`);
    if (found) return found;
  }
  return undefined;
}

// rebuild builds again what can be built of a request, and returns where it differs.
function rebuild(body, messageOf) {
  const json = (builder) => JSON.parse(JSON.stringify(builder.toJSON()));
  if (Array.isArray(body)) return difference(body, body.map((c) => json(command(new discord.SlashCommandBuilder(), c))));
  const sent = messageOf?.(body);
  if (sent) {
    const attachments = sent.attachments?.map(({ filename, ...rest }) => (isNew(rest) ? rest : { filename, ...rest })); // a new file's name is in its part
    return difference({ ...sent, attachments }, message(sent));
  }
  if (body.type === 9) return difference(body.data, json(modal(body.data)));
  return undefined;
}

// shape returns a body with its texts and amounts left out, to tell bodies apart that differ for the types.
function shape(value, key = '') {
  if (Array.isArray(value)) return `[${[...new Set(value.map((v) => shape(v)))].join()}]`;
  if (value && typeof value === 'object') return `{${Object.entries(value).map(([k, v]) => `${k}:${shape(v, k)}`).join()}}`;
  return typeof value === 'number' && ['type', 'style', 'spacing'].includes(key) ? String(value) : value === null ? 'null' : typeof value;
}

// parsed has the names of the enumeration that TypeScript wants for words of allowed_mentions.parse.
const parsed = { roles: 'Role', users: 'User', everyone: 'Everyone' };

// literal writes a body as TypeScript.
function literal(body) {
  return JSON.stringify(body, (key, value) => (key === 'parse' ? value.map((w) => `AllowedMentionsTypes.${parsed[w]}`) : value))
    .replaceAll(/"(AllowedMentionsTypes\.\w+)"/g, '$1').replaceAll(/data:image\/png;base64,[\w+/=]+/g, 'data:image/png;base64,AA==');
}

// typed has the compiler look at bodies, and returns what it objects to.
function typed(bodies) {
  const file = join(dirname(fileURLToPath(import.meta.url)), 'bodies.ts');
  const names = [...new Set(bodies.map((b) => b.type))];
  writeFileSync(file, `import { AllowedMentionsTypes, ${names.map((n) => `type ${n}`).join(', ')} } from 'discord-api-types/v10';\n` +
    `void AllowedMentionsTypes;\n${bodies.map((b, i) => `export const b${i}: ${b.type} = ${literal(b.body)};`).join('\n')}\n`);
  const options = { strict: true, noEmit: true, skipLibCheck: true, types: [], target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
  return ts.getPreEmitDiagnostics(ts.createProgram([file], options)).map((d) => {
    const line = d.file?.getLineAndCharacterOfPosition(d.start).line ?? 0;
    const of = bodies[line - 2];
    return `${of?.request ?? d.file?.fileName}: ${ts.flattenDiagnosticMessageText(d.messageText, '\n    ')}\n    ${of && literal(of.body).slice(0, 600)}`;
  });
}

const faults = [];
const seen = new Set();
const shapes = new Map();
let requests = 0;
for (const line of readFileSync(process.argv[2], 'utf8').split('\n')) {
  if (!line) continue;
  requests += 1;
  const { Method, Path, Body } = JSON.parse(line);
  const route = routes.find(([method, path]) => method === Method && path.test(Path));
  if (!route) {
    faults.push(`line ${requests}: ${Method} ${Path}: no type is known for this route; add it to judge.mjs`);
    continue;
  }
  const [, , type, messageOf] = route;
  const body = withoutZeros(Body);
  const request = `line ${requests}: ${Method} ${Path.replace(/(interactions|webhooks)\/(\d+)\/[^/]+/, '$1/$2/…')}`;
  shapes.set(`${type} ${shape(body)}`, { request, type, body });
  const text = JSON.stringify(body);
  if (type.includes('Emoji') || seen.has(text)) continue;
  seen.add(text);
  try {
    const found = rebuild(body, messageOf);
    if (found) faults.push(`${request}: ${found}`);
  } catch (err) {
    faults.push(`${request}: discord.js refuses it: ${err.message}\n    ${text.slice(0, 600)}`);
  }
}
if (requests === 0) faults.push('there are no requests');
if (shapes.size > 0) faults.push(...typed([...shapes.values()]));
console.log(`${requests} requests, ${seen.size} different bodies rebuilt by discord.js, ${shapes.size} forms held against discord-api-types`);
for (const fault of faults.slice(0, 50)) console.log(fault);
if (faults.length > 0) {
  console.log(`${faults.length} faults`);
  process.exitCode = 1;
}
