import { nameKey, table } from '../../kit/index.ts'
import { View } from './schema.ts'

export const viewTable = table({
  from: 'views v',
  shape: View,
  derived: { nameKey: ({ name }) => nameKey(name) },
  beginnings: ['nameKey'],
  filters: {
    /** Those that a person can see. */
    visibleTo: '(v.shared or v.owner_id = :visibleTo::uuid)',
    ownerId: 'v.owner_id = :ownerId::uuid',
  },
})
