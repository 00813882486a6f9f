/** Access to the service for all screens: the API client, the session, and the query cache. */
import { createContext, useContext } from 'react'
import { QueryClient, type Query } from '@tanstack/react-query'
import { ApiError, createSkeinClient, fetchWithProgress, type SkeinClient, type SkeinRequestInit } from '@skein/client'
import { noteRetry, reachable, watchReachability, callIfReachable } from './reachability.ts'
import { createSession, clearOnUserChange, SignedOutError, type Session } from './session.ts'
import type { Settings } from './settings.ts'
import { noteCall } from './wire-log.ts'
import { t } from '../texts/texts.ts'

export type Api = {
  settings: Settings
  /** API client that sends the signed-in user's access token. */
  skein: SkeinClient
  /** API client without credentials, for signing in and resetting a password. */
  anonymous: SkeinClient
  session: Session
  queries: QueryClient
}

export function createApi(settings: Settings): Api {
  const baseUrl = settings.apiUrl
  const anonymous = createSkeinClient({ baseUrl, apiKey: null, fetch: loggedFetch, attemptsMax: 2, onRetry: noteRetry })
  const session = createSession(anonymous, { storage: localStorage, channel: new BroadcastChannel('skein.session') })
  const skein = createSkeinClient({
    baseUrl,
    apiKey: () => session.getToken(),
    fetch: renewingFetch(session),
    attemptsMax: 3,
    // Rate-limited requests are retried for minutes with their idempotency key, so that the agent need not repeat the change.
    rateLimitedAttemptsMax: 20,
    onRetry: noteRetry,
  })
  const queries = new QueryClient({
    defaultOptions: {
      // Events keep the cache up to date, so cached data never becomes stale over time or on window focus.
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 600_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  })
  clearOnUserChange(session.store, () => queries.clear())
  // Any response proves that the service is reachable, even one that CORS hides from this page.
  watchReachability(() => fetch(new URL('/healthz', baseUrl), { mode: 'no-cors', cache: 'no-store' }))
  reachable.subscribe(() => {
    const hasFailed = { predicate: ({ state }: Query) => state.status === 'error', type: 'active' } as const
    if (reachable.get()) void queries.refetchQueries(hasFailed)
  })
  return { settings, skein, anonymous, session, queries }
}

function loggedFetch(url: string, init: SkeinRequestInit): Promise<Response> {
  return callIfReachable(async () => {
    const note = noteCall(url, init)
    try {
      const response = await fetchWithProgress(url, init)
      note(response)
      return response
    } catch (error) {
      note(null)
      throw error
    }
  })
}

/**
 * Wraps `fetch`: after a 401, retries the request once with a new access token. A token can become invalid before it expires, when the
 * session ends or the user's role changes.
 */
function renewingFetch(session: Session): (url: string, init: SkeinRequestInit) => Promise<Response> {
  return async (url, init) => {
    const response = await loggedFetch(url, init)
    const headers = new Headers(init.headers)
    const rejectedToken = headers.get('authorization')?.replace(/^Bearer /, '')
    if (response.status === 403 && (await lacksSecondFactor(response.clone()))) session.setLacksSecondFactor(true)
    if (response.status !== 401 || rejectedToken === undefined) return response
    headers.set('authorization', `Bearer ${await session.replaceToken(rejectedToken)}`)
    return loggedFetch(url, { ...init, headers })
  }
}

/** True when the service refuses the request because the user's role has started to require a second factor. */
async function lacksSecondFactor(response: Response): Promise<boolean> {
  const text = await response.text().catch(() => '')
  return text.includes('"SVC-AUTH-SECOND_FACTOR_REQUIRED"')
}

const ApiContext = createContext<Api | null>(null)
export const ApiProvider = ApiContext.Provider

export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('There is no ApiProvider above this component.')
  return api
}

/** Returns an error's text for the screen, and the request id with which the operator finds the error in the log. */
export function describeFailure(error: unknown): { text: string; requestId: string | null; docUrl: string | null } {
  if (error instanceof ApiError) return { text: error.summary, requestId: error.requestId || null, docUrl: error.docUrl }
  if (error instanceof SignedOutError)
    return { docUrl: null, text: t('You’ve been signed out. Sign in again to continue.'), requestId: null }
  return { docUrl: null, text: t('We can’t reach Skein right now. Nothing you typed is lost.'), requestId: null }
}
