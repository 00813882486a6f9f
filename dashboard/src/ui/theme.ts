/** Colour theme, stored in the browser, so that the first paint has the right colours. */
import { createStore, useStore } from '../api/store.ts'

export type Theme = 'system' | 'light' | 'dark'

/** `--surface` of tokens.css. */
const barColors = { light: '#ffffff', dark: '#181716' } as const

const key = 'skein.theme'
const themes: readonly Theme[] = ['system', 'light', 'dark']
export const chosenTheme = createStore<Theme>('system')

/** Applies the stored theme. Call this before the first render, so that the page does not flash in the wrong colours. */
export function applyStoredTheme(): void {
  const stored = localStorage.getItem(key)
  setTheme(themes.find((theme) => theme === stored) ?? 'system')
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useStore(chosenTheme), setTheme]
}

export function setTheme(theme: Theme): void {
  localStorage.setItem(key, theme)
  document.documentElement.dataset['theme'] = theme
  // The bar of an installed dashboard has the theme's colour. The media attributes choose the system's.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = barColors[theme === 'system' ? own : theme]
  }
  chosenTheme.set(theme)
}
