/** Customers who are exported or erased while the service is killed, and the checks of the results. */
import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import { whereIs } from '../support/snapshot.ts'
import type { FileSenders } from './file-senders.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import type { Service, TortureTenant } from './service.ts'

type Mode = 'ANONYMIZE' | 'DELETE'
type Case = { canary: string; mode: Mode | null; id: string }
type Request = {
  state: string
  receipt: { places: { place: string; count: number }[] } | null
  download: { url: string; sha256: string } | null
}

const threads = 3

export class PrivacyCases {
  readonly cases: Case[] = []
  readonly #service: Service
  readonly #tenant: TortureTenant
  readonly #files: FileSenders

  constructor(service: Service, tenant: TortureTenant, files: FileSenders) {
    this.#service = service
    this.#tenant = tenant
    this.#files = files
  }

  /** Creates a customer with threads, a reply, a draft and a file. Returns a function that starts the request to interrupt. */
  async prepare(mode: Mode | null): Promise<() => Promise<void>> {
    const canary = `canary${this.cases.length}of${mode ?? 'EXPORT'}x`.toLowerCase()
    const requester = { email: `${canary}@example.com`, name: canary }
    let customerId = ''
    for (let n = 0; n < threads; n++) {
      const made = await this.#post('/threads', { title: canary, body: canary, requester })
      // Safe because the response of this operation has both.
      const { threadId, customer } = made as { threadId: string; customer: { id: string } }
      customerId = customer.id
      await this.#post(`/threads/${threadId}/reply`, { body: canary, attachments: [{ uploadId: await this.#upload(canary) }] })
    }
    const of: Case = { canary, mode, id: '' }
    return async () => {
      const path = mode === null ? '/privacy/export' : '/privacy/erase'
      of.id = String((await this.#post(path, { customerId, ...(mode ? { mode } : {}) }))['id'])
      this.cases.push(of)
    }
  }

  async #upload(canary: string): Promise<string> {
    const bytes = Buffer.from(`about ${canary}`)
    const sending = { isForm: true, retryKey: crypto.randomUUID(), bytes, sha256: '', id: null, uploadUrl: null, known: false }
    await this.#files.send(sending)
    return String(sending.id)
  }

  async #call(method: string, path: string, body?: object): Promise<{ status: number; data: unknown }> {
    const headers = { authorization: `Bearer ${this.#tenant.key}`, ...(body ? { 'content-type': 'application/json' } : {}) }
    const response = await fetch(`http://127.0.0.1:${this.#service.port}/api/v1${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    // Safe because every response of the API is an envelope.
    return { status: response.status, data: ((await response.json()) as { data: unknown }).data }
  }
  async #post(path: string, body: object): Promise<Record<string, unknown>> {
    const { status, data } = await this.#call('POST', path, body)
    if (status >= 400) throw new Error(`${path}: ${status}`)
    // Safe because the data of the operations called here is an object.
    return data as Record<string, unknown>
  }

  /** Returns the number of unfinished requests. */
  async open(): Promise<number> {
    return this.#service.withDatabase(async (db) => (await db.rows(openRequests, {})).length)
  }

  /** Checks that every finished request took effect completely and once. */
  async check(): Promise<void> {
    const wrong: string[] = []
    for (const each of this.cases) wrong.push(...(await this.#wrongIn(each)))
    const erased = this.cases.filter(({ mode }) => mode !== null).map(({ canary }) => canary)
    if (erased.length > 0) {
      wrong.push(
        ...(await this.#service.withDatabase((db) => whereIs(db, erased))).map((place) => `${place} has something of an erased one`),
      )
      wrong.push(...(await this.#filesWith(erased)).map((path) => `${path} has something of an erased one`))
    }
    if (wrong.length > 0) throw new GuaranteeBroken(`Privacy requests went wrong:\n${wrong.join('\n')}`)
  }

  async #wrongIn({ id, mode, canary }: Case): Promise<string[]> {
    // Safe because this operation returns a request.
    const { state, receipt, download } = (await this.#call('GET', `/privacy/requests/${id}`)).data as Request
    const told = await this.#service.withDatabase((db) =>
      db.first(countTold, { tenantId: this.#tenant.tenantId, id: parseTypeId('prv', id) ?? '' }),
    )
    const mails = (await this.#filesIn('mail', id)).filter((path) => path.endsWith('.eml'))
    const wrong = state === 'DONE' ? [] : [`${id} is ${state}`]
    if (told?.events !== 1 || told.audits !== 1 || mails.length !== 1)
      wrong.push(`${id} was told in ${told?.events} events, ${told?.audits} audit rows and ${mails.length} mails`)
    if (mode !== null) {
      const counts = Object.fromEntries((receipt?.places ?? []).map(({ place, count }) => [place, count]))
      if (counts['customers'] !== 1 || counts['messages'] !== 2 * threads || counts['threads'] !== threads)
        wrong.push(`The receipt of ${id} has ${JSON.stringify(receipt?.places)}`)
    } else if (!download || hash('sha256', await this.#files.read(download.url), 'hex') !== download.sha256)
      wrong.push(`The export ${id} of ${canary} has no file, or another one`)
    return wrong
  }

  async #filesIn(directory: string, text: string): Promise<string[]> {
    return this.#filesWith([text], [directory])
  }

  /** Read one file at a time, because those of a long run do not fit in memory together. */
  async #filesWith(texts: readonly string[], directories: readonly string[] = ['mail', 'uploads']): Promise<string[]> {
    const found: string[] = []
    for (const directory of directories) {
      const entries = await readdir(join(this.#service.dataDir, directory), { recursive: true, withFileTypes: true }).catch(() => [])
      for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
        const path = join(parentPath, name)
        const contents = await readFile(path).catch(() => Buffer.alloc(0))
        if (texts.some((text) => path.includes(text) || contents.includes(text))) found.push(path)
      }
    }
    return found
  }
}

const openRequests = statement<object, object>(
  `/* across tenants: a test */ select from privacy_requests where state in ('QUEUED', 'RUNNING') limit 100`,
)
const countTold = statement<{ tenantId: string; id: string }, { events: number; audits: number }>(`
  select (select count(*) from events where tenant_id = :tenantId::uuid and type = 'privacy.request.completed' and object_id = :id::uuid) as events,
    (select count(*) from audit_logs where tenant_id = :tenantId::uuid and action = 'privacy_request.completed' and target_id = :id::uuid) as audits`)
