import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'

/** What code says by itself, before functions are given names: equal for equal code, wherever it lies. */
export type AnalysedCode = Omit<Bytecode, 'address' | 'family'>
