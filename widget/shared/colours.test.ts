import { assert, constantFrom, integer, property } from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../../test/extent.ts'
import { getContrast, inkOn, legibleOn, mix } from './colours.ts'

const colour = integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

it('text on any colour, and any colour as text, has a contrast of 4.5', () => {
  assert(
    property(colour, constantFrom('#ffffff', '#181716'), (brand, surface) => {
      expect(getContrast(brand, inkOn(brand))).toBeGreaterThanOrEqual(4.5)
      const grounds = [surface, mix(surface, brand, 0.1)]
      const text = legibleOn(brand, grounds)
      for (const ground of grounds) expect(getContrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }),
    propertyRuns({ short: 300, all: 5_000 }),
  )
})
it('a colour that is legible stays as it is', () => {
  expect(legibleOn('#155e4b', ['#ffffff'])).toBe('#155e4b')
  expect(inkOn('#ffff00')).toBe('#000000')
  expect(getContrast('#000000', '#ffffff')).toBeCloseTo(21)
})
