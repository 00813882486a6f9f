import { defineEvent, presenterOf, type Static, type Uuid } from '../../kit/index.ts'
import type { SessionRecord } from './queries.ts'
import { SecurityChange, StoredSession } from './schema.ts'

const session = { scope: 'audit:read', object: StoredSession, present: presenterOf(StoredSession) } as const

export const sessionCreated = defineEvent<SessionRecord>({ type: 'session.created', description: 'A person signed in.', ...session })
export const sessionEnded = defineEvent<SessionRecord>({
  type: 'session.ended',
  description:
    'A session was ended: the person signed out, chose another password, was suspended or given another address, or one of its refresh tokens was used a second time ' +
    '(`endedReason` `TOKEN_REUSED`), which somebody who stole it would do. Sessions whose time is over end without an event.',
  ...session,
})

export type SecurityChanged = Static<typeof SecurityChange> & { id: Uuid }

export const securityChanged = defineEvent<SecurityChanged>({
  type: 'user.security_notice',
  description: 'How a person signs in changed, or a link to change it was asked for.',
  scope: 'audit:read',
  object: SecurityChange,
  present: presenterOf(SecurityChange),
})
