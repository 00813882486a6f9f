import { statement } from '../../kit/index.ts'

/** Reads the database's clock. The caller measures the round trip. */
export const readClock = statement<object, { now: string }>('select now()::timestamptz(3) as now')
