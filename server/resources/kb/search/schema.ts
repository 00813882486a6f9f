/** Public schemas of the search. */
import { choice, closed, component, exampleId, idInput, idOutput, nullable, time, Type } from '../../../kit/index.ts'
import { KbVisibility, slugText } from '../words.ts'

export const KbSearchQuery = closed({
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'What to look for, in any language: words that must all occur, `"quoted phrases"`, `-without`, `this or that`, `begin*`. Case and accents do not matter. Without it, all articles, newest first.',
      examples: ['refund'],
    }),
  ),
  locale: Type.Optional(Type.String({ maxLength: 35, description: 'Only articles in this language.', examples: ['en'] })),
  visibility: Type.Optional(KbVisibility),
  collectionId: Type.Optional(idInput('col', 'Only articles in this collection, or in one within it.')),
})

const example = {
  articleId: exampleId('art'),
  collectionId: exampleId('col'),
  title: 'How to get a refund',
  slug: 'how-to-get-a-refund',
  locale: 'en',
  visibility: 'PUBLIC' as const,
  url: 'http://acme.localhost:3000/help/en/articles/how-to-get-a-refund',
  publishedAt: '2026-03-04T09:30:00.000Z',
  matches: [{ field: 'title' as const, text: 'How to get a refund', ranges: [{ start: 13, end: 19 }] }],
}

export const KbSearchHit = component(
  'KbSearchHit',
  closed(
    {
      articleId: idOutput('art', 'The article.'),
      collectionId: nullable(idOutput('col', 'A collection.'), { description: 'The collection that it is in.' }),
      title: Type.String({ description: 'The title that readers see.' }),
      slug: Type.String({ description: slugText }),
      locale: Type.String({ description: 'Its language (BCP 47).' }),
      visibility: KbVisibility,
      url: nullable(Type.String(), { description: 'Its page in the help centre; null for internal ones.' }),
      publishedAt: time('When the version that readers see was published.'),
      matches: Type.Array(
        component(
          'KbSearchMatch',
          closed(
            {
              field: component(
                'KbSearchField',
                choice({ title: 'The title.', body: 'The text.' }, { description: 'Where the words were found.' }),
              ),
              text: Type.String({ description: 'The title, or what surrounds the first match in the text. Never HTML.' }),
              ranges: Type.Array(
                component(
                  'KbSearchRange',
                  closed(
                    {
                      start: Type.Integer({ minimum: 0, description: 'Where it begins in `text`.' }),
                      end: Type.Integer({ minimum: 0, description: 'Where it ends: the position after its last character.' }),
                    },
                    { description: 'Words that match. Positions count UTF-16 code units, as strings of JavaScript and Java do.' },
                  ),
                ),
                { description: 'Where the words are, in order and without overlap.' },
              ),
            },
            { description: 'A text that matches.' },
          ),
        ),
        { description: 'What matches.' },
      ),
    },
    { description: 'A published article that was found.', examples: [example] },
  ),
)

export const KbMissedSearch = component(
  'KbMissedSearch',
  closed(
    {
      query: Type.String({ description: 'What was searched, as the first visitor wrote it.' }),
      locale: Type.String({ description: 'The language of the help centre then (BCP 47).' }),
      count: Type.Integer({ minimum: 1, description: 'How often.' }),
      lastAt: time('When it was last searched.'),
      createdAt: time('When it was first searched.'),
    },
    {
      description: 'What visitors of the help centre searched and did not find.',
      examples: [
        { query: 'invoice by post', locale: 'en', count: 9, lastAt: '2026-03-06T08:00:00.000Z', createdAt: '2026-03-04T09:30:00.000Z' },
      ],
    },
  ),
)
