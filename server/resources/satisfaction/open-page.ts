/** Operations with the token of a customer's page: read the question, rate, and opt out. */
import type { Database, Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { PathToken } from '#platform/http/declared-endpoint.ts'
import type { Uuid } from '#platform/ids.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { getIdentity } from '#platform/outbox/write-identity.ts'
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
import { getLanguage, words } from './words.ts'

export type OpenPage = OpenRequest & { tenantId: Uuid }

/**
 * Finds the request of a token. Null for a token that is expired, malformed, or forged. `evenIfOver` also finds requests that accept no
 * ratings any more, so that customers can opt out at any time.
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

/** Declares the page token in the paths of operations. */
export const pageToken: PathToken = {
  prefix: satisfactionTokenPrefix,
  description: 'The token: the last part of the `url` of a satisfaction request.',
  notFound: satisfactionNotFound,
}

/**
 * Returns the request of the token in a path. Throws the same 404 if the token is malformed, expired, or of another tenant than the host.
 */
export async function getPage(context: { db: Queryable; secrets: Secrets; token: string; hostTenantId: Uuid | null }): Promise<OpenPage> {
  const { token, hostTenantId } = context
  const page = await findPage(context, token)
  if (!page || (hostTenantId !== null && hostTenantId !== page.tenantId)) throw new ApiError(satisfactionNotFound)
  return page
}

/** Returns the form of the page. */
export function toForm({
  tenantName,
  scale,
  question,
  locale,
  expiresAt,
  answer,
}: Omit<OpenPage, 'seed'>): Static<typeof SatisfactionForm> {
  const language = getLanguage(locale)
  return {
    tenantName,
    scale,
    question: question ?? words[language].question,
    language,
    expiresAt: isoTime(expiresAt ?? ''),
    answer: answer && { score: answer.score, comment: answer.comment, reasons: answer.reasons },
  }
}

/** Stores the customer's rating. Throws like `answerRequest`. */
export async function answerPage(db: Database, page: OpenPage, input: AnswerInput): Promise<void> {
  await write(db, page, (writing) => answerRequest(writing, page.id, input, 'LINK'))
}

/** Opts the customer out of further mails. */
export async function stopAsking(db: Database, page: OpenPage): Promise<void> {
  await write(db, page, (writing) => optOutOfSatisfaction(writing, page.customerId))
}

/** Writes on behalf of the customer. Does not store the customer's address. */
function write(db: Database, { tenantId, customerId }: OpenPage, work: (writing: Writing) => Promise<unknown>): Promise<void> {
  return db.transaction(async (tx) => {
    const effects = new CollectedEffects()
    await work({ tx, effects, tenantId })
    const identity = getIdentity(tenantId, { type: 'CUSTOMER', id: customerId, name: null })
    if (!effects.empty) await writeLedger(tx, identity, effects, { status: 200, record: null })
  })
}
