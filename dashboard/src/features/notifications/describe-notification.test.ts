import type { Notification } from '@skein/client'
import { expect, it } from 'vitest'
import { describeExcerpt, describeNotification, describeSubject } from './describe-notification.ts'

const batch = { id: 'job_1', type: 'THREAD_BATCH', state: 'DONE', total: 20, done: 20, failed: 0, inbox: null, problem: null } as const
const describe = (job: Notification['job']): string[] => {
  const notification = { type: 'JOB_DONE', actor: null, count: 1, thread: null, excerpt: null, job } as const
  return [describeNotification(notification), describeSubject(notification)]
}

it('an ended job is described by what it did, and by what it could not do', () => {
  expect(describe(batch)).toEqual(['Your change to 20 threads is done', ''])
  expect(describe({ ...batch, failed: 1 })).toEqual(['Your change to 20 threads is done', '1 thread couldn’t be changed'])
  expect(describe({ ...batch, state: 'FAILED', done: 5 })).toEqual(['Your change to 20 threads stopped early', '5 threads were changed'])
  expect(describe({ ...batch, type: 'REPORT_REBUILD' })).toEqual(['Reports were rebuilt', ''])
  expect(describe({ ...batch, type: 'MAIL_ROUND_TRIP', state: 'FAILED', failed: 1 })).toEqual(['Your inbox test failed', ''])
  const test = {
    ...batch,
    type: 'MAIL_ROUND_TRIP',
    state: 'FAILED',
    inbox: { id: 'inb_1', name: 'Support' },
    problem: 'No mail server.',
  } as const
  expect(describe(test)).toEqual(['The test of Support failed', 'No mail server.'])
})

it('a job that no longer exists has ended', () => {
  expect(describe(null)).toEqual(['A job of yours has ended', ''])
})

it('what a rule says is the news, and the rule comes below', () => {
  const told = { type: 'RULE', actor: { type: 'RULE', id: 'rul_1', name: 'Watch' }, count: 1, excerpt: 'Dana waits.', job: null } as const
  expect([describeNotification(told), describeExcerpt(told)]).toEqual(['Dana waits.', 'From the rule “Watch”'])
  const ofDeleted = { ...told, actor: { ...told.actor, name: null } }
  expect([describeNotification(ofDeleted), describeExcerpt(ofDeleted)]).toEqual(['Dana waits.', null])
})
