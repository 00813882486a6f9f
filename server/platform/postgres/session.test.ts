import { expect, inject, it } from 'vitest'
import { statement } from '../db.ts'
import { openDatabase } from './database.ts'
import type { SessionSettings } from './session.ts'

type Shown = { name: string; setting: string }
const show = statement<object, Shown>(
  `select name, setting from pg_settings where name in ('plan_cache_mode', 'lock_timeout', 'jit', 'enable_seqscan', 'statement_timeout')`,
)

async function getSettings(options: { session?: SessionSettings; statementTimeoutMs?: number }): Promise<Record<string, string>> {
  const db = openDatabase({ connection: { ...inject('templateConnection'), database: 'postgres' }, max: 1, ...options })
  try {
    return Object.fromEntries((await db.rows(show, {})).map(({ name, setting }) => [name, setting]))
  } finally {
    await db.close()
  }
}

it('sessions have the operator’s settings, and the service’s own defaults otherwise', async () => {
  const usual = {
    plan_cache_mode: 'force_generic_plan',
    lock_timeout: '2000',
    jit: 'off',
    enable_seqscan: 'off',
    statement_timeout: '10000',
  }
  expect(await getSettings({})).toEqual(usual)
  const session: SessionSettings = { planCacheMode: 'auto', lockTimeoutMs: 700, jit: true }
  expect(await getSettings({ session })).toEqual({ ...usual, plan_cache_mode: 'auto', lock_timeout: '700', jit: 'on' })
})

it('an operator’s session has no timeout', async () => {
  expect(await getSettings({ statementTimeoutMs: 0 })).toMatchObject({ lock_timeout: '0', statement_timeout: '0', plan_cache_mode: 'auto' })
})
