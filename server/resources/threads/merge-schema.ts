/** Bodies of merging threads and taking them apart. */
import { closed, component, exampleId, idInput, Type } from '../../kit/schema.ts'
import { subject } from './input-schema.ts'

export const ThreadMerge = component(
  'ThreadMerge',
  closed(
    {
      sourceIds: Type.Array(idInput('thr', 'A thread.'), {
        minItems: 1,
        maxItems: 20,
        description: 'The threads whose messages go into the one of the path. They are closed.',
      }),
      allowCrossCustomer: Type.Optional(
        Type.Boolean({ description: 'Merge threads of different customers, too. Without it that is refused.' }),
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
        description: 'Messages of the thread, which the new one takes. At least one has to stay.',
      }),
      subject,
    },
    { examples: [{ messageIds: [exampleId('msg')], subject: 'A second question' }] },
  ),
)
