/**
 * Builds dist/, the content of the npm package. `npm pack` runs this.
 *
 * The package contains JavaScript, because Node refuses to run TypeScript below node_modules. dist/ has the layout of the repository, so that
 * modules find their files by the same relative paths. The compiler follows the imports from the entry points, so tests stay out.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildOnce } from '../dashboard/build.ts'

const root = join(import.meta.dirname, '..')

/** Files that the service reads at run time, besides its modules. */
const readFiles = [
  'server/**/assets/*',
  'migrations/*.sql',
  'docs/errors.md',
  'docs/guides/*.md',
  'dashboard/dist/**/*.*',
  'dashboard/src/ui/tokens.css',
  'dashboard/src/ui/fonts.css',
]

await buildOnce()
rmSync(join(root, 'dist'), { recursive: true, force: true })
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tools/tsconfig.package.json'], { cwd: root, stdio: 'inherit' })
for (const path of globSync(readFiles, { cwd: root })) cpSync(join(root, path), join(root, 'dist', path), { recursive: true })
