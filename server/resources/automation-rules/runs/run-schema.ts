/** Public schemas of runs: the outcome of a rule on one event or at one time. */
import { choice, closed, component, exampleId, idInput, idOutput, nullable, time, Type } from '#platform/schema.ts'
import { ThreadFieldChanges } from '../../threads/index.ts'
import { RuleActionType } from '../action-schema.ts'

export const runOutcomes = {
  APPLIED: 'The actions changed the thread or sent something.',
  NO_EFFECT: 'The thread already was as the actions would have made it.',
  STALE: 'The event fitted, and the thread no longer did when the rule ran.',
  LOOP_GUARD: 'The rule did not run, so that rules do not run in circles; `guard` says why.',
  LIMITED: 'The rule did not run, so that nobody gets too much of it; `guard` says why.',
  FAILED: 'An action was refused, or the rule could not run in several attempts. No action was done; `error` says why.',
}
export type RunOutcome = keyof typeof runOutcomes

export const runGuards = {
  ANCESTRY: 'The event follows from this rule’s own change.',
  DEPTH: 'The event is at the end of five automatic changes.',
  THREAD_CHANGES: 'Rules changed the thread 50 times within an hour.',
  AUTOMATIC_MESSAGE:
    'The rule replies, and the message was automatic, or came in a mail that no program may answer: of a list, an import or a program, or to a blind copy.',
  RECIPIENT:
    'The rule replies by mail, and the customer has no address that may get automatic mail, such as a no-reply address or one whose mail bounces.',
  NOT_ASKED:
    'The rule replies, and the customer has not just written: an agent began the thread or split it off, or the message is imported history.',
  REPLY_INTERVAL:
    'The rule replied to this thread within 24 hours, and the customer has not written since. Replies of other rules do not count.',
  MAILS_PER_DAY:
    'Rules sent the customer as many mails today as the settings allow, without other automatic mails; or the inbox sent as many automatic ' +
    'mails of any kind within an hour as the operator allows.',
}
export type RunGuard = keyof typeof runGuards

export const AutomationRunOutcome = component('AutomationRunOutcome', choice(runOutcomes, { description: 'What became of the run.' }))
export const AutomationRunGuard = component('AutomationRunGuard', choice(runGuards, { description: 'The guard that acted.' }))

const RunActionOutcome = component(
  'AutomationActionOutcome',
  choice(
    {
      DONE: 'It was done.',
      HELD: 'It was done, and the event waits, because the webhook was paused or disabled.',
      NO_EFFECT: 'It changed nothing.',
      FAILED: 'It was refused; `error` says why.',
      SKIPPED: 'It was not done.',
    },
    { description: 'What became of the action.' },
  ),
)

const RunAction = component(
  'AutomationRunAction',
  closed(
    {
      type: RuleActionType,
      outcome: RunActionOutcome,
      error: nullable(Type.String(), { description: 'Why it was refused; null otherwise.' }),
    },
    { description: 'What became of an action.' },
  ),
)

export const AutomationRun = component(
  'AutomationRun',
  closed(
    {
      id: idOutput('rrn', 'The run.'),
      ruleId: idOutput('rul', 'The rule.'),
      ruleVersion: Type.Integer({ minimum: 1, description: 'The version of the rule that ran.' }),
      threadId: idOutput('thr', 'The thread.'),
      eventId: nullable(idOutput('evt', 'An event.'), { description: 'The event on which it ran; null without one.' }),
      beganAt: nullable(time('The time.'), { description: 'The time from which the rule counted; null if it ran for another reason.' }),
      jobId: nullable(idOutput('job', 'A job.'), {
        description: 'The job with which a user applied the rule to threads of now; null if it ran by itself.',
      }),
      outcome: AutomationRunOutcome,
      guard: nullable(AutomationRunGuard, { description: 'The guard that acted, of LOOP_GUARD and LIMITED; null otherwise.' }),
      error: nullable(Type.String(), { description: 'Why it failed, of FAILED; null otherwise.' }),
      changes: ThreadFieldChanges,
      actions: Type.Array(RunAction, { description: 'What became of each action; empty if none was tried.' }),
      causedEventIds: Type.Array(idOutput('evt', 'An event.'), { description: 'The events that it caused.' }),
      depth: Type.Integer({ minimum: 1, description: 'The number of automatic changes up to this one.' }),
      durationMs: Type.Integer({ minimum: 0, description: 'How long it took.' }),
      createdAt: time('When it ran.'),
    },
    {
      description: 'One run of a rule. Runs are kept as long as `retention.automationRuns` says.',
      examples: [
        {
          id: exampleId('rrn'),
          ruleId: exampleId('rul'),
          ruleVersion: 1,
          threadId: exampleId('thr'),
          eventId: exampleId('evt'),
          beganAt: null,
          jobId: null,
          outcome: 'APPLIED',
          guard: null,
          error: null,
          changes: { before: { priority: 'normal' }, after: { priority: 'urgent' } },
          actions: [{ type: 'SET_PRIORITY', outcome: 'DONE', error: null }],
          causedEventIds: [exampleId('evt')],
          depth: 1,
          durationMs: 4,
          createdAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

const period = { after: Type.Optional(time('Created later than this.')), before: Type.Optional(time('Created earlier than this.')) }

export const ThreadRunFilters = closed({
  ruleId: Type.Optional(idInput('rul', 'The rule.')),
  outcome: Type.Optional(AutomationRunOutcome),
  ...period,
})
export const AutomationRunFilters = closed({
  ruleId: Type.Optional(idInput('rul', 'The rule.')),
  threadId: Type.Optional(idInput('thr', 'The thread.')),
  jobId: Type.Optional(idInput('job', 'The job that applied the rule.')),
  outcome: Type.Optional(AutomationRunOutcome),
  ...period,
})
