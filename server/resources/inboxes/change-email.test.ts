import { describe, expect, it } from 'vitest'
import { changeEmailSettings } from './change-email.ts'

const inbox = { id: '01hzz', mailDomain: 'mail.example' }
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
const imap = { host: 'mail.example.com', user: 'ada' }
const change = (importSince: string | null, sent: object = {}) => {
  const { settings } = changeEmailSettings(null, { receive: { mode: 'IMAP', imap } }, inbox)
  const stored = { ...settings, receive: { ...settings.receive, imap: settings.receive.imap && { ...settings.receive.imap, importSince } } }
  return changeEmailSettings(stored, { receive: { imap: sent } }, inbox).settings.receive.imap
}

describe('the time from which a mailbox is imported', () => {
  const old = daysAgo(91)
  it.each([{ password: 'second' }, { folder: 'Support' }, { importSince: old }])('may be old when a change keeps it: %j', (sent) =>
    expect(change(old, sent)).toMatchObject({ importSince: old }),
  )

  it('may be at most 90 days ago when it is new', () => {
    const recent = daysAgo(89)
    expect(change(old, { importSince: recent })).toMatchObject({ importSince: recent })
    expect(() => change(old, { importSince: daysAgo(92) })).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ code: 'TOO_EARLY' })] }),
    )
    expect(() => change(null, { importSince: old })).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ code: 'TOO_EARLY' })] }),
    )
  })
})
