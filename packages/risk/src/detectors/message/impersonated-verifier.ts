import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { plainName } from '../../message/parties.ts'
import { quote, shortAddress } from '../../wording/accountNames.ts'

/** Domain names of contracts that people trust by name, as their domains spell them. */
const FAMOUS: ReadonlySet<string> = new Set(
  [
    'Permit2',
    'Seaport',
    'Gnosis Protocol',
    'USD Coin',
    'USDC',
    'Tether USD',
    'USDT0',
    'Dai Stablecoin',
    'Savings Dai',
    'Uniswap',
    'Uniswap V3 Positions NFT-V1',
    'Blur Exchange',
    'LooksRareProtocol',
    '1inch Aggregation Router',
    '1inch Limit Order Protocol',
    'ZeroEx',
    'Wrapped liquid staked Ether 2.0',
    'Liquid staked Ether 2.0',
    'Compound',
    'PancakeSwap',
  ].map(plainName),
)

export default defineDetector({
  id: 'impersonated-verifier',
  title: 'Impersonated contract name in typed data',
  why: 'The name in the domain of typed data (EIP-712) is free text that wallets show; the contract address beside it decides what the signature allows. Here the name is a famous one, and the contract is unknown.',
  advice: 'Do not sign it. Compare the verifying contract with the one its project publishes.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'verifier',
  needs: ['message', 'named'],
  detect: ({ message: { form }, named }) => {
    if (form.type !== 'typed-data') return 'not-applicable'
    const { name, verifyingContract } = form.domain
    if (name === null || verifyingContract === null || !FAMOUS.has(plainName(name))) return 'not-applicable'
    const verifier = named[verifyingContract]
    if (!verifier) return { unknown: [`account of ${verifyingContract}`] }
    if (trustOf(verifier) === 'known' || trustOf(verifier) === 'open-executor') return []
    return [
      {
        description: `The message calls itself ${quote(name)}, but ${shortAddress(verifyingContract)} is an unknown contract.`,
        evidence: { name, verifyingContract, class: verifier.class },
      },
    ]
  },
})
