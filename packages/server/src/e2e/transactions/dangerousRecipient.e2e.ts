import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { MULTISEND_ABI, VAULT_ABI } from '../../sandbox/abis.ts'
import {
  approve,
  safeCall,
  swapNativeForTokens,
  transfer,
  transferFrom,
  UNLIMITED,
} from '../../sandbox/history/calls.ts'
import { nodeRpc } from '../../sandbox/nodeRpc.ts'
import { nativeWorth, units } from '../../sandbox/profiles.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { paymentOf, permitOf } from '../../testing/sandboxMessages.ts'
import { sandboxSender } from '../../testing/sandboxSender.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

type Answer = {
  riskScore: number
  riskLevel: string
  recommendation: string
  complete: boolean
  unknown: string[]
  warnings: Finding[]
}
type Shape = (to: Address) => { path: string; body: object }

/** Wallets that no list names, made for this test. */
const FUNDED_BY_THIEF: Address = '0x7a11e5ce0000000000000000000000000000a001'
const FUNDED_BY_EXCHANGE: Address = '0x7a11e5ce0000000000000000000000000000a002'
const SHOP: Address = '0x7a11e5ce0000000000000000000000000000a003'
const RULES = ['dangerous-recipient-wallet', 'signature-for-dangerous-wallet']
const LEVELS = ['safe', 'low', 'medium', 'high', 'critical']
const NFT_ABI = parseAbi(['function safeTransferFrom(address from, address to, uint256 tokenId)'])
const EXECUTE_ABI = parseAbi(['function execute(address dest, uint256 value, bytes func)'])

// Who receives value is judged by the wallet scan, in whatever form the value goes there.
describe('wallets that receive value', { timeout: 280_000 }, () => {
  const world = sandboxWorld('ethereum')
  const { actors, tokens, decimals, nfts, honest, safe, dex, erc4337, listed } = world
  const http = createOperatorFetch()
  const value = String(nativeWorth('ethereum', 30))
  const dollars = units(20, decimals.usdc)
  let service: ScanService

  before(async () => {
    service = await startScanService('test', {}, { headReuseMs: 0, sandboxChains: ['ethereum'] })
    const send = sandboxSender(nodeRpc((await service.app.sandbox()).rpcUrls.ethereum, http))
    const pay = (from: Address, to: Address, usd: number) =>
      send({ from, to, data: '0x', value: nativeWorth('ethereum', usd) })
    await pay(actors.hacker, FUNDED_BY_THIEF, 2_000)
    await pay(actors.exchange, FUNDED_BY_EXCHANGE, 2_000)
    await pay(actors.exchange, SHOP, 2_000)
    // A thief dusts one and buys something from the other, and is a customer of the exchange.
    await pay(actors.hacker, FUNDED_BY_EXCHANGE, 5)
    await pay(actors.hacker, SHOP, 60)
    await pay(actors.hacker, actors.exchange, 500)
    // A victim of its own carelessness.
    await send({ from: actors.friend, to: tokens.usdc, data: approve(listed.drainer, UNLIMITED) })
  })
  after(async () => {
    await http.close()
    await service?.close()
  })

  const answerOf = async ({ path, body }: ReturnType<Shape>): Promise<Answer> => {
    const { status, json } = await service.ask(path, body)
    assert.equal(status, 200, JSON.stringify(json))
    return json.data
  }
  const walletOf = async (address: Address): Promise<Answer> => {
    const { status, json } = await service.ask(`/v1/scan/wallet/${address}?chain=ethereum&deadlineMs=25000`)
    assert.equal(status, 200, JSON.stringify(json))
    return json.data
  }
  const options = { deadlineMs: 20_000 }
  const asks = (body: object): ReturnType<Shape> => ({
    path: '/v1/scan/transaction',
    body: Object.assign({ chain: 'ethereum', from: actors.trader, value: '0', data: '0x', options }, body),
  })
  const calls = (...all: { to: Address; data?: Hex; value?: string }[]): ReturnType<Shape> => ({
    path: '/v1/scan/transaction',
    body: { chain: 'ethereum', from: actors.trader, calls: all, options },
  })
  const signs = (typedData: object): ReturnType<Shape> => ({
    path: '/v1/scan/message',
    body: { chain: 'ethereum', address: actors.trader, typedData, options },
  })
  const swap = { to: dex.v2Router, value, data: swapNativeForTokens([tokens.wrapped, tokens.usdc], actors.trader) }
  const shapes: Record<string, Shape> = {
    'a payment of coins': (to) => asks({ to, value }),
    'a transfer of tokens': (to) => asks({ to: tokens.usdc, data: transfer(to, dollars) }),
    'a transfer of own tokens by transferFrom': (to) =>
      asks({ from: actors.collector, to: nfts.collectible, data: transferFrom(actors.collector, to, 6n) }),
    'a picture': (to) =>
      asks({
        from: actors.collector,
        to: nfts.collectible,
        data: encodeFunctionData({ abi: NFT_ABI, functionName: 'safeTransferFrom', args: [actors.collector, to, 6n] }),
      }),
    'a payment after a good swap': (to) => calls(swap, { to, value }),
    'a transfer after a payment to a friend': (to) =>
      calls({ to: actors.friend, value }, { to: tokens.usdc, data: transfer(to, dollars) }),
    'one of many payments by a contract': (to) => {
      const share = BigInt(value) / 2n
      const args = [
        [actors.friend, to],
        [share, share],
      ] as const
      const data = encodeFunctionData({ abi: MULTISEND_ABI, functionName: 'sendNative', args })
      return asks({ to: honest.multisend, value: String(2n * share), data })
    },
    'a payment of a Safe': (to) => asks({ to: safe.account, data: safeCall(actors.trader, to, '0x', BigInt(value)) }),
    'a payment of a user operation': (to) => ({
      path: '/v1/scan/transaction',
      body: {
        chain: 'ethereum',
        entryPoint: erc4337.entryPoint07,
        userOperation: {
          sender: erc4337.account,
          nonce: '0',
          initCode: '0x',
          callData: encodeFunctionData({ abi: EXECUTE_ABI, functionName: 'execute', args: [to, BigInt(value), '0x'] }),
          callGasLimit: '300000',
          verificationGasLimit: '600000',
          preVerificationGas: '60000',
          maxFeePerGas: '30000000000',
          maxPriorityFeePerGas: '1000000000',
          paymasterAndData: '0x',
          signature: `0x${'ff'.repeat(32)}${'7a'.repeat(32)}1c`,
        },
        options,
      },
    }),
    'shares of a vault for another account': (to) =>
      calls(
        { to: tokens.usdc, data: approve(honest.vault, dollars) },
        {
          to: honest.vault,
          data: encodeFunctionData({ abi: VAULT_ABI, functionName: 'deposit', args: [dollars, to] }),
        },
      ),
    'a signed payment': (to) => {
      const data = paymentOf(world, to, dollars)
      return signs({ ...data, message: { ...data.message, validBefore: String(world.headTimestamp + 600) } })
    },
    'a signed permit': (to) => signs(permitOf(world, to, dollars)),
    'a limited approval': (to) => asks({ to: tokens.usdc, data: approve(to, dollars) }),
  }
  /** What other rules say of any stranger, of the signature of an operation, and of a payment to a contract by a contract. */
  const accusedAnyway = ['a signed permit', 'a limited approval', 'shares of a vault for another account']
  const othersAccuse = (name: string, to: Address) =>
    accusedAnyway.includes(name) ||
    name === 'a payment of a user operation' ||
    (name === 'one of many payments by a contract' && to === safe.treasury)
  const thieves: Record<string, Address> = {
    'a cash-out wallet': actors.drainerCashOut,
    'the operator of a drainer': actors.drainerOperator,
    'a wallet funded by a thief a minute ago': FUNDED_BY_THIEF,
  }
  const honestPeople: Record<string, Address> = {
    'a new wallet funded by an exchange, dusted by a thief': FUNDED_BY_EXCHANGE,
    'a shop that a thief once bought from': SHOP,
    'a friend who approved a drainer': actors.friend,
    'a collector whose approvals are at risk': actors.collector,
    'an exchange whose customer a thief is': actors.exchange,
    'a victim that was robbed': actors.robbed,
    'a market maker': actors.marketMaker,
    'a delegated account': actors.delegated,
    'a treasury of three owners': safe.treasury,
  }
  const seen = ({ recommendation, riskScore, warnings, unknown }: Answer) =>
    `${recommendation} ${riskScore}: ${warnings.map(({ id, severity }) => `${id} ${severity}`)}; unknown ${unknown}`
  const accused = ({ warnings }: Answer) =>
    warnings.filter(({ id, severity }) => RULES.includes(id) && severity !== 'info' && severity !== 'low')

  for (const [name, shape] of Object.entries(shapes))
    test(`${name} is as risky as the wallet that receives it`, async () => {
      for (const [who, address] of Object.entries(thieves)) {
        const wallet = await walletOf(address)
        const answer = await answerOf(shape(address))
        assert.ok(LEVELS.indexOf(wallet.riskLevel) >= LEVELS.indexOf('high'), `${who}: ${wallet.riskLevel}`)
        assert.ok(
          LEVELS.indexOf(answer.riskLevel) >= LEVELS.indexOf(wallet.riskLevel),
          `${who} is ${wallet.riskLevel}: ${seen(answer)}`,
        )
        assert.ok(accused(answer).length > 0, `${who}: ${seen(answer)}`)
      }
    })

  for (const [name, shape] of Object.entries(shapes))
    test(`${name} to honest people accuses none of them`, async () => {
      for (const [who, address] of Object.entries(honestPeople)) {
        const answer = await answerOf(shape(address))
        assert.deepEqual(accused(answer), [], `${who}: ${seen(answer)}`)
        assert.ok(!answer.unknown.includes('walletScan'), `${who}: ${seen(answer)}`)
        if (othersAccuse(name, address)) continue
        assert.equal(answer.recommendation, 'PROCEED', `${who}: ${seen(answer)}`)
      }
    })

  test('a danger to the owner of a wallet alone is information to its payers', async () => {
    const wallet = await walletOf(actors.friend)
    assert.ok(LEVELS.indexOf(wallet.riskLevel) >= LEVELS.indexOf('medium'), wallet.riskLevel)
    const answer = await answerOf(asks({ to: actors.friend, value }))
    assert.deepEqual(
      answer.warnings.filter(({ id }) => RULES.includes(id)).map(({ severity, impact }) => ({ severity, impact })),
      [{ severity: 'info', impact: 0 }],
      seen(answer),
    )
  })

  test('the answer names score and level of the wallet scan', async () => {
    const wallet = await walletOf(actors.drainerOperator)
    const { warnings } = await answerOf(asks({ to: actors.drainerOperator, value }))
    const told = warnings.find(({ id }) => id === 'dangerous-recipient-wallet')
    assert.deepEqual([told?.evidence.walletScore, told?.evidence.walletLevel], [wallet.riskScore, wallet.riskLevel])
  })
})
