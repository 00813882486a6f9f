/** One example of each mail that the service sends, and of its variants. */
import type { Brand } from '#kit/brand.ts'
import { newId } from '#platform/ids.ts'
import { composeMail } from '../../server/resources/mail/compose.ts'
import type { MailTemplate, MailValues } from '../../server/resources/mail/templates.ts'
import { readMail, type ReceivedMail } from './mail-server.ts'

export type MailExample = { name: string; template: MailTemplate; compose: () => Promise<Omit<ReceivedMail, 'recipients'>> }

const at = '2026-03-04T09:30:00.000Z'
const expiresAt = '2026-03-07T09:30:00.000Z'
const token = 'k3v9w2q8-c7m1x5z4-t6r0y2u8-p4n6b1j3-h5g7f9d2'
const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15'
const where = { name: 'Ada Lovelace', at, ip: '192.0.2.1' }
const requestId = 'prv_01k6y8z4m2n7q5r9s3t1v6w8x0'
const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const meeting: MailValues['meeting'] = {
  kind: 'invitation',
  name: 'Ada Lovelace',
  hostName: 'Grace Hopper',
  title: 'Your export, step by step',
  startsAt: at,
  endsAt: '2026-03-04T10:00:00.000Z',
  timezone: 'Europe/Berlin',
  readerTimezone: 'Asia/Kolkata',
  before: null,
  location: { type: 'VIDEO', url: 'https://meet.example/grace?room=1&lang=en' },
  calendar: { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR' },
}
const before = { startsAt: '2026-03-03T09:30:00.000Z', endsAt: '2026-03-03T10:00:00.000Z' }

const rating: MailValues['rating'] = {
  requestId: '01920000-0000-7000-8000-000000000001',
  name: 'Ada Lovelace',
  ticketNumber: 'ACME-2026-000042',
  subject: 'The export is empty',
  question: 'How did we do?',
  scale: 'STARS',
  url: 'http://acme.localhost:3000/s/svcs_example',
  unsubscribeUrl: 'http://acme.localhost:3000/s/svcs_example/unsubscribe',
  language: 'en',
  isReminder: false,
  replyTo: 'support@acme.example',
}

export const mailExamples: readonly MailExample[] = [
  example('rating', rating),
  example('rating', { ...rating, scale: 'THUMBS', language: 'de', question: 'Wie war unsere Hilfe?', isReminder: true }, 'thumbs'),
  example('rating', rating, 'branded', { logoUploadId: '01920000-0000-7000-8000-000000000003', color: '#ffd54f' }),
  example('portal-link', { url: 'http://acme.localhost:3000/help/requests#sign-in=svpl_example', expiresAt, language: 'en' }),
  example('transcript', {
    subject: 'The export is empty',
    messages: [
      { from: null, at, text: 'The export is empty.' },
      { from: 'Grace', at, text: 'Thank you, we are looking into it.' },
    ],
    language: 'en',
  }),
  example('invitation', { name: 'Ada Lovelace', inviterName: 'Grace Hopper', token, expiresAt }),
  example('password-reset', { name: 'Ada Lovelace', token, expiresAt }),
  example('email-confirmation', { name: 'Ada Lovelace', email: 'ada@example.com', byName: 'Grace Hopper', token, expiresAt }),
  example('email-change-notice', { ...where, email: 'ada@example.com', byName: 'Grace Hopper' }),
  example('email-changed', { name: 'Ada Lovelace', email: 'ada@example.com', at }),
  example('password-changed', where),
  example('sign-in-notice', { ...where, userAgent }),
  example('session-ended', { ...where, userAgent }),
  example('inbox-sign-in', { name: 'Ada Lovelace', inboxName: 'Support', receives: true, hasToken: false, reason: 'AUTHENTICATIONFAILED' }),
  example('inbox-sign-in', { name: 'Ada Lovelace', inboxName: 'Support', receives: false, hasToken: false, reason: null }, 'sends'),
  example('privacy-export', {
    name: 'Ada Lovelace',
    requestId,
    url: `http://localhost:3000/files/fil_01k6y8z4m2n7q5r9s3t1v6w8x0?expires=1772875800&signature=${hash}`,
    expiresAt,
    size: 48_213,
    sha256: hash,
  }),
  example('privacy-erasure', {
    name: 'Ada Lovelace',
    requestId,
    mode: 'ANONYMIZE',
    startedAt: at,
    completedAt: '2026-03-04T09:30:04.000Z',
    places: [
      { place: 'messages', count: 12 },
      { place: 'threads', count: 3 },
    ],
    total: 15,
    proof: hash,
  }),
  example('privacy-failure', { name: 'Ada Lovelace', requestId, isExport: true, isErased: false }),
  example('privacy-failure', { name: 'Ada Lovelace', requestId, isExport: false, isErased: false }, 'erasure'),
  example('privacy-failure', { name: 'Ada Lovelace', requestId, isExport: true, isErased: true }, 'erased'),
  example('notification', {
    name: 'Ada Lovelace',
    threadId: 'thr_01k2w3t5q7e0r9vbx4m6n8h2dz',
    ticketNumber: 'ACME-2026-000042',
    subject: 'The export is empty',
    entries: [
      { type: 'CUSTOMER_REPLIED', count: 3, actorName: 'Carla Cole', excerpt: 'It is empty again since this morning.' },
      { type: 'MENTIONED', count: 1, actorName: 'Grace Hopper', excerpt: 'Ada, could you look into this?' },
    ],
  }),
  example('notification-jobs', {
    name: 'Ada Lovelace',
    jobs: [
      { type: 'THREAD_BATCH', state: 'DONE', total: 1_284, done: 1_284, failed: 2 },
      { type: 'REPORT_REBUILD', state: 'DONE', total: 1, done: 1, failed: 0 },
    ],
  }),
  example('notification-digest', {
    name: 'Ada Lovelace',
    many: false,
    threads: [
      { id: 'thr_01k2w3t5q7e0r9vbx4m6n8h2dz', ticketNumber: 'ACME-2026-000042', entries: [{ type: 'CUSTOMER_REPLIED', count: 3 }] },
      { id: 'thr_01k2w3t5q7e0r9vbx4m6n8h2dz', ticketNumber: 'ACME-2026-000051', entries: [{ type: 'SLA_WARNING', count: 1 }] },
    ],
  }),
  example('meeting', meeting),
  example('meeting', { ...meeting, kind: 'change', before }, 'change'),
  example('meeting', { ...meeting, kind: 'cancellation', name: null, readerTimezone: null }, 'cancellation'),
  example(
    'meeting',
    { ...meeting, kind: 'reminder', calendar: null, location: { type: 'IN_PERSON', address: '12 Main Street' } },
    'reminder',
  ),
]

function example<Template extends MailTemplate>(
  template: Template,
  values: MailValues[Template],
  variant?: string,
  brand: Brand = { logoUploadId: null, color: null },
): MailExample {
  const compose = async () => {
    const { bytes } = await composeMail(
      {
        mail: { from: 'no-reply@skein.example' },
        dashboardUrl: new URL('https://desk.example/'),
        baseUrl: new URL('http://localhost:3000'),
      },
      { id: '01920000-0000-7000-8000-000000000002', name: 'Acme', timezone: 'Europe/Berlin', locale: 'en-GB', brand },
      { id: newId(), signedId: 'a.b', template, values, to: 'ada@example.com', at },
    )
    return readMail(bytes)
  }
  return { name: variant === undefined ? template : `${template}-${variant}`, template, compose }
}
