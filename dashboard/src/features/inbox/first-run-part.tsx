import { lazy, Suspense } from 'react'

const Page = lazy(async () => ({ default: (await import('./first-run.tsx')).FirstRun }))

/** The start page of a new workspace, whose code is loaded only for one. */
export function FirstRun() {
  return (
    <Suspense fallback={null}>
      <Page />
    </Suspense>
  )
}
