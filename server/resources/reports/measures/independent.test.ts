/** An independent program that looks at a complete history as a whole computes the same figures to the millisecond, in four time zones. */
import { expect, it } from 'vitest'
import { layOut, quarter, type History, type LaidThread, type Status } from '../../../../test/support/laid-out-history.ts'
import { isRead } from '../../../../test/support/measures.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import { newId, parseTypeId, type Uuid } from '#platform/ids.ts'

const service = await setUpService({ worker: true })

type Figure = { count: number; sum: number; business: number }
type Figures = Record<string, Figure>

// --- The other program ----------------------------------------------------------------------------------------------

const weekly = {
  mon: [
    ['09:00', '12:30'],
    ['13:15', '17:45'],
  ],
  tue: [['08:00', '16:00']],
  wed: [['00:00', '24:00']],
  sat: [['22:00', '02:00']],
}
const holidays = ['2025-01-01', '2025-03-26', '2025-12-24']

/** Returns, for each quarter of an hour, its local day and whether it is working time. */
function lookAtQuarters(timezone: string, from: number, to: number): { days: string[]; working: boolean[] } {
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const periods = (day: string): { begins: string; ends: string }[] => {
    if (holidays.includes(day)) return []
    const name = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][new Date(day).getUTCDay()] ?? ''
    // Safe because the table's keys are such names, although some names have no entry.
    return ((weekly as Record<string, string[][]>)[name] ?? []).map(([begins = '', ends = '']) => ({ begins, ends }))
  }
  const days: string[] = []
  const working: boolean[] = []
  for (let at = from; at <= to + quarter; at += quarter) {
    const [day = '', time = ''] = clock.format(at).split(', ')
    const yesterday = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    days.push(day)
    working.push(
      periods(day).some(({ begins, ends }) => time >= begins && (ends <= begins || time < ends)) ||
        (!holidays.includes(day) && periods(yesterday).some(({ begins, ends }) => ends <= begins && time < ends)),
    )
  }
  return { days, working }
}

const isUnresolved = (status: Status): boolean => status === 'open' || status === 'pending'
const last = (times: readonly number[], before: number): number => Math.max(0, ...times.filter((time) => time < before))

function compute({ threads, messages, from, to }: History, timezone: string): { figures: Figures; backlog: Record<string, number> } {
  const { days, working } = lookAtQuarters(timezone, from, to)
  const getDay = (at: number): string => days[(at - from) / quarter] ?? ''
  const figures: Figures = {}
  const add = (metric: string, at: number, ms = 0, isWorking: (at: number) => boolean = () => true): void => {
    const figure = (figures[`${metric} ${getDay(at)}`] ??= { count: 0, sum: 0, business: 0 })
    figure.count++
    for (let time = at - ms; time < at; time += quarter) {
      if (!isWorking(time)) continue
      figure.sum += quarter
      if (working[(time - from) / quarter]) figure.business += quarter
    }
  }
  const mergedAt = ({ merges }: LaidThread, at: number): boolean => merges.findLast((merge) => merge.at <= at)?.type === 'MERGED'
  const statusAt = ({ changes }: LaidThread, at: number): Status => changes.findLast((change) => change.at <= at)?.to ?? 'open'

  for (const thread of threads) {
    const own = messages.filter(({ home }) => home === thread)
    const getTimes = (author: string): number[] => own.filter(({ by }) => by === author).map(({ at }) => at)
    const answers = getTimes('ANSWER')
    const resolved = thread.changes.filter(({ from: was, to: is }) => isUnresolved(was) && !isUnresolved(is)).map(({ at }) => at)
    const reopened = thread.changes.filter(({ from: was, to: is }) => !isUnresolved(was) && isUnresolved(is)).map(({ at }) => at)
    const merged = thread.merges.filter(({ type }) => type === 'MERGED').map(({ at }) => at)
    const moves = thread.moves.filter(({ at }) => isUnresolved(statusAt(thread, at)) && !mergedAt(thread, at))
    const waitBefore = (at: number): number | null => {
      const ended = Math.max(last(answers, at), last(resolved, at), last(merged, at))
      const moved = moves.findLast((move) => move.at < at && move.at > ended)
      if (moved?.waitingSince) return moved.waitingSince
      const asked = getTimes('CUSTOMER').filter((time) => time > Math.max(ended, moved?.at ?? 0) && time < at)
      return asked.length > 0 ? Math.min(...asked) : null
    }
    add('THREADS_CREATED', thread.createdAt)
    for (const [author, metric] of Object.entries({
      CUSTOMER: 'MESSAGES_RECEIVED',
      ANSWER: 'ANSWERS_SENT',
      AUTOMATIC: 'AUTOMATIC_SENT',
      NOTE: 'NOTES_WRITTEN',
    }))
      for (const at of getTimes(author)) add(metric, at)
    const isOfProgram = !thread.isSplit && own.find(({ by }) => by !== 'NOTE')?.by === 'AUTOMATIC'
    for (const at of answers) {
      const since = waitBefore(at)
      if (since !== null) add(at === answers[0] && !isOfProgram ? 'FIRST_RESPONSE_TIME' : 'NEXT_RESPONSE_TIME', at, at - since)
      if (since !== null) add('RESPONSE_TIME', at, at - since)
    }
    for (const at of resolved) {
      const begun = Math.max(thread.createdAt, last(reopened, at))
      add('THREADS_RESOLVED', at)
      add('RESOLUTION_TIME', at, at - begun)
      add('OPEN_TIME', at, at - begun, (time) => statusAt(thread, time) === 'open' && !mergedAt(thread, time))
      if (at === resolved[0]) {
        add('FIRST_RESOLUTION_TIME', at, at - thread.createdAt)
        const before = answers.filter((time) => time < at).length
        if (before === 1) add('RESOLVED_ON_FIRST_ANSWER', at)
        if (before === 0) add('RESOLVED_WITHOUT_ANSWER', at)
      }
      if (waitBefore(at) !== null) add('WAITS_DROPPED', at)
    }
    for (const at of reopened) {
      add('THREADS_REOPENED', at)
      const before = last(resolved, at)
      if (getTimes('CUSTOMER').includes(at) && at - before <= 7 * 86_400_000) add('REOPENED_IN_TIME', before)
    }
    for (const { at, to: is } of thread.changes) if (is === 'closed') add('THREADS_CLOSED', at)
    for (const at of merged) {
      add('THREADS_MERGED', at)
      if (waitBefore(at) !== null) add('WAITS_DROPPED', at)
    }
    for (const { at, waitingSince } of moves)
      if (waitingSince === null && at !== thread.createdAt && !thread.merges.some((merge) => merge.at === at) && waitBefore(at) !== null)
        add('WAITS_DROPPED', at)
  }
  const backlog: Record<string, number> = {}
  days.forEach((day, i) => {
    // Measure the backlog of a day at the end of its last quarter of an hour, if the history extends that far.
    const end = from + i * quarter
    if (days[i + 1] === day || end > to) return
    backlog[day] = threads.filter(
      (thread) => thread.createdAt <= end && isUnresolved(statusAt(thread, end)) && !mergedAt(thread, end),
    ).length
  })
  return { figures, backlog }
}

// --- What the service counts ----------------------------------------------------------------------------------------

const insertEvents = statement<{ tenantId: Uuid; events: object[] }, object>(`with
  counted as (
    update tenant_counters set event_sequence = event_sequence + json_array_length(:events::json) where tenant_id = :tenantId::uuid
    returning event_sequence - json_array_length(:events::json) as before)
  insert into events (tenant_id, sequence, id, type, object_id, object, previous, actor, cause, created_at)
  select :tenantId::uuid, c.before + e.n, (e.row ->> 'id')::uuid, e.row ->> 'type', (e.row #>> '{object,id}')::uuid, e.row -> 'object',
    nullif((e.row -> 'previous')::text, 'null')::json, e.row -> 'actor', nullif((e.row -> 'cause')::text, 'null')::json, (e.row ->> 'at')::timestamptz
  from counted c, json_array_elements(:events::json) with ordinality e(row, n)`)
const sums = statement<{ tenantId: Uuid }, Figure & { key: string }>(`
  select metric || ' ' || day as key, sum(count)::bigint as count, sum(sum)::bigint as sum, sum(business_sum)::bigint as business from measure_days
  where tenant_id = :tenantId::uuid and dimension = 'all' and step = -1 and metric not in ('BACKLOG', 'ANSWERS_TO_RESOLUTION')
  group by 1 having sum(count) <> 0 order by 1`)
const backlogChanges = statement<{ tenantId: Uuid }, { day: string; change: number }>(`
  select day::text as day, sum(count)::bigint as change from measure_days where tenant_id = :tenantId::uuid and metric = 'BACKLOG' and dimension = 'all'
  group by 1 order by 1`)
const answersByAssignee = statement<{ tenantId: Uuid }, { assignee: string; count: number }>(`
  select value as assignee, sum(count)::bigint as count from measure_days where tenant_id = :tenantId::uuid and metric = 'ANSWERS_SENT' and dimension = 'assignee'
  group by 1 order by 1`)

async function makeTenant(timezone: string): Promise<TestTenant> {
  const tenant = await service.createTenant()
  const days = holidays.map((date) => ({ date }))
  const hours = await tenant.api<{ id: string }>('POST', '/business-hours', { body: { timezone, weekly, holidays: days } })
  const reporting = { timezone, businessHoursId: hours.body.data.id }
  const settings = await tenant.api('PATCH', '/tenant/settings', { body: { reporting } })
  expect(settings.status).toBe(200)
  return tenant
}

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'] as const

it.each(zones.map((timezone, i) => ({ timezone, seed: 4_001 + i })))(
  'figures of a year in $timezone are those of another program',
  async ({ timezone, seed }) => {
    const tenant = await makeTenant(timezone)
    const people = [newId(), newId()]
    const history = layOut(seed, 900, Date.parse('2025-01-01T00:00:00Z'), people, parseTypeId('inb', tenant.inboxId) ?? newId())
    const events = history.events.map((event) =>
      Object.assign({ id: newId(), actor: { type: 'USER', id: tenant.tenantId, name: null } }, event, {
        at: new Date(event.at).toISOString(),
      }),
    )
    await service.db.rows(insertEvents, { ...tenant, events })
    await isRead(service, tenant)
    const { figures, backlog } = compute(history, timezone)
    const counted = Object.fromEntries((await service.db.rows(sums, tenant)).map(({ key, ...figure }) => [key, figure]))
    const metrics = new Set(Object.keys(figures).map((key) => key.split(' ')[0]))
    expect(metrics.size).toBe(19)
    expect(counted).toEqual(figures)
    const changes = await service.db.rows(backlogChanges, tenant)
    for (const [day, count] of Object.entries(backlog))
      expect(
        changes.filter((change) => change.day <= day).reduce((sum, { change }) => sum + change, 0),
        `backlog of ${day}`,
      ).toBe(count)
    const expected = new Map<string, number>()
    for (const { at, by, home } of history.messages) {
      if (by !== 'ANSWER') continue
      const assignee = home.assignees.findLast((change) => change.at <= at)?.to ?? ''
      expected.set(assignee, (expected.get(assignee) ?? 0) + 1)
    }
    expect(new Map((await service.db.rows(answersByAssignee, tenant)).map(({ assignee, count }) => [assignee, count]))).toEqual(expected)
  },
)
