import { ConflictError } from '../../kit/db.ts'
import { endpoint, item } from '../../kit/endpoint.ts'
import { ApiError } from '../../kit/errors.ts'
import { changesOf } from '../../kit/changes.ts'
import { checkIfMatch } from '../../kit/if-match.ts'
import { catalogDuplicate } from '../catalog/index.ts'
import { labelNotFound } from './errors.ts'
import { labelKey, lockLabel, toLabel, updateLabel as update } from './queries.ts'
import { Label, LabelUpdate } from './schema.ts'

export const updateLabel = endpoint({
  operationId: 'updateLabel',
  method: 'PATCH',
  path: '/labels/{id}',
  tag: 'labels',
  scope: 'catalog:write',
  summary: 'Change a label',
  description: 'Changes the fields sent. `archived: false` brings an archived label back. Threads show the new name at once.',
  params: { id: { prefix: 'lbl', description: 'The label.', notFound: labelNotFound } },
  body: LabelUpdate,
  responds: { 200: item(Label, 'The label as it is now') },
  errors: [catalogDuplicate],
  etag: true,
  writes: 'transaction',
  present: toLabel,
  async handle({ tx, principal, params, body, ifMatch, effects }) {
    const key = { tenantId: principal.tenantId, id: params.id }
    const current = await tx.first(lockLabel, key)
    if (!current) throw new ApiError(labelNotFound)
    checkIfMatch(ifMatch, current.version)
    const next = {
      name: body.name?.trim() ?? current.name,
      color: body.color === undefined ? current.color : body.color,
      description: body.description === undefined ? current.description : body.description,
      archived: body.archived ?? current.archivedAt !== null,
    }
    const changes = changesOf({ ...current, archived: current.archivedAt !== null }, next)
    if (!changes) return { status: 200, record: current }
    const record = await tx.first(update, { ...key, ...next, nameKey: labelKey(next.name) }).catch((error: unknown) => {
      throw error instanceof ConflictError && error.constraint === 'labels_name_key'
        ? new ApiError(catalogDuplicate, { cause: error })
        : error
    })
    if (!record) throw new ApiError(labelNotFound)
    effects.audit({ action: 'label.updated', target: { type: 'label', id: params.id }, ...changes })
    return { status: 200, record }
  },
})
