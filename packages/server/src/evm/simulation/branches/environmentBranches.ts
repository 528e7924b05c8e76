import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { EnvironmentBranch } from '@redoubt/risk/facts/execution.ts'
import { isPush, OPCODES, operandAt, readCode } from '../../bytecode/analysis/code.ts'
import { compute } from '../../bytecode/analysis/compute.ts'
import { constant, operation, type Value } from '../../bytecode/analysis/value.ts'
import { reachOf, walk } from '../../bytecode/analysis/walk.ts'
import { remember } from '../../rpc/stateCache.ts'
import { type EnvironmentRead, environmentOpcodes } from '../environments/environmentOpcodes.ts'
import { type Leaf, leavesOf } from './leaf.ts'
import { searchHash } from './searchHash.ts'
import { type Candidate, solveCondition } from './solveCondition.ts'

const LEAVES: ReadonlySet<string> = new Set<Leaf>(['COINBASE', 'GASLIMIT', 'BASEFEE', 'GASPRICE'])

/** Instructions on either side in which compilers put the other operand of a comparison. */
const NEAR = 6

const MAX_VALUES = 8

const ADDRESS_MASK = (1n << 160n) - 1n

const MAX_DEPTH = 12

/** Code that ran, as the call tree has it. `selector` null: creation code, or a call without data. */
export type CalledCode = { address: Address; storage: Address; code: Hex; selector: number | null }

/** Environment reads of the code that ran. */
export type Asked = {
  candidates: Candidate[]
  /** Branches depend on these in a way that could not be solved. */
  unsolved: Set<Leaf>
  branches: EnvironmentBranch[]
  /** Opcodes whose values `ANSWER` may be: what other contracts that were called read. */
  answers: Set<EnvironmentRead>
}

/** A branch condition that depends on the environment. `open`: the call may succeed either way. */
type Condition = { value: Value; leaves: Leaf[]; open: boolean }

/** `slots`: those that conditions name. `last`: values at which they change sides, by content of these slots, one for each condition. */
type CalledFunction = {
  conditions: Condition[]
  readsTransient: boolean
  slots: Hex[]
  last: { words: string; solved: Candidate[][] } | null
}

/** Opcodes walked in one function. By number, not by time: the same code has the same answer everywhere. */
const MAX_STEPS = 40_000
const MAX_CONDITIONS = 64
/** Fields that a builder sets and that honest code has no reason to branch on both ways. */
const SOLVABLE: ReadonlySet<string> = new Set<Leaf>([
  ...(['COINBASE', 'COINBASE.balance', 'COINBASE.code', 'GASLIMIT', 'BASEFEE', 'GASPRICE', 'BLOBBASEFEE'] as const),
])

const neighboursOf = remember(500, neighbours)
const opcodesOf = remember(500, environmentOpcodes)
const functionOf = remember(500, (code: Hex) => remember(16, (selector: number | null) => readFunction(code, selector)))

/**
 * Follows what the environment decides through the code of every call into branch conditions, also through memory, sums,
 * masks and storage written in the same call, and solves the conditions for the values at which they change sides.
 * @param storage Content of a slot, for conditions that compare with it.
 */
export async function environmentBranches(
  calls: readonly CalledCode[],
  storage: (address: Address, slot: Hex) => Promise<Hex>,
): Promise<Asked> {
  const asked: Asked = { candidates: [], unsolved: new Set(), branches: [], answers: new Set() }
  const told = new Map<string, EnvironmentBranch>()
  for (const [index, call] of calls.entries()) {
    // What another contract compares and answers is a condition of its caller's.
    if (index > 0) asked.candidates.push(...neighboursOf(call.code))
    const called = functionOf(call.code)(call.selector)
    // Transient storage is an answer of the contract to itself.
    if (index > 0 || called.readsTransient) for (const opcode of opcodesOf(call.code)) asked.answers.add(opcode)
    const stored = await wordsOf(called.slots, (slot) => storage(call.storage, slot))
    const solutions = solve(called, stored)
    for (const [place, { value, leaves, open }] of called.conditions.entries()) {
      const found = solutions[place] ?? []
      const hashed = found.length === 0 ? searchHash(value) : []
      asked.candidates.push(...found, ...hashed)
      // A hash is searched among round values only: others stay untried.
      const solved = new Set(found.map(({ leaf }) => leaf))
      for (const leaf of leaves) if (!solved.has(leaf)) asked.unsolved.add(leaf)
      const telling = leaves.filter((leaf) => SOLVABLE.has(leaf))
      if (!open || telling.length === 0) continue
      const opcodes = [...new Set(telling.flatMap((leaf) => leaf.split('.')[0] ?? leaf))].sort()
      const tried = telling.every((leaf) => solved.has(leaf))
      const key = `${call.address} ${opcodes.join()}`
      const known = told.get(key)
      if (known) known.tried &&= tried
      else told.set(key, { contract: call.address, opcodes, tried })
    }
  }
  asked.branches.push(...told.values())
  return asked
}

function readFunction(code: Hex, selector: number | null): CalledFunction {
  const conditions = find(code, selector)
  const readsTransient = conditions.some(({ value }) => reads(value, 'TLOAD'))
  return { conditions, readsTransient, slots: slotsOf(conditions), last: null }
}

/** Solves the conditions of a function anew only where its slots hold something else. */
function solve(called: CalledFunction, stored: ReadonlyMap<string, bigint>): Candidate[][] {
  const words = [...stored].join()
  if (called.last?.words !== words) {
    const solved = called.conditions.map(({ value }) => solveCondition(value, (part) => storedValue(part, stored)))
    called.last = { words, solved }
  }
  return called.last.solved
}

function find(code: Hex, selector: number | null): Condition[] {
  const walked = walk(readCode(code), selector, { steps: MAX_STEPS })
  const reach = reachOf(walked)
  const written = new Map<string, Value>()
  for (const { effects } of walked.basicBlocks)
    for (const effect of effects)
      if (effect.type === 'write' && effect.place?.kind === 'word' && leavesOf(effect.value).size > 0)
        written.set(effect.place.slot, effect.value)
  const found: Condition[] = []
  for (const basicBlock of walked.basicBlocks)
    for (const condition of basicBlock.conditions) {
      const value = written.size === 0 ? condition : substituted(condition, written)
      const leaves = [...leavesOf(value)]
      if (leaves.length === 0 || found.length >= MAX_CONDITIONS) continue
      found.push({ value, leaves, open: basicBlock.next.length > 1 && basicBlock.next.every(reach.alive) })
    }
  return found
}

function reads({ op, args }: Value, opcode: string): boolean {
  return op === opcode || args.some((arg) => reads(arg, opcode))
}

/** Slots in place of what the same call writes to them. */
function substituted(value: Value, written: ReadonlyMap<string, Value>): Value {
  const slot = value.op === 'SLOAD' ? value.args[0]?.constant : undefined
  if (slot !== undefined && slot !== null) return written.get(`0x${slot.toString(16).padStart(64, '0')}`) ?? value
  if (value.args.length === 0 || value.from.length === 0) return value
  return operation(
    value.op,
    value.args.map((arg) => substituted(arg, written)),
  )
}

/** Slots that conditions name by constants. */
function slotsOf(conditions: readonly Condition[]): Hex[] {
  const slots = new Set<Hex>()
  const visit = (value: Value) => {
    const slot = value.op === 'SLOAD' ? value.args[0]?.constant : undefined
    if (slot !== undefined && slot !== null) slots.add(`0x${slot.toString(16).padStart(64, '0')}`)
    else for (const arg of value.args) visit(arg)
  }
  for (const { value, leaves } of conditions) if (leaves.some((leaf) => leaf !== 'ANSWER')) visit(value)
  return [...slots].slice(0, MAX_SLOTS)
}

/** Content of slots, read side by side. A slot that no node keeps leaves its conditions unsolved. */
async function wordsOf(slots: readonly Hex[], read: (slot: Hex) => Promise<Hex>): Promise<Map<string, bigint>> {
  const words = await Promise.all(slots.map((slot) => read(slot).catch(() => null)))
  return new Map(slots.flatMap((slot, index) => (words[index] ? [[slot, BigInt(words[index])] as const] : [])))
}

const MAX_SLOTS = 8

/** Returns a value computed from constants and stored words, given the words by slot; null when it depends on more. */
function storedValue(value: Value, words: ReadonlyMap<string, bigint>, depth = 0): bigint | null {
  if (value.constant !== null) return value.constant
  if (depth > MAX_DEPTH || value.args.length === 0) return null
  if (value.op === 'SLOAD') {
    const slot = value.args[0]?.constant
    if (slot === undefined || slot === null) return null
    return words.get(`0x${slot.toString(16).padStart(64, '0')}`) ?? null
  }
  const args = value.args.map((arg) => storedValue(arg, words, depth + 1))
  if (!args.every((arg) => arg !== null)) return null
  return compute(
    value.op,
    args.map((arg) => constant(arg)),
  ).constant
}

/** Constants written next to an environment opcode, as the other side of a comparison whose result is not followed. */
function neighbours(hex: Hex): Candidate[] {
  const { bytes, destinations } = readCode(hex)
  const instructions: { name: string; operand: bigint | null }[] = []
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const operand = isPush(byte) ? operandAt(bytes, at) : null
    // A jump target is no value.
    const lands = operand !== null && operand < bytes.length && destinations[Number(operand)] === 1
    instructions.push({ name: OPCODES[byte]?.name ?? '', operand: lands ? null : operand })
    if (isPush(byte)) at += byte - 0x5f
  }
  const found: Candidate[] = []
  for (const [index, { name }] of instructions.entries()) {
    if (!LEAVES.has(name)) continue
    for (const { operand } of instructions.slice(Math.max(0, index - NEAR), index + NEAR + 1))
      if (operand !== null && operand > 0xffffn && operand >> 160n === 0n && operand !== ADDRESS_MASK)
        for (const value of [operand, operand + 1n]) found.push({ leaf: name as Leaf, value, exact: false })
  }
  return found.slice(0, MAX_VALUES)
}
