/** A database for one test file: a clone of the migrated template. */
import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import { expect, inject } from 'vitest'
import { openDatabase } from '#platform/postgres/database.ts'
import { createOnEveryNode, dropOnEveryNode, type ClusterNode } from './cluster.ts'
import type { TestConnection } from './global-setup.ts'

export type TestDatabase = { connection: TestConnection; drop(): Promise<void> }

export function cloneDatabase(): Promise<TestDatabase> {
  const template = inject('templateConnection')
  const nodes = inject('clusterNodes')
  return nodes.length > 0 ? cloneOnCluster(template, nodes) : createDatabase(template.database)
}

/** Creates a database without any migration. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0')
}

async function cloneOnCluster(template: TestConnection, nodes: readonly ClusterNode[]): Promise<TestDatabase> {
  const database = newName()
  await createOnEveryNode(template, nodes, database, template.database)
  return { connection: { ...template, database }, drop: () => dropOnEveryNode(template, nodes, database) }
}

/** Returns a name that shows, in PostgreSQL's own lists, which test file the database belongs to. */
function newName(): string {
  const file = basename(expect.getState().testPath ?? '', '.test.ts').replaceAll(/[^a-z0-9]+/g, '_')
  return `test_${file.slice(0, 40)}_${randomBytes(6).toString('hex')}`
}

async function createDatabase(from: string): Promise<TestDatabase> {
  const template = inject('templateConnection')
  const database = newName()
  // Copied as files, not block by block through the write-ahead log, which takes three times as long.
  await asAdmin(template, `create database ${database} template "${from}" strategy file_copy`)
  return { connection: { ...template, database }, drop: () => asAdmin(template, `drop database if exists ${database} with (force)`) }
}

async function asAdmin(template: TestConnection, sql: string): Promise<void> {
  const admin = openDatabase({ connection: { ...template, database: 'postgres' }, max: 1, statementTimeoutMs: 0 })
  try {
    await admin.script(sql)
  } finally {
    await admin.close()
  }
}
