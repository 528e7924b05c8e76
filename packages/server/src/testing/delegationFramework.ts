import { readFileSync } from 'node:fs'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { BALANCE_ENFORCERS, METAMASK_DELEGATOR } from '@redoubt/risk/protect/delegationCaveats.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { concat, encodeAbiParameters, encodeFunctionData, encodePacked, parseAbi, parseAbiParameters } from 'viem/utils'
import type { NodeRpc } from '../sandbox/nodeRpc.ts'
import { sandboxSender } from './sandboxSender.ts'

// MetaMask's delegation framework (ERC-7710) as its package publishes it: github.com/MetaMask/delegation-framework.

export type SignedCaveat = { enforcer: Address; terms: Hex }
/** A call that the delegator's account makes. */
type Execution = { to: Address; value?: bigint; data: Hex }

const FILE = new URL('./delegationFramework.generated.json', import.meta.url)
export const DELEGATION_MANAGER: Address = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'
const ENTRY_POINT: Address = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
/** No delegation stands above it. */
const ROOT: Hex = `0x${'ff'.repeat(32)}`
/** One call, which reverts the whole redemption when it fails (ERC-7579). */
const SINGLE: Hex = `0x${'00'.repeat(32)}`
const MANAGER_ABI = parseAbi([
  'function redeemDelegations(bytes[] permissionContexts, bytes32[] modes, bytes[] executionCallDatas)',
])
const DELEGATIONS = parseAbiParameters([
  'Delegation[] delegations',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
])
const TYPES = {
  Delegation: [
    { name: 'delegate', type: 'address' },
    { name: 'delegator', type: 'address' },
    { name: 'authority', type: 'bytes32' },
    { name: 'caveats', type: 'Caveat[]' },
    { name: 'salt', type: 'uint256' },
  ],
  Caveat: [
    { name: 'enforcer', type: 'address' },
    { name: 'terms', type: 'bytes' },
  ],
} as const

/** Deploys the manager, the account code and the balance enforcers of version 1.3.0 at their own addresses. */
export async function deployDelegationFramework(rpc: NodeRpc, from: Address): Promise<void> {
  const { bytecode } = JSON.parse(readFileSync(FILE, 'utf8')) as { bytecode: Record<string, Hex> }
  const send = sandboxSender(rpc)
  const deploy = async (name: string, args: Hex = '0x'): Promise<Address> => {
    const made = await send({ from, data: concat([bytecode[name] ?? '0x', args]) })
    if (made === null) throw new Error(`${name} was not deployed`)
    return made
  }
  const place = async (at: Address, name: string, args?: Hex) => {
    const code = await rpc('eth_getCode', [await deploy(name, args), 'latest'])
    await rpc('anvil_setCode', [at, code])
  }
  await place(DELEGATION_MANAGER, 'DelegationManager', encodeAbiParameters(parseAbiParameters('address'), [from]))
  const pair = encodeAbiParameters(parseAbiParameters('address, address'), [DELEGATION_MANAGER, ENTRY_POINT])
  await place(METAMASK_DELEGATOR, 'EIP7702StatelessDeleGator', pair)
  await place(BALANCE_ENFORCERS.native, 'NativeBalanceChangeEnforcer')
  await place(BALANCE_ENFORCERS.token, 'ERC20BalanceChangeEnforcer')
}

/** Gives the account of a key the framework's code (EIP-7702). */
export async function delegateToFramework(rpc: NodeRpc, account: Address): Promise<void> {
  await rpc('anvil_setCode', [account, `0xef0100${METAMASK_DELEGATOR.slice(2)}`])
}

/** Call data with which the delegate has the delegator's account make a call, by a delegation that the delegator signed. */
export async function redeemDelegation(
  chainId: number,
  {
    privateKey,
    delegate,
    execution: { to, value = 0n, data },
    caveats = [],
    salt = 0n,
  }: {
    /** Of the delegator. */
    privateKey: Hex
    delegate: Address
    execution: Execution
    caveats?: readonly SignedCaveat[]
    salt?: bigint
  },
): Promise<Hex> {
  const account = privateKeyToAccount(privateKey)
  const message = { delegate, delegator: account.address, authority: ROOT, caveats, salt }
  const domain = { name: 'DelegationManager', version: '1', chainId, verifyingContract: DELEGATION_MANAGER }
  const signature = await account.signTypedData({ domain, types: TYPES, primaryType: 'Delegation', message })
  const signed = { ...message, caveats: caveats.map((one) => ({ ...one, args: '0x' as Hex })), signature }
  const context = encodeAbiParameters(DELEGATIONS, [[signed]])
  const execution = encodePacked(['address', 'uint256', 'bytes'], [to, value, data])
  return encodeFunctionData({
    abi: MANAGER_ABI,
    functionName: 'redeemDelegations',
    args: [[context], [SINGLE], [execution]],
  })
}
