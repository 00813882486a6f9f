import { defineEvent } from '#platform/outbox/events.ts'
import { toInboundMail } from './queries.ts'
import { InboundMail } from './schema.ts'

const described = { scope: 'threads:read', object: InboundMail, present: toInboundMail } as const

export const inboundMailSuspended = defineEvent({
  type: 'inbound_mail.suspended',
  description: 'A guard stopped a mail that came in. It waits to be released or discarded.',
  ...described,
})
export const inboundMailReleased = defineEvent({
  type: 'inbound_mail.released',
  previous: { outcome: 'SUSPENDED' },
  description: 'An agent released a suspended mail, and it was processed.',
  ...described,
})
