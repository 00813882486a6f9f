/** Differences between stored descriptions and the current one that break generated clients, each with the reason why it stays. */

export type KnownBreak = {
  /** Applies to clients of versions before this one. */
  before: string
  change: RegExp
  reason: string
}

export const knownBreaks: readonly KnownBreak[] = [
  {
    before: '1.27.0',
    change: /\b(teamId|labelId): pattern was .+ and is \^none\$\|/,
    reason: 'Views and rules accept `none` for the team and the label since 1.27.0, and the service sends back what was saved.',
  },
  {
    before: '1.25.0',
    change: /\b(status|priority|channel): its values are not listed any more$/,
    reason:
      'Views and rules take several values of these filters since 1.25.0, separated by commas, and the service sends back what was saved. A filter with one value is sent as before.',
  },
  {
    before: '1.24.0',
    change: / the (value|kind) .+ is new$/,
    reason:
      'Enumerations and `Event` were closed in the description until 1.24.0, although its text said that they grow. Clients that check values refuse newer ones until they are generated again (docs/openapi-history/README.md lists them).',
  },
  {
    before: '1.20.0',
    change: /assigneeId: pattern was \^\(usr_\)\?\[0-7\]\[0-9a-hjkmnp-tv-z\]\{25\}\$ and is \^me\$\|/,
    reason: 'ASSIGN in actions of canned responses accepts `me` since 1.20.0, and the service sends back what was saved.',
  },
  {
    before: '1.17.0',
    change:
      /^(GET \/api\/v1\/threads\/\{\}\/recipients|POST \/api\/v1\/(inboxes\/\{\}\/mails|inbound-mails\/\{\}\/release))\b.* (gone|it is gone)$/,
    reason:
      'E-mail was described in 1.16.0 while it was being built. These operations never returned the errors that were removed, and a sent If-Match is ignored as before.',
  },
]
