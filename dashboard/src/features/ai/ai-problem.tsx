import { Link } from '@tanstack/react-router'
import { ApiError } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { Problem } from '../../ui/problem.tsx'

/** Explains why the assistance failed. If the workspace has no language model, says who can set one. */
export function AiProblem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const whyNot = useRights().whyNot('updateTenantSettings')
  if (!(error instanceof ApiError) || error.code !== 'SVC-AI-PROVIDER_REQUIRED') {
    return <Problem error={error} {...(onRetry ? { onRetry } : {})} />
  }
  return (
    <p role="status" className="mt-2 rounded-md border border-line px-3 py-2 text-sm">
      This needs a language model, and this workspace has none.{' '}
      {whyNot === null ? (
        <Link to="/settings/workspace" className="inline-flex min-h-6 items-center text-accent underline">
          Set one under General
        </Link>
      ) : (
        'An admin or an owner can set one under General.'
      )}
    </p>
  )
}
