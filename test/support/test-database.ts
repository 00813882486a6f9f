/** A database for one test file: a clone of the migrated template. */
import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import { expect, inject } from 'vitest'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import type { TestConnection } from './global-setup.ts'

export type TestDatabase = { connection: TestConnection; drop(): Promise<void> }

export function cloneDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('templateConnection').database)
}

/** Creates a database without any migration. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0')
}

async function createDatabase(from: string): Promise<TestDatabase> {
  const template = inject('templateConnection')
  // The name shows in PostgreSQL's own lists to which file the database belongs.
  const file = basename(expect.getState().testPath ?? '', '.test.ts').replaceAll(/[^a-z0-9]+/g, '_')
  const database = `test_${file.slice(0, 40)}_${randomBytes(6).toString('hex')}`
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
