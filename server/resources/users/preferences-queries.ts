/** Statements of users' own preferences. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import type { ChosenNotifications } from './notification-preferences.ts'
import type { Preferences } from './schema.ts'

export type Chosen = Pick<Static<typeof Preferences>, 'theme' | 'language' | 'keys' | 'signature'> & {
  notifications: ChosenNotifications | null
}
type Key = { tenantId: Uuid; id: Uuid }

export const findChosen = statement<Key, Chosen>(
  'select theme, language, keys, notifications, signature from user_preferences where tenant_id = :tenantId::uuid and user_id = :id::uuid',
)

export const saveChosen = statement<Key & Chosen, object>(`
  insert into user_preferences (tenant_id, user_id, theme, language, keys, notifications, signature)
  values (:tenantId::uuid, :id::uuid, :theme, :language, :keys::jsonb, :notifications::jsonb, :signature::text)
  on conflict (tenant_id, user_id) do update set theme = excluded.theme, language = excluded.language, keys = excluded.keys,
    notifications = excluded.notifications, signature = excluded.signature`)
