import { ConflictError } from '../../kit/db.ts'
import { endpoint, item } from '../../kit/endpoint.ts'
import { ApiError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { catalogDuplicate } from '../catalog/index.ts'
import { insertLabel, labelKey, toLabel } from './queries.ts'
import { Label, LabelCreate } from './schema.ts'

export const createLabel = endpoint({
  operationId: 'createLabel',
  method: 'POST',
  path: '/labels',
  tag: 'labels',
  scope: 'catalog:write',
  summary: 'Create a label',
  description: 'Makes a label. The name must be new within the tenant, without regard to letter case.',
  body: LabelCreate,
  responds: { 201: item(Label, 'The new label') },
  errors: [catalogDuplicate],
  etag: true,
  writes: 'transaction',
  present: toLabel,
  location: ({ id }) => `/labels/${id}`,
  async handle({ tx, principal, body, effects }) {
    const name = body.name.trim()
    const fields = { name, nameKey: labelKey(name), color: body.color ?? null, description: body.description ?? null }
    const id = newId()
    const record = await tx.first(insertLabel, { tenantId: principal.tenantId, id, ...fields }).catch((error: unknown) => {
      throw error instanceof ConflictError && error.constraint === 'labels_name_key'
        ? new ApiError(catalogDuplicate, { cause: error })
        : error
    })
    if (!record) throw new Error('An insert returned no row')
    effects.audit({ action: 'label.created', target: { type: 'label', id }, after: body })
    return { status: 201, record }
  },
})
