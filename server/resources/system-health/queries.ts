import { statement } from '../../kit/db.ts'

/** One round trip, which brings the database's clock along. */
export const readClock = statement<object, { now: string }>('select now()::timestamptz(3) as now')
