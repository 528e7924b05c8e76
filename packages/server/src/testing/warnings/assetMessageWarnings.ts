import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { units } from '../../sandbox/profiles.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import {
  bulkOrderOf,
  coins,
  listingOf,
  orderOf,
  paymentOf,
  permitBatchOf,
  permitOf,
  pictureOf,
  SEAPORT_ITEM,
  safeTransactionOf,
} from '../sandboxMessages.ts'
import { messageRequest, STRANGER } from './messageRequest.ts'
import { misspelt } from './misspelt.ts'
import type { WarningRow } from './warningRow.ts'

const ETHER = 10n ** 18n
const UNLIMITED = 2n ** 256n - 1n
/** Transactions that the sandbox's Safe made in its history. */
const SAFE_NONCE = 1
const HOUR = 3_600
const SAFE = parseAbi(['function addOwnerWithThreshold(address owner, uint256 threshold)'])

/** Permits, orders and transactions of a Safe, each with the findings that it must get. */
export function assetMessageWarnings(world: SandboxWorld): WarningRow[] {
  return [...permits(world), ...orders(world), ...safeTransactions(world)]
}

function permits(world: SandboxWorld): WarningRow[] {
  const { actors, tokens, traps, listed, honest, dex, multicall3, headTimestamp, decimals } = world
  const ask = messageRequest(world)
  const dollars = (amount: number) => units(amount, decimals.usdc)
  const permit = (spender: Address, value: bigint, message: object = {}, domain: object = {}) => {
    const data = permitOf(world, spender, value)
    const deadline = String(headTimestamp + HOUR)
    return ask({
      typedData: {
        ...data,
        domain: Object.assign(data.domain, domain),
        message: Object.assign(data.message, { deadline }, message),
      },
    })
  }
  const soon = { validBefore: String(headTimestamp + 600) }
  const payment = (amount: number, validity: object = {}, more: object = {}) => {
    const data = paymentOf(world, actors.friend, dollars(amount))
    return ask({ typedData: { ...data, message: Object.assign(data.message, validity) }, ...more })
  }
  const requirements = (amount: number) => ({
    paymentRequirements: {
      scheme: 'exact',
      network: `eip155:${CHAIN_IDS[world.chain]}`,
      asset: tokens.usdc,
      payTo: actors.friend,
      amount: String(dollars(amount)),
      maxTimeoutSeconds: 600,
    },
  })
  const batch = (tokensAsked: readonly Address[], spender: Address) => {
    const data = permitBatchOf(world, spender)
    const [first] = data.message.details
    data.message.details = tokensAsked.map((token) => ({ ...first, token })) as typeof data.message.details
    return ask({ typedData: data })
  }
  const honestPermit = permit(dex.v2Router, dollars(25))
  return [
    {
      ids: ['batch-permit'],
      subject: batch([tokens.dai, tokens.usdc, tokens.usdt], actors.drainerOperator),
      twin: batch([tokens.dai, tokens.usdc, tokens.usdt], dex.v3Router),
    },
    {
      ids: ['unlimited-permit-to-unknown-contract', 'permit-to-recently-deployed-spender', 'worst-case-loss'],
      subject: permit(traps.drainer, UNLIMITED),
      twin: permit(dex.v2Router, UNLIMITED),
    },
    { ids: ['limited-permit-to-unknown-contract'], subject: permit(honest.vault, dollars(25)), twin: honestPermit },
    {
      ids: ['long-lived-permit'],
      subject: permit(honest.vault, dollars(25), { deadline: '99999999999' }),
      twin: permit(honest.vault, dollars(25)),
    },
    {
      ids: ['permit-to-flagged-spender', 'flagged-party-in-message'],
      subject: permit(listed.drainer, dollars(25)),
      twin: permit(listed.bridge, dollars(25)),
    },
    { ids: ['permit-to-open-executor'], subject: permit(multicall3, dollars(25)), twin: honestPermit },
    { ids: ['permit-to-protocol'], subject: honestPermit, twin: permit(honest.vault, dollars(25)) },
    { ids: ['permit-to-token-contract'], subject: permit(tokens.dai, dollars(25)), twin: honestPermit },
    {
      ids: ['message-for-another-network'],
      subject: permit(dex.v2Router, dollars(25), {}, { chainId: CHAIN_IDS.base }),
      twin: honestPermit,
    },
    {
      ids: ['replayable-signature'],
      subject: permit(dex.v2Router, dollars(25), {}, { chainId: undefined }),
      twin: honestPermit,
    },
    {
      ids: ['unsigned-typed-data-members'],
      subject: permit(dex.v2Router, dollars(25), { note: 'You receive 5,000 USDC' }),
      twin: honestPermit,
    },
    {
      ids: ['impersonated-verifier'],
      subject: permit(traps.drainer, dollars(25), {}, { name: 'USD Coin', verifyingContract: traps.counterfeit }),
      twin: honestPermit,
    },
    {
      ids: ['signed-payment-to-unknown-recipient'],
      subject: ask({ typedData: paymentOf(world, STRANGER, dollars(900)) }),
      twin: ask({ typedData: paymentOf(world, actors.venue, dollars(900)) }),
    },
    { ids: ['long-lived-payment'], subject: payment(5), twin: payment(5, soon) },
    {
      ids: ['payment-outside-requirements'],
      subject: payment(20, soon, requirements(5)),
      twin: payment(5, soon, requirements(5)),
    },
    {
      ids: ['mistyped-signer'],
      subject: { ...honestPermit, body: { ...honestPermit.body, address: misspelt(actors.trader) } },
      twin: honestPermit,
    },
  ]
}

function orders(world: SandboxWorld): WarningRow[] {
  const { tokens, traps, actors, decimals } = world
  // The clock of the service goes on while the sandbox's last block stays where it is.
  const inTwoYears = Math.floor(Date.now() / 1_000) + 730 * 24 * HOUR
  const ask = messageRequest(world)
  const erc20 = (token: Address, amount: bigint) => ({ itemType: SEAPORT_ITEM.erc20, token, amount })
  const order = (...given: [Parameters<typeof orderOf>[1]]) => ask({ typedData: orderOf(world, ...given) })
  const price = ETHER / 10n
  const listing = ask({ typedData: listingOf(world, 1n, price) })
  const picture = pictureOf(world, 1n)
  const hundred = units(100, decimals.usdc)
  const swap = (hundreds: bigint) =>
    order({ offer: [erc20(tokens.usdc, hundred * 10n)], consideration: [erc20(tokens.usdt, hundred * hundreds)] })
  return [
    {
      ids: ['bulk-order'],
      subject: ask({ typedData: bulkOrderOf([listingOf(world, 1n, price), listingOf(world, 2n, price)]) }),
      twin: listing,
    },
    {
      ids: ['long-lived-order'],
      subject: order({ offer: [picture], consideration: [coins(price)], endTime: inTwoYears }),
      twin: listing,
    },
    { ids: ['order-for-nothing'], subject: order({ offer: [picture], consideration: [] }), twin: listing },
    {
      ids: ['order-for-unknown-asset'],
      subject: order({ offer: [picture], consideration: [erc20(traps.counterfeit, hundred)] }),
      twin: order({ offer: [picture], consideration: [erc20(tokens.usdc, hundred)] }),
    },
    {
      ids: ['order-proceeds-to-another-address'],
      subject: order({ offer: [picture], consideration: [{ ...coins(price), recipient: STRANGER }] }),
      twin: order({
        offer: [picture],
        consideration: [coins(price), { ...coins(price / 40n), recipient: actors.artist }],
      }),
    },
    {
      ids: ['order-with-too-many-assets'],
      subject: order({ offer: Array.from({ length: 65 }, () => picture), consideration: [coins(price)] }),
      twin: listing,
    },
    { ids: ['signed-trade-below-market-price'], subject: swap(4n), twin: swap(10n) },
    // The trader lets Seaport move USDC and no DAI.
    {
      ids: ['unsimulated-signature-effect'],
      subject: order({ offer: [erc20(tokens.dai, ETHER)], consideration: [coins(price)] }),
      twin: swap(10n),
    },
  ]
}

function safeTransactions(world: SandboxWorld): WarningRow[] {
  const { safe, traps, actors } = world
  const ask = messageRequest(world)
  const safeTransaction = (call: Parameters<typeof safeTransactionOf>[1], message: object = {}) => {
    const data = safeTransactionOf(world, call, SAFE_NONCE)
    Object.assign(data.message, message)
    return ask({ typedData: data })
  }
  const payment = { to: actors.friend, data: '0x', operation: 0 } as const
  const twin = safeTransaction(payment, { value: '1000000000000' })
  const data = encodeFunctionData({ abi: SAFE, functionName: 'addOwnerWithThreshold', args: [STRANGER, 1n] })
  return [
    {
      ids: ['safe-gas-refund-drain'],
      subject: safeTransaction(payment, {
        gasPrice: String(ETHER / 1_000_000n),
        baseGas: '900000',
        refundReceiver: STRANGER,
      }),
      twin,
    },
    { ids: ['signed-control-change'], subject: safeTransaction({ to: safe.account, data, operation: 0 }), twin },
    {
      ids: ['signed-delegatecall'],
      subject: safeTransaction({ to: traps.maliciousDelegate, data: '0x', operation: 1 }),
      twin,
    },
  ]
}
