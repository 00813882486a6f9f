import { closed, component, idOutput, nullable, time, trimmedText, Type } from '#platform/schema.ts'

const color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'Colour as `#rrggbb`.', examples: ['#0f766e'] })
const name = trimmedText({
  maxLength: 64,
  description: 'Unique within the tenant, ignoring letter case. Surrounding spaces are removed.',
  examples: ['Billing'],
})
const description = Type.String({ maxLength: 1000, description: 'The purpose of the label.' })

export const Label = component(
  'Label',
  closed(
    {
      id: idOutput('lbl', 'The label.'),
      name: Type.String({ description: 'Unique within the tenant, ignoring letter case.' }),
      color: nullable(Type.String(), { description: 'Colour as `#rrggbb`.' }),
      description: nullable(Type.String(), { description: 'The purpose of the label.' }),
      archivedAt: nullable(time('When it was archived.'), {
        description: 'When it was archived. Threads keep archived labels, but they can no longer be added.',
      }),
      threadCount: Type.Integer({ minimum: 0, description: 'The number of threads with the label.' }),
      createdAt: time('When it was created.'),
    },
    {
      description: 'A keyword for threads. Tags of new threads become labels.',
      examples: [
        {
          id: 'lbl_01k2w3t5q7e0r9vbx4m6n8h2dz',
          name: 'Billing',
          color: '#0f766e',
          description: null,
          archivedAt: null,
          threadCount: 12,
          createdAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

export const LabelCreate = component(
  'LabelCreate',
  closed(
    { name, color: Type.Optional(nullable(color)), description: Type.Optional(nullable(description)) },
    { examples: [{ name: 'Billing', color: '#0f766e' }] },
  ),
)

export const LabelUpdate = component(
  'LabelUpdate',
  closed(
    {
      name: Type.Optional(name),
      color: Type.Optional(nullable(color)),
      description: Type.Optional(nullable(description)),
      archived: Type.Optional(Type.Boolean({ description: '`true` archives the label, `false` restores it.' })),
    },
    { minProperties: 1, examples: [{ name: 'Invoices' }] },
  ),
)
