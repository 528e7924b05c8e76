import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { RevocationMethod } from '@redoubt/risk/facts/revocationFacts.ts'
import type { RightStandard } from '@redoubt/risk/facts/walletRights.ts'
import { encodeFunctionData, parseAbi, toEventSelector } from 'viem/utils'
import { addressAt, type Read, wordAt } from '../decode/callData.ts'
import { addressFromWord, addressOf, wordsOf, ZERO_ADDRESS } from '../decode/emittedLogs.ts'
import type { ChainLog } from '../rpc/chainSource.ts'
import { hex32 } from './orderShares.ts'
import { invalidateUid, leftOfUid, PRE_SIGNED, presignedReads } from './orderStandards.ts'
import type { RightPlace } from './rightPlace.ts'

/** How rights of one standard are found, read and ended. */
type Standard = {
  /** The events that tell of it; `owner` is the place of the owner among their topics, 0 for the contract that logs. */
  events: readonly {
    topic: Hex
    owner: 0 | 1 | 2
    named(log: ChainLog): { holder: Address; id: bigint | null } | null
  }[]
  read(owner: Address, place: RightPlace): Read
  /** What is read beside it; absent: nothing. */
  also?(place: RightPlace): Read[]
  /** The amount in the answer, 1 or 0 where there is none; null: it is no answer of this standard. `more`: what was read beside it. */
  state(
    answer: Hex | null,
    owner: Address,
    place: RightPlace,
    more: { answers: readonly (Hex | null)[]; now: bigint },
  ): bigint | null
  end(owner: Address, place: RightPlace): { method: RevocationMethod; data: Hex }
}

const ABI = parseAbi([
  'function isOperatorFor(address operator, address holder) view returns (bool)',
  'function revokeOperator(address operator)',
  'function isOperator(address owner, address operator) view returns (bool)',
  'function setOperator(address operator, bool approved)',
  'function allowance(address owner, address spender, uint256 id) view returns (uint256)',
  'function approve(address spender, uint256 id, uint256 amount)',
  'function borrowAllowance(address fromUser, address toUser) view returns (uint256)',
  'function approveDelegation(address delegatee, uint256 amount)',
  'function delegates(address account) view returns (address)',
  'function delegate(address delegatee)',
  'function isAuthorized(address authorizer, address authorized) view returns (bool)',
  'function setAuthorization(address authorized, bool newIsAuthorized)',
  'function hasApprovedRelayer(address user, address relayer) view returns (bool)',
  'function setRelayerApproval(address sender, address relayer, bool approved)',
  'function checkDelegateForAll(address to, address from, bytes32 rights) view returns (bool)',
  'function delegateAll(address to, bytes32 rights, bool enable)',
  'function isModuleInstalled(uint256 moduleTypeId, address module, bytes additionalContext) view returns (bool)',
  'function uninstallModule(uint256 moduleTypeId, address module, bytes deInitData)',
  'function isPermissionEnabled(bytes32 permissionId, address account) view returns (bool)',
  'function removeSession(bytes32 permissionId)',
])
const NO_RIGHTS: Hex = `0x${'0'.repeat(64)}`

/** Event topics that ERC-6909 and ERC-20 do not share: the id is an argument more. */
const topic = (signature: string): Hex => toEventSelector(`event ${signature}`)

/** The standards whose rights are logged by the contract that keeps them. Parts of a Safe are listed by the Safe itself. */
export const LOGGED_STANDARDS: Readonly<
  Record<Exclude<RightStandard, `safe-${string}` | `${string}-signature`>, Standard>
> = {
  // CoW: an order that is signed by a transaction. Its holder is the settlement, which fills it.
  'presigned-order': {
    events: [{ topic: topic('PreSignature(address,bytes,bool)'), owner: 1, named: uidIn }],
    read: (_, place) => presignedReads(place)[0] ?? { to: place.keeper, data: '0x' },
    also: (place) => presignedReads(place).slice(1),
    state(answer, owner, place, { answers: [filled = null], now }) {
      const kept = wordAt(answer)
      if (kept === null || (kept !== 0n && kept !== PRE_SIGNED)) return null
      const left = leftOfUid(wordAt(filled), { owner, place, now })
      return left === null ? null : kept === 0n || left === 0n ? 0n : 1n
    },
    end: (_, { id }) => ({ method: 'invalidateOrder', data: invalidateUid(id) }),
  },
  erc777: {
    events: [
      { topic: topic('AuthorizedOperator(address,address)'), owner: 2, named: holderAt(1) },
      { topic: topic('RevokedOperator(address,address)'), owner: 2, named: holderAt(1) },
    ],
    read: (owner, { keeper, holder }) => ({ to: keeper, data: call('isOperatorFor', [holder, owner]) }),
    state: yesOrNo,
    end: (_, { holder }) => ({ method: 'revokeOperator', data: call('revokeOperator', [holder]) }),
  },
  erc6909: {
    events: [
      { topic: topic('OperatorSet(address,address,bool)'), owner: 1, named: holderAt(2) },
      {
        topic: topic('Approval(address,address,uint256,uint256)'),
        owner: 1,
        named: ({ topics: [, , holder, id] }) => (holder && id ? { holder: addressOf(holder), id: BigInt(id) } : null),
      },
    ],
    read: (owner, { keeper, holder, id }) => ({
      to: keeper,
      data: id === null ? call('isOperator', [owner, holder]) : call('allowance', [owner, holder, id]),
    }),
    state: (answer, _, place) => (place.id === null ? yesOrNo(answer) : wordAt(answer)),
    end: (_, { holder, id }) =>
      id === null
        ? { method: 'setOperator', data: call('setOperator', [holder, false]) }
        : { method: 'approve', data: call('approve', [holder, id, 0n]) },
  },
  'credit-delegation': {
    events: [
      { topic: topic('BorrowAllowanceDelegated(address,address,address,uint256)'), owner: 1, named: holderAt(2) },
    ],
    read: (owner, { keeper, holder }) => ({ to: keeper, data: call('borrowAllowance', [owner, holder]) }),
    state: (answer) => wordAt(answer),
    end: (_, { holder }) => ({ method: 'approveDelegation', data: call('approveDelegation', [holder, 0n]) }),
  },
  'vote-delegation': {
    events: [{ topic: topic('DelegateChanged(address,address,address)'), owner: 1, named: holderAt(3) }],
    read: (owner, { keeper }) => ({ to: keeper, data: call('delegates', [owner]) }),
    state: (answer, owner, { holder }) => {
      const named = addressAt(answer)
      return named === null ? null : named === holder && holder !== owner ? 1n : 0n
    },
    end: (owner) => ({ method: 'delegate', data: call('delegate', [owner]) }),
  },
  'market-authorization': {
    events: [{ topic: topic('SetAuthorization(address,address,address,bool)'), owner: 2, named: holderAt(3) }],
    read: (owner, { keeper, holder }) => ({ to: keeper, data: call('isAuthorized', [owner, holder]) }),
    state: yesOrNo,
    end: (_, { holder }) => ({ method: 'setAuthorization', data: call('setAuthorization', [holder, false]) }),
  },
  'relayer-approval': {
    events: [{ topic: topic('RelayerApprovalChanged(address,address,bool)'), owner: 2, named: holderAt(1) }],
    read: (owner, { keeper, holder }) => ({ to: keeper, data: call('hasApprovedRelayer', [owner, holder]) }),
    state: yesOrNo,
    end: (owner, { holder }) => ({
      method: 'setRelayerApproval',
      data: call('setRelayerApproval', [owner, holder, false]),
    }),
  },
  'delegate-registry': {
    events: [{ topic: topic('DelegateAll(address,address,bytes32,bool)'), owner: 1, named: holderAt(2) }],
    read: (owner, { keeper, holder }) => ({
      to: keeper,
      data: call('checkDelegateForAll', [holder, owner, NO_RIGHTS]),
    }),
    state: yesOrNo,
    end: (_, { holder }) => ({ method: 'delegateAll', data: call('delegateAll', [holder, NO_RIGHTS, false]) }),
  },
  // SmartSession lists the sessions of an account; its event names the account in no topic.
  'session-key': {
    events: [],
    read: (owner, { keeper, id }) => ({ to: keeper, data: call('isPermissionEnabled', [hex32(id), owner]) }),
    state: yesOrNo,
    end: (_, { id }) => ({ method: 'removeSession', data: call('removeSession', [hex32(id)]) }),
  },
  'erc7579-module': {
    events: [
      {
        topic: topic('ModuleInstalled(uint256,address)'),
        owner: 0,
        named: ({ data }) => {
          const [type, module] = wordsOf(data, 2)
          return type === undefined || module === undefined ? null : { holder: addressFromWord(module), id: type }
        },
      },
    ],
    read: (_, { keeper, holder, id }) => ({ to: keeper, data: call('isModuleInstalled', [id ?? 0n, holder, '0x']) }),
    state: yesOrNo,
    end: (_, { holder, id }) => ({
      method: 'uninstallModule',
      data: call('uninstallModule', [id ?? 0n, holder, '0x']),
    }),
  },
}

/** The rights that one log names; more than one standard may share an event. */
export function rightsNamedBy(log: ChainLog): RightPlace[] {
  const found: RightPlace[] = []
  for (const [standard, { events }] of Object.entries(LOGGED_STANDARDS))
    for (const event of events) {
      const named = event.topic === log.topics[0] ? event.named(log) : null
      if (named !== null && named.holder !== ZERO_ADDRESS)
        found.push({ standard: standard as RightStandard, keeper: log.address, ...named })
    }
  return found
}

/** Topics of the events whose owner stands at the same place. */
export function topicsWithOwnerAt(place: 0 | 1 | 2): Hex[] {
  const events = Object.values(LOGGED_STANDARDS).flatMap((standard) => standard.events)
  return events.filter(({ owner }) => owner === place).map((event) => event.topic)
}

/** Offset, flag, length, and a uid of 56 bytes. */
function uidIn({ address, data }: ChainLog): { holder: Address; id: bigint } | null {
  const [, , length] = wordsOf(data, 3)
  const digits = data.slice(2 + 3 * 64, 2 + 3 * 64 + 112)
  if (length === undefined || BigInt(length) !== 56n || digits.length !== 112) return null
  return { holder: address, id: BigInt(`0x${digits}`) }
}

function holderAt(index: 1 | 2 | 3) {
  return ({ topics }: ChainLog) => {
    const word = topics[index]
    return word === undefined ? null : { holder: addressOf(word), id: null }
  }
}

/** A boolean is 0 or 1: a contract that answers any call with a number keeps no right. */
function yesOrNo(answer: Hex | null): bigint | null {
  const word = wordAt(answer)
  return word === null || word > 1n ? null : word
}

function call(functionName: (typeof ABI)[number]['name'], args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0])
}
