/** What a browser has to fetch before somebody sees their inbox. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtDashboard } from '../../server/site/dashboard-files.ts'

const kilobyte = 1024
const assets = join(builtDashboard, 'assets')

/** Bytes of the compressed files that the shell loads at once. */
function loadedBytes(ending: string): number {
  const shell = readFileSync(join(builtDashboard, 'index.html'), 'utf8')
  const names = [...shell.matchAll(/(?:src|href)="\/assets\/([^"]+)"/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => name.endsWith(ending))
  expect(names.length).toBeGreaterThan(0)
  return names.reduce((bytes, name) => bytes + statSync(join(assets, `${name}.gz`)).size, 0)
}

it('the build is the one for production, whoever started it', () => {
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  // React explains its errors by a link in this build, and at length in the other.
  expect(scripts.some((name) => readFileSync(join(assets, name), 'utf8').includes('react.dev/errors/'))).toBe(true)
})

it('at most 220 KB of scripts for the inbox, and 25 KB of styles', () => {
  expect(loadedBytes('.js')).toBeLessThanOrEqual(220 * kilobyte)
  expect(loadedBytes('.css')).toBeLessThanOrEqual(25 * kilobyte)
})

it('at most 60 KB more for any other screen', () => {
  const later = readdirSync(assets).filter((name) => name.endsWith('.js.gz'))
  const all = later.reduce((bytes, name) => bytes + statSync(join(assets, name)).size, 0)
  expect(all - loadedBytes('.js')).toBeLessThanOrEqual(60 * kilobyte)
})
