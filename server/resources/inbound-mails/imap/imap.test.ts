import { expect, it } from 'vitest'
import { getRetrySeconds } from '../../inboxes/receiving/backoff.ts'
import { toMailboxError } from './imap-errors.ts'

it('a mailbox is tried less and less often, hourly after three refused sign-ins', () => {
  expect([1, 2, 3, 4, 5, 6, 99].map((attempts) => getRetrySeconds(attempts, false))).toEqual([5, 30, 120, 600, 1_800, 1_800, 1_800])
  expect([1, 2, 3, 4, 99].map((attempts) => getRetrySeconds(attempts, true))).toEqual([5, 30, 3_600, 3_600, 3_600])
})

it.each([
  [{ code: 'ECONNREFUSED' }, 'ECONNREFUSED', 'The server refused the connection.', false],
  [
    { authenticationFailed: true, responseText: 'No such secret' },
    'SIGN_IN_REFUSED',
    'The server refused the sign-in. It said: No such …',
    true,
  ],
  [{ mailboxMissing: true, responseText: 'Gone\r\n' }, 'FOLDER_MISSING', 'The mailbox has no such folder. It said: Gone ', false],
  [{ serverResponseCode: 'LIMIT', responseText: 'Later' }, 'LIMIT', 'The server refused a command. It said: Later', false],
  [{ message: 'Odd secret' }, 'FAILED', 'Odd …', false],
])('the failure %j has words without the password', (properties, code, message, isSignIn) => {
  expect(toMailboxError(Object.assign(new Error(), properties), 'secret')).toMatchObject({ code, message, isSignIn })
})
