/** Refuses files that Windows runs when an agent opens them. Agents and the service's own mails are not limited so. */
import { recogniseFile } from '#kit/recognise-type.ts'
import { ApiError } from '#platform/errors.ts'
import type { FormFile } from '#platform/files/file-store.ts'
import { uploadTypeRejected } from '../../uploads/index.ts'

/** Endings that Windows opens with a program loader, a script host, Java or the registry editor. It ignores dots and spaces behind them. */
const endings =
  /\.(exe|com|scr|pif|cpl|msi|msp|mst|bat|cmd|ps1|psm1|vbs|vbe|js|jse|wsf|wsh|hta|jar|jnlp|lnk|url|scf|reg|chm|msc|appx|msix|application|gadget)[. ]*$/i

/** Types of such files, by their content, whatever their name is. */
const types: ReadonlySet<string> = new Set([
  'application/x-msdownload',
  'application/x.ms.shortcut',
  'application/x-ms-regedit',
  'application/vnd.ms-htmlhelp',
  'application/java-archive',
])

/** Throws 422 for a program, a script or a shortcut, by the name or by the content. Archives are not searched. */
export async function refusePrograms({ path, filename, contentType: said }: FormFile): Promise<void> {
  const { contentType } = await recogniseFile(path, said)
  if (!endings.test(filename) && !types.has(contentType ?? '')) return
  throw new ApiError(uploadTypeRejected, { message: 'The file is a program, a script or a shortcut, which this chat does not take.' })
}
