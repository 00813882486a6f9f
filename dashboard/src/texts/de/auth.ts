import type { Catalogue } from '../catalogue.ts'

export const auth = {
  'Sign in': 'Anmelden',
  'Signing in…': 'Anmeldung läuft …',
  'Sign in again': 'Wieder anmelden',
  'You’ve been signed out': 'Du wurdest abgemeldet',
  'You’ve been signed out. Sign in again to continue where you were.':
    'Du wurdest abgemeldet. Melde dich wieder an und mach da weiter, wo du warst.',
  'Sign in again to continue where you were. Nothing you typed is lost.':
    'Melde dich wieder an und mach da weiter, wo du warst. Nichts von dem, was du geschrieben hast, ist verloren.',
  'Email address': 'E-Mail-Adresse',
  Password: 'Passwort',
  'New password': 'Neues Passwort',
  'Show password': 'Passwort zeigen',
  'Enter your email address.': 'Gib deine E-Mail-Adresse ein.',
  'Enter your password.': 'Gib dein Passwort ein.',
  Workspace: 'Arbeitsbereich',
  'This password works for several workspaces. Which one do you want?':
    'Dieses Passwort gilt für mehrere Arbeitsbereiche. Welchen möchtest du öffnen?',
  Code: 'Code',
  'Six digits from your authenticator app, or a recovery code.':
    'Sechs Ziffern aus deiner Authenticator-App oder ein Wiederherstellungscode.',
  'Forgot your password?': 'Passwort vergessen?',
  'We’ll email you a link to choose a new one.': 'Wir schicken dir einen Link, mit dem du ein neues wählst.',
  'Send link': 'Link senden',
  'Send me a new link': 'Neuen Link senden',
  'Back to sign-in': 'Zurück zur Anmeldung',
  Welcome: 'Willkommen',
  'Choose a password to get started.': 'Wähle ein Passwort, und es geht los.',
  'Accept the invitation': 'Einladung annehmen',
  'Choose a password': 'Passwort wählen',
  'If you had a password before, we’ll sign you out everywhere else, and your calendar link stops working.':
    'Falls du schon ein Passwort hattest, melden wir dich überall sonst ab, und dein Kalenderlink gilt nicht mehr.',
  'Set password': 'Passwort festlegen',
  'At least 12 characters. Four random words work well.': 'Mindestens 12 Zeichen. Vier zufällige Wörter sind gut geeignet.',
  'Use at least {count} characters.': 'Nimm mindestens {count} Zeichen.',
  'The password {problem}.': 'Das Passwort wurde abgelehnt: {problem}.',
  'Your password is set. You sign in as {email}.': 'Dein Passwort ist festgelegt. Du meldest dich als {email} an.',
  'This link no longer works': 'Dieser Link gilt nicht mehr',
  'It was used already, or it has expired.': 'Er wurde schon benutzt oder ist abgelaufen.',
  'It was used already, it has expired, or the change was cancelled. Ask your admin to send a new one.':
    'Er wurde schon benutzt, ist abgelaufen, oder die Änderung wurde abgebrochen. Bitte deinen Admin um einen neuen.',
  'Address confirmed': 'Adresse bestätigt',
  'From now on, sign in as {email}. Your password stays the same.': 'Melde dich ab jetzt als {email} an. Dein Passwort bleibt gleich.',
  'Continue to Skein': 'Weiter zu Skein',
  'Confirm your new address': 'Bestätige deine neue Adresse',
  'You’ll sign in with this address. Your password stays the same.':
    'Du meldest dich dann mit dieser Adresse an. Dein Passwort bleibt gleich.',
  'Confirm the address': 'Adresse bestätigen',
  'Set up a second factor': 'Richte einen zweiten Faktor ein',
  'Your role in this workspace needs one. You’ll then sign in with your password and a code from an authenticator app on your phone.':
    'Deine Rolle in diesem Arbeitsbereich braucht einen. Du meldest dich dann mit deinem Passwort und einem Code aus einer Authenticator-App auf deinem Telefon an.',
  'Waiting for Skein…': 'Wartet auf Skein …',
  'We can’t reach Skein': 'Wir erreichen Skein nicht',
  'Many people sign in from your network.': 'Aus deinem Netz melden sich gerade viele an.',
  'Trying again in {seconds} s': 'Neuer Versuch in {seconds} s',
  'Welcome to Skein': 'Willkommen bei Skein',
  'Say who you are, and choose a password. Customers see both names when you write to them.':
    'Sag, wer du bist, und wähle ein Passwort. Kunden sehen beide Namen, wenn du ihnen schreibst.',
  'Open workspace': 'Arbeitsbereich öffnen',
  'Your names aren’t saved. You can set them in the settings.':
    'Deine Namen sind nicht gespeichert. Du kannst sie in den Einstellungen festlegen.',
  'Your names aren’t saved. You can set them in the settings. {reason}':
    'Deine Namen sind nicht gespeichert. Du kannst sie in den Einstellungen festlegen. {reason}',
  'Your name': 'Dein Name',
  Company: 'Firma',
  '{inviter} invited you to {company}. You’ll sign in as {email}.':
    '{inviter} hat dich zu {company} eingeladen. Du meldest dich als {email} an.',
  'You’re invited to {company}. You’ll sign in as {email}.': 'Du bist zu {company} eingeladen. Du meldest dich als {email} an.',
} satisfies Catalogue
