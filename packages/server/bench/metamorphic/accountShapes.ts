import type { Address, Hex } from '@redoubt/risk/address.ts'
import { maxUint256 } from 'viem'
import { concatHex, encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem/utils'
import { readOriginal } from '../../src/sandbox/testing/readOriginal.ts'
import type { FixtureAccount } from '../replay/fixtureSource.ts'
import { holdingOf, merged } from './approvalAttacks.ts'
import type { Attack } from './attack.ts'
import { type AttackNode, madeAddress, type Slots, word } from './attackNode.ts'
import type { Base } from './bases.ts'
import { renamed } from './proceedsAttacks.ts'
import { THIEF } from './spenders.ts'

/** The entry point of ERC-4337, version 0.7. */
const ENTRY_POINT: Address = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const ABI = parseAbi([
  'function executeBatch(address[] targets, uint256[] values, bytes[] inputs)',
  'function allowance(address owner, address spender) view returns (uint256)',
])
const EXECUTE_BATCH = '47e1da2a'
/** Signature of the form that the account expects, of no key. */
const DUMMY: Hex = `0x${'ff'.repeat(32)}${'7a'.repeat(32)}1c`
const COINS = 5n * 10n ** 18n
const GAS = { callGasLimit: '3000000', verificationGasLimit: '600000', preVerificationGas: '60000' }

/** Code of an ERC-4337 account, and the accounts that it needs. */
export type AccountKit = { code: Hex; parts: [Address, FixtureAccount][] }

/** Deploys the entry point and an account's code; null where the block's rules do not run them. */
export async function deployAccountKit(node: AttackNode): Promise<AccountKit | null> {
  const entry = await node.deployAll(readOriginal('OriginalEntryPoint07').bytecode, THIEF).catch(() => [])
  const args = encodeAbiParameters([{ type: 'address' }], [ENTRY_POINT])
  const factory = await node
    .deployAll(concatHex([readOriginal('OriginalAccountFactory07').bytecode, args]), THIEF)
    .catch(() => [])
  const own = factory.find(([, { code }]) => code.includes(EXECUTE_BATCH))
  const point = entry.toSorted(([, a], [, b]) => b.code.length - a.code.length)[0]
  if (own === undefined || point === undefined) return null
  const others = entry.filter((one) => one !== point)
  return { code: own[1].code, parts: [[ENTRY_POINT, point[1]], ...others] }
}

/** The same transaction by an ERC-4337 account that holds what the sender holds, and the state that makes it so. */
export async function accountBase(
  node: AttackNode,
  base: Base,
  { kit, seed }: { kit: AccountKit; seed: string },
): Promise<{ base: Base; slots: Slots; part: [Address, FixtureAccount] } | string> {
  const account = madeAddress(`${seed} account ${base.hash}`)
  const storage = new Map([[0n, `0x${base.from.slice(2).padStart(64, '0')}` as Hex]])
  const own: Base = { ...base, from: account, data: renamed(base.data, base.from, account) }
  let slots: Slots = {}
  for (const token of base.tokens) {
    const held = await holdingOf(node, token, own)
    if (held === null) return 'the account could not be given the token'
    const data = encodeFunctionData({ abi: ABI, functionName: 'allowance', args: [account, base.to] })
    const allowed = await node.slotFor(token, data, word(maxUint256)).catch(() => null)
    slots = merged(merged(slots, held.slots), allowed ?? {})
  }
  return { base: own, slots, part: [account, { balance: COINS + base.value, nonce: 1, code: kit.code, storage }] }
}

/** The attack as one user operation: the account executes all of the victim's calls. */
export function asUserOperation(attack: Attack): Attack {
  const { base, steps } = attack
  const callData = encodeFunctionData({
    abi: ABI,
    functionName: 'executeBatch',
    args: [steps.map(({ to }) => to), steps.map(({ value = 0n }) => value), steps.map(({ data }) => data)],
  })
  const { chain, maxFeePerGas, maxPriorityFeePerGas, gasPrice, options } = base.body
  return {
    ...attack,
    shape: 'user operation',
    body: {
      chain,
      entryPoint: ENTRY_POINT,
      userOperation: {
        sender: base.from,
        nonce: '0x0',
        callData,
        ...GAS,
        maxFeePerGas: maxFeePerGas ?? gasPrice,
        maxPriorityFeePerGas: maxPriorityFeePerGas ?? gasPrice,
        signature: DUMMY,
      },
      options,
    },
    steps: [{ from: ENTRY_POINT, to: base.from, data: callData }],
  }
}
