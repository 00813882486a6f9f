import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { t } from '../../texts/texts.ts'

/** Error boundary of a screen whose module failed to load or that threw while rendering. The navigation stays usable. */
export function PageFailed({ error }: ErrorComponentProps) {
  return (
    <main role="alert" className="grid min-h-full place-items-center p-4">
      <div className="max-w-prose">
        <h1 className="text-xl font-semibold">{t('We couldn’t show this page')}</h1>
        <p className="mt-2">{t('Something went wrong on our side or on the way. What you typed elsewhere is safe.')}</p>
        <p className="mt-2 text-sm text-muted break-words">{error instanceof Error ? error.message : String(error)}</p>
        {/* Browsers cache a failed module until the page reloads, so a retry without a reload would fail again. */}
        <Button className="mt-3" onClick={() => location.reload()}>
          {t('Reload the page')}
        </Button>
      </div>
    </main>
  )
}
