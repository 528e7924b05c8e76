import type { Address } from '@redoubt/risk/address.ts'
import type { OrderAsset } from '@redoubt/risk/facts/signedIntent.ts'
import type { WorstCaseExecutionStep } from '@redoubt/risk/facts/worstCaseExecution.ts'
import { encodeFunctionData } from 'viem/utils'
import { quoteSlots } from '../trade/quoteSlots.ts'
import { word } from '../trade/trader.ts'
import { balanceOf } from './planTransfer.ts'
import { seaportSteps } from './seaportSteps.ts'
import {
  ANY_ACCOUNT,
  type IntentOf,
  step,
  WORST_CASE_ABI,
  type WorstCaseExecutionContext,
  type WorstCaseExecutionPlan,
} from './worstCaseExecutionContext.ts'

const abi = WORST_CASE_ABI
/** Limit of assets in an order that the exchange itself is asked to move: more than any sweep has. */
const MAX_ASSETS = 64
/** Limits of assets of either side that are moved by single transfers, and of assets whose holding is read. */
const MAX_MOVED = 16
const MAX_READ = 256
const TOO_MANY = 'the order has more assets than can be moved in one scan'

/**
 * Fills the order at the worst price it allows: by Seaport itself where that is supported, else the given assets are pulled with
 * the existing approvals and the asked ones are paid, and `heldBack` says that the exchange's own code did not run.
 * @param place position of the order among those of the message.
 */
export async function planOrder(
  context: WorstCaseExecutionContext,
  intent: IntentOf<'order'>,
  place: number,
): Promise<WorstCaseExecutionPlan> {
  if (intent.end !== null && intent.end < context.block.timestamp)
    return { steps: [], notRun: null, worthless: 'the order has ended' }
  const moved = await movedByHand(context, intent)
  if (intent.gives.length + intent.gets.length > MAX_ASSETS) return moved
  const taker = intent.taker ?? ANY_ACCOUNT
  const filled = await seaportSteps(context, intent, taker, place)
  if (filled === null) return moved
  if ('worthless' in filled) return { steps: [], notRun: null, worthless: filled.worthless }
  const heldBack =
    'the exchange does not fill the order as things are; the tokens were moved with the approvals there are now'
  return { ...filled, notRun: null, otherwise: { ...moved, heldBack } }
}

/** Moves what the order says, without the exchange's own rules. */
async function movedByHand(
  context: WorstCaseExecutionContext,
  intent: IntentOf<'order'>,
): Promise<WorstCaseExecutionPlan> {
  const { offerer, gets, puller } = intent
  const gives = await heldFirst(context, intent)
  const taker = intent.taker ?? ANY_ACCOUNT
  const taken: WorstCaseExecutionStep[] = []
  const unknown: string[] = []
  for (const asset of gives) {
    const move = puller && (await pulled(context, asset, { puller, offerer, to: asset.to ?? taker }))
    if (move) taken.push(move)
    else unknown.push('what is given could not be taken from here')
  }
  const paid: WorstCaseExecutionStep[] = []
  let overrides: NonNullable<WorstCaseExecutionPlan['overrides']> = {}
  const owed = gets.filter(({ to, amount }) => to === offerer && amount > 0n)
  if (intent.gives.length > gives.length || owed.length > MAX_MOVED) unknown.push(TOO_MANY)
  for (const asset of owed.slice(0, MAX_MOVED)) {
    const payment = await payments(context, asset, taker, offerer)
    if (payment === null) unknown.push('what is asked in return could not be paid')
    else {
      paid.push(payment.step)
      overrides = { ...overrides, ...payment.overrides }
    }
  }
  return {
    steps: [...taken, ...paid],
    notRun: unknown[0] ?? null,
    overrides,
    heldBack: 'the tokens were moved with the approvals there are now; the exchange’s own code was not run',
  }
}

/**
 * Returns the given assets as far as they can be taken: of many, those that the offerer holds, since the rest is padding.
 * Balances are read all at once, and share batches.
 */
async function heldFirst(
  context: WorstCaseExecutionContext,
  { offerer, gives }: IntentOf<'order'>,
): Promise<OrderAsset[]> {
  if (gives.length <= MAX_MOVED) return gives
  const read = gives.slice(0, MAX_READ).map(async (asset) => {
    const { address, assetType } = asset
    if (address === null || assetType === 'erc1155') return { asset, held: null }
    return { asset, held: await balanceOf(context, address, offerer) }
  })
  const known = await Promise.all(read)
  const held = known.filter((one) => one.held !== null && one.held > 0n)
  const untold = known.filter((one) => one.held === null)
  return [...held, ...untold].slice(0, MAX_MOVED).map(({ asset }) => asset)
}

async function pulled(
  context: WorstCaseExecutionContext,
  { assetType, address, tokenId, amount }: OrderAsset,
  { puller, offerer, to }: { puller: Address; offerer: Address; to: Address },
): Promise<WorstCaseExecutionStep | null> {
  if (address === null || assetType === 'native') return null
  const why = 'what is given is taken'
  if (assetType === 'erc20') {
    const held = await balanceOf(context, address, offerer)
    const taken = held !== null && held < amount ? held : amount
    return step(
      why,
      puller,
      address,
      encodeFunctionData({ abi, functionName: 'transferFrom', args: [offerer, to, taken] }),
    )
  }
  // Any token of the collection: the taker's choice is not known.
  if (tokenId === null) return null
  const args = assetType === 'erc721' ? ([offerer, to, tokenId] as const) : null
  return step(
    why,
    puller,
    address,
    args
      ? encodeFunctionData({ abi, functionName: 'transferFrom', args })
      : encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [offerer, to, tokenId, amount, '0x'] }),
  )
}

/** Gives a made-up buyer the asked assets: coin directly, tokens where their storage has a usual layout. */
async function payments(
  { chain, simulator, block, signal }: WorstCaseExecutionContext,
  { assetType, address, amount }: OrderAsset,
  taker: Address,
  offerer: Address,
): Promise<{ step: WorstCaseExecutionStep; overrides: NonNullable<WorstCaseExecutionPlan['overrides']> } | null> {
  const why = 'what is asked is paid'
  if (assetType === 'native') return { step: step(why, taker, offerer, '0x', amount), overrides: {} }
  if (assetType !== 'erc20' || address === null) return null
  const slot = await quoteSlots({ chain, simulator }, { block, token: address }, signal)
  if (slot === null) return null
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [offerer, amount] })
  // Twice the price: an exchange may charge fees of its own.
  const storage = { [slot(taker)]: `0x${word(2n * amount < 2n ** 255n ? 2n * amount : amount)}` } as const
  return { step: step(why, taker, address, data), overrides: { [address]: { storage } } }
}
