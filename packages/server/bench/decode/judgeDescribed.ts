import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import type { CallMeaning, DecodedCall, DisplayValue } from '@redoubt/risk/facts/decodedCall.ts'
import { type Hex, parseTransaction, recoverTransactionAddress } from 'viem'
import { NETWORKS } from '../../src/chains/index.ts'
import { decodeCall } from '../../src/evm/decode/decodeCall.ts'
import { clearSignMessage } from '../../src/evm/decode/message/clearSignMessage.ts'
import { parseMessage } from '../../src/evm/decode/message/parseMessage.ts'
import { describeValue, type NamesKnown, sentenceOf } from '../../src/usecases/scans/renderParameters.ts'

type Expected = {
  match?: boolean
  intent?: string | Record<string, string>
  interpolatedIntent?: string
  owner?: string
  fields?: { label: string; value: string | Expected }[]
}

export type DescribedCase = {
  project?: string
  id?: string
  description: string
  rawTx?: Hex
  data?: unknown
  from?: string
  expected?: Expected
  dataProvider?: {
    tokens?: Record<string, { symbol: string; decimals: number }>
    ensNames?: Record<string, string>
    addressNames?: Record<string, string>
    chainNames?: Record<string, string>
  }
}

/** `unitKnown`: all as expected but numbers without a unit, which are shown in the unit of a token that the case does not list. */
type Judged = { verdict: 'exact' | 'unitKnown' | 'wrong' | 'unavailable'; why: string }

/** `meaning` null: nothing describes it. `inner`: what its calls mean. */
type Read = { chain: Chain; owner: boolean; meaning: CallMeaning | null; inner: CallMeaning[] }

/**
 * Holds what a descriptor makes of a call or message against the expectation, every text: intent, sentence, owner, labels and values, in
 * order. `unavailable`: the case is of a network that the service does not have, or has no expectation of this form.
 */
export async function judgeDescribed(one: DescribedCase): Promise<Judged> {
  const { expected } = one
  if (expected === undefined) return { verdict: 'unavailable', why: 'no expectation of version 2' }
  const read = one.rawTx === undefined ? readMessage(one) : await readCall(one.rawTx, one.from)
  if (read === null) {
    // Nothing may be described there either.
    if (expected.match === false) return { verdict: 'exact', why: '' }
    return { verdict: 'unavailable', why: 'a network that the service does not have' }
  }
  if (expected.match === false)
    return read.meaning === null || read.meaning.intent === null
      ? { verdict: 'exact', why: '' }
      : { verdict: 'wrong', why: 'described although no descriptor fits' }
  if (read.meaning?.intent == null) return { verdict: 'wrong', why: 'not described' }
  const { why, units } = differences(expected, read, one)
  if (why.length > 0) return { verdict: 'wrong', why: [...why, ...units].join(' · ') }
  return units.length > 0 ? { verdict: 'unitKnown', why: units.join(' · ') } : { verdict: 'exact', why: '' }
}

async function readCall(rawTx: Hex, given: string | undefined): Promise<Read | null> {
  const { to, data = '0x', value = 0n, chainId } = parseTransaction(rawTx)
  const chain = CHAINS.find((name) => CHAIN_IDS[name] === chainId)
  if (!to || chain === undefined) return null
  const signer = given ?? (await recoverTransactionAddress({ serializedTransaction: rawTx as never }).catch(() => null))
  const from = (signer?.toLowerCase() ?? null) as Address | null
  const call = decodeCall({ to: to.toLowerCase() as Address, value, data }, { chain, from })
  return { chain, owner: true, meaning: call.meaning ?? null, inner: within(call) }
}

function within({ calls }: DecodedCall): CallMeaning[] {
  return calls.flatMap((call) => [...(call.meaning ? [call.meaning] : []), ...within(call)])
}

function readMessage({ data, from }: DescribedCase): Read | null {
  const account = (from ?? `0x${'11'.repeat(20)}`) as Address
  const { chainId } = (data as { domain: { chainId?: unknown } }).domain
  const chain = CHAINS.find((one) => String(CHAIN_IDS[one]) === String(chainId))
  if (chain === undefined) return null
  const clear = clearSignMessage(parseMessage({ account, method: 'eth_signTypedData_v4', typedData: data }))
  if (clear === null) return { chain, owner: false, meaning: null, inner: [] }
  const fields = clear.fields.map((field) => ({ ...field, path: '', parameter: null }))
  return { chain, owner: false, meaning: { ...clear, owner: null, fields }, inner: [] }
}

function differences(
  expected: Expected,
  { chain, owner, meaning, inner }: Read,
  one: DescribedCase,
): { why: string[]; units: string[] } {
  const names = namesOf(one, chain)
  const say = (value: DisplayValue) => describeValue(listed(value, one), names)
  const texts = (of: CallMeaning) =>
    of.fields
      .filter(({ label }) => label !== '')
      .map(({ label, values }) => ({ label, value: values.map(say).join(', '), values }))
  const why: string[] = []
  const units: string[] = []
  const compare = (what: string, wanted: string, got: string) => {
    if (plain(wanted, one) !== plain(got, one)) why.push(`${what}: «${wanted}» expected, «${got}» shown`)
  }
  if (meaning === null) return { why: ['not described'], units }
  const intent =
    typeof expected.intent === 'object'
      ? Object.entries(expected.intent)
          .map(([label, value]) => `${label}: ${value}`)
          .join(', ')
      : (expected.intent ?? '')
  compare('intent', intent, meaning.intent ?? '')
  if (owner && expected.owner !== undefined) compare('owner', expected.owner, meaning.owner ?? '')
  const pieces = (meaning.sentence ?? []).map((part) =>
    typeof part === 'string' ? part : { values: part.values.map((value) => listed(value, one)) },
  )
  compare('sentence', expected.interpolatedIntent ?? '', sentenceOf({ sentence: pieces }, names) ?? '')
  const shown = texts(meaning)
  for (const [at, { label, value }] of (expected.fields ?? []).entries()) {
    const got = shown[at]
    if (typeof value === 'object') {
      const nested = inner.map((each) => ({ intent: each.intent ?? '', fields: texts(each) }))
      const fits = nested.some(
        (each) =>
          plain(each.intent, one) === plain(String(value.intent ?? ''), one) &&
          JSON.stringify(each.fields.map((field) => plain(field.value, one))) ===
            JSON.stringify((value.fields ?? []).map((field) => plain(String(field.value), one))),
      )
      if (!fits) why.push(`${label}: the inner call is not shown as expected`)
    } else if (got?.label === label && isAmountOf(got.values, value))
      units.push(`${label}: «${value}» expected, «${got.value}» shown`)
    else compare(label, `${label}: ${value}`, got === undefined ? '' : `${got.label}: ${got.value}`)
  }
  const more = shown.length - (expected.fields ?? []).length
  if (more > 0)
    why.push(
      `${more} more shown: ${shown
        .slice(-more)
        .map(({ label }) => label)
        .join(', ')}`,
    )
  return { why, units }
}

/** Whether a bare number is expected, and the same number is shown as an amount of a token that we know. */
function isAmountOf([value, ...more]: readonly DisplayValue[], expected: string): boolean {
  return (
    more.length === 0 &&
    value?.as === 'amount' &&
    value.all === null &&
    value.listed != null &&
    /^\d+$/.test(expected) &&
    BigInt(expected) === value.amount
  )
}

function namesOf({ dataProvider = {} }: DescribedCase, chain: Chain): NamesKnown {
  const { ensNames, addressNames } = dataProvider
  const accounts = Object.entries({ ...ensNames, ...addressNames }).map(([address, name]) => {
    const label: Label = { name, category: 'defi_protocol', source: 'data provider', confidence: 'high' } as Label
    const labels: Label[] = [label]
    return [address.toLowerCase() as Address, { labels, token: null }] as const
  })
  return { chain, accounts: new Map(accounts), imitates: () => true }
}

/** The case brings its own registry of tokens. */
function listed(value: DisplayValue, { dataProvider = {} }: DescribedCase): DisplayValue {
  if ((value.as !== 'amount' && value.as !== 'ticker') || value.token === null) return value
  const tokens = Object.entries(dataProvider.tokens ?? {})
  const own = tokens.find(([address]) => address.toLowerCase() === value.token)?.[1]
  return own === undefined ? value : { ...value, listed: own }
}

/** Separators of thousands, the spelling of times and of networks are habits of a renderer. */
function plain(text: string, { dataProvider = {} }: DescribedCase): string {
  const named = Object.entries(dataProvider.chainNames ?? {}).reduce((left, [id, name]) => {
    const chain = CHAINS.find((one) => String(CHAIN_IDS[one]) === id)
    return chain === undefined ? left : left.replace(name, NETWORKS[chain].name)
  }, text)
  return named
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(
      /(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:Z| UTC)/g,
      (_, day, time, second = ':00') => `${day} ${time}${second}Z`,
    )
    .trim()
}
