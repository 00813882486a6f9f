import { ApiError, endpoint, item } from '../../kit/index.ts'
import { findRequest } from './queries.ts'
import { requestNotFound, toRequest } from './request.ts'
import { PrivacyRequest } from './schema.ts'

export const getPrivacyRequest = endpoint({
  operationId: 'getPrivacyRequest',
  method: 'GET',
  path: '/privacy/requests/{id}',
  tag: 'privacy',
  scope: 'privacy:admin',
  summary: 'Get a privacy request',
  description: 'The progress of an export or an erasure, and its result: the download, the preview or the receipt.',
  params: { id: { prefix: 'prv', description: 'The request, with or without `prv_`.', notFound: requestNotFound, versioned: false } },
  responds: { 200: item(PrivacyRequest, 'The request') },
  present: toRequest,
  async handle({ db, principal: { tenantId }, params: { id } }) {
    const record = await db.first(findRequest, { tenantId, id })
    if (!record) throw new ApiError(requestNotFound)
    return { status: 200, record }
  },
})
