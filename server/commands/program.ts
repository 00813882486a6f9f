/** Builds the command line with which operators call the program, for messages that say what to run. */
import { sep } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }

/**
 * Command line of the program: in the repository, in a project that installed the package, or from the package's own file. `npx skein`
 * would be wrong for the last, because npx would look for a package of that name in the registry.
 */
export const program = programAt(import.meta.dirname)
/** The call that starts the service. */
export const startCall = program.startsWith('npm ') ? 'npm start' : `${program} start`

export function programAt(directory: string): string {
  const parts = directory.split(sep)
  if (!parts.includes('node_modules')) return 'npm run --silent skein --'
  return parts.includes('_npx') ? `npx ./skein-${packageJson.version}.tgz` : 'npx skein'
}
