import { standard } from '../../kit/index.ts'
import { label } from './label.ts'
import { LabelUpdate } from './schema.ts'

export const updateLabel = standard.update(label, {
  description: 'Changes the fields sent. `archived: false` restores an archived label. Threads show the new name immediately.',
  body: LabelUpdate,
  fields: ({ archived, ...sent }, { archivedAt }) => ({
    ...sent,
    archivedAt: archived === true ? (archivedAt ?? 'now') : archived === false ? null : undefined,
  }),
})
