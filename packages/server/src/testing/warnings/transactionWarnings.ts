import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { PERMIT2_ABI } from '../../sandbox/abis.ts'
import { approve, swapNativeForTokens, swapTokensForNative, transfer } from '../../sandbox/history/calls.ts'
import { nativeWorth, units } from '../../sandbox/profiles.ts'
import { type SandboxWorld, sandboxWorld } from '../../sandbox/world.ts'
import { STRANGER } from './messageRequest.ts'
import { misspelt } from './misspelt.ts'
import { DRAINING_PAGE, HONEST_PAGE, SITE_SCANS } from './siteRequests.ts'
import { WARNING_DEADLINE_MS, type WarningRequest, type WarningRow } from './warningRow.ts'
import { STAGE_CONTRACTS } from './warningStage.ts'

const GWEI = 1_000_000_000
const MONTH = 30 * 86_400
const BURN: Address = `0x${'0'.repeat(36)}dead`
const CALLS = parseAbi(['function buy()', 'function work()', 'function claim() payable'])
const call = (functionName: 'buy' | 'work' | 'claim'): Hex => encodeFunctionData({ abi: CALLS, functionName })

/** Transactions of the trader, each with the findings that it must get. Some need the stage (`playWarningStage`). */
export function transactionWarnings(world: SandboxWorld): WarningRow[] {
  return [...payments(world), ...approvals(world), ...executions(world), ...trades(world)]
}

type Asked = { to: string; data?: Hex; value?: bigint; from?: Address; [member: string]: unknown }

const asks = ({ chain, actors }: SandboxWorld) => {
  return ({ value = 0n, options, ...transaction }: Asked): WarningRequest => ({
    path: '/v1/scan/transaction',
    body: Object.assign(
      { chain, from: actors.trader, data: '0x', value: String(value), options: { deadlineMs: WARNING_DEADLINE_MS } },
      transaction,
      options === undefined ? {} : { options: Object.assign({ deadlineMs: WARNING_DEADLINE_MS }, options) },
    ),
  })
}

/** Several calls in one request of the account that holds dollars. */
function askBundle({ chain, actors }: SandboxWorld, calls: { to: Address; data: Hex }[]): WarningRequest {
  const body = { chain, from: actors.fresh, calls, options: { deadlineMs: WARNING_DEADLINE_MS } }
  return { path: '/v1/scan/transaction', body }
}

function payments(world: SandboxWorld): WarningRow[] {
  const { chain, actors, tokens, decimals } = world
  const ask = asks(world)
  const value = nativeWorth(chain, 50)
  const toFriend = ask({ to: actors.friend, value })
  const dollars = (amount: number) => units(amount, decimals.usdc)
  const dollarsTo = (...payments: [Address, number][]) =>
    payments.map(([to, amount]) => ({ to: tokens.usdc, data: transfer(to, dollars(amount)) }))
  return [
    { ids: ['address-checksum-mismatch'], subject: ask({ to: misspelt(actors.friend), value }), twin: toFriend },
    { ids: ['unused-recipient'], subject: ask({ to: STRANGER, value }), twin: toFriend },
    {
      ids: ['transfer-to-burn-address'],
      subject: ask({ to: tokens.usdc, data: transfer(BURN, dollars(5)) }),
      twin: toFriend,
    },
    {
      ids: ['recipient-on-another-network'],
      subject: ask({ to: sandboxWorld('bsc').tokens.wrapped, value }),
      twin: ask({ to: actors.friend, value }),
    },
    { ids: ['function-call-to-eoa'], subject: ask({ to: STRANGER, value, data: call('claim') }), twin: toFriend },
    {
      ids: ['excessive-gas-price'],
      subject: ask({ to: actors.friend, value, gasPrice: 2_000 * GWEI }),
      twin: ask({ to: actors.friend, value, gasPrice: 2 * GWEI }),
    },
    { ids: ['unusable-nonce'], subject: ask({ to: actors.friend, value, nonce: 0 }), twin: toFriend },
    {
      ids: ['recently-deployed-recipient'],
      subject: ask({ to: tokens.usdc, data: transfer(STAGE_CONTRACTS.coinKeeper, dollars(5)) }),
      twin: ask({ to: tokens.usdc, data: transfer(actors.friend, dollars(5)) }),
    },
    {
      ids: ['whole-balance-transfer'],
      subject: ask({ from: actors.fresh, to: tokens.usdc, data: transfer(STRANGER, dollars(1_500)) }),
      twin: toFriend,
    },
    {
      ids: ['whole-holding-sent-in-bundle'],
      subject: askBundle(world, dollarsTo([actors.friend, 5], [STRANGER, 1_495])),
      twin: askBundle(world, dollarsTo([actors.friend, 5], [STRANGER, 15])),
    },
    {
      ids: ['origin-resembling-brand'],
      subject: ask({ to: actors.friend, value, origin: 'https://metarnask.com' }),
      twin: ask({ to: actors.friend, value, origin: 'https://forum.example' }),
    },
    {
      ids: ['origin-scanned-as-dangerous'],
      before: SITE_SCANS,
      subject: ask({ to: actors.friend, value, origin: DRAINING_PAGE }),
      twin: ask({ to: actors.friend, value, origin: HONEST_PAGE }),
    },
  ]
}

function approvals(world: SandboxWorld): WarningRow[] {
  const { tokens, decimals, traps, dex, permit2, headTimestamp } = world
  const ask = asks(world)
  const approval = (spender: Address) => ask({ to: tokens.usdc, data: approve(spender, units(20, decimals.usdc)) })
  const allowance = (expiration: number) =>
    ask({
      to: permit2,
      data: encodeFunctionData({
        abi: PERMIT2_ABI,
        functionName: 'approve',
        args: [tokens.dai, dex.v3Router, units(5_000, 18), expiration],
      }),
    })
  return [
    {
      ids: ['approval-to-recently-deployed-spender'],
      subject: approval(STAGE_CONTRACTS.coinKeeper),
      twin: approval(dex.v2Router),
    },
    { ids: ['approval-to-unverified-contract'], subject: approval(traps.drainer), twin: approval(dex.v2Router) },
    {
      ids: ['long-lived-permit2-approval'],
      subject: allowance(2 ** 48 - 1),
      twin: allowance(headTimestamp + MONTH),
    },
  ]
}

function executions(world: SandboxWorld): WarningRow[] {
  const { chain, actors, tokens, decimals, dex, traps, proxies, honest } = world
  const ask = asks(world)
  const data = transfer(actors.friend, units(5, decimals.usdc))
  const payment = ask({ to: tokens.usdc, data })
  const value = nativeWorth(chain, 50)
  return [
    { ids: ['execution-halted'], subject: ask({ to: tokens.usdc, data, gas: 30_000 }), twin: payment },
    {
      ids: ['unusually-high-gas-use'],
      subject: ask({ to: STAGE_CONTRACTS.gasBurner, data: call('work') }),
      twin: payment,
    },
    {
      ids: ['execution-not-inspected'],
      subject: ask({ to: STAGE_CONTRACTS.manyCalls, data: call('work'), gas: 6_000_000 }),
      twin: ask({ to: STAGE_CONTRACTS.gasBurner, data: call('work') }),
    },
    { ids: ['unknown-function'], subject: ask({ to: traps.drainer, data: '0x12345678' }), twin: payment },
    {
      ids: ['outcome-through-upgradeable-proxy'],
      subject: ask({ from: actors.foundation, to: proxies.upgradeable, data: transfer(actors.friend, 10n) }),
      twin: payment,
    },
    {
      ids: ['unsimulated-call-to-unknown-contract'],
      subject: ask({ to: traps.drainer, data: call('claim'), value, options: { simulate: false } }),
      twin: ask({
        to: dex.v2Router,
        data: swapNativeForTokens([tokens.wrapped, tokens.usdc], actors.trader),
        value,
        options: { simulate: false },
      }),
    },
    {
      ids: ['insufficient-allowance'],
      subject: ask({
        to: dex.v2Router,
        data: swapTokensForNative(units(50, decimals.usdt), [tokens.usdt, tokens.wrapped], actors.trader),
      }),
      twin: ask({ to: honest.airdrop, data: call('claim') }),
    },
  ]
}

function trades(world: SandboxWorld): WarningRow[] {
  const { chain, actors, tokens, dex, nfts, traps, listings } = world
  const ask = asks(world)
  const buy = (token: Address) =>
    ask({
      to: dex.v2Router,
      data: swapNativeForTokens([tokens.wrapped, token], actors.trader),
      value: nativeWorth(chain, 100),
    })
  const swap = (dollars: number) =>
    ask({
      from: actors.marketMaker,
      to: dex.v2Router,
      data: swapNativeForTokens([tokens.wrapped, tokens.usdt], actors.marketMaker),
      value: nativeWorth(chain, dollars),
    })
  const gift = parseAbi(['function transferFrom(address from, address to, uint256 id)'])
  return [
    {
      ids: ['nft-sold-for-nothing'],
      subject: ask({ to: STAGE_CONTRACTS.pictureThief, data: call('buy') }),
      twin: ask({
        to: nfts.collectible,
        data: encodeFunctionData({ abi: gift, functionName: 'transferFrom', args: [actors.trader, actors.friend, 1n] }),
      }),
    },
    { ids: ['freezable-token-purchase'], subject: buy(traps.ruggable), twin: buy(listings.alder) },
    { ids: ['dangerous-token-purchase'], subject: buy(traps.hiddenMint), twin: buy(listings.alder) },
    { ids: ['trade-below-market-price'], subject: swap(900_000), twin: swap(50) },
    {
      ids: ['trade-without-return'],
      subject: ask({
        to: STAGE_CONTRACTS.coinKeeper,
        data: swapNativeForTokens([tokens.wrapped, tokens.usdc], actors.trader),
        value: nativeWorth(chain, 100),
      }),
      twin: swap(50),
    },
  ]
}
