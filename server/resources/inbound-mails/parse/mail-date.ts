/** Parses the Date header. */

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Named zones (RFC 5322, 4.3), in hours. All other names mean UTC. */
const zones: Readonly<Record<string, number>> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  cet: 1,
  cest: 2,
  met: 1,
  mest: 2,
  jst: 9,
}

const form =
  /(?<day>\d{1,2})[ -]+(?<month>[a-z]{3})[a-z]*\.?[ -]+(?<year>\d{2,4})[ ,]+(?<hour>\d{1,2})[:.](?<minute>\d{1,2})(?:[:.](?<second>\d{1,2}))?(?:\.\d+)? *(?<zone>[+-] ?\d{1,2}:?\d{2}|[a-z]{1,5})?/i

/** Returns the time of a Date header in ISO form; null when it cannot be parsed. The sender's clock may be arbitrarily wrong. */
export function readDate(value: string): string | null {
  const text = value.slice(0, 200)
  const groups = form.exec(text)?.groups
  const time = groups ? toTime(groups) : /^\d{4}-\d\d-\d\d|^[a-z]{3} [a-z]{3} /i.test(text) ? Date.parse(text) : Number.NaN
  // JSON clients and PostgreSQL do not both support years beyond four digits.
  return time >= earliest && time < latest ? new Date(time).toISOString() : null
}

const earliest = Date.UTC(1900, 0, 1)
const latest = Date.UTC(10_000, 0, 1)

function toTime({ day, month = '', year = '', hour, minute, second, zone = '' }: Record<string, string | undefined>): number {
  const monthIndex = months.indexOf(month.toLowerCase())
  if (monthIndex < 0) return Number.NaN
  // Two digits: RFC 5322, 4.3. Three digits: programs that count from 1900.
  const given = Number(year)
  const fullYear = year.length === 4 ? given : given < 50 && year.length === 2 ? given + 2_000 : given + 1_900
  const time = Date.UTC(fullYear, monthIndex, Number(day), Number(hour), Number(minute), Number(second ?? 0))
  return time - readOffset(zone.replace(' ', '')) * 60_000
}

/** Returns a zone's offset from UTC in minutes. */
function readOffset(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{1,2}):?(\d{2})$/.exec(zone) ?? []
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  return (zones[zone.toLowerCase()] ?? 0) * 60
}
