/** Rows of an answer that a sentence may state. Amounts are decimal text without a sign; addresses are written in full. */
export type StatedRows = {
  /** What the signer gains and loses. */
  gains: readonly StatedChange[]
  losses: readonly StatedChange[]
  /** Approvals that the signer gives. */
  permissions: readonly StatedPermission[]
}

/** `others`: accounts that lose what the signer gains, or gain what it loses. */
export type StatedChange = { amount: string; asset: string; others: readonly string[] }

/** `amount`: null where all of the asset may be taken. */
export type StatedPermission = { spender: string; amount: string | null; asset: string }

/** Limit in characters: a person reads a paragraph. */
const MAX_TEXT = 1_200
/** As templates cut amounts. */
const FRACTION_DIGITS = 6

/** No letters that look alike, no markup, no marks that turn a line around. */
const PLAIN = /^[\x20-\x7e…\n]*$/

const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`
/** A symbol that cannot be read as an amount, a host or more than one word. */
const ASSET = '[a-z][a-z0-9]{1,11}'
const ITEM = `${NUMBER} ${ASSET}`
const ITEMS = `${ITEM}(?:(?:,? and |, )${ITEM})*`
const ADDRESS = String.raw`0x[0-9a-f]{40}|0x[0-9a-f]{4,8}(?:…|\.{3})[0-9a-f]{4,8}`
const LATER = '(?:,? now and later| at any time)?'
const SCOPE = `(?<all>all (?:of )?your ${ASSET})${LATER}|(?<some>${ITEM})`
const YOU = '(?:you|your (?:wallet|account))'
const TAKE = '(?:take|spend|move|transfer)'

/** The account of a role: by its noun, its address, or both. */
const account = (role: string, noun: string) =>
  `(?:(?:the|this) (?:contract|${noun})(?: (?<${role}>${ADDRESS}))?|(?<${role}Alone>${ADDRESS}))`
const RECIPIENT = account('recipient', 'recipient')
const SENDER = account('sender', 'sender')
const SPENDER = account('spender', 'spender')

/**
 * Every sentence that is admitted. A name holds what must agree with a row: what is lost or gained, who gets or gives it, who may take what.
 * None has a word for time, condition, size or judgement: "for a minute", "unless" and "a small part" turn each fact into another.
 */
const SENTENCES: readonly RegExp[] = [
  `${YOU} (?:sends?|pays?|spends?|loses?|gives?|transfers?) (?<lost>${ITEMS})(?: to ${RECIPIENT})?`,
  `${YOU} (?:sends?|pays?|spends?|swaps?|sells?|gives?|exchanges?) (?<lost>${ITEMS}) for (?<gained>${ITEMS})`,
  `${YOU} (?:sends?|pays?|spends?|gives?) (?<lost>${ITEMS}),? and (?:receives?|gets?) (?<gained>${ITEMS})`,
  `${YOU} (?:receives?|gets?) (?<gained>${ITEMS})(?: from ${SENDER})?`,
  `${YOU} (?:receives?|gets?|buys?) (?<gained>${ITEMS}) for (?<lost>${ITEMS})`,
  `(?<lost>${ITEMS}) leaves? your (?:wallet|account)`,
  `(?<lost>${ITEMS}) (?:goes|go|moves?|(?:is|are) sent|(?:is|are) paid)(?: from your (?:wallet|account))? to ${RECIPIENT}`,
  `(?<gained>${ITEMS}) (?:comes?|(?:is|are) sent|(?:is|are) paid) to ${YOU}`,
  `${RECIPIENT} (?:takes|receives|gets) (?<lost>${ITEMS})(?: from ${YOU})?`,
  `${SENDER} (?:sends|pays|gives) you (?<gained>${ITEMS})`,
  `${SPENDER} (?:may|can) ${TAKE} (?:${SCOPE})`,
  `you (?:let|allow|permit) ${SPENDER}(?: to)? ${TAKE} (?:${SCOPE})`,
].map((pattern) => new RegExp(`^(?:${pattern})$`))

/**
 * Whether text of a language model only repeats rows of the answer, so that it may be shown beside ours. Each sentence has one of a few
 * forms, and its amounts, assets and addresses those of one kind of row. A list of admitted words cannot do that: "The permission ends
 * at once" and "You pay 25 USDC for a share of the pool" are made of plain words.
 * @example statesRows('You pay 5 USDC.', { gains: [], losses: [{ amount: '5', asset: 'USDC', others: [] }], permissions: [] }) // true
 */
export function statesRows(text: string, rows: StatedRows): boolean {
  if (text.length > MAX_TEXT || !PLAIN.test(text)) return false
  return sentencesOf(text).every((sentence) =>
    SENTENCES.some((form) => {
      const stated = form.exec(sentence)?.groups
      return stated !== undefined && agrees(stated, rows)
    }),
  )
}

/** In lower case, without the full stop. */
function sentencesOf(text: string): string[] {
  return text
    .trim()
    .toLowerCase()
    .split(/\.\s+|\s*\n\s*/)
    .map((sentence) => sentence.replace(/\.$/, ''))
}

type Stated = Readonly<Record<string, string | undefined>>

function agrees(stated: Stated, { gains, losses, permissions }: StatedRows): boolean {
  const { lost, gained, all, some } = stated
  if (all !== undefined || some !== undefined) return permissions.some((one) => isPermission(stated, one))
  return (
    (lost === undefined || areRows(lost, losses, gains, addressOf(stated, 'recipient'))) &&
    (gained === undefined || areRows(gained, gains, losses, addressOf(stated, 'sender')))
  )
}

function isPermission(stated: Stated, { spender, amount, asset }: StatedPermission): boolean {
  const { all, some } = stated
  const said = addressOf(stated, 'spender')
  if (said !== null && !isAddress(said, spender)) return false
  if (amount === null) return all?.split(' ').at(-1) === asset.toLowerCase()
  return some !== undefined && isItem(some, { amount, asset })
}

/** Whether each item is another row of these, and none may be taken for one of the opposite kind. */
function areRows(
  items: string,
  rows: readonly StatedChange[],
  opposite: readonly StatedChange[],
  other: string | null,
): boolean {
  const left = [...rows]
  return [...items.matchAll(new RegExp(ITEM, 'g'))].every(([item]) => {
    const place = left.findIndex((row) => isItem(item, row))
    const [row] = place < 0 ? [] : left.splice(place, 1)
    if (row === undefined || opposite.some((one) => isItem(item, one))) return false
    return other === null || row.others.some((address) => isAddress(other, address))
  })
}

function isItem(item: string, { amount, asset }: Pick<StatedChange, 'amount' | 'asset'>): boolean {
  const space = item.indexOf(' ')
  const number = item.slice(0, space).replaceAll(',', '')
  return (
    item.slice(space + 1) === asset.toLowerCase() && (number === amount || (number === cut(amount) && number !== '0'))
  )
}

function cut(amount: string): string {
  const point = amount.indexOf('.')
  return point < 0 ? amount : amount.slice(0, point + 1 + FRACTION_DIGITS).replace(/\.?0+$/, '')
}

function addressOf(stated: Stated, role: 'recipient' | 'sender' | 'spender'): string | null {
  return stated[role] ?? stated[`${role}Alone`] ?? null
}

/** A short form matches the address whose ends it shows. */
function isAddress(said: string, address: string): boolean {
  const own = address.toLowerCase()
  const [, head = said, tail = said] = /^(.*?)(?:…|\.{3})(.*)$/.exec(said) ?? []
  return own.startsWith(head) && own.endsWith(tail)
}
