import { covers, standard } from '../../kit/index.ts'
import { cannedResponse } from './canned-response.ts'
import { CannedResponseFilters } from './schema.ts'

export const listCannedResponses = standard.list(cannedResponse, {
  description:
    'Shared canned responses and your own, newest first; with the scope `catalog:admin` also those of others. `namePrefix` matches shortcuts and titles.',
  query: CannedResponseFilters,
  filters: ({ threadId }, { user, scopes }) => ({ threadId, visibleTo: covers(scopes, 'catalog:admin') ? undefined : user.id }),
})
