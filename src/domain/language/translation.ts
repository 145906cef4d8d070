/** A text with the same placeholders as its key; by plural category where the words follow the number `n`. */
export type TranslatedText = string | ({ other: string } & { readonly [C in Intl.LDMLPluralRule]?: string })
