import { useEffect } from 'react'
import { useRouter } from '@tanstack/react-router'
import { useApi } from '../../api/api.ts'
import { useMeId } from '../threads/use-threads.ts'
import { isOpenRequest, pushedUser } from './push-choice.ts'

/** Keeps the browser subscribed to pushes if the user turned them on here, and opens what a clicked push is about. */
export function usePush(): void {
  const { skein } = useApi()
  const meId = useMeId()
  const router = useRouter()
  useEffect(() => {
    if (meId === '' || pushedUser.get() !== meId) return
    // A failure needs no message: the next start tries again, and the settings show whether pushes are on.
    import('./push-device.ts').then(({ renewPush }) => renewPush(skein)).catch(() => undefined)
  }, [skein, meId])
  useEffect(() => {
    const worker = navigator.serviceWorker
    // Absent on pages without HTTPS.
    if (worker === undefined) return
    const onMessage = ({ data }: MessageEvent): void => {
      if (isOpenRequest(data)) router.history.push(data.path)
    }
    worker.addEventListener('message', onMessage)
    worker.startMessages()
    return () => worker.removeEventListener('message', onMessage)
  }, [router])
}
