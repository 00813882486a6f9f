/**
 * Removes unneeded `engines` requirements from package-lock.json. npm compares each package's `engines` with the Node that runs npm, and
 * warns; but all packages run on the bundled Node, which is a dependency. A requirement that the bundled Node does not meet is kept.
 */
import semver from 'semver'

type LockFile = { packages: Record<string, { version?: string; engines?: Record<string, string> }> }

/** `supported` is the Node version range in package.json. */
export function tidyLockFile(text: string, supported: string): string {
  // Safe because npm writes lock files in this format.
  const lock = JSON.parse(text) as LockFile
  const own = lock.packages['node_modules/node']?.version ?? ''
  for (const [path, entry] of Object.entries(lock.packages)) {
    const wish = path === '' ? undefined : entry.engines?.node
    if (wish === undefined || semver.validRange(wish) === null) continue
    if (semver.subset(supported, wish) || !semver.satisfies(own, wish)) continue
    const { node: _, ...others } = entry.engines ?? {}
    if (Object.keys(others).length > 0) entry.engines = others
    else delete entry.engines
  }
  return `${JSON.stringify(lock, null, 2)}\n`
}
