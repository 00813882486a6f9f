import { channel } from '../channel.ts'
import { hookCapabilities, hookSends } from '../hook.ts'

export const slack = channel({
  type: 'SLACK',
  name: 'Slack',
  description: 'A Slack channel.',
  addressForm: 'a channel or its id',
  addressExample: '#support',
  threadChannel: 'slack',
  readAddress: (text) =>
    /^(?:#[\p{L}\p{M}\p{N}_-]{1,80}|[CGD][A-Z0-9]{8,20})$/u.test(text)
      ? { address: text }
      : { problem: 'must be a channel, such as #support, or the id of one' },
  takesThreads: false,
  settings: 'hook',
  sends: hookSends,
  capabilities: hookCapabilities('NOBODY'),
})
