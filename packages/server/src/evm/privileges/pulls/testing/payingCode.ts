import { SELECTOR } from './guardedCode.ts'

export const ASSET = '0x00000000000000000000000000000000000a55e7'
export const SET = 0xcafe0009

/** Arguments: the account whose record is used up, the receiver, the amount, a hash. */
const [ACCOUNT, RECEIVER, AMOUNT] = ['4 CALLDATALOAD', '36 CALLDATALOAD', '68 CALLDATALOAD']
/** transfer(receiver, amount) of the asset. */
const pay = (receiver = RECEIVER) => `0xa9059cbb${'00'.repeat(28)} 0 MSTORE ${receiver} 4 MSTORE ${AMOUNT} 36 MSTORE
  0 0 68 0 0 ${ASSET} GAS CALL ISZERO @no JUMPI`
const payCoins = `0 0 0 0 ${AMOUNT} ${RECEIVER} GAS CALL ISZERO @no JUMPI`
/** Uses up a record of slot 1 by the amount; one that is too small ends the call. */
const use = (who: string) => `${who} 0 MSTORE 1 32 MSTORE 64 0 KECCAK256 DUP1 SLOAD ${AMOUNT} DUP2 LT @no JUMPI
  ${AMOUNT} SWAP1 SUB SWAP1 SSTORE`
const byKey = 'CALLER 0 SLOAD EQ ISZERO @no JUMPI'
/** ECRECOVER over the arguments; leaves the signer. */
const SIGNER = `96 4 0 CALLDATACOPY 96 0 KECCAK256 0 MSTORE 96 132 32 CALLDATACOPY 32 0 128 0 1 GAS STATICCALL POP 0 MLOAD`
/** The hash of receiver and amount has to be the word of a slot. */
const proved = (slot: string) => `64 36 0 CALLDATACOPY 64 0 KECCAK256 ${slot} SLOAD EQ ISZERO @no JUMPI`
const contract = (body: string, set = '') => `0 CALLDATALOAD 224 SHR ${SELECTOR} EQ @body JUMPI
  ${set === '' ? '' : `0 CALLDATALOAD 224 SHR ${SET} EQ @set JUMPI`} :no 0 0 REVERT :body ${body} STOP ${set === '' ? '' : `:set ${set} STOP`}`
const LIST = `0x${'2c'.repeat(32)}`
/** A call adds a hash to a list; another one pays what an entry of it says: the amount is the number of the entry, too. */
const listed = (guard: string) =>
  contract(
    `21 SLOAD ${AMOUNT} LT ISZERO @no JUMPI ${proved(`${LIST} ${AMOUNT} ADD`)} ${pay()}`,
    `${guard} 100 CALLDATALOAD ${LIST} 21 SLOAD ADD SSTORE 21 SLOAD 1 ADD 21 SSTORE`,
  )

/** As many signatures of listed accounts as a word of the call says, and so many at least: the loop over them is left before the first. */
const signedBy = (least: number) =>
  contract(
    `100 CALLDATALOAD ${least} GT @no JUMPI 100 CALLDATALOAD 0 LT ISZERO @paid JUMPI
    ${SIGNER} 0 MSTORE 8 32 MSTORE 64 0 KECCAK256 SLOAD ISZERO @no JUMPI :paid ${pay()}`,
  )
/** The same with the length compared behind the loop. */
const signedBefore = (least: number) =>
  contract(
    `100 CALLDATALOAD 0 LT ISZERO @paid JUMPI ${SIGNER} 0 MSTORE 8 32 MSTORE 64 0 KECCAK256 SLOAD ISZERO @no JUMPI
    :paid 100 CALLDATALOAD ${least} GT @no JUMPI ${pay()}`,
  )
/** So many accounts have agreed to the hash of receiver and amount. */
const agreedBy = (least: number) =>
  contract(
    `64 36 0 CALLDATACOPY 64 0 KECCAK256 0 MSTORE 9 32 MSTORE 64 0 KECCAK256 SLOAD ${least} GT @no JUMPI ${pay()}`,
  )

/** Contracts whose holdings one key, or anyone, can have paid out. */
export const HOSTILE_PAYOUTS: Readonly<Record<string, string>> = {
  'for a signature of the key, out of the record of another account': contract(
    `${SIGNER} 0 SLOAD EQ ISZERO @no JUMPI ${use(ACCOUNT)} ${pay()}`,
  ),
  'of coins for a signature of the key': contract(`${SIGNER} 0 SLOAD EQ ISZERO @no JUMPI ${use(ACCOUNT)} ${payCoins}`),
  'by the key, out of the record of another account': contract(`${byKey} ${use(ACCOUNT)} ${pay()}`),
  'by the key to itself': contract(`${byKey} ${use(ACCOUNT)} ${pay('CALLER')}`),
  'that any call asks for': contract(pay()),
  'for a fitting hash that the key sets': contract(`${proved('5')} ${pay()}`, `${byKey} 100 CALLDATALOAD 5 SSTORE`),
  'for a fitting hash that anyone sets': contract(`${proved('5')} ${pay()}`, '100 CALLDATALOAD 5 SSTORE'),
  'by an operator whom the key names': contract(
    `CALLER 6 SLOAD EQ ISZERO @no JUMPI ${use(ACCOUNT)} ${pay()}`,
    `${byKey} 4 CALLDATALOAD 6 SSTORE`,
  ),
  'for a fitting hash of a list that the key fills': listed(byKey),
  'for a list of signatures that may be empty': signedBy(0),
  'for a list of signatures that may be empty, by its length afterwards': signedBefore(0),
}

/** Contracts that pay out what is their caller's, or what its owner or several accounts agree to. */
export const HONEST_PAYOUTS: Readonly<Record<string, string>> = {
  'for a list of three signatures': signedBy(3),
  'for a list of three signatures, by its length afterwards': signedBefore(3),
  'to whose hash two accounts agreed': agreedBy(2),
  'out of the record of its caller': contract(`${use('CALLER')} ${pay()}`),
  'coins out of the record of its caller': contract(`${use('CALLER')} ${payCoins}`),
  'to the account whose record it uses up': contract(`${use(ACCOUNT)} ${pay(ACCOUNT)}`),
  'for a signature of the account itself': contract(
    `${SIGNER} ${ACCOUNT} EQ ISZERO @no JUMPI ${use(ACCOUNT)} ${pay()}`,
  ),
  'by an account that the owner of the record allows': contract(
    `${ACCOUNT} 0 MSTORE CALLER 32 MSTORE 64 0 KECCAK256 SLOAD ISZERO @no JUMPI ${use(ACCOUNT)} ${pay()}`,
  ),
  'in exchange for what its caller pays in': contract(
    `0x23b872dd${'00'.repeat(28)} 0 MSTORE CALLER 4 MSTORE ADDRESS 36 MSTORE ${AMOUNT} 68 MSTORE
    0 0 100 0 0 0x77 GAS CALL ISZERO @no JUMPI ${pay()}`,
  ),
  'for a fitting hash that nobody sets': contract(`${proved('5')} ${pay()}`),
  'a loan that is asked back at the end': contract(
    `${pay()} 0x70a08231${'00'.repeat(28)} 0 MSTORE ADDRESS 4 MSTORE 32 0 36 0 ${ASSET} GAS STATICCALL POP
    ${AMOUNT} 0 MLOAD LT @no JUMPI`,
  ),
  'an airdrop that each account takes once': contract(
    `CALLER 0 MSTORE 3 32 MSTORE 64 0 KECCAK256 DUP1 SLOAD @no JUMPI 1 SWAP1 SSTORE ${pay()}`,
  ),
}
