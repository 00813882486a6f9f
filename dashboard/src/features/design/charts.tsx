import { BarCell } from '../../ui/chart/bar-cell.tsx'
import { HeatMap } from '../../ui/chart/heat-map.tsx'
import { Sparkline } from '../../ui/chart/sparkline.tsx'
import { TimeChart, type Series } from '../../ui/chart/time-chart.tsx'

const minute = 60_000
const points = Array.from({ length: 14 }, (_, index) => ({ short: `${index + 1} Nov`, full: `${index + 1} November` }))
const medians = [52, 61, 58, 60, 47, 78, 70, 45, 44, 58, 56, 49, 70, 41].map((minutes) => minutes * minute)
const nineInTen = [130, 142, 128, 155, 124, 195, 210, 140, null, 150, 138, 122, 190, 95].map((minutes) => minutes && minutes * minute)
const open = [51, 44, 46, 44, 44, 45, 47, 47, 45, 45, 44, 41, 45, 37]
const created = [22, 21, 22, 24, 23, 11, 0, 27, 22, 26, 23, 21, 9, 15]
const resolved = [22, 25, 22, 29, 27, 5, 5, 28, 24, 26, 22, 26, 4, 7]
const firstReply: readonly Series[] = [
  { id: 'median', name: 'Median', shape: 'line', tone: 1, values: medians },
  { id: 'p90', name: 'Nine in ten', shape: 'dashes', tone: 2, values: nineInTen },
]
const backlog: readonly Series[] = [
  { id: 'open', name: 'Open', shape: 'line', tone: 1, values: open },
  { id: 'new', name: 'New', shape: 'bars', tone: 2, values: created },
  { id: 'resolved', name: 'Resolved', shape: 'bars', tone: 3, values: resolved },
]
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const hours = Array.from({ length: 12 }, (_, hour) => ({ short: String(hour + 8), full: `${hour + 8}:00` }))
const written = days.map((_, day) => hours.map((__, hour) => Math.max(0, (day < 5 ? 9 : 3) - Math.abs(hour - 3))))

/** Every chart type with fixed numbers. e2e/design.test.ts compares their screenshots. */
export function Charts() {
  return (
    <>
      <div data-chart="lines" className="w-120 max-w-full">
        <TimeChart
          title="Time to first reply"
          summary="A line chart of 14 days. The median ends at 41 min, below the target of 2 h."
          unit="duration"
          points={points}
          series={firstReply}
          area={['median', 'p90']}
          target={{ name: 'Target', value: 120 * minute }}
          onOpen={() => undefined}
        />
      </div>
      <div data-chart="bars" className="w-120 max-w-full">
        <TimeChart
          title="Backlog"
          summary="A line and bars for 14 days. 37 threads are open at the end."
          unit="count"
          points={points}
          series={backlog}
        />
      </div>
      <div data-chart="heat map" className="w-120 max-w-full">
        <HeatMap
          title="When customers write"
          summary="A map of days and hours. Most messages come on Mondays at 11:00."
          rows={days.map((full) => ({ short: full.slice(0, 3), full }))}
          columns={hours}
          values={written}
          nameOf={(value) => `${value} messages`}
          note="Berlin time"
        />
      </div>
      <div data-chart="sparkline">
        <Sparkline summary="From 51 to 37" values={open} tone={1} />
      </div>
      <div data-chart="bar in a table">
        <BarCell value={301} max={412}>
          301
        </BarCell>
      </div>
    </>
  )
}
