/** Amounts of the signer's own rows, as decimal text without a sign. */
export type OwnChanges = {
  gains: readonly string[]
  losses: readonly string[]
  /** Whether an approval changes. */
  approves: boolean
}

/** Words that say that something is, becomes or stays the signer's. */
const GAIN =
  /\b(?:receiv\w*|gets?|got|getting|gains?|return\w*|back|buys?|buying|bought|keeps?|kept|keeping|holds?|holding|held|remain\w*|comes?|own|yours|stands?|still|same|existing|unwrapped|(?:to|with|for|by|pays?|paid|paying|sends?|sent|gives?|given|lets?) you)\b/i
/** Words that say that something leaves the signer. */
const LOSS =
  /\b(?:pays?|paid|paying|sends?|sent|sending|transfer\w*|mov\w+|spend\w*|los[et]s?|losing|costs?|gives?|giving|given|sells?|sold|swap\w*|trad\w+|takes?|taken|taking|goes?|going|leav\w+|out)\b/i
/** Words that say that an account may act later. */
const POWER = /\b(?:may|can|could|might|lets?|allow\w*|approv\w*|permi\w*|spender|grant\w*)\b/i
const HEX = /0x[0-9a-f]*(?:(?:…|\.{2,})[0-9a-f]+)?/gi
const NUMBER = /\d[\d,.]*\d|\d/g

/**
 * Whether each clause that speaks of a movement or a permission agrees with a row of the answer. A gain needs the amount of a
 * gain and a loss that of a loss; a permission needs a changed approval. So a model cannot say that tokens come back which do not.
 * @example matchesChanges('You receive all tokens back.', { gains: [], losses: ['5'], approves: false }) // false
 */
export function matchesChanges(text: string, { gains, losses, approves }: OwnChanges): boolean {
  const onlyGains = gains.filter((amount) => !losses.includes(amount))
  return clausesOf(text).every((clause) => {
    const amounts = amountsIn(clause)
    const gained = amounts.some((amount) => onlyGains.includes(amount))
    const lost = amounts.some((amount) => losses.includes(amount))
    if (GAIN.test(clause)) return gained && !lost
    if (gained) return false
    if (POWER.test(clause)) return approves
    return !LOSS.test(clause) || lost
  })
}

/** A full stop or comma between digits ends no clause. */
function clausesOf(text: string): string[] {
  return text.split(/[;:\n]|,\s|\.(?!\d)|\b(?:and|but|while|then)\b/i)
}

function amountsIn(clause: string): string[] {
  return (clause.replace(HEX, ' ').match(NUMBER) ?? []).map((amount) => amount.replaceAll(',', ''))
}
