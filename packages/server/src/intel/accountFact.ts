import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../chains/index.ts'
import { tokenMetadata } from '../evm/decode/tokenMetadata.ts'
import type { ChainSource } from '../evm/rpc/chainSource.ts'
import { delegateOf } from '../evm/rpc/delegateOf.ts'
import type { AddressIntel } from './addressIntel.ts'
import { accountKind, readAheadOfKind } from './onchain/accountKind.ts'
import { codeTraits } from './onchain/codeTraits.ts'
import { frozenBy } from './onchain/freezeLists.ts'
import { onchainLabels, walletLabels } from './onchain/onchainLabels.ts'
import { sanctionedAt } from './onchain/sanctionOracle.ts'

/**
 * What is known of one address at the block. Accounts asked for in the same tick share one upstream batch per stage:
 * first the account, then what only contracts have; `expectContract` asks for both at once. After the labels that `intel`
 * knows come those that the chain itself proves.
 *
 * `deployedRecently` compares with the code `recentBlocks` before the pin: null when the node keeps no such state, the
 * chain is younger than that, or the address has no code of its own.
 * @throws when balance, nonce or code cannot be read.
 */
export async function accountFact(
  {
    chain,
    intel,
    recentBlocks = NETWORKS[chain.chain].blocks.inAWeek,
  }: { chain: ChainSource; intel: AddressIntel; recentBlocks?: bigint },
  { block, address, expectContract = false }: { block: PinnedBlock; address: Address; expectContract?: boolean },
  signal: AbortSignal,
): Promise<Account> {
  const at = { block, address }
  const readContract = () =>
    Promise.all([
      tokenMetadata(chain, at, signal),
      hadNoCode(chain, block, block.number - recentBlocks, address, signal),
    ])
  // The reads of the second stage leave with the first; the result is taken from the cache, or not at all.
  if (expectContract) Promise.all([readContract(), readAheadOfKind(chain, at, signal)]).catch(() => undefined)
  const contract = async () => {
    const code = await chain.code(block, address, signal)
    const delegate = delegateOf(code)
    if (code === '0x' || delegate !== null) return { ...NO_CONTRACT, code, delegate }
    const traits = codeTraits(code)
    const [[token, deployedRecently], kind, proven] = await Promise.all([
      readContract(),
      accountKind(chain, { ...at, traits }, signal),
      onchainLabels(chain, { ...at, traits }, signal),
    ])
    return { code, delegate, token, deployedRecently, kind, proven }
  }
  const [word, balance, nonce, onOracle, frozen, built] = await Promise.all([
    intel(chain.chain, address),
    chain.balance(block, address, signal),
    chain.nonce(block, address, signal),
    sanctionedAt(chain, at, signal),
    frozenBy(chain, at, signal),
    contract(),
  ])
  const { code, delegate, token, deployedRecently, kind, proven } = built
  return {
    address,
    class: classOf(chain.chain, address, code, delegate !== null),
    codeSize: code.length / 2 - 1,
    codeHash: code === '0x' ? null : codeTraits(code).hash,
    delegate,
    balance,
    nonce: BigInt(nonce),
    ...sanctionsOf(onOracle, word),
    ...(word.allowed && { allowed: word.allowed }),
    frozenBy: frozen,
    kind,
    ensName: null,
    labels: [...word.labels, ...walletLabels(kind), ...proven],
    token,
    deployedRecently,
  }
}

/** Either source is enough to accuse; only a list that is whole and fresh clears, since the oracle has no say on names. */
function sanctionsOf(
  onOracle: boolean | null | 'failed',
  { sanctionedBy, sanctionsKnown, sanctionsStale }: Awaited<ReturnType<AddressIntel>>,
): Pick<Account, 'sanctioned' | 'sanctionedBy' | 'sanctionsStale' | 'sanctionsFailed'> {
  const by = onOracle === true ? [ON_ORACLE, ...sanctionedBy] : sanctionedBy
  const sanctioned = by.length > 0 ? true : sanctionsKnown ? false : null
  if (sanctioned !== null) return { sanctioned, sanctionedBy: by }
  return {
    sanctioned,
    sanctionedBy: by,
    ...(sanctionsStale && { sanctionsStale }),
    ...(onOracle === 'failed' && { sanctionsFailed: true as const }),
  }
}

const ON_ORACLE = 'Chainalysis oracle on this chain, at the scan block'

/** What only a contract has, for an account that is none. */
const NO_CONTRACT = { token: null, deployedRecently: null, kind: null, proven: [] }

function classOf(chain: Chain, address: Address, code: Hex, delegated: boolean): Account['class'] {
  if (delegated) return 'delegated-eoa'
  if (code !== '0x') return 'contract'
  return isPrecompile(chain, BigInt(address)) ? 'precompile' : 'eoa'
}

function isPrecompile(chain: Chain, number: bigint): boolean {
  return NETWORKS[chain].precompiles.some(([first, last]) => number >= first && number <= last)
}

/** Null when it cannot be told: an endpoint that refuses old state must not make the whole account unknown. */
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
