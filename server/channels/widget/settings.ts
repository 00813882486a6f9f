/** Public schemas of `widget`: the settings of a website chat. */
import {
  choice,
  closed,
  component,
  exampleId,
  idInput,
  idOutput,
  nullable,
  time,
  trimmedText,
  Type,
  type Static,
} from '#platform/schema.ts'
import { readOrigin } from './origins.ts'

const color = { pattern: '^#[0-9A-Fa-f]{6}$', description: 'The colour of the launcher and of buttons, `#rrggbb`.', examples: ['#4445c2'] }
export const WidgetPosition = component(
  'WidgetPosition',
  choice({ LEFT: 'The left.', RIGHT: 'The right.' }, { description: 'The lower corner of the page with the launcher.' }),
)
export const WidgetPageUrl = component(
  'WidgetPageUrl',
  choice(
    { NONE: 'Nothing.', PATH: 'The path and the title of the page; never its query.' },
    { description: 'What agents see of the page on which a visitor writes.' },
  ),
)
const zIndex = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  description: 'The `z-index` of the launcher. Lower it to show cookie banners above the chat.',
})
const titleDescription = 'The first line of the chat; null for the workspace’s name.'
const greetingDescription = 'The line below the title; null for none.'
const launcherDescription = 'A text beside the launcher’s icon; null for none.'
const logoDescription = 'A picture shown in the chat’s header; null for none.'
const preChatField = {
  pattern: '^(NAME|EMAIL|[a-z][a-z0-9_]{0,63})$',
  description: '`NAME`, `EMAIL` or the key of a custom field of threads.',
  examples: ['EMAIL'],
}
const required = 'Whether a visitor must fill it in.'
const afterSeconds = 'Seconds after which an unseen message is sent by e-mail.'
const origin = 'A site, such as `https://www.example.com` or `https://*.example.com`; `http` only for `localhost` and loopback addresses.'
const allowedOrigins = 'The sites that may show the chat. Empty for the site of the inbox’s address, with and without `www`.'
const requireIdentity = Type.Boolean({ description: 'Whether only visitors whom your site identifies can write.' })
const allowApps = Type.Boolean({ description: 'Whether apps may show the chat in a web view, which has no origin.' })
const files = Type.Boolean({ description: 'Whether visitors and agents can exchange files.' })
const helpCenter = Type.Boolean({
  description: 'Whether the chat searches the public articles, and the help centre offers the contact form.',
})
const askRating = Type.Boolean({ description: 'Whether visitors may rate a conversation.' })
const sessionDays = Type.Integer({
  minimum: 1,
  maximum: 365,
  description: 'Days for which a browser keeps its conversations, from the start of its session. Visits do not extend it.',
})
const preChatDescription = 'What a visitor is asked before the first message.'
const continuityDescription =
  'Sends replies that a visitor has not seen by e-mail, if the visitor’s address is known, and adds the answers to the thread; null to not.'

export const WidgetIdentitySecret = component(
  'WidgetIdentitySecret',
  closed(
    {
      id: idOutput('wsc', 'The secret.'),
      lastFour: Type.String({ description: 'Its last four characters.' }),
      createdAt: time('When it was created.'),
      expiresAt: nullable(time('Until when.'), { description: 'Until when it is valid; null until it is deleted.' }),
    },
    {
      description: 'A secret with which your site identifies its users.',
      examples: [{ id: exampleId('wsc'), lastFour: 'x4Qf', createdAt: '2026-03-04T09:30:00.000Z', expiresAt: null }],
    },
  ),
)

export const WidgetChannel = component(
  'WidgetChannel',
  closed(
    {
      key: Type.String({ description: 'The public key of the chat, for your pages.', examples: [exampleId('wgt')] }),
      allowedOrigins: Type.Array(Type.String({ description: origin }), { description: allowedOrigins }),
      allowApps,
      requireIdentity,
      identitySecrets: Type.Array(WidgetIdentitySecret, {
        description:
          'The secrets with which your site identifies its users, newest first. `POST /inboxes/{id}/widget-secrets` creates one.',
      }),
      appearance: component(
        'WidgetAppearance',
        closed(
          {
            color: Type.String(color),
            position: WidgetPosition,
            title: nullable(Type.String(), { description: titleDescription }),
            greeting: nullable(Type.String(), { description: greetingDescription }),
            launcher: nullable(Type.String(), { description: launcherDescription }),
            logoUploadId: nullable(idOutput('upl', 'The picture.'), { description: logoDescription }),
            zIndex,
          },
          { description: 'How the chat looks.' },
        ),
      ),
      preChat: Type.Array(
        component(
          'WidgetPreChatField',
          closed(
            { field: Type.String(preChatField), required: Type.Boolean({ description: required }) },
            { description: 'Something that a visitor is asked.' },
          ),
        ),
        { description: preChatDescription },
      ),
      files,
      helpCenter,
      askRating,
      pageUrl: WidgetPageUrl,
      continuity: nullable(
        component(
          'WidgetContinuity',
          closed(
            { inboxId: idOutput('inb', 'The EMAIL inbox that sends them.'), afterSeconds: Type.Integer({ description: afterSeconds }) },
            { description: 'How replies reach a visitor who has left.' },
          ),
        ),
        { description: continuityDescription },
      ),
      sessionDays,
    },
    { description: 'Settings of a website chat.' },
  ),
)

const text = (maxLength: number, description: string, example: string) =>
  Type.Optional(nullable(trimmedText({ maxLength, description, examples: [example] })))

export const WidgetChannelInput = component(
  'WidgetChannelInput',
  closed(
    {
      allowedOrigins: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 300, description: origin, examples: ['https://www.example.com'] }), {
          maxItems: 50,
          description: allowedOrigins,
        }),
      ),
      allowApps: Type.Optional(allowApps),
      requireIdentity: Type.Optional(requireIdentity),
      appearance: Type.Optional(
        closed(
          {
            color: Type.Optional(Type.String(color)),
            position: Type.Optional(WidgetPosition),
            title: text(80, titleDescription, 'Example Shop'),
            greeting: text(300, greetingDescription, 'How can we help?'),
            launcher: text(40, launcherDescription, 'Chat with us'),
            logoUploadId: Type.Optional(nullable(idInput('upl', 'The picture.'), { description: logoDescription })),
            zIndex: Type.Optional(zIndex),
          },
          { description: 'How the chat looks. Omitted fields do not change.' },
        ),
      ),
      preChat: Type.Optional(
        Type.Array(
          closed(
            { field: Type.String(preChatField), required: Type.Optional(Type.Boolean({ default: false, description: required })) },
            { examples: [{ field: 'EMAIL', required: true }] },
          ),
          { maxItems: 10, description: preChatDescription },
        ),
      ),
      files: Type.Optional(files),
      helpCenter: Type.Optional(helpCenter),
      askRating: Type.Optional(askRating),
      pageUrl: Type.Optional(WidgetPageUrl),
      continuity: Type.Optional(
        nullable(
          closed(
            {
              inboxId: idInput('inb', 'The EMAIL inbox that sends them.'),
              afterSeconds: Type.Optional(Type.Integer({ minimum: 10, maximum: 86_400, default: 120, description: afterSeconds })),
            },
            { description: 'How replies reach a visitor who has left.' },
          ),
          { description: continuityDescription },
        ),
      ),
      sessionDays: Type.Optional(sessionDays),
    },
    {
      description: 'Settings of a website chat. Omitted fields do not change.',
      examples: [{ appearance: { greeting: 'How can we help?' } }],
    },
  ),
)

export type WidgetSettings = Static<typeof WidgetChannel>
export type WidgetSettingsInput = Static<typeof WidgetChannelInput>

const defaults: Omit<WidgetSettings, 'key'> = {
  allowedOrigins: [],
  allowApps: false,
  requireIdentity: false,
  identitySecrets: [],
  appearance: { color: '#4445c2', position: 'RIGHT', title: null, greeting: null, launcher: null, logoUploadId: null, zIndex: 1_000_000 },
  preChat: [],
  files: true,
  helpCenter: true,
  askRating: true,
  pageUrl: 'NONE',
  continuity: null,
  sessionDays: 30,
}

/**
 * Returns stored settings with a value for every field, because inboxes of earlier versions have none or not all. `id` is the inbox's id
 * without its prefix.
 */
export function completeWidgetSettings(stored: Partial<WidgetSettings> | null, id: string): WidgetSettings {
  return { ...defaults, ...stored, appearance: { ...defaults.appearance, ...stored?.appearance }, key: `wgt_${id}` }
}

/** Returns the settings after a request whose settings have no problems. */
export function changeWidgetSettings(current: WidgetSettings, sent: WidgetSettingsInput): WidgetSettings {
  const { appearance = {}, continuity, preChat, allowedOrigins: origins, ...fields } = sent
  const { color: sentColor, ...look } = appearance
  return {
    ...current,
    ...withoutUndefined(fields),
    allowedOrigins: origins ? [...new Set(origins.map((each) => readOrigin(each) ?? each))] : current.allowedOrigins,
    appearance: { ...current.appearance, ...withoutUndefined(look), color: sentColor?.toLowerCase() ?? current.appearance.color },
    preChat: preChat ? preChat.map(({ field, required: must = false }) => ({ field, required: must })) : current.preChat,
    continuity:
      continuity === undefined
        ? current.continuity
        : continuity && { afterSeconds: current.continuity?.afterSeconds ?? 120, ...continuity },
  }
}

/** Returns the problems of settings that their schema cannot express, as error details. */
export function findWidgetProblems(sent: WidgetSettingsInput | null | undefined): { field: string; code: string; message: string }[] {
  const { allowedOrigins: origins = [], preChat = [] } = sent ?? {}
  const names = preChat.map(({ field }) => field)
  return [
    ...origins.flatMap((each, i) =>
      readOrigin(each) === null
        ? [{ field: `widget.allowedOrigins[${i}]`, code: 'INVALID_FORMAT', message: 'must be a site, such as https://www.example.com' }]
        : [],
    ),
    ...names.flatMap((name, i) =>
      names.indexOf(name) < i ? [{ field: `widget.preChat[${i}].field`, code: 'REPEATED', message: 'is listed twice' }] : [],
    ),
  ]
}

function withoutUndefined<Fields extends object>(fields: Fields): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  // Safe because only undefined values are removed.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
