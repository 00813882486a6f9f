import { expect, it } from 'vitest'
import { readTextColor } from './text-color.ts'

it.each([
  ['#000000', '#ffffff'],
  ['#ffffff', '#000000'],
  ['#4445c2', '#ffffff'],
  ['#ffcc00', '#000000'],
  ['#747474', '#ffffff'],
  ['#777777', '#000000'],
  ['#ff0000', '#000000'],
])('on %s, text is %s', (color, text) => {
  expect(readTextColor(color)).toBe(text)
})
