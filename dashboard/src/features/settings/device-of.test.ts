import { expect, it } from 'vitest'
import { deviceOf } from './device-of.ts'

it('a browser is told by its name and system, a program by what it calls itself', () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  expect(deviceOf(chrome)).toBe('Chrome on Linux')
  expect(deviceOf(`${chrome} Edg/140.0`)).toBe('Edge on Linux')
  expect(deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1')).toBe('Safari on iOS')
  expect([deviceOf('curl/8.5.0'), deviceOf(null)]).toEqual(['curl/8.5.0', 'Unknown program'])
})
