import { randomInt } from 'node:crypto'

/** Source of a pattern (flags `iu`) of what is said by a field for the number of a payment card. */
export const CARD_NUMBER_FIELD = [
  String.raw`cc-?(?:number|num)\b|card[\s_-]?(?:number|num\b|no\b)|\bpan\b`,
  'karten?[\\s_-]?nummer|kaartnummer|kort[\\s_-]?nummer|num[eé]ro (?:de )?(?:la )?carte|n[uú]mero (?:de |do |da )?(?:la |tu |su )?(?:tarjeta|cart[aã]o)|numero (?:della )?carta',
  'номер карт|numer karty|číslo karty|kártyaszám|kart numara|nomor kartu|số thẻ|αριθμός (?:της )?κάρτας|卡号|卡號|カード番号|카드 ?번호|رقم البطاقة|कार्ड (?:नंबर|संख्या)',
].join('|')

/** The same of a field for the code on its back. */
export const CARD_CODE_FIELD = [
  String.raw`cc-?csc|cvv|\bcvc|[a-z]cvc\b|\bcsc\b|\bcvn\b|(?:security|card)[\s_-]?code`,
  'prüf(?:nummer|ziffer)|kartenprüf|cryptogramme|c[oó]digo de segur|codice di sicurezza|güvenlik kodu|kode keamanan|код безопасности|κωδικός ασφαλείας|安全[码碼]|セキュリティ ?コード|보안 ?코드',
].join('|')

/** The same of a field for the month and year of its end. What it shows may be pairs of letters of any script. */
export const CARD_EXPIRY_FIELD = [
  'cc-?exp|expir|valid (?:thru|until|to)|gültig bis|vencimiento|caducidad|validade|scadenza|kullanma|有効期限|有效期|유효 ?기간',
  String.raw`(?<!\p{L})(?:\p{L}{2}|\d\d) ?/ ?(?:\p{L}{2}|\p{L}{4}|\d\d)(?!\p{L})`,
].join('|')

/** Six digits that card networks keep for tests: no bank gives out cards of theirs. */
const OF_TESTS = '400000'

/** A number of a card that no bank has given out: sixteen digits with the check digit of ISO/IEC 7812. */
export function cardNumber(): string {
  const body = OF_TESTS + String(randomInt(1e9)).padStart(9, '0')
  const sum = [...body].reverse().reduce((total, digit, at) => total + weight(Number(digit), at % 2 === 0), 0)
  return body + String((10 - (sum % 10)) % 10)
}

function weight(digit: number, isDoubled: boolean): number {
  const value = isDoubled ? digit * 2 : digit
  return value > 9 ? value - 9 : value
}
