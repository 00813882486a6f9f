/** Request bodies for merging and splitting threads. */
import { closed, component, exampleId, idInput, Type } from '#platform/schema.ts'
import { subject } from '../record/input-schema.ts'

export const ThreadMerge = component(
  'ThreadMerge',
  closed(
    {
      sourceIds: Type.Array(idInput('thr', 'A thread.'), {
        minItems: 1,
        maxItems: 20,
        description: 'The threads whose messages are moved into the one in the path. They are closed.',
      }),
      allowCrossCustomer: Type.Optional(
        Type.Boolean({ description: 'Allows merging threads of different customers, which is refused otherwise.' }),
      ),
    },
    { examples: [{ sourceIds: [exampleId('thr')] }] },
  ),
)

export const ThreadSplit = component(
  'ThreadSplit',
  closed(
    {
      messageIds: Type.Array(idInput('msg', 'A message.'), {
        minItems: 1,
        maxItems: 1000,
        description: 'The messages to move to the new thread. At least one must stay.',
      }),
      subject,
    },
    { examples: [{ messageIds: [exampleId('msg')], subject: 'A second question' }] },
  ),
)
