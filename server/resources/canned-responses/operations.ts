import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { standard } from '#kit/standard.ts'
import { findResource, lockResource, deleteResource } from '#kit/write.ts'
import { catalogInUse } from '#platform/errors.ts'
import { covers } from '#platform/principal.ts'
import { cannedResponse, requireVisible } from './canned-response.ts'
import { CannedResponse, CannedResponseFilters } from './schema.ts'

export const listCannedResponses = standard.list(cannedResponse, {
  description:
    'Shared canned responses and your own, newest first; with the scope `catalog:admin` also those of other users. `namePrefix` ' +
    'matches shortcuts and titles.',
  query: CannedResponseFilters,
  filters: ({ threadId }, { user, scopes }) => ({ threadId, visibleTo: covers(scopes, 'catalog:admin') ? undefined : user.id }),
})

export const getCannedResponse = endpoint({
  operationId: 'getCannedResponse',
  method: 'GET',
  path: '/canned-responses/{id}',
  tag: cannedResponse.tag,
  scope: cannedResponse.scopes.read,
  summary: 'Get a canned response',
  description: 'Returns a shared canned response, or one of your own.',
  params: { id: cannedResponse.id },
  responds: { 200: item(CannedResponse, 'The canned response') },
  etag: true,
  present: cannedResponse.present,
  handle: async (context) => ({ status: 200, record: requireVisible(context.principal, await findResource(context, cannedResponse)) }),
})

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
  handle: async (context) =>
    deleteResource(context, cannedResponse, requireVisible(context.principal, await lockResource(context, cannedResponse))),
})
