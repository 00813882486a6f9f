/** Public schemas of previewing and applying canned responses. */
import { closed, component, exampleId, idInput, nullable, Type } from '#platform/schema.ts'
import { CannedResponseAction, CannedResponseAttachment } from '../../canned-responses/index.ts'
import { ThreadFieldChanges } from '../actions/thread-state.ts'
import { BodyFormat } from '../record/message-schema.ts'

export const CannedResponsePreviewRequest = component(
  'CannedResponsePreviewRequest',
  closed({ threadId: idInput('thr', 'The thread for which it is rendered.') }, { examples: [{ threadId: exampleId('thr') }] }),
)

const Problem = component(
  'CannedResponseProblem',
  closed(
    {
      field: Type.String({ description: 'The path of the action or text; empty for the canned response as a whole.' }),
      code: Type.String({ description: 'The problem.' }),
      message: Type.String({ description: 'The error message.' }),
    },
    {
      description: 'What prevents a canned response from being applied.',
      examples: [{ field: 'actions[0].labelIds', code: 'UNKNOWN', message: 'names a label that is archived' }],
    },
  ),
)

export const CannedResponsePreview = component(
  'CannedResponsePreview',
  closed(
    {
      body: nullable(Type.String(), { description: 'The reply as it would be sent; null if there is none.' }),
      bodyFormat: BodyFormat,
      attachments: Type.Array(CannedResponseAttachment, { description: 'The files of the reply.' }),
      missing: Type.Array(Type.String(), {
        description: 'Variables without a value, which are left in `body` and in notes. Empty when the response can be applied.',
      }),
      actions: Type.Array(CannedResponseAction, { description: 'The changes of the thread, with the variables of notes filled in.' }),
      changes: nullable(ThreadFieldChanges, {
        description:
          'What applying it now would change in the thread; null if it cannot be applied because of `problems`. Assignments by the strategy of a team are not included.',
      }),
      problems: Type.Array(Problem, {
        description: 'What prevents it from being applied, besides `missing`: for example, an archived label, or a closed thread.',
      }),
    },
    {
      description: 'The result of a canned response for a thread.',
      examples: [
        {
          body: 'Hello Ada, your refund is on its way.',
          bodyFormat: 'text' as const,
          attachments: [],
          missing: [],
          actions: [],
          changes: { before: {}, after: {} },
          problems: [],
        },
      ],
    },
  ),
)

export const CannedResponseApply = component(
  'CannedResponseApply',
  closed({ cannedResponseId: idInput('can', 'The canned response.') }, { examples: [{ cannedResponseId: exampleId('can') }] }),
)
