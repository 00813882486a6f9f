import type { Catalogue } from '../catalogue.ts'

/** Inboxes of Telegram bots. */
export const telegram = {
  'Customers write to your bot, and your replies reach them in Telegram.':
    'Kunden schreiben deinem Bot, und deine Antworten erreichen sie in Telegram.',
  'Token of the bot': 'Token des Bots',
  'Open {botFather} in Telegram and write /newbot.': 'Öffne {botFather} in Telegram und schreib /newbot.',
  'Choose a name, and a username that ends in bot.': 'Wähle einen Namen und einen Benutzernamen, der auf bot endet.',
  'Copy the token from its answer and paste it here.': 'Kopiere das Token aus der Antwort und füge es hier ein.',
  'Link for your customers': 'Link für deine Kunden',
  'It opens the chat with your bot. Put it on your website, in your help centre and below your emails.':
    'Er öffnet den Chat mit deinem Bot. Setz ihn auf deine Website, in dein Hilfe-Center und unter deine E-Mails.',
  'Link to the bot': 'Link zum Bot',
  'Nothing yet. What customers write to your bot appears here.': 'Noch nichts. Was Kunden deinem Bot schreiben, erscheint hier.',
  'How messages come in': 'Wie Nachrichten ankommen',
  'We fetch them': 'Wir holen sie ab',
  'Works everywhere, without a public address.': 'Funktioniert überall, ohne öffentliche Adresse.',
  'Telegram posts them': 'Telegram schickt sie uns',
  'Needs a public address with https.': 'Braucht eine öffentliche Adresse mit https.',
  'New token': 'Neues Token',
  'Only if @BotFather has given this bot a new one. We never show the stored token.':
    'Nur wenn @BotFather diesem Bot ein neues gegeben hat. Das gespeicherte Token zeigen wir nie.',
  'Connected to Telegram': 'Mit Telegram verbunden',
  'The inbox is off': 'Der Posteingang ist aus',
  'Messages wait at Telegram, for at most a day.': 'Nachrichten warten bei Telegram, höchstens einen Tag.',
  'Not connected': 'Nicht verbunden',
  'Open {bot} in Telegram and write a message. It appears here within a few seconds.':
    'Öffne {bot} in Telegram und schreib eine Nachricht. Sie erscheint in wenigen Sekunden hier.',
  'Waiting for the first message…': 'Wir warten auf die erste Nachricht …',
  'Last message': 'Letzte Nachricht',
} satisfies Catalogue
