/** Reproducible random choices, determined by a seed. */

export type Random = {
  readonly seed: number
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  /** Returns an integer, both ends included. */
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<Choice>(choices: readonly [Choice, ...Choice[]]): Choice
  /** Returns a separate sequence for `name`, so that one writer's choices do not depend on the speed of the others. */
  fork(name: string): Random
}

/** Returns Mulberry32, which is small, and good enough to choose times and operations. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    seed,
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    fork: (name) => seededRandom([...name].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), seed ^ 0x811c9dc5)),
  }
}

/** Returns the seed. `SKEIN_TEST_SEED` reproduces an earlier run; without it, each run has its own. */
export function getSeed(given: string | undefined = process.env['SKEIN_TEST_SEED']): number {
  return given === undefined || given === '' ? Math.floor(Math.random() * 2 ** 31) : Number(given)
}
