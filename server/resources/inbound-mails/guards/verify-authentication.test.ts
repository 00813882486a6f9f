import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { authenticate } from 'mailauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDnsServer, type DnsServer } from '../../../../test/support/dns-server.ts'
import { createDnsResolver, type DnsResolver } from '#platform/dns.ts'
import { parseMail } from '../parse/parse-mail.ts'
import { readSenderAddress } from '../threading/find-sender.ts'
import { confirmSubject, verifyAuthentication, type MailTransport } from './verify-authentication.ts'
import { startCpuTime } from '../../../../test/support/cpu-time.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const keyRecord = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`

let dns: DnsServer
let resolver: DnsResolver
beforeAll(async () => {
  dns = await startDnsServer({
    TXT: {
      'example.com': ['v=spf1 ip4:192.0.2.1 -all'],
      's1._domainkey.example.com': [keyRecord],
      '_dmarc.example.com': ['v=DMARC1; p=reject'],
      's1._domainkey.sender.example': [keyRecord],
      's1._domainkey.forwarder.example': [keyRecord],
      'lists.example': ['v=spf1 ip4:192.0.2.0/24 -all'],
      's1._domainkey.unprotected.example': [keyRecord],
    },
    failing: ['broken.example', '_dmarc.broken.example', 's1._domainkey.broken.example', 's2._domainkey.example.com'],
  })
  resolver = createDnsResolver({ servers: [dns.address] })
})
afterAll(() => dns.stop())

const write = (from = 'ada@example.com', body = 'The export is empty.\r\n') =>
  `From: Ada <${from}>\r\nTo: support@example.org\r\nSubject: Empty export\r\nMessage-ID: <1@example.com>\r\n\r\n${body}`

async function sign(
  mail: string,
  signingDomain = 'example.com',
  more: { maxBodyLength?: number; selector?: string } = {},
): Promise<string> {
  const key = { selector: 's1', signingDomain, privateKey: pem, ...more }
  const { signatures } = await dkimSign(mail, { ...key, signatureData: [key] })
  return signatures + mail
}

const smtp = (ip = '192.0.2.1', mailFrom: string | null = 'ada@example.com'): MailTransport => ({
  kind: 'SMTP',
  ip,
  helo: 'mail.example.com',
  mailFrom,
})
/** Verifies and parses a mail as its processing does. */
const verify = async (mail: string | Buffer, more: Partial<Parameters<typeof verifyAuthentication>[0]> = {}) => {
  const defaults = { transport: smtp(), trustedAuthserv: [], trustedRelay: false, resolver }
  const verified = await verifyAuthentication({ raw: Buffer.from(mail), ...defaults, ...more })
  const sender = readSenderAddress(await parseMail(Buffer.from(mail)))
  return confirmSubject(verified, sender, more.resolver ?? resolver)
}
const signature = (more = '') => `DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=s1; h=From; ${more}bh=AA==; b=AA==\r\n`
const nobody = { subject: null, isVouched: false }
const unknown = { spf: 'UNKNOWN', dkim: 'UNKNOWN', dmarc: 'UNKNOWN', dmarcPolicy: null, aligned: false, ...nobody, by: null }

describe('mail by SMTP', () => {
  test('passes with a signature of the domain in From', async () => {
    expect(await verify(await sign(write()))).toEqual({
      spf: 'PASS',
      dkim: 'PASS',
      dmarc: 'PASS',
      dmarcPolicy: 'reject',
      aligned: true,
      subject: 'ada@example.com',
      isVouched: true,
      by: null,
    })
  })

  test('passes DMARC by SPF alone, which is no signature of the domain', async () => {
    expect(await verify(write())).toMatchObject({ spf: 'PASS', dkim: 'NONE', dmarc: 'PASS', aligned: false })
  })

  test('fails when a stranger writes in the name of the domain', async () => {
    const forged = await verify(await sign(write(), 'sender.example'), { transport: smtp('198.51.100.9') })
    expect(forged).toMatchObject({ spf: 'FAIL', dkim: 'PASS', dmarc: 'FAIL', dmarcPolicy: 'reject', aligned: false })
  })

  test('fails when the body was changed, or text was added below the signed part', async () => {
    const changed = (await sign(write())).replace('empty', 'wrong')
    expect(await verify(changed, { transport: smtp('198.51.100.9') })).toMatchObject({ dkim: 'FAIL', dmarc: 'FAIL', aligned: false })
    const longer = `${await sign(write(), 'example.com', { maxBodyLength: 10 })}Please pay.\r\n`
    expect(await verify(longer)).toMatchObject({ dkim: 'FAIL', aligned: false })
  })

  test('fails with a second From header, which a signature does not cover', async () => {
    const two = `From: Eve <eve@evil.example>\r\n${await sign(write())}`
    expect(await verify(two)).toMatchObject({ dmarc: 'FAIL', aligned: false })
  })

  test('has an aligned signature also when the domain has no policy', async () => {
    const mail = await sign(write('ada@unprotected.example'), 'unprotected.example')
    expect(await verify(mail)).toMatchObject({ dkim: 'PASS', dmarc: 'NONE', dmarcPolicy: null, aligned: true })
  })

  test('of a null sender is checked by the name that the server gave', async () => {
    expect(await verify(write(), { transport: smtp('192.0.2.7', null) })).toMatchObject({ spf: 'NONE' })
  })

  test('has unknown results where name servers fail', async () => {
    expect(await verify(write('ada@broken.example'), { transport: smtp('192.0.2.1', 'ada@broken.example') })).toMatchObject({
      spf: 'UNKNOWN',
      dmarc: 'UNKNOWN',
      aligned: false,
    })
    // The signature cannot be checked, so it is not known that the mail fails.
    const unreachableKey = await sign(write(), 'example.com', { selector: 's2' })
    expect(await verify(unreachableKey, { transport: smtp('198.51.100.9') })).toMatchObject({
      spf: 'FAIL',
      dkim: 'UNKNOWN',
      dmarc: 'UNKNOWN',
    })
    const offline = createDnsResolver({ servers: ['127.0.0.1:1'] })
    expect(await verify(await sign(write()), { resolver: offline })).toEqual({ ...unknown, subject: 'ada@example.com' })
  })

  test.each<[string, () => Promise<string> | string, string?]>([
    ['a signature whose key is out of reach', () => sign(write(), 'broken.example')],
    ['a signature with a name that DNS cannot have', () => sign(write(), 'example.com', { selector: 'a'.repeat(70) })],
    ['a return path whose policy is out of reach', () => write(), 'eve@broken.example'],
    ['much white space', () => `X: a${' '.repeat(250)}b\r\n${write()}`],
    ['many fields', () => 'X: a\r\n'.repeat(1_001) + write()],
    ['a line that is too long to be verified', () => signature() + write('ada@example.com', 'a'.repeat(300_000))],
  ])('cannot escape the policy of the domain in From by %s', async (_, make, mailFrom = 'eve@sender.example') => {
    const forged = await verify(await make(), { transport: smtp('198.51.100.9', mailFrom) })
    expect(forged).toMatchObject({ dmarc: 'FAIL', dmarcPolicy: 'reject', isVouched: false })
  })

  test('cannot escape the policy by a domain whose name servers are slow', async () => {
    const slow: DnsResolver = {
      ...resolver,
      resolve: async (name, type) => (name.endsWith('slow.example') ? new Promise(() => {}) : resolver.resolve(name, type)),
    }
    const forged = await verify(await sign(write(), 'slow.example'), { transport: smtp('198.51.100.9', 'x@slow.example'), resolver: slow })
    expect(forged).toMatchObject({ dmarc: 'FAIL', dmarcPolicy: 'reject' })
  })

  test.each([
    'Subject: [ACME-2026-000001]',
    'References: <1@acme.example>\r\nReferences: <2@acme.example>',
    'Content-Type: text/html\r\nContent-Type: text/plain',
    'To: x@example.org',
  ])('is not vouched for when somebody may have added a field above the signed one: %j', async (added) => {
    expect(await verify(`${added}\r\n${await sign(write())}`)).toMatchObject({ dmarc: 'UNKNOWN', aligned: false, isVouched: false })
  })

  test('with bare line feeds is verified as its sender signed it', async () => {
    expect(await verify((await sign(write())).replaceAll('\r\n', '\n'))).toMatchObject({ dkim: 'PASS', aligned: true })
  })
})

describe('mail with a From that readers read differently', () => {
  const eve = 'eve@sender.example'
  /** The domain of the address has a policy, and another domain has signed the mail. */
  const signAs = async (from: string): Promise<string> => sign(write().replace('From: Ada <ada@example.com>', from), 'sender.example')
  test.each([
    `From: (${eve} <ada@example.com>`,
    `From: ${eve} " <ada@example.com>`,
    `From: <=?utf-8?q?ada=40example.com?=>, <${eve}>`,
    `From: a <ada@example.com\r\n <${eve}>`,
    `From: ada@example.com\rFrom: ${eve}`,
    `From: ada@example.com, ${eve}`,
    `From: ada@example.com\r\nFrom: ${eve}`,
    `From: Team: ada@example.com;`,
    `From: <@sender.example:ada@example.com>`,
  ])('is not vouched for, and fails by the policy of the sender: %j', async (from) => {
    const signed = await signAs(from)
    for (const trustedRelay of [true, false])
      expect(await verify(signed, { transport: smtp('198.51.100.9', eve), trustedRelay })).toMatchObject({ aligned: false, ...nobody })
    expect(await verify(signed, { transport: smtp('198.51.100.9', eve) })).toMatchObject({ dmarc: 'FAIL', dmarcPolicy: 'reject' })
    const byteOrderMark = `\ufeff${signed}`
    expect(await verify(byteOrderMark, { transport: smtp('198.51.100.9', eve) })).toMatchObject({ aligned: false, ...nobody })
  })

  test('has a subject when one reader alone is possible', async () => {
    const signed = await signAs(`From: "ada@example.com" <${eve}>`)
    expect(await verify(signed)).toMatchObject({ subject: eve, isVouched: true })
  })

  test('without a valid address fails nothing', async () => {
    expect(await verify(write().replace('Ada <ada@example.com>', 'MAILER-DAEMON'))).toMatchObject({ dmarc: 'NONE', ...nobody })
  })
})

describe('mail from a trusted relay', () => {
  test('has unknown results, without a look-up, unless it is signed', async () => {
    const before = dns.queries.length
    expect(await verify(write(), { transport: smtp('127.0.0.1'), trustedRelay: true })).toEqual({ ...unknown, dkim: 'NONE' })
    expect(dns.queries.length).toBe(before)
  })

  test('passes with a signature of the domain in From only', async () => {
    const relayed = { transport: smtp('127.0.0.1'), trustedRelay: true }
    expect(await verify(await sign(write()), relayed)).toMatchObject({ spf: 'UNKNOWN', dkim: 'PASS', dmarc: 'PASS', aligned: true })
    expect(await verify(await sign(write(), 'sender.example'), relayed)).toEqual({ ...unknown, dkim: 'PASS' })
  })

  test('has the results that the relay states when it is trusted for that', async () => {
    const mail = `Authentication-Results: relay.example.org; dmarc=fail (p=reject)\r\n${await sign(write())}`
    const relayed = { transport: smtp('127.0.0.1'), trustedAuthserv: ['relay.example.org'] }
    expect(await verify(mail, { ...relayed, trustedRelay: true })).toMatchObject({ dmarc: 'FAIL', by: 'relay.example.org' })
    expect(await verify(mail, { ...relayed, transport: smtp() })).toMatchObject({ dmarc: 'PASS', by: null })
  })
})

describe('mail by IMAP and by the API', () => {
  test.each(['IMAP', 'API'] as const)('has the results that a trusted server states (%s)', async (kind) => {
    const mail = `Authentication-Results: mx.example.net; dkim=pass header.d=example.com; dmarc=pass header.from=example.com\r\n${write()}`
    expect(await verify(mail, { transport: { kind } })).toEqual(unknown)
    expect(await verify(mail, { transport: { kind }, trustedAuthserv: ['mx.example.net'] })).toMatchObject({ dmarc: 'PASS', aligned: true })
  })
})

describe('mail that a trusted server forwarded', () => {
  /** Returns the mail as a server forwards it: the server found `dmarc=pass` and seals that. */
  async function forward(sealer: string): Promise<string> {
    const mail = write()
    const { headers } = await authenticate(mail, {
      ip: '192.0.2.1',
      helo: 'mail.example.com',
      sender: 'ada@example.com',
      mta: 'mx.forwarder.example',
      resolver: async (name, type) => resolver.resolve(name, type),
      disableBimi: true,
      seal: { signingDomain: sealer, selector: 's1', privateKey: pem },
    })
    return headers + mail
  }
  const arrival = { transport: smtp('192.0.2.99', 'ada=example.com@lists.example'), trustedAuthserv: ['mx.forwarder.example'] }

  test('has the results that the server sealed, if the server is trusted', async () => {
    const mail = await forward('forwarder.example')
    expect(await verify(mail, arrival)).toMatchObject({ spf: 'PASS', dkim: 'NONE', dmarc: 'PASS', by: 'mx.forwarder.example' })
    expect(await verify(mail, { ...arrival, trustedAuthserv: [] })).toMatchObject({ dmarc: 'FAIL', by: null })
  })

  test('fails when another domain sealed the results in the name of the server', async () => {
    expect(await verify(await forward('sender.example'), arrival)).toMatchObject({ dmarc: 'FAIL', by: null })
  })
})

describe('hostile mail', () => {
  const large = 'a'.repeat(76).concat('\r\n').repeat(100_000)
  const mails: [string, () => string | Buffer][] = [
    ['an empty mail', () => ''],
    ['a mail without a body', () => 'From: ada@example.com'],
    ['binary data', () => Buffer.alloc(300_000, 255)],
    ['a header without an end', () => 'X: y\r\n'.repeat(200_000)],
    ['many continued lines', () => `From: ada@example.com\r\nX: y${'\r\n z'.repeat(80_000)}\r\n\r\n`],
    ['much white space', () => `a${' '.repeat(250_000)}b\r\n${signature()}${write()}`],
    ['many carriage returns', () => `From: ada@example.com\r\nX: ${'\r'.repeat(250_000)}y\r\n\r\n`],
    [
      'many signatures',
      () => `${Array.from({ length: 1_000 }, (_, i) => signature(`l=${i}; `)).join('')}${write('ada@example.com', large)}`,
    ],
    ['a long list of signed fields', () => `DKIM-Signature: d=example.com; s=s1; a=rsa-sha256; h=${'x:'.repeat(100_000)}\r\n${write()}`],
    ['a body of one line', () => signature() + write('ada@example.com', 'a'.repeat(8_000_000))],
    ['a body of line feeds', () => signature() + write('ada@example.com', '\n'.repeat(4_000_000))],
    ['a From of many words', () => `From: ${'a-'.repeat(100_000)}\r\n\r\n`],
  ]
  test.each(mails)('costs little time: %s', async (_, make) => {
    const mail = Buffer.from(make())
    const cpuMs = startCpuTime()
    const { aligned } = await verify(mail, { transport: smtp('198.51.100.9') })
    expect(aligned).toBe(false)
    expect(cpuMs()).toBeLessThan(2_500)
  })
})
