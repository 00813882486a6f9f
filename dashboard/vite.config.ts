/** Configuration of the build and of the development server with hot reload (`npm run dashboard:dev`). */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The running service that the development server forwards API calls to. */
const service = process.env['SKEIN_URL'] ?? 'http://localhost:3000'

/** During development, API calls go through the development server, so that they have the same origin. */
const settings: Plugin = {
  name: 'skein-settings',
  configureServer(server) {
    server.middlewares.use('/config.json', (req, res) => {
      res.setHeader('Content-Type', 'application/json')
      res.end(JSON.stringify({ apiUrl: `http://${req.headers.host}` }))
    })
  },
}

/** The licence of the font, which must accompany it. The licence notices of the bundle list scripts only. */
const fontLicence: Plugin = {
  name: 'skein-font-licence',
  apply: 'build',
  generateBundle() {
    const source = readFileSync(at('../node_modules/@fontsource-variable/inter/LICENSE'), 'utf8')
    this.emitFile({ type: 'asset', fileName: 'inter-licence.txt', source })
  },
}

export default defineConfig({
  root: at('.'),
  plugins: [react(), tailwindcss(), settings, fontLicence],
  // The browser client is built from its sources together with the dashboard.
  resolve: { alias: { '@skein/client': at('../client/browser.ts') } },
  build: {
    // No inlined assets, because the content security policy allows nothing inline.
    assetsInlineLimit: 0,
    // The manifest lists which file imports which; e2e/budgets.test.ts adds up their sizes. It is in a hidden directory, which the service
    // does not serve.
    manifest: true,
    modulePreload: { polyfill: false },
    // The licence notices of the bundled packages.
    license: { fileName: 'licences.md' },
    reportCompressedSize: false,
    // One file for everything that all screens need, one for small parts that many screens share, and one for the thread's pane with all its
    // modules. Split by module, the inbox would be about eighty requests.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'] },
            {
              name: 'parts',
              test: /\/lucide-react\/|\/features\/threads\/[\w-]+\.tsx?$|\/(badge|disclosure|facts|file-size|mail-frame|segmented)\.tsx?$/,
            },
            { name: 'thread', test: /\/thread-(pane|pickers)\.tsx$/ },
          ],
        },
      },
    },
    // e2e/budgets.test.ts checks stricter limits.
    chunkSizeWarningLimit: 1_000,
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': { target: service, changeOrigin: true } } },
})
