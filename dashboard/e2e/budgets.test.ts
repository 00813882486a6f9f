/** Size budgets of the files that a browser downloads before it shows the inbox. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtDashboard } from '../../server/web/site/dashboard-files.ts'

const kilobyte = 1024
const assets = join(builtDashboard, 'assets')

/** Returns the files that the HTML page loads eagerly. */
function listInitialFiles(ending: string): string[] {
  const shell = readFileSync(join(builtDashboard, 'index.html'), 'utf8')
  const files = [...shell.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)]
    .map(([, file]) => file ?? '')
    .filter((file) => file.endsWith(ending))
  expect(files.length).toBeGreaterThan(0)
  return files
}

/** Returns the compressed size of files in bytes. */
const compressedBytes = (files: Iterable<string>): number =>
  [...files].reduce((bytes, file) => bytes + statSync(join(builtDashboard, `${file}.gz`)).size, 0)

it('the build contains the production version of React', () => {
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  // React's production build links to explanations of its errors; the development build contains their text.
  expect(scripts.some((name) => readFileSync(join(assets, name), 'utf8').includes('react.dev/errors/'))).toBe(true)
})

it('the inbox loads at most 200,000 bytes of scripts and 25 KB of styles at first', () => {
  expect(compressedBytes(listInitialFiles('.js'))).toBeLessThanOrEqual(200_000)
  expect(compressedBytes(listInitialFiles('.css'))).toBeLessThanOrEqual(25 * kilobyte)
  expect(listInitialFiles('').length).toBeLessThanOrEqual(5)
})

type Chunk = { file: string; isDynamicEntry?: boolean; imports?: string[] }

/** Whether a chunk is a message catalogue, which only users of that language load. */
const isCatalogue = (name: string): boolean => /\/texts\/\w+\/index\.ts$/.test(name)

it('another screen loads at most 60 KB more, a language 80, the editor 145', () => {
  // Safe because Vite writes its manifest in this format.
  const chunks = JSON.parse(readFileSync(join(builtDashboard, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const listImports = (name: string): string[] => [name, ...(chunks[name]?.imports ?? []).flatMap(listImports)]
  const atOnce = new Set(listInitialFiles('.js'))
  const screens = Object.keys(chunks).filter((name) => chunks[name]?.isDynamicEntry)
  expect(screens.length).toBeGreaterThan(5)
  const pane = 'src/features/thread/thread-pane.tsx'
  /** The pages after which the editors of messages, templates and articles load. */
  const editors = new Map([
    ['src/features/editor/rich-field.tsx', pane],
    ['src/features/templates/template-editor.tsx', pane],
    ['src/features/editor/article-field.tsx', 'src/features/knowledge/article-screen.tsx'],
  ])
  expect(screens).toEqual(expect.arrayContaining([...editors.keys(), ...editors.values()]))
  const getLimit = (screen: string): number => (editors.has(screen) ? 145 : isCatalogue(screen) ? 80 : 60)
  const listFiles = (name: string): string[] => [...new Set(listImports(name).map((each) => chunks[each]?.file ?? ''))]
  for (const screen of screens) {
    // A thread's dialogs load after its pane.
    const isOfThread = (screen.startsWith('src/features/thread/') && screen !== pane) || screen === 'src/features/ai/rewrite-panel.tsx'
    const page = editors.get(screen) ?? (isOfThread ? pane : null)
    const loaded = new Set([...atOnce, ...(page === null ? [] : listFiles(page))])
    const more = listFiles(screen).filter((file) => !loaded.has(file))
    expect(compressedBytes(more), screen).toBeLessThanOrEqual(getLimit(screen) * kilobyte)
  }
})
