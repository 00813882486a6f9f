/** Light, dark, or as the system says: kept in the browser, so that it is right from the first moment. */
import { createStore, useStore } from '../api/store.ts'

export type Theme = 'system' | 'light' | 'dark'

const key = 'skein.theme'
const themes: readonly Theme[] = ['system', 'light', 'dark']
export const chosenTheme = createStore<Theme>('system')

/** Before anything is shown. */
export function applyStoredTheme(): void {
  const stored = localStorage.getItem(key)
  setTheme(themes.find((theme) => theme === stored) ?? 'system')
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useStore(chosenTheme), setTheme]
}

export function nextTheme(theme: Theme): Theme {
  return themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
}

export function setTheme(theme: Theme): void {
  localStorage.setItem(key, theme)
  document.documentElement.dataset['theme'] = theme
  chosenTheme.set(theme)
}
