import type { ReferenceTarget } from '#kit/references.ts'
import { resource } from '#kit/resource.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { catalogDuplicate } from '#platform/errors.ts'
import { labelTable } from './queries.ts'
import { Label } from './schema.ts'

export const label = resource({
  noun: 'label',
  path: '/labels',
  prefix: 'lbl',
  scopes: { read: 'catalog:read', write: 'catalog:write' },
  notFound: defineError('SVC-LABEL-NOT_FOUND', 404, 'There is no such label.', absent('label')),
  shape: Label,
  table: labelTable,
  limit: { of: 'labels', atMost: 5_000 },
  defaults: { color: null, description: null, archivedAt: null },
  events: { deleted: null },
  conflicts: { labels_name_key: { error: catalogDuplicate, field: 'name', noun: 'label' } },
})

/** A label that must not be archived while something references it, because the label is still being added to threads. */
export const activeLabel = {
  noun: 'label',
  table: 'labels',
  only: 'archived_at is null',
  state: 'active',
} as const satisfies ReferenceTarget
