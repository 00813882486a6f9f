import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError, systemUnavailable } from '#platform/errors.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { newId } from '#platform/ids.ts'
import { createLog } from '#platform/log.ts'
import { refusals } from './answers.ts'
import { joinResults, receiveMail, type ReceiveServices } from './receive-mail.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'skein-receive-mail-'))
})
afterAll(() => rm(directory, { recursive: true }))

const envelope = { mailFrom: 'ada@example.com', ip: '192.0.2.1', helo: 'mail.example.com' }
const [acme, beta] = [newId(), newId()]
const inboxes = { [acme]: newId(), [beta]: newId() }
const to = (address: string, ...tenants: string[]) => ({
  address,
  destinations: tenants.map((tenantId) => ({ tenantId, inboxId: inboxes[tenantId] ?? '', isSuspended: false })),
})
async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

/** Receives a mail; `accept` throws for tenants in `failing`. */
async function receive(recipients: ReturnType<typeof to>[], { text = 'Subject: a\r\n\r\nHi', failing = {} as Record<string, Error> } = {}) {
  const accepted: { tenantId: string; rcpt: readonly string[]; text: string }[] = []
  const services: ReceiveServices = {
    files: getFileStore({ uploads: { location: { kind: 'disk', directory }, reserveBytes: 0 }, dataDir: directory }),
    log: createLog('silent').log,
    maxBytes: 100,
    async accept({ tenantId, envelope: { rcpt }, bytes }) {
      const failure = failing[tenantId]
      if (failure) throw failure
      const chunks: Uint8Array[] = []
      for await (const chunk of bytes) chunks.push(chunk)
      accepted.push({ tenantId, rcpt, text: Buffer.concat(chunks).toString() })
      return { id: newId() }
    },
  }
  const answers = await receiveMail(services, { bytes: bytesOf(text), recipients, envelope })
  return {
    accepted,
    answers: answers.map((answer) => ('mailId' in answer ? answer.mailId.slice(0, 4) : answer.refusal.message.slice(0, 5))),
  }
}

describe('a mail', () => {
  it('is accepted once for all recipients in one tenant', async () => {
    const { accepted, answers } = await receive([to('a@acme.test', acme), to('b@acme.test', acme)])
    expect(accepted).toEqual([{ tenantId: acme, rcpt: ['a@acme.test', 'b@acme.test'], text: 'Subject: a\r\n\r\nHi' }])
    expect(answers).toEqual(['eml_', 'eml_'])
  })

  it('is accepted whole in each of two tenants, and leaves no file behind', async () => {
    const { accepted, answers } = await receive([to('a@acme.test', acme), to('b@beta.test', beta), to('c@both.test', acme, beta)])
    expect(accepted).toEqual([
      { tenantId: acme, rcpt: ['a@acme.test', 'c@both.test'], text: 'Subject: a\r\n\r\nHi' },
      { tenantId: beta, rcpt: ['b@beta.test', 'c@both.test'], text: 'Subject: a\r\n\r\nHi' },
    ])
    expect(answers).toEqual(['eml_', 'eml_', 'eml_'])
    expect(await readdir(join(directory, 'unfinished'))).toEqual([])
  })

  it('that one of two tenants cannot accept is refused for that tenant’s recipients', async () => {
    const failing = { [beta]: new ApiError(systemUnavailable) }
    const { answers } = await receive([to('a@acme.test', acme), to('b@beta.test', beta), to('c@both.test', acme, beta)], { failing })
    expect(answers).toEqual(['eml_', '4.3.2', '4.3.0'])
  })

  it('that is too large is refused for all recipients', async () => {
    const text = 'a'.repeat(101)
    expect(await receive([to('a@acme.test', acme)], { text })).toEqual({ accepted: [], answers: ['5.3.4'] })
    expect(await receive([to('a@acme.test', acme), to('b@beta.test', beta)], { text })).toEqual({
      accepted: [],
      answers: ['5.3.4', '5.3.4'],
    })
  })

  it('gets a temporary refusal after an unexpected error', async () => {
    expect((await receive([to('a@acme.test', acme)], { failing: { [acme]: new Error('a mistake') } })).answers).toEqual(['4.3.0'])
  })
})

it('one answer for several recipients is a success only if each of them is one', () => {
  const success = { mailId: 'eml_1' }
  const [full, away] = [{ refusal: refusals.storageFull() }, { refusal: refusals.unavailable() }]
  expect(joinResults([success, { mailId: 'eml_2' }])).toBe(success)
  expect(joinResults([full, away])).toBe(full)
  expect(joinResults([success, full])).toMatchObject({ refusal: { responseCode: 451 } })
  expect(joinResults([])).toMatchObject({ refusal: { responseCode: 451 } })
})
