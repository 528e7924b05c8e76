import type { Address, Hex } from '@redoubt/risk/address.ts'
import { NO_RENOUNCEMENT_LOG } from '@redoubt/risk/contract/capabilityHits.ts'
import type { Bytecode, ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { PrivilegedCall } from '@redoubt/risk/facts/privileges.ts'
import { patient } from '../../../lib/patience.ts'
import { refusesUnnamed } from '../../bytecode/analysis/refusesUnnamed.ts'
import { addressAt, wordAt } from '../../decode/callData.ts'
import { readAggregate } from '../../market/chainlinkPrice.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { isBurnAddress } from '../effects.ts'
import type { PrivilegesRequest, PrivilegesSources } from '../privilegesRequest.ts'
import { gateAccounts } from './accountWords.ts'
import type { Candidate } from './candidate.ts'
import { codeAddresses, codeHashes } from './codeAddresses.ts'

/** RoleGranted(bytes32,address,address) of OpenZeppelin's AccessControl. */
const ROLE_GRANTED: Hex = '0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d'

/** OwnershipTransferred(address,address) of ERC-173. */
const OWNERSHIP_TRANSFERRED: Hex = '0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0'

const HAS_ROLE = '0x91d14854'

/** Topics of events that contracts with roles log: no roles. */
const TOPICS: ReadonlySet<Hex> = new Set([
  ROLE_GRANTED,
  OWNERSHIP_TRANSFERRED,
  // RoleRevoked, RoleAdminChanged, Transfer, Approval.
  '0xf6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b',
  '0xbd79b86ffe0ab8e8776151514217cd7cacd52c909f66475c3af44e129f0b00ff',
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
])

/** Blocks searched when the node refuses the full range. */
const FALLBACK_BLOCKS = 40_000n

const LOGS_MS = 1_200

const MAX_GRANTS = 24

const MAX_NAMES = 24

const MIN_HASH = 2n ** 200n

const MAX_OWNERS = 4

const ADMIN_ROLE: Hex = `0x${'0'.repeat(64)}`

/** A contract whose functions may control the subject: itself, or one that it obeys. */
export type Target = {
  address: Address
  functions: readonly ContractFunction[]
  complete: boolean
  candidates: readonly Candidate[]
  /** Accounts held in a storage word. */
  inSlot: ReadonlyMap<Hex, readonly Address[]>
  /** AccessControl roles that it has names for. */
  roles: readonly Hex[]
  /** Accounts fixed in the code. */
  fixed: readonly Address[]
  /** Calls without a function revert, whatever they carry. */
  refusesUnnamed: boolean
}

/** Getters that name a privileged account, in order of precedence. */
const NAMES: readonly (readonly [Hex, string, PrivilegedCall['callerRole']])[] = [
  ['0x8da5cb5b', 'owner()', 'owner'],
  ['0x893d20e8', 'getOwner()', 'owner'],
  ['0xf851a440', 'admin()', 'owner'],
  ['0x6e9960c3', 'getAdmin()', 'owner'],
  ['0x5aa6e675', 'governance()', 'owner'],
  ['0x0c340a24', 'governor()', 'owner'],
  ['0xe30c3978', 'pendingOwner()', 'role'],
  ['0x570ca735', 'operator()', 'role'],
  ['0x481c6a75', 'manager()', 'role'],
  ['0xf77c4791', 'controller()', 'role'],
  ['0x452a9320', 'guardian()', 'role'],
  ['0x07546172', 'minter()', 'role'],
  ['0x35d99f35', 'masterMinter()', 'role'],
  ['0x9fd0506d', 'pauser()', 'role'],
  ['0xbd102430', 'blacklister()', 'role'],
  ['0x38a63183', 'rescuer()', 'role'],
  ['0xe78cea92', 'bridge()', 'role'],
]
const MAX_SLOTS = 24

/** Reads the accounts in charge of a contract: its getters, its storage, its code, its roles. */
export async function readTarget(
  { chain }: Pick<PrivilegesSources, 'chain'>,
  { block, suspects }: Pick<PrivilegesRequest, 'block' | 'suspects'>,
  { address, bytecode, code, primary }: { address: Address; bytecode: Bytecode; code: Hex; primary: boolean },
  signal: AbortSignal,
): Promise<Target> {
  const { functions } = bytecode
  const has = new Set(functions.map(({ selector }) => selector))
  const names = NAMES.filter(([selector]) => has.has(selector))
  const gates = [...new Set(functions.flatMap(({ gatedBy }) => gatedBy))].slice(0, MAX_SLOTS)
  const hasRoles = has.has('0x91d14854')
  const [answers, stored, roles] = await Promise.all([
    readAggregate(chain, { block, reads: names.map(([data]) => ({ to: address, data })) }, signal),
    Promise.all(gates.map((slot) => chain.storage(block, address, slot, signal).catch(() => aborted(signal)))),
    roleHolders(chain, { block, address, hasRoles, functions }, signal),
  ])
  const place = primary ? '' : ` of ${address}`
  // An unset storage word reads as zero, too.
  const since = (account: Address) =>
    BigInt(account) === 0n && !roles.isRenouncedPrivilege ? ` (${NO_RENOUNCEMENT_LOG})` : ''
  const candidates: Candidate[] = names.flatMap(([, by, role], index) => {
    const account = addressAt(answers[index] ?? null)
    // A burn address matters only where it holds the ownership.
    return account === null || (role !== 'owner' && isBurnAddress(BigInt(account)))
      ? []
      : [{ address: account, by: by + place + since(account), role: primary ? role : 'role', named: true } as const]
  })
  candidates.push(...roles.holders)
  const inSlot = new Map<Hex, readonly Address[]>()
  for (const [index, slot] of gates.entries()) {
    const accounts = gateAccounts(functions, slot, stored[index] ?? null).filter((one) => !isBurnAddress(BigInt(one)))
    const known = accounts.filter((one) => candidates.some(({ address: who, named }) => named && who === one))
    const likely = known.length > 0 ? known : accounts
    if (likely.length === 0) continue
    inSlot.set(slot, likely)
    const by = nameOfSlot(functions, slot)
    const named = by !== null && accounts.length === 1
    for (const account of likely)
      candidates.push({ address: account, by: `${by ?? `storage slot ${slot}`}${place}`, role: 'role', named })
  }
  for (const account of [...roles.formerOwners, ...suspects]) {
    const by = roles.formerOwners.includes(account) ? 'a former owner' : 'the creator'
    candidates.push({ address: account, by, role: 'role', named: false })
  }
  const renounced = candidates.some(({ by, address: who }) => by.startsWith('owner()') && isBurnAddress(BigInt(who)))
  const owned = new Set([...roles.formerOwners, ...suspects])
  return {
    address,
    functions,
    complete: bytecode.complete,
    candidates: firstOfEach(candidates).map((one) =>
      renounced && !one.named && owned.has(one.address) ? { ...one, role: 'former-owner' } : one,
    ),
    inSlot,
    roles: hasRoles ? [...new Set([...roles.roles, ...codeHashes(code).filter((one) => !TOPICS.has(one))])] : [],
    fixed: codeAddresses(code),
    // A proxy has a fallback of its own.
    refusesUnnamed: bytecode.address === address && refusesUnnamed(code),
  }
}

/** Returns the name of a function without arguments that reads the slot and nothing else. */
function nameOfSlot(functions: readonly ContractFunction[], slot: Hex): string | null {
  const getter = functions.find(
    ({ arguments: none, reads, mutability }) =>
      none === '' && mutability === 'view' && reads.length === 1 && reads[0] === slot,
  )
  return getter === undefined ? null : (getter.signature ?? `${getter.selector}()`)
}

function firstOfEach(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Map<string, Candidate>()
  for (const one of candidates) {
    // A former owner no longer owns it; getters that name a burned account still matter.
    const key = isBurnAddress(BigInt(one.address)) ? `${one.address} ${one.by}` : one.address
    if (!seen.has(key)) seen.set(key, one)
  }
  return [...seen.values()]
}

function aborted(signal: AbortSignal): null {
  signal.throwIfAborted()
  return null
}

/**
 * Returns the accounts that received roles and ownership by the contract's own log, as far as a node has it. Roles count while
 * they still hold (`hasRole`). Empty when no node has the log. `isRenouncedPrivilege`: the log gives the ownership to a burn
 * address.
 */
async function roleHolders(
  chain: ChainSource,
  {
    block,
    address,
    hasRoles,
    functions,
  }: { block: PinnedBlock; address: Address; hasRoles: boolean; functions: readonly ContractFunction[] },
  signal: AbortSignal,
): Promise<{ holders: Candidate[]; formerOwners: Address[]; roles: Hex[]; isRenouncedPrivilege: boolean }> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(patient(LOGS_MS))])
  const read = (fromBlock: bigint) =>
    chain
      .logs(
        {
          address: [address],
          topics: [[ROLE_GRANTED, OWNERSHIP_TRANSFERRED]],
          fromBlock,
          toBlock: block.number,
          pin: block,
        },
        limited,
      )
      .catch(() => {
        signal.throwIfAborted()
        return null
      })
  const late = block.number > FALLBACK_BLOCKS ? block.number - FALLBACK_BLOCKS : 0n
  const logs = (await read(0n)) ?? (await read(late)) ?? []
  const owners = logs.flatMap(({ topics }) => (topics[0] === OWNERSHIP_TRANSFERRED ? topics.slice(1, 3) : []))
  const isRenouncedPrivilege = logs.some(({ topics: [topic, , to] }) => {
    return topic === OWNERSHIP_TRANSFERRED && to !== undefined && BigInt(to) === 0n
  })
  const formerOwners = [...new Set(owners.flatMap(accountOf))].slice(-MAX_OWNERS)
  if (!hasRoles) return { holders: [], formerOwners, roles: [], isRenouncedPrivilege }
  const grants = logs.flatMap(({ topics: [topic, role, account] }) =>
    topic === ROLE_GRANTED && role !== undefined ? accountOf(account).map((who) => ({ role, who })) : [],
  )
  const unique = [...new Map(grants.map((grant) => [`${grant.role} ${grant.who}`, grant])).values()].slice(-MAX_GRANTS)
  const names = await roleNames(chain, { block, address, functions }, signal)
  const reads = unique.map(({ role, who }) => {
    return { to: address, data: `${HAS_ROLE}${role.slice(2)}${who.slice(2).padStart(64, '0')}` as const }
  })
  const held = await readAggregate(chain, { block, reads }, signal)
  return {
    isRenouncedPrivilege,
    formerOwners,
    roles: [...names.keys()],
    holders: unique.flatMap(({ role, who }, index): Candidate[] =>
      wordAt(held[index] ?? null) === 1n
        ? [{ address: who, by: names.get(role) ?? `role ${role}`, role: 'role', named: true }]
        : [],
    ),
  }
}

/** Reads the contract's names for its roles: `MINTER_ROLE()` answers the role. */
async function roleNames(
  chain: ChainSource,
  { block, address, functions }: { block: PinnedBlock; address: Address; functions: readonly ContractFunction[] },
  signal: AbortSignal,
): Promise<Map<Hex, string>> {
  const getters = functions
    .filter(({ arguments: none, mutability }) => none === '' && (mutability === 'view' || mutability === 'pure'))
    .filter(({ signature }) => signature === null || /^[A-Z][A-Z0-9_]*\(\)$/.test(signature))
    .slice(0, MAX_NAMES)
  const answers = await readAggregate(
    chain,
    { block, reads: getters.map(({ selector }) => ({ to: address, data: selector })) },
    signal,
  )
  const names = new Map<Hex, string>([[ADMIN_ROLE, 'DEFAULT_ADMIN_ROLE']])
  for (const [index, { signature, selector }] of getters.entries()) {
    const role = answers[index]
    // Roles are hashes; small answers of functions without a known name are something else.
    if (role?.length !== 66 || names.has(role) || BigInt(role) < MIN_HASH) continue
    names.set(role, signature === null ? `role ${selector}()` : signature.slice(0, -2))
  }
  return names
}

function accountOf(topic: Hex | undefined): Address[] {
  const value = topic === undefined ? 0n : BigInt(topic)
  return value === 0n || value >> 160n !== 0n ? [] : [`0x${value.toString(16).padStart(40, '0')}`]
}
