/**
 * Satisfaction: customers rate how their threads were resolved (decision 91).
 *
 * - A reader of the outbox plans a request when a thread is resolved and the settings of its inbox or tenant say so. When the request is
 *   due, a job checks the thread again, and sends the mail or cancels the request.
 * - A customer is asked at most once in an episode of a thread (a unique index), and by the settings at most once within `minDaysBetween`
 *   (a lock on the customer).
 * - Only a POST stores an answer, because scanners of mails follow every link. `server/web/ratings/` serves the pages, and two operations
 *   without credentials serve pages of tenants.
 */
import { module } from '#kit/module.ts'
import { answerSatisfactionForm } from './answer-satisfaction-form.ts'
import { requestSatisfaction } from './ask.ts'
import * as events from './events.ts'
import { followRequest } from './follow-request.ts'
import {
  answerSatisfactionRequest,
  cancelSatisfactionRequest,
  createSatisfactionRequest,
  getSatisfactionForm,
  getSatisfactionRequest,
  listSatisfactionRequests,
} from './operations.ts'
import { personal } from './personal.ts'
import { planRequests } from './plan-requests.ts'

export { presentRequest, satisfactionAnswered, satisfactionChanged, satisfactionRequested } from './events.ts'
export { answerPage, findPage, type OpenPage, stopAsking, toForm } from './open-page.ts'
export { requestExpired } from './errors.ts'
export { type PastRating, writePastRatings } from './past-ratings.ts'
export { findRatingRows, type RatingRow, type RequestRecord, requestList } from './queries.ts'
export { rateInChat } from './rate-in-chat.ts'
export { SatisfactionRequest } from './schema.ts'
export { satisfactionPath, unsubscribePage } from './tokens.ts'
export { type Language, words as satisfactionWords } from './words.ts'

const { presentRequest: _, ...declared } = events

export const satisfaction = module({
  name: 'satisfaction',
  description: 'Ratings of resolved threads by customers.',
  endpoints: [
    listSatisfactionRequests,
    getSatisfactionRequest,
    createSatisfactionRequest,
    cancelSatisfactionRequest,
    answerSatisfactionRequest,
    getSatisfactionForm,
    answerSatisfactionForm,
  ],
  events: Object.values(declared),
  jobs: [requestSatisfaction, followRequest],
  readers: [planRequests],
  targets: { satisfaction_request: 'sat' },
  personal,
})
