/** One seed for a whole run of the suite: for what it draws of matrices and screens, and for the choices of its crash tests. */
import { execFileSync } from 'node:child_process'

/**
 * `SKEIN_TEST_SEED`, else that of the commit's files, so that they are tested in the same way everywhere, also in a commit of another
 * name that a build server makes of them, and the next ones in another; a random one where there is no repository. The
 * processes of the run inherit it. `all` with `SKEIN_TEST_FULL`, which draws nothing.
 */
export function seedOfRun(): number | 'all' {
  if (process.env['SKEIN_TEST_FULL']) return 'all'
  const seed = process.env['SKEIN_TEST_SEED'] || (seedOfFiles() ?? Math.floor(Math.random() * 2 ** 31))
  process.env['SKEIN_TEST_SEED'] = String(seed)
  return Number(seed)
}

function seedOfFiles(): number | null {
  try {
    const tree = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' })
    return Number.parseInt(tree.slice(0, 7), 16)
  } catch {
    // An archive, or a machine without git.
    return null
  }
}
