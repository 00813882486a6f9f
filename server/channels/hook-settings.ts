/** Public schemas of `hook`: the settings of an inbox that a provider serves. */
import { InboxBodyFormat } from './capabilities.ts'
import { addedLater } from '#platform/outbox/stored-records.ts'
import { choice, closed, component, nullable, Type, type Static } from '#platform/schema.ts'

const HookProvider = component(
  'HookProvider',
  choice(
    { CUSTOM: 'Your own program.', TELEGRAM: 'A Telegram bot.' },
    { description: 'What receives and sends the messages of an inbox.' },
  ),
)

const TelegramReceiving = component(
  'TelegramReceiving',
  choice(
    {
      POLL: 'The service fetches them. It needs no public address.',
      WEBHOOK: 'Telegram posts them to `inboundUrl`, which must be public, with https, on port 443, 80, 88 or 8443.',
    },
    { description: 'How messages come in.' },
  ),
)

const settings = {
  formats: Type.Array(InboxBodyFormat, {
    minItems: 1,
    maxItems: 2,
    description: 'The formats that your program can deliver.',
    examples: [['text']],
  }),
  maxTextLength: nullable(Type.Integer({ minimum: 1, maximum: 100_000 }), {
    description: 'The maximum number of characters of a message; null for no limit.',
    examples: [1_600],
  }),
  splitsTexts: Type.Boolean({
    description: 'Whether a longer text is split into several parts. Without, a reply that is too long is refused.',
  }),
  files: Type.Boolean({ description: 'Whether your program can deliver files.' }),
  startsConversations: Type.Boolean({ description: 'Whether agents may write to a customer who has not written first.' }),
  windowSeconds: nullable(Type.Integer({ minimum: 60, maximum: 31_536_000 }), {
    description: 'Seconds after the customer’s latest message in which a reply is allowed; null for always.',
    examples: [86_400],
  }),
}

const TelegramSettings = component(
  'TelegramSettings',
  closed(
    {
      receive: TelegramReceiving,
      botUsername: nullable(Type.String(), {
        description: 'The bot’s name without `@`. Customers reach it at `https://t.me/{botUsername}`.',
      }),
      tokenSet: Type.Boolean({ description: 'Whether the bot’s token is stored. It is never returned.' }),
    },
    { description: 'Settings of a Telegram bot.', examples: [{ receive: 'POLL', botUsername: 'acme_support_bot', tokenSet: true }] },
  ),
)

export const HookChannel = component(
  'HookChannel',
  closed(
    {
      provider: HookProvider,
      inboundUrl: Type.String({ format: 'uri', description: 'The URL to which your program posts what customers write.' }),
      outboundUrl: nullable(Type.String(), {
        description: 'The URL that receives replies. With null, replies wait in the state KEPT and can be sent again later.',
      }),
      secretSet: Type.Boolean({
        description:
          'Whether the secret that signs in both directions was created. `POST /inboxes/{id}/rotate-secret` creates and shows it. For TELEGRAM, ' +
          'whether the bot’s token is stored.',
      }),
      settings: closed(settings, { description: 'What your program can deliver. For other providers, what they deliver.' }),
      telegram: addedLater(
        nullable(TelegramSettings, { description: 'Settings of a Telegram bot; null for other providers.' }),
        () => null,
      ),
    },
    { description: 'Settings of an inbox that your own program or a messenger serves.' },
  ),
)

export const HookChannelInput = component(
  'HookChannelInput',
  closed(
    {
      provider: Type.Optional(HookProvider),
      outboundUrl: Type.Optional(
        nullable(
          Type.String({
            minLength: 1,
            maxLength: 2_048,
            description: 'The URL that receives replies.',
            examples: ['https://example.com/skein'],
          }),
          { description: 'The URL that receives replies: http or https, to a public address. Null for none.' },
        ),
      ),
      settings: Type.Optional(
        closed(
          {
            formats: Type.Optional(settings.formats),
            maxTextLength: Type.Optional(settings.maxTextLength),
            splitsTexts: Type.Optional(settings.splitsTexts),
            files: Type.Optional(settings.files),
            startsConversations: Type.Optional(settings.startsConversations),
            windowSeconds: Type.Optional(settings.windowSeconds),
          },
          { description: 'What your program can deliver.' },
        ),
      ),
      telegram: Type.Optional(
        closed(
          {
            token: Type.Optional(
              Type.String({
                minLength: 1,
                maxLength: 200,
                description:
                  'The bot’s token from @BotFather. The service asks Telegram for the bot’s name, which becomes the inbox’s address. A token of ' +
                  'another bot is refused.',
                examples: ['123456789:AAExampleOnly-0123456789abcdefghijk'],
              }),
            ),
            receive: Type.Optional(TelegramReceiving),
          },
          { description: 'Settings of a Telegram bot.', examples: [{ receive: 'POLL' }] },
        ),
      ),
    },
    {
      description: 'Settings of an inbox that your own program or a messenger serves. Omitted fields do not change.',
      examples: [{ outboundUrl: 'https://example.com/skein' }],
    },
  ),
)

export type HookSettings = Static<typeof HookChannel>
export type HookSettingsInput = Static<typeof HookChannelInput>
