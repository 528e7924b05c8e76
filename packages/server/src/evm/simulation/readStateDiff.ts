import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { StateDiff } from '@redoubt/risk/facts/execution.ts'
import { readAddress, readCode, readObject, readQuantity, readWord } from '../rpc/rpcValues.ts'
import { engineBounds, engineCall, rpcStateOverrides, traceBlockOverrides } from './engine/engineCall.ts'
import { inputKey, prepareRun } from './prepareRun.ts'
import type { RunnerParts } from './runnerParts.ts'
import type { SimulationRequest, Simulator } from './simulator.ts'

const ZERO: Hex = `0x${'00'.repeat(32)}`

type Side = { balance?: bigint; nonce?: bigint; code?: Hex; storage: Map<Hex, Hex> }

const EMPTY: Side = { storage: new Map() }

/**
 * The answer of geth's prestateTracer in diffMode. `pre` has every changed account as it was, `post` only what changed:
 * a field that `post` lacks stayed, a slot that `post` lacks became zero, an account that `post` lacks was destroyed.
 */
export function readStateDiff(value: unknown): StateDiff {
  const { pre, post } = readObject(value, 'state diff')
  const before = readSide(pre)
  const after = readSide(post)
  const diff: StateDiff = {}
  for (const address of new Set([...before.keys(), ...after.keys()])) {
    const was = before.get(address) ?? EMPTY
    const destroyed = !after.has(address)
    const became: Side = after.get(address) ?? { balance: 0n, nonce: 0n, code: '0x' as const, storage: new Map() }
    const account: StateDiff[Hex] = { storage: readSlots(was, became) }
    const balance = change(was.balance ?? 0n, became.balance)
    const nonce = change(was.nonce ?? 0n, became.nonce)
    const code = change<Hex>(was.code ?? '0x', became.code)
    if (balance) account.balance = balance
    if (nonce) account.nonce = nonce
    if (code) account.code = code
    const changed = balance || nonce || code || Object.keys(account.storage).length > 0
    if (changed || destroyed) diff[address] = account
  }
  return diff
}

function change<Value>(before: Value, after: Value | undefined): { before: Value; after: Value } | null {
  return after === undefined || after === before ? null : { before, after }
}

function readSlots(was: Side, became: Side): Record<Hex, { before: Hex; after: Hex }> {
  const slots: Record<Hex, { before: Hex; after: Hex }> = {}
  for (const slot of new Set([...was.storage.keys(), ...became.storage.keys()])) {
    const before = was.storage.get(slot) ?? ZERO
    const after = became.storage.get(slot) ?? ZERO
    if (before !== after) slots[slot] = { before, after }
  }
  return slots
}

function readSide(value: unknown): Map<Hex, Side> {
  const accounts = Object.entries(readObject(value, 'state diff side'))
  return new Map(accounts.map(([address, account]) => [readAddress(address), readAccount(account)]))
}

function readAccount(value: unknown): Side {
  const account = readObject(value, 'account')
  const slots = account.storage == null ? [] : Object.entries(readObject(account.storage, 'storage'))
  const side: Side = { storage: new Map(slots.map(([slot, word]) => [readWord(slot), readWord(word)])) }
  if (account.balance != null) side.balance = readQuantity(account.balance)
  if (account.nonce != null)
    side.nonce = typeof account.nonce === 'number' ? BigInt(account.nonce) : readQuantity(account.nonce)
  if (account.code != null) side.code = readCode(account.code)
  return side
}

/** Words of storage that a transaction reads or writes, as they are before it, by account. */
export type SlotsRead = Map<Address, Map<Hex, Hex>>

/** The state before a run, by prestateTracer without code: only storage that the run touches is in it. */
export function createSlotsRead({ contain, sourceOf, limits }: RunnerParts): Simulator['slotsRead'] {
  const bounds = engineBounds(limits, limits.maxTreeBytes)
  return async function slotsRead(request: SimulationRequest): Promise<SlotsRead> {
    const { block, signal } = request
    const run = await prepareRun(request, sourceOf(block), limits.gasCap)
    const config = {
      tracer: 'prestateTracer',
      tracerConfig: { diffMode: false, disableCode: true },
      stateOverrides: rpcStateOverrides(run.stateOverrides),
      blockOverrides: traceBlockOverrides(run.next),
    }
    const answer = await contain({
      key: () => `slots:${inputKey(request)}`,
      block,
      heavy: false,
      signal,
      run: (child) => engineCall(child, 'debug_traceCall', [run.transaction, 'latest', config], bounds),
    })
    return readPrestate(answer)
  }
}

export function readPrestate(answer: unknown): SlotsRead {
  const accounts = Object.entries(readObject(answer, 'prestate')).map(
    ([address, account]): [Address, Map<Hex, Hex>] => {
      const { storage } = readObject(account, 'account')
      const slots = storage == null ? [] : Object.entries(readObject(storage, 'storage'))
      return [readAddress(address), new Map(slots.map(([slot, word]) => [readWord(slot), readWord(word)]))]
    },
  )
  return new Map(accounts)
}
