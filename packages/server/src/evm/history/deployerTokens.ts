import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { DeployerToken, DeployerTokens } from '@redoubt/risk/facts/deployerTokens.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { getContractAddress } from 'viem/utils'
import { NETWORKS } from '../../chains/index.ts'
import { addressAt, callData, wordAt } from '../decode/callData.ts'
import { readAggregate } from '../market/chainlinkPrice.ts'
import { poolCandidates } from '../market/findPools.ts'
import type { ChainSource } from '../rpc/chainSource.ts'

/** Nonces looked at, newest first. One question of a token costs a few thousand gas. */
const MAX_NONCES = 60
/** Tokens whose pools are asked about. */
const MAX_TOKENS = 12
/** LP tokens that a V2 pool keeps for ever (MINIMUM_LIQUIDITY, Uniswap V2 white paper 3.4). */
const LOCKED_LP = 1_000n
const NOWHERE = /^0x0{40}$/

/**
 * Finds the other tokens of a deployer without an index: the address of a contract follows from its creator's nonce. Three upstream calls
 * after the nonce, whatever the number of transactions. Null for accounts with code, which create by CREATE2 or for others.
 * @throws when the network cannot be read.
 */
export async function deployerTokens(
  chain: ChainSource,
  { block, deployer, except }: { block: PinnedBlock; deployer: Address; except: Address },
  signal: AbortSignal,
): Promise<DeployerTokens | null> {
  const [transactions, code] = await Promise.all([
    chain.nonce(block, deployer, signal),
    chain.code(block, deployer, signal),
  ])
  if (code !== '0x') return null
  const examined = Math.min(transactions, MAX_NONCES)
  const made = Array.from({ length: examined }, (_, at) => createdBy(deployer, transactions - 1 - at))
  const others = made.filter((address) => address !== except)
  const supplies = await readAll(chain, block, others, (to) => ({ to, data: callData('totalSupply') }), signal)
  const tokens = others.filter((_, at) => (wordAt(supplies[at] ?? null) ?? 0n) > 0n).slice(0, MAX_TOKENS)
  return { deployer, transactions, examined, tokens: await withPools(chain, block, tokens, signal) }
}

/**
 * The pool of each token that still has liquidity, or had it, over all exchanges and quote tokens of the network. Where liquidity moved to a V3
 * pool, it was not removed. An empty V3 pool says nothing: anyone may create one.
 */
async function withPools(
  chain: ChainSource,
  block: PinnedBlock,
  tokens: readonly Address[],
  signal: AbortSignal,
): Promise<DeployerToken[]> {
  const { quoteTokens, factories } = NETWORKS[chain.chain]
  const asked = tokens.flatMap((token) =>
    poolCandidates(token, quoteTokens, factories).map(({ pool: { style }, read }) => ({ token, style, read })),
  )
  const answers = await readAll(chain, block, asked, ({ read }) => read, signal)
  const pools = asked.flatMap(({ token, style }, at) => {
    const pool = addressAt(answers[at] ?? null)
    return pool === null || NOWHERE.test(pool) ? [] : [{ token, style, pool }]
  })
  const shares = ({ style, pool }: (typeof pools)[number]) => ({
    to: pool,
    data: callData(style === 'v2' ? 'totalSupply' : 'liquidity'),
  })
  const left = await readAll(chain, block, pools, shares, signal)
  const supplied = pools.flatMap(({ token, style, pool }, at) => {
    const held = wordAt(left[at] ?? null) ?? 0n
    return held === 0n ? [] : [{ token, pool, isThere: style === 'v3' || held > LOCKED_LP }]
  })
  return tokens.map((address): DeployerToken => {
    const own = supplied.filter(({ token }) => token === address)
    const shown = own.find(({ isThere }) => isThere) ?? own[0]
    if (shown === undefined) return { address, pool: null, liquidity: 'none' }
    return { address, pool: shown.pool, liquidity: shown.isThere ? 'there' : 'removed' }
  })
}

async function readAll<T>(
  chain: ChainSource,
  block: PinnedBlock,
  items: readonly T[],
  readOf: (item: T) => { to: Address; data: Hex },
  signal: AbortSignal,
): Promise<(Hex | null)[]> {
  return items.length === 0 ? [] : readAggregate(chain, { block, reads: items.map(readOf) }, signal)
}

function createdBy(from: Address, nonce: number): Address {
  return getContractAddress({ from, nonce: BigInt(nonce) }).toLowerCase() as Address
}
