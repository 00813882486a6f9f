/** The walks of ARCHITECTURE.md: the files that a reader opens, in order, checked against the imports. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, sourcesBelow } from './source-tree.ts'

/** Entry points of a walk, and continuations in another process: files that no earlier file imports. */
const entries = new Set(['server/platform/http/front-door.ts', 'server/worker.ts', 'dashboard/src/keyboard/use-shortcuts.ts'])

/**
 * Maximum number of files that a reader opens, by the heading of the walk. The reply's walk also takes the first eight of the request's.
 */
const longest: Readonly<Record<string, number>> = {
  'A request: POST /threads': 12,
  'A reply from the dashboard': 20 - 8,
  'A background job: sending that reply': 12,
  'A webhook delivery': 12,
  'From an event to a number': 12,
}

const sources = new Map(['server', 'client', 'dashboard'].flatMap(sourcesBelow).map((file) => [file.path, file]))
const walks = [...readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(/^### (.+)\n([^#]*)/gm)].map(
  ([, title = '', text = '']) => ({ title, files: [...text.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path) }),
)

/** Files that a file imports, directly or through index.ts files. */
function reachedFrom(path: string): Set<string> {
  const found = new Set<string>()
  const add = (from: string): void => {
    for (const to of sources.get(from)?.imports ?? []) {
      if (found.has(to)) continue
      found.add(to)
      if (to.endsWith('/index.ts')) add(to)
    }
  }
  add(path)
  // The dashboard imports the client by its package name.
  if (path.startsWith('dashboard/src/api/')) found.add('client/client.ts')
  return found
}

/** True when the file passes a callback to the imported one, as the composer registers its shortcuts. */
const isCalledBack = (path: string, earlier: readonly string[]): boolean => earlier.some((to) => sources.get(path)?.imports.includes(to))

/** True when the module's index registers the file: the service calls its operations and jobs without importing them. */
function isRegistered(path: string): boolean {
  const [, module] = /^server\/resources\/([\w-]+)\//.exec(path) ?? []
  return sources.get(`server/resources/${module}/index.ts`)?.imports.includes(path) ?? false
}

describe('ARCHITECTURE.md', () => {
  it('has the five walks, each as short as it says', () => {
    expect(walks.map(({ title }) => title)).toEqual(Object.keys(longest))
    expect(
      walks.filter(({ title, files }) => files.length === 0 || files.length > (longest[title] ?? 0)).map(({ title }) => title),
    ).toEqual([])
  })
  it('has at most 1,870 words', () => {
    expect(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split(/\s+/).length).toBeLessThanOrEqual(1_870)
  })
  it.each(walks)('$title: each file is reached from an earlier one', ({ files }) => {
    const lost = files.filter(
      (path, i) =>
        !sources.has(path) ||
        (i > 0 &&
          !entries.has(path) &&
          !isRegistered(path) &&
          !isCalledBack(path, files.slice(0, i)) &&
          !files.slice(0, i).some((earlier) => reachedFrom(earlier).has(path))),
    )
    expect(lost).toEqual([])
  })
})
