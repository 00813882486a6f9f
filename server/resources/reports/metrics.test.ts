/** The guide shows the definitions of metrics word for word. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { figures } from './metric.ts'
import { getMetric, metricNames } from './metrics.ts'

const guide = readFileSync(new URL('../../../docs/guides/reports.md', import.meta.url), 'utf8')

it('the guide has the definition of every metric, word for word', () => {
  const rows = guide.split('\n').filter((line) => /^\| `[A-Z_]+` \|/.test(line))
  const expected = metricNames.map((name) => {
    const { definition, counts, doesNotCount } = getMetric(name)
    return `| \`${name}\` | ${definition} | ${counts.join(' ')} | ${doesNotCount.join(' ')} |`
  })
  expect(rows).toEqual(expected)
  for (const figure of Object.keys(figures)) expect(guide).toContain(`| ${figure} |`)
})
