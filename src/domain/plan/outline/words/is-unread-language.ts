const foreignWords = new Set(
  (
    'der die das den dem und ist nicht ich ein eine einen mit auf bei beim nur wenn seit wird werden auch noch aber wir ' +
    'le la les des est une un quand je ne pas dans avec sur pour sont tous mais depuis il ' +
    'el los las una cuando con para que se del lo pero por esta este al hay ' +
    'os um uma não com em na no quando meu minha está isso são mas ao ' +
    'il gli della di che non quando per sono una anche ' +
    'het een niet met van voor wordt zijn als ' +
    'i w nie na jest się że do jak ' +
    'и в не на что при после как это для у я из'
  ).split(' '),
)
const englishWords = new Set(
  'the a an is are was be to of and in it when with for not this that on as i we you if has have from by at but'.split(
    ' ',
  ),
)

/** Words of the text carry no meaning here: Japanese, Korean, or a European language by its function words, against those of English. */
export function isUnreadLanguage(text: string): boolean {
  const plain = text.slice(0, 5_000).replaceAll(/`[^`\n]*`|https?:\/\/\S+/g, ' ')
  if (/[\u3040-\u30FF\uAC00-\uD7AF]/.test(plain)) return true
  const words = plain.toLowerCase().match(/(?<![\p{L}-])[\p{L}'’]+(?![\p{L}-])/gu) ?? []
  const foreign = words.filter((word) => foreignWords.has(word) && !englishWords.has(word)).length
  const english = words.filter((word) => englishWords.has(word)).length
  return foreign >= 2 && foreign > english
}
