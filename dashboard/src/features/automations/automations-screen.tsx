import { useState, type DragEvent, type KeyboardEvent } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { AutomationRule } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { plural, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Plus } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { Page } from '../catalogue/page.tsx'
import { DeleteRuleDialog } from './delete-rule-dialog.tsx'
import { RuleRow } from './rule-row.tsx'
import { TemplateGallery } from './template-gallery.tsx'
import { useRuleSentence } from './use-rule-sentence.ts'
import { useRules } from './use-rules.ts'

type DropTarget = { at: number; side: 'before' | 'after' }

/** All rules in the order in which they run. Agents reorder them by drag and drop, with Alt and the arrow keys, or from a menu. */
export function AutomationsScreen() {
  const rights = useRights()
  const navigate = useNavigate()
  const whyNot = rights.whyNot('listAutomationRules')
  const mayChange = rights.whyNot('updateAutomationRule') === null
  const { list, rules, setEnabled, move } = useRules(whyNot === null)
  const describe = useRuleSentence()
  const [announcement, setAnnouncement] = useState('')
  const [dragged, setDragged] = useState<number | null>(null)
  const [target, setTarget] = useState<DropTarget | null>(null)
  const [deleting, setDeleting] = useState<AutomationRule | null>(null)
  const count = rules?.length ?? 0
  const moveTo = (from: number, to: number): void => {
    const rule = rules?.[from]
    if (!rule || to < 0 || to >= count || to === from) return
    move(from, to)
    setAnnouncement(t('{name} is now number {position} of {count}.', { name: rule.name, position: to + 1, count }))
    setTimeout(() => document.getElementById(getNameId(rule.id))?.focus())
  }
  const onKeys = (event: KeyboardEvent, at: number): void => {
    const isStep = event.key === 'ArrowUp' || event.key === 'ArrowDown'
    if (!mayChange || !isStep || !event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    moveTo(at, event.key === 'ArrowUp' ? at - 1 : at + 1)
  }
  const getTarget = (event: DragEvent, at: number): DropTarget | null => {
    if (dragged === null || at === dragged) return null
    const { top, height } = event.currentTarget.getBoundingClientRect()
    return { at, side: event.clientY < top + height / 2 ? 'before' : 'after' }
  }
  const drop = (last: DropTarget | null): void => {
    const from = dragged
    setDragged(null)
    setTarget(null)
    if (from === null || last === null) return
    const to = last.side === 'before' ? last.at : last.at + 1
    moveTo(from, to > from ? to - 1 : to)
  }
  return (
    <Page
      title={t('Automations')}
      reference="automation-rules"
      guide="for-admins/automations"
      lead={t('Rules do the routine for you: when something happens, or time passes, they sort, assign, reply and remind.')}
      whyNot={whyNot}
    >
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <span className="text-muted tabular-nums" aria-live="polite">
          {rules && count > 0 ? plural(count, '{count} rule', '{count} rules') : ''}
        </span>
        {mayChange && (
          <Button
            look="primary"
            icon={Plus}
            className="ms-auto"
            onClick={() => void navigate({ to: '/settings/automations/$ruleId', params: { ruleId: 'new' } })}
          >
            {t('New rule')}
          </Button>
        )}
      </div>
      {list.isPending && whyNot === null && <Skeleton rows={6} />}
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {rules && count === 0 && (
        <p className="rounded-lg bg-sunken px-6 py-8 text-center text-base text-balance text-text-2 shadow-[inset_0_0_0_1px_var(--line)]">
          {t('No rules yet. Choose a template below, or build your own and try it on the last 30 days before you switch it on.')}
        </p>
      )}
      {rules && count > 0 && (
        <ol aria-label={t('Rules')} className="rounded-lg border border-line bg-surface">
          {rules.map((rule, at) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              sentence={describe(rule)}
              nameId={getNameId(rule.id)}
              isFirst={at === 0}
              isLast={at === count - 1}
              mayChange={mayChange}
              isDragged={dragged === at}
              dropSide={target?.at === at ? target.side : null}
              onEnable={(enabled) => setEnabled(rule, enabled)}
              onMove={(by) => moveTo(at, at + by)}
              onDelete={() => setDeleting(rule)}
              onKeys={(event) => onKeys(event, at)}
              onDragStart={() => setDragged(at)}
              onDragOver={(event) => {
                const next = getTarget(event, at)
                if (next) event.preventDefault()
                if (next?.at !== target?.at || next?.side !== target?.side) setTarget(next)
              }}
              onDrop={(event) => {
                event.preventDefault()
                drop(getTarget(event, at))
              }}
              onDragEnd={() => drop(null)}
            />
          ))}
        </ol>
      )}
      {rules && count > 1 && mayChange && (
        <p className="mt-3 text-muted max-md:hidden pointer-coarse:hidden">
          {t('Rules run from top to bottom. Drag one to move it, or focus its name and press Alt with an arrow key.')}
        </p>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {rules && mayChange && <TemplateGallery />}
      {deleting && <DeleteRuleDialog rule={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  )
}

const getNameId = (id: string): string => `name-${id}`
