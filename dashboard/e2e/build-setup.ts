/** The tests open the built dashboard: the same files that the service serves. Costs nothing while its sources stay as they are. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

export default async function setUp(): Promise<void> {
  const root = join(import.meta.dirname, '../..')
  // A process of its own, since a build that fails must not end tests that have nothing to do with it.
  const { stdout, stderr } = await promisify(execFile)('npm', ['run', '-s', 'dashboard:build', '--', '--if-possible'], { cwd: root })
  process.stderr.write(stdout + stderr)
}
