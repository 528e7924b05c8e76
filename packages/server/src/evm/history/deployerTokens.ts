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

/** The pool of each token with the most LP tokens left, over all V2 exchanges and quote tokens of the network. */
async function withPools(
  chain: ChainSource,
  block: PinnedBlock,
  tokens: readonly Address[],
  signal: AbortSignal,
): Promise<DeployerToken[]> {
  const { quoteTokens, factories } = NETWORKS[chain.chain]
  const asked = tokens.flatMap((token) =>
    poolCandidates(token, quoteTokens, factories)
      .filter(({ pool }) => pool.style === 'v2')
      .map(({ read }) => ({ token, read })),
  )
  const answers = await readAll(chain, block, asked, ({ read }) => read, signal)
  const pools = asked.flatMap(({ token }, at) => {
    const pool = addressAt(answers[at] ?? null)
    return pool === null || NOWHERE.test(pool) ? [] : [{ token, pool }]
  })
  const left = await readAll(chain, block, pools, ({ pool }) => ({ to: pool, data: callData('totalSupply') }), signal)
  const supplied = pools.map((one, at) => ({ ...one, lp: wordAt(left[at] ?? null) ?? 0n })).filter(({ lp }) => lp > 0n)
  return tokens.map((address): DeployerToken => {
    const [deepest] = supplied.filter(({ token }) => token === address).toSorted((a, b) => (a.lp > b.lp ? -1 : 1))
    if (deepest === undefined) return { address, pool: null, liquidity: 'none' }
    return { address, pool: deepest.pool, liquidity: deepest.lp <= LOCKED_LP ? 'removed' : 'there' }
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
