import { endpoint, item } from '../../kit/endpoint.ts'
import { ApiError } from '../../kit/errors.ts'
import { labelNotFound } from './errors.ts'
import { findLabel, toLabel } from './queries.ts'
import { Label } from './schema.ts'

export const getLabel = endpoint({
  operationId: 'getLabel',
  method: 'GET',
  path: '/labels/{id}',
  tag: 'labels',
  scope: 'catalog:read',
  summary: 'Get a label',
  description: 'One label, with the number of threads that carry it.',
  params: { id: { prefix: 'lbl', description: 'The label.', notFound: labelNotFound } },
  responds: { 200: item(Label, 'The label') },
  etag: true,
  present: toLabel,
  async handle({ db, principal, params }) {
    const record = await db.first(findLabel, { tenantId: principal.tenantId, id: params.id })
    if (!record) throw new ApiError(labelNotFound)
    return { status: 200, record }
  },
})
