import type { Address } from '../../address.ts'
import type { Loss, Movement } from '../../derive/shapes.ts'
import type { SignedIntent } from '../../facts/signedIntent.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  byAddress,
  contract,
  ETHER,
  FRIEND,
  label,
  NFT,
  ROUTER,
  router,
  SCAM,
  STRANGER,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
} from '../../testing/sampleFacts.ts'
import {
  allowance,
  execution,
  gain,
  loss,
  order,
  payment,
  SAFE,
  usdcToken,
  worstCaseExecution,
} from '../../testing/sampleMessage.ts'
import detector from './worst-case-loss.ts'

const ALL = 1_000_000_000n
const worst = (lost: Partial<Loss>, ...gained: Movement[]) => ({ worstCase: { lost: [loss(lost)], gained } })
const ape = { address: NFT, assetType: 'erc721', tokenId: 7n, amount: 1n, before: 1n, usd: null } as const
const givesApe = order({ gives: [{ assetType: 'erc721', address: NFT, tokenId: 7n, amount: 1n, to: null }] })
const givesUsdc = order({ gives: [{ assetType: 'erc20', address: USDC, tokenId: null, amount: ALL, to: null }] })
const named = byAddress(router(), account(STRANGER), contract(UNKNOWN_CONTRACT), usdcToken())
const forUnknown = { intents: [allowance({ spender: UNKNOWN_CONTRACT })], named }
const junk = gain({ address: SCAM, assetType: 'erc20', usd: null })

const unknownType = (verifier: Address): SignedIntent => ({
  kind: 'unknown',
  protocol: null,
  verifier,
  addresses: [],
  moves: [],
  deadline: null,
})

const exchange: SignedIntent = {
  ...(unknownType(UNKNOWN_CONTRACT) as Extract<SignedIntent, { kind: 'unknown' }>),
  addresses: [{ path: 'buyToken', address: SCAM }],
}
const exchangeNamed = byAddress(contract(UNKNOWN_CONTRACT), usdcToken(), { ...usdcToken(), address: SCAM })

detectorTest(detector, {
  detects: {
    'a small permit that its token accepts again and again, for a contract that asks its owner each time': {
      ...worst({ amount: ALL, before: ALL, takers: [UNKNOWN_CONTRACT] }),
      ...forUnknown,
      intents: [allowance({ spender: UNKNOWN_CONTRACT, amount: ALL / 40n, unlimited: false })],
      consentingSpenders: [UNKNOWN_CONTRACT],
      worstCaseExecutions: [{ ...worstCaseExecution(), reused: true }],
      severity: 'high',
    },
    'what an unknown type may be used for, by unknown code that was allowed to before': {
      severity: 'high',
      intents: [unknownType(UNKNOWN_CONTRACT)],
      named,
      ...worst({ amount: ALL, takers: [UNKNOWN_CONTRACT] }),
      worstCaseExecutions: [],
      says: /it is not known what would come back/,
    },
    'a small part of it by an executed exchange that pays nothing': {
      severity: 'high',
      says: /nothing comes back/,
      intents: [exchange],
      named: exchangeNamed,
      ...worst({ amount: ALL / 50n, before: ALL, takers: [UNKNOWN_CONTRACT] }),
    },
    'the same as a deposit, which names no other token': {
      severity: 'low',
      intents: [unknownType(UNKNOWN_CONTRACT)],
      named: exchangeNamed,
      ...worst({ amount: ALL / 50n, before: ALL, takers: [UNKNOWN_CONTRACT] }),
    },
    'the same by a known service': {
      severity: 'medium',
      intents: [unknownType(ROUTER)],
      named,
      ...worst({ amount: ALL, takers: [ROUTER] }),
    },
    'an offer for an item that could not be handed over here': {
      severity: 'medium',
      intents: [
        order({
          gives: [{ assetType: 'erc20', address: USDC, tokenId: null, amount: ALL, to: null }],
          gets: [{ assetType: 'erc721', address: NFT, tokenId: 7n, amount: 1n, to: TRADER }],
        }),
      ],
      worstCaseExecutions: [worstCaseExecution({ notRun: 'what is asked in return could not be paid' })],
      named,
      ...worst({ amount: ALL / 4n, takers: [FRIEND] }),
    },
    'all of a token, taken by a wallet': {
      intents: [allowance({ spender: STRANGER })],
      named,
      ...worst({ amount: ALL, takers: [STRANGER] }),
    },
    'all of a token, taken by an account of the simulation’s own': {
      ...forUnknown,
      ...worst({ amount: ALL, takers: [FRIEND] }),
    },
    'a part of a token, taken by a wallet': {
      severity: 'high',
      intents: [allowance({ spender: STRANGER })],
      named,
      ...worst({ takers: [STRANGER] }),
    },
    'most of a token, taken by an unknown contract': {
      severity: 'high',
      ...forUnknown,
      ...worst({ amount: ALL, takers: [UNKNOWN_CONTRACT] }),
    },
    'a fifth of it': { severity: 'medium', ...forUnknown, ...worst({ amount: ALL / 5n, takers: [UNKNOWN_CONTRACT] }) },
    'a small part of it': { severity: 'low', ...forUnknown, ...worst({ takers: [UNKNOWN_CONTRACT] }) },
    'an item sold for nothing': { intents: [givesApe], named, ...worst({ ...ape, takers: [FRIEND] }) },
    'an item sold for a token that anyone may print': {
      severity: 'high',
      intents: [givesApe],
      named,
      ...worst({ ...ape, takers: [FRIEND], returned: 'unpriced' }, junk),
    },
    'a token sold for a token without a price': {
      severity: 'medium',
      intents: [givesUsdc],
      named,
      ...worst({ amount: ALL, takers: [FRIEND], returned: 'unpriced' }, junk),
    },
    'the same by a contract that no standard knows': {
      severity: 'high',
      intents: [unknownType(UNKNOWN_CONTRACT)],
      named,
      ...worst({ amount: ALL / 20n, takers: [FRIEND], returned: 'unpriced', usd: 2_500 }, junk),
    },
    'the same while the well-known token has no price': {
      severity: 'medium',
      intents: [givesUsdc],
      named,
      ...worst({ amount: ALL, takers: [FRIEND], returned: 'unpriced', usd: null }, junk),
    },
    'a nameless token without a price, sold for another one': {
      severity: 'low',
      intents: [givesUsdc],
      named,
      ...worst({ amount: ALL, takers: [FRIEND], returned: 'unpriced', usd: null, address: SCAM }, junk),
    },
    'a Safe that runs a drain': {
      intents: [execution({ calls: [{ to: UNKNOWN_CONTRACT, value: 0n, data: '0x4e71d92d' }] })],
      named,
      ...worst({ account: SAFE, amount: ALL, takers: [STRANGER] }),
    },
    'a Safe whose known protocol pays a stranger that the call names': {
      intents: [
        execution({ calls: [{ to: ROUTER, value: 0n, data: `0x12345678${STRANGER.slice(2).padStart(64, '0')}` }] }),
      ],
      named,
      ...worst({ account: SAFE, amount: ALL, takers: [STRANGER] }),
    },
    'a Safe that pays all it has': {
      severity: 'medium',
      intents: [execution({ calls: [{ to: FRIEND, value: 10n * ETHER, data: '0x' }] })],
      ...worst({
        account: SAFE,
        address: null,
        assetType: 'native',
        amount: 10n * ETHER,
        before: 10n * ETHER,
        takers: [FRIEND],
      }),
    },
    'a loss that no intent explains': { intents: [], named, ...worst({ amount: ALL, takers: [STRANGER] }) },
    'less than a dollar': { severity: 'low', intents: [givesUsdc], named, ...worst({ amount: 5n, takers: [FRIEND] }) },
  },
  clears: {
    'what a known protocol may take': {},
    'a fair sale': { intents: [givesApe], named, ...worst({ ...ape, takers: [FRIEND], returned: 'value' }, gain()) },
    'a Safe that pays a friend': {
      intents: [execution({ calls: [{ to: FRIEND, value: ETHER, data: '0x' }] })],
      ...worst({
        account: SAFE,
        address: null,
        assetType: 'native',
        amount: ETHER,
        before: 10n * ETHER,
        takers: [FRIEND],
      }),
    },
    'a Safe that deposits with a known protocol': {
      intents: [execution({ calls: [{ to: ROUTER, value: ETHER, data: '0x12345678' }] })],
      named: byAddress(contract(ROUTER, { labels: [label('defi_protocol')] })),
      ...worst({ account: SAFE, amount: ALL, takers: [ROUTER] }),
    },
    'a Safe that trades with a known protocol, whose pool takes it': {
      intents: [execution({ calls: [{ to: ROUTER, value: 0n, data: '0x12345678' }] })],
      named,
      ...worst({ account: SAFE, amount: ALL, takers: [SCAM] }),
    },
    'a small refund to the submitter of a Safe transaction': {
      intents: [execution({ refund: { token: USDC, receiver: null, gasPrice: 1n, baseGas: 1n } })],
      named,
      ...worst({ account: SAFE, takers: [STRANGER] }),
    },
    'a signed payment, which is another finding': {
      intents: [payment({ to: STRANGER })],
      named,
      ...worst({ amount: ALL, takers: [STRANGER] }),
    },
    'nothing lost': { worstCase: { lost: [], gained: [] } },
  },
})
