/** What a browser has to fetch before somebody sees their inbox. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtDashboard } from '../../server/web/site/dashboard-files.ts'

const kilobyte = 1024
const assets = join(builtDashboard, 'assets')

/** The files that the shell loads at once. */
function loadedAtOnce(ending: string): string[] {
  const shell = readFileSync(join(builtDashboard, 'index.html'), 'utf8')
  const files = [...shell.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)]
    .map(([, file]) => file ?? '')
    .filter((file) => file.endsWith(ending))
  expect(files.length).toBeGreaterThan(0)
  return files
}

/** Bytes of these files as they are sent. */
const compressedBytes = (files: Iterable<string>): number =>
  [...files].reduce((bytes, file) => bytes + statSync(join(builtDashboard, `${file}.gz`)).size, 0)

it('the build is the one for production, whoever started it', () => {
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  // React explains its errors by a link in this build, and at length in the other.
  expect(scripts.some((name) => readFileSync(join(assets, name), 'utf8').includes('react.dev/errors/'))).toBe(true)
})

it('at most 220 KB of scripts for the inbox, and 25 KB of styles, each in few files', () => {
  expect(compressedBytes(loadedAtOnce('.js'))).toBeLessThanOrEqual(220 * kilobyte)
  expect(compressedBytes(loadedAtOnce('.css'))).toBeLessThanOrEqual(25 * kilobyte)
  expect(loadedAtOnce('').length).toBeLessThanOrEqual(5)
})

type Chunk = { file: string; isDynamicEntry?: boolean; imports?: string[] }

it('at most 60 KB more for any other screen, and 145 KB for the editor, once somebody is about to write', () => {
  // Safe because Vite writes its manifest in this form.
  const chunks = JSON.parse(readFileSync(join(builtDashboard, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const neededBy = (name: string): string[] => [name, ...(chunks[name]?.imports ?? []).flatMap(neededBy)]
  const atOnce = new Set(loadedAtOnce('.js'))
  const screens = Object.keys(chunks).filter((name) => chunks[name]?.isDynamicEntry)
  expect(screens.length).toBeGreaterThan(5)
  const editor = screens.filter((name) => name.endsWith('/rich-field.tsx'))
  expect(editor).toHaveLength(1)
  for (const screen of screens) {
    const files = new Set(neededBy(screen).map((name) => chunks[name]?.file ?? ''))
    const more = [...files].filter((file) => !atOnce.has(file))
    expect(compressedBytes(more), screen).toBeLessThanOrEqual((editor.includes(screen) ? 145 : 60) * kilobyte)
  }
})
