import type { DragEvent, KeyboardEvent } from 'react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { AutomationRule } from '@skein/client'
import { plural, t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ArrowDown, ArrowUp, CirclePause, Copy, Ellipsis, GripVertical, History, Trash2 } from '../../ui/icons.ts'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { Switch } from '../../ui/switch.tsx'
import { formatAgo, formatExact } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import type { RuleSentence } from './describe-rule.ts'
import { outcomeWords } from './rule-words.ts'
import { SentenceText } from './sentence-text.tsx'
import { useLastRun } from './use-rules.ts'

type RuleRowProps = {
  rule: AutomationRule
  sentence: RuleSentence
  nameId: string
  isFirst: boolean
  isLast: boolean
  mayChange: boolean
  isDragged: boolean
  /** The edge of this row at which a dragged rule would be dropped. */
  dropSide: 'before' | 'after' | null
  onEnable: (enabled: boolean) => void
  onMove: (by: -1 | 1) => void
  onDelete: () => void
  onKeys: (event: KeyboardEvent) => void
  onDragStart: () => void
  onDragOver: (event: DragEvent) => void
  onDrop: (event: DragEvent) => void
  onDragEnd: () => void
}

/** A row of the rule list: switch, name, summary sentence and number of runs. */
export function RuleRow(props: RuleRowProps) {
  const { rule, sentence, nameId, isFirst, isLast, mayChange, isDragged, dropSide, onEnable, onMove, onDelete, onKeys } = props
  const navigate = useNavigate()
  const open = (search: { tab?: 'runs'; copy?: string }, ruleId = rule.id): void =>
    void navigate({ to: '/settings/automations/$ruleId', params: { ruleId }, search })
  const items: MenuItem[] = [
    ...(isFirst ? [] : [{ label: t('Move up'), icon: ArrowUp, keys: 'Alt ↑', onSelect: () => onMove(-1) }]),
    ...(isLast ? [] : [{ label: t('Move down'), icon: ArrowDown, keys: 'Alt ↓', onSelect: () => onMove(1) }]),
    { label: t('Duplicate'), icon: Copy, onSelect: () => open({ copy: rule.id }, 'new') },
    { label: t('See its runs'), icon: History, onSelect: () => open({ tab: 'runs' }) },
    'separator',
    { label: t('Delete…'), icon: Trash2, isDangerous: true, onSelect: onDelete },
  ]
  return (
    <li className="border-t border-line-soft first:border-t-0">
      <div
        data-rule={rule.name}
        draggable={mayChange}
        className={`relative flex items-start gap-3 px-3 py-3 ${isDragged ? 'opacity-50' : ''}`}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', rule.name)
          event.dataTransfer.effectAllowed = 'move'
          props.onDragStart()
        }}
        onDragOver={props.onDragOver}
        onDrop={props.onDrop}
        onDragEnd={props.onDragEnd}
      >
        {dropSide && (
          <span aria-hidden className={`absolute inset-x-0 h-0.5 bg-fill ${dropSide === 'before' ? '-top-px' : '-bottom-px'}`} />
        )}
        {mayChange && (
          <span className="grid h-6 w-4 shrink-0 cursor-grab place-items-center text-muted max-md:hidden pointer-coarse:hidden">
            <Icon of={GripVertical} size={14} />
          </span>
        )}
        <Switch label={rule.name} isOn={rule.enabled} disabled={!mayChange} className="mt-0.5" onChange={onEnable} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link
              id={nameId}
              to="/settings/automations/$ruleId"
              params={{ ruleId: rule.id }}
              aria-keyshortcuts={mayChange ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
              draggable={false}
              className="min-h-6 font-medium wrap-anywhere hover:underline max-md:min-h-8"
              onKeyDown={onKeys}
            >
              {rule.name}
            </Link>
            {rule.pausedReason !== null && (
              <span data-tip={t('Its last twenty runs failed. Look at its runs, mend it, and switch it on again.')}>
                <Badge tone="bad" icon={CirclePause}>
                  {t('Paused after failures')}
                </Badge>
              </span>
            )}
          </div>
          <p className={`mt-0.5 wrap-anywhere ${rule.enabled ? 'text-text-2' : 'text-muted'}`}>
            <SentenceText sentence={sentence} />
          </p>
          <LastRun ruleId={rule.id} />
        </div>
        {mayChange && <MenuButton label={t('Actions for {name}', { name: rule.name })} icon={Ellipsis} side="bottom-end" items={items} />}
      </div>
    </li>
  )
}

function LastRun({ ruleId }: { ruleId: string }) {
  const now = useNow()
  const runs = useLastRun(ruleId)
  if (!runs) return <p className="mt-1 min-h-4.5" />
  const { total, last } = runs
  if (!last) return <p className="mt-1 min-h-4.5 text-xs text-muted">{t('Hasn’t run yet')}</p>
  const outcome = outcomeWords()[last.outcome]
  return (
    <p className="mt-1 flex min-h-4.5 flex-wrap items-center gap-x-1.5 text-xs text-muted tabular-nums">
      <Link
        to="/settings/automations/$ruleId"
        params={{ ruleId }}
        search={{ tab: 'runs' }}
        className="relative hover:underline max-md:before:absolute max-md:before:-inset-y-2 max-md:before:inset-x-0"
      >
        {plural(total, '{count} run', '{count} runs')}
      </Link>
      <span aria-hidden>·</span>
      <time dateTime={last.createdAt} data-tip={formatExact(last.createdAt)}>
        {t('last {time}', { time: formatAgo(last.createdAt, now) })}
      </time>
      <span aria-hidden>·</span>
      <span className={last.outcome === 'FAILED' ? 'inline-flex items-center gap-1 text-danger' : 'inline-flex items-center gap-1'}>
        <Icon of={outcome.icon} size={12} />
        {outcome.name}
      </span>
    </p>
  )
}
