/** S4: `POST /threads/{id}/reply` on many threads of fifty tenants. */
import { randomBytes } from 'node:crypto'
import { newId, parseTypeId } from '#platform/ids.ts'
import { appendMessage, type NewMessage } from '../server/resources/threads/messages/append-queries.ts'
import { firstThreadMs } from './kit/dataset-sql.ts'
import { getThreadId, type BenchTenant, type Dataset } from './kit/dataset.ts'
import type { Template } from './kit/load-shape.ts'
import type { Claim } from './kit/run.ts'
import type { StatementFloor } from './kit/floor-shape.ts'
import { measureWrites, type WriteClaim } from './kit/write-claim.ts'

const body = 'Thank you for the report. The export works again since an hour ago; please try once more.'

/**
 * Returns the number of a thread whose reply runs the floor's statement. A closed thread accepts no reply, and the first reply to an
 * unassigned thread assigns it by another statement. Of every ten threads, the first and the third are open and assigned (dataset-sql.ts).
 */
const openNumber = (n: number): number => n - (n % 10) + (n % 2) * 2

const randomThread = ({ threads }: BenchTenant): number => Math.max(2, openNumber(Math.floor(Math.random() * threads)))

export function replyRequests(dataset: Dataset, tenants: readonly BenchTenant[]): Template[] {
  return Array.from({ length: 10_000 }, (_, i) => {
    const tenant = tenants[i % tenants.length] ?? throwNoThread()
    const path = `/api/v1/threads/${getThreadId(dataset, tenant, randomThread(tenant))}/reply`
    return { method: 'POST', path, key: tenant.key, body: JSON.stringify({ body, attachments: [] }), idempotent: true }
  })
}

/** Returns the parameters that the handler passes to the statement for such a request. */
function params(dataset: Dataset, tenant: BenchTenant): NewMessage {
  return {
    tenantId: tenant.tenantId,
    auditId: newId(),
    actorType: 'API_KEY',
    actorId: tenant.ownerId,
    keyId: tenant.ownerId,
    ip: '127.0.0.1',
    via: 'API',
    actor: { type: 'API_KEY', id: null, name: 'Grace Hopper' },
    cause: null,
    requestId: newId(),
    keyHash: randomBytes(32),
    fingerprint: randomBytes(32),
    body,
    bodyFormat: 'text',
    bodyText: body,
    threadId: parseTypeId('thr', getThreadId(dataset, tenant, randomThread(tenant))) ?? throwNoThread(),
    messageId: newId(),
    messageEventId: newId(),
    statusEventId: newId(),
    wakeEventId: newId(),
    handOutEnqueued: false,
    sla: null,
    assignEventId: newId(),
    authorType: 'AGENT',
    userId: tenant.ownerId,
    userName: 'owner',
    internal: false,
    externalId: null,
    sentAt: null,
    attachments: null,
    mail: null,
    automatic: false,
    silent: false,
    byProgram: false,
    maySend: true,
    mentions: null,
    mentionedTeamIds: null,
    expectedLastMessageId: null,
    ifVersions: null,
    action: 'thread.replied',
    auditedInput: { authorType: 'AGENT', internal: false },
  }
}

const floor = (dataset: Dataset): StatementFloor => ({
  statement: appendMessage,
  params: (tenant) => params(dataset, tenant),
  fresh: {
    threadId: `'0' || to_hex(:threadHigh::bigint) || to_hex(-9223372036854775808 + :tenantNo::bigint)`,
    messageId: `'0' || to_hex(:high::bigint) || to_hex(:low::bigint)`,
    messageEventId: 'uuidv7()',
    statusEventId: 'uuidv7()',
    wakeEventId: 'uuidv7()',
    assignEventId: 'uuidv7()',
    auditId: 'uuidv7()',
    requestId: 'uuidv7()',
    keyHash: 'sha256(int8send(:low::bigint))',
  },
  variables: [
    String.raw`\set high (:startMs + :run) * 65536 + 28672`,
    String.raw`\set low random(-9223372036854775800, -4611686018427387904)`,
    String.raw`\set n random(1, ${(dataset.tenants[0]?.threads ?? 0) / 10 - 1}) * 10 + random(0, 1) * 2`,
    String.raw`\set threadHigh (${firstThreadMs} + :n * ${dataset.stepMs}) * 65536 + 28672`,
  ],
})

const claim: WriteClaim = {
  id: 'S4',
  work: 'reply to a thread, 50 tenants',
  tenants: ({ tenants }) => tenants,
  requests: replyRequests,
  floor,
}

export const replyToThreadClaim: Claim = { ids: ['S4'], measure: (bench) => measureWrites(bench, [claim]) }

function throwNoThread(): never {
  throw new Error('There is no such thread')
}
