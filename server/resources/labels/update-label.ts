import { standard } from '../../kit/index.ts'
import { label } from './label.ts'
import { LabelUpdate } from './schema.ts'

export const updateLabel = standard.update(label, {
  description: 'Changes the fields sent. `archived: false` brings an archived label back. Threads show the new name at once.',
  body: LabelUpdate,
  fields: ({ archived, ...sent }, { archivedAt }) => ({
    ...sent,
    archivedAt: archived === true ? (archivedAt ?? 'now') : archived === false ? null : undefined,
  }),
})
