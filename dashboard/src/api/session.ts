/**
 * The session of the signed-in user. The access token is in memory only. The refresh token is in the storage that all tabs share, because
 * each refresh token works once: the tab that refreshes stores the next token and sends it to the other tabs, and a lock prevents two tabs
 * from refreshing at the same time.
 */
import { ApiError, type SignIn, type SkeinClient } from '@skein/client'
import { refreshKey } from './refresh-key.ts'
import { createStore, type Store } from './store.ts'

/** `lacksSecondFactor`: the user's role requires a second factor, and until they have one the session can only set it up. */
export type SignedIn = { accessToken: string; expiresAt: number; user: SignIn['user']; lacksSecondFactor: boolean }
/** `unknown` until the refresh token of an earlier visit has been tried; `failure` is the error when that request failed. */
export type SessionState =
  | { state: 'unknown'; failure?: unknown }
  | { state: 'out'; reason: 'none' }
  /** `user` had the session, if this page knew it. Their screen stays visible behind the dialog for signing in again. */
  | { state: 'out'; reason: 'ended'; user: SignIn['user'] | null }
  | ({ state: 'in' } & SignedIn)

/** Returns the user of the session, also while they have to sign in again. */
export function getSessionUser(state: SessionState): SignIn['user'] | null {
  return 'user' in state ? state.user : null
}

export type Session = {
  store: Store<SessionState>
  /** Returns an access token that is valid for at least 30 seconds. Throws SignedOutError. */
  token(): Promise<string>
  /** Returns another access token than `rejectedToken`, which the service rejected before it expired. */
  renew(rejectedToken: string): Promise<string>
  signIn(response: SignIn): void
  /** Records that the service refused a request for lack of a second factor, or that the user has set one up. */
  noteSecondFactor(isLacking: boolean): void
  signOut(): Promise<void>
  /** Resumes the session of an earlier visit. A failure is in the store, and the caller may retry. */
  resume(): Promise<void>
}

export class SignedOutError extends Error {}

type Anonymous = Pick<SkeinClient, 'refresh'>
type Parts = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
}

/** Milliseconds before its expiry at which a token is renewed, so that it is still valid when the request arrives. */
const marginMs = 30_000

export function createSession(anonymous: Anonymous, { storage, channel }: Parts): Session {
  const store = createStore<SessionState>({ state: 'unknown' })
  let refreshing: Promise<string> | null = null

  const isFresh = (known: SessionState): known is { state: 'in' } & SignedIn =>
    known.state === 'in' && known.expiresAt - Date.now() > marginMs
  const publish = (signedIn: SignedIn): void => {
    store.set({ state: 'in', ...signedIn })
    channel.postMessage({ kind: 'in', ...signedIn })
  }
  const storeTokens = (response: SignIn): string => {
    storage.setItem(refreshKey, response.refreshToken)
    const { accessToken, user, lacksSecondFactor } = response
    publish({ accessToken, expiresAt: Date.parse(response.expiresAt), user, lacksSecondFactor })
    return response.accessToken
  }
  const end = (reason: 'none' | 'ended'): never => {
    storage.removeItem(refreshKey)
    const known = store.get()
    if (known.state !== 'out')
      store.set(reason === 'none' ? { state: 'out', reason } : { state: 'out', reason, user: getSessionUser(known) })
    throw new SignedOutError('Nobody is signed in.')
  }
  /** Returns a fresh token. Runs inside the lock, so another tab may have refreshed while this tab waited. */
  const refresh = async (rejectedToken: string | null): Promise<string> => {
    const known = store.get()
    if (isFresh(known) && known.accessToken !== rejectedToken) return known.accessToken
    const refreshToken = storage.getItem(refreshKey)
    if (refreshToken === null) return end(known.state === 'in' ? 'ended' : 'none')
    try {
      return storeTokens((await anonymous.refresh({ body: { refreshToken } })).data)
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return end('ended')
      throw error
    }
  }
  const refreshOnce = (rejectedToken: string | null): Promise<string> => {
    refreshing ??= withLock('skein.refresh', () => refresh(rejectedToken)).finally(() => {
      refreshing = null
    })
    return refreshing
  }
  channel.addEventListener('message', ({ data }: MessageEvent) => {
    const message: unknown = data
    if (isSignedIn(message)) {
      const { accessToken, expiresAt, user, lacksSecondFactor } = message
      store.set({ state: 'in', accessToken, expiresAt, user, lacksSecondFactor })
    } else if (isObject(message) && message['kind'] === 'out') store.set({ state: 'out', reason: 'none' })
  })
  return {
    store,
    async token() {
      const known = store.get()
      if (known.state === 'out') throw new SignedOutError('Nobody is signed in.')
      return isFresh(known) ? known.accessToken : refreshOnce(null)
    },
    renew: (rejectedToken) => refreshOnce(rejectedToken),
    signIn: (response) => void storeTokens(response),
    noteSecondFactor(isLacking) {
      const known = store.get()
      if (known.state === 'in' && known.lacksSecondFactor !== isLacking) publish({ ...known, lacksSecondFactor: isLacking })
    },
    async signOut() {
      storage.removeItem(refreshKey)
      store.set({ state: 'out', reason: 'none' })
      channel.postMessage({ kind: 'out' })
    },
    async resume() {
      if (store.get().state === 'unknown') store.set({ state: 'unknown' })
      await refreshOnce(null).catch((error: unknown) => {
        if (!(error instanceof SignedOutError) && store.get().state === 'unknown') store.set({ state: 'unknown', failure: error })
      })
    },
  }
}

/**
 * Calls `clear` when the user signs out, or when another user signs in after the session has ended, so that they do not see each other's
 * data. Keeps the data when the same user signs in again.
 */
export function clearOnUserChange(store: Store<SessionState>, clear: () => void): void {
  let lastUserId: string | null = null
  store.subscribe(() => {
    const state = store.get()
    const user = getSessionUser(state)
    if ((state.state === 'out' && state.reason === 'none') || (user && lastUserId !== null && user.id !== lastUserId)) clear()
    lastUserId = user?.id ?? lastUserId
  })
}

/**
 * Runs `work` while no other tab holds the lock. Pages without HTTPS have no locks; the service accepts a second refresh within ten
 * seconds.
 */
async function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as { locks?: LockManager }
  return locks ? locks.request(name, work) : work()
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Checks only the kind, because only this program posts to the channel, which other origins cannot reach. */
function isSignedIn(value: unknown): value is { kind: 'in' } & SignedIn {
  return isObject(value) && value['kind'] === 'in'
}
