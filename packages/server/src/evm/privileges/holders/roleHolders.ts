import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { wordAt } from '../../decode/callData.ts'
import { readAggregate } from '../../market/readAggregate.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import type { Candidate } from './candidate.ts'

/** RoleGranted(bytes32,address,address) of OpenZeppelin's AccessControl. */
const ROLE_GRANTED: Hex = '0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d'
/** OwnershipTransferred(address,address) of ERC-173. */
const OWNERSHIP_TRANSFERRED: Hex = '0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0'
const HAS_ROLE = '0x91d14854'
/** Blocks searched when the node refuses the full range. */
const FALLBACK_BLOCKS = 40_000n
const LOGS_MS = 1_200
const MAX_GRANTS = 24
const MAX_NAMES = 24
const MIN_HASH = 2n ** 200n
const MAX_OWNERS = 4
const ADMIN_ROLE: Hex = `0x${'0'.repeat(64)}`

/**
 * Returns the accounts that received roles and ownership by the contract's own log, as far as a node has it. Roles count while
 * they still hold (`hasRole`). Empty when no node has the log. `isRenouncedPrivilege`: the log gives the ownership to a burn
 * address.
 */
export async function roleHolders(
  chain: ChainSource,
  {
    block,
    address,
    hasRoles,
    functions,
  }: { block: PinnedBlock; address: Address; hasRoles: boolean; functions: readonly ContractFunction[] },
  signal: AbortSignal,
): Promise<{ holders: Candidate[]; formerOwners: Address[]; roles: Hex[]; isRenouncedPrivilege: boolean }> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(LOGS_MS)])
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
