/** Checks the documents: the paths in them exist, the README is short, and the index lists every decision. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const ignored = new Set(['node_modules', '.git', 'data', 'dist', 'generated'])
const paths = filesBelow('')
/** All documents except changelogs and superseded decisions, which may name files that no longer exist. */
const documents = paths.filter(
  (path) => path.endsWith('.md') && !path.endsWith('CHANGELOG.md') && !/^#.*\(superseded by \d+\)$/m.test(getText(path)),
)

function filesBelow(directory: string): string[] {
  return readdirSync(join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return ignored.has(entry.name) ? [] : filesBelow(path)
    return [path]
  })
}

function getText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

describe('every document', () => {
  it('names files that exist, by their whole path or by its end', () => {
    const ends = new Set(paths.flatMap((path) => path.split('/').map((_, i, parts) => parts.slice(i).join('/'))))
    const missing = documents.flatMap((document) =>
      [...getText(document).matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|tsx|md|sql|yaml|css))`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !ends.has(path) && !/^(data|restored|deploy\/\.|node_modules|dist)\b/.test(path))
        .map((path) => `${document}: ${path}`),
    )
    expect(missing).toEqual([])
  })

  it('links to files that exist', () => {
    const missing = documents.flatMap((document) =>
      [...getText(document).matchAll(/\]\((?!https?:|mailto:|#|\/)([^)\s#]+)/g)]
        .map(([, target = '']) => normalize(join(dirname(document), target)).replace(/\/$/, ''))
        .filter((target) => !paths.some((path) => path === target || path.startsWith(`${target}/`)))
        .map((target) => `${document}: ${target}`),
    )
    expect(missing).toEqual([])
  })
})

it('the README has at most 120 lines and 900 words', () => {
  const text = getText('README.md')
  expect(text.split('\n').length).toBeLessThanOrEqual(121)
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(900)
})

it('the index of decisions has each of them once, with its title', () => {
  const index = getText('docs/decisions/README.md')
  const listed = [...index.matchAll(/\[(\d{4})\]\(([^)]+)\) ([^\n]+)/g)].map(([, , file = '', title = '']) => `${file}: ${title}`)
  const titles = readdirSync(join(root, 'docs/decisions'))
    .filter((file) => /^\d{4}-/.test(file))
    .toSorted()
    .map((file) => `${file}: ${/^# (?:\d+\. )?(.*)$/m.exec(getText(`docs/decisions/${file}`))?.[1]}`)
  expect(listed.toSorted()).toEqual(titles)
})
