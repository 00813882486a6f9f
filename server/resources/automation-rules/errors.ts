import { absent, defineError } from '#platform/define-error.ts'

export const ruleNotFound = defineError('SVC-RULE-NOT_FOUND', 404, 'There is no such automation rule.', absent('automation rule'))
export const ruleVersionNotFound = defineError('SVC-RULE-VERSION_NOT_FOUND', 422, 'The automation rule has no such version.', {
  cause: 'The number is not one of the rule’s versions, of which the latest 200 are kept.',
  cure: 'Take the number from `GET /automation-rules/{id}/versions`.',
})
export const runNotFound = defineError('SVC-AUTOMATIONRUN-NOT_FOUND', 404, 'There is no such run.', {
  cause: 'The id belongs to no run of this tenant, or the run is older than `retention.automationRuns`.',
  cure: 'Use an id from `GET /automation-runs`.',
})
export const ruleLimitReached = defineError('SVC-RULE-LIMIT_REACHED', 409, 'Too many automation rules are enabled.', {
  cause: 'A tenant has at most 200 enabled automation rules.',
  cure: 'Disable a rule before you enable another.',
})
export const dryRunNotFound = defineError('SVC-DRYRUN-NOT_FOUND', 404, 'There is no such dry run.', {
  cause: 'The id belongs to no dry run of this tenant, or the dry run is older than seven days.',
  cure: 'Use the id from the response of `POST /automation-rules/dry-runs`.',
})
