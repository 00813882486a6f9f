import { standard } from '../../kit/index.ts'
import { label } from './label.ts'
import { LabelCreate, LabelUpdate } from './schema.ts'

export const listLabels = standard.list(label, { description: 'All labels of the tenant, archived ones included, newest first.' })

export const getLabel = standard.get(label, { description: 'Returns one label, with the number of its threads.' })

export const createLabel = standard.create(label, {
  description: 'Creates a label. The name must be unique within the tenant, ignoring letter case.',
  body: LabelCreate,
})

export const updateLabel = standard.update(label, {
  description: 'Changes the fields sent. `archived: false` restores an archived label. Threads show the new name immediately.',
  body: LabelUpdate,
  fields: ({ archived, ...sent }, { archivedAt }) => ({
    ...sent,
    archivedAt: archived === true ? (archivedAt ?? 'now') : archived === false ? null : undefined,
  }),
})

export const deleteLabel = standard.archive(label, {
  description: 'Archives a label instead of deleting it: its threads keep it. Archiving again changes nothing.',
})
