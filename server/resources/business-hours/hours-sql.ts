/** SQL: business hours `h` as WorkingHours, with only the dates of holidays. */
export const workingHoursSql = (h: string): string => `json_build_object('timezone', ${h}.timezone, 'weekly', ${h}.weekly, 'holidays', (
    select coalesce(json_agg(json_build_object('date', d.day ->> 'date') order by d.n), '[]') from jsonb_array_elements(${h}.holidays) with ordinality d(day, n)))`
