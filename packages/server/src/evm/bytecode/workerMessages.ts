import type { Hex } from '@redoubt/risk/address.ts'
import type { AnalysedCode } from './analysis/code.ts'

/** `milliseconds`: what the analysis may take before it answers with what it has. */
export type BytecodeRequest = { id: number; code: Hex; milliseconds: number }
/** `early` comes first, with what is nearly free, for when the rest does not come at all. */
export type BytecodeReply =
  | { id: number; type: 'early' | 'done'; analysed: AnalysedCode }
  | { id: number; type: 'failed' }
