import { describeFailure } from '../api/api.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { t } from '../texts/texts.ts'

/** Error message with the request id, a link to the error's documentation, and a retry button. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { text, requestId, docUrl } = describeFailure(error)
  return (
    <Notice requestId={requestId}>
      {text}
      {docUrl !== null && (
        <a href={docUrl} target="_blank" rel="noreferrer" className="ms-2 underline">
          {t('What to do')}
        </a>
      )}
      {onRetry && (
        <Button look="plain" className="ms-2 underline" onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </Notice>
  )
}
