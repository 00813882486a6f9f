/** Public schemas of views. */
import { closed, component, exampleId, idInput, idOutput, nullable, time, trimmedText, Type } from '#platform/schema.ts'
import { threadFilterFields, ThreadSort } from '../threads/index.ts'

const ViewFilters = component(
  'ViewFilters',
  closed(threadFilterFields, {
    description: 'The filters of `GET /threads`. `me` is the user who reads the view.',
    examples: [{ status: 'pending', waiting: true }],
  }),
)

const name = trimmedText({ maxLength: 64, description: 'The view’s name. Surrounding spaces are removed.', examples: ['My open threads'] })
const shared = Type.Boolean({ description: 'Whether all users of the tenant can see it, or only its owner.' })
const columns = Type.Array(
  Type.String({
    minLength: 1,
    maxLength: 80,
    pattern: '^[A-Za-z][A-Za-z0-9_.-]*$',
    description: 'A field of Thread, or `customFields.` followed by a key.',
  }),
  {
    maxItems: 32,
    description: 'The columns of the list, from left to right. The service only stores them.',
    examples: [['subject', 'customer', 'priority']],
  },
)

const example = {
  name: 'My open threads',
  shared: true,
  filters: { status: 'open', assigneeId: 'me' },
  sort: 'waitingSince',
  columns: ['subject', 'customer', 'waitingSince'],
}

export const View = component(
  'View',
  closed(
    {
      id: idOutput('viw', 'The view.'),
      name,
      shared,
      filters: ViewFilters,
      sort: ThreadSort,
      columns,
      ownerId: idOutput('usr', 'The user who created it.'),
      createdAt: time('When it was created.'),
      updatedAt: time('When it was last changed.'),
    },
    {
      description: 'A saved list of threads: filters, sort order and columns.',
      examples: [
        {
          id: exampleId('viw'),
          ...example,
          ownerId: exampleId('usr'),
          createdAt: '2026-03-04T09:30:00.000Z',
          updatedAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

export const ViewCreate = component(
  'ViewCreate',
  closed(
    {
      name,
      shared: Type.Optional(shared),
      filters: Type.Optional(ViewFilters),
      sort: Type.Optional(ThreadSort),
      columns: Type.Optional(columns),
    },
    { examples: [example] },
  ),
)

export const ViewUpdate = component(
  'ViewUpdate',
  closed(
    {
      name: Type.Optional(name),
      shared: Type.Optional(shared),
      filters: Type.Optional(ViewFilters),
      sort: Type.Optional(ThreadSort),
      columns: Type.Optional(columns),
    },
    { minProperties: 1, examples: [{ name: 'Mine', columns: ['subject', 'customer'] }] },
  ),
)

export const ViewListFilters = closed({ ownerId: Type.Optional(idInput('usr', 'The user who created it.')) })

const ViewCountError = component(
  'ViewCountError',
  closed(
    {
      code: Type.String({ description: 'The error code of the list of the view’s threads.' }),
      message: Type.String({ description: 'The message, for people.' }),
    },
    { description: 'The reason why a view could not be counted.' },
  ),
)

export const ViewCount = component(
  'ViewCount',
  closed(
    {
      viewId: idOutput('viw', 'The view.'),
      total: nullable(Type.Integer({ minimum: 0 }), { description: 'The number of threads in the view; null with `error`.' }),
      unread: nullable(Type.Integer({ minimum: 0 }), {
        description: 'The number of its open and pending threads that you have not read; null with `error`.',
      }),
      error: nullable(ViewCountError, {
        description: 'The reason why this view could not be counted, such as a search with too many words; otherwise null.',
      }),
    },
    { description: 'The number of threads in a view.' },
  ),
)

export const ViewCounts = component(
  'ViewCounts',
  Type.Array(ViewCount, {
    description: 'The views that you can see, newest first, at most a hundred.',
    examples: [[{ viewId: exampleId('viw'), total: 12, unread: 3, error: null }]],
  }),
)
