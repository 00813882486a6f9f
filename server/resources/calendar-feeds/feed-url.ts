import type { Config } from '../../config.ts'
import { type Secrets, tokenKind } from '../../kit/index.ts'

/** Below BASE_URL. */
export const calendarPath = '/calendar/'
const ending = '.ics'

/** Its tokens follow from a seed in the database and SECRET_KEY. */
export function feedTokens(secrets: Pick<Secrets, 'derive'>) {
  return tokenKind(secrets, 'svcf')
}

export function feedUrl({ baseUrl }: Pick<Config, 'baseUrl'>, token: string): string {
  return `${baseUrl.href.replace(/\/$/, '')}${calendarPath}${token}${ending}`
}

/** The token in a path; null for another path. */
export function tokenIn(path: string): string | null {
  return path.startsWith(calendarPath) && path.endsWith(ending) ? path.slice(calendarPath.length, -ending.length) : null
}
