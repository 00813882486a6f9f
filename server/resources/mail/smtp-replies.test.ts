/** Replies of real mail servers, and what they mean. */
import { expect, it } from 'vitest'
import { isAddressDead, isPermanent, isThrottling, parseProviderId, parseReply, toReason, toStatusCode } from './smtp-replies.ts'
import { startCpuTime } from '../../../test/support/cpu-time.ts'

const read = (text: string) => parseReply(text) ?? { code: 0, enhanced: null, text: '' }

it('a reply has a code, an enhanced code and one line of text', () => {
  expect(parseReply('250 2.1.5 ok')).toEqual({ code: 250, enhanced: '2.1.5', text: 'ok' })
  expect(parseReply('550-5.1.1 The account does not exist.\r\n550-5.1.1 Try\r\n550 5.1.1 again')).toEqual({
    code: 550,
    enhanced: '5.1.1',
    text: 'The account does not exist. Try again',
  })
  expect(parseReply('550')).toEqual({ code: 550, enhanced: null, text: '' })
  expect(parseReply('550 5.1.1.9 odd')).toEqual({ code: 550, enhanced: null, text: '5.1.1.9 odd' })
  for (const text of ['', 'hello', '99 x', '1000 x', '\n250 ok', '650 x']) expect(parseReply(text), text).toBeNull()
  expect(toStatusCode(read('550 no'))).toBe('550')
  expect(toStatusCode(read('550 5.7.1 no'))).toBe('5.7.1')
})

it('a reason is one line of at most 300 characters', () => {
  expect(toReason(read('550 5.1.1 <ada@example.com>:\r\n550 5.1.1 unknown \u0007 user'))).toBe('<ada@example.com>: unknown user')
  expect(toReason(read(`550 ${'x'.repeat(10_000)}`))).toHaveLength(300)
  expect(toReason(read('550'))).toBe('The mail server replied 550.')
})

it.each([
  ['421 4.7.0 Try again later, closing connection.', true],
  ['421-4.7.28 Gmail has detected an unusual rate of unsolicited mail', true],
  ['450 4.7.1 Service unavailable - too fast', true],
  ['450 4.7.1 <ada@example.com>: Recipient address rejected: Greylisted, see http://postgrey.example', false],
  ['450 4.2.0 Greylisting in action', false],
  ['450 4.2.1 The user you are trying to contact is receiving mail too quickly', false],
  ['450 4.1.1 mailbox unavailable', false],
  ['451 4.3.0 temporary failure', false],
  ['451 4.7.500 Server busy. Please try again later', true],
  ['452 4.3.1 Insufficient system storage', true],
  ['452 4.2.2 The recipient’s inbox is out of storage space', false],
  ['452 4.5.3 Too many recipients', false],
  ['454 4.7.0 Too many login attempts, please try again later.', true],
  ['432 4.3.2 Concurrent connections limit exceeded', true],
  ['550 5.4.5 Daily user sending limit exceeded.', true],
  ['550 5.1.90 Your message can’t be sent because you’ve reached your daily limit for message recipients.', true],
  ['554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException', true],
  ['550 5.7.232 Your trial tenant has exceeded its limit', true],
  ['550 5.1.1 no such user', false],
  ['552 5.2.2 mailbox quota exceeded', false],
  ['550 5.7.1 rate limit policy rejects this content', false],
  ['250 ok, but too many messages', false],
])('%s asks for a pause of the inbox: %s', (text, expected) => {
  expect(isThrottling(read(text))).toBe(expected)
})

it('a refusal is permanent from 500 on, except lost sessions and daily limits', () => {
  expect(['550 5.1.1 no', '554 no', '500 what'].map((text) => isPermanent(read(text)))).toEqual([true, true, true])
  expect(['451 no', '503 5.5.1 MAIL first', '550 5.4.5 Daily sending limit exceeded'].map((text) => isPermanent(read(text)))).toEqual([
    false,
    false,
    false,
  ])
})

it.each([
  ['250 Ok 0100018b5c3c0a4f-1a2b3c4d-000000', '0100018b5c3c0a4f-1a2b3c4d-000000'],
  ['250 Ok <0100018b5c3c@email.amazonses.com>', '0100018b5c3c@email.amazonses.com'],
  ['250 2.0.0 OK <AM0PR01MB1234@AM0PR01.eurprd01.prod.outlook.com> [Hostname=AM0PR01]', 'AM0PR01MB1234@AM0PR01.eurprd01.prod.outlook.com'],
  ['250 2.0.0 Ok: queued as 4F3A1B2C3D', '4F3A1B2C3D'],
  ['250 2.6.0 Queued mail for delivery as <abc@host>', 'abc@host'],
  ['250 OK id=1rABCD-0001-2X', '1rABCD-0001-2X'],
  ['250 2.0.0 q5K1abc012345 Message accepted for delivery', 'q5K1abc012345'],
  ['250 2.0.0 OK  1700000000 a1-20020a05sm123qwe.12 - gsmtp', '1700000000'],
  ['250 OK: message queued', null],
  ['250 Ok', null],
  ['250', null],
  ['250 Great success', null],
  ['550 5.1.1 abc-123', null],
  [`250 Ok ${'9'.repeat(5_000)}`, null],
  ['', null],
])('%s contains the id %s', (text, expected) => {
  expect(parseProviderId(text)).toBe(expected)
})

it('hostile replies take linear time', () => {
  const cpuMs = startCpuTime()
  for (const piece of ['250-', '250 ok <', 'queued as ', ' ', 'id=', 'too many ', '4.2.2 '])
    for (const text of [piece.repeat(100_000), `250 ${piece.repeat(100_000)}`]) {
      parseProviderId(text)
      isThrottling(read(text))
      toReason(read(text))
    }
  expect(cpuMs()).toBeLessThan(1_000)
})

it('a refusal is about a dead address only if the server says so', () => {
  const dead = ['550 5.1.1 unknown', '550 5.1.10 no', '554 5.2.1 disabled', '550 No such user here', '550 5.4.1 Access denied']
  expect(dead.filter((reply) => !isAddressDead(read(reply)))).toEqual([])
  const others = [
    '550 relaying denied',
    '554 5.7.1 Relay access denied',
    '550 5.1.8 bad sender',
    '450 4.1.1 unknown user',
    '552 5.2.2 full',
  ]
  expect(others.filter((reply) => isAddressDead(read(reply)))).toEqual([])
})
