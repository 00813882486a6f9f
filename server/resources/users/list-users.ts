import { standard } from '../../kit/index.ts'
import { UserFilters } from './schema.ts'
import { user } from './user.ts'

export const listUsers = standard.list(user, {
  description:
    'All people of the tenant, including invited and suspended ones, newest first. `namePrefix` matches names and e-mail addresses.',
  query: UserFilters,
})
