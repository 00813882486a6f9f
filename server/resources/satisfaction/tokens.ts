/** Builds tokens and URLs of the customers' rating pages. */
import type { Config } from '../../config.ts'
import { tokenKind } from '#kit/tokens.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { helpOrigin } from '../kb/index.ts'

/** Path on the tenant's host. */
export const satisfactionPath = '/s/'

export const satisfactionTokenPrefix = 'svcs'

/** Declares tokens derived from a seed in the request's row and SECRET_KEY, so that neither alone is enough to compute one. */
export function satisfactionTokens(secrets: Pick<Secrets, 'derive'>) {
  return tokenKind(secrets, satisfactionTokenPrefix)
}

type Page = { tenantId: Uuid; id: Uuid; seed: Buffer; slug: string }

export function pageUrl({ baseUrl }: Pick<Config, 'baseUrl'>, secrets: Secrets, { tenantId, id, seed, slug }: Page): string {
  return `${helpOrigin(baseUrl, slug)}${satisfactionPath}${satisfactionTokens(secrets).make({ tenantId, id, number: 0 }, seed)}`
}

/** Page on which a customer opts out of further requests. Mail programs POST to it without showing it. */
export const unsubscribePage = '/unsubscribe'
