/**
 * The tenant's own program: it posts what customers write, and receives replies. Both directions are signed as Standard Webhooks, so that
 * any library for them works.
 */
import { provider } from '../channel.ts'
import { attempt, freeze, test } from './send.ts'
import { authenticate, read, split } from './receive.ts'

export const custom = provider({
  name: 'CUSTOM',
  title: 'Your own program',
  description: 'Your program posts what customers write to the inbox’s URL, and receives replies at its own.',
  types: ['API', 'SMS', 'WHATSAPP', 'SLACK', 'VOICE'],
  form: [
    {
      field: 'hook.outboundUrl',
      kind: 'URL',
      label: 'URL of your program',
      hint: 'It receives replies. Without it, replies wait until you set it and send them again.',
    },
    {
      field: 'hook.settings.formats',
      kind: 'CHOICES',
      label: 'Formats',
      hint: 'HTML is converted to text where your program does not take it.',
      options: [
        { value: 'text', label: 'Plain text' },
        { value: 'html', label: 'HTML' },
      ],
    },
    { field: 'hook.settings.maxTextLength', kind: 'NUMBER', label: 'Maximum characters of a message', hint: 'Empty for no limit.' },
    {
      field: 'hook.settings.splitsTexts',
      kind: 'SWITCH',
      label: 'Split longer texts',
      hint: 'Otherwise a reply that is too long is refused.',
    },
    { field: 'hook.settings.files', kind: 'SWITCH', label: 'Files', hint: 'Whether your program can deliver files.' },
    {
      field: 'hook.settings.startsConversations',
      kind: 'SWITCH',
      label: 'Agents may write first',
      hint: 'Whether agents may write to a customer who has not written before.',
    },
    {
      field: 'hook.settings.windowSeconds',
      kind: 'NUMBER',
      label: 'Seconds in which a reply is allowed',
      hint: 'After the customer’s latest message. Empty for always.',
    },
  ],
  settings: null,
  identityType: 'EXTERNAL',
  capabilities: ({ settings }) => ({
    delivers: 'SERVICE',
    formats: settings.formats,
    maxTextLength: settings.maxTextLength,
    splits: settings.splitsTexts,
    files: settings.files ? { maxBytes: null, maxCount: null, types: [] } : null,
    edit: true,
    remove: true,
    receipts: ['DELIVERED', 'SEEN'],
    window: settings.windowSeconds === null ? null : { seconds: settings.windowSeconds, closedBy: 'NOTHING' },
    startsConversations: settings.startsConversations ? 'YES' : 'NO',
    live: false,
    recipients: 'ONE',
  }),
  receive: { authenticate, split, read },
  send: { freeze, attempt, test, retrySeconds: [1, 5, 30, 120, 600, 1_800, 3_600], giveUpAfterSeconds: 86_400 },
})
