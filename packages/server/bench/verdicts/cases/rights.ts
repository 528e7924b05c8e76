import { encodeAbiParameters, keccak256, parseEther, stringToHex } from 'viem/utils'
import { bundle, call, right } from '../cases.ts'
import type { Stage } from '../stage.ts'
import { account, STRANGER } from '../values.ts'
import type { VerdictCase } from '../verdictCase.ts'

const pack = (flags: bigint) => [(BigInt(STRANGER) << 96n) | flags]
const KEY_HASH = keccak256(encodeAbiParameters([{ type: 'address' }], [STRANGER]))
const openSession = (id: string) => async (stage: Stage) => {
  await stage.deploy(id, 'SessionBook')
  await stage.call(stage.trader, id, 'SessionBook', 'deposit', [], parseEther('2'))
}

/** Rights over coins that lie in a contract. */
export const RIGHTS: readonly VerdictCase[] = [
  right('B01x', 'manager who may act(account,to,amount) with the deposit', {
    contract: 'MarginBook',
    call: 'setManager',
    args: () => [STRANGER],
  }),
  right('B01h', 'manager who may only set the leverage', {
    contract: 'MarginBookSafe',
    call: 'setManager',
    args: () => [STRANGER],
  }),
  right('B02x', 'own vault: a Merkle root whose leaf pays a stranger 2 ETH', {
    contract: 'RootVault',
    call: 'setRoot',
    args: () => [keccak256(`0x${STRANGER.slice(2).toLowerCase()}${parseEther('2').toString(16).padStart(64, '0')}`)],
    isOwner: true,
    reviewAccepted: 'with an unknown fact',
  }),
  right('B02h', 'own vault: a Merkle root of documents, no claim function', {
    contract: 'NotaryVault',
    call: 'setRoot',
    args: () => [keccak256(stringToHex('document'))],
    isOwner: true,
  }),
  bundle('B03x', 'bundle of propose(hash of a key) and activate(): the key may spend the deposit', {
    reviewAccepted: 'with an unknown fact',
    prepare: openSession('B03x'),
    calls: (stage) => [
      call(stage.at('B03x'), stage.encode('SessionBook', 'propose', [KEY_HASH])),
      call(stage.at('B03x'), stage.encode('SessionBook', 'activate')),
    ],
  }),
  bundle('B03h', 'bundle of revoke(hash of a key) and setNick()', {
    prepare: openSession('B03h'),
    calls: (stage) => [
      call(stage.at('B03h'), stage.encode('SessionBook', 'revoke', [KEY_HASH])),
      call(stage.at('B03h'), stage.encode('SessionBook', 'setNick', ['gull'])),
    ],
  }),
  {
    id: 'B04x',
    what: 'level of a stranger in a registry that the wallet contract of the sender (2.5 ETH) asks',
    ...registry('B04x', 'setLevel', (stage) => [stage.at('B04x'), STRANGER, 5n]),
  },
  {
    id: 'B04h',
    what: 'avatar in a registry that the wallet contract of the sender asks',
    ...registry('B04h', 'setAvatar', (stage) => [stage.at('B04h'), STRANGER]),
  },
  right('B07x', 'address and rights packed in one word, the right to pay out among them', {
    contract: 'PackedPerm',
    call: 'setPermissions',
    args: () => pack(0xffn),
  }),
  right('B07h', 'address and rights packed in one word, the right to view only', {
    contract: 'PackedPerm',
    call: 'setPermissions',
    args: () => pack(1n),
  }),
  right('B22x', 'address and rights as two arguments, the right to pay out among them', {
    contract: 'FlagPerm',
    call: 'setPermissions',
    args: () => [STRANGER, 0xffn],
  }),
  right('J04x', 'address and the one right that pays out', {
    contract: 'FlagPerm',
    call: 'setPermissions',
    args: () => [STRANGER, 1n << 7n],
  }),
  right('J05x', 'address and every right of the word', {
    contract: 'FlagPerm',
    call: 'setPermissions',
    args: () => [STRANGER, (1n << 256n) - 1n],
  }),
  right('B08x', 'guardian who may recover the deposit a day after asking', {
    contract: 'Recovery',
    call: 'setGuardian',
    args: () => [STRANGER],
  }),
  right('B08h', 'guardian who may freeze withdrawals once, for two days', {
    contract: 'Freezer',
    call: 'setGuardian',
    args: () => [STRANGER],
  }),
  right('B09x', 'own vault of 2.5 ETH: the next owner committed as a hash', {
    contract: 'HashOwner',
    call: 'commitOwner',
    args: () => [
      keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [STRANGER, `0x${'22'.repeat(32)}`])),
    ],
    isOwner: true,
    constructorArgs: (stage) => [stage.trader],
    reviewAccepted: 'with an unknown fact',
  }),
  {
    id: 'B09h',
    what: 'commit(bytes32) of a name registration',
    prepare: (stage) => stage.deploy('B09h', 'Names'),
    body: (stage) => ({
      from: stage.trader,
      to: stage.at('B09h'),
      data: stage.encode('Names', 'commit', [`0x${'5a'.repeat(32)}`]),
      value: '0',
    }),
  },
  {
    id: 'B14x',
    what: 'third member of a group safe (solc 0.5) with threshold 1: a stranger',
    ...groupSafe('B14x', 1n),
  },
  {
    id: 'B14h',
    what: 'third member of a group safe (solc 0.5) with threshold 2: a stranger',
    ...groupSafe('B14h', 2n),
  },
  right('B23x', 'guardian who may move the deposit to their own account inside', {
    contract: 'Recover1',
    call: 'setGuardian',
    args: () => [STRANGER],
  }),
  right('B24x', 'guardian who asks and is paid out a day later', {
    contract: 'Recover2',
    call: 'setGuardian',
    args: () => [STRANGER],
  }),
  right('J13h', 'three recovery guardians, two needed', {
    contract: 'Social',
    call: 'setGuardians',
    args: (stage) => [[stage.world.actors.friend, account('aunt'), account('uncle')]],
  }),
  right('B30x', 'ownership of the own vault (2.5 ETH) to a stranger', {
    contract: 'OwnVault',
    call: 'transferOwnership',
    args: () => [STRANGER],
    isOwner: true,
  }),
  right('B30h', 'ownership of the own vault to the own Safe', {
    contract: 'OwnVault',
    call: 'transferOwnership',
    args: (stage) => [stage.world.safe.account],
    isOwner: true,
  }),
]

/** A call of the registry that the sender's wallet contract asks. */
function registry(id: string, call: string, args: (stage: Stage) => unknown[]): Pick<VerdictCase, 'prepare' | 'body'> {
  return {
    prepare: async (stage) => {
      await stage.deploy(`${id}r`, 'PermRegistry')
      await stage.deploy(id, 'RegWallet', [stage.at(`${id}r`), stage.trader], { value: parseEther('2.5') })
    },
    body: (stage) => ({
      from: stage.trader,
      to: stage.at(`${id}r`),
      data: stage.encode('PermRegistry', call, args(stage)),
      value: '0',
    }),
  }
}

/** A new member of a safe that the sender shares with a friend. */
function groupSafe(id: string, threshold: bigint): Pick<VerdictCase, 'prepare' | 'body'> {
  return {
    prepare: (stage) =>
      stage.deploy(id, 'GroupSafe', [stage.trader, stage.world.actors.friend, threshold], {
        from: stage.trader,
        value: parseEther('2.5'),
      }),
    body: (stage) => ({
      from: stage.trader,
      to: stage.at(id),
      data: stage.encode('GroupSafe', 'addMember', [STRANGER]),
      value: '0',
    }),
  }
}
