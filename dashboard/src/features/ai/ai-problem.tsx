import { Link } from '@tanstack/react-router'
import { ApiError } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sparkles } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'

/** Explains why AI assistance failed. If the workspace has no language model, names who can set one up. */
export function AiProblem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const whyNot = useRights().whyNot('updateTenantSettings')
  if (!(error instanceof ApiError) || error.code !== 'SVC-AI-PROVIDER_REQUIRED') {
    return <Problem error={error} {...(onRetry ? { onRetry } : {})} />
  }
  return (
    <div role="status" className="mt-2 flex gap-2 rounded-lg border border-line bg-sunken px-3 py-2">
      <Icon of={Sparkles} className="mt-1 text-muted" />
      <p className="leading-6">
        {t('This needs a language model. Your workspace doesn’t have one yet.')}{' '}
        {whyNot === null ? (
          <Link to="/settings/workspace" className="inline-flex min-h-6 items-center font-medium text-accent hover:underline">
            {t('Set one up under General')}
          </Link>
        ) : (
          t('An admin or an owner can set one up under General.')
        )}
      </p>
    </div>
  )
}
