import { expect, it } from 'vitest'
import { describeDevice } from './describe-device.ts'

it('a browser is named with its system, another program keeps its own name', () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  expect(describeDevice(chrome)).toBe('Chrome on Linux')
  expect(describeDevice(`${chrome} Edg/140.0`)).toBe('Edge on Linux')
  expect(describeDevice('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1')).toBe(
    'Safari on iOS',
  )
  expect([describeDevice('curl/8.5.0'), describeDevice(null)]).toEqual(['curl/8.5.0', 'Unknown program'])
})
