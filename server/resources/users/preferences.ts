/** Shared code of the two operations on preferences, which belong to the user of the request's credential. */
import { createPresenter, type Principal, type Queryable } from '../../kit/index.ts'
import { findChosen, type Chosen } from './preferences-queries.ts'
import { Preferences } from './schema.ts'

export const preferences = { path: '/me/preferences', tag: 'me', scope: 'session', present: createPresenter(Preferences) } as const

/** Returns the key of the caller's user. */
export const ownKey = ({ tenantId, user }: Principal) => ({ tenantId, id: user.id })

const nothingChosen: Chosen = { theme: 'SYSTEM', language: null, keys: { singleKeys: true, chosen: {} } }

export async function readChosen(db: Queryable, principal: Principal): Promise<Chosen> {
  return (await db.first(findChosen, ownKey(principal))) ?? nothingChosen
}
