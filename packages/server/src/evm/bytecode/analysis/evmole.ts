import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Hex } from '@redoubt/risk/address.ts'
import { type Contract, contractInfo, initSync } from 'evmole/no_tla'

let ready = false

/** Selectors, arguments and mutability by evmole. Loads its WebAssembly (450 kB) at first use. */
export function recoverFunctions(code: Hex): NonNullable<Contract['functions']> {
  if (!ready) initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('evmole/evmole_bg.wasm'))) })
  ready = true
  return contractInfo(code, { selectors: true, arguments: true, stateMutability: true }).functions ?? []
}
