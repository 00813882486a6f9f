/**
 * The deployment files are consistent with each other and with the repository. Docker, systemd and the proxies themselves are not tested.
 */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = new URL('../', import.meta.url)
const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const settings = new Set([...textOf('docs/guides/configuration.md').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name))

describe('compose.yaml', () => {
  type Service = {
    environment?: Record<string, string>
    volumes?: string[]
    depends_on?: Record<string, { condition: string }>
    healthcheck?: object
  }
  // Safe because the tests below check each part before they use it.
  const compose = parse(textOf('compose.yaml')) as { services: Record<string, Service>; volumes: Record<string, null> }

  it('names services and volumes that it declares, and waits only for health checks', () => {
    for (const { volumes = [], depends_on: needs = {} } of Object.values(compose.services)) {
      for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
      for (const [name, { condition }] of Object.entries(needs)) {
        expect(condition).toBe('service_healthy')
        expect(compose.services[name]?.healthcheck).toBeTypeOf('object')
      }
    }
  })
  it('uses existing settings, and refuses to start without those that have no default', () => {
    const environment = compose.services.skein?.environment ?? {}
    expect(Object.keys(environment).length).toBeGreaterThan(3)
    for (const name of Object.keys(environment)) expect(settings, name).toContain(name)
    const text = textOf('compose.yaml')
    for (const [, name = ''] of text.matchAll(/\$\{([A-Z_]+)/g)) expect(text, `\${${name}:?…}`).toContain(`\${${name}:?`)
  })
})

describe('Dockerfile', () => {
  const lines = textOf('Dockerfile').split('\n')
  it('copies what exists and what .dockerignore allows', () => {
    const letThrough = textOf('.dockerignore').split('\n')
    const copied = lines.flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? [])
    expect(copied).toContain('server')
    for (const path of copied) {
      expect(existsSync(new URL(path, root)), path).toBe(true)
      expect(
        letThrough.some((line) => `${path}/`.startsWith(`${line.slice(1)}/`)),
        path,
      ).toBe(true)
    }
  })
  it('copies every directory that the service reads', () => {
    const copied = lines.filter((line) => line.startsWith('COPY')).join('\n')
    for (const path of ['server', 'migrations', 'docs', 'package.json', 'dashboard/src/ui/tokens.css', 'dashboard/src/ui/fonts.css'])
      expect(copied).toMatch(new RegExp(`COPY .*\\b${path}\\b`))
  })
  it('runs the tested major version of Node as an unprivileged user', () => {
    const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: { node: string } }
    expect(lines).toContain(`FROM node:${dependencies.node.split('.')[0]}-bookworm-slim`)
    expect(lines.some((line) => /^USER \d+:\d+$/.test(line))).toBe(true)
  })
})

describe('skein.service', () => {
  it('starts files that an installation has', () => {
    const [, node = '', script = ''] = /^ExecStart=\/opt\/skein\/(\S+) (\S+) start$/m.exec(textOf('deploy/skein.service')) ?? []
    for (const path of [node, script]) expect(existsSync(new URL(path, root)), path).toBe(true)
  })
})
