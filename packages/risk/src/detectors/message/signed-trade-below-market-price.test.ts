import type { SignedIntent } from '../../facts/signedIntent.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { change, FRIEND, NFT, SCAM, TRADER, USDC } from '../../testing/sampleFacts.ts'
import { execution, gain, loss, order, SAFE, transfer } from '../../testing/sampleMessage.ts'
import detector from './signed-trade-below-market-price.ts'

const gives = [{ assetType: 'erc20', address: USDC, tokenId: null, amount: 1_000_000_000n, to: null }] as const
const given = loss({ amount: 1_000_000_000n, takers: [FRIEND], returned: 'value' })
const forUsd = (usd: number | null) => ({
  intents: [order({ gives: [...gives] })],
  worstCase: { lost: [given], gained: [gain({ usd })] },
})
const byPool = (changeUsd: number) => ({
  intents: [order({ gives: [...gives] })],
  worstCase: { lost: [given], gained: [gain({ address: SCAM, assetType: 'erc20', amount: 7n, usd: null })] },
  worstCaseChanges: [change(TRADER, 7n, { address: SCAM, assetType: 'erc20', changeUsd, priceKind: 'pool' })],
})

const unknown: SignedIntent = {
  kind: 'unknown',
  protocol: null,
  verifier: null,
  addresses: [],
  moves: [],
  deadline: null,
}

detectorTest(detector, {
  detects: {
    'a sixth less': forUsd(840),
    'half of it': { severity: 'high', ...forUsd(500) },
    'hardly anything': { severity: 'critical', ...forUsd(50) },
    'half of it, by an executed type that no standard defines': {
      severity: 'high',
      ...forUsd(500),
      intents: [unknown],
      executedIntents: [0],
    },
    'half of it, by an executed order of a witness': {
      severity: 'high',
      ...forUsd(500),
      intents: [transfer({ token: USDC, from: TRADER, witness: { type: 'Order', parameters: [] } })],
      executedIntents: [0],
    },
    'half of it, by the price of a pool': byPool(500),
    'hardly anything, by the price of a pool': { severity: 'high', ...byPool(50) },
    'a Safe that trades badly': {
      severity: 'high',
      intents: [execution({ calls: [{ to: FRIEND, value: 0n, data: '0x12345678' }] })],
      worstCase: { lost: [{ ...given, account: SAFE }], gained: [gain({ account: SAFE, usd: 500 })] },
    },
  },
  clears: {
    'ordinary slippage': forUsd(985),
    'ordinary slippage of an executed type that no standard defines': {
      ...forUsd(985),
      intents: [unknown],
      executedIntents: [0],
    },
    'a permit that a protocol uses': {},
    'nothing back, which is another finding': { ...forUsd(0), worstCase: { lost: [given], gained: [] } },
  },
  unknowns: {
    'a fair price by a pool, which a thief can own': byPool(985),
    'a return without a price': forUsd(null),
    'an item without a price': {
      intents: [order({ gives: [{ assetType: 'erc721', address: NFT, tokenId: 1n, amount: 1n, to: null }] })],
      worstCase: { lost: [loss({ address: NFT, assetType: 'erc721', tokenId: 1n, usd: null })], gained: [gain()] },
    },
  },
})
