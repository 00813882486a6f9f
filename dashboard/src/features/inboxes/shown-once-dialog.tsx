import { useEffect, useRef, type ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Foot } from '../../ui/form/foot.tsx'
import { Problem } from '../../ui/problem.tsx'

type ShownOnceDialogProps = {
  /** Heading before the secret exists. */
  title: string
  /** Label of the button that creates the secret. */
  action: string
  /** The secret, once it has been created. */
  secret: string | undefined
  /** Says where to keep the secret. */
  advice: string
  /** Stands below the secret. */
  after?: ReactNode
  /** What the admin reads or chooses before creating the secret. */
  children: ReactNode
  isPending: boolean
  error: Error | null
  onCreate: () => void
  onClose: () => void
}

/** Creates a secret and shows it once. */
export function ShownOnceDialog(props: ShownOnceDialogProps) {
  const { title, action, secret, advice, after, children, isPending, error, onCreate, onClose } = props
  const isCreated = secret !== undefined
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (isCreated) heading.current?.focus()
  }, [isCreated])
  return (
    // Once the secret is shown, only its button closes the dialog: it cannot be shown again.
    <Dialog label={title} {...(isCreated ? {} : { onClose })} className="w-120 max-w-[calc(100vw-2rem)]">
      <div className="grid grid-cols-1 gap-4 p-5">
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {isCreated ? t('Copy the secret now') : title}
        </h2>
        {isCreated ? (
          <>
            <p className="text-text-2">{advice}</p>
            <CodeBlock label={t('Secret')} text={secret} />
            {after}
            <Foot>
              <Button look="primary" onClick={onClose}>
                {t('I’ve saved the secret')}
              </Button>
            </Foot>
          </>
        ) : (
          <>
            {children}
            {error && <Problem error={error} />}
            <Foot onCancel={onClose}>
              <Button look="primary" data-focus-first disabled={isPending} onClick={onCreate}>
                {action}
              </Button>
            </Foot>
          </>
        )}
      </div>
    </Dialog>
  )
}
