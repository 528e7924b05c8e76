import { readdirSync, readFileSync } from 'node:fs'
import type { Hex } from '@redoubt/risk/address.ts'
import type { Abi } from 'viem'
import { encodeDeployData, encodeFunctionData } from 'viem/utils'

type Contract = { abi: Abi; bytecode: Hex }

const FOLDER = `${import.meta.dirname}/artifacts`
const contracts = new Map<string, Contract>()

/** Init code of a contract of tools/contracts/src/verdicts with its constructor's arguments. */
export function initCodeOf(name: string, args: readonly unknown[]): Hex {
  const { abi, bytecode } = contractOf(name)
  return encodeDeployData({ abi, bytecode, args })
}

/** Call data of a function of such a contract. */
export function callDataOf(name: string, functionName: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: contractOf(name).abi, functionName, args })
}

function contractOf(name: string): Contract {
  if (contracts.size === 0) readAll()
  const contract = contracts.get(name)
  if (contract === undefined) throw new Error(`no contract ${name}`)
  return contract
}

function readAll(): void {
  for (const file of readdirSync(FOLDER)) {
    const made = JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as { contracts: Record<string, Contract> }
    for (const [name, contract] of Object.entries(made.contracts)) contracts.set(name, contract)
  }
}
