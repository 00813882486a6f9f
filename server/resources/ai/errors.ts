import { absent, defineError } from '#platform/define-error.ts'

export const runNotFound = defineError('SVC-AI-RUN_NOT_FOUND', 404, 'There is no such run.', {
  ...absent('run'),
  cause: `${absent('run').cause} Runs are deleted after 90 days.`,
})
export const providerRequired = defineError(
  'SVC-AI-PROVIDER_REQUIRED',
  422,
  'This operation needs a language model, and none is configured.',
  {
    cause: 'Rewriting and translating need a language model, and neither your tenant nor the operator has configured one.',
    cure:
      'Configure a model in the settings of your tenant (`PATCH /tenant/settings` with `ai`), or ask the operator to set `AI_URL` ' +
      'and `AI_MODEL`.',
  },
)
export const upstreamFailed = defineError('SVC-AI-UPSTREAM_FAILED', 502, 'The language model returned no usable text.', {
  cause:
    'The model’s server could not be reached, did not respond in time, refused, or returned no completion. The message has the reason.',
  cure:
    'Correct the URL, the key or the model in the settings of your tenant, or your quota at the provider, as the message says. ' +
    'Otherwise retry, after `Retry-After` if present. The run is stored with the status `FAILED` and the reason.',
  mayHave: ['Retry-After'],
})
export const budgetSpent = defineError('SVC-AI-BUDGET_SPENT', 429, 'Today’s token budget is used up.', {
  cause: 'Runs of your tenant have used as many tokens of the language model today (UTC) as its `tokensPerDay` allows.',
  cure:
    'Wait for the time in `Retry-After`, or raise `ai.tokensPerDay` in the settings of your tenant. For the operator’s model, ask ' +
    'the operator.',
})
export const tooManyAtOnce = defineError('SVC-AI-TOO_MANY_AT_ONCE', 429, 'Too many concurrent runs of your tenant use the model.', {
  cause: 'As many runs as `atOnce` of the language model allows are still running.',
  cure: 'Wait for the time in `Retry-After`, and send fewer concurrent requests.',
})
