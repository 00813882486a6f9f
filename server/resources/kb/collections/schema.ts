/** Public API schemas of collections. */
import { closed, component, exampleId, idInput, idOutput, nullable, time, trimmedText, Type, withRules } from '#platform/schema.ts'
import { KbVisibility, order, orderText, slug, findSlugProblems, slugText } from '../words.ts'

const nameText = 'The name.'
const name = trimmedText({ maxLength: 120, description: nameText, examples: ['Payments'] })
const descriptionText = 'The description for readers.'
const description = Type.String({ maxLength: 1000, description: descriptionText })
const parentText = 'The parent collection; null at the top.'

export const KbCollection = component(
  'KbCollection',
  closed(
    {
      id: idOutput('col', 'The collection.'),
      name: Type.String({ description: nameText }),
      slug: Type.String({ description: slugText }),
      description: nullable(Type.String(), { description: descriptionText }),
      parentId: nullable(idOutput('col', 'A collection.'), { description: parentText }),
      order: Type.Integer({ description: orderText }),
      visibility: KbVisibility,
      articleCount: Type.Integer({ minimum: 0, description: 'The number of articles directly in it, drafts included.' }),
      createdAt: time('When it was created.'),
      updatedAt: time('When it was last changed.'),
    },
    {
      description: 'A collection of articles and other collections.',
      examples: [
        {
          id: exampleId('col'),
          name: 'Payments',
          slug: 'payments',
          description: 'Invoices, cards and refunds.',
          parentId: null,
          order: 0,
          visibility: 'PUBLIC',
          articleCount: 7,
          createdAt: '2026-03-04T09:30:00.000Z',
          updatedAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

const optional = {
  slug: Type.Optional(slug),
  description: Type.Optional(nullable(description)),
  parentId: Type.Optional(nullable(idInput('col', 'A collection.'), { description: parentText })),
  order: Type.Optional(order),
  visibility: Type.Optional(KbVisibility),
}

export const KbCollectionCreate = component(
  'KbCollectionCreate',
  withRules(
    closed({ name, ...optional }, { examples: [{ name: 'Payments', description: 'Invoices, cards and refunds.' }] }),
    findSlugProblems,
  ),
)

export const KbCollectionUpdate = component(
  'KbCollectionUpdate',
  withRules(
    closed({ name: Type.Optional(name), ...optional }, { minProperties: 1, examples: [{ name: 'Billing', order: 2 }] }),
    findSlugProblems,
  ),
)

export const KbCollectionFilters = closed({
  parentId: Type.Optional(idInput('col', 'Directly in this collection.')),
  visibility: Type.Optional(KbVisibility),
})
