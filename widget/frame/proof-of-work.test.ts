import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256, solve } from './proof-of-work.ts'

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 500])('hashes a text of %i characters as SHA-256 does', (length) => {
  const text = 'abcdefghij'.repeat(50).slice(0, length)
  const bytes = Buffer.alloc(32)
  for (const [i, word] of sha256(text).entries()) bytes.writeInt32BE(word, i * 4)
  expect(bytes.toString('hex')).toBe(createHash('sha256').update(text).digest('hex'))
})
it('finds a nonce with the zero bits of the challenge', async () => {
  const nonce = await solve('challenge', 12)
  const digest = createHash('sha256').update(`challenge.${nonce}`).digest()
  expect(digest.readUInt32BE(0) >>> 20).toBe(0)
})
