import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { NotificationPreferences, NotificationPreferencesUpdate } from '@skein/client'
import { describeFailure, useApi } from '../../../api/api.ts'
import { t } from '../../../texts/texts.ts'
import { showToast } from '../../../ui/toasts.ts'

const preferencesKey = ['preferences'] as const

/** Returns the preferences with a pending change applied. */
type Show = (known: NotificationPreferences) => NotificationPreferences

/** Returns the user's preferences, with pending changes applied, and a function that saves a change. */
export function useNotificationPreferences() {
  const { skein, queries } = useApi()
  const preferences = useQuery({
    queryKey: preferencesKey,
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.getPreferences({ signal })).data,
  })
  const [unsaved, setUnsaved] = useState<readonly Show[]>([])
  const { mutateAsync } = useMutation({
    // Send changes one after the other, so that the latest one wins.
    scope: { id: 'notification-preferences' },
    mutationFn: (notifications: NotificationPreferencesUpdate) => skein.updatePreferences({ body: { notifications } }),
    async onSuccess({ data }) {
      await queries.cancelQueries({ queryKey: preferencesKey })
      queries.setQueryData(preferencesKey, data)
    },
  })
  const saved = preferences.data?.notifications
  return {
    preferences,
    chosen: saved && unsaved.reduce((known, show) => show(known), saved),
    async save(update: NotificationPreferencesUpdate, show: Show): Promise<void> {
      setUnsaved((changes) => [...changes, show])
      try {
        await mutateAsync(update)
      } catch (error) {
        showToast({ kind: 'problem', text: t('Not saved. {reason}', { reason: describeFailure(error).text }) }, 30_000)
      } finally {
        setUnsaved((changes) => changes.filter((each) => each !== show))
      }
    },
  }
}
