import { endpoint, item } from '../../kit/endpoint.ts'
import { ApiError } from '../../kit/errors.ts'
import { checkIfMatch } from '../../kit/if-match.ts'
import { labelNotFound } from './errors.ts'
import { labelKey, lockLabel, toLabel, updateLabel } from './queries.ts'
import { Label } from './schema.ts'

export const deleteLabel = endpoint({
  operationId: 'deleteLabel',
  method: 'DELETE',
  deletion: 'archive',
  path: '/labels/{id}',
  tag: 'labels',
  scope: 'catalog:write',
  summary: 'Archive a label',
  description: 'Labels are archived rather than deleted: threads that carry the label keep it. Archiving twice changes nothing.',
  params: { id: { prefix: 'lbl', description: 'The label.', notFound: labelNotFound } },
  responds: { 200: item(Label, 'The archived label') },
  etag: true,
  writes: 'transaction',
  present: toLabel,
  async handle({ tx, principal, params, ifMatch, effects }) {
    const key = { tenantId: principal.tenantId, id: params.id }
    const current = await tx.first(lockLabel, key)
    if (!current) throw new ApiError(labelNotFound)
    checkIfMatch(ifMatch, current.version)
    if (current.archivedAt !== null) return { status: 200, record: current }
    const record = await tx.first(updateLabel, { ...key, ...current, nameKey: labelKey(current.name), archived: true })
    if (!record) throw new ApiError(labelNotFound)
    effects.audit({ action: 'label.archived', target: { type: 'label', id: params.id } })
    return { status: 200, record }
  },
})
