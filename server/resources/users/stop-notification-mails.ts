import { findChanges } from '#kit/changes.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { withoutMails } from './notification-preferences.ts'
import { findChosen, saveChosen } from './preferences-queries.ts'
import { nothingChosen } from './preferences.ts'
import { user } from './user.ts'

/** Turns off notification mails for a user, both by type and by exception. Keeps other choices. */
export async function stopNotificationMails(
  { tx, effects }: { readonly tx: Queryable; readonly effects: Pick<Effects, 'audit'> },
  key: { tenantId: Uuid; id: Uuid },
): Promise<void> {
  if (!(await tx.first(user.statements.lock, key))) return
  const before = (await tx.first(findChosen, key)) ?? nothingChosen
  const next = { ...before, notifications: withoutMails(before.notifications) }
  const changes = findChanges(before, next)
  if (!changes) return
  await tx.rows(saveChosen, { ...key, ...next })
  effects.audit({ action: 'user.preferences_updated', target: { type: user.noun, id: key.id }, ...changes })
}
