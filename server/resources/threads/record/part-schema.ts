/** Public schemas of the parts of a message besides its text. */
import type { ErrorDetail } from '#platform/errors.ts'
import { choice, closed, component, idInput, idOutput, nullable, Type, type Static } from '#platform/schema.ts'

const kinds = {
  ARTICLE: 'A public article of the help centre.',
  CHOICES: 'Options, of which the customer chooses one.',
  RATING: 'Asks the customer to rate the conversation.',
}
const Kind = component('MessagePartKind', choice(kinds, { description: 'The kind of a part.' }))
const option = closed(
  {
    id: Type.String({ minLength: 1, maxLength: 64, description: 'The id that the answer names.', examples: ['yes'] }),
    label: Type.String({
      minLength: 1,
      maxLength: 80,
      pattern: '\\S',
      description: 'What the customer sees, and sends by choosing it.',
      examples: ['Yes'],
    }),
  },
  { description: 'An option.' },
)

const MessagePartInput = component(
  'MessagePartInput',
  closed(
    {
      kind: Kind,
      articleId: Type.Optional(idInput('art', 'The public article; only of ARTICLE.')),
      options: Type.Optional(Type.Array(option, { minItems: 1, maxItems: 10, description: 'The options; only of CHOICES.' })),
    },
    { description: 'Part of a message.', examples: [{ kind: 'RATING' }] },
  ),
)

/** Returns what the schema cannot express: each kind has its own fields. */
export function findPartProblems(sent: readonly PartInput[]): ErrorDetail[] {
  return sent.flatMap(({ kind, articleId, options }, i) => [
    ...needs(`parts[${i}].articleId`, kind === 'ARTICLE', articleId),
    ...needs(`parts[${i}].options`, kind === 'CHOICES', options),
    ...(new Set(options?.map(({ id }) => id)).size < (options?.length ?? 0)
      ? [{ field: `parts[${i}].options`, code: 'REPEATED', message: 'must have different ids' }]
      : []),
  ])
}

function needs(field: string, isNeeded: boolean, value: unknown): ErrorDetail[] {
  if (isNeeded === (value !== undefined)) return []
  return [
    {
      field,
      code: isNeeded ? 'REQUIRED' : 'NOT_ALLOWED',
      message: isNeeded ? 'is required for this kind' : 'is not allowed for this kind',
    },
  ]
}

/** Field of a reply. */
export const parts = Type.Array(MessagePartInput, {
  maxItems: 5,
  description:
    'What a website chat shows below the text: an article, options, or a question for a rating. On other channels, articles and options become ' +
    'text and links.',
})

export const MessagePart = component(
  'MessagePart',
  closed(
    {
      kind: Kind,
      articleId: nullable(idOutput('art', 'The article.'), { description: 'The article; null for other kinds.' }),
      slug: nullable(Type.String(), { description: 'The name of the article in URLs.' }),
      title: nullable(Type.String(), { description: 'The title of the article.' }),
      excerpt: nullable(Type.String(), { description: 'The beginning of the article.' }),
      options: nullable(
        Type.Array(
          closed(
            { id: Type.String({ description: 'The id of the option.' }), label: Type.String({ description: 'What the customer sees.' }) },
            { description: 'An option.' },
          ),
          { description: 'The options.' },
        ),
        { description: 'The options; null for other kinds.' },
      ),
    },
    {
      description: 'Part of a message.',
      examples: [{ kind: 'CHOICES', articleId: null, slug: null, title: null, excerpt: null, options: [{ id: 'yes', label: 'Yes' }] }],
    },
  ),
)

export type PartInput = Static<typeof MessagePartInput>
/** A part as stored. Ids have no prefix. */
export type StoredPart = Static<typeof MessagePart>
