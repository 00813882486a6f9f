/**
 * Accepts the mails of one SMTP connection. From the second mail on, the client will probably send more, so each mail also reserves the row
 * of the next one, which saves a statement and a commit per mail.
 */
import type { Uuid } from '#platform/ids.ts'
import { type AcceptedMail, acceptMail, type AcceptServices, type IncomingMail, releaseRow } from '../accept/accept-mail.ts'

export class MailSeries {
  readonly #services: AcceptServices
  #mails = 0
  /** The row reserved for the next mail. */
  #reserved: { tenantId: Uuid; id: Uuid } | null = null
  #isOver = false

  constructor(services: AcceptServices) {
    this.#services = services
  }

  async accept(mail: IncomingMail): Promise<AcceptedMail> {
    const { tenantId } = mail
    const reservedId = this.#take(tenantId)
    const reservesNext = this.#mails > 0 && this.#reserved === null
    const accepted = await acceptMail(this.#services, { ...mail, reservedId, reservesNext })
    this.#mails++
    if (accepted.nextId !== null) this.#reserved = { tenantId, id: accepted.nextId }
    if (this.#isOver) await this.end()
    return accepted
  }

  /** Call this when the connection has closed. */
  async end(): Promise<void> {
    this.#isOver = true
    const reserved = this.#reserved
    this.#reserved = null
    if (reserved) await releaseRow(this.#services.db, reserved)
  }

  /** Returns the row reserved for the tenant's next mail, or null. No other mail gets it, even if this one fails. */
  #take(tenantId: Uuid): Uuid | null {
    if (this.#reserved?.tenantId !== tenantId) return null
    const { id } = this.#reserved
    this.#reserved = null
    return id
  }
}
