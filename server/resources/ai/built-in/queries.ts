import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

/** Returns the names of labels. Skips archived labels, which cannot be added. */
export const namesOfLabels = statement<{ tenantId: Uuid; ids: Uuid[] }, { id: Uuid; name: string }>(
  'select id, name from labels where tenant_id = :tenantId::uuid and id = any(:ids::uuid[]) and archived_at is null',
)

/** Returns the stems of each text in the language of its text search configuration, without stop words such as "how" and "the". */
export const stemsOfTexts = statement<{ texts: string[]; configurations: string[] }, { stems: string[] }>(`
  select tsvector_to_array(to_tsvector(t.configuration::regconfig, t.text)) as stems
  from unnest(:texts::text[], :configurations::text[]) with ordinality as t(text, configuration, at) order by t.at`)
