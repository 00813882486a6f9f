/** Rules, limits and authentication decide by numbers and facts alone. */
import { describe, expect, it } from 'vitest'
import { defaultMailGuards } from '#platform/mail-guards.ts'
import { chooseAgentMail, hasFailedAuthentication, isAuthenticated } from './authenticate-sender.ts'
import { unknownAuthentication, type Authentication } from './authentication-results.ts'
import { isFlood } from './floods.ts'
import { applySenderRules, listSenderPatterns, type SenderRule } from './sender-rules.ts'

describe('sender rules', () => {
  const rule = (pattern: string, action: 'BLOCK' | 'ALLOW', inboxId: string | null = null): SenderRule => ({ pattern, action, inboxId })
  const domain = rule('@example.com', 'BLOCK')
  it.each([
    ['no rule', [], null],
    ['the rule of the domain', [domain], 'BLOCK'],
    ['the rule of the address before that of the domain', [domain, rule('ada@example.com', 'ALLOW')], 'ALLOW'],
    ['the rule of the inbox before the general one', [rule('@example.com', 'ALLOW', 'inbox'), domain], 'ALLOW'],
    [
      'the general rule of the address before the inbox’s of the domain',
      [rule('@example.com', 'BLOCK', 'inbox'), rule('ada@example.com', 'ALLOW')],
      'ALLOW',
    ],
    ['no rule of another inbox', [rule('ada@example.com', 'BLOCK', 'other')], null],
    ['the general rule beside one of another inbox', [rule('@example.com', 'ALLOW', 'other'), domain], 'BLOCK'],
    [
      'no rule of a domain above, below or beside it',
      [rule('@com', 'BLOCK'), rule('@x.example.com', 'BLOCK'), rule('@ample.com', 'BLOCK')],
      null,
    ],
    ['no rule of a look-alike', [rule('\u0430da@example.com', 'BLOCK')], null],
  ])('apply %s', (_, rules, action) => {
    expect(applySenderRules(rules, 'ada@example.com', 'inbox')).toBe(action)
    expect(applySenderRules(rules.toReversed(), 'ada@example.com', 'inbox')).toBe(action)
  })
  it('of one sender are found by two patterns', () =>
    expect(listSenderPatterns('ada@example.com')).toEqual(['ada@example.com', '@example.com']))
})

describe('a flood', () => {
  const none = { isBlocked: false, newThreads: 0, sameMails: 0, mailsInThread: 0 }
  it.each([
    ['the twenty-first new thread', true, { newThreads: 20 }, true],
    ['the twentieth new thread', true, { newThreads: 19 }, false],
    ['a reply after twenty new threads', false, { newThreads: 20 }, false],
    ['the sixth equal mail', false, { sameMails: 5 }, true],
    ['the fifth equal mail', true, { sameMails: 4 }, false],
    ['the thirty-first mail in a thread', false, { mailsInThread: 30 }, true],
    ['the thirtieth mail in a thread', false, { mailsInThread: 29 }, false],
    ['a mail within an hour of a flood', false, { isBlocked: true }, true],
  ])('%s', (_, createsThread, counts, expected) => expect(isFlood({ ...none, ...counts }, createsThread, defaultMailGuards)).toBe(expected))
})

describe('authentication', () => {
  const failed: Authentication = { ...unknownAuthentication, dmarc: 'FAIL', by: 'mx.example.com' }
  const ada = 'ada@example.com'
  const vouched = { subject: ada, isVouched: true }
  const byHeader: Authentication = {
    ...unknownAuthentication,
    ...vouched,
    dmarc: 'PASS',
    dkim: 'PASS',
    aligned: true,
    by: 'mx.example.com',
  }
  const byItself: Authentication = { ...byHeader, by: null }

  it.each([
    ['the address that is vouched for', byHeader, ada, true],
    ['another address of the domain', byHeader, 'grace@example.com', false],
    ['an address of another domain', byHeader, 'ada@example.org', false],
    ['an address that nothing vouches for', { ...byHeader, isVouched: false }, ada, false],
    ['an address without results', unknownAuthentication, ada, false],
  ])('is valid for %s: %#', (_, authentication, address, expected) => expect(isAuthenticated(authentication, address)).toBe(expected))

  it.each([
    ['reject', 'SUSPEND', true],
    ['quarantine', 'SUSPEND', true],
    ['none', 'SUSPEND', false],
    [null, 'SUSPEND', false],
    ['reject', 'MARK', false],
  ] as const)('that fails under the policy %s and the rule %s suspends: %s', (dmarcPolicy, failedAuthentication, expected) => {
    expect(hasFailedAuthentication({ ...failed, dmarcPolicy }, { failedAuthentication })).toBe(expected)
    for (const dmarc of ['PASS', 'NONE', 'UNKNOWN'] as const)
      expect(hasFailedAuthentication({ ...failed, dmarc, dmarcPolicy }, { failedAuthentication })).toBe(false)
    expect(hasFailedAuthentication({ ...failed, ...vouched, dmarcPolicy }, { failedAuthentication })).toBe(false)
  })

  it.each([
    ['NOTE', byHeader, 'NOTE'],
    ['NOTE', byItself, 'NOTE'],
    ['REPLY', byItself, 'REPLY'],
    ['REPLY', byHeader, 'NOTE'],
    ['REPLY', { ...byItself, dkim: 'NONE', aligned: false }, 'NOTE'],
    ['OFF', byItself, 'SUSPENDED'],
    ['NOTE', unknownAuthentication, 'SUSPENDED'],
    ['REPLY', failed, 'SUSPENDED'],
  ] as const)('of an agent under the rule %s, %j, leads to %s', (agentMail, authentication, expected) => {
    expect(chooseAgentMail(authentication, ada, { agentMail })).toBe(expected)
    expect(chooseAgentMail(authentication, 'grace@example.com', { agentMail })).toBe('SUSPENDED')
  })
})
