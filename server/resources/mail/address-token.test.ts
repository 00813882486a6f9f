/** Finds a token in an address wherever mail programs and servers put the address. */
import { expect, it } from 'vitest'
import { addAddressToken, findAddressTokens, newAddressToken, removeAddressToken } from './index.ts'

const token = newAddressToken()

it('tokens are random, and sixteen characters long', () => {
  expect(token).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/)
  expect(new Set(Array.from({ length: 100 }, newAddressToken)).size).toBe(100)
})

it.each(['support@example.com', 'support+vip@example.com', 'grüße@bücher.example'])('%s with a token is read back', (address) => {
  const tokenized = addAddressToken(address, token) ?? ''
  expect(tokenized).toBe(address.replace('@', `+r${token}@`))
  expect(findAddressTokens([tokenized])).toEqual([token])
  expect(findAddressTokens([tokenized.toUpperCase()])).toEqual([token])
  expect(removeAddressToken(tokenized)).toBe(address)
  expect(removeAddressToken(address)).toBe(address)
})

it('an address that would become too long, is quoted or has no @ gets no token', () => {
  expect(addAddressToken(`${'a'.repeat(47)}@example.com`, token)).toBeNull()
  expect(addAddressToken(`${'a'.repeat(46)}@example.com`, token)).not.toBeNull()
  expect(addAddressToken('"a b"@example.com', token)).toBeNull()
  expect(addAddressToken('nobody', token)).toBeNull()
})

it('tokens are found among other addresses, each once, in their order', () => {
  const other = newAddressToken()
  const addresses = [`x+r${other}@a.example`, 'ada@example.com', '', '@', `x+r${token}@b.example`, `y+r${other}@c.example`]
  expect(findAddressTokens(addresses)).toEqual([other, token])
})

it.each([
  `support@r${token}.example`,
  `support-r${token}@a.example`,
  `s+r${token}0@a.example`,
  `s+r${token.slice(1)}@a.example`,
  's+rush@a',
])('%s has no token', (address) => expect(findAddressTokens([address])).toEqual([]))
