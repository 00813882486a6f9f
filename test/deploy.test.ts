/**
 * The deployment files are consistent with each other and with the repository, and the Dockerfile follows rules. `container-file.test.ts`
 * runs its steps. Docker, systemd and the proxies themselves are not tested.
 */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readCopy, readDockerIgnore, readExecForm, readStages, readVariables } from './support/dockerfile.ts'

const root = new URL('../', import.meta.url)
const getText = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const settings = new Set([...getText('docs/guides/configuration.md').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name))

describe('compose.yaml', () => {
  type Service = {
    environment?: Record<string, string>
    volumes?: string[]
    depends_on?: Record<string, { condition: string }>
    healthcheck?: object
  }
  // Safe because the tests below check each part before they use it.
  const compose = parse(getText('compose.yaml')) as { services: Record<string, Service>; volumes: Record<string, null> }

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
    const text = getText('compose.yaml')
    for (const [, name = ''] of text.matchAll(/\$\{([A-Z_]+)/g)) expect(text, `\${${name}:?…}`).toContain(`\${${name}:?`)
  })
})

describe('Dockerfile', () => {
  const stages = readStages(getText('Dockerfile'))
  const [last] = stages.slice(-1)
  const all = (name: string) =>
    stages.flatMap(({ instructions }) => instructions.filter((one) => one.name === name).map(({ text }) => text))
  const ofLast = (name: string): string => last?.instructions.findLast((one) => one.name === name)?.text ?? ''
  const isInContext = readDockerIgnore(getText('.dockerignore'))
  const copies = all('COPY').map(readCopy)

  it('copies what exists and what .dockerignore allows, and from stages that exist', () => {
    const copied = copies.flatMap(({ from, sources }) => (from === null ? sources : []))
    expect(copied).toContain('server')
    for (const path of copied) expect([path, existsSync(new URL(path, root)), isInContext(path)]).toEqual([path, true, true])
    for (const { from } of copies) if (from !== null) expect(stages.map(({ name }) => name)).toContain(from)
  })
  it('copies every directory that the service reads', () => {
    const copied = new Set(copies.flatMap(({ sources }) => sources))
    for (const path of ['server', 'migrations', 'docs', 'package.json', 'dashboard/src/ui/tokens.css', 'dashboard/src/ui/fonts.css'])
      expect(copied).toContain(path)
  })
  it('leaves tests, installed packages, builds and secrets of the clone out', () => {
    for (const path of ['server/app.ts', 'client/index.ts', 'dashboard/src/main.tsx'])
      expect([path, isInContext(path)]).toEqual([path, true])
    for (const path of ['.env', 'data/secret-key', '.git/config', 'server/commands/command.test.ts', 'node_modules/vite', 'dashboard/dist'])
      expect([path, isInContext(path)]).toEqual([path, false])
    for (const path of ['client/node_modules/typescript', 'client/dist/index.js', 'dashboard/node_modules/vite'])
      expect([path, isInContext(path)]).toEqual([path, false])
  })
  it('starts from the version of Node that the tests use, and uses no other image', () => {
    const { dependencies } = JSON.parse(getText('package.json')) as { dependencies: { node: string } }
    expect(new Set(stages.map(({ image }) => image))).toEqual(new Set([`node:${dependencies.node}-bookworm-slim`]))
  })
  it('runs as an unprivileged user, and starts the program without a shell', () => {
    expect(ofLast('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    const [program, script = '', command] = readExecForm(ofLast('CMD'))
    expect([program, existsSync(new URL(script, root)), command]).toEqual(['node', true, 'start'])
    expect(all('ENTRYPOINT')).toEqual([])
  })
  it('has no secrets, downloads nothing itself, and installs what the lock file says', () => {
    for (const text of [...all('ENV'), ...all('ARG')]) expect(text).not.toMatch(/KEY|PASSWORD|SECRET|TOKEN|DATABASE_URL/)
    for (const name of Object.keys(readVariables(all('ENV').join(' ')))) expect(settings).toContain(name)
    expect(all('ADD')).toEqual([])
    for (const text of all('RUN')) expect(text).not.toMatch(/\b(curl|wget|apt-get|sudo|npm (i|install))\b/)
  })
})

describe('skein.service', () => {
  it('starts files that an installation has', () => {
    const [, node = '', script = ''] = /^ExecStart=\/opt\/skein\/(\S+) (\S+) start$/m.exec(getText('deploy/skein.service')) ?? []
    for (const path of [node, script]) expect(existsSync(new URL(path, root)), path).toBe(true)
  })
})
