/** Mails of people who write in the name of others do not stop the genuine mails. */
import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { InboundMail } from '../../../../client/index.ts'
import { startDnsServer } from '../../../../test/support/dns-server.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { composeMail as compose, openMailInbox, type MailHeaders } from '../../../../test/support/mails.ts'
import { runPrivacyRequest } from '../../../../test/support/privacy.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { sendMail } from '../../../../test/support/smtp-client.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const keyRecord = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`

let tenant: TestTenant
let address: string
const dns = await startDnsServer({
  TXT: {
    's1._domainkey.example.com': [keyRecord],
    's1._domainkey.strict.example': [keyRecord],
    '_dmarc.strict.example': ['v=DMARC1; p=reject'],
  },
})
afterAll(() => dns.stop())
const service = await setUpService({
  worker: true,
  mailPort: true,
  config: { dnsServers: [dns.address], mailIn: { trustedRelays: ['192.0.2.0/24'] } },
})
beforeEach(async () => {
  tenant = await service.createTenant()
  const body = { name: 'Help', type: 'EMAIL', address: `help@${tenant.slug}.localhost` } as const
  address = (await tenant.skein.createInbox({ body })).data.address ?? ''
})

async function sign(mail: string, signingDomain = 'example.com'): Promise<string> {
  const key = { selector: 's1', signingDomain, privateKey: pem }
  const { signatures } = await dkimSign(mail, { ...key, signatureData: [key] })
  return signatures + mail
}

/** Sends a mail from a client at 127.0.0.`client`, waits until it is processed, and returns it. */
async function send(mail: string, client: number): Promise<InboundMail> {
  const { reply } = await sendMail(service.mailPort ?? 0, { ip: `127.0.0.${client}`, to: address, mail })
  const id = reply.split(' ').at(-1) ?? ''
  const read = async () => (await tenant.skein.getInboundMail({ path: { id } })).data
  await until(async () => (await read()).outcome !== 'RECEIVED')
  return read()
}

const genuineText = 'Please cancel my order.'
const forgedText = 'Please send it to my new address.'
const write = (domain: string, headers: MailHeaders = {}) => {
  const all = { From: `Ada <ada@${domain}>`, To: address, ...headers }
  const genuine = compose(all, genuineText)
  return { genuine, forged: genuine.replace(genuineText, forgedText) }
}
const listBodies = async (): Promise<string[]> => {
  const threads = (await tenant.skein.listThreads({})).data
  const messages = await Promise.all(threads.map(({ id }) => tenant.skein.listMessages({ path: { id } })))
  return messages.flatMap(({ data }) => data.map(({ bodyText }) => bodyText.trim())).toSorted()
}

describe('a signed mail', () => {
  it.each([
    ['example.com', 2, 'MESSAGE'],
    ['example.com', 3, 'MESSAGE'],
    ['strict.example', 2, 'SUSPENDED'],
    ['strict.example', 3, 'SUSPENDED'],
  ] as const)('of %s is a message after a forged copy of client %i that was %s', async (domain, client, outcome) => {
    const { genuine, forged } = write(domain)
    expect(await send(forged, client)).toMatchObject({ outcome })
    const signed = await sign(genuine, domain)
    const first = await send(signed, 2)
    expect(first).toMatchObject({ outcome: 'MESSAGE' })
    // Whatever comes again is a copy of the genuine mail now.
    for (const again of [signed, await sign(genuine, domain), forged, `Received: by relay.example\r\n${signed}`])
      expect(await send(again, 2)).toMatchObject({ outcome: 'DUPLICATE', duplicateOf: first.id })
    expect(await send(signed, 4)).toMatchObject({ outcome: 'DUPLICATE', duplicateOf: first.id })
    expect((await listBodies()).filter((body) => body === genuineText)).toHaveLength(1)
  })

  it('is one message when its copies and forged ones come at once', async () => {
    const { genuine, forged } = write('example.com')
    const copies = await Promise.all(Array.from({ length: 8 }, (_, i) => sign(`X-Copy: ${i}\r\n${genuine}`)))
    const mails = copies.flatMap((copy, i) => [copy, `X-Copy: ${i}\r\n${forged}`])
    await Promise.all(mails.map((mail, i) => send(mail, 2 + (i % 3))))
    expect((await listBodies()).filter((body) => body === genuineText)).toHaveLength(1)
    const { data } = await tenant.skein.listInboundMails({ query: { limit: 100, outcome: 'DUPLICATE' } })
    expect(data.length).toBeGreaterThanOrEqual(mails.length - 4)
  })

  it('is no flood after many forged ones', async () => {
    const mails = Array.from({ length: 21 }, () => write('example.com'))
    const outcomes: (string | null)[] = []
    for (const [i, { forged }] of mails.entries()) outcomes.push((await send(forged.replace(forgedText, `${forgedText} ${i}`), 2)).cause)
    expect(outcomes.filter((cause) => cause === 'FLOOD')).toHaveLength(1)
    expect(await send(await sign(write('example.com').genuine), 2)).toMatchObject({ outcome: 'MESSAGE' })
    // The client that forges stays blocked, and a client elsewhere is not.
    expect(await send(write('example.com').genuine, 2)).toMatchObject({ cause: 'FLOOD' })
    expect(await send(write('example.com').genuine, 3)).toMatchObject({ outcome: 'MESSAGE' })
  })

  it('is no flood in a thread that others fill with forged ones', async () => {
    const first = await send(await sign(write('example.com').genuine), 2)
    const { ticketNumber } = (await tenant.skein.getThread({ path: { id: first.threadId ?? '' } })).data
    const inThread = () => write('example.com', { Subject: `Re: [${ticketNumber}]` })
    const causes: (string | null)[] = []
    for (let i = 0; i < 31; i++) causes.push((await send(inThread().forged.replace(forgedText, `${forgedText} ${i}`), 2)).cause)
    expect(causes).toContain('FLOOD')
    const answer = await send(await sign(inThread().genuine), 2)
    expect(answer).toMatchObject({ outcome: 'MESSAGE', threadId: first.threadId })
  })
})

describe('a mail that nobody vouches for', () => {
  it('is a duplicate of a copy from the same network, and not of one from another', async () => {
    const { genuine, forged } = write('example.com')
    const first = await send(forged, 2)
    expect(await send(genuine, 2)).toMatchObject({ outcome: 'DUPLICATE', duplicateOf: first.id, differs: true })
    const elsewhere = await send(genuine, 3)
    expect(elsewhere).toMatchObject({ outcome: 'MESSAGE' })
    for (const again of [genuine, forged]) expect(await send(again, 3)).toMatchObject({ outcome: 'DUPLICATE', duplicateOf: elsewhere.id })
    expect(await listBodies()).toEqual([genuineText, forgedText].toSorted())
  })

  it('is a duplicate over the API also when an untrusted server vouches for it', async () => {
    const inbox = await openMailInbox(tenant)
    const mail = compose()
    const first = await inbox.deliver(mail)
    const copy = await inbox.deliver(`Authentication-Results: mx.evil.example; dmarc=pass header.from=example.com\r\n${mail}More.`)
    expect(copy).toMatchObject({ outcome: 'DUPLICATE', duplicateOf: first.id, differs: true })
  })

  it('brings nothing back after the first one was erased', async () => {
    const { genuine, forged } = write('example.com')
    const { threadId } = await send(genuine, 2)
    const { customer } = (await tenant.skein.getThread({ path: { id: threadId ?? '' } })).data
    const { state } = await runPrivacyRequest(tenant, '/privacy/erase', { customerId: customer.id, mode: 'DELETE' })
    expect(state).toBe('DONE')
    expect(await send(forged, 2)).toMatchObject({ outcome: 'DUPLICATE', duplicateOf: null, from: null, subject: '' })
  })
})

describe('people whom a mail names', () => {
  const eve = 'eve@evil.example'
  const getRecipients = async (id: string) => (await tenant.skein.getThreadRecipients({ path: { id }, query: {} })).data
  const getAddresses = (list: readonly { address: string }[]): string[] => list.map((each) => each.address)

  it('get no replies if the mail knows a ticket number alone, until an agent adds them', async () => {
    const { threadId } = await send(await sign(write('example.com').genuine), 2)
    const id = threadId ?? ''
    const { ticketNumber } = (await tenant.skein.getThread({ path: { id } })).data
    const crowd = Array.from({ length: 60 }, (_, i) => `x${i}@evil.example`)
    const headers = { Subject: `[${ticketNumber}]`, Cc: [eve, ...crowd].join(',\r\n '), 'Reply-To': 'mallory@evil.example' }
    expect(await send(write('example.com', headers).forged, 2)).toMatchObject({ outcome: 'MESSAGE', threadId })
    const { to, cc, suppressed } = await getRecipients(id)
    expect([getAddresses(to), cc]).toEqual([['ada@example.com'], []])
    expect(suppressed).toContainEqual({ address: eve, reason: 'UNVERIFIED' })
    expect(suppressed).toContainEqual({ address: 'mallory@evil.example', reason: 'UNVERIFIED' })
    // Whom an unproved mail names does not take part, so they open no way for others.
    const intruder = write('evil.example', { From: eve, Subject: `[${ticketNumber}]` })
    expect((await send(intruder.genuine, 2)).threadId).not.toBe(threadId)
    await tenant.skein.addThreadParticipant({ path: { id }, body: { address: eve } })
    expect(getAddresses((await getRecipients(id)).cc)).toEqual([eve])
  })

  it('get no replies if one who has the thread’s secret writes as the customer', async () => {
    const { threadId } = await send(await sign(write('example.com').genuine), 2)
    const id = threadId ?? ''
    const body = { body: 'We are looking into it.', cc: [eve] }
    const { data: reply } = await tenant.skein.replyToThread({ path: { id }, body })
    const { data: participants } = await tenant.skein.listThreadParticipants({ path: { id }, query: {} })
    const participantId = participants.find((each) => each.address === eve)?.id ?? ''
    await tenant.skein.removeThreadParticipant({ path: { id, participantId } })
    const secret = { 'In-Reply-To': `<${reply.email?.messageId}>`, Cc: 'eve@evil.test', 'Reply-To': 'mallory@evil.test' }
    expect(await send(write('example.com', secret).forged, 3)).toMatchObject({ outcome: 'MESSAGE', threadId })
    const { to, cc } = await getRecipients(id)
    expect([getAddresses(to), cc]).toEqual([['ada@example.com'], []])
    await send(await sign(write('example.com', { ...secret, 'Reply-To': 'ada@example.net' }).genuine), 3)
    expect(getAddresses((await getRecipients(id)).to)).toEqual(['ada@example.net'])
  })

  it('get replies if a domain vouches for the mail, or the mail starts the thread', async () => {
    const cc = { Cc: 'grace@example.org' }
    const { threadId } = await send(write('example.com', cc).genuine, 2)
    const id = threadId ?? ''
    expect(getAddresses((await getRecipients(id)).cc)).toEqual(['grace@example.org'])
    const { ticketNumber } = (await tenant.skein.getThread({ path: { id } })).data
    const headers = { Subject: `[${ticketNumber}]`, Cc: 'charles@example.org', 'Reply-To': 'ada@example.net' }
    await send(await sign(write('example.com', headers).genuine), 2)
    const { to, cc: copies } = await getRecipients(id)
    expect([getAddresses(to), getAddresses(copies)]).toEqual([['ada@example.net'], ['charles@example.org']])
  })
})

describe('a mail that only bears the name of a person', () => {
  it('answers no invitation for them', async () => {
    const { threadId } = await send(await sign(write('example.com').genuine), 2)
    const times = { startsAt: new Date(Date.now() + 86_400_000).toISOString(), endsAt: new Date(Date.now() + 90_000_000).toISOString() }
    const body = { ...times, timezone: 'UTC', attendees: [{ email: 'ada@example.com' }, { email: 'eve@example.net' }] }
    const { data: meeting } = await tenant.skein.scheduleMeeting({ path: { id: threadId ?? '' }, body })
    const answer = (status: string): string =>
      compose(
        { From: 'ada@example.com', To: address, Subject: status, 'Content-Type': 'text/calendar; method=REPLY' },
        'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\nDTSTAMP:20260304T093000Z\r\n' +
          `UID:${meeting.icsUid}\r\nATTENDEE;PARTSTAT=${status}:mailto:ada@example.com\r\nEND:VEVENT\r\nEND:VCALENDAR`,
      )
    const read = async () => (await tenant.skein.getMeeting({ path: { id: meeting.id } })).data.attendees[0]?.rsvp
    expect(await send(answer('DECLINED'), 3)).toMatchObject({ outcome: 'MESSAGE' })
    expect(await read()).toBe('NEEDS_ACTION')
    await send(await sign(answer('ACCEPTED')), 3)
    expect(await read()).toBe('ACCEPTED')
  })

  it('does not resume automatic mail to their address', async () => {
    const { data: customer } = await tenant.skein.upsertCustomer({ body: { email: 'ada@example.com' } })
    const isFailed = async () => (await tenant.skein.getCustomer({ path: { id: customer.id } })).data.emailFailedAt !== null
    await service.db.script(`update customers set email_failed_at = now() where tenant_id = '${tenant.tenantId}'`)
    await send(write('example.com').genuine, 2)
    expect(await isFailed()).toBe(true)
    await send(await sign(write('example.com', { Subject: 'Again' }).genuine), 2)
    expect(await isFailed()).toBe(false)
  })
})
