/** Handles a tenant's language model settings: checks the URL and encrypts the key. */
import type { Queryable } from '#platform/db.ts'
import { defineError } from '#platform/define-error.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { ForbiddenUrlError } from '#platform/outbound/fetch-errors.ts'
import type { SafeFetch } from '#platform/outbound/safe-fetch.ts'
import type { Secrets } from '#platform/secrets.ts'
import { aiKeyPurpose, findAiKey, type TenantSettings } from '../tenants/index.ts'

export const modelUrlForbidden = defineError(
  'SVC-AI-URL_FORBIDDEN',
  400,
  'This URL is not allowed for a language model: it must be http or https, without user info, and resolve to public addresses only.',
  {
    cause:
      'The URL is not http or https, contains a user name or password, or its host resolves to an address that is not public: this machine, a private network, a cloud metadata service.',
    cure:
      'Use a public address. For a model in the network of the installation, the operator sets `AI_URL`, or allows the range with ' +
      '`WEBHOOK_ALLOWED_CIDRS`.',
  },
)

export async function checkModelUrl(outbound: Pick<SafeFetch, 'checkUrl'>, url: string | null): Promise<void> {
  if (url === null) return
  try {
    await outbound.checkUrl(url)
  } catch (error) {
    if (!(error instanceof ForbiddenUrlError)) throw error
    const details = [{ field: 'ai.url', code: 'FORBIDDEN', message: error.message }]
    throw new ApiError(modelUrlForbidden, { message: error.message, details, cause: error })
  }
}

/** Throws if only one of URL and model is set. Other code would treat that as having no model. */
export function checkModel({ url, model }: TenantSettings['ai']): void {
  if ((url === null) === (model === null)) return
  const missing = url === null ? 'ai.url' : 'ai.model'
  throw new ApiError(validationFailed, {
    details: [{ field: missing, code: 'REQUIRED', message: 'must be sent with the other field: send both, or null for both' }],
  })
}

type Urls = { before: string | null; after: string | null }

/**
 * Returns the encrypted key to store. Sending the same key again changes nothing. A change of the server's URL deletes the old key:
 * otherwise a user who may change settings could have it sent to their own server.
 */
export async function nextKey(
  tx: Queryable,
  secrets: Secrets,
  tenantId: Uuid,
  given: string | null | undefined,
  urls: Urls,
): Promise<{ sealed: string | null; isNew: boolean }> {
  const sealed = (await tx.first(findAiKey, { tenantId }))?.sealed ?? null
  const current = sealed === null ? null : secrets.decrypt(aiKeyPurpose, sealed)
  const next = given === undefined ? (findOrigin(urls.before) === findOrigin(urls.after) ? current : null) : given
  if (next === current) return { sealed, isNew: false }
  return { sealed: next === null ? null : secrets.encrypt(aiKeyPurpose, next), isNew: true }
}

function findOrigin(url: string | null): string | null {
  return url === null ? null : (URL.parse(url)?.origin ?? url)
}

/** `before` and `after` in the audit log for a replaced key. */
export const replacedKeyAudit = { before: { aiKey: '(hidden)' }, after: { aiKey: '(hidden, another one)' } }
