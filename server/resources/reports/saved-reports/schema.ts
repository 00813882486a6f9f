import { choice, closed, component, exampleId, idInput, idOutput, time, trimmedText, Type } from '#platform/schema.ts'
import { SavedQuery } from '../query/request-schema.ts'

const name = trimmedText({
  maxLength: 64,
  description: 'The report’s name. Surrounding spaces are removed.',
  examples: ['Threads by team'],
})
const shared = Type.Boolean({ description: 'Whether all users who may read reports see it, or only its owner.' })
const chart = choice(
  {
    LINE: 'A line for each group, over time.',
    BAR: 'Bars beside each other.',
    STACKED_BAR: 'Bars, divided by group.',
    TABLE: 'A table.',
    NUMBER: 'The totals alone.',
  },
  { description: 'How clients show it. The service only stores it.' },
)
const SavedReportChart = component('SavedReportChart', chart)

const example = {
  name: 'Threads by team',
  shared: true,
  query: { metrics: 'BACKLOG', from: 'today-90', to: 'today+1', grain: 'week' as const, groupBy: 'team' },
  chart: 'LINE' as const,
}

export const SavedReport = component(
  'SavedReport',
  closed(
    {
      id: idOutput('rep', 'The saved report.'),
      name,
      shared,
      query: SavedQuery,
      chart: SavedReportChart,
      ownerId: idOutput('usr', 'The user who created it.'),
      createdAt: time('When it was created.'),
      updatedAt: time('When it was last changed.'),
    },
    {
      description: 'A saved report: the parameters of `GET /reports` and a chart.',
      examples: [
        {
          id: exampleId('rep'),
          ...example,
          ownerId: exampleId('usr'),
          createdAt: '2026-03-04T09:30:00.000Z',
          updatedAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

export const SavedReportCreate = component(
  'SavedReportCreate',
  closed({ name, shared: Type.Optional(shared), query: SavedQuery, chart: Type.Optional(SavedReportChart) }, { examples: [example] }),
)

export const SavedReportUpdate = component(
  'SavedReportUpdate',
  closed(
    { name: Type.Optional(name), shared: Type.Optional(shared), query: Type.Optional(SavedQuery), chart: Type.Optional(SavedReportChart) },
    { minProperties: 1, examples: [{ name: 'By team', query: example.query }] },
  ),
)

export const SavedReportFilters = closed({ ownerId: Type.Optional(idInput('usr', 'The user who created it.')) })
