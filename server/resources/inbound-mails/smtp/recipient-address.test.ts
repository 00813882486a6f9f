import { expect, it } from 'vitest'
import { readRecipientAddress } from './recipient-address.ts'

it('an address may mean each address without its plus forms, longest first', () => {
  const getCandidates = (text: string) => readRecipientAddress(text)?.candidates
  expect(getCandidates('support@example.com')).toEqual(['support@example.com'])
  expect(getCandidates('Support+Sales+r0123@Example.COM')).toEqual([
    'support+sales+r0123@example.com',
    'support+sales@example.com',
    'support@example.com',
  ])
  expect(getCandidates('+a@example.com')).toEqual(['+a@example.com'])
  expect(getCandidates('"a+b"@example.com')).toEqual(['"a+b"@example.com'])
  expect(getCandidates('help@xn--bcher-kva.example')).toEqual(['help@bücher.example'])
  expect(getCandidates(`${'+'.repeat(64)}@example.com`)).toHaveLength(64)
})

it('text that no inbox can have as its address is refused', () => {
  for (const text of ['', 'postmaster', '@example.com', 'a@', 'a@[192.0.2.1]', 'a b@example.com', `${'a'.repeat(65)}@example.com`])
    expect(readRecipientAddress(text), text).toBe(null)
})

it('a forwarding address contains the id of its inbox, whatever its domain', () => {
  const id = '01k2j3m4n5p6q7r8s9t0v1w2x3'
  expect(readRecipientAddress(`${id.toUpperCase()}+anything@old.example.com`)?.inboxId).toMatch(/^[0-9a-f-]{36}$/)
  for (const local of [`inb_${id}`, id.slice(1), `${id}0`, id.replace('j', 'u')])
    expect(readRecipientAddress(`${local}@example.com`)?.inboxId, local).toBe(null)
})
