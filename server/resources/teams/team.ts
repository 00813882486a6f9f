import { absent, catalogDuplicate, defineError, resource } from '../../kit/index.ts'
import { businessHoursResource } from '../business-hours/index.ts'
import { teamTable } from './queries.ts'
import { Team } from './schema.ts'

export const team = resource({
  noun: 'team',
  path: '/teams',
  prefix: 'tea',
  scopes: { read: 'catalog:read', write: 'catalog:admin' },
  notFound: defineError('SVC-TEAM-NOT_FOUND', 404, 'There is no such team.', absent('team')),
  shape: Team,
  table: teamTable,
  limit: { of: 'teams', atMost: 1_000 },
  defaults: { assignment: 'MANUAL', maxOpenPerAgent: null, businessHoursId: null },
  conflicts: { teams_name_key: { error: catalogDuplicate, field: 'name', noun: 'team' } },
  references: { businessHoursId: businessHoursResource },
})
