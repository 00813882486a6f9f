import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestInstallation, type Ended, type TestInstallation, type SkeinProcess } from '../../test/support/skein-process.ts'

let installation: TestInstallation
beforeAll(async () => {
  installation = await createTestInstallation()
})
afterAll(() => installation.remove())

const getJson = ({ code, stdout, stderr }: Ended): Record<string, unknown> => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.trim().split('\n')).toHaveLength(1)
  return JSON.parse(stdout) as Record<string, unknown>
}
const call = (service: SkeinProcess, key: unknown, method: string, path: string): Promise<number> =>
  fetch(`${service.url}/api/v1${path}`, { method, headers: { Authorization: `Bearer ${key}` } }).then(({ status }) => status)

describe('commands', () => {
  let globexKey: unknown

  it('create a tenant without a running service, and leave no PostgreSQL running', async () => {
    const made = getJson(
      await installation.run(['tenant', 'create', '--slug', 'globex', '--name', 'Globex', '--owner-email', 'owner@globex.test', '--json']),
    )
    expect(made).toEqual({
      tenantId: expect.stringMatching(/^ten_\w{26}$/),
      slug: 'globex',
      inboxId: expect.stringMatching(/^inb_\w{26}$/),
      apiKey: expect.stringMatching(/^svck_\w{36}$/),
    })
    expect(installation.postgresRuns()).toBe(false)
    globexKey = made.apiKey
  })

  it('work while the service runs, and the keys that they create are valid at once', async () => {
    const service = await installation.serve()
    expect(service.stdout(), 'not a first start').toContain('no valid key in')
    expect(await call(service, globexKey, 'GET', '/threads')).toBe(200)

    const key = getJson(
      await installation.run([
        'key',
        'create',
        '--tenant',
        'globex',
        '--scopes',
        'threads:read,customers:read',
        '--expires-in-days',
        '2',
        '--json',
      ]),
    )
    expect(key).toEqual({ id: expect.stringMatching(/^key_\w{26}$/), key: expect.stringMatching(/^svck_\w{36}$/) })
    expect(await call(service, key.key, 'GET', '/threads')).toBe(200)
    expect(await call(service, key.key, 'POST', '/threads')).toBe(403)

    const initech = getJson(
      await installation.runHere([
        'tenant',
        'create',
        '--slug',
        'initech',
        '--name',
        'Initech',
        '--owner-email',
        'owner@initech.test',
        '--json',
      ]),
    )
    expect(await call(service, initech.apiKey, 'GET', '/inboxes')).toBe(200)

    const [migrated, recounted] = await Promise.all([installation.run(['migrate', '--json']), installation.run(['recount', '--json'])])
    expect(getJson(migrated)).toEqual({ applied: [] })
    const { tenants } = getJson(recounted) as { tenants: { slug: string; changed: boolean; before: object; after: object }[] }
    expect(tenants.map(({ slug, changed }) => ({ slug, changed }))).toEqual([
      { slug: 'globex', changed: false },
      { slug: 'initech', changed: false },
    ])
    expect(tenants[0]?.before).toEqual(tenants[0]?.after)

    const correct = { compared: 0, different: [], kept: 0 }
    for (const words of [['check'], ['rebuild'], ['rebuild', '--from', '2026-03-01']])
      expect(getJson(await installation.run(['reports', ...words, '--slug', 'globex', '--json']))).toMatchObject({
        facts: correct,
        sums: correct,
      })
    const { code, stderr } = await installation.runHere(['reports', 'rebuild', '--slug', 'globex', '--from', '2026-02-30'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('--from must be a date such as 2026-03-01, not "2026-02-30".')])

    const audits = await fetch(`${service.url}/api/v1/audit-logs`, { headers: { Authorization: `Bearer ${globexKey}` } })
    // Safe because a list has this envelope.
    const { data } = (await audits.json()) as { data: { action: string; actor: { type: string } }[] }
    expect(data.map(({ action, actor }) => `${actor.type} ${action}`)).toEqual(['SYSTEM api_key.created', 'SYSTEM tenant.created'])

    service.signal('SIGTERM')
    expect((await service.ended).code).toBe(0)
    expect(installation.postgresRuns()).toBe(false)
  })

  it('suspend a tenant, resume it, and delete it when its slug is repeated', async () => {
    const made = getJson(
      await installation.runHere(['tenant', 'create', '--slug', 'hooli', '--name', 'Hooli', '--owner-email', 'owner@hooli.test', '--json']),
    )
    const service = await installation.serve()
    const getWords = (words: string[]): string[] => ['tenant', ...words, '--slug', 'hooli', '--json']
    const tenant = (...words: string[]) => installation.run(getWords(words))
    const tenantHere = (...words: string[]) => installation.runHere(getWords(words))
    const until = (status: number): Promise<void> =>
      expect.poll(() => call(service, made.apiKey, 'GET', '/threads'), { interval: 20 }).toBe(status)
    await until(200)
    expect(getJson(await tenant('suspend'))).toEqual({ tenantId: made.tenantId, slug: 'hooli', changed: true })
    await until(403)
    expect(getJson(await tenantHere('suspend'))).toMatchObject({ changed: false })
    expect(getJson(await tenant('resume'))).toMatchObject({ changed: true })
    await until(200)
    expect(await tenantHere('delete')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--confirm hooli') })
    expect(await tenantHere('delete', '--confirm', 'globex')).toMatchObject({
      code: 2,
      stderr: '"globex" is not hooli: nothing was deleted.\n',
    })
    expect(await call(service, made.apiKey, 'GET', '/threads')).toBe(200)
    expect(getJson(await tenant('delete', '--confirm', 'hooli'))).toMatchObject({
      slug: 'hooli',
      rows: { tenants: 1, tenant_slugs: 1 },
      files: 0,
    })
    expect(await call(service, made.apiKey, 'GET', '/threads')).toBe(401)
    expect(await tenantHere('delete', '--confirm', 'hooli')).toMatchObject({ code: 2, stderr: 'There is no tenant "hooli".\n' })
    service.signal('SIGTERM')
    await service.ended
  })

  it('print text for people without --json', async () => {
    const { code, stdout } = await installation.runHere(['key', 'create', '--tenant', 'globex', '--scopes', 'read'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^API key, shown only once: svck_\w{36}\nIt expires in 365 days\.\n$/)
  })

  it('refuse a taken slug and an unknown tenant with exit code 2', async () => {
    const [taken, unknown] = await Promise.all([
      installation.runHere(['tenant', 'create', '--slug', 'globex', '--name', 'G', '--owner-email', 'g@globex.test', '--json']),
      installation.run(['key', 'create', '--tenant', 'nobody', '--scopes', 'read', '--json']),
    ])
    expect(taken).toEqual({ code: 2, stdout: '', stderr: 'The slug "globex" is taken.\n' })
    expect(unknown).toEqual({ code: 2, stdout: '', stderr: 'There is no tenant "nobody". Create one with "tenant create".\n' })
  })

  it('are listed by --help', async () => {
    const { code, stdout, stderr } = await installation.run(['--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const name of ['serve', 'tenant create', 'key create', 'migrate', 'recount', 'distribute', 'seed'])
      expect(stdout).toContain(`\n  ${name} `)
  })

  it('print the version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
    expect(await installation.run(['--version'])).toEqual({ code: 0, stdout: `skein ${version}\n`, stderr: '' })
  })

  it('suggest the command that was probably meant', async () => {
    const said = async (...words: string[]): Promise<string> => (await installation.runHere(words)).stderr
    expect(await said('strat')).toBe('There is no command "strat". Did you mean "start"? See --help.\n')
    expect(await said('tenant', 'craete')).toBe('There is no command "tenant craete". Did you mean "tenant create"? See --help.\n')
    expect(await said('key-create')).toBe('There is no command "key-create". Did you mean "key create"? See --help.\n')
    expect(await said('seed', '--tennant', 'acme')).toBe("Unknown option '--tennant'. Did you mean --tenant?\n")
    expect(await said('xyzzy')).toBe('There is no command "xyzzy". See --help.\n')
  })

  it('report an unknown command with a message and exit code 2', async () => {
    expect(await installation.run(['key', 'destroy'])).toEqual({
      code: 2,
      stdout: '',
      stderr: '"key" needs a subcommand: key create. See --help.\n',
    })
  })

  it('never log a key', () => {
    const logs = readFileSync(join(installation.dataDir, 'postgres.log'), 'utf8')
    expect(logs).not.toContain('svck_')
  })
})
