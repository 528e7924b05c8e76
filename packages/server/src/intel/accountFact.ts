import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Account, AccountKind, Label } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { keccak256, stringToHex } from 'viem/utils'
import { NETWORKS } from '../chains/index.ts'
import { callData, wordAt } from '../evm/decode/callData.ts'
import { tokenMetadata } from '../evm/decode/tokenMetadata.ts'
import type { ChainSource } from '../evm/rpc/chainSource.ts'
import { delegateOf } from '../evm/rpc/rpcValues.ts'
import type { AddressIntel } from './addressIntel.ts'
import { accountKind, readAheadOfKind } from './onchain/accountKind.ts'
import { askContract, callUntrusted } from './onchain/askContract.ts'
import { type CodeTraits, codeTraits } from './onchain/codeTraits.ts'
import { poolOf } from './onchain/poolOf.ts'

/** A nullifier that no note can have: a mixer must say that it is unspent. */
const UNUSED_NULLIFIER = keccak256(stringToHex('redoubt: a nullifier of nobody'))

/** Tornado Cash allows 1-31 levels; its pools have 20 (MerkleTreeWithHistory.sol). */
const MAX_LEVELS = 31n

/** Gas of one question, 200,000: the lists stand behind proxies. */
const GAS: Hex = '0x30d40'

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
    return { code, delegate, token, deployedRecently, kind, proven, sendsNothing: traits.sendsNothing }
  }
  const [word, balance, nonce, onOracle, frozen, built] = await Promise.all([
    intel(chain.chain, address),
    chain.balance(block, address, signal),
    chain.nonce(block, address, signal),
    sanctionedAt(chain, at, signal),
    frozenBy(chain, at, signal),
    contract(),
  ])
  const { code, delegate, token, deployedRecently, kind, proven, sendsNothing } = built
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
    ...(sendsNothing && { sendsNothing }),
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

/**
 * Whether the Chainalysis oracle lists the address at the block (OFAC SDN and others). Null when the oracle gives no
 * answer, which is never "not sanctioned"; `failed` when the network could not be asked.
 */
export async function sanctionedAt(
  chain: ChainSource,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<boolean | null | 'failed'> {
  try {
    const answer = wordAt(
      await chain.call(
        block,
        { to: NETWORKS[chain.chain].sanctionsOracle, data: callData('isSanctioned', address) },
        signal,
      ),
    )
    return answer === 0n ? false : answer === 1n ? true : null
  } catch {
    signal.throwIfAborted()
    return 'failed'
  }
}

/**
 * Symbols of the tokens whose issuer froze the account, as of the block; empty when none did, or when no issuer of the
 * network keeps a list. Null when none did and a list gave no answer, which is never "not frozen".
 */
export async function frozenBy(
  chain: ChainSource,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<string[] | null> {
  // A token that refuses transfers to itself lists its own address (FiatTokenV2_1), which is no freeze.
  const lists = NETWORKS[chain.chain].freezeLists.filter(({ token }) => token !== address)
  const answers = await Promise.all(
    lists.map(async ({ token, ask }) =>
      wordAt(await askContract(chain, { block, to: token, gas: GAS }, [ask, address], signal)),
    ),
  )
  const frozen = lists.filter((_, at) => answers[at] === 1n).map(({ symbol }) => symbol)
  const silent = lists.some(({ unsure }, at) => !unsure && answers[at] !== 0n && answers[at] !== 1n)
  return frozen.length === 0 && silent ? null : frozen
}

/**
 * What the chain itself shows a contract to be: nothing is asked of code that could not answer. All questions of an account
 * leave in one tick; only a pool that CREATE2 does not prove costs one more trip.
 */
async function onchainLabels(
  chain: ChainSource,
  { block, address, traits }: { block: PinnedBlock; address: Address; traits: CodeTraits },
  signal: AbortSignal,
): Promise<Label[]> {
  const found = await Promise.all([
    traits.pool ? poolOf(chain, { block, address }, signal) : null,
    traits.mixer ? mixerOf(chain, { block, address }, signal) : null,
  ])
  return found.filter((label) => label !== null)
}

/** Returns the label of a genuine Safe: a wallet of several people, whose owners are not named. */
function walletLabels(kind: AccountKind | null): Label[] {
  if (kind?.type !== 'safe') return []
  return [
    {
      name: `Safe ${kind.version} wallet`,
      category: 'multisig',
      source: 'on chain: Safe proxy code with a Safe singleton in slot 0',
      confidence: 'high',
    },
  ]
}

/**
 * The label of a pool that works like Tornado Cash: equal deposits, a Merkle tree of commitments, and spent nullifiers.
 * Medium confidence: it says so itself, though nothing honest has reason to. Null unless all four answers fit together.
 */
export async function mixerOf(
  chain: ChainSource,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<Label | null> {
  const [denomination, levels, nextIndex, spent] = await Promise.all(
    ([['denomination'], ['levels'], ['nextIndex'], ['isSpent', UNUSED_NULLIFIER]] as const).map(async (question) =>
      wordAt(await callUntrusted(chain, { block, to: address }, question, signal)),
    ),
  )
  if (denomination == null || levels == null || nextIndex == null || spent !== 0n) return null
  if (denomination === 0n || denomination >= 1n << 128n) return null
  if (levels === 0n || levels > MAX_LEVELS || nextIndex > 1n << levels) return null
  return {
    name: 'Mixer pool like Tornado Cash’s',
    category: 'mixer',
    source: 'on chain: denomination, levels, nextIndex and isSpent answer as a mixer’s do',
    confidence: 'medium',
  }
}
