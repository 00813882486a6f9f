import { closed, component, exampleId, time, Type } from '#platform/schema.ts'
import { widgetKey } from '../schema.ts'

export const WidgetChallengeCreate = component(
  'WidgetChallengeCreate',
  closed({ key: widgetKey }, { examples: [{ key: exampleId('wgt') }] }),
)

export const WidgetChallenge = component(
  'WidgetChallenge',
  closed(
    {
      challenge: Type.String({ description: 'The text of the challenge.' }),
      difficulty: Type.Integer({
        description: 'How many bits SHA-256 of `challenge`, a dot and your `nonce` must begin with that are zero.',
      }),
      expiresAt: time('Until when a proof is accepted.'),
    },
    {
      description: 'A proof of work. Try nonces until one solves it.',
      examples: [
        {
          challenge: 'mc1x7k0a.3fJ8sK2mQ9vR1tYw.hP0x4nZ7bV2cL9dK5gT1yU8iO3eR6wQa4sXfJmNbGhE',
          difficulty: 16,
          expiresAt: '2026-03-04T09:35:00.000Z',
        },
      ],
    },
  ),
)

export const WidgetProof = component(
  'WidgetProof',
  closed(
    {
      challenge: Type.String({ minLength: 1, maxLength: 100, description: 'The challenge.' }),
      nonce: Type.String({ minLength: 1, maxLength: 64, description: 'Your text that solves it.' }),
    },
    {
      description: 'A solved challenge of `POST /widget/challenges`.',
      examples: [{ challenge: 'mc1x7k0a.3fJ8sK2mQ9vR1tYw', nonce: '52817' }],
    },
  ),
)
