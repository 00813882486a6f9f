/** Syncs the signed-in user's theme, language and shortcuts with the service. */
import { useEffect } from 'react'
import type { Theme as ServiceTheme } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { chooseKeys, chosenKeys } from '../../keyboard/chosen-keys.ts'
import { chosenTheme, setTheme, type Theme } from '../../ui/theme.ts'
import { chooseLanguage, chosenLanguage } from '../../texts/language.ts'
import { useMeId } from '../threads/use-threads.ts'
import { syncPreferences, type ChosenPreferences } from './preference-sync.ts'

export function usePreferences(): void {
  const { skein } = useApi()
  const meId = useMeId()
  useEffect(() => {
    if (meId !== '') return syncPreferences(skein, { meId, storage: localStorage, local })
  }, [skein, meId])
}

const themes: readonly Theme[] = ['system', 'light', 'dark']

const local = {
  read(): ChosenPreferences {
    const { areSingleKeysOn, keys } = chosenKeys.get()
    // Safe because the API uses the dashboard's theme names in upper case.
    return {
      theme: chosenTheme.get().toUpperCase() as ServiceTheme,
      language: chosenLanguage.get(),
      keys: { singleKeys: areSingleKeysOn, chosen: keys },
    }
  },
  write({ theme, language, keys }: ChosenPreferences): void {
    setTheme(themes.find((each) => each.toUpperCase() === theme) ?? 'system')
    chooseKeys({ areSingleKeysOn: keys.singleKeys, keys: keys.chosen })
    chooseLanguage(language)
  },
  subscribe(listener: () => void): () => void {
    const unsubscribes = [chosenTheme.subscribe(listener), chosenLanguage.subscribe(listener), chosenKeys.subscribe(listener)]
    return () => unsubscribes.forEach((unsubscribe) => unsubscribe())
  },
}
