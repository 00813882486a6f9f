/** A session goes on by itself, in all tabs at once, and its end is noticed. */
import { ApiError, type SignIn } from '@skein/client'
import { describe, expect, it } from 'vitest'
import { createSession, forgetBetweenPeople, SignedOut } from './session.ts'

type Listener = (event: MessageEvent) => void

/** Two tabs of one browser: they share the storage, and hear each other. */
function browser() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const tabs: Listener[] = []
  const used: string[] = []
  let generation = 0
  let isEnded = false
  const answer = (): SignIn => {
    generation++
    const user = { id: 'usr_1', name: 'Grace' }
    // Safe because nothing here reads the other fields of a person.
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
      return { data: answer() }
    },
  }
  const openTab = () => {
    let own: Listener | null = null
    const channel = {
      postMessage: (data: unknown) => {
        // Safe because nothing reads anything else of the message.
        for (const listener of tabs) if (listener !== own) listener({ data } as MessageEvent)
      },
      addEventListener: (_: string, listener: unknown) => {
        // Safe because a session listens to messages alone.
        own = listener as Listener
        tabs.push(own)
      },
    }
    // Safe because a session uses no other part of these.
    return createSession(anonymous as never, { storage, channel } as never)
  }
  return { openTab, used, kept, answer, end: () => void (isEnded = true) }
}

describe('a session', () => {
  it('is refreshed once, however many calls need it at the same time', async () => {
    const { openTab, used, answer } = browser()
    const tab = openTab()
    tab.signIn(answer())
    const tokens = await Promise.all([tab.renew('at1'), tab.renew('at1'), tab.renew('at1')])
    expect(tokens).toEqual(['at2', 'at2', 'at2'])
    expect(used).toEqual(['rt1'])
  })
  it('gives a tab the token that another tab got', async () => {
    const { openTab, used, answer } = browser()
    const [first, second] = [openTab(), openTab()]
    first.signIn(answer())
    await first.renew('at1')
    expect(await second.token()).toBe('at2')
    expect(await second.renew('at1')).toBe('at2')
    expect(used).toEqual(['rt1'])
  })
  it('goes on in a later visit, and starts no session of its own', async () => {
    const { openTab, kept, answer } = browser()
    openTab().signIn(answer())
    const later = openTab()
    await later.resume()
    expect(later.store.get().state).toBe('in')
    expect([...kept.values()]).toEqual(['rt2'])
    const nobody = browser().openTab()
    await nobody.resume()
    expect(nobody.store.get()).toEqual({ state: 'out', reason: 'none' })
  })
  it('that the service has ended is over here too, with its token', async () => {
    const { openTab, kept, answer, end } = browser()
    const tab = openTab()
    tab.signIn(answer())
    end()
    await expect(tab.renew('at1')).rejects.toBeInstanceOf(SignedOut)
    expect(tab.store.get()).toEqual({ state: 'out', reason: 'ended', user: answer().user })
    expect(kept.size).toBe(0)
    await expect(tab.token()).rejects.toBeInstanceOf(SignedOut)
  })
  it('ends in all tabs when somebody signs out', async () => {
    const { openTab, answer } = browser()
    const [first, second] = [openTab(), openTab()]
    first.signIn(answer())
    await second.signOut()
    expect(first.store.get().state).toBe('out')
  })
  it('leaves what was loaded to whoever comes back to it, and to nobody else', async () => {
    const { openTab, answer, end } = browser()
    const tab = openTab()
    let forgotten = 0
    forgetBetweenPeople(tab.store, () => forgotten++)
    const another = (): SignIn => ({ ...answer(), user: { ...answer().user, id: 'usr_2' } })
    const steps: number[] = []
    for (const next of [answer, answer, another, another]) {
      const given = next()
      tab.signIn(given)
      steps.push(forgotten)
      end()
      await expect(tab.renew(given.accessToken)).rejects.toBeInstanceOf(SignedOut)
    }
    expect([steps, forgotten]).toEqual([[0, 0, 1, 1], 1])
    await tab.signOut()
    expect(forgotten).toBe(2)
  })
})
