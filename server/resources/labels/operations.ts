import { standard } from '#kit/standard.ts'
import { checkUnused } from '#kit/write.ts'
import { catalogInUse } from '#platform/errors.ts'
import { activeLabel, label } from './label.ts'
import { LabelCreate, LabelUpdate } from './schema.ts'

export const listLabels = standard.list(label, { description: 'All labels of the tenant, archived ones included, newest first.' })

export const getLabel = standard.get(label, { description: 'Returns one label, with the number of its threads.' })

export const createLabel = standard.create(label, {
  description: 'Creates a label. The name must be unique within the tenant, ignoring letter case.',
  body: LabelCreate,
})

type Row = { id: string; archivedAt: string | null }

/** Throws 409 if a rule's action adds the label: the rule would fail once the label is archived. */
async function checkArchivable(context: Parameters<typeof checkUnused>[0], { id, archivedAt }: Row): Promise<void> {
  if (archivedAt === null) await checkUnused(context, { ...activeLabel, words: label.words }, id, '', 'archived')
}

export const updateLabel = standard.update(label, {
  description:
    'Changes the fields sent. `archived: false` restores an archived label. Threads show the new name immediately. A label that an action of ' +
    'an automation rule names cannot be archived.',
  body: LabelUpdate,
  check: (context, current, { archived }) => archived && checkArchivable(context, current),
  errors: [catalogInUse],
})

export const deleteLabel = standard.archive(label, {
  description:
    'Archives a label instead of deleting it: its threads keep it. Archiving again changes nothing. A label that an action of an automation ' +
    'rule names cannot be archived.',
  check: checkArchivable,
  errors: [catalogInUse],
})
