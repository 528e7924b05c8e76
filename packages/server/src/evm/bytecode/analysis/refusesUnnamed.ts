import type { Hex } from '@redoubt/risk/address.ts'
import { remember } from '../../rpc/stateCache.ts'
import { readCode } from './code.ts'
import { reachOf, walk } from './walk.ts'

/** Selectors that stand for no function: what empty call data has, and an unknown one. */
const NO_FUNCTION = [0, 0x01020304]
/** On the main thread: some milliseconds. */
const MAX_STEPS = 6_000

/**
 * Whether each path of a call without a function, with and without data and coins, ends in a revert: all of them were walked. False where one
 * may go through, and where the walk was cut off.
 */
export const refusesUnnamed = remember(300, (runtime: Hex): boolean => {
  const code = readCode(runtime)
  return NO_FUNCTION.every((selector) => {
    const walked = walk(code, selector, { steps: MAX_STEPS })
    return walked.complete && !reachOf(walked).alive(walked.entry)
  })
})
