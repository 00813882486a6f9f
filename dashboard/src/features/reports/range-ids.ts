/** Names of time ranges in the URL of reports. */
export const rangeIds = [
  'today',
  'yesterday',
  'last-7',
  'last-30',
  'last-90',
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-year',
  'last-year',
] as const
export type RangeId = (typeof rangeIds)[number]

export function isRangeId(text: string): text is RangeId {
  return (rangeIds as readonly string[]).includes(text)
}
