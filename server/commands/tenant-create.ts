import { toTypeId } from '#platform/ids.ts'
import { createSecrets } from '#platform/secrets.ts'
import { checkTenant, TenantRefused } from '../resources/tenants/index.ts'
import { addTenantWithKey } from './add-tenant.ts'
import { readOptions, UsageError, type Command } from './command.ts'
import { openServiceDatabase } from './open-database.ts'

export const tenantCreate: Command = {
  usage: `tenant create --slug SLUG --name NAME --owner-email EMAIL [--json]

Creates a tenant with its owner, a default API inbox and an API key with the scope admin.

  --slug SLUG          its host label: 1 to 63 of a-z, 0-9 and -
  --name NAME          the company's name
  --owner-email EMAIL  the owner, for whom the first key acts`,
  examples: ['skein tenant create --slug beta --name Beta --owner-email owner@beta.example'],
  prepare(args) {
    const options = readOptions(args, { slug: 'required', name: 'required', 'owner-email': 'required' })
    const request = { slug: options.slug, name: options.name.trim(), ownerEmail: options['owner-email'] }
    withRefusalAsUsage(() => checkTenant(request))
    return async ({ config, log }) => {
      const { db, close } = await openServiceDatabase(config, log, 'command')
      try {
        const made = await db.transaction((tx) => addTenantWithKey(tx, createSecrets(config.secretKey), request)).catch(throwAsUsage)
        const json = {
          tenantId: toTypeId('ten', made.tenantId),
          slug: request.slug,
          inboxId: toTypeId('inb', made.inboxId),
          apiKey: made.key,
        }
        const text = `The tenant ${request.slug} was created.\nAPI key, shown only once: ${made.key}`
        return { json, text }
      } finally {
        await close()
      }
    }
  },
}

function withRefusalAsUsage(check: () => void): void {
  try {
    check()
  } catch (error) {
    throwAsUsage(error)
  }
}

function throwAsUsage(error: unknown): never {
  throw error instanceof TenantRefused ? new UsageError(error.message) : error
}
