/**
 * A Telegram bot: customers write to it in a private chat. Messages are fetched from Telegram, or posted by it; replies go out through the Bot
 * API. The bot's token is the only secret.
 */
import { provider } from '../channel.ts'
import { findAccount, findFile } from './bot-api.ts'
import { connected } from './fetch-updates.ts'
import { authenticate, read, split } from './receive.ts'
import { attempt, freeze, listParts, maxFileBytes, maxTextLength, test } from './send.ts'

export const telegramBot = provider({
  name: 'TELEGRAM',
  title: 'Telegram bot',
  description: 'Customers write to your bot, and your replies reach them in Telegram.',
  types: ['TELEGRAM'],
  form: [],
  settings: { formats: ['text'], maxTextLength, splitsTexts: true, files: true, startsConversations: false, windowSeconds: null },
  identityType: 'TELEGRAM',
  findAccount,
  capabilities: () => ({
    delivers: 'SERVICE',
    formats: ['text'],
    maxTextLength,
    splits: true,
    files: { maxBytes: maxFileBytes, maxCount: null, types: [] },
    // Customers change their messages, but Telegram does not report deletions.
    edit: true,
    remove: false,
    receipts: [],
    window: null,
    startsConversations: 'NO',
    live: false,
    recipients: 'ONE',
  }),
  receive: { authenticate, split, read, findFile, connected },
  send: { freeze, listParts, attempt, test, retrySeconds: [1, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600], giveUpAfterSeconds: 86_400 },
})
