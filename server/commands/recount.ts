import { changesOf } from '../kit/changes.ts'
import { recountTenants } from '../resources/tenants/index.ts'
import { readOptions, type Command } from './command.ts'
import { openServiceDatabase } from './open-database.ts'

export const recount: Command = {
  usage: 'recount [--json]\n\nCounts the totals of every tenant again from its rows and corrects them. Safe while the service runs.',
  prepare(args) {
    readOptions(args, {})
    return async ({ config, log }) => {
      const { db, close } = await openServiceDatabase(config, log, 'command')
      try {
        const tenants = (await recountTenants(db)).map(({ slug, before, after }) => ({ slug, before, after, changed: changesOf(before, after) !== null }))
        const lines = tenants.map(({ slug, before, after, changed }) => `${slug}: ${changed ? `corrected from ${JSON.stringify(before)} to ${JSON.stringify(after)}` : 'right'}`)
        return { json: { tenants }, text: lines.join('\n') || 'There are no tenants.' }
      } finally {
        await close()
      }
    }
  },
}
