/** To whom a reply goes: the person who wrote last, with the people whom that person addressed. */
import { describe, expect, it } from 'vitest'
import type { StoredEmail } from '../record/message-email-schema.ts'
import { chooseRecipients, type RecipientFacts } from './recipients.ts'

const box = (address: string) => ({ name: null, address })
const own = new Set(['support@acme.example', 'sales@acme.example'])
const mail = (from: string, to: string[], more: Partial<StoredEmail> = {}): StoredEmail => ({
  direction: 'IN',
  subject: 'Export',
  from: box(from),
  replyTo: [],
  to: to.map(box),
  cc: [],
  bcc: [],
  messageId: null,
  inReplyTo: null,
  references: [],
  date: null,
  automatic: null,
  authentication: null,
  sender: 'PARTICIPANT',
  quotedFrom: null,
  security: 'NONE',
  omitted: [],
  bodyTruncated: false,
  sentOutside: false,
  ...more,
})

type Given = Partial<Pick<RecipientFacts, 'participants' | 'inReplyToId' | 'customer'>> & { failed?: string[] }
function choose(mails: StoredEmail[], { failed = [], ...given }: Given = {}) {
  const { to, cc, suppressed, answered } = chooseRecipients({
    mails: mails.map((email, i) => ({ id: `m${i}`, email })),
    inReplyToId: null,
    customer: { name: 'Ada', address: 'ada@example.com' },
    participants: [],
    isOwn: (address) => own.has(address.toLowerCase().replace(/\+.*@/, '@')),
    hasFailed: (address) => failed.includes(address),
    ...given,
  })
  const list = (all: readonly { address: string }[]) => all.map(({ address }) => address).join(' ')
  return { to: list(to), cc: list(cc), suppressed, answered: answered?.id ?? null }
}
const ada = mail('ada@example.com', ['support@acme.example'])

describe('a reply to a mail', () => {
  const cases: [string, StoredEmail[], { to: string; cc: string }, Given?][] = [
    ['without any mail goes to the customer', [], { to: 'ada@example.com', cc: '' }],
    [
      'copies the other recipients, but no own address',
      [mail('ada@example.com', ['support@acme.example', 'b@x.example'], { cc: [box('c@x.example'), box('Sales+r1@acme.example')] })],
      { to: 'ada@example.com', cc: 'b@x.example c@x.example' },
    ],
    ['from a machine goes to the customer', [mail('root@server', ['support@acme.example'])], { to: 'ada@example.com', cc: '' }],
    ['copies nobody if it came as a blind copy', [mail('ada@example.com', ['b@x.example'])], { to: 'ada@example.com', cc: '' }],
    [
      'goes to Reply-To, which is not copied too',
      [mail('ada@example.com', ['support@acme.example', 'r@x.example'], { replyTo: [box('R@x.example')] })],
      { to: 'r@x.example', cc: '' },
    ],
    [
      'ignores a Reply-To that leads back to the tenant, or is none',
      [mail('ada@example.com', ['support@acme.example'], { replyTo: [box('support+x@acme.example'), box('nowhere')] })],
      { to: 'ada@example.com', cc: '' },
    ],
    [
      'goes to the one who wrote last, and to the customer only if they were on that mail',
      [mail('b@x.example', ['support@acme.example', 'c@x.example']), ada],
      { to: 'b@x.example', cc: 'c@x.example' },
    ],
    [
      'ignores automatic replies, reports and mails that were sent',
      [
        mail('ooo@x.example', ['support@acme.example'], { automatic: 'AUTO_REPLY' }),
        mail('daemon@x.example', ['support@acme.example'], { automatic: 'BOUNCE' }),
        mail('support@acme.example', ['z@x.example'], { direction: 'OUT', sender: null }),
        ada,
      ],
      { to: 'ada@example.com', cc: '' },
    ],
    [
      'answers bulk mail like any other',
      [mail('news@x.example', ['support@acme.example'], { automatic: 'BULK' })],
      { to: 'news@x.example', cc: '' },
    ],
    ['ignores a stranger', [mail('s@x.example', ['support@acme.example'], { sender: 'NEW' }), ada], { to: 'ada@example.com', cc: '' }],
    [
      'goes to a stranger whom an agent has added',
      [mail('S@x.example', ['support@acme.example'], { sender: 'NEW' }), ada],
      { to: 's@x.example', cc: '' },
      { participants: [{ address: 's@x.example', verified: true, removed: false }] },
    ],
    [
      'to a mail of the tenant goes to its recipients',
      [mail('support@acme.example', ['b@x.example'], { direction: 'OUT', sender: null, cc: [box('c@x.example')] }), ada],
      { to: 'b@x.example', cc: 'c@x.example' },
      { inReplyToId: 'm0' },
    ],
    ['to a message that is no mail goes to the customer', [ada], { to: 'ada@example.com', cc: '' }, { inReplyToId: 'other' }],
    ['to a customer without an address goes to nobody', [], { to: '', cc: '' }, { customer: { name: 'Ada', address: null } }],
  ]
  it.each(cases)('%s', (_, mails, expected, given) => expect(choose(mails, given)).toMatchObject(expected))

  it('leaves out whom an agent removed and who is not verified, and says so', () => {
    const participants = [
      { address: 'b@x.example', verified: true, removed: true },
      { address: 'c@x.example', verified: false, removed: false },
    ]
    const mails = [mail('ada@example.com', ['support@acme.example', 'b@x.example', 'c@x.example', 'd@x.example'])]
    expect(choose(mails, { participants })).toMatchObject({
      to: 'ada@example.com',
      cc: 'd@x.example',
      suppressed: [
        { address: 'b@x.example', reason: 'REMOVED' },
        { address: 'c@x.example', reason: 'UNVERIFIED' },
      ],
    })
  })

  it('goes to an address that has failed, with a warning', () => {
    expect(choose([ada], { failed: ['ada@example.com'] })).toMatchObject({
      to: 'ada@example.com',
      suppressed: [{ address: 'ada@example.com', reason: 'FAILED' }],
    })
  })
})
