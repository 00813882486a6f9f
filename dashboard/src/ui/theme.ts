/** Light, dark, or as the system says: kept in the browser. */
import { createStore, useStore } from '../api/store.ts'

export type Theme = 'system' | 'light' | 'dark'

const key = 'skein.theme'
const themes: readonly Theme[] = ['system', 'light', 'dark']
const store = createStore<Theme>('system')

/** Before anything is shown. */
export function applyStoredTheme(): void {
  const stored = localStorage.getItem(key)
  set(themes.find((theme) => theme === stored) ?? 'system')
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useStore(store), set]
}

export function nextTheme(theme: Theme): Theme {
  return themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
}

function set(theme: Theme): void {
  localStorage.setItem(key, theme)
  document.documentElement.dataset['theme'] = theme
  store.set(theme)
}
