/** Signing in, sessions and file links work when the service's clock is a minute off, because all times come from the database. */
import { Secret, TOTP } from 'otpauth'
import { afterEach, describe, expect, it } from 'vitest'
import type { PresignedUpload, SignIn, TotpEnrolment, User } from '../../../client/index.ts'
import { requestLink, uploadFile } from '../../../test/support/files.ts'
import { startTestService } from '../../../test/support/service.ts'

const password = 'salty otters read maps'
const TrueDate = Date
afterEach(() => {
  globalThis.Date = TrueDate
})

/** Shifts the clock of this process, and so of the service in it, by `byMs`. */
function shiftClock(byMs: number): void {
  globalThis.Date = class extends TrueDate {
    constructor(...args: [] | [string | number | Date]) {
      if (args.length === 0) super(TrueDate.now() + byMs)
      else super(args[0])
    }
    static override now(): number {
      return TrueDate.now() + byMs
    }
  } as DateConstructor // Safe because nothing calls Date without `new`.
}

describe.each([60_000, -60_000])('with a clock that is %i ms off', (wrongMs) => {
  it('passwords, codes, sessions and links of files work', async () => {
    shiftClock(wrongMs)
    const service = await startTestService()
    try {
      const tenant = await service.createTenant()
      const body = { name: 'Grace', email: 'grace@example.com', role: 'AGENT', invite: false }
      const { id, email } = (await tenant.api<User>('POST', '/users', { body })).body.data
      await tenant.setPassword(id, password)
      const signIn = (code?: string) =>
        service.api<SignIn>('POST', '/auth/login', {
          body: { tenant: tenant.slug, email, password, ...(code === undefined ? {} : { code }) },
        })
      const { accessToken, refreshToken, expiresAt } = (await signIn()).body.data
      expect(TrueDate.parse(expiresAt) - TrueDate.now()).toBeGreaterThan(14 * 60_000)
      expect((await service.api('GET', '/me', { key: accessToken })).status).toBe(200)

      const enrolled = await service.api<TotpEnrolment>('POST', '/auth/totp/enroll', { key: accessToken, body: { password } })
      const authenticator = new TOTP({ secret: Secret.fromBase32(enrolled.body.data.secret) })
      // The authenticator uses the correct time.
      const codeOf = (step: number): string => authenticator.generate({ timestamp: TrueDate.now() + step * 30_000 })
      expect((await service.api('POST', '/auth/totp/confirm', { key: accessToken, body: { code: codeOf(-1) } })).status).toBe(200)
      expect((await signIn(codeOf(0))).status).toBe(200)
      const refreshed = await service.api<SignIn>('POST', '/auth/refresh', { body: { refreshToken } })
      expect([refreshed.status, (await service.api('GET', '/me', { key: refreshed.body.data.accessToken })).status]).toEqual([200, 200])

      expect((await requestLink(service, (await uploadFile(tenant, { bytes: 'read' })).url)).status).toBe(200)
      const announced = await tenant.api<PresignedUpload>('POST', '/uploads/presigned', {
        body: { filename: 'a.txt', contentType: 'text/plain', size: 5 },
      })
      const sent = await requestLink(service, announced.body.data.uploadUrl, {
        method: 'PUT',
        headers: { 'content-type': 'text/plain' },
        body: 'hello',
      })
      expect(sent.status).toBe(200)
    } finally {
      await service.stop()
    }
  })
})
