/** While many visitors come at once, anonymous sessions need a proof of work. */
import { SignJWT } from 'jose'
import { expect, it } from 'vitest'
import type { Inbox, WidgetChallenge, WidgetSession } from '../../../../client/index.ts'
import { newId } from '#platform/ids.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { solveChallenge } from '../../../../test/support/solve-challenge.ts'
import { countSession, maxCalmSessions } from './busy-inboxes.ts'

const { service, tenant } = await setUpTenant()

const makeChat = async () => {
  const { data } = (await tenant.api<Inbox>('POST', '/inboxes', { body: { name: 'Chat', type: 'WIDGET' } })).body
  return { id: data.id, key: data.widget?.key ?? '' }
}
const start = (key: string, more: object = {}) => service.api<WidgetSession>('POST', '/widget/sessions', { body: { key, ...more } })

it('a flood of sessions in one inbox needs proofs, and changes nothing for others', async () => {
  const [busy, calm] = [await makeChat(), await makeChat()]
  const secret = (await tenant.api<{ secret: string }>('POST', `/inboxes/${busy.id}/widget-secrets`, { body: {} })).body.data.secret
  let refused = await start(busy.key)
  for (let i = 0; i < maxCalmSessions * 3 && refused.status === 201; i++) {
    refused = await start(busy.key)
  }
  expect([refused.status, refused.body.error?.code]).toEqual([403, 'SVC-WIDGET-CHALLENGE_REQUIRED'])
  const challenge = await service.api<WidgetChallenge>('POST', '/widget/challenges', { body: { key: busy.key } })
  expect(challenge.status, challenge.text).toBe(201)
  const proof = solveChallenge(challenge.body.data)
  expect((await start(busy.key, { proof })).status).toBe(201)
  expect((await start(busy.key, { proof })).status, 'a proof that was used').toBe(403)
  expect((await start(busy.key, { proof: { ...proof, nonce: `${proof.nonce} ` } })).status).toBe(403)
  expect((await start(calm.key)).status).toBe(201)
  const exp = Math.floor(Date.now() / 1_000) + 600
  const identityToken = await new SignJWT({ sub: '1', aud: busy.key, exp }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret))
  expect((await start(busy.key, { identityToken })).status, 'whom the site has signed').toBe(201)
})

it('the next minute begins without proofs', () => {
  const [id, other] = [newId(), newId()]
  const now = Date.parse('2126-03-04T09:30:00.000Z')
  const counted = Array.from({ length: maxCalmSessions + 1 }, () => countSession(id, now + 59_999))
  expect([counted.indexOf(true), countSession(other, now + 59_999), countSession(id, now + 60_000)]).toEqual([
    maxCalmSessions,
    false,
    false,
  ])
})
