import { lazy, Suspense, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { AutomationRule, AutomationRuleCreate, RequestOf } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import type { Values } from '../../ui/form/fields.ts'
import type { FetchedRecord } from '../../ui/form/record-form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ChevronLeft, CirclePause } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toasts.ts'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'
import { Page } from '../catalogue/page.tsx'
import { PageForm } from '../catalogue/page-form.tsx'
import { Button } from '../../ui/button.tsx'
import { DeleteRuleDialog } from './delete-rule-dialog.tsx'
import { toSentence } from './describe-rule.ts'
import { findMissing, findProblem, getStart, ruleFields } from './rule-fields.ts'
import { readRuleSearch, type RuleSearch } from './rule-search.ts'
import { ruleSource } from './rule-source.ts'
import { dropForeign, toDraft, toParts } from './rule-values.ts'
import { useRuleSentence } from './use-rule-sentence.ts'

// Each tab is lazy-loaded: the editor alone nearly fills the size budget of a screen.
const RunList = lazy(async () => ({ default: (await import('./run-list.tsx')).RunList }))
const TryPanel = lazy(async () => ({ default: (await import('./try-panel.tsx')).TryPanel }))
const Versions = lazy(async () => ({ default: (await import('./versions.tsx')).Versions }))

/** The page of one rule, with tabs for the editor, trying the rule, its runs and its versions. The tab is in the URL. */
export function RuleScreen() {
  const { ruleId } = useParams({ from: '/inside/settings-shell/settings/automations/$ruleId' })
  const search = readRuleSearch(useSearch({ strict: false }))
  // Remount the editor for each rule.
  return <RulePage key={`${ruleId} ${search.template ?? ''} ${search.copy ?? ''}`} ruleId={ruleId} search={search} />
}

function RulePage({ ruleId, search }: { ruleId: string; search: RuleSearch }) {
  const { skein, queries } = useApi()
  const navigate = useNavigate()
  const rights = useRights()
  const isNew = ruleId === 'new'
  const [isDirty, setDirty] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [tryPlace, setTryPlace] = useState<HTMLElement | null>(null)
  /** Id of the rule to load: the edited rule, or the one that a new rule copies; null for an empty new rule. */
  const sourceId = isNew ? (search.copy ?? null) : ruleId
  const key = ['record', ruleSource.noun, sourceId]
  const read = async (signal?: AbortSignal): Promise<FetchedRecord<AutomationRule>> => {
    const { data, etag } = await skein.getAutomationRule({ path: { id: sourceId ?? '' }, ...(signal ? { signal } : {}) })
    return { record: data, etag }
  }
  const opened = useQuery({ queryKey: key, staleTime: 0, enabled: sourceId !== null, queryFn: ({ signal }) => read(signal) })
  const whyReadOnly = rights.whyNot(isNew ? 'createAutomationRule' : 'updateAutomationRule')
  const rule = isNew ? undefined : opened.data?.record
  const onChanged = ({ data, etag }: { data: AutomationRule; etag: string | null }, what: 'new' | 'changed'): void => {
    queries.setQueryData<FetchedRecord<AutomationRule>>(['record', ruleSource.noun, data.id], { record: data, etag })
    applyItemChange(queries, ruleSource.noun, data, what)
    void queries.invalidateQueries({ queryKey: ['rule-versions', data.id] })
  }
  const start = isNew ? getStart(search, opened.data?.record) : null
  const tab = search.tab === undefined || (isNew && search.tab !== 'try') ? 'rule' : search.tab
  const { tab: _, ...atRule } = search
  const isReady = isNew ? search.copy === undefined || opened.data !== undefined : opened.data !== undefined
  return (
    <Page
      title={isNew ? t('New rule') : (rule?.name ?? t('Rule'))}
      reference="automation-rules"
      guide="for-admins/automations"
      above={
        <Link to="/settings/automations" className="inline-flex min-h-6 items-center gap-1 font-medium text-muted hover:text-text">
          <Icon of={ChevronLeft} size={14} className="rtl:-scale-x-100" /> {t('Automations')}
        </Link>
      }
      whyNot={rights.whyNot('getAutomationRule')}
    >
      <Tabs isNew={isNew} tab={tab} search={search}>
        {rule && <RuleState rule={rule} />}
      </Tabs>
      {opened.error && <Problem error={opened.error} onRetry={() => void opened.refetch()} />}
      {!isReady && !opened.error && <Skeleton rows={8} />}
      {isReady && (
        <>
          <div hidden={tab !== 'rule'}>
            {rule?.pausedReason != null && (
              <p className="mb-4 flex gap-2 rounded-lg bg-danger-tint px-3 py-2 text-danger">
                <Icon of={CirclePause} className="mt-px" />
                {t('We paused this rule, because its last twenty runs failed. Look at its runs, mend it, and switch it on again.')}
              </p>
            )}
            <PageForm
              spansTabs
              fields={ruleFields()}
              read={isNew ? null : (opened.data ?? null)}
              {...(start ? { initial: start } : {})}
              readOnly={whyReadOnly}
              submit={isNew ? t('Create rule') : t('Save')}
              check={findProblem}
              onDirty={setDirty}
              onInvalid={() => void navigate({ to: '.', search: atRule, replace: true })}
              onCancel={() => void navigate({ to: '/settings/automations' })}
              send={(body, options) => {
                // Safe because the editor's field names are the API's, and the service validates their values.
                if (isNew) return skein.createAutomationRule({ body: body as AutomationRuleCreate, ...options })
                return skein.updateAutomationRule({
                  path: { id: ruleId },
                  body: (rule ? dropForeign(body, rule) : body) as RequestOf<'updateAutomationRule'>['body'],
                  ...options,
                })
              }}
              reload={read}
              onDone={(saved) => {
                onChanged(saved, isNew ? 'new' : 'changed')
                showToast({ kind: 'done', text: isNew ? t('Created {name}.', { name: saved.data.name }) : t('Saved.') }, 4_000)
                if (isNew) void navigate({ to: '/settings/automations/$ruleId', params: { ruleId: saved.data.id }, ignoreBlocker: true })
              }}
              renderBelow={(values) => (
                <>
                  <Summary values={values} />
                  {tab === 'try' &&
                    tryPlace &&
                    createPortal(
                      <Suspense fallback={<Skeleton rows={6} />}>
                        <TryPanel
                          draft={toDraft(values)}
                          saved={rule ?? null}
                          isChanged={isNew || isDirty}
                          problem={findMissing(values)}
                          thread={search.thread ?? null}
                          event={search.event ?? null}
                        />
                      </Suspense>,
                      tryPlace,
                    )}
                </>
              )}
            />
            {rule && rights.whyNot('deleteAutomationRule') === null && (
              <div className="mt-6 border-t border-line pt-4">
                <Button look="danger" onClick={() => setDeleting(true)}>
                  {t('Delete…')}
                </Button>
              </div>
            )}
          </div>
          <div ref={setTryPlace} hidden={tab !== 'try'} />
          <Suspense fallback={<Skeleton rows={6} />}>
            {rule && tab === 'runs' && <RunList scope={{ ruleId: rule.id }} shownId={search.run ?? null} />}
            {rule && tab === 'versions' && (
              <Versions
                rule={rule}
                etag={opened.data?.etag ?? null}
                isChanged={isDirty}
                onRestored={(restored) => onChanged(restored, 'changed')}
              />
            )}
          </Suspense>
        </>
      )}
      {rule && isDeleting && (
        <DeleteRuleDialog
          rule={rule}
          onDeleted={() => void navigate({ to: '/settings/automations', ignoreBlocker: true })}
          onClose={() => setDeleting(false)}
        />
      )}
    </Page>
  )
}

/** A summary sentence of the rule, which updates while the user edits. */
function Summary({ values }: { values: Values }) {
  const describe = useRuleSentence()
  return (
    <section aria-label={t('In one sentence')} className="rounded-lg bg-sunken px-4 py-3 shadow-[inset_0_0_0_1px_var(--line)]">
      <h2 className="mb-1 text-xs font-semibold text-text-2">{t('In one sentence')}</h2>
      <p dir="auto" className="text-base wrap-anywhere">
        {toSentence(describe(toParts(toDraft(values))))}
      </p>
    </section>
  )
}

function RuleState({ rule: { enabled, pausedReason } }: { rule: AutomationRule }): ReactNode {
  if (pausedReason !== null)
    return (
      <Badge tone="bad" icon={CirclePause}>
        {t('Paused after failures')}
      </Badge>
    )
  return enabled ? <Badge tone="good">{t('On')}</Badge> : <Badge>{t('Off')}</Badge>
}

type TabsProps = { isNew: boolean; tab: string; search: RuleSearch; children: ReactNode }

function Tabs({ isNew, tab, search, children }: TabsProps) {
  const tabs = [
    { id: 'rule', name: t('Rule') },
    { id: 'try', name: t('Try it') },
    ...(isNew
      ? []
      : [
          { id: 'runs', name: t('Runs') },
          { id: 'versions', name: t('Versions') },
        ]),
  ]
  const { tab: _, thread: __, event: ___, run: ____, ...others } = search
  return (
    <div className="mt-4 mb-4 flex flex-wrap items-end gap-x-5 gap-y-2 border-b border-line">
      <nav aria-label={t('Parts of this rule')} className="flex gap-x-5 overflow-x-auto whitespace-nowrap">
        {tabs.map(({ id, name }) => (
          <Link
            key={id}
            to="."
            search={id === 'rule' ? others : { ...others, tab: id }}
            aria-current={tab === id ? 'page' : undefined}
            className={`inline-flex min-h-9 items-center border-b-2 font-medium ${tab === id ? 'border-accent text-text' : 'border-transparent text-text-2 hover:text-text'}`}
          >
            {name}
          </Link>
        ))}
      </nav>
      <span className="ms-auto pb-2 empty:hidden">{children}</span>
    </div>
  )
}
