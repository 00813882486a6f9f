import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { filesOfTheirOwn, filesOnPhones, LongestFirst, filesLeftOut } from './test/order-of-files.ts'

const own = Object.keys(filesOfTheirOwn)

/**
 * Node imports the files as they are, as it does in production: a fifth less processor time than with Vite's module runner, which reads every
 * import through a getter. Nothing here needs what the runner and Vitest's loader add (`vi.mock`, `import.meta.vitest`).
 */
const asInProduction = { viteModuleRunner: false, nodeLoader: false }

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts', 'dashboard/e2e/build-setup.ts'],
    // Limits end tests that hang. On a machine with eight times more to do than cores, a test takes ten times as long as usual. No test sets
    // a shorter one: it would fail by chance on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Longer than a busy machine needs: whoever fails waits, whoever succeeds does not.
    expect: { poll: { timeout: 60_000 } },
    // Two more than there are cores: the files that take longest wait most of their time for processes that they have started.
    maxWorkers: Math.max(2, availableParallelism()) + 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['{server,tools,client,test,dashboard,widget}/**/*.test.ts'],
          exclude: [...own, 'dashboard/src/**', ...filesLeftOut()],
          setupFiles: ['dashboard/e2e/problems-setup.ts', 'test/support/cluster-setup.ts'],
          isolate: false,
          // Collecting what requests leave behind takes a fifth less processor time when it is done more rarely.
          execArgv: ['--max-semi-space-size=64'],
          experimental: asInProduction,
        },
      },
      {
        extends: true,
        test: {
          name: 'phone',
          include: [...filesOnPhones()],
          setupFiles: ['dashboard/e2e/problems-setup.ts'],
          isolate: false,
          env: { SKEIN_CHAT_DEVICE: 'phone' },
          experimental: asInProduction,
        },
      },
      { extends: true, test: { name: 'own', include: own, setupFiles: ['test/support/cluster-setup.ts'], experimental: asInProduction } },
      {
        extends: true,
        resolve: { alias: { '@skein/client': fileURLToPath(new URL('client/browser.ts', import.meta.url)) } },
        // Vite builds the dashboard, and compiles its JSX here.
        test: { name: 'dashboard', include: ['dashboard/src/**/*.test.ts'], isolate: false },
      },
    ],
  },
})
