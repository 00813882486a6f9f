import type { Catalogue } from '../catalogue.ts'

export const inboundMails = {
  'This is an automatic reply that doesn’t belong to any thread.': 'Das ist eine automatische Antwort, die zu keiner Anfrage gehört.',
  'This says that an email couldn’t be delivered, but we didn’t send that email.':
    'Hier steht, dass eine E-Mail nicht zugestellt werden konnte. Wir haben sie aber nicht gesendet.',
  'This is a newsletter or a notification. This inbox holds those.':
    'Das ist ein Newsletter oder eine Benachrichtigung. Dieser Posteingang hält so etwas an.',
  Spam: 'Spam',
  'Your mail server marked this as spam.': 'Dein Mailserver hat das als Spam markiert.',
  'The sender’s domain says it didn’t send this, so it may be forged.':
    'Die Domain des Absenders sagt, dass sie das nicht gesendet hat. Es kann gefälscht sein.',
  'Blocked sender': 'Gesperrter Absender',
  'One of your sender rules blocks this sender.': 'Eine deiner Absenderregeln sperrt diesen Absender.',
  'Too many emails': 'Zu viele E-Mails',
  'This sender sent too many emails within a few minutes.': 'Dieser Absender hat in wenigen Minuten zu viele E-Mails gesendet.',
  Loop: 'Schleife',
  'This email went through Skein several times, because another system answers it automatically.':
    'Diese E-Mail kam mehrmals durch Skein, weil ein anderes System automatisch darauf antwortet.',
  'Your own address': 'Deine eigene Adresse',
  'This claims to come from one of your own addresses, but we didn’t send it.':
    'Das soll von einer deiner eigenen Adressen kommen, aber wir haben es nicht gesendet.',
  'Unverified agent': 'Teammitglied nicht bestätigt',
  'This claims to come from an agent, but we couldn’t verify it.':
    'Das soll von einem Teammitglied kommen, aber wir konnten es nicht bestätigen.',
  'No sender': 'Kein Absender',
  'This email has no sender we could reply to. To release it, choose the customer who wrote it.':
    'Diese E-Mail hat keinen Absender, dem wir antworten könnten. Wähl zum Durchlassen den Kunden, der sie geschrieben hat.',
  'Inactive inbox': 'Posteingang ausgeschaltet',
  'The inbox is turned off, so it takes no new threads.': 'Der Posteingang ist ausgeschaltet, darum nimmt er keine neuen Anfragen an.',
  'Too many people': 'Zu viele Beteiligte',
  'The thread has too many people to add this sender.': 'An der Anfrage sind schon zu viele beteiligt, um diesen Absender hinzuzufügen.',
  Unreadable: 'Nicht lesbar',
  'We couldn’t read this email.': 'Wir konnten diese E-Mail nicht lesen.',
  'Something went wrong with this email. Release it to try again.':
    'Mit dieser E-Mail ging etwas schief. Lass sie durch, um es noch mal zu versuchen.',
  Held: 'Angehalten',
  'We held this email to be safe.': 'Wir haben diese E-Mail zur Sicherheit angehalten.',
  'Release for a customer': 'Für einen Kunden durchlassen',
  'The email becomes a message from this customer, and replies go to their address.':
    'Die E-Mail wird eine Nachricht dieses Kunden, und Antworten gehen an seine Adresse.',
  'Who wrote this email?': 'Wer hat diese E-Mail geschrieben?',
  'Discard {count} emails?': { one: 'Diese E-Mail verwerfen?', other: '{count} E-Mails verwerfen?' },
  'You can’t undo this. If they arrive again, we ignore the copies.': {
    one: 'Das lässt sich nicht rückgängig machen. Kommt sie noch einmal, ignorieren wir die Kopie.',
    other: 'Das lässt sich nicht rückgängig machen. Kommen sie noch einmal, ignorieren wir die Kopien.',
  },
  'Discard {count} emails': { one: 'E-Mail verwerfen', other: '{count} E-Mails verwerfen' },
  Mail: 'E-Mail',
  '(no subject)': '(kein Betreff)',
  'This email isn’t held any more.': 'Diese E-Mail ist nicht mehr angehalten.',
  'Actions for this email': 'Aktionen für diese E-Mail',
  'Release for a customer…': 'Für einen Kunden durchlassen …',
  'Allow sender…': 'Absender erlauben …',
  'Block sender…': 'Absender sperren …',
  Received: 'Empfangen',
  Size: 'Größe',
  'Kept until': 'Aufbewahrt bis',
  'We can’t show the text of this email. The original has it.': 'Wir können den Text dieser E-Mail nicht zeigen. Er steht im Original.',
  'No address': 'Keine Adresse',
  'Unknown sender': 'Unbekannter Absender',
  'Select the email from {sender}': 'E-Mail von {sender} auswählen',
  'Allow {address}': '{address} erlauben',
  'Block {address}': '{address} sperren',
  'Allow everyone {domain}': 'Alle von {domain} erlauben',
  'Block everyone {domain}': 'Alle von {domain} sperren',
  'Allow sender': 'Absender erlauben',
  'Block sender': 'Absender sperren',
  '{count} emails have no sender. Release each for its customer.': {
    one: 'Eine E-Mail hat keinen Absender. Lass sie für ihren Kunden durch.',
    other: '{count} E-Mails haben keinen Absender. Lass jede für ihren Kunden durch.',
  },
  'Mail that looked unsafe or automatic. We delete it after 30 days.':
    'E-Mails, die unsicher oder automatisch aussahen. Wir löschen sie nach 30 Tagen.',
  'Selected mails': 'Ausgewählte E-Mails',
  'Clear selection': 'Auswahl aufheben',
  'Nothing here. Spam, unverified senders and automatic replies wait here until you look at them.':
    'Hier ist nichts. Spam, nicht bestätigte Absender und automatische Antworten warten hier, bis du sie ansiehst.',
  'Held mails': 'Angehaltene E-Mails',
  'Show more ({shown} of {total})': 'Mehr anzeigen ({shown} von {total})',
  'Choose an email, or press {next} and {open}': 'Wähl eine E-Mail, oder drück {next} und {open}',
  'Discarded {count} emails.': { one: 'E-Mail verworfen.', other: '{count} E-Mails verworfen.' },
  'We couldn’t release this email.': 'Diese E-Mail ließ sich nicht durchlassen.',
  'Released the email.': 'E-Mail durchgelassen.',
  'Open thread': 'Anfrage öffnen',
  'Releasing {count} emails. You’ll see them in the inbox within seconds.': {
    one: '{count} E-Mail wird durchgelassen. Du siehst sie in wenigen Sekunden im Posteingang.',
    other: '{count} E-Mails werden durchgelassen. Du siehst sie in wenigen Sekunden im Posteingang.',
  },
  'Blocked {sender}.': '{sender} gesperrt.',
  'Allowed {sender}.': '{sender} erlaubt.',
} satisfies Catalogue
