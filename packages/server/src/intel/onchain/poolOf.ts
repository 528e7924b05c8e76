import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { shortAddress } from '@redoubt/risk/wording/accountNames.ts'
import { encodeAbiParameters, encodePacked, getCreate2Address, keccak256 } from 'viem/utils'
import { NETWORKS } from '../../chains/index.ts'
import { addressAt, wordAt } from '../../evm/decode/callData.ts'
import type { ChainSource } from '../../evm/rpc/chainSource.ts'
import { remember } from '../../evm/rpc/stateCache.ts'
import { type PackFactory, packFactories } from '../pack/packFactories.ts'
import { askContract, callUntrusted, type Question } from './askContract.ts'

const MAX_FEE = 1_000_000n
/**
 * keccak256 of the code that creates the pools of our sandbox, whose factories stand where the real ones do. No real factory creates
 * that code, so that no pool of a real network is at such an address.
 */
export const SANDBOX_POOLS: Readonly<Record<PackFactory['style'], Hex>> = {
  v2: '0x9a58188b82d35372bc5e48ac1a26e9e5a2fcc0668af71f29259398ba5f30d6f6',
  v3: '0x4d906ae6c85ef391f854c4e618fa06dab8ecc35e4bd630880244db197c8c982d',
}

const factoriesOf = remember(
  3,
  (chain: Chain) => new Map<Address | null, PackFactory>(packFactories(chain).map((one) => [one.factory, one])),
)

/**
 * The label of a genuine pool of a known exchange. What the contract says of itself is only where to look: it is a pool
 * when the factory's CREATE2 could have put no other code at this address, or when the factory itself calls it its pool.
 * Null for everything else, a contract that answers like a pair included. Only the names of well-known tokens are in it.
 */
export async function poolOf(
  chain: ChainSource,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<Label | null> {
  const ask = (question: Question) => callUntrusted(chain, { block, to: address }, [question], signal)
  const [first, second, maker, ownFee] = await Promise.all([ask('token0'), ask('token1'), ask('factory'), ask('fee')])
  const [token0, token1, factory] = [addressAt(first), addressAt(second), addressAt(maker)]
  const known = factoriesOf(chain.chain).get(factory)
  if (token0 === null || token1 === null || token0 >= token1 || known === undefined) return null
  const tier = known.style === 'v3' && known.fees?.length ? wordAt(ownFee) : undefined
  if (tier === null || (tier !== undefined && tier >= MAX_FEE)) return null
  const terms = { token0, token1, fee: tier === undefined ? null : Number(tier) }
  const inSandbox = { ...known, deployer: known.factory, initCodeHash: SANDBOX_POOLS[known.style] }
  if (poolAddress(known, terms) === address || poolAddress(inSandbox, terms) === address)
    return labelOf(chain, known, terms, 'CREATE2 of the factory')
  // Forks of an exchange run the same factory with other pool code.
  const listed = addressAt(await askContract(chain, { block, to: known.factory }, questionOf(known, terms), signal))
  return listed === address ? labelOf(chain, known, terms, 'the factory lists it') : null
}

function questionOf({ style }: PackFactory, { token0, token1, fee }: PoolTerms): [Question, ...(Address | bigint)[]] {
  if (style === 'v2') return ['getPair', token0, token1]
  return fee === null ? ['poolByPair', token0, token1] : ['getPool', token0, token1, BigInt(fee)]
}

function labelOf(
  { chain }: ChainSource,
  { protocol }: PackFactory,
  { token0, token1, fee }: PoolTerms,
  proof: string,
): Label {
  const symbol = (token: Address) =>
    NETWORKS[chain].tokens.find(({ address }) => address === token)?.symbol ?? shortAddress(token)
  return {
    name: `${protocol} pool ${symbol(token0)}/${symbol(token1)}${fee === null ? '' : ` ${fee / 10_000} %`}`,
    category: 'pool',
    source: `on chain: ${proof}`,
    confidence: 'high',
  }
}

/** Two tokens in the order the pool keeps them; `fee` in hundredths of a basis point, null where the pool has none of its own. */
type PoolTerms = { token0: Address; token1: Address; fee: number | null }

/** Where the factory's CREATE2 (EIP-1014) puts the pool of these terms, lower case. */
export function poolAddress(
  { style, factory, deployer = factory, initCodeHash }: PackFactory,
  terms: PoolTerms,
): Address {
  return create2Address(`${deployer} ${style === 'v2' ? packed(terms) : padded(terms)} ${initCodeHash}`)
}

/** Of "deployer preimage-of-the-salt hash-of-the-init-code": three hashes for each pool that a scan meets. */
const create2Address = remember(1_000, (made: string): Address => {
  const [from, preimage, bytecodeHash] = made.split(' ') as [Address, Hex, Hex]
  return getCreate2Address({ from, salt: keccak256(preimage), bytecodeHash }).toLowerCase() as Address
})

function packed({ token0, token1 }: PoolTerms): Hex {
  return encodePacked(['address', 'address'], [token0, token1])
}

function padded({ token0, token1, fee }: PoolTerms): Hex {
  const address = { type: 'address' } as const
  return fee === null
    ? encodeAbiParameters([address, address], [token0, token1])
    : encodeAbiParameters([address, address, { type: 'uint24' }], [token0, token1, fee])
}
