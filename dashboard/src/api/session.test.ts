/** A session is refreshed for all tabs at once, and ends in all tabs. */
import { ApiError, type SignIn } from '@skein/client'
import { describe, expect, it } from 'vitest'
import { createSession, clearOnUserChange, SignedOutError } from './session.ts'

type Listener = (event: MessageEvent) => void

/** Fakes a browser whose tabs share a storage and a broadcast channel, and a service with one session. */
function createBrowser() {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const tabs: Listener[] = []
  const used: string[] = []
  let generation = 0
  let isEnded = false
  const signIn = (): SignIn => {
    generation++
    const user = { id: 'usr_1', name: 'Grace' }
    // Safe because no code under test reads the other fields of a user.
    return {
      accessToken: `at${generation}`,
      refreshToken: `rt${generation}`,
      expiresAt: new Date(Date.now() + 900_000).toISOString(),
      user,
    } as SignIn
  }
  const anonymous = {
    async refresh({ body: { refreshToken } }: { body: { refreshToken: string } }) {
      used.push(refreshToken)
      await Promise.resolve()
      const parts = {
        code: 'SVC-AUTH-INVALID_CREDENTIALS',
        summary: 'No.',
        status: 401,
        requestId: '',
        details: [],
        docUrl: null,
        retryAfterSeconds: null,
      }
      if (isEnded || refreshToken !== `rt${generation}`) throw new ApiError(parts)
      return { data: signIn() }
    },
  }
  const openTab = () => {
    let own: Listener | null = null
    const channel = {
      postMessage: (data: unknown) => {
        // Safe because a session reads only `data` of a message.
        for (const listener of tabs) if (listener !== own) listener({ data } as MessageEvent)
      },
      addEventListener: (_: string, listener: unknown) => {
        // Safe because a session listens only to messages.
        own = listener as Listener
        tabs.push(own)
      },
    }
    // Safe because a session uses no other part of these.
    return createSession(anonymous as never, { storage, channel } as never)
  }
  return { openTab, used, stored, signIn, end: () => void (isEnded = true) }
}

describe('a session', () => {
  it('is refreshed once for several requests at the same time', async () => {
    const { openTab, used, signIn } = createBrowser()
    const tab = openTab()
    tab.signIn(signIn())
    const tokens = await Promise.all([tab.replaceToken('at1'), tab.replaceToken('at1'), tab.replaceToken('at1')])
    expect(tokens).toEqual(['at2', 'at2', 'at2'])
    expect(used).toEqual(['rt1'])
  })
  it('gives a tab the token that another tab got', async () => {
    const { openTab, used, signIn } = createBrowser()
    const [first, second] = [openTab(), openTab()]
    first.signIn(signIn())
    await first.replaceToken('at1')
    expect(await second.getToken()).toBe('at2')
    expect(await second.replaceToken('at1')).toBe('at2')
    expect(used).toEqual(['rt1'])
  })
  it('resumes in a later visit, and does not start without a sign-in', async () => {
    const { openTab, stored, signIn } = createBrowser()
    openTab().signIn(signIn())
    const later = openTab()
    await later.resume()
    expect(later.store.get().state).toBe('in')
    expect([...stored.values()]).toEqual(['rt2'])
    const fresh = createBrowser().openTab()
    await fresh.resume()
    expect(fresh.store.get()).toEqual({ state: 'out', reason: 'none' })
  })
  it('ends with its token when the service has ended it', async () => {
    const { openTab, stored, signIn, end } = createBrowser()
    const tab = openTab()
    tab.signIn(signIn())
    end()
    await expect(tab.replaceToken('at1')).rejects.toBeInstanceOf(SignedOutError)
    expect(tab.store.get()).toEqual({ state: 'out', reason: 'ended', user: signIn().user })
    expect(stored.size).toBe(0)
    await expect(tab.getToken()).rejects.toBeInstanceOf(SignedOutError)
  })
  it('ends in all tabs when the user signs out', async () => {
    const { openTab, signIn } = createBrowser()
    const [first, second] = [openTab(), openTab()]
    first.signIn(signIn())
    await second.signOut()
    expect(first.store.get().state).toBe('out')
  })
  it('keeps loaded data for the same user and clears it for another', async () => {
    const { openTab, signIn, end } = createBrowser()
    const tab = openTab()
    let clearCount = 0
    clearOnUserChange(tab.store, () => clearCount++)
    const signInAnother = (): SignIn => ({ ...signIn(), user: { ...signIn().user, id: 'usr_2' } })
    const counts: number[] = []
    for (const next of [signIn, signIn, signInAnother, signInAnother]) {
      const response = next()
      tab.signIn(response)
      counts.push(clearCount)
      end()
      await expect(tab.replaceToken(response.accessToken)).rejects.toBeInstanceOf(SignedOutError)
    }
    expect([counts, clearCount]).toEqual([[0, 0, 1, 1], 1])
    await tab.signOut()
    expect(clearCount).toBe(2)
  })
})
