/** Every text of the frame has a German one. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { german } from '../frame/texts-de.ts'

const directory = join(import.meta.dirname, '../frame')

/** Returns the texts in calls of `t` and `plural`, and those of errors. */
function listTexts(): Set<string> {
  const sources = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/texts/.test(name))
    .map((name) => readFileSync(join(directory, name), 'utf8'))
  const inCalls = sources.flatMap((text) => [...text.matchAll(/\b(?:t|plural)\(([^;{}]*?'[^;]*?)\)/gs)].map(([, input]) => input ?? ''))
  const inErrors = sources.flatMap((text) =>
    [...text.matchAll(/const byCode[^{]*\{(.*?)\n\}/gs)].map(([, body = '']) => body.replaceAll(/'SVC-[^']*'/g, '')),
  )
  return new Set([...inCalls, ...inErrors].flatMap((text) => [...text.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, found = '']) => found)))
}

it('has a German text for each English one, with the same values, and no other', () => {
  const texts = listTexts()
  expect(texts.size).toBeGreaterThan(60)
  expect([...texts].filter((text) => /[a-z]/i.test(text) && !(text in german))).toEqual([])
  expect(Object.keys(german).filter((text) => !texts.has(text))).toEqual([])
  const getValues = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()
  // “in one minute” has no number.
  const isOne = (text: string): boolean => /^\{count\} (minute|hour|day)$/.test(text)
  const different = Object.entries(german).filter(
    ([text, translated]) => !isOne(text) && `${getValues(text)}` !== `${getValues(translated)}`,
  )
  expect(different).toEqual([])
})
