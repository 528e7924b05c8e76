import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  numberToHex,
  parseAbiItem,
  parseEther,
} from 'viem/utils'
import { createChainBuilder } from '../../src/sandbox/chainBuilder.ts'
import { approve, transfer } from '../../src/sandbox/history/calls.ts'
import { nodeRpc } from '../../src/sandbox/nodeRpc.ts'
import { PROFILES, units } from '../../src/sandbox/profiles.ts'
import type { Sandbox } from '../../src/sandbox/startSandbox.ts'
import { redpillContracts } from './artifact.ts'
import { HONEST_CALLS } from './honestCalls.ts'

/** A transaction to scan. `id` says which contract and function. */
export type RedpillCase = { id: string; from: Address; to: Address; data: Hex; value: string }

export type Cases = { drainers: RedpillCase[]; exitless: RedpillCase[]; honest: RedpillCase[] }

const THIEF: Address = '0x7e00000000000000000000000000000000007e1f'
const TEAM: Address = '0x7e00000000000000000000000000000000007ea0'
const SWINDLER: Address = '0x7e00000000000000000000000000000000007ec0'
const VICTIM: Address = '0x7e0000000000000000000000000000000000051c'
/** Contracts that only others deploy and call. */
const PARTS: ReadonlySet<string> = new Set(['Witness'])
const BLOCK_SECONDS = 12
const STAGE_GAS = 10_000_000_000n
const USUAL_GAS = 45_000_000n
const DRAINED_VALUE = parseEther('0.4')
const CLAIM: Hex = '0x4e71d92d'
const COLLATERAL = parseEther('0.05')

function encodeCall(call: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: [parseAbiItem(`function ${call}` as 'function f()')], args: args as never })
}

/**
 * Puts the drainers, deposits without an exit and the honest contracts on the sandbox's Ethereum, funded and approved by their caller as a user would
 * approve them: for the whole balance (drainers), for a hundred dollars (honest contracts).
 */
export async function deployRedpill(sandbox: Sandbox): Promise<Cases> {
  const http = createOperatorFetch()
  const rpc = nodeRpc(sandbox.rpcUrls.ethereum, http)
  const builder = createChainBuilder(rpc, PROFILES.ethereum.fees)
  const { tokens, decimals, actors } = sandbox.world.ethereum
  const dollars = (amount: number) => units(amount, decimals.usdc)
  let time = sandbox.world.ethereum.headTimestamp
  const mine = () => {
    time += BLOCK_SECONDS
    return builder.mine(time)
  }
  const deploy = async (from: Address, code: Record<string, Hex>, args: Hex) => {
    const made: Record<string, Address> = {}
    for (const [name, bytecode] of Object.entries(code).filter(([name]) => !PARTS.has(name))) {
      const nonce = BigInt(Object.keys(made).length)
      const expected = getContractAddress({ from, nonce }).toLowerCase() as Address
      await builder.deploy({ from, expected, initCode: concatHex([bytecode, args]), note: name })
      made[name] = expected
    }
    return made
  }
  try {
    await rpc('evm_setBlockGasLimit', [numberToHex(STAGE_GAS)])
    for (const person of [THIEF, TEAM, SWINDLER])
      await rpc('anvil_setBalance', [person, numberToHex(parseEther('100'))])
    await rpc('anvil_setBalance', [VICTIM, numberToHex(parseEther('20'))])
    const address = [{ type: 'address' }]
    const drainers = await deploy(
      THIEF,
      redpillContracts('drainers'),
      encodeAbiParameters([...address, ...address], [THIEF, tokens.usdc]),
    )
    const honest = await deploy(TEAM, redpillContracts('honest'), encodeAbiParameters(address, [tokens.usdc]))
    const exitless = await deploy(
      SWINDLER,
      redpillContracts('exitless'),
      encodeAbiParameters([...address, ...address], [SWINDLER, tokens.usdc]),
    )
    await mine()
    const give = (to: Address, amount: bigint) =>
      builder.send({ from: actors.marketMaker, to: tokens.usdc, data: transfer(to, amount), note: 'dollars' })
    await give(VICTIM, dollars(9_000))
    const deposits = Object.values(exitless)
    for (const contract of [...Object.values(drainers), ...Object.values(honest), ...deposits]) {
      await rpc('anvil_setBalance', [contract, numberToHex(parseEther('3'))])
    }
    for (const contract of [...Object.values(honest), ...deposits]) await give(contract, dollars(500))
    const allow = (spender: Address, amount: bigint) =>
      builder.send({ from: VICTIM, to: tokens.usdc, data: approve(spender, amount), note: 'approval' })
    for (const contract of Object.values(drainers)) await allow(contract, dollars(9_000))
    for (const contract of [...Object.values(honest), ...deposits]) await allow(contract, dollars(100))
    // A loan to be repaid.
    const [loan, borrowed] = [honest.Lending as Address, encodeCall('borrow(uint256)', [dollars(50)])]
    await builder.send({ from: VICTIM, to: loan, data: borrowed, value: COLLATERAL, note: 'loan' })
    await mine()
    await mine()
    return {
      drainers: Object.entries(drainers).map(([id, to], index) => ({
        id,
        from: VICTIM,
        to,
        data: CLAIM,
        // Half of the lures ask for a payment as well.
        value: String(index % 2 === 0 && id !== 'ValueKeeper' ? 0n : DRAINED_VALUE),
      })),
      exitless: Object.entries(exitless).map(([id, to]) => ({
        id,
        from: VICTIM,
        to,
        data: encodeCall('deposit(uint256)', [dollars(20)]),
        value: String(id.startsWith('Loan') ? COLLATERAL : 0n),
      })),
      honest: HONEST_CALLS.map(({ contract, call, args = [], value = 0n }) => ({
        id: `${contract}.${call}`,
        from: VICTIM,
        to: honest[contract] as Address,
        value: String(value),
        data: encodeCall(call, args),
      })),
    }
  } finally {
    await rpc('evm_setBlockGasLimit', [numberToHex(USUAL_GAS)])
    await http.close()
  }
}
