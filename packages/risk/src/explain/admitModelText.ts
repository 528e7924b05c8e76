import { PLAIN_WORDS } from './plainWords.ts'

/** Text that a model may repeat. Both parts are our own; untrusted text (token names, revert reasons) is in quotation marks there. */
export type ExplainedFacts = {
  /** The template's sentences and every address and amount of the answer. */
  said: string
  /** Titles of findings, level and recommendation: the only judgements. */
  judged: string
}

/** Limit in characters: a person reads a paragraph. */
const MAX_TEXT = 1_200
/** ASCII letters, digits and the marks of plain sentences: no lookalike letters, no markup, no link. */
const PLAIN = /^[A-Za-z0-9 .,:;'’"“”()%$…–-]*$/
const QUOTED = /“[^”]*”?/g
/** Hexadecimal text in full or shortened, with any kind of dots. */
const HEX = /0x[0-9a-f]*(?:(?:…|\.{2,})[0-9a-f]+)?/gi
const NUMBER = /\d[\d,.]*/g
/** `name.tld`. */
const HOST = /[a-z0-9-]+\.[a-z]{2,}/i
/** A denial turns any fact into its opposite. */
const DENIAL = /\b(?:no|not|never|none|nothing|nobody|neither|nor|without|cannot|false|only)\b|n['’]t\b/i

/**
 * Whether text of a language model may be shown beside ours. It may hold only the words of `said` and `judged`, plain joining
 * words (`plainWords.ts`), and their numbers and addresses: any other word rejects the whole text. A list of forbidden words
 * cannot work: there is always another way to call something harmless.
 * @example admitModelText('You pay 5 USDC.', { said: 'You pay 5 USDC to 0x1f98…F984.', judged: '' }) // true
 */
export function admitModelText(text: string, { said, judged }: ExplainedFacts): boolean {
  if (text.trim() === '' || text.length > MAX_TEXT || !PLAIN.test(text)) return false
  const ours = `${said}\n${judged}`.replace(QUOTED, ' ')
  const addresses = addressesIn(ours)
  const numbers = new Set(numbersIn(ours))
  const words = new Set(wordsIn(ours))
  return (
    !DENIAL.test(text) &&
    !HOST.test(text.replace(HEX, ' ')) &&
    addressesIn(text).every((address) => addresses.some((other) => sameAddress(address, other))) &&
    numbersIn(text).every((number) => numbers.has(number)) &&
    wordsIn(text).every((word) => words.has(word) || PLAIN_WORDS.has(word))
  )
}

function addressesIn(text: string): string[] {
  return (text.match(HEX) ?? []).map((found) => found.toLowerCase().replace(/\.{2,}/, '…'))
}

/** A short form matches the address whose ends it shows; two short forms must be equal. */
function sameAddress(one: string, other: string): boolean {
  if (one === other) return true
  const [head = '', tail] = one.split('…')
  if (tail === undefined || other.includes('…')) {
    const [otherHead = '', otherTail] = other.split('…')
    return tail === undefined && otherTail !== undefined && one.length === 42 && fits(one, otherHead, otherTail)
  }
  return head.length >= 6 && tail.length >= 4 && fits(other, head, tail)
}

function fits(address: string, head: string, tail: string): boolean {
  return address.startsWith(head) && address.endsWith(tail)
}

/** Grouping commas and a sentence's full stop are not part of a number. */
function numbersIn(text: string): string[] {
  return (text.replace(HEX, ' ').match(NUMBER) ?? []).map((found) =>
    found
      .replaceAll(',', '')
      .replace(/\.$/, '')
      .replace(/^0+(?=\d)/, ''),
  )
}

function wordsIn(text: string): string[] {
  return (
    text
      .replace(HEX, ' ')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  )
}
