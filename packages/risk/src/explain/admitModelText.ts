/** Words that join facts and judge nothing: no denial, no order, no comfort, no name. What model text is made of besides the facts' own words. */
const PLAIN_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those it its they them their there here you your yours he she who whom whose which what when where while
  and or but so then than as if because since after before until during once again also too both each every any all some more most less
  of to in on at by for from with into onto out over under between through across within up down off back away about per via
  is are was were be been being has have had do does did will would can could may might shall
  first second third next last finally later now today already still together at once same other another one two
  account accounts address addresses amount amounts approval approvals asset assets balance balances batch bridge bundle call calls called
  change changes coin coins collection contract contracts cost costs exchange fee fees function gas holder holders item items limit limits
  message messages move moves moved moving network node nft number order orders owner owners pair pay pays paid paying payment payments
  permission permissions permit piece pieces pool pools price prices receiver receives received receive receiving recipient router rate
  sale sell sells sold sender sends send sent sending share signature signatures spend spender spenders spends spending step steps swap swaps
  swapped token tokens total trade trades transaction transactions transfer transfers transferred transferring unit units value wallet
  wallets whole worth wrapped unwrapped native
  give gives given giving get gets getting go goes going hold holds held holding keep keeps kept lasts last leave leaves leaving let lets
  lose loses lost make makes made name names named need needs needed ask asks asked become becomes begin begins buy buys bought come comes
  create creates created end ends ended execute executes executed exist happen happens involve involves mean means put puts return returns
  run runs set sets show shows shown stand stands start starts take takes taken taking use uses used using want wants wanted
  add adds added allow allows allowed apply applies applied grant grants granted grow grows increase increases decrease decreases
  follow follows followed reach reaches reached remain remains happen happens split
  different direct directly entire exactly existing extra full fully further initial large larger long longer new old original own part parts
  possible remaining several shared single small smaller time times time-limited way ways words plain exact current currently
  block blocks day days hour hours minute minutes second seconds month months year years date deadline
  outcome result results summary detail details action actions data part object side sum way`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

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
 * words (`admitModelText.ts`), and their numbers and addresses: any other word rejects the whole text. A list of forbidden words
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
