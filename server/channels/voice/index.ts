import { channel } from '../channel.ts'
import { hookCapabilities, hookSends } from '../hook.ts'
import { readTelephone } from '../telephone.ts'

export const voice = channel({
  type: 'VOICE',
  name: 'Voice',
  description: 'Telephone calls.',
  addressForm: 'a telephone number in E.164',
  addressExample: '+4930901820',
  threadChannel: 'voice',
  readAddress: readTelephone,
  takesThreads: false,
  settings: 'hook',
  sends: hookSends,
  capabilities: hookCapabilities('NOBODY'),
})
