/** migrations/schema.sql shows the database that the migrations make. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openDatabase } from '../server/platform/postgres/database.ts'
import { migrate } from '../server/platform/postgres/migrate.ts'
import { describeSchema } from '../tools/schema-file.ts'
import { emptyDatabase } from './support/test-database.ts'

it('migrations/schema.sql shows every table, index and function of a migrated database', async () => {
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
