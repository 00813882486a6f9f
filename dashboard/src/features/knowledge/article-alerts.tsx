import { describeFailure } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { DraftState } from './article-draft.ts'

type AlertsProps = {
  state: DraftState
  /** Whether the service refused a change because another user has changed the article. */
  isRefused: boolean
  onResolve: (choice: 'theirs' | 'mine') => void
  onReload: () => Promise<void>
}

/** Explains why an article is not saved, with buttons that solve the problem. */
export function ArticleAlerts({ state: { save, error, theirs }, isRefused, onResolve, onReload }: AlertsProps) {
  if (save === 'conflict')
    return (
      <div role="alert" className="mt-3 rounded-lg border border-warning-line bg-warning-tint px-3 py-2">
        <p>{t('Someone else just changed this article, so we didn’t save yours.')}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button onClick={() => onResolve('theirs')}>{t('Use their version')}</Button>
          <Button onClick={() => onResolve('mine')}>{t('Save mine anyway')}</Button>
        </div>
        {theirs && <p className="mt-2 line-clamp-2 text-xs text-text-2">{t('Their title: {title}', { title: theirs.record.title })}</p>}
      </div>
    )
  if (isRefused)
    return (
      <div role="alert" className="mt-3 rounded-lg border border-warning-line bg-warning-tint px-3 py-2">
        <p>{t('Someone else just changed this article, so we didn’t change anything.')}</p>
        <Button className="mt-2" onClick={() => void onReload()}>
          {t('Load the latest version')}
        </Button>
      </div>
    )
  // Lost connections repair themselves; the header says so. Refusals need the user.
  const problem = save === 'failed' ? describeFailure(error) : null
  if (problem === null || problem.requestId === null) return null
  return (
    <div className="mt-3">
      <Notice requestId={problem.requestId}>{problem.text}</Notice>
    </div>
  )
}
