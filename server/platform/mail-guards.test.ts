/** The operator can change each limit of MAIL_GUARDS, and the error for an invalid value names the mistake. */
import { expect, it } from 'vitest'
import { defaultMailGuards, readMailGuards } from './mail-guards.ts'

function read(text: string | undefined) {
  const wrong: string[] = []
  return { guards: readMailGuards(text, wrong), wrong }
}

it('limits are the defaults unless they are set', () => {
  expect(read(undefined)).toEqual({ guards: defaultMailGuards, wrong: [] })
  expect(read(' threadsPerSender = 50 , loopCount=1,,autoRepliesPerHour=0')).toEqual({
    guards: { ...defaultMailGuards, threadsPerSender: 50, loopCount: 1, autoRepliesPerHour: 0 },
    wrong: [],
  })
})

it.each([
  'threads=1',
  'loopCount',
  'loopCount=',
  'loopCount=-1',
  'loopCount=1.5',
  'loopCount=1=2',
  'loopCount=9999999',
  'toString=1',
  '__proto__=1',
])('the mistake in "%s" is named', (text) => {
  const { guards, wrong } = read(text)
  expect(guards).toEqual(defaultMailGuards)
  expect(wrong).toEqual([expect.stringContaining(`"${text}" is none. Names: autoRepliesPerThread, `)])
})
