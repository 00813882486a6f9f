/** Public schemas of article versions. */
import { choice, closed, component, exampleId, idOutput, nullable, time, Type } from '#platform/schema.ts'
import { KbBodyFormat } from './schema.ts'

const changes = {
  CREATED: 'It was created.',
  EDITED: 'Its draft or another field was changed.',
  PUBLISHED: 'It was published.',
  UNPUBLISHED: 'It was unpublished.',
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
      version: Type.Integer({ minimum: 1, description: 'The `version` of the article then.' }),
      change: component('KbArticleChange', choice(changes, { description: 'The kind of change.' })),
      title: Type.String({ description: 'The title of the draft then.' }),
      body: Type.String({ description: 'The draft then.' }),
      bodyFormat: KbBodyFormat,
      authorId: nullable(idOutput('usr', 'A user.'), { description: 'The author of the change.' }),
      createdAt: time('When the run was created.'),
    },
    { description: 'An article after a change.', examples: [example] },
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
                  { description: 'The version that has the lines.' },
                ),
              ),
              text: Type.String({ description: 'Complete lines, with their line breaks.' }),
            },
            { description: 'Neighbouring lines of the body that are in both versions, or in one.' },
          ),
        ),
        { description: 'The lines of both bodies: without added lines it is the earlier body, without removed lines the later one.' },
      ),
    },
    {
      description: 'The differences between two versions of an article.',
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
  from: Type.Optional(number('The number of the earlier version; by default the published version, or else the oldest.')),
  to: Type.Optional(number('The number of the later version; by default the current article.')),
})

export const KbArticleRestore = component(
  'KbArticleRestore',
  closed({ version: number('The number of the version.') }, { description: 'The version’s number.', examples: [{ version: 1 }] }),
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
