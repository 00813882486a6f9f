/** Everything that the screens know of the service: the client with a session and a log of its calls, and the cache of what it answered. */
import { createContext, useContext } from 'react'
import { QueryClient, type Query } from '@tanstack/react-query'
import { ApiError, createSkeinClient, fetchWithProgress, type SkeinClient, type SkeinRequestInit } from '@skein/client'
import { noteRetry, reachable, watchReachability, whileReachable } from './reachability.ts'
import { createSession, forgetBetweenPeople, SignedOut, type Session } from './session.ts'
import type { Settings } from './settings.ts'
import { noteCall } from './wire-log.ts'

export type Api = {
  settings: Settings
  /** Every operation, as whoever is signed in. */
  skein: SkeinClient
  /** The operations that need nobody: signing in, and what leads there. */
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
    apiKey: () => session.token(),
    fetch: renewingFetch(session),
    attemptsMax: 3,
    // What was refused because there was too much waits its turn, with the key that it had: nobody has to do it again.
    rateLimitedAttemptsMax: 20,
    onRetry: noteRetry,
  })
  const queries = new QueryClient({
    defaultOptions: {
      // Events keep what is shown up to date, so nothing is asked again because time has passed or a window was looked at.
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
  forgetBetweenPeople(session.store, () => queries.clear())
  // Any response will do, also one that this page may not read.
  watchReachability(() => fetch(new URL('/healthz', baseUrl), { mode: 'no-cors', cache: 'no-store' }))
  reachable.subscribe(() => {
    const hasFailed = { predicate: ({ state }: Query) => state.status === 'error', type: 'active' } as const
    if (reachable.get()) void queries.refetchQueries(hasFailed)
  })
  return { settings, skein, anonymous, session, queries }
}

function loggedFetch(url: string, init: SkeinRequestInit): Promise<Response> {
  return whileReachable(async () => {
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

/** A token can end before its time, when the session does or its person's role changes: then there is one more attempt with a new one. */
function renewingFetch(session: Session): (url: string, init: SkeinRequestInit) => Promise<Response> {
  return async (url, init) => {
    const response = await loggedFetch(url, init)
    const headers = new Headers(init.headers)
    const refused = headers.get('authorization')?.replace(/^Bearer /, '')
    if (response.status === 403 && (await lacksSecondFactor(response.clone()))) session.noteSecondFactor(true)
    if (response.status !== 401 || refused === undefined) return response
    headers.set('authorization', `Bearer ${await session.renew(refused)}`)
    return loggedFetch(url, { ...init, headers })
  }
}

/** True for the refusal of every request but those that set up a second factor. The role has come to need one during the session. */
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

/** What to tell people about a failure, and the id with which the operator finds it. */
export function describeFailure(error: unknown): { text: string; requestId: string | null; docUrl: string | null } {
  if (error instanceof ApiError) return { text: error.summary, requestId: error.requestId || null, docUrl: error.docUrl }
  if (error instanceof SignedOut) return { docUrl: null, text: 'Your session has ended. Sign in again to continue.', requestId: null }
  return { docUrl: null, text: 'The service cannot be reached. Nothing that you typed is lost.', requestId: null }
}
