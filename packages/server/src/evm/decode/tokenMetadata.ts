import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { TokenMetadata } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { knownToken } from '../../intel/lookup/knownToken.ts'
import { visibleText } from '../../lib/cleanText.ts'
import { withTimeout } from '../../lib/withTimeout.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { callData, wordAt } from './callData.ts'
import { type ReadState, readStateBefore } from './readState.ts'

const SYMBOL_POINTS = 32
/** Gas of one question, 200,000: four times what a token behind a proxy needs, and little of the node's time. */
const GAS = 200_000
/** Bytes of a text's answer: an offset, a length, and more text than is ever shown. */
const MAX_TEXT = 2_048
// Interface ids as in ERC-165: the four bytes are the left end of the argument.
const INTERFACE = (id: string) => BigInt(`0x${id.padEnd(64, '0')}`)
const NONE = INTERFACE('ffffffff')
const ERC721 = INTERFACE('80ac58cd')
const ERC1155 = INTERFACE('d9b67a26')

/** A selector that no published function has. */
const NO_FUNCTION: Hex = '0x9d5ec71b'

/** Milliseconds that a token of the registries is waited for: what it would say is known. */
const SLOW_MS = 1_500

/**
 * What a token says of itself at the block, cleaned and bounded: all of it is text by a stranger. Null when the contract
 * is no token: neither ERC-165 names ERC-721 or ERC-1155, nor does it answer `totalSupply` and `balanceOf`.
 * All reads leave as one call; the chain source caches them by block. What a well-known token does not say, or not in time,
 * comes from the data pack.
 */
export async function tokenMetadata(
  chain: ChainSource,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<TokenMetadata | null> {
  const reading = metadataAt(chain, block, address, signal)
  const known = knownToken(chain.chain, address)
  if (known === null) return reading
  const { symbol, name, decimals } = known
  const said = await withTimeout(reading, SLOW_MS, { ref: false })
  if (said !== null && said.standard !== 'erc20') return said
  if (said !== null)
    return {
      standard: 'erc20',
      name: said.name ?? name,
      symbol: said.symbol ?? symbol,
      decimals: said.decimals ?? decimals,
      ...(said.asset && { asset: said.asset }),
    }
  // Where the network has no contract, the address is no token here, whatever a list says.
  const code = await withTimeout(
    chain.code(block, address, signal).catch(() => null),
    SLOW_MS,
    { ref: false },
  )
  signal.throwIfAborted()
  return code === '0x' ? null : { standard: 'erc20', name, symbol, decimals }
}

/** Tokens whose answers are kept, by block and address. */
const MAX_KEPT = 2_000
const answers = new WeakMap<ChainSource, Map<string, TokenMetadata | null>>()

/** What the token answers at the block: read once where every read had an answer. */
async function metadataAt(
  chain: ChainSource,
  block: PinnedBlock,
  address: Address,
  signal: AbortSignal,
): Promise<TokenMetadata | null> {
  const kept = answers.get(chain) ?? new Map<string, TokenMetadata | null>()
  answers.set(chain, kept)
  const key = `${block.hash}:${address}`
  const known = kept.get(key)
  if (known !== undefined) return known
  let failed = false
  const onFailure = () => {
    failed = true
  }
  const said = await metadataBy(readStateBefore(chain, block, { gas: GAS, topic: 'words' }, onFailure), address, signal)
  const asset = said?.asset && knownToken(chain.chain, said.asset.address)
  if (said?.asset && asset)
    said.asset = { address: said.asset.address, symbol: asset.symbol, decimals: asset.decimals, listed: true }
  if (failed) return said
  const [oldest] = kept.keys()
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  kept.set(key, said)
  return said
}

/** The same by other reads, such as those of the state that a simulation leaves. */
export async function metadataBy(
  read: ReadState,
  address: Address,
  signal: AbortSignal,
  withAsset = true,
): Promise<TokenMetadata | null> {
  const datas = [
    callData('supportsInterface', NONE),
    callData('supportsInterface', ERC721),
    callData('supportsInterface', ERC1155),
    callData('name'),
    callData('symbol'),
    callData('decimals'),
    callData('totalSupply'),
    callData('balanceOf', address),
    ...(withAsset ? [callData('asset')] : []),
  ]
  const texts = [callData('name'), callData('symbol')]
  const reads = datas.map((data) => ({ to: address, data, ...(texts.includes(data) && { max: MAX_TEXT }) }))
  const [none, erc721, erc1155, name, symbol, decimals, supply, balance, assetWord] = await read(reads, signal)
  const says = (answer: Hex | null | undefined) => wordAt(answer ?? null) === 1n
  const text = { name: textOf(name, 64), symbol: textOf(symbol, SYMBOL_POINTS) }
  // ERC-165: a contract that claims 0xffffffff answers yes to everything, which proves nothing.
  if (!says(none) && says(erc721)) return { standard: 'erc721', ...text, decimals: null }
  if (!says(none) && says(erc1155)) return { standard: 'erc1155', ...text, decimals: null }
  if (wordAt(supply ?? null) === null || wordAt(balance ?? null) === null) return null
  const asked = [
    [callData('decimals'), decimals],
    [callData('totalSupply'), supply],
    [callData('balanceOf', address), balance],
  ] as const
  if (await answersAnything(read, { address, asked }, signal)) return null
  const asset = await assetOf(read, assetWord, signal)
  return { standard: 'erc20', ...text, decimals: decimalsOf(decimals), ...(asset && { asset }) }
}

/**
 * Whether a fallback gives these answers: each is the same but for the selector that it repeats, and so is that to a function which no contract has.
 * Smart accounts answer the callbacks of tokens so.
 */
async function answersAnything(
  read: ReadState,
  { address, asked }: { address: Address; asked: readonly (readonly [Hex, Hex | null | undefined])[] },
  signal: AbortSignal,
): Promise<boolean> {
  const shape = (data: Hex, answer: Hex | null | undefined) => answer?.replaceAll(data.slice(2, 10), 'selector') ?? null
  const shapes = new Set(asked.map(([data, answer]) => shape(data, answer)))
  const [only] = shapes
  if (shapes.size !== 1 || only == null) return false
  const [answer] = await read([{ to: address, data: NO_FUNCTION }], signal)
  return shape(NO_FUNCTION, answer) === only
}

/** What a vault keeps (ERC-4626): a token that answers as one. */
async function assetOf(
  read: ReadState,
  answer: Hex | null | undefined,
  signal: AbortSignal,
): Promise<TokenMetadata['asset'] | null> {
  const word = wordAt(answer ?? null)
  if (word === null || word === 0n || word >= 1n << 160n) return null
  const address: Address = `0x${word.toString(16).padStart(40, '0')}`
  const token = await metadataBy(read, address, signal, false)
  return token?.standard === 'erc20' ? { address, symbol: token.symbol, decimals: token.decimals, listed: false } : null
}

/** `string` as the standard says, or `bytes32` as MKR and other early tokens return it. */
function textOf(answer: Hex | null | undefined, points: number): string | null {
  if (answer == null) return null
  const hex = answer.slice(2)
  const bytes = hex.length === 64 ? hex.replace(/(00)+$/, '') : stringBytes(answer)
  return bytes === null ? null : visibleText(Buffer.from(bytes.slice(0, 4_096), 'hex').toString('utf8'), points) || null
}

function stringBytes(answer: Hex): string | null {
  const offset = wordAt(answer)
  if (offset === null || offset > 4_096n || offset % 32n !== 0n) return null
  const length = wordAt(answer, Number(offset / 32n))
  const hex = answer.slice(66 + Number(offset) * 2)
  return length === null || length * 2n > BigInt(hex.length) ? null : hex.slice(0, Number(length) * 2)
}

function decimalsOf(answer: Hex | null | undefined): number | null {
  const decimals = wordAt(answer ?? null)
  return decimals === null || decimals > 255n ? null : Number(decimals)
}
