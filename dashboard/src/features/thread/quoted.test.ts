/** History at the end of a mail is folded; what its writer wrote never is. */
import { expect, it } from 'vitest'
import { splitQuoted } from './quoted.ts'

it('folds the history of common mail programs', () => {
  for (const history of [
    'On Tue, 3 Mar 2026 at 09:12, Lee <lee@acme.example> wrote:\n> Is it back?\n> Lee',
    'Am 03.03.2026 um 09:12 schrieb Lee:\n> Is it back?',
    'On Tuesday, the third of March 2026, at twelve minutes past nine, Lee Longname\n<lee@acme.example> wrote:\n\n> Is it back?',
    '-----Original Message-----\nFrom: Lee\n\nIs it back?',
    'From: Lee <lee@acme.example>\nSent: Tuesday, 3 March 2026 09:12\nTo: Dana\n\nIs it back?',
    '> Is it back?\n>> And this?\n',
  ])
    expect(splitQuoted(`Yes, thank you.\n\n${history}`)).toEqual({ text: 'Yes, thank you.', quoted: history.trim() })
})

it('leaves answers between quoted lines, mails that are nothing but a quotation, and texts without one', () => {
  for (const text of [
    '> Is it back?\nYes.\n> And the export?\nThat too.',
    '> Is it back?\n> Lee',
    'Steps:\n1. Open it\n2. From: is empty',
    'On Tuesday at 9:\nnothing happened.',
    '',
  ])
    expect(splitQuoted(text), text).toEqual({ text, quoted: null })
})
