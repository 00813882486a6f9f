/** Rings once for each chat that begins to wait, in one tab of the browser. */
import type { Thread } from '@skein/client'

type Waiting = Pick<Thread, 'id' | 'waitingSince'>

const storageKey = 'skein.rung'
/** Waits older than this had time to be noticed, so a page that has just been opened does not ring for them. */
const recentMs = 60_000
const maxStored = 50

/** Waits that this page has seen. The first ones of an inbox are there when the page opens, and ring only if they are recent. */
const seen = new Set<string>()

export function ringFor(inboxId: string, threads: readonly Waiting[], now = Date.now()): void {
  const fresh = threads.filter(({ id, waitingSince }) => waitingSince !== null && !seen.has(`${inboxId} ${id} ${waitingSince}`))
  for (const { id, waitingSince } of fresh) seen.add(`${inboxId} ${id} ${waitingSince}`)
  const recent = fresh.filter(({ waitingSince }) => now - Date.parse(waitingSince ?? '') < recentMs)
  if (recent.length > 0 && claim(recent)) ring()
}

/** Returns false if another tab has rung for all of these waits. */
function claim(threads: readonly Waiting[]): boolean {
  const rung = (localStorage.getItem(storageKey) ?? '').split('\n')
  const waits = threads.map(({ id, waitingSince }) => `${id} ${waitingSince}`).filter((wait) => !rung.includes(wait))
  if (waits.length === 0) return false
  localStorage.setItem(storageKey, [...waits, ...rung].slice(0, maxStored).join('\n'))
  return true
}

/** Plays two short tones. Browsers play nothing before the agent has used the page. */
function ring(): void {
  if (!navigator.userActivation.hasBeenActive) return
  const audio = new AudioContext()
  for (const [i, frequency] of [660, 880].entries()) {
    const tone = new OscillatorNode(audio, { frequency })
    const volume = new GainNode(audio, { gain: 0.08 })
    tone.connect(volume).connect(audio.destination)
    tone.start(audio.currentTime + i * 0.16)
    tone.stop(audio.currentTime + i * 0.16 + 0.14)
    if (i === 1) tone.addEventListener('ended', () => void audio.close())
  }
}
