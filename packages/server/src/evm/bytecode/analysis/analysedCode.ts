import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'

/** Facts of code by itself, before functions get names: equal for equal code at any address. */
export type AnalysedCode = Omit<Bytecode, 'address' | 'family'>
