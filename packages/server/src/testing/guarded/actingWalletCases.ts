import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { parseSignature } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { encodeFunctionData, hashMessage, numberToHex, parseAbi } from 'viem/utils'
import { ERC20_ABI, SAFE_ABI } from '../../sandbox/abis.ts'
import { ACTORS, type Actor } from '../../sandbox/actors.ts'
import { approve, transfer, UNLIMITED } from '../../sandbox/history/calls.ts'
import { initCode } from '../../sandbox/nodeRpc.ts'
import { units } from '../../sandbox/profiles.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import {
  DELEGATION_MANAGER,
  delegateToFramework,
  deployDelegationFramework,
  redeemDelegation,
} from '../delegationFramework.ts'
import { sandboxSender } from '../sandboxSender.ts'
import type { UntypedJson } from '../untypedJson.ts'
import type { GuardedWorld } from './guardedWorld.ts'

const { tokens, decimals, traps, safe, erc4337, actors } = sandboxWorld('ethereum')
const { trader, friend, careless, fresh, buyerOne: relayer } = ACTORS
const DOLLARS = units(5, decimals.usdc)
/** What the wallet acted for is made to do: gives a drainer its dollars for ever, or pays five of them to a friend. */
const DRAIN = { to: tokens.usdc, data: approve(traps.drainer, UNLIMITED) }
const PAYMENT = { to: tokens.usdc, data: transfer(friend.address, DOLLARS) }

const SAFE_HASH_ABI = parseAbi([
  'function nonce() view returns (uint256)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
])
const ACCOUNT_ABI = parseAbi(['function execute(address dest, uint256 value, bytes func)'])
const ENTRY_POINT_ABI = parseAbi([
  'struct Packed { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function getUserOpHash(Packed op) view returns (bytes32)',
  'function handleOps(Packed[] ops, address beneficiary)',
  'function getNonce(address sender, uint192 key) view returns (uint256)',
])
const META_ABI = parseAbi([
  'function executeMetaTransaction(address user, bytes functionSignature, bytes32 r, bytes32 s, uint8 v)',
  'function nonces(address user) view returns (uint256)',
])
const NO_REFUND: Address = `0x${'0'.repeat(40)}`

/** Transactions that act for another wallet than their sender: a drain is refused, and its honest twin is mined. */
export function actingWalletCases(world: () => GuardedWorld): void {
  const ask = async (to: Address, data: Hex) => (await world().node('eth_call', [{ to, data }, 'latest'])) as Hex
  const dollarsOf = async (account: Address) =>
    BigInt(await ask(tokens.usdc, encodeFunctionData({ abi: ERC20_ABI, functionName: 'balanceOf', args: [account] })))
  const refused = ({ error }: UntypedJson, rule: string) =>
    assert.deepEqual([error?.code, error?.data?.rule], [-32003, rule], JSON.stringify(error))
  async function mined({ result, error }: UntypedJson): Promise<void> {
    assert.equal(typeof result, 'string', JSON.stringify(error))
    await world().mine()
    assert.equal((await world().call('eth_getTransactionReceipt', [result])).result?.status, '0x1')
  }
  async function pays(wallet: Address, send: () => Promise<UntypedJson>): Promise<void> {
    const before = await dollarsOf(friend.address)
    const own = await dollarsOf(wallet)
    await mined(await send())
    assert.deepEqual([await dollarsOf(friend.address), await dollarsOf(wallet)], [before + DOLLARS, own - DOLLARS])
  }

  describe('for another wallet than the sender', () => {
    let relayed: Address
    before(async () => {
      const { node } = world()
      await deployDelegationFramework(node, actors.exchange)
      const send = sandboxSender(node)
      for (const account of [safe.account, erc4337.account, careless.address])
        await send({ from: trader.address, to: tokens.usdc, data: transfer(account, 10n * DOLLARS) })
      await node('anvil_setBalance', [erc4337.account, numberToHex(10n ** 19n)])
      for (const { address } of [fresh, relayer, careless])
        await node('anvil_setBalance', [address, numberToHex(10n ** 19n)])
      const code = initCode('RelayedToken', ['Relayed', 'RLY', 10n ** 24n, fresh.address])
      relayed = (await send({ from: actors.exchange, data: code })) ?? assert.fail()
      await delegateToFramework(node, careless.address)
      await node('evm_mine', [])
    })
    const redeem = (by: Actor, execution: { to: Address; data: Hex }) =>
      redeemDelegation(1, { privateKey: careless.privateKey, delegate: by.address, execution })

    test('the policy of the wallet that is acted for counts', async () => {
      await world().setPolicy(careless.address, {
        dailySpendingLimit: { usd: 7, rolling24hUsd: null, alertAt: 0.8 },
      })
      const data = await redeem(relayer, PAYMENT)
      await pays(careless.address, () => world().send(relayer.privateKey, { to: DELEGATION_MANAGER, data }))
      const again = await world().send(relayer.privateKey, { to: DELEGATION_MANAGER, data })
      refused(again, 'policy')
      const [event] = await world().eventsOf('policy.refused', careless.address)
      assert.equal(event?.data.rules[0].rule, 'dailySpendingLimit', 'an administrator sees whose rule it is')
      await world().setPolicy(careless.address, {})
    })

    for (const [name, by] of [
      ['a transaction that MetaMask rewrote into a delegation of the sender', careless],
      ['a delegation that another account redeems', relayer],
    ] as const)
      test(name, async () => {
        const send = async (execution: { to: Address; data: Hex }) =>
          world().send(by.privateKey, { to: DELEGATION_MANAGER, data: await redeem(by, execution) })
        refused(await send(DRAIN), 'verdict')
        await pays(careless.address, () => send(PAYMENT))
      })

    test('a Safe, by the signature of an owner that another account sends', async () => {
      const execute = async ({ to, data }: { to: Address; data: Hex }) => {
        const nonce = BigInt(await ask(safe.account, encodeFunctionData({ abi: SAFE_HASH_ABI, functionName: 'nonce' })))
        const members = [to, 0n, data, 0, 0n, 0n, 0n, NO_REFUND, NO_REFUND] as const
        const hash = await ask(
          safe.account,
          encodeFunctionData({ abi: SAFE_HASH_ABI, functionName: 'getTransactionHash', args: [...members, nonce] }),
        )
        const signature = await sign({ hash, privateKey: trader.privateKey, to: 'hex' })
        const args = [...members, signature] as const
        return encodeFunctionData({ abi: SAFE_ABI, functionName: 'execTransaction', args })
      }
      const send = async (inner: { to: Address; data: Hex }) =>
        world().send(fresh.privateKey, { to: safe.account, data: await execute(inner) })
      refused(await send(DRAIN), 'verdict')
      await pays(safe.account, () => send(PAYMENT))
    })

    test('a user operation in a bundle (ERC-4337)', async () => {
      const { account: sender, entryPoint07: entryPoint } = erc4337
      const half = (value: bigint) => value.toString(16).padStart(32, '0')
      const bundle = async ({ to, data }: { to: Address; data: Hex }) => {
        const nonceOf = encodeFunctionData({ abi: ENTRY_POINT_ABI, functionName: 'getNonce', args: [sender, 0n] })
        const op = {
          sender,
          nonce: BigInt(await ask(entryPoint, nonceOf)),
          initCode: '0x' as Hex,
          callData: encodeFunctionData({ abi: ACCOUNT_ABI, functionName: 'execute', args: [to, 0n, data] }),
          accountGasLimits: `0x${half(200_000n)}${half(200_000n)}` as Hex,
          preVerificationGas: 60_000n,
          gasFees: `0x${half(1_000_000_000n)}${half(4_000_000_000n)}` as Hex,
          paymasterAndData: '0x' as Hex,
          signature: '0x' as Hex,
        }
        const hash = await ask(
          entryPoint,
          encodeFunctionData({ abi: ENTRY_POINT_ABI, functionName: 'getUserOpHash', args: [op] }),
        )
        const { privateKey } = trader
        const signature = await sign({ hash: hashMessage({ raw: hash }), privateKey, to: 'hex' })
        return encodeFunctionData({
          abi: ENTRY_POINT_ABI,
          functionName: 'handleOps',
          args: [[{ ...op, signature }], relayer.address],
        })
      }
      const send = async (inner: { to: Address; data: Hex }) =>
        world().send(relayer.privateKey, { to: entryPoint, data: await bundle(inner) })
      refused(await send(DRAIN), 'verdict')
      await pays(sender, () => send(PAYMENT))
    })

    test('a relayed meta-transaction', async () => {
      const balance = async (account: Address) =>
        BigInt(await ask(relayed, encodeFunctionData({ abi: ERC20_ABI, functionName: 'balanceOf', args: [account] })))
      const sendRequest = async (functionSignature: Hex) => {
        const from = fresh.address
        const nonce = BigInt(
          await ask(relayed, encodeFunctionData({ abi: META_ABI, functionName: 'nonces', args: [from] })),
        )
        const signature = await privateKeyToAccount(fresh.privateKey).signTypedData({
          domain: { name: 'Relayed', chainId: 1, verifyingContract: relayed },
          types: {
            MetaTransaction: [
              { name: 'nonce', type: 'uint256' },
              { name: 'from', type: 'address' },
              { name: 'functionSignature', type: 'bytes' },
            ],
          },
          primaryType: 'MetaTransaction',
          message: { nonce, from, functionSignature },
        })
        const { r, s, v = 27n } = parseSignature(signature)
        const args = [from, functionSignature, r, s, Number(v)] as const
        const data = encodeFunctionData({ abi: META_ABI, functionName: 'executeMetaTransaction', args })
        return world().send(relayer.privateKey, { to: relayed, data })
      }
      refused(await sendRequest(approve(traps.drainer, UNLIMITED)), 'verdict')
      await mined(await sendRequest(transfer(friend.address, 5n)))
      assert.equal(await balance(friend.address), 5n)
    })
  })
}
