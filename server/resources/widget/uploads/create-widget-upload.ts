import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { toTypeId } from '#platform/ids.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { closed, component, formFile, idOutput, Type } from '#platform/schema.ts'
import { maxWidgetFileBytes } from '../../../channels/widget/index.ts'
import { widgetNotFound } from '../../../channels/widget/errors.ts'
import { dropStored, settleStored, storageFull, uploadTooLarge, uploadTypeRejected } from '../../uploads/index.ts'
import { readWidget } from '../conversations/read-widget.ts'
import { getVisitor } from '../sessions/visitor.ts'
import { refuseFile, storeVisitorFile } from './store-visitor-file.ts'

const WidgetUpload = component(
  'WidgetUpload',
  closed(
    {
      id: idOutput('upl', 'The file, for `uploadIds` of a message.'),
      filename: Type.String({ description: 'The name to show.' }),
      contentType: Type.String({ description: 'The media type, as detected.' }),
      size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
    },
    {
      description: 'A file that a visitor has sent.',
      examples: [{ id: 'upl_01k2w3t5q7e0r9vbx4m6n8h2dz', filename: 'screenshot.png', contentType: 'image/png', size: 5120 }],
    },
  ),
)

export const createWidgetUpload = endpoint.write({
  operationId: 'createWidgetUpload',
  method: 'POST',
  path: '/widget/uploads',
  tag: 'widget',
  scope: 'visitor',
  summary: 'Send a file',
  description:
    'Stores a file of at most 10 MiB, as a form with the field `file`. Attach it to a message by its id within a day; nobody else can. JPEG, ' +
    'PNG and WebP pictures lose their EXIF, XMP and IPTC data, which may say where they were taken; HEIC and other pictures keep it. ' +
    'Programs, scripts and shortcuts of Windows, by name or by content, are 422. The inbox must take files (`widget.files`). A visitor ' +
    'can send 5 files in 10 minutes.',
  body: component(
    'WidgetUploadForm',
    closed(
      { file: formFile('The file, with its name and media type.') },
      { description: 'A file.', examples: [{ file: 'number,subject\n42,The export is empty\n' }] },
    ),
  ),
  form: { maxSize: maxWidgetFileBytes, tooLarge: uploadTooLarge },
  responds: { 201: item(WidgetUpload, 'The file') },
  errors: [widgetNotFound, uploadTooLarge, uploadTypeRejected, storageFull],
  present: ({ id, filename, contentType, size }: { id: string; filename: string; contentType: string; size: number }) => ({
    id: toTypeId('upl', id),
    filename,
    contentType,
    size,
  }),
  async before({ db, principal, body: { file }, config }) {
    const session = getVisitor(principal)
    const { tenantId, visitorId } = session
    const { settings } = await readWidget(db, session)
    if (!settings.files) throw refuseFile('NOT_ALLOWED', 'is not accepted: this chat takes no files')
    return storeVisitorFile({ db, config }, { tenantId, visitorId }, file)
  },
  release: ({ db, principal: { tenantId }, prepared: { id }, config }) => dropStored({ db, config }, tenantId, id),
  async handle({ tx, effects, principal: { tenantId }, prepared }) {
    const { record, audited } = await settleStored({ tx, effects, tenantId }, prepared)
    return toOutcome(record, audited, 201)
  },
})
