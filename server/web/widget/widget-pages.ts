/**
 * The pages of the chat on websites: the script that a site includes (`/w/skein.js`), the frame that the script opens (`/w/wgt_…`), a page
 * to try it (`/w/wgt_…/try`) and a contact form (`/w/wgt_…/form`). Everything else is done by the visitor's operations of the API.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PageHandler } from '#platform/http/front-door.ts'
import { sendStatic, staticResponse } from '#platform/http/static-response.ts'
import { findWidget } from '../../resources/inboxes/index.ts'
import { type FormParts, serveForm } from './form-page.ts'
import type { FrameFiles } from './frame-files.ts'
import { framePage, missingPage, tryPage } from './layout.ts'
import { getFrameHeaders, pageHeaders, tryHeaders } from './policy.ts'

type Parts = FormParts & { frameFiles: FrameFiles }

/** Creates the function that finds the handler of a path; null for paths of other pages. */
export function createWidgetPages({ frameFiles, ...parts }: Parts): (path: string) => PageHandler | null {
  const { config, db } = parts
  const serve = async (req: IncomingMessage, res: ServerResponse, key: string, page: 'frame' | 'try'): Promise<void> => {
    const send = (text: string, headers: Record<string, string>, status = 200): Promise<void> =>
      sendStatic(req, res, staticResponse('text/html; charset=utf-8', text, { status, headers }))
    const widget = await findWidget(db, key)
    if (!widget || !widget.active || widget.isSuspended) return send(missingPage(), pageHeaders, 404)
    if (page === 'try') return send(tryPage(widget, config.baseUrl), tryHeaders)
    const files = await frameFiles.find()
    if (!files) return send(missingPage(), { ...pageHeaders, 'Retry-After': '10' }, 503)
    return send(framePage(widget, files), getFrameHeaders(widget))
  }
  return (path) => {
    if (!path.startsWith('/w/')) return null
    const [, , name = '', page, ...rest] = path.split('/')
    if (name.startsWith('wgt_') && rest.length === 0 && (page === undefined || page === 'try'))
      return Object.assign<PageHandler, Partial<PageHandler>>((req, res) => serve(req, res, name, page ?? 'frame'), { counts: true })
    if (name.startsWith('wgt_') && rest.length === 0 && page === 'form')
      return Object.assign<PageHandler, Partial<PageHandler>>((req, res) => serveForm(parts, req, res, name), {
        counts: true,
        methods: ['GET', 'HEAD', 'POST'],
      })
    if (name !== 'assets' && path !== '/w/skein.js') return null
    return async (req, res) => {
      const file = (await frameFiles.read()).get(path.slice('/w'.length))
      return sendStatic(req, res, file ?? staticResponse('text/plain; charset=utf-8', 'There is no such file.\n', { status: 404 }))
    }
  }
}
