/**
 * The client as its users get it: packed, installed from its tarball, compiled with strict checks, and run in every Node and in a browser.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from './support/browser.ts'
import { startTestService, type TestService, type TestTenant } from './support/service.ts'
import { findNodes, installClient, getProgram, type Project } from './client-package/install.ts'

/** Time limit for compilers, npm and browsers while the whole suite runs on two cores. */
const patienceMs = 120_000
const run = promisify(execFile)
/** Directory with TypeScript 5 in its node_modules. */
const clientAt = new URL('../client', import.meta.url).pathname
/** Descriptions in comments also mention `process`. */
const withoutComments = (text: string): string => text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

let project: Project
let service: TestService
let tenant: TestTenant
beforeAll(async () => {
  ;[project, service] = await Promise.all([installClient(), startTestService({ config: { corsOrigins: ['*'] } })])
  tenant = await service.createTenant()
}, patienceMs)
afterAll(() => Promise.all([project.remove(), service.stop()]))

describe('the package', () => {
  it('contains what it needs and nothing else, with its licence', () => {
    expect(project.packed.filter((path) => !/^dist\/(generated\/)?[a-z-]+(\.d)?\.(ts|js)$/.test(path)).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ])
    expect(project.packed.filter((path) => /\.test\.|(?<!\.d)\.ts$/.test(path))).toEqual([])
    // Safe because it is the client's own package.json.
    const { dependencies, license, engines, sideEffects } = JSON.parse(
      readFileSync(join(project.at, 'node_modules/@skein/client/package.json'), 'utf8'),
    ) as Record<string, unknown>
    expect({ dependencies, license, engines, sideEffects }).toEqual({
      dependencies: undefined,
      license: 'Apache-2.0',
      engines: { node: '>=20' },
      sideEffects: false,
    })
  })
  it('uses nothing of Node in the part that browsers load', () => {
    const at = join(project.at, 'node_modules/@skein/client/dist')
    const loaded = new Set(['./browser.js'])
    for (const path of loaded)
      for (const [, to = ''] of readFileSync(join(at, path), 'utf8').matchAll(/^(?:import|export)\b[^'"]*?from\s*['"]([^'"]+)['"]/gm))
        loaded.add(to.startsWith('.') ? `./${join(path, '..', to)}` : to)
    expect([...loaded].filter((path) => !/^\.\/[\w/-]+\.js$/.test(path))).toEqual([])
    expect(loaded.size).toBeGreaterThan(5)
    expect([...loaded].map((path) => withoutComments(readFileSync(join(at, path), 'utf8'))).join('\n')).not.toMatch(
      /\b(process|Buffer|require)\b[.(]/,
    )
  })
})

describe('the package, compiled with strict checks,', { timeout: patienceMs }, () => {
  const guides = readdirSync(new URL('../docs/guides/', import.meta.url)).map((name) => `docs/guides/${name}`)
  const node = { lib: ['es2022'], types: ['node'] }
  const page = { lib: ['es2024', 'dom', 'dom.iterable'], types: [] }
  it.each([
    ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('has valid types and snippets of its README and guides with %s resolution', async (_, resolution) => {
    const programs = await Promise.all(['client/README.md', ...guides].map(async (path) => [path, await getProgram(path, 'ts')] as const))
    const snippets = programs.filter(([, text]) => text !== '').map(([path, text]) => [`${path.replaceAll(/\W/g, '-')}.ts`, text] as const)
    expect(snippets.length).toBeGreaterThan(1)
    const forNode = { 'types.ts': read('client-package/types.ts'), ...Object.fromEntries(snippets) }
    expect(await project.compile(forNode, { ...resolution, ...node, exactOptionalPropertyTypes: true })).toBe('')
  })
  // TypeScript 7, which the repository uses, supports neither the node10 resolution nor the targets of its time.
  it.each([
    ['CommonJS with node10 resolution', 'types.ts', { module: 'commonjs', moduleResolution: 'node10' }],
    ['require with nodenext resolution', 'types.cts', { module: 'nodenext', moduleResolution: 'nodenext' }],
  ])('has valid types in TypeScript 5, in %s', async (_, name, resolution) => {
    const sources = { [name]: read('client-package/types.ts') }
    expect(await project.compile(sources, { ...resolution, ...node, exactOptionalPropertyTypes: true }, clientAt)).toBe('')
  })
  it('needs no types of Node in a project for browsers', async () => {
    const resolution = { module: 'esnext', moduleResolution: 'bundler' }
    expect(await project.compile({ 'page.ts': read('client-package/page.ts') }, { ...resolution, ...page })).toBe('')
  })
})

describe('the package in Node', { timeout: patienceMs }, () => {
  it('does what its README shows, in every version of Node that is installed here', async () => {
    const text = (await getProgram('client/README.md', 'ts'))
      .replaceAll('http://localhost:3000', service.baseUrl)
      .replace('receiver.listen(4000)', 'receiver.listen(0, () => receiver.close())')
    await writeFile(join(project.at, 'readme.ts'), text)
    const stripped = await rolldown({ input: join(project.at, 'readme.ts'), platform: 'node', external: /^@skein\/client/ })
    await stripped.write({ file: join(project.at, 'readme.js') })
    const nodes = await findNodes()
    expect(nodes.length).toBeGreaterThan(0)
    for (const path of nodes) {
      const own = await service.createTenant()
      const child = spawn(path, ['readme.js'], { cwd: project.at, env: { SKEIN_API_KEY: own.key }, stdio: ['ignore', 'pipe', 'pipe'] })
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
      const ended = once(child, 'close')
      await expect.poll(() => said, { timeout: patienceMs }).toContain('listening')
      await own.skein.createThread({ body: { title: 'Made meanwhile', body: 'x', requester: { email: 'ada@example.com' } } })
      expect(await ended, said).toEqual([0, null])
      expect(said.split('\n')).toEqual([
        expect.stringMatching(/^\S+-\d{4}-000001 The export is empty$/),
        '1 of 1',
        expect.stringMatching(/^There is no such thread\. Request \S+, see http\S+#svc-thread-not_found$/),
        'true true',
        'Newest: The export is empty',
        'listening',
        'Made meanwhile',
        'true',
        own.slug,
        '',
      ])
    }
  })
  it('can be loaded by require in later versions of Node and by import', async () => {
    const { stdout } = await run(process.execPath, ['-p', "Object.keys(require('@skein/client')).toSorted().join(' ')"], {
      cwd: project.at,
    })
    expect(stdout.trim()).toBe(
      'ApiError AuthenticationError ConflictError EventsLostError InvalidRequestError NoAnswerError NotFoundError PermissionError RateLimitError ServiceError WebhookVerificationError coversScope createReplayStore createSkeinClient fetchWithProgress forgetWebhook matchesThread requiredScope skeinEventTypes threadFilterNames verifyWebhook',
    )
  })
})

describe('the package in a browser', { timeout: patienceMs }, () => {
  let bundle: string
  let server: Server
  beforeAll(async () => {
    await writeFile(join(project.at, 'page.ts'), read('client-package/page.ts'))
    const built = await rolldown({ input: join(project.at, 'page.ts'), platform: 'browser', cwd: project.at })
    const { output } = await built.generate({ format: 'esm', codeSplitting: false })
    bundle = output[0].code
    server = createServer((req, res) => {
      const isScript = req.url === '/page.js'
      res.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      res.end(isScript ? bundle : '<!doctype html><script type="module" src="/page.js"></script>')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => server.close())

  it('calls, lists, catches errors and listens on a page of another origin', async () => {
    const page = await (await sharedBrowser()).newPage()
    try {
      const wrong: string[] = []
      page.on('pageerror', (error) => wrong.push(error.message))
      // Safe because the server listens on a port.
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      await page.waitForFunction(() => 'work' in globalThis)
      // Safe because the page's program defines it.
      const told = await page.evaluate(
        (input) => (globalThis as unknown as { work: (input: object) => Promise<Record<string, unknown>> }).work(input),
        { baseUrl: service.baseUrl, apiKey: tenant.key },
      )
      expect(wrong).toEqual([])
      const threads = await tenant.skein.listThreads().toArray()
      expect(told).toEqual({
        created: told.event,
        repeated: true,
        listed: threads.map(({ id }) => id),
        caught: 'SVC-THREAD-NOT_FOUND',
        requestId: expect.stringMatching(/./),
        event: told.created,
        hidden: false,
      })
      expect(threads).toHaveLength(5)
    } finally {
      await page.close()
    }
  })
  it('adds only the parts that are used to a bundle', async () => {
    const input = join(project.at, 'errors-only.js')
    await writeFile(input, "export { ApiError } from '@skein/client'\n")
    const built = await rolldown({ input, platform: 'browser', cwd: project.at })
    const { output } = await built.generate({ format: 'esm' })
    expect(output[0].code).toContain('this.name = "ApiError"')
    expect(output[0].code).not.toMatch(/listThreads|#query|NoAnswerError|node:/)
  })
})
