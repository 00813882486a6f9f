import { channel } from '../channel.ts'
import { hookCapabilities, hookSends } from '../hook.ts'
import { readTelephone } from '../telephone.ts'

export const whatsapp = channel({
  type: 'WHATSAPP',
  name: 'WhatsApp',
  description: 'WhatsApp.',
  addressForm: 'a telephone number in E.164',
  addressExample: '+4930901820',
  threadChannel: 'whatsapp',
  readAddress: readTelephone,
  takesThreads: false,
  settings: 'hook',
  sends: hookSends,
  capabilities: hookCapabilities('NOBODY'),
})
