/** Public schemas of versions of articles. */
import { choice, closed, component, exampleId, idOutput, nullable, time, Type } from '../../../kit/index.ts'
import { KbBodyFormat } from './schema.ts'

const changes = {
  CREATED: 'It was created.',
  EDITED: 'Its draft or another field was changed.',
  PUBLISHED: 'It was published: this is what readers saw from then on.',
  UNPUBLISHED: 'It was taken from its readers.',
  ARCHIVED: 'It was archived.',
  RESTORED: 'An earlier version became the draft again.',
}

const number = (description: string) => Type.Integer({ minimum: 1, maximum: 2_147_483_647, description, examples: [1] })

const example = {
  articleId: exampleId('art'),
  version: 2,
  change: 'PUBLISHED' as const,
  title: 'How to get a refund',
  body: 'Open **Orders** and choose *Refund*.',
  bodyFormat: 'markdown' as const,
  authorId: exampleId('usr'),
  createdAt: '2026-03-04T09:30:00.000Z',
}

export const KbArticleVersion = component(
  'KbArticleVersion',
  closed(
    {
      articleId: idOutput('art', 'The article.'),
      version: Type.Integer({ minimum: 1, description: 'Its number: the `version` that the article had then.' }),
      change: component('KbArticleChange', choice(changes, { description: 'What made it.' })),
      title: Type.String({ description: 'The title of the draft then.' }),
      body: Type.String({ description: 'The draft then.' }),
      bodyFormat: KbBodyFormat,
      authorId: nullable(idOutput('usr', 'A person.'), { description: 'Who made it.' }),
      createdAt: time('When it was made.'),
    },
    { description: 'An article as it was from a change on.', examples: [example] },
  ),
)

export const KbArticleDifference = component(
  'KbArticleDifference',
  closed(
    {
      articleId: idOutput('art', 'The article.'),
      from: Type.Integer({ minimum: 1, description: 'The earlier version.' }),
      to: Type.Integer({ minimum: 1, description: 'The later version.' }),
      title: closed(
        { from: Type.String({ description: 'Before.' }), to: Type.String({ description: 'After.' }) },
        { description: 'The titles.' },
      ),
      lines: Type.Array(
        component(
          'KbDifferencePart',
          closed(
            {
              kind: component(
                'KbDifferenceKind',
                choice(
                  { SAME: 'In both.', ADDED: 'Only in the later one.', REMOVED: 'Only in the earlier one.' },
                  { description: 'Where lines stand.' },
                ),
              ),
              text: Type.String({ description: 'Whole lines, with their ends.' }),
            },
            { description: 'Neighbouring lines of the body that stand in both versions, or in one of them.' },
          ),
        ),
        { description: 'The body of both versions: without what was added it is the earlier one, without what was removed the later one.' },
      ),
    },
    {
      description: 'What differs between two versions of an article.',
      examples: [
        {
          articleId: exampleId('art'),
          from: 1,
          to: 2,
          title: { from: 'Refunds', to: 'How to get a refund' },
          lines: [
            { kind: 'REMOVED', text: 'Write to us.\n' },
            { kind: 'ADDED', text: 'Open **Orders** and choose *Refund*.\n' },
          ],
        },
      ],
    },
  ),
)

export const KbDifferenceQuery = closed({
  from: Type.Optional(number('The number of the earlier version; the one that readers see, or else the oldest, unless given.')),
  to: Type.Optional(number('The number of the later version; the article as it is now, unless given.')),
})

export const KbArticleRestore = component(
  'KbArticleRestore',
  closed({ version: number('The number of the version.') }, { description: 'Which version.', examples: [{ version: 1 }] }),
)

const Preview = closed(
  {
    articleId: idOutput('art', 'The article.'),
    version: Type.Integer({ minimum: 1, description: 'The version of the article that was rendered.' }),
    title: Type.String({ description: 'The title of the draft.' }),
    html: Type.String({ description: 'The draft as HTML, as readers would see it. Safe to show.' }),
  },
  {
    description: 'The draft of an article as readers would see it.',
    examples: [
      {
        articleId: exampleId('art'),
        version: 2,
        title: 'Refunds',
        html: '<p>Open <strong>Orders</strong> and choose <em>Refund</em>.</p>\n',
      },
    ],
  },
)
export const KbArticlePreview = component('KbArticlePreview', Preview)
