/** Loaded with each test file: see `browser-problems.ts`. */
import { afterAll, afterEach, expect } from 'vitest'
import { takeProblems } from './browser-problems.ts'

const check = async (): Promise<void> => expect(await takeProblems(), 'problems in the browser').toEqual([])

afterEach(check)
// Also what happens while pages close.
afterAll(check)
