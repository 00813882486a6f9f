import { readOptions, type Command } from './command.ts'
import { openServiceDatabase } from './open-database.ts'

export const migrate: Command = {
  usage: 'migrate [--json]\n\nMigrates the database to this version. The service also does this when it starts.',
  examples: ['skein migrate'],
  prepare(args) {
    readOptions(args, {})
    return async ({ config, log }) => {
      const { applied, close } = await openServiceDatabase(config, log, 'command')
      await close()
      return { json: { applied }, text: applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}` }
    }
  },
}
