/** Serves downloads and uploads of files by signed link, outside the API and never on the dashboard's origin (see `web/web.ts`). */
import type { IncomingMessage } from 'node:http'
import type { Config } from '../config.ts'
import type { Database } from '#platform/db.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { filesPath, type FileLinks } from '#platform/files/file-links.ts'
import { serveFile } from '#platform/files/serve-file.ts'
import type { PageHandler } from '#platform/http/front-door.ts'
import { receiveUploads } from '../resources/uploads/index.ts'

/** Returns the handler of a path; null unless the path is below that of files. */
export type FilePages = (path: string, req: IncomingMessage) => PageHandler | null

export function createFilePages(services: { config: Config; db: Database; links: FileLinks; onWrite: () => void }): FilePages {
  const { config, links } = services
  const take = receiveUploads(services)
  const serve: PageHandler = Object.assign((...[req, res]: Parameters<PageHandler>) => serveFile(req, res, links, getFileStore(config)), {
    methods: ['GET', 'HEAD', 'PUT'],
  })
  return (path, req) => {
    if (!path.startsWith(`${filesPath}/`)) return null
    return req.method === 'PUT' ? take : serve
  }
}
