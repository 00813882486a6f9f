/** What a program reports changes the state of its own replies, and never lowers it. */
import { expect, it } from 'vitest'
import { openHookInbox, toUuid } from '../../../../test/support/hook-inbox.ts'
import { setUpHookThreads } from '../../../../test/support/hook-threads.ts'
import { CollectedEffects } from '#platform/outbox/ledger.ts'
import { applyReportedState } from './apply-reported-state.ts'

const hook = await setUpHookThreads()

async function report(
  inboxId: string,
  { deliveryId = null, externalId = null }: { deliveryId?: string | null; externalId?: string | null },
  state: 'SENT' | 'DELIVERED' | 'SEEN' | 'FAILED',
) {
  const { tenantId } = hook.tenant
  return hook.service.db.background(tenantId, async (tx) =>
    applyReportedState(
      { tx, effects: new CollectedEffects(), tenantId },
      { inboxId: toUuid('inb', inboxId), deliveryId: deliveryId === null ? null : toUuid('dlv', deliveryId), externalId },
      { state, error: state === 'FAILED' ? 'The phone is off.' : null },
    ),
  )
}

it('reported states only rise, whatever their order, and FAILED may follow any', async () => {
  const { threadId, inboxId } = await hook.openThread()
  const message = await hook.waitForState(await hook.reply(threadId), 'SENT')
  const { deliveryId } = hook.getSent(0)
  expect(await report(inboxId, { deliveryId }, 'SEEN')).toMatchObject({ changed: true })
  const seen = await hook.readMessage(message)
  expect(seen.delivery).toMatchObject({ state: 'DELIVERED', recipients: [{ state: 'DELIVERED', seenAt: expect.any(String) }] })
  expect(await report(inboxId, { externalId: 'their-1' }, 'DELIVERED')).toMatchObject({ changed: false })
  expect(await report(inboxId, { deliveryId }, 'SENT')).toMatchObject({ changed: false })
  expect(await hook.readMessage(message)).toEqual(seen)
  expect(await report(inboxId, { deliveryId }, 'FAILED')).toMatchObject({ changed: true })
  const failed = await hook.readMessage(message)
  expect(failed.delivery).toMatchObject({ state: 'FAILED', lastError: 'The phone is off.' })
  expect(await report(inboxId, { deliveryId }, 'DELIVERED')).toMatchObject({ changed: false })
})

it('reports about unknown replies, and those of another inbox, are unknown', async () => {
  const { threadId } = await hook.openThread()
  await hook.waitForState(await hook.reply(threadId), 'SENT')
  const other = await openHookInbox(hook.tenant, { outboundUrl: hook.url })
  const { deliveryId } = hook.getSent(0)
  expect(await report(other.id, { deliveryId, externalId: 'their-1' }, 'FAILED')).toBeNull()
  expect(await report(other.id, { deliveryId: 'dlv_01h455vb4pex5vsknk084sn02q' }, 'FAILED')).toBeNull()
})
