/** Helpers for tests of satisfaction: threads to rate, and page visits as browsers make them. */
import { request } from 'node:http'
import { expect } from 'vitest'
import type { SatisfactionRequest, SatisfactionRequestWithUrl } from '../../client/index.ts'
import type { TestService, TestTenant } from './service.ts'

export type Visit = { status: number; headers: Record<string, string | undefined>; text: string }

/** Helpers for tests of one service. */
export function getSatisfaction(service: TestService) {
  /** Requests a page's URL, like a browser without credentials. */
  const visit = (url: string, { method = 'GET', headers = {}, body = '' } = {}): Promise<Visit> => {
    const { host, pathname, search } = new URL(url)
    const form = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
    return new Promise((done, fail) => {
      const options = { port: service.port, path: pathname + search, method, headers: { host, accept: 'text/html', ...form, ...headers } }
      const asked = request(options, (res) => {
        const pieces: Buffer[] = []
        res.on('data', (piece: Buffer) => pieces.push(piece))
        // Safe because the tests read no header that can occur twice.
        const own = res.headers as Visit['headers']
        res.on('end', () => done({ status: res.statusCode ?? 0, headers: own, text: Buffer.concat(pieces).toString() }))
      })
      asked.on('error', fail)
      asked.end(body)
    })
  }
  const requestsOf = async (tenant: TestTenant, threadId: string): Promise<SatisfactionRequest[]> =>
    (await tenant.api<SatisfactionRequest[]>('GET', `/satisfaction-requests?threadId=${threadId}`)).body.data
  return {
    visit,
    /** Submits the form of a page. */
    send: (url: string, fields: Record<string, string>, more: { headers?: Record<string, string> } = {}): Promise<Visit> =>
      visit(url, { method: 'POST', body: new URLSearchParams(fields).toString(), ...more }),
    async enable(tenant: TestTenant, more: object = {}): Promise<void> {
      const satisfaction = { enabled: true, delayMinutes: 0, ...more }
      const { status, text } = await tenant.api('PATCH', '/tenant/settings', { body: { satisfaction } })
      expect(status, text).toBe(200)
    },
    /** Creates a thread that an agent has answered. */
    async makeThread(tenant: TestTenant, email = 'carla@example.com'): Promise<string> {
      const body = { title: 'The export is empty', body: 'It has no rows.', requester: { email, name: 'Carla' } }
      const { threadId } = (await tenant.skein.createThread({ body })).data
      const reply = await tenant.api('POST', `/threads/${threadId}/reply`, { body: { body: 'Fixed.', sendBy: 'NONE' } })
      expect(reply.status, reply.text).toBe(201)
      return threadId
    },
    async setStatus(tenant: TestTenant, threadId: string, status: string): Promise<void> {
      expect((await tenant.api('PATCH', `/threads/${threadId}`, { body: { status } })).status).toBe(200)
    },
    /** Creates a satisfaction request by hand. */
    async askByLink(tenant: TestTenant, threadId: string): Promise<SatisfactionRequestWithUrl> {
      const path = `/threads/${threadId}/satisfaction-requests`
      const made = await tenant.api<SatisfactionRequestWithUrl>('POST', path, { body: { channel: 'LINK' } })
      expect(made.status, made.text).toBe(201)
      return made.body.data
    },
    requestsOf,
    /** Waits until the satisfaction requests of a thread have these states, latest first. */
    async waitFor(tenant: TestTenant, threadId: string, states: SatisfactionRequest['state'][]): Promise<SatisfactionRequest[]> {
      await expect.poll(async () => (await requestsOf(tenant, threadId)).map(({ state }) => state)).toEqual(states)
      return requestsOf(tenant, threadId)
    },
  }
}
