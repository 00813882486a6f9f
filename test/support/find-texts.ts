/** Finds many texts in large ones, in about the same time for a thousand texts as for one. */

const maxLetters = 8

/** Returns a function that finds which of `texts` occur in its argument. */
export function createTextFinder(texts: Iterable<string>): (text: string) => string[] {
  const wanted = [...new Set(texts)]
  const letters = Math.min(maxLetters, ...wanted.map(({ length }) => length))
  if (letters === 0) throw new Error('An empty text occurs everywhere.')
  const byBeginning = Map.groupBy(wanted, (text) => text.slice(0, letters))
  // At most positions the first two letters do not match, and comparing them allocates no string.
  const firstTwo = new Uint8Array(65_536)
  const numberOfTwo = (text: string, at: number): number => (text.charCodeAt(at) * 256 + text.charCodeAt(at + 1)) & 65_535
  if (letters > 1) for (const beginning of byBeginning.keys()) firstTwo[numberOfTwo(beginning, 0)] = 1
  else firstTwo.fill(1)
  return (text) => {
    const found = new Set<string>()
    for (let at = 0; at <= text.length - letters; at++)
      if (firstTwo[numberOfTwo(text, at)])
        for (const each of byBeginning.get(text.slice(at, at + letters)) ?? []) if (text.startsWith(each, at)) found.add(each)
    return [...found]
  }
}
