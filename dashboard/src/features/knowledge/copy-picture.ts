/**
 * Copies a picture from another site by drawing it on a canvas, because the content security policy forbids fetching it. Throws if the site
 * does not allow cross-origin reads (CORS), or if the picture does not exist.
 */
export async function copyPicture(url: string, filename: string): Promise<File> {
  const picture = new Image()
  picture.crossOrigin = 'anonymous'
  picture.referrerPolicy = 'no-referrer'
  picture.src = url
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = picture.naturalWidth
  canvas.height = picture.naturalHeight
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  const type = /\.jpe?g$/i.test(filename) ? 'image/jpeg' : 'image/png'
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.92))
  if (blob === null) throw new Error('The picture cannot be drawn')
  const stem = filename.replace(/\.[a-z0-9]{1,5}$/i, '')
  return new File([blob], `${stem}.${type === 'image/jpeg' ? 'jpg' : 'png'}`, { type })
}

/** Returns true if the picture may be animated. A canvas keeps only one frame, so such a picture cannot be copied. */
export function mayBeAnimated(url: string): boolean {
  return /\.(gif|apng)$/i.test(new URL(url).pathname)
}
