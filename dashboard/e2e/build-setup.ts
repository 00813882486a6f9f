/** Rebuilds the dashboard before the tests if its sources have changed, because the service serves the built files to the tests' browser. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

export default async function setUp(): Promise<void> {
  const root = join(import.meta.dirname, '../..')
  // Builds in a child process, so that a failed build does not stop tests that need no dashboard.
  const { stdout, stderr } = await promisify(execFile)('npm', ['run', '-s', 'dashboard:build', '--', '--if-possible'], { cwd: root })
  process.stderr.write(stdout + stderr)
}
