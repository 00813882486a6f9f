/** A mail with several recipients is a copy for each, and a kill at any time neither loses a copy nor sends an accepted one again. */
import { expect, it } from 'vitest'
import type { AttemptResult, RecipientResult } from '../../mail/index.ts'
import { sendCopies } from './send-copies.ts'

const [ada, eve, mia] = ['ada@example.com', 'eve@example.com', 'mia@example.com']

type Answer = { state: RecipientResult['state']; code?: string; pause?: AttemptResult['pause'] }

async function send(answers: Record<string, Answer>) {
  const offered: string[] = []
  const entered: AttemptResult[] = []
  const result = await sendCopies([ada, eve, mia], {
    enter: async (soFar) => void entered.push(soFar),
    async attempt(address, beforeData) {
      offered.push(address)
      const { state, code = '2.0.0', pause = null } = answers[address] ?? { state: 'ACCEPTED' }
      if (state === 'ACCEPTED' || state === 'UNCERTAIN') await beforeData()
      const recipients = [{ address, state, code: code === '' ? null : code, reason: null }]
      const isAccepted = state === 'ACCEPTED'
      return {
        recipients,
        outcome: isAccepted ? 'DONE' : 'DEFERRED',
        providerId: isAccepted ? `id of ${address}` : null,
        pause,
        error: isAccepted ? null : state,
      }
    },
  })
  return { offered, entered, result }
}
const getStates = ({ recipients }: AttemptResult): string[] => recipients.map(({ state }) => state)

it('each recipient gets a copy, whose id leads to the message', async () => {
  const { offered, result } = await send({})
  expect([offered, getStates(result)]).toEqual([
    [ada, eve, mia],
    ['ACCEPTED', 'ACCEPTED', 'ACCEPTED'],
  ])
  expect(result).toMatchObject({
    outcome: 'DONE',
    providerId: `id of ${ada}`,
    otherProviderIds: [`id of ${eve}`, `id of ${mia}`],
    error: null,
  })
})

it('a copy may have arrived from its final dot on, and earlier ones have', async () => {
  const { entered } = await send({})
  expect(entered.map(getStates)).toEqual([
    ['UNCERTAIN', 'DEFERRED', 'DEFERRED'],
    ['ACCEPTED', 'UNCERTAIN', 'DEFERRED'],
    ['ACCEPTED', 'ACCEPTED', 'UNCERTAIN'],
  ])
  expect(entered.map(({ outcome }) => outcome)).toEqual(['UNCERTAIN', 'UNCERTAIN', 'UNCERTAIN'])
})

it.each<[string, Answer, number, string]>([
  ['refused', { state: 'REFUSED', code: '5.1.1' }, 3, 'DONE'],
  ['deferred', { state: 'DEFERRED', code: '4.3.0' }, 3, 'DEFERRED'],
  ['uncertain', { state: 'UNCERTAIN', code: '' }, 2, 'UNCERTAIN'],
  ['not reached', { state: 'DEFERRED', code: '' }, 2, 'DEFERRED'],
  ['paused', { state: 'DEFERRED', code: '4.7.0', pause: 'THROTTLED' }, 2, 'DEFERRED'],
])('after a copy that is %s, the others are sent if the connection works', async (_, answer, offers, outcome) => {
  const { offered, result } = await send({ [eve]: answer })
  expect([offered.length, result.outcome, result.pause]).toEqual([offers, outcome, answer.pause ?? null])
  expect(getStates(result)).toEqual(['ACCEPTED', answer.state, offers === 3 ? 'ACCEPTED' : 'DEFERRED'])
})
