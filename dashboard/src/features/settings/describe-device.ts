import { t } from '../../texts/texts.ts'

const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** Names a client from its user agent: `Firefox on Linux`. Programs other than browsers keep their own name. */
export function describeDevice(userAgent: string | null): string {
  if (userAgent === null) return t('Unknown program')
  const find = (known: readonly (readonly [RegExp, string])[]): string | undefined => known.find(([sign]) => sign.test(userAgent))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  if (browser === undefined) return userAgent.slice(0, 60)
  return system === undefined ? browser : t('{browser} on {system}', { browser, system })
}
