import type { Page } from '@redoubt/risk/facts/page.ts'
import { cleanText } from '../../../lib/cleanText.ts'
import {
  BRING_BACK,
  CERTAIN,
  COINS,
  DEFICIT,
  DONATE,
  FEE,
  FILL_UP,
  FIRST,
  HELD,
  LOST,
  NETWORK_FEE,
  NO_LOSS,
  OFTEN,
  RECEIVE,
  REFUSED,
  SEND,
  SURETY,
  TAKEN_OUT,
  TO_ADDRESS,
  TRADED,
  TWICE,
  WON,
} from './fraudWords.ts'

type Kind = Page['promises'][number]['kind']

const LONGEST = 50_000
/** `4 %`, `% 4`, `9 percent`, `yüzde 3`, `百分之三`. */
const PERCENT =
  '(?:\\p{Nd}{1,4}(?:[.,]\\p{Nd}{1,2})?\\s?(?:%|٪|percent\\b|prozent|por ciento|por cento|pour cent|per cento|procent|процент|persen|phần trăm|퍼센트|パーセント|प्रतिशत)|%\\s?\\d{1,4}|yüzde \\d{1,4}|百分之)'
const NEAR = '[^.!?\\n]{0,60}'

/**
 * What frauds promise, by structure: a sum, a time and a certainty; or something lost that comes back; or a fee before a payout. `only`: what a
 * text must hold to be searched at all, where that is quicker.
 */
const PROMISES: readonly [kind: Kind, pattern: RegExp, only?: RegExp][] = [
  [
    'guaranteed-return',
    either(
      `${PERCENT}${NEAR}${OFTEN}${NEAR}(?:${CERTAIN})`,
      `(?:${CERTAIN})${NEAR}${PERCENT}${NEAR}${OFTEN}`,
      `${PERCENT}${NEAR}(?:${CERTAIN})${NEAR}${OFTEN}`,
      `(?:${CERTAIN})${NEAR}${OFTEN}${NEAR}${PERCENT}`,
    ),
    new RegExp(PERCENT, 'iu'),
  ],
  [
    'guaranteed-return',
    either(
      '(?:(?:your )?(?:money|deposit|capital|investment|bitcoin|eth) (?:will )?(?:doubles?|triples?)|(?:double|triple) (?:your|ihr|tu|votre) (?:money|capital|investment|geld|dinero|argent))\\b',
      '(?:duplica|multiplica) (?:tu|su) (?:dinero|capital|inversión)|verdoppeln sie ihr(?:e|en)? (?:geld|kapital|einsatz)|удво\\S{2,4} (?:ваш|депозит|вклад)|资金翻倍|资产翻倍',
    ),
  ],
  [
    'doubling',
    either(
      '\\b(?:send|deposit|transfer|contribute)\\b[^.!?\\n]{0,80}\\b(?:get|receive|returns?|back|send)\\b[^.!?\\n]{0,40}\\b(?:double|twice|2x|x2|back)\\b',
      '\\bwe (?:will )?(?:return|send(?: back)?) (?:you )?(?:2x|double|twice)|\\btwice the amount returns\\b|\\b(?:immediately|at once) send \\S{1,12} to \\S{1,12} back',
      '(?:env[íi]a|manda)\\b[^.!?\\n]{0,60}\\b(?:el doble|doble)\\b|senden sie\\b[^.!?\\n]{0,60}(?:doppelte|zurück)|отправьте[^.!?\\n]{0,60}(?:вдвое|удвоен)|发送[^。！？\\n]{0,30}(?:双倍|两倍)',
    ),
  ],
  [
    'recovery',
    either(
      `\\b(?:recover|reclaim|get back|retrieve)\\w*\\b[^.!?\\n]{0,60}\\b(?:stolen|lost|scammed)\\b[^.!?\\n]{0,200}`,
      '\\b(?:lost|stolen) (?:funds|crypto|coins|bitcoin|assets)\\?[^.!?\\n]{0,20}get (?:them|it) back|\\brevers\\w+ blockchain transactions?\\b|\\bguaranteed recovery\\b',
      'recuper(?:amos|e) (?:sus|tus|los) (?:fondos|activos|criptomonedas)|wir holen (?:ihr|ihre) (?:geld|coins|krypto)|верн[её]м (?:ваши )?(?:деньги|средства)|追回(?:被盗|损失)',
      '\\bhackers? (?:who|that) work for you\\b|\\bhire a hacker\\b',
    ),
  ],
  [
    'advance-fee',
    either(
      '\\b(?:pay|send|deposit)\\b[^.!?\\n]{0,60}\\b(?:fee|tax|deposit|charge)\\b[^.!?\\n]{0,60}\\b(?:to )?(?:release|unlock|receive|withdraw|activate|claim)\\w*',
      '\\b(?:to )?(?:release|unlock|receive|withdraw|activate|continue)\\w*\\b[^.!?\\n]{0,60}\\bpay\\b[^.!?\\n]{0,40}\\b(?:fee|tax|deposit)\\b',
      '\\b(?:unlocking|release|activation|verification|unfreezing) (?:deposit|fee) (?:of|is|first)\\b|\\b(?:refundable )?fee of [^.!?\\n]{1,20} is due in advance\\b',
      'pague (?:una|la) (?:comisión|tarifa)[^.!?\\n]{0,50}(?:liber|desbloque|retir)|zahlen sie (?:eine )?gebühr[^.!?\\n]{0,50}(?:freigab|auszahl|freizuschalt)|оплатите комиссию[^.!?\\n]{0,50}(?:вывод|разблок)|支付(?:手续费|解冻费)',
    ),
  ],
]

const SHARE_OF_SUCCESS =
  /\b\d{2,3}(?:\.\d)? ?%\s?(?:success|éxito|erfolg)|(?:success rate|tasa de éxito|erfolgsquote)|guarante|garant/i
/** A word that warns makes a sentence one about frauds; so does the name of a fraud. */
const WARNS =
  /\b(?:beware|warn|phish)|\bnever (?:send|pay|share|enter|give|ask|trust|type|reply|respond|fall|click|sign|invest|tell)\w*|\bavoid (?:these|such|scams?)|(?:nunca|niemals|jamais|никогда|切勿)/i
const NAMES_FRAUDS = /\b(?:scam|fraud|victim|estafa|fraude|betrug|warnung|arnaque|truffa)|мошен|诈骗|詐欺/i
const ADDRESSES = /\b0x[0-9a-fA-F]{40}\b|\bbc1[0-9a-z]{25,60}\b|\bT[1-9A-HJ-NP-Za-km-z]{33}\b/g
const MAX_ADDRESSES = 5

/** A record without losses is a boast and no warning. */
const BOASTS =
  /(?:never|nunca|jamais|niemals|noch nie|никогда)[\s\p{P}]+(?:\p{L}+\s+){0,2}(?:lost|lose|perd\p{L}*|verlor\p{L}*|потеря\p{L}*|проигр\p{L}*)/giu

/** A sentence goes on after the point of a number. */
function either(...signs: readonly string[]): RegExp {
  return new RegExp(signs.join('|').replaceAll('[^.!?\\n]', '(?:[^.!?\\n]|\\.\\d)'), 'iu')
}

/** What the page promises that no honest page does, one of each kind. A text that warns of frauds promises nothing. */
export function promisesIn(texts: readonly string[]): Page['promises'] {
  const text = texts.join(' . ').slice(0, LONGEST).replace(/\s+/g, ' ')
  if (WARNS.test(text.replace(BOASTS, ' '))) return []
  const told = PROMISES.flatMap(([kind, pattern, only]) => {
    if (only?.test(text) === false) return []
    // Who offers a recovery speaks of frauds too.
    if (kind !== 'recovery' && NAMES_FRAUDS.test(text)) return []
    const match = pattern.exec(text)
    if (match === null) return []
    // Lost keys and accounts can be recovered; stolen coins, with a rate of success, cannot.
    if (kind === 'recovery' && !SHARE_OF_SUCCESS.test(text) && !/\bfee\b|\btarifa\b|gebühr|hacker/i.test(text))
      return []
    return [{ kind, phrase: cleanText(match[0], 80) }]
  })
  // The first of each kind.
  return [
    ...new Map(
      [...told, ...structuredPromises(text, sentencesOf(texts))].reverse().map((one) => [one.kind, one]),
    ).values(),
  ].reverse()
}

/** Text that could be about coins at all, where no address is shown. */
const ABOUT_COINS = /\d\s?(?:btc|eth|usdt|usdc|bnb|sol|trx|xrp|ether|bitcoin|doge)(?![a-z])/i

const AMOUNT = /\d[\d.,]*\s?(?:btc|eth|usdt|usdc|bnb|sol|trx|xrp|ether|bitcoin)/i
const RATE = new RegExp(`${PERCENT}[^%]{0,30}${OFTEN}|${OFTEN}[^%]{0,30}${PERCENT}`, 'iu')
/** Currencies as people write them, besides coins. */
const CURRENCY =
  'usd|eur|gbp|dollars?|euros?|euro|dólares|dolarów|доллар\\p{L}*|евро|руб\\p{L}*|гривень|tl|lira|rupiah|zł(?:otych)?|kr(?:onor|oner)?|lei|đồng|元|円|美元|달러|원|دولار|डॉलर|रुपये|บาท|ευρώ'
const SUM = `(?:[$€£]\\s?\\p{Nd}[\\p{Nd}.,]*|\\p{Nd}[\\p{Nd}.,]*\\s?(?:[$€£]|(?:btc|eth|usdt|usdc|bnb|sol|trx|xrp|${CURRENCY})(?!\\p{L})))`
const INCOME = new RegExp(`${SUM}[^.!?。]{0,20}${OFTEN}|${OFTEN}[^.!?。]{0,20}${SUM}`, 'iu')
const SURE = new RegExp(CERTAIN, 'iu')
const LOSSLESS = new RegExp(NO_LOSS, 'iu')

/**
 * The same by what stands together, in more languages, which counts beside an address to pay to only (`besideAddress`: it is not in the text): something won, and a payment in order to
 * receive it; something lost that is brought back for a fee; more back than is sent; interest that is paid often and is certain.
 */
function structuredPromises(text: string, sentences: readonly string[][]): Page['promises'] {
  const isPaid = paymentAddressesIn(text).length > 0
  if (!isPaid && !ABOUT_COINS.test(text)) return []
  const all = sentences.flat()
  const sentence = (...words: RegExp[]) => all.find((one) => words.every((each) => each.test(one)))
  const pairs = sentences.flatMap(pairsOf)
  const pair = (...words: RegExp[]) =>
    pairs.find(([one, next]) => words.every((each) => each.test(`${one} ${next}`)))?.join(' ')
  const isReport = NAMES_FRAUDS.test(text)
  // What is paid in, as the condition of what is let out.
  const paysIn = (...words: RegExp[]) => all.find((one) => words.every((each) => each.test(one)) && !isTakenOut(one))
  const due = paysIn(RECEIVE, SEND, FEE, FIRST)
  const held = pair(HELD, FEE) === undefined ? undefined : (paysIn(RECEIVE, SEND, FEE) ?? paysIn(SEND, FEE, FIRST))
  // Tasks pay by the day, until the balance is below zero.
  const owed = DEFICIT.test(text) && INCOME.test(text) ? pairs.find(fillsDeficit)?.join(' ') : undefined
  const surety = sentences.flatMap(suretyIn).at(0)
  const won = WON.test(text)
    ? (paysIn(RECEIVE, SEND) ?? paysIn(RECEIVE, FEE) ?? paysIn(SEND, FEE, FIRST) ?? pair(RECEIVE, SEND, FEE))
    : undefined
  const more = DONATE.test(text) ? undefined : (sentence(SEND, TWICE) ?? all.find(returnsMore))
  const found: [Kind, string | undefined][] = [
    ['advance-fee', isReport || !AMOUNT.test(text) ? undefined : (won ?? due ?? held ?? owed ?? surety)],
    ['recovery', FEE.test(text) ? (sentence(LOST, BRING_BACK) ?? pair(LOST, BRING_BACK, COINS)) : undefined],
    ['doubling', isReport ? undefined : more],
    ['guaranteed-return', isReport || !SURE.test(text) ? undefined : rateIn(text)],
  ]
  const only = isPaid ? {} : { besideAddress: true as const }
  return found.flatMap(([kind, phrase]) =>
    phrase === undefined ? [] : [{ kind, phrase: cleanText(phrase, 80), ...only }],
  )
}

/** The sentences of each text. A number goes on after its point. */
function sentencesOf(texts: readonly string[]): string[][] {
  let left = LONGEST
  return texts.map((text) => {
    const part = text.slice(0, left)
    left -= part.length
    return part
      .replace(/\s+/g, ' ')
      .replace(/(\d)\.(\d)/g, '$1,$2')
      .split(/[.!?。！？؟।]/u)
  })
}

/** A heading asks, and the sentence after it answers: of one text, as the next may be shown at another time. */
function pairsOf(sentences: readonly string[]): [string, string][] {
  return sentences.map((one, at) => [one, sentences[at + 1] ?? ''])
}

/** Whether a fee is taken out of what is there, and nothing has to be paid in. */
function isTakenOut(sentence: string): boolean {
  return TAKEN_OUT.test(sentence) || (NETWORK_FEE.test(sentence) && !TO_ADDRESS.test(sentence))
}

/** Where a payout is refused until an amount is paid in as a surety: what is said before it may tell that it is a margin or collateral. */
function suretyIn(sentences: readonly string[]): string[] {
  return sentences.flatMap((one, at) => {
    if (!REFUSED.test(one)) return []
    const next = sentences[at + 1] ?? ''
    const near = `${one} ${next}`
    if (TRADED.test(`${sentences[at - 1] ?? ''} ${near}`) || TAKEN_OUT.test(near)) return []
    const isAsked = [one, next].some((each) => SURETY.test(each) && SEND.test(each) && AMOUNT.test(each))
    return isAsked ? [near] : []
  })
}

/** Whether two sentences name what a balance lacks, and a payout for which it has to be filled. */
function fillsDeficit(pair: readonly string[]): boolean {
  const whole = pair.join(' ')
  const [amount, other] = pair.map((one) => AMOUNT.exec(one)?.[0])
  const isSame = amount !== undefined && amount === other
  const asks = (one: string) =>
    SEND.test(one) && RECEIVE.test(one) && (isSame || DEFICIT.test(one) || FILL_UP.test(one))
  return DEFICIT.test(whole) && AMOUNT.test(whole) && pair.some(asks)
}

/** A share that is paid often. A sum may be a price: it counts where nothing can be lost. */
function rateIn(text: string): string | undefined {
  return (RATE.exec(text) ?? (LOSSLESS.test(text) ? INCOME.exec(text) : null))?.[0]
}

const COIN = '(?:btc|eth|usdt|usdc|bnb|sol|trx|xrp|ether|bitcoin|doge)'
const COIN_AMOUNT = new RegExp(`(\\d+(?:,\\d+)*)(?:\\s?(${COIN})|(?=\\s*$|\\s*,))`, 'giu')
const HAS_COIN = new RegExp(`\\d\\s?${COIN}`, 'iu')
/** How much more comes back than is sent: less is a fee or a price, more another coin. */
const MIN_RATIO = 1.5
const MAX_RATIO = 10

/** Whether a sentence says to send an amount of a coin, and to receive a larger one of the same. */
function returnsMore(sentence: string): boolean {
  if (!SEND.test(sentence) || !RECEIVE.test(sentence) || !HAS_COIN.test(sentence)) return false
  const amounts = [...sentence.matchAll(COIN_AMOUNT)].map(([, amount = '', coin]) => ({
    value: Number(amount.replace(/,(?=\d{3}(?:\D|$))/g, '').replace(',', '.')),
    coin: coin?.toLowerCase(),
  }))
  const [sent, back, ...others] = amounts
  if (sent === undefined || back === undefined || others.length > 0 || sent.value === 0) return false
  if (back.coin !== undefined && back.coin !== sent.coin) return false
  return back.value / sent.value >= MIN_RATIO && back.value / sent.value <= MAX_RATIO
}

/** Addresses of coins in the text. */
export function paymentAddressesIn(text: string): string[] {
  return [...new Set(text.slice(0, LONGEST).match(ADDRESSES) ?? [])].slice(0, MAX_ADDRESSES)
}
