/** Says to whom a mail went, in a few words, if that is anyone but the customer or the inbox. */
import type { Message } from '@skein/client'
import { t } from '../../../texts/texts.ts'
import { joinNames } from '../join-names.ts'

type Mail = NonNullable<Message['email']>
type Recipients = Pick<Mail, 'direction' | 'to' | 'cc' | 'bcc'>
type Address = Mail['to'][number]

const maxNames = 3

/**
 * Describes the recipients in one line, such as `to sales@example.com · Cc Grace and 2 others`. Returns '' for a mail from the customer to
 * the inbox, or to the customer. `customer` and `inbox` are their addresses; null while they are unknown.
 */
export function describeRecipients({ direction, to, cc, bcc }: Recipients, customer: string | null, inbox: string | null): string {
  const expected = direction === 'IN' ? inbox : customer
  const isExpected = ({ address }: Address): boolean => expected !== null && toPlain(address) === toPlain(expected)
  const join = (addresses: readonly Address[]): string =>
    joinNames(
      addresses.map(({ name, address }) => (direction === 'IN' || name === null || name === '' ? address : name)),
      maxNames,
    )
  const hasExpected = to.length > 0 && to.every(isExpected)
  return [
    ...(to.length === 0 && cc.length === 0 && bcc.length === 0 ? [t('No recipients')] : []),
    ...(to.length > 0 && !hasExpected ? [t('to {names}', { names: join(to) })] : []),
    ...(cc.length > 0 ? [t('Cc {names}', { names: join(cc) })] : []),
    ...(bcc.length > 0 ? [t('Bcc {names}', { names: join(bcc) })] : []),
  ].join(' · ')
}

/** Removes the part after a plus sign, which inboxes use to recognise replies. */
function toPlain(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*@/, '@')
}
