import { absent, defineError } from '#platform/define-error.ts'

export const satisfactionNotFound = defineError(
  'SVC-SATISFACTION-NOT_FOUND',
  404,
  'There is no such satisfaction request.',
  absent('satisfaction request'),
)

export const askedAlready = defineError(
  'SVC-SATISFACTION-ASKED_ALREADY',
  409,
  'The customer was asked in this episode of the thread already.',
  {
    cause:
      'An episode begins when a thread is created or reopened. In each, its customer is asked at most once, by hand or by the settings.',
    cure: 'Read the request with `GET /satisfaction-requests?threadId=`. Cancel a planned one to ask at once.',
  },
)

export const requestExpired = defineError('SVC-SATISFACTION-EXPIRED', 409, 'The request takes no answer.', {
  cause: 'It has expired, was cancelled, or its mail was not sent yet.',
  cure: 'Read its `state`. Ask again when the thread is resolved the next time.',
})

export const answeredAlready = defineError('SVC-SATISFACTION-ANSWERED_ALREADY', 409, 'The request has an answer already.', {
  cause: 'Only a request without an answer can be cancelled.',
  cure: 'Leave it. Its answer stays in reports.',
})

export const customerOptedOut = defineError('SVC-SATISFACTION-OPTED_OUT', 409, 'The customer has asked not to be asked for ratings.', {
  cause: 'The customer followed the link in a mail, or `satisfactionOptOut` was set.',
  cure: 'Do not ask this customer by mail. If the customer agrees again, set `satisfactionOptOut` to false first.',
})
