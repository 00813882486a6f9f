import { formatLocale } from '../texts/language.ts'

/** Formats a file size, such as `13 bytes`, `4.2 kB` or `25 MB`. */
export function formatFileSize(bytes: number): string {
  // The short form of "byte" has no plural: it would be "13 byte".
  if (bytes < 1024) return new Intl.NumberFormat(formatLocale, { style: 'unit', unit: 'byte', unitDisplay: 'long' }).format(bytes)
  const [amount, unit] = bytes < 1_048_576 ? [bytes / 1024, 'kilobyte'] : [bytes / 1_048_576, 'megabyte']
  return new Intl.NumberFormat(formatLocale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: amount < 10 ? 1 : 0,
  }).format(amount)
}
