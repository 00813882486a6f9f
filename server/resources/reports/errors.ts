import { defineError } from '#platform/define-error.ts'
import { validationFailed } from '#platform/errors.ts'

export const invalidRange = defineError('SVC-REPORT-INVALID_RANGE', 400, 'The time range is not one that reports can show; see details.', {
  cause:
    '`from` is not before `to`, `from` is in the future, the range is longer than five years (31 days by hour), or a time is neither a local ' +
    'date, an instant with its offset, nor a date relative to today.',
  cure: 'Send local dates such as `from=2026-03-01&to=2026-04-01`; `to` itself is not included. Choose a shorter range, or another `grain`.',
})

export const tooLarge = defineError('SVC-REPORT-TOO_LARGE', 422, 'The report would be too large; see the message.', {
  cause:
    'The report would have more than 20,000 figures (rows times metrics), more than 2,000 figures with a median, or more than 3,000,000 facts ' +
    'to read. Rows without facts count as well.',
  cure: 'Choose a shorter range, a longer `grain`, fewer metrics or dimensions, or filters. The message says what is too much.',
})

export const behind = defineError('SVC-REPORT-BEHIND', 503, 'The reports have not counted the event `atLeast` yet.', {
  cause: 'Reports count events shortly after they happen. They did not reach the sequence in `atLeast` within five seconds.',
  cure: 'Repeat the request after the time in `Retry-After`, or send it without `atLeast`. `asOf` says which events are counted.',
})

export const peopleHidden = defineError('SVC-REPORT-PEOPLE_HIDDEN', 403, 'Reports do not show you figures of single agents.', {
  cause:
    'The tenant’s setting `reporting.people` is NONE, or it is MANAGERS and your role is neither OWNER nor ADMIN. Then reports have neither ' +
    'the dimensions `person` and `assignee` nor filters by them.',
  cure: 'Use another dimension, such as `team`. An administrator can change the setting.',
})

/** Errors of operations that read report parameters. */
export const reportErrors = [validationFailed, invalidRange, tooLarge, peopleHidden]
