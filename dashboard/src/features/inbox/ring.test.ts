/** The sound of a waiting chat: once for each wait, in one tab, and never for waits of long ago. */
import { afterEach, beforeEach, expect, it } from 'vitest'

const now = Date.parse('2026-03-04T09:30:00.000Z')
const wait = (id: string, secondsAgo: number) => ({ id, waitingSince: new Date(now - secondsAgo * 1_000).toISOString() })

type Ring = (inboxId: string, threads: readonly { id: string; waitingSince: string | null }[], now?: number) => void
/** Rings since the start of the test. Each is an audio context of two tones. */
let rings: { tones: number }[] = []
let hasClicked = true

/** Globals as they were before the test. */
const replaced = new Map<string, PropertyDescriptor | undefined>()
function replaceGlobal(name: string, value: unknown): void {
  replaced.set(name, Object.getOwnPropertyDescriptor(globalThis, name))
  Object.defineProperty(globalThis, name, { value, configurable: true })
}

beforeEach(() => {
  rings = []
  hasClicked = true
  const stored = new Map<string, string>()
  class Part {
    connect = (to: unknown) => to
    addEventListener = (): void => {}
    stop = (): void => {}
  }
  class Tone extends Part {
    readonly audio: { tones: number }
    constructor(audio: { tones: number }) {
      super()
      this.audio = audio
    }
    start = (): void => void this.audio.tones++
  }
  class Audio {
    tones = 0
    currentTime = 0
    constructor() {
      rings.push(this)
    }
  }
  replaceGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  replaceGlobal('navigator', {
    userActivation: {
      get hasBeenActive() {
        return hasClicked
      },
    },
  })
  replaceGlobal('AudioContext', Audio)
  replaceGlobal('OscillatorNode', Tone)
  replaceGlobal('GainNode', Part)
})
afterEach(() => {
  for (const [name, descriptor] of replaced) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    else Reflect.deleteProperty(globalThis, name)
  }
  replaced.clear()
})

let tabs = 0
/** Opens a tab, which has its own memory and shares the storage. */
async function openTab(): Promise<Ring> {
  // Another query makes another instance of the module. Safe because every instance exports the function.
  const tab = (await import(/* @vite-ignore */ `./ring.ts?tab=${++tabs}`)) as { ringFor: Ring }
  return tab.ringFor
}

it('a chat that begins to wait rings once, however often the list is drawn', async () => {
  const ring = await openTab()
  ring('inb_1', [], now)
  for (let i = 0; i < 3; i++) ring('inb_1', [wait('thr_1', 1)], now + i)
  expect(rings).toMatchObject([{ tones: 2 }])
})

it('of two tabs one rings', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first('inb_1', [wait('thr_1', 1)], now)
  second('inb_1', [wait('thr_1', 1)], now)
  expect(rings).toHaveLength(1)
  // Another chat rings, once, in whichever tab sees it first.
  second('inb_1', [wait('thr_1', 1), wait('thr_2', 0)], now)
  first('inb_1', [wait('thr_1', 1), wait('thr_2', 0)], now)
  expect(rings).toHaveLength(2)
})

it('chats that begin to wait at the same time ring once together', async () => {
  const ring = await openTab()
  ring('inb_1', [wait('thr_1', 1), wait('thr_2', 2)], now)
  expect(rings).toHaveLength(1)
})

it('waits that are older than a minute do not ring in a page that was just opened', async () => {
  const ring = await openTab()
  ring('inb_1', [wait('thr_1', 61), wait('thr_2', 3_600), { id: 'thr_3', waitingSince: null }], now)
  expect(rings).toEqual([])
})

it('a chat that waits again after an answer rings again', async () => {
  const ring = await openTab()
  ring('inb_1', [wait('thr_1', 20)], now)
  ring('inb_1', [], now)
  ring('inb_1', [wait('thr_1', 0)], now)
  expect(rings).toHaveLength(2)
})

it('nothing rings before the agent has used the page', async () => {
  const ring = await openTab()
  hasClicked = false
  ring('inb_1', [wait('thr_1', 1)], now)
  expect(rings).toEqual([])
})
