/** Density of the thread list, stored in the browser. */
import { createStoredChoice } from './stored-choice.ts'

export type Density = 'comfortable' | 'compact'

export const densities: readonly Density[] = ['comfortable', 'compact']

export const chosenDensity = createStoredChoice<Density>(
  'skein.density',
  'comfortable',
  (stored) => densities.find((density) => density === stored) ?? null,
)
