import type { Hex } from '@redoubt/risk/address.ts'
import type { Bytecode, ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { AnalysedCode } from './analysedCode.ts'
import { balanceWrites } from './balanceWrites.ts'
import { type CallFacts, callFacts, distinct } from './callFacts.ts'
import { readCode } from './code.ts'
import { recoverFunctions } from './evmole.ts'
import { balanceMappings, type Functions, locateSlots } from './locateSlots.ts'
import { readMetadata } from './metadata.ts'
import { skeletonOf } from './skeleton.ts'
import { standardOf } from './standardOf.ts'
import { selectorHex, transferPath } from './transferPath.ts'
import { type Walk, walk } from './walk.ts'

type Recovered = { selector: string; arguments?: string; stateMutability?: string }

/**
 * Limits of opcodes walked in one function and in all, and of functions of one contract; results say when a limit was met.
 * Counted, not timed, so that the same code has the same facts on a busy machine.
 */
const MAX_STEPS = 120_000
const MAX_STEPS_IN_ALL = 600_000
const MAX_FUNCTIONS = 400
/** transfer, transferFrom, balanceOf, allowance, totalSupply, owner: the rest is understood by these, so they come first. */
const FIRST = ['70a08231', 'dd62ed3e', '18160ddd', '8da5cb5b', 'a9059cbb', '23b872dd']

/**
 * Analyses all that runtime code shows by itself. Runs in a worker thread: it takes milliseconds for most contracts, and up to
 * the limit for some. `early` gets the facts known before the walk, which are nearly free.
 * @param until `performance.now()` at which to stop and return the facts so far.
 */
export function analyseCode(hex: Hex, until: number, early: (known: AnalysedCode) => void): AnalysedCode {
  const code = readCode(hex)
  const metadata = readMetadata(code.bytes)
  const found = code.bytes.length === 0 ? [] : recoverFunctions(hex)
  const basics = {
    size: (hex.length - 2) >> 1,
    skeleton: skeletonOf(code.bytes, code.bytes.length - metadata.length),
    compiler: metadata.compiler,
    sourceHash: metadata.sourceHash,
    standard: standardOf(found.map(({ selector }) => selector)),
  }
  early({ ...basics, ...factsOf(found, new Map(), new Set()), complete: false })

  const wanted = found.toSorted((one, other) => rank(one.selector) - rank(other.selector)).slice(0, MAX_FUNCTIONS)
  const walks = new Map<number, Walk>()
  let left = MAX_STEPS_IN_ALL
  const stroll = (selector: number): Walk => {
    const budget = { steps: Math.min(MAX_STEPS, left), until }
    const before = budget.steps
    const walked = walk(code, selector, budget)
    left -= before - budget.steps
    return walked
  }
  for (const { selector } of wanted) {
    if (performance.now() > until) break
    const number = Number.parseInt(selector, 16)
    walks.set(number, stroll(number))
  }
  // The fallback answers a selector that no function has.
  const fallback = stroll(unusedSelector(walks))
  const complete = walks.size === found.length && [...walks.values(), fallback].every((walked) => walked.complete)
  const personal = personalMappings(walks)
  const facts = new Map([...walks].map(([selector, walked]) => [selector, callFacts(walked, personal)]))
  const opcodes = new Set([...facts.values(), callFacts(fallback, personal)].flatMap((each) => [...each.opcodes]))
  return { ...basics, ...factsOf(found, facts, opcodes), complete }
}

function factsOf(
  found: Recovered[],
  functions: Functions,
  opcodes: ReadonlySet<string>,
): Pick<Bytecode, 'functions' | 'slots' | 'transferPath' | 'opcodes'> {
  const slots = locateSlots(functions)
  const balances = balanceMappings(functions)
  const known = new Set([...balances, ...[slots.allowances, slots.totalSupply].filter((slot) => slot !== null)])
  return {
    functions: found.map((one) => functionOf(one, functions.get(Number.parseInt(one.selector, 16)), balances)),
    slots,
    transferPath: transferPath(functions, known),
    opcodes: {
      selfdestruct: opcodes.has('SELFDESTRUCT'),
      delegatecall: opcodes.has('DELEGATECALL'),
      callcode: opcodes.has('CALLCODE'),
      create: opcodes.has('CREATE'),
      create2: opcodes.has('CREATE2'),
      origin: opcodes.has('ORIGIN'),
    },
  }
}

function functionOf(recovered: Recovered, facts: CallFacts | undefined, balances: Hex[]): ContractFunction {
  const { stateMutability } = recovered
  return {
    selector: selectorHex(Number.parseInt(recovered.selector, 16)),
    signature: null,
    arguments: recovered.arguments ?? '',
    mutability:
      stateMutability === 'pure' || stateMutability === 'view' || stateMutability === 'payable'
        ? stateMutability
        : 'nonpayable',
    reads: facts?.reads ?? [],
    writes: distinct((facts?.writes ?? []).flatMap(({ place }) => place?.slot ?? [])),
    gated: facts?.gated ?? false,
    gatedBy: facts?.gated ? distinct(facts.gates.flatMap(({ slot }) => slot ?? [])) : [],
    asks: (facts?.mentions ?? []).map(selectorHex),
    sendsNative: facts?.calls.some(({ amount }) => amount !== null && amount.constant !== 0n) ?? false,
    balanceWrites: facts === undefined ? [] : balanceWrites(facts, balances),
    ...(facts?.compared === undefined ? {} : { compared: facts.compared }),
  }
}

/** Returns the mappings of balances and allowances, where an entry is no privilege. */
function personalMappings(walks: ReadonlyMap<number, Walk>): Set<Hex> {
  const facts = new Map(
    [...walks]
      .filter(([selector]) => rank(selectorHex(selector).slice(2)) < FIRST.length)
      .map(([selector, walked]) => [selector, callFacts(walked, new Set())]),
  )
  const { allowances } = locateSlots(facts)
  return new Set([...balanceMappings(facts), ...(allowances === null ? [] : [allowances])])
}

function rank(selector: string): number {
  const at = FIRST.indexOf(selector)
  return at < 0 ? FIRST.length : at
}

function unusedSelector(walks: ReadonlyMap<number, Walk>): number {
  let selector = 0x01020305
  while (walks.has(selector)) selector++
  return selector
}
