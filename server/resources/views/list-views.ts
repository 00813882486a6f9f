import { covers, standard } from '../../kit/index.ts'
import { ViewListFilters } from './schema.ts'
import { view } from './view.ts'

export const listViews = standard.list(view, {
  description: 'Shared views and your own, newest first. With the scope `catalog:admin` also the personal views of others.',
  query: ViewListFilters,
  filters: ({ ownerId }, { user, scopes }) => ({ ownerId, visibleTo: covers(scopes, 'catalog:admin') ? undefined : user.id }),
})
