/** Helpers for tests of notifications: agents with sessions, and their notifications. */
import { expect } from 'vitest'
import type { CreatedThread, Notification, NotificationCounts, User } from '../../client/index.ts'
import { statement } from '#platform/db.ts'
import type { CallResponse } from './caller.ts'
import type { TestService, TestTenant } from './service.ts'

export type Agent = { id: string; key: string; session: string }

const findLag = statement<{ tenantId: string }, { lag: number }>(`
  select k.event_sequence - coalesce(c.sequence, 0) as lag from tenant_counters k left join reader_cursors c on c.tenant_id = k.tenant_id and c.reader = 'notifications'
  where k.tenant_id = :tenantId::uuid`)

/** Helpers for tests of one service with a worker. */
export function getNotifications(service: TestService) {
  const as = <Data = unknown>(agent: Agent, method: string, path: string, body?: object) =>
    service.api<Data>(method, path, { key: agent.session, ...(body ? { body } : {}) })
  const write = (threadId: string, body: object, key: string): Promise<CallResponse> =>
    service.api('POST', `/threads/${threadId}/messages`, { key, body })
  const unreadOf = async (agent: Agent, threadId: string): Promise<Notification[]> =>
    (await as<Notification[]>(agent, 'GET', `/notifications?unread=true&threadId=${threadId}&limit=100`)).body.data
  /** Waits until the reader has handled all events so far. */
  const settle = async ({ tenantId }: TestTenant): Promise<void> => {
    await expect.poll(async () => (await service.db.first(findLag, { tenantId }))?.lag).toBe(0)
  }
  const createThread = async (of: TestTenant): Promise<string> => {
    const body = { title: 'The export is empty', body: 'b', requester: { email: 'c@example.com', name: 'Carla' } }
    return (await of.api<CreatedThread>('POST', '/threads', { body })).body.data.threadId
  }
  return {
    as,
    write,
    unreadOf,
    settle,
    createThread,
    typesOf: async (agent: Agent, threadId: string) => (await unreadOf(agent, threadId)).map(({ type }) => type).toSorted(),
    countsOf: async (agent: Agent) => (await as<NotificationCounts>(agent, 'GET', '/notifications/counts')).body.data,
    async createAgent(of: TestTenant, name: string, role = 'AGENT'): Promise<Agent> {
      const body = { name, email: `${name.toLowerCase()}@example.com`, role, invite: false }
      const { id } = (await of.api<User>('POST', '/users', { body })).body.data
      return { id, key: (await of.keyFor(['write'], { userId: id })).key, session: (await of.sessionFor(id)).accessToken }
    },
    /** Creates a thread that is assigned to an agent, who has read it. */
    async createThreadOf(agent: Agent, of: TestTenant): Promise<string> {
      const id = await createThread(of)
      await of.api('POST', `/threads/${id}/assign`, { body: { assigneeId: agent.id } })
      await settle(of)
      await as(agent, 'PUT', `/threads/${id}/read`, {})
      return id
    },
  }
}
