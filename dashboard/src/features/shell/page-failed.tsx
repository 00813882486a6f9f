import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'

/** Replaces a screen whose module failed to load or that threw while rendering. The navigation around it remains. */
export function PageFailed({ error }: ErrorComponentProps) {
  return (
    <main role="alert" className="grid min-h-full place-items-center p-4">
      <div className="max-w-prose">
        <h1 className="text-xl font-semibold">This page could not be shown</h1>
        <p className="mt-2">It could not be loaded, or something in it failed. What was typed elsewhere is kept.</p>
        <p className="mt-2 text-sm text-muted break-words">{error instanceof Error ? error.message : String(error)}</p>
        {/* Browsers cache the failure of a module until the page is reloaded, so a retry without a reload would fail again. */}
        <Button className="mt-3" onClick={() => location.reload()}>
          Load again
        </Button>
      </div>
    </main>
  )
}
