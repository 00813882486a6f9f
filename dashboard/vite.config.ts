/** How the dashboard is built, and served with hot reload while it is worked on (`npm run dashboard:dev`). */
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The running service that the dashboard is worked on against. */
const service = process.env['SKEIN_URL'] ?? 'http://localhost:3000'

/** While developing, calls go through the development server, so that they are of its own origin. */
const settings: Plugin = {
  name: 'skein-settings',
  configureServer(server) {
    server.middlewares.use('/config.json', (req, res) => {
      res.setHeader('Content-Type', 'application/json')
      res.end(JSON.stringify({ apiUrl: `http://${req.headers.host}` }))
    })
  },
}

export default defineConfig({
  root: at('.'),
  plugins: [react(), tailwindcss(), settings],
  // The client's part for browsers, from its sources: it is built with the dashboard.
  resolve: { alias: { '@skein/client': at('../client/browser.ts') } },
  build: {
    // Everything is a file: the policy of the page allows nothing inline.
    assetsInlineLimit: 0,
    // Which file needs which: what e2e/budgets.test.ts adds up. It is in a hidden directory, which is not served.
    manifest: true,
    modulePreload: { polyfill: false },
    // The notices that the licences of the bundled packages ask for.
    license: { fileName: 'licences.md' },
    reportCompressedSize: false,
    // What every screen needs is one file: apart, because other files need parts of it too, it would be fifty requests.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] } } },
    // The budgets are those of e2e/budgets.test.ts.
    chunkSizeWarningLimit: 1_000,
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': { target: service, changeOrigin: true } } },
})
