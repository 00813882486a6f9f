/** A database for one test file: a clone of the migrated template. */
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase } from '../postgres/database.ts'
import type { TestConnection } from './global-setup.ts'

export type TestDatabase = { connection: TestConnection; drop(): Promise<void> }

export function cloneDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('templateConnection').database)
}

/** One in which Skein has never been. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0')
}

async function createDatabase(from: string): Promise<TestDatabase> {
  const template = inject('templateConnection')
  const database = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(template, `create database ${database} template "${from}"`)
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
