import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { CallFrame, Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { OpenSlot, SlotWriter, Validity, WriterClass } from '@redoubt/risk/facts/validityFacts.ts'
import type { BytecodeSource } from '../bytecode/createBytecodeSource.ts'
import { privilegedAccount } from '../bytecode/proxy/privilegedAccount.ts'
import { gateAccounts } from '../privileges/holders/accountWords.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { environmentOpcodes } from '../simulation/environments/environmentOpcodes.ts'
import type { Simulator, StateOverrides, Variant, VariantOutcome } from '../simulation/simulator.ts'
import { type CandidateSlot, candidateSlots, rankSlots } from './candidateSlots.ts'
import { lastWrite, type WriteCall, writeCalls } from './lastWrite.ts'
import { laterWords } from './laterWords.ts'
import { openAccounts, upgradeablePath } from './openAccounts.ts'
import { otherWords } from './otherWords.ts'
import { type ContractCode, readAccounts, readStorageCode, storageContexts } from './storageContexts.ts'
import { askedBalances, openBalances } from './tokenBalances.ts'

/** Slots that one gate's accounts are read from. */
const MAX_GATES = 3

export type ValiditySources = {
  chain: ChainSource
  simulator: Pick<Simulator, 'slotsRead' | 'compareVariants' | 'stateDiffs'>
  bytecode: Pick<BytecodeSource, 'analyse'>
}

/** `principals`: whose assets are at stake. `trusted`: well-known contracts, which are not looked into. */
export type ValidityRequest = {
  block: PinnedBlock
  /** As it is executed: of a bundle what stands for it, on state that makes that possible. */
  transaction: Transaction
  stateOverrides: StateOverrides
  simulation: Simulation
  principals: readonly Address[]
  trusted: ReadonlySet<Address>
}

/** Contracts whose code is analysed, slots that are flipped, and slots whose writers are called. */
const MAX_CONTRACTS = 8
const MAX_SLOTS = 12
const MAX_WRITTEN = 4
/** Larger runs are not repeated dozens of times. */
const MAX_GAS = 3_000_000n

/**
 * What a successful transaction's outcome rests on that others can change: slots of strangers' contracts are given other
 * values, then those who may write them are made to, and the transaction is run again. Nothing is executed when all that
 * runs is well known.
 * @throws when the run was too large to repeat, SimulationUnavailable, NetworkUnavailable, or the signal's reason
 */
export async function gatherValidity(
  sources: ValiditySources,
  request: ValidityRequest,
  signal: AbortSignal,
): Promise<Validity> {
  const { block, transaction, stateOverrides, simulation, principals, trusted } = request
  const nothing: Validity = {
    block,
    openSlots: [],
    openAccounts: [],
    upgradeable: [],
    market: [],
    onTrust: [],
    examined: 0,
    leftOut: 0,
  }
  if (!simulation.success) return nothing
  if (simulation.trace === null || simulation.gasUsed > MAX_GAS)
    throw new Error('the execution is too large to be repeated with other state')
  const { trace } = simulation
  const contexts = storageContexts(trace)
  const onTrust = [...contexts.keys()].filter((address) => trusted.has(address))
  const foreign = new Map([...contexts].filter(([address]) => !principals.includes(address)))
  const strangers = [...foreign].filter(([address]) => !trusted.has(address))
  const upgradeable = upgradeablePath(sources.chain, { block, contexts: foreign, trusted }, signal)
  upgradeable.catch(() => undefined)
  if (strangers.length === 0) return { ...nothing, onTrust, upgradeable: await upgradeable }

  const looked = strangers.slice(0, MAX_CONTRACTS)
  const [read, ...codes] = await Promise.all([
    sources.simulator.slotsRead({ block, transaction, stateOverrides, signal }),
    ...looked.map(([, ran]) => readStorageCode(sources, { block, codes: ran }, signal)),
  ])
  const path = {
    keys: keysOf(trace, [...contexts.keys()]),
    principals: principals.map(padded),
    implementations: new Set([...contexts].flatMap(([own, ran]) => [...ran].filter((code) => code !== own))),
  }
  const codeOf = new Map(looked.map(([contract], index) => [contract, codes[index] as ContractCode]))
  const sorted = [...codeOf].map(([contract, code]) => ({
    contract,
    ...candidateSlots({ contract, words: read.get(contract) ?? new Map(), code }, path, simulation),
  }))
  const open = rankSlots(sorted.flatMap((one) => one.open))
  const flipped = await flip(sources.simulator, request, open.slice(0, MAX_SLOTS), signal)
  const compare = (variants: Variant[]) =>
    sources.simulator.compareVariants({ block, transaction, stateOverrides, principals, variants, signal })
  const besides = new Set([...principals, transaction.from, block.coinbase, ...Object.keys(stateOverrides)])
  const accounts = readAccounts(read.keys(), trace, besides as ReadonlySet<Address>)
  const asked = askedBalances(trace, read, { trusted, principals })
  const [holdings, openOnes] = await Promise.all([
    openBalances(compare, { asked, called: accounts.called }),
    openAccounts(
      sources.chain,
      compare,
      { block, accounts, balances: await balancesRead(sources, request, looked, signal) },
      signal,
    ),
  ])
  const slots = flipped.map((one, index) => tell(sources, request, { ...one, index, codeOf }, signal))
  const examined = strangers.reduce((sum, [address]) => sum + (read.get(address)?.size ?? 0), 0)
  const unseen = strangers.slice(MAX_CONTRACTS).reduce((sum, [address]) => sum + (read.get(address)?.size ?? 0), 0)
  const leftOut = Math.max(0, open.length - MAX_SLOTS) + unseen
  return {
    block,
    onTrust,
    examined: examined - leftOut,
    leftOut,
    openSlots: [...holdings, ...(await Promise.all(slots))],
    openAccounts: openOnes,
    upgradeable: await upgradeable,
    market: sorted.filter(({ market }) => market).map(({ contract }) => contract),
  }
}

/** Whether code of strangers that ran can read a balance. */
async function balancesRead(
  { chain }: ValiditySources,
  { block }: ValidityRequest,
  strangers: readonly (readonly [Address, ReadonlySet<Address>])[],
  signal: AbortSignal,
): Promise<boolean> {
  const ran = [...new Set(strangers.flatMap(([, codes]) => [...codes]))]
  const codes = await Promise.all(ran.map((address) => chain.code(block, address, signal)))
  return codes.map(environmentOpcodes).some((opcodes) => opcodes.has('BALANCE') || opcodes.has('OWN_BALANCE'))
}

type Flipped = { slot: CandidateSlot; flip: OpenSlot['flip'] }
const WORST: readonly VariantOutcome[] = ['new-loss', 'worse', 'other']

/** Runs the transaction with other words in each slot; what makes a difference, the worst first. */
async function flip(
  simulator: ValiditySources['simulator'],
  { block, transaction, stateOverrides, principals }: ValidityRequest,
  slots: readonly CandidateSlot[],
  signal: AbortSignal,
): Promise<Flipped[]> {
  const tried = slots.flatMap((slot) => otherWords(slot.value).map((value) => ({ slot, value })))
  const variants = tried.map(
    ({ slot: { contract, slot }, value }): Variant => ({ storage: { [contract]: { [slot]: value } } }),
  )
  const outcomes = await simulator.compareVariants({ block, transaction, stateOverrides, principals, variants, signal })
  const worst = new Map<CandidateSlot, OpenSlot['flip']>()
  for (const effect of WORST)
    for (const [index, { slot, value }] of tried.entries())
      if (outcomes[index] === effect && effect !== null && effect !== 'same' && !worst.has(slot))
        worst.set(slot, { value, effect })
  return [...worst].map(([slot, how]) => ({ slot, flip: how }))
}

/** Adds the writers of a slot, whether an executed write made the outcome worse, and the last write. */
async function tell(
  { chain, simulator }: ValiditySources,
  { block, transaction, stateOverrides, principals }: ValidityRequest,
  {
    slot: found,
    flip: flipped,
    index,
    codeOf,
  }: Flipped & { index: number; codeOf: ReadonlyMap<Address, ContractCode> },
  signal: AbortSignal,
): Promise<OpenSlot> {
  const { contract, slot, value, place } = found
  const fixed = codeOf.get(contract)?.fixed ?? []
  const worse = flipped.effect !== 'other' && index < MAX_WRITTEN
  const writers = await callersOf(chain, { block, contract, writers: found.writers, fixed }, signal)
  const calls = worse ? writeCalls(contract, { functions: found.writers, writers, sender: transaction.from }) : []
  const [outcomes, written] = await Promise.all([
    simulator.compareVariants({
      block,
      transaction,
      stateOverrides,
      principals,
      variants: calls.map(({ call, storage }) => ({ before: call, storage })),
      signal,
    }),
    worse ? lastWrite(chain, { block, contract, slot, value }, signal) : null,
  ])
  const executed = worstCall(calls, outcomes)
  const isRefused = calls.length > 0 && outcomes.every((outcome) => outcome === null)
  // A write that went through and changed nothing for the worse: limits that the contract keeps.
  const bounded = executed === null && (isRefused ? await isMild() : outcomes.some((outcome) => outcome !== null))
  return {
    contract,
    slot,
    value,
    writers,
    bounded,
    lastWrite: written,
    role: place === null || place.keys.length === 0 ? nameOf(codeOf.get(contract), slot) : entryName(place),
    flip: executed === null ? flipped : { ...flipped, effect: executed.effect },
    executed: executed?.write ?? null,
  }

  /** Whether what refused writes store later changes nothing for the worse. */
  async function isMild(): Promise<boolean> {
    const words = await laterWords(simulator, { block, contract, slot, calls, stateOverrides }, signal)
    if (words.length === 0) return false
    const variants = words.map((word): Variant => ({ storage: { [contract]: { [slot]: word } } }))
    const effects = await simulator.compareVariants({
      block,
      transaction,
      stateOverrides,
      principals,
      variants,
      signal,
    })
    return effects.every((effect) => effect === 'same' || effect === 'other')
  }
}

function worstCall(calls: readonly WriteCall[], outcomes: readonly VariantOutcome[]) {
  for (const effect of ['new-loss', 'worse'] as const) {
    const at = outcomes.indexOf(effect)
    const found = calls[at]
    if (found !== undefined) return { effect, write: found.write }
  }
  return null
}

/** A getter without arguments that reads the slot and nothing else names it. */
function nameOf(code: ContractCode | undefined, slot: Hex): string | null {
  const getter = code?.functions.find(
    ({ arguments: none, reads, mutability }) =>
      none === '' && mutability === 'view' && reads.length === 1 && reads[0] === slot,
  )
  if (getter?.signature) return getter.signature.slice(0, getter.signature.indexOf('('))
  return code?.slots.some(({ owner }) => owner.includes(slot)) ? 'owner' : null
}

function entryName({ base, keys }: { base: Hex; keys: readonly Hex[] }): string {
  return `mapping ${BigInt(base) < 1_000n ? BigInt(base) : base}${keys.map(keyName).join('')}`
}

/** Accounts are told as such, ids and positions as numbers. */
function keyName(key: Hex): string {
  const value = BigInt(key)
  return value < 1n << 64n ? `[${value}]` : `[${value >> 160n === 0n ? `0x${key.slice(26)}` : key}]`
}

const MAX_KEYS = 32

/** Words by which entries of mappings may be found: accounts on the path, and what the transaction itself is passed. */
function keysOf(trace: CallFrame, contexts: readonly Address[]): Hex[] {
  const words = (trace.input.slice(10).match(/.{64}/g) ?? []).map((word): Hex => `0x${word}`)
  return [...new Set([padded(trace.from), ...contexts.map(padded), ...words])].slice(0, MAX_KEYS)
}

function padded(address: Address): Hex {
  return `0x${address.slice(2).padStart(64, '0')}`
}

/** Returns the accounts that may call the functions that write a slot, by the slots that their gates compare the caller with. */
async function callersOf(
  chain: ChainSource,
  {
    block,
    contract,
    writers,
    fixed,
  }: {
    block: PinnedBlock
    contract: Address
    writers: readonly ContractFunction[]
    fixed: readonly Address[]
  },
  signal: AbortSignal,
): Promise<SlotWriter[]> {
  const classOf = async (address: Address): Promise<{ address: Address; account: WriterClass }> => {
    const { account } = await privilegedAccount(chain, { block, address, by: 'storage' }, signal)
    return { address, account }
  }
  return Promise.all(
    writers.map(async (writer): Promise<SlotWriter> => {
      const { selector, signature, gated, gatedBy } = writer
      if (!gated) return { selector, signature, caller: 'anyone', by: [] }
      const accountsAt = async (slot: Hex) =>
        gateAccounts([writer], slot, await chain.storage(block, contract, slot, signal))
      const stored = (await Promise.all(gatedBy.slice(0, MAX_GATES).map(accountsAt))).flat()
      const accounts = gatedBy.length === 0 ? fixed : [...new Set(stored)]
      return { selector, signature, caller: 'privileged', by: await Promise.all(accounts.map(classOf)) }
    }),
  )
}
