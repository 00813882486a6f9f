/** A database for one test file: a clone of the migrated template. */
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase } from '../postgres/database.ts'
import type { TestConnection } from './global-setup.ts'

export type TestDatabase = { connection: TestConnection; drop(): Promise<void> }

export async function cloneDatabase(): Promise<TestDatabase> {
  const template = inject('templateConnection')
  const database = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(template, `create database ${database} template "${template.database}"`)
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
