import type { Address, Hex } from '@redoubt/risk/address.ts'
import { isPush } from '../../bytecode/analysis/code.ts'
import { MULTICALL3 } from '../../rpc/multicall3.ts'
import { gasCeiling, maxForBlobs } from '../admission.ts'
import { feeMembers, fittingFees } from '../engine/engineTransaction.ts'
import { laterBlock, rulesOf } from '../engine/hardfork.ts'
import type { Environment } from '../environments/environments.ts'
import { OTHER_BUILDER } from '../environments/otherCoinbases.ts'
import { type PreparedRun, topUp } from '../prepareRun.ts'
import type { Asked } from './environmentBranches.ts'
import type { Leaf } from './leaf.ts'
import { isPlausible, spreadOf, type Tried } from './plausible.ts'
import type { Candidate } from './solveCondition.ts'

/** Gas a contract has used by the time it looks, at most: the transaction's own cost and a little code. */
const BEFORE = 60_000n

/** A call hands on 63 of 64 parts of the gas; a few calls deep. */
const PASSED_ON = { of: 60n, to: 64n }

const BLOBBASEFEE = 0x4a

const PREVRANDAO = 0x44

/** Runs with values mined from the code: more would cost more than they find. */
const MAX_RUNS = 28
const TIME: ReadonlySet<Leaf> = new Set<Leaf>(['TIMESTAMP', 'NUMBER'])
/** Values that another contract may have answered, when its code reads the environment. */
const ANSWERED = ['COINBASE', 'PREVRANDAO', 'GASLIMIT', 'BASEFEE', 'GASPRICE'] as const

/** Answers up to this are flags, lengths and small numbers, and none of the environment's. */
const MAX_FLAG = 0xffffn

type Setting = Tried & { leaf: Leaf }
type Codes = ReadonlyMap<Address, Hex>

/**
 * Runs in which the environment is what the code on the path compares it with, one value each, and one with all the exact
 * values together. Where a branch could not be solved, a few ordinary values of what it depends on.
 * @param codes Of every contract called.
 */
export function minedEnvironments(asked: Asked, codes: Codes, run: PreparedRun): Environment[] {
  const answers = ANSWERED.filter((leaf) => asked.answers.has(leaf))
  const settings = new Map<string, Setting>()
  const add = (leaf: Leaf, value: bigint, sample?: number) => {
    const setting = sample === undefined ? { leaf, value } : { leaf, value, sample }
    if (isPlausible(leaf, value, run)) settings.set(`${leaf} ${value}`, setting)
  }
  const exact: Setting[] = []
  const ordered = asked.candidates.map((one) => ahead(one, run)).sort((a, b) => rankOf(a) - rankOf(b))
  for (const { leaf, value, exact: asks } of ordered)
    if (leaf !== 'ANSWER') {
      add(leaf, value)
      if (asks && isPlausible(leaf, value, run)) exact.push({ leaf, value })
    } else if (value > MAX_FLAG) for (const each of answers) add(each, value)
  const unsolved = new Set([...asked.unsolved].flatMap((leaf) => (leaf === 'ANSWER' ? answers : [leaf])))
  for (const leaf of unsolved) for (const { value, sample } of spreadOf(leaf, run)) add(leaf, value, sample)
  const alone = [...settings.values()].slice(0, MAX_RUNS).map((setting) => environmentOf([setting], codes))
  return [...alone, ...together(exact, [...settings.values()]).map((settings) => environmentOf(settings, codes))]
}

/** Of moments with one remainder the next to come. */
function ahead(candidate: Candidate, { next }: PreparedRun): Candidate {
  const { leaf, value, step = 0n } = candidate
  const now = leaf === 'NUMBER' ? next.number : leaf === 'TIMESTAMP' ? next.timestamp : null
  if (now === null || step === 0n || value > now) return candidate
  return { ...candidate, value: value + ((now - value) / step + 1n) * step }
}

/** Puts exactly required values first, possible answers of other contracts last. */
function rankOf({ leaf, exact }: Candidate): number {
  return (exact ? 0 : 1) + (leaf === 'ANSWER' ? 2 : 0)
}

/** Conditions that must hold at once: exact values, and the highest or the lowest of what is bounded. */
function together(exact: readonly Setting[], all: readonly Setting[]): Setting[][] {
  const leaves = [...new Set(all.map(({ leaf }) => leaf))]
  if (leaves.length < 2) return []
  const choose = (order: 1 | -1) =>
    leaves.flatMap((leaf) => {
      const own = all.filter((setting) => setting.leaf === leaf)
      const sorted = own.sort((a, b) => (a.value < b.value ? order : -order))
      return exact.find((setting) => setting.leaf === leaf) ?? sorted[0] ?? []
    })
  return [choose(1), choose(-1)]
}

function environmentOf(settings: readonly Setting[], codes: Codes): Environment {
  // A made-up value is another one in each process, and an answer has the same bytes everywhere.
  const told = ({ leaf, value, sample }: Setting) =>
    sample === undefined ? (TIME.has(leaf) ? value : `0x${value.toString(16)}`) : `sample-${sample}`
  const named = (setting: Setting) => `${setting.leaf.toLowerCase().replace('.', '-')}-${told(setting)}`
  return {
    name: `mined-${settings.length === 1 && settings[0] ? named(settings[0]) : settings.map(named).join('-')}`,
    kind: settings.every(({ leaf }) => TIME.has(leaf)) ? 'later' : 'mined',
    varies: [...new Set(settings.flatMap(({ leaf }) => opcodesOf(leaf)))],
    apply: (run, main, gasCap) =>
      settings.reduce<PreparedRun | null>(
        (made, { leaf, value }) =>
          made &&
          (leaf === 'BLOBBASEFEE'
            ? withBlobBaseFee(made, value, codes)
            : placeValue(made, leaf, value, { gasUsed: main.gasUsed, gasCap })),
        run,
      ),
  }
}

function opcodesOf(leaf: Leaf): string[] {
  if (leaf === 'COINBASE.balance') return ['COINBASE', 'BALANCE']
  if (leaf === 'COINBASE.code') return ['COINBASE']
  return leaf === 'SENDER.balance' ? ['BALANCE'] : [leaf]
}

/**
 * The same run where code reads this as the blob base fee. The engine takes its block's only, so the opcode is replaced by
 * PREVRANDAO, which costs the same and can be set; null where no code reads it.
 */
function withBlobBaseFee(run: PreparedRun, value: bigint, codes: ReadonlyMap<Address, Hex>): PreparedRun | null {
  const stateOverrides = { ...run.stateOverrides }
  let found = false
  for (const [address, hex] of codes) {
    const bytes = Buffer.from(hex.slice(2), 'hex')
    let reads = false
    for (let at = 0; at < bytes.length; at++) {
      const opcode = bytes[at] ?? 0
      if (isPush(opcode)) at += opcode - 0x5f
      else if (opcode === BLOBBASEFEE) {
        bytes[at] = PREVRANDAO
        reads = true
      }
    }
    if (reads) stateOverrides[address] = { ...stateOverrides[address], code: `0x${bytes.toString('hex')}` }
    found ||= reads
  }
  if (!found) return null
  return { ...run, stateOverrides, next: { ...run.next, prevRandao: `0x${value.toString(16).padStart(64, '0')}` } }
}

/** The same run where the environment has this value; null where no block could. */
function placeValue(
  run: PreparedRun,
  leaf: Leaf,
  value: bigint,
  { gasUsed, gasCap }: { gasUsed: bigint; gasCap: bigint },
): PreparedRun | null {
  const { next, source, fees } = run
  const ceiling = gasCeiling(run.block, rulesOf(run.block, next), gasCap)
  switch (leaf) {
    case 'COINBASE':
      return { ...run, next: { ...next, coinbase: addressOf(value) } }
    case 'COINBASE.code':
      return { ...run, next: { ...next, coinbase: value === 0n ? OTHER_BUILDER : MULTICALL3 } }
    case 'PREVRANDAO':
      return { ...run, next: { ...next, prevRandao: `0x${value.toString(16).padStart(64, '0')}` } }
    case 'GASLIMIT':
      return value < gasUsed * 2n ? null : limited({ ...run, next: { ...next, gasLimit: value } }, value)
    case 'TIMESTAMP':
      return { ...run, next: laterBlock(run.block.chain, next, value - next.timestamp) }
    case 'NUMBER':
      return { ...run, next: { ...next, number: value } }
    case 'BASEFEE':
      return priced({ ...run, next: { ...next, baseFeePerGas: value } }, value + (fees.tip ?? 0n))
    case 'GASPRICE':
      return priced(
        { ...run, next: { ...next, baseFeePerGas: value < next.baseFeePerGas ? value : next.baseFeePerGas } },
        value,
      )
    case 'GAS': {
      const enough = (value * PASSED_ON.to) / PASSED_ON.of + BEFORE
      const gasLimit = value > (gasUsed * 3n) / 2n && value < run.gasLimit / 2n ? value : enough
      return gasLimit > ceiling || gasLimit === run.gasLimit ? null : topUp(run, run.shortfall ?? 0n, gasLimit)
    }
    case 'COINBASE.balance':
      return balance(run, next.coinbase, value)
    case 'SENDER.balance':
      return balance(run, source.from, value + source.value + run.gasLimit * priceOf(run))
    default:
      return null
  }
}

/** A block's gas limit bounds the transaction's. */
function limited(run: PreparedRun, max: bigint): PreparedRun {
  if (run.gasLimit <= max) return run
  return { ...run, gasLimit: max, transaction: { ...run.transaction, gas: `0x${max.toString(16)}` } }
}

/** At exactly this price per gas, which the sender can pay. */
function priced(run: PreparedRun, price: bigint): PreparedRun {
  const { maxFeePerGas: _cap, maxPriorityFeePerGas: _tip, gasPrice: _price, ...rest } = run.transaction
  const fees = fittingFees(run.source, { cap: price, tip: null })
  const known = run.stateOverrides[run.source.from]?.balance ?? run.sender.balance
  const needed = run.source.value + maxForBlobs(run.source) + run.gasLimit * price
  const made = { ...run, fees, transaction: { ...rest, ...feeMembers(fees) } }
  return known >= needed ? made : balance(made, run.source.from, needed)
}

function priceOf({ fees, next }: PreparedRun): bigint {
  const offered = fees.tip === null ? fees.cap : next.baseFeePerGas + fees.tip
  return offered < fees.cap ? offered : fees.cap
}

function balance(run: PreparedRun, address: Address, amount: bigint): PreparedRun {
  return {
    ...run,
    stateOverrides: { ...run.stateOverrides, [address]: { ...run.stateOverrides[address], balance: amount } },
  }
}

function addressOf(value: bigint): Address {
  return `0x${value.toString(16).padStart(40, '0')}`
}
