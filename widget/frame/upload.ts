/** Uploads of files, with progress, which browsers report only for XMLHttpRequest. */
import { VisitorError, type WidgetUpload } from '../../client/visitor.ts'
import { client, ensureSession } from './session.ts'

/** Maximum bytes of a file. */
export const maxFileBytes = 10 * 1_024 * 1_024

export async function uploadFile(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<WidgetUpload> {
  if (file.size > maxFileBytes) throw new VisitorError(413, '', '')
  await ensureSession()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('file', file)
    request.open('POST', '/api/v1/widget/uploads')
    request.setRequestHeader('Authorization', `Bearer ${client.token}`)
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('load', () => {
      // Safe because every response of the service has this form.
      const answer = request.response as {
        data?: WidgetUpload
        error?: { code: string; message: string; details?: { code: string }[] }
      } | null
      if (answer?.data) resolve(answer.data)
      else {
        const seconds = Number(request.getResponseHeader('Retry-After') ?? NaN)
        const { code = '', message = '', details } = answer?.error ?? {}
        // The details say what is wrong with the file.
        reject(new VisitorError(request.status, details?.[0]?.code ?? code, message, seconds >= 0 ? seconds : null))
      }
    })
    request.addEventListener('error', () => reject(new VisitorError(0, '', '')))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
