/** Schemas of the tenant's logo and colour. */
import { closed, idInput, idOutput, nullable, Type } from '#platform/schema.ts'

const description = 'Your logo and colour, on the pages and mails that your customers and users see.'
const logoDescription =
  'Your logo: an upload of a PNG, JPEG or WebP picture of at most 512 KB. Everybody can load it. Null: the first letter of `name` on ' +
  'pages, and no picture in mails.'
const color = nullable(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }), {
  description:
    'The colour of buttons and links, `#rrggbb`. Texts on it are white or black, and links use a shade of it, so that both are ' +
    'legible. Null: the service’s colour.',
  examples: ['#0b6e4f'],
})

export const brandOutput = closed(
  { logoUploadId: nullable(idOutput('upl', 'The picture.'), { description: logoDescription }), color },
  { description },
)

export const brandInput = closed(
  { logoUploadId: Type.Optional(nullable(idInput('upl', 'The picture.'), { description: logoDescription })), color: Type.Optional(color) },
  { description: `${description} Omitted fields do not change.`, examples: [{ color: '#0b6e4f' }] },
)
