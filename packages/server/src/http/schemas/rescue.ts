import type { RescueAsset, RescueCall } from '@redoubt/risk/facts/rescueFacts.ts'
import { type Static, Type } from 'typebox'
import type { RenderedUnsaved } from '../../usecases/rescue/renderRescue.ts'
import type { RenderedSubmission } from '../../usecases/rescue/rescueSteps.ts'
import { Address, ChainName, Nullable, OneOf } from './common.ts'
import { FindingSchema } from './finding.ts'
import { HexText, PermissionStandard, Power, RevocationTransaction } from './revocation.ts'

export const RescuePath = Type.Object({ address: Address('The account to be emptied: one of a key.') })

/** Body of POST /v1/wallet/rescue/{address}. */
export const RescueBody = Type.Object(
  {
    safe: Address('Receives everything: an account that the thief has no key of.'),
    sponsor: Address('Sends the transactions and pays for them.'),
    chain: Type.Optional(ChainName),
    options: Type.Optional(
      Type.Object({
        includeSpam: Type.Optional(
          Type.Boolean({ default: false, description: 'Also move tokens that look like spam.' }),
        ),
        deadlineMs: Type.Optional(
          Type.Integer({ minimum: 200, maximum: 30_000, default: 10_000, description: 'Milliseconds.' }),
        ),
      }),
    ),
  },
  {
    title: 'RescueRequest',
    examples: [
      {
        safe: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
        sponsor: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
        chain: 'ethereum',
      },
    ],
  },
)

export type RescueRequest = Static<typeof RescueBody>

const usd = (description: string) => Nullable(Type.Number(), { description })

/** `data` of POST /v1/wallet/rescue/{address}: the shape of RescueResult, member for member. */
export const RescueResultSchema = Type.Object(
  {
    address: Type.String({ description: 'As the caller spelled it.' }),
    chain: ChainName,
    safe: Type.String(),
    sponsor: Type.String({ description: 'Sends the transactions and pays for them.' }),
    currentDelegate: Nullable(Type.String(), { description: 'The code that the account runs now (EIP-7702).' }),
    rescueDelegate: Type.String({
      description:
        'Contract that can move the account’s assets to `safe` and nowhere else: contracts/RescueDelegate.sol.',
    }),
    authorizations: Type.Array(
      Type.Object({ chainId: HexText, address: Type.String(), nonce: HexText }, { title: 'RescueAuthorization' }),
      {
        description:
          'EIP-7702, to be signed by the account’s key: for its nonce and the next two, so that a thief who uses one up does not stop the rescue.',
      },
    ),
    transactions: Type.Array(
      Type.Object(
        {
          from: Type.String(),
          to: Nullable(Type.String()),
          data: HexText,
          value: HexText,
          chainId: HexText,
          gas: Nullable(HexText, { description: 'Gas limit with a margin of half; null: not executed, or it failed.' }),
          type: Type.Optional(Type.Literal('0x4')),
          purpose: OneOf<RescueCall['purpose']>(['deploy', 'rescue'], {
            description: '`deploy`: puts the contract on the chain. `rescue`: moves assets.',
          }),
          description: Type.String(),
        },
        { title: 'RescueTransaction' },
      ),
      {
        description:
          'Unsigned, of the sponsor, in the order of execution. The signed authorizations go with type `0x4`.',
      },
    ),
    assets: Type.Array(
      Type.Object(
        {
          standard: OneOf<RescueAsset['standard']>(['coins', 'erc20', 'erc721', 'erc1155']),
          token: Nullable(Type.String()),
          tokenId: Nullable(Type.String()),
          symbol: Nullable(Type.String()),
          amount: Type.String({ description: 'Whole units.' }),
          valueUsd: usd('Null: no price is known.'),
          received: Nullable(Type.String(), {
            description: 'What reached `safe` in the execution; null: not executed.',
          }),
          saved: Nullable(Type.Boolean(), {
            description:
              'All of it did. False: its contract does not let it go. What a thief takes before the transactions are mined is not counted.',
          }),
        },
        { title: 'RescueAsset' },
      ),
      { description: 'What the account has, in the order in which it is moved: most valuable first.' },
    ),
    totals: Type.Object(
      {
        assets: Type.Integer({ minimum: 0, description: 'How many the account has.' }),
        savedUsd: usd('Of what has a price; null: not executed.'),
        notSavedUsd: usd('Of what has a price; null: not executed.'),
        gas: Nullable(Type.String(), { description: 'Sum of the limits.' }),
        feeWei: Nullable(Type.String(), {
          description:
            'What that costs the sponsor at most: twice the base fee and the usual priority fee for all of the gas, and twice what publishing the data on another network costs. Null: not executed, or the network did not say.',
        }),
      },
      { title: 'RescueTotals' },
    ),
    permitted: Type.Array(
      Type.Object(
        {
          standard: PermissionStandard,
          token: Type.String({ description: 'The contract that keeps the permission, mostly a token.' }),
          spender: Type.String(),
          tokenId: Nullable(Type.String(), { description: 'Of a single item, or the nonce of a signature.' }),
          power: Power,
          valueAtRiskUsd: usd('What it could take now; null when not known.'),
          confirmed: Type.Boolean({
            description:
              'False: only a log shows it, of a contract that is on no list, in a transaction that the account did not send itself, as a thief’s code makes them.',
          }),
        },
        { title: 'RescuePermitted' },
      ),
      {
        description:
          'Approvals, operators, modules, and signatures that were scanned here and are not used yet, by which others can take the same assets, or run up debts, before the rescue: a rescue ends none of them. Worst first, at most 50.',
      },
    ),
    unsaved: Type.Array(
      Type.Object(
        {
          reason: OneOf<RenderedUnsaved['reason']>(['refused', 'held-elsewhere'], {
            description:
              '`refused`: in simulation its contract does not let all of it go. `held-elsewhere`: another contract keeps positions of the account, as its rights there tell.',
          }),
          contract: Nullable(Type.String(), { description: 'Null: the network’s coin.' }),
          tokenId: Nullable(Type.String()),
          label: Type.String({ description: 'Symbol or name; may be empty.' }),
          detail: Type.String(),
        },
        { title: 'RescueUnsaved' },
      ),
      { description: 'What the plan does not save, as far as it is known; `cut` says what was not looked at.' },
    ),
    undelegation: Nullable(RevocationTransaction, {
      description:
        'What ends the account’s delegation alone (EIP-7702) and moves nothing, in place of the rescue. Null: there is no delegation.',
    }),
    submission: Type.Object(
      {
        kind: OneOf<RenderedSubmission['kind']>(['private-relay', 'sequencer', 'public-pool'], {
          description: 'Who sees the transactions before they are mined.',
        }),
        rpc: Nullable(Type.String(), {
          description:
            'Endpoint of this service that hands signed transactions to the private relay; null: none is configured.',
        }),
        detail: Type.String(),
      },
      { description: 'Where the signed transactions go.' },
    ),
    race: Type.Object(
      {
        fundingIsSwept: Nullable(Type.Boolean(), {
          description:
            'Coins that are sent to the account leave it in the same transaction, or any account can take them; null: not known.',
        }),
        noncesCovered: Type.Integer({ description: 'Authorizations: one less may be used up by a thief.' }),
      },
      { title: 'RescueRace', description: 'How a thief who acts at the same time fares.' },
    ),
    steps: Type.Array(Type.String(), { description: 'What to do, in order, in words.' }),
    warnings: Type.Array(FindingSchema),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    complete: Type.Boolean({ description: 'False: the account may have more, as `cut` says.' }),
    cut: Type.Array(Type.String()),
    unknown: Type.Array(Type.String()),
    unavailable: Type.Array(Type.String(), { description: 'Sources that failed.' }),
    blockNumber: Type.String(),
    blockHash: HexText,
    rulesetVersion: Type.String(),
    intelAsOf: Type.String(),
  },
  { title: 'Rescue' },
)
