/** Vite configurations of the two builds: the script of the page, one file that needs no module, and the frame. */
import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const shared: InlineConfig = {
  configFile: false,
  root: at('.'),
  publicDir: false,
  logLevel: 'warn',
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false, target: 'es2022', emptyOutDir: false },
}

export const loader: InlineConfig = {
  ...shared,
  build: { ...shared.build, lib: { entry: at('loader/skein.ts'), formats: ['iife'], name: 'skeinLoader', fileName: () => 'skein.js' } },
}

export const frame: InlineConfig = {
  ...shared,
  base: '/w/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    ...shared.build,
    // Licence notices of the bundled packages.
    license: { fileName: 'licences.md' },
    rolldownOptions: { input: { frame: at('frame/main.tsx') }, output: { codeSplitting: false } },
  },
}
