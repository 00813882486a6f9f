/** migrations/schema.sql describes the database that the migrations create. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openDatabase } from '#platform/postgres/database.ts'
import { migrate } from '#platform/postgres/migrate.ts'
import { describeSchema } from '../tools/schema-file.ts'
import { emptyDatabase } from './support/test-database.ts'

it('migrations/schema.sql shows the tables, indexes and functions of a database', async () => {
  const database = await emptyDatabase()
  const db = openDatabase({ connection: database.connection, max: 1, statementTimeoutMs: 0 })
  try {
    await migrate(db)
    const shown = readFileSync('migrations/schema.sql', 'utf8')
    expect(await describeSchema(db), 'Run: npm run generate').toBe(shown)
  } finally {
    await db.close()
    await database.drop()
  }
})
