/** Tells `sample.ts` the seed of the run, and prints it. */
import type { TestProject } from 'vitest/node'
import { seedOfRun } from '../run-seed.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** `all` tests every cell of every matrix. */
    sampleSeed: number | 'all'
  }
}

export default function setUp(project: TestProject): void {
  const seed = seedOfRun()
  project.provide('sampleSeed', seed)
  console.log(
    seed === 'all' ? 'All cells of all matrices are tested.' : `Matrices are sampled: SKEIN_TEST_SEED=${seed} repeats this sample.`,
  )
}
