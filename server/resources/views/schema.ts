/** Public shapes of views. */
import { closed, component, exampleId, idInput, idOutput, time, trimmedText, Type } from '../../kit/index.ts'
import { threadFilterFields, ThreadSort } from '../threads/index.ts'

const ViewFilters = component(
  'ViewFilters',
  closed(threadFilterFields, {
    description: 'What threads are shown: the filters of `GET /threads`. `me` is whoever looks at the view.',
    examples: [{ status: 'pending', waiting: true }],
  }),
)

const name = trimmedText({
  maxLength: 64,
  description: 'What people call it. Surrounding spaces are removed.',
  examples: ['My open threads'],
})
const shared = Type.Boolean({ description: 'Whether everybody of the tenant sees it, or its owner alone.' })
const columns = Type.Array(
  Type.String({
    minLength: 1,
    maxLength: 80,
    pattern: '^[A-Za-z][A-Za-z0-9_.-]*$',
    description: 'A field of Thread, or `customFields.` and a key.',
  }),
  {
    maxItems: 32,
    description: 'What a list shows of each thread, from left to right. The service only keeps it.',
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
      ownerId: idOutput('usr', 'Whoever made it.'),
      createdAt: time('When it was made.'),
      updatedAt: time('When it was last changed.'),
    },
    {
      description: 'A list of threads that is kept under a name: filters, order and columns.',
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

export const ViewListFilters = closed({ ownerId: Type.Optional(idInput('usr', 'Whoever made it.')) })

const ViewCount = component(
  'ViewCount',
  closed(
    {
      viewId: idOutput('viw', 'The view.'),
      total: Type.Integer({ minimum: 0, description: 'Threads that it shows.' }),
      unread: Type.Integer({ minimum: 0, description: 'Open and pending ones among them whose latest message you have not read.' }),
    },
    { description: 'How many threads a view shows.' },
  ),
)

export const ViewCounts = component(
  'ViewCounts',
  Type.Array(ViewCount, {
    description: 'The views that you see, newest first, a hundred at most.',
    examples: [[{ viewId: exampleId('viw'), total: 12, unread: 3 }]],
  }),
)
