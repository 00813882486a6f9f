/**
 * Returns SQL for a time that is earlier by an interval, for statements that age rows. Citus refuses `column - interval` in an UPDATE,
 * because the result depends on the session's time zone.
 */
export const earlierSql = (time: string, interval: string): string => `(${time} at time zone 'UTC' - ${interval}) at time zone 'UTC'`
