import { nameKey } from '#kit/name-key.ts'
import { table } from '#kit/table.ts'
import { SavedReport } from './schema.ts'

export const savedReportTable = table({
  from: 'saved_reports r',
  shape: SavedReport,
  derived: { nameKey: ({ name }) => nameKey(name) },
  isFoundByName: true,
  filters: { ownerId: 'r.owner_id = :ownerId::uuid' },
})
