import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockResource } from '#kit/write.ts'
import { readEmail } from '#platform/email.ts'
import { ApiError, catalogLimitReached } from '#platform/errors.ts'
import { choice, closed, component, Type } from '#platform/schema.ts'
import { hasAddress } from '../customers/index.ts'
import { applyThreadChange, customerNoAddress, invalidTransition, Thread, thread, toThread } from '../threads/index.ts'
import { blockSender } from './sender-rules/ensure-rule.ts'

const ThreadSpam = component(
  'ThreadSpam',
  closed(
    {
      block: Type.Optional(
        component(
          'SpamBlock',
          choice(
            { ADDRESS: 'Mail from the customer’s address.', DOMAIN: 'Mail from all addresses of the customer’s domain.' },
            { description: 'What a new sender rule blocks.' },
          ),
        ),
      ),
    },
    { examples: [{ block: 'ADDRESS' }] },
  ),
)

export const markThreadAsSpam = endpoint.write({
  operationId: 'markThreadAsSpam',
  method: 'POST',
  path: '/threads/{id}/spam',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Mark a thread as spam',
  description:
    'Closes the thread. With `block`, also adds a sender rule that suspends further mail of its customer’s address or domain, in all ' +
    'inboxes. `PATCH /threads/{id}` with `status: open` undoes it; the rule stays until it is deleted.',
  params: { id: thread.id },
  body: ThreadSpam,
  responds: { 200: item(Thread, 'The closed thread') },
  errors: [invalidTransition, customerNoAddress, catalogLimitReached],
  etag: true,
  present: toThread,
  async handle(context) {
    const { block } = context.body
    const current = await lockResource(context, thread)
    if (block) {
      if (!hasAddress(current.customerEmail)) throw new ApiError(customerNoAddress)
      const address = readEmail(current.customerEmail) ?? current.customerEmail
      await blockSender(context, block === 'ADDRESS' ? address : address.slice(address.lastIndexOf('@')))
    }
    return applyThreadChange(context, current, { status: 'closed' }, { audited: { spam: true } })
  },
})
