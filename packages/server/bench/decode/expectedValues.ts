/** What one expected text holds, once put together again: wallets break long values over lines. */
export type ExpectedValue =
  | { kind: 'hex'; text: string }
  | { kind: 'time'; seconds: bigint; day: boolean }
  /** `digits` without point and leading zeros; `places` after the point. */
  | { kind: 'number'; digits: string; places: number }
  | { kind: 'flag'; value: boolean }

const DATE = /(\d{4})-(\d{2})-(\d{2})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?(?: (AM|PM))? UTC)?/g
const HEX = /0x[0-9a-fA-F]+(?: [0-9a-fA-F]+\b)*/g
const NUMBER = /\b\d+(?: \d+)*(?:\.\d+(?: \d+)*)?/g

/** Every value of a text, and the words that remain, which are labels, symbols and names. */
export function expectedValues(text: string): { values: ExpectedValue[]; words: string } {
  const values: ExpectedValue[] = []
  const words = text
    .replace(DATE, (...match: string[]) => {
      const [, year, month, day, hour, minute, second = '0', half] = match
      const hours =
        hour === undefined ? 0 : half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
      const at = Date.UTC(Number(year), Number(month) - 1, Number(day), hours, Number(minute ?? 0), Number(second))
      values.push({ kind: 'time', seconds: BigInt(at / 1000), day: hour === undefined })
      return ' '
    })
    .replace(HEX, (match) => {
      const { hex, rest } = joined(match)
      values.push({ kind: 'hex', text: hex })
      return ` ${rest}`
    })
    .replace(/\b(true|false)\b/g, (match) => {
      values.push({ kind: 'flag', value: match === 'true' })
      return ' '
    })
    // A digit inside a name (`V3`, `1inch`) is no value.
    .replace(NUMBER, (match, at: number, whole: string) => {
      if (/[A-Za-z]/.test(whole[at + match.length] ?? '')) return match
      const [left = '', right = ''] = match.replaceAll(' ', '').split('.')
      values.push({ kind: 'number', digits: (left + right).replace(/^0+(?=\d)/, ''), places: right.length })
      return ' '
    })
  return { values, words: words.replace(/\s+/g, ' ').trim() }
}

/** An address ends at 40 digits; what follows it may be a word that looks like hex. */
function joined(match: string): { hex: string; rest: string } {
  const [first = '', ...groups] = match.split(' ')
  let hex = first
  while (groups.length > 0 && hex.length < 42) hex += groups.shift()
  if (hex.length === 42 && groups.every((group) => group.length < 16))
    return { hex: hex.toLowerCase(), rest: groups.join(' ') }
  return { hex: (hex + groups.join('')).toLowerCase(), rest: '' }
}
