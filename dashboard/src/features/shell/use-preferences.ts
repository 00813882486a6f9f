/** Brings theme and keys to every machine of whoever is signed in. */
import { useEffect } from 'react'
import type { Theme as ServiceTheme } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { chooseKeys, chosenKeys } from '../../keyboard/chosen-keys.ts'
import { chosenTheme, setTheme, type Theme } from '../../ui/theme.ts'
import { useMeId } from '../threads/use-threads.ts'
import { syncPreferences, type Chosen } from './preference-sync.ts'

export function usePreferences(): void {
  const { skein } = useApi()
  const meId = useMeId()
  useEffect(() => {
    if (meId !== '') return syncPreferences(skein, { meId, storage: localStorage, here })
  }, [skein, meId])
}

const themes: readonly Theme[] = ['system', 'light', 'dark']

const here = {
  read(): Chosen {
    const { areSingleKeysOn, keys } = chosenKeys.get()
    // Safe because the service's names of the themes are ours in capitals.
    return { theme: chosenTheme.get().toUpperCase() as ServiceTheme, keys: { singleKeys: areSingleKeysOn, chosen: keys } }
  },
  write({ theme, keys }: Chosen): void {
    setTheme(themes.find((each) => each.toUpperCase() === theme) ?? 'system')
    chooseKeys({ areSingleKeysOn: keys.singleKeys, keys: keys.chosen })
  },
  subscribe(listener: () => void): () => void {
    const ends = [chosenTheme.subscribe(listener), chosenKeys.subscribe(listener)]
    return () => ends.forEach((end) => end())
  },
}
