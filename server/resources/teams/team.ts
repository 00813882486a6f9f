import { nameKey } from '#kit/name-key.ts'
import { resource } from '#kit/resource.ts'
import { table } from '#kit/table.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { catalogDuplicate } from '#platform/errors.ts'
import { businessHoursResource } from '../business-hours/index.ts'
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
  isFoundByName: true,
})

export const team = resource({
  noun: 'team',
  path: '/teams',
  prefix: 'tea',
  scopes: { read: 'catalog:read', write: 'catalog:admin' },
  notFound: defineError('SVC-TEAM-NOT_FOUND', 404, 'There is no such team.', absent('team')),
  shape: Team,
  table: teamTable,
  limit: { of: 'teams', atMost: 1_000 },
  defaults: { assignment: 'MANUAL', maxOpenPerAgent: null, maxChatsPerAgent: null, businessHoursId: null },
  conflicts: { teams_name_key: { error: catalogDuplicate, field: 'name', noun: 'team' } },
  references: { businessHoursId: businessHoursResource },
})
