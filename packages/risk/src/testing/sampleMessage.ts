import type { Address } from '../address.ts'
import type { Loss, Movement } from '../derive/shapes.ts'
import type { Facts } from '../facts/facts.ts'
import type { Origin } from '../facts/origin.ts'
import type { PaymentRequirements } from '../facts/paymentRequirements.ts'
import type { SignedIntent } from '../facts/signedIntent.ts'
import type { TypedDataDomain } from '../facts/signedMessage.ts'
import type { WorstCaseExecution } from '../facts/worstCaseExecution.ts'
import { byAddress, contract, label, ROUTER, router, sampleFacts, simulation, TRADER, USDC } from './sampleFacts.ts'

// Building blocks of tests of messages: an honest trader who signs an honest permit. Each builder takes what a case changes.

type Kind<Name extends SignedIntent['kind']> = Extract<SignedIntent, { kind: Name }>
type Some<Name extends SignedIntent['kind']> = Partial<Kind<Name>>

const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
export const SEAPORT = '0x0000000000000068f116a894984e2db1123eb395'
export const SAFE = `0x5afe${'0'.repeat(36)}` as const
/** Timestamp of the sample block. */
export const NOW = 1_700_000_000n
const MINUTES_30 = 1_800n
export const DAYS_30 = 30n * 86_400n

export const permit2 = () => contract(PERMIT2, { labels: [label('defi_protocol', 'Uniswap Permit2')] })
export const seaport = () => contract(SEAPORT, { labels: [label('nft_marketplace', 'OpenSea Seaport 1.6')] })
export const usdcToken = () =>
  contract(USDC, {
    labels: [label('token', 'USD Coin (USDC)')],
    token: { standard: 'erc20', symbol: 'USDC', name: 'USD Coin', decimals: 6 },
  })

/** Permit2 PermitSingle: 5 USDC for 30 days. */
export const allowance = (more: Some<'allowance'> = {}): Kind<'allowance'> => ({
  protocol: 'Permit2 PermitSingle',
  verifier: PERMIT2,
  kind: 'allowance',
  standard: 'permit2',
  token: USDC,
  tokenId: null,
  owner: TRADER,
  spender: ROUTER,
  amount: 5_000_000n,
  unlimited: false,
  expiration: NOW + DAYS_30,
  deadline: NOW + MINUTES_30,
  ...more,
})

/** Permit2 PermitTransferFrom: the spender chooses the receiver. */
export const transfer = (more: Some<'transfer'> = {}): Kind<'transfer'> => ({
  protocol: 'Permit2 PermitTransferFrom',
  verifier: PERMIT2,
  kind: 'transfer',
  token: USDC,
  from: TRADER,
  to: null,
  amount: 5_000_000n,
  spender: ROUTER,
  deadline: NOW + MINUTES_30,
  witness: null,
  ...more,
})

/** EIP-3009: 5 USDC to the receiver that the message names. */
export const payment = (more: Some<'transfer'> = {}): Kind<'transfer'> =>
  transfer({ protocol: 'EIP-3009', verifier: USDC, spender: null, ...more })

/** Seaport: gives and gets what the case says, with any taker. */
export const order = (more: Some<'order'> = {}): Kind<'order'> => ({
  protocol: 'Seaport 1.6',
  verifier: SEAPORT,
  kind: 'order',
  offerer: TRADER,
  gives: [],
  gets: [],
  puller: SEAPORT,
  taker: null,
  start: NOW - 60n,
  end: NOW + DAYS_30,
  bulk: null,
  ...more,
})

/** A Safe runs calls. */
export const execution = (more: Some<'execution'> = {}): Kind<'execution'> => ({
  protocol: 'Safe 1.4.1',
  verifier: SAFE,
  kind: 'execution',
  account: SAFE,
  calls: [],
  deadline: null,
  refund: null,
  ...more,
})

/** Sign-In with Ethereum on app.example. */
export const signIn = (more: Some<'sign-in'> = {}): Kind<'sign-in'> => ({
  protocol: 'EIP-4361',
  verifier: null,
  kind: 'sign-in',
  domain: 'app.example',
  scheme: null,
  address: TRADER,
  uri: 'https://app.example/login',
  chainId: 1n,
  statement: 'Sign in',
  issuedAt: '2023-11-14T22:13:20Z',
  expiresAt: null,
  resources: [],
  ...more,
})

/** The worst use of the intent at `intent`, run to the end. */
export const worstCaseExecution = (more: Partial<WorstCaseExecution> = {}): WorstCaseExecution => ({
  intent: 0,
  steps: [],
  simulations: [simulation()],
  notRun: null,
  ...more,
})

/** 5 of 1,000 USDC that go to the router for nothing. */
export const loss = (more: Partial<Loss> = {}): Loss => ({
  account: TRADER,
  assetType: 'erc20',
  address: USDC,
  tokenId: null,
  symbol: 'USDC',
  decimals: 6,
  amount: 5_000_000n,
  before: 1_000_000_000n,
  usd: Number(more.amount ?? 5_000_000n) / 1e6,
  how: 'taken',
  takers: [ROUTER],
  returned: 'nothing',
  ...more,
})

/** One ether that arrives. */
export const gain = (more: Partial<Movement> = {}): Movement => ({
  account: TRADER,
  assetType: 'native',
  address: null,
  tokenId: null,
  symbol: 'ETH',
  decimals: 18,
  amount: 10n ** 18n,
  before: 0n,
  usd: 3_000,
  how: 'received',
  takers: [],
  ...more,
})

/** x402: 5 USDC on Ethereum to the account `payTo`, to be settled within a minute. */
export const requirements = (more: Partial<PaymentRequirements> & { payTo: Address }): PaymentRequirements => ({
  chainId: 1n,
  asset: USDC,
  amount: 5_000_000n,
  maxTimeoutSeconds: 60n,
  ...more,
})

export const origin = (more: Partial<Origin> = {}): Origin => ({
  url: 'https://app.example/swap',
  host: 'app.example',
  registrable: 'app.example',
  listed: [],
  official: null,
  lexical: null,
  ...more,
})

/** Typed data asked for with eth_signTypedData_v4, with the domain of Permit2 on Ethereum. */
export function typedData(domain: Partial<TypedDataDomain> = {}, undeclared: string[] = []): Pick<Facts, 'message'> {
  return {
    message: {
      account: TRADER,
      method: 'eth_signTypedData_v4',
      form: {
        type: 'typed-data',
        domain: {
          name: 'Permit2',
          version: null,
          chainId: 1n,
          verifyingContract: PERMIT2,
          salt: null,
          ...domain,
        },
        primaryType: 'PermitSingle',
        encodedType: 'PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)',
        parameters: [],
        struct: { type: 'PermitSingle', members: [] },
        undeclared,
        digest: '0x01',
        hashes: null,
      },
    },
  }
}

/** A readable text asked for with personal_sign. */
export function personalText(text = 'Hello'): Pick<Facts, 'message'> {
  return { message: { account: TRADER, method: 'personal_sign', form: { type: 'text', text, bytes: '0x48656c6c6f' } } }
}

/** A short, bounded Permit2 permit for a known router, and its worst use. */
export function sampleMessage(): Partial<Facts> {
  const { block, sender } = sampleFacts()
  return {
    ...(block && { block }),
    now: NOW,
    ...(sender && { sender }),
    ...typedData(),
    intents: [allowance()],
    paymentRequirements: null,
    worstCaseExecutions: [worstCaseExecution()],
    permitDeposits: [],
    consentingSpenders: [],
    worstCase: { lost: [loss()], gained: [] },
    worstCaseChanges: [],
    named: byAddress(router(), permit2(), usdcToken()),
    imitations: [],
    lookalikeParties: [],
    contractJudgements: {},
    walletJudgements: {},
    origin: null,
    spellings: [],
  }
}
