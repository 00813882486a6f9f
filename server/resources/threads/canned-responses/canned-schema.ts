/** Public schemas of previewing and applying canned responses. */
import { closed, component, exampleId, idInput, nullable, Type } from '../../../kit/index.ts'
import { CannedResponseAction } from '../../canned-responses/index.ts'
import { BodyFormat } from '../messages/message-schema.ts'

export const CannedResponsePreviewRequest = component(
  'CannedResponsePreviewRequest',
  closed({ threadId: idInput('thr', 'The thread for which it is rendered.') }, { examples: [{ threadId: exampleId('thr') }] }),
)

export const CannedResponsePreview = component(
  'CannedResponsePreview',
  closed(
    {
      body: nullable(Type.String(), { description: 'The reply as it would be sent; null if there is none.' }),
      bodyFormat: BodyFormat,
      missing: Type.Array(Type.String(), {
        description: 'Variables without a value, which are left in `body` and in notes. Empty when the response can be applied.',
      }),
      actions: Type.Array(CannedResponseAction, { description: 'The changes of the thread, with the variables of notes filled in.' }),
    },
    {
      description: 'The result of a canned response for a thread.',
      examples: [{ body: 'Hello Ada, your refund is on its way.', bodyFormat: 'text' as const, missing: [], actions: [] }],
    },
  ),
)

export const CannedResponseApply = component(
  'CannedResponseApply',
  closed({ cannedResponseId: idInput('can', 'The canned response.') }, { examples: [{ cannedResponseId: exampleId('can') }] }),
)
