import { nameKey, table } from '../../kit/index.ts'
import { Team } from './schema.ts'

export const teamTable = table({
  from: 'teams t',
  shape: Team,
  computed: {
    memberIds: {
      sql: `array(select m.user_id from team_members m where m.tenant_id = :tenantId::uuid and m.team_id = t.id order by m.user_id)`,
      initially: `'{}'::uuid[]`,
    },
  },
  derived: { nameKey: ({ name }) => nameKey(name) },
  beginnings: ['nameKey'],
})
