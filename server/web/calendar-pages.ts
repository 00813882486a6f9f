/** Serves private calendars to calendar programs, at secret URLs outside the API. */
import type { Config } from '../config.ts'
import type { Database } from '#platform/db.ts'
import { ApiError, routeNotFound } from '#platform/errors.ts'
import type { PageHandler } from '#platform/http/front-door.ts'
import { sendStatic, staticResponse } from '#platform/http/static-response.ts'
import type { Secrets } from '#platform/secrets.ts'
import { calendarPath, readFeed } from '../resources/calendar-feeds/index.ts'

export function createCalendarPages(services: { config: Config; db: Database; secrets: Secrets }): (path: string) => PageHandler | null {
  return (path) => {
    if (!path.startsWith(calendarPath)) return null
    const page: PageHandler = async (req, res) => {
      const calendar = await readFeed(services, path)
      if (calendar === null) throw new ApiError(routeNotFound)
      await sendStatic(
        req,
        res,
        staticResponse('text/calendar; charset=utf-8', calendar, { headers: { 'Cache-Control': 'private, no-cache' } }),
      )
    }
    // Counts against rate limits, because each request builds the calendar, from up to thousands of meetings.
    return Object.assign(page, { counts: true })
  }
}
