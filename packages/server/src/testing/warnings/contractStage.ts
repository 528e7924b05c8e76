import type { Address, Hex } from '@redoubt/risk/address.ts'
import {
  concatHex,
  encodeFunctionData,
  getContractAddress,
  keccak256,
  numberToHex,
  stringToHex,
  toEventSelector,
  toFunctionSelector,
} from 'viem/utils'
import { callDataOf, initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { assemble, deployer } from '../../evm/simulation/testing/assembler.ts'
import { ERC20_ABI } from '../../sandbox/abis.ts'
import { EVERYWHERE } from '../../sandbox/canonical.ts'
import { CORPUS } from '../../sandbox/corpus/corpus.ts'
import type { CorpusCall } from '../../sandbox/corpus/corpusCase.ts'
import { corpusNames, corpusTransaction } from '../../sandbox/corpus/corpusNames.ts'
import { addLiquidityNative, approve, transfer, UNLIMITED } from '../../sandbox/history/calls.ts'
import type { NodeRpc } from '../../sandbox/nodeRpc.ts'
import { v2PairAddress } from '../../sandbox/poolAddresses.ts'
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

/** Unix seconds at which a lock ends, years ahead. */
const FAR_END = 4_000_000_000n
/** Base units that the builder of a token holds at first. */
const SUPPLY = 10n ** 24n

/**
 * An ERC-20 that moves to and from contracts only, such as its pool: between wallets it does not, where `isBound`. Balances are at
 * the account's address, allowances at keccak256(owner, spender).
 */
const token = (isBound: boolean): Hex => {
  const on = (signature: string, label: string) => `DUP1 ${toFunctionSelector(signature)} EQ @${label} JUMPI`
  const answer = '0 MSTORE 32 0 RETURN'
  const text = (word: string) =>
    `32 0 MSTORE ${word.length} 32 MSTORE ${stringToHex(word, { size: 32 })} 64 MSTORE 96 0 RETURN`
  const check = isBound ? '4 CALLDATALOAD EXTCODESIZE CALLER EXTCODESIZE ADD ISZERO @fail JUMPI' : ''
  const checkFrom = isBound ? '4 CALLDATALOAD EXTCODESIZE 36 CALLDATALOAD EXTCODESIZE ADD ISZERO @fail JUMPI' : ''
  return deployer(
    assemble(`0 CALLDATALOAD 224 SHR
      ${on('transfer(address,uint256)', 'transfer')} ${on('transferFrom(address,address,uint256)', 'from')}
      ${on('approve(address,uint256)', 'approve')} ${on('allowance(address,address)', 'allowance')}
      ${on('balanceOf(address)', 'balance')} ${on('totalSupply()', 'supply')} ${on('decimals()', 'decimals')}
      ${on('name()', 'name')} ${on('symbol()', 'name')} :fail 0 0 REVERT
      :balance 4 CALLDATALOAD SLOAD ${answer}
      :supply ${SUPPLY} ${answer}
      :decimals 18 ${answer}
      :name ${text(isBound ? 'BOUND' : 'FREE')}
      :approve CALLER 0 MSTORE 4 CALLDATALOAD 32 MSTORE 36 CALLDATALOAD 64 0 KECCAK256 SSTORE 1 ${answer}
      :allowance 4 CALLDATALOAD 0 MSTORE 36 CALLDATALOAD 32 MSTORE 64 0 KECCAK256 SLOAD ${answer}
      :transfer ${check} 36 CALLDATALOAD 4 CALLDATALOAD CALLER @move JUMP
      :from ${checkFrom} 4 CALLDATALOAD 0 MSTORE CALLER 32 MSTORE
        68 CALLDATALOAD 64 0 KECCAK256 SLOAD LT @fail JUMPI
        68 CALLDATALOAD 64 0 KECCAK256 SLOAD SUB 64 0 KECCAK256 SSTORE
        68 CALLDATALOAD 36 CALLDATALOAD 4 CALLDATALOAD @move JUMP
      ; amount, to, from
      :move DUP3 DUP2 SLOAD LT @fail JUMPI
        DUP3 DUP2 SLOAD SUB DUP2 SSTORE
        DUP3 DUP3 SLOAD ADD DUP3 SSTORE
        DUP3 0 MSTORE ${toEventSelector('Transfer(address,address,uint256)')} 32 0 LOG3 1 ${answer}`),
    `${SUPPLY} CALLER SSTORE`,
  )
}

const clone = (of: Address): Hex => deployer(`0x363d3d373d3d3d363d73${of.slice(2)}5af43d82803e903d91602b57fd5bf3`)

/** route(uint256): jumps to wherever its caller says, or ends. */
const ROUTER = deployer(
  assemble(`0 CALLDATALOAD 224 SHR ${toFunctionSelector('route(uint256)')} EQ @route JUMPI STOP
    :route 4 CALLDATALOAD JUMP`),
)
/** The same choice by a table. */
const TABLE = deployer(
  assemble(`0 CALLDATALOAD 224 SHR ${toFunctionSelector('route(uint256)')} EQ @route JUMPI STOP
    :route 4 CALLDATALOAD 1 EQ @one JUMPI STOP :one 1 0 MSTORE 32 0 RETURN`),
)

/** Contracts of the stage, on every network of the sandbox. */
export const CONTRACT_STAGE = {
  /** A minimal proxy (EIP-1167) of the drainer that a list names. */
  flaggedClone: getContractAddress({ from: BUILDER, nonce: 0n }),
  collection: getContractAddress({ from: BUILDER, nonce: 1n }),
  /** A token that wallets cannot send to each other, and its twin, both with a pool. */
  boundToken: getContractAddress({ from: BUILDER, nonce: 3n }),
  freeToken: getContractAddress({ from: BUILDER, nonce: 6n }),
  /** Code that jumps where no reader can follow, and code that does not. */
  computedJump: getContractAddress({ from: BUILDER, nonce: 9n }),
  plainJump: getContractAddress({ from: BUILDER, nonce: 10n }),
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

/** A token of the corpus whose team has taxed a holder's sales with 60 % (`playContractStage`). */
export const TAXED_HOLDER = 'address-tax.trap'

function teamCall(world: SandboxWorld, id: string, call: CorpusCall) {
  const one = CORPUS.find((entry) => entry.id === id)
  if (one === undefined) throw new Error(`no case of the corpus is called ${id}`)
  return corpusTransaction(call, corpusNames(one, world))
}

/**
 * Deploys the contracts that neither the sandbox's history nor the corpus has, pauses a token of the corpus, taxes a holder of
 * another, and moves the LP tokens of an honest one to an account that did not create it.
 */
export async function playContractStage(rpc: NodeRpc, world: SandboxWorld): Promise<void> {
  const { chain, listed, dex, actors } = world
  const send = sandboxSender(rpc)
  await rpc('anvil_setBalance', [BUILDER, numberToHex(nativeWorth(chain, 1_000_000))])
  await send({ from: BUILDER, data: clone(listed.drainer) })
  await send({ from: BUILDER, data: RESTRICTED })
  await send({ from: BUILDER, to: EVERYWHERE.create2Factory, data: concatHex([SALT, DESTRUCTIBLE]) })
  for (const isBound of [true, false]) {
    const made = await send({ from: BUILDER, data: token(isBound) })
    if (made === null) throw new Error('the token was not created')
    await send({ from: BUILDER, to: made, data: approve(dex.v2Router, UNLIMITED) })
    const value = nativeWorth(chain, 90_000)
    await send({ from: BUILDER, to: dex.v2Router, data: addLiquidityNative(made, SUPPLY / 2n, BUILDER), value })
  }
  await send({ from: BUILDER, data: ROUTER })
  await send({ from: BUILDER, data: TABLE })
  await lockLiquidity(rpc, world)
  await send(teamCall(world, PAUSED, { by: 'team', call: 'pause()' }))
  await send(teamCall(world, TAXED_HOLDER, { by: 'team', call: 'setTier(address,uint256)', args: ['$holder1', 57n] }))
  const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'balanceOf', args: [actors.projectTeam] })
  const held = BigInt((await rpc('eth_call', [{ to: dex.pairs.honest, data }, 'latest'])) as Hex)
  await send({ from: actors.projectTeam, to: dex.pairs.honest, data: transfer(actors.friend, held) })
}

/** Puts the LP tokens of `freeToken` into a locker whose end may be moved to any time. */
async function lockLiquidity(rpc: NodeRpc, { dex, tokens }: SandboxWorld): Promise<void> {
  const send = sandboxSender(rpc)
  const pair = v2PairAddress(dex.v2Factory, CONTRACT_STAGE.freeToken, tokens.wrapped)
  const asked = encodeFunctionData({ abi: ERC20_ABI, functionName: 'balanceOf', args: [BUILDER] })
  const held = BigInt((await rpc('eth_call', [{ to: pair, data: asked }, 'latest'])) as Hex)
  const locker = await send({ from: BUILDER, data: initCodeOf('TermLocker', [false]) })
  if (locker === null) throw new Error('the locker was not created')
  await send({ from: BUILDER, to: pair, data: approve(locker, held) })
  await send({ from: BUILDER, to: locker, data: callDataOf('TermLocker', 'lock', [pair, held, FAR_END]) })
}
