import { absent, defineError } from '../../kit/index.ts'

export const runNotFound = defineError('SVC-AI-RUN_NOT_FOUND', 404, 'There is no such run.', {
  ...absent('run'),
  cause: `${absent('run').cause} Runs are deleted after 90 days.`,
})
export const providerRequired = defineError('SVC-AI-PROVIDER_REQUIRED', 422, 'This needs a language model, and none is configured.', {
  cause:
    'Rewriting and translating cannot be done honestly without a language model, and neither your tenant nor the operator of this installation has configured one.',
  cure: 'Configure one in the settings of your tenant (`PATCH /tenant/settings` with `ai`), or ask the operator to set `AI_URL` and `AI_MODEL`.',
})
export const upstreamFailed = defineError('SVC-AI-UPSTREAM_FAILED', 502, 'The language model gave no usable answer.', {
  cause:
    'The model’s server could not be reached, did not answer in time, refused, or answered something that is no completion. The message has its reason.',
  cure: 'Correct what the message names: the address, the key or the model in the settings of your tenant, or your allowance at the provider. Otherwise try again; when there is a `Retry-After`, after that. What was asked for is kept among the runs, with the status `FAILED` and the reason.',
  mayHave: ['Retry-After'],
})
export const budgetSpent = defineError('SVC-AI-BUDGET_SPENT', 429, 'The tokens of today are spent.', {
  cause: 'Runs of your tenant have used as many tokens of the language model today (UTC) as its `tokensPerDay` allows.',
  cure: 'Wait for the time in `Retry-After`, or raise `ai.tokensPerDay` in the settings of your tenant; of a model of the operator, ask the operator.',
})
export const tooManyAtOnce = defineError('SVC-AI-TOO_MANY_AT_ONCE', 429, 'Too many runs of your tenant use the model at the same time.', {
  cause: 'As many runs as `atOnce` of the language model allows are still under way.',
  cure: 'Wait for the time in `Retry-After`, and send fewer at once.',
})
