import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declaredEvents } from '#platform/outbox/events.ts'
import { startTestService, type TestService } from '../../test/support/service.ts'
import { createTestInstallation, type TestInstallation } from '../../test/support/skein-process.ts'
// oxlint-disable-next-line import/no-unassigned-import -- for the declarations of all modules' events
import '../resources/index.ts'
import { causeEvent } from './trigger.ts'
import { recipes, reasons } from './trigger-recipes.ts'

it('every event type can be triggered, or has a reason why it cannot', () => {
  const types = declaredEvents().map(({ type }) => type)
  expect([...Object.keys(recipes), ...Object.keys(reasons)].toSorted()).toEqual(types.toSorted())
})

describe('trigger', () => {
  let installation: TestInstallation
  let PORT: string
  beforeAll(async () => {
    installation = await createTestInstallation()
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    // Safe because address() returns an AddressInfo for a server that listens on a port.
    PORT = String((server.address() as AddressInfo).port)
    server.close()
    await once(server, 'close')
  })
  afterAll(() => installation.remove())

  it('reports that no service is running', async () => {
    expect(await installation.run(['trigger', 'thread.created'], { PORT })).toEqual({
      code: 1,
      stdout: '',
      stderr: `No Skein responds at http://localhost:${PORT}. Start it with: npm start\n`,
    })
  })

  it('creates the sandbox once, and prints the calls, the events and their ids', async () => {
    await installation.serve({ PORT, WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' })
    const first = await installation.run(['trigger', 'thread.created'], { PORT })
    expect(first).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^The tenant sandbox was created\.\nPOST \/threads → 201 {2}thr_\w{26}\n(.* customer\.created .*\n)?.* thread\.created +evt_\w{26} {2}“The export is empty”\n.* message\.created .*\n\d events in the tenant sandbox\.\n$/,
      ),
    })
    const second = await installation.run(['trigger', 'thread.created'], { PORT })
    expect(second.stdout).toMatch(/^POST \/threads → 201/)
  })

  it('suggests a type for a misspelt one, explains others, and ends with exit code 2', async () => {
    const run = async (...args: string[]): Promise<object> => {
      const { code, stderr } = await installation.runHere(['trigger', ...args], { PORT })
      return { code, stderr }
    }
    expect(await run('thread.craeted')).toEqual({
      code: 2,
      stderr: 'There is no event type "thread.craeted". Did you mean thread.created?\n',
    })
    expect(await run('webhook.disabled')).toEqual({ code: 2, stderr: expect.stringContaining('a receiver must cause it') })
    expect(await run()).toEqual({ code: 2, stderr: expect.stringMatching(/^An event type is required: customer\.created, /) })
    expect(await run('thread.created', '--tenant', 'nobody')).toEqual({
      code: 2,
      stderr: expect.stringContaining('There is no tenant "nobody"'),
    })
  })
})

describe('each type can be caused:', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.stop())

  // Concurrent, because each test mostly waits. Each has its own tenant, which contains only the events of its recipe.
  it.concurrent.each(Object.keys(recipes))('%s', async (type) => {
    const tenant = await service.createTenant()
    if (type === 'webhook.test' || type === 'canned_response.applied')
      await tenant.skein.createWebhook({ body: { url: 'http://127.0.0.1:9/' } })
    const said: string[] = []
    const target = {
      url: service.baseUrl,
      key: tenant.key,
      stop: new AbortController().signal,
      say: (line: string) => void said.push(line),
    }
    const { calls, events } = await causeEvent(type, target)
    expect(events.map((event) => event.type)).toContain(type)
    // The output lists the calls and the events that they caused.
    expect(said).toHaveLength(calls.length + events.length)
  })

  it('webhook.test without a webhook reports that one is missing', async () => {
    const other = await service.createTenant()
    const target = { url: service.baseUrl, key: other.key, stop: new AbortController().signal, say: () => undefined }
    await expect(causeEvent('webhook.test', target)).rejects.toThrow('register one first (POST /webhooks)')
  })
})
