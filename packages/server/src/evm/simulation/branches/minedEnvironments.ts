import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Environment } from '../environments/environments.ts'
import type { PreparedRun } from '../prepareRun.ts'
import type { Asked } from './environmentBranches.ts'
import type { Leaf } from './leaf.ts'
import { placeValue } from './placeValue.ts'
import { isPlausible, spreadOf, type Tried } from './plausible.ts'
import type { Candidate } from './solveCondition.ts'
import { withBlobBaseFee } from './withBlobBaseFee.ts'

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
