import { expect, it } from 'vitest'
import { completePreferences, findChannels, mergePreferences } from './notification-preferences.ts'

it('the last override that fits a thread decides, channel by channel', () => {
  const chosen = mergePreferences(
    { types: { NOTE_ADDED: { mail: 'DIGEST' } } },
    {
      types: { NOTE_ADDED: { desktop: false } },
      overrides: [
        { inboxId: 'inbox', types: { NOTE_ADDED: { inApp: false, mail: 'NEVER' } } },
        { teamId: 'team', types: { NOTE_ADDED: { mail: 'AT_ONCE' } } },
        { inboxId: 'inbox', teamId: 'other', types: { NOTE_ADDED: { mail: 'DIGEST' } } },
      ],
    },
  )
  const preferences = completePreferences(chosen)
  const find = (inboxId: string, teamId: string | null) => findChannels(preferences, 'NOTE_ADDED', { inboxId, teamId })
  expect(find('elsewhere', null)).toEqual({ inApp: true, desktop: false, mail: 'DIGEST' })
  expect(find('inbox', null)).toEqual({ inApp: false, desktop: false, mail: 'NEVER' })
  expect(find('inbox', 'team')).toEqual({ inApp: false, desktop: false, mail: 'AT_ONCE' })
  expect(find('elsewhere', 'team')).toEqual({ inApp: true, desktop: false, mail: 'AT_ONCE' })
  expect(find('inbox', 'other')).toEqual({ inApp: false, desktop: false, mail: 'DIGEST' })
})
