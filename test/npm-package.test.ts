/** The npm package as operators get it: packed, started by npx in an empty directory, used over HTTP, and stopped. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findNodes, readPacked } from './client-package/install.ts'

const run = promisify(execFile)
const root = new URL('../', import.meta.url).pathname
/** Time limit for npm to install everything on a busy machine. */
const patienceMs = 200_000

let place: string
let packed: ReturnType<typeof readPacked>
let service: ChildProcess
let printed = ''
let url: URL

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'skein-npm-package-'))
  await mkdir(join(place, 'cache'))
  await mkdir(directory())
  // Uses npm's package cache, with a separate directory for npx installations.
  await symlink(join((await run('npm', ['config', 'get', 'cache'])).stdout.trim(), '_cacache'), join(place, 'cache/_cacache'))
  packed = readPacked((await run('npm', ['pack', '--json', '--pack-destination', directory()], { cwd: root })).stdout)
  // In a separate process group, like a command in a terminal: npx does not forward signals.
  service = spawn('npx', npx('start'), { cwd: directory(), env: await environment(), detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [service.stdout, service.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const ended = once(service, 'exit')
  while (!printed.includes('\nCreate a thread:')) {
    const [code] = await Promise.race([ended, once(service.stdout ?? service, 'data').then(() => [null])])
    if (code !== null) throw new Error(`npx ended with ${String(code)}: ${printed}`)
  }
  url = new URL(/\(here: (\S+)\)|^Skein serves (http:\S+)$/m.exec(printed)?.slice(1).find(Boolean) ?? '')
}, patienceMs)
afterAll(async () => {
  if (service.pid !== undefined && isGroupAlive(service.pid)) process.kill(-service.pid, 'SIGKILL')
  await rm(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
})

const directory = (): string => join(place, 'empty')
const npx = (...args: string[]): string[] => ['--yes', `./${packed.filename}`, ...args]

/** Environment variables that npm and the service need, and no others. No directory of this repository is on the PATH. */
async function environment(): Promise<NodeJS.ProcessEnv> {
  const places = (process.env.PATH ?? '').split(delimiter).filter((directoryOnPath) => !directoryOnPath.includes('node_modules'))
  return {
    PATH: places.join(delimiter),
    HOME: place,
    npm_config_cache: join(place, 'cache'),
    npm_config_prefer_offline: 'true',
    npm_config_registry: (await run('npm', ['config', 'get', 'registry'])).stdout.trim(),
    PORT: '0',
    MAIL_IN_PORT: '0',
  }
}

/** Returns the directory into which npx has installed the package with its dependencies. */
function installed(): string {
  const [name = ''] = readdirSync(join(place, 'cache/_npx'))
  return join(place, 'cache/_npx', name, 'node_modules')
}

type Page = { status: number; text: string }

function visit(host: string, path: string): Promise<Page> {
  return new Promise((done, fail) => {
    const sent = request(new URL(path, url), { headers: { host } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => done({ status: response.statusCode ?? 0, text }))
    })
    sent.on('error', fail).end()
  })
}

function isGroupAlive(pid: number): boolean {
  try {
    return process.kill(-pid, 0)
  } catch {
    return false
  }
}

describe('the npm package', { timeout: patienceMs }, () => {
  it('contains JavaScript, the built dashboard and texts, and no tests or maps', () => {
    const known =
      /^(LICENSE|README\.md|CHANGELOG\.md|package\.json|dist\/package\.json|dist\/(server|client|tools)\/.+\.(js|css)|dist\/migrations\/.+\.sql|dist\/docs\/.+\.md|dist\/licenses\/typebox\.txt|dist\/(dashboard|widget)\/.+)$/
    expect(packed.files.filter((path) => !known.test(path) || /\.(test|spec)\.|\.map$|\.tsx?$/.test(path))).toEqual([])
    for (const path of [
      'dist/server/main.js',
      'dist/dashboard/dist/index.html',
      'dist/widget/dist/skein.js',
      'dist/docs/for-admins/en/people.md',
      'dist/docs/for-agents/de/inbox.md',
      'dist/docs/guides/quick-start.md',
      'dist/licenses/typebox.txt',
    ])
      expect(packed.files).toContain(path)
    const megabytes = (bytes: number): number => bytes / 2 ** 20
    expect(megabytes(packed.size)).toBeLessThan(5)
    expect(megabytes(packed.unpackedSize)).toBeLessThan(12)
  })

  it('installs no developer dependency of the repository', () => {
    // Safe because npm writes lock files in this format.
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean; dependencies?: object; devDependencies?: object }>
    }
    const { dependencies = {}, devDependencies = {} } = packages[''] ?? {}
    const isHere = (name: string): boolean => existsSync(join(installed(), name))
    expect(Object.keys(dependencies).filter((name) => !isHere(name))).toEqual([])
    // Omit packages that dependencies need as well.
    const names = Object.keys({ ...devDependencies, ...packages['dashboard']?.devDependencies, ...packages['client']?.devDependencies })
    const unwanted = names.filter((name) => packages[`node_modules/${name}`]?.dev)
    expect(unwanted).toEqual(expect.arrayContaining(['typescript', 'vitest', 'vite', 'react']))
    expect(unwanted.filter(isHere)).toEqual([])
  })

  it('prints calls that work in that directory', () => {
    expect(printed).toContain(`npx ./${packed.filename} seed --tenant acme`)
  })

  it('creates a tenant and threads, and serves the dashboard, guides and a help centre', async () => {
    const words = ['tenant', 'create', '--slug', 'beta', '--name', 'Beta', '--owner-email', 'owner@beta.example', '--json']
    const { stdout } = await run('npx', npx(...words), { cwd: directory(), env: await environment() })
    // Safe because the command prints this shape.
    const { apiKey } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { apiKey: string }
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
    const thread = { title: 'The export is empty', body: 'Since Monday.', requester: { email: 'ada@example.com' } }
    const created = await fetch(new URL('/api/v1/threads', url), { method: 'POST', headers, body: JSON.stringify(thread) })
    expect(created.status, await created.text()).toBe(201)
    const article = { title: 'Where exports are', body: 'In the settings.', status: 'PUBLISHED' }
    const published = await fetch(new URL('/api/v1/kb/articles', url), { method: 'POST', headers, body: JSON.stringify(article) })
    expect(published.status).toBe(201)
    // Safe because a 201 of this operation has this shape.
    const { data } = (await published.json()) as { data: { slug: string } }
    const help = await visit('beta.localhost', `/help/en/articles/${data.slug}`)
    expect(help).toEqual({ status: 200, text: expect.stringContaining('Where exports are') })
    const dashboard = await visit('app.localhost', '/')
    const scripts = [...dashboard.text.matchAll(/src="(\/[^"]+\.js)"/g)].map(([, path = '']) => path)
    const sizes = await Promise.all(scripts.map(async (path) => (await visit('app.localhost', path)).text.length))
    expect(Math.max(...sizes)).toBeGreaterThan(100_000)
    expect((await visit('localhost', '/docs/guides/quick-start')).status).toBe(200)
    expect((await visit('localhost', '/docs')).status).toBe(200)
  })

  it('refuses to start with a Node that is too old, and names the one it brings', async () => {
    const versions = await Promise.all((await findNodes()).map(async (path) => [path, (await run(path, ['-v'])).stdout] as const))
    for (const [path, version] of versions.filter(([, text]) => /^v2[01]\./.test(text))) {
      const refused = await run(path, [join(installed(), 'skein/dist/server/main.js'), 'start'], { cwd: directory() }).catch(
        (error: Error & { code?: number; stderr?: string }) => error,
      )
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`Skein needs Node 24, not ${version.trim()}.`) })
      expect(existsSync(join(dirname(installed()), 'node_modules/.bin/node'))).toBe(true)
    }
  })

  it('ends on SIGTERM with its database', async () => {
    const pid = service.pid ?? 0
    expect(existsSync(join(directory(), 'data/postgres/postmaster.pid'))).toBe(true)
    process.kill(-pid, 'SIGTERM')
    await expect.poll(() => isGroupAlive(pid)).toBe(false)
    expect(existsSync(join(directory(), 'data/postgres/postmaster.pid'))).toBe(false)
    expect(printed).not.toContain('"level":"error"')
  })
})
