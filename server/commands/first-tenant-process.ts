/**
 * Creates the first tenant for `start --processes` in a child process, so that the primary process does not load the resources and stays
 * small.
 */
import { execFile } from 'node:child_process'
import { readFlags, readOptions, type Command } from './command.ts'
import type { FirstKey, FirstStart } from './first-tenant.ts'
import { openServiceDatabase } from './open-database.ts'

type FirstTenant = { firstStart: FirstStart | null; firstKey: FirstKey }

/** Runs as `first-tenant --json [--interactive]`. `--help` does not list the command, because only `start --processes` needs it. */
export const firstTenantCommand: Command = {
  usage: `first-tenant [--interactive] [--json]

Creates a tenant when the service has none, and prints what the first start created.

  --interactive  print the link to sign in instead of writing it to a file`,
  examples: ['skein first-tenant --json'],
  prepare(args) {
    const { flags, rest } = readFlags(args, ['interactive'])
    readOptions(rest, {})
    return async ({ config, log }) => {
      const { prepareFirstTenant } = await import('./first-tenant.ts')
      const { db, close } = await openServiceDatabase(config, log, 'command')
      try {
        const json = await prepareFirstTenant(db, config, { isInteractive: flags.has('interactive') })
        return { json, text: JSON.stringify(json) }
      } finally {
        await close()
      }
    }
  },
}

/** Runs the command in a child process. If it fails, throws an Error with its message. */
export async function prepareFirstTenantInProcess({ isInteractive }: { isInteractive: boolean }): Promise<FirstTenant> {
  const [, script = ''] = process.argv
  const args = [...process.execArgv, script, 'first-tenant', '--json', ...(isInteractive ? ['--interactive'] : [])]
  const text = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, args, (error, stdout, stderr) =>
      error ? reject(new Error(stderr.trim() || error.message)) : resolve(stdout),
    )
  })
  // Safe because the command prints this shape.
  return JSON.parse(text) as FirstTenant
}
