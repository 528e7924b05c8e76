import type { Hex } from '@redoubt/risk/address.ts'
import { Type } from 'typebox'
import { Nullable, OneOf } from './common.ts'

const Bytes = Type.Unsafe<Hex>({ type: 'string' })
const WriterClassName = OneOf(['eoa', 'multisig', 'timelock', 'governor', 'contract', 'burned', 'anyone', 'unknown'])
const accountMembers = { address: Type.String(), account: WriterClassName }
const callMembers = { selector: Bytes, signature: Nullable(Type.String()) }

const OpenSlotSchema = Type.Object(
  {
    contract: Type.String(),
    slot: Bytes,
    role: Nullable(Type.String({ description: 'Its getter, `owner`, or the entry of a mapping.' })),
    value: Type.Unsafe<Hex>({
      type: 'string',
      description:
        'Value that the verdict rests on. Read it again with eth_getStorageAt: a different value voids the verdict.',
    }),
    writers: Type.Array(
      Type.Object(
        {
          ...callMembers,
          caller: OneOf(['anyone', 'privileged', 'unknown']),
          by: Type.Array(Type.Object(accountMembers, { title: 'SlotAccount' })),
        },
        { title: 'SlotWriter' },
      ),
    ),
    flip: Type.Object({
      value: Bytes,
      effect: OneOf(['new-loss', 'worse', 'other'], {
        description:
          'Result with this value: takes assets that are safe now, takes more or gives less, or has another outcome.',
      }),
    }),
    executed: Nullable(Type.Object({ ...accountMembers, ...callMembers, args: Type.Array(Type.String()) }), {
      description: 'A call that made the transaction worse when executed before it; null when no tried call did.',
    }),
    bounded: Type.Boolean({
      description: 'The accounts that may write it were simulated, and could not make the outcome worse.',
    }),
    lastWrite: Nullable(
      Type.Object({
        blockNumber: Type.String(),
        timestamp: Type.Integer({ description: 'Unix seconds.' }),
        by: Nullable(Type.String()),
        transactionHash: Nullable(Bytes),
        creation: Type.Boolean({ description: 'The creation of the contract wrote it.' }),
      }),
      { description: 'Within about a day; null when it did not change, or older state is not kept.' },
    ),
  },
  { title: 'OpenSlot' },
)

const OpenAccountSchema = Type.Object(
  {
    account: Type.String(),
    reads: OneOf(['balance', 'code']),
    value: Type.String({
      description: 'Wei in decimals, or code. Read it again: a different value voids the verdict.',
    }),
    flip: Type.Object({ value: Type.String(), effect: OneOf(['new-loss', 'worse']) }),
    writer: OneOf(['anyone', 'eoa', 'contract'], {
      description:
        'Class of the account that can change it: `anyone` by sending coins, `eoa` by its key, `contract` by its rules.',
    }),
  },
  { title: 'OpenAccount' },
)

/** `simulation.validity`, the shape of RenderedValidity. */
export const ValiditySchema = Type.Object(
  {
    blockNumber: Type.String(),
    blockHash: Bytes,
    publicMempool: Type.Boolean({
      description:
        'Strangers see the pending transaction and can act before it. False: it reaches only the network’s sequencer, so what changes first does so by chance or by the sequencer’s choice.',
    }),
    openSlots: Type.Array(OpenSlotSchema, {
      description: 'Storage that the outcome rests on and that others can change before inclusion.',
    }),
    openAccounts: Type.Array(OpenAccountSchema, {
      description: 'Accounts whose balance or code decides what the transaction takes.',
    }),
    upgradeable: Type.Array(
      Type.Object(
        {
          proxy: Type.String(),
          implementation: Type.String(),
          admin: Nullable(Type.String()),
          adminClass: Nullable(WriterClassName),
          wellKnown: Type.Boolean(),
        },
        { title: 'UpgradeableCode' },
      ),
      { description: 'Contracts on the path whose code can be changed.' },
    ),
    market: Type.Array(Type.String(), {
      description: 'Contracts where ordinary use by any account changes what was read: prices, totals.',
    }),
    onTrust: Type.Array(Type.String(), {
      description: 'Well-known contracts that ran; what their operators may change was not examined.',
    }),
    examined: Type.Integer({ description: 'Examined storage slots.' }),
    leftOut: Type.Integer({ description: 'Storage slots beyond the budget.' }),
  },
  { title: 'Validity' },
)
