/** Operations with the token of a customer's page: reading the question, answering it, and stopping further requests. */
import type { Database, Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { PathToken } from '#platform/http/declared-endpoint.ts'
import type { Uuid } from '#platform/ids.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { identityOf } from '#platform/outbox/write-identity.ts'
import type { Static } from '#platform/schema.ts'
import type { Secrets } from '#platform/secrets.ts'
import { isoTime } from '#platform/time.ts'
import { optOutOfSatisfaction } from '../customers/index.ts'
import { answerRequest } from './answer.ts'
import { satisfactionNotFound } from './errors.ts'
import { findOpenRequest, type OpenRequest } from './queries.ts'
import type { Writing } from './request.ts'
import type { AnswerInput, SatisfactionForm } from './schema.ts'
import { satisfactionTokenPrefix, satisfactionTokens } from './tokens.ts'
import { languageOf, words } from './words.ts'

export type OpenPage = OpenRequest & { tenantId: Uuid }

/**
 * Returns the request of a token. Null for a token that is expired, broken, or not of this service. `evenIfOver` also finds requests that
 * take no answers any more, so that customers can stop the mails at any time.
 */
export async function findPage(
  { db, secrets }: { db: Queryable; secrets: Secrets },
  token: string,
  { evenIfOver = false }: { evenIfOver?: boolean } = {},
): Promise<OpenPage | null> {
  const tokens = satisfactionTokens(secrets)
  const content = tokens.read(token)
  if (!content) return null
  const { tenantId, id } = content
  const found = await db.first(findOpenRequest, { tenantId, id })
  if (!found || !tokens.proves(token, content, found.seed)) return null
  return found.isOpen || evenIfOver ? { ...found, tenantId } : null
}

/** The token of a page, in the paths of operations. */
export const pageToken: PathToken = {
  prefix: satisfactionTokenPrefix,
  description: 'The token: the last part of the `url` of a satisfaction request.',
  notFound: satisfactionNotFound,
}

/** Returns the request of the token in a path. Throws the same 404 if the token is broken, expired, or of another tenant than the host. */
export async function getPage(context: { db: Queryable; secrets: Secrets; token: string; hostTenantId: Uuid | null }): Promise<OpenPage> {
  const { token, hostTenantId } = context
  const page = await findPage(context, token)
  if (!page || (hostTenantId !== null && hostTenantId !== page.tenantId)) throw new ApiError(satisfactionNotFound)
  return page
}

/** Returns the form that the page shows. */
export function toForm({
  tenantName,
  scale,
  question,
  locale,
  expiresAt,
  answer,
}: Omit<OpenPage, 'seed'>): Static<typeof SatisfactionForm> {
  const language = languageOf(locale)
  return {
    tenantName,
    scale,
    question: question ?? words[language].question,
    language,
    expiresAt: isoTime(expiresAt ?? ''),
    answer: answer && { score: answer.score, comment: answer.comment, reasons: answer.reasons },
  }
}

/** Stores the answer of a customer. Throws as `answerRequest`. */
export async function answerPage(db: Database, page: OpenPage, input: AnswerInput): Promise<void> {
  await write(db, page, (writing) => answerRequest(writing, page.id, input, 'LINK'))
}

/** Stops further mails to the customer. */
export async function stopAsking(db: Database, page: OpenPage): Promise<void> {
  await write(db, page, (writing) => optOutOfSatisfaction(writing, page.customerId))
}

/** Writes as the customer. The customer's address is not stored. */
function write(db: Database, { tenantId, customerId }: OpenPage, work: (writing: Writing) => Promise<unknown>): Promise<void> {
  return db.transaction(async (tx) => {
    const effects = new CollectedEffects()
    await work({ tx, effects, tenantId })
    const identity = identityOf(tenantId, { type: 'CUSTOMER', id: customerId, name: null })
    if (!effects.empty) await writeLedger(tx, identity, effects, { status: 200, record: null })
  })
}
