/** Builds the dashboard before the tests, unless its sources are unchanged. The tests open the same files that the service serves. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

export default async function setUp(): Promise<void> {
  const root = join(import.meta.dirname, '../..')
  // A process of its own, so that a failed build does not end tests that need no dashboard.
  const { stdout, stderr } = await promisify(execFile)('npm', ['run', '-s', 'dashboard:build', '--', '--if-possible'], { cwd: root })
  process.stderr.write(stdout + stderr)
}
