/** Guesses a name from an address: *Lena Fischer* from `lena.fischer@…`. The user can change it. */
export function guessName(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[._+-]+/).filter((word) => /\p{L}/u.test(word))
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  return name === '' ? email : name
}
