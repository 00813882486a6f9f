/**
 * `npm run test:all`: runs every test. Continues after a failed part, and lists the failed parts at the end. The crash tests run in their
 * long form and print their seeds.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const parts: readonly { name: string; command: string; env?: Readonly<Record<string, string>> }[] = [
  { name: 'types, lint and format', command: 'node test/check.ts' },
  // All cells of all matrices, all screens, both linters of the API description, and long histories with a million rows.
  { name: 'tests', command: 'vitest run', env: { SKEIN_TEST_ALL: '1', SKEIN_TEST_ROWS: '1000000' } },
  { name: 'crash tests', command: 'node test/torture/run.ts' },
  { name: 'generated clients', command: 'node test/clients/run.ts' },
]

const failed: string[] = []
const startedAt = performance.now()
for (const { name, command, env } of parts) {
  const partStartedAt = performance.now()
  // `npm run` puts the packages' commands on the PATH.
  const child = spawn(command, { shell: true, stdio: 'inherit', env: { ...process.env, ...env } })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) failed.push(name)
  console.log(`${name}: ${code === 0 ? 'passed' : 'FAILED'}, ${secondsSince(partStartedAt)} s`)
}
console.log(`test:all: ${failed.length === 0 ? 'everything passed' : `FAILED: ${failed.join(', ')}`}, ${secondsSince(startedAt)} s`)
process.exitCode = failed.length === 0 ? 0 : 1

function secondsSince(since: number): number {
  return Math.round((performance.now() - since) / 1_000)
}
