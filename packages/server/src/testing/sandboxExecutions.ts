import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import type { SandboxWorld } from '../sandbox/world.ts'
import { safeTransactionOf } from './sandboxMessages.ts'

// Typed data by which an account of the sandbox runs calls that another account sends. Amounts in wei.

/** What the account is to call. */
export type SandboxCall = { to: Address; data?: Hex; value?: bigint }

const NONE = `0x${'0'.repeat(64)}`
const struct = (text: string) =>
  text.split(',').map((member) => {
    const [type = '', name = ''] = member.split(' ')
    return { name, type }
  })

/** ERC-2771, as OpenZeppelin's MinimalForwarder has it; the trader's. */
export function forwardOf(world: SandboxWorld, { to, data = '0x', value = 0n }: SandboxCall) {
  return {
    types: {
      ForwardRequest: struct('address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data'),
    },
    primaryType: 'ForwardRequest',
    domain: {
      name: 'MinimalForwarder',
      version: '0.0.1',
      chainId: CHAIN_IDS[world.chain],
      verifyingContract: world.honest.vault,
    },
    message: { from: world.actors.trader, to, value: String(value), gas: '1000000', nonce: 0, data },
  }
}

/** A meta-transaction of the trader, as tokens on Polygon have it: the token calls itself. */
export function metaTransactionOf(world: SandboxWorld, token: Address, functionSignature: Hex) {
  return {
    types: { MetaTransaction: struct('uint256 nonce,address from,bytes functionSignature') },
    primaryType: 'MetaTransaction',
    domain: { name: 'USD Coin', version: '2', chainId: CHAIN_IDS[world.chain], verifyingContract: token },
    message: { nonce: 0, from: world.actors.trader, functionSignature },
  }
}

/** A user operation for EntryPoint 0.8, with fees as wallets set them. */
export function operationOf(world: SandboxWorld, sender: Address, callData: Hex, more: object = {}) {
  const gwei = `0x${1_000_000_000n.toString(16).padStart(32, '0')}${2_000_000_000n.toString(16).padStart(32, '0')}`
  return {
    types: {
      PackedUserOperation: struct(
        'address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData',
      ),
    },
    primaryType: 'PackedUserOperation',
    domain: {
      name: 'ERC4337',
      version: '1',
      chainId: CHAIN_IDS[world.chain],
      verifyingContract: world.erc4337.entryPoint08,
    },
    message: {
      sender,
      nonce: '0',
      initCode: '0x',
      callData,
      accountGasLimits: NONE,
      preVerificationGas: '50000',
      gasFees: gwei,
      paymasterAndData: '0x',
      ...more,
    },
  }
}

/** A transaction of the sandbox's Safe, with its next nonce. */
export function safeCallOf(
  world: SandboxWorld,
  { to, data = '0x', value = 0n, operation = 0 }: SandboxCall & { operation?: 0 | 1 },
  nonce: number,
) {
  const typedData = safeTransactionOf(world, { to, data, operation }, nonce)
  return { ...typedData, message: { ...typedData.message, value: String(value) } }
}
