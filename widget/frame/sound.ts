/** The sound of a new message. Off until the visitor turns it on, which is also the click without which browsers play nothing. */
import { signal } from '@preact/signals'
import { stored } from './storage.ts'

const kept = stored<boolean>('localStorage', 'sound')
export const hasSound = signal(kept.read() ?? false)
let context: AudioContext | null = null
// The tab that plays may be another one than that in which the visitor has chosen.
addEventListener('storage', () => (hasSound.value = kept.read() ?? false))

export function setSound(isOn: boolean): void {
  hasSound.value = isOn
  kept.write(isOn ? true : null)
  if (isOn) playSound()
}

/** Plays two short tones. */
export function playSound(): void {
  if (!hasSound.value) return
  context ??= new AudioContext()
  void context.resume()
  for (const [i, frequency] of [660, 880].entries()) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    const start = context.currentTime + i * 0.12
    volume.gain.setValueAtTime(0.08, start)
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.25)
    tone.frequency.value = frequency
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + 0.25)
  }
}
