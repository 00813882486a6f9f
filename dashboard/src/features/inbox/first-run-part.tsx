import { lazy, Suspense } from 'react'

const Page = lazy(async () => ({ default: (await import('./first-run.tsx')).FirstRun }))

/** Lazy-loads the start page, which only a new workspace shows. */
export function FirstRun() {
  return (
    <Suspense fallback={null}>
      <Page />
    </Suspense>
  )
}
