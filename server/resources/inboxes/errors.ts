import { defineError } from '../../kit/index.ts'

export const inboxAddressTaken = defineError('SVC-INBOX-ADDRESS_TAKEN', 409, 'Another active inbox has this address.', {
  cause: 'An address or alias of the request belongs to another active EMAIL inbox of the tenant.',
  cure: 'Deactivate that inbox, remove the address from it, or choose another address.',
})
