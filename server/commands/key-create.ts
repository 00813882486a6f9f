import { toTypeId } from '#platform/ids.ts'
import { allScopes, type Scope } from '#platform/principal.ts'
import { keyLifeDaysDefault, secondsPerDay } from '../resources/api-keys/index.ts'
import { readOptions, readWhole, UsageError, type Command } from './command.ts'
import { openServiceDatabase } from './open-database.ts'
import { makeOperatorKey } from './operator-key.ts'

/** The same limit as for keys that are created over the API. */
const maxKeyLifeDays = 3650

export const keyCreate: Command = {
  usage: `key create --tenant SLUG --scopes SCOPES [--expires-in-days DAYS] [--name NAME] [--json]

Creates an API key that acts for the tenant's owner.

  --tenant SLUG           the tenant
  --scopes SCOPES         read, write, admin, or RESOURCE:LEVEL such as threads:write; separate several with commas
  --expires-in-days DAYS  days until it expires; default ${keyLifeDaysDefault}
  --name NAME             what it is for`,
  examples: [
    'skein key create --tenant acme --scopes threads:write,customers:read --expires-in-days 90',
    'skein key create --tenant acme --scopes read --json',
  ],
  prepare(args) {
    const options = readOptions(args, { tenant: 'required', scopes: 'required', 'expires-in-days': 'optional', name: 'optional' })
    const scopes = readScopes(options.scopes)
    const days = readWhole('expires-in-days', options['expires-in-days'] ?? String(keyLifeDaysDefault), maxKeyLifeDays)
    const name = options.name?.trim() || 'Created on the command line'
    if (name.length > 255) throw new UsageError('--name must have 1 to 255 characters.')
    return async ({ config, log }) => {
      const { db, close } = await openServiceDatabase(config, log, 'command')
      try {
        const { id, key } = await makeOperatorKey(db, config, options.tenant, { name, scopes, lifeSeconds: days * secondsPerDay })
        return { json: { id: toTypeId('key', id), key }, text: `API key, shown only once: ${key}\nIt expires in ${days} days.` }
      } finally {
        await close()
      }
    }
  },
}

function readScopes(text: string): Scope[] {
  const given = [
    ...new Set(
      text
        .split(',')
        .map((scope) => scope.trim())
        .filter(Boolean),
    ),
  ]
  const known = allScopes.filter((scope) => given.includes(scope))
  const unknown = given.filter((scope) => !known.some((one) => one === scope))
  if (unknown.length > 0)
    throw new UsageError(
      `There is no scope ${unknown.map((scope) => `"${scope}"`).join(', ')}. Scopes are read, write, admin, or RESOURCE:LEVEL such as threads:write.`,
    )
  if (known.length === 0) throw new UsageError('--scopes must name at least one scope.')
  return known
}
