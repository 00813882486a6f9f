/** Code samples of the API description: each is valid in its language, and calls its operation with its example. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { referenceDocument } from '../server/web/api-document.ts'
import { sharedBrowser } from './support/browser.ts'
import { startTestService } from './support/service.ts'
import { testsAll } from './extent.ts'
import { documentMethods, follow, type OpenapiDocument, type Parameter } from '#platform/openapi/types.ts'

const run = promisify(execFile)
const root = new URL('../', import.meta.url).pathname
const here = new URL('code-samples/', import.meta.url).pathname
// Safe because it is written as an OpenapiDocument.
const document = JSON.parse(referenceDocument()) as OpenapiDocument

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  documentMethods.flatMap((method) => (item[method] ? [{ path, method, operation: item[method] }] : [])),
)
const samplesFor = (label: string): string[] =>
  operations.map(({ operation }) => operation['x-codeSamples']?.find((sample) => sample.label === label)?.source ?? '')

type Call = { method: string; url: string; body: unknown; hasKey: boolean; hasBearer: boolean }

const exampleFile = 'export.csv'
const exampleMail = 'mail.eml'

/** The request that each operation's samples must send, according to the API description. */
const expected: Call[] = operations.map(({ path, method, operation: { parameters = [], requestBody, security } }) => {
  const given = parameters.map((parameter) => follow<Parameter>(document, parameter)).filter(({ required }) => required)
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(given.find((one) => one.name === name)?.example))
  const query = given.filter(({ in: place }) => place === 'query').map(({ name, example }) => `${name}=${String(example)}`)
  const { 'application/json': json, 'multipart/form-data': form, 'message/rfc822': mail } = requestBody?.content ?? {}
  const [example] = Object.values((json ?? form)?.examples ?? {})
  const value = example && follow<{ value: unknown }>(document, example).value
  return {
    method: method.toUpperCase(),
    url: `http://localhost:3000${url}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    // Samples of forms, and of bodies that are a file, contain the file's name.
    body: form ? { ...Object(value), file: exampleFile } : mail ? exampleMail : (value ?? null),
    hasKey: method !== 'get',
    hasBearer: security.length > 0,
  }
})

function getCall({ method, url, headers, body }: { method: string; url: string; headers: Record<string, string>; body: unknown }): Call {
  const given = new Headers(headers)
  // A loop over a list requests pages of the maximum size.
  const address = url.replace(/\?limit=100$/, '').replace('?limit=100&', '?')
  const hasBearer = given.get('authorization') === 'Bearer svck_test'
  return { method, url: address, body, hasKey: given.has('idempotency-key'), hasBearer }
}

it('every operation has a short sample in each language', () => {
  expect(operations.map(({ operation }) => operation['x-codeSamples']?.map(({ lang, label }) => `${lang} ${label}`).join())).toEqual(
    operations.map(() => 'shell curl,typescript TypeScript,python Python'),
  )
  const bytes = JSON.stringify(operations.map(({ operation }) => operation['x-codeSamples'])).length
  expect(bytes / JSON.stringify(document).length).toBeLessThan(0.2)
})

it('curl samples run', async () => {
  const samples = samplesFor('curl')
  const check = 'for sample; do printf %s "$sample" | sh -n || { printf "%s\\n" "$sample"; exit 1; }; done'
  expect(await run('sh', ['-c', check, 'sh', ...samples]).catch((error: { stdout: string }) => error.stdout)).toEqual({
    stdout: '',
    stderr: '',
  })
  const told = `curl() { for argument; do printf '%s\\0' "$argument"; done; printf '\\1'; }; uuidgen() { echo 7f9c; }; SKEIN_API_KEY=svck_test`
  const { stdout } = await run('sh', ['-c', [told, ...samples].join('\n')])
  const calls = stdout
    .split('\x01')
    .slice(0, -1)
    .map((text) => readArguments(text.split('\0').slice(0, -1)))
  expect(calls.map(getCall)).toEqual(expected)
})

/** Parses arguments like curl. */
function readArguments(given: readonly string[]): Parameters<typeof getCall>[0] {
  const after = (name: string): string[] => given.flatMap((argument, i) => (given[i - 1] === name ? [argument] : []))
  const [data] = after('-d')
  const [file] = after('--data-binary')
  const form = after('-F').map((field) => field.replace('=@', '=').split('='))
  return {
    method: after('-X')[0] ?? (data === undefined && file === undefined && form.length === 0 ? 'GET' : 'POST'),
    url: given.find((argument) => argument.startsWith('http')) ?? '',
    headers: Object.fromEntries(after('-H').map((header) => [header.split(': ')[0] ?? '', header.split(': ')[1] ?? ''])),
    body: form.length > 0 ? Object.fromEntries(form) : data === undefined ? (file?.slice(1) ?? null) : JSON.parse(data),
  }
}

describe('TypeScript', () => {
  let place: string
  let files: string[]
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'skein-samples-'))
    // The client of this tree, under the name that samples import.
    const client = join(place, 'node_modules', '@skein', 'client')
    await mkdir(client, { recursive: true })
    await writeFile(join(client, 'package.json'), '{ "type": "module", "exports": "./index.ts" }')
    await symlink(join(root, 'client', 'index.ts'), join(client, 'index.ts'))
    await symlink(join(root, 'node_modules', '@types'), join(place, 'node_modules', '@types'))
    await writeFile(join(place, 'package.json'), '{ "type": "module" }')
    await writeFile(join(place, exampleFile), 'number,subject\n')
    await writeFile(join(place, exampleMail), 'From: ada@example.com\r\n\r\nHello\r\n')
    files = await Promise.all(
      samplesFor('TypeScript').map(async (source, i) => {
        const file = join(place, `${operations[i]?.operation.operationId}.ts`)
        await writeFile(file, source)
        return file
      }),
    )
  })
  afterAll(() => rm(place, { recursive: true, force: true }))

  it('compile with strict checks', async () => {
    const options = { noEmit: true, strict: true, target: 'es2024', module: 'nodenext', types: ['node'], allowImportingTsExtensions: true }
    await writeFile(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...options, skipLibCheck: true }, files }))
    const said = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: place }).catch(
      (error: { stdout: string }) => error,
    )
    expect(said.stdout).toBe('')
  })
  it('make their call', async () => {
    const { stdout } = await run(process.execPath, [join(here, 'run.ts'), ...files], { maxBuffer: 16 * 1_048_576, cwd: place })
    // Safe because the program writes this shape.
    expect((JSON.parse(stdout) as Parameters<typeof getCall>[0][]).map(getCall)).toEqual(expected)
  })
})

const hasPython = spawnSync('python3', ['--version']).status === 0
it.skipIf(!hasPython)(`Python samples run${hasPython ? '' : ' (skipped: python3 is absent)'}`, () => {
  const { stdout, stderr } = spawnSync('python3', [join(here, 'run.py')], { input: JSON.stringify(samplesFor('Python')), encoding: 'utf8' })
  expect(stderr).toBe('')
  // Safe because the program writes this shape.
  expect((JSON.parse(stdout) as Parameters<typeof getCall>[0][]).map(getCall)).toEqual(expected)
})

/**
 * Reduces the description to eight paths with write operations, because laying out all operations takes a browser up to a minute. `npm run
 * test:all` shows all.
 */
function withFewPaths(whole: OpenapiDocument): OpenapiDocument {
  const paths = Object.entries(whole.paths).filter(([, { post }]) => post)
  if (testsAll) return whole
  // The first path, because the page shows only its beginning: an operation whose samples have an Idempotency-Key.
  const first = '/api/v1/threads'
  return {
    ...whole,
    paths: Object.fromEntries([[first, whole.paths[first] ?? {}], ...paths.filter(([path]) => path !== first).slice(0, 7)]),
    webhooks: {},
  }
}

it('the reference shows samples for its own address, and contacts only its service', async () => {
  const service = await startTestService()
  const page = await (await sharedBrowser()).newPage()
  try {
    page.setDefaultTimeout(90_000)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.route(/\/docs\/assets\/reference\.json$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: withFewPaths(await response.json()) })
    })
    await page.goto(`${service.baseUrl}/docs`)
    await page.getByText('uuidgen').first().waitFor({ state: 'attached' })
    await page.getByTestId('client-picker').first().click()
    await page.getByText('Python', { exact: true }).first().waitFor()
    await page.getByText('TypeScript', { exact: true }).first().click()
    await page.getByText('createSkeinClient').first().waitFor({ state: 'attached' })
    expect(asked.length).toBeGreaterThan(3)
    expect(asked.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(`${service.baseUrl}/`))).toEqual([])
    const shown = await page.locator('body').innerText()
    expect(new Set(shown.match(/https?:\/\/[\w.]+:\d+/g))).toEqual(new Set([new URL(service.baseUrl).origin]))
  } finally {
    await page.close()
    await service.stop()
  }
})
