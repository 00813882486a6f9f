import { expect, it } from 'vitest'
import { getRetrySeconds } from './backoff.ts'
import { ByteBudget } from './byte-budget.ts'
import { toMailboxError } from './imap-errors.ts'

it('a mailbox is tried less and less often, hourly after three refused sign-ins', () => {
  expect([1, 2, 3, 4, 5, 6, 99].map((attempts) => getRetrySeconds(attempts, false))).toEqual([5, 30, 120, 600, 1_800, 1_800, 1_800])
  expect([1, 2, 3, 4, 99].map((attempts) => getRetrySeconds(attempts, true))).toEqual([5, 30, 3_600, 3_600, 3_600])
})

it('mails are in memory up to the limit, and larger ones alone', async () => {
  const budget = new ByteBudget(10)
  const log: string[] = []
  const open = new Map<string, () => void>()
  const run = (name: string, bytes: number): Promise<void> =>
    budget.run(bytes, async () => {
      log.push(`+${name}`)
      await new Promise<void>((resolve) => open.set(name, resolve))
      log.push(`-${name}`)
    })
  const all = [run('a', 4), run('b', 6), run('c', 1), run('large', 50), run('d', 1)]
  const close = async (name: string): Promise<void> => {
    open.get(name)?.()
    await new Promise(setImmediate)
  }
  await close('none')
  expect(log).toEqual(['+a', '+b'])
  await close('a')
  expect(log).toEqual(['+a', '+b', '-a', '+c'])
  for (const name of ['b', 'c', 'large', 'd']) await close(name)
  await Promise.all(all)
  expect(log.slice(4)).toEqual(['-b', '-c', '+large', '-large', '+d', '-d'])
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
