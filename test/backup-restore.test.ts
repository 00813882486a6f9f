import { expect, test } from 'vitest'
import { backupRestore } from './torture/backup-restore.ts'
import { seedOf } from './torture/random.ts'

test('a backup under load, restored elsewhere, has every acknowledged write before it', { timeout: 120_000 }, async () => {
  const crashTest = await backupRestore({ rounds: 1, writers: 3, seed: seedOf() })
  expect(crashTest.ledger.operations.length).toBeGreaterThan(0)
})
