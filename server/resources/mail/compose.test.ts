/** Format of composed mails, with hostile values. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readEmail } from '#platform/email.ts'
import { newId } from '#platform/ids.ts'
import { readMail } from '../../../test/support/mail-server.ts'
import { composeMail } from './compose.ts'
import { writeMailFile } from './mail-files.ts'
import type { MailTemplate, MailValues } from './templates.ts'

const at = '2026-03-04T09:30:00.000Z'
const hostile = 'Eve\r\nBcc: all@evil.example\r\n\r\n<script>alert(1)</script> "&\' \u202e\u0000'
const where = { at, ip: '192.0.2.1', userAgent: hostile }
const examples: { readonly [Template in MailTemplate]: MailValues[Template] } = {
  invitation: { name: hostile, email: hostile, inviterName: hostile, token: 'a/b&c=d#e', expiresAt: at },
  'password-reset': { name: hostile, token: 'a/b&c=d#e', expiresAt: at },
  'email-confirmation': { name: hostile, email: hostile, byName: hostile, token: 'a/b&c=d#e', expiresAt: at },
  'email-change-notice': { name: hostile, email: hostile, byName: hostile, at, ip: '192.0.2.1' },
  'email-changed': { name: hostile, email: hostile, at },
  'password-changed': { name: hostile, ...where },
  'sign-in-notice': { name: hostile, ...where },
  'session-ended': { name: hostile, ...where },
  'privacy-export': { name: hostile, requestId: hostile, url: 'https://api.example/x?a=1&b="2"', expiresAt: at, size: 1, sha256: hostile },
  'privacy-erasure': {
    name: hostile,
    requestId: hostile,
    mode: hostile,
    startedAt: at,
    completedAt: at,
    places: [{ place: hostile, count: 1 }],
    total: 1,
    proof: hostile,
  },
  'privacy-failure': { name: hostile, requestId: hostile, isExport: true, isErased: false },
  'inbox-sign-in': { name: hostile, inboxName: hostile, receives: true, hasToken: false, reason: hostile },
  notification: {
    name: hostile,
    threadId: 'thr_01k2w3t5q7e0r9vbx4m6n8h2dz',
    ticketNumber: hostile,
    subject: hostile,
    entries: [{ type: 'CUSTOMER_REPLIED', count: 3, actorName: hostile, excerpt: hostile }],
  },
  'notification-jobs': {
    name: hostile,
    jobs: Array.from({ length: 21 }, () => ({ type: hostile, state: hostile, total: 3, done: 2, failed: 1 })),
    pausedRules: [hostile, null],
    disabledWebhooks: [hostile, null],
    unsubscribeUrl: 'https://desk.example/unsubscribe/svcn_1',
  },
  'notification-digest': {
    name: hostile,
    many: true,
    threads: Array.from({ length: 51 }, () => ({ id: 'thr_1', ticketNumber: hostile, entries: [{ type: 'MENTIONED', count: 2 }] })),
  },
  rating: {
    requestId: '01920000-0000-7000-8000-000000000001',
    name: hostile,
    ticketNumber: hostile,
    subject: hostile,
    question: hostile,
    scale: 'STARS',
    url: 'https://acme.example/s/svcs_1',
    unsubscribeUrl: 'https://acme.example/s/svcs_1/unsubscribe',
    language: 'de',
    isReminder: true,
    replyTo: null,
  },
  'portal-link': { url: 'https://acme.example.com/help/requests#sign-in=svpl_x', expiresAt: at, language: 'de' },
  transcript: {
    subject: hostile,
    messages: [
      { from: hostile, at, text: hostile },
      { from: null, at, text: hostile },
    ],
    language: 'de',
  },
  meeting: {
    kind: 'change',
    name: hostile,
    hostName: hostile,
    title: hostile,
    startsAt: at,
    endsAt: '2026-03-04T10:00:00.000Z',
    timezone: 'Europe/Berlin',
    readerTimezone: 'Asia/Kolkata',
    before: { startsAt: at, endsAt: at },
    location: { type: 'VIDEO', url: 'https://meet.example/x?a=1&b="2"', address: hostile },
    calendar: { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR' },
  },
}
const id = '01920000-0000-7000-8000-000000000002'
const plain = { logoUploadId: null, color: null }
const acme = { id, name: 'Acme', timezone: 'Europe/Berlin', locale: 'en-GB', brand: plain }
const config = {
  mail: { smtpUrl: null, from: 'no-reply@skein.example', domain: 'localhost' },
  dashboardUrl: new URL('https://desk.example/team/'),
  baseUrl: new URL('https://desk.example'),
}

async function composeExample(template: MailTemplate, { tenant = hostile, to = 'ada@example.com' } = {}) {
  const mail = await composeMail(
    config,
    { id, name: tenant, timezone: 'UTC', locale: 'en', brand: plain },
    { id: newId(), signedId: 'a.b', template, values: examples[template], to, at },
  )
  return { ...mail, ...(await readMail(mail.bytes)) }
}

it.each(Object.keys(examples) as MailTemplate[])(
  '%s has the same content in text and HTML, and typed text stays text',
  async (template) => {
    const mail = await composeExample(template)
    expect(mail.headers.map(({ key }) => key).toSorted()).toEqual(
      ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to']
        .concat(template.startsWith('notification') || template === 'rating' ? ['list-unsubscribe'] : [])
        .concat(template === 'rating' || template === 'notification-jobs' ? ['list-unsubscribe-post'] : [])
        .toSorted(),
    )
    expect(mail.from).toMatchObject({ address: 'no-reply@skein.example', name: expect.stringContaining('Bcc: all@evil.example') })
    expect(mail.headers.filter(({ value }) => /[\r\n\0\u202e]/.test(value))).toEqual([])
    expect(mail.date).toBe(at)
    const { text = '', html = '' } = mail
    expect(html).not.toContain('<script>')
    expect(html).toContain('&lt;script&gt;')
    // The HTML starts with the names of sender and subject. The text has the sender at its end, and its headline only if that is not the
    // subject.
    const [, name = '', heading = '', content = ''] = /<tr><td class="text"[^>]*>(.*?)<\/td>.*?<h1[^>]*>(.*?)<\/h1>(.*)/s.exec(html) ?? []
    const hasHeading = template === 'rating' || template === 'notification'
    const renderedText = `${hasHeading ? heading : ''} ${content} ${name}`
      .replaceAll(/<!--.*?-->/gs, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
    const words = (of: string): string[] => of.split(/[\s:]+/).filter((word) => word !== '' && word !== '--')
    // The text alone shows the links of choices, and those within a sentence.
    expect(words(renderedText)).toEqual(words(template === 'rating' ? text.replaceAll(/^https:\S+$/gm, '') : text))
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url?.replaceAll('&amp;', '&').replaceAll('&quot;', '"'))).toEqual(
      [...text.matchAll(/https:\S+/g)].map(([url]) => url),
    )
  },
)

it('a link starts with DASHBOARD_URL and hides its secret from servers after #', async () => {
  const { text = '' } = await composeExample('invitation')
  const url = new URL(/https:\S+/.exec(text)?.[0] ?? '')
  expect([url.origin, url.pathname, url.search]).toEqual(['https://desk.example', '/team/accept-invitation', ''])
  expect(new URLSearchParams(url.hash.slice(1)).get('token')).toBe('a/b&c=d#e')
})

it('times are formatted for the time zone and locale of the tenant', async () => {
  const given = {
    id: newId(),
    signedId: 'a.b',
    template: 'password-changed' as const,
    values: { name: 'Ada', at, ip: null },
    to: 'ada@example.com',
    at,
  }
  const renderedText = async (tenant: typeof acme) => (await readMail((await composeMail(config, tenant, given)).bytes)).text
  expect(await renderedText(acme)).toContain('Time: 4 March 2026 at 10:30 CET')
  expect(await renderedText({ ...acme, timezone: 'America/New_York', locale: 'en-US' })).toContain('Time: March 4, 2026 at 4:30 AM EST')
})

it('a mail has the same bytes whenever it is composed, and is written to one file', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'skein-mail-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const given = {
    id: newId(),
    signedId: 'a.b',
    template: 'invitation' as const,
    values: examples.invitation,
    to: 'jörg@bücher.example',
    at,
  }
  const [one, again] = [await composeMail(config, acme, given), await composeMail(config, acme, given)]
  expect(again.bytes.equals(one.bytes)).toBe(true)
  const tenantId = newId()
  for (const { bytes } of [one, again]) await writeMailFile(dataDir, tenantId, given.id, bytes)
  expect(await readdir(join(dataDir, 'mail'))).toHaveLength(1)
})

it('a mail goes to the accepted address exactly, whatever its quoted part contains', async () => {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true })
  /** Returns the local part without quotes and escapes, which mail programs may omit: `"a!b"@example.com` is `a!b@example.com`. */
  const unquotedLocalPart = (address: string): string => {
    const local = address.slice(0, address.lastIndexOf('@'))
    return local.startsWith('"') ? local.slice(1, -1).replaceAll(/\\(.)/g, '$1') : local
  }
  const characters = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).concat('ü', '用')
  const locals = characters
    .flatMap((each) => [each, `\\${each}`])
    .flatMap((each) => [`"${each}"`, `"a${each}b"`, `"a${each}"`, `"${each}b"`])
  const addresses = ['""', ...locals].map((local) => readEmail(`${local}@example.com`)).filter((each) => each !== null)
  expect(addresses.length).toBeGreaterThan(200)
  for (const to of new Set(addresses)) {
    const given = { id: newId(), signedId: 'a.b', template: 'invitation' as const, values: examples.invitation, to, at }
    const mail = await composeMail(config, acme, given)
    const { envelope } = await transport.sendMail({ envelope: { from: mail.from, to: mail.to }, raw: mail.bytes })
    expect(envelope.to.map(unquotedLocalPart), to).toEqual([unquotedLocalPart(to)])
  }
})
