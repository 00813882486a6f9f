/** Composes mails and delivers them through the API, as a mail server would. */
import type { InboundMail } from '../../client/index.ts'
import { until } from './job-fixture.ts'
import type { TestTenant } from './service.ts'

/** Address of the inbox that {@link openMailInbox} creates. */
export const supportAddress = 'support@acme.example'

/** Header fields by name; null omits one. */
export type MailHeaders = Readonly<Record<string, string | null>>

let composed = 0

/** Composes a mail from Ada to the inbox, with a new Message-ID. */
export function composeMail(headers: MailHeaders = {}, body = 'The export is empty.'): string {
  const all: Record<string, string | null> = {
    From: 'Ada <ada@example.com>',
    To: supportAddress,
    Subject: 'Empty export',
    Date: 'Wed, 4 Mar 2026 09:30:00 +0000',
    'Message-ID': `<m${++composed}@example.com>`,
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
  return `${lines.join('\r\n')}\r\n\r\n${body}\r\n`
}

/** An EMAIL inbox to which a test delivers mails. */
export type MailInbox = {
  inboxId: string
  /** Delivers a mail, which is processed later. `query` is the envelope. */
  post(mail: string, query?: { rcpt?: string; from?: string }): Promise<InboundMail>
  /** Delivers a mail and waits until it has an outcome. The service needs a worker. */
  deliver(mail: string, query?: { rcpt?: string; from?: string }): Promise<InboundMail>
}

/** Creates an EMAIL inbox with the address {@link supportAddress}, whose replies have reply addresses with the thread's token. */
export async function openMailInbox({ skein }: TestTenant, more: { autoReply?: string } = {}): Promise<MailInbox> {
  const inboxId = (
    await skein.createInbox({
      body: { name: 'Support', type: 'EMAIL', address: supportAddress, email: { send: { plusAddressing: 'ON' } }, ...more },
    })
  ).data.id
  const post: MailInbox['post'] = async (mail, query = {}) =>
    (await skein.createInboundMail({ path: { id: inboxId }, query, body: mail })).data
  return {
    inboxId,
    post,
    async deliver(mail, query) {
      let found = await post(mail, query)
      await until(async () => {
        found = (await skein.getInboundMail({ path: { id: found.id } })).data
        return found.outcome !== 'RECEIVED'
      })
      return found
    },
  }
}
