import { ConflictError } from '#platform/db.ts'
import { readEmail, findEmailProblem } from '#platform/email.ts'
import { newId, toTypeId } from '#platform/ids.ts'
import { roles, type Role } from '#platform/principal.ts'
import { insertResource } from '#kit/write.ts'
import { linkSeconds, user } from '../resources/users/index.ts'
import { readOptions, UsageError, type Command } from './command.ts'
import { openServiceDatabase } from './open-database.ts'
import { makeOperatorLink, getTenant } from './operator-link.ts'
import { asOperator } from './system-audit.ts'

export const userInvite: Command = {
  usage: `user invite --tenant SLUG --email EMAIL --name NAME [--role ROLE] [--json]

Invites a user and prints the link to accept, which works once, within seven days. No mail is sent.

  --tenant SLUG  the tenant
  --email EMAIL  the user's address
  --name NAME    the user's name
  --role ROLE    ${Object.keys(roles).join(', ')}; AGENT by default`,
  examples: ['skein user invite --tenant acme --email grace@acme.test --name "Grace Hopper" --role ADMIN'],
  prepare(args) {
    const options = readOptions(args, { tenant: 'required', email: 'required', name: 'required', role: 'optional' })
    const name = options.name.trim()
    if (name === '' || name.length > 255) throw new UsageError('--name must have 1 to 255 characters.')
    const email = readEmail(options.email)
    if (email === null) throw new UsageError(`"${options.email}" is not an e-mail address: it ${findEmailProblem(options.email)}.`)
    const role = readRole(options.role ?? 'AGENT')
    return async ({ config, log }) => {
      const { db, close } = await openServiceDatabase(config, log, 'command')
      try {
        const tenantId = await getTenant(db, options.tenant)
        const userId = newId()
        const link = await asOperator(db, tenantId, async (tx, effects) => {
          const fields = { ...user.defaults, name, email, role, status: 'INVITED' as const }
          await insertResource({ tx, effects, principal: { tenantId } }, user, fields, userId)
          return makeOperatorLink({ tx, effects }, config, { tenantId, userId, email, status: 'INVITED' }, linkSeconds.invitation)
        }).catch((error: unknown) => {
          throw error instanceof ConflictError ? new UsageError(`A user of the tenant already has the address "${email}".`) : error
        })
        const json = { id: toTypeId('usr', userId), ...link }
        return { json, text: `${name} was invited. The link to accept works once, until ${link.expiresAt}:\n${link.url}` }
      } finally {
        await close()
      }
    }
  },
}

function readRole(text: string): Role {
  // Safe because the names of the roles are the values of the type.
  const role = (Object.keys(roles) as Role[]).find((one) => one === text.toUpperCase())
  if (!role) throw new UsageError(`There is no role "${text}". Roles are ${Object.keys(roles).join(', ')}.`)
  return role
}
