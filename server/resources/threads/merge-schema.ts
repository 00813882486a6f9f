/** Bodies of merging threads and taking them apart. */
import { closed, component, exampleId, idInput, Type } from '../../kit/schema.ts'

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
