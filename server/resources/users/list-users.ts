import { standard } from '../../kit/index.ts'
import { UserFilters } from './schema.ts'
import { user } from './user.ts'

export const listUsers = standard.list(user, {
  description:
    'All people of the tenant, invited and suspended ones included, newest first. `namePrefix` looks at names and e-mail addresses.',
  query: UserFilters,
})
