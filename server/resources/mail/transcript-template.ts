/** Template of transcripts, which visitors of a website ask for, in English or German. */
import type { MailContent, TemplateContext } from './content.ts'
import { toLine } from './line.ts'

export type TranscriptMail = {
  subject: string
  /** Messages in order. `from` is the first name of the sender; null for the visitor. */
  messages: readonly { from: string | null; at: string; text: string }[]
  language: 'en' | 'de'
}

const texts = {
  en: {
    subject: (subject: string) => `Your conversation: ${subject}`,
    about: (tenant: string) => `Here is your conversation with ${tenant}.`,
    you: 'You',
  },
  de: {
    subject: (subject: string) => `Ihr Gespräch: ${subject}`,
    about: (tenant: string) => `Hier ist Ihr Gespräch mit ${tenant}.`,
    you: 'Sie',
  },
} as const

export function transcriptMail({ subject, messages, language }: TranscriptMail, { tenant, time }: TemplateContext): MailContent {
  const words = texts[language]
  const facts = messages.map(({ from, at, text }) => [`${toLine(from ?? words.you)}, ${time(at)}`, toLine(text)] as const)
  return { subject: words.subject(toLine(subject)), paragraphs: [words.about(tenant), { facts }], language }
}
