/**
 * Each mutant of `npm run mutants`, which takes minutes, still applies to the tree. If its line has changed, the mutant would have no
 * effect.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mutants } from './mutants.ts'

it.each(mutants)('$name', ({ file, edits }) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  for (const [find] of edits) expect(text.includes(find), find).toBe(true)
})
