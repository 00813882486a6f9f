/**
 * Session of the signed-in user. The access token is only in memory. The refresh token is in localStorage, which all tabs share, because
 * each refresh token works only once: the tab that refreshes stores the next refresh token and sends the new access token to the other
 * tabs. A Web Lock prevents two tabs from refreshing at the same time.
 */
import { ApiError, type SignIn, type SkeinClient } from '@skein/client'
import { refreshKey } from './refresh-key.ts'
import { createStore, type Store } from './store.ts'

/**
 * `lacksSecondFactor` is true when the user's role requires a second factor that the user has not set up. Until then, the session can do
 * nothing else.
 */
export type SignedIn = { accessToken: string; expiresAt: number; user: SignIn['user']; lacksSecondFactor: boolean }
/** `unknown` until the refresh token of an earlier visit has been tried; `failure` is the error when that request failed. */
export type SessionState =
  | { state: 'unknown'; failure?: unknown }
  | { state: 'out'; reason: 'none' }
  /**
   * `user` is the user whose session has ended, and whose screen stays visible behind the sign-in dialog. Null if the page never loaded the
   * user.
   */
  | { state: 'out'; reason: 'ended'; user: SignIn['user'] | null }
  | ({ state: 'in' } & SignedIn)

/** Returns the session's user, even after the session has ended and until the next sign-in. */
export function getSessionUser(state: SessionState): SignIn['user'] | null {
  return 'user' in state ? state.user : null
}

export type Session = {
  store: Store<SessionState>
  /** Returns an access token that is valid for at least 30 seconds. Throws SignedOutError. */
  getToken(): Promise<string>
  /** Returns a new access token after the service rejected `rejectedToken` before its expiry. */
  replaceToken(rejectedToken: string): Promise<string>
  signIn(response: SignIn): void
  /** Updates `lacksSecondFactor`, when the service refuses a request for this reason or when the user has set up a second factor. */
  setLacksSecondFactor(lacksSecondFactor: boolean): void
  signOut(): Promise<void>
  /** Resumes the session of an earlier visit. Does not throw: stores an error, and the caller may retry. */
  resume(): Promise<void>
}

export class SignedOutError extends Error {}

type RefreshClient = Pick<SkeinClient, 'refresh'>
type BrowserParts = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
}

/** Milliseconds before expiry when a token is refreshed, so that it is still valid when the request arrives. */
const refreshMarginMs = 30_000

export function createSession(anonymous: RefreshClient, { storage, channel }: BrowserParts): Session {
  const store = createStore<SessionState>({ state: 'unknown' })
  let refreshing: Promise<string> | null = null

  const isFresh = (known: SessionState): known is { state: 'in' } & SignedIn =>
    known.state === 'in' && known.expiresAt - Date.now() > refreshMarginMs
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
  const endSession = (reason: 'none' | 'ended'): never => {
    storage.removeItem(refreshKey)
    const known = store.get()
    if (known.state !== 'out')
      store.set(reason === 'none' ? { state: 'out', reason } : { state: 'out', reason, user: getSessionUser(known) })
    throw new SignedOutError('No user is signed in.')
  }
  /** Returns a fresh token. Runs inside the lock; another tab may have refreshed while this tab waited for it. */
  const refresh = async (rejectedToken: string | null): Promise<string> => {
    const known = store.get()
    if (isFresh(known) && known.accessToken !== rejectedToken) return known.accessToken
    const refreshToken = storage.getItem(refreshKey)
    if (refreshToken === null) return endSession(known.state === 'in' ? 'ended' : 'none')
    try {
      return storeTokens((await anonymous.refresh({ body: { refreshToken } })).data)
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return endSession('ended')
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
    async getToken() {
      const known = store.get()
      if (known.state === 'out') throw new SignedOutError('No user is signed in.')
      return isFresh(known) ? known.accessToken : refreshOnce(null)
    },
    replaceToken: (rejectedToken) => refreshOnce(rejectedToken),
    signIn: (response) => void storeTokens(response),
    setLacksSecondFactor(lacksSecondFactor) {
      const known = store.get()
      if (known.state === 'in' && known.lacksSecondFactor !== lacksSecondFactor) publish({ ...known, lacksSecondFactor })
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
 * Calls `clear` when the user signs out, or when a different user signs in after the session has ended, so that the second user never sees
 * the first user's data. Does not call `clear` when the same user signs in again.
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
 * Runs `work` while no other tab holds the lock. Browsers provide Web Locks only on pages with HTTPS. Elsewhere, two tabs may use the same
 * refresh token, which the service accepts for ten seconds.
 */
async function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as { locks?: LockManager }
  return locks ? locks.request(name, work) : work()
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Checks only `kind`, because only the dashboard can post to this channel: other origins have no access to it. */
function isSignedIn(value: unknown): value is { kind: 'in' } & SignedIn {
  return isObject(value) && value['kind'] === 'in'
}
