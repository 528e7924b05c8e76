import { keccak256, stringToHex, toEventSelector, toFunctionSelector } from 'viem/utils'
import type { Address, Hex } from '../address.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { CallFrame, Log, Simulation } from '../facts/execution.ts'
import type { PrivilegeChange } from './shapes.ts'

type Kind = PrivilegeChange['kind']
/** Positions among the event's arguments, indexed ones first, or the function's arguments. */
type Shape = { kind: Kind; from?: number; to?: number; contract?: number }

/** EIP-173, EIP-1967, OpenZeppelin AccessControl, Safe 1.0-1.4. */
const EVENTS = selectorTable(toEventSelector, {
  'OwnershipTransferred(address,address)': { kind: 'owner', from: 0, to: 1 },
  'OwnershipTransferStarted(address,address)': { kind: 'owner', from: 0, to: 1 },
  'OwnerChanged(address,address)': { kind: 'owner', from: 0, to: 1 },
  'AdminChanged(address,address)': { kind: 'admin', from: 0, to: 1 },
  'Upgraded(address)': { kind: 'implementation', to: 0 },
  'BeaconUpgraded(address)': { kind: 'implementation', to: 0 },
  'ChangedMasterCopy(address)': { kind: 'implementation', to: 0 },
  'RoleGranted(bytes32,address,address)': { kind: 'role', to: 1 },
  'AddedOwner(address)': { kind: 'safe-owner', to: 0 },
  'RemovedOwner(address)': { kind: 'safe-owner', from: 0 },
  'ChangedThreshold(uint256)': { kind: 'safe-threshold' },
  'EnabledModule(address)': { kind: 'safe-module', to: 0 },
  'ChangedGuard(address)': { kind: 'safe-guard', to: 0 },
  'ChangedFallbackHandler(address)': { kind: 'safe-fallback-handler', to: 0 },
})
const FUNCTIONS = selectorTable((signature) => toFunctionSelector(`function ${signature}`), {
  'transferOwnership(address)': { kind: 'owner', to: 0 },
  'renounceOwnership()': { kind: 'owner' },
  'setOwner(address)': { kind: 'owner', to: 0 },
  'changeOwner(address)': { kind: 'owner', to: 0 },
  'changeAdmin(address)': { kind: 'admin', to: 0 },
  'setAdmin(address)': { kind: 'admin', to: 0 },
  'changeProxyAdmin(address,address)': { kind: 'admin', contract: 0, to: 1 },
  'upgradeTo(address)': { kind: 'implementation', to: 0 },
  'upgradeToAndCall(address,bytes)': { kind: 'implementation', to: 0 },
  'upgrade(address,address)': { kind: 'implementation', contract: 0, to: 1 },
  'upgradeAndCall(address,address,bytes)': { kind: 'implementation', contract: 0, to: 1 },
  'setImplementation(address)': { kind: 'implementation', to: 0 },
  'grantRole(bytes32,address)': { kind: 'role', to: 1 },
  'addOwnerWithThreshold(address,uint256)': { kind: 'safe-owner', to: 0 },
  'swapOwner(address,address,address)': { kind: 'safe-owner', from: 1, to: 2 },
  'removeOwner(address,address,uint256)': { kind: 'safe-owner', from: 1 },
  'changeThreshold(uint256)': { kind: 'safe-threshold' },
  'enableModule(address)': { kind: 'safe-module', to: 0 },
  'setGuard(address)': { kind: 'safe-guard', to: 0 },
  'setFallbackHandler(address)': { kind: 'safe-fallback-handler', to: 0 },
})

/** EIP-1967 storage slots. */
const IMPLEMENTATION_SLOT = BigInt(keccak256(stringToHex('eip1967.proxy.implementation'))) - 1n
const ADMIN_SLOT = BigInt(keccak256(stringToHex('eip1967.proxy.admin'))) - 1n
/** Slot of a Safe proxy's master copy; a delegate call that writes it emits no event. */
const SAFE_MASTER_COPY_SLOT = 0n

/**
 * Derives the control that passes to an account other than the principals. Contracts created in the same transaction are left out
 * (their first owner takes nothing away), and so are contracts that the call does not address and no principal owned.
 */
export function derivePrivilegeChanges(input: {
  steps: readonly DecodedCall[]
  principals: readonly Address[]
  /** Null when the transaction was not simulated. */
  simulation: Simulation | null
}): PrivilegeChange[] {
  const { steps, principals } = input
  // A rejected transaction counts as if the obstacle were gone, so that an unusable nonce hides nothing.
  const executed = input.simulation?.trace?.error === null ? input.simulation.trace : null
  const created = new Set(executed ? createdBy(executed) : [])
  const addressed = new Set([...steps.map(({ to }) => to), ...principals])
  const safes = new Set(principals.slice(1))
  const logged = executed ? [...logsOf(executed)].flatMap(changeOfLog) : []
  const written = executed && input.simulation ? writtenSlots(input.simulation, safes) : []
  const told = new Set(logged.map(keyOf))
  const shown = [...logged, ...written.filter((change) => !told.has(keyOf(change)))]
  const relevant = shown.filter(
    ({ contract, from }) => !created.has(contract) && (addressed.has(contract) || (from && principals.includes(from))),
  )
  const seen = new Set(shown.map(keyOf))
  const fails = input.simulation !== null && isRolledBack(input.simulation) ? { fails: true as const } : {}
  const asked = steps
    .flatMap(changeOfCall)
    .filter((change) => !seen.has(keyOf(change)))
    .map((change) => ({ ...change, ...fails }))
  return [...relevant, ...asked].filter(({ to }) => to === null || !principals.includes(to))
}

/** A revert in one environment alone may be staged for the simulation. */
function isRolledBack({ outcome, environments }: Simulation): boolean {
  return outcome === 'reverted' && environments.every(({ success }) => !success)
}

function keyOf({ kind, contract }: PrivilegeChange): string {
  return `${kind} ${contract}`
}

function changeOfLog(log: Log): PrivilegeChange[] {
  const shape = log.topics[0] && EVENTS.get(log.topics[0])
  if (!shape) return []
  const words = [...log.topics.slice(1), ...(log.data.slice(2).match(/.{64}/g) ?? [])]
  const address = (at: number | undefined): Address | null =>
    at === undefined ? null : `0x${(words[at] ?? '').slice(-40).padStart(40, '0')}`
  return [
    {
      kind: shape.kind,
      contract: log.address,
      from: address(shape.from),
      to: address(shape.to),
      shownBy: 'simulation',
    },
  ]
}

function changeOfCall(step: DecodedCall): PrivilegeChange[] {
  const shape = step.selector && FUNCTIONS.get(step.selector)
  if (!shape || !step.to) return []
  const address = (at: number | undefined): Address | null => {
    const value = at === undefined ? null : step.args[at]
    return typeof value === 'string' ? (value as Address) : null
  }
  // A selector alone proves nothing when the arguments did not decode.
  if (shape.to !== undefined && address(shape.to) === null) return []
  const contract = shape.contract === undefined ? step.to : address(shape.contract)
  if (!contract) return []
  return [{ kind: shape.kind, contract, from: address(shape.from), to: address(shape.to), shownBy: 'call-data' }]
}

/** Returns the control written straight into storage, with or without an event. */
function writtenSlots({ stateDiff }: Simulation, safes: ReadonlySet<Address>): PrivilegeChange[] {
  return Object.entries(stateDiff).flatMap(([account, { storage }]) => {
    const contract = account as Address
    return Object.entries(storage).flatMap(([slot, { before, after }]): PrivilegeChange[] => {
      const kind = kindOfSlot(BigInt(slot), safes.has(contract))
      if (kind === null || BigInt(before) === BigInt(after)) return []
      return [{ kind, contract, from: lowAddress(before), to: lowAddress(after), shownBy: 'simulation' }]
    })
  })
}

function kindOfSlot(slot: bigint, isSafe: boolean): Kind | null {
  if (slot === IMPLEMENTATION_SLOT || (isSafe && slot === SAFE_MASTER_COPY_SLOT)) return 'implementation'
  return slot === ADMIN_SLOT ? 'admin' : null
}

/** The address in the low 20 bytes of a storage word. */
function lowAddress(word: Hex): Address {
  return `0x${(BigInt(word) % 2n ** 160n).toString(16).padStart(40, '0')}`
}

function* logsOf(frame: CallFrame): Generator<Log> {
  if (frame.error !== null) return
  yield* frame.logs
  for (const call of frame.calls) yield* logsOf(call)
}

function createdBy(frame: CallFrame): Address[] {
  const own = (frame.type === 'CREATE' || frame.type === 'CREATE2') && frame.to ? [frame.to] : []
  return [...own, ...frame.calls.flatMap(createdBy)]
}

function selectorTable(hash: (signature: string) => Hex, shapes: Readonly<Record<string, Shape>>): Map<Hex, Shape> {
  return new Map(Object.entries(shapes).map(([signature, shape]) => [hash(signature), shape]))
}
