import type { Address, Hex } from '@redoubt/risk/address.ts'
import { patient } from '../../../lib/patience.ts'
import type { ChainLog } from '../../rpc/chainSource.ts'
import type { Budget } from '../../trade/tradeContext.ts'
import { isBurnAddress } from '../effects.ts'
import { controllingContracts, facetTargets, proxyTarget } from '../followed.ts'
import type { PrivilegesRequest, PrivilegesSources } from '../privilegesRequest.ts'
import { CALLER_OF_FUNCTIONS, type Candidate } from './candidate.ts'
import { cloneArguments, codeAddresses } from './codeAddresses.ts'
import { readTarget, type Target } from './targets.ts'

const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Number of blocks after the creation, and before now, whose logs are read. */
const EARLY_BLOCKS = 300n

const LATE_BLOCKS = 1_000n

const LOGS_MS = 1_000

/** Limit of transactions in these logs, from either end, whose senders are read. */
const MAX_TRANSACTIONS = 8

const MAX_RECEIVERS = 6

/** Limit of last words of init code: the constructor's arguments. */
const MAX_ARGUMENTS = 16

const MIN_ACCOUNT = 1n << 120n

/** Functions that every user calls. */
const USERS = new Set(['0xa9059cbb', '0x095ea7b3', '0x23b872dd', '0xd505accf'])

/** Accounts whose calls are tried on a contract, and the called contracts. */
export type Callers = {
  /** The contract's own code, or its first implementation's. */
  subject: Target
  /** The subject, the proxy before it, and a diamond's other facets. */
  own: Target[]
  /** The subject, and the contracts that it obeys. Each names its own callers. */
  targets: Target[]
  /** Callers that nothing in the contract points to. */
  insiders: Candidate[]
}

/**
 * The one list of callers for everything that probes privileged calls: a contract scan, and the probe of a spender. Owners, holders of
 * roles and storage slots, creators, addresses in the code, and those that its creation and its logs name.
 * @throws when the network cannot be read.
 */
export async function gatherCallers(
  sources: PrivilegesSources,
  request: PrivilegesRequest,
  budget: Budget,
  signal: AbortSignal,
): Promise<Callers> {
  const { block, address, bytecode } = request
  const code = await sources.chain.code(block, bytecode.address, signal)
  const [subject, proxy, facets, unlisted] = await Promise.all([
    readTarget(sources, request, { address, bytecode, code, primary: true }, signal),
    proxyTarget(sources, request, signal),
    facetTargets(sources, request, budget, signal),
    unlistedCallers(sources, request, signal),
  ])
  const own = [subject, ...(proxy === null ? [] : [proxy]), ...facets]
  const targets = [...own, ...(await controllingContracts(sources, request, { known: own, budget }, signal))]
  return { subject, own, targets, insiders: unlisted }
}

/**
 * Returns accounts that nothing in the contract points to, but that may be on one of its lists: arguments of a clone and of its constructor,
 * constants of its code, callers of other than user functions, and receivers of the first tokens. Unreadable data shortens the
 * list.
 */
export async function unlistedCallers(
  { chain }: Pick<PrivilegesSources, 'chain'>,
  { block, address, creation, trade }: Pick<PrivilegesRequest, 'block' | 'address' | 'creation' | 'trade'>,
  signal: AbortSignal,
): Promise<Candidate[]> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(patient(LOGS_MS))])
  const quietly = <Value>(reading: Promise<Value>) =>
    reading.catch(() => {
      signal.throwIfAborted()
      return null
    })
  const made = creation === null ? null : await quietly(chain.transaction(creation, within))
  const read = (fromBlock: bigint, toBlock: bigint) =>
    quietly(chain.logs({ address: [address], fromBlock, toBlock, pin: block }, within))
  const first = made?.blockNumber ?? null
  const late = block.number > LATE_BLOCKS ? block.number - LATE_BLOCKS : 0n
  const end = first === null || first + EARLY_BLOCKS > block.number ? block.number : first + EARLY_BLOCKS
  const [early, recent] = await Promise.all([
    first === null || first >= late ? [] : read(first, end),
    read(first !== null && first > late ? first : late, block.number),
  ])
  const logs = [...(early ?? []), ...(recent ?? [])]
  const callers = await callersOf(logs, (hash) => quietly(chain.transaction(hash, within)), address)
  const passedBy = new Set<Address>([
    address,
    ...(trade === null ? [] : [trade.venue.pool.address, trade.venue.router, trade.venue.pool.factory]),
  ])
  const told: [string, readonly Address[]][] = [
    ['an argument behind its code', cloneArguments((await quietly(chain.code(block, address, within))) ?? '0x')],
    ['an argument of its constructor', made === null ? [] : argumentsOf(made.data)],
    [CALLER_OF_FUNCTIONS, callers],
    ['an address in the code that made it', made === null ? [] : codeAddresses(made.data)],
    ['one of its first holders', receiversOf(logs)],
  ]
  const found = new Map<Address, Candidate>()
  for (const [by, accounts] of told)
    for (const account of accounts)
      if (!found.has(account) && !passedBy.has(account) && !isBurnAddress(BigInt(account)))
        found.set(account, { address: account, by, role: 'role', named: false })
  return [...found.values()]
}

/** Returns words at the end of init code that may be addresses. */
function argumentsOf(data: Hex): Address[] {
  const words = Array.from({ length: MAX_ARGUMENTS }, (_, index) => data.slice(data.length - 64 * (index + 1)))
  return words.flatMap((text) => {
    const word = text.slice(0, 64)
    if (!/^0{24}[0-9a-f]{40}$/.test(word) || BigInt(`0x${word}`) < MIN_ACCOUNT) return []
    return [`0x${word.slice(24)}` as const]
  })
}

type Mined = { sender: Address; to: Address | null; data: Hex } | null

async function callersOf(
  logs: readonly ChainLog[],
  ask: (hash: Hex) => Promise<Mined>,
  address: Address,
): Promise<Address[]> {
  const hashes = [...new Set(logs.map(({ transactionHash }) => transactionHash))]
  const asked = [...new Set([...hashes.slice(-MAX_TRANSACTIONS), ...hashes.slice(0, MAX_TRANSACTIONS)])]
  const sent = await Promise.all(asked.map(ask))
  return sent.flatMap((one) => (one?.to === address && !USERS.has(one.data.slice(0, 10)) ? [one.sender] : []))
}

function receiversOf(logs: readonly ChainLog[]): Address[] {
  const accounts = logs.flatMap(({ topics: [topic, , receiver] }): Address[] => {
    const value = topic === TRANSFER && receiver !== undefined ? BigInt(receiver) : 0n
    return value < MIN_ACCOUNT || value >> 160n !== 0n ? [] : [`0x${value.toString(16).padStart(40, '0')}`]
  })
  return [...new Set(accounts)].slice(0, MAX_RECEIVERS)
}
