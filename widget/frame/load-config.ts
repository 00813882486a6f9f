import type { WidgetConfig } from '../../client/visitor.ts'
import { setColour } from './look.ts'
import { key } from './session.ts'
import { config } from './state.ts'
import { visitorLocale } from './texts.ts'
import { setServiceTime } from './time.ts'

/** Loads the configuration of the chat, with its clock and colour. Returns `later` if another attempt may succeed, and `never` if not. */
export async function loadConfig(): Promise<'loaded' | 'later' | 'never'> {
  const response = await fetch(`/api/v1/widget/config?key=${key}&locale=${visitorLocale}`, { cache: 'no-cache' }).catch(() => null)
  if (!response?.ok) return !response || response.status >= 500 || response.status === 429 ? 'later' : 'never'
  setServiceTime(response.headers.get('Date'))
  // Safe because the API description declares this response.
  config.value = ((await response.json()) as { data: WidgetConfig }).data
  setColour(config.value.color)
  return 'loaded'
}
