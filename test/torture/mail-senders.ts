/** Clients that send mails to the SMTP port, each mail until it gets 250, and record the replies. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openSmtp, sendMailOn, type SmtpClient } from '../support/smtp-client.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import type { Random } from './random.ts'
import type { Service } from './service.ts'

/** A mail of a new customer. Its subject identifies it, because some mails have no Message-ID. */
export type SentMail = {
  subject: string
  attempts: number
  /** Ids of inbound mails, which the SMTP server's replies with 250 contain. */
  accepted: string[]
}

const senders = 6

export class MailSenders {
  readonly mails: SentMail[] = []
  readonly #service: Service
  readonly #address: string
  #isStopped = true
  #running: Promise<void>[] = []

  constructor(service: Service, address: string) {
    this.#service = service
    this.#address = address
  }

  /** Number of mails that were sent more than once. */
  get repeated(): number {
    return this.mails.filter(({ attempts }) => attempts > 1).length
  }

  start(random: Random): void {
    this.#isStopped = false
    this.#running = Array.from({ length: senders }, (_, n) => this.#sendOn(random.fork(`mail client ${n}`)))
  }

  /** Waits until every mail has its 250, except those that their client abandoned. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#running)
  }

  async #sendOn(random: Random): Promise<void> {
    const connection = new Connection(this.#service)
    while (!this.#isStopped) {
      const sent: SentMail = { subject: `Question ${this.mails.length + 1}`, attempts: 0, accepted: [] }
      this.mails.push(sent)
      const mail = writeMail(random, sent.subject, this.#address)
      // A client that resends a mail after its 250, or never resends it.
      const accepts = random.chance(0.1) ? 2 : 1
      const maxAttempts = random.chance(0.1) ? 1 : Number.POSITIVE_INFINITY
      while (sent.accepted.length < accepts && sent.attempts < maxAttempts) await this.#attempt(connection, sent, mail)
      // Most connections carry several mails, like those of mail servers.
      if (random.chance(0.2)) connection.end()
      await sleep(random.between(0, 60))
    }
    connection.end()
  }

  async #attempt(connection: Connection, sent: SentMail, mail: string): Promise<void> {
    await this.#service.up()
    sent.attempts++
    const reply = await connection.send(this.#address, mail)
    if (reply.startsWith('5')) throw new GuaranteeBroken(`A mail got ${reply}`)
    const id = /^250 2\.0\.0 accepted as (eml_\w{26})$/.exec(reply)?.[1]
    if (id !== undefined) sent.accepted.push(id)
    else await sleep(20)
  }
}

/** A connection to the SMTP port, which is reopened after a failed mail. */
class Connection {
  readonly #service: Service
  #client: SmtpClient | null = null

  constructor(service: Service) {
    this.#service = service
  }

  /** Returns the reply to a mail. */
  async send(to: string, mail: string): Promise<string> {
    try {
      this.#client ??= await openSmtp(this.#service.mailPort)
      const { reply } = await sendMailOn(this.#client, { to, mail })
      if (!reply.startsWith('250')) this.end()
      return reply
    } catch {
      this.end()
      return 'none'
    }
  }

  end(): void {
    this.#client?.end()
    this.#client = null
  }
}

function writeMail(random: Random, subject: string, to: string): string {
  const customer = `${subject.replace('Question ', 'customer')}@example.com`
  const messageId = random.chance(0.8) ? [`Message-ID: <${subject.replace(' ', '-')}@example.com>`] : []
  const head = [`From: Ada <${customer}>`, `To: ${to}`, `Subject: ${subject}`, 'Date: Wed, 4 Mar 2026 09:30:00 +0000', ...messageId]
  const body = 'It is empty. '.repeat(random.chance(0.2) ? random.between(1_000, 20_000) : 1)
  if (random.chance(0.7)) return [...head, '', body].join('\r\n')
  const part = ['--part', 'Content-Type: text/plain', '', body, '--part', 'Content-Type: application/octet-stream']
  const file = ['Content-Disposition: attachment; filename="data.bin"', 'Content-Transfer-Encoding: base64', '', btoa(subject.repeat(100))]
  return [...head, 'Content-Type: multipart/mixed; boundary=part', '', ...part, ...file, '--part--'].join('\r\n')
}
