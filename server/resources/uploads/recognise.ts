/** Rejects files whose content contradicts the declared type. */
import { recogniseFile } from '#kit/recognise-type.ts'
import { ApiError } from '#platform/errors.ts'
import { uploadTypeRejected } from './errors.ts'

/** Returns the type for serving the file. Throws 422 when the content does not match the declared type. */
export async function recognise(path: string, said: string): Promise<string> {
  const { contentType, contradiction } = await recogniseFile(path, said)
  if (contentType === null) throw new ApiError(uploadTypeRejected, { message: contradiction })
  return contentType
}
