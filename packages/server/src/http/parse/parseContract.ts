import type { Address } from '@redoubt/risk/address.ts'
import type { ContractScanInput } from '../../usecases/scans/contract/scanContract.ts'
import type { ContractRequest } from '../schemas/contractBody.ts'
import { spelling } from './spelling.ts'

const DEFAULT_DEADLINE_MS = 10_000

/** Reads a validated body: the address becomes lower case, and the caller's spelling is kept. */
export function parseContract({ address, chain, options = {} }: ContractRequest): ContractScanInput {
  return {
    chain,
    address: address.toLowerCase() as Address,
    spelling: spelling('address', address),
    includeAbi: options.includeAbi ?? false,
    simulateTrade: options.simulateTrade ?? true,
    deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS,
  }
}
