import { readFileSync } from 'node:fs'
import semver from 'semver'
import { describe, expect, it } from 'vitest'
import { tidyLockFile } from './lock-file.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

describe('package-lock.json', () => {
  it('causes no engine warnings on any supported Node', () => {
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { engines?: { node?: string } }> }
    const warned = Object.entries(packages).filter(
      ([, { engines: wish }]) => wish?.node !== undefined && !semver.subset(engines.node, wish.node),
    )
    expect(Object.fromEntries(warned), 'run: npm run generate').toEqual({})
  })
  it('keeps a requirement that the bundled Node does not meet', () => {
    const lock = (wishes: Record<string, string>): string =>
      JSON.stringify({
        packages: {
          'node_modules/node': { version: '24.21.0' },
          ...Object.fromEntries(Object.entries(wishes).map(([name, node]) => [`node_modules/${name}`, { engines: { node } }])),
        },
      })
    const { packages } = JSON.parse(
      tidyLockFile(lock({ old: '>=18', newer: '>=22.12.0', future: '>=26', odd: 'node-and-more' }), '>=20'),
    ) as { packages: Record<string, { engines?: object }> }
    expect(Object.keys(packages).filter((path) => packages[path]?.engines)).toEqual([
      'node_modules/old',
      'node_modules/future',
      'node_modules/odd',
    ])
  })
})
