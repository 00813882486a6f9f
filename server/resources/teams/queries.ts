import { nameKey, statement, table, type Uuid } from '../../kit/index.ts'
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
})

type Member = { tenantId: Uuid; id: Uuid; userId: Uuid }

/** No row for who is a member already. */
export const insertMember = statement<Member, object>(`
  insert into team_members (tenant_id, team_id, user_id) values (:tenantId::uuid, :id::uuid, :userId::uuid) on conflict do nothing returning user_id`)

/** No row for who is none. */
export const deleteMember = statement<Member, object>(
  'delete from team_members where tenant_id = :tenantId::uuid and team_id = :id::uuid and user_id = :userId::uuid returning user_id',
)
