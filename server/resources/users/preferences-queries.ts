/** Statements of users' own preferences. */
import { statement, type Static, type Uuid } from '../../kit/index.ts'
import type { Preferences } from './schema.ts'

export type Chosen = Pick<Static<typeof Preferences>, 'theme' | 'language' | 'keys'>
type Key = { tenantId: Uuid; id: Uuid }

export const findChosen = statement<Key, Chosen>(
  'select theme, language, keys from user_preferences where tenant_id = :tenantId::uuid and user_id = :id::uuid',
)

export const saveChosen = statement<Key & Chosen, object>(`
  insert into user_preferences (tenant_id, user_id, theme, language, keys)
  values (:tenantId::uuid, :id::uuid, :theme, :language, :keys::jsonb)
  on conflict (tenant_id, user_id) do update set theme = excluded.theme, language = excluded.language, keys = excluded.keys`)
