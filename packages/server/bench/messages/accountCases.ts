import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { encodeFunctionData, numberToHex, parseAbi, serializeTransaction, stringToHex } from 'viem/utils'
import { signInOf } from '../../src/testing/sandboxMessages.ts'
import { type Draw, ETHER, MAX, type Make, typed } from './drawsOf.ts'

const ABI = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
])
const ZERO: Address = `0x${'0'.repeat(40)}`
const DELEGATION_MANAGER: Address = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'
const TOKEN_AMOUNT_ENFORCER: Address = '0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc'
const TIMESTAMP_ENFORCER: Address = '0x1046bb45C8d673d4ea75321280DB34899413c069'

/** Transactions of Safes, delegations, sessions, sign-ins, raw signatures and types that no reader knows. */
export const ACCOUNTS: Readonly<Record<string, Make>> = {
  'safe-drain': (draw, hostile) => {
    const amount = 10n ** BigInt(draw.world.decimals.usdc)
    // All that the Safe still holds after the payout of its history.
    const args = hostile ? ([draw.thief(), 4_700n * amount] as const) : ([draw.world.actors.friend, amount] as const)
    const data = encodeFunctionData({ abi: ABI, functionName: 'transfer', args })
    return safe(draw, { to: draw.world.tokens.usdc, data, operation: 0 })
  },
  'safe-delegatecall': (draw, hostile) =>
    hostile
      ? safe(draw, { to: draw.world.traps.maliciousDelegate, data: '0x', operation: 1 })
      : safe(draw, { to: draw.world.actors.friend, value: '1000000000000', data: '0x', operation: 0 }),
  'safe-owner': (draw, hostile) =>
    safe(draw, {
      to: hostile ? draw.world.safe.account : draw.world.tokens.usdc,
      data: hostile
        ? encodeFunctionData({ abi: ABI, functionName: 'addOwnerWithThreshold', args: [draw.thief(), 1n] })
        : encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [draw.world.actors.friend, 5n] }),
      operation: 0,
    }),
  'eip-3009': (draw, hostile) =>
    typed(draw, {
      type: 'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
      domain: { name: 'USD Coin', version: '2', verifyingContract: draw.world.tokens.usdc },
      message: {
        from: draw.trader,
        to: hostile ? draw.thief() : draw.world.actors.friend,
        value: String(hostile ? 9_000n * 10n ** BigInt(draw.world.decimals.usdc) : draw.dollars()),
        validAfter: 0,
        validBefore: draw.deadline(hostile),
        nonce: draw.word(),
      },
    }),
  'delegation-erc7710': (draw, hostile) => {
    const terms = `0x${draw.world.tokens.usdc.slice(2)}${numberToHex(draw.dollars(), { size: 32 }).slice(2)}`
    const until = `0x${'0'.repeat(32)}${numberToHex(draw.soon(), { size: 16 }).slice(2)}`
    return typed(draw, {
      type: 'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)',
      domain: { name: 'DelegationManager', version: '1', verifyingContract: DELEGATION_MANAGER },
      message: {
        delegate: hostile ? draw.thief() : draw.someone(),
        delegator: draw.trader,
        authority: `0x${'f'.repeat(64)}`,
        caveats: hostile
          ? []
          : [
              { enforcer: TOKEN_AMOUNT_ENFORCER, terms },
              { enforcer: TIMESTAMP_ENFORCER, terms: until },
            ],
        salt: String(draw.integer(1, 1e9)),
      },
    })
  },
  'session-key': (draw, hostile) =>
    typed(draw, {
      type: 'Session(address account,address sessionKey,uint256 validUntil,address[] targets,uint256 spendLimit)',
      // A smart account checks the sessions of its own keys.
      domain: { name: 'Account', version: '1', verifyingContract: draw.trader },
      message: {
        account: draw.trader,
        sessionKey: hostile ? draw.thief() : draw.someone(),
        validUntil: draw.deadline(hostile),
        targets: hostile ? [] : [draw.world.dex.v2Router],
        spendLimit: hostile ? String(MAX) : String(draw.dollars()),
      },
    }),
  'eip-7702': (draw, hostile) =>
    typed(draw, {
      type: 'Authorization(uint256 chainId,address address,uint256 nonce)',
      domain: { name: 'EIP-7702', version: '1', verifyingContract: undefined },
      message: {
        chainId: hostile && draw.chance() ? 0 : CHAIN_IDS[draw.world.chain],
        address: hostile ? draw.world.traps.maliciousDelegate : draw.world.erc4337.simple7702,
        nonce: 0,
      },
    }),
  'sign-in': (draw, hostile) => {
    const domain = `app${draw.integer(1, 99)}.example`
    const origin = hostile ? `https://${draw.integer(100, 999)}-claim.example/login` : `https://${domain}/login`
    return { address: draw.trader, chain: draw.world.chain, message: signInOf(draw.world, domain), origin }
  },
  'eth-sign': (draw, hostile) =>
    hostile
      ? { address: draw.trader, chain: draw.world.chain, method: 'eth_sign', message: draw.word() }
      : { address: draw.trader, chain: draw.world.chain, message: `Log in, code ${draw.integer(1_000, 9_999)}` },
  'hidden-transaction': (draw, hostile) => {
    const raw = serializeTransaction({
      chainId: CHAIN_IDS[draw.world.chain],
      type: 'eip1559',
      to: draw.thief(),
      value: ETHER,
      nonce: draw.integer(40, 90),
      gas: 21_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 10n ** 9n,
    })
    const text = stringToHex(`Welcome back, visitor ${draw.integer(1, 9_999)}.`)
    return { address: draw.trader, chain: draw.world.chain, message: hostile ? raw : text }
  },
  'unknown-type': (draw, hostile) =>
    hostile
      ? typed(draw, {
          type: 'Allow(address owner,address spender,address token,uint256 amount,uint256 until)',
          domain: { name: 'Rewards', version: '1', verifyingContract: draw.world.traps.drainer },
          message: {
            owner: draw.trader,
            spender: draw.thief(),
            token: draw.world.tokens.usdc,
            amount: String(MAX),
            until: draw.deadline(true),
          },
        })
      : typed(draw, {
          type: 'Profile(string name,string biography,uint256 updated)',
          domain: { name: 'Social', version: '1', verifyingContract: undefined },
          message: { name: 'Trader', biography: 'Likes pictures', updated: draw.world.headTimestamp },
        }),
  'unknown-type-at-token': (draw, hostile) =>
    typed(draw, {
      type: hostile
        ? 'OperatorGrant(address operator,uint256 amount,uint256 expiry)'
        : 'Ballot(uint256 proposal,uint8 choice,string reason)',
      domain: {
        name: hostile ? 'Token' : 'Forum',
        version: '1',
        verifyingContract: hostile ? draw.world.tokens.usdt : draw.world.tokens.honest,
      },
      message: hostile
        ? { operator: draw.thief(), amount: String(MAX), expiry: draw.deadline(true) }
        : { proposal: draw.integer(1, 40), choice: 1, reason: 'agreed' },
    }),
  'credit-delegation': (draw, hostile) =>
    typed(draw, {
      type: 'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
      domain: { name: 'Variable Debt USDC', version: '1', verifyingContract: draw.world.tokens.honest },
      message: {
        delegatee: draw.spender(hostile),
        value: String(hostile ? MAX : draw.dollars()),
        nonce: 0,
        deadline: draw.deadline(hostile),
      },
    }),
}

function safe(draw: Draw, call: { to: Address; data: Hex; operation: 0 | 1; value?: string }): Record<string, unknown> {
  return typed(draw, {
    type: 'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
    domain: { verifyingContract: draw.world.safe.account },
    message: {
      value: '0',
      ...call,
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      gasToken: ZERO,
      refundReceiver: ZERO,
      nonce: SAFE_NONCE,
    },
  })
}

/** Transactions that the sandbox's Safe made in its history. */
const SAFE_NONCE = 1
