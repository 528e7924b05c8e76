import { keccak256 } from 'viem/utils'
import type { Chain } from '../../risk/chain.ts'
import type { Account, Address, Hex, Label, PinnedBlock } from '../../risk/facts.ts'
import type { ChainSource } from '../chain/chainSource.ts'
import { remember } from '../chain/remember.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'
import { sanctionedAt } from './sanctionOracle.ts'

/** About seven days of blocks: 12 s, 0.75 s and 2.1 s each. */
const RECENT_BLOCKS: Readonly<Record<Chain, bigint>> = { ethereum: 50_400n, bsc: 806_400n, polygon: 288_000n }

/** Hashing the code of a router takes a millisecond, and the same contracts come up in most scans. */
const codeHash = remember(500, (code: Hex) => keccak256(code))

/** EIP-7702: the code of a delegated account is this prefix and the delegate's address. */
const DELEGATION = /^0xef0100([0-9a-f]{40})$/
/** 0x01-0x11 (to BLS12-381, EIP-2537) and P256VERIFY at 0x100 (RIP-7212, EIP-7951); BSC adds 0x64-0x69 (BEP-126 and others). */
const PRECOMPILE = (chain: Chain, address: Address): boolean => {
  const number = BigInt(address)
  return (
    (number >= 1n && number <= 0x11n) || number === 0x100n || (chain === 'bsc' && number >= 0x64n && number <= 0x69n)
  )
}

/**
 * What is known of one address at the block. Accounts asked for in the same tick share one upstream batch per stage:
 * first the account, then what only contracts have; `expectContract` asks for both at once.
 *
 * `deployedRecently` compares with the code `recentBlocks` before the pin: null when the node keeps no such state, the
 * chain is younger than that, or the address has no code of its own.
 * @throws when balance, nonce or code cannot be read.
 */
export async function accountFact(
  {
    chain,
    labels,
    recentBlocks = RECENT_BLOCKS[chain.chain],
  }: { chain: ChainSource; labels: (chain: Chain, address: Address) => Label[]; recentBlocks?: bigint },
  { block, address, expectContract = false }: { block: PinnedBlock; address: Address; expectContract?: boolean },
  signal: AbortSignal,
): Promise<Account> {
  const readContract = () =>
    Promise.all([
      tokenMetadata(chain, { block, address }, signal),
      hadNoCode(chain, block, block.number - recentBlocks, address, signal),
    ])
  // The reads of the second stage leave with the first; the result is taken from the cache, or not at all.
  if (expectContract) readContract().catch(() => undefined)
  const contract = async () => {
    const code = await chain.code(block, address, signal)
    const delegate = DELEGATION.exec(code)?.[1]
    const [token, deployedRecently] = code !== '0x' && delegate === undefined ? await readContract() : [null, null]
    return { code, delegate, token, deployedRecently }
  }
  const [balance, nonce, sanctioned, { code, delegate, token, deployedRecently }] = await Promise.all([
    chain.balance(block, address, signal),
    chain.nonce(block, address, signal),
    sanctionedAt(chain, { block, address }, signal),
    contract(),
  ])
  return {
    address,
    class: classOf(chain.chain, address, code, delegate !== undefined),
    codeSize: code.length / 2 - 1,
    codeHash: code === '0x' ? null : codeHash(code),
    delegate: delegate === undefined ? null : `0x${delegate}`,
    balance,
    nonce: BigInt(nonce),
    sanctioned,
    labels: labels(chain.chain, address),
    token,
    deployedRecently,
  }
}

function classOf(chain: Chain, address: Address, code: Hex, delegated: boolean): Account['class'] {
  if (delegated) return 'delegated-eoa'
  if (code !== '0x') return 'contract'
  return PRECOMPILE(chain, address) ? 'precompile' : 'eoa'
}

/** Null when nobody can tell: an endpoint that refuses old state must not make the whole account unknown. */
async function hadNoCode(
  chain: ChainSource,
  block: PinnedBlock,
  ancestor: bigint,
  address: Address,
  signal: AbortSignal,
): Promise<boolean | null> {
  if (ancestor < 0n) return null
  try {
    const code = await chain.codeAt(block, ancestor, address, signal)
    return code === null ? null : code === '0x'
  } catch {
    signal.throwIfAborted()
    return null
  }
}
