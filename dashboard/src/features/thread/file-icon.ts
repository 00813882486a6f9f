import { FileArchive, FileText, Film, Image, Music, Paperclip, Sheet, type IconType } from '../../ui/icons.ts'

/** Patterns of media types and of the ends of names, because a file that is not sent yet has only a name. */
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

/** The pictures that the service lets a browser show. It sends SVG as a file to be saved, because SVG can contain scripts. */
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/apng', 'image/bmp'])

export function isPicture({ contentType }: { contentType: string }): boolean {
  return pictureTypes.has(contentType)
}
