/** A translation, or one for each plural category of the language that `Intl.PluralRules` names. */
export type Translation = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>
export type Catalogue = Readonly<Record<string, Translation>>
