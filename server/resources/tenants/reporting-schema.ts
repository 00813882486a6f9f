/** Vocabulary of the setting `reporting`, shared with reports. */
import { choice, component } from '#platform/schema.ts'
import { reportedPeople } from './settings-queries.ts'

export const Weekday = component(
  'Weekday',
  choice(
    {
      MONDAY: 'Monday.',
      TUESDAY: 'Tuesday.',
      WEDNESDAY: 'Wednesday.',
      THURSDAY: 'Thursday.',
      FRIDAY: 'Friday.',
      SATURDAY: 'Saturday.',
      SUNDAY: 'Sunday.',
    },
    { final: true, description: 'A day of the week: the local day of facts, or the first day of weeks in reports.' },
  ),
)

export const ReportedPeople = component(
  'ReportedPeople',
  choice(reportedPeople, { description: 'Who sees figures of single agents, in reports and in the facts behind them.' }),
)
