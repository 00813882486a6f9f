import { toTypeId } from '#platform/ids.ts'
import { findTenantId, resumeTenant, suspendTenant } from '../resources/tenants/index.ts'
import { readOptions, UsageError, type Command } from './command.ts'
import { openServiceDatabase } from './open-database.ts'
import { auditSystem } from './system-audit.ts'

export const tenantSuspend: Command = change({
  verb: 'suspend',
  action: 'tenant.suspended',
  change: suspendTenant,
  says: {
    usage: `Stops a tenant within a second, without deleting anything: its requests get 403 SVC-TENANT-SUSPENDED, its event streams end, and
its webhooks, mails and other background work wait until it is resumed.`,
    done: 'is suspended.',
    already: 'was suspended already.',
  },
})

export const tenantResume: Command = change({
  verb: 'resume',
  action: 'tenant.resumed',
  change: resumeTenant,
  says: {
    usage: 'Resumes a suspended tenant: its keys work again within a second, and pending work is done.',
    done: 'is active again.',
    already: 'was active already.',
  },
})

function change(of: {
  verb: string
  action: string
  change: typeof suspendTenant
  says: { usage: string; done: string; already: string }
}): Command {
  return {
    usage: `tenant ${of.verb} --slug SLUG [--json]\n\n${of.says.usage}\n\n  --slug SLUG  the tenant`,
    examples: [`skein tenant ${of.verb} --slug beta`],
    prepare(args) {
      const { slug } = readOptions(args, { slug: 'required' })
      return async ({ config, log }) => {
        const { db, close } = await openServiceDatabase(config, log, 'command')
        try {
          const tenantId = await findTenantId(db, slug)
          if (tenantId === null) throw new UsageError(`There is no tenant "${slug}".`)
          const changed = await db.transaction(async (tx) => {
            const done = await of.change(tx, tenantId)
            if (done) await auditSystem(tx, tenantId, { action: of.action, target: { type: 'tenant', id: tenantId } })
            return done
          })
          const json = { tenantId: toTypeId('ten', tenantId), slug, changed }
          return { json, text: `The tenant ${slug} ${changed ? of.says.done : of.says.already}` }
        } finally {
          await close()
        }
      }
    },
  }
}
