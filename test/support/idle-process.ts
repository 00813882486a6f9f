/** Allocates like a service under load, then like an idle worker, until half of its memory is returned. Run by test/idle-memory.test.ts. */
import { releaseMemoryWhenIdle } from '#platform/idle-memory.ts'

let live: number[][] = []

function allocate(count: number): void {
  for (let i = 0; i < count; i++) {
    live.push([i])
    if (live.length > 200_000) live = []
  }
}

allocate(2e7)
live = []
const peak = process.memoryUsage.rss()
releaseMemoryWhenIdle({ lookMs: 400 })
setInterval(() => {
  allocate(1_000)
  if (process.memoryUsage.rss() > peak / 2) return
  process.stdout.write('returned')
  process.exit()
}, 50)
