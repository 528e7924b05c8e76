import type { Address, Hex } from '@redoubt/risk/address.ts'
import {
  concatHex,
  encodeFunctionData,
  getContractAddress,
  keccak256,
  numberToHex,
  stringToHex,
  toFunctionSelector,
} from 'viem/utils'
import { assemble, deployer } from '../../evm/simulation/testing/assembler.ts'
import { ERC20_ABI } from '../../sandbox/abis.ts'
import { EVERYWHERE } from '../../sandbox/canonical.ts'
import { CORPUS } from '../../sandbox/corpus/corpus.ts'
import { corpusNames, corpusTransaction } from '../../sandbox/corpus/corpusNames.ts'
import { transfer } from '../../sandbox/history/calls.ts'
import type { NodeRpc } from '../../sandbox/nodeRpc.ts'
import { nativeWorth } from '../../sandbox/profiles.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import { sandboxSender } from '../sandboxSender.ts'

const BUILDER: Address = `0x${keccak256(stringToHex('contract stage: builder')).slice(-40)}`
const SALT = `0x${'0'.repeat(64)}` as const

/** destroy(): for its owner in slot 0; anything else does nothing. */
const DESTRUCTIBLE = deployer(
  assemble(`0 CALLDATALOAD 224 SHR ${toFunctionSelector('destroy()')} EQ @destroy JUMPI STOP
    :destroy 0 SLOAD CALLER EQ ISZERO @fail JUMPI CALLER SELFDESTRUCT :fail 0 0 REVERT`),
  'CALLER 0 SSTORE',
)

/** An ERC-721 by its functions, which asks a transfer validator that its owner sets (ERC-721C). */
const RESTRICTED = deployer(
  assemble(`0 CALLDATALOAD 224 SHR
    ${[
      'ownerOf(uint256)',
      'balanceOf(address)',
      'getApproved(uint256)',
      'isApprovedForAll(address,address)',
      'approve(address,uint256)',
      'setApprovalForAll(address,bool)',
      'transferFrom(address,address,uint256)',
      'safeTransferFrom(address,address,uint256)',
      'safeTransferFrom(address,address,uint256,bytes)',
      'supportsInterface(bytes4)',
      'name()',
      'symbol()',
    ]
      .map((signature) => `DUP1 ${toFunctionSelector(signature)} EQ @read JUMPI`)
      .join(' ')}
    DUP1 ${toFunctionSelector('setTransferValidator(address)')} EQ @set JUMPI 0 0 REVERT
    :read 4 CALLDATALOAD SLOAD 0 MSTORE 32 0 RETURN
    :set 4 CALLDATALOAD 1 SSTORE STOP`),
)

const clone = (of: Address): Hex => deployer(`0x363d3d373d3d3d363d73${of.slice(2)}5af43d82803e903d91602b57fd5bf3`)

/** Contracts of the stage, on every network of the sandbox. */
export const CONTRACT_STAGE = {
  /** A minimal proxy (EIP-1167) of the drainer that a list names. */
  flaggedClone: getContractAddress({ from: BUILDER, nonce: 0n }),
  collection: getContractAddress({ from: BUILDER, nonce: 1n }),
  /** Created by the CREATE2 factory, which can create other code at the same address once this is destroyed. */
  metamorphic: getContractAddress({
    opcode: 'CREATE2',
    from: EVERYWHERE.create2Factory,
    salt: SALT,
    bytecode: DESTRUCTIBLE,
  }),
} as const satisfies Record<string, Address>

/** A token of the corpus whose team has paused it (`playContractStage`). */
export const PAUSED = 'pause-switch.trap'

/**
 * Deploys the contracts that neither the sandbox's history nor the corpus has, pauses a token of the corpus, and moves the
 * LP tokens of an honest one to an account that did not create it.
 */
export async function playContractStage(rpc: NodeRpc, world: SandboxWorld): Promise<void> {
  const { chain, listed, dex, actors } = world
  const send = sandboxSender(rpc)
  await rpc('anvil_setBalance', [BUILDER, numberToHex(nativeWorth(chain, 10_000))])
  await send({ from: BUILDER, data: clone(listed.drainer) })
  await send({ from: BUILDER, data: RESTRICTED })
  await send({ from: BUILDER, to: EVERYWHERE.create2Factory, data: concatHex([SALT, DESTRUCTIBLE]) })
  const paused = CORPUS.find(({ id }) => id === PAUSED)
  for (const step of paused?.provoke ?? [])
    if (paused !== undefined && 'call' in step) await send(corpusTransaction(step, corpusNames(paused, world)))
  const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'balanceOf', args: [actors.projectTeam] })
  const held = BigInt((await rpc('eth_call', [{ to: dex.pairs.honest, data }, 'latest'])) as Hex)
  await send({ from: actors.projectTeam, to: dex.pairs.honest, data: transfer(actors.friend, held) })
}
