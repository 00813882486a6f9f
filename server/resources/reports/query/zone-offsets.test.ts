import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { nextChangeAfter, offsetAt, startOfDay, toDate } from './zone-offsets.ts'

const zones = Intl.supportedValuesOf('timeZone')
const first = Date.UTC(1971, 0, 1)
const dayMs = 86_400_000
const anyTime = fc.record({ zone: fc.constantFrom(...zones), at: fc.integer({ min: first, max: Date.UTC(2037, 0, 1) }) })

it('offsets, days and changes of the clock are those of Temporal in every zone', () => {
  fc.assert(
    fc.property(anyTime, ({ zone, at }) => {
      const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
      expect(offsetAt(at, zone)).toBe(local.offsetNanoseconds / 1_000_000)
      const date = Date.UTC(local.year, local.month - 1, local.day)
      expect(toDate(at, zone)).toBe(date)
      expect(startOfDay(date, zone)).toBe(local.startOfDay().epochMilliseconds)
      const change = local.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity
      const next = nextChangeAfter(at, zone)
      if (next === null) expect(change).toBeGreaterThan(at + 365 * dayMs)
      else expect(next).toBe(change)
    }),
    { numRuns: 200 },
  )
})

it('every day around a change of the clock begins as Temporal says', () => {
  for (const zone of ['Pacific/Apia', 'Africa/Cairo', 'America/Santiago', 'Asia/Gaza', 'Africa/Casablanca', 'Pacific/Kwajalein']) {
    let local = Temporal.ZonedDateTime.from(`1990-01-01T00:00[${zone}]`)
    for (let i = 0; i < 60; i++) {
      const change = local.getTimeZoneTransition('next')
      if (!change) break
      for (let days = -2; days <= 2; days++) {
        const day = change.toPlainDate().add({ days })
        const begins = day.toZonedDateTime({ timeZone: zone }).epochMilliseconds
        expect(startOfDay(Date.UTC(day.year, day.month - 1, day.day), zone), `${zone} ${day.toString()}`).toBe(begins)
      }
      local = change
    }
  }
})
