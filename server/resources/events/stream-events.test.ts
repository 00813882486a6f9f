import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../../client/index.ts'
import { apiPrefix } from '#platform/http/handle-call.ts'
import { statement } from '#platform/db.ts'
import { maxStreamsPerKey, maxStreamsPerTenant } from '#platform/http/event-stream.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { openStream } from '../../../test/support/event-streams.ts'
import { setUpTenant, randomIdSuffix, type TestService, type TestTenant } from '../../../test/support/service.ts'
import { takesAtMost } from '../../../test/support/stalls.ts'

const { service, tenant } = await setUpTenant()

const createThread = async (title = 'T', { api }: TestTenant = tenant): Promise<void> => {
  const { status } = await api('POST', '/threads', { body: { title, body: 'b', requester: { email: 'a@example.com' } } })
  expect(status).toBe(201)
}
const lastEvent = statement<{ tenantId: Uuid }, { id: Uuid; sequence: number }>(
  'select id, sequence from events where tenant_id = :tenantId::uuid order by sequence desc limit 1',
)
const prune = statement<{ tenantId: Uuid; before: number }, object>(
  'delete from events where tenant_id = :tenantId::uuid and sequence < :before::bigint',
)
const deleteBetween = statement<{ tenantId: Uuid; after: number; before: number }, object>(
  'delete from events where tenant_id = :tenantId::uuid and sequence > :after::bigint and sequence < :before::bigint',
)
const terminateOthers = statement<object, object>(
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
)

/** Returns the id and sequence of the latest event. */
async function readHead({ tenantId }: TestTenant): Promise<{ id: string; sequence: number }> {
  const found = await service.db.first(lastEvent, { tenantId })
  return { id: toTypeId('evt', found?.id ?? ''), sequence: found?.sequence ?? 0 }
}
// Safe because the data of a frame is an event in JSON.
const getSequence = ({ data }: { data: string }): number => (JSON.parse(data) as { sequence: number }).sequence

describe('a position', () => {
  it('is the current one by default, and sent first so that a client can resume', async () => {
    const own = await service.createTenant()
    for (const before of [0, 1]) {
      if (before > 0) await createThread('before', own)
      const stream = await openStream(service.port, own.key)
      await expect.poll(() => stream.lastEventId()).not.toBe('')
      stream.close()
      await createThread('between', own)
      const again = await openStream(service.port, own.key, { lastEventId: stream.lastEventId() })
      const created = await again.until(({ event }) => event === 'thread.created')
      expect(again.frames.map(({ event }) => event)).not.toContain('reset')
      expect(created.data).toContain('between')
      again.close()
    }
  })

  it('names=false leaves the names of events out, and nothing else', async () => {
    const { id } = await readHead(tenant)
    await createThread('unnamed')
    const named = await openStream(service.port, tenant.key, { query: `?after=${id}` })
    const unnamed = await openStream(service.port, tenant.key, { query: `?after=${id}&names=false` })
    const first = await named.until(({ event }) => event === 'thread.created')
    const same = await unnamed.until(({ data }) => data === first.data)
    expect([same.event, same.id]).toEqual(['message', first.id])
    named.close()
    unnamed.close()
  })

  it('can be given as `after` or as Last-Event-ID, which takes precedence', async () => {
    const before = await readHead(tenant)
    await createThread('one')
    const between = await readHead(tenant)
    await createThread('two')
    const plain = await openStream(service.port, tenant.key, { query: `?after=${before.id}` })
    const both = await openStream(service.port, tenant.key, { query: `?after=${before.id}`, lastEventId: between.id })
    expect(getSequence(await plain.until(() => true))).toBe(before.sequence + 1)
    expect(getSequence(await both.until(() => true))).toBe(between.sequence + 1)
    plain.close()
    both.close()
  })

  it('that is unknown or deleted gets one reset, then the stream continues from now', async () => {
    const own = await service.createTenant()
    await createThread('old', own)
    const deleted = await readHead(own)
    await createThread('new', own)
    await service.db.rows(prune, { tenantId: own.tenantId, before: deleted.sequence + 1 })
    for (const lastEventId of [`evt_${randomIdSuffix()}`, (await readHead(tenant)).id, deleted.id, 'nonsense', '7']) {
      const stream = await openStream(service.port, own.key, { lastEventId })
      expect(await stream.until(() => true)).toMatchObject({ event: 'reset', data: '{"reason":"The position is no longer held."}' })
      stream.close()
      await createThread('afterwards', own)
      const again = await openStream(service.port, own.key, { lastEventId: stream.lastEventId() })
      expect(await again.until(() => true)).toMatchObject({ event: expect.not.stringMatching('reset') })
      again.close()
    }
  })

  it('whose next events are deleted while the stream is open gets a reset, not a gap', async () => {
    const own = await service.createTenant()
    await createThread('first', own)
    const first = await readHead(own)
    await createThread('second', own)
    const now = await readHead(own)
    // The position still exists when the stream starts, but the events after it do not.
    await service.db.rows(deleteBetween, { tenantId: own.tenantId, after: first.sequence, before: now.sequence })
    const stream = await openStream(service.port, own.key, { lastEventId: first.id })
    expect(await stream.until(() => true)).toMatchObject({ event: 'reset', id: now.id })
    await createThread('third', own)
    expect(getSequence(await stream.until(({ event }) => event !== 'reset'))).toBe(now.sequence + 1)
    stream.close()
  })

  it('far in the past is read in batches, and then continues live without a gap', async () => {
    const own = await service.createTenant()
    await createThread('template', own)
    const many = 1_500
    await service.db.script(`insert into events (tenant_id, sequence, id, type, object_id, object)
      select tenant_id, k.top + n, gen_random_uuid(), type, object_id, object from generate_series(1, ${many}) n,
        (select max(sequence) as top from events where tenant_id = '${own.tenantId}') k, (select * from events where tenant_id = '${own.tenantId}' and sequence = 1) e;
      update tenant_counters set event_sequence = event_sequence + ${many} where tenant_id = '${own.tenantId}'`)
    const stream = await openStream(service.port, own.key, { lastEventId: `evt_${'0'.repeat(26)}` })
    await createThread('now', own)
    const { sequence } = await readHead(own)
    await stream.until((frame) => getSequence(frame) === sequence)
    expect(stream.frames.map(getSequence)).toEqual(Array.from({ length: sequence }, (_, i) => i + 1))
    stream.close()
  })

  it('advances in a stream of rare types, so it still exists on a reconnect', async () => {
    const stream = await openStream(service.port, tenant.key, { query: '?types=webhook.disabled' })
    await expect.poll(() => stream.lastEventId()).not.toBe('')
    await createThread()
    await expect.poll(() => stream.lastEventId()).toBe((await readHead(tenant)).id)
    expect(stream.frames).toEqual([])
    stream.close()
  })
})

describe('a refusal comes before the first frame', () => {
  it.each([
    ['?types=thread.flown', {}, 400, 'SVC-VALIDATION-FAILED'],
    ['?after=nonsense', {}, 400, 'SVC-VALIDATION-FAILED'],
    ['?typ=thread.created', {}, 400, 'SVC-VALIDATION-UNKNOWN_FIELD'],
    ['', { authorization: null }, 401, 'SVC-AUTH-MISSING_CREDENTIALS'],
    ['', { accept: 'text/html' }, 406, 'SVC-REQUEST-NOT_ACCEPTABLE'],
  ])('%s %o: %i', async (query, headers, status, code) => {
    const answer = await tenant.api('GET', `/events/stream${query}`, { headers })
    expect([answer.status, answer.body.error?.code]).toEqual([status, code])
  })

  it('403 without the scope, 405 for HEAD', async () => {
    const { key } = await tenant.keyFor(['threads:admin'])
    const { status, body } = await service.api('GET', '/events/stream', { key })
    expect([status, body.error?.code]).toEqual([403, 'SVC-AUTH-INSUFFICIENT_SCOPE'])
    const asked = await tenant.api('HEAD', '/events/stream')
    expect([asked.status, asked.headers.allow]).toEqual([405, 'GET'])
  })
})

describe('an open stream', () => {
  it('ends within two seconds of its key’s revocation', async () => {
    const { id, key } = await tenant.keyFor(['events:read'])
    const stream = await openStream(service.port, key)
    await tenant.skein.revokeApiKey({ path: { id } })
    await takesAtMost(2_500, () => stream.ended, service.db)
  })

  describe('a stream of a user whose rights change', () => {
    let own: TestTenant
    let person: string
    let worker: ReturnType<TestService['startWorker']>
    beforeAll(async () => {
      own = await service.createTenant()
      worker = service.startWorker()
      const body = { name: 'Ada', email: 'ada@example.com', role: 'ADMIN', invite: false }
      person = (await own.api<User>('POST', '/users', { body })).body.data.id
      await createThread('of the customer to be counted', own)
    })
    afterAll(() => worker.stop())
    const secretType = 'privacy.request.completed'
    const secretCount = async () => (await own.api('GET', `/events?types=${secretType}`)).body.meta.total
    /** Emits an event that only admins may read, and waits until it is in the outbox. */
    const secret = async () => {
      const before = await secretCount()
      const body = { email: 'a@example.com', mode: 'ANONYMIZE', dryRun: true }
      expect((await own.api('POST', '/privacy/erase', { body })).status).toBe(202)
      await expect.poll(secretCount).toBe(before + 1)
    }
    const label = async (name: string) => (await own.api('POST', '/labels', { body: { name } })).status
    const change = (body: object) => own.api('PATCH', `/users/${person}`, { body })
    const credentials = {
      'a session': async () => (await own.sessionFor(person)).accessToken,
      'a key': async () => (await own.keyFor(['admin'], { userId: person })).key,
    }

    it.each(['a session', 'a key'] as const)(
      'ends by %s before the next event, and a new one shows what the new role may read',
      async (as) => {
        await change({ role: 'ADMIN', status: 'ACTIVE' })
        const key = await credentials[as]()
        const stream = await openStream(service.port, key)
        await secret()
        await stream.until(({ event }) => event === secretType)
        await change({ role: 'AGENT' })
        await secret()
        expect(await label(`of ${as}`)).toBe(201)
        await stream.ended
        expect(stream.frames.filter(({ event }) => event === secretType)).toHaveLength(1)
        const again = await openStream(service.port, key, { lastEventId: stream.lastEventId() })
        await again.until(({ event, data }) => event === 'label.created' && data.includes(`of ${as}`))
        expect(again.frames.map(({ event }) => event)).not.toContain(secretType)
        again.close()
      },
    )

    it.each([
      ['a suspension', () => change({ status: 'SUSPENDED' })],
      [
        'a second factor that the role needs from now on',
        () => own.api('PATCH', '/tenant/settings', { body: { secondFactor: { requiredRoles: ['ADMIN'] } } }),
      ],
    ])('ends when %s, before the next event', async (_, act) => {
      await change({ role: 'ADMIN', status: 'ACTIVE' })
      const stream = await openStream(service.port, await credentials['a session']())
      expect((await act()).status).toBe(200)
      const from = stream.frames.length
      await label(`after ${_}`)
      await stream.ended
      expect(stream.frames.slice(from).filter(({ event }) => event === 'label.created')).toEqual([])
    })
  })

  it('continues without a gap when the database terminates all connections', async () => {
    const stream = await openStream(service.port, tenant.key)
    await createThread('before')
    const { sequence } = await readHead(tenant)
    await stream.until((frame) => getSequence(frame) === sequence)
    const from = stream.frames.length
    const first = getSequence(stream.frames[0] ?? { data: '{}' })
    await service.db.rows(terminateOthers, {})
    await expect.poll(async () => (await tenant.api('GET', '/labels', { mayFail: true })).status).toBe(200)
    await createThread('after')
    const last = (await readHead(tenant)).sequence
    await stream.until((frame) => getSequence(frame) === last)
    expect(stream.frames.map(getSequence)).toEqual(Array.from({ length: last - first + 1 }, (_, i) => first + i))
    expect(stream.frames.length).toBeGreaterThan(from)
    stream.close()
  })

  it('whose client does not read does not affect the others', async () => {
    const own = await service.createTenant()
    const deaf = connect(service.port, '127.0.0.1').pause()
    deaf.write(`GET ${apiPrefix}/events/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${own.key}\r\n\r\n`)
    const stream = await openStream(service.port, own.key)
    for (let i = 0; i < 20; i++)
      await own.skein.createThread({ body: { title: `T${i}`, body: 'x'.repeat(15_000), requester: { email: 'a@example.com' } } })
    const { sequence } = await readHead(own)
    await stream.until((frame) => getSequence(frame) === sequence)
    stream.close()
    deaf.destroy()
    await once(deaf, 'close')
  })
})

it(`a key has ${maxStreamsPerKey} streams, a tenant ${maxStreamsPerTenant}: others get 429 with Retry-After`, async () => {
  const own = await service.createTenant()
  const keys = await Promise.all(Array.from({ length: maxStreamsPerTenant / maxStreamsPerKey }, () => own.keyFor(['events:read'])))
  const streams = await Promise.all(
    keys.flatMap(({ key }) => Array.from({ length: maxStreamsPerKey }, () => openStream(service.port, key))),
  )
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
  for (const key of [keys[0]?.key, own.key]) {
    const { status, headers, body } = await service.api('GET', '/events/stream', { key })
    expect([status, headers['retry-after'], body.error?.code]).toEqual([429, '5', 'SVC-RATE-TENANT_EXCEEDED'])
  }
  streams[0]?.close()
  await expect.poll(async () => (await service.api('GET', '/events/stream', { key: own.key })).status).toBe(200)
  for (const stream of streams) stream.close()
})
