import { channel } from '../channel.ts'
import { hookCapabilities, hookSends } from '../hook.ts'

export const api = channel({
  type: 'API',
  name: 'API',
  description: 'Your own systems.',
  addressForm: 'any name',
  addressExample: 'orders',
  threadChannel: 'api',
  // Any name that the tenant's own systems use.
  readAddress: (text) =>
    /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+(?: [\p{L}\p{M}\p{N}\p{P}\p{S}]+)*$/u.test(text)
      ? { address: text }
      : { problem: 'must be one line of visible text' },
  takesThreads: true,
  settings: 'hook',
  sends: hookSends,
  capabilities: hookCapabilities('OWN_PROGRAM'),
})
