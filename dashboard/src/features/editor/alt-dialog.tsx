import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Foot } from '../../ui/form/foot.tsx'

/** Asks for the text that describes a picture. */
export function AltDialog({ alt, onSave, onClose }: { alt: string; onSave: (alt: string) => void; onClose: () => void }) {
  const [text, setText] = useState(alt)
  return (
    <Dialog label={t('Describe the picture')} onClose={onClose} className="w-105 max-w-[calc(100vw-2rem)]">
      <form
        className="grid gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault()
          onSave(text.trim())
        }}
      >
        <Field
          label={t('Description')}
          hint={t('For people who can’t see the picture. Leave it empty for a decoration.')}
          maxLength={500}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Foot onCancel={onClose}>
          <Button look="primary" type="submit">
            {t('Save')}
          </Button>
        </Foot>
      </form>
    </Dialog>
  )
}
