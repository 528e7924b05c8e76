import type { Hex } from '@redoubt/risk/address.ts'
import type { Bytecode, ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { PullCoverage } from '@redoubt/risk/facts/guardedPull.ts'
import { recoverFunctions } from '../../bytecode/analysis/evmole.ts'
import {
  fallbackInput,
  listedTypes,
  listInputs,
  markedInputs,
  packedInputs,
  rawInputs,
  secondInputs,
} from '../paths/markedInput.ts'
import type { TaintedBytes } from '../paths/taintedBytes.ts'
import { comparedSelectors } from './comparedSelectors.ts'

const MAX_FUNCTIONS = 40
/** Selectors of calls that move tokens of an account (see `explorePulls`). */
const TRANSFERS = new Set<Hex>([
  ...(['0x23b872dd', '0x42842e0e', '0xb88d4fde', '0xf242432a', '0x2eb2c2d6', '0x36c78516', '0xfe99049a'] as const),
])

/** `second`: call data after a first call, of a function that moves tokens; absent: it moves none. `listed`: types of its arguments, where they may be lists. */
export type CalledFunction = {
  selector: Hex
  signature: string | null
  inputs: TaintedBytes[]
  second?: TaintedBytes[]
  listed?: readonly string[]
}

/**
 * Functions that may change something, those that mention a transfer first; those of the proxy itself (`shell`: its code); and call data
 * without a selector.
 */
export function analysedFunctions({ functions, standard }: Bytecode, shell: Hex): CalledFunction[] {
  const likely = functions
    .filter((one) => one.mutability !== 'view' && one.mutability !== 'pure' && (standard === null || mentions(one)))
    .toSorted((a, b) => Number(mentions(b)) - Number(mentions(a)))
    .slice(0, MAX_FUNCTIONS)
  return [
    // First: it tells which slots hold code that runs in the contract's place.
    ...(standard === null ? [RAW()] : []),
    ...(shell === '0x' ? [] : recoveredFunctions(shell)),
    ...likely.map((one) => ({
      selector: one.selector,
      signature: one.signature,
      inputs: [
        ...markedInputs(one.selector, one.arguments),
        ...packedInputs(one.selector, one.arguments),
        ...(one.signature === null ? listInputs(one.selector, one.arguments) : []),
      ],
      listed: one.signature === null ? listedTypes(one.arguments) : [one.arguments],
      ...(mentions(one) && { second: secondInputs(one.selector, one.arguments) }),
    })),
  ]
}

function mentions({ asks }: ContractFunction): boolean {
  return asks.some((selector) => TRANSFERS.has(selector))
}

/** Functions that mention a transfer and are beyond the limit of those that are executed. */
export function leftOut({ functions }: Bytecode, executed: readonly CalledFunction[]): PullCoverage['open'] {
  const known = new Set(executed.map(({ selector }) => selector))
  return functions
    .filter(
      (one) => one.mutability !== 'view' && one.mutability !== 'pure' && mentions(one) && !known.has(one.selector),
    )
    .map(({ selector, signature }) => ({ selector, signature }))
}

/** Functions of code that nothing else is known of, and call data without a selector. */
export function functionsOf(codes: readonly Hex[]): CalledFunction[] {
  return [RAW(), ...codes.flatMap(recoveredFunctions)]
}

const RAW = (): CalledFunction => ({ selector: '0x', signature: null, inputs: rawInputs() })

/** Functions of code that nothing else is known of, and calls that its fallback tells by a selector of its own. */
export function allFunctionsOf(code: Hex): CalledFunction[] {
  const named = functionsOf([code])
  return [...fallbackFunctions(code, { functions: named.map(({ selector }) => ({ selector, asks: [] })) }), ...named]
}

/** Calls that the fallback tells by a selector of its own. */
export function fallbackFunctions(
  code: Hex,
  { functions }: { functions: readonly Pick<ContractFunction, 'selector' | 'asks'>[] },
): CalledFunction[] {
  const known = new Set(functions.flatMap(({ selector, asks }) => [selector, ...asks]))
  return comparedSelectors(code, known).map((selector) => {
    return { selector, signature: null, inputs: [fallbackInput(selector)] }
  })
}

function recoveredFunctions(code: Hex): CalledFunction[] {
  const changing = recoverFunctions(code).filter(
    ({ stateMutability }) => stateMutability !== 'view' && stateMutability !== 'pure',
  )
  return changing.slice(0, MAX_FUNCTIONS).map((own) => {
    const selector: Hex = `0x${own.selector}`
    const types = own.arguments ?? ''
    return {
      selector,
      signature: null,
      inputs: [...markedInputs(selector, types), ...packedInputs(selector, types), ...listInputs(selector, types)],
      listed: listedTypes(types),
    }
  })
}
