import type { SandboxWorld } from '../sandbox/world.ts'
import { contractScanValues } from './values/contractScanValues.ts'
import { siteValues } from './values/siteValues.ts'
import { transactionValues } from './values/transactionValues.ts'
import type { ValueTable } from './values/valueTable.ts'
import { walletValues } from './values/walletValues.ts'

/** Every value of an answer to a scan that the contract names, on one network of the sandbox. */
export function contractValues(world: SandboxWorld): ValueTable[] {
  return [...siteValues(world), ...contractScanValues(world), ...walletValues(world), transactionValues(world)]
}

/** Values at a member of an answer; `[]` opens a list. */
export function valuesAt(data: unknown, member: string): unknown[] {
  return member.split('.').reduce<unknown[]>(
    (found, part) => {
      const name = part.replace(/\[\]$/, '')
      return found.flatMap((one) => {
        const value = (one as Record<string, unknown> | null)?.[name]
        return Array.isArray(value) ? value : value === undefined ? [] : [value]
      })
    },
    [data],
  )
}
