import { Link } from '@tanstack/react-router'
import { t } from '../../texts/texts.ts'

export function NotFoundScreen() {
  return (
    <main className="grid min-h-full place-items-center p-4">
      <div className="w-full max-w-90 rounded-lg border border-line bg-surface p-6 text-center shadow-1">
        <img src="/icon.svg" alt="" className="mx-auto mb-4 size-9" />
        <h1 className="text-xl font-semibold">{t('We can’t find this page')}</h1>
        <p className="mt-1 text-base text-text-2">{t('The link may be old or mistyped.')}</p>
        <p className="mt-4">
          <Link to="/" className="font-medium text-accent underline">
            {t('Go to the inbox')}
          </Link>
        </p>
      </div>
    </main>
  )
}
