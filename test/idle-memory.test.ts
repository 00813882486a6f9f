/** An idle process returns the memory of a load peak to the operating system. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('a process that was busy returns at least half of its memory when it is idle', async () => {
  const program = join(import.meta.dirname, 'support/idle-process.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 110_000 })
  expect(stdout).toBe('returned')
}, 120_000)
