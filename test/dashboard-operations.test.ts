/** The dashboard covers the whole API. A list has the operations without a screen, and may only get shorter. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { modules } from '../server/resources/index.ts'

const dashboard = new URL('../dashboard/', import.meta.url).pathname

it('every operation has a screen, or is listed in operations-without-a-screen.json', () => {
  const sources = readdirSync(join(dashboard, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
    .map((name) => readFileSync(join(dashboard, 'src', name), 'utf8'))
    .join('\n')
  // A catalogue names its operations, and one screen calls them.
  const named = [...sources.matchAll(/\boperations: \{([^}]*)\}/g)].flatMap(([, list = '']) => Array.from(list.matchAll(/\w+: '(\w+)'/g)))
  const called = new Set([...sources.matchAll(/\b(?:skein|anonymous)\s*\.(\w+)\(/g), ...named].map(([, name]) => name ?? ''))
  const operations = modules.flatMap(({ endpoints }) => endpoints.map(({ operationId }) => operationId))
  expect([...called].filter((name) => !operations.includes(name))).toEqual([])
  // Safe because the file is a list of names; anything else would not be equal.
  const listed = JSON.parse(readFileSync(join(dashboard, 'operations-without-a-screen.json'), 'utf8')) as string[]
  const ofVisitors = new Set(modules.find(({ name }) => name === 'widget')?.endpoints.map(({ operationId }) => operationId))
  // The screens of websites' visitors are in widget/.
  expect(listed).toEqual(operations.filter((name) => !called.has(name) && !ofVisitors.has(name)).toSorted())
})
