import { expect, it } from 'vitest'
import { describeRecipients } from './mail-recipients.ts'

const address = (given: string, name: string | null = null) => ({ name, address: given })
const none = { to: [], cc: [], bcc: [] }
const describe = (mail: Partial<Parameters<typeof describeRecipients>[0]>) =>
  describeRecipients({ direction: 'IN', ...none, ...mail }, 'dana@example.com', 'support@acme.example')

it('a mail between the customer and the inbox names nobody', () => {
  expect(describe({ to: [address('Support@acme.example', 'Support')] })).toBe('')
  expect(describe({ to: [address('support+abc123@acme.example')] })).toBe('')
  expect(describe({ direction: 'OUT', to: [address('dana@example.com', 'Dana Ruiz')] })).toBe('')
})

it('other recipients are named', () => {
  expect(describe({ to: [address('sales@acme.example', 'Sales')] })).toBe('to sales@acme.example')
  expect(describe({ to: [address('support@acme.example')], cc: [address('grace@example.com')] })).toBe('Cc grace@example.com')
  expect(describe({ direction: 'OUT', to: [address('eve@example.com', 'Eve')], bcc: [address('boss@example.com')] })).toBe(
    'to Eve · Bcc boss@example.com',
  )
  expect(describe({})).toBe('No recipients')
})
