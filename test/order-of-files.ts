/** Order and processes of the test files, for `vitest.config.ts`. */
import { statSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Same as in `extent.ts`, which needs the test runner. */
const testsAll = process.env['SKEIN_TEST_ALL'] === '1'

/**
 * Files that need their own process, each with the reason. The others share processes, so that the application is imported once and not
 * eighty times. `architecture.test.ts` finds files that belong here.
 */
export const filesOfTheirOwn: Readonly<Record<string, string>> = {
  'server/platform/outbox/effects.test.ts': 'declares an event, which would then stand in the document of every later file',
  'server/platform/outbox/event-payload.test.ts': 'as well',
  'server/platform/outbox/read-outbox.test.ts': 'declares readers, which would then hold back the deletion of events in later files',
  'test/guarantees/webhooks-hostile.test.ts': 'measures the memory of its process',
  'test/closing-backlog.test.ts': 'as well',
}

/**
 * Slow tests that only `npm run test:all` runs: single screens of the dashboard (`npm test` runs journeys through several), crashes of
 * rules and readers, installation of the npm package and by the Dockerfile, growth, the memory of an idle process, and limits of minutes.
 */
const onlyInTestAll: readonly string[] = [
  'dashboard/e2e/assistance.test.ts',
  'dashboard/e2e/automations.test.ts',
  'dashboard/e2e/canned-replies.test.ts',
  'dashboard/e2e/customers.test.ts',
  'dashboard/e2e/developer.test.ts',
  'dashboard/e2e/inbox-lists.test.ts',
  'dashboard/e2e/inbox-panes.test.ts',
  'dashboard/e2e/inbox-round-trip.test.ts',
  'dashboard/e2e/inbox-upkeep.test.ts',
  'dashboard/e2e/knowledge.test.ts',
  'dashboard/e2e/list-filters.test.ts',
  'dashboard/e2e/macros.test.ts',
  'dashboard/e2e/meetings.test.ts',
  'dashboard/e2e/satisfaction.test.ts',
  'dashboard/e2e/settings-personal.test.ts',
  'dashboard/e2e/signing-in.test.ts',
  'dashboard/e2e/thread-changes.test.ts',
  'dashboard/e2e/thread-conversation.test.ts',
  'dashboard/e2e/thread-flows.test.ts',
  'dashboard/e2e/thread-offline.test.ts',
  'dashboard/e2e/thread-requests.test.ts',
  'dashboard/e2e/thread-shown.test.ts',
  'dashboard/e2e/thread-together.test.ts',
  'dashboard/e2e/thread-toolbar.test.ts',
  'dashboard/e2e/undo.test.ts',
  'server/resources/automation-rules/runs/generated-loops.test.ts',
  'server/resources/automation-rules/runs/interrupted.test.ts',
  'widget/e2e/limits.test.ts',
  'test/idle-memory.test.ts',
  'test/kill-readers.test.ts',
  'test/kill-ratings.test.ts',
  'test/kill-rules.test.ts',
  'test/npm-package.test.ts',
  'test/container-file.test.ts',
  'test/growing.test.ts',
  'test/processes.test.ts',
]

/** Returns the files that this run skips. A run with files on the command line skips none. */
export function filesLeftOut(): readonly string[] {
  const areNamed = process.argv.slice(2).some((argument) => argument !== 'run' && !argument.startsWith('-'))
  return areNamed || testsAll ? [] : onlyInTestAll
}

/** Returns the files that run on a phone as well as on a desktop. `npm test` runs the cheapest one. */
export function filesOnPhones(): readonly string[] {
  const all = ['widget/e2e/loader.test.ts', 'widget/e2e/connection.test.ts', 'widget/e2e/identity.test.ts']
  return filesLeftOut().length === 0 ? all : all.slice(0, 1)
}

/** The slowest files. They start first, so that all processes finish at about the same time. */
const longest: readonly string[] = [
  'test/kill-service.test.ts',
  'test/kill-readers.test.ts',
  'test/kill-rules.test.ts',
  'dashboard/e2e/thread-conversation.test.ts',
  'dashboard/e2e/thread-flows.test.ts',
  'dashboard/e2e/thread-shown.test.ts',
  'dashboard/e2e/first-five-minutes.test.ts',
  'dashboard/e2e/inbox-lists.test.ts',
  'dashboard/e2e/inbox.test.ts',
  'widget/e2e/connection.test.ts',
  'widget/e2e/conversation.test.ts',
  'widget/e2e/identity.test.ts',
  'dashboard/e2e/undo.test.ts',
  'dashboard/e2e/settings-personal.test.ts',
  'dashboard/e2e/thread-mail.test.ts',
  'dashboard/e2e/customers.test.ts',
  'dashboard/e2e/developer.test.ts',
  'dashboard/e2e/settings-catalogue.test.ts',
  'dashboard/e2e/inbox-upkeep.test.ts',
  'dashboard/e2e/knowledge.test.ts',
  'dashboard/e2e/settings-service-levels.test.ts',
  'dashboard/e2e/signing-in.test.ts',
  'dashboard/e2e/thread-together.test.ts',
  'dashboard/e2e/killed-service.test.ts',
  'test/kill-files.test.ts',
  'test/kill-mails.test.ts',
  'test/kill-hook.test.ts',
  'test/kill-telegram.test.ts',
  'test/kill-items.test.ts',
  'test/kill-chat.test.ts',
  'test/kill-imap.test.ts',
  'test/export-memory.test.ts',
  'test/code-samples.test.ts',
  'test/guarantees/large-pages.test.ts',
  'test/kill-later.test.ts',
  'test/guides.test.ts',
  'server/platform/backup/backup.test.ts',
  'test/kill-receiver.test.ts',
  'test/openapi.test.ts',
  'test/guarantees/front-door-routing.test.ts',
  'test/guarantees/secrets.test.ts',
  'server/platform/postgres/embedded/embedded-postgres.test.ts',
  'test/guarantees/retries.test.ts',
  'server/resources/threads/queue/queue.test.ts',
  'test/client-package.test.ts',
  'test/closing.test.ts',
  'test/clients.test.ts',
  'test/backup-restore.test.ts',
  'test/stop-service.test.ts',
  'server/resources/auth/guessing.test.ts',
  'test/guarantees/tenants.test.ts',
  'server/commands/backup.test.ts',
  'test/guarantees/webhooks-delivery.test.ts',
  'test/guarantees/writes.test.ts',
  'test/guarantees/webhooks-workers.test.ts',
  'server/commands/seed.test.ts',
  'server/platform/jobs/jobs.test.ts',
  'server/commands/listen.test.ts',
  'server/platform/outbound/hostile-receivers.test.ts',
  'test/guarantees/bad-input.test.ts',
  'test/list-plans.test.ts',
  'server/commands/trigger.test.ts',
  'server/commands/serve.test.ts',
  'server/resources/threads/list/list-threads.test.ts',
  'server/platform/postgres/connection-loss.test.ts',
  'server/commands/commands.test.ts',
  'test/guarantees/scopes.test.ts',
  'server/resources/threads/assignment/assign-thread.test.ts',
  'server/resources/threads/snoozing/snooze-thread.test.ts',
  'test/guarantees/erasure-canary.test.ts',
  'server/resources/threads/replies/schedule-reply.test.ts',
  'test/guarantees/bad-query.test.ts',
  'test/guarantees/front-door-spellings.test.ts',
  'server/resources/threads/batches/batch-threads.test.ts',
  'test/guarantees/order-of-checks.test.ts',
  'test/guarantees/webhooks-pause.test.ts',
  'test/guarantees/webhooks-order.test.ts',
  'server/commands/doctor.test.ts',
  'test/totals.test.ts',
  'test/guarantees/event-feed.test.ts',
  'server/resources/privacy/erase-customer.test.ts',
  'test/kill-database.test.ts',
  'test/guarantees/page-size.test.ts',
]

/**
 * Sorts the files in the same order in every run, so that an order-dependent failure can be reproduced. Vitest's own order depends on
 * earlier runs on the machine.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    // Files with their own process come first. Between other files, they would end the shared process.
    const rank = (path: string): number => (path in filesOfTheirOwn ? -1 : longest.includes(path) ? longest.indexOf(path) : longest.length)
    return files
      .map((file) => ({ file, path: relative(root, file.moduleId), bytes: statSync(file.moduleId).size }))
      .toSorted((a, b) => rank(a.path) - rank(b.path) || b.bytes - a.bytes || (a.path < b.path ? -1 : 1))
      .map(({ file }) => file)
  }
}
