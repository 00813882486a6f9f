/** Public schemas for applying a rule to existing threads. */
import { closed, component, type Static, Type } from '#platform/schema.ts'
import { ruleFilterFields } from '../condition-schema.ts'

// The thread list cannot filter by customer fields, so callers could not know the total.
const { customerFields: _, ...listed } = ruleFilterFields

const AutomationApplyFilter = component(
  'AutomationApplyFilter',
  closed(listed, {
    description: 'The filters of `GET /threads`, all of which must match. Without any: all threads.',
    examples: [{ status: 'open' }],
  }),
)

export const AutomationApply = component(
  'AutomationApply',
  closed(
    {
      filter: AutomationApplyFilter,
      expectedTotal: Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description: 'The number of matching threads, from `meta.total` of `GET /threads`. The request is refused if it has changed.',
        examples: [128],
      }),
    },
    { description: 'The threads to which the rule is applied.', examples: [{ filter: { status: 'open' }, expectedTotal: 128 }] },
  ),
)
export type AutomationApply = Static<typeof AutomationApply>
