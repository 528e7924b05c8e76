import type { Hex } from '@redoubt/risk/address.ts'
import type { Permission, RevocationForm, RevocationMethod } from '@redoubt/risk/facts/revocationFacts.ts'
import type { RightPower } from '@redoubt/risk/wallet/rightRisk.ts'
import { Type } from 'typebox'
import { Nullable, OneOf } from './common.ts'

export const HexText = Type.Unsafe<Hex>({ type: 'string' })

export const PermissionStandard = OneOf<Permission['standard']>(
  [
    'erc20',
    'erc721',
    'erc1155',
    'permit2',
    'eip7702',
    'erc777',
    'erc6909',
    'credit-delegation',
    'vote-delegation',
    'market-authorization',
    'relayer-approval',
    'delegate-registry',
    'erc7579-module',
    'session-key',
    'presigned-order',
    'safe-owner',
    'safe-module',
    'safe-guard',
    'safe-module-guard',
    'safe-fallback-handler',
    'permit-signature',
    'authorization-signature',
    'permit2-signature',
    'permit2-allowance-signature',
    'order-signature',
    'seaport-order-signature',
    'cow-order-signature',
    '1inch-order-signature',
    '0x-order-signature',
    'paraswap-order-signature',
    'blur-order-signature',
    'looksrare-order-signature',
    'other-order-signature',
    'delegation-signature',
  ],
  {
    title: 'PermissionStandard',
    description:
      'Where the permission is kept. `eip7702`: the account’s own code. `credit-delegation`: may borrow in your name (Aave). `market-authorization`: acts on your positions (Morpho). `relayer-approval`: trades with your balance in a vault (Balancer). `delegate-registry`: claims in your name (delegate.xyz). `erc7579-module`: code that a smart account obeys. `session-key`: acts as a smart account within policies (SmartSession). `safe-…`: an owner or a part of a Safe. `presigned-order`: an order that CoW’s settlement keeps as signed. `…-signature`: a signature that is not used yet; `tokenId` is its nonce, of an order its hash, of CoW’s its uid. `order-signature`: a tree of Seaport orders, of which the counter alone is known. `other-order-signature`: an order of an exchange whose state is not read here; it counts as open until its deadline.',
  },
)

export const Power = OneOf<RightPower>(['everything', 'sign', 'take', 'borrow', 'veto', 'claim', 'vote', 'answer'], {
  title: 'PermissionPower',
  description:
    'What its holder can do. `everything`: act as the account. `sign`: the same, where others sign too. `take`: move assets. `borrow`: run up debts in its name. `veto`: block its transactions. `claim`, `vote`, `answer`: nothing that moves what it has.',
})

export const Verified = (description: string) => Nullable(Type.Boolean(), { description })
/** Which permission, as requests and answers name it. */
export const PermissionMembers = {
  standard: PermissionStandard,
  token: Nullable(Type.String()),
  spender: Type.String(),
  tokenId: Nullable(Type.String()),
  terms: Nullable(HexText, {
    description: 'Of a signature: what else its contract must be told to end it. Pass it on as it is.',
  }),
}

const SigningSchema = Type.Object(
  {
    account: Type.String({ description: 'Who signs.' }),
    typedData: Type.Object(
      {
        domain: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
        types: Type.Record(Type.String(), Type.Array(Type.Object({ name: Type.String(), type: Type.String() }))),
        primaryType: Type.String(),
        message: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
      },
      { title: 'TypedDataToSign', description: 'Parameter of `eth_signTypedData_v4`.' },
    ),
    places: Type.Array(
      Type.Object({
        part: OneOf(['v', 'r', 's'], { title: 'SignaturePart', description: '`v` is 27 or 28.' }),
        at: Type.Integer({ minimum: 0, description: 'Bytes from the start of `data`.' }),
      }),
      { description: 'Where each part of the signature goes, as a word of 32 bytes.' },
    ),
  },
  {
    title: 'SigningOfEnd',
    description:
      'The wallet signs this message and sends nothing; its signature is written into `data`, which any account then sends. Such a transaction cannot be executed before it is signed.',
  },
)

const FormMembers = {
  sentBy: OneOf<RevocationForm['sender']>(['account', 'sponsor'], {
    title: 'RevocationSender',
    description:
      'Who signs and sends the transaction. `account`: the wallet itself. `sponsor`: any other account, which pays for it; the wallet signs only the authorization and needs no coin.',
  }),
  from: Nullable(Type.String(), { description: 'Null: any account but the wallet.' }),
  to: Type.String(),
  data: HexText,
  value: HexText,
  chainId: HexText,
  gas: Nullable(HexText, { description: 'Gas limit with a margin of half; null: the execution failed.' }),
  type: Type.Optional(Type.Literal('0x4')),
  authorizationList: Type.Optional(
    Type.Array(Type.Object({ chainId: HexText, address: Type.String(), nonce: HexText }), {
      description:
        'EIP-7702: signed by the wallet in both cases. Sent by a sponsor, its nonce is the wallet’s current one; sent by the wallet itself, the one after it, and this must be its next transaction.',
    }),
  ),
  description: Type.String(),
  simulation: Nullable(Type.Object({ success: Type.Boolean(), gasUsed: Type.String() }), {
    description: 'Result of executing it on a fork after the transactions before it; null: not executed.',
  }),
}

export const RevocationTransaction = Type.Object(
  {
    ...FormMembers,
    method: OneOf<RevocationMethod>([
      'approve',
      'decreaseAllowance',
      'approve-one',
      'setApprovalForAll',
      'lockdown',
      'invalidateNonces',
      'undelegate',
      'revokeOperator',
      'setOperator',
      'approveDelegation',
      'delegate',
      'setAuthorization',
      'setRelayerApproval',
      'delegateAll',
      'uninstallModule',
      'disableModule',
      'setGuard',
      'setModuleGuard',
      'setFallbackHandler',
      'invalidateUnorderedNonces',
      'incrementCounter',
      'invalidateOrder',
      'cancelOrder',
      'cancelLimitOrder',
      'cancelRfqOrder',
      'cancelOrderRFQ',
      'cancelERC721Order',
      'cancelERC1155Order',
      'cancelMultipleMakerOrders',
      'cancelOrderNonces',
      'disableDelegation',
      'removeOwner',
      'removeSession',
      'incrementNonce',
      'permit',
      'cancelAuthorization',
    ]),
    approvals: Type.Array(
      Type.Object({
        ...PermissionMembers,
        symbol: Nullable(Type.String()),
        before: Type.String({ description: '`unlimited`, whole units, items, or `all` of a collection.' }),
        after: Nullable(Type.String(), { description: 'Read after the execution; null: could not be read.' }),
        verified: Verified('The allowance is zero afterwards.'),
      }),
      { description: 'Approvals that it revokes; several in one Permit2 lockdown.' },
    ),
    alternative: Nullable(Type.Object(FormMembers, { title: 'RevocationForm' }), {
      description:
        'Of `undelegate`: the same by another sender, to be sent instead and never besides. Null: there is none, because coins for the wallet’s own transaction would be taken, or may be.',
    }),
    fundingIsSwept: Nullable(Type.Boolean(), {
      description:
        'Of `undelegate`: coins that are sent to the wallet leave it in the same transaction, or any account can take them; null: not known. Null for other methods.',
    }),
    signing: Nullable(SigningSchema, {
      description:
        'A message to sign first. Null: the transaction is whole. Of an account that runs code (EIP-7702) a token may ask that code whether the signature is good (ERC-1271).',
    }),
    verified: Verified('Executed, and nothing is left; false: something is; null: could not be found out.'),
  },
  { title: 'RevocationTransaction' },
)
