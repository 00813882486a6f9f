import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { ApiProvider, createApi } from './api/api.ts'
import { reloadForNewVersion } from './api/reload-for-new-version.ts'
import { loadSettings } from './api/settings.ts'
import { router } from './router.tsx'
import { applyLanguage } from './texts/language.ts'
import { loadTexts } from './texts/texts.ts'
import { applyStoredTheme } from './ui/theme.ts'
import { Tooltips } from './ui/tooltip.tsx'
import './ui/tokens.css'

await start()

async function start(): Promise<void> {
  const element = document.getElementById('root')
  if (!element) return
  applyStoredTheme()
  applyLanguage()
  const [settings] = await Promise.all([loadSettings(), loadTexts()])
  const api = createApi(settings)
  // Render without waiting: the session's state is `unknown` until the response arrives.
  void api.session.resume()
  createRoot(element).render(
    <StrictMode>
      <ApiProvider value={api}>
        <QueryClientProvider client={api.queries}>
          <RouterProvider router={router} />
          <Tooltips />
        </QueryClientProvider>
      </ApiProvider>
    </StrictMode>,
  )
}

// After an upgrade, the service no longer serves the files of the version that this page was loaded with.
addEventListener('vite:preloadError', () => void reloadForNewVersion())
