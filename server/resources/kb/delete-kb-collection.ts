import { catalogInUse, endpoint, item, locked, removed } from '../../kit/index.ts'
import { freeSlugs } from './queries.ts'
import { kbCollection } from './collections/collection.ts'
import { KbCollection } from './collections/schema.ts'

export const deleteKbCollection = endpoint({
  operationId: 'deleteKbCollection',
  method: 'DELETE',
  deletion: 'final',
  path: '/kb/collections/{id}',
  tag: 'kb',
  scope: kbCollection.scopes.write,
  summary: 'Delete a collection',
  description: 'Only an empty one: while articles or other collections are in it, the error says how many.',
  params: { id: kbCollection.id },
  responds: { 200: item(KbCollection, 'The collection as it was') },
  errors: [catalogInUse],
  writes: 'transaction',
  present: kbCollection.present,
  async handle(context) {
    const outcome = await removed(context, kbCollection, await locked(context, kbCollection))
    await context.tx.rows(freeSlugs, { tenantId: context.principal.tenantId, id: context.params.id })
    return outcome
  },
})
