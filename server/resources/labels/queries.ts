import { nameKey, table } from '../../kit/index.ts'
import { Label } from './schema.ts'

export const labelTable = table({
  from: 'labels l',
  shape: Label,
  computed: {
    threadCount: {
      sql: '(select count(*) from thread_labels tl where tl.tenant_id = :tenantId::uuid and tl.label_id = l.id)',
      initially: '0',
    },
  },
  derived: { nameKey: ({ name }) => nameKey(name) },
  beginnings: ['nameKey'],
})
