import { closed, component, exampleId, idOutput, nullable, time, Type } from '#platform/schema.ts'
import { widgetKey, widgetLocale } from '../schema.ts'

export const WidgetArticleQuery = closed({
  key: widgetKey,
  q: Type.Optional(
    Type.String({ maxLength: 500, description: 'Words to search for. Without any, all articles are listed.', examples: ['export'] }),
  ),
  locale: Type.Optional(widgetLocale),
})

export const WidgetArticleTextQuery = closed({ key: widgetKey, locale: Type.Optional(widgetLocale) })

const fields = {
  id: idOutput('art', 'The article.'),
  slug: Type.String({ description: 'The name of the article in URLs.' }),
  title: Type.String({ description: 'The title.' }),
  excerpt: Type.String({ description: 'The part of the text that matches best, otherwise its beginning.' }),
  collection: nullable(Type.String(), { description: 'The name of its collection.' }),
}
const example = {
  id: exampleId('art'),
  slug: 'export-your-data',
  title: 'Export your data',
  excerpt: 'Open Settings, and choose Export.',
  collection: 'Getting started',
}

export const WidgetArticle = component(
  'WidgetArticle',
  closed(fields, { description: 'A public article of the help centre.', examples: [example] }),
)

export const WidgetArticleText = component(
  'WidgetArticleText',
  closed(
    {
      ...fields,
      locale: Type.String({ description: 'The language of the article.' }),
      html: Type.String({ description: 'The text as sanitised HTML. URLs in it are absolute.' }),
      updatedAt: time('When this text was published.'),
      url: Type.String({ description: 'The article in the help centre.' }),
    },
    {
      description: 'A public article with its text.',
      examples: [
        {
          ...example,
          locale: 'en',
          html: '<p>Open <strong>Settings</strong>, and choose <em>Export</em>.</p>',
          updatedAt: '2026-03-04T09:30:00.000Z',
          url: 'https://acme.example.com/help/en/articles/export-your-data',
        },
      ],
    },
  ),
)
