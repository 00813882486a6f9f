import { nameKey } from '#kit/name-key.ts'
import { table } from '#kit/table.ts'
import { SavedReport } from './schema.ts'

export const savedReportTable = table({
  from: 'saved_reports r',
  shape: SavedReport,
  derived: { nameKey: ({ name }) => nameKey(name) },
  isFoundByName: true,
  filters: {
    /** The reports that a user can see. */
    visibleTo: '(r.shared or r.owner_id = :visibleTo::uuid)',
    ownerId: 'r.owner_id = :ownerId::uuid',
  },
})
