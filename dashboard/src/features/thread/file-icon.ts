import { FileArchive, FileText, Film, Image, Music, Paperclip, Sheet, type IconType } from '../../ui/icons.ts'

/** Patterns of media types and of file extensions, because a file that is not uploaded yet has only a name. */
const icons: readonly (readonly [RegExp, IconType])[] = [
  [/^image\/|\.(png|jpe?g|gif|webp|avif|bmp|svg|heic)$/i, Image],
  [/^video\/|\.(mp4|mov|webm|avi|mkv)$/i, Film],
  [/^audio\/|\.(mp3|wav|ogg|m4a|flac)$/i, Music],
  [/zip|x-tar|compressed|\.(zip|gz|tar|7z|rar)$/i, FileArchive],
  [/csv|spreadsheet|excel|\.(xlsx?|ods)$/i, Sheet],
  [/^text\/|pdf|word|document|\.(txt|md|docx?|odt|rtf|log|json|xml)$/i, FileText],
]

export function findFileIcon(filename: string, contentType = ''): IconType {
  return icons.find(([pattern]) => pattern.test(contentType) || pattern.test(filename))?.[1] ?? Paperclip
}

/** Picture types that the service serves inline. SVG is served as a download, because SVG can contain scripts. */
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/apng', 'image/bmp'])

export function isPicture({ contentType }: { contentType: string }): boolean {
  return pictureTypes.has(contentType)
}
