/** Public schemas of the search. */
import { choice, closed, component, exampleId, idInput, idOutput, nullable, time, Type } from '#platform/schema.ts'
import { KbVisibility, slugText } from '../words.ts'

export const KbSearchQuery = closed({
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'Words in any language, which must all occur, `"a phrase"`, `-excluded`, `this or that`, `prefix*`. Case and accents are ' +
        'ignored. Other words that begin like one of at least three letters are found after it, such as its plural; quote a word to ' +
        'find only that one. Without `q`, all articles, newest first.',
      examples: ['refund'],
    }),
  ),
  locale: Type.Optional(Type.String({ maxLength: 35, description: 'Articles in this language.', examples: ['en'] })),
  visibility: Type.Optional(KbVisibility),
  collectionId: Type.Optional(idInput('col', 'Articles in this collection, at any level.')),
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
      collectionId: nullable(idOutput('col', 'A collection.'), { description: 'The collection of the article.' }),
      title: Type.String({ description: 'The title that readers see.' }),
      slug: Type.String({ description: slugText }),
      locale: Type.String({ description: 'Its language (BCP 47).' }),
      visibility: KbVisibility,
      url: nullable(Type.String(), { description: 'Its page in the help centre; null for internal articles.' }),
      publishedAt: time('When the version that readers see was published.'),
      matches: Type.Array(
        component(
          'KbSearchMatch',
          closed(
            {
              field: component(
                'KbSearchField',
                choice({ title: 'The title.', body: 'The text.' }, { description: 'The field that matches.' }),
              ),
              text: Type.String({ description: 'The title, or the text around the first match. Never HTML.' }),
              ranges: Type.Array(
                component(
                  'KbSearchRange',
                  closed(
                    {
                      start: Type.Integer({ minimum: 0, description: 'The first position in `text`.' }),
                      end: Type.Integer({ minimum: 0, description: 'The position after the last character.' }),
                    },
                    { description: 'A match. Positions count UTF-16 code units, as in JavaScript and Java.' },
                  ),
                ),
                { description: 'The positions of the words, in order, without overlap.' },
              ),
            },
            { description: 'A matching text.' },
          ),
        ),
        { description: 'The matching texts.' },
      ),
    },
    { description: 'A published article that matches.', examples: [example] },
  ),
)

export const KbMissedSearch = component(
  'KbMissedSearch',
  closed(
    {
      query: Type.String({ description: 'The query, as the first visitor wrote it.' }),
      locale: Type.String({ description: 'The language of the help centre then (BCP 47).' }),
      count: Type.Integer({ minimum: 1, description: 'The number of searches.' }),
      lastAt: time('The time of the last search.'),
      createdAt: time('The time of the first search.'),
    },
    {
      description: 'A search of help-centre visitors without results.',
      examples: [
        { query: 'invoice by post', locale: 'en', count: 9, lastAt: '2026-03-06T08:00:00.000Z', createdAt: '2026-03-04T09:30:00.000Z' },
      ],
    },
  ),
)
