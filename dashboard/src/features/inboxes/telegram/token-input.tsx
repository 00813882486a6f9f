import { t, tx } from '../../../texts/texts.ts'
import type { CustomInput } from '../../../ui/form/fields.ts'

/** The bot's token, with the steps to get one. */
export function TokenInput({ id, value, onChange, describedBy, isInvalid, isReadOnly }: CustomInput) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <ol className="list-decimal ps-5 text-text-2">
        <li>
          {tx('Open {botFather} in Telegram and write /newbot.', {
            botFather: (
              <a href="https://t.me/BotFather" target="_blank" rel="noreferrer" className="text-accent underline">
                @BotFather
              </a>
            ),
          })}
        </li>
        <li>{t('Choose a name, and a username that ends in bot.')}</li>
        <li>{t('Copy the token from its answer and paste it here.')}</li>
      </ol>
      <input
        id={id}
        className="field w-full font-mono"
        type="password"
        autoComplete="off"
        maxLength={200}
        required
        disabled={isReadOnly}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.target.value.trim() === '' ? null : event.target.value.trim())}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
      />
    </div>
  )
}
