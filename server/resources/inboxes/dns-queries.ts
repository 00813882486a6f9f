import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

/** Records whether a key's DNS record is correct, unless the inbox has another key by now. */
export const updateDkimState = statement<{ tenantId: Uuid; id: Uuid; selector: string; state: string }, object>(`
  update inboxes set email = jsonb_set(email, '{dkim,state}', to_jsonb(:state::text))
  where tenant_id = :tenantId::uuid and id = :id::uuid and email #>> '{dkim,selector}' = :selector::text
    and email #>> '{dkim,state}' <> :state::text`)
