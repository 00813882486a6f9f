import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'

/** In place of a page that could not be loaded or drawn; what is around it stays. */
export function PageFailed({ error }: ErrorComponentProps) {
  return (
    <main role="alert" className="grid min-h-full place-items-center p-4">
      <div className="max-w-prose">
        <h1 className="text-xl font-semibold">This page could not be shown</h1>
        <p className="mt-2">It could not be loaded, or something in it failed. What was typed elsewhere is kept.</p>
        <p className="mt-2 text-sm text-muted break-words">{error instanceof Error ? error.message : String(error)}</p>
        {/* Browsers remember that a module could not be loaded for as long as the page lives, so trying again alone would not do. */}
        <Button className="mt-3" onClick={() => location.reload()}>
          Load again
        </Button>
      </div>
    </main>
  )
}
