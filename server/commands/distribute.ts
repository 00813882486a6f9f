import {
  getCurrentRole,
  distributeFunctions,
  distributeStatistics,
  distributeTables,
  type FunctionDistribution,
  type TableDistribution,
} from '#platform/postgres/distribution.ts'
import { toNodeParameters } from '#platform/postgres/session.ts'
import { readOptions, type Command } from './command.ts'
import { openServiceDatabase } from './open-database.ts'

export const distribute: Command = {
  usage: `distribute [--json]

Distributes the tables over the nodes of a PostgreSQL with the Citus extension, and keeps each tenant's rows on one node. Stop the
service first, because many requests fail until all tables are distributed. Distributed tables stay as they are, so run it again after every
upgrade. At the end it prints the settings that must be applied on the nodes.`,
  examples: ['DATABASE_URL=postgres://skein@db/skein skein distribute'],
  prepare(args) {
    readOptions(args, {})
    return async ({ config, log }) => {
      const { db, session, close } = await openServiceDatabase(config, log, 'command')
      try {
        const tables = await distributeTables(db)
        const functions = await distributeFunctions(db)
        await distributeStatistics(db)
        const role = await getCurrentRole(db)
        const nodeSettings = Object.entries(toNodeParameters(session)).map(
          ([name, value]) => `alter role ${role} set ${name} = '${value}';`,
        )
        return {
          json: { tables, functions, nodeSettings },
          text: [
            ...tables.map(getLine),
            ...functions.map(getFunctionLine),
            getSummary(tables),
            'Apply these settings on the nodes too, once. Move shards as another role, because lock_timeout would end a move.',
            ...nodeSettings,
          ].join('\n'),
        }
      } finally {
        await close()
      }
    }
  },
}

function getLine({ table, kind, changed }: TableDistribution): string {
  if (kind === 'local') return `${table}: stays on this node`
  const what = kind === 'distributed' ? 'distributed by tenant_id' : 'copied to every node'
  return `${table}: ${changed ? what : `${what} already`}`
}

function getFunctionLine({ function: signature, byTenant, changed }: FunctionDistribution): string {
  if (byTenant) return `${signature}: runs on the node of its tenant${changed ? '' : ' already'}`
  return `${signature}: ${changed ? 'created on every node' : 'on every node already'}`
}

function getSummary(tables: readonly TableDistribution[]): string {
  const count = (kind: TableDistribution['kind']): number => tables.filter((table) => table.kind === kind).length
  const changed = tables.filter((table) => table.changed).length
  return `${count('distributed')} tables are distributed and ${count('reference')} copied; ${changed === 0 ? 'nothing to do' : `${changed} of them just now`}.`
}
