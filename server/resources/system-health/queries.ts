import { statement } from '../../kit/index.ts'

/** Measures one round trip, and reads the database's clock. */
export const readClock = statement<object, { now: string }>('select now()::timestamptz(3) as now')
