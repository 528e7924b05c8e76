import type { Address, Hex } from '@redoubt/risk/address.ts'
import { NETWORKS } from '../../chains/index.ts'
import { patient } from '../../lib/patience.ts'
import { addressAt, callData, wordAt } from '../decode/callData.ts'
import { type BalanceSlot, quoteSlots } from '../trade/quoteSlots.ts'
import { word } from '../trade/trader.ts'
import { accountsInWord } from './holders/accountWords.ts'
import { cloneArguments, codeAddresses } from './holders/codeAddresses.ts'
import type { PrivilegesRequest, PrivilegesSources } from './privilegesRequest.ts'

/** A token that people deposit into the subject, approve to it, or send it by mistake. */
export type Asset = {
  address: Address
  slot: BalanceSlot /** The subject's own, before anything is pretended. */
  held: bigint
  /** Its getters, code or storage name the token, or it is known to be deposited. */
  named: boolean
}

type Asking = PrivilegesSources & PrivilegesRequest & { signal: AbortSignal }

const ASK_GAS = 300_000
const MAX_ASSETS = 2
const MAX_GETTERS = 32
const MAX_WORDS = 24
/** Addresses whose balance of the subject is read. */
const MAX_CANDIDATES = 48
/** Blocks whose transfers to the subject are read, and the time that they may take. */
const LOG_BLOCKS = 2_000n
const LOGS_MS = 1_000
/** keccak256 of Transfer(address,address,uint256). */
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * Returns the tokens of the subject: those that the caller knows, and those that the subject holds and names in a getter, its
 * code or its storage, or that were sent to it lately; else the wrapped native coin.
 */
export async function assetsOf(asking: Asking): Promise<Asset[]> {
  const { chain, simulator, block, address, signal, deposited = [] } = asking
  const [named, sent] = await Promise.all([namedAddresses(asking), sentTokens(asking)])
  const wrapped = NETWORKS[chain.chain].quoteTokens[0]?.address
  const told = new Set(named)
  const own = new Set([...(wrapped === undefined ? [] : [wrapped]), ...named])
  const candidates = [...new Set([...deposited.map(({ token }) => token), ...own, ...sent])]
    .filter((one) => one !== address && BigInt(one) > 0xffffn)
    .slice(0, MAX_CANDIDATES)
  const held = await Promise.all(candidates.map((token) => askWord(asking, token, callData('balanceOf', address))))
  const balances = candidates.map((token, index) => {
    const known = deposited.find((one) => one.token === token)
    return { token, isDeposited: known !== undefined, held: known?.held ?? wordAt(held[index] ?? null) }
  })
  // Anyone can send worthless tokens: those that the contract names come first. One that it only names may come from the
  // allowances of others, as the wrapped coin may where it names none.
  const rank = ({ token, isDeposited, held: amount }: (typeof balances)[number]) => {
    if (isDeposited) return 0
    if ((amount ?? 0n) > 0n) return own.has(token) ? 1 : 2
    return told.has(token) ? 3 : 4
  }
  const wanted = balances.filter((one) => one.held !== null).sort((a, b) => rank(a) - rank(b))
  const found: Asset[] = []
  for (const { token, isDeposited, held: amount } of wanted) {
    if (found.length === MAX_ASSETS) break
    const slot = await quoteSlots({ chain, simulator }, { block, token }, signal)
    if (slot !== null) found.push({ address: token, slot, held: amount ?? 0n, named: isDeposited || told.has(token) })
  }
  return found
}

/** Addresses that the subject tells by its getters, and those that stand in its code or in words of its storage. */
export async function namedAddresses(
  asking: Pick<Asking, 'chain' | 'block' | 'address' | 'bytecode' | 'signal'>,
): Promise<Address[]> {
  const { chain, block, address, bytecode, signal } = asking
  // An immutable stands in the code: its getter reads no storage.
  const getters = bytecode.functions.filter(
    ({ arguments: none, mutability }) => none === '' && (mutability === 'view' || mutability === 'pure'),
  )
  const slots = [...new Set(bytecode.functions.flatMap(({ reads }) => reads))].slice(0, MAX_WORDS)
  const [answers, stored, code, own] = await Promise.all([
    Promise.all(getters.slice(0, MAX_GETTERS).map(({ selector }) => askWord(asking, address, selector))),
    Promise.all(slots.map((slot) => chain.storage(block, address, slot, signal).catch(() => nothing(signal)))),
    chain.code(block, bytecode.address, signal),
    chain.code(block, address, signal),
  ])
  const told = answers.flatMap((answer) => (answer?.length === 66 ? (addressAt(answer) ?? []) : []))
  return [...told, ...codeAddresses(code), ...cloneArguments(own), ...stored.flatMap(accountsInWord)]
}

/** Tokens that logged a transfer to the subject lately. A token's own contract holds others only by mistake. */
async function sentTokens({ chain, block, address, bytecode, signal }: Asking): Promise<Address[]> {
  if (bytecode.standard !== null) return []
  const fromBlock = block.number > LOG_BLOCKS ? block.number - LOG_BLOCKS : 0n
  const topics = [TRANSFER, null, `0x${word(address)}` as const]
  const within = AbortSignal.any([signal, AbortSignal.timeout(patient(LOGS_MS))])
  const logs = await chain
    .logs({ topics, fromBlock, toBlock: block.number, pin: block }, within)
    .catch(() => nothing(signal))
  return [...new Set((logs ?? []).map((log) => log.address))]
}

function nothing(signal: AbortSignal): null {
  signal.throwIfAborted()
  return null
}

/** Reads an untrusted contract with a small part of a block's gas: one that burns all its gas must not keep a node busy. */
export function askWord(
  { chain, block, signal }: Pick<Asking, 'chain' | 'block' | 'signal'>,
  to: Address,
  data: Hex,
): Promise<Hex | null> {
  return chain.ask(block, { to, data, gas: ASK_GAS, max: 64, topic: 'words' }, signal)
}
