/** Helpers for round-trip mails of an inbox: a service whose mail server handles each mail as the test chooses. */
import { type Job, type Inbox } from '../../client/index.ts'
import { until } from './job-fixture.ts'
import { type MailServer, type ReceivedMail, startMailServer } from './mail-server.ts'
import { startTestService, type TestService, type TestTenant } from './service.ts'
import { sendMail } from './smtp-client.ts'

type Step = { step: string; ok: boolean; detail: string | null; durationMs: number }

export class RoundTrips {
  /** Reaction of the mail server to an accepted mail. */
  deliver: (mail: ReceivedMail) => unknown = () => {}
  /** Rejection of a recipient, such as `550 5.1.1 unknown`; null to accept the recipient. */
  refuse: (recipient: string) => string | null = () => null
  readonly mails: MailServer
  readonly service: TestService
  tenant: TestTenant

  private constructor(mails: MailServer, service: TestService, tenant: TestTenant) {
    this.mails = mails
    this.service = service
    this.tenant = tenant
  }

  static async open(): Promise<RoundTrips> {
    const mails = await startMailServer({
      onRcptTo({ address }, _session, callback) {
        const [, code, text = ''] = /^(\d+) (.*)$/.exec(trips.refuse(address) ?? '') ?? []
        callback(code === undefined ? null : Object.assign(new Error(text), { responseCode: Number(code) }))
      },
      onMail: async (mail) => void (await trips.deliver(mail)),
    })
    // The IMAP server of tests announces only mails that arrive while a client waits, so the service polls for others at a short interval.
    const config = { mail: { smtpUrl: mails.url }, mailIn: { pollSeconds: 1 } }
    const service = await startTestService({ worker: true, mailPort: true, config })
    const trips = new RoundTrips(mails, service, await service.createTenant())
    return trips
  }

  /** Resets the state of earlier tests. */
  async renew(): Promise<void> {
    this.deliver = () => {}
    this.refuse = () => null
    this.mails.accepted.length = 0
    this.tenant = await this.service.createTenant()
  }

  async close(): Promise<void> {
    await this.service.stop()
    await this.mails.stop()
  }

  /** Delivers a mail to the service's SMTP port, as the sender's mail server does with a domain's MX record. */
  readonly relay = async ({ raw, recipients: to }: ReceivedMail): Promise<void> => {
    const { reply } = await sendMail(this.service.mailPort ?? 0, { from: to[0] ?? '', to, mail: raw })
    if (!reply.startsWith('250')) throw new Error(reply)
  }

  /** Returns a mail handler that delivers each mail to an inbox. */
  post(inboxId: string, change: (raw: string) => string = (raw) => raw): (mail: ReceivedMail) => Promise<unknown> {
    const { skein } = this.tenant
    return ({ raw }) => skein.createInboundMail({ path: { id: inboxId }, body: change(raw) })
  }

  async createInbox(email: object = {}, address = `support@${this.tenant.slug}.localhost`, tenant = this.tenant): Promise<string> {
    const { status, body, text } = await tenant.api<Inbox>('POST', '/inboxes', { body: { name: address, type: 'EMAIL', address, email } })
    if (status !== 201) throw new Error(text)
    return body.data.id
  }

  start(inboxId: string) {
    return this.tenant.api<Job>('POST', `/inboxes/${inboxId}/test`, { body: { roundTrip: true } })
  }

  async readJob(id: string): Promise<Job> {
    return (await this.tenant.skein.getJob({ path: { id } })).data
  }

  async waitForEnd({ id }: { id: string }): Promise<Job> {
    let found = await this.readJob(id)
    await until(async () => ['DONE', 'FAILED'].includes((found = await this.readJob(id)).state))
    return found
  }

  /** Starts a round-trip test and waits until it has finished. */
  async run(inboxId: string): Promise<Job> {
    const { status, body, text } = await this.start(inboxId)
    if (status !== 202) throw new Error(text)
    return this.waitForEnd(body.data)
  }

  /** Starts a round-trip test, waits until it has recorded a number of steps, and lets its minute pass. */
  async runToDeadline(inboxId: string, steps = 1): Promise<Job> {
    const { data } = (await this.start(inboxId)).body
    await until(async () => (await this.readJob(data.id)).done >= steps)
    await this.passMinute()
    return this.waitForEnd(data)
  }

  async passMinute(): Promise<void> {
    const ofTest = `name = 'run-round-trip' and tenant_id = '${this.tenant.tenantId}'`
    await this.service.db.script(`update jobs set due_at = now() where ${ofTest}; update job_queues set due_at = now() where ${ofTest}`)
  }

  /** Returns the Reply-To of a new reply from an inbox, or null. */
  async findReplyTo(inboxId: string): Promise<string | null> {
    const { deliver } = this
    const { accepted } = this.mails
    const sent = accepted.length
    this.deliver = () => {}
    const { skein } = this.tenant
    const body = { title: 'Export', body: 'It is empty.', requester: { email: 'grace@example.com' }, inboxId }
    const { data } = await skein.createThread({ body })
    await skein.replyToThread({ path: { id: data.threadId }, body: { body: 'We are looking.' } })
    // Mails of an earlier test may still arrive.
    const findReply = () => accepted.slice(sent).find(({ recipients }) => recipients.includes('grace@example.com'))
    await until(() => findReply() !== undefined)
    this.deliver = deliver
    return findReply()?.replyTo?.[0]?.address ?? null
  }

  async countCreated(): Promise<{ threads: number; customers: number }> {
    const count = async (path: string): Promise<number> => (await this.tenant.api('GET', path)).body.meta.total
    return { threads: await count('/threads'), customers: await count('/customers') }
  }
}

export const isPlusForm = (recipient: string): boolean => recipient.includes('+r')
export const getSteps = ({ result }: Job): Step[] => (result?.['steps'] ?? []) as Step[]
export const outline = (job: Job): string[] => getSteps(job).map(({ step, ok }) => `${step} ${ok ? 'ok' : 'failed'}`)
export const findDetail = (job: Job, step: string): string | null | undefined => getSteps(job).find((each) => each.step === step)?.detail
