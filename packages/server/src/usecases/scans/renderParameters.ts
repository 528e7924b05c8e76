import type { Address, Hex } from '@redoubt/risk/address.ts'
import { type Chain, NATIVE_SYMBOLS } from '@redoubt/risk/chain.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { CallMeaning, DecodedCall, DisplayValue } from '@redoubt/risk/facts/decodedCall.ts'
import { namingLabel, quote, shortAddress } from '@redoubt/risk/wording/accountNames.ts'
import { formatUnits, getAddress } from 'viem/utils'
import { accountLabel } from './renderChanges.ts'

/** One argument. `value` is exact; `display` says it for people, where there is more to say; `label` whose address it is. */
export type RenderedParameter = {
  name: string
  type: string
  value: string
  display: string | null
  label: string | null
}

/** Who wrote the ABI that a call was read by; `ambiguous`: several fit and none can be relied on. */
export type AbiSource = 'verified' | 'descriptor' | 'known' | 'signature-index' | 'recovered' | 'command' | 'ambiguous'

/** A call as people read it. `fields`: what its descriptor, or its standard, says matters. */
export type RenderedMeaning = {
  intent: string | null
  /** The project's own sentence about this call, values filled in; null without one. */
  interpolatedIntent: string | null
  /** Always text. */
  contractName: string
  abi: AbiSource | null
  parameters: RenderedParameter[]
  fields: { label: string; value: string }[]
}

/** What is known beside the call: accounts already read, and whether a token carries a name that is another's. */
export type NamesKnown = {
  chain: Chain
  accounts: ReadonlyMap<Address, Pick<Account, 'labels' | 'token'> & Partial<Pick<Account, 'class'>>>
  imitates: (token: Address, symbol: string) => boolean
}

const ABI_SOURCES: Readonly<Record<string, AbiSource>> = {
  'clear-signing': 'descriptor',
  'data-pack': 'signature-index',
  recovered: 'recovered',
  ambiguous: 'ambiguous',
}

/** Renders a call's arguments with the names at hand. Nothing is requested: an amount without known decimals stays as it is on chain. */
export function renderParameters(call: DecodedCall, names: NamesKnown): RenderedMeaning {
  const fields = (call.meaning?.fields ?? []).map((field) => ({
    ...field,
    label: field.values.some((value) => isItem(value, names)) ? 'Item' : field.label,
    values: field.values.flatMap((value) => inKnownUnit(value, names) ?? []),
  }))
  return {
    intent: call.meaning?.intent ?? null,
    interpolatedIntent: call.meaning ? sentenceOf(call.meaning, names) : null,
    contractName:
      call.meaning?.owner ??
      (call.to === null ? 'New contract' : (labelOf(call.to, names) ?? accountLabel(names.accounts.get(call.to)))),
    abi: sourceOf(call.abi),
    parameters: call.parameters.map((parameter, at) => {
      const values = fields.find((field) => field.parameter === at)?.values ?? []
      const display = values.map((value) => describeValue(value, names)).join(', ')
      const [only] = values
      const address = values.length === 1 && only?.as === 'address' ? only.address : null
      return {
        ...parameter,
        display: display === '' || display === parameter.value ? null : display,
        label: address && labelOf(address, names),
      }
    }),
    fields: fields
      .filter(({ label, values }) => label !== '' && values.length > 0)
      .map(({ label, values }) => ({ label, value: values.map((value) => describeValue(value, names)).join(', ') })),
  }
}

/**
 * An amount of a vault's asset in the asset's own units. Null where the contract names no asset: it is no vault; and where only the
 * standard of the contract would tell whether the number is an amount or an item, and is not known. No item has the greatest number.
 */
function inKnownUnit(value: DisplayValue, { accounts }: NamesKnown): DisplayValue | null {
  if (value.as !== 'amount' || value.token === null) return value
  if (value.ifErc20) return value.listed || value.all !== null || accounts.get(value.token)?.token ? value : null
  if (!value.ofAsset) return value
  const asset = accounts.get(value.token)?.token?.asset
  if (asset === undefined) return null
  const { address, symbol, decimals, listed } = asset
  const named = listed && symbol !== null && decimals !== null ? { listed: { symbol, decimals } } : { asset }
  return { as: 'amount', amount: value.amount, token: address, all: value.all, ...named }
}

/** Whether the number is an item's: the functions of a token are those of a collection. */
function isItem(value: DisplayValue, { accounts }: NamesKnown): boolean {
  if (value.as !== 'amount' || !value.ifErc20 || value.token === null || value.listed) return false
  const standard = accounts.get(value.token)?.token?.standard ?? 'erc20'
  return standard !== 'erc20'
}

/** Returns the sentence of a descriptor with its values as the fields show them. */
export function sentenceOf({ sentence = [] }: Pick<CallMeaning, 'sentence'>, names: NamesKnown): string | null {
  if (sentence.length === 0) return null
  return sentence
    .map((part) =>
      typeof part === 'string' ? part : part.values.map((value) => describeValue(value, names)).join(', '),
    )
    .join('')
}

/** The function that is called, always as text. `data`: the call data, where it is at hand. */
export function functionLabel(
  { to, selector, functionName }: Pick<DecodedCall, 'to' | 'selector' | 'functionName'>,
  data: Hex = '0x',
): string {
  if (functionName !== null) return functionName
  if (to === null) return 'Contract creation'
  if (selector !== null) return `Unknown function ${selector}`
  return data === '0x' ? 'Native transfer' : `Unknown function ${data.slice(0, 10)}`
}

function sourceOf(abi: string | null): AbiSource | null {
  if (abi === null) return null
  if (abi.startsWith('verified')) return 'verified'
  if (abi.endsWith('-command')) return 'command'
  return ABI_SOURCES[abi] ?? 'known'
}

/** One value of a call or message in words, with the names at hand. */
export function describeValue(value: DisplayValue, names: NamesKnown): string {
  if (value.as === 'text') return value.text
  if (value.as === 'address') return labelOf(value.address, names) ?? getAddress(value.address)
  if (value.as === 'ticker')
    return value.listed?.symbol ?? symbolOf(value.token, names.accounts.get(value.token)?.token?.symbol ?? null, names)
  if (value.as === 'item') {
    const { collection, id } = value
    return `${symbolOf(collection, names.accounts.get(collection)?.token?.symbol ?? null, names)} #${id}`
  }
  const { amount, token, all, listed } = value
  if (token === null && all !== null) return `${all} ${NATIVE_SYMBOLS[names.chain]}`
  if (token === null) return `${grouped(formatUnits(amount, 18))} ${NATIVE_SYMBOLS[names.chain]}`
  const known = listed ?? names.accounts.get(token)?.token ?? value.asset ?? null
  const symbol = listed?.symbol ?? symbolOf(token, known?.symbol ?? null, names)
  // The same functions of a collection carry the id of one token.
  if (known !== null && 'standard' in known && known.standard !== 'erc20') return `${symbol} #${amount}`
  if (all !== null) return `${all} ${symbol}`
  // Without decimals a figure in whole units would be a guess.
  const decimals = known?.decimals ?? null
  return decimals === null
    ? `${grouped(String(amount))} base units of ${symbol}`
    : `${grouped(formatUnits(amount, decimals))} ${symbol}`
}

/** The symbol of an unlisted token is quoted, with the address that identifies it; one that imitates a listed token is not shown. */
function symbolOf(token: Address, symbol: string | null, { imitates }: NamesKnown): string {
  if (!symbol || imitates(token, symbol)) return `the token ${shortAddress(token)}`
  return `${quote(symbol)} (${shortAddress(token)})`
}

/** Returns the name of an account; null where no list that may be trusted has one. */
export function labelOf(address: Address, { accounts }: NamesKnown): string | null {
  const label = namingLabel(accounts.get(address)?.labels ?? [])
  if (label === undefined) return null
  return label.listed ? `${quote(label.name)}, says ${label.source}` : label.name
}

function grouped(decimal: string): string {
  const [whole = '0', fraction] = decimal.split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}
