/** Whether this browser gets pushes, and of whom. */
import { createStoredChoice } from '../../ui/stored-choice.ts'

/** The user who turned on pushes in this browser; null for none. Another user who signs in here gets no pushes. */
export const pushedUser = createStoredChoice<string | null>('skein.push', null, (stored) => (typeof stored === 'string' ? stored : null))

/** Message of the service worker: the user has clicked a push. */
export type OpenRequest = { type: 'skein-open'; path: string }

export function isOpenRequest(data: unknown): data is OpenRequest {
  // Safe because the comparisons hold for every object.
  const { type, path } = (typeof data === 'object' && data !== null ? data : {}) as Partial<OpenRequest>
  return type === 'skein-open' && typeof path === 'string' && /^\/(?!\/)/.test(path)
}
