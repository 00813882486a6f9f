import { createPresenter } from '#kit/present.ts'
import type { Uuid } from '#platform/ids.ts'
import { defineEvent } from '#platform/outbox/events.ts'
import type { Static } from '#platform/schema.ts'
import type { SessionRecord } from './queries.ts'
import { SecurityChange, StoredSession } from './schema.ts'

const session = { scope: 'audit:read', object: StoredSession, present: createPresenter(StoredSession) } as const

export const sessionCreated = defineEvent<SessionRecord>({ type: 'session.created', description: 'A user signed in.', ...session })
export const sessionEnded = defineEvent<SessionRecord>({
  type: 'session.ended',
  description:
    'A session ended: the user signed out, changed the password, was suspended or got another address, or a refresh token was ' +
    'used a second time (`endedReason` `TOKEN_REUSED`), which can mean that it was stolen. Sessions that expire emit no event.',
  ...session,
})

export type SecurityChanged = Static<typeof SecurityChange> & { id: Uuid }

export const securityChanged = defineEvent<SecurityChanged>({
  type: 'user.security_notice',
  description: 'A user’s sign-in changed, or a link to change it was requested.',
  scope: 'audit:read',
  object: SecurityChange,
  present: createPresenter(SecurityChange),
})
