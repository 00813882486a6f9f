import { channel } from '../channel.ts'
import { hookCapabilities, hookSends } from '../hook.ts'

export const telegram = channel({
  type: 'TELEGRAM',
  name: 'Telegram',
  description: 'A Telegram bot.',
  addressForm: 'the name of the bot',
  addressExample: '@acme_support_bot',
  threadChannel: 'telegram',
  readAddress: (text) =>
    /^@[A-Za-z]\w{3,31}$/.test(text) ? { address: text } : { problem: 'must be the name of a bot, such as @acme_support_bot' },
  takesThreads: false,
  settings: 'hook',
  sends: hookSends,
  capabilities: hookCapabilities('NOBODY'),
})
