/**
 * Copies a picture from another site by drawing it, because the page may not fetch bytes from elsewhere. Throws when the site does not allow
 * other pages to read its pictures, or does not have the picture.
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

/** A drawing has one frame, so a picture that may move cannot be copied by drawing it. */
export function mayMove(url: string): boolean {
  return /\.(gif|apng)$/i.test(new URL(url).pathname)
}
