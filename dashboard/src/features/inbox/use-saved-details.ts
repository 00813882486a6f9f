/** Saves single fields of a thread and of its customer: shown at once, rolled back if refused, and undone by Z. */
import { useMemo } from 'react'
import { ApiError, type Customer, type RequestOf, type Thread } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { undoQueue } from '../../api/undo.ts'
import { t } from '../../texts/texts.ts'
import { toSentence } from '../../ui/form/fields.ts'
import { showToast } from '../../ui/toasts.ts'
import { customerKey } from '../threads/part-keys.ts'
import type { Patch } from '../threads/pending-changes.ts'
import { showChange } from '../threads/show-change.ts'
import { findThread } from '../threads/thread-cache.ts'
import { useMeId } from '../threads/use-threads.ts'
import { replacePhone } from './replace-phone.ts'

type ThreadChange = { body: RequestOf<'updateThread'>['body']; patch: Patch }
type CustomerBody = RequestOf<'updateCustomer'>['body']
type FieldValues = NonNullable<CustomerBody['customFields']>
/** Each returns the reason why the value was not saved, or null. `label` names the field. */
export type SavedDetails = {
  saveThread(label: string, change: ThreadChange, before: ThreadChange): Promise<string | null>
  saveCustomer(label: string, body: CustomerBody, before: CustomerBody): Promise<string | null>
  savePhone(label: string, phone: string | null): Promise<string | null>
}

export function useSavedDetails(thread: Thread, customer: Customer): SavedDetails {
  const { skein, queries } = useApi()
  const meId = useMeId()
  return useMemo(() => {
    const threadPath = { id: thread.id }
    const path = { id: customer.id }
    const key = customerKey(customer.id)
    const show = (body: CustomerBody): void =>
      void queries.setQueryData<Customer>(key, (now) => now && { ...now, ...body, customFields: mergeFields(now.customFields, body) })

    async function sendThread({ body, patch }: ThreadChange): Promise<void> {
      const shown = showChange(queries, findThread(queries, thread.id) ?? thread, patch, meId)
      try {
        shown.confirmWith((await skein.updateThread({ path: threadPath, body, idempotencyKey: newIdempotencyKey() })).data)
      } catch (error) {
        shown.revert()
        throw error
      }
    }
    async function sendCustomer(body: CustomerBody, before: CustomerBody): Promise<void> {
      show(body)
      try {
        queries.setQueryData(key, (await skein.updateCustomer({ path, body, idempotencyKey: newIdempotencyKey() })).data)
      } catch (error) {
        show(before)
        throw error
      }
    }
    return {
      saveThread: (label, change, before) =>
        save(
          label,
          () => sendThread(change),
          () => sendThread(before),
        ),
      async saveCustomer(label, body, before) {
        const problem = await save(
          label,
          () => sendCustomer(body, before),
          () => sendCustomer(before, body),
        )
        void queries.invalidateQueries({ queryKey: ['customers'] })
        return problem
      },
      savePhone(label, phone) {
        const before = customer.identities.find(({ type }) => type === 'PHONE') ?? null
        // Undo replaces the number that this change added, which is no longer the customer's first one.
        let current = before
        const send = async (value: string | null): Promise<void> => {
          try {
            current = await replacePhone(skein, customer.id, current, value)
          } finally {
            await queries.invalidateQueries({ queryKey: key })
          }
        }
        return save(
          label,
          () => send(phone),
          () => send(before?.value ?? null),
        )
      },
    }
  }, [skein, queries, meId, thread, customer])
}

/** Sends a change and offers to undo it. Returns the reason of a refusal. */
async function save(label: string, send: () => Promise<void>, sendBefore: () => Promise<void>): Promise<string | null> {
  try {
    await send()
  } catch (error) {
    return explain(label, error)
  }
  const change = t('{field} changed', { field: label })
  const undo = undoQueue.push({
    label: change,
    async run() {
      dismiss()
      try {
        await sendBefore()
        showToast({ kind: 'done', text: t('Undone: {change}', { change }) }, 4_000)
      } catch (error) {
        showToast({ kind: 'problem', text: t('We couldn’t undo this. {reason}', { reason: describeFailure(error).text }) }, 30_000)
      }
    },
  })
  const dismiss = showToast({ kind: 'done', text: change, action: { label: t('Undo'), run: undo } })
  return null
}

function explain(label: string, error: unknown): string {
  const [detail] = error instanceof ApiError ? error.details : []
  return detail === undefined ? describeFailure(error).text : toSentence(label, detail.message)
}

function mergeFields(now: Customer['customFields'], { customFields = {} }: CustomerBody): Customer['customFields'] {
  return withoutEmpty({ ...now, ...customFields })
}

/** Removes the keys whose value is null, as the service does. */
export function withoutEmpty(values: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}
