/** Fails each test in which a browser reported a problem; see `browser-problems.ts`. */
import { afterAll, afterEach, expect } from 'vitest'
import { takeProblems } from './browser-problems.ts'

const check = async (): Promise<void> => expect(await takeProblems(), 'problems in the browser').toEqual([])

afterEach(check)
// Pages may still report problems while they close.
afterAll(check)
