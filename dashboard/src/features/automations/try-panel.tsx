import type { AutomationRule, AutomationRuleCreate } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { useRights } from '../../api/rights.ts'
import { ApplyPanel } from './apply-panel.tsx'
import { DryRun } from './dry-run.tsx'
import { ExplainPanel } from './explain-panel.tsx'

type TryPanelProps = {
  /** The rule as currently edited. */
  draft: AutomationRuleCreate
  saved: AutomationRule | null
  /** Whether the editor has unsaved changes. */
  isChanged: boolean
  /** An error sentence that names the missing part of the draft. */
  problem: string | null
  thread: string | null
  event: string | null
}

/** Tries the edited rule without changing anything: on recent events, and on one thread. */
export function TryPanel({ draft, saved, isChanged, problem, thread, event }: TryPanelProps) {
  const mayApply = useRights().whyNot('applyAutomationRule') === null
  if (problem !== null)
    return (
      <p className="rounded-lg bg-sunken px-6 py-10 text-center text-base text-balance text-text-2 shadow-[inset_0_0_0_1px_var(--line)]">
        {t('Complete the rule first, then try it here.')} {problem}
      </p>
    )
  const tried = saved && !isChanged ? { ruleId: saved.id } : { rule: draft }
  return (
    <div className="grid grid-cols-1 gap-6">
      {isChanged && <p className="text-text-2">{t('You’re trying the rule as it’s written, before it’s saved.')}</p>}
      {/* Reset the results when the rule changes. */}
      <DryRun key={JSON.stringify(tried)} tried={tried} />
      <ExplainPanel tried={tried} wantedThread={thread} wantedEvent={event} />
      {saved && mayApply && <ApplyPanel rule={saved} isChanged={isChanged} />}
    </div>
  )
}
