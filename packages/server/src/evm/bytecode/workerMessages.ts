import type { Hex } from '@redoubt/risk/address.ts'
import type { AnalysedCode } from './analysis/code.ts'

export type BytecodeRequest = { id: number; code: Hex }
/** `early` comes first, with what is nearly free, for when the rest does not come at all. */
export type BytecodeReply =
  | { id: number; type: 'early' | 'done'; analysed: AnalysedCode }
  | { id: number; type: 'failed' }
