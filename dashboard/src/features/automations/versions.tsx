import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { AutomationRule, AutomationRuleVersion } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Check, History } from '../../ui/icons.ts'
import { joinWords } from '../../ui/join-words.ts'
import { Problem } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toasts.ts'
import { formatMoment } from '../../ui/time.ts'
import { toSentence } from './describe-rule.ts'
import { useRuleNames } from './use-rule-names.ts'
import { useRuleSentence } from './use-rule-sentence.ts'

type VersionsProps = {
  rule: AutomationRule
  etag: string | null
  /** True when the editor has unsaved changes, which a restored version would mix with. */
  isChanged: boolean
  onRestored: (restored: { data: AutomationRule; etag: string | null }) => void
}

/** Version history of a rule, newest first: author, summary, and a button to restore the version. */
export function Versions({ rule, etag, isChanged, onRestored }: VersionsProps) {
  const { skein } = useApi()
  const whyNot = useRights().whyNot('restoreAutomationRule')
  const describe = useRuleSentence()
  const findName = useRuleNames()
  const [key, setKey] = useState(newIdempotencyKey)
  const path = { id: rule.id }
  const versions = useQuery({
    queryKey: ['rule-versions', rule.id, rule.version],
    queryFn: async ({ signal }) => (await skein.listAutomationRuleVersions({ path, query: { limit: 50 }, signal })).data,
  })
  const restore = useMutation({
    mutationFn: (version: number) =>
      skein.restoreAutomationRule({
        path,
        body: { version },
        idempotencyKey: `${key}-${version}`,
        ...(etag === null ? {} : { ifMatch: etag }),
      }),
    onSuccess(restored, version) {
      onRestored(restored)
      showToast({ kind: 'done', text: t('Restored version {version}.', { version }) })
    },
    // The service stores a refusal under its idempotency key, so the next attempt needs a new key.
    onSettled: () => setKey(newIdempotencyKey()),
  })
  if (versions.error) return <Problem error={versions.error} onRetry={() => void versions.refetch()} />
  if (!versions.data) return <Skeleton rows={4} />
  return (
    <section aria-label={t('Versions')}>
      {restore.error && <Problem error={restore.error} onRetry={restore.reset} />}
      {isChanged && <p className="mb-3 text-text-2">{t('Save or discard your changes before you restore a version.')}</p>}
      <ul className="divide-y divide-line-soft rounded-lg border border-line bg-surface">
        {versions.data.map((version, at) => {
          const { version: number, authorId, createdAt } = version
          const author = authorId === null ? null : findName(authorId)
          const changed = listChangedParts(version, versions.data[at + 1])
          return (
            <li key={number} className="px-4 py-3">
              <div className="flex min-h-7 flex-wrap items-center gap-2">
                {author === null ? <Icon of={History} size={20} className="text-muted" /> : <Avatar name={author} size={20} />}
                <span className="font-medium">{t('Version {version}', { version: number })}</span>
                <span className="me-auto text-xs text-muted">
                  {[author ?? 'Skein', formatMoment(createdAt), changed].filter((part) => part !== '').join(' · ')}
                </span>
                {number === rule.version ? (
                  <Badge icon={Check}>{t('Current')}</Badge>
                ) : (
                  <Button
                    size="small"
                    hidden={whyNot !== null}
                    disabled={restore.isPending || isChanged}
                    aria-label={t('Restore version {version}', { version: number })}
                    onClick={() => restore.mutate(number)}
                  >
                    {t('Restore')}
                  </Button>
                )}
              </div>
              <p dir="auto" className="mt-1 text-text-2 wrap-anywhere">
                {toSentence(describe(version))}
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Lists the parts in which a version differs from the previous one. */
function listChangedParts(version: AutomationRuleVersion, earlier: AutomationRuleVersion | undefined): string {
  if (!earlier) return version.version === 1 ? t('created') : ''
  const names: readonly (readonly [keyof AutomationRuleVersion, string])[] = [
    ['name', t('name')],
    ['trigger', t('when')],
    ['message', t('message')],
    ['changed', t('what changed')],
    ['filter', t('if')],
    ['actions', t('what it does')],
    ['enabled', version.enabled ? t('switched on') : t('switched off')],
    ['stopsLater', t('how it runs')],
    ['oncePerThread', t('how it runs')],
    ['description', t('notes')],
  ]
  const changed = names.filter(([part]) => JSON.stringify(version[part]) !== JSON.stringify(earlier[part])).map(([, name]) => name)
  return joinWords([...new Set(changed)], 'and')
}
