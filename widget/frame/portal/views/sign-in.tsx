import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../texts.ts'
import { Problems } from '../../views/parts.tsx'
import { busy, requestLink, sentTo, signInByLink } from '../sign-in.ts'

/** URL of the contact form; undefined without one. */
const contact = document.documentElement.dataset['contact']

/** Asks for an email address, and then shows that a link was requested, whether the address is known or not. */
export function SignedOut() {
  const sent = useRef<HTMLParagraphElement>(null)
  const email = sentTo.value
  useEffect(() => {
    if (email !== null) sent.current?.focus()
  }, [email])
  return (
    <>
      <h1>{t('Your requests')}</h1>
      <Problems />
      <div class="card box">
        {email === null ? (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              // Safe because the form has this field.
              void requestLink(String(new FormData(event.currentTarget).get('email')))
            }}
          >
            <p>{t('We’ll email you a link that signs you in.')}</p>
            <label>
              {t('Email')}
              <input type="email" name="email" required maxLength={254} autocomplete="email" />
            </label>
            <button type="submit" class="primary" disabled={busy.value !== null}>
              {t('Send me a link')}
            </button>
          </form>
        ) : (
          <>
            <p ref={sent} tabIndex={-1} dir="auto">
              {t('If we know {email}, a link is on its way. It works once, for 15 minutes.', { email })}
            </p>
            <button type="button" class="link" onClick={() => (sentTo.value = null)}>
              {t('Use another address')}
            </button>
          </>
        )}
      </div>
      {contact !== undefined && (
        <p>
          <a href={contact}>{t('Write to us')}</a>
        </p>
      )}
    </>
  )
}

/** Signs in only after a click, because mail scanners open links as well, and each link works once. */
export function SignInByLink() {
  return (
    <>
      <h1>{t('Your requests')}</h1>
      <Problems />
      <div class="card box">
        <p>{t('Sign in to see your requests.')}</p>
        <button type="button" class="primary" disabled={busy.value !== null} onClick={() => void signInByLink()}>
          {t('Sign in')}
        </button>
      </div>
    </>
  )
}
