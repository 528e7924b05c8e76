import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { serializeTransaction, stringToHex } from 'viem/utils'
import type { SandboxWorld } from '../../sandbox/world.ts'
import { signInOf } from '../sandboxMessages.ts'
import { typedDataOf } from '../typedData.ts'
import { messageRequest, STRANGER } from './messageRequest.ts'
import { DRAINING_PAGE, HONEST_PAGE, SITE_SCANS } from './siteRequests.ts'
import type { WarningRow } from './warningRow.ts'

const ETHER = 10n ** 18n
const UNLIMITED = 2n ** 256n - 1n
/** A host on the list of phishing sites that the test loads. */
export const LISTED_HOST = 'listed.example'

/** Sign-ins, other texts, delegations and types that no rule reads, each with the findings that it must get. */
export function textMessageWarnings(world: SandboxWorld): WarningRow[] {
  return [...grants(world), ...texts(world)]
}

/** Signatures that let another key or other code act, and types that no rule reads. */
function grants(world: SandboxWorld): WarningRow[] {
  const { chain, actors, traps, tokens, dex, headTimestamp } = world
  const ask = messageRequest(world)
  const chainId = CHAIN_IDS[chain]
  const typed = (type: string, domain: Record<string, unknown>, message: Record<string, unknown>) =>
    ask({ typedData: typedDataOf(type, { version: '1', chainId, ...domain }, message) })
  const session = (message: object) =>
    typed(
      'Session(address account,address sessionKey,uint256 validUntil,address[] targets,uint256 spendLimit)',
      { name: 'Account', verifyingContract: actors.trader },
      { account: actors.trader, sessionKey: STRANGER, ...message },
    )
  const delegation = (address: Address) =>
    typed('Authorization(uint256 chainId,address address,uint256 nonce)', {}, { chainId, address, nonce: 0 })
  const withdrawal = (destination: Address) =>
    typed(
      'HyperliquidTransaction:Withdraw(string hyperliquidChain,string destination,string amount,uint64 time)',
      { name: 'HyperliquidSignTransaction', verifyingContract: `0x${'0'.repeat(40)}` },
      { hyperliquidChain: 'Mainnet', destination, amount: '5200.5', time: headTimestamp * 1_000 },
    )
  const ballot = typed(
    'Ballot(uint256 proposalId,uint8 support)',
    { name: 'Governor', verifyingContract: tokens.honest },
    { proposalId: '7', support: 1 },
  )
  return [
    {
      ids: ['broad-session-key'],
      subject: session({ validUntil: '99999999999', targets: [], spendLimit: String(UNLIMITED) }),
      twin: ballot,
    },
    {
      ids: ['signed-account-delegation'],
      subject: delegation(traps.maliciousDelegate),
      twin: delegation(`0x${'0'.repeat(40)}`),
    },
    {
      ids: ['hyperliquid-withdrawal-to-unknown-recipient'],
      subject: withdrawal(STRANGER),
      twin: withdrawal(actors.trader),
    },
    {
      ids: ['unknown-message-type'],
      subject: typed(
        'Grant(address spender,address token,uint256 amount)',
        { name: 'Rewards', verifyingContract: traps.drainer },
        { spender: STRANGER, token: tokens.usdc, amount: String(UNLIMITED) },
      ),
      twin: ballot,
    },
    {
      ids: ['origin-unrelated-to-verifier', 'message-from-official-origin'],
      subject: ask({
        origin: 'https://app.compound.finance',
        typedData: typedDataOf(
          'Grant(address spender)',
          { name: 'Router', version: '1', chainId, verifyingContract: dex.v2Router },
          { spender: dex.v2Router },
        ),
      }),
      twin: ballot,
    },
  ]
}

function texts(world: SandboxWorld): WarningRow[] {
  const { chain, actors } = world
  const ask = messageRequest(world)
  const words = ask({ message: 'Log in to the forum, code 4711', origin: 'https://forum.example' })
  const origin = 'https://app.example/login'
  const signIn = (message: string, from = origin) => ask({ message, origin: from })
  const honestSignIn = signIn(signInOf(world))
  const raw: Hex = serializeTransaction({
    chainId: CHAIN_IDS[chain],
    type: 'eip1559',
    to: STRANGER,
    value: ETHER,
    nonce: 41,
    gas: 21_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 10n ** 9n,
  })
  return [
    { ids: ['blind-signature'], subject: ask({ method: 'eth_sign', message: `0x${'ab'.repeat(32)}` }), twin: words },
    {
      ids: ['hidden-transaction'],
      subject: ask({ message: raw }),
      twin: ask({ message: stringToHex('Welcome back.') }),
    },
    { ids: ['unreadable-message'], subject: ask({ message: '0xfffe8090a0b0c0d0' }), twin: words },
    {
      ids: ['signature-as-private-key'],
      subject: ask({ message: 'Access zkSync account.\n\nOnly sign this message for a trusted client!', origin }),
      twin: words,
    },
    {
      ids: ['order-in-signed-text'],
      subject: ask({ message: `I order the withdrawal: send 500 USDC to ${STRANGER}`, origin }),
      twin: words,
    },
    {
      ids: ['sign-in-address-mismatch'],
      subject: signIn(signInOf(world).replace(actors.trader, actors.friend)),
      twin: honestSignIn,
    },
    {
      ids: ['sign-in-domain-mismatch'],
      subject: signIn(signInOf(world), 'https://claim.example/'),
      twin: honestSignIn,
    },
    {
      ids: ['sign-in-with-abilities'],
      subject: signIn(`${signInOf(world)}\nResources:\n- urn:recap:eyJhdHQiOnt9fQ`),
      twin: honestSignIn,
    },
    {
      ids: ['message-origin-resembling-brand'],
      subject: ask({ message: 'Log in, code 4711', origin: 'https://metarnask.com' }),
      twin: words,
    },
    {
      ids: ['message-origin-on-block-list'],
      subject: ask({ message: 'Log in, code 4711', origin: `https://${LISTED_HOST}` }),
      twin: words,
    },
    {
      ids: ['message-origin-scanned-as-dangerous'],
      before: SITE_SCANS,
      subject: ask({ message: 'Log in, code 4712', origin: `${DRAINING_PAGE}claim?step=2` }),
      twin: ask({ message: 'Log in, code 4712', origin: HONEST_PAGE }),
    },
  ]
}
