/**
 * SQL for the times at which a thread was resolved and closed, for procedures that change its status (`:status`, `:mergedInto`). They need
 * a variable `clock` with `now` and `undone_since`. A thread that leaves a status loses that status's time. If it is changed back within
 * the undo window after a reopening, without a message in between, it gets its old times back.
 */

const reopensSql = `status in ('resolved', 'closed') and merged_into is null and :status::text in ('open', 'pending')`
/** SQL: true while the last reopening can still be undone: within the window, and without a message since. */
const reopeningIsRecentSql = 'reopened_at > clock.undone_since and last_message_at <= reopened_at'
/** SQL: the value of a column that stores a time from before the reopening, if this change undoes the reopening; null otherwise. */
const formerTimeSql = (column: 'former_resolved_at' | 'former_closed_at' | 'former_closed_resolved_at'): string =>
  `case when status in ('open', 'pending') and :mergedInto::uuid is null and ${reopeningIsRecentSql} then ${column} end`
/** SQL: the new value of such a column. A reopening stores `value`; an earlier reopening that can still be undone keeps its time. */
const keepFormerTimeSql = (column: string, value: string): string =>
  `case when ${reopensSql} then coalesce(${value}, case when ${reopeningIsRecentSql} then ${column} end) else ${column} end`

/** SQL: the assignments in an update of threads. */
export const statusTimesSql = `resolved_at = case when :status::text = 'resolved' then coalesce(resolved_at, ${formerTimeSql('former_resolved_at')}, clock.now)
        when :status::text = 'closed' and ${formerTimeSql('former_closed_at')} is not null then ${formerTimeSql('former_closed_resolved_at')}
        when :status::text = 'closed' then coalesce(resolved_at, ${formerTimeSql('former_resolved_at')}) end,
      closed_at = case when :status::text = 'closed' then coalesce(closed_at, ${formerTimeSql('former_closed_at')}, clock.now) end,
      episode = episode + (${reopensSql})::int,
      reopened_at = case when ${reopensSql} then clock.now else reopened_at end,
      former_resolved_at = ${keepFormerTimeSql('former_resolved_at', 'resolved_at')},
      former_closed_at = ${keepFormerTimeSql('former_closed_at', 'closed_at')},
      former_closed_resolved_at = case when ${reopensSql} and status = 'closed' then resolved_at else former_closed_resolved_at end`
