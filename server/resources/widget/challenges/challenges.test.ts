import { describe, expect, it } from 'vitest'
import { ApiError } from '#platform/errors.ts'
import { createSecrets } from '#platform/secrets.ts'
import { solveChallenge } from '../../../../test/support/solve-challenge.ts'
import { checkProof, createChallenge, type Proof, spend } from './challenges.ts'

const secrets = createSecrets('x'.repeat(32))
const key = 'wgt_1'

const solve = (challenge: string, difficulty = 16): string => solveChallenge({ challenge, difficulty }).nonce

const codeOf = (check: () => void): string => {
  try {
    check()
    return 'accepted'
  } catch (error) {
    return error instanceof ApiError ? error.declaration.code : String(error)
  }
}
const check = (proof: Proof | undefined, of = key, by = secrets) => codeOf(() => checkProof(by, of, proof))
const refused = 'SVC-WIDGET-CHALLENGE_REQUIRED'

describe('a proof of work', () => {
  it('is accepted for the chat of its challenge, and only there', () => {
    const { challenge, difficulty } = createChallenge(secrets, key)
    const proof = { challenge, nonce: solve(challenge, difficulty) }
    expect(check(proof)).toBe('accepted')
    expect(check(proof, 'wgt_2')).toBe(refused)
    expect(check(proof, key, createSecrets('y'.repeat(32)))).toBe(refused)
  })

  it('is refused without, with a wrong nonce, and for a changed or invented challenge', () => {
    const { challenge } = createChallenge(secrets, key)
    const nonce = solve(challenge)
    const later = challenge.replace(/^\w+/, (time) => (Number.parseInt(time, 36) + 1_000_000).toString(36))
    const proofs = [
      undefined,
      { challenge, nonce: `${nonce}x` },
      { challenge: later, nonce: solve(later) },
      { challenge: '', nonce },
      { challenge: 'a.b.c', nonce },
      { challenge: `${challenge}\n`, nonce },
    ]
    for (const proof of proofs) expect(check(proof), JSON.stringify(proof)).toBe(refused)
  })

  it('is refused after five minutes', () => {
    const now = Date.parse('2026-03-04T09:30:00.000Z')
    const { challenge, expiresAt } = createChallenge(secrets, key, now)
    const proof = { challenge, nonce: solve(challenge) }
    expect(expiresAt).toBe('2026-03-04T09:35:00.000Z')
    expect(codeOf(() => checkProof(secrets, key, proof, now + 299_999))).toBe('accepted')
    expect(codeOf(() => checkProof(secrets, key, proof, now + 300_000))).toBe(refused)
  })

  it('can be spent once', () => {
    const { challenge } = createChallenge(secrets, key)
    const proof = { challenge, nonce: '1' }
    expect([codeOf(() => spend(proof)), codeOf(() => spend(proof))]).toEqual(['accepted', refused])
    expect(codeOf(() => spend({ challenge: createChallenge(secrets, key).challenge, nonce: '1' }))).toBe('accepted')
  })

  it('of a flood is forgotten before those of others fill the memory', () => {
    for (let i = 0; i < 60_000; i++) spend({ challenge: `flood ${i}`, nonce: '1' })
    expect(codeOf(() => spend({ challenge: 'flood 59999', nonce: '1' }))).toBe(refused)
    expect(codeOf(() => spend({ challenge: 'flood 0', nonce: '1' }))).toBe('accepted')
  })
})
