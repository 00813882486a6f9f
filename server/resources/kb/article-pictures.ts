/**
 * Pictures uploaded for articles. The text refers to a picture by its path in the help centre, so the text does not depend on the tenant's
 * host, and a picture is exactly as public as its article.
 */
import type { Queryable } from '#platform/db.ts'
import type { FileKey } from '#platform/files/store-driver.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import { attachToArticle, getFileName, findUpload } from '../uploads/index.ts'
import { picturesPath } from '#kit/help-paths.ts'

/** Maximum number of pictures attached to one article. */
const maxPictures = 500
/** Picture types that cannot contain code. */
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/apng', 'image/bmp'])
const pathPattern = new RegExp(`${picturesPath}/(upl_[0-9a-z]{26})`, 'g')

/** Attaches the uploads in the text. A picture belongs to the first article saved with it. */
export async function attachPictures(tx: Queryable, tenantId: Uuid, { id: articleId, body }: { id: Uuid; body: string }): Promise<void> {
  const ids = new Set([...body.matchAll(pathPattern)].flatMap(([, name = '']) => parseTypeId('upl', name) ?? []))
  await attachToArticle(tx, { tenantId, articleId }, [...ids].slice(0, maxPictures))
}

export type ArticlePicture = { articleId: Uuid; key: FileKey; filename: string; contentType: string }

/** Finds a picture by its name in the help centre's paths. Returns null for other files. */
export async function findArticlePicture(db: Queryable, tenantId: Uuid, name: string): Promise<ArticlePicture | null> {
  const id = parseTypeId('upl', name)
  const upload = id === null ? null : await db.first(findUpload, { tenantId, id })
  if (!upload?.articleId || upload.state !== 'READY' || !pictureTypes.has(upload.contentType)) return null
  const { id: uploadId, articleId, filename, contentType } = upload
  return { articleId, filename, contentType, key: { tenantId, name: getFileName({ id: uploadId }) } }
}
