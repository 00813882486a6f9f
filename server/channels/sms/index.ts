import { channel } from '../channel.ts'
import { hookCapabilities, hookSends } from '../hook.ts'
import { readTelephone } from '../telephone.ts'

export const sms = channel({
  type: 'SMS',
  name: 'SMS',
  description: 'Text messages.',
  addressForm: 'a telephone number in E.164',
  addressExample: '+4930901820',
  threadChannel: 'sms',
  readAddress: readTelephone,
  takesThreads: false,
  settings: 'hook',
  sends: hookSends,
  capabilities: hookCapabilities('NOBODY'),
})
