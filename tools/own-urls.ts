/** Bundler plugin for modules that read files, such as migrations and pages, next to their sources. */
import { dirname } from 'node:path'
import type { Plugin } from 'rolldown'

/** Replaces `import.meta.url` and `import.meta.dirname` of each module with the code that `codeOf` returns for the path of the module or its directory. */
export function ownUrls(codeOf: { url(path: string): string; dirname(directory: string): string }): Plugin {
  return {
    name: 'own-urls',
    transform: {
      filter: { code: 'import.meta' },
      handler: (code, id) =>
        code.replaceAll('import.meta.url', () => codeOf.url(id)).replaceAll('import.meta.dirname', () => codeOf.dirname(dirname(id))),
    },
  }
}
