/**
 * Who is signed in. The access token is in memory only; the refresh token is in the storage that the browser's tabs share, since each is
 * good once: the tab that refreshes writes the next one and tells the others, and a lock keeps two from refreshing at the same time.
 */
import { ApiError, type SignIn, type SkeinClient } from '@skein/client'
import { refreshKey } from './refresh-key.ts'
import { createStore, type Store } from './store.ts'

/** `lacksSecondFactor`: the role of the person needs a second factor, and until they have one the session can only set it up. */
export type Signed = { accessToken: string; expiresAt: number; user: SignIn['user']; lacksSecondFactor: boolean }
/** `unknown` until the refresh token of an earlier visit has been tried, with why that has failed. */
export type SessionState =
  | { state: 'unknown'; failure?: unknown }
  | { state: 'out'; reason: 'none' }
  /** `user` is whose session it was, when this page knew: what they see stays behind the dialog for signing in again. */
  | { state: 'out'; reason: 'ended'; user: SignIn['user'] | null }
  | ({ state: 'in' } & Signed)

/** Whose page it is: also while they have to sign in again. */
export function personOf(state: SessionState): SignIn['user'] | null {
  return 'user' in state ? state.user : null
}

export type Session = {
  store: Store<SessionState>
  /** A token that is good for a while yet. Throws SignedOut. */
  token(): Promise<string>
  /** For when the service refuses `refused` although its time is not over. */
  renew(refused: string): Promise<string>
  signIn(answer: SignIn): void
  /** Notes that the service has refused a request for lack of a second factor, or that there is one now. */
  noteSecondFactor(isLacking: boolean): void
  signOut(): Promise<void>
  /** Goes on with the session of an earlier visit. What fails is told in the store, and can be tried again. */
  resume(): Promise<void>
}

export class SignedOut extends Error {}

type Anonymous = Pick<SkeinClient, 'refresh'>
type Parts = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
}

/** A request that leaves with a token must arrive before its end. */
const marginMs = 30_000

export function createSession(anonymous: Anonymous, { storage, channel }: Parts): Session {
  const store = createStore<SessionState>({ state: 'unknown' })
  let refreshing: Promise<string> | null = null

  const isFresh = (known: SessionState): known is { state: 'in' } & Signed =>
    known.state === 'in' && known.expiresAt - Date.now() > marginMs
  const tell = (signed: Signed): void => {
    store.set({ state: 'in', ...signed })
    channel.postMessage({ kind: 'in', ...signed })
  }
  const keep = (answer: SignIn): string => {
    storage.setItem(refreshKey, answer.refreshToken)
    const { accessToken, user, lacksSecondFactor } = answer
    tell({ accessToken, expiresAt: Date.parse(answer.expiresAt), user, lacksSecondFactor })
    return answer.accessToken
  }
  const end = (reason: 'none' | 'ended'): never => {
    storage.removeItem(refreshKey)
    const known = store.get()
    if (known.state !== 'out') store.set(reason === 'none' ? { state: 'out', reason } : { state: 'out', reason, user: personOf(known) })
    throw new SignedOut('Nobody is signed in.')
  }
  /** Within the lock: another tab may have refreshed while this one waited for it. */
  const refresh = async (refused: string | null): Promise<string> => {
    const known = store.get()
    if (isFresh(known) && known.accessToken !== refused) return known.accessToken
    const refreshToken = storage.getItem(refreshKey)
    if (refreshToken === null) return end(known.state === 'in' ? 'ended' : 'none')
    try {
      return keep((await anonymous.refresh({ body: { refreshToken } })).data)
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return end('ended')
      throw error
    }
  }
  const inTurn = (refused: string | null): Promise<string> => {
    refreshing ??= locked('skein.refresh', () => refresh(refused)).finally(() => {
      refreshing = null
    })
    return refreshing
  }
  channel.addEventListener('message', ({ data }: MessageEvent) => {
    const told: unknown = data
    if (isSignedIn(told)) {
      const { accessToken, expiresAt, user, lacksSecondFactor } = told
      store.set({ state: 'in', accessToken, expiresAt, user, lacksSecondFactor })
    } else if (isObject(told) && told['kind'] === 'out') store.set({ state: 'out', reason: 'none' })
  })
  return {
    store,
    async token() {
      const known = store.get()
      if (known.state === 'out') throw new SignedOut('Nobody is signed in.')
      return isFresh(known) ? known.accessToken : inTurn(null)
    },
    renew: (refused) => inTurn(refused),
    signIn: (answer) => void keep(answer),
    noteSecondFactor(isLacking) {
      const known = store.get()
      if (known.state === 'in' && known.lacksSecondFactor !== isLacking) tell({ ...known, lacksSecondFactor: isLacking })
    },
    async signOut() {
      storage.removeItem(refreshKey)
      store.set({ state: 'out', reason: 'none' })
      channel.postMessage({ kind: 'out' })
    },
    async resume() {
      if (store.get().state === 'unknown') store.set({ state: 'unknown' })
      await inTurn(null).catch((error: unknown) => {
        if (!(error instanceof SignedOut) && store.get().state === 'unknown') store.set({ state: 'unknown', failure: error })
      })
    },
  }
}

/**
 * The next person at this browser must not see what this one saw, also when they sign in where the session of the other has ended. Who comes
 * back finds everything there.
 */
export function forgetBetweenPeople(store: Store<SessionState>, forget: () => void): void {
  let last: string | null = null
  store.subscribe(() => {
    const state = store.get()
    const person = personOf(state)
    if ((state.state === 'out' && state.reason === 'none') || (person && last !== null && person.id !== last)) forget()
    last = person?.id ?? last
  })
}

/** Pages without HTTPS have no locks; there the service forgives a second refresh within ten seconds. */
async function locked<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as { locks?: LockManager }
  return locks ? locks.request(name, work) : work()
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Only this program posts to the channel, which other origins cannot reach. */
function isSignedIn(value: unknown): value is { kind: 'in' } & Signed {
  return isObject(value) && value['kind'] === 'in'
}
