/** Chooses, once for a whole run, what `sample.ts` draws, and says so. */
import type { TestProject } from 'vitest/node'
import { seedOf } from '../torture/random.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** `all` asks every cell of every matrix. */
    sampleSeed: number | 'all'
  }
}

export default function setUp(project: TestProject): void {
  const seed = process.env['SKEIN_TEST_FULL'] ? 'all' : seedOf()
  project.provide('sampleSeed', seed)
  console.log(seed === 'all' ? 'Matrices are asked in full.' : `Matrices are sampled: SKEIN_TEST_SEED=${seed} draws the same again.`)
}
