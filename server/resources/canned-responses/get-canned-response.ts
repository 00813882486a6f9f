import { endpoint, found, item } from '../../kit/index.ts'
import { cannedResponse, visible } from './canned-response.ts'
import { CannedResponse } from './schema.ts'

export const getCannedResponse = endpoint({
  operationId: 'getCannedResponse',
  method: 'GET',
  path: '/canned-responses/{id}',
  tag: cannedResponse.tag,
  scope: cannedResponse.scopes.read,
  summary: 'Get a canned response',
  description: 'One canned response: a shared one, or one of your own.',
  params: { id: cannedResponse.id },
  responds: { 200: item(CannedResponse, 'The canned response') },
  etag: true,
  present: cannedResponse.present,
  handle: async (context) => ({ status: 200, record: visible(context.principal, await found(context, cannedResponse)) }),
})
