/** Source files of the repository and their imports, for the tests of its structure. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'

/** `imports` are all files that the file refers to; `loads` are those that Node loads before it runs the file. */
export type SourceFile = { path: string; text: string; imports: string[]; loads: string[]; packages: string[] }

/** Root of the repository, with a trailing slash. */
export const root = new URL('..', import.meta.url).pathname

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.startsWith('test/support/')
}

export function sourcesBelow(top: string): SourceFile[] {
  const names = readdirSync(root, { withFileTypes: true }).some((entry) => entry.name === top)
    ? readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    : []
  return names
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts') && !/(^|\/)(node_modules|dist[\w-]*|generated)\//.test(name))
    .map((name) => {
      const path = `${top}/${name}`
      const text = readFileSync(join(root, path), 'utf8')
      const specifiers = [...text.matchAll(/^(?:import|export)\b(?:[^'"`;=]*?\bfrom)?\s*'([^']+)'|\bimport\('([^']+)'\)/gm)].map(
        ([, a, b]) => a ?? b ?? '',
      )
      const loads = [...text.matchAll(/^(?:import|export)\b(?! type\b)(?:[^'"`;=]*?\bfrom)?\s*'([^']+)'/gm)].map(([, to]) => to ?? '')
      const toFiles = (named: readonly string[]): string[] =>
        named.flatMap((specifier) => {
          if (specifier.startsWith('.')) return [normalize(join(path, '..', specifier))]
          return specifier.startsWith('#') ? [specifier.replace('#', 'server/')] : []
        })
      return {
        path,
        text,
        imports: toFiles(specifiers),
        loads: toFiles(loads),
        packages: specifiers
          .filter((specifier) => !/^(\.|#|node:)/.test(specifier))
          .map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? ''),
      }
    })
}

/** Returns groups of files that import each other, directly or through others (Tarjan's strongly connected components). */
export function circles(sources: readonly SourceFile[]): string[] {
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]))
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const found: string[] = []
  const visit = (path: string): void => {
    order.set(path, order.size)
    lowest.set(path, order.get(path) ?? 0)
    open.push(path)
    for (const to of importsOf.get(path) ?? []) {
      if (!importsOf.has(to)) continue
      if (!order.has(to)) visit(to)
      if (open.includes(to)) lowest.set(path, Math.min(lowest.get(path) ?? 0, lowest.get(to) ?? 0))
    }
    if (lowest.get(path) !== order.get(path)) return
    const group = open.splice(open.indexOf(path))
    if (group.length > 1) found.push(group.toSorted().join(' ↔ '))
  }
  for (const { path } of sources) if (!order.has(path)) visit(path)
  return found
}

// --- Titles of tests ------------------------------------------------------------------------------------------------

/** Returns the titles of `describe`, `it`, `test` and `property`, without placeholders such as `%s`, `$name` and `${name}`. */
export function titlesIn(text: string): string[] {
  const calls =
    /\b(?:describe|it|test|property)(?:\.\w+)*(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?\(\s*(?:'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`),/g
  const placeholders = /\$\{(?:[^{}]|\{[^{}]*\})*\}|%[a-z]|\$\w+/g
  return [...text.matchAll(calls)].map(([, plain, template]) => (plain ?? template ?? '').replaceAll(placeholders, '').replaceAll('\\', ''))
}
