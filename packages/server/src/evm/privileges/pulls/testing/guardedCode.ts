import type { Address } from '@redoubt/risk/address.ts'
import { NETWORKS } from '../../../../chains/index.ts'

export const KEY: Address = '0x00000000000000000000000000000000000ce1e5'
export const REGISTRY: Address = '0x00000000000000000000000000000000000ce1e6'
export const LOGIC: Address = '0x00000000000000000000000000000000000ce1e7'
export const SELECTOR = 0xcafe0001
export const NOMINATE = 0xcafe0002
export const ACCEPT = 0xcafe0003

/** transferFrom(from, receiver, amount) of a token; each part is code that leaves one word. */
export const pull = (
  from: string,
  receiver = '68 CALLDATALOAD',
) => `0x23b872dd${'00'.repeat(28)} 0 MSTORE ${from} 4 MSTORE
  ${receiver} 36 MSTORE 100 CALLDATALOAD 68 MSTORE 0 0 100 0 0 4 CALLDATALOAD GAS CALL ISZERO @no JUMPI STOP`
export const NAMED = '36 CALLDATALOAD'
const MAPPED = 'CALLER 0 MSTORE 1 32 MSTORE 64 0 KECCAK256 SLOAD ISZERO @no JUMPI'
/** ECRECOVER over the arguments; leaves the signer. */
const SIGNER = `96 4 0 CALLDATACOPY 96 0 KECCAK256 0 MSTORE 96 132 32 CALLDATACOPY
  32 0 128 0 1 GAS STATICCALL POP 0 MLOAD`
/** Asks the registry about the caller; leaves the answer. */
const ASKED = `0x24d7806c${'00'.repeat(28)} 0 MSTORE CALLER 4 MSTORE 32 0 36 0 ${REGISTRY} GAS STATICCALL POP 0 MLOAD`
/** The address of a pool by CREATE2 of a factory, with a salt of the call. */
const POOL = `0xff${KEY.slice(2)}${'00'.repeat(11)} 0 MSTORE 68 CALLDATALOAD 21 MSTORE 0x${'77'.repeat(32)} 53 MSTORE
  85 0 KECCAK256 0x${'ff'.repeat(20)} AND`
/** A well-known factory of pools, also on the sandbox. */
export const FACTORY: string = NETWORKS.ethereum.factories[0]?.factory ?? ''
/** What a contract answers about the tokens that the call names: its pool of them. */
const poolOf = (factory: string) => `0x1698ee82${'00'.repeat(28)} 0 MSTORE 68 CALLDATALOAD 4 MSTORE
  32 0 36 0 ${factory} GAS STATICCALL POP 0 MLOAD`
/** A call of the first argument; the fourth is the length of its data, and the data follows. */
export const ANY_CALL = `100 CALLDATALOAD 132 0 CALLDATACOPY 0 0 100 CALLDATALOAD 0 0 4 CALLDATALOAD GAS CALL ISZERO @no JUMPI STOP`
/** A function with the selector. */
export const fn = (body: string) => `0 CALLDATALOAD 224 SHR ${SELECTOR} EQ @body JUMPI :no 0 0 REVERT :body ${body}`
/** Beside the function: a stored key names a nominee, who accepts. `opens`: what guards the nomination. */
const nominated = (body: string, opens: string) =>
  `0 CALLDATALOAD 224 SHR ${NOMINATE} EQ @nominate JUMPI 0 CALLDATALOAD 224 SHR ${ACCEPT} EQ @accept JUMPI
  0 CALLDATALOAD 224 SHR ${SELECTOR} EQ @body JUMPI :no 0 0 REVERT :nominate ${opens} 4 CALLDATALOAD 12 SSTORE STOP
  :accept CALLER 12 SLOAD EQ ISZERO @no JUMPI CALLER 13 SSTORE STOP :body ${body}`
const NOMINEE = '13 SLOAD CALLER EQ ISZERO @no JUMPI'
/** Asks a contract whether it confirms a signature (EIP-1271); `who`: code that leaves its address. */
const CONFIRMED = (who: string) => `0x1626ba7e${'00'.repeat(28)} 0 MSTORE 96 4 4 CALLDATACOPY
  32 0 164 0 ${who} GAS STATICCALL POP 0 MLOAD 224 SHR 0x1626ba7e EQ ISZERO @no JUMPI`
/** Beside the function: a call that stores an account, and the amount of time that has to pass. `who`: code that leaves the account. */
const queued = (who: string, opens: string) =>
  `0 CALLDATALOAD 224 SHR ${NOMINATE} EQ @queue JUMPI 0 CALLDATALOAD 224 SHR ${SELECTOR} EQ @body JUMPI :no 0 0 REVERT
  :queue ${opens} ${who} 0x${'7a'.repeat(32)} SSTORE TIMESTAMP 3600 ADD 0x${'7b'.repeat(32)} SSTORE STOP
  :body 0x${'7b'.repeat(32)} SLOAD TIMESTAMP LT @no JUMPI ${pull(`0x${'7a'.repeat(32)} SLOAD`)}`
/** Where the entries of the list are. */
const LIST = `0x${'1b'.repeat(32)}`
const MASK = `0x${'3c'.repeat(20)}`
/** Books the amount to the account that the code leaves. */
const booked = (who: string) =>
  `${who} 0 MSTORE 2 32 MSTORE 64 0 KECCAK256 DUP1 SLOAD 100 CALLDATALOAD ADD SWAP1 SSTORE`
/** It takes the amount for itself, and has a router exchange it for `receiver`; the router's answer has to be a list. */
const swapped = (receiver: string) =>
  `0x23b872dd${'00'.repeat(28)} 0 MSTORE ${NAMED} 4 MSTORE ADDRESS 36 MSTORE 100 CALLDATALOAD 68 MSTORE
  0 0 100 0 0 4 CALLDATALOAD GAS CALL ISZERO @no JUMPI
  0x38ed1739${'00'.repeat(28)} 0 MSTORE 100 CALLDATALOAD 4 MSTORE ${receiver} 36 MSTORE
  64 200 68 0 0 ${REGISTRY} GAS CALL ISZERO @no JUMPI 200 MLOAD 32 EQ ISZERO @no JUMPI STOP`
/** Beside the function: any account, or a stored key only, adds an entry of two words that names it to a list. `id`: the entry that is read. */
const listed = (opens: string, body: string) =>
  `0 CALLDATALOAD 224 SHR ${NOMINATE} EQ @add JUMPI 0 CALLDATALOAD 224 SHR ${SELECTOR} EQ @body JUMPI :no 0 0 REVERT
  :add ${opens} CALLER 21 SLOAD 2 MUL ${LIST} ADD SSTORE 21 SLOAD 1 ADD 21 SSTORE STOP
  :body 21 SLOAD 100 CALLDATALOAD LT ISZERO @no JUMPI 100 CALLDATALOAD 2 MUL ${LIST} ADD SLOAD CALLER EQ ISZERO @no JUMPI ${body}`
const raw = (body: string) => `${body} :no 0 0 REVERT`
/** Arguments side by side: token, receiver, amount. */
const packed = (payer: string) =>
  raw(`0x23b872dd${'00'.repeat(28)} 0 MSTORE ${payer} 4 MSTORE 20 CALLDATALOAD 96 SHR 36 MSTORE
    40 CALLDATALOAD 68 MSTORE 0 0 100 0 0 0 CALLDATALOAD 96 SHR GAS CALL ISZERO @no JUMPI STOP`)

/** Contracts that take tokens of others for a caller that passes a guard. */
export const HOSTILE: Readonly<Record<string, string>> = {
  'what a contract of no known exchange tells': fn(
    `${poolOf(REGISTRY)} CALLER EQ ISZERO @no JUMPI ${pull(NAMED, 'CALLER')}`,
  ),
  'a list of callers': fn(`${MAPPED} ${pull(NAMED)}`),
  'a list of callers in another contract': fn(`${ASKED} ISZERO @no JUMPI ${pull(NAMED)}`),
  'a signature of a stored key': fn(`${SIGNER} 0 SLOAD EQ ISZERO @no JUMPI ${pull(NAMED)}`),
  'a signature of a key that a list has': fn(
    `${SIGNER} 0 MSTORE 1 32 MSTORE 64 0 KECCAK256 SLOAD ISZERO @no JUMPI ${pull(NAMED)}`,
  ),
  'a secret': fn(`132 CALLDATALOAD 0 MSTORE 32 0 KECCAK256 0x${'5e'.repeat(32)} EQ ISZERO @no JUMPI ${pull(NAMED)}`),
  'a list, and a consent that the same list replaces': fn(
    `${NAMED} CALLER EQ @take JUMPI ${MAPPED} :take ${pull(NAMED)}`,
  ),
  'a switch that is off': fn(`5 SLOAD ISZERO @no JUMPI ${pull(NAMED)}`),
  'a stored key, without functions': raw(`CALLER 0 SLOAD EQ ISZERO @no JUMPI ${pull(NAMED)}`),
  'a stored key, with arguments side by side': raw(
    `CALLER 0 SLOAD EQ ISZERO @no JUMPI 0x23b872dd${'00'.repeat(28)} 0 MSTORE 20 CALLDATALOAD 96 SHR 4 MSTORE CALLER 36 MSTORE
    40 CALLDATALOAD 68 MSTORE 0 0 100 0 0 0 CALLDATALOAD 96 SHR GAS CALL ISZERO @no JUMPI STOP`,
  ),
  'a signature that a fixed contract confirms': fn(`${CONFIRMED(REGISTRY)} ${pull(NAMED)}`),
  'a nominee that is not set yet': nominated(`${NOMINEE} ${pull(NAMED)}`, 'CALLER 0 SLOAD EQ ISZERO @no JUMPI'),
  'nothing, with the payer behind the amount': packed('72 CALLDATALOAD 96 SHR'),
  'nothing, with a payer in call data of one length': `92 CALLDATASIZE SUB @no JUMPI ${packed('72 CALLDATALOAD 96 SHR')}`,
  'a stored key, with a masked account': raw(
    `CALLER 0 SLOAD EQ ISZERO @no JUMPI ${pull(`32 CALLDATALOAD ${MASK} XOR`, 'CALLER')}`,
  ),
  'the booking for an account that has to be another one': fn(
    `68 CALLDATALOAD ${NAMED} EQ @no JUMPI ${booked('68 CALLDATALOAD')} ${pull(NAMED, 'ADDRESS')}`,
  ),
  'the booking for an account that has to be the token': fn(
    `68 CALLDATALOAD 4 CALLDATALOAD EQ ISZERO @no JUMPI ${booked('68 CALLDATALOAD')} ${pull(NAMED, 'ADDRESS')}`,
  ),
  'a stored key that books it to another account': fn(
    `CALLER 0 SLOAD EQ ISZERO @no JUMPI ${booked('68 CALLDATALOAD')} ${pull(NAMED, 'ADDRESS')}`,
  ),
  'a stored key that exchanges it for another account': fn(
    `CALLER 0 SLOAD EQ ISZERO @no JUMPI ${swapped(`68 CALLDATALOAD 0x${'ff'.repeat(20)} AND`)}`,
  ),
  'a list that any account joins': listed('', pull(NAMED)),
  'a queue that a stored key fills': queued(NAMED, 'CALLER 0 SLOAD EQ ISZERO @no JUMPI'),
  'any call by a list of callers': fn(`${MAPPED} ${ANY_CALL}`),
  'any code by a list of callers': fn(`${MAPPED} 0 0 0 0 4 CALLDATALOAD GAS DELEGATECALL ISZERO @no JUMPI STOP`),
  'code that a stored key replaces': fn(`CALLER 0 SLOAD EQ ISZERO @no JUMPI 4 CALLDATALOAD 7 SSTORE STOP`).replace(
    ':no 0 0 REVERT',
    ':no CALLDATASIZE 0 0 CALLDATACOPY 0 0 CALLDATASIZE 0 7 SLOAD GAS DELEGATECALL ISZERO @end JUMPI STOP :end 0 0 REVERT',
  ),
}

/** Contracts that take tokens only of an account that agrees, or that no account can make take any. */
export const HONEST: Readonly<Record<string, string>> = {
  'it takes from its caller': fn(pull('CALLER', 'ADDRESS')),
  'the account that is booked has to be the owner': fn(
    `68 CALLDATALOAD ${NAMED} EQ ISZERO @no JUMPI ${booked('68 CALLDATALOAD')} ${pull(NAMED, 'ADDRESS')}`,
  ),
  'the account that is booked must not differ from the owner': fn(
    `${booked('68 CALLDATALOAD')} 68 CALLDATALOAD ${NAMED} SUB @no JUMPI ${pull(NAMED, 'ADDRESS')}`,
  ),
  'it takes from its caller for a list of callers': fn(`${MAPPED} ${pull('CALLER')}`),
  'the owner has to be the caller': fn(`${NAMED} CALLER EQ ISZERO @no JUMPI ${pull(NAMED)}`),
  'the owner has made the caller its operator': fn(
    `${NAMED} 0 MSTORE CALLER 32 MSTORE 64 0 KECCAK256 SLOAD ISZERO @no JUMPI ${pull(NAMED)}`,
  ),
  'the owner has signed': fn(`${SIGNER} ${NAMED} EQ ISZERO @no JUMPI ${pull(NAMED)}`),
  'the owner has signed, and no account has where the signature is too short': fn(
    `TIMESTAMP 68 CALLDATALOAD LT @no JUMPI 164 CALLDATALOAD 65 EQ @whole JUMPI 0 @compare JUMP
    :whole ${SIGNER} :compare ${NAMED} EQ ISZERO @no JUMPI ${pull(NAMED)}`,
  ),
  'the caller pays, with arguments side by side': packed('CALLER'),
  'the caller pays, with call data of one length': `72 CALLDATASIZE SUB @no JUMPI ${packed('CALLER')}`,
  'the owner has stored the order': fn(`128 4 0 CALLDATACOPY 128 0 KECCAK256 SLOAD ISZERO @no JUMPI ${pull(NAMED)}`),
  'the owner has subscribed, and a keeper collects': fn(
    `${MAPPED} ${NAMED} 0 MSTORE 2 32 MSTORE 64 0 KECCAK256 SLOAD ISZERO @no JUMPI ${pull(NAMED)}`,
  ),
  'a pool that a well-known factory tells is the caller': fn(
    `${poolOf(FACTORY)} CALLER EQ ISZERO @no JUMPI ${pull(NAMED, 'CALLER')}`,
  ),
  'a pool of the factory is the caller': fn(`${POOL} CALLER EQ ISZERO @no JUMPI ${pull(NAMED, 'CALLER')}`),
  'it calls what its owner lists, for its caller': fn(
    `4 CALLDATALOAD 0 MSTORE 1 32 MSTORE 64 0 KECCAK256 SLOAD ISZERO @no JUMPI ${ANY_CALL}`,
  ),
  'it makes any call but transferFrom': fn(
    `132 CALLDATALOAD 224 SHR 0x23b872dd EQ @no JUMPI 132 CALLDATALOAD 224 SHR 0x42842e0e EQ @no JUMPI
    132 CALLDATALOAD 224 SHR 0x12aa3caf EQ ISZERO @no JUMPI ${ANY_CALL}`,
  ),
  'the owner confirms the signature': fn(`${CONFIRMED(NAMED)} ${pull(NAMED)}`),
  'a nominee that no key can name': nominated(`${NOMINEE} ${pull(NAMED)}`, 'CALLER 3 SLOAD EQ ISZERO @no JUMPI'),
  'a nominee whose nomination is closed for good': nominated(`${NOMINEE} ${pull(NAMED)}`, '9 SLOAD ISZERO @no JUMPI'),
  'a keeper deposits for the owner, who is booked': fn(
    `${MAPPED} ${booked(NAMED)} ${booked('68 CALLDATALOAD')} ${pull(NAMED, 'ADDRESS')}`,
  ),
  'the owner has filled the queue': queued('CALLER', ''),
  'a keeper exchanges it for the owner': fn(`${MAPPED} ${swapped(NAMED)}`),
  'a list that any account joins, for its own tokens': listed('', pull('CALLER')),
  'the key is burned': fn(`CALLER 3 SLOAD EQ ISZERO @no JUMPI ${pull(NAMED)}`),
  'it keeps what a keeper deposits for the owner': fn(`${MAPPED} ${pull(NAMED, 'ADDRESS')}`),
}
