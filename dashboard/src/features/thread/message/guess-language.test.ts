import { expect, it } from 'vitest'
import { guessLanguage } from './guess-language.ts'

it.each([
  ['en', 'Hello, I have not received my invoice. Can you please send it to me again?'],
  ['de', 'Guten Tag, ich habe die Rechnung nicht bekommen. Können Sie sie mir bitte noch einmal schicken?'],
  ['fr', 'Bonjour, je n’ai pas reçu la facture. Pouvez-vous me la renvoyer avec les détails pour mon compte ?'],
  ['es', 'Hola, no he recibido la factura. ¿Me la pueden enviar otra vez por correo, por favor? Muchas gracias'],
  ['nl', 'Ik heb de factuur niet ontvangen. Kunt u het document van mijn bestelling opnieuw sturen?'],
  ['ru', 'Здравствуйте, я не получил счёт. Это уже второй раз, как мы пишем вам.'],
  ['ar', 'لم أستلم الفاتورة في البريد، هل يمكن إرسالها إلى هذا العنوان من جديد؟'],
  ['ja', '請求書を受け取っていません。もう一度送ってください。'],
  ['zh', '我还没有收到发票，请再发一次。'],
])('a sentence in %s has that language', (language, text) => {
  expect(guessLanguage(text)).toBe(language)
})

it.each(['ok', 'Thanks!', '42', 'ACME-2026-000042', 'https://example.com/a/b/c?d=e', ''])('%j has no language', (text) => {
  expect(guessLanguage(text)).toBeNull()
})
