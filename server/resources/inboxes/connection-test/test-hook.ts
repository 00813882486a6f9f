/** Tests the URL of an inbox's provider. */
import { databaseNow } from '#platform/database-now.ts'
import { newId, toTypeId } from '#platform/ids.ts'
import { ForbiddenUrlError, SafeFetchError } from '#platform/outbound/fetch-errors.ts'
import type { Provider, ProviderConnection } from '../../../channels/channel.ts'
import type { TestedStep } from './steps.ts'

type Target = ProviderConnection & {
  /** Id of the inbox in the API's form. */
  readonly inboxId: string
  readonly provider: Provider
}

/** Makes the test of a provider. Throws ForbiddenUrlError for an address that may not be requested. */
export async function testHook({ provider, inboxId, ...target }: Target): Promise<TestedStep[]> {
  const startedAt = performance.now()
  const tried = provider.findAccount ? 'sign_in' : 'request'
  const toStep = (step: TestedStep['step'], ok: boolean, detail: string | null): TestedStep => {
    return { step, ok, detail, durationMs: Math.round(performance.now() - startedAt) }
  }
  try {
    const context = { ...target, deliveryId: toTypeId('dlv', newId()), timestamp: Math.floor(databaseNow() / 1_000) }
    const { ok, detail } = await provider.send.test(inboxId, context)
    return [{ ...toStep('resolve', true, null), durationMs: 0 }, toStep(tried, ok, detail)]
  } catch (error) {
    if (error instanceof ForbiddenUrlError) throw error
    const isUnresolved = error instanceof SafeFetchError && error.reason === 'unresolved'
    const detail = error instanceof Error ? error.message : String(error)
    if (isUnresolved) return [toStep('resolve', false, detail)]
    return [{ ...toStep('resolve', true, null), durationMs: 0 }, toStep(tried, false, detail)]
  }
}
