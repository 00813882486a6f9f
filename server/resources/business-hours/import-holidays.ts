import { findResource, lockResource, updateResource } from '#kit/write.ts'
import { databaseNow } from '#platform/database-now.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import { businessHours, normaliseFields } from './business-hours.ts'
import { readHolidays } from './read-holidays.ts'
import { HolidayImport, maxHolidays } from './schema.ts'

export const importHolidays = businessHours.write({
  operationId: 'importHolidays',
  method: 'POST',
  path: `${businessHours.path}/{id}/import-holidays`,
  summary: 'Import holidays',
  description:
    'Imports holidays from an iCalendar file, such as a published calendar of public holidays. Every day of an event becomes a ' +
    'holiday; recurring events are followed for five years, cancelled events are ignored. Times are converted to the time zone of ' +
    'the business hours. An existing holiday keeps its name.',
  body: HolidayImport,
  result: 'The business hours with the holidays',
  errors: [validationFailed],
  async handle(context) {
    const { calendar, replace = false } = context.body
    // Read the file before locking the row, because reading may take a second.
    const { timezone } = await findResource({ ...context, db: context.tx }, businessHours)
    const result = await readHolidays(calendar, timezone, databaseNow())
    if ('problem' in result) throw calendarRefused(result.problem)
    const current = await lockResource(context, businessHours)
    const days = new Map(result.holidays.concat(replace ? [] : current.holidays).map((day) => [day.date, day]))
    if (days.size > maxHolidays) throw calendarRefused(`must result in at most ${maxHolidays} holidays, not ${days.size}`)
    return updateResource(context, businessHours, current, normaliseFields({ holidays: [...days.values()] }), {
      action: 'holidays_imported',
    })
  },
})

function calendarRefused(message: string): ApiError {
  return new ApiError(validationFailed, { details: [{ field: 'calendar', code: 'INVALID', message }] })
}
