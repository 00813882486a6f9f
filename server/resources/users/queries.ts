import { nameKey, statement, table, type Uuid } from '../../kit/index.ts'
import { User } from './schema.ts'

export const userTable = table({
  from: 'users u',
  shape: User,
  computed: {
    teamIds: {
      sql: 'array(select m.team_id from team_members m where m.tenant_id = :tenantId::uuid and m.user_id = u.id order by m.team_id)',
      initially: `'{}'::uuid[]`,
    },
  },
  derived: { nameKey: ({ name }) => nameKey(name) },
  beginnings: ['nameKey', 'email'],
  filters: { teamId: 'u.id in (select m.user_id from team_members m where m.tenant_id = :tenantId::uuid and m.team_id = :teamId::uuid)' },
})

/** A request that may remove an owner takes this lock before it locks a person, so that two requests cannot rely on each other's owner. */
export const queueForOwners = statement<{ tenantId: Uuid }, object>(
  'select tenant_id from tenants where tenant_id = :tenantId::uuid for no key update',
)

export const findOtherOwner = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid }>(
  `select id from users where tenant_id = :tenantId::uuid and role = 'OWNER' and status = 'ACTIVE' and id <> :id::uuid limit 1`,
)
