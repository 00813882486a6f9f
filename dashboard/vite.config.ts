/** Vite configuration of the build and of the development server with hot reload (`npm run dashboard:dev`). */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** URL of the running service to which the development server proxies API calls. */
const service = process.env['SKEIN_URL'] ?? 'http://localhost:3000'

/** During development, API calls go through the proxy, so that they are same-origin. */
const settings: Plugin = {
  name: 'skein-settings',
  configureServer(server) {
    server.middlewares.use('/config.json', (req, res) => {
      res.setHeader('Content-Type', 'application/json')
      res.end(JSON.stringify({ apiUrl: `http://${req.headers.host}` }))
    })
  },
}

/** Licence of the font, which must accompany it. The bundle's licence notices list only scripts. */
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
  // The browser client is built from source together with the dashboard.
  resolve: { alias: { '@skein/client': at('../client/browser.ts') } },
  build: {
    // Do not inline assets: the content security policy forbids inline content.
    assetsInlineLimit: 0,
    // The manifest lists the imports of each file; e2e/budgets.test.ts sums up their sizes. It is in a hidden directory, which the service
    // does not serve.
    manifest: true,
    modulePreload: { polyfill: false },
    // Licence notices of the bundled packages.
    license: { fileName: 'licences.md' },
    reportCompressedSize: false,
    // Three chunks: code that all screens need, small modules that many screens share, and the thread's pane with all its modules. Split by
    // module, the inbox would load about eighty files.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'] },
            {
              name: 'parts',
              test: /\/lucide-react\/|\/features\/threads\/[\w-]+\.tsx?$|\/(badge|copy-text|disclosure|facts|field|file-size|foot|language-names|lazy-part|link-dialog|mail-frame|picture-notice|segmented)\.tsx?$/,
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
