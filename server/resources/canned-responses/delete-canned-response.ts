import { catalogInUse, endpoint, item, locked, removed } from '../../kit/index.ts'
import { cannedResponse, visible } from './canned-response.ts'
import { CannedResponse } from './schema.ts'

export const deleteCannedResponse = endpoint({
  operationId: 'deleteCannedResponse',
  method: 'DELETE',
  deletion: 'final',
  path: '/canned-responses/{id}',
  tag: cannedResponse.tag,
  scope: cannedResponse.scopes.write,
  summary: 'Delete a canned response',
  description: 'Deletes a canned response permanently. Messages that were sent with it stay.',
  params: { id: cannedResponse.id },
  responds: { 200: item(CannedResponse, 'The canned response as it was') },
  errors: [catalogInUse],
  writes: 'transaction',
  present: cannedResponse.present,
  handle: async (context) => removed(context, cannedResponse, visible(context.principal, await locked(context, cannedResponse))),
})
