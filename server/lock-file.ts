/**
 * package-lock.json without wishes for a Node that nobody needs to have. npm holds each package's `engines` against the Node that
 * runs npm, and warns; but everything here runs on the Node that is a dependency itself. A wish that this one does not fulfil stays.
 */
import semver from 'semver'

type LockFile = { packages: Record<string, { version?: string; engines?: Record<string, string> }> }

/** `supported` is what package.json asks of those who install. */
export function tidyLockFile(text: string, supported: string): string {
  // Safe because npm writes it in this form.
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
