import { resource } from '#kit/resource.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { catalogDuplicate } from '#platform/errors.ts'
import { userTable } from './queries.ts'
import { User } from './schema.ts'

export const userNotFound = defineError('SVC-USER-NOT_FOUND', 404, 'There is no such user.', absent('user'))

export const user = resource({
  noun: 'user',
  path: '/users',
  prefix: 'usr',
  scopes: { read: 'catalog:read', write: 'catalog:admin' },
  notFound: userNotFound,
  shape: User,
  table: userTable,
  limit: { of: 'users', atMost: 10_000 },
  defaults: { kind: 'PERSON', availability: 'AVAILABLE', lastSeenAt: null, pendingEmail: null, emailFailedAt: null },
  conflicts: { users_email_key: { error: catalogDuplicate, field: 'email', noun: 'user' } },
  events: {
    created: 'A user was invited, or created for use over the API.',
    updated: 'A user’s name, address, role, teams, availability or status changed, or mail to the address began or ceased to fail.',
    deleted: 'A user was deleted.',
    previous: { availability: 'AWAY' },
  },
})
