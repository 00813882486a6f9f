/** The logo and the colour of the workspace, with a preview of both themes. */
import { useQuery } from '@tanstack/react-query'
import { getContrast, paintPage } from '../../../../widget/shared/colours.ts'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { ColorInput } from '../../ui/form/color-input.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'
import { PictureInput } from '../catalogue/picture-input.tsx'

export function BrandLogoInput(props: CustomInput) {
  return <PictureInput {...props} types="image/png,image/jpeg,image/webp" maxKilobytes={512} />
}

export function BrandColorInput(props: CustomInput) {
  const { values, onChange } = props
  return (
    <div className="grid grid-cols-1 gap-3">
      <ColorInput {...props} onChange={(value) => onChange(value === '' ? null : value)} />
      <BrandPreview values={values} />
    </div>
  )
}

/** Colours of the service's pages, which the preview shows in both themes at once. */
const themes = {
  light: { surface: '#ffffff', canvas: '#f7f6f3', line: '#e7e6e3', text: '#1c1a17', usual: '#4b4dcf' },
  dark: { surface: '#181716', canvas: '#0f0e0d', line: '#2b2a28', text: '#ecebe9', usual: '#5a5de0' },
} as const

/** Least contrast of a button with its ground (WCAG 2.2, 1.4.11). */
const minContrast = 3

function BrandPreview({ values }: Pick<CustomInput, 'values'>) {
  const { skein } = useApi()
  const { name, 'brand.color': color, 'brand.logoUploadId': logoId } = values
  const uploadId = typeof logoId === 'string' ? logoId : ''
  const logo = useQuery({
    queryKey: ['upload', uploadId],
    enabled: uploadId !== '',
    queryFn: async ({ signal }) => (await skein.getUpload({ path: { id: uploadId }, signal })).data,
  })
  const chosen = typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color) ? color : null
  const isPale = chosen !== null && getContrast(chosen, themes.light.surface) < minContrast
  return (
    <>
      <div role="img" aria-label={t('Preview')} className="grid gap-3 sm:grid-cols-2">
        {(['light', 'dark'] as const).map((theme) => {
          const { surface, canvas, line, text, usual } = themes[theme]
          const { fill, onFill, accent } = paintPage(chosen ?? usual, { surface, canvas })
          return (
            <div key={theme} className="grid gap-3 rounded-lg border border-line p-4" style={{ backgroundColor: canvas, color: text }}>
              <p className="flex min-h-8 items-center gap-2 font-semibold wrap-anywhere">
                {uploadId !== '' && logo.data?.url && (
                  <img
                    src={logo.data.url}
                    alt=""
                    className={`max-h-8 max-w-40 object-contain ${theme === 'dark' ? 'rounded-md bg-[#ffffff] p-1' : ''}`}
                  />
                )}
                {typeof name === 'string' ? name : ''}
              </p>
              <div
                className="flex flex-wrap items-center gap-3 rounded-lg border p-3"
                style={{ backgroundColor: surface, borderColor: line }}
              >
                <span className="rounded-md px-3 py-1.5 font-medium" style={{ backgroundColor: fill, color: onFill }}>
                  {t('Button')}
                </span>
                <span className="underline" style={{ color: accent }}>
                  {t('Link')}
                </span>
              </div>
            </div>
          )
        })}
      </div>
      {isPale && (
        <p role="status" className="text-warning">
          {t('Buttons in this colour are hard to see on white. A darker one works better.')}
        </p>
      )}
    </>
  )
}
