import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { standard } from '#kit/standard.ts'
import { checkUnused, lockResource, updateResource } from '#kit/write.ts'
import { catalogInUse } from '#platform/errors.ts'
import { activeLabel, label } from './label.ts'
import { Label, LabelCreate, LabelUpdate } from './schema.ts'

export const listLabels = standard.list(label, { description: 'All labels of the tenant, archived ones included, newest first.' })

export const getLabel = standard.get(label, { description: 'Returns one label, with the number of its threads.' })

export const createLabel = standard.create(label, {
  description: 'Creates a label. The name must be unique within the tenant, ignoring letter case.',
  body: LabelCreate,
})

type CheckContext = Parameters<typeof checkUnused>[0]

/** Throws 409 if an action of a rule names the label: a rule that adds an archived label would fail from then on. */
async function checkArchivable(context: CheckContext, { id, archivedAt }: { id: string; archivedAt: string | null }): Promise<void> {
  if (archivedAt === null) await checkUnused(context, { ...activeLabel, words: label.words }, id, '', 'archived')
}

export const updateLabel = endpoint({
  operationId: 'updateLabel',
  method: 'PATCH',
  path: '/labels/{id}',
  tag: label.tag,
  scope: label.scopes.write,
  summary: 'Change a label',
  description:
    'Changes the fields sent. `archived: false` restores an archived label. Threads show the new name immediately. A label that an action of ' +
    'an automation rule names cannot be archived.',
  params: { id: label.id },
  body: LabelUpdate,
  responds: { 200: item(Label, 'The label as it is now') },
  errors: [catalogInUse],
  conflicts: label.conflicts,
  etag: true,
  writes: 'transaction',
  present: label.present,
  async handle(context) {
    const { archived, ...sent } = context.body
    const current = await lockResource(context, label)
    if (archived === true) await checkArchivable(context, current)
    const archivedAt = archived === true ? (current.archivedAt ?? 'now') : archived === false ? null : undefined
    return updateResource(context, label, current, { ...sent, archivedAt })
  },
})

export const deleteLabel = endpoint({
  operationId: 'deleteLabel',
  method: 'DELETE',
  deletion: 'archive',
  path: '/labels/{id}',
  tag: label.tag,
  scope: label.scopes.write,
  summary: 'Archive a label',
  description:
    'Archives a label instead of deleting it: its threads keep it. Archiving again changes nothing. A label that an action of an automation ' +
    'rule names cannot be archived.',
  params: { id: label.id },
  responds: { 200: item(Label, 'The archived label') },
  errors: [catalogInUse],
  etag: true,
  writes: 'transaction',
  present: label.present,
  async handle(context) {
    const current = await lockResource(context, label)
    await checkArchivable(context, current)
    return updateResource(context, label, current, { archivedAt: current.archivedAt ?? 'now' }, { action: 'archived' })
  },
})
