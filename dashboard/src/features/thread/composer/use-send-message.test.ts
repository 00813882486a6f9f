import { expect, it } from 'vitest'
import { toReplyChanges } from './use-send-message.ts'

it('several actions make one change, in which the last status or snooze wins', () => {
  expect(toReplyChanges([])).toBeNull()
  expect(
    toReplyChanges([
      { type: 'SNOOZE', durationSeconds: 60 },
      { type: 'ADD_LABELS', labelIds: ['lbl_a'] },
      { type: 'ASSIGN', assigneeId: null },
      { type: 'ADD_LABELS', labelIds: ['lbl_a', 'lbl_b'] },
      { type: 'ADD_NOTE', body: 'One' },
      { type: 'ADD_NOTE', body: 'Two' },
      { type: 'SET_STATUS', status: 'resolved' },
    ]),
  ).toEqual({ addLabels: ['lbl_a', 'lbl_b'], assigneeId: null, note: 'One\n\nTwo', status: 'resolved' })
  expect(
    toReplyChanges(
      [
        { type: 'SET_STATUS', status: 'resolved' },
        { type: 'SNOOZE', durationSeconds: 60 },
      ],
      0,
    ),
  ).toEqual({ snoozedUntil: '1970-01-01T00:01:00.000Z' })
})
