import { nameKey } from '#kit/name-key.ts'
import { createPresenter, presentParameters } from '#kit/present.ts'
import { checkReferences } from '#kit/references.ts'
import { resource } from '#kit/resource.ts'
import { table } from '#kit/table.ts'
import type { Queryable } from '#platform/db.ts'
import { absent, defineError } from '#platform/define-error.ts'
import type { Principal } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { customer } from '../customers/index.ts'
import { readThreadFieldFilter } from '../custom-fields/index.ts'
import { inbox } from '../inboxes/index.ts'
import { label } from '../labels/index.ts'
import { team } from '../teams/index.ts'
import { readQuery, threadFilterFields } from '../threads/index.ts'
import { user } from '../users/index.ts'
import { View } from './schema.ts'

const presented = createPresenter(View)

export const viewTable = table({
  from: 'views v',
  shape: View,
  derived: { nameKey: ({ name }) => nameKey(name) },
  isFoundByName: true,
  filters: { ownerId: 'v.owner_id = :ownerId::uuid' },
})

export const view = resource({
  noun: 'view',
  path: '/views',
  prefix: 'viw',
  scopes: { read: 'catalog:read', write: 'catalog:write' },
  notFound: defineError('SVC-VIEW-NOT_FOUND', 404, 'There is no such view.', absent('view')),
  shape: View,
  table: viewTable,
  limit: { of: 'views', atMost: 500, per: 'ownerId' },
  present: (row) => ({ ...presented({ ...row, filters: {} }), filters: presentParameters(threadFilterFields, row.filters) }),
  defaults: { shared: false, filters: {}, sort: '-createdAt' as const, columns: [] },
  references: { ownerId: user },
  owned: { field: 'shared', all: 'catalog:admin' },
})

type Filters = Static<typeof View>['filters']

/** Resources that filters reference. An object must exist when the view is saved; if it is deleted later, the view matches no threads. */
const filterReferences = {
  'filters.assigneeId': user,
  'filters.followerId': user,
  'filters.teamId': team,
  'filters.inboxId': inbox,
  'filters.customerId': customer,
  'filters.labelId': label,
}

/**
 * Throws SVC-VALIDATION-UNKNOWN_REFERENCE for unknown objects, and SVC-VALIDATION-FAILED for a search without words or an invalid custom
 * field value.
 */
export async function checkFilters(tx: Queryable, { tenantId }: Principal, filters: Filters | undefined): Promise<void> {
  const { q, customFields, ...named } = filters ?? {}
  if (q !== undefined) readQuery(q, 'filters.q')
  await readThreadFieldFilter(tx, tenantId, customFields, 'filters.customFields')
  const ids = Object.entries(named).filter(([, id]) => !words.has(id))
  await checkReferences(tx, tenantId, filterReferences, { filters: Object.fromEntries(ids) })
}

const words: ReadonlySet<unknown> = new Set(['me', 'none'])
