import { findEmailProblem, readEmail } from '#platform/email.ts'
import { storedOnly } from '../capabilities.ts'
import { channel, type InboxSettings } from '../channel.ts'

export const email = channel({
  type: 'EMAIL',
  name: 'E-mail',
  description: 'E-mail to its address.',
  addressForm: 'an e-mail address',
  addressExample: 'support@example.com',
  threadChannel: 'email',
  readAddress(text) {
    const address = readEmail(text)
    return address === null ? { problem: `must be an e-mail address: this one ${findEmailProblem(text)}` } : { address }
  },
  takesThreads: true,
  settings: 'email',
  sends,
  capabilities: (inbox) => (sends(inbox) ? { ...storedOnly('NOBODY'), delivers: 'SERVICE', recipients: 'MANY' } : storedOnly('NOBODY')),
})

function sends({ address, email: settings }: InboxSettings): boolean {
  return address !== null && settings !== null && settings.send.mode !== 'NONE'
}
