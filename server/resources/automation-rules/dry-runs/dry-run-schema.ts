/** Public schemas of dry runs, which show what a rule would have done on the stored events. */
import { chooseBy } from '#platform/http/validation.ts'
import { choice, closed, component, exampleId, idInput, idOutput, nullable, time, Type } from '#platform/schema.ts'
import { ThreadFieldChanges } from '../../threads/index.ts'
import { RuleActionType } from '../action-schema.ts'
import { AutomationRunGuard } from '../runs/run-schema.ts'
import { AutomationRuleCreate } from '../schema.ts'

const saved = { ruleId: idInput('rul', 'A saved rule, enabled or not.') }
const sent = { rule: AutomationRuleCreate }
const sentExample = {
  name: 'Urgent first',
  trigger: { type: 'EVENT' as const, events: ['thread.created'] },
  actions: [{ type: 'SET_PRIORITY' as const, priority: 'urgent' as const }],
}
/** True for a body with a saved rule. A body with neither form counts as having one. */
export const namesSavedRule = (body: object): boolean => 'ruleId' in body || !('rule' in body)

/** A saved rule, or a rule in the request's body. */
export const triedRules = { saved, sent, sentExample }

const period = {
  from: Type.Optional(time('The beginning of the period; by default 30 days before its end. Events that were deleted are not read.')),
  to: Type.Optional(time('The end of the period; by default now.')),
}

const DryRunOfSavedRule = component(
  'AutomationDryRunOfSavedRule',
  closed({ ...saved, ...period }, { description: 'A saved rule and the period.', examples: [{ ruleId: exampleId('rul') }] }),
)
const DryRunOfRule = component(
  'AutomationDryRunOfRule',
  closed({ ...sent, ...period }, { description: 'A rule that need not be saved, and the period.', examples: [{ rule: sentExample }] }),
)

export const AutomationDryRunCreate = component(
  'AutomationDryRunCreate',
  chooseBy(Type.Union([DryRunOfSavedRule, DryRunOfRule], { description: 'The rule to try, and the period.' }), (body) =>
    namesSavedRule(body) ? 0 : 1,
  ),
)

const DryRunState = component(
  'AutomationDryRunState',
  choice(
    { QUEUED: 'It has not begun.', RUNNING: 'It reads events.', DONE: 'It has read all events.', FAILED: 'It could not be completed.' },
    { description: 'How far the dry run is.' },
  ),
)

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const AutomationDryRun = component(
  'AutomationDryRun',
  closed(
    {
      id: idOutput('rdy', 'The dry run.'),
      ruleId: nullable(idOutput('rul', 'A rule.'), { description: 'The saved rule; null for a rule that came with the request.' }),
      state: DryRunState,
      from: time('The beginning of the period that is read.'),
      to: time('The end of the period.'),
      eventsRead: count('The number of events of the period that were read so far.'),
      matched: count('How often the rule fits so far.'),
      threads: count('The number of different threads among the matches.'),
      wouldChange: count('Matches in which the actions would have changed or sent something.'),
      noEffect: count('Matches in which the thread already was as the actions would make it.'),
      guarded: count('Matches that a guard would have stopped.'),
      wouldFail: count('Matches in which an action would have been refused.'),
      asOfNow: Type.Array(Type.String(), {
        description:
          'Fields of the filter that were compared with present values, because events do not store them. `thread`: threads about which ' +
          'no earlier event is stored were judged as they are now.',
      }),
      byDay: Type.Array(
        closed({
          day: Type.String({ description: 'The day, in the workspace’s time zone.', examples: ['2026-03-04'] }),
          matched: count('The matches of the day.'),
        }),
        { description: 'The days with matches, oldest first.' },
      ),
      createdAt: time('When it was requested.'),
    },
    {
      description:
        'What a rule would have done on the stored events of a period. Each event is judged by itself: what the rule, or another rule, would ' +
        'have changed before is not taken into account. Two things are not simulated: the limit of automatic mails a day (`MAILS_PER_DAY`), and ' +
        'SLA deadlines that were met, before which a rule with negative `afterMinutes` may have run. Kept for seven days.',
      examples: [
        {
          id: exampleId('rdy'),
          ruleId: exampleId('rul'),
          state: 'DONE',
          from: '2026-02-02T09:30:00.000Z',
          to: '2026-03-04T09:30:00.000Z',
          eventsRead: 1840,
          matched: 12,
          threads: 11,
          wouldChange: 10,
          noEffect: 2,
          guarded: 0,
          wouldFail: 0,
          asOfNow: ['followerId'],
          byDay: [{ day: '2026-03-02', matched: 12 }],
          createdAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

const DryRunOutcome = component(
  'AutomationDryRunOutcome',
  choice(
    {
      WOULD_CHANGE: 'The actions would have changed or sent something.',
      NO_EFFECT: 'The thread already was as the actions would make it.',
      GUARDED: 'A guard would have stopped the rule; `guard` says which.',
      WOULD_FAIL: 'An action would have been refused; `error` says why.',
    },
    { description: 'What would have become of the match.' },
  ),
)

const { before, after } = ThreadFieldChanges.properties

export const DryRunAction = component(
  'AutomationDryRunAction',
  closed(
    {
      type: RuleActionType,
      outcome: component(
        'AutomationDryRunActionOutcome',
        choice({ DONE: 'It would change or send something.', NO_EFFECT: 'It would change nothing.' }, { description: 'What it would do.' }),
      ),
    },
    { description: 'What an action would do.' },
  ),
)

export const AutomationDryRunMatch = component(
  'AutomationDryRunMatch',
  closed(
    {
      thread: nullable(
        closed({
          id: idOutput('thr', 'The thread.'),
          ticketNumber: Type.String({ description: 'Its ticket number.' }),
          subject: Type.String({ description: 'Its subject now.' }),
        }),
        { description: 'The thread; null if it no longer exists, or if the caller may not read threads.' },
      ),
      eventId: nullable(idOutput('evt', 'An event.'), { description: 'The event that fitted; null for a time.' }),
      at: time('When the rule would have run.'),
      outcome: DryRunOutcome,
      guard: nullable(AutomationRunGuard, { description: 'The guard, of GUARDED; null otherwise.' }),
      error: nullable(Type.String(), { description: 'The reason, of WOULD_FAIL; null otherwise.' }),
      before,
      after,
      actions: Type.Array(DryRunAction, { description: 'What each action would do; empty if none could run.' }),
    },
    {
      description: 'An event or a time at which a rule would have run.',
      examples: [
        {
          thread: { id: exampleId('thr'), ticketNumber: 'ACME-2026-000042', subject: 'The export is empty' },
          eventId: exampleId('evt'),
          at: '2026-03-02T09:30:00.000Z',
          outcome: 'WOULD_CHANGE',
          guard: null,
          error: null,
          before: { priority: 'normal' },
          after: { priority: 'urgent' },
          actions: [{ type: 'SET_PRIORITY', outcome: 'DONE' }],
        },
      ],
    },
  ),
)
