import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, CHAINS } from '@redoubt/risk/chain.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import { encodeFunctionData, type Hex, parseAbiItem, parseTransaction, recoverTransactionAddress } from 'viem'
import { parseSignature } from '../../src/evm/decode/abiTypes.ts'
import { type TypedData, typedArguments } from '../../src/evm/decode/clear/typedArguments.ts'
import { decodeCall } from '../../src/evm/decode/decodeCall.ts'
import { clearSignTypedData } from '../../src/evm/decode/message/clearSignMessage.ts'
import { packClearSigning } from '../../src/intel/pack/packClearSigning.ts'
import { packLabels } from '../../src/intel/pack/packTables.ts'
import { renderParameters } from '../../src/usecases/scans/renderParameters.ts'
import { type ExpectedValue, expectedValues } from './expectedValues.ts'

export type ClearCase = {
  project: string
  description: string
  expectedTexts: string[]
  rawTx?: Hex
  data?: TypedData
}

type Judged = {
  verdict: 'exact' | 'wrong' | 'unavailable'
  why: string
  /** Expected values; of these, `bare` agree in their digits, their token's decimals being in no list we have. */
  values: number
  bare: number
  /** Texts that only the network could tell, such as ENS names: not judged. */
  names: number
  /** Expected texts; of these, `said` are shown word for word. */
  texts: number
  said: number
}

/** What was decoded: every leaf of the arguments, and every text as it would be shown. */
type Seen = {
  numbers: Set<bigint>
  hexes: string[]
  flags: Set<boolean>
  shown: string[]
  /** Amounts may agree in their digits alone: some token's decimals are in no list. */
  bareAllowed: boolean
  /** The transaction is not signed, and its descriptor shows who sends it. */
  senderUnknown: boolean
  reencodes: boolean
}

/**
 * `unavailable`: nothing we have declares the call. `exact`: it is decoded, encoding it again gives the same bytes, and every value
 * that the wallet must show is in it. `wrong`: anything else.
 */
export async function judgeCase(one: ClearCase): Promise<Judged> {
  const seen = one.rawTx === undefined ? seeMessage(one.data as TypedData) : await seeCall(one.rawTx)
  const judged: Judged = { verdict: 'exact', why: '', values: 0, bare: 0, names: 0, texts: 0, said: 0 }
  if (seen === null) return { ...judged, verdict: 'unavailable', why: 'no ABI' }
  const missing: string[] = []
  for (const text of one.expectedTexts) {
    const { values, words } = expectedValues(text)
    judged.texts++
    judged.values += values.length
    const found = values.map((value) => find(value, seen))
    judged.bare += found.filter((how) => how === 'digits').length
    if (found.includes(null) && seen.senderUnknown && values.length === 1 && values[0]?.kind === 'hex') {
      judged.names++
      seen.senderUnknown = false
      continue
    }
    if (found.includes(null)) missing.push(text)
    if (/\.eth$/.test(words)) judged.names++
    else if (!found.includes(null) && !found.includes('digits') && said(words, seen)) judged.said++
  }
  if (!seen.reencodes) return { ...judged, verdict: 'wrong', why: 'encodes to other bytes' }
  return missing.length === 0 ? judged : { ...judged, verdict: 'wrong', why: `not shown: ${missing.join(' · ')}` }
}

async function seeCall(rawTx: Hex): Promise<Seen | null> {
  const { to, data = '0x', value = 0n, chainId, gas = 0n, ...fees } = parseTransaction(rawTx)
  if (!to) return null
  const chain = CHAINS.find((name) => CHAIN_IDS[name] === chainId) ?? null
  const from = await recoverTransactionAddress({ serializedTransaction: rawTx as never }).catch(() => null)
  const call = decodeCall(
    { to: to.toLowerCase() as Address, value, data },
    { chain, from: (from?.toLowerCase() ?? null) as Address | null },
  )
  if (call.functionName === null || call.signature === null) return null
  const { name, canonical, inputs } = parseSignature(call.signature)
  const abi = [parseAbiItem(`function ${canonical}`)]
  const clear = packClearSigning(chain, to.toLowerCase() as Address, data.slice(0, 10))
  const trailing = call.parameters.length > inputs.length
  const seen: Seen = {
    numbers: new Set([value]),
    hexes: [to.toLowerCase(), from?.toLowerCase() ?? ''],
    flags: new Set(),
    shown: ['Interaction with', 'Max fees', 'Transaction signed'],
    bareAllowed: false,
    senderUnknown: from === null && clear?.fields.some(({ path }) => path === '@.from') === true,
    reencodes: trailing || encodeFunctionData({ abi, functionName: name, args: call.args } as never) === data,
  }
  const native = (amount: bigint): DecodedCall => ({
    ...call,
    parameters: [],
    calls: [],
    meaning: {
      intent: null,
      owner: null,
      fields: [
        { label: 'Max fees', path: '', parameter: null, values: [{ as: 'amount', amount, token: null, all: null }] },
      ],
    },
  })
  const price = ('maxFeePerGas' in fees && fees.maxFeePerGas) || ('gasPrice' in fees && fees.gasPrice) || 0n
  for (const amount of [gas * price, value]) see(native(amount), chain, seen)
  see(call, chain, seen)
  return seen
}

/** The names that the pack has: nothing is asked of a network here. */
function see(call: DecodedCall, chain: (typeof CHAINS)[number] | null, seen: Seen): void {
  const leaves = collect(call.args, seen)
  const addresses = [...leaves, ...(call.to === null ? [] : [call.to])] as Address[]
  const accounts = new Map(
    addresses.map((one) => [one, { labels: chain === null ? [] : packLabels(chain, one), token: null }]),
  )
  const rendered = renderParameters(call, { chain: chain ?? 'ethereum', accounts, imitates: () => true })
  const { intent, contractName, fields, parameters } = rendered
  seen.shown.push(intent ?? '', contractName ?? '', ...fields.flatMap(({ label, value }) => [label, value]))
  seen.shown.push(...parameters.flatMap(({ name, value, display, label }) => [name, value, display ?? '', label ?? '']))
  const amounts = (call.meaning?.fields ?? []).flatMap(({ values }) => values).filter((one) => one.as === 'amount')
  if (amounts.length === 0 || amounts.some(({ token, listed }) => token !== null && listed == null))
    seen.bareAllowed = true
  for (const inner of call.calls) {
    seen.numbers.add(inner.value)
    see(inner, chain, seen)
  }
}

function seeMessage(typed: TypedData): Seen | null {
  const given = typedArguments(typed)
  if (given === null) return null
  const seen: Seen = {
    numbers: new Set(),
    hexes: [],
    flags: new Set(),
    shown: [],
    bareAllowed: true,
    senderUnknown: false,
    reencodes: true,
  }
  collect(given.values, seen)
  const { chainId, verifyingContract } = typed.domain
  if (typeof verifyingContract === 'string') seen.hexes.push(verifyingContract.toLowerCase())
  if (chainId !== undefined) seen.numbers.add(BigInt(String(chainId)))
  const chain = CHAINS.find((one) => String(CHAIN_IDS[one]) === String(chainId)) ?? 'ethereum'
  const clear = clearSignTypedData(typed)
  const fields = (clear?.fields ?? []).map((field) => ({ ...field, path: '', parameter: null }))
  const call: DecodedCall = {
    to: null,
    selector: null,
    functionName: null,
    signature: null,
    parameters: [],
    args: [],
    abi: null,
    value: 0n,
    calls: [],
  }
  const names = { chain, accounts: new Map(), imitates: () => true }
  const rendered = renderParameters({ ...call, meaning: { intent: clear?.intent ?? null, owner: null, fields } }, names)
  seen.shown.push(rendered.intent ?? '', ...rendered.fields.flatMap(({ label, value }) => [label, value]))
  seen.shown.push(...given.inputs.map(({ name }) => name))
  return seen
}

/** Every leaf; the addresses among them are returned. */
function collect(value: unknown, seen: Seen): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => collect(one, seen))
  if (typeof value === 'bigint') seen.numbers.add(value)
  else if (typeof value === 'boolean') seen.flags.add(value)
  else if (typeof value === 'string' && /^0x[0-9a-f]*$/.test(value)) {
    seen.hexes.push(value)
    if (value.length === 42) return [value]
  } else if (typeof value === 'string') {
    seen.shown.push(value)
    // Some projects sign addresses as text.
    seen.hexes.push(value.toLowerCase())
  }
  return []
}

function find(value: ExpectedValue, seen: Seen): 'shown' | 'digits' | null {
  const { numbers } = seen
  switch (value.kind) {
    case 'hex':
      return seen.hexes.includes(value.text) || packed(value.text, numbers) ? 'shown' : null
    case 'flag':
      return seen.flags.has(value.value) ? 'shown' : null
    case 'time':
      return [...numbers].some((one) => (value.day ? one / 86_400n === value.seconds / 86_400n : one === value.seconds))
        ? 'shown'
        : null
    case 'number': {
      if (value.places === 0 && numbers.has(BigInt(value.digits))) return 'shown'
      const wanted = plain(value.digits, value.places)
      if (seen.shown.some((text) => figures(text).includes(wanted))) return 'shown'
      const significant = value.digits.replace(/0+$/, '')
      const alike = [...numbers].some((one) => one !== 0n && String(one).replace(/0+$/, '') === significant)
      return seen.bareAllowed && alike ? 'digits' : null
    }
  }
}

/** An address in the low bytes of a word, as routers pack it. */
function packed(hex: string, numbers: ReadonlySet<bigint>): boolean {
  return hex.length === 42 && [...numbers].some((one) => BigInt.asUintN(160, one) === BigInt(hex) && one > 0xffffffffn)
}

function figures(text: string): string[] {
  return [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([figure]) => {
    const [left = '', right = ''] = figure.replaceAll(',', '').split('.')
    return plain(left + right, right.length)
  })
}

function plain(digits: string, places: number): string {
  const padded = digits.padStart(places + 1, '0')
  const [left, right] = [padded.slice(0, padded.length - places), padded.slice(padded.length - places)]
  const fraction = places === 0 ? '' : right.replace(/0+$/, '')
  return `${left.replace(/^0+(?=\d)/, '')}${fraction === '' ? '' : `.${fraction}`}`
}

/** Whether the words of a text are those shown, in whatever order; case and spaces apart. */
function said(words: string, { shown }: Seen): boolean {
  const all = shown.join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/[^\p{L}\p{N}.{}]+/u)
    .every((word) => word === '' || all.includes(word))
}
