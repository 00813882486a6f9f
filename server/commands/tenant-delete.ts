import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { Config } from '../config.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { modules } from '../resources/index.ts'
import { findTenantId, removeTenant } from '../resources/tenants/index.ts'
import { Interrupted, readOptions, UsageError, type Command, type Terminal } from './command.ts'
import { openServiceDatabase } from './open-database.ts'

export const tenantDelete: Command = {
  usage: `tenant delete --slug SLUG [--confirm SLUG] [--json]

Deletes a tenant for good, with everything in it: threads, customers, users, keys, audit logs, mails and files of this data directory.
Only a backup can bring it back. On a terminal the command asks for the slug again; elsewhere --confirm must repeat it. The tenant is
suspended first. If the command is interrupted, run it again.

  --slug SLUG     the tenant
  --confirm SLUG  the slug again`,
  examples: ['skein tenant delete --slug beta --confirm beta'],
  prepare(args) {
    const { slug, confirm } = readOptions(args, { slug: 'required', confirm: 'optional' })
    if (confirm !== undefined) refuseOther(slug, confirm)
    return async ({ config, log, stop, terminal }) => {
      const confirmed = confirm !== undefined
      if (!confirmed && !terminal) throw new UsageError(`This deletes everything of the tenant. Confirm it with --confirm ${slug}.`)
      const { db, close } = await openServiceDatabase(config, log, 'command')
      try {
        const tenantId = await findTenantId(db, slug)
        if (tenantId === null) throw new UsageError(`There is no tenant "${slug}".`)
        if (!confirmed && terminal) refuseOther(slug, await ask(slug, terminal, stop))
        const { rows, files } = await removeTenant(db, tenantId, () => removeFiles(config, tenantId))
        const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
        const filled = Object.fromEntries(Object.entries(rows).filter(([, count]) => count > 0))
        return {
          json: { tenantId: toTypeId('ten', tenantId), slug, rows: filled, files },
          text: `The tenant ${slug} was deleted: ${all} rows and ${files} files. Earlier backups still contain it.`,
        }
      } finally {
        await close()
      }
    }
  },
}

async function ask(slug: string, { input, output }: Terminal, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input, output })
  try {
    const asked = terminal.question(`Everything of ${slug} will be deleted. Type its slug to continue: `, { signal })
    // Without this, Ctrl-D or a closed terminal would leave the prompt waiting forever.
    const closed = once(terminal, 'close').then(() => Promise.reject(new Error('closed')))
    return await Promise.race([asked, closed])
  } catch {
    throw new Interrupted('Nothing was deleted.')
  } finally {
    terminal.close()
  }
}

function refuseOther(slug: string, typed: string): void {
  if (typed.trim() !== slug) throw new UsageError(`"${typed.trim()}" is not ${slug}: nothing was deleted.`)
}

/** Deletes what modules store outside the database. */
export async function removeFiles(config: Config, tenantId: Uuid): Promise<number> {
  let removed = 0
  for (const module of modules) removed += (await module.removeFiles?.(config, tenantId)) ?? 0
  return removed
}
