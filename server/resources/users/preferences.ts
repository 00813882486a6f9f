/** Code shared by the two operations on preferences, which belong to the credential's user. */
import { createPresenter } from '#kit/present.ts'
import type { Queryable } from '#platform/db.ts'
import { toTypeId } from '#platform/ids.ts'
import type { Principal } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { findChosen, type Chosen } from './preferences-queries.ts'
import { completePreferences } from './notification-preferences.ts'
import { Preferences } from './schema.ts'

export const preferences = { path: '/me/preferences', tag: 'me', scope: 'session', present: toPreferences } as const

const present = createPresenter(Preferences)

/** Presents preferences. Overrides only have the types that the user chose. */
function toPreferences({ notifications, ...record }: Static<typeof Preferences>): Static<typeof Preferences> {
  const overrides = notifications.overrides.map(({ inboxId, teamId, types }) => ({
    inboxId: inboxId ? toTypeId('inb', inboxId) : null,
    teamId: teamId ? toTypeId('tea', teamId) : null,
    types,
  }))
  const wire = present({ ...record, notifications: { ...notifications, overrides: [] } })
  return { ...wire, notifications: { ...wire.notifications, overrides } }
}

/** Returns the key of the caller's user. */
export const ownKey = ({ tenantId, user }: Principal) => ({ tenantId, id: user.id })

export const nothingChosen: Chosen = {
  theme: 'SYSTEM',
  language: null,
  keys: { singleKeys: true, chosen: {} },
  notifications: null,
  signature: null,
}

export async function readChosen(db: Queryable, principal: Principal): Promise<Chosen> {
  return (await db.first(findChosen, ownKey(principal))) ?? nothingChosen
}

/** Returns the public form of a user's choices. */
export const toChosen = ({ notifications, ...chosen }: Chosen) => ({ ...chosen, notifications: completePreferences(notifications) })
