import { useState, type ReactNode } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AutomationExplanation, Thread } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CircleCheck, CircleX, Info, Search, TriangleAlert } from '../../ui/icons.ts'
import { joinWords } from '../../ui/join-words.ts'
import { Picker } from '../../ui/picker.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { ChangesList } from './changes-list.tsx'
import type { Tried } from './dry-run.tsx'
import { describeCompared } from './describe-compared.ts'
import { useRuleKinds, type RuleKind } from './rule-kinds.tsx'
import { ActionOutcomes } from './run-list.tsx'
import { guardWords } from './rule-words.ts'
import { ThreadLinkById } from './thread-link.tsx'
import { useRuleNames } from './use-rule-names.ts'

type Judged = AutomationExplanation['filter']['all'][number]
type Compared = Judged['conditions'][number]

type ExplainPanelProps = { tried: Tried; wantedThread: string | null; wantedEvent: string | null }

/** Explains for one thread why the rule runs or does not run, condition by condition, and what the rule would do. */
export function ExplainPanel({ tried, wantedThread, wantedEvent }: ExplainPanelProps) {
  const { skein } = useApi()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  const threadId = chosenId ?? wantedThread
  const eventId = chosenId === null ? wantedEvent : null
  const explanation = useQuery({
    queryKey: ['rule-explanation', tried, threadId, eventId],
    enabled: threadId !== null,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const body = { ...tried, threadId: threadId ?? '', ...(eventId === null ? {} : { eventId }) }
      return (await skein.explainAutomationRule({ body, idempotencyKey: newIdempotencyKey(), signal })).data
    },
  })
  return (
    <section aria-label={t('On one thread')} className="card grid grid-cols-1 gap-4">
      <div>
        <h2 className="text-md font-semibold">{t('On one thread')}</h2>
        <p className="text-text-2">{t('Find out why the rule does or doesn’t run on a thread, and what it would do there.')}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={Search} aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          {threadId === null ? t('Choose a thread…') : t('Choose another…')}
        </Button>
        {threadId !== null && <ThreadLinkById key={threadId} id={threadId} />}
      </div>
      {explanation.error && <Problem error={explanation.error} onRetry={() => void explanation.refetch()} />}
      {threadId !== null && explanation.isPending && <Skeleton rows={4} />}
      {explanation.data && <Explanation explanation={explanation.data} />}
      {isChoosing && <ThreadPicker onPick={(thread) => setChosenId(thread.id)} onClose={() => setChoosing(false)} />}
    </section>
  )
}

/** Finds a thread by number or search words. */
function ThreadPicker({ onPick, onClose }: { onPick: (thread: Thread) => void; onClose: () => void }) {
  const { skein } = useApi()
  const [text, setText] = useState('')
  const q = useDebounced(text.trim())
  const { data: threads = [] } = useQuery({
    queryKey: ['rule-threads', q],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await skein.listThreads({ query: { limit: 20, ...(q === '' ? {} : { q }) }, signal })).data,
  })
  return (
    <Picker
      label={t('Choose a thread')}
      hint={t('its number, or words')}
      options={threads.map(({ id, subject, ticketNumber }) => ({ id, name: subject, detail: ticketNumber }))}
      onType={setText}
      onPick={(id) => {
        const thread = threads.find((each) => each.id === id)
        if (thread) onPick(thread)
      }}
      onClose={onClose}
    />
  )
}

function Explanation({ explanation }: { explanation: AutomationExplanation }) {
  const { holds, event, latestMessage, notChecked, filter, guard, changes, actions, error } = explanation
  const kinds = useRuleKinds()
  const findName = useRuleNames()
  const isStopped = guard !== null || error !== null
  const verdict = !holds
    ? t('The rule wouldn’t run here.')
    : isStopped
      ? t('The conditions hold, but something stops the rule.')
      : notChecked.length > 0
        ? t('The conditions on the thread hold.')
        : event === null
          ? t('The rule would run here.')
          : t('The rule runs here.')
  const isEmpty = event === null && filter.all.length + filter.any.length + filter.none.length === 0
  return (
    <div role="status" className="grid grid-cols-1 gap-4">
      <p className="flex items-center gap-2 text-base font-semibold">
        <Mark isGood={holds && !isStopped} />
        {verdict}
      </p>
      {guard !== null && (
        <p className="flex gap-2 text-text-2">
          <Icon of={TriangleAlert} className="mt-px text-warning" />
          {guardWords[guard] ? t(guardWords[guard]) : guard}
        </p>
      )}
      {event === null && (
        <p className="text-text-2">
          {t('This compares the thread as it is now. To see what its events were compared with, choose Explain beside a run.')}
        </p>
      )}
      {notChecked.length > 0 && (
        <p className="flex gap-2 text-text-2">
          <Icon of={Info} className="mt-px text-muted" />
          {t('Not checked: {conditions}.', {
            conditions: joinWords(
              notChecked.map((each) => describeCompared({ ...each, found: null }, kinds).clause),
              'and',
            ),
          })}
        </p>
      )}
      {isEmpty && <p className="text-text-2">{t('The rule has no conditions on threads: it fits every one.')}</p>}
      {event !== null && event.length > 0 && (
        <Group name={t('What happened')}>
          {event.map((each) => (
            <Condition key={`${each.field} ${JSON.stringify(each.wanted)}`} compared={each} isGood={each.holds} kinds={kinds} />
          ))}
        </Group>
      )}
      {latestMessage !== null && latestMessage.length > 0 && (
        <Group name={t('The latest message')}>
          {latestMessage.map((each) => (
            <Condition key={`${each.field} ${JSON.stringify(each.wanted)}`} compared={each} isGood={each.holds} kinds={kinds} />
          ))}
        </Group>
      )}
      {filter.all.length > 0 && (
        <Group name={t('All of these')}>
          <Filters filters={filter.all} kinds={kinds} />
        </Group>
      )}
      {filter.any.length > 0 && (
        <Group name={t('At least one of these')}>
          <Filters filters={filter.any} kinds={kinds} />
        </Group>
      )}
      {filter.none.length > 0 && (
        <Group name={t('Exceptions')}>
          <Filters filters={filter.none} kinds={kinds} areUnwanted />
        </Group>
      )}
      {holds && guard === null && (
        <section aria-label={t('What it would do now')}>
          <h3 className="mb-1.5 text-xs font-semibold text-text-2">{t('What it would do now')}</h3>
          {error !== null && <p className="text-danger wrap-anywhere">{error}</p>}
          <ActionOutcomes
            actions={actions.map(({ type, outcome }) => ({ type, outcome: outcome === 'DONE' ? 'WOULD_BE_DONE' : outcome }))}
          />
          {changes && (
            <div className="mt-2">
              <ChangesList before={changes.before} after={changes.after} findName={findName} />
            </div>
          )}
        </section>
      )}
    </div>
  )
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name}>
      <h3 className="mb-1.5 text-xs font-semibold text-text-2">{name}</h3>
      <ul className="grid grid-cols-1 gap-1.5">{children}</ul>
    </section>
  )
}

type FiltersProps = { filters: readonly Judged[]; kinds: readonly RuleKind[]; areUnwanted?: boolean }

/** The filters of a group. Those of the exceptions say what must not be, and get a tick while it is not. */
function Filters({ filters, kinds, areUnwanted = false }: FiltersProps) {
  return filters.map(({ conditions, holds }, at) =>
    conditions.length === 1 ? (
      conditions.map((each) => (
        <Condition
          key={`${at} ${each.field} ${JSON.stringify(each.wanted)}`}
          compared={each}
          isGood={each.holds !== areUnwanted}
          kinds={kinds}
          isNegated={areUnwanted}
        />
      ))
    ) : (
      // Filters are identified only by their index.
      // oxlint-disable-next-line react/no-array-index-key -- see above.
      <li key={at} className="flex gap-2">
        <Mark isGood={holds !== areUnwanted} />
        <div>
          {areUnwanted && <p>{t('not all of these together:')}</p>}
          <ul className="grid grid-cols-1 gap-1.5">
            {conditions.map((each) => (
              <Condition
                key={`${each.field} ${JSON.stringify(each.wanted)}`}
                compared={each}
                isGood={areUnwanted ? null : each.holds}
                kinds={kinds}
              />
            ))}
          </ul>
        </div>
      </li>
    ),
  )
}

type ConditionProps = {
  compared: Compared /** Null shows no mark. */
  isGood: boolean | null
  kinds: readonly RuleKind[]
  isNegated?: boolean
}

function Condition({ compared, isGood, kinds, isNegated = false }: ConditionProps) {
  const { clause, found } = describeCompared(compared, kinds, isNegated)
  return (
    <li className="flex gap-2">
      {isGood !== null && <Mark isGood={isGood} />}
      <span className="min-w-0 wrap-anywhere">
        {clause} {found !== null && <span className="text-muted">{t('(it’s {found})', { found })}</span>}
      </span>
    </li>
  )
}

function Mark({ isGood }: { isGood: boolean }) {
  return (
    <span className="mt-px shrink-0">
      <Icon of={isGood ? CircleCheck : CircleX} className={isGood ? 'text-success' : 'text-danger'} />
      <span className="sr-only">{isGood ? t('Fits:') : t('Doesn’t fit:')} </span>
    </span>
  )
}
