/** What the two operations on preferences share: they are fields of the person whom the credentials stand for. */
import { presenterOf, type Principal } from '../../kit/index.ts'
import { Preferences } from './schema.ts'

export const preferences = { path: '/me/preferences', tag: 'me', scope: 'session', present: presenterOf(Preferences) } as const

/** The key of that person. */
export const ownKey = ({ tenantId, user }: Principal) => ({ tenantId, id: user.id })
